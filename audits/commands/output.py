"""What a command prints: one JSON object, or a table for a person; and files, atomically.

What draws tables and bars is loaded when there is something to draw.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from typing import TypeVar

from audits.asked.files import regular
from audits.asked.literals import InputError
from audits.commands.answer import say, stream
from audits.shown.facts import facts
from audits.verdict import Json
from audits.writing import beside, write

Item = TypeVar("Item")

WIDTH = 120
"""Columns where there is no terminal."""

WIDEST_UNBROKEN, WIDE = 40, 16
"""Letters up to which a word is not broken: in the first column, and in the others."""


def print_json(answer: dict[str, Json]) -> None:
    """One JSON object on stdout."""
    say(json.dumps(answer))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> None:
    """A table for a person; wide cells are folded, nothing is cut off.

    Words of the first column, the ones that are typed again, are not broken.  Where that leaves
    too little room for the others, each row is printed as lines of its own.
    """
    from rich.console import Console
    from rich.table import Table

    cells = list(rows)
    terminal = stream().isatty()
    console = Console(
        file=stream(), markup=False, highlight=False, width=None if terminal else WIDTH
    )
    widths = [
        min(
            longest_word([column, *(row[place] for row in cells)]),
            WIDE if place else WIDEST_UNBROKEN,
        )
        for place, column in enumerate(columns)
    ]
    if title:
        say(title)
    borders = 3 * len(widths) + 1
    if sum(widths) + borders > console.width:
        stream().write(in_lines(columns, cells))
        return
    whole = [max(map(len, column)) for column in zip(columns, *cells, strict=True)]
    first = None
    if sum(whole) + borders > console.width:
        room = console.width - borders - sum(widths[1:])
        first = max(widths[0], min(whole[0], WIDEST_UNBROKEN, room))
    table = Table()
    for place, column in enumerate(columns):
        # `min_width` would not do: the others are not folded in return, and the table is cut off.
        table.add_column(column, overflow="fold", width=None if place else first)
    for row in cells:
        table.add_row(*row)
    with console.capture() as drawn:  # so that a reader who hangs up is seen here, not there
        console.print(table)
    stream().write(drawn.get())


def print_facts(title: str, rows: Iterable[tuple[str, str]]) -> None:
    """A title and a line for each fact, folded where a terminal has too few columns."""
    width = get_terminal_size().columns if stream().isatty() else None
    stream().write(facts(title, rows, width))


def in_lines(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A line for each cell, a blank line after each row.

    >>> print(in_lines(["name", "parts"], [["laplace", "2"]]), end="")
    name   laplace
    parts  2
    <BLANKLINE>
    """
    width = max(map(len, columns))
    return "".join(
        "".join(f"{name:<{width}}  {cell}\n" for name, cell in zip(columns, row, strict=True))
        + "\n"
        for row in rows
    )


def longest_word(texts: Iterable[str]) -> int:
    """Letters of the longest word, 1 if there is none."""
    return max((len(word) for text in texts for word in text.split()), default=1)


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


def collected(items: Iterable[Item], total: int, what: str) -> list[Item]:
    """The items, with a progress bar while they come."""
    found = []
    with progress(total, what) as done:
        for item in items:
            found.append(item)
            done(1)
    return found


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

    What a symbolic link leads to is written, not the link.

    Raises:
        InputError: if the place cannot be written to, or is a device, a pipe or a directory.
    """
    with _refused(path):
        write(regular(Path(path)), content)


def refuse_unwritable(path: str | None) -> str | None:
    """The path, before there is anything to write.

    Raises:
        InputError: if the place cannot be written to, or is a device, a pipe or a directory.
    """
    if path is not None:
        with _refused(path), beside(regular(Path(path).resolve())):
            pass
    return path


@contextmanager
def _refused(path: str) -> Iterator[None]:
    """A file that cannot be written is bad input."""
    try:
        yield
    except (OSError, ValueError) as failure:
        reason = failure.strerror if isinstance(failure, OSError) else str(failure)
        raise InputError(f"{path or repr(path)}: cannot be written: {reason}") from None
