"""Plausible mistakes in the reduction to one row fewer and in fingerprinting codes."""

from fractions import Fraction

from audits.claims.bnsv15.impostors.fingerprinting import LengthOfTheLast, SmallestLength
from audits.claims.bnsv15.impostors.hard_distribution import ComparedWithRowOne, CutAtTheLargestRow
from audits.claims.bnsv15.laws.hard_distribution import DigitResponse, RowOne
from audits.engines.privacy import audit_privacy
from audits.verdict import Refuted
from reference.data.adjacency import replace_one
from reference.lower_bounds.hard_distribution import hard_distribution, success
from reference.lower_bounds.interior_point_fingerprinting import (
    FingerprintingCode,
    Goal,
    best_pirate,
)
from reference.lower_bounds.one_row_fewer import OneRowFewer
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

EPS = Epsilon(Fraction(2))


def test_comparing_with_row_one_finds_nothing() -> None:
    """For the solver that names row one: 0 where at least 1 - 1/b is due."""
    assert success(ComparedWithRowOne(RowOne(), 2, 2), hard_distribution(())) == 0
    assert success(OneRowFewer(RowOne(), 2, 2), hard_distribution(())) == Fraction(1, 2)


def test_cutting_at_the_largest_row_is_not_private() -> None:
    """The databases (0) and (1)."""
    wrong = CutAtTheLargestRow(DigitResponse(EPS, 4, 2), 4, 2)
    found = audit_privacy(wrong, replace_one(range(2), 1), Guarantee.pure(EPS))
    assert isinstance(found, Refuted)
    assert found.witness["databases"] == ["(1)", "(0)"]


def test_other_lengths_than_the_largest_are_not_sound() -> None:
    """Three users, bases 2, 2, 2, the coalition of the first two: at most 1/2 is due."""
    framed = [
        best_pirate(build((2, 2, 2)), (1, 2), Goal.FRAME).chance
        for build in (FingerprintingCode, SmallestLength, LengthOfTheLast)
    ]
    assert framed == [Fraction(209, 512), Fraction(21, 32), Fraction(289, 512)]
