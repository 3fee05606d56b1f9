"""Few neighbours on which mechanisms use more than half of what they promise.

On all databases of two rows some mechanisms lose far less than they promise: a promise that is
too small would be kept there.  These have more rows, and few neighbours.
"""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import R, every, pair, pure
from reference.data.adjacency import Adjacency
from reference.data.concept import PointFunction
from reference.mechanisms.interior_point.rec_prefix import PrefixToPoint, RecPrefix
from reference.mechanisms.release.private_multiplicative_weights import (
    PrivateMultiplicativeWeights,
)
from reference.mechanisms.stability.choosing_mechanism import (
    ChoosingFrequentValue,
    ChoosingMechanism,
)
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.numeric_sparse import NumericSparse
from reference.mechanisms.stream.sparse import Sparse
from reference.mechanisms.stream.sparse_vector import SparseVector1

Declared = tuple[Any, Guarantee[RationalFunction], Adjacency[Any]]
"""A mechanism, what it is to promise, and for which databases."""


def delta_of_choosing(threshold: int, growth: int = 1) -> RationalFunction:
    """What bounds the chance of a candidate that only one of two neighbours has."""
    return Fraction(growth, 2) * R ** (1 - threshold)


def blocks(*counts: tuple[int, int]) -> Rows:
    """So many rows of each value."""
    return tuple(value for value, count in counts for _ in range(count))


def pairs(*databases: Rows) -> ListedAdjacency[Rows]:
    """Every second database is a neighbour of the one before it."""
    places = range(0, len(databases), 2)
    return ListedAdjacency(databases, tuple((i, i + 1) for i in places))


@dataclass(frozen=True, slots=True)
class Covered:
    """How many rows cover each candidate: a 1 covers candidate 0, and a 0 so many others."""

    growth: int

    def __call__(self, database: Rows, /) -> dict[int, int]:
        zeros = len(database) - sum(database)
        return {0: sum(database), **dict.fromkeys(range(1, self.growth + 1), zeros)}


THREE, FOUR = Domain.of_size(3), Domain.of_size(4)
FAR = pairs((0, 0, 1, 0, 0, 1), (1, 1, 0, 1, 1, 0))
NEW_VALUE = blocks((0, 1), (3, 4)), blocks((3, 5))
"""The only row that is not reserved, k = 2, is replaced."""

MOST_USED: Mapping[str, Declared] = {
    "choosing mechanism, T = 1": (
        ChoosingFrequentValue(THREE, 1, every(4)),
        Guarantee(R**4, delta_of_choosing(1)),
        pair((0,), (1,)),
    ),
    "choosing mechanism, T = 3": (
        ChoosingFrequentValue(THREE, 3, every(4)),
        Guarantee(R**4, delta_of_choosing(3)),
        pair((0,), (1,)),
    ),
    "choosing mechanism, growth 5": (
        ChoosingMechanism(Covered(5), 8, every(4), 5),
        Guarantee(R**4, delta_of_choosing(8, growth=5)),
        pairs(
            *(blocks((0, 4), (1, 4)), blocks((0, 3), (1, 5))),
            *(blocks((1, 8)), blocks((0, 1), (1, 7))),
        ),
    ),
    "above threshold": (AboveThreshold(0, every(4)), pure(R**4), pairs((0, 0, 1), (1, 1, 0))),
    "sparse": (Sparse(1, 2, every(8)), pure(R**8), FAR),
    "numeric sparse": (NumericSparse(1, 2, every(4), every(1)), pure(R**10), FAR),
    "sparse vector 1": (SparseVector1(1, 2, every(8)), pure(R**8), FAR),
    "private weights": (
        PrivateMultiplicativeWeights(
            (*(PointFunction(0),) * 3, PointFunction(1)),
            FOUR,
            Fraction(1),
            1,
            Fraction(1, 2),
            every(1),
        ),
        pure(R**4),
        pair((0, 2, 2, 2), (1, 2, 2, 2)),
    ),
    "RecPrefix, two calls": (
        RecPrefix(FOUR, 2, 6, every(4), 3),
        Guarantee(R**12, delta_of_choosing(6)),
        pairs(blocks((0, 5), (2, 3), (3, 2)), blocks((0, 4), (2, 3), (3, 3)), *NEW_VALUE),
    ),
    "from a length to a point": (
        PrefixToPoint(FOUR, 2, 3, 0, every(4)),
        Guarantee(R**8, delta_of_choosing(3)),
        pairs(blocks((0, 4), (2, 5), (3, 2)), blocks((0, 3), (2, 5), (3, 3)), *NEW_VALUE),
    ),
}
