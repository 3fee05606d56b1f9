"""What a command prints: one JSON object, or a table for a person; and files, atomically.

What draws tables and bars is loaded when there is something to draw.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from audits.commands.interruption import deferred
from audits.literals import InputError
from audits.verdict import Json

WIDTH = 120
"""Columns where there is no terminal."""

WIDEST_UNBROKEN = 32
"""Columns that a table takes, if it must, rather than break a word of its first column."""


def print_json(answer: dict[str, Json]) -> None:
    """One JSON object on stdout."""
    sys.stdout.write(json.dumps(answer) + "\n")


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> None:
    """A table for a person; wide cells are folded, nothing is cut off.

    Words of the first column, the ones that are typed again, are the last to be broken.
    """
    from rich.console import Console
    from rich.table import Table

    cells = list(rows)
    words = [word for row in cells for word in row[0].split()]
    unbroken = min(max(map(len, words), default=1), WIDEST_UNBROKEN)
    table = Table()
    for place, column in enumerate(columns):
        table.add_column(column, overflow="fold", min_width=None if place else unbroken)
    for row in cells:
        table.add_row(*row)
    terminal = sys.stdout.isatty()
    console = Console(markup=False, highlight=False, width=None if terminal else WIDTH)
    with console.capture() as drawn:  # so that a reader who hangs up is seen here, not there
        if title:
            console.print(title)
        console.print(table)
    sys.stdout.write(drawn.get())


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr, shown only on a terminal; called with the steps that are done."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=total)
        yield lambda steps: bar.advance(task, steps)


def write_json(path: str, value: dict[str, Json]) -> None:
    """Write a JSON file completely or not at all.

    Raises:
        InputError: if the place cannot be written to.
    """
    write_text(path, json.dumps(value) + "\n")


def write_text(path: str, text: str) -> None:
    """Write a text file in UTF-8 completely or not at all.

    Raises:
        InputError: if the place cannot be written to.
    """
    write_bytes(path, text.encode())


def write_bytes(path: str, content: bytes) -> None:
    """Write a file completely or not at all.

    Raises:
        InputError: if the place cannot be written to.
    """
    target = Path(path)
    try:
        with deferred():
            handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(content)
                Path(temporary).chmod(0o644)
                Path(temporary).replace(target)
            except BaseException:
                Path(temporary).unlink(missing_ok=True)
                raise
    except (OSError, ValueError) as failure:
        reason = failure.strerror if isinstance(failure, OSError) else str(failure)
        raise InputError(f"{path}: cannot be written: {reason}") from None
