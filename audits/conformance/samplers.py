"""Samplers of other people, in the forms in which they come.

All become one thing, `sampler(database, count) -> samples`: a Python function of that form, an
object with `randomise(value)` (diffprivlib), a callable measurement `measurement(data)` (OpenDP,
Tumult Core), or a command in any language.

A command is called with the number of samples as its last argument; it reads the database from
its standard input, one row a line, and prints one sample a line.  If it prints fewer samples
than it was asked for, it is called again.

>>> sampler = repeated(lambda database: sum(database))
>>> sampler((1, 2), 3)
[3, 3, 3]
"""

from __future__ import annotations

import math
import random
import shlex
import subprocess
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeVar

D_contra = TypeVar("D_contra", contravariant=True)
X_co = TypeVar("X_co", bound=Hashable, covariant=True)
D = TypeVar("D")


class ExternalSampler(Protocol[D_contra, X_co]):
    """Independent samples of a mechanism on a database."""

    def __call__(self, database: D_contra, count: int, /) -> Sequence[X_co]: ...


class CommandError(RuntimeError):
    """The command failed, or printed nothing."""


def repeated(release: Callable[[D], Any]) -> ExternalSampler[D, Hashable]:
    """A sampler from a function that releases one output: `measurement`, `mechanism.randomise`."""
    return lambda database, count: [plain(release(database)) for _ in range(count)]


def from_source(
    program: Callable[[D, Any], Any], seed: int | None = None
) -> ExternalSampler[D, Hashable]:
    """A sampler from a function of a database and a random source; a seed makes it repeatable."""
    source = random.SystemRandom() if seed is None else random.Random(seed)
    return repeated(lambda database: program(database, source))


def in_cells(
    sampler: ExternalSampler[D, Any], width: Fraction, shown: int
) -> ExternalSampler[D, int]:
    """floor(sample / width), clamped to [-shown, shown - 1]: real outputs, discretised."""

    def cells(database: D, count: int) -> list[int]:
        found = (math.floor(Fraction(x) / width) for x in sampler(database, count))
        return [min(max(cell, -shown), shown - 1) for cell in found]

    return cells


class Command:
    """A command as a sampler."""

    def __init__(self, line: str, *, seconds: int = 600) -> None:
        self.words = shlex.split(line)
        self.seconds = seconds

    def __call__(self, database: Sequence[object], count: int, /) -> list[Hashable]:
        rows = "".join(f"{row}\n" for row in database)
        found: list[Hashable] = []
        while len(found) < count:
            fresh = self._samples(rows, count - len(found))
            found.extend(fresh[: count - len(found)])
        return found

    def _samples(self, rows: str, count: int) -> list[Hashable]:
        try:
            done = subprocess.run(
                [*self.words, str(count)],
                input=rows, capture_output=True, text=True, timeout=self.seconds, check=True,
            )  # fmt: skip
        except (OSError, ValueError) as failure:
            raise CommandError(f"{self.words[0]}: {failure}") from None
        except subprocess.TimeoutExpired:
            raise CommandError(f"{self.words[0]}: no samples in {self.seconds} seconds") from None
        except subprocess.CalledProcessError as failure:
            last = failure.stderr.strip().splitlines()[-1:]
            reason = f"exit status {failure.returncode}: {' '.join(last)}"
            raise CommandError(f"{self.words[0]}: {reason}") from None
        if not (lines := done.stdout.split()):
            raise CommandError(f"{self.words[0]}: printed no samples")
        return [read(line) for line in lines]


def read(text: str) -> Hashable:
    """An outcome as a command prints it: an integer or a decimal if it is one, else text."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return text


def plain(value: Any) -> Hashable:
    """An output as a plain hashable value: numpy scalars and lists are unpacked."""
    if isinstance(value, (list, tuple)):
        return tuple(plain(item) for item in value)
    found: Hashable = value.item() if hasattr(value, "item") else value
    return found


class NoWorker:
    """In place of a library's worker, where samples come from elsewhere."""

    version = ""

    def ask(self, call: str, **arguments: object) -> Any:
        """There is nobody to ask."""
        raise CommandError(f"{call} {arguments}: no library is asked")
