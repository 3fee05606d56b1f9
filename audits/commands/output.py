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
from textwrap import wrap
from typing import TYPE_CHECKING, TypeVar

from audits.commands.answer import on_terminal, say, stream
from audits.extras import need
from audits.inputs.files import regular
from audits.inputs.literals import InputError
from audits.rendering.facts import facts, in_plain_lines
from audits.rendering.pictures import SUFFIXES
from audits.writing import beside, write
from reference.override import override

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

    from audits.evidence.verdict import Json

Item = TypeVar("Item")

WIDEST_UNBROKEN, WIDE = 40, 16
"""Letters up to which a word is not broken: in the first column, and in the others."""


def print_json(answer: dict[str, Json]) -> None:
    """One JSON object on stdout."""
    say(json.dumps(answer))


def say_folded(text: str, indent: str = "") -> None:
    """A line of the answer; on a terminal as many as it takes, all but the first indented."""
    columns = get_terminal_size().columns
    lines = wrap(text, columns, subsequent_indent=indent, break_on_hyphens=False)
    say("\n".join(lines) if on_terminal() else text)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> None:
    """A table for a person; wide cells are folded, nothing is cut off.

    Words of the first column, the ones that are typed again, are not broken.  Where that leaves
    too little room for the others, each row is printed as lines of its own.  Where nobody reads a
    terminal, each row is one line, however long.
    """
    cells = [[*row] for row in rows]
    if title:
        say_folded(title)
    if not on_terminal():
        stream().write(in_plain_lines(columns, cells))
        return
    from rich.console import Console
    from rich.table import Table

    console = Console(file=stream(), markup=False, highlight=False)
    widths = [
        min(
            longest_word([column, *(row[place] for row in cells)]),
            WIDE if place else WIDEST_UNBROKEN,
        )
        for place, column in enumerate(columns)
    ]
    borders = 3 * len(widths) + 1
    if sum(widths) + borders > console.width:
        stream().write(in_lines(columns, cells, console.width))
        return
    whole = [max(map(len, column)) for column in zip(columns, *cells, strict=True)]
    first = None
    if sum(whole) + borders > console.width:
        room = console.width - borders - sum(widths[1:])
        first = max(widths[0], min(whole[0], WIDEST_UNBROKEN, room))
    table = Table(show_header=any(columns))
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
    width = get_terminal_size().columns if on_terminal() else None
    stream().write(facts(title, rows, width))


def in_lines(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int = 80) -> str:
    """A line for each cell, folded between words, and a blank line after each row.

    >>> print(in_lines(["name", "parts"], [["laplace", "2"]]), end="")
    name   laplace
    parts  2
    <BLANKLINE>
    """
    indent = max(map(len, columns)) + 2
    room = max(width - indent, WIDE)
    lines: list[str] = []
    for row in rows:
        for name, cell in zip(columns, row, strict=True):
            parts = wrap(cell, room, break_on_hyphens=False) or [""]
            names = [name, *[""] * (len(parts) - 1)]
            lines += [
                f"{x:<{indent}}{part}".rstrip() for x, part in zip(names, parts, strict=True)
            ]
        lines.append("")
    return "".join(f"{line}\n" for line in lines)


def longest_word(texts: Iterable[str]) -> int:
    """Letters of the longest word, 1 if there is none."""
    return max((len(word) for text in texts for word in text.split()), default=1)


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr, shown only on a terminal; called with the steps that are done."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn

    with _live(BarColumn(), MofNCompleteColumn()) as bar:
        task = bar.add_task(what, total=total)
        yield lambda steps: bar.advance(task, steps)


@contextmanager
def working(what: str) -> Iterator[None]:
    """Inside, a line on stderr says what is going on and for how long, if that is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.progress import SpinnerColumn

    with _live(SpinnerColumn(), transient=True) as line:
        line.add_task(what, total=None)
        yield


def _live(*columns: ProgressColumn, transient: bool = False) -> Progress:
    """What is drawn on stderr while something goes on: its name, some columns, its time."""
    from rich.console import Console
    from rich.progress import Progress, TextColumn, TimeElapsedColumn

    class WithCursor(Console):
        """Its cursor is never hidden: Ctrl-C may end the process at once."""

        @override
        def show_cursor(self, show: bool = True) -> bool:
            return False

    name, time = TextColumn("{task.description}"), TimeElapsedColumn()
    return Progress(name, *columns, time, console=WithCursor(stderr=True), transient=transient)


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


def refuse_undrawn(path: str | None) -> str | None:
    """The path of a picture, before there is anything to draw.

    Raises:
        InputError: for another kind of file.
        MissingExtraError: if what draws is not installed.
    """
    if path is not None:
        if Path(path).suffix not in SUFFIXES:
            kinds = ", ".join(SUFFIXES)
            raise InputError(f"--plot {path}: the name of a picture ends in {kinds}")
        need("plots", "a picture")
    return path


@contextmanager
def _refused(path: str) -> Iterator[None]:
    """A file that cannot be written is bad input."""
    try:
        yield
    except (OSError, ValueError) as failure:
        reason = failure.strerror if isinstance(failure, OSError) else str(failure)
        raise InputError(f"{path or repr(path)}: cannot be written: {reason}") from None
