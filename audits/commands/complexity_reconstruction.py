"""`exactdp complexity reconstruction`: people that attacks get wrong, by error and by eps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import typer

from audits.commands import options
from audits.commands.answer import say
from audits.commands.complexity_options import Plot
from audits.commands.interruption import killable
from audits.commands.output import print_json, print_table, working, write_bytes
from audits.engines.sample_complexity.reconstruction import (
    CONFIDENCE,
    FAMILIES,
    MOST_PEOPLE,
    Average,
    Family,
    Worst,
    at_worst,
    on_average,
)
from audits.evidence.verdict import Json
from audits.inputs.literals import InputError, as_bad_input, shortened
from audits.inputs.numbers import rational
from audits.rendering.decimals import about, short
from audits.rendering.numbers import number_json

COUNT = 8
"""How many random queries are taken if no number is given."""

MOST_NUMBERS, MOST_RUNS, LARGEST = 12, 5000, 10**6
"""Errors, or e^eps; runs of one release; an error, or e^eps."""


@killable()
def command(
    rows: Annotated[
        str, typer.Option(metavar="N", help=f"Number of people, 1 to {MOST_PEOPLE}.")
    ] = "4",
    queries: Annotated[
        str, typer.Option(metavar="FAMILY", help=f"{', '.join(FAMILIES)}.")
    ] = FAMILIES[0],
    count: Annotated[
        int | None, typer.Option(help="How many random queries.", show_default=str(COUNT))
    ] = None,
    errors: Annotated[
        str, typer.Option(metavar="P/Q,P/Q,...", help="What errors are below.")
    ] = "1/6,1/4,3/8,1/2,3/4,1",
    exp_eps: Annotated[
        str, typer.Option(metavar="P/Q,P/Q,...", help="e^eps of one answer.")
    ] = "2,16,256",
    runs: Annotated[
        int, typer.Option(min=1, max=MOST_RUNS, help="Of a release whose law is too large.")
    ] = 400,
    seed: Annotated[int, typer.Option(min=0, help="Of random queries, and of runs.")] = 0,
    plot: Plot = None,
    as_json: options.AsJson = False,
) -> None:
    """People that attacks get wrong, by error and by e^eps."""
    if queries not in FAMILIES:
        raise InputError(f"--queries {shortened(queries)}: {' or '.join(FAMILIES)}")
    if count is not None and queries != "random":
        raise InputError(f"--count: for random queries, not for {queries}")
    if rows not in map(str, range(1, MOST_PEOPLE + 1)):
        raise InputError(f"--rows {shortened(rows)}: one number, from 1 to {MOST_PEOPLE}")
    below, roots = _numbers(errors, "--errors", above=0), _numbers(exp_eps, "--exp-eps", above=1)
    with as_bad_input(f"--rows {rows} --queries {queries}: "), working("attacks on average"):
        family = Family.of(queries, int(rows), COUNT if count is None else count, seed)
        average = on_average(family, roots, runs, seed)
    with working("attacks at the worst"):
        worst = list(at_worst(family, below))
    if plot is not None:
        from audits.rendering.reconstruction_picture import draw

        with as_bad_input():
            write_bytes(plot, draw(plot, _title(family), worst, average))
    if as_json:
        print_json(_answer(family, seed, worst, average))
    else:
        _print(family, seed, worst, average)


def _numbers(text: str, option: str, above: int) -> list[Fraction]:
    parts = text.split(",")
    if len(parts) > MOST_NUMBERS:
        raise InputError(f"{option}: {len(parts)} numbers, at most {MOST_NUMBERS}")
    numbers = sorted({rational(part.strip(), option) for part in parts})
    for number in (numbers[0], numbers[-1]):
        if not above < number <= LARGEST:
            words = f"numbers above {above}, at most {LARGEST}"
            raise InputError(f"{option} {shortened(str(number))}: {words}")
    return numbers


def _title(family: Family) -> str:
    names = {"all": "all subsets", "random": "random subsets", "hadamard": "Hadamard subsets"}
    return f"{family.people} people, {len(family.queries)} queries ({names[family.name]})"


def _answer(
    family: Family, seed: int, worst: Sequence[Worst], average: Sequence[Average]
) -> dict[str, Json]:
    return {
        "problem": "reconstruction",
        "people": family.people,
        "family": family.name,
        "queries": ["".join(map(str, query)) for query in family.queries],
        "seed": seed,
        "at_worst": [
            {
                "attack": each.attack,
                "error_below": number_json(each.error),
                "wrong": each.wrong,
                "at_most": each.bound,
            }
            for each in worst
        ],
        "on_average": [
            {
                "attack": each.attack,
                "exp_eps": number_json(each.exp_eps),
                "exp_eps_of_a_bit": number_json(each.bit_exp_eps),
                "recovered": number_json(each.recovered),
                "evidence": "simulated" if each.runs else "exact",
                "runs": each.runs or None,
                "deviation": number_json(each.deviation),
                "at_most": number_json(each.at_most),
            }
            for each in average
        ],
    }


def _print(family: Family, seed: int, worst: Sequence[Worst], average: Sequence[Average]) -> None:
    attacks = list(dict.fromkeys(each.attack for each in worst))
    at = {(each.attack, each.error): each for each in worst}
    print_table(
        ["errors below", *attacks],
        [
            [str(error), *(_wrong(at[attack, error]) for attack in attacks)]
            for error in dict.fromkeys(each.error for each in worst)
        ],
        title=f"{_title(family)}: people wrong at the worst, exactly (and what a theorem allows, "
        "where there is one); ? is not computed",
    )
    print_table(
        ["e^eps", "e^eps of a bit", "attack", "right", "at most", "evidence"],
        [
            [
                str(each.exp_eps),
                _short(each.bit_exp_eps),
                each.attack,
                _part(each),
                _short(each.at_most),
                f"{each.runs} runs, seed {seed}" if each.runs else "exact",
            ]
            for each in average
        ],
        title="Part of the people that is right, on average, of counts with geometric noise "
        "(e^eps of one answer, clamped to 0..n)",
    )
    say(
        "e^eps of a bit: what all answers lose about one person. at most: what any mechanism that "
        f"loses as much gives away. ~ is\nrounded, and +- holds with confidence {CONFIDENCE}, of "
        "random databases."
    )


def _wrong(each: Worst) -> str:
    found = "?" if each.wrong is None else str(each.wrong)
    return found if each.bound is None else f"{found} (<= {each.bound})"


def _part(each: Average) -> str:
    if not each.runs:
        return _short(each.recovered)
    return f"{short(each.recovered, letters=5)} +- {about(each.deviation)[:5]}"


def _short(number: Fraction) -> str:
    """In full while that is short, else as a decimal, or as beyond 10^6 or next to 1."""
    shown = short(number, letters=9)
    if not shown.startswith("~"):
        return shown
    if 1 - number < Fraction(1, 10**6):
        return "> 10^6" if number > 1 else "> 1 - 1e-6"
    return shown
