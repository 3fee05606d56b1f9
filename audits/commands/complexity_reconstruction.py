"""`exactdp complexity reconstruction`: people that attacks get wrong, by error and by eps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import typer

from audits.asked.literals import InputError, shortened
from audits.asked.numbers import rational
from audits.commands.output import print_json, print_table, write_bytes
from audits.engines.sample_complexity.reconstruction import (
    FAMILIES,
    MOST_PEOPLE,
    Average,
    Family,
    Worst,
    at_worst,
    on_average,
)
from audits.shown.decimals import about
from audits.verdict import Json

RECONSTRUCTION = "reconstruction"
"""The name of the table."""

READ = (
    *("--rows", "--queries", "--count", "--seed", "--errors", "--exp-eps", "--runs"),
    *("--plot", "--json"),
)
"""The options of the table."""

ROWS, ERRORS, EXP_EPS = "4", "1/6,1/4,3/8,1/2,3/4,1", "2,16,256"
COUNT = 8
"""What is taken if nothing is given."""

MOST_NUMBERS, MOST_RUNS, LARGEST = 12, 5000, 10**6
"""Errors, or e^eps; runs of one release; an error, or e^eps."""


def show(
    rows: str | None,
    queries: str,
    count: int | None,
    seed: int,
    errors: str | None,
    exp_eps: str | None,
    runs: int,
    plot: str | None,
    *,
    as_json: bool,
) -> None:
    """Print, and perhaps draw, the table.

    Raises:
        InputError: names what was typed and what is allowed.
    """
    if queries not in FAMILIES:
        raise InputError(f"--queries {shortened(queries)}: {' or '.join(FAMILIES)}")
    if count is not None and queries != "random":
        raise InputError(f"--count: for random queries, not for {queries}")
    if not 1 <= runs <= MOST_RUNS:
        raise InputError(f"--runs {runs}: from 1 to {MOST_RUNS}")
    found_errors = _numbers(ERRORS if errors is None else errors, "--errors", above=0)
    roots = _numbers(EXP_EPS if exp_eps is None else exp_eps, "--exp-eps", above=1)
    people = _people(ROWS if rows is None else rows)
    try:
        family = Family.of(queries, people, COUNT if count is None else count, seed)
    except ValueError as refusal:
        raise InputError(f"--rows {people} --queries {queries}: {refusal}") from None
    worst = list(at_worst(family, found_errors))
    average = on_average(family, roots, runs, seed)
    if plot is not None:
        from audits.shown.reconstruction_picture import draw

        try:
            picture = draw(plot, _title(family), people, worst, average)
        except ValueError as refusal:
            raise InputError(str(refusal)) from None
        write_bytes(plot, picture)
    if as_json:
        print_json(_answer(family, seed, worst, average))
    else:
        _print(family, seed, worst, average)


def _people(text: str) -> int:
    if not (text.isdecimal() and text.isascii() and len(text) == 1 and int(text)):
        raise InputError(f"--rows {shortened(text)}: one number, from 1 to {MOST_PEOPLE}")
    return int(text)


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
        "problem": RECONSTRUCTION,
        "people": family.people,
        "family": family.name,
        "queries": ["".join(map(str, query)) for query in family.queries],
        "seed": seed,
        "at_worst": [
            {
                "attack": each.attack,
                "error_below": str(each.error),
                "wrong": each.wrong,
                "bound": None if each.bound is None else str(each.bound),
            }
            for each in worst
        ],
        "on_average": [
            {
                "attack": each.attack,
                "exp_eps": str(each.exp_eps),
                "exp_eps_of_all_answers": str(each.whole_exp_eps),
                "recovered": str(each.recovered),
                "evidence": "simulated" if each.runs else "exact",
                "runs": each.runs or None,
                "at_most": str(each.at_most),
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
        title=f"{_title(family)}: people wrong at the worst, exactly (and the bound, where there "
        "is one); ? is not computed",
    )
    print_table(
        ["e^eps", "e^eps of all", "attack", "right", "at most", "evidence"],
        [
            [
                str(each.exp_eps),
                _short(each.whole_exp_eps),
                each.attack,
                _short(each.recovered),
                _short(each.at_most),
                f"{each.runs} runs, seed {seed}" if each.runs else "exact",
            ]
            for each in average
        ],
        title="Part of the people that is right, on average, of counts with geometric noise "
        "(e^eps of one answer, clamped to 0..n)",
    )
    typer.echo(
        "at most: what any mechanism with the e^eps of all answers gives away. ~ is rounded."
    )


def _wrong(each: Worst) -> str:
    found = "?" if each.wrong is None else str(each.wrong)
    return found if each.bound is None else f"{found} (< {each.bound})"


def _short(number: Fraction) -> str:
    text = str(number)
    return text if len(text) <= 9 else f"~{about(number)[:8]}" if number < 10**6 else "> 10^6"
