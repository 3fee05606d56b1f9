"""`exactdp complexity fingerprinting`: how often the best pirates escape, and frame others."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import Annotated

import typer

from audits.commands import options
from audits.commands.complexity_options import integers_option
from audits.commands.interruption import killable
from audits.commands.output import print_json, print_table, working
from audits.engines.sample_complexity.fingerprinting import (
    errors_by_coalition,
    fingerprinting_code,
)
from audits.evidence.verdict import Json
from audits.inputs.literals import as_bad_input, shortened
from audits.inputs.numbers import integers
from audits.rendering.numbers import number_or_null

BASES, PRINTED_BASES = "2,3", "1,4"
"""If none are given; the code as printed begins with 1."""

LARGEST_BASE = 10**9 - 1


@killable()
def command(
    bases: Annotated[
        str | None,
        integers_option(
            "b(0), ..., one a user.", show_default=f"{BASES}; {PRINTED_BASES} if printed"
        ),
    ] = None,
    printed: Annotated[
        bool, typer.Option("--printed", help="The code as printed; b(0) is 1.")
    ] = False,
    as_json: options.AsJson = False,
) -> None:
    """Best pirates against an interior point code, by coalition."""
    text = bases if bases is not None else PRINTED_BASES if printed else BASES
    numbers = tuple(integers(text, "--bases", 1, LARGEST_BASE))
    with as_bad_input(f"--bases {shortened(text)}: "):
        code = fingerprinting_code(numbers, printed=printed)
    with working("coalitions"):
        rows = list(errors_by_coalition(code))
    if as_json:
        words: dict[str, Json] = {"problem": "fingerprinting", "points": code.domain.size}
        shown = [{key: _json(value) for key, value in asdict(row).items()} for row in rows]
        print_json({**words, "bases": list(code.bases), "coalitions": list[Json](shown)})
        return
    print_table(
        ["coalition", "frames", "frames feasibly", "escapes", "bound on frames"],
        [
            [
                ", ".join(map(str, row.coalition)) or "nobody",
                *map(str, (row.soundness, row.feasible, row.completeness)),
                "-" if row.bound is None else str(row.bound),
            ]
            for row in rows
        ],
        title=f"Best pirates against {len(code.users)} users, {code.domain.size} points, bases "
        f"{', '.join(map(str, code.bases))}{', as printed' if printed else ''}: frames, "
        "how often somebody outside of the coalition is accused; escapes, how often nobody is, "
        "for a feasible word",
    )


def _json(value: tuple[int, ...] | Fraction | None) -> Json:
    return list[Json](value) if isinstance(value, tuple) else number_or_null(value)
