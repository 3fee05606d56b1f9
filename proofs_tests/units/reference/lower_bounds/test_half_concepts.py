"""Concepts that are 1 on half of the points: their databases and the bound, by hand."""

from fractions import Fraction

import pytest

from reference.lower_bounds.half_concepts import HalfConcepts, largest_success
from reference.privacy.guarantee import Guarantee


def test_databases_of_coupled_concepts() -> None:
    """Copies of each point with its label; 2 k rows differ."""
    hard = HalfConcepts.of_size(4, 16, Fraction(1, 16))
    assert (hard.copies, hard.rows_changed, hard.missed) == (2, 4, 0)
    database = hard.database((0, 1, 0, 0, 1), 8)
    assert len(database) == 16
    assert database[:9] == ((0, 0),) * 8 + ((1, 1),)
    other = hard.database((0, 0, 1, 0, 1), 8)
    assert sum(a != b for a, b in zip(database, other, strict=True)) == 4


@pytest.mark.parametrize(
    ("points", "copies", "exp_eps", "delta", "success"),
    [
        (2, 1, "2", "0", "4/5"),
        (2, 1, "2", "1/10", "43/50"),
        (8, 1, "1", "0", "2/3"),
        (8, 1, "5/4", "0", "100/123"),
        (16, 1, "1", "1/8", "5/6"),
    ],
)
def test_inequality_by_hand(
    points: int, copies: int, exp_eps: str, delta: str, success: str
) -> None:
    """(X + D)/(rho (1 + X)), X = r^2, D = delta (1 + r), rho = 1 or 3/4."""
    given = Guarantee(Fraction(exp_eps), Fraction(delta))
    assert largest_success(HalfConcepts(points, copies), given) == Fraction(success)


def test_wrong_sizes_are_refused() -> None:
    """Named, with what is allowed."""
    for points, copies, words in ((3, 1, "points 3"), (0, 1, "points 0"), (2, 0, "copies 0")):
        with pytest.raises(ValueError, match=words):
            HalfConcepts(points, copies)
    with pytest.raises(ValueError, match="8 alpha n/d = 1/2"):
        HalfConcepts.of_size(2, 1, Fraction(1, 8))
    with pytest.raises(ValueError, match="alpha = 1/4"):
        HalfConcepts.of_size(2, 1, Fraction(1, 4))
