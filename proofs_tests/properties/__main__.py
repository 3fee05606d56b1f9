"""`python -m proofs_tests.properties`: what is asked of which module, and what refutes it.

A line for each property: what it says, and how many wrong variants of its subject Hypothesis
refutes.  With `--least N` each bound is tried on N examples; the one that comes nearest to it is
shown, and how far its two sides are apart there.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from inspect import getdoc
from re import sub
from textwrap import shorten

from hypothesis import HealthCheck, Phase, given, settings

from audits.commands.output import WIDTH, print_table
from proofs_tests.properties.games.played import GAMES
from proofs_tests.properties.stated import Property
from proofs_tests.properties.test_teeth import all_properties


def main(words: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        prog="python -m proofs_tests.properties",
        description="What the property-based tests say of the reference, a line for each.",
    )
    parser.add_argument("words", nargs="*", help="parts of names: of modules, or of properties")
    parser.add_argument(
        "--least", type=int, default=0, metavar="N", help="and how nearly N examples reach a bound"
    )
    asked = parser.parse_args(words)
    known = [
        each
        for each in all_properties()
        if not asked.words or any(word.replace("_", " ") in _named(each) for word in asked.words)
    ]
    rows = [[_named(each), _sentence(each.check), str(len(each.wrong))] for each in known]
    games = [] if asked.words else GAMES
    rows += [[f"games: {g.__name__}", _sentence(g), str(len(g.wrong))] for g in games]
    print_table(["module: property", "for whatever is drawn", "wrong variants"], rows)
    modules = {_module(each) for each in known}
    print(  # noqa: T201 - its answer
        f"{len(known)} properties of {len(modules)} modules and {len(games)} games; "
        f"{sum(int(row[-1]) for row in rows)} wrong variants"
    )
    if asked.least:
        _print_least(known, asked.least)


def _print_least(known: Sequence[Property], examples: int) -> None:
    """How far both sides of each bound are apart in the nearest of so many examples; and that."""
    print(  # noqa: T201 - its answer
        f"\nBounds: how far the two sides are apart in the nearest of {examples} examples"
    )
    for each in known:
        search = settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate, Phase.target],
            suppress_health_check=[HealthCheck.too_slow],
        )
        search(given(**each.drawn)(each.examine))()
        if each.least is not None:
            apart = f"{each.least}" if each.least else "0, it is attained"
            lines = [f"{name} = {_plain(value)}" for name, value in each.attained.items()]
            for line in ["", _named(each), f"    apart: {apart}", *map(_cut, lines)]:
                print(line)  # noqa: T201 - its answer


def _plain(value: object) -> str:
    """Fractions as they are written by hand."""
    found = sub(r"Fraction\((-?\d+), 1\)", r"\1", str(value))
    return sub(r"Fraction\((-?\d+), (\d+)\)", r"\1/\2", found)


def _cut(line: str) -> str:
    """Of an example what fits a line."""
    return "    " + shorten(line, WIDTH - 4, placeholder=" ...")


def _named(known: Property) -> str:
    return f"{_module(known)}: {known.check.__name__.removeprefix('test_').replace('_', ' ')}"


def _module(known: Property) -> str:
    folder, module = known.check.__module__.split(".")[-2:]
    return f"{folder}/{module.removeprefix('test_')}".replace("_", " ")


def _sentence(about: object) -> str:
    return " ".join((getdoc(about) or "").split())


if __name__ == "__main__":
    main()
