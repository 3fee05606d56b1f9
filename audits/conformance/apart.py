"""Code of other people, in a process of its own.

Whatever it does to its process (ends it in C, at its exit, by a signal; replaces functions; takes
all the time there is), the process that judges goes on, and says what happened.  The two talk in
JSON, one value a line (`handed`); the answers are data and nothing else.

The process is a copy of this one (fork): functions that were defined in a test can be called in
it, and what they change stays there.  Where the operating system has no fork (it needs Unix), the
code runs in this process, without a limit of time.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable
from os import _exit as end  # code that is not ours is given another one
from types import TracebackType
from typing import Any, NoReturn, Self

from audits.conformance import tape
from audits.inputs.failures import failure_words

LONGEST_ANSWER = 2**28
"""Bytes."""

Answer = Callable[[Any], Any]
"""What is done with a request: JSON in, JSON out; runs in the other process."""


class ApartError(RuntimeError):
    """The code failed, or ended its process, or took too long.

    Args:
        words: one line.
        kind: the name of the exception that was raised, if one was; that of a class which is not
            of this project has its module in it.
    """

    def __init__(self, words: str, kind: str = "") -> None:
        super().__init__(words)
        self.kind = kind


class LateError(ApartError):
    """The code took too long; its process was ended."""


class Apart:
    """A process that answers: `with Apart(answer) as process: process.ask(request)`.

    Args:
        answer: what is done there with each request.
        seconds: the most time for one answer; None: as long as it takes.
    """

    def __init__(self, answer: Answer, seconds: float | None = None) -> None:
        self._answer = answer
        self._seconds = seconds
        self._process = 0
        self._requests = self._answers = -1
        self._open = False
        self._here: object = None
        """The answer, where there is no other process."""

    def __enter__(self) -> Self:
        self._open = True
        if not hasattr(os, "fork"):
            return self
        theirs, self._requests = os.pipe()
        self._answers, ours = os.pipe()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which do not matter
            self._process = os.fork()
        if not self._process:
            _serve(self._answer, (theirs, ours), (self._requests, self._answers))
        os.close(theirs)
        os.close(ours)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open = False
        if self._process:
            self._finish()
        for end_of_pipe in (self._requests, self._answers):
            if end_of_pipe >= 0:
                os.close(end_of_pipe)
        self._requests = self._answers = -1

    def ask(self, request: object) -> Any:
        """The answer to a request.

        Raises:
            ApartError: if the code raised anything, ended its process or took too long.
        """
        __tracebackhide__ = True
        self.send(request)
        return self.receive()

    def send(self, request: object) -> None:
        """Let the process work on a request; `receive` waits for the answer.

        Raises:
            ApartError: if the process has ended.
        """
        __tracebackhide__ = True
        if not self._open or (self._requests >= 0 and not self._process):
            raise ApartError("the process of the code has ended")
        if self._requests < 0:
            self._here = _answered(self._answer, request)
            return
        try:
            os.write(self._requests, json.dumps(request).encode() + b"\n")
        except BrokenPipeError:
            raise self._ended() from None

    def receive(self, seconds: float | None = None) -> Any:
        """The answer to the request that was sent; raises as `ask` does.

        Args:
            seconds: the most time for this answer, if it is another than for all answers.
        """
        __tracebackhide__ = True
        found: object = self._here
        if self._requests >= 0:
            text = self._line(self._seconds if seconds is None else seconds)
            try:
                found = json.loads(text)
            except (ValueError, RecursionError):
                found = None
        match found:
            case {"answer": answer}:
                return answer
            case {"error": [str(kind), str(words), str(notes)]}:
                failure = ApartError(words, kind)
                failure.add_note(notes)
                raise failure
            case _:
                raise ApartError("the code wrote into what its process answers")

    def _line(self, seconds: float | None) -> bytes:
        """Wait for one line."""
        __tracebackhide__ = True
        late = None if seconds is None else time.monotonic() + seconds
        read: list[bytes] = []
        size = 0
        while not read or not read[-1].endswith(b"\n"):
            if late is not None and time.monotonic() > late:
                self._finish()
                raise LateError(f"no end after {seconds:g} s (timeout)")
            gone = os.waitid(os.P_PID, self._process, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if not select.select([self._answers], [], [], 0 if gone else 0.2)[0]:
                if gone:
                    raise self._ended()
                continue
            read.append(os.read(self._answers, 2**20))
            size += len(read[-1])
            if not read[-1]:
                raise self._ended()
            if size > LONGEST_ANSWER:
                self._finish()
                raise ApartError(f"an answer of more than {LONGEST_ANSWER} bytes")
        return b"".join(read)

    def _ended(self) -> ApartError:
        status = self._finish()
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        return ApartError(f"the code ended its process ({how})")

    def _finish(self) -> int:
        """End the process, if it has not ended; how it ended is returned."""
        gone = os.waitid(os.P_PID, self._process, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if gone is None:
            os.kill(self._process, signal.SIGKILL)
        _, status = os.waitpid(self._process, 0)
        self._process = 0
        return os.waitstatus_to_exitcode(status)


def _serve(answer: Answer, ends: tuple[int, int], others: tuple[int, int]) -> NoReturn:
    """Answer requests until there are no more; then end, and run nothing else."""
    try:
        for end_of_pipe in others:
            os.close(end_of_pipe)
        os.dup2(2, 1)
        requests = open(ends[0], "rb")  # noqa: PTH123, SIM115 - the process ends with it
        tape.LAST_WORDS[:] = [
            lambda words: _write(ends[1], {"error": ["ProgramEndsError", words, ""]})
        ]
        for line in requests:
            try:
                found = _answered(answer, json.loads(line))
            except KeyboardInterrupt:  # the other process has its own, if a key was pressed
                found = {"error": ["ProgramEndsError", "the program raised KeyboardInterrupt", ""]}
            _write(ends[1], found)
    finally:
        end(0)


def _write(end_of_pipe: int, found: object) -> None:
    rest = memoryview(json.dumps(found).encode() + b"\n")
    while rest:
        rest = rest[os.write(end_of_pipe, rest) :]


def _answered(answer: Answer, request: object) -> dict[str, Any]:
    __tracebackhide__ = True
    try:
        return {"answer": answer(request)}
    except KeyboardInterrupt:
        raise
    except BaseException as failure:  # noqa: BLE001 - it may raise anything
        ours = type(failure).__module__.startswith(("audits.", "reference."))
        name = type(failure).__name__
        kind = name if ours else f"{type(failure).__module__}.{name}"
        words = str(failure) if ours else failure_words(failure)
        trace = "".join(traceback.format_exception(failure))[-10_000:]
        return {"error": [kind, words, trace]}
