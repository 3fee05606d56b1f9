"""Conjunctions of literals over distinct attributes."""

from __future__ import annotations

import pytest

from reference.data.marginals import Marginal, marginals


def test_patterns() -> None:
    """X_1 and not X_2, of the rows 00, 10, 01, 11 (bit 0 is X_1)."""
    assert [Marginal(0b01, 0b10)(row) for row in range(4)] == [0, 1, 0, 0]


def test_order() -> None:
    """By attributes, then 0 before 1."""
    assert [(m.wanted, m.unwanted) for m in marginals(2, 2)] == [(0, 3), (2, 1), (1, 2), (3, 0)]


def test_refused() -> None:
    """A contradiction, and more literals than attributes."""
    with pytest.raises(ValueError, match="distinct attributes"):
        Marginal(1, 1)
    with pytest.raises(ValueError, match="from 0 to 2"):
        marginals(2, 3)
