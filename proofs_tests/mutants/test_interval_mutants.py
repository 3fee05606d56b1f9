"""Mistakes in releases of intervals and restrictions, each refuted with two databases."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from audits.claims.vt14.section_6_2_intervals import TREES, WRONG_NAIVE
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted, confirmed
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.mechanisms.release.interval_release import (
    IntervalAnswers,
    IntervalCells,
    IntervalTree,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

TWO, NONE = Fraction(2), Fraction(0)
LEAKS = [
    (TREES["one draw for the two halves of a block"], 2),
    (TREES["no noise on the last leaf"], 2),
    (WRONG_NAIVE["one draw for all queries"].parts[0], 3),
    (WRONG_NAIVE["one draw for all cells"].parts[1], 2),
    (WRONG_NAIVE["no noise on the first cell"].parts[1], 2),
]


def test_the_right_releases_keep_their_promises() -> None:
    """Over three and four points."""
    for release in (
        IntervalAnswers(Domain.of_size(3), Epsilon(TWO)),
        IntervalCells(Domain.of_size(3), Epsilon(TWO)),
        IntervalTree(Domain.of_size(4), Epsilon(TWO)),
    ):
        verdict = confirmed(audit_privacy(release, release.universe(1), release.guarantee))
        assert isinstance(verdict, Holds)


@pytest.mark.parametrize(("build", "parts"), LEAKS)
def test_shared_noise_and_no_noise_leak(build: Callable[..., Any], parts: int) -> None:
    """An outcome of one row is impossible on another: refuted with any loss."""
    size = 3 if parts == 3 else 2
    wrong = build(Domain.of_size(size), Epsilon(TWO))
    much = Guarantee(TWO**100, NONE)
    verdict = confirmed(audit_privacy(wrong, replace_one(range(size), 1), much))
    assert isinstance(verdict, Refuted)
    assert verdict.witness["databases"]


@pytest.mark.parametrize(
    ("build", "parts", "size"),
    [
        (WRONG_NAIVE["eps for each query"].parts[0], 3, 3),
        (WRONG_NAIVE["cells with eps each"].parts[1], 2, 2),
        (TREES["eps/d for each block"], 2, 2),
    ],
)
def test_too_little_noise_loses_more(build: Callable[..., Any], parts: int, size: int) -> None:
    """INT1, INT2 and INT3: twice the loss, on the least scope that shows it."""
    wrong = build(Domain.of_size(size), Epsilon(TWO))
    promised = Guarantee(TWO**parts, NONE)
    verdict = confirmed(audit_privacy(wrong, replace_one(range(size), 1), promised))
    assert isinstance(verdict, Refuted)
