"""Plausible mistakes in fingerprinting codes and traitor tracing."""

from fractions import Fraction

from audits.claims.vt14.impostors.boneh_shaw import InOrder, OneBefore, StrictRise
from audits.claims.vt14.impostors.private_means import OrderKept
from audits.claims.vt14.impostors.tardos import swapped_score
from audits.claims.vt14.impostors.traitor_tracing import DigestRedrawn, FreshRuns, NoPads, OnePad
from audits.claims.vt14.laws.fingerprinting import WeightedReports, one_missing_of
from audits.claims.vt14.laws.traitor_tracing import (
    CountNoise,
    FromHistogram,
    KeyHistogram,
    hand_of,
    keys_of,
)
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted
from reference.data.adjacency import replace_one
from reference.hardness.key_queries import Decoded, DigestDecoder, MechanismPirate
from reference.hardness.traitor_tracing import OneTimePads, best_decoder
from reference.lower_bounds.boneh_shaw_code import BonehShawCode
from reference.lower_bounds.fingerprinting_code import best_pirate
from reference.lower_bounds.fingerprinting_experiment import OneMissing
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

WORDS = ((0, 1), (1, 1), (0, 1))


def test_columns_in_order_hide_nothing() -> None:
    """Users 1 and 3 have user 2 accused always, not half of the time; i - 1 is wrong at once."""
    assert best_pirate(InOrder(3, 1), (1, 3)).chance == 1
    assert best_pirate(BonehShawCode(3, 1), (1, 3)).chance == Fraction(1, 2)
    assert best_pirate(OneBefore(2, 1), (2,)).chance == 1


def test_a_rise_of_more_than_1_over_n_misses() -> None:
    """Two users, two columns a block: a word that rises by 1/2 twice."""
    assert best_pirate(StrictRise(2, 2), (1, 2)).chance == 1
    assert best_pirate(BonehShawCode(2, 2), (1, 2)).chance == 0


def test_swapped_weights_are_not_centred() -> None:
    """The bias 1/5: E U = -3/2 and E U^2 = 13/4."""
    p = Fraction(1, 5)
    one, zero = swapped_score(1, p), swapped_score(0, p)
    assert p * one + (1 - p) * zero == Fraction(-3, 2)
    assert p * one**2 + (1 - p) * zero**2 == Fraction(13, 4)


def test_rows_in_order_are_not_neighbours() -> None:
    """Without user 1, and without user 3: both rows are others."""
    eps = Epsilon.indeterminate()
    users, kept = one_missing_of(3), Guarantee.pure(eps)
    wrong = audit_privacy(OrderKept(WORDS, WeightedReports(eps)), users, kept)
    assert isinstance(wrong, Refuted)
    assert wrong.witness["databases"] == ["1", "3"]
    right = audit_privacy(OneMissing(WORDS, WeightedReports(eps)), users, kept)
    assert isinstance(right, Holds)


def test_broken_encryption_frames_the_innocent() -> None:
    """No pads, or one for all slots: user 2 is accused always."""
    code = BonehShawCode(3, 1)
    zeros = ((0,) * 4,) * 3
    for scheme in (NoPads(4), OnePad(4)):
        assert best_decoder(code, scheme, hand_of((1, 3), zeros)).chance == 1
    assert best_decoder(code, OneTimePads(4), hand_of((1, 3), zeros)).chance == Fraction(1, 2)


def test_a_fresh_run_for_each_ciphertext_costs_more() -> None:
    """One key of two slots that changes in both."""
    pads, eps = OneTimePads(2), Epsilon(Fraction(2), 2)
    universe, kept = replace_one(keys_of(1, 2), 1), Guarantee.pure(eps)
    sent = ((0,), (0,))
    wrong = audit_privacy(Decoded(FreshRuns(pads, CountNoise(eps)), sent), universe, kept)
    assert isinstance(wrong, Refuted)
    pirate = MechanismPirate(pads, CountNoise(eps))
    assert isinstance(audit_privacy(Decoded(pirate, sent), universe, kept), Holds)


def test_a_digest_for_each_query_costs_more() -> None:
    """Three queries about one key, e^eps = 4."""
    pads, eps = OneTimePads(3), Epsilon(Fraction(2), 2)
    keys = (keys_of(1, 3)[0], keys_of(1, 3)[-1])
    universe, kept = replace_one(keys, 1), Guarantee.pure(eps)
    parts = pads, KeyHistogram(keys, eps), FromHistogram(keys, 1)
    sent = ((0,), (0,), (0,))
    wrong = audit_privacy(Decoded(DigestRedrawn(*parts), sent), universe, kept)
    assert isinstance(wrong, Refuted)
    right = audit_privacy(Decoded(DigestDecoder(*parts), sent), universe, kept)
    assert isinstance(right, Holds)
