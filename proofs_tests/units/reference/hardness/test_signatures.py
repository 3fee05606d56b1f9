"""Signed messages, forgers, and formulas with a gap."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.claims.vt14.laws.signatures import Responding, Telling, Unread
from reference.data.bottom import Bottom
from reference.hardness.gap_reductions import best_assignment, by_identity, clauses_of, satisfied
from reference.hardness.signatures import Forger, TableSignatures, all_keys
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

SCHEME = TableSignatures((1, 0, 1), 2)


def test_all_keys_differ() -> None:
    """T^M of them."""
    assert len(set(all_keys(3, 2))) == 8


def test_forger_by_hand() -> None:
    """Of six pairs three verify; the database has one of them."""
    x = SCHEME.signed((0,))
    assert law(Forger(Unread(3, 2, 1), SCHEME), x).probability(Bottom.BOTTOM) == Fraction(4, 6)
    assert law(Forger(Telling(), SCHEME), x).probability(Bottom.BOTTOM) == 1
    response = Forger(Responding(3, 2, Epsilon(Fraction(2))), SCHEME)
    assert law(response, x).probability((1, 0)) == Fraction(1, 7)


def test_two_draws_are_both_looked_at() -> None:
    """1 - (4/6)^2."""
    found = law(Forger(Unread(3, 2, 2), SCHEME), SCHEME.signed((0,)))
    assert found.probability(Bottom.BOTTOM) == Fraction(16, 36)


def test_clauses_by_hand() -> None:
    """The conjunction of two inputs refuses three of four."""
    reduction = by_identity(clauses_of(2))
    formula = reduction.reduce(all)
    assert sorted(formula) == [(-1, 2), (1, -2), (1, 2)]
    assert satisfied(formula, (False, True)) == 2
    assert best_assignment(formula, ((False, True), (True, True))) == (True, True)


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
