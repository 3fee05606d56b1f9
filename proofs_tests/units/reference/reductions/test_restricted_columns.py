"""Restriction to columns: what is refused."""

import pytest

from reference.probability.law import law
from reference.reductions.restricted_columns import OnColumns


def test_parameters_are_checked() -> None:
    """Columns exist and stand once; histograms have a count for each of them."""
    with pytest.raises(ValueError, match="each once"):
        OnColumns(lambda histogram, _coins: histogram, 3, (1, 1))
    with pytest.raises(ValueError, match="from 0 to 2"):
        OnColumns(lambda histogram, _coins: histogram, 3, (3,))
    with pytest.raises(ValueError, match="zip"):
        law(OnColumns(lambda histogram, _coins: histogram, 3, (0, 1)), (1,))
