"""Every numeric option of every command, with numbers that no work could be done for."""

from __future__ import annotations

import gc
import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer.main

from audits import cli
from audits.cli import COMMANDS, MODULES, _app
from audits.inputs.mechanisms import (
    fields_of,
    is_continuous,
    mechanism_class,
    only_in_python,
    takes_eps,
)
from audits.inputs.problems import CATALOGUE, parameters_of
from audits.inputs.registry import ALIASES, mechanisms
from audits.ledger import claims
from proofs_tests.command_line import exactdp
from proofs_tests.release import smoke
from proofs_tests.units.audits.commands.limited import SECONDS, ended

VALUES = ("100000000000000000000", "1000000", "0", "-1", "1e-300", "inf", "nan")
"""10^20, 10^6, and what is below or beside every range."""

LINES = {
    part.partition("]")[0]: part.partition("]\n")[2].splitlines()
    for part in Path(__file__).with_name("lines.txt").read_text("utf-8").strip().split("\n\n[")[1:]
}
"""Lines that are typed, by what they are for."""

WORDS = {
    *("FILE", "ROWS", "FILE|ROWS", "PAIRS", "KEY=VALUE", "NAME", "GOAL", "FAMILY", "MECHANISM"),
    *("COMMAND", "DIR", "PACKAGE"),
}
"""Metavariables of what is no number."""

NUMERIC = {
    *("P/Q", "P/Q,...", "P/Q,P/Q,...", "N", "N,N,...", "X", "K", "S", "SECONDS"),
    *("KEY=LO..HI", "EPS[,DELTA]"),
}
"""Metavariables of numbers."""

LOADED = (
    *(f"audits.commands.{MODULES.get(name, name)}" for name in COMMANDS),
    *("audits.rendering.densities", "highspy", "rich.table", "scipy.optimize", "scipy.sparse"),
)
"""Modules that commands import when they are run."""

PATIENT = {
    "sample --count=1000000": "so many outputs are drawn and kept, one by one",
    "conform --samples=1000000": "so many samples are drawn and counted",
    "audit --seconds=1000000": "each entry is decided in a process of its own",
    "few-switches-learner beta=1e-300": "a thousand runs; it says that it is at work",
}
"""What may take longer, and why."""

WITHOUT_A_LAW = {
    "construct-paths": "it is no mechanism alone: it takes an interval besides",
    "discrete-gaussian": "no exact law: `test_enclosed.py`",
    "truncated-gaussian": "noise that others add, to vectors",
    **dict.fromkeys(ALIASES, "another name"),
}

WITHOUT_A_SMALL_LAW = dict.fromkeys(
    ("confident-point-learner", "efficient-point-learner", "light-point-learner"),
    "its runs need millions of examples, for any alpha and beta",
)
"""Mechanisms whose row is refused, too."""

NUMBERS = ("int", "Fraction", "Domain", "R", "integer", "rational", "tuple of int")
"""Types of parameters that are numbers, or counted by one."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line that is answered, and the parameters that can be large."""

    name: str
    words: tuple[str, ...]
    """All but parameters."""

    given: Mapping[str, str]
    numbers: tuple[str, ...]

    def line(self, **changed: str) -> list[str]:
        """The line, with some parameters changed."""
        pairs = {**self.given, **changed}.items()
        return [*self.words, *(w for key, value in pairs for w in ("-p", f"{key}={value}"))]


def law_rows() -> Iterator[Row]:
    """`law` of each mechanism that can be typed."""
    for line in LINES["laws"]:
        left, _, right = line.partition("|")
        name, *given = left.split()
        database, *root = right.split()
        kind = mechanism_class(name)
        loss = [] if not takes_eps(kind) else root or ["--root", "2"]
        words = ("law", name, f"--database={database}")
        of_kind = ["--all-eps"] if is_continuous(kind) else loss
        yield _row(name, (*words, *of_kind), given, {f.name: f.type for f in fields_of(kind)})


def optimum_rows() -> Iterator[Row]:
    """`optimum` of each problem of the catalogue."""
    for line in LINES["optima"]:
        name, *given = line.split()
        yield _row(name, ("optimum", name, "--exp-eps", "2"), given, parameters_of(name))


def _row(name: str, words: tuple[str, ...], given: list[str], types: Mapping[str, str]) -> Row:
    numbers = tuple(key for key, kind in types.items() if kind.startswith(NUMBERS))
    return Row(name, words, dict(each.split("=") for each in given), numbers)


def complaints(
    words: list[str], changed: str, folder: Path, seconds: float = SECONDS
) -> list[str]:
    """What is wrong with the end of a command: it neither answers nor refuses in time.

    Args:
        words: the line.
        changed: what is told of it.
        folder: where it runs.
        seconds: of the processor, for an answer, or for a word that there will be one.
    """
    if any(set(each.split()) <= set(changed.split()) for each in PATIENT):
        return []
    found = ended(words, folder, seconds)
    patient = seconds > SECONDS and (found.status in {0, 1, 3} or "at work" in found.err)
    if found.refuses or found.answers or patient:
        return []
    return [
        f"{changed}: status {found.status} after {found.seconds:.2f} s: {found.err.strip()[-300:]}"
    ]


def of_row(row: Row, values: Sequence[str], folder: Path) -> list[str]:
    """What is wrong with a row, each parameter having each value."""
    return [
        each
        for key in row.numbers
        for value in values
        for each in complaints(row.line(**{key: value}), f"{row.name} {key}={value}", folder)
    ]


ROWS = [*law_rows(), *optimum_rows()]


def numeric_options() -> Iterator[tuple[str, str]]:
    """Each command, and each of its options that is a number."""
    for name in COMMANDS:
        found: Any = typer.main.get_command(_app([name]))
        command = found.commands[name]
        group = getattr(command, "commands", {})
        for path, each in [(f"{name} {k}", v) for k, v in group.items()] or [(name, command)]:
            yield from ((path, o.opts[0]) for o in each.params if is_number(o))


def is_number(option: Any) -> bool:  # noqa: ANN401 - the parser names no type
    """Whether an option is a number, or several."""
    if getattr(option, "is_flag", True):  # an argument has no such thing
        return False
    kind = option.type_descriptor.annotation
    if kind in {int, float} or option.metavar in NUMERIC:
        return True
    named = inspect.isclass(kind) and issubclass(kind, Enum)
    assert named or option.metavar in WORDS, f"{option.opts}: is {option.metavar} a number?"
    return False


def lines_with(command: str, option: str) -> list[str]:
    """The lines that show an option of a command."""
    return [
        line
        for line in LINES["options"]
        if line.startswith(f"{command} ") and option in line.split()
    ]


OPTIONS = [*numeric_options()]


def of_option(
    command: str, option: str, values: Sequence[str], folder: Path, lines: int | None = None
) -> list[str]:
    """What is wrong with a command, its option having each value."""
    smoke.lay_out(folder)
    found = []
    for line in lines_with(command, option)[:lines]:
        words = line.split()
        place = words.index(option)
        for value in values:
            text = f"rows=1..{value}" if option == "--curve" else value
            changed = [*words[:place], f"{option}={text}", *words[place + 2 :]]
            found += complaints(changed, " ".join(changed), folder)
    return found


def test_every_numeric_option_is_on_a_line() -> None:
    """A new one needs to be."""
    assert [each for each in OPTIONS if not lines_with(*each)] == []


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_an_option_of_20_digits(command: str, option: str, tmp_path: Path) -> None:
    """Is refused before any work, or makes no difference to the work."""
    assert of_option(command, option, VALUES[:1], tmp_path, lines=1) == []


@pytest.mark.slow
@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_an_option_of_any_size(command: str, option: str, tmp_path: Path) -> None:
    """With other values it is refused or answered."""
    assert of_option(command, option, VALUES, tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES["options"])
def test_the_lines_are_answered(line: str, tmp_path: Path) -> None:
    """Else what they refuse says nothing of their options."""
    smoke.lay_out(tmp_path)
    assert ended(line.split(), tmp_path, 9).status in {0, 1, 3}


def test_every_mechanism_and_problem_has_a_row() -> None:
    """A new one needs one."""
    typed = {name for name, kind in mechanisms().items() if not only_in_python(kind)}
    assert typed - {row.name for row in law_rows()} == set(WITHOUT_A_LAW)
    assert {row.name for row in optimum_rows()} == set(CATALOGUE)


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """What commands load, each copy of this process has."""
    for module in LOADED:
        import_module(module)
    claims()
    gc.freeze()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_parameter_of_20_digits(row: Row, tmp_path: Path) -> None:
    """Is refused before any work, or makes no difference to the work."""
    assert of_row(replace(row, numbers=row.numbers[:1]), VALUES[:1], tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_parameter_of_any_size(row: Row, tmp_path: Path) -> None:
    """The row itself is answered; with other values it is refused or answered."""
    found = ended(row.line(), tmp_path)
    assert found.refuses if row.name in WITHOUT_A_SMALL_LAW else found.answers
    assert of_row(row, VALUES, tmp_path) == []


MODERATE = ("30", "100", "1000", "10000")
"""What is small enough to be tried."""

PATIENCE = 10.0
"""Seconds of the processor for an answer to what is tried."""


@pytest.mark.slow
@pytest.mark.parametrize("row", [*law_rows()], ids=lambda row: row.name)
def test_a_parameter_of_a_moderate_size(row: Row, tmp_path: Path) -> None:
    """It is refused at once, or it answers or says that it is at work before long."""
    found = []
    for key in row.numbers:
        for value in MODERATE:
            name = f"{row.name} {key}={value}"
            found += complaints(row.line(**{key: value}), name, tmp_path, PATIENCE)
    assert found == []


@pytest.mark.parametrize("line", LINES["too much"] + LINES["folded"])
def test_too_much_is_refused(line: str, tmp_path: Path) -> None:
    """In time."""
    assert ended(line.split(), tmp_path).refuses


def test_a_command_at_work_says_so(monkeypatch: pytest.MonkeyPatch, users: Path) -> None:
    """On stderr, after a while; what runs, and its answer, notices nothing of it."""
    monkeypatch.setattr(cli, "SILENT", 0.02)
    monkeypatch.setattr(cli, "AGAIN", 0.02)
    printed = exactdp(f"law {users}/bits.py:Slow --root 2 --database 0 --json", status=0)
    assert "exactdp: at work, " in printed.stderr
    assert printed.stdout.count("\n") == 1


def drawn_thresholds() -> Iterator[tuple[Row, str]]:
    """Each mechanism, and each threshold that it compares with."""
    for row in law_rows():
        kind = mechanism_class(row.name)
        if takes_eps(kind):
            yield from ((row, key) for key in row.numbers if key.endswith("threshold"))


def of_draws(row: Row, key: str, loss: str, values: Sequence[str], folder: Path) -> list[str]:
    """What is wrong where an output is drawn, for a threshold of each value."""
    parts = ["sample", *row.words[1:3], loss]
    return [
        each
        for value in values
        for each in complaints(
            [*parts, *row.line(**{key: value})[len(row.words) :]],
            f"sample {row.name} {loss} {key}={value}",
            folder,
        )
    ]


@pytest.mark.parametrize(("row", "key"), [*drawn_thresholds()])
def test_a_threshold_of_a_draw(row: Row, key: str, tmp_path: Path) -> None:
    """An output is drawn in time, or refused: a real eps has a long root."""
    assert of_draws(row, key, "--eps=1", ["1000000"], tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("loss", ["--eps=1", "--root=2"])
@pytest.mark.parametrize(("row", "key"), [*drawn_thresholds()])
def test_any_threshold_of_a_draw(row: Row, key: str, loss: str, tmp_path: Path) -> None:
    """Where the limits are, and beyond; continuous noise has no root."""
    if loss == "--eps=1" or not is_continuous(mechanism_class(row.name)):
        values = ["10000", "60000", "1000000", "100000000", "1000000000000"]
        assert of_draws(row, key, loss, values, tmp_path) == []
