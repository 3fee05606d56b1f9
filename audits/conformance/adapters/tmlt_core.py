"""Tumult Core: exact declared losses, samples, and the exact law of its Bernoulli sampler.

Its relation: `AbsoluteDifference` of integers (one-answer for distance 1).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction

from audits.conformance.adapter import Adapter, Run
from audits.conformance.environments import Environment
from audits.conformance.exact_law import BITS
from audits.conformance.finding import Finding, Outcome, Strength
from audits.conformance.reference_laws import discrete_laplace
from audits.rendering.decimals import about
from reference.exact.exponential import exp_bounds

ENVIRONMENT = Environment("tmlt.core", "0.20.0", "tmlt_core", "tmlt")

RELATION = "AbsoluteDifference 1 (one-answer)"


def geometric(run: Run) -> Iterator[Finding]:
    """Geometric noise: the declared loss is an exact number; the sampler is tested."""
    for alpha in ("1", "3", "5/2"):
        declared = Fraction(run.worker.ask("geometric_loss", alpha=alpha, d_in=1))
        name = f"AddGeometricNoise(alpha={alpha})"
        subject = run.subject(name, RELATION, f"privacy_function(1) = {declared}")
        outcome = Outcome.HOLDS if declared >= 1 / Fraction(alpha) else Outcome.REFUTED
        yield run.declared(subject, outcome, f"eps = {1 / Fraction(alpha)}")
        subject = run.subject(name, RELATION, f"discrete Laplace of scale {alpha}")
        law, exponent = discrete_laplace(Fraction(alpha), 0, 24)
        sample = run.sampler("geometric", alpha=alpha, value=0, shown=24)
        yield run.fits(subject, sample, law, exponent, looks=(2_000, 20_000))


def bernoulli_exp(run: Run) -> Iterator[Finding]:
    """Bernoulli(e^-x), on which the discrete Gaussian stands: its law encloses e^-x."""
    for x in ("1/2", "1", "2"):
        subject = run.subject(f"discrete_gaussian Bernoulli(e^-{x})", "none", f"Pr[1] = e^-{x}")
        found = run.worker.ask("bernoulli_exp", x=x)
        low = sum((Fraction(p) for y, p in found["weights"] if y == 1), Fraction(0))
        high = low + Fraction(found["unexplored"])
        least, most = exp_bounds(-Fraction(x), BITS)
        outcome = Outcome.HOLDS if low <= least and most <= high else Outcome.REFUTED
        truth = f"{about(low)} <= Pr[1] <= that + {about(high - low)}"
        note = f"{found['branches']} branches of its integer draws"
        seconds = time.perf_counter() - run.started
        yield Finding(subject, Strength.EXACT_LAW, outcome, truth, seconds, {}, note)


ADAPTER = Adapter(
    "tmlt.core", ENVIRONMENT, {"geometric": geometric, "bernoulli-exp": bernoulli_exp}
)
