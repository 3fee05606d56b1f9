"""The point audit and the privacy curve: against closed forms, and by their definitions."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain, combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.engines.privacy import curve as engine
from audits.engines.privacy import filtered
from audits.engines.privacy.point import audit_point, tight_delta, tight_exp_eps
from audits.evidence.table import LawTable, from_laws, tabulate
from audits.evidence.verdict import Holds, Refuted, confirmed
from proofs_tests.strategies.laws import laws
from proofs_tests.units.audits.engines.privacy.tables import adjacent, dist, weighted
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy import curve as reference
from reference.privacy.epsilon import Epsilon
from reference.probability.dist import Dist
from reference.probability.families import bernoulli

WEIGHTS = st.lists(st.integers(0, 12), min_size=4, max_size=4).filter(any)
EXP_EPS = st.builds(
    lambda top, bottom: 1 + Fraction(top, bottom), st.integers(1, 9), st.integers(1, 4)
)


def worst_event(table: LawTable[int, int, Fraction], x: Fraction) -> Fraction:
    """The definition: the largest P(E) - x Q(E) over all pairs and all events."""
    outcomes = range(len(table.outcomes))
    events = list(chain.from_iterable(combinations(outcomes, k) for k in range(len(outcomes) + 1)))
    return max(
        table.probability(i, event) - x * table.probability(j, event)
        for i, j in permutations(range(len(table.databases)), 2)
        for event in events
    )


@given(st.lists(WEIGHTS, min_size=2, max_size=3), EXP_EPS)
def test_verdicts_agree_with_all_events_and_with_the_kernel(
    weights: list[list[int]], x: Fraction
) -> None:
    """The hockey-stick sum is the maximum over events; the kernel accepts either verdict."""
    table = weighted(weights)
    worst, excess = tight_delta(table, x), worst_event(table, x)
    assert (worst.value if worst else 0) == excess
    for delta in {excess, excess / 2, Fraction(0)} - {Fraction(1)}:
        verdict = confirmed(audit_point(table, x, delta, "random laws"))
        assert isinstance(verdict, Holds if excess <= delta else Refuted)


@given(st.lists(WEIGHTS, min_size=2, max_size=5), EXP_EPS)
def test_the_filter_finds_the_same_delta(weights: list[list[int]], x: Fraction) -> None:
    """Discarding pairs in floats never discards the worst one."""
    exact, found = tight_delta(weighted(weights), x), filtered.tight_delta(weighted(weights), x)
    assert (exact.value if exact else 0) == (found.value if found else 0)


def test_randomized_response_has_the_known_curve() -> None:
    """A bit kept with probability r / (1 + r): the tight delta at x <= r is (r - x) / (1 + r)."""
    table, r = weighted([(3, 1), (1, 3)]), Fraction(3)
    for x in map(Fraction, ("1", "5/2", "3")):
        worst = tight_delta(table, x)
        assert worst is not None
        assert worst.value == (r - x) / (1 + r)
    ratio, infinite = tight_exp_eps(table)
    assert ratio is not None
    assert (ratio.value, infinite) == (r, False)


def test_an_impossible_outcome_makes_the_loss_infinite() -> None:
    """An outcome that one neighbour never has: no e^eps bounds the ratio."""
    assert tight_exp_eps(weighted([[1, 1, 0, 0], [1, 0, 0, 0]]))[1]


def test_many_pairs_take_the_filtered_path_to_the_same_verdict() -> None:
    """A universe of over 100,000 pairs is decided like a small one."""
    universe = replace_one(range(350), rows=1)
    laws = [bernoulli(Fraction(v + 350, 1000)) for v in range(350)]
    table = from_laws(universe, list(universe.databases()), laws)
    assert universe.pair_count >= 100_000
    worst, x = tight_delta(table, Fraction(3, 2)), Fraction(3, 2)
    assert worst is not None
    assert isinstance(audit_point(table, x, worst.value, "coins"), Holds)
    assert isinstance(audit_point(table, x, worst.value - Fraction(1, 10**30), "coins"), Refuted)


Law = Dist[int, Fraction]
Weights = st.lists(st.integers(0, 9), min_size=4, max_size=4).filter(any)


def by_definition(found: Sequence[Law]) -> reference.PrivacyCurve:
    """The upper envelope of the curves of all ordered pairs."""
    return reference.upper_envelope(reference.curve(p, q) for p, q in permutations(found, 2))


@given(st.lists(laws(), min_size=2, max_size=7))
def test_the_filter_changes_nothing(found: list[Law]) -> None:
    """Whatever the laws, with few large probabilities and events that only one of them has."""
    assert engine.filtered(adjacent(found)).curve == by_definition(found)


@given(st.lists(Weights, min_size=2, max_size=12), st.integers(0, 4))
def test_blocks_change_nothing(found: list[list[int]], size: int) -> None:
    """One pair at a time, or several: the hull grows, what is below it stays below."""
    given_laws = [dist(weights) for weights in found]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "FIRST_BLOCK", 1)
        patch.setattr(engine, "BLOCK", 4 * size)
        assert engine.filtered(adjacent(given_laws)).curve == by_definition(given_laws)


@given(st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=2, max_size=6))
def test_laws_that_floats_cannot_tell_apart(differences: list[tuple[int, ...]]) -> None:
    """Weights that differ by less than 2^-70 of themselves: every pair is close to the hull."""
    found = [dist([2**74 + d for d in some] + [2**74 - sum(some)]) for some in differences]
    assert engine.filtered(adjacent(found)).curve == by_definition(found)


@given(st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=2, max_size=5))
def test_outcomes_that_are_nearly_impossible(small: list[tuple[int, ...]]) -> None:
    """Probabilities below the least float: the filter stands aside."""
    found = [dist([*some, 2**1200]) for some in small]
    assert engine.filtered(adjacent(found)).curve == by_definition(found)


def test_most_pairs_are_discarded() -> None:
    """The filter is worth its while: less than a tenth is left of 6 points and 6 rows."""
    mechanism = ExponentialInteriorPoint(Domain.of_size(6), Epsilon(Fraction(2), parts=2))
    table = tabulate(mechanism, mechanism.universe(6))
    counts: list[int] = []

    def counted(
        found: list[tuple[dict[int, int], int]], pairs: Iterable[tuple[int, int]]
    ) -> reference.Envelope:
        left = list(pairs)
        counts.append(len(left))
        return reference.envelope_of_weights(found, left)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "envelope_of_weights", counted)
        engine.filtered(table)
    assert 0 < 20 * counts[0] < table.universe.pair_count


def test_large_universes_are_filtered_and_small_ones_are_not() -> None:
    """The same curve both ways."""
    found = [dist([1, 1 + i, 2 * i, 3]) for i in range(8)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "filtered", lambda _: None)
        assert engine.curve(adjacent(found)).curve == by_definition(found)
        patch.setattr(engine, "MANY_PAIRS", 56)
        assert engine.curve(adjacent(found)) is None


def test_no_neighbours_have_no_curve() -> None:
    """Neither with the filter nor without."""
    lonely = weighted([[1, 1]])
    for curve in (engine.curve, engine.filtered):
        with pytest.raises(ValueError, match="at least one pair"):
            curve(lonely)


def test_the_margin_is_proved_for_fewer_than_2_to_the_40_outcomes() -> None:
    """More are refused."""
    assert engine.margin(1) == 2**-47
    with pytest.raises(ValueError, match="fewer than 2"):
        engine.margin(2**40)
