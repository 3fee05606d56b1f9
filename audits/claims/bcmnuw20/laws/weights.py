"""Hypotheses of multiplicative weights as lists."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from reference.mechanisms.release.weights import PointWeights


@dataclass(frozen=True)
class At:
    """The indicator of a point."""

    point: int

    def __call__(self, point: int, /) -> int:
        return int(point == self.point)


def dense(weights: PointWeights[Any]) -> list[Fraction]:
    """u as a list, every weight as the mean of an indicator."""
    return [weights.mean(At(x)) for x, _ in weights.exponents]
