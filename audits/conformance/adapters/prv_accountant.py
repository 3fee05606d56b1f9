"""prv_accountant: an interval for eps at a delta, against exact curves.

Its relation: add-remove-one, by the mechanism's noise for sensitivity 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audits.conformance.adapter import Adapter, Run
from audits.conformance.declared import gaussian_delta, laplace_delta
from audits.conformance.environments import Environment
from audits.conformance.finding import Finding, Outcome

ENVIRONMENT = Environment("prv-accountant", "0.2.0", "prv_accountant", "prv_accountant")

RELATION = "sensitivity 1 (add-remove-one)"


def interval(run: Run) -> Iterator[Finding]:
    """Both ends: delta(lower) must be at least delta, delta(upper) at most."""
    cases = (
        ("GaussianMechanism", {"noise_multiplier": 1.0}, 1, 1e-5),
        ("GaussianMechanism", {"noise_multiplier": 8.0}, 64, 1e-5),
        ("LaplaceMechanism", {"mu": 1.0}, 1, 0.01),
    )
    for mechanism, parameters, folds, delta in cases:
        arguments = {"mechanism": mechanism, "parameters": parameters}
        low, _, high = run.worker.ask("epsilon", **arguments, folds=folds, delta=delta)
        name = f"{mechanism}({', '.join(map(str, parameters.values()))}), {folds}-fold"
        claimed = f"{low:.6g} <= eps <= {high:.6g} at delta = {delta:g}"
        subject = run.subject(name, RELATION, claimed)
        if mechanism == "GaussianMechanism":
            sigma = Fraction(parameters["noise_multiplier"])
            ends = [gaussian_delta(sigma, Fraction(1), folds, Fraction(e)) for e in (low, high)]
        else:
            ends = [laplace_delta(Fraction(1), Fraction(e)) for e in (low, high)]
        found = run.bounds_delta(subject, delta, ends[1])
        if ends[0][1] < Fraction(delta):
            found = run.declared(subject, Outcome.REFUTED, "the lower end exceeds the exact eps")
        yield found


ADAPTER = Adapter("prv-accountant", ENVIRONMENT, {"interval": interval})
