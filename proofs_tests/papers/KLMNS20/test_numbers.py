"""Numbers by hand, and what the calibrations ask for."""

from fractions import Fraction

import pytest

from audits.claims.klmns20.laws.paths import choosing_delta, remove_factor
from audits.claims.standard_mechanisms.quality_vectors import AsWritten
from reference.data.domain import Domain
from reference.mechanisms.interior_point.calibration import (
    calibrate_heavy_paths,
    calibrate_tree_log,
    rows_for,
)
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

TWO, DELTA = Fraction(2), Fraction(1, 2**20)


@pytest.mark.paper("KLMNS20")
def test_rows_for_a_target() -> None:
    """|X| = 2^16, eps = 1 and delta = 2^-20."""
    points = Domain.of_size(2**16)
    assert rows_for(calibrate_tree_log, Fraction(1), DELTA, points) == 5_846_618
    assert rows_for(calibrate_heavy_paths, Fraction(1), DELTA, points) == 14_562_323


@pytest.mark.paper("KLMNS20")
@pytest.mark.parametrize(
    ("root", "threshold", "delta"),
    [("2", 2, "1/6"), ("2", 4, "1/18"), ("3/2", 2, "8/39"), ("3/2", 8, "64/2315")],
)
def test_delta_of_a_choice(root: str, threshold: int, delta: str) -> None:
    """delta_c at M = T, s / (2 (s + s^T)), or at M = T + 1, (1 - 1/(2s)) s / (s + s^(T+1))."""
    s = Fraction(root)
    at, beyond = s / (2 * (s + s**threshold)), (s - 1 / TWO) / (s + s ** (threshold + 1))
    assert choosing_delta(s, threshold) == Fraction(delta) == max(at, beyond)


@pytest.mark.paper("KLMNS20")
def test_factors_of_a_removed_row() -> None:
    """V(n, 1, 2) for n = 1 to 8."""
    values = ["1", "4/3", "8/5", "16/9", "2", "20/9", "12/5", "8/3"]
    assert [remove_factor(n, 1, TWO) for n in range(1, 9)] == [*map(Fraction, values)]


@pytest.mark.paper("KLMNS20")
@pytest.mark.parametrize(
    ("candidates", "loss", "base", "chance"),
    [(4, 3, "2", "3/11"), (4, 5, "3/2", "32/113"), (8, 4, "2", "7/23")],
)
def test_losses_of_the_exponential_mechanism(
    candidates: int, loss: int, base: str, chance: str
) -> None:
    """One solution of quality A and F - 1 of quality 0: (F - 1)/(b^A + F - 1)."""
    mechanism = ExponentialMechanism(AsWritten(), Epsilon(Fraction(base), parts=2), 1)
    found = law(mechanism, (loss, *[0] * (candidates - 1)))
    assert 1 - found.probability(0) == Fraction(chance)
