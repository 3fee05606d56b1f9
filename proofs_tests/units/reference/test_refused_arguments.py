"""Floats, and what is no guarantee, are refused with what is wanted instead."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from audits.engines import audit_privacy
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.exact.interval import exact, ln
from reference.lower_bounds.success_recurrence import largest_success
from reference.mechanisms.interior_point.calibration import (
    calibrate_heavy_paths,
    calibrate_tree_log,
)
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.interior_point.prefix_calibration import (
    calibrate_as_printed,
    calibrate_rec_prefix,
)
from reference.mechanisms.release.tree_counter import calibrate_tree_counter, error_bound
from reference.privacy.epsilon import Epsilon
from reference.reductions.threshold_calibration import calibrate_threshold_release

ONE, HALF, TENTH = Fraction(1), Fraction(1, 2), Fraction(1, 10)
TWO, EPS = Domain.of_size(2), Epsilon(Fraction(2), 2)
SOLVER = ExponentialInteriorPoint(TWO, EPS)
INEXACT: Any = 0.1

FLOATS: dict[str, Callable[[], object]] = {
    "number 0.1": lambda: exact(INEXACT),
    "number 0.1: an": lambda: ln(INEXACT),
    "accuracy 0.1": lambda: calibrate_tree_counter(ONE, INEXACT, TENTH, TWO),
    "accuracy 0.1: an": lambda: calibrate_threshold_release(ONE, TENTH, INEXACT, TENTH, TWO, 9),
    "failure probability 0.1": lambda: error_bound(8, HALF, INEXACT),
    "beta 0.1": lambda: calibrate_rec_prefix(ONE, TENTH, INEXACT, TWO, 9),
    "eps 0.1": lambda: calibrate_as_printed(INEXACT, TENTH, TENTH, TWO, 9),
    "eps 0.1: an": lambda: calibrate_tree_log(INEXACT, TENTH, TWO, 9),
    "delta 0.1": lambda: calibrate_heavy_paths(ONE, INEXACT, TWO, 9),
    "delta 0.1: an": lambda: largest_success(4, 1, ONE, INEXACT),
}


@pytest.mark.parametrize("words", list(FLOATS))
def test_floats_are_refused(words: str) -> None:
    """They are other numbers than the decimals that they are written as."""
    with pytest.raises(TypeError, match=words):
        FLOATS[words]()


def test_a_pair_is_no_guarantee() -> None:
    """What is wanted instead is told."""
    pair: Any = (2, 0)
    with pytest.raises(TypeError, match=r"guarantee \(2, 0\): a Guarantee"):
        audit_privacy(SOLVER, replace_one(range(2), 1), pair)
