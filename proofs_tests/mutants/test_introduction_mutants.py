"""Plausible mistakes in randomised response and in the release of a random row."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.claims.vt14.impostors.distances import WRONG_ROWS
from audits.claims.vt14.impostors.gaussian_counts import WRONG_NOISE, NoisyCount, truncated
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.privacy.guarantee import Guarantee


@pytest.mark.parametrize("name", ["the first row", "always a row", "three quarters of the time"])
def test_rows_that_are_told_too_often(name: str) -> None:
    """The distance is above 1/(2n)."""
    made = WRONG_ROWS[name](Domain.of_size(2), 2)
    universe = replace_one(range(2), 2, ordered=True)
    assert isinstance(audit_privacy(made, universe, made.guarantee), Refuted)


@pytest.mark.parametrize("name", ["half the variance", "not centred", "one-sided"])
def test_noise_of_another_shape(name: str) -> None:
    """On two counts, at the delta of truncated Gaussian noise of base 2 and width 1: 1/4."""
    promised = Guarantee(Fraction(2), Fraction(1, 4))
    universe = replace_one(range(2), 1)
    made = NoisyCount(WRONG_NOISE[name], Fraction(2), 1)
    kept = NoisyCount(truncated, Fraction(2), 1)
    assert isinstance(audit_privacy(kept, universe, promised), Holds)
    assert isinstance(audit_privacy(made, universe, promised), Refuted)
