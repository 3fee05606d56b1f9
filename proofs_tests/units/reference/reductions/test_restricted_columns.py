"""Restriction to columns: what the mechanism for all of them is shown."""

import pytest

from reference.probability.law import law
from reference.reductions.restricted_columns import OnColumns


def test_counts_go_to_their_columns() -> None:
    """In any order of S; zeros elsewhere."""
    shown = OnColumns(lambda histogram, _coins: histogram, 4, (3, 0))
    assert list(law(shown, (5, 2))) == [(2, 0, 0, 5)]


def test_parameters_are_checked() -> None:
    """Columns exist and stand once; histograms have a count for each of them."""
    with pytest.raises(ValueError, match="each once"):
        OnColumns(lambda histogram, _coins: histogram, 3, (1, 1))
    with pytest.raises(ValueError, match="from 0 to 2"):
        OnColumns(lambda histogram, _coins: histogram, 3, (3,))
    with pytest.raises(ValueError, match="zip"):
        law(OnColumns(lambda histogram, _coins: histogram, 3, (0, 1)), (1,))
