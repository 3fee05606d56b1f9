"""Texts made to exhaust a parser, and problem files that misbehave: one line, exit 2, at once."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.inputs.literals import (
    DEEPEST_NESTING,
    LONGEST_NUMBER,
    LONGEST_TEXT,
    InputError,
    literals,
)
from proofs_tests.command_line import refusal

SECONDS = 5.0
"""Within which a text is refused, on a machine that does other things too."""

DEEP = "[" * 990 + "]" * 990
LONG = "9" * 10**6
SUM = "1+" * 10**5 + "1"
SIGNS = "-" * 90_000 + "1"
WORDS = "not " * 10**5 + "1"
LAMBDAS = "lambda:" * 10**5 + "1"

HOSTILE = {
    "deep": (DEEP, f"more than {DEEPEST_NESTING} brackets"),
    "long": (LONG, f"1000000 digits, at most {LONGEST_NUMBER}"),
    "sum": (SUM, "rows separated by commas"),
    "signs": (SIGNS, "rows separated by commas"),
    "open": ("(" * 90_000, "rows separated by commas"),
    "words": (WORDS, "rows separated by commas"),
    "lambdas": (LAMBDAS, "rows separated by commas"),
}


def refused(*words: str | Path) -> str:
    """The one line with which the command refuses, at once."""
    start = time.monotonic()
    said = refusal(*words)
    assert time.monotonic() - start < SECONDS
    return said


HEAD = ("database", "outcome", "probability")

INTERIOR = ("exponential-interior-point", "-p", "domain=3", "--root", "2")


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_database(kind: str) -> None:
    """Nested deeply, of a million digits, a sum, a row of signs: the limit is in the message."""
    text, words = HOSTILE[kind]
    assert words in refused("law", *INTERIOR, f"--database={text}")


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize(
    "line",
    [
        "law exponential-interior-point --database 0 --root 2 -p domain=TEXT",
        "law exponential-interior-point --database 0 --root=TEXT -p domain=2",
        "optimum interior-point -p rows=1 -p domain=TEXT --exp-eps 2",
        "optimum interior-point -p rows=1 -p domain=2 --exp-eps=TEXT",
        "optimum interior-point -p rows=1 -p domain=2 --exp-eps 2 --curve rows=1..TEXT",
        "complexity interior-point --domains=TEXT",
    ],
)
def test_a_number(line: str, kind: str) -> None:
    """As a parameter, a root, e^eps, a curve's end, a size."""
    assert refused(*(word.replace("TEXT", HOSTILE[kind][0]) for word in line.split()))


@pytest.mark.parametrize("kind", ["deep", "sum", "signs", "open", "words", "lambdas"])
@pytest.mark.parametrize(
    "cells",
    [(("TEXT", "a", "1"), ("0", "a", "1")), (("0", "a", "TEXT"), ("1", "a", "1"))],
    ids=["database", "probability"],
)
def test_a_cell_of_a_table(tmp_path: Path, cells: tuple[tuple[str, ...], ...], kind: str) -> None:
    """As a database, and as a probability; in CSV and in JSON."""
    text = HOSTILE[kind][0][:100_000]
    head, rows = HEAD, [[cell.replace("TEXT", text) for cell in row] for row in cells]
    table, other = tmp_path / "t.csv", tmp_path / "t.json"
    table.write_text("".join(f"{','.join(line)}\n" for line in (head, *rows)), "utf-8")
    other.write_text(json.dumps([dict(zip(head, row, strict=True)) for row in rows]), "utf-8")
    for file in (table, other):
        assert refused("table", file, "--exp-eps", "2", "--adjacency", "replace-one")


def test_a_power_that_is_too_large() -> None:
    """The result is counted before it is computed."""
    words = ("--database", "0", "--root", "2", "-p", f"domain={'9' * 900}^100000")
    assert "at most 400000 bits" in refused("law", "exponential-interior-point", *words)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (("--root", "1" * 100_000), "100000 characters"),
        (("--eps", "0." + "1" * 100_000), "100002 characters"),
        (("--root", "2", "-p", "domain=" + "1" * 100_000), "give an integer"),
    ],
)
def test_monstrous_numbers_are_refused(option: tuple[str, ...], words: str) -> None:
    """Before anything is computed with them."""
    line = "law exponential-interior-point --database 0"
    assert words in refused(*line.split(), *option)


PROBLEM = '{"outcomes": ["a"], "databases": ["x", "y"], "pairs": [["x", "y"]], "loss": %s}'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 100_000, "nested too deeply"),
        (PROBLEM % f'{{"x": {{"a": {LONG}}}}}', f"1000000 digits, at most {LONGEST_NUMBER}"),
        (PROBLEM % f'{{"x": {{"a": "{LONG}"}}}}', 'an integer or a string "p/q"'),
        (PROBLEM % '{"x": {"a": "1e999999999"}}', 'an integer or a string "p/q"'),
    ],
)
def test_a_problem_on_file(tmp_path: Path, text: str, words: str) -> None:
    """Numbers are read within the limits of the command line."""
    file = tmp_path / "problem.json"
    file.write_text(text, encoding="utf-8")
    assert words in refused("optimum", file, "--exp-eps", "2")


MINE = """
import os, random, sys
from audits.engines.optimum import Problem, Symmetry, worst_case
from reference.data.adjacency import replace_one

class Bare(BaseException):
    pass

def fail(failure):
    raise failure

def coin(symmetries=()):
    one = worst_case("coin", replace_one(range(2), 1), range(2), lambda d, y: y == d[0])
    return Problem(one.name, one.universe, one.outcomes, one.scores, symmetries)

def problem():
    {body}
"""

TURNED = "return coin((Symmetry('turned', lambda d: {}, lambda y: y),))"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("raise KeyError('no')", "mine.py:problem: KeyError: 'no'"),
        ("raise Bare('bare')", "mine.py:problem: Bare: bare"),
        ("sys.exit(0)", "mine.py:problem: SystemExit: 0"),
        ("os._exit(0)", "os._exit at "),
        ("return problem()", "mine.py:problem: RecursionError"),
        ("random.random(); return coin()", "random.random at "),
        ("return 3", "returned no Problem but 3"),
        (TURNED.format("1 / 0"), "mine.py:problem: ZeroDivisionError"),
        (TURNED.format("fail(Bare('bare'))"), "mine.py:problem: Bare: bare"),
        (TURNED.format("sys.exit(0)"), "mine.py:problem: SystemExit: 0"),
        (TURNED.format("[]"), "turned: unhashable type"),
        (TURNED.format("77"), "turned: 77 is not there"),
    ],
)
def test_a_problem_of_the_user(tmp_path: Path, body: str, words: str) -> None:
    """Whatever its function raises, and however it tries to leave, the status is ours."""
    file = tmp_path / "mine.py"
    file.write_text(MINE.format(body=body), encoding="utf-8")
    assert words in refused("optimum", f"{file}:problem", "--exp-eps", "2")


PLAIN = st.recursive(
    st.integers(-(10**30), 10**30)
    | st.text(max_size=5)
    | st.binary(max_size=5)
    | st.booleans()
    | st.none()
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple),
    max_leaves=8,
)


@given(st.lists(PLAIN, max_size=5))
def test_what_python_prints_is_read(values: list[object]) -> None:
    """The values whose representations are joined by commas come back, strings of brackets too."""
    assert literals(", ".join(map(repr, values)), "example") == tuple(values)


@given(st.text(alphabet="01-+,()[]{}'\"eflnot.: \\\n", max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing but `InputError` comes out."""
    with suppress(InputError):
        assert isinstance(literals(text, "example"), tuple)


def test_a_text_that_is_too_long() -> None:
    """Its length is counted before it is looked at."""
    with pytest.raises(InputError, match=f"at most {LONGEST_TEXT} are read"):
        literals("0," * LONGEST_TEXT, "example")
