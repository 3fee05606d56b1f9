"""Plausible mistakes in RecPrefix, each refuted with a concrete pair or database."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from audits.claims.bnsv15.impostors.rec_prefix import (
    OverlappingPairs,
    SortedPairs,
    WrongEnd,
    ending,
    median_length,
    with_pairs,
)
from audits.claims.bnsv15.laws.rec_prefix import is_good
from audits.engines.accuracy import audit_accuracy
from audits.engines.privacy import audit_privacy
from audits.table import tabulate
from audits.verdict import Holds, Refuted, confirmed
from reference.data.adjacency import ListedAdjacency, replace_one
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.interior_point.rec_prefix import InteriorLength, PrefixToPoint, RecPrefix
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

FOUR, LARGE = Domain.of_size(4), Epsilon(Fraction(16), 4)
Kind = type[Holds] | type[Refuted]


@pytest.mark.parametrize(
    ("find", "rows", "kind"),
    [
        (InteriorLength, 6, Holds),
        (median_length, 4, Refuted),
        (with_pairs(SortedPairs), 6, Refuted),
        (with_pairs(OverlappingPairs), 4, Refuted),
    ],
)
def test_lengths_of_wrong_pairs_leak(find: Callable[..., Any], rows: int, kind: Kind) -> None:
    """Rows in order, two partners for a row, and the exact median."""
    outer = RecPrefix(FOUR, 0, 1, LARGE, 3)
    universe = replace_one(range(4), rows)
    verdict = audit_privacy(find(outer), universe, Guarantee.pure(LARGE))
    assert isinstance(verdict, kind)
    assert isinstance(confirmed(verdict), kind)


@pytest.mark.parametrize(
    ("end", "kind"),
    [(PrefixToPoint, Holds), (ending(lambda m: WrongEnd(m, noisy=False)), Refuted)],
)
def test_a_comparison_without_noise_leaks(end: Callable[..., Any], kind: Kind) -> None:
    """One row more above the upper end, and the point is another one."""
    eps = Epsilon(Fraction(2), 4)
    right = PrefixToPoint(FOUR, 1, 3, 0, eps)
    made = end(FOUR, 1, 3, 0, eps, Fraction(3, 2))
    verdict = audit_privacy(made, replace_one(range(4), 5), right.guarantee)
    assert isinstance(verdict, kind)
    assert isinstance(confirmed(verdict), kind)


@pytest.mark.parametrize(
    ("end", "kind"),
    [
        (PrefixToPoint, Holds),
        (ending(lambda m: WrongEnd(m, swapped=True)), Refuted),
        (ending(lambda m: WrongEnd(m, more=0)), Refuted),
        (ending(lambda m: WrongEnd(m, counts_lower=True)), Refuted),
    ],
)
def test_the_wrong_end_is_no_good_point(end: Callable[..., Any], kind: Kind) -> None:
    """From rows 2 and 9 of 16 points, and a prefix of one digit."""
    mechanism = end(Domain.of_size(16), 1, 1, 0, Epsilon(Fraction(4), 4), Fraction(3, 2))
    databases = ListedAdjacency(((2, 2, 9, 9, 9, 9), (2, 2, 9, 9, 15, 15)), ())
    verdict = audit_accuracy(
        tabulate(mechanism, databases),
        lambda rows, x: isinstance(x, Bottom) or is_good(rows, x, 1),
        Fraction(1, 100),
        "ends",
    )
    assert isinstance(verdict, kind)
    assert isinstance(confirmed(verdict), kind)
