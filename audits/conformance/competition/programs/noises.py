"""The kinds of noise that a program is given: one skeleton, several published programs."""

from __future__ import annotations

from enum import Enum

from reference.exact.field import R
from reference.probability.continuous import Exponential, Gaussian, Laplace, Noise, Scale


class Kind(Enum):
    """A density; what is drawn has it stretched by a scale."""

    LAPLACE = "e^(-|x|) / 2"
    EXPONENTIAL = "e^(-x) for x >= 0"
    GAUSSIAN = "e^(-x^2 / 2) / sqrt(2 pi)"


def noise_of(kind: Kind, scale: Scale[R]) -> Noise[R]:
    """Noise of this kind: its scale, or its deviation, is k/eps."""
    match kind:
        case Kind.LAPLACE:
            return Laplace(scale)
        case Kind.EXPONENTIAL:
            return Exponential(scale)
        case Kind.GAUSSIAN:
            return Gaussian(scale)
