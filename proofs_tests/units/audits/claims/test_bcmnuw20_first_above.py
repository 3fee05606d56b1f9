"""AboveThreshold with Laplace noise in the claims, against a sum."""

from fractions import Fraction
from math import log

from audits.claims.bcmnuw20.laws.first_above import first_above_with_laplace_noise


def test_laplace_noise_by_a_sum() -> None:
    """The midpoint rule on a fine grid, in floating point."""
    gaps, s, steps, reach = (1, -1, 0), 1.5, 40000, 60.0
    width = 2 * reach / steps
    found = [0.0] * 4
    for k in range(steps):
        z = -reach + (k + 0.5) * width
        left = width * log(s) * s ** (-2 * abs(z))
        for i, gap in enumerate(gaps):
            x = gap + z
            fires = left * (s**-x / 2 if x >= 0 else 1 - s**x / 2)
            found[i], left = found[i] + fires, left - fires
        found[3] += left
    exact = first_above_with_laplace_noise(gaps, Fraction(3, 2))
    for here, there in zip(exact, found, strict=True):
        assert abs(float(here.value(Fraction(3, 2)).enclosure()[0]) - there) < 1e-5
    one = first_above_with_laplace_noise((2,), Fraction(2))[0]  # (4 s^-2 - s^-4) / 6
    assert (one.rational, one.logs) == (Fraction(15, 96), Fraction(0))
