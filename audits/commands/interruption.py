"""Ctrl-C ends every command within a second, whatever it is doing.

Python sees the signal between two steps of its own.  Where a step may take minutes, as in exact
and floating solvers, or waits for other processes, a command is `killable`: the signal ends it.
The processes that help it are killed by `audits.workers`.  Files are written in `deferred`, so
that none is left half written.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeAlias

Handler: TypeAlias = Callable[[int, FrameType | None], object] | int | None


@contextmanager
def killable() -> Iterator[None]:
    """Inside, Ctrl-C ends the process by the signal itself (130 for a shell), C code included."""
    with _handled(signal.SIG_DFL):
        yield


@contextmanager
def deferred() -> Iterator[None]:
    """Inside, Ctrl-C waits: what is done here takes milliseconds and is done whole."""
    received: list[int] = []

    def remember(number: int, _: FrameType | None) -> None:
        received.append(number)

    try:
        with _handled(remember):
            yield
    finally:
        for number in received[:1]:
            signal.raise_signal(number)


@contextmanager
def _handled(handler: Handler) -> Iterator[None]:
    """Another handler of Ctrl-C, which only the main thread has; not where it is ignored."""
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        yield
        return
    former = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)
