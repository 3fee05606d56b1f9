"""Runs inside the environment of autodp: the eps that it declares for a delta."""

from __future__ import annotations

import warnings
from importlib import import_module

from audits.conformance.workers.serve import serve

mechanisms = import_module("autodp.mechanism_zoo")
transformers = import_module("autodp.transformer_zoo")


def epsilon(mechanism: str, parameters: dict[str, float], folds: int, delta: float) -> float:
    """The eps declared for a mechanism, composed with itself."""
    single = getattr(mechanisms, mechanism)(**parameters)
    together = single if folds == 1 else transformers.Composition()([single], [folds])
    return float(together.get_approxDP(delta))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    serve({"epsilon": epsilon})
