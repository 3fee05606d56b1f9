"""Files are written completely or not at all, and Ctrl-C waits for the milliseconds that it takes.

A file is written beside its place under another name, and then takes the place in one step.  If
there is no room for it, or anything else fails, the other name is removed and the place is as it
was.  Nothing else in the audits writes a file.
"""

from __future__ import annotations

import errno
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import BinaryIO, TypeAlias

Handler: TypeAlias = Callable[[int, FrameType | None], object] | int | None


def write(path: Path, content: str | bytes) -> None:
    """Write a file, a text in UTF-8; what a symbolic link leads to is written, not the link.

    Raises:
        OSError: if it cannot be written; then nothing has changed.
    """
    target = path.resolve()
    with beside(target) as (temporary, stream):
        with stream:
            stream.write(content.encode() if isinstance(content, str) else content)
        temporary.chmod(0o644)
        temporary.replace(target)


@contextmanager
def beside(target: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """An open temporary file in the same folder, which is removed if it is still there at the end.

    Raises:
        OSError: if there is none to be had.
    """
    with deferred():
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                yield Path(name), stream
        finally:
            Path(name).unlink(missing_ok=True)


@contextmanager
def whole_directory(target: Path, replaceable: Callable[[Path], bool]) -> Iterator[Path]:
    """A new directory beside `target`, which takes that place at the end; nothing does otherwise.

    Args:
        target: there may be nothing, an empty directory, or one that is replaced.
        replaceable: whether a directory with something in it may be replaced.

    Raises:
        FileExistsError: for a place that is taken.
        OSError: if the directory cannot be made or moved.
    """
    target = target.resolve()
    _refuse_taken(target, replaceable)
    target.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
    former = made.with_name(f"{made.name}.former")
    try:
        made.chmod(0o755)
        yield made
        with deferred():
            _refuse_taken(target, replaceable)
            if target.exists():
                target.rename(former)
            try:
                made.rename(target)
            except OSError:
                if former.exists():
                    former.rename(target)
                raise
    finally:
        for left in (made, former):
            shutil.rmtree(left, ignore_errors=True)


def _refuse_taken(target: Path, replaceable: Callable[[Path], bool]) -> None:
    if target == Path.cwd():
        raise FileExistsError(errno.EEXIST, "the current directory; name one inside it")
    if target.exists() and not target.is_dir():
        raise FileExistsError(errno.EEXIST, "a file, not a directory")
    if target.is_dir() and any(target.iterdir()) and not replaceable(target):
        raise FileExistsError(errno.EEXIST, "not empty; name a new directory")


@contextmanager
def deferred() -> Iterator[None]:
    """Inside, Ctrl-C waits: what is done here takes milliseconds and is done whole."""
    received: list[int] = []

    def remember(number: int, _: FrameType | None) -> None:
        received.append(number)

    try:
        with handled(remember):
            yield
    finally:
        for number in received[:1]:
            signal.raise_signal(number)


@contextmanager
def handled(handler: Handler) -> Iterator[None]:
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
