"""Steps, and a release without representatives."""

from fractions import Fraction

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.release.threshold_release import NoisyCuts, Steps, ThresholdRelease
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins, SeededBits, run

TWO = Fraction(2)


def test_steps_answer_every_threshold() -> None:
    """The count of t is that of the last point that is at most t."""
    steps = Steps((2, 5), (1, 4, 9))
    assert [steps(t) for t in (0, 1, 2, 4, 5, 8)] == [1, 1, 4, 4, 9, 9]


class NoPoint:
    """A solver that answers bottom."""

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> Bottom:
        return Bottom.BOTTOM


def test_no_representative() -> None:
    """Without one there is one count, of all rows, and no noise in it."""
    printed = NoisyCuts(1, Epsilon(TWO), clamped=False)
    release = ThresholdRelease(NoPoint(), Domain.of_size(3), 2, printed, Epsilon(TWO))
    assert run(release, (0, 1, 2), SeededBits(1)) == Steps((), (3,))
