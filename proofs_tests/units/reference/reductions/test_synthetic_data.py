"""Units of synthetic data: what is refused."""

from fractions import Fraction

import pytest

from reference.data.concept import intervals
from reference.data.domain import Domain
from reference.data.query_release import data_means, furthest
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.privacy.epsilon import Epsilon
from reference.reductions.synthetic_data import SyntheticData, rows_for_a_match

HALF = Fraction(1, 2)


def test_bad_parameters_are_refused() -> None:
    """In one line."""
    eps = Epsilon(Fraction(2), 5)
    release = PAPRelease(intervals(2), Domain.of_size(2), (), HALF, 1, HALF, eps)
    with pytest.raises(ValueError, match="rows 0"):
        SyntheticData(release, intervals(2), 2, 0, HALF)
    with pytest.raises(ValueError, match="accuracy 0"):
        rows_for_a_match(intervals(2), Fraction(0))
    with pytest.raises(ValueError, match="at least one row"):
        data_means(intervals(2), ())
    with pytest.raises(ValueError, match="at least one answer"):
        furthest((), ())
