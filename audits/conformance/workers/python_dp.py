"""Runs inside the environment of python-dp: samples of Google's C++ mechanisms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from audits.conformance.workers.serve import histogram, serve

noise = import_module("pydp.algorithms.numerical_mechanisms")
algorithms = import_module("pydp.algorithms.laplacian")


def integers(
    epsilon: float, sensitivity: float, value: int, shown: int, count: int
) -> list[list[Any]]:
    """Samples of the noise on an integer, clamped to [-shown, shown]."""
    mechanism = noise.LaplaceMechanism(epsilon=epsilon, sensitivity=sensitivity)
    drawn = (mechanism.add_noise(value) - value for _ in range(count))
    return histogram(min(max(z, -shown), shown) for z in drawn)


def floats(
    epsilon: float, sensitivity: float, width: float, shown: int, count: int
) -> list[list[Any]]:
    """Samples of floor(noise / width) on a float, clamped to [-shown, shown - 1]."""
    mechanism = noise.LaplaceMechanism(epsilon=epsilon, sensitivity=sensitivity)
    drawn = (int(mechanism.add_noise(0.0) // width) for _ in range(count))
    return histogram(min(max(cell, -shown), shown - 1) for cell in drawn)


def counts(epsilon: float, data: list[int], less: int, shown: int, count: int) -> list[list[Any]]:
    """Samples of a noisy count of rows, less a number, clamped to [-shown, shown]."""
    drawn = (
        algorithms.Count(epsilon=epsilon, dtype="int").quick_result(data) for _ in range(count)
    )
    return histogram(min(max(z - less, -shown), shown) for z in drawn)


CALLS: Mapping[str, Callable[..., object]] = {
    "integers": integers,
    "floats": floats,
    "counts": counts,
}

if __name__ == "__main__":
    serve(CALLS)
