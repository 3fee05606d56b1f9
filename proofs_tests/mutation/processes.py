"""Copies of this process: each says what it finds, line by line, and may take only so long."""

import json
import os
import resource
import selectors
import signal
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from audits.commands.output import progress
from reference.probability.elsewhere import die_with_parent

T = TypeVar("T")

MOST_BYTES = 8 << 30
"""Of memory that a copy may address: an endless list ends there."""

SLOWEST = 600
"""How many seconds may pass for one of processor time, on a machine that does other work."""

OUT_OF_TIME = (signal.SIGPROF, signal.SIGALRM)
"""What ends a copy that takes too long."""


def limited(seconds: float) -> None:
    """End this process, unless called again before it has used so much more processor time."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, SLOWEST * seconds)


def heard(speak: Callable[[], Iterable[object]]) -> tuple[list[Any], int]:
    """What a copy of this process says, each for JSON, and the signal that ended it, or 0."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _speak(speak, writing)
    os.close(writing)
    try:
        with os.fdopen(reading) as lines:
            said = [json.loads(line) for line in lines if line.endswith("\n")]
    finally:
        for kill in (os.killpg, os.kill):
            try:
                kill(child, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue
        _, status = os.waitpid(child, 0)
    return said, os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


def _speak(speak: Callable[[], Iterable[object]], writing: int) -> None:
    """Never returns."""
    try:
        os.setpgid(0, 0)
        die_with_parent()
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        for words in speak():
            os.write(writing, f"{json.dumps(words)}\n".encode())
    finally:
        os._exit(0)


def apart(compute: Callable[[], object], seconds: float) -> Any:  # noqa: ANN401 - JSON
    """What is computed in a copy of this process; None if it dies, or takes more of its time."""

    def speak() -> Iterator[object]:
        limited(seconds)
        yield compute()

    said, _ = heard(speak)
    return said[0] if said else None


def spread(
    work: Callable[[T], Any], items: Sequence[T], jobs: int, until: float | None = None
) -> Iterator[tuple[int, Any]]:
    """The place of each item and what is found of it, as it comes from copies of this process.

    Args:
        work: something that JSON can spell; it may call `apart`.  No thread runs where it forks.
        items: a copy is given the next one when it has done its last.
        jobs: how many copies.
        until: the time, by the monotonic clock, after which no further item is begun.

    Raises:
        RuntimeError: if the work on an item fails.
    """
    places = iter(range(len(items)))
    with selectors.DefaultSelector() as answers:
        children = [_worker(work, items, answers) for _ in range(min(jobs, len(items)))]
        tickets = {child: ticket for child, ticket, _ in children}

        def next_ticket(child: int) -> None:
            late = until is not None and time.monotonic() > until
            place = None if late else next(places, None)
            if place is None:
                os.close(tickets.pop(child))
            else:
                os.write(tickets[child], f"{place}\n".encode())

        try:
            for child in [*tickets]:
                next_ticket(child)
            while answers.get_map():
                for each, _ in answers.select():
                    child, stream = each.data
                    if line := stream.readline():
                        place, answer, failure = json.loads(line)
                        if failure:
                            raise RuntimeError(failure)
                        yield place, answer
                        next_ticket(child)
                    elif child in tickets:
                        raise RuntimeError("a process has died")
                    else:
                        answers.unregister(stream)
        finally:
            for ticket in tickets.values():
                os.close(ticket)
            for child, _, stream in children:
                if tickets:
                    os.kill(child, signal.SIGTERM)
                stream.close()
                os.waitpid(child, 0)


def _worker(
    work: Callable[[T], Any], items: Sequence[T], answers: selectors.BaseSelector
) -> tuple[int, int, Any]:
    """The copy, where it takes the places of items, and where it gives its answers."""
    taking, ticket = os.pipe()
    reading, answering = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(ticket)
            os.close(reading)
            die_with_parent()
            with os.fdopen(taking) as given, os.fdopen(answering, "w") as out:
                for line in given:
                    out.write(f"{json.dumps([int(line), *_tried(work, items[int(line)])])}\n")
                    out.flush()
        finally:
            os._exit(0)
    os.close(taking)
    os.close(answering)
    stream = os.fdopen(reading)
    answers.register(stream, selectors.EVENT_READ, (child, stream))
    return child, ticket, stream


def _tried(work: Callable[[T], Any], item: T) -> tuple[Any, str]:
    """What is found, and how it failed."""
    try:
        return work(item), ""
    except Exception:  # noqa: BLE001 - raised again where it is waited for
        return None, traceback.format_exc()


def shared(work: Callable[[T], Any], items: Sequence[T], jobs: int, noun: str) -> list[Any]:
    """What is found of each item, in order; they are counted on a terminal, and called so."""
    found: list[Any] = [None] * len(items)
    with progress(len(items), noun) as done:
        for place, answer in spread(work, items, jobs):
            found[place] = answer
            done(1)
    return found
