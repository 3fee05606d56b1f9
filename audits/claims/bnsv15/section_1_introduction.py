"""Section 1: privacy, packing, distribution learning and VC dimension; the theorems in short."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.events import is_that_of_the_worst_event
from audits.claims.standard_mechanisms.every_eps import NOTHING, R
from audits.claims.standard_mechanisms.quality_vectors import AsWritten, Vector
from audits.engines.optimum.problems.order import interior_point
from reference.data.concept import Hypothesis, Values, grid_distributions, intervals, points
from reference.data.dimensions import vc_dimension
from reference.lower_bounds.learning_packing import packing_bound
from reference.mechanisms.learning.on_sample import OnSample
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism
from reference.privacy.divergence import hockey_stick

Law = Dist[int | Bottom, Fraction]
Class = Sequence[Hypothesis]

CHOOSING: ChoosingMechanism[Vector, int, Fraction] = ChoosingMechanism(
    AsWritten(), 2, Epsilon(Fraction(3, 2), parts=4)
)
CHOICES: tuple[Law, ...] = tuple(law(CHOOSING, vector) for vector in product(range(4), repeat=2))
"""Two solutions or bottom, for all qualities up to 3."""


@claim(
    "BNSV15.D1.1",
    over(
        first=range(len(CHOICES)),
        second=range(len(CHOICES)),
        x=(Fraction(1), Fraction(3, 2), Fraction(5)),
    ),
    about=hockey_stick,
)
def events_and_hockey_sticks(distance: Build, first: int, second: int, x: Fraction) -> Check:
    """A is (eps, delta)-private if Pr[A(D) in S] <= e^eps Pr[A(D') in S] + delta for all datasets
    D, D' that differ on one row and every set S: the least such delta for two laws is sum_y
    max(P(y) - e^eps Q(y), 0).

    Cases: All events of up to three outcomes, and laws with an outcome that only one of them has.
    """
    yield from is_that_of_the_worst_event(distance, CHOICES[first], CHOICES[second], x)


def thresholds(size: int) -> Class:
    """c_x for every x: 1 up to x and at x."""
    return intervals(size)[1:]


WRONG[thresholds] = {
    "1 below x only": "[1:] => [:-1]",
    "1 from x on": wrong(
        thresholds,
        "intervals(size)[1:] => "
        "tuple(Values.indicator(range(x, size), size) for x in range(size))",
        Values=Values,
    ),
    "the function 0 too": "[1:] => [:]",
}


@claim("BNSV15.D2.a", over(size=range(1, 9)), about=thresholds)
def threshold_functions(concepts: Build, size: int) -> Check:
    """THRESH_X = {c_x : x in X}, c_x(y) = 1 if y <= x and 0 otherwise.

    Cases: All points; there are |X| functions, and the function 0 is none of them.
    """
    found = concepts(size)
    yield eq("number", len(found), size)
    for x, concept in enumerate(found):
        for y in range(size):
            yield eq(f"c_{x}({y})", concept(y), int(y <= x))


def both_classes(size: int) -> tuple[Class, Class]:
    """THRESH_X and POINT_X."""
    return thresholds(size), points(size)


WRONG[both_classes] = {
    "thresholds in both directions": "thresholds(size), => "
    "tuple({Values.indicator(inside, size) for x in range(size) "
    "for inside in (range(x + 1), range(x, size))}),",
    "sets of up to two points": ", points(size) => , tuple(Values.indicator(chosen, size) "
    "for k in range(3) for chosen in combinations(range(size), k))",
}


@claim(
    "BNSV15.TXT.VC1", over(size=sized(range(2, 8), range(2, 12), range(2, 20))), about=both_classes
)
def vc_dimension_one(classes: Build, size: int) -> Check:
    """The threshold functions and the point functions over X have VC dimension 1.

    Cases: |X| >= 2; over one point each class is one function, of dimension 0. All sets of points
    are tried: some point has both values, and no two points have all four pairs of values.
    """
    for name, concepts in zip(("thresholds", "points"), classes(size), strict=True):
        yield eq(name, vc_dimension(concepts, size), 1)
        patterns = {
            (x, y): len({(c(x), c(y)) for c in concepts}) for x, y in combinations(range(size), 2)
        }
        yield eq(f"{name}: pairs", sum(count == 4 for count in patterns.values()), 0)
        both = any(len({c(x) for c in concepts}) == 2 for x in range(size))
        yield eq(f"{name}: points", int(both), 1)


not_finitely_checkable(
    "BNSV15.TXT.purePacking",
    statement="With pure privacy a packing argument gives a lower bound of Omega(log |X|) on the "
    "sample complexity of releasing thresholds.",
    reason="an order of growth, with no constant; the concrete form is the bound of the argument",
)

WRONG[packing_bound] = {"one hypothesis less": given(packing_bound, hypotheses=lambda n: n - 1)}
PACKINGS = (*((points, 1) for points in (2, 3, 4, 5)), (2, 2), (3, 2), (4, 2), (5, 2), (3, 3))


@claim(
    "BNSV15.TXT.purePacking",
    over(
        box(
            size=sized(PACKINGS, (*PACKINGS, (4, 3), (6, 2)), (*PACKINGS, (4, 3), (8, 2), (8, 3))),
            x=(TWO, Fraction(3, 2), Fraction(1), Fraction(11, 10), Fraction(10)),
        )
    ),
    form=Form.CONCRETE,
    about=packing_bound,
)
def packing(bound: Build, size: tuple[int, int], x: Fraction) -> Check:
    """An eps-private solver of the interior point problem over X with n rows succeeds with
    probability p <= e^(n eps) / (e^(n eps) + |X| - 1), so that n >= (ln(|X| - 1) + ln(p / (1 -
    p))) / eps. Whoever releases thresholds finds interior points too.

    Cases: The best of all mechanisms, by an exact dual, for e^eps = x; size is (|X|, n). The bound
    is attained for one row and every eps, by randomized response, and for two rows, |X| > 2 and
    e^eps = 2, by a mechanism that is in the certificate.
    """
    points_, rows = size
    yield optimal(interior_point(points_, rows), x, bound(x, rows, points_))
    if rows == 2 < points_ and x == 2:
        yield exactly(interior_point(points_, rows), x, bound(x, rows, points_))
    if rows == 1:
        response = RandomizedResponse(Domain.of_size(points_), Epsilon.indeterminate(1))
        failure = 1 - bound(R, 1, points_)
        universe = replace_one(range(points_), 1)
        yield accurate(response, universe, lambda d, y: d == y, failure + NOTHING)


not_finitely_checkable(
    "BNSV15.TXT.DKWintro",
    statement="Without privacy O(1) samples suffice to learn any distribution within constant "
    "error in Kolmogorov distance.",
    reason="neither constant is said, and X may be infinite; the concrete form has the inequality",
)

Masses = tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Empirical:
    """The empirical distribution function of a sample, at 0, 1, ..., points - 1."""

    points: int

    def __call__(self, sample: Database[int], coins: Coins[Any], /) -> tuple[Fraction, ...]:
        del coins
        return tuple(
            Fraction(sum(x <= t for x in sample), len(sample)) for t in range(self.points)
        )


def empirical(points: int, samples: int) -> OnSample[int, tuple[Fraction, ...], Fraction]:
    """The empirical distribution function of so many samples."""
    return OnSample(Empirical(points), samples)


WRONG[empirical] = {
    "a quarter of the samples": given(empirical, samples=lambda n: n // 4),
    "half of the samples": given(empirical, samples=lambda n: n // 2),
    "counts the rows below t": wrong(empirical, Empirical=wrong(Empirical, "x <= t => x < t")),
}


@claim(
    "BNSV15.TXT.DKWintro",
    over(
        samples=sized((8, 16), (8, 12, 16), (8, 16, 24)),
        accuracy=(Fraction(1, 4), Fraction(3, 8), Fraction(1, 2)),
    ),
    form=Form.CONCRETE,
    about=empirical,
)
def empirical_distribution(build: Build, samples: int, accuracy: Fraction) -> Check:
    """The empirical distribution function F_n of n samples from any distribution with distribution
    function F has Pr[sup |F_n - F| > a] <= 2 e^(-2 n a^2) (Dvoretzky, Kiefer and Wolfowitz, with
    the constant of Massart).

    Cases: All distributions on three points whose masses are multiples of 1/4, the even ones too;
    the bound is below 1 in all cases.
    """
    grid = tuple(tuple(enumerate(masses)) for masses in grid_distributions(3, 4))

    def good(masses: Masses, found: tuple[Fraction, ...]) -> bool:
        below = (sum((p for _, p in masses[: t + 1]), Fraction(0)) for t in range(3))
        return all(abs(a - b) <= accuracy for a, b in zip(found, below, strict=True))

    bound = 2 * exp_low(-2 * samples * accuracy**2)
    yield accurate(build(3, samples), ListedAdjacency(grid, (), "distributions"), good, bound)
