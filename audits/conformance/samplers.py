"""Samplers of other people, in the forms in which they come.

All become one thing, `sampler(database, count) -> samples`: a Python function of that form, an
object with `randomise(value)` (diffprivlib), a callable measurement `measurement(data)` (OpenDP,
Tumult Core), or a command in any language.

A command is called with the number of samples as its last argument; it reads the database from
its standard input, one row a line, and prints one sample a line, each a JSON value
(`json_lines`).  If it prints fewer samples than it was asked for, it is called again; what it
prints beyond is left.

>>> sampler = repeated(lambda database: sum(database))
>>> sampler((1, 2), 3)
[3, 3, 3]
"""

from __future__ import annotations

import inspect
import random
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from fractions import Fraction
from itertools import islice
from typing import Any, Protocol, TypeVar

from audits.conformance.json_lines import read, written
from audits.failures import exits_refused, failure_words
from reference.probability.outcome import key

D_contra = TypeVar("D_contra", contravariant=True)
X_co = TypeVar("X_co", bound=Hashable, covariant=True)
D = TypeVar("D")


class ExternalSampler(Protocol[D_contra, X_co]):
    """Independent samples of a mechanism on a database."""

    def __call__(self, database: D_contra, count: int, /) -> Sequence[X_co]: ...


class SamplerError(RuntimeError):
    """A sampler that failed, or whose samples cannot be used: nothing is known about its law."""


class CommandError(SamplerError):
    """The command failed, or printed nothing."""


class UserCodeError(SamplerError):
    """A person's code failed: the message names the file and line."""


@contextmanager
def blamed(place: str) -> Iterator[None]:
    """Say of a `SamplerError` whose sampler it is about, if it does not say so itself.

    Raises:
        SamplerError: with the place at the end.
    """
    try:
        yield
    except (CommandError, UserCodeError):
        raise
    except SamplerError as failure:
        raise UserCodeError(f"{failure} ({place})") from None


def repeated(release: Callable[[D], Any]) -> ExternalSampler[D, Hashable]:
    """A sampler from a function that releases one output: `measurement`, `mechanism.randomise`."""
    return lambda database, count: [plain(release(database)) for _ in range(count)]


def from_source(
    program: Callable[[D, Any], Any], seed: int | None = None
) -> ExternalSampler[D, Hashable]:
    """A sampler from a function of a database and a random source; a seed makes it repeatable."""
    source = random.SystemRandom() if seed is None else random.Random(seed)
    return repeated(lambda database: program(database, source))


def drawn(sampler: Callable[[int], Iterable[Any]], count: int) -> list[Hashable]:
    """As many samples as asked for, as plain values.

    Raises:
        SamplerError: if there are more or fewer, or no sequence.
    """
    given: object = sampler(count)
    if hasattr(given, "tolist"):
        given = given.tolist()
    if not isinstance(given, Iterable) or isinstance(given, (str, bytes)):
        raise SamplerError(f"the sampler returned {shown(given)}, no sequence of samples")
    try:
        samples = [plain(sample) for sample in given]
    except RecursionError:
        raise SamplerError("a sample is nested too deeply") from None
    if len(samples) != count:
        raise SamplerError(f"the sampler gave {len(samples)} samples where {count} were asked for")
    return samples


def counted(sampler: Callable[[int], Iterable[Any]], count: int) -> Counter[Hashable]:
    """How often each outcome came among so many samples, by its key, in order of appearance.

    Raises:
        SamplerError: if there are more or fewer samples, or one is no value.
    """
    samples = drawn(sampler, count)
    try:
        return Counter(map(key, samples))
    except TypeError:
        pass
    for sample in samples:
        try:
            key(sample)
        except TypeError as failure:
            raise SamplerError(f"the sample {shown(sample)} is no value: {failure}") from None
    raise AssertionError("every sample has a key")


class Command:
    """A command as a sampler."""

    def __init__(self, line: str, *, seconds: int = 600) -> None:
        try:
            self.words = shlex.split(line)
        except ValueError as failure:
            raise CommandError(f"{line}: {failure}") from None
        if not self.words:
            raise CommandError("an empty command")
        self.seconds = seconds

    @property
    def place(self) -> str:
        """The program, for a message."""
        return self.words[0]

    def __call__(self, database: Sequence[object], count: int, /) -> list[Hashable]:
        rows = "".join(f"{written(row)}\n" for row in database)
        found: list[Hashable] = []
        while len(found) < count:
            fresh = self._samples(rows, count - len(found))
            found.extend(fresh[: count - len(found)])
        return found

    def _samples(self, rows: str, count: int) -> list[Hashable]:
        try:
            done = subprocess.run(
                [*self.words, str(count)],
                input=rows, capture_output=True, encoding="utf-8", errors="backslashreplace",
                timeout=self.seconds, check=True,
            )  # fmt: skip
        except (OSError, ValueError) as failure:
            raise CommandError(f"{self.words[0]}: {failure}") from None
        except subprocess.TimeoutExpired:
            raise CommandError(f"{self.words[0]}: no samples in {self.seconds} seconds") from None
        except subprocess.CalledProcessError as failure:
            last = failure.stderr.strip().splitlines()[-1:]
            reason = f"exit status {failure.returncode}: {' '.join(last)}"
            raise CommandError(f"{self.words[0]}: {reason}") from None
        if not done.stdout:
            raise CommandError(f"{self.words[0]}: printed no samples")
        lines = done.stdout.removesuffix("\n").split("\n")
        known = {line: read(line.removesuffix("\r")) for line in set(lines[:count])}
        return [known[line] for line in lines[:count]]


class Function:
    """A Python function `function(database, count)` as a sampler.

    What it prints goes to stderr; what it raises is a `UserCodeError` with its file and line.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        code = getattr(inspect.unwrap(function), "__code__", None)
        self.file = code.co_filename if code is not None else ""
        self.line = code.co_firstlineno if code is not None else 0

    @property
    def place(self) -> str:
        """File and line of the function, or its name."""
        return f"{self.file}:{self.line}" if self.file else repr(self.function)

    def __call__(self, database: Sequence[object], count: int, /) -> list[Hashable]:
        rows = tuple(in_python(row) for row in database)
        with user_code(self.place):
            given = self.function(rows, count)
            if isinstance(given, Iterator):
                given = list(islice(given, count + 1))
        with blamed(self.place):
            return drawn(lambda _: given, count)


@contextmanager
def user_code(place: str) -> Iterator[None]:
    """Run a person's code; what it prints goes to stderr.

    Args:
        place: file and line of the code, for a failure that is not inside it.

    Raises:
        UserCodeError: of one line, for whatever the code raises, and if it ends the process.
    """
    try:
        with redirect_stdout(sys.stderr), exits_refused():
            yield
    except KeyboardInterrupt:
        raise
    except BaseException as failure:  # noqa: BLE001 - it may raise anything
        words = failure_words(failure)
        inside = words.endswith(")") and f"({place.rpartition(':')[0]}:" in words
        raise UserCodeError(words if inside else f"{words} ({place})") from None


def plain(value: Any) -> Hashable:
    """An output as a plain value: arrays and lists are tuples, numpy scalars are unpacked."""
    if type(value) in {int, float, str, bool}:
        known: Hashable = value
        return known
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list) or type(value) is tuple:
        return tuple(plain(item) for item in value)
    found: Hashable = value.item() if hasattr(value, "item") else value
    return found


def in_python(row: object) -> object:
    """A row as a person's function takes it: a rational number that was typed is a float."""
    if isinstance(row, tuple):
        return tuple(in_python(item) for item in row)
    return float(row) if isinstance(row, Fraction) else row


def shown(value: object) -> str:
    """A sample in a message, cut if it is long."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


class NoWorker:
    """In place of a library's worker, where samples come from elsewhere."""

    version = ""

    def ask(self, call: str, **arguments: object) -> Any:
        """There is nobody to ask."""
        raise CommandError(f"{call} {arguments}: no library is asked")
