"""The front door: what it imports, its version, and how it tells of a bug of ours."""

from __future__ import annotations

import inspect
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from unittest.mock import Mock

import pytest
import typer

from audits import cli
from audits.cli import COMMANDS, MODULES
from audits.inputs.registry import mechanisms
from proofs_tests.command_line import Terminal, exactdp

HEAVY = ("flint", "highspy", "matplotlib", "multiprocessing", "numpy", "rich", "scipy")

LOADED = f"""
import sys
from audits.cli import main
status = main(sys.argv[1:])
found = [name for name in {HEAVY} if name in sys.modules]
print("loaded", status, *found, len(sys.modules), file=sys.stderr)
"""


INTERIOR = ("exponential-interior-point", "-p", "domain=2")


def loaded(*words: str | Path) -> list[str]:
    """The exit status, the heavy libraries that a command loads, and its number of modules."""
    command = [sys.executable, "-c", LOADED, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("loaded")]
    return line.split()[1:]


def test_help_loads_no_command_and_no_library() -> None:
    """Typer and the standard library are all that `--help` and `--version` need."""
    for word in ("--help", "--version", "no-such-command"):
        status, *found, count = loaded(word)
        assert (status, found) == ("2" if word == "no-such-command" else "0", [])
        assert int(count) < 300


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        (("list", "mechanisms", "--json"), {"flint"}),
        (("list", "problems", "--help"), set()),
        (("check", "no-such-file.json"), set()),
        (("table", "no-such-file.csv", "--exp-eps", "2"), {"flint"}),
        (("sample", "--help"), {"flint"}),
        (("law", "laplace-noise", "--root", "2", "--database", "0"), {"flint"}),
        (("privacy", *INTERIOR, "--rows", "1", "--root", "2", "--json"), {"flint"}),
        (("optimum", "--help"), {"flint", "highspy", "numpy"}),
    ],
)
def test_a_command_loads_what_it_uses(words: tuple[str, ...], needed: set[str]) -> None:
    """No solver for a law, no plotting without a plot, nothing of ours but the kernel to check."""
    _, *found, _ = loaded(*words)
    assert set(found) <= needed


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_is_its_docstring(name: str) -> None:
    """The table that `--help` prints says what the commands say themselves."""
    command = import_module(f"audits.commands.{MODULES.get(name, name)}").command
    if not isinstance(command, typer.Typer):  # a group of commands has no other words
        assert " ".join((inspect.getdoc(command) or "").split()) == COMMANDS[name]


def test_the_version() -> None:
    """Ours and the Python's, for a report."""
    python = ".".join(map(str, sys.version_info[:3]))
    assert exactdp("--version", status=0).stdout == f"exactdp 0.2.0, Python {python}\n"


@pytest.mark.parametrize("columns", ["60", "80", "120", "200"])
def test_what_is_typed_again_is_not_broken(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    """Each name of a mechanism stands whole on one line, however narrow the terminal is."""
    monkeypatch.setenv("COLUMNS", columns)
    said = exactdp("list mechanisms", status=0, stdout=Terminal).stdout
    assert set(mechanisms()) <= set(said.split())


class OursError(Exception):
    """A bug."""


@pytest.mark.parametrize(
    ("raised", "words"),
    [
        (OursError("one\ntwo"), "OursError: one two"),
        (ZeroDivisionError("division by zero"), "ZeroDivisionError: division by zero"),
        (BaseException("bare"), "BaseException: bare"),
        (MemoryError(), "MemoryError"),
        (EOFError("marshal data too short"), "EOFError: marshal data too short"),
        (RecursionError("deep"), "RecursionError: deep"),
        (KeyError("\x1b[31m" + "x" * 5000), r"KeyError: '\x1b[31mxxx"),
    ],
)
def test_a_bug_of_ours_is_one_line_and_exits_4(
    monkeypatch: pytest.MonkeyPatch, raised: BaseException, words: str
) -> None:
    """What it was, where, and how to report it; nothing that looks like a refutation."""
    monkeypatch.setattr("audits.commands.check.check", Mock(side_effect=raised))
    printed = exactdp("check", __file__, status=4)
    said = printed.stderr
    assert printed.stdout == ""
    assert said.startswith("exactdp: internal error")
    assert said.count("\n") == 1
    assert said[:-1].isprintable()
    where = "audits/commands/check.py:"
    for part in (words, where, "exactdp --version", "exactdp check", "--debug"):
        assert part in said


@pytest.mark.parametrize("position", [0, 1, 2])
def test_debug_shows_the_traceback_wherever_it_stands(
    monkeypatch: pytest.MonkeyPatch, position: int
) -> None:
    """Before the command, after it, and at the end; the status and the line are the same."""
    monkeypatch.setattr("audits.commands.check.check", Mock(side_effect=OursError))
    words = ["check", __file__]
    said = exactdp(*words[:position], "--debug", *words[position:], status=4).stderr
    assert "Traceback (most recent call last)" in said
    assert "OursError" in said
    assert said.splitlines()[-1].startswith("exactdp: internal error")


def test_debug_shows_what_lies_behind_a_refusal(tmp_path: Path) -> None:
    """The traceback into the user's own file."""
    file = tmp_path / "mine.py"
    file.write_text("def broken():\n    return 1 / 0\n\nbroken()\n", encoding="utf-8")
    said = exactdp(f"--debug law {file}:X --database 0 --root 2", status=2).stderr
    assert 'mine.py", line 2, in broken' in said


def test_an_unexpected_end_of_a_module_is_a_bug_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that cannot be loaded is no bad input."""
    monkeypatch.setattr(cli, "import_module", Mock(side_effect=ImportError("no flint")))
    cli._parser.cache_clear()
    assert "ImportError: no flint" in exactdp("law", status=4).stderr


STREAMS = [
    ("--version >/dev/full", "exactdp: stdout: No space left on device\n"),
    ("--version >&-", "exactdp: stdout is closed: there is nowhere to answer\n"),
    ("nosuch 2>/dev/full", ""),
    ("nosuch 2>&-", ""),
]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize(("line", "words"), STREAMS)
def test_there_is_no_room_for_the_answer(line: str, words: str) -> None:
    """A full or a closed stream is no bug of ours, no refutation and no success."""
    command = f"{shlex.quote(sys.executable)} -m audits {line}"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", words)
