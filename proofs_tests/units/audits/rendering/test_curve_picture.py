"""The picture of a privacy curve."""

from fractions import Fraction
from math import exp, log
from typing import Any

import pytest
from matplotlib.lines import Line2D

from audits.rendering.curve_picture import draw, figure_of
from reference.privacy.curve import curve_of_guarantee

CURVE = curve_of_guarantee(Fraction(2), Fraction(1, 10))


def points(line: Line2D) -> list[tuple[float, float]]:
    """What is drawn."""
    places: Any = line.get_xydata()
    return [(float(x), float(y)) for x, y in places]


def test_lines_are_those_of_the_curve() -> None:
    """Every drawn point is (ln x, delta(x)), and the errors are the corners."""
    left, right = figure_of(CURVE, (Fraction(3, 2), Fraction(0)), "a title").axes
    for eps, delta in points(left.lines[0]):
        assert abs(delta - float(CURVE.delta_at(Fraction(exp(eps))))) < 1e-9
    assert points(right.lines[0]) == [(float(q), float(1 - p)) for q, p in CURVE.corners]
    assert points(left.lines[2]) == [(log(1.5), 0)]
    assert len(left.lines) == 4  # the gap between the claim and the curve


@pytest.mark.parametrize(
    ("name", "start"), [("a.png", b"\x89PNG"), ("a.pdf", b"%PDF"), ("a.svg", b"<?xml")]
)
def test_kinds_of_files(name: str, start: bytes) -> None:
    """The name of the file says which kind it is."""
    assert draw(name, CURVE).startswith(start)


def test_another_ending_is_refused() -> None:
    """The line names those that there are."""
    with pytest.raises(ValueError, match=r"a\.txt: the name of a picture ends in \.png"):
        draw("a.txt", CURVE, (Fraction(2), Fraction(0)), holds=False)
