"""How private laws are for every eps: the least multiple, and what a loss goes to at the ends."""

from collections.abc import Hashable
from fractions import Fraction
from itertools import pairwise
from math import log, log1p
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.engines.privacy.audit import audit_table
from audits.engines.privacy.least_multiple import Multiple, in_parts, least_multiple
from audits.engines.privacy.loss_rates import AT_ZERO, greatest_rate
from audits.evidence.table import LawTable, from_laws, tabulate
from audits.evidence.verdict import Holds, Refuted
from audits.rendering.multiples import multiple_json
from proofs_tests.units.audits.engines.privacy.tables import functions
from reference.data.adjacency import ListedAdjacency
from reference.data.domain import Domain
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.continuous import Exponential, Laplace, Real
from reference.probability.densities import Recorded
from reference.probability.dist import Dist

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

R = RationalFunction.r()
ONE = R / R


@pytest.mark.parametrize("power", [1, 2, 3, 5, 8, 9])
def test_a_power_of_r_is_found(power: int) -> None:
    """One side has r^k times the chance of the other: k/2 is enough, and (k - 1)/2 is refuted."""
    p = R**power
    found = least_multiple(functions((p, ONE), (ONE, p)), 2, "x")
    assert found.is_least
    assert (found.enough, found.too_little) == (Fraction(power, 2), Fraction(power - 1, 2))
    assert not found.is_unbounded


def test_equal_laws_lose_nothing() -> None:
    """No k is refuted, and 0 is enough."""
    half = ONE / 2
    found = least_multiple(functions((half, half), (half, half)), 1, "x")
    assert (found.enough, found.too_little, found.is_least) == (Fraction(0), None, True)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((ONE / 3, 2 * ONE / 3), (2 * ONE / 3, ONE / 3)),
        ((R / (1 + R), 1 / (1 + R)), (ONE, ONE - ONE)),
    ],
)
def test_no_multiple_is_enough(
    first: tuple[RationalFunction, ...], second: tuple[RationalFunction, ...]
) -> None:
    """Where eps = 0 loses something already, or an outcome is impossible on one side."""
    found = least_multiple(functions(first, second), 1, "x")
    assert found.enough is None
    assert found.is_unbounded


def test_a_fraction_of_eps_is_found() -> None:
    """Randomised response half of the time: ln((3r + 1)/(r + 3)) is at most eps/2, as eps -> 0."""
    p = (3 * R + 1) / (4 * R + 4)
    found = least_multiple(functions((p, 1 - p), (1 - p, p)), 1, "x")
    assert (found.enough, found.too_little, found.is_least) == (Fraction(1, 2), Fraction(0), True)
    assert found.rate is not None
    assert found.rate.where == AT_ZERO


def peak(first: RationalFunction, second: RationalFunction) -> float:
    """The greatest ln(first/second) / eps on a grid, in floating point."""
    grid = [Fraction(100 + i, 100) for i in range(1, 2000, 7)]
    return max(log(first.at(r) / second.at(r)) / log(r) for r in grid)


def test_the_greatest_loss_is_between_the_ends() -> None:
    """(9 + r^4)/10 * 1000/(999 + r^4): little near r = 1, 1000 at most far out, 1.9 eps at 3."""
    p, q = 1000 * (9 + R**4), 10 * (999 + R**4)
    found = least_multiple(functions((p, q), (q, p)), 1, "x")
    assert found.enough is not None
    assert found.too_little is not None
    assert not found.is_least
    assert found.enough - found.too_little == Fraction(1, 8)
    assert found.too_little <= peak(p, q) <= found.enough


WEIGHTS = st.lists(st.integers(0, 4), min_size=1, max_size=4).filter(any)


@given(st.lists(st.tuples(WEIGHTS, WEIGHTS), min_size=2, max_size=3))
def test_it_is_the_greatest_loss(weights: list[tuple[list[int], list[int]]]) -> None:
    """On a grid of eps nothing is lost beyond it; below it something is, or it goes there."""
    laws = []
    for pair in weights:
        first, second = (sum((c * R**k for k, c in enumerate(cs)), 0 * R) for cs in pair)
        laws.append((first / (first + second), second / (first + second)))
    found = least_multiple(functions(*laws), 1, "x")
    ratios = [(p[y], q[y]) for p in laws for q in laws for y in (0, 1)]
    if found.is_unbounded:
        assert any(p.at(Fraction(1)) != q.at(Fraction(1)) for p, q in ratios)
        return
    greatest = max(peak(p, q) for p, q in ratios)
    assert found.enough is not None
    assert greatest <= found.enough + 1e-9
    if not found.is_least:
        assert found.too_little is not None
        assert found.enough - found.too_little <= Fraction(1, 8)


def test_the_exponential_mechanism_loses_eps() -> None:
    """Its quality moves by 1 and is normalised by another sum: twice eps/2."""
    mechanism = ExponentialInteriorPoint(Domain.of_size(4), Epsilon.indeterminate(2))
    found = least_multiple(tabulate(mechanism, mechanism.universe(2)), 2, "x")
    assert (found.enough, found.is_least) == (Fraction(1), True)


def test_densities_in_finer_parts() -> None:
    """A noisy count loses eps: 7/8 eps is refuted, also where eps is in eight parts."""
    eps = Epsilon.continuous()

    def count(database: int, coins: Coins[ExponentialFunction], /) -> Real:
        return database + coins.draw_real(Laplace(1 / eps))

    universe = ListedAdjacency((0, 1), ((0, 1),))
    known: LawTable[int, Hashable, ExponentialFunction] = tabulate(Recorded(count), universe)
    finer, r = in_parts(known, 8), ExponentialFunction.r()
    verdicts = [audit_table(finer, Guarantee(r**k, r - r), "count") for k in (7, 8)]
    assert [type(verdict) for verdict in verdicts] == [Refuted, Holds]


def test_values_that_move_in_opposite_directions() -> None:
    """A count with noise, and one that falls as it rises: each loses eps, together 2 eps."""
    eps = Epsilon.continuous()

    def counts(database: int, coins: Coins[ExponentialFunction], /) -> tuple[Real, Real]:
        noise = Laplace(1 / eps)
        return database + coins.draw_real(noise), coins.draw_real(noise) - database

    universe = ListedAdjacency((0, 1), ((0, 1),))
    known: LawTable[int, Hashable, ExponentialFunction] = tabulate(Recorded(counts), universe)
    found = least_multiple(known, 1, "counts")
    assert (found.enough, found.is_least) == (Fraction(2), True)


def test_weights_with_u_in_finer_parts() -> None:
    """u/(u + r) is 3u'/(3u' + r'^3) with u = 3u', r = r'^3: the same number at u = 3/2, r = 8."""
    u, r = ExponentialFunction.u(), ExponentialFunction.r()
    laws = [Dist.weighted(((0, p), (1, 1 - p))) for p in (u / (u + r), r / (u + r))]
    known = from_laws(ListedAdjacency((0, 1), ((0, 1),)), (0, 1), laws)
    finer = in_parts(known, 3)
    there = finer.at_unit(Fraction(1, 2)).at(Fraction(2))
    for database, expected in enumerate((Fraction(3, 19), Fraction(16, 19))):
        assert (
            known.at_unit(Fraction(3, 2)).at(Fraction(8)).probability(database, (0,)) == expected
        )
        assert there.probability(database, (0,)) == expected


def test_a_rate_beyond_the_kernel_is_not_tried() -> None:
    """The loss is eps/100003 near 0: an enclosure, without polynomials of that degree."""
    n = 100_003
    p = (R * (n + 1) + n - 1) / (2 * n * (R + 1))
    found = least_multiple(functions((p, 1 - p), (1 - p, p)), 1, "x")
    assert (found.enough, found.is_least) == (Fraction(1, 8), False)


def test_an_enclosure_is_rounded_outward() -> None:
    """Between 1/3, which is too little, and 2/3, in decimals."""
    shown = multiple_json(Multiple(Fraction(2, 3), Fraction(1, 3), None, None, None))
    assert shown["exact"] is None
    assert Fraction(str(shown["low"])) < Fraction(1, 3)
    assert Fraction(str(shown["high"])) > Fraction(2, 3)


NEAR, FAR = Fraction(1, 2**60), Fraction(10**100)
"""r - 1 near the lower end of the range, and r near the upper one."""


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((1 + 2 * R**9, 2 + R**9), (ONE, 2 * ONE)),
        ((2 * (R**2 + R + 1), 3 * (R**2 - 1)), (0 * R, ONE)),
    ],
)
def test_a_loss_that_does_not_go_to_0_has_no_rate_there(
    first: tuple[RationalFunction, ...], second: tuple[RationalFunction, ...]
) -> None:
    """Chances go to different numbers there, or one to 0 and the other to 1."""
    assert greatest_rate(functions(first, second)) is None


FACTORS = st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(any)


@given(FACTORS, FACTORS, FACTORS, FACTORS, st.integers(0, 2), st.integers(0, 2))
def test_the_loss_goes_to_its_rate(
    a: list[int], b: list[int], c: list[int], d: list[int], i: int, j: int
) -> None:
    """Divided by eps it is near it, at an r near the end that is named."""
    (p, q), (s, t) = (
        [(R**5 - 1) ** order * sum((x * R**k for k, x in enumerate(each)), 0 * R) for each in both]
        for order, both in ((i, (a, b)), (j, (c, d)))
    )
    laws = functions((p, q + R), (s, t + R))
    found = greatest_rate(laws)
    if found is None:
        return
    r = 1 + NEAR if found.where == AT_ZERO else FAR
    chances = [laws.probability(k, (found.outcome,)).at(r) for k in found.databases]
    ratio = chances[0] / chances[1]
    if found.where == AT_ZERO:
        assert abs(log1p(ratio - 1) / log1p(NEAR) - found.multiple) < 1e-6
    else:
        top, bottom = log(ratio.numerator), log(ratio.denominator)
        assert abs((top - bottom) / log(FAR) - found.multiple) < 0.1


def test_an_outcome_that_is_impossible_needs_more_than_any_multiple() -> None:
    """Also where nothing is lost at eps = 0: there both give 1 only."""
    found = least_multiple(functions((R - 1, ONE), (0 * R, ONE)), 1, "x")
    assert found.is_unbounded
    assert isinstance(found.refutation, Refuted)
    assert found.refutation.root != 1


ANY_WEIGHTS = st.lists(st.integers(0, 9), min_size=1, max_size=3)


@given(
    st.lists(st.tuples(ANY_WEIGHTS, ANY_WEIGHTS), min_size=2, max_size=4),
    st.integers(0, 3),
    st.booleans(),
)
def test_what_one_database_cannot_give_is_found_beside_what_loses_much(
    weights: list[tuple[list[int], list[int]]], which: int, continuous: bool
) -> None:
    """Whatever other pairs lose, at whatever eps: the refutation is that of the outcome."""
    r: Any = ExponentialFunction.r() if continuous else R
    laws: list[Dist[int, Any]] = []
    for place, pair in enumerate(weights):
        first, second = (sum((c * r**k for k, c in enumerate(cs)), 0 * r) for cs in pair)
        lone = 0 * r if place == which % len(weights) else r / r
        laws.append(Dist.weighted(enumerate((first + r**70, second + r / r, lone))))
    names = tuple(range(len(laws)))
    universe = ListedAdjacency(names, tuple(pairwise(names)))
    found = least_multiple(from_laws(universe, names, laws), 1, "x")
    assert found.is_unbounded
    assert isinstance(found.refutation, Refuted)
    assert found.refutation.chances is not None
    assert found.refutation.chances[1] == 0
    assert found.refutation.certificate["exp_eps"] == "inf"


@pytest.mark.parametrize("one_sided", [False, True])
def test_values_that_one_database_cannot_give(*, one_sided: bool) -> None:
    """No noisy count for an empty database; or none below the count, as the noise is one-sided."""
    eps = Epsilon.continuous()

    def count(database: int, coins: Coins[ExponentialFunction], /) -> Real | None:
        if one_sided:
            return database + coins.draw_real(Exponential(1 / eps))
        noisy = database + coins.draw_real(Laplace(1 / eps))
        return noisy if database and noisy >= 3 else None

    universe = ListedAdjacency((2, 1, 0), ((0, 1), (1, 2)))
    laws: LawTable[int, Hashable, ExponentialFunction] = tabulate(Recorded(count), universe)
    found = least_multiple(laws, 1, "x")
    assert found.is_unbounded
    assert isinstance(found.refutation, Refuted)
    assert found.refutation.certificate["exp_eps"] == "inf"
