"""What a command prints: one JSON object, or a table for a person; and files, atomically."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from audits.inputs import InputError
from audits.verdict import Json
from reference.override import override


def print_json(answer: dict[str, Json]) -> None:
    """One JSON object on stdout."""
    sys.stdout.write(json.dumps(answer) + "\n")


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> None:
    """A table for a person; wide cells are folded, nothing is cut off."""
    table = Table()
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*row)
    if title:
        console().print(title)
    console().print(table)


class _Output(Console):
    """A console that leaves a reader's hanging up to the caller."""

    @override
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console() -> Console:
    """Standard output as rich writes it: in colour only on a terminal."""
    return _Output(markup=False, highlight=False, width=None if sys.stdout.isatty() else 120)


@contextmanager
def progress(total: int, what: str) -> Iterator[Progress]:
    """A progress bar on stderr, shown only on a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    stderr = Console(stderr=True)
    with Progress(
        *columns, TimeElapsedColumn(), console=stderr, disable=not stderr.is_terminal
    ) as bar:
        bar.add_task(what, total=total)
        yield bar


def write_json(path: str, value: dict[str, Json]) -> None:
    """Write a JSON file completely or not at all.

    Raises:
        InputError: if the place cannot be written to.
    """
    write_text(path, json.dumps(value) + "\n")


def write_text(path: str, text: str) -> None:
    """Write a text file completely or not at all.

    Raises:
        InputError: if the place cannot be written to.
    """
    target = Path(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text)
            Path(temporary).chmod(0o644)
            Path(temporary).replace(target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as failure:
        raise InputError(f"{path}: cannot be written: {failure.strerror}") from None
