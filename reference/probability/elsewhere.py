"""The same laws, computed in a process that has not called the mechanism before.

What a mechanism remembers of the first databases that it saw, a second pass in the same process
meets again; a copy of the process as it was before the first call does not.  The copy goes
through the databases in reverse order, while this process goes through them in order, and
answers with a digest of each law.  It needs `fork`, which Unix has.
"""

from __future__ import annotations

import _thread
import ctypes
import json
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from os import _exit as end  # code that is not ours is given another one
from typing import NoReturn

from reference.exact.field import R
from reference.exact.polynomial import identity
from reference.probability.dist import Dist, X
from reference.probability.outcome import written


def digest(law: Dist[X, R]) -> str:
    """A digest of a law: equal for equal laws, whatever their weights."""
    reduced = law.reduced()
    weights = sorted(f"{written(k)}: {identity(w)}" for k, w in reduced.by_key.items())
    return sha256("\n".join(weights).encode("utf-8", "surrogatepass")).hexdigest()


class ElsewhereError(RuntimeError):
    """What was raised in a copy of this process, in words."""


@contextmanager
def elsewhere(digests: Callable[[], list[str]]) -> Iterator[Callable[[], list[str] | None]]:
    """Run it in a copy of this process; what is yielded waits for its answer.

    Args:
        digests: what the copy computes.

    Yields:
        A function that returns the answer, None where there is no `fork`; it raises
        ElsewhereError with the words of what was raised there, or if the copy ended without an
        answer.
    """
    if not hasattr(os, "fork"):
        yield lambda: None
        return
    answers, answering = os.pipe()
    living, life = os.pipe()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of other threads: they stay here
        stops = {signal.SIGINT, signal.SIGTERM, signal.SIGALRM}  # no fork is interrupted
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, stops)
        process = os.fork()
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    if not process:
        os.close(life)
        _serve(digests, answering, living)
    os.close(answering)
    os.close(living)
    try:
        yield lambda: _answer(answers)
    finally:
        os.close(answers)
        os.close(life)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def _answer(answers: int) -> list[str]:
    parts = []
    while part := os.read(answers, 2**20):
        parts.append(part)
    try:
        found = json.loads(b"".join(parts))
    except ValueError:
        found = {"failure": "it ended its process"}
    if "failure" in found:
        raise ElsewhereError(found["failure"])
    return [str(each) for each in found["digests"]]


def _serve(digests: Callable[[], list[str]], answering: int, living: int) -> NoReturn:
    """In the copy: answer and end, also when the other process has ended."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        die_with_parent()  # also while C code keeps all threads waiting
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(nowhere, stream)  # what it prints was printed once
        _thread.start_new_thread(_end_after, (living,))
        try:
            found: dict[str, object] = {"digests": digests()}
        except ElsewhereError as failure:
            found = {"failure": str(failure)}
        except BaseException as failure:  # noqa: BLE001 - told where the answer is awaited
            found = {"failure": f"{type(failure).__name__}: {failure}"}
        rest = memoryview(json.dumps(found).encode())
        while rest:
            rest = rest[os.write(answering, rest) :]
    finally:
        end(0)


def die_with_parent() -> None:
    """Let the kernel of Linux kill this process when its parent dies."""
    if sys.platform == "linux":
        set_parent_death_signal = 1  # PR_SET_PDEATHSIG
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


def _end_after(living: int) -> NoReturn:
    """End this process with the one that holds the other end of the pipe."""
    os.read(living, 1)
    end(0)
