"""Plausible mistakes in the release that public rows assist, each refuted with two databases."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from audits.claims.bcmnuw20.impostors.pap_release import LEAKING, PublicRowsCount
from audits.claims.bcmnuw20.section_3_release import MOVED, made, with_silent_tests
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted, confirmed
from reference.data.concept import intervals
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law

INFINITE = (
    "the cover is chosen by private rows, too",
    "the concept of a pattern is chosen by the private rows",
    "no noise",
)


@pytest.mark.parametrize("mistake", INFINITE)
def test_private_rows_in_the_cover_and_no_noise_leak(mistake: str) -> None:
    """Two thresholds, no public row or one: an outcome of one database is impossible on another.

    They would be refuted with any promise, so that a thousand times the loss is asked for.
    """
    release = made(LEAKING[mistake], intervals(2), 2, () if "noise" not in mistake else (0,))
    much = Guarantee(Fraction(2) ** 5000, Fraction(0))
    verdict = confirmed(audit_privacy(release, release.universe(1), much))
    assert isinstance(verdict, Refuted)
    assert verdict.witness["databases"]


@pytest.mark.parametrize(
    "mistake", ["half of the noise in the tests", "too little noise in the answers"]
)
def test_little_noise_loses_more_than_is_promised(mistake: str) -> None:
    """Four silent tests before a correction, for some eps; the right release keeps its promise."""
    every: Any = Epsilon.indeterminate(5)
    for build, found in ((PAPRelease, Holds), (LEAKING[mistake], Refuted)):
        release = with_silent_tests(build, every)
        assert isinstance(confirmed(audit_privacy(release, MOVED, release.guarantee)), found)


def test_public_rows_among_the_private_ones_are_private_but_another_law() -> None:
    """Only the law shows it."""
    right, pooled = (made(build, intervals(2), 2, (0,)) for build in (PAPRelease, PublicRowsCount))
    verdict = confirmed(audit_privacy(pooled, pooled.universe(1), pooled.guarantee))
    assert isinstance(verdict, Holds)
    assert law(right, (1,)) != law(pooled, (1,))
