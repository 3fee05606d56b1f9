"""Refutations on an interval around e^u: its ends, and what is positive there."""

from fractions import Fraction

from flint import fmpz_poly

from audits.engines.privacy.real_epsilon import refuted_at_real_epsilon
from audits.evidence.table import LawTable
from audits.evidence.verdict import Refuted, Scope, Undecided, confirmed
from reference.data.adjacency import replace_one
from reference.exact.exponential import exp_bounds
from reference.exact.field import RATIONAL_FUNCTIONS
from reference.exact.polynomial import Weight
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee

Table = LawTable[tuple[int, ...], int, RationalFunction]
R = RationalFunction.r()
ONE = R / R


def bits(first: list[int], second: list[int], total: list[int]) -> Table:
    """Laws on one bit: 1 has the first polynomial as probability, or the second, by the total."""
    universe = replace_one((0, 1), 1)
    whole = fmpz_poly(total)
    rows: list[dict[int, Weight]] = [
        {1: fmpz_poly(p), 0: whole - fmpz_poly(p)} for p in (first, second)
    ]
    databases, outcomes = tuple(universe.databases()), (0, 1)
    totals = (whole, whole)
    return LawTable(universe, databases, outcomes, tuple(rows), totals, RATIONAL_FUNCTIONS)


def refuted(table: Table, claim: RationalFunction) -> object:
    """Whether the claim is refuted at u = 1, with the kernel's word."""
    promised = Guarantee(claim, ONE - ONE)
    scope = Scope("one bit")
    return confirmed(refuted_at_real_epsilon(table, promised, Fraction(1), "x", scope, (0, 1)))


def test_ends_are_short_where_they_suffice() -> None:
    """r/(1+r) is not at most 1/(1+r): four binary digits after the point show it."""
    found = refuted(bits([0, 1], [1], [1, 1]), ONE)
    assert isinstance(found, Refuted)
    over = found.certificate["range"]
    assert isinstance(over, dict)
    low, high = Fraction(str(over["from"])), Fraction(str(over["to"]))
    assert low < exp_bounds(Fraction(1))[0] < exp_bounds(Fraction(1))[1] < high
    assert max(low.denominator, high.denominator) <= 2**4


def test_ends_are_so_near_that_no_weight_is_negative() -> None:
    """(10 r - 27) / (100 r) is a probability at r = e, and none at r = 43/16."""
    found = refuted(bits([0, 50], [-27, 10], [0, 100]), R)
    assert isinstance(found, Refuted)
    over = found.certificate["range"]
    assert isinstance(over, dict)
    assert Fraction(str(over["from"])) > Fraction(27, 10)


def test_the_excess_is_positive_at_both_ends() -> None:
    """Two constants of ratio 11/4 exceed e, and do not on a range that ends at 11/4."""
    found = refuted(bits([11], [4], [15]), R)
    assert isinstance(found, Refuted), found


def test_what_is_true_is_not_refuted() -> None:
    """An equality at every r."""
    assert isinstance(refuted(bits([0, 1], [1], [1, 1]), R), Undecided)
