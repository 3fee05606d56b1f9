"""`exactdp optimum --curve` and `--plot`: the optimum along a parameter, or along eps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import typer

from audits.commands.output import print_json, print_table, write_bytes
from audits.decimals import about
from audits.engines.optimum.certificates import optimum_certificate, optimum_facts
from audits.engines.optimum.curves import Point, along_eps, along_parameter
from audits.inputs import InputError, rational
from audits.literals import shortened
from audits.verdict import Json, objection

UNDECIDED = 3
"""The exit status where an optimum is not exact, or its certificate not accepted."""

MOST_DIGITS = 8
"""Of an end of a curve."""

LARGEST_EXP_EPS = 10**9
"""Beyond it the search in floating point finds nothing."""

EPS_GRID = tuple(Fraction(k, 4) ** 2 for k in range(4, 13))
"""The values of e^eps of a plot: squares, so that e^(eps/2) is rational too."""


def curve_of(
    problem: str, given: Mapping[str, str], curve: str | None, exp_eps: str | None, delta: Fraction
) -> tuple[str, list[Point]]:
    """What the curve runs along, and its points."""
    if curve is None:
        return "e^eps", list(along_eps(problem, given, EPS_GRID, delta))
    key, equals, span = curve.partition("=")
    low, dots, high = span.partition("..")
    ends = (low, high)
    if not equals or not dots or not all(n.isdecimal() and len(n) <= MOST_DIGITS for n in ends):
        raise InputError(
            f"--curve {shortened(curve)}: give KEY=LO..HI, for example rows=1..4, "
            f"numbers of at most {MOST_DIGITS} digits"
        )
    numbers = range(int(low), int(high) + 1)
    if not numbers:
        raise InputError(f"--curve {curve}: LO is at most HI")
    if key == "exp-eps":
        return "e^eps", list(along_eps(problem, given, [Fraction(n) for n in numbers], delta))
    if exp_eps is None:
        raise InputError(f"--curve {curve}: give --exp-eps too")
    x = exponential(exp_eps)
    return key, list(along_parameter(problem, given, key, numbers, x, delta))


def exponential(text: str) -> Fraction:
    """e^eps as it was typed.

    Raises:
        InputError: if it is no number, or too large for a search in floating point.
    """
    x = rational(text, "--exp-eps")
    if x > LARGEST_EXP_EPS:
        raise InputError(f"--exp-eps {shortened(text)}: at most {LARGEST_EXP_EPS} here")
    return x


def titled(problem: str, given: Mapping[str, str]) -> str:
    """The problem and its parameters as they were typed."""
    return " ".join([problem, *(f"{key}={value}" for key, value in given.items())])


def show_curve(
    title: str, along: str, points: Sequence[Point], plot: str | None, *, as_json: bool
) -> None:
    """Print the curve, draw it if there is a plot, and exit."""
    if plot is not None:
        from audits.engines.optimum.picture import draw

        write_bytes(plot, draw(plot, title, along, points))
    rivals = list(dict.fromkeys(name for point in points for name, _ in point.rivals))
    proofs = ((optimum_certificate(p.optimum), optimum_facts(p.optimum)) for p in points)
    refused = [reason for proof, asked in proofs if (reason := objection(proof, asked))]
    if as_json:
        rows: list[Json] = [
            {
                "at": str(point.at),
                "optimum": None if point.optimum.value is None else str(point.optimum.value),
                "lower": str(point.optimum.lower),
                "upper": str(point.optimum.upper),
                "rivals": {name: str(value) for name, value in point.rivals},
            }
            for point in points
        ]
        certificates = "refused" if refused else f"{len(points)} accepted"
        print_json({"along": along, "curve": rows, "certificates": certificates})
    else:
        print_table(
            [along, "optimum", "about", *rivals],
            [
                [
                    str(point.at),
                    str(point.optimum.value or f"{point.optimum.lower}..{point.optimum.upper}"),
                    about(point.optimum.lower),
                    *(str(dict(point.rivals).get(name, "")) for name in rivals),
                ]
                for point in points
            ],
            title=title,
        )
    exact = all(point.optimum.value is not None for point in points)
    raise typer.Exit(0 if exact and not refused else UNDECIDED)
