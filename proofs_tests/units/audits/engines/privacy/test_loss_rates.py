"""What a loss, divided by eps, goes to at the ends of the range of eps."""

from collections.abc import Hashable
from fractions import Fraction
from itertools import pairwise
from math import log, log1p
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.engines.privacy.least_multiple import least_multiple
from audits.engines.privacy.loss_rates import AT_ZERO, greatest_rate
from audits.evidence.table import LawTable, from_laws, tabulate
from audits.evidence.verdict import Refuted
from proofs_tests.units.audits.engines.privacy.tables import functions
from reference.data.adjacency import ListedAdjacency
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.rational_function import RationalFunction
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.continuous import Exponential, Laplace, Real
from reference.probability.densities import Recorded
from reference.probability.dist import Dist

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

Function = RationalFunction

R = RationalFunction.r()
ONE = R / R
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
    first: tuple[Function, ...], second: tuple[Function, ...]
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


WEIGHTS = st.lists(st.integers(0, 9), min_size=1, max_size=3)


@given(
    st.lists(st.tuples(WEIGHTS, WEIGHTS), min_size=2, max_size=4), st.integers(0, 3), st.booleans()
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
