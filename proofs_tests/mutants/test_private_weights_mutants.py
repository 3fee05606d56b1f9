"""Plausible mistakes in private multiplicative weights, each refuted with a pair of databases."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.claims.bcmnuw20.laws.multiplicative_weights import one_row_moved
from audits.claims.vt14.impostors.private_weights import LEAKING, online
from audits.claims.vt14.impostors.private_weights_plan import rounds
from audits.engines.privacy import audit_privacy
from audits.verdict import Refuted, confirmed
from reference.data.adjacency import replace_one
from reference.data.concept import PointFunction
from reference.data.domain import Domain
from reference.mechanisms.release.mwem import MWEM
from reference.mechanisms.release.private_multiplicative_weights import OnlinePrivateWeights
from reference.privacy.epsilon import Epsilon

TWO, HALF = Fraction(2), Fraction(1, 2)


@pytest.mark.parametrize(
    ("name", "word", "points", "rows"),
    [
        ("no noise on the threshold", "AAAAA", 2, 4),
        ("an update answers a", "AAAAA", 2, 4),
        ("answers without noise", "A", 2, 2),
        ("half the noise of a test", "AAAB", 8, 6),
    ],
)
def test_the_promise_is_broken(name: str, word: str, points: int, rows: int) -> None:
    """One of the rows at A is moved to B; e^(4 eps0) = 16 is promised."""
    given = online(word, points, Fraction(1), 1, Epsilon(TWO))
    mutant, stated = LEAKING[name](*given), OnlinePrivateWeights(*given).guarantee
    verdict = confirmed(audit_privacy(mutant, one_row_moved(rows), stated))
    assert isinstance(verdict, Refuted)
    assert verdict.witness["databases"]


def test_rounds_that_leak() -> None:
    """A measurement without noise, two rows."""
    eps = Epsilon(TWO, 4)
    right = MWEM((PointFunction(0),), Domain.of_size(4), 1, HALF, eps)
    mutant = rounds(measured=0)(right.queries, right.domain, 1, HALF, eps)
    verdict = confirmed(audit_privacy(mutant, replace_one(range(2), 2), right.guarantee))
    assert isinstance(verdict, Refuted)
    assert verdict.witness["databases"]
