"""The command `exactdp`, in this process: to start one takes longer than most answers."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from subprocess import CompletedProcess

from audits.cli import main


def exactdp(words: str) -> CompletedProcess[str]:
    """What the command returns and prints."""
    answer, told = StringIO(), StringIO()
    with redirect_stdout(answer), redirect_stderr(told):
        status = main(words.split())
    return CompletedProcess(words, status, answer.getvalue(), told.getvalue())
