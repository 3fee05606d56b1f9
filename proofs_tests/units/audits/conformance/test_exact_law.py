"""Exact laws of foreign code, decided: planted bugs are refuted with a witness."""

import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from audits.conformance.covered import law_with_rest
from audits.conformance.exact_law import (
    Claimed,
    UnexploredError,
    decide,
    exact_law,
    neighbours,
    step_dist,
)
from audits.conformance.exhaustion import Limits, exhaust
from audits.conformance.finding import Finding, Outcome, Subject
from audits.conformance.tape import Tape
from proofs_tests.conformance.planted import EPS, PLANTED, right
from reference.probability.dist import Dist

SUBJECT = Subject("ours", "0", "mechanism", "replace-one", "eps")


def decided(laws: dict[Any, Dist[Any, Fraction]], claimed: Claimed) -> Finding:
    """The finding on laws of two neighbours."""
    return decide(SUBJECT, claimed, neighbours(*laws), laws, started=time.perf_counter())


def flip(bit: int, rng: Tape, odds: int) -> int:
    """The bit, or the other one, with odds to one."""
    return bit if rng.randrange(odds + 1) else 1 - bit


@pytest.mark.parametrize(
    ("odds", "eps", "outcome"),
    [
        # ln 2 = 0.6931471805..., ln 3 = 1.0986122886...
        (2, Fraction("0.6931471806"), Outcome.HOLDS),
        (2, Fraction("0.6931471805"), Outcome.REFUTED),
        (3, Fraction("1.0986122887"), Outcome.HOLDS),
        (3, Fraction("1.0986122886"), Outcome.REFUTED),
    ],
)
def test_a_real_epsilon_is_decided(odds: int, eps: Fraction, outcome: Outcome) -> None:
    """Eleven digits of a logarithm decide, without rounding, in both directions."""
    laws = {b: exact_law(partial(flip, b, odds=odds)) for b in (0, 1)}
    assert decided(laws, Claimed(eps, allowance=Fraction(0))).outcome is outcome


def test_a_refutation_shows_databases_event_and_probabilities() -> None:
    """The witness can be recomputed by hand."""
    laws = {b: exact_law(partial(flip, b, odds=3)) for b in (0, 1)}
    found = decided(laws, Claimed(Fraction(0), Fraction(1, 4)))
    assert found.outcome is Outcome.REFUTED
    assert found.witness["databases"] == ["0", "1"]
    assert found.witness["event"] == ["0"]
    assert found.witness["probabilities"] == ["3/4", "1/4"]


@pytest.mark.parametrize(("mechanism", "outcome"), PLANTED)
def test_planted_bugs_are_found(mechanism: Callable[[int, Tape], Any], outcome: Outcome) -> None:
    """A scale off by a factor, a wrong sensitivity and reused noise at e^eps = 2."""
    laws = {v: exact_law(partial(mechanism, v)) for v in (0, 1)}
    assert decided(laws, Claimed(EPS, allowance=Fraction(1, 10**9))).outcome is outcome


def test_the_rounding_error_of_a_right_mechanism_is_exact() -> None:
    """1/6 and 1/3 are no doubles: a pure claim fails, by less than 2^-50."""
    laws = {v: exact_law(partial(right, v)) for v in (0, 1)}
    worst = max(
        p - 2 * q
        for a, b in ((0, 1), (1, 0))
        for y in laws[a]
        for p, q in [(laws[a].probability(y), laws[b].probability(y))]
    )
    assert 0 < worst < Fraction(1, 2**50)


def test_unexplored_mass_is_held_against_the_claim() -> None:
    """What was left out can turn `holds` into `undecided`, and refutes nothing."""
    half = Fraction(1, 2)
    found = exhaust(
        lambda rng: sum(iter(lambda: rng.getrandbits(1), 0)), Limits(target=half**9, further=0)
    )
    assert 0 < found.unexplored <= half**9
    with pytest.raises(UnexploredError):
        exact_law(lambda rng: sum(iter(lambda: rng.getrandbits(1), 0)))
    laws = {place: law_with_rest(found, place) for place in (0, 1)}
    for allowance, outcome in ((half**8, Outcome.HOLDS), (half**12, Outcome.UNDECIDED)):
        claimed = Claimed(Fraction(0), allowance=allowance)
        assert decided(laws, claimed).outcome is outcome


def test_a_step_function_becomes_a_distribution() -> None:
    """Counts of k over 2^53."""
    law = step_dist(lambda ks: [k >= 2**51 for k in ks])
    assert law == Dist.weighted([(False, Fraction(1, 4)), (True, Fraction(3, 4))])
