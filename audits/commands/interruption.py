"""Ctrl-C ends every command within a second, whatever it is doing.

Python sees the signal between two steps of its own.  Exact and floating solvers are single steps
that take minutes: a command runs them in `killable`.  Other processes are left behind by a command
that dies: it starts them with `workers`.  A file is half written: it is written in `deferred`.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

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
def workers(
    jobs: int, prepare: Callable[..., object], *arguments: object
) -> Iterator[ProcessPoolExecutor]:
    """Processes that end with this one, whichever way it ends.

    Args:
        jobs: how many.
        prepare: called first in each of them.
        arguments: for `prepare`.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    others = set(active_children())
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(prepare, arguments)) as executor:
        try:
            yield executor
        except BaseException:
            for process in set(active_children()) - others:
                process.kill()
            executor.shutdown(cancel_futures=True)
            raise


@contextmanager
def _handled(handler: Handler) -> Iterator[None]:
    """Another handler of Ctrl-C; only the main thread has one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    former = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)


def _begin(prepare: Callable[..., object], arguments: tuple[object, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_follow, daemon=True).start()
    prepare(*arguments)


def _follow() -> None:
    """End this process when the one that started it has ended."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
