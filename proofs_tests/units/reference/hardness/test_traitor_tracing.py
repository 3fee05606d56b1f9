"""Traitor tracing with one-time pads, by hand."""

from fractions import Fraction

from audits.claims.vt14.laws.traitor_tracing import (
    PADS,
    CopiesTheOther,
    Honest,
    OffBy,
    hand_of,
)
from reference.hardness.key_queries import Decoded, DigestDecoder, MechanismPirate
from reference.hardness.traitor_tracing import (
    Key,
    OneTimePads,
    TracingGame,
    View,
    best_decoder,
    is_available,
    probe,
    read_by,
)
from reference.lower_bounds.boneh_shaw_code import BonehShawCode
from reference.lower_bounds.fingerprinting_code import Verdict
from reference.probability.law import law

FOUR = OneTimePads(4)
HAND = hand_of((1, 3))


def test_what_is_sent_is_read() -> None:
    """Each user reads the own row of the matrix."""
    words = ((0, 1, 1, 1), (0, 0, 1, 1), (0, 0, 0, 1))
    sent = probe(FOUR, PADS, words)
    assert read_by(FOUR, View(hand_of((1, 2, 3)), sent)) == words
    assert not is_available(FOUR, View((), sent), (0, 0, 0, 0))


def test_copying_what_cannot_be_read() -> None:
    """User 2 is accused of two random bits that are 0 and 1: a quarter; the best pirate: half."""
    code = BonehShawCode(3, 1)
    found = law(TracingGame(code, FOUR, CopiesTheOther(FOUR, 2)), HAND)
    assert found.probability(Verdict(feasible=True, accused=2)) == Fraction(1, 4)
    assert best_decoder(code, FOUR, HAND).chance == Fraction(1, 2)
    honest = law(TracingGame(code, FOUR, Honest(FOUR)), HAND)
    assert honest.probability(Verdict(feasible=True, accused=1)) == 1


def test_means_of_keys_by_hand() -> None:
    """The keys 01 and 11 read 1, 0 and 1, 1: what is not unanimous is rounded down."""
    pads, hand = OneTimePads(2), (Key(1, (0, 1)), Key(2, (1, 1)))
    sent = ((1, 0), (1, 0))
    pirate = MechanismPirate[Fraction](pads, OffBy(Fraction(0)))
    assert law(Decoded(pirate, sent), hand).probability((1, 0)) == 1
    digest = DigestDecoder[tuple[Key, ...], Fraction](
        pads, lambda keys, _: keys, lambda keys, q: Fraction(sum(map(q, keys)), len(keys))
    )
    assert law(Decoded(digest, sent), hand).probability((1, 0)) == 1
