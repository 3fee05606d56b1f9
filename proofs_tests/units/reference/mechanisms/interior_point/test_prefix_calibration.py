"""As many rows as RecPrefix needs."""

from __future__ import annotations

from fractions import Fraction

from reference.data.domain import Domain
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.prefix_calibration import calibrate_rec_prefix
from reference.probability.coins import SeededBits, run

TENTH = Fraction(1, 10)
MILLIONTH = Fraction(1, 10**6)


def test_as_many_rows_as_needed_succeed() -> None:
    """The plan's mechanism, on the rows that it asks for, over 2^32 points: three seeded runs."""
    target = (Fraction(4), MILLIONTH, TENTH, Domain.of_size(2**32))
    plan = calibrate_rec_prefix(*target, rows=calibrate_rec_prefix(*target, rows=0).rows_needed)
    assert plan.suffices
    rows = tuple(i * 2**32 // plan.rows for i in range(plan.rows))
    for seed in range(3):
        assert is_interior_point(rows, run(plan.mechanism, rows, SeededBits(seed)))
