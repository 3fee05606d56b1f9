"""The command `exactdp`, in this process: to start one takes longer than most answers."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from subprocess import CompletedProcess
from typing import Any

from audits.cli import main


def exactdp(words: str) -> CompletedProcess[str]:
    """What the command returns and prints."""
    answer, told = StringIO(), StringIO()
    with redirect_stdout(answer), redirect_stderr(told):
        status = main(words.split())
    return CompletedProcess(words, status, answer.getvalue(), told.getvalue())


def in_exact_numbers(text: str) -> dict[str, Any]:
    """The JSON object that a command printed, with each number as its exact value alone."""
    found: dict[str, Any] = json.loads(text, object_hook=_exact)
    return found


def _exact(found: dict[str, Any]) -> object:
    return found["exact"] if found.keys() == {"exact", "low", "high"} else found
