"""Runs inside the environment of prv_accountant: the interval of eps that it declares."""

from __future__ import annotations

import warnings
from importlib import import_module

from audits.conformance.workers.serve import serve

prv = import_module("prv_accountant")


def epsilon(
    mechanism: str, parameters: dict[str, float], folds: int, delta: float
) -> tuple[float, float, float]:
    """Lower bound, estimate and upper bound of eps for a mechanism, composed with itself."""
    accountant = prv.PRVAccountant(
        prvs=[getattr(prv, mechanism)(**parameters)],
        max_self_compositions=[folds],
        eps_error=0.01,
        delta_error=1e-10,
    )
    low, estimate, high = accountant.compute_epsilon(delta, [folds])
    return float(low), float(estimate), float(high)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    serve({"epsilon": epsilon})
