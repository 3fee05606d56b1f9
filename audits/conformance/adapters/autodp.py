"""autodp: the eps that it declares for a delta, against exact curves.

Its relation: mechanisms are given by their noise, for sensitivity 1 (one answer).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audits.conformance.adapter import Adapter, Run
from audits.conformance.declared import (
    classes,
    composed,
    delta_bounds,
    gaussian_delta,
    laplace_delta,
)
from audits.conformance.environments import Environment
from audits.conformance.finding import Finding

ENVIRONMENT = Environment("autodp", "0.2.3.1", "autodp", "autodp")

RELATION = "sensitivity 1 (one-answer)"
RESPONSE = classes({0: Fraction(3, 4), 1: Fraction(1, 4)}, {0: Fraction(1, 4), 1: Fraction(3, 4)})


def response(run: Run) -> Iterator[Finding]:
    """Randomized response with 3 : 1, up to 64-fold."""
    for folds, delta in ((1, 0.1), (8, 0.01), (64, 0.00001)):
        name = f"RandresponseMechanism(0.75), {folds}-fold"
        arguments = {"mechanism": "RandresponseMechanism", "parameters": {"p": 0.75}}
        eps = run.worker.ask("epsilon", **arguments, folds=folds, delta=delta)
        subject = run.subject(
            name, "one value (replace-one)", f"eps = {eps:.6g} at delta = {delta:g}"
        )
        yield run.bounds_delta(
            subject, delta, delta_bounds(composed(RESPONSE, folds), Fraction(eps))
        )


def noise(run: Run) -> Iterator[Finding]:
    """Laplace noise alone, Gaussian noise alone and 64-fold."""
    for delta in (0.1, 0.01):
        arguments = {"mechanism": "LaplaceMechanism", "parameters": {"b": 1.0}}
        eps = run.worker.ask("epsilon", **arguments, folds=1, delta=delta)
        subject = run.subject(
            "LaplaceMechanism(1)", RELATION, f"eps = {eps:.6g} at delta = {delta:g}"
        )
        yield run.bounds_delta(subject, delta, laplace_delta(Fraction(1), Fraction(eps)))
    for sigma, folds in ((1, 1), (8, 64)):
        arguments = {"mechanism": "GaussianMechanism", "parameters": {"sigma": sigma}}
        eps = run.worker.ask("epsilon", **arguments, folds=folds, delta=1e-5)
        name = f"GaussianMechanism({sigma}), {folds}-fold"
        subject = run.subject(name, RELATION, f"eps = {eps:.6g} at delta = 1e-5")
        exact = gaussian_delta(Fraction(sigma), Fraction(1), folds, Fraction(eps))
        yield run.bounds_delta(subject, 1e-5, exact)


ADAPTER = Adapter("autodp", ENVIRONMENT, {"randomized-response": response, "noise": noise})
