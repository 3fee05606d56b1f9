"""Samplers of other people, in the forms in which they come.

All become one thing, `sampler(database, count) -> samples`: a Python function of that form, an
object with `randomise(value)` (diffprivlib), a callable measurement `measurement(data)` (OpenDP,
Tumult Core), or a command in any language.

A command is called with the number of samples as its last argument; it reads the database from
its standard input, one row a line, and prints one sample a line, each a JSON value
(`json_lines`).  If it prints fewer samples than it was asked for, it is called again; more lines
than that, a blank one, and one value in two spellings are errors.  What it writes elsewhere, and
when, is not looked at.

>>> sampler = repeated(lambda database: sum(database))
>>> sampler((1, 2), 3)
[3, 3, 3]
"""

from __future__ import annotations

import inspect
import random
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from fractions import Fraction
from functools import partial
from itertools import islice
from types import CodeType, TracebackType
from typing import Any, Protocol, Self, TypeVar

from audits.conformance.apart import Apart, ApartError
from audits.conformance.handed import Sender, UnreadableError, received
from audits.conformance.json_lines import read, written
from audits.conformance.programs import ProgramError, printed
from audits.inputs.failures import exits_refused, failure_words
from reference.exact.decimals import read_rational
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
    """A command as a sampler.

    Every value has one spelling, to the last blank, on all databases: `1` and `1.0`, or `1` and
    `1` with a blank behind it, could tell a reader more than the value does.
    """

    def __init__(self, line: str, *, seconds: float = 600) -> None:
        try:
            self.words = shlex.split(line)
        except ValueError as failure:
            raise CommandError(f"{line}: {failure}") from None
        if not self.words:
            raise CommandError("an empty command")
        self.seconds = seconds
        self._spelled: dict[Hashable, str] = {}

    @property
    def place(self) -> str:
        """The program, for a message."""
        return self.words[0]

    def __call__(self, database: Sequence[object], count: int, /) -> list[Hashable]:
        rows = "".join(f"{written(row)}\n" for row in database)
        found: list[Hashable] = []
        while len(found) < count:
            found.extend(self._samples(rows, count - len(found)))
        return found

    def _samples(self, rows: str, count: int) -> list[Hashable]:
        try:
            text = printed([*self.words, str(count)], rows, count, self.seconds)
        except ProgramError as failure:
            raise CommandError(f"{self.words[0]}: {failure}") from None
        if not text:
            raise CommandError(f"{self.words[0]}: printed no samples")
        lines = text.removesuffix("\n").split("\n")
        known = {line: self._value(line, lines) for line in dict.fromkeys(lines)}
        if len(lines) > count:
            raise CommandError(
                f"{self.words[0]}: printed more than the {count} lines that were asked for"
            )
        return [known[line] for line in lines]

    def _value(self, line: str, lines: Sequence[str]) -> Hashable:
        """What a line stands for.

        Raises:
            CommandError: for a blank line, and for a second spelling of one value.
        """
        if not line.strip():
            number = lines.index(line) + 1
            raise CommandError(f"{self.words[0]}: line {number} of its output is blank")
        value = read(line.removesuffix("\r"))
        before = self._spelled.setdefault(key(value), line)
        if before != line:
            raise CommandError(
                f"{self.words[0]}: one value is printed as {shown(before)} and as {shown(line)}: "
                "a reader can tell them apart, print one"
            )
        return value


class Function:
    """A Python function `function(database, count)` as a sampler, in a process of its own.

    What it prints goes to stderr; what it raises is a `UserCodeError` with its file and line, and
    so is the end of its process, however it comes about.  To be used in a `with` statement.

    Args:
        load: finds the function; it is called there too.
        seconds: the most time for one call; None: as long as it takes.

    Raises:
        UserCodeError: on entering, if the function cannot be loaded.
    """

    def __init__(
        self, load: Callable[[], Callable[..., Any]], seconds: float | None = None
    ) -> None:
        self._load = load
        self._process = Apart(_Answers(load), seconds)
        self.file = ""
        self.line = 0
        self.promised: tuple[Fraction, Fraction] | None = None
        """The eps and delta that the function declares, as attributes `eps` and `delta`."""

    def __enter__(self) -> Self:
        self._process.__enter__()
        try:
            self.file, self.line, promised = self._asked(None)
        except BaseException:
            self._process.__exit__(None, None, None)
            raise
        if promised is not None:
            self.promised = (_rational(promised[0]), _rational(promised[1]))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.__exit__(kind, value, trace)

    @property
    def place(self) -> str:
        """File and line of the function, or what it is."""
        return f"{self.file}:{self.line}" if self.file else repr(self._load)

    def _asked(self, request: object) -> Any:
        __tracebackhide__ = True
        try:
            return self._process.ask(request)
        except ApartError as failure:
            where = f" ({self.place})" if self.file and not failure.kind else ""
            told = UserCodeError(f"{failure}{where}")
            for note in getattr(failure, "__notes__", ()):
                told.add_note(note)
            raise told from None

    def __call__(self, database: Sequence[object], count: int, /) -> list[Hashable]:
        __tracebackhide__ = True
        rows = Sender().handed(tuple(in_python(row) for row in database))
        values, places = self._asked([rows, count])
        try:
            known = [received(value) for value in values]
            samples = [known[place] for place in places]
        except (UnreadableError, LookupError, TypeError) as failure:
            raise UserCodeError(f"{failure} ({self.place})") from None
        if len(samples) != count:
            raise UserCodeError(f"{len(samples)} samples, not {count} ({self.place})")
        return samples


class _Answers:
    """The other side of a `Function`."""

    def __init__(self, load: Callable[[], Callable[..., Any]]) -> None:
        self._load = load
        self._function: Callable[..., Any] | None = None
        self._place = ""
        self._sender = Sender()

    def __call__(self, request: Any) -> Any:
        if self._function is None:
            self._function = self._load()
            code = code_of_function(self._function)
            file, line = ("", 0) if code is None else (code.co_filename, code.co_firstlineno)
            self._place = f"{file}:{line}" if file else repr(self._function)
            eps, delta = (getattr(self._function, name, None) for name in ("eps", "delta"))
            promised = None if eps is None else [str(eps), str(delta or 0)]
            return [file, line, promised]
        rows, count = request
        with user_code(self._place):
            given = self._function(received(rows), count)
            if isinstance(given, Iterator):
                given = list(islice(given, count + 1))
        with blamed(self._place):
            return self._handed(drawn(lambda _: given, count))

    def _handed(self, samples: list[Hashable]) -> tuple[list[Any], list[int]]:
        """The different values among the samples, and the place of each sample among them."""
        numbers: dict[Hashable, int] = {}
        values: list[Any] = []
        places: list[int] = []
        for sample in samples:
            try:
                place = numbers.setdefault(key(sample), len(values))
                if place == len(values):
                    values.append(self._sender.handed(sample))
            except TypeError as failure:
                said = f"the sample {shown(sample)} is no value: {failure}"
                raise SamplerError(said) from None
            places.append(place)
        return values, places


def code_of_function(function: Callable[..., Any]) -> CodeType | None:
    """The code that runs when it is called: of a `partial` or an instance, too; None if in C."""
    while isinstance(function, partial):
        function = function.func
    function = inspect.unwrap(function)
    of_class: object = inspect.getattr_static(type(function), "__call__", None)
    code: object = getattr(function, "__code__", None) or getattr(of_class, "__code__", None)
    return code if isinstance(code, CodeType) else None


def _rational(text: str) -> Fraction:
    """A number that a function declares.

    Raises:
        UserCodeError: for what is no number.
    """
    try:
        return read_rational(text)
    except ValueError:
        raise UserCodeError(
            f"the function declares {text[:40]!r}: eps and delta are numbers"
        ) from None


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
