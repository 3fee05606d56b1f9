"""`python -m proofs_tests.properties`: the properties, their counterexamples, tightest instances.

A line for each property: what it says, and how many wrong variants of its subject Hypothesis
refutes.  With `--counterexamples` the smallest instance that refutes each of these is printed.
With `--least N` each bound is tried on N examples; printed are how far its two sides are apart
where they are nearest, how many examples come as near, and the first of these.
"""

import argparse
import ast
from collections.abc import Sequence
from importlib import import_module
from inspect import getdoc
from pathlib import Path
from re import sub
from textwrap import fill
from traceback import walk_tb

from hypothesis import HealthCheck, Phase, given, settings

from audits.commands.output import print_table
from proofs_tests.properties.games.played import GAMES
from proofs_tests.properties.sides import Gap
from proofs_tests.properties.stated import AT_MOST, Property
from proofs_tests.properties.test_teeth import HOMES, all_properties

HOW_GAMES = """\
In a game Hypothesis chooses the inputs move by move; after each move the law of the whole has to
be that of the steps read one by one, and no more may be lost than is promised.  The line of a game
says what is played. Games have no counterexamples here: run their tests."""

HOW_NEAR = """
Bounds: where the two sides are nearest, of {examples} examples.  For bounds on privacy three kinds
of examples are kept apart: those where something is promised at some e^eps > 1, which say most;
those where that is so at e^eps = 1 only (total variation); and those where nothing may be lost."""

WIDTH = 120
"""Letters of a line."""

MOST_LINES = 8
"""For one thing that is drawn."""


def main(words: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        prog="python -m proofs_tests.properties",
        description="What the property-based tests say of the reference, a line for each.",
        epilog="Example: %(prog)s fixed_size --counterexamples --least 200",
    )
    parser.add_argument(
        "words",
        nargs="*",
        help="only properties with one of these in the name of the module or of the property",
    )
    parser.add_argument(
        "--counterexamples",
        action="store_true",
        help="print the smallest instance found that refutes each wrong variant",
    )
    parser.add_argument(
        "--least",
        type=_positive,
        metavar="N",
        help="print the tightest of N instances of each inequality",
    )
    asked = parser.parse_args(words)
    known = [each for each in all_properties() if _is_meant(_named(each), asked.words)]
    games = [game for game in GAMES if _is_meant(f"games: {game.__name__}", asked.words)]
    names = [*map(_named, known), *(f"games: {game.__name__}" for game in games)]
    for word in asked.words:
        if not any(_is_meant(name, [word]) for name in names):
            parser.error(f"{word!r} is in no name of a module or of a property")
    titles = {_module(each): _title(each) for each in known}
    rows = [
        [_module(each) + titles.pop(_module(each), ""), each.sentence, str(len(each.wrong))]
        for each in known
    ]
    rows += [[f"games: {g.__name__}", _sentence(g), str(len(g.wrong))] for g in games]
    print_table(["module", "what it says, of whatever is drawn", "wrong variants"], rows)
    modules = {_module(each) for each in known}
    print(  # noqa: T201 - its answer
        f"{len(known)} properties of {len(modules)} modules and {len(games)} games; "
        f"{sum(int(row[-1]) for row in rows)} wrong variants"
    )
    if games:
        print(HOW_GAMES)  # noqa: T201 - its answer
    if known and asked.counterexamples:
        _print_counterexamples(known)
    if known and asked.least:
        _print_least(known, asked.least)


def _is_meant(name: str, words: Sequence[str]) -> bool:
    """Whether one of the words is part of the name, as it is printed or as it is typed in code."""
    known = name.lower().replace(" ", "_")
    return not words or any(_stem(word) in known for word in words)


def _stem(word: str) -> str:
    """The name of a module in a path or a dotted name; else the word."""
    path = word.lower().removesuffix(".py").replace(".", "/").replace("test_", "")
    return "/".join(path.split("/")[-2:]).replace(" ", "_")


def _print_counterexamples(known: Sequence[Property]) -> None:
    """The smallest instance that refutes each wrong variant, and what fails there."""
    print("\nCounterexamples: the smallest instance found for each wrong variant")  # noqa: T201 - its answer
    for each in known:
        print(f"\n{_named(each)}")  # noqa: T201 - its answer
        for mistake in each.wrong:
            found = each.counterexample(mistake)
            name, *edits = each.wrong.words(mistake).splitlines()
            print(f"  {name}")  # noqa: T201 - its answer
            for line in edits:
                print(f"    | {line}")  # noqa: T201 - its answer
            lines = [f"no counterexample among {AT_MOST} examples"]
            if found:
                lines = [f"{name} = {_plain(value)}" for name, value in found[0].items()]
                lines.append(f"fails: {_failure(each, found[1])}")
            for line in lines:
                print(_folded(line))  # noqa: T201 - its answer


def _failure(known: Property, error: AssertionError) -> str:
    """What is said; or the comparison in the check that failed, and its two sides."""
    if str(error):
        return str(error).strip()
    place = known.check.__code__.co_filename
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    frame = next(each for each in reversed(frames) if each.f_code.co_filename == place)
    line = next(n for f, n in walk_tb(error.__traceback__) if f is frame)
    nodes = ast.walk(ast.parse(Path(place).read_text("utf-8")))
    said = next(n for n in nodes if isinstance(n, ast.Assert) and line in _lines(n))
    words = ast.unparse(said.test)
    if not isinstance(said.test, ast.Compare):
        return f"not {words}"
    sides = (said.test.left, *said.test.comparators)
    names = frame.f_globals | frame.f_locals
    values = [eval(compile(ast.Expression(side), place, "eval"), names) for side in sides]  # noqa: S307 - our own source
    return f"not {words}: {' and '.join(map(_plain, values))}"


def _lines(node: ast.Assert) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _print_least(known: Sequence[Property], examples: int) -> None:
    """How far both sides of each bound are apart in the nearest of so many examples; and that."""
    print(HOW_NEAR.format(examples=examples))  # noqa: T201 - its answer
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
        print(f"\n{_named(each)}")  # noqa: T201 - its answer
        if not each.nearest:
            print(_folded("no inequality, assertions alone"))  # noqa: T201 - its answer
        for kind, least in sorted(each.nearest.items()):
            where = f" ({kind})" if kind else ""
            if isinstance(least.slack, Gap):
                where += f": {least.slack.where}"
            print(_folded(f"apart by {least.slack}{where}"))  # noqa: T201 - its answer
            print(_folded(f"so near are {least.times} of the examples; the first of them"))  # noqa: T201 - its answer
            for name, value in least.instance.items():
                print(_folded(f"    {name} = {_plain(value)}"))  # noqa: T201 - its answer


def _positive(text: str) -> int:
    """A number of examples."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text}: give a number of examples, such as 200")
    return int(text)


def _plain(value: object) -> str:
    """Fractions as they are written by hand."""
    found = sub(r"Fraction\((-?\d+), 1\)", r"\1", str(value))
    return sub(r"Fraction\((-?\d+), (\d+)\)", r"\1/\2", found)


def _folded(line: str) -> str:
    """Of an example what fits a few lines."""
    return fill(
        line,
        WIDTH,
        initial_indent="    ",
        subsequent_indent="        ",
        max_lines=MOST_LINES,
        break_long_words=False,
    )


def _named(known: Property) -> str:
    return f"{_module(known)}: {known.check.__name__.removeprefix('test_').replace('_', ' ')}"


def _module(known: Property) -> str:
    folder, module = known.check.__module__.split(".")[-2:]
    return f"{folder}/{module.removeprefix('test_')}".replace("_", " ")


def _title(known: Property) -> str:
    """What the module of the reference is about, or that of a game, in parentheses."""
    folder, module = known.check.__module__.split(".")[-2:]
    of_reference = f"reference.{folder}.{module.removeprefix('test_')}"
    home = import_module(of_reference if folder in HOMES else known.check.__module__)
    return f" ({(getdoc(home) or '').splitlines()[0].rstrip('.')})"


def _sentence(about: object) -> str:
    return " ".join((getdoc(about) or "").split())


if __name__ == "__main__":
    main()
