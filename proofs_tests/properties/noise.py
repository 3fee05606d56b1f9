"""Two-sided geometric noise, by its formulas."""

from collections.abc import Mapping
from fractions import Fraction


def noise(ratio: Fraction, value: int) -> Fraction:
    """Pr[nu = value], nu two-sided geometric."""
    return (1 - ratio) / (1 + ratio) * ratio ** abs(value)


def noise_from(ratio: Fraction, least: int) -> Fraction:
    """Pr[nu >= least]."""
    return ratio**least / (1 + ratio) if least > 0 else 1 - ratio ** (1 - least) / (1 + ratio)


def noisy(center: int, ratio: Fraction, low: int, high: int) -> Mapping[int, Fraction]:
    """The law of a number and noise, shown in an interval that it lies in or not."""
    law = {y: noise(ratio, y - center) for y in range(low + 1, high)}
    law[low] = 1 - noise_from(ratio, low + 1 - center)
    law[high] = noise_from(ratio, high - center) if low < high else Fraction(1)
    return law
