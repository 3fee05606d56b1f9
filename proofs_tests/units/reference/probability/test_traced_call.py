"""What comparisons on a branch decide, against every value that they leave."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from reference.probability.traced import Traced
from reference.probability.traced_call import Impossible, Path

LINES = [*product((-2, -1, 1, 2), (-2, -1, 0, 1))]
"""a and b, for a x + b."""

VALUES = [Fraction(k, 8) for k in range(-20, 21)]
"""Where a form changes its sign, and between any two of these places."""


def path() -> Path:
    """A branch at its beginning."""
    return Path((), Fraction(2), 1, [], begins=False)


def where(line: tuple[int, int], *, strictly: bool) -> set[Fraction]:
    """The values of x for which a x + b is above 0, or at least 0."""
    a, b = line
    return {x for x in VALUES if a * x + b > 0 or (a * x + b == 0 and not strictly)}


@pytest.mark.parametrize("above", [False, True])
@pytest.mark.parametrize("strictly", [False, True])
def test_a_comparison_is_decided_by_one_before(above: bool, strictly: bool) -> None:
    """If and only if all values that are left give the same answer; else both are followed."""
    for before, asked in product(LINES, LINES):
        branch = path()
        branch.guards.append((form(before), above))
        left, holds = where(before, strictly=above), where(asked, strictly=strictly)
        found = branch.at_least(form(asked), strictly=strictly)
        assert left & holds if found else left - holds
        assert (len(branch.guards) == 1) == (left <= holds or not left & holds)


def form(line: tuple[int, int]) -> dict[str, Fraction]:
    """As a branch has it."""
    return {name: Fraction(c) for name, c in zip(("q", ""), line, strict=True) if c}


@pytest.mark.parametrize("strictly", [False, True])
@pytest.mark.parametrize("c", [-1, 0, 1])
def test_numbers_are_compared(c: int, strictly: bool) -> None:
    """Nothing is followed two ways; two numbers that differ are not made equal."""
    branch = path()
    known = {"": Fraction(c)} if c else {}
    assert branch.at_least(known, strictly=strictly) == (c > 0 if strictly else c >= 0)
    assert not branch.guards
    number, zero = Traced(branch, known), Traced(branch, {})
    if c:
        with pytest.raises(Impossible):
            branch.equate(number, zero)
    else:
        branch.equate(number, zero)
    assert not branch.equations
