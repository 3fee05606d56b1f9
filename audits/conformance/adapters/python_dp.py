"""python-dp (Google's C++ library): a black box, sampled.

Its relation: `epsilon` and `sensitivity` (L1) of one answer (one-answer); `Count` is for one row
more or less (add-remove-one).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audits.conformance.adapter import Adapter, Run
from audits.conformance.environments import Environment
from audits.conformance.finding import Finding
from audits.conformance.reference_laws import laplace_cells, rounded_laplace
from audits.conformance.statistical import Sampler

ENVIRONMENT = Environment("python-dp", "1.1.5", "python_dp", "pydp")

SHOWN = 24
ANSWER = "sensitivity 1 (one-answer)"


def integers(run: Run) -> Iterator[Finding]:
    """Laplace noise on integers is continuous noise, rounded; also beyond 2^53."""
    for eps, sensitivity, value in ((1.0, 1.0, 0), (0.5, 2.0, 0), (1.0, 1.0, 2**60 + 1)):
        place = ", value 2^60 + 1" if value else ""
        name = f"LaplaceMechanism({eps:g}, {sensitivity:g}), integers{place}"
        scale = Fraction(sensitivity) / Fraction(eps)
        subject = run.subject(name, ANSWER, f"rounded Laplace noise of scale {scale}")
        law, exponent = rounded_laplace(scale, SHOWN)
        arguments = {"epsilon": eps, "sensitivity": sensitivity, "value": value, "shown": SHOWN}
        yield run.fits(subject, run.sampler("integers", **arguments), law, exponent)


def loss(run: Run) -> Iterator[Finding]:
    """Whether samples on neighbouring integers certify more loss than eps."""
    for place, value in (("", 0), (", values beyond 2^53", 2**60 + 1)):
        subject = run.subject(f"LaplaceMechanism(1, 1), integers{place}", ANSWER, "eps = 1")
        samplers = (_offset(run, value, 0), _offset(run, value, 1))
        yield run.loses(subject, samplers, (str(value), str(value + 1)), Fraction(1), 200_000)


def _offset(run: Run, value: int, more: int) -> Sampler[int]:
    arguments = {"epsilon": 1.0, "sensitivity": 1.0, "value": value + more, "shown": SHOWN}
    draw = run.sampler("integers", **arguments)
    return lambda n: [z + more for z in draw(n)]


def floats(run: Run) -> Iterator[Finding]:
    """Laplace noise on floats, in cells of width 1/4."""
    subject = run.subject("LaplaceMechanism(1, 1), floats", ANSWER, "Laplace noise of scale 1")
    law, exponent = laplace_cells(Fraction(1), Fraction(1, 4), SHOWN)
    arguments = {"epsilon": 1.0, "sensitivity": 1.0, "width": 0.25, "shown": SHOWN}
    yield run.fits(subject, run.sampler("floats", **arguments), law, exponent)


def counts(run: Run) -> Iterator[Finding]:
    """A noisy count on data and on no data."""
    for data in ([5, 5, 5], []):
        subject = run.subject(
            f"Count(1), {len(data)} rows", "one row more (add-remove-one)", "rounded Laplace noise"
        )
        law, exponent = rounded_laplace(Fraction(1), SHOWN)
        sample = run.sampler("counts", epsilon=1.0, data=data, less=len(data), shown=SHOWN)
        yield run.fits(subject, sample, law, exponent, looks=(2_000, 20_000))


ADAPTER = Adapter(
    "python-dp",
    ENVIRONMENT,
    {"integers": integers, "loss": loss, "floats": floats, "counts": counts},
)
