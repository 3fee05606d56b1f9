"""Points that finitely many hypotheses confuse: what is refused, and parts by hand."""

from fractions import Fraction

import pytest

from reference.data.concept import Values
from reference.exact.rational_function import RationalFunction
from reference.lower_bounds.countable_hypotheses import (
    disjoint_sequence,
    finite_part,
    missed_part,
)


def test_too_few_points() -> None:
    """A function tells the second point from the first."""
    with pytest.raises(ValueError, match="1 hypotheses tell the points that are left of 2"):
        disjoint_sequence([Values((1, 0)), Values((0, 1))], 2, 5)


def test_finite_parts() -> None:
    """Shortest beginnings; nothing of a law that is not one."""
    law = [("a", Fraction(1, 2)), ("b", Fraction(1, 3)), ("c", Fraction(1, 6))]
    assert finite_part(law, Fraction(1, 2)) == ("a",)
    assert finite_part(law, Fraction(1, 3)) == ("a", "b")
    assert finite_part(law, Fraction(1, 7)) == ("a", "b", "c")
    assert finite_part(law, Fraction(1)) == ()
    with pytest.raises(ValueError, match="missed 0"):
        finite_part(law, Fraction(0))
    with pytest.raises(ValueError, match="the law misses 1/6"):
        finite_part(law[:2], Fraction(1, 100))


def test_what_may_be_missed() -> None:
    """e^(-eps n)/3, for numbers and for every eps."""
    assert missed_part(Fraction(2), 3) == Fraction(1, 24)
    r = RationalFunction.r()
    assert missed_part(r, 2) * r * r == Fraction(1, 3) + r - r
