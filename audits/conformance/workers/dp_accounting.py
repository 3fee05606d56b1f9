"""Runs inside the environment of dp-accounting: the numbers that its accountants declare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from audits.conformance.workers.serve import serve

accounting = import_module("dp_accounting")
pld = import_module("dp_accounting.pld.privacy_loss_distribution")

ACCOUNTANTS: Mapping[str, tuple[str, str]] = {
    "RDP": ("dp_accounting.rdp", "RdpAccountant"),
    "PLD": ("dp_accounting.pld", "PLDAccountant"),
}


def _deltas(distribution: Any, folds: int, losses: list[float]) -> list[float]:
    together = distribution if folds == 1 else distribution.self_compose(folds)
    return [float(together.get_delta_for_epsilon(eps)) for eps in losses]


def response(noise: float, buckets: int, folds: int, losses: list[float]) -> list[float]:
    """The delta declared for randomized response, at each eps."""
    return _deltas(pld.from_randomized_response(noise, buckets), folds, losses)


def discrete_laplace(
    parameter: float, sensitivity: int, folds: int, losses: list[float]
) -> list[float]:
    """The delta declared for discrete Laplace noise, at each eps."""
    distribution = pld.from_discrete_laplace_mechanism(parameter, sensitivity)
    return _deltas(distribution, folds, losses)


def two_laws(
    lower: list[float], upper: list[float], symmetric: bool, folds: int, losses: list[float]
) -> list[float]:
    """The delta declared for two probability mass functions, at each eps."""
    log = import_module("math").log
    laws = [{i: log(p) for i, p in enumerate(law) if p} for law in (lower, upper)]
    distribution = pld.from_two_probability_mass_functions(*laws, symmetric=symmetric)
    return _deltas(distribution, folds, losses)


def epsilon(
    accountant: str, relation: str, event: str, parameters: list[float], folds: int, delta: float
) -> float:
    """The eps that an accountant declares for an event, composed with itself."""
    module, name = ACCOUNTANTS[accountant]
    relations = accounting.NeighboringRelation
    counting = getattr(import_module(module), name)(
        neighboring_relation=getattr(relations, relation)
    )
    counting.compose(getattr(accounting, event)(*parameters), folds)
    return float(counting.get_epsilon(delta))


CALLS: Mapping[str, Callable[..., object]] = {
    "response": response,
    "discrete_laplace": discrete_laplace,
    "two_laws": two_laws,
    "epsilon": epsilon,
}

if __name__ == "__main__":
    serve(CALLS)
