"""`python -m proofs_tests.properties`: what is asked of which module, and what refutes it.

A line for each property: what it says, and how many wrong variants of its subject Hypothesis
refutes.  With `--least N` each bound is searched with N examples; the least slack is shown, and
where it was found.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from inspect import getdoc

from hypothesis import HealthCheck, Phase, given, settings

from audits.commands.output import print_table
from proofs_tests.properties.games.played import GAMES
from proofs_tests.properties.stated import Property
from proofs_tests.properties.test_teeth import all_properties


def main(words: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="properties", description="Properties and their teeth.")
    parser.add_argument("modules", nargs="*", help="parts of names of modules; none: all")
    parser.add_argument("--least", type=int, default=0, help="examples in which slack is sought")
    given_words = parser.parse_args(words)
    known = [
        each
        for each in all_properties()
        if not given_words.modules or any(word in each.name for word in given_words.modules)
    ]
    rows = [[_named(each), _sentence(each.check), str(len(each.wrong))] for each in known]
    games = [] if given_words.modules else GAMES
    rows += [[f"games: {g.__name__}", _sentence(g), str(len(g.wrong))] for g in games]
    print_table(["module: property", "for whatever is drawn", "wrong variants"], rows)
    modules = {_module(each) for each in known}
    print(  # noqa: T201 - its answer
        f"{len(known)} properties of {len(modules)} modules and {len(games)} games; "
        f"{sum(int(row[-1]) for row in rows)} wrong variants"
    )
    if given_words.least:
        print_table(["bound", "least slack", "at"], _least(known, given_words.least))


def _least(known: Sequence[Property], examples: int) -> Iterator[list[str]]:
    """The least slack of each bound in so many examples, and where."""
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
            yield [each.name.removeprefix("test_"), str(each.least), str(each.attained)]


def _named(known: Property) -> str:
    return f"{_module(known)}: {known.check.__name__.removeprefix('test_')}"


def _module(known: Property) -> str:
    return "/".join(known.check.__module__.split(".")[-2:]).replace("/test_", "/")


def _sentence(about: object) -> str:
    return " ".join((getdoc(about) or "").split())


if __name__ == "__main__":
    main()
