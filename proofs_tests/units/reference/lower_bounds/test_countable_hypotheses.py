"""Points that finitely many hypotheses confuse: what is refused."""

from fractions import Fraction

import pytest

from reference.data.concept import Values
from reference.lower_bounds.countable_hypotheses import disjoint_sequence, finite_part


def test_too_few_points() -> None:
    """A function tells the second point from the first."""
    with pytest.raises(ValueError, match="1 hypotheses tell the points that are left of 2"):
        disjoint_sequence([Values((1, 0)), Values((0, 1))], 2, 5)


def test_parts_of_what_is_no_law() -> None:
    """Nothing of a law that misses something, and nothing finite without leaving anything out."""
    law = [("a", Fraction(1, 2)), ("b", Fraction(1, 3))]
    with pytest.raises(ValueError, match="missed 0"):
        finite_part(law, Fraction(0))
    with pytest.raises(ValueError, match="the law misses 1/6"):
        finite_part(law, Fraction(1, 100))
