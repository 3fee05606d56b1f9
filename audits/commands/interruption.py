"""Ctrl-C ends every command within a second, whatever it is doing.

Python sees the signal between two steps of its own.  Where a step may take minutes, as in exact
and floating solvers, or waits for other processes, a command is `killable`: the signal ends it.
The processes that help it are killed by `audits.evidence.workers`.  While a file is written, the
signal waits: `audits.writing`.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from audits.writing import handled


@contextmanager
def killable() -> Iterator[None]:
    """Inside, Ctrl-C ends the process by the signal itself (130 for a shell), C code included."""
    with handled(signal.SIG_DFL):
        yield
