"""From an independent noise learner of intervals to a proper learner, by post-processing.

Pseudo-code:
    1  h <- A_outer(D); if it failed, return bottom
    2  return the interval with the fewest mismatches with h; bottom if two have as few

Notation: A_outer a private independent noise learner.
Source: BBKN13, proof of Theorem 5.8, section 5.2.
Guarantees: BBKN13.T5.8.recon, BBKN13.T5.8.
Deviations: none.
Degenerate inputs: a tie is bottom.

>>> from fractions import Fraction
>>> recovery_failure(1, 0, Fraction(1, 10))
Fraction(1, 10)
>>> side_failure(2, Fraction(1, 10))  # a flip, or a flip next to a clean point
Fraction(19, 100)
"""

from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.bottom import Bottom
from reference.data.concept import IntervalFunction, LabelledExample, Values, labelled_examples
from reference.data.database import Database
from reference.data.switching_points import reconstructed
from reference.exact.field import R
from reference.probability.coins import Coins, Mechanism
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class NoiseReconstruction(Generic[R]):
    """Parameters of the reduction; call it on labelled examples."""

    source: ClassVar[Source] = Source(Paper.BBKN13, "Theorem 5.8", "5.2")

    outer: Mechanism[Database[LabelledExample], Values | Bottom, R]
    """The independent noise learner."""

    size: int
    """The number of points."""

    def universe(self, rows: int) -> RowAdjacency[LabelledExample]:
        """All databases of `rows` labelled examples, one replaced."""
        return replace_one(labelled_examples(self.size), rows)

    def __call__(
        self, database: Database[LabelledExample], coins: Coins[R], /
    ) -> IntervalFunction | Bottom:
        """Release an interval, or bottom."""
        h = coins.run(self.outer, database)  # 1
        if isinstance(h, Bottom):
            return h
        return reconstructed(h)  # 2


def side_failure(length: int, flip: R) -> R:
    """The probability that a walk returns to 0 or below within `length` steps.

    Each step is -1 with probability `flip`, else +1; the walk starts at 0.  This is the
    probability that some end on one side of the true one has as few mismatches.
    """
    alive: dict[int, R] = {0: flip**0}
    for _ in range(length):
        moved: dict[int, R] = {}
        for height, chance in alive.items():
            for step, probability in ((1, 1 - flip), (-1, flip)):
                if height + step > 0:
                    here = moved.get(height + step)
                    added = chance * probability
                    moved[height + step] = added if here is None else here + added
        alive = moved
    safe = flip - flip
    for chance in alive.values():
        safe = safe + chance
    return 1 - safe


def recovery_failure(size: int, target: int, flip: R) -> R:
    """The probability that the reconstruction misses c_target: both sides have to be safe."""
    left, right = side_failure(target, flip), side_failure(size - target, flip)
    return 1 - (1 - left) * (1 - right)
