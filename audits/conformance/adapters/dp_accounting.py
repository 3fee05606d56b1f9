"""dp-accounting: the numbers that its accountants declare against exact privacy curves.

Its relation is an option: `NeighboringRelation.ADD_OR_REMOVE_ONE` (add-remove-one) and
`REPLACE_ONE` (replace-one).  A `GaussianDpEvent` has sensitivity 1 for an added row, so a
replaced one, which is a removal and an addition, has sensitivity 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audits.conformance.adapter import Adapter, Run
from audits.conformance.declared import (
    Classes,
    classes,
    composed,
    delta_bounds,
    exact_delta,
    gaussian_delta,
    swapped,
)
from audits.conformance.environments import Environment
from audits.conformance.finding import Finding
from reference.exact.exponential import exp_bounds
from reference.probability.geometric import TwoSidedGeometric

ENVIRONMENT = Environment("dp-accounting", "0.6.0", "dp_accounting", "dp_accounting")

REPLACE = "NeighboringRelation.REPLACE_ONE (replace-one)"
ADD = "NeighboringRelation.ADD_OR_REMOVE_ONE (add-remove-one)"
LN2 = 0.6931471805599453
"""The double nearest to ln 2; the exact curve is that of ln 2."""

DELTA = Fraction(1, 10**5)


def response(run: Run) -> Iterator[Finding]:
    """Randomized response with 3 : 1, up to 64-fold."""
    single = classes(
        {0: Fraction(3, 4), 1: Fraction(1, 4)}, {0: Fraction(1, 4), 1: Fraction(3, 4)}
    )
    for folds, eps in ((1, 0.5), (8, 2.0), (64, 16.0), (64, 40.0)):
        name = f"PLD from_randomized_response(0.5, 2), {folds}-fold"
        declared = run.worker.ask("response", noise=0.5, buckets=2, folds=folds, losses=[eps])[0]
        subject = run.subject(name, REPLACE, f"delta({eps:g}) = {declared:.6g}")
        exact = delta_bounds(composed(single, folds), Fraction(eps))
        yield run.bounds_delta(subject, declared, exact)


def discrete_laplace(run: Run) -> Iterator[Finding]:
    """Discrete Laplace noise with e^-eps = 1/2, for two sensitivities, up to 64-fold."""
    for sensitivity, folds, eps in ((1, 1, 0.25), (2, 1, 1.0), (1, 64, 8.0), (2, 16, 8.0)):
        arguments = {"parameter": LN2, "sensitivity": sensitivity, "folds": folds}
        declared = run.worker.ask("discrete_laplace", **arguments, losses=[eps])[0]
        name = f"PLD discrete Laplace(ln 2), sensitivity {sensitivity}, {folds}-fold"
        subject = run.subject(name, ADD, f"delta({eps:g}) = {declared:.6g}")
        exact = delta_bounds(composed(_laplace_classes(sensitivity), folds), Fraction(eps))
        yield run.bounds_delta(subject, declared, exact)


def _laplace_classes(sensitivity: int) -> Classes:
    """Noise of ratio 1/2 around 0 and around the sensitivity, clamped between (no loss)."""
    noise = TwoSidedGeometric(Fraction(1, 2))
    first, second = noise.clamped(0, sensitivity), noise.clamped(-sensitivity, 0)
    outcomes = range(sensitivity + 1)
    return classes(
        {y: first.probability(y) for y in outcomes},
        {y: second.probability(y - sensitivity) for y in outcomes},
    )


def two_laws(run: Run) -> Iterator[Finding]:
    """An asymmetric pair: with the default, and with `symmetric=False`."""
    lower, upper = [Fraction(1, 2), Fraction(1, 2)], [Fraction(9, 10), Fraction(1, 10)]
    pair = classes(dict(enumerate(lower)), dict(enumerate(upper)))
    documented = "documented: symmetric=True, the default, makes one direction stand for both"
    for symmetric, eps in ((True, 1.0), (True, 0.5), (False, 1.0)):
        declared = run.worker.ask(
            "two_laws",
            lower=[float(p) for p in lower], upper=[float(p) for p in upper],
            symmetric=symmetric, folds=1, losses=[eps],
        )[0]  # fmt: skip
        name = f"PLD from_two_probability_mass_functions(symmetric={symmetric})"
        subject = run.subject(name, "two laws, both orders", f"delta({eps:g}) = {declared:.6g}")
        x = exp_bounds(Fraction(eps))[1]
        event = "{1}" if exact_delta(pair, x) >= exact_delta(swapped(pair), x) else "{0}"
        yield run.bounds_delta(
            subject, declared, delta_bounds(pair, Fraction(eps)),
            witness={"laws": ["1/2, 1/2", "9/10, 1/10"], "event": event,
                     "probabilities": ["1/2", "1/10"] if event == "{1}" else ["9/10", "1/2"]},
            note=documented if symmetric else "",
        )  # fmt: skip


def gaussian(run: Run) -> Iterator[Finding]:
    """Gaussian noise under both relations and both accountants, alone and 64-fold."""
    for sigma, folds in ((1, 1), (8, 64)):
        for accountant in ("RDP", "PLD"):
            for relation, sensitivity in ((ADD, 1), (REPLACE, 2)):
                eps = run.worker.ask(
                    "epsilon",
                    accountant=accountant, relation=relation.split(".")[1].split(" ")[0],
                    event="GaussianDpEvent", parameters=[sigma], folds=folds, delta=float(DELTA),
                )  # fmt: skip
                name = f"{accountant} GaussianDpEvent({sigma}), {folds}-fold"
                subject = run.subject(name, relation, f"eps = {eps:.6g} at delta = 1e-5")
                exact = gaussian_delta(
                    Fraction(sigma), Fraction(sensitivity), folds, Fraction(eps)
                )
                yield run.bounds_delta(
                    subject, float(DELTA), exact,
                    witness={"answers": [0, sensitivity], "event": "large losses"},
                )  # fmt: skip


ADAPTER = Adapter(
    "dp-accounting",
    ENVIRONMENT,
    {
        "randomized-response": response,
        "discrete-laplace": discrete_laplace,
        "two-laws": two_laws,
        "gaussian": gaussian,
    },
)
