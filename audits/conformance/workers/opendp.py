"""Runs inside the environment of OpenDP: samples of its measurements, and their maps.

Its randomness comes from the operating system inside a compiled library and cannot be replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from audits.conformance.workers.serve import histogram, serve

dp = import_module("opendp.prelude")
dp.enable_features("contrib", "honest-but-curious")


def _integers() -> Any:
    return dp.vector_domain(dp.atom_domain(T="i64"))


def _laplace(scale: float) -> Any:
    return dp.m.make_laplace(_integers(), dp.l1_distance(T="i64"), scale=scale)


def laplace(scale: float, value: int, shown: int, count: int) -> list[list[Any]]:
    """Samples of integer Laplace noise on a value, clamped to [-shown, shown]."""
    noisy = _laplace(scale)([value] * count)
    return histogram(min(max(z, -shown), shown) for z in noisy)


def laplace_offsets(scale: float, value: int, count: int) -> list[list[Any]]:
    """Samples of integer Laplace noise on a value, the value subtracted again."""
    return histogram(z - value for z in _laplace(scale)([value] * count))


def laplace_map(scale: float, d_in: int) -> float:
    """The loss that integer Laplace noise declares for an L1 distance."""
    return float(_laplace(scale).map(d_in))


def float_laplace(scale: float, width: float, shown: int, count: int) -> list[list[Any]]:
    """Samples of floor(noise / width) of float Laplace noise, clamped."""
    domain = dp.vector_domain(dp.atom_domain(T="f64", nan=False))
    noise = dp.m.make_laplace(domain, dp.l1_distance(T="f64"), scale=scale)
    cells = (int(x // width) for x in noise([0.0] * count))
    return histogram(min(max(cell, -shown), shown - 1) for cell in cells)


def count(data: list[int], scale: float, shown: int, count: int) -> list[list[Any]]:
    """Samples of a noisy count of rows, clamped to [-shown, shown]."""
    counting = dp.t.make_count(_integers(), dp.symmetric_distance())
    noise = dp.m.make_laplace(dp.atom_domain(T=int), dp.absolute_distance(T=int), scale=scale)
    release = counting >> noise
    return histogram(min(max(release(data), -shown), shown) for _ in range(count))


def _noisy_max(measure: str, scale: float) -> Any:
    divergence = getattr(dp, measure)()
    return dp.m.make_noisy_max(_integers(), dp.linf_distance(T="i64"), divergence, scale=scale)


def noisy_max(measure: str, scale: float, scores: list[int], count: int) -> list[list[Any]]:
    """Samples of the position of a noisy maximum."""
    release = _noisy_max(measure, scale)
    return histogram(release(scores) for _ in range(count))


def noisy_max_map(measure: str, scale: float, d_in: int) -> float:
    """The loss that a noisy maximum declares."""
    return float(_noisy_max(measure, scale).map(d_in))


def response(prob: float, value: bool, count: int) -> list[list[Any]]:
    """Samples of randomized response on one bit."""
    release = dp.m.make_randomized_response_bool(prob=prob)
    return histogram(int(release(value)) for _ in range(count))


def response_map(prob: float, categories: int) -> float:
    """The loss that randomized response declares."""
    if categories == 2:
        return float(dp.m.make_randomized_response_bool(prob=prob).map(1))
    return float(dp.m.make_randomized_response(list(range(categories)), prob=prob).map(1))


CALLS: Mapping[str, Callable[..., object]] = {
    call.__name__: call
    for call in (
        laplace, laplace_offsets, laplace_map, float_laplace, count,
        noisy_max, noisy_max_map, response, response_map,
    )
}  # fmt: skip

if __name__ == "__main__":
    serve(CALLS)
