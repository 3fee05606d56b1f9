"""Points that finitely many hypotheses confuse, against brute force."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from reference.data.concept import Values, all_functions, points
from reference.exact.rational_function import RationalFunction
from reference.lower_bounds.countable_hypotheses import (
    agreement,
    disjoint_sequence,
    finite_part,
    missed_part,
)


def test_no_function_is_good_twice() -> None:
    """All pairs of functions on 6 points: good sets by the definition."""
    for chosen in combinations(all_functions(6), 2):
        steps = disjoint_sequence(chosen, 6, 2)
        good = [
            {h for h in chosen if (h.values[s.point], h.values[s.other]) == (1, 0)} for s in steps
        ]
        assert [set(s.good) for s in steps] == good
        assert all(not first & second for first, second in combinations(good, 2))
        assert steps[0].point != steps[1].point


def test_points_are_different() -> None:
    """As many points as are asked for."""
    steps = disjoint_sequence(points(3), 16, 8)
    assert len({step.point for step in steps}) == 8


def test_agreement_is_counted() -> None:
    """Over the two points."""
    for h in product((0, 1), repeat=2):
        assert agreement(Values(h), 0, 1) == Fraction((h[0] == 1) + (h[1] == 0), 2)


def test_masses_are_those_of_two_points() -> None:
    """One half each."""
    (step,) = disjoint_sequence(points(3), 3, 1)
    assert step.masses(3) == (Fraction(1, 2), Fraction(1, 2), Fraction(0))


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
