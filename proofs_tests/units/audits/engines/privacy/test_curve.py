"""The privacy curve through a filter in floats is the curve by its definition."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.engines.privacy import curve as engine
from audits.evidence.table import tabulate
from proofs_tests.strategies.laws import laws
from proofs_tests.units.audits.engines.privacy.tables import adjacent, dist, weighted
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy import curve as reference
from reference.privacy.divergence import hockey_stick
from reference.privacy.epsilon import Epsilon
from reference.probability.dist import Dist

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


@pytest.mark.parametrize("rows", [3, 5])
def test_the_curve_of_a_mechanism(rows: int) -> None:
    """At each breakpoint, the largest hockey-stick sum of all ordered pairs of neighbours."""
    mechanism = ExponentialInteriorPoint(Domain.of_size(4), Epsilon(Fraction(2), parts=2))
    table = tabulate(mechanism, mechanism.universe(rows))
    found = engine.filtered(table).curve
    given_laws = table.laws()
    pairs = [pair for i, j in table.universe.index_pairs() for pair in ((i, j), (j, i))]
    assert found == reference.envelope(given_laws, pairs).curve
    for x, delta in found.breakpoints:
        assert delta == max(hockey_stick(given_laws[i], given_laws[j], x) for i, j in pairs)


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
