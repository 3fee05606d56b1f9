"""Parameters of RecPrefix from a target, recomputed with floating point, and run."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, exp, log

import pytest

from reference.data.domain import Domain
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.prefix_calibration import (
    calibrate_rec_prefix,
    rows_of_call,
)
from reference.probability.coins import SeededBits, run

TENTH = Fraction(1, 10)
MILLIONTH = Fraction(1, 10**6)


@pytest.mark.parametrize("size", [2, 32, 33, 2**16, 2**32, 2**64])
@pytest.mark.parametrize("eps", [TENTH, Fraction(1), Fraction(9)])
@pytest.mark.parametrize("beta", [Fraction(1, 2), MILLIONTH])
def test_the_events_fit_the_failure_probability(size: int, eps: Fraction, beta: Fraction) -> None:
    """In floating point: what the parts of the lemma add up to, and what privacy costs."""
    plan = calibrate_rec_prefix(eps, MILLIONTH, beta, Domain.of_size(size), rows=0)
    sizes = [size]
    while sizes[-1] > 32:
        sizes.append((sizes[-1] - 1).bit_length() + 1)
    calls, loss = len(sizes), 4 * log(plan.root)
    assert (2 * calls - 1) * loss <= eps
    assert (calls - 1) * exp(-(plan.threshold - 1) * loss / 4) / 2 <= 1e-6 * (1 + 1e-9)
    k = plan.trim
    rows = [plan.rows_needed]
    while len(rows) < calls:
        rows.append((rows[-1] - 2 * k) // 2)
    assert rows == [rows_of_call(plan.rows_needed, k, i + 1) for i in range(calls)]
    failure = sizes[-1] * exp(-loss / 2 * (ceil(rows[-1] / 2) - k + 1))
    agreeing = ceil(((k - 1) // 12 + 1) / 2)
    for _ in range(calls - 1):
        failure += 2.0 ** (1 - k) + exp(-loss * (k / 2 + 1)) / 2
        failure += exp(-loss / 4 * (agreeing - plan.threshold)) / 2
    assert failure <= beta


def test_as_many_rows_as_needed_succeed() -> None:
    """The plan's mechanism, on the rows that it asks for, over 2^32 points: three seeded runs."""
    target = (Fraction(4), MILLIONTH, TENTH, Domain.of_size(2**32))
    plan = calibrate_rec_prefix(*target, rows=calibrate_rec_prefix(*target, rows=0).rows_needed)
    assert plan.suffices
    rows = tuple(i * 2**32 // plan.rows for i in range(plan.rows))
    for seed in range(3):
        assert is_interior_point(rows, run(plan.mechanism, rows, SeededBits(seed)))
