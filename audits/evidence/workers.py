"""Processes that share the work, and that never outlive it.

They end at once, whatever they are doing, when the work is interrupted or fails, and when this
process is killed: a long computation inside a C library hears no signal that Python handles.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children, connection, parent_process
from queue import SimpleQueue
from threading import Thread, current_thread, main_thread
from typing import Any, ParamSpec, TypeVar

from reference.override import override
from reference.probability.elsewhere import die_with_parent

A = ParamSpec("A")
T = TypeVar("T")

STOPS = (signal.SIGINT, signal.SIGTERM)
"""Signals that interrupt the work."""


@contextmanager
def workers(
    jobs: int, initializer: Callable[..., object] | None = None, *arguments: object
) -> Iterator[Executor]:
    """Processes that work while the context is open.

    SIGTERM interrupts as SIGINT does, by `KeyboardInterrupt`, here and not in the processes; if
    the context is left by any exception, they are killed.

    Args:
        jobs: how many processes, at least 1.
        initializer: called with the arguments at the start of each process.
        arguments: what it is called with.
    """
    others = active_children()
    with (
        _terminated_like_interrupted(),
        _Pool(jobs, initializer=partial(_begin, initializer, *arguments)) as pool,
    ):
        try:
            yield pool
        except BaseException:
            for process in active_children():
                if process not in others:
                    process.kill()
            raise


def as_completed(futures: Iterable[Future[T]]) -> Iterator[Future[T]]:
    """Each future when it is done, as in `concurrent.futures`.

    While this waits it holds no lock of a future.  Whoever is interrupted with one keeps it, and
    the threads of the pool, which the end of the context waits for, wait for that lock.
    """
    done = SimpleQueue[Future[T]]()
    expected = 0
    for future in futures:
        with _uninterrupted():
            future.add_done_callback(done.put)
        expected += 1
    for _ in range(expected):
        yield done.get()


class _Pool(ProcessPoolExecutor):
    """Its processes (and threads) start with the signals that stop blocked: see `_begin`."""

    @override
    def submit(self, fn: Callable[A, T], /, *args: A.args, **kwargs: A.kwargs) -> Future[T]:
        with _uninterrupted():
            return super().submit(fn, *args, **kwargs)

    @override
    def map(
        self,
        fn: Callable[..., T],
        *iterables: Iterable[Any],
        timeout: float | None = None,
        chunksize: int = 1,
    ) -> Iterator[T]:
        if timeout is not None or chunksize != 1:
            raise NotImplementedError
        submitted = [self.submit(fn, *each) for each in zip(*iterables, strict=False)]
        return (next(as_completed([future])).result() for future in submitted)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Signals that stop wait until the context is left."""
    old = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old)


def _begin(initializer: Callable[..., object] | None, *arguments: object) -> None:
    """In a new process: leave interruption to the parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    die_with_parent()
    Thread(target=_end_with_parent, daemon=True).start()
    if initializer is not None:
        initializer(*arguments)


def _end_with_parent() -> None:
    """Elsewhere, and if the parent was dead before it could be asked for: as Python gets to it."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    if current_thread() is not main_thread():
        yield
        return
    old = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, old)
