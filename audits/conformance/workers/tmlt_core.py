"""Runs inside the environment of Tumult Core: samples, declared losses, and an exact law.

Its discrete samplers draw integers from a module-level generator, which is replaced by the tape.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any

from audits.conformance.exhaustion import exhaust
from audits.conformance.tape import Tape
from audits.conformance.workers.serve import FINE, histogram, law_json, outcome, serve

numpy = import_module("numpy")
measurements = import_module("tmlt.core.measurements.noise_mechanisms")
discrete = import_module("tmlt.core.random.discrete_gaussian")


def geometric(alpha: str, value: int, shown: int, count: int) -> list[list[Any]]:
    """Samples of geometric noise on an integer, clamped to [-shown, shown]."""
    noisy = measurements.AddGeometricNoise(alpha=alpha)
    drawn = (int(noisy(numpy.int64(value))) - value for _ in range(count))
    return histogram(min(max(z, -shown), shown) for z in drawn)


def geometric_loss(alpha: str, d_in: int) -> str:
    """The exact number p/q that geometric noise declares as its loss."""
    return str(measurements.AddGeometricNoise(alpha=alpha).privacy_function(d_in))


def bernoulli_exp(x: str) -> dict[str, object]:
    """The law of the sampler of Bernoulli(e^-x), the core of its discrete Gaussian noise."""

    def program(tape: Tape) -> object:
        vars(discrete)["prng"] = lambda: tape
        return outcome(lambda: discrete._sample_bernoulli_exp(Fraction(x)))  # noqa: SLF001  # inside

    return law_json(exhaust(program, FINE))


CALLS: Mapping[str, Callable[..., object]] = {
    "geometric": geometric,
    "geometric_loss": geometric_loss,
    "bernoulli_exp": bernoulli_exp,
}

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    serve(CALLS)
