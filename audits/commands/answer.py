"""Standard output is for the answer of a command, and for nothing else.

While a command runs, `sys.stdout` and file descriptor 1 lead to standard error: what a user's
code prints, what a solver in C prints, and what a process that helps prints, goes there.  The
answer goes to where standard output led before.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import Any, TextIO

from typer.core import TyperCommand

from audits.descriptors import ERRORS, OUTPUT, output_led_to, take_closed_ones
from reference.override import override

_KEPT: list[TextIO] = []
"""Where answers go while a command runs; the last counts."""

_PLAIN: list[bool] = []
"""Whether they are in plain lines on a terminal, too."""


def stream() -> TextIO:
    """Where the answer goes."""
    return _KEPT[-1] if _KEPT else sys.stdout


def on_terminal() -> bool:
    """Whether a person reads the answer, and has not asked for plain lines."""
    return stream().isatty() and not (_PLAIN and _PLAIN[-1])


def say(text: str) -> None:
    """A part of the answer that ends its line."""
    stream().write(f"{text}\n")


@contextmanager
def output_for_answers(*, for_good: bool, plain: bool = False) -> Iterator[None]:
    """Inside, standard output is for answers alone.

    Args:
        for_good: whether it stays so until the process ends, for what is printed at its end.
        plain: whether answers are as in a pipe.
    """
    take_closed_ones()
    with output_led_to(ERRORS, for_good=for_good) as outside:
        known = sys.stdout
        kept = _reopened(known, outside)
        _KEPT.append(kept)
        _PLAIN.append(plain)
        sys.stdout = sys.stderr
        try:
            yield
        finally:
            _KEPT.pop()
            _PLAIN.pop()
            if not for_good:
                sys.stdout = known
            if kept is not known:
                with suppress(OSError):  # what could not be written was told
                    kept.close()


def _reopened(output: TextIO, descriptor: int) -> TextIO:
    """The same stream on another descriptor, if it is that of file descriptor 1.

    What its encoding has not is escaped: a user's outputs may be half of a character.
    """
    try:
        same = output.fileno() == OUTPUT
    except (OSError, ValueError, AttributeError):
        same = False  # it is kept in memory: by a test, or a notebook
    if not same:
        return output
    return TextIOWrapper(
        BufferedWriter(FileIO(descriptor, "w", closefd=False)),
        encoding=output.encoding,
        errors="backslashreplace",
        line_buffering=output.isatty(),
    )


class EndOfFile(Exception):
    """Carries an `EOFError` past typer, which takes it for an interruption."""

    def __init__(self, failure: EOFError) -> None:
        super().__init__(failure)
        self.failure = failure


class Command(TyperCommand):
    """A command: its help goes to standard output, and what its code prints does not."""

    @override
    def invoke(self, ctx: Any) -> Any:
        """Run the code of the command."""
        with redirect_stdout(sys.stderr):
            try:
                return super().invoke(ctx)
            except EOFError as failure:
                raise EndOfFile(failure) from failure
