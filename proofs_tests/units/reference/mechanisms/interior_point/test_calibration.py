"""Calibrations: rows that are enough, and rows that are not."""

from decimal import getcontext
from fractions import Fraction

from reference.data.domain import Domain
from reference.mechanisms.interior_point.calibration import (
    calibrate_heavy_paths,
    calibrate_tree_log,
    rows_for,
    sizes,
)
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run

getcontext().prec = 60
MILLIONTH = Fraction(1, 10**6)


def test_sizes_are_calls() -> None:
    """One call of TreeLog for each domain of the recursion."""
    for exponent in range(1, 40):
        domain = Domain.of_size(2**exponent)
        assert sizes(domain) == TreeLog(domain, 0, 1, Epsilon(Fraction(2), 4)).calls


def test_enough_rows() -> None:
    """The number of rows that is found suffices for its own parameters."""
    domain = Domain.of_size(2**16)
    for calibrate in (calibrate_tree_log, calibrate_heavy_paths):
        rows = rows_for(calibrate, Fraction(1), MILLIONTH, domain)
        plan = calibrate(Fraction(1), MILLIONTH, domain, rows)
        assert plan.suffices
        assert plan.mechanism.trim == plan.trim


def test_too_few_rows_give_bottom() -> None:
    """With the parameters of the proof, 10^5 rows are all trimmed away, and it says so."""
    plan = calibrate_tree_log(Fraction(1), MILLIONTH, Domain.of_size(2**32), 10**5)
    assert not plan.suffices
    assert str(run(plan.mechanism, tuple(range(10**5)), SeededBits(1))) == "bottom"
