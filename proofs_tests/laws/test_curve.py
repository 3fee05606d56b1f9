"""Divergences, curves and trade-offs obey their laws and determine each other."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference.privacy.curve
from proofs_tests.round_trip import pickled
from proofs_tests.strategies.laws import PAIRS, Pair, laws
from proofs_tests.strategies.numbers import LOSSES, POSITIVE, PROBABILITIES
from reference.privacy.composition import composed_curve
from reference.privacy.curve import (
    PrivacyCurve,
    curve,
    curve_from_breakpoints,
    curve_of_guarantee,
    envelope,
    upper_envelope,
)
from reference.privacy.divergence import Infinity, hockey_stick, max_divergence, worst_event
from reference.privacy.guarantee import Guarantee
from reference.privacy.tradeoff import of_curve, tradeoff
from reference.probability.dist import Dist

Law = Dist[int, Fraction]
ONE = Fraction(1)


def events(*dists: Law) -> list[set[int]]:
    """All sets of outcomes of the laws."""
    outcomes = sorted(set().union(*(dist.support for dist in dists)))
    return [
        {y for y, chosen in zip(outcomes, choice, strict=True) if chosen}
        for choice in product((False, True), repeat=len(outcomes))
    ]


def chance(law: Law, event: set[int] | frozenset[int]) -> Fraction:
    """The probability of an event."""
    return law.probability_that(lambda y: y in event)


def excess(p: Law, q: Law, event: set[int] | frozenset[int], x: Fraction) -> Fraction:
    """P(T) - x Q(T)."""
    return chance(p, event) - x * chance(q, event)


@given(PAIRS, POSITIVE)
def test_hockey_stick_is_the_worst_event(pair: Pair, x: Fraction) -> None:
    """The sum of positive parts is the maximum of P(T) - x Q(T) over all events T."""
    p, q = pair
    greatest = max(excess(p, q, event, x) for event in events(p, q))
    assert hockey_stick(p, q, x) == greatest
    assert excess(p, q, worst_event(p, q, x), x) == greatest


@given(PAIRS)
def test_max_divergence_is_the_first_zero(pair: Pair) -> None:
    """The hockey-stick divergence vanishes at the max divergence and not before."""
    x = max_divergence(*pair)
    if isinstance(x, Infinity):
        assert any(not pair[1].probability(y) for y in pair[0])
        assert hockey_stick(*pair, Fraction(10**9)) > 0
    else:
        assert hockey_stick(*pair, x) == 0
        assert x == 1 or hockey_stick(*pair, x - Fraction(1, 10**9)) > 0


@given(PAIRS, POSITIVE)
def test_the_curve_is_the_hockey_stick(pair: Pair, x: Fraction) -> None:
    """At every x, and above all at its breakpoints."""
    whole = curve(*pair)
    assert whole.delta_at(x) == hockey_stick(*pair, x)
    assert all(d == hockey_stick(*pair, at) for at, d in whole.breakpoints)
    assert whole.max_ratio == max_divergence(*pair)


@given(PAIRS, PROBABILITIES)
def test_exp_eps_inverts_delta(pair: Pair, delta: Fraction) -> None:
    """The x at delta is the least x >= 1 whose delta is no larger."""
    whole = curve(*pair)
    x = whole.exp_eps_at(delta)
    if isinstance(x, Infinity):
        assert whole.breakpoints[-1][1] > delta
    else:
        assert whole.delta_at(x) <= delta
        assert x == 1 or whole.delta_at(x) == delta
        assert x == 1 or whole.delta_at(x - Fraction(1, 10**9)) > delta


@given(PAIRS)
def test_the_reversed_curve_is_that_of_the_exchanged_pair(pair: Pair) -> None:
    """Exchanging the laws is reversing the curve; twice is doing nothing."""
    p, q = pair
    assert curve(q, p) == curve(p, q).reversed()
    assert curve(p, q).reversed().reversed() == curve(p, q)


@given(st.lists(laws(), min_size=2, max_size=5), st.data())
def test_the_envelope_is_the_worst_pair(given_laws: list[Law], data: st.DataObject) -> None:
    """Over all pairs, in both directions, at every breakpoint of every pair."""
    index = st.integers(0, len(given_laws) - 1)
    pairs = data.draw(st.lists(st.tuples(index, index), min_size=1, max_size=6))
    whole = envelope(given_laws, pairs)
    directed = [(given_laws[a], given_laws[b]) for i, j in pairs for a, b in ((i, j), (j, i))]
    places = {x for p, q in directed for x, _ in curve(p, q).breakpoints}
    for x in {*places, Fraction(1, 2), Fraction(7, 3)}:
        greatest = max(hockey_stick(p, q, x) for p, q in directed)
        value, (i, j) = whole.worst(x)
        assert value == greatest == whole.curve.delta_at(x)
        assert hockey_stick(given_laws[i], given_laws[j], x) == greatest
    assert whole.curve == upper_envelope(curve(p, q) for p, q in directed)
    assert whole.curve.is_symmetric


@given(PAIRS)
def test_breakpoints_determine_a_symmetric_curve(pair: Pair) -> None:
    """The points (x, delta(x)), x >= 1, give back the curve that holds in both directions."""
    whole = upper_envelope([curve(*pair), curve(*pair).reversed()])
    assert curve_from_breakpoints(whole.breakpoints) == whole


@given(LOSSES, PROBABILITIES, POSITIVE)
def test_the_curve_of_a_guarantee(x: Fraction, delta: Fraction, at: Fraction) -> None:
    """It passes through (x, delta), and is the optimal composition of one mechanism."""
    whole = curve_of_guarantee(x, delta)
    assert whole.delta_at(x) == delta
    assert whole.exp_eps_at(delta) == (x if delta < 1 else 1)
    assert whole.is_symmetric
    assert whole.delta_at(at) == composed_curve([Guarantee(x, delta)]).delta_at(at)


@given(PAIRS, PROBABILITIES)
def test_the_trade_off_is_the_best_test(pair: Pair, alpha: Fraction) -> None:
    """No test beats it, and a mixture of two events reaches it (Neyman and Pearson)."""
    null, alternative = pair
    best = tradeoff(null, alternative).at(alpha)
    points = [
        (chance(null, event), 1 - chance(alternative, event))
        for event in events(null, alternative)
    ]
    reached = [b for a, b in points if a <= alpha]
    for a1, b1 in points:
        for a2, b2 in points:
            if a1 <= alpha < a2:
                reached.append(b1 + (b2 - b1) * (alpha - a1) / (a2 - a1))
    assert best == min(reached)


@given(PAIRS, POSITIVE)
def test_curve_and_trade_off_determine_each_other(pair: Pair, x: Fraction) -> None:
    """delta(x) = 1 - min (f(a) + x a), and back; exchanging hypotheses inverts the function."""
    p, q = pair
    f = tradeoff(q, p)
    assert f.curve() == curve(p, q)
    assert of_curve(f.curve()) == f
    assert f.reversed() == tradeoff(p, q)
    assert curve(p, q).delta_at(x) == 1 - min(b + x * a for a, b in f.corners)


@given(PAIRS)
def test_pickling_keeps_a_curve(pair: Pair) -> None:
    """Curves and trade-offs survive a round trip; infinity stays itself."""
    assert pickled(curve(*pair)) == curve(*pair)
    assert pickled(tradeoff(*pair)) == tradeoff(*pair)
    assert pickled(Infinity.INFINITE) is Infinity.INFINITE


HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    "corners",
    [
        (),
        ((HALF, HALF), (ONE, ONE)),
        ((0 * ONE, -ONE), (ONE, ONE)),
        ((0 * ONE, HALF),),
        ((0 * ONE, 0 * ONE), (HALF, HALF / 2), (ONE, ONE)),
        ((0 * ONE, 0 * ONE), (HALF, HALF), (ONE, ONE)),
        ((0 * ONE, 2 * ONE), (ONE, ONE)),
    ],
)
def test_a_polygon_that_is_no_curve_is_refused(
    corners: tuple[tuple[Fraction, Fraction], ...],
) -> None:
    """Wrong ends, rising slopes and corners inside an edge are refused."""
    with pytest.raises(ValueError, match="the corners of a privacy curve"):
        PrivacyCurve(corners)


@pytest.mark.parametrize(
    "points",
    [
        [],
        [(2 * ONE, HALF)],
        [(ONE, HALF), (2 * ONE, ONE)],
        [(ONE, HALF), (2 * ONE, HALF / 2), (3 * ONE, HALF / 4), (4 * ONE, HALF / 4)],
    ],
)
def test_breakpoints_of_no_curve_are_refused(points: list[tuple[Fraction, Fraction]]) -> None:
    """They begin at x = 1, fall, and are convex; a point inside an edge is no breakpoint."""
    with pytest.raises(ValueError, match="the breakpoints of a privacy curve"):
        curve_from_breakpoints(points)


@given(st.lists(laws(), min_size=4, max_size=6))
def test_the_heap_of_an_envelope_does_not_matter(given_laws: list[Law]) -> None:
    """Dropping points that are below others, early and often, changes nothing."""
    pairs = list(combinations(range(len(given_laws)), 2))
    whole = envelope(given_laws, pairs)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reference.privacy.curve, "LEAST_HEAP", 4)
        again = envelope(given_laws, pairs)
    assert again.curve == whole.curve
    for x, delta in whole.curve.breakpoints:
        found, (i, j) = again.worst(x)
        assert found == delta == hockey_stick(given_laws[i], given_laws[j], x)


def test_nearly_equal_corners_are_told_apart() -> None:
    """Corners closer than the rounding, 2^-64, that sorts out the others."""
    fine = 2**80
    given_laws: list[Law] = [
        Dist.weighted([(0, Fraction(fine + k)), (1, Fraction(fine - k)), (2, Fraction(fine))])
        for k in range(4)
    ]
    pairs = list(combinations(range(4), 2))
    whole = envelope(given_laws, pairs)
    directed = [(i, j) for pair in pairs for i, j in (pair, pair[::-1])]
    assert whole.curve == upper_envelope(curve(given_laws[i], given_laws[j]) for i, j in directed)
    assert whole.worst(ONE)[1] in {(0, 3), (3, 0)}


def test_an_envelope_of_nothing_is_refused() -> None:
    """There is no curve of no pairs."""
    with pytest.raises(ValueError, match="at least one pair"):
        envelope([Dist.point(0)], [])
