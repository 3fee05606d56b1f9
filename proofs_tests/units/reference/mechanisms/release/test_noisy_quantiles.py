"""Noisy quantiles of one block, and of no rows."""

from fractions import Fraction

from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.release.noisy_quantiles import NoisyQuantiles
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, SeededBits, run

TWO = Fraction(2)


class Size:
    """A solver that tells how many rows it saw."""

    deterministic = True

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        return len(database)


def test_one_block_and_no_room() -> None:
    """One block has no noise; without rows in a block everything may happen."""
    solver = Guarantee(TWO, Fraction(1, 100))
    one, two = (NoisyQuantiles(Size(), Domain.of_size(2), k, Epsilon(TWO)) for k in (1, 2))
    assert one.guarantee_with(solver, 3) == Guarantee(TWO**4, Fraction(15, 100))
    assert two.guarantee_with(solver, 0).delta == 1
    assert run(one, (0, 1, 1), SeededBits(1)) == (3,)
    first, second = run(two, (0, 1, 1, 1), SeededBits(1))
    assert {first, second} in ({0, 4}, {1, 3}, {2})
