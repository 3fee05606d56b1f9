"""Points of a box, against its corners cut by planes."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from reference.data.box_point import Inequality, point_of_box

VALUES = (Fraction(-1), Fraction(0), Fraction(1, 2), Fraction(2))


def corner_exists(inequalities: list[Inequality]) -> bool:
    """Whether two lines, of those of the box and of the inequalities, meet in a fair point."""
    sides: list[Inequality] = [((1, 0), 1), ((-1, 0), 0), ((0, 1), 1), ((0, -1), 0)]
    every = sides + inequalities
    for ((a, b), c), ((d, e), f) in combinations(every, 2):
        scale = a * e - b * d
        if scale:
            x, y = Fraction(c * e - b * f) / scale, Fraction(a * f - c * d) / scale
            if all(p * x + q * y <= r for (p, q), r in every):
                return True
    return False


def test_a_point_or_none() -> None:
    """All pairs of inequalities with small coefficients, in the plane."""
    lines: list[Inequality] = [((a, b), c) for a, b, c in product(VALUES, repeat=3)]
    found = []
    for first, second in list(combinations(lines, 2))[::9]:
        point = point_of_box([first, second], 2)
        found.append(point is not None)
        assert found[-1] == corner_exists([first, second])
        if point is not None:
            assert all(0 <= coordinate <= 1 for coordinate in point)
            for (a, b), c in (first, second):
                assert a * point[0] + b * point[1] <= c
    assert 0 < sum(found) < len(found)


def test_no_inequality_and_wrong_sizes() -> None:
    """Any point will do; no side, and other numbers of coefficients, are refused."""
    assert point_of_box([], 3) == (Fraction(0),) * 3
    with pytest.raises(ValueError, match="size 0"):
        point_of_box([], 0)
    with pytest.raises(ValueError, match="2 coefficients"):
        point_of_box([((1,), 1)], 2)
