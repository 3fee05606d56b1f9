"""How private a table of laws is: the least numbers, and the event that attains each."""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import chain, combinations, permutations
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.engines.privacy import tightest
from audits.engines.privacy.tightest import as_functions, of_functions, of_numbers
from audits.evidence.table import LawTable, from_laws
from audits.evidence.verdict import Refuted
from proofs_tests.units.audits.engines.privacy.tables import dist, functions, response, weighted
from reference.data.adjacency import ListedAdjacency
from reference.exact.exponential import exp_bounds
from reference.exact.rational_function import RationalFunction
from reference.privacy.divergence import Infinity

Function = RationalFunction

ZERO, ONE = Fraction(0), Fraction(1)
R = RationalFunction.r()
WEIGHTS = st.lists(st.integers(0, 6), min_size=3, max_size=3).filter(any)
DELTAS = st.sampled_from([ZERO, Fraction(1, 10), Fraction(1, 2)])


def events(table: LawTable[int, int, Fraction]) -> list[tuple[Fraction, Fraction]]:
    """P(T) and Q(T) for all ordered pairs of neighbours and all events T, one by one."""
    outcomes = range(len(table.outcomes))
    some = list(chain.from_iterable(combinations(outcomes, k) for k in range(4)))
    return [
        (table.probability(i, event), table.probability(j, event))
        for i, j in permutations(range(len(table.databases)), 2)
        for event in some
    ]


@given(first=WEIGHTS, second=WEIGHTS, third=WEIGHTS, delta=DELTAS)
def test_the_least_loss_is_that_of_all_events(
    first: list[int], second: list[int], third: list[int], delta: Fraction
) -> None:
    """It is at least 1, it is attained by the event that is named, and the kernel accepts it."""
    table = weighted([first, second, third])
    found = of_numbers(table, "x").exp_eps(delta)
    assert found.is_confirmed
    if any(p > delta and not q for p, q in events(table)):
        assert found.value is Infinity.INFINITE
        assert isinstance(found.verdict, Refuted)
        assert found.attained is not None
        p, q = found.attained.probabilities
        assert p > delta
        assert q == 0
        return
    assert found.value == max([ONE, *((p - delta) / q for p, q in events(table) if q)])
    if found.attained is None:
        assert found.value == 1
    else:
        p, q = found.attained.probabilities
        assert found.value == (p - delta) / q


@given(first=WEIGHTS, second=WEIGHTS, third=WEIGHTS, exp_eps=st.fractions(1, 4))
def test_the_least_delta_is_that_of_all_events(
    first: list[int], second: list[int], third: list[int], exp_eps: Fraction
) -> None:
    """It is attained by the event that is named, and the kernel accepts it."""
    table = weighted([first, second, third])
    found = of_numbers(table, "x").delta(exp_eps)
    assert found.is_confirmed
    assert found.value == max(p - exp_eps * q for p, q in events(table))
    if found.attained is not None:
        p, q = (table.probability(k, found.attained.event) for k in found.attained.databases)
        assert found.attained.probabilities == (p, q)
        assert found.value == p - exp_eps * q


def test_the_two_databases_are_neighbours() -> None:
    """Not others with the same laws: 0 and 2 have one law, and only 2 is a neighbour of 1."""
    universe = ListedAdjacency((0, 1, 2), ((1, 2),))
    table = from_laws(universe, (0, 1, 2), map(dist, ([2, 4], [3, 1], [1, 2])))
    found = of_numbers(table, "x").exp_eps(ZERO)
    assert found.attained is not None
    assert set(found.attained.databases) == {1, 2}


def test_randomised_response_at_a_real_eps() -> None:
    """By hand: r/(1 + r) against 1/(1 + r) is e^eps = r; the difference is delta at e^eps = 1."""
    table = response(R)
    ask = of_functions(table, "x", Fraction(1))
    least = ask.exp_eps(Function(0))
    assert (least.value, least.is_confirmed) == (R, True)
    delta = ask.delta(R / R)
    assert (delta.value, delta.is_confirmed) == ((R - 1) / (R + 1), True)
    tenth = Function.of(Fraction(1, 10))
    assert ask.exp_eps(tenth).value == (9 * R - 1) / 10
    assert ask.delta(R).value == 0


def test_an_impossible_outcome_at_a_real_eps() -> None:
    """No e^eps is enough, and the kernel accepts that."""
    table = functions((R / (1 + R), 1 / (1 + R)), (R / R, R - R))
    found = of_functions(table, "x", Fraction(1)).exp_eps(Function(0))
    assert (found.value, found.is_confirmed) == (Infinity.INFINITE, True)


def test_a_delta_between_a_chance_and_the_number_near_it() -> None:
    """1/r is more than delta at a number just below e, and less at e: a loss of 0 is enough."""
    table = functions([1 / R, 1 - 1 / R], [R - R, R / R])
    low, high = exp_bounds(ONE, 300)
    delta = (1 / low + 1 / exp_bounds(ONE, tightest.PRECISIONS[0])[0]) / 2
    assert 1 / high < 1 / low < delta
    found = of_functions(table, "x", ONE).exp_eps(R / R * delta)
    assert (found.value, found.is_confirmed) == (R / R, True)


def near_e() -> LawTable[int, int, Function]:
    """Three outcomes with the ratios r, and a rational below e by less than 2^-90, and another."""
    a, tenth = exp_bounds(Fraction(1), 100)[0], Function.of(Fraction(1, 10))
    first = (R * tenth, a * tenth, 1 - (R + a) * tenth)
    second = (tenth, tenth, 8 * tenth)
    return functions(first, second)


def test_a_corner_that_is_too_near_to_tell_is_looked_up_again() -> None:
    """Below e at 64 binary digits, the rational ratio is the greater one; at e it is not."""
    found = of_functions(near_e(), "x", Fraction(1)).exp_eps(Function(0))
    assert (found.value, found.is_confirmed) == (R, True)


def test_a_wrong_corner_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The auditor refutes it; so it is reported as a number that may not be enough."""
    monkeypatch.setattr(tightest, "PRECISIONS", (64,))
    found = of_functions(near_e(), "x", Fraction(1)).exp_eps(Function(0))
    assert found.value != R
    assert not found.is_confirmed


def test_numbers_at_a_real_eps() -> None:
    """Two to one is e^eps = 2, and the least delta at e^eps = r is (2 - r)/3."""
    ask = of_functions(as_functions(weighted([[2, 1], [1, 2]])), "x", Fraction(1, 2))
    assert ask.exp_eps(Function(0)).value == 2
    found = ask.delta(R)
    assert (found.value, found.is_confirmed) == ((2 - R) / 3, True)


@pytest.mark.parametrize("digits", [4, 9, 16, 40])
def test_a_claim_just_below_the_loss(digits: int) -> None:
    """The least delta is (r - x) / (r + 1) > 0 at r = e, and negative at numbers near by."""
    with localcontext(prec=digits + 10):
        x = R / R * Fraction(floor(Decimal(1).exp() * 10**digits), 10**digits)
    table = response(R)
    found = of_functions(table, "response", ONE).delta(x)
    assert found.is_confirmed
    assert found.value == (R - x) / (R + 1)


def test_what_is_impossible_on_one_side_and_within_delta() -> None:
    """It needs no e^eps at all, where e^q is on the other side of t than the number near it.

    P(0) - delta = (t - r) / 1000 is positive at that number, and negative at r = e^q.
    """
    exponent, delta = Fraction(1, 2), Fraction(1, 10)
    between = exp_bounds(exponent, 200)[0]
    assert exp_bounds(exponent, 64)[0] < between
    chance = RationalFunction.of(delta) + (RationalFunction.of(between) - R) / 1000
    table = functions((chance, 1 - chance), (0 * R, R / R))
    found = of_functions(table, "x", exponent).exp_eps(RationalFunction.of(delta))
    assert found.value == 1
    assert found.is_confirmed
