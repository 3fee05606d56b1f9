"""Mechanisms with the usual mistakes, as somebody else would write them."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from audits.conformance.finding import Outcome
from audits.conformance.tape import Tape

EPS = Fraction("0.6931471806")
"""The claimed loss of all of them: ln 2, rounded up."""


def noisy(value: int, scale: float, rng: Tape) -> int:
    """A value plus geometric noise of ratio 1/2 (scale 1) or 1/4, clamped to {-2, ..., 2}."""
    u = rng.random()
    cuts = [1 / 6, 1 / 3, 2 / 3, 5 / 6] if scale == 1 else [0.05, 0.2, 0.8, 0.95]
    return value + sum(1 for cut in cuts if u >= cut) - 2


def right(value: int, rng: Tape) -> int:
    """Clamped to the values that both neighbours reach: e^eps = 2 up to rounding."""
    return min(max(noisy(value, 1, rng), -1), 2)


def wrong_scale(value: int, rng: Tape) -> int:
    """Noise of half the scale."""
    return min(max(noisy(value, 2, rng), -1), 2)


def wrong_sensitivity(value: int, rng: Tape) -> int:
    """The noise of sensitivity 1 on a value that moves by 2."""
    return right(2 * value, rng)


def reused_noise(value: int, rng: Tape) -> tuple[int, int]:
    """Two answers with the same noise: the difference is exact."""
    noise = noisy(0, 1, rng)
    return value + noise, noise


PLANTED: list[tuple[Callable[[int, Tape], Any], Outcome]] = [
    (right, Outcome.HOLDS),
    (wrong_scale, Outcome.REFUTED),
    (wrong_sensitivity, Outcome.REFUTED),
    (reused_noise, Outcome.REFUTED),
]


"""Each mechanism and its verdict at eps = ln 2, for the neighbours 0 and 1."""
