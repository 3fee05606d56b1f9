"""The command `exactdp`, in this process: to start one takes longer than most answers."""

from __future__ import annotations

import json
import shlex
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

from audits.cli import main
from reference.override import override


class Terminal(StringIO):
    """What somebody reads."""

    @override
    def isatty(self) -> bool:
        """It is a terminal."""
        return True


class Answer(CompletedProcess[str]):
    """What a command returned and printed."""

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object on stdout."""
        found: dict[str, Any] = json.loads(self.stdout)
        return found

    @property
    def exact(self) -> dict[str, Any]:
        """The same, with each number as its exact value alone."""
        return in_exact_numbers(self.stdout)

    @property
    def said(self) -> str:
        """The words of stdout, on one line."""
        return " ".join(self.stdout.split())


def exactdp(
    *words: str | Path,
    status: int | None = None,
    stdout: type[StringIO] = StringIO,
    stderr: type[StringIO] = StringIO,
) -> Answer:
    """What the command returns and prints.

    Args:
        words: those of the line; a single text is a whole line.
        status: the exit status that it has to return; none if any will do.
        stdout: `Terminal`, if somebody reads it.
        stderr: likewise.
    """
    line = words[0] if len(words) == 1 and isinstance(words[0], str) else None
    typed = [str(word) for word in words] if line is None else shlex.split(line)
    answer, told = stdout(), stderr()
    with redirect_stdout(answer), redirect_stderr(told):
        found = Answer(typed, main(typed), answer.getvalue(), told.getvalue())
    assert status in {None, found.returncode}, found
    return found


def refusal(*words: str | Path) -> str:
    """The one line with which the command refuses: exit status 2, and nothing on stdout."""
    found = exactdp(*words, status=2)
    assert found.stdout == ""
    assert found.stderr.startswith("exactdp: ")
    assert found.stderr.count("\n") == 1
    assert found.stderr.endswith("\n")
    return found.stderr


def in_exact_numbers(text: str) -> dict[str, Any]:
    """The JSON object that a command printed, with each number as its exact value alone."""
    found: dict[str, Any] = json.loads(text, object_hook=_exact)
    return found


def _exact(found: dict[str, Any]) -> object:
    return found["exact"] if found.keys() == {"exact", "low", "high"} else found
