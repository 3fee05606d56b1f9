"""Ends what does not end: a limit of time on code that may be anybody's."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import _exit as end  # code that is not ours is given another one
from types import FrameType

from reference.probability.replay import UnfinishedError

AGAIN = 1.0
"""Seconds after which code that went on in spite of the limit is stopped again."""

ENOUGH = 3
"""After so many times it is not asked any more, and the process ends with exit status 2."""

SHORTEST = 0.01
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Time:
    """What there is of it, from when this is made."""

    seconds: float | None
    """None: any."""

    begun: float = field(default_factory=time.monotonic)

    def left(self) -> float | None:
        """Seconds, above 0; None: any."""
        if self.seconds is None:
            return None
        return max(SHORTEST, self.begun + self.seconds - time.monotonic())


UNLIMITED = Time(None)


class NoTimerError(OSError):
    """The operating system has no interval timers."""


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Stop what runs in the main thread of this process after some seconds; None: never.

    Raises:
        UnfinishedError: when the time is over, in whatever runs then; and again at the end, if
            that went on.
        NoTimerError: on an operating system without interval timers (they need Unix).
    """
    if seconds is None:
        yield
        return
    late = limit_from_now_on(seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    if late:
        raise late[0]


def limit_from_now_on(
    seconds: float, waits: Callable[[], bool] = lambda: False
) -> list[UnfinishedError]:
    """Stop what runs in the main thread after some seconds, for as long as the process lives.

    One call of C code, in which Python sees no signal, is ended with the process, by `SIGPROF`.

    Args:
        seconds: from now on.
        waits: whether nothing runs that is to be stopped, at the moment.

    Returns:
        What was raised so far.

    Raises:
        NoTimerError: on an operating system without interval timers (they need Unix).
    """
    if not hasattr(signal, "setitimer"):
        raise NoTimerError("--timeout needs the interval timers of Unix")
    late: list[UnfinishedError] = []

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        if waits():
            return
        late.append(UnfinishedError(f"no end after {seconds:g} s (--timeout)"))
        if len(late) > ENOUGH:
            os.write(2, f"exactdp: {late[0]}, and code that ignores it\n".encode())
            end(2)
        raise late[-1]

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds + (ENOUGH + 1) * AGAIN)
    return late
