"""The overview's version of TreeLog."""

from fractions import Fraction
from itertools import combinations

import pytest

from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.interior_point.path_embedding import RandomPath
from reference.mechanisms.interior_point.simplified_tree_log import SimplifiedTreeLog
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

EPS = Epsilon(Fraction(2), parts=4)


def test_one_row_by_hand() -> None:
    """No row falls off, the level is uniform; its node passes with 1/2; ends by quality."""
    dist = law(SimplifiedTreeLog(Domain.of_size(8), 1, EPS), (5,))
    # ends 0, 7: quality 0; 4, 7: 0; 4, 5: 4 to 1 for 5; 5
    assert dist.probability(5) == Fraction(1, 8) * (Fraction(4, 5) + 1)
    assert dist.probability(0) == Fraction(1, 8) * Fraction(1, 2)
    assert dist.probability(Bottom.BOTTOM) == Fraction(1, 2)


def test_the_empty_database_gives_bottom() -> None:
    """There is no node of positive weight."""
    dist = law(SimplifiedTreeLog(Domain.of_size(8), 1, EPS), ())
    assert dist.support == {Bottom.BOTTOM}


def test_base_case() -> None:
    """Four points or fewer: the exponential mechanism."""
    dist = law(SimplifiedTreeLog(Domain.of_size(3), 1, EPS), (2,))
    assert dist.probability(2) == Fraction(4, 7)


def test_paths_of_distinct_rows_end_in_rows() -> None:
    """If the path could be published, its leaf would be an interior point."""
    mechanism = RandomPath(Domain.of_size(8), 0, Epsilon(Fraction(2)))
    for n in range(1, 5):
        for rows in combinations(range(8), n):
            assert {leaf.position for leaf in law(mechanism, rows)} == set(rows)


def test_parameters_are_checked() -> None:
    """The recursion has to end."""
    with pytest.raises(ValueError, match="base 2"):
        SimplifiedTreeLog(Domain.of_size(8), 1, EPS, base=2)
