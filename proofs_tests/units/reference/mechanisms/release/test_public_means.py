"""The means of the public rows alone."""

from fractions import Fraction

import pytest

from reference.data.concept import intervals
from reference.data.domain import Domain
from reference.data.named_classes import stumps
from reference.mechanisms.release.public_means import PublicMeans
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law

FOUR = Domain.of_size(4)


def test_answers_are_means_of_signs() -> None:
    """Repeated public rows count as often as they occur; private rows do not count."""
    release = PublicMeans(stumps(2), FOUR, (3, 3, 0, 1))
    for private in ((), (0, 0), (2, 3)):
        assert law(release, private).support == {(Fraction(1, 2), Fraction(0))}


def test_nothing_is_lost() -> None:
    """The promise is (0, 0)."""
    release = PublicMeans(intervals(4), FOUR, (1,))
    assert release.guarantee == Guarantee(Fraction(1), Fraction(0))
    assert release.universe(2).database_count == 10


def test_no_public_rows_are_refused() -> None:
    """They have no mean."""
    with pytest.raises(ValueError, match="at least one"):
        PublicMeans(intervals(4), FOUR, ())
