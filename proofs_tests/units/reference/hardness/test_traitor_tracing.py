"""Traitor tracing with one-time pads, by hand."""

from fractions import Fraction

from audits.claims.vt14.laws.traitor_tracing import (
    CopiesTheOther,
    Honest,
    hand_of,
)
from reference.hardness.traitor_tracing import (
    OneTimePads,
    TracingGame,
    best_decoder,
)
from reference.lower_bounds.boneh_shaw_code import BonehShawCode
from reference.lower_bounds.fingerprinting_code import Verdict
from reference.probability.law import law

FOUR = OneTimePads(4)
HAND = hand_of((1, 3))


def test_copying_what_cannot_be_read() -> None:
    """User 2 is accused of two random bits that are 0 and 1: a quarter; the best pirate: half."""
    code = BonehShawCode(3, 1)
    found = law(TracingGame(code, FOUR, CopiesTheOther(FOUR, 2)), HAND)
    assert found.probability(Verdict(feasible=True, accused=2)) == Fraction(1, 4)
    assert best_decoder(code, FOUR, HAND).chance == Fraction(1, 2)
    honest = law(TracingGame(code, FOUR, Honest(FOUR)), HAND)
    assert honest.probability(Verdict(feasible=True, accused=1)) == 1
