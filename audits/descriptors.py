"""File descriptor 1, to which code in C writes, is led elsewhere for a while.

`contextlib.redirect_stdout` moves `sys.stdout` alone: a library in C, or a process that was
started, writes to the descriptor.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

OUTPUT, ERRORS = 1, 2
"""The descriptors of standard output and standard error."""


@contextmanager
def output_led_to(target: int, *, for_good: bool = False) -> Iterator[int]:
    """Inside, what is written to file descriptor 1 goes where another descriptor leads.

    Nothing is done if it is closed.

    Args:
        target: the other descriptor.
        for_good: whether it stays so afterwards, until the process ends.

    Yields:
        A descriptor of where standard output leads outside.
    """
    flush_all()
    try:
        outside = os.dup(OUTPUT)
    except OSError:
        yield OUTPUT
        return
    os.dup2(target, OUTPUT)
    try:
        yield outside
    finally:
        flush_all()
        if not for_good:
            os.dup2(outside, OUTPUT)
        os.close(outside)


def flush_all() -> None:
    """Write out what Python and the C library still hold of standard output."""
    with suppress(OSError, ValueError):  # it is full, or closed: whoever writes to it is told
        if sys.stdout is not None:
            sys.stdout.flush()
    ctypes.CDLL(None if os.name == "posix" else "ucrtbase").fflush(None)


def take_closed_ones() -> None:
    """Open the null device as each standard stream that is closed, so that no file becomes it.

    `sys.stderr` is None then, for Python found it closed; who writes to it, such as a bar of
    progress or a process that helps, need not know.
    """
    taken = os.open(os.devnull, os.O_RDWR)
    while taken <= ERRORS:
        taken = os.open(os.devnull, os.O_RDWR)
    os.close(taken)
    known: TextIO | None = sys.stderr
    if known is None:
        sys.stderr = open(ERRORS, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - for good
