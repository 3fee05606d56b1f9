"""A command in a copy of this process that may use little time and memory."""

from __future__ import annotations

import os
import re
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from audits.cli import main

SECONDS = 1.0
"""Of the processor, for a refusal or a small answer."""

MEGABYTES = 300
"""More than this process has."""

PATIENCE = 60.0
"""Seconds by the clock, on a machine that does other things too."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    status: int
    """Negative: the signal that ended it."""

    seconds: float
    """Of the processor."""

    out: str
    err: str

    @property
    def answers(self) -> bool:
        """Whether there is an answer, within the limits."""
        return self.status in {0, 1, 3} and self.seconds <= SECONDS

    @property
    def refuses(self) -> bool:
        """Whether one short line says what is wrong, within the limits; code may print."""
        one = self.err.count("exactdp: ") == 1 and self.err.endswith("\n")
        short = re.search("[0-9]{50}", self.err) is None
        return self.status == 2 and self.seconds <= SECONDS and one and short and not self.out


def ended(words: Sequence[str], folder: Path, seconds: float = SECONDS) -> Ended:
    """Run a command in a copy of this process, in a folder."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = os.fork()
        if not process:
            _run(words, folder, (out.fileno(), err.fileno()), seconds)
        start = time.monotonic()
        while True:
            gone, status, used = os.wait4(process, os.WNOHANG)
            if gone:
                break
            if time.monotonic() - start > PATIENCE:
                os.kill(process, signal.SIGKILL)
            time.sleep(0.002)
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read().decode(errors="replace"))
        took = used.ru_utime + used.ru_stime
        return Ended(os.waitstatus_to_exitcode(status), took, texts[0], texts[1])


def _run(words: Sequence[str], folder: Path, streams: tuple[int, int], seconds: float) -> None:
    """In the copy: it ends with the command."""
    status = 99
    try:
        null = os.open(os.devnull, os.O_RDONLY)
        for descriptor, stream in enumerate((null, *streams)):
            os.dup2(stream, descriptor)
        sys.stdout, sys.stderr = (open(each, "w", 1, closefd=False) for each in (1, 2))  # noqa: SIM115
        os.chdir(folder)
        size = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
        limit = size + MEGABYTES * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        whole = int(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole))
        status = main(words)
        sys.stderr.flush()
    finally:
        os._exit(status)
