"""Exact laws of programs that are not ours: branches followed, what is left, seconds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from audits.conformance.assertions import assert_private
from audits.conformance.exhaustion import exhaust
from audits.conformance.tape import Tape
from audits.rendering.decimals import about
from proofs_tests.benchmarks.timing import best_of, show
from proofs_tests.conformance.published import discrete_laplace, noisy


def one_of_many(rng: Tape) -> Any:  # noqa: ANN401  # whatever the tape draws
    """A draw of 20,000 values."""
    return rng.randrange(20_000)


def flips(rng: Tape) -> int:
    """Ten rare events, in a loop whose state is hidden."""
    return sum([rng.random() < 0.001 for _ in range(10)])


PROGRAMS: dict[str, Callable[[Tape], Any]] = {
    "discrete Laplace, scale 1": partial(discrete_laplace, 1),
    "discrete Laplace, scale 3": partial(discrete_laplace, 3),
    "discrete Laplace, scale 10": partial(discrete_laplace, 10),
    "randrange(20000)": one_of_many,
    "ten rare events": flips,
}


def run() -> None:
    """Print the table."""
    rows = []
    for name, program in PROGRAMS.items():
        seconds, found = best_of(1, partial(exhaust, program))
        rows.append([name, str(found.branches), about(found.unexplored), f"{seconds:.2f}"])
    claim = partial(assert_private, noisy, [(0, 1)], eps=1, allowance=Fraction(1, 2**20))
    rows.append(["verdict at scale 1, eps = 1", "", "", f"{best_of(1, claim)[0]:.2f}"])
    show("foreign programs", ["program", "branches", "unexplored", "seconds"], rows)
