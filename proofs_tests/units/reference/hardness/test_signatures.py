"""Signed messages, forgers, and formulas with a gap."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.claims.vt14.laws.signatures import Responding, Telling, Unread
from reference.data.bottom import Bottom
from reference.hardness.gap_reductions import clauses_of
from reference.hardness.signatures import Forger, TableSignatures
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

SCHEME = TableSignatures((1, 0, 1), 2)


def test_forger_by_hand() -> None:
    """Of six pairs three verify; the database has one of them."""
    x = SCHEME.signed((0,))
    assert law(Forger(Unread(3, 2, 1), SCHEME), x).probability(Bottom.BOTTOM) == Fraction(4, 6)
    assert law(Forger(Telling(), SCHEME), x).probability(Bottom.BOTTOM) == 1
    response = Forger(Responding(3, 2, Epsilon(Fraction(2))), SCHEME)
    assert law(response, x).probability((1, 0)) == Fraction(1, 7)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: TableSignatures((), 2), "at least one entry"),
        (lambda: TableSignatures((2,), 2), "from 0 to 1"),
        (lambda: clauses_of(4), "1 to 3"),
    ],
)
def test_refused(wrong: object, words: str) -> None:
    """Bad parameters are named."""
    assert callable(wrong)
    with pytest.raises(ValueError, match=words):
        wrong()
