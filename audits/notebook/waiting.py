"""A line on stderr about what takes long, where a person waits for it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

PATIENCE = 2.0
"""Seconds after which something is said, and between two such lines."""


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Inside, one line says what goes on and for how long, from the third second on.

    It is written on a terminal, and in a notebook; elsewhere nobody reads it.
    """
    if not (sys.stderr.isatty() or _in_notebook()):
        yield
        return
    ended = Event()
    teller = Thread(target=_tell, args=(what, ended), daemon=True)
    teller.start()
    try:
        yield
    finally:
        ended.set()
        teller.join()


def _tell(what: str, ended: Event) -> None:
    begun, told = monotonic(), ""
    while not ended.wait(PATIENCE):
        told = f"exactdp: {what}, {monotonic() - begun:.0f} s"
        print(f"\r{told}", end="", file=sys.stderr, flush=True)  # noqa: T201 - it is for a person
    if told:
        print(f"\r{' ' * len(told)}\r", end="", file=sys.stderr, flush=True)  # noqa: T201


def _in_notebook() -> bool:
    """Whether IPython runs."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and ipython.get_ipython() is not None
