"""`exactdp optimum --curve` and `--plot`: the optimum along a parameter, or along eps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import typer

from audits.commands.output import print_json, print_table, write_bytes
from audits.engines.optimum.certificates import optimum_certificate, optimum_facts
from audits.engines.optimum.curves import Point, point
from audits.evidence.verdict import Json, objection
from audits.inputs.literals import InputError, shortened
from audits.inputs.numbers import rational
from audits.inputs.problems import build
from audits.rendering.decimals import about
from audits.rendering.numbers import number_json, number_or_null

UNDECIDED = 3
"""The exit status where an optimum is not exact, or its certificate not accepted."""

MOST_DIGITS, MOST_POINTS = 8, 1000
"""Of an end of a curve."""

LARGEST_EXP_EPS = 10**9
"""Beyond it the search in floating point finds nothing."""

EPS_GRID = tuple(Fraction(k, 4) ** 2 for k in range(4, 13))
"""The values of e^eps of a plot: squares, so that e^(eps/2) is rational too."""


def curve_of(
    problem: str, given: Mapping[str, str], curve: str | None, exp_eps: str | None, delta: Fraction
) -> tuple[str, list[Point]]:
    """What the curve runs along, and its points."""

    def along_eps(values: Iterable[Fraction]) -> list[Point]:
        built = build(problem, given)
        return [point(problem, built, x, x, delta) for x in values]

    if curve is None:
        return "e^eps", along_eps(EPS_GRID)
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
    if len(numbers) > MOST_POINTS:
        raise InputError(f"--curve {curve}: {len(numbers)} points, at most {MOST_POINTS}")
    if key == "exp-eps" and exp_eps is not None:
        raise InputError(f"--exp-eps {exp_eps}, --curve {curve}: exp-eps is given twice")
    if key in given:
        raise InputError(f"-p {key}={given[key]}, --curve {curve}: {key} is given twice")
    if key == "exp-eps":
        return "e^eps", along_eps(map(Fraction, numbers))
    if exp_eps is None:
        raise InputError(f"--curve {curve}: give --exp-eps too")
    x = exponential(exp_eps)
    build(problem, {**given, key: str(numbers[-1])})  # the largest is refused before any work
    return key, [
        point(problem, build(problem, {**given, key: str(n)}), Fraction(n), x, delta)
        for n in numbers
    ]


def exponential(text: str) -> Fraction:
    """e^eps as it was typed.

    Raises:
        InputError: if it is no number, or too large for a search in floating point.
    """
    x = rational(text, "--exp-eps")
    if x > LARGEST_EXP_EPS:
        raise InputError(f"--exp-eps {shortened(text)}: at most {LARGEST_EXP_EPS} here")
    return x


def titled(problem: str, given: Mapping[str, str], exp_eps: str | None, delta: Fraction) -> str:
    """The problem, its parameters and the privacy loss as they were typed."""
    words = " ".join([problem, *(f"{key}={value}" for key, value in given.items())])
    words += "" if exp_eps is None else f", e^eps = {exp_eps}"
    return words + (f", delta = {delta}" if delta else "")


def show_curve(
    title: str, along: str, points: Sequence[Point], plot: str | None, *, as_json: bool
) -> None:
    """Print the curve, draw it if there is a plot, and exit."""
    if plot is not None:
        from audits.rendering.optimum_picture import draw

        write_bytes(plot, draw(plot, title, along, points))
    rivals = list(dict.fromkeys(name for point in points for name, _ in point.rivals))
    proofs = ((optimum_certificate(p.optimum), optimum_facts(p.optimum)) for p in points)
    refused = [reason for proof, asked in proofs if (reason := objection(proof, asked))]
    if as_json:
        rows: list[Json] = [
            {
                "at": number_json(point.at),
                "optimum": number_or_null(point.optimum.value),
                "lower": number_json(point.optimum.lower),
                "upper": number_json(point.optimum.upper),
                "rivals": {name: number_json(value) for name, value in point.rivals},
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
