"""What combinators declare of what they combine, with a delta that is needed."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import NOTHING, R, bits, every
from audits.claims.standard_mechanisms.leaky_response import LeakyResponse
from audits.claims.standard_mechanisms.promises import guarantee_of, same
from reference.data.adjacency import Adjacency
from reference.mechanisms.noise.geometric_mechanism import GeometricMechanism
from reference.mechanisms.stability.stable_histogram import StableHistogram
from reference.privacy.composition import AdaptiveComposition, SequentialComposition
from reference.privacy.parallel_composition import ParallelComposition
from reference.privacy.post_processing import PostProcessing
from reference.privacy.subsampling import IndependentRows, WithoutReplacement, WithReplacement

DELTA, THIRD = TENTH + NOTHING, Fraction(1, 3)
LEAKY, SURE = (LeakyResponse(Guarantee(*each)) for each in ((R, DELTA), (R**2, NOTHING)))
FOUR = Domain.of_size(4)
ONCE = 1 + THIRD * (R - 1)
"""e^eps of a sample of one of three rows."""


@dataclass(frozen=True, slots=True)
class Size:
    """The number of rows."""

    def __call__(self, database: Database[int], /) -> int:
        return len(database)


@dataclass(frozen=True, slots=True)
class AnyLeak:
    """Each of the rows, told as by the leaky response."""

    guarantee: Guarantee[RationalFunction]

    def __call__(
        self, database: Database[int], coins: Coins[RationalFunction], /
    ) -> tuple[tuple[int, int], ...]:
        leaky = LeakyResponse(self.guarantee)
        return tuple(coins.run(leaky, (row,)) for row in database)


def parity(row: int) -> int:
    """The part of a row."""
    return row % 2


def histogram(threshold: int, values: int = 4) -> StableHistogram[RationalFunction]:
    """A stable histogram, which is (eps, e^(-(T-1) eps) / (1 + e^(-eps)))-private."""
    return StableHistogram(Domain.of_size(values), threshold, 3, every(1))


def noisy_size(exp_eps: int) -> GeometricMechanism[Any, Fraction]:
    """The number of rows, at one eps."""
    return GeometricMechanism(Size(), 1, Epsilon(Fraction(exp_eps)), (-1, 3))


def for_replaced_rows(it: Any) -> Guarantee[Any]:
    """What a parallel composition promises then."""
    promised: Guarantee[Any] = it.guarantee_for_replaced_rows
    return promised


NEXT = wrong(
    ParallelComposition, "combinations(guarantees, 2) => pairwise(guarantees)", pairwise=pairwise
)

WRONG[for_replaced_rows] = {
    "greatest loss": guarantee_of,
    "parts next to each other": lambda it: (
        NEXT(it.mechanisms, it.part).guarantee_for_replaced_rows
    ),
}


THREE_SIZES = ParallelComposition(tuple(map(noisy_size, (4, 2, 4))), lambda row: row)
SIZES = ParallelComposition((GeometricMechanism(Size(), 1, every(1), (-1, 3)),) * 2, parity)

Combined = tuple[Any, Guarantee[Any], Adjacency[Any]]
"""A combination, what it is to promise, and for which databases."""

COMBINED: Mapping[str, Combined] = {
    "post-processing": (PostProcessing(LEAKY, sum), Guarantee(R, DELTA), bits(1)),
    "three in sequence": (
        SequentialComposition((LEAKY, SURE, LEAKY)),
        Guarantee(R**4, 2 * DELTA),
        bits(1),
    ),
    "the second by the first": (
        AdaptiveComposition(SURE, lambda _: LEAKY, LEAKY.guarantee),
        Guarantee(R**3, DELTA),
        bits(1),
    ),
    "one of three rows": (
        WithoutReplacement(LEAKY, 3, 1),
        Guarantee(ONCE, THIRD * DELTA),
        bits(3),
    ),
    "one of three rows, twice": (
        WithReplacement(AnyLeak(LEAKY.guarantee), 3, 2),
        Guarantee(ONCE**2, THIRD * DELTA * (1 + ONCE)),
        bits(3),
    ),
    "one of three rows, three times": (
        WithReplacement(PostProcessing(AnyLeak(Guarantee(R, DELTA / 8)), max), 3, 3),
        Guarantee(ONCE**3, THIRD * DELTA / 8 * (1 + ONCE + ONCE**2)),
        bits(3),
    ),
    "each row at rate 1/3": (
        IndependentRows(histogram(2, values=2), THIRD),
        Guarantee(ONCE, THIRD / (1 + R)),
        add_remove_one(range(2), 2),
    ),
    "two parts": (
        ParallelComposition((histogram(3), histogram(2)), parity),
        Guarantee(R, 1 / (1 + R)),
        add_remove_one(range(4), 2),
    ),
    "two parts, e^eps = 16": (
        ParallelComposition(
            tuple(StableHistogram(FOUR, t, 3, Epsilon(Fraction(16))) for t in (3, 2)), parity
        ),
        Guarantee(Fraction(16), Fraction(1, 17)),
        add_remove_one(range(4), 2),
    ),
}


@claim(
    "CORE.declared-guarantees-of-combinators",
    over(combination=tuple(COMBINED)),
    about=guarantee_of,
)
def declared_guarantees_of_combinators(promise: Build, combination: str) -> Check:
    """Combinators declare: the guarantee itself (post-processing); sums (composition); (ln g, q
    delta), g = 1 + q (e^eps - 1), for a sample at rate q; (m ln g, (delta/n)(1 + g + ... +
    g^(m-1))) for m draws of n rows; the greatest (parallel composition, added or removed rows).

    Cases: For every eps; responses that leak with probability delta = 1/10, and stable histograms,
    whose deltas are needed.
    """
    built, stated, universe = COMBINED[combination]
    yield from same("declared", promise(built), stated)
    yield private(built, universe, promise(built))


@claim("CORE.parallel-composition-replaced", about=for_replaced_rows)
def parallel_composition_of_replaced_rows(promise: Build) -> Check:
    """If a row is replaced then a parallel composition loses the sum of the two worst losses, for
    it may leave a part and enter another.

    Cases: Noisy sizes of two parts: both change by one. Every database of two rows.  Three parts
    with e^eps = 4, 2 and 4, of which the first and the last are the worst.  One part: what its
    mechanism loses, which the rows of a histogram need.
    """
    one = ParallelComposition((histogram(2, values=2),), lambda _: 0)
    yield from same("one part", promise(one), Guarantee(R, 1 / (1 + R)))
    yield from same("declared", promise(SIZES), pure(R**2))
    yield private(SIZES, replace_one(range(2), 2), promise(SIZES))
    worst = promise(THREE_SIZES)
    yield private(THREE_SIZES, replace_one(range(3), 1), worst, name="three parts")
    yield eq("three parts: e^eps", worst.exp_eps, 16)
