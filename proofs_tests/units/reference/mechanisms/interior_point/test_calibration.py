"""Calibrated integers against the formulas in 60-digit decimals."""

from decimal import Decimal, getcontext
from fractions import Fraction

import pytest

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


def decimal(value: Fraction) -> Decimal:
    """The number to 60 digits."""
    return Decimal(value.numerator) / Decimal(value.denominator)


def loss(root: Fraction) -> Decimal:
    """Privacy loss of one choice, 4 ln(root)."""
    return 4 * decimal(root).ln()


def log2(value: int) -> Decimal:
    """The logarithm to base 2."""
    return Decimal(value).ln() / Decimal(2).ln()


@pytest.mark.parametrize("size", [16, 2**16, 2**32])
@pytest.mark.parametrize("eps", [Fraction(1, 10), Fraction(1), Fraction(4)])
@pytest.mark.parametrize("rows", [10, 10**5, 10**7])
def test_tree_log_plan_meets_its_target(size: int, eps: Fraction, rows: int) -> None:
    """Every inequality of the analysis is true, and none is far from equality."""
    plan = calibrate_tree_log(eps, MILLIONTH, Domain.of_size(size), rows)
    one, delta, n = loss(plan.root), decimal(plan.delta), Decimal(rows)
    calls = sizes(plan.domain)
    assert 5 * one * calls * log2(rows) <= decimal(eps)
    assert decimal(eps) <= Decimal("1.04") * 5 * one * calls * log2(rows)
    blow_up = (3 * one * calls * log2(rows)).exp()
    assert 3 * delta * n * calls * blow_up <= decimal(MILLIONTH)
    assert delta <= one / (4 * n)
    assert delta * 10 * (2 * calls - 1) <= 1
    need = 16 / one * (4 * n / (one * delta * delta)).ln()
    assert need <= plan.trim < need + 1
    theta = 8 / one * (4 / (one * delta * delta)).ln()
    assert theta <= plan.threshold < theta + 1
    assert plan.mechanism.trim == plan.trim
    assert plan.suffices == (rows >= plan.rows_needed)


@pytest.mark.parametrize("size", [16, 2**32])
@pytest.mark.parametrize("eps", [Fraction(1, 10), Fraction(1)])
@pytest.mark.parametrize("rows", [10**5, 10**8])
def test_heavy_paths_plan_meets_its_target(size: int, eps: Fraction, rows: int) -> None:
    """Composition stays below eps and delta, and the thresholds fit the errors."""
    plan = calibrate_heavy_paths(eps, MILLIONTH, Domain.of_size(size), rows)
    one, delta, n = loss(plan.root), decimal(plan.delta), Decimal(rows)
    k = sizes(plan.domain)
    spent = one * (6 * log2(rows) + 1) + 2 * one * (2 * k * (1 / (delta * k)).ln()).sqrt()
    spent += 2 * k * one * ((2 * one).exp() - 1)
    assert spent <= decimal(eps)
    total = delta + 4 * delta * n * (4 * one * log2(rows)).exp() + 3 * k * delta
    assert total <= decimal(MILLIONTH)
    assert delta <= one / (4 * n)
    assert plan.trim >= 2 * 64 / one * (k / delta).ln()
    margin = 4 / one * (1 / (2 * delta)).ln()
    assert 1 + margin <= plan.threshold < 2 + margin
    assert plan.trim >= 8 * (plan.threshold + margin)
    assert plan.trim >= 64 / one * (2 * k / delta).ln()
    assert 4 * plan.cutoff >= plan.trim
    assert plan.mechanism.halt == 10 * plan.trim
    assert not plan.suffices or rows >= plan.rows_needed


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
        assert calibrate(Fraction(1), MILLIONTH, domain, rows).suffices


def test_too_few_rows_give_bottom() -> None:
    """With the parameters of the proof, 10^5 rows are all trimmed away, and it says so."""
    plan = calibrate_tree_log(Fraction(1), MILLIONTH, Domain.of_size(2**32), 10**5)
    assert not plan.suffices
    assert str(run(plan.mechanism, tuple(range(10**5)), SeededBits(1))) == "bottom"


@pytest.mark.parametrize(
    ("eps", "delta", "rows"),
    [
        (Fraction(0), MILLIONTH, 100),
        (Fraction(1), Fraction(0), 100),
        (Fraction(1), Fraction(1), 100),
        (Fraction(1), MILLIONTH, 3),
    ],
)
def test_targets_are_checked(eps: Fraction, delta: Fraction, rows: int) -> None:
    """What has no parameters is refused."""
    with pytest.raises(ValueError, match=r"eps 0|delta [01]|rows 3"):
        calibrate_tree_log(eps, delta, Domain.of_size(8), rows)
