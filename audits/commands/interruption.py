"""Ctrl-C ends every command within a second, whatever it is doing.

Python sees the signal between two steps of its own.  Where a step may take minutes, as in exact
and floating solvers, or waits for other processes, a command is `killable`: the signal ends it.
The processes that help it, started by `workers`, see that it is gone, and end too.  Files are
written in `deferred`, so that none is left half written.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import _exit as end  # code that is not ours is given another one
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
    """Processes that end with this one, whichever way it ends; inside, it is `killable`.

    After a failure they are not waited for: they may never end.

    Args:
        jobs: how many.
        prepare: called first in each of them.
        arguments: for `prepare`.
    """
    from concurrent.futures import ProcessPoolExecutor

    executor = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(prepare, arguments))
    with killable():
        try:
            yield executor
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise
        executor.shutdown()


def leave(status: int) -> None:
    """End this process if others are still at work for it; they see that, and end too."""
    processes = sys.modules.get("multiprocessing")
    if processes is not None and processes.active_children():
        sys.stdout.flush()
        sys.stderr.flush()
        end(status)


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
        end(1)
