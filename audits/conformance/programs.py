"""What another program prints, within limits of time and of memory."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

PART = 2**16
"""Bytes that are read at once."""

ROOM, LINE = 2**24, 2**12
"""Bytes that may be printed: so many, and for each line so many more."""


class ProgramError(Exception):
    """A program cannot be run, fails, or goes beyond a limit; the message does not name it."""


def printed(words: Sequence[str], given: str, lines: int, seconds: float) -> str:
    """What a program prints; it is ended when it has printed a line more than was asked for.

    Args:
        words: the program and its arguments.
        given: its standard input.
        lines: how many lines are wanted.
        seconds: the most that it may take.

    Raises:
        ProgramError: as it says.
    """
    with tempfile.TemporaryFile() as stdin:
        stdin.write(given.encode())
        stdin.seek(0)
        try:
            process = subprocess.Popen(
                words, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as failure:
            raise ProgramError(f"{failure}") from None
    assert process.stdout is not None
    assert process.stderr is not None
    last = [b""]
    listener = threading.Thread(target=_listen, args=(process.stderr, last), daemon=True)
    alarm = threading.Timer(seconds, _end, (process.pid,))
    listener.start()
    alarm.start()
    try:
        found = _first(process.stdout, lines)
        if len(found) > ROOM + LINE * lines:
            raise ProgramError(f"printed more than {ROOM + LINE * lines} bytes")
        status = 0 if found.count(b"\n") > lines else process.wait()
        if not alarm.is_alive():
            raise ProgramError(f"no samples in {seconds:g} seconds (--timeout)")
    finally:
        alarm.cancel()
        _end(process.pid)
        process.wait()
        listener.join(1)
        process.stdout.close()
    if status:
        said = last[0].decode("utf-8", "backslashreplace").strip().splitlines()[-1:]
        raise ProgramError(f"exit status {status}: {' '.join(said)}")
    return found.decode("utf-8", "backslashreplace")


def _first(stream: IO[bytes], lines: int) -> bytes:
    """All that is printed, or so much that there are more lines or bytes than that."""
    parts: list[bytes] = []
    ends = size = 0
    while ends <= lines and size <= ROOM + LINE * lines and (part := stream.read(PART)):
        parts.append(part)
        ends += part.count(b"\n")
        size += len(part)
    return b"".join(parts)


def _listen(stream: IO[bytes], last: list[bytes]) -> None:
    """Keep the end of what is said."""
    with stream:
        while part := stream.read(PART):
            last[0] = (last[0] + part)[-PART:]


def _end(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
