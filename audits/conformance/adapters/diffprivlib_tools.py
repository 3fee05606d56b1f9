"""diffprivlib's tools and models: arrays in, released statistics out.

The library does not name a neighbouring relation for arrays.  Its sensitivities are those of
replace-one for means and sums (arrays of one length, one element changes) and those of
add-remove-one for histograms, whose bins each get noise for a change by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from audits.conformance.adapter import Case, Run
from audits.conformance.exact_law import Claimed, decide, neighbours, step_dist
from audits.conformance.finding import Finding
from audits.conformance.reference_laws import laplace_cells
from audits.conformance.statistical import Sampler
from reference.probability.dist import Dist

HALF = 2**52
PIECES = ((0, HALF), (HALF, HALF + 1), (HALF + 1, 2 * HALF))
"""Inversion is monotone on either side of one half; at one half it takes log(0)."""

NUMERIC = ("mean", "sum", "var", "std", "median", "nanmean")
"""Tools that take floating-point data."""

VALUES = "|value - value'| <= sensitivity (one answer)"
REPLACE = "same length, one element changes (replace-one)"


def counts(run: Run) -> Iterator[Finding]:
    """count_nonzero and histogram, on arrays of one length and on arrays of two lengths."""
    yield _tool(run, "count_nonzero", {}, "array", ([0, 1, 1], [0, 0, 1]), REPLACE, 1)
    shape = {"bins": 2, "range": [0, 2]}
    add = "one element more (add-remove-one)"
    yield _tool(run, "histogram", shape, "sample", ([0.5, 0.5], [0.5, 0.5, 1.5]), add, 2)
    yield _tool(
        run,
        "histogram",
        shape,
        "sample",
        ([0.5, 0.5], [0.5, 1.5]),
        REPLACE,
        2,
        "the relation is not documented; with noise for sensitivity 1, replace-one costs 2 eps",
    )


def _tool(
    run: Run, tool: str, more: dict[str, Any], key: str, arrays: Sequence[list[float]],
    relation: str, outputs: int, note: str = "",
) -> Finding:  # fmt: skip
    claimed = Claimed(Fraction(1), allowance=run.allowance)
    subject = run.subject(f"tools.{tool}(epsilon=1)", relation, str(claimed))
    laws: dict[str, Dist[Any, Fraction]] = {}
    others = [1] * (outputs - 1)
    for array in arrays:
        arguments = {**more, key: array}
        ask = partial(run.steps, "tool_steps", name=tool, arguments=arguments, others=others)
        coordinates = [step_dist(ask(position=i), PIECES) for i in range(outputs)]
        joint: Dist[Any, Fraction] = coordinates[0].map(lambda x: (x,))
        for law in coordinates[1:]:
            joint = joint.product(law).map(lambda pair: (*pair[0], pair[1]))
        laws[str(array)] = joint
    independent = "one independent uniform for each output" if outputs > 1 else ""
    return decide(
        subject, claimed, neighbours(*laws), laws, started=run.started, note=note or independent
    )


def strange_numbers(run: Run) -> Iterator[Finding]:
    """Tools on data that may contain NaN and infinities: is their presence visible?"""
    for tool, strange in (*((t, "nan") for t in NUMERIC), ("mean", "inf"), ("sum", "-inf")):
        subject = run.subject(
            f"tools.{tool}(epsilon=1), {strange} in the data", REPLACE, "eps = 1"
        )
        arrays: tuple[list[Any], list[Any]] = ([0.25, 0.5, strange], [0.25, 0.5, 0.75])
        yield run.loses(
            subject, (_tool_sampler(run, tool, arrays[0]), _tool_sampler(run, tool, arrays[1])),
            (str(arrays[0]), str(arrays[1])), Fraction(1), 500,
        )  # fmt: skip


def statistics(run: Run) -> Iterator[Finding]:
    """Ordinary data, one element moved from one end of the bounds to the other."""
    arrays: tuple[list[Any], list[Any]] = ([0, 1, 1], [0, 1, 0])
    for tool in NUMERIC:
        subject = run.subject(f"tools.{tool}(epsilon=1)", REPLACE, "eps = 1")
        samplers = (_tool_sampler(run, tool, arrays[0]), _tool_sampler(run, tool, arrays[1]))
        yield run.loses(subject, samplers, (str(arrays[0]), str(arrays[1])), Fraction(1), 4_000)


def _tool_sampler(run: Run, tool: str, data: list[Any]) -> Sampler[Any]:
    arguments = {"epsilon": 1, "bounds": [0, 1]}
    return run.sampler("tool_samples", name=tool, arguments=arguments, data=data)


def regression(run: Run) -> Iterator[Finding]:
    """The sum of x^2 that a fitted LinearRegression keeps."""
    subject = run.subject("LinearRegression(epsilon=1), sum of x^2", REPLACE, "eps = 1")

    def sampler(xs: list[float]) -> Sampler[Any]:
        return run.sampler("regression_samples", xs=xs, ys=[1, 2], bounds=100, epsilon=1)

    pair = ([100.0, 50.0], [0.0, 50.0])
    yield run.loses(
        subject,
        (sampler(pair[0]), sampler(pair[1])),
        (f"x = {pair[0]}", f"x = {pair[1]}"),
        Fraction(1),
        500,
    )


def laplace(run: Run) -> Iterator[Finding]:
    """Four uniforms: no exact law; cells of width 1/4 against the exact ones."""
    subject = run.subject("Laplace(epsilon=1, sensitivity=1)", VALUES, "Laplace noise of scale 1")
    law, exponent = laplace_cells(Fraction(1), Fraction(1, 4), 24)

    parameters = {"epsilon": 1, "sensitivity": 1}
    sample = run.sampler("cells", parameters=parameters, width=0.25, shown=24)
    yield run.fits(subject, sample, law, exponent, looks=(2_000, 20_000))


CASES: Mapping[str, Case] = {
    "laplace": laplace,
    "counts": counts,
    "statistics": statistics,
    "strange-numbers": strange_numbers,
    "regression": regression,
}
"""The cases of the tools and models, by name."""
