"""What the claims say of a fault: each is decided in a process of its own, the cheapest first."""

from __future__ import annotations

import json
import os
import select
import selectors
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias, TypeVar

from audits.commands.output import progress
from audits.ledger import Claim, Found, Size, claims
from audits.ledger.deciding import decide

T = TypeVar("T")

Key = tuple[str, str]
"""Id and form of a claim."""

Trace: TypeAlias = "Callable[[FrameType, str, object], Trace | None]"

HOME = Path(__file__).parents[2]
FOLDER = HOME / "reference"
OURS = (FOLDER, HOME / "audits")
KEPT = HOME / "build" / "mutation" / "lines.json"

GRACE = 5
"""Seconds that any claim has, and tenfold what it usually takes."""


@dataclass(frozen=True, slots=True)
class Traced:
    """What a claim runs."""

    key: Key
    kind: str
    seconds: float
    lines: frozenset[tuple[str, int]]
    """File, relative to the folder, and line."""

    @property
    def about_laws(self) -> bool:
        """Whether it is a claim of privacy or accuracy."""
        return self.kind in {"privacy", "accuracy"}


def traced(item: Claim, folder: Path) -> Traced:
    """Decide a claim once, and again with every line of a folder that it runs noted.

    A claim that is surprised without any fault judges none: it is said to run nothing.
    """
    seconds = apart(lambda: _timed(item), 600)
    lines = (
        [] if seconds is None else apart(lambda: _lines(item, folder), 600 + 50 * seconds) or []
    )
    seconds = 600.0 if seconds is None else seconds
    key = (str(item.id), item.form.value)
    return Traced(key, item.entry.kind, seconds, frozenset((f, n) for f, n in lines))


def spelled(known: Traced) -> list[Any]:
    """For JSON."""
    return [known.key, known.kind, known.seconds, sorted(known.lines)]


def told(spelling: list[Any]) -> Traced:
    """From JSON."""
    (name, form), kind, seconds, lines = spelling
    return Traced((name, form), kind, seconds, frozenset((file, line) for file, line in lines))


def surprised(item: Claim) -> bool:
    """Whether the verdict of a claim is not the expected one, or its check raises."""
    try:
        return decide(item, Size.TINY).found is not item.expected
    except Exception:  # noqa: BLE001 - a fault may raise anything
        return True


def verdict(items: Sequence[tuple[Claim, Traced]], plant: Callable[[], object]) -> Key | None:
    """The first claim that notices what is planted; None if none does.

    A process that dies or goes on for too long has noticed it.
    """
    for item, known in items:

        def noticed(item: Claim = item) -> bool:
            plant()
            return surprised(item)

        if apart(noticed, GRACE + 10 * known.seconds) is not False:
            return known.key
    return None


def apart(compute: Callable[[], object], seconds: float) -> Any:  # noqa: ANN401 - JSON
    """What is computed in a copy of this process; None if it dies or takes longer."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.setpgid(0, 0)
        status = 1
        try:
            with os.fdopen(writing, "w") as out:
                json.dump(compute(), out)
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    said, end = b"", time.monotonic() + seconds
    try:
        while True:
            ready, _, _ = select.select([reading], [], [], max(0, end - time.monotonic()))
            part = os.read(reading, 1 << 20) if ready else b""
            if not part:
                break
            said += part
    finally:
        os.close(reading)
        for kill in (os.killpg, os.kill):
            try:
                kill(child, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue
        os.waitpid(child, 0)
    return json.loads(said) if said else None


def _timed(item: Claim) -> float:
    start = time.perf_counter()
    if surprised(item):
        raise AssertionError(f"{item.id} is not as expected")
    return time.perf_counter() - start


def _lines(item: Claim, folder: Path) -> list[tuple[str, int]]:
    root, seen = f"{folder}{os.sep}", set[tuple[str, int]]()

    def on_line(frame: FrameType, event: str, _: object) -> Trace:
        if event == "line":
            seen.add((frame.f_code.co_filename[len(root) :], frame.f_lineno))
        return on_line

    def on_call(frame: FrameType, event: str, _: object) -> Trace | None:
        del event
        return on_line if frame.f_code.co_filename.startswith(root) else None

    sys.settrace(on_call)
    try:
        decide(item, Size.TINY)
    finally:
        sys.settrace(None)
    return sorted(seen)


def shared(work: Callable[[T], Any], items: Sequence[T], jobs: int, noun: str) -> list[Any]:
    """What is found of each item, in order, by so many copies of this process.

    Args:
        work: something that JSON can spell; it may call `apart`.  No thread runs where it forks.
        items: each copy goes through its share of them.
        jobs: how many copies.
        noun: what the items are called while they are counted.
    """
    pipes = [os.pipe() for _ in range(jobs)]
    for start, (_, writing) in enumerate(pipes):
        if not os.fork():
            with os.fdopen(writing, "w") as out:
                for place in range(start, len(items), jobs):
                    out.write(f"{json.dumps([place, work(items[place])])}\n")
                    out.flush()
            os._exit(0)
        os.close(writing)
    found: list[Any] = [None] * len(items)
    with progress(len(items), noun) as done, selectors.DefaultSelector() as open_pipes:
        for reading, _ in pipes:
            stream = os.fdopen(reading)
            open_pipes.register(stream, selectors.EVENT_READ, stream)
        while open_pipes.get_map():
            for each, _ in open_pipes.select():
                line = each.data.readline()
                if not line:
                    open_pipes.unregister(each.fileobj)
                    continue
                place, answer = json.loads(line)
                found[place] = answer
                done(1)
    for _ in pipes:
        os.wait()
    return found


def known_of(items: Mapping[Key, Claim], jobs: int) -> dict[Key, Traced]:
    """What each claim runs: kept in build/mutation until a file of ours changes."""
    files = sorted(file for folder in OURS for file in folder.rglob("*.py"))
    digest = sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    if KEPT.exists():
        kept = json.loads(KEPT.read_text("utf-8"))
        if kept["sources"] == digest:
            found = [told(each) for each in kept["claims"]]
            return {each.key: each for each in found}
    listed = [*items.values()]
    lines = shared(lambda item: spelled(traced(item, FOLDER)), listed, jobs, "claims")
    found = [told(each) for each in lines]
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    KEPT.write_text(json.dumps({"sources": digest, "claims": lines}), "utf-8")
    return {each.key: each for each in found}


def decidable() -> dict[Key, Claim]:
    """The claims with a check."""
    checked = (item for item in claims() if item.expected in {Found.HOLDS, Found.REFUTED})
    return {(str(item.id), item.form.value): item for item in checked}
