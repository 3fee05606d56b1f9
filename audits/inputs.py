"""What a person types - numbers, databases, mechanisms and their parameters - made exact.

Everything here raises `InputError` with one line that names the value and what is allowed.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import MISSING, dataclass, fields, is_dataclass
from dataclasses import Field as DataclassField
from fractions import Fraction
from math import comb, isqrt
from operator import attrgetter
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from audits.failures import exits_refused, failure_words
from audits.limits import NoTimerError, time_limit
from audits.literals import LONGEST_NUMBER, literals, shortened
from audits.literals import InputError as InputError  # noqa: PLC0414 - part of this module
from audits.registry import mechanisms
from reference.data.adjacency import (
    Adjacency,
    ListedAdjacency,
    RowAdjacency,
    add_remove_one,
    all_answers,
    edge,
    label_only,
    one_answer,
    replace_one,
)
from reference.data.domain import Domain
from reference.exact.decimals import read_rational
from reference.exact.exponential import exp_bounds
from reference.exact.field import R
from reference.exact.rational_function import RationalFunction
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.replay import UnfinishedError

ONE = Fraction(1)

LARGEST_EPS, LARGEST_POWER = 1000, 100_000
"""Of `--eps`, and of the exponent of an integer written 2^64: beyond them numbers are too long
to work with."""


@contextmanager
def code_of(name: str) -> Iterator[None]:
    """Run code that may be the user's own; what it prints goes to stderr.

    Raises:
        InputError: with the name, for whatever the code raises, and if it ends the process.
    """
    try:
        with redirect_stdout(sys.stderr), exits_refused():
            yield
    except (InputError, KeyboardInterrupt):
        raise
    except BaseException as failure:  # noqa: BLE001 - it may raise anything
        raise InputError(f"{name}: {failure_words(failure)}") from None


@contextmanager
def in_time(name: str, seconds: float | None) -> Iterator[None]:
    """Run code for some seconds at most; None: for as long as it takes.

    Raises:
        InputError: with the name, when the time is over, or if time cannot be limited.
    """
    try:
        with time_limit(seconds):
            yield
    except (UnfinishedError, NoTimerError) as failure:
        raise InputError(f"{name}: {failure}") from None


def rational(text: str, name: str) -> Fraction:
    """A rational written p/q, or a decimal read exactly as written.

    Raises:
        InputError: for anything else, NaN and infinities included.
    """
    if len(text) > LONGEST_NUMBER:
        raise InputError(
            f"{name} {text[:20]}...: {len(text)} characters, the limit is {LONGEST_NUMBER}"
        )
    try:
        return read_rational(text)
    except ValueError:
        raise InputError(
            f"{name} {shortened(text)!r}: give a rational p/q or a decimal such as 3/2 or 0.25"
        ) from None


@dataclass(frozen=True, slots=True)
class Loss:
    """The privacy loss as given: exactly one of a root, a real eps, and every eps."""

    root: Fraction | None
    """r = e^(eps/parts), if given as a rational."""

    eps: Fraction | None
    """eps, if given as a number; then r is irrational."""

    rounded_to: int | None = None
    """Binary digits of a rational root taken just below e^(eps/parts), if it is wanted."""

    @classmethod
    def given(cls, root: str | None, eps: str | None, *, all_eps: bool) -> Loss:
        """The loss that the options state.

        Raises:
            InputError: unless exactly one of them is given, root >= 1 and eps >= 0.
        """
        if (root is not None) + (eps is not None) + all_eps != 1:
            raise InputError("give exactly one of --root P/Q, --eps X and --all-eps")
        if root is not None:
            value = rational(root, "--root")
            if value < 1:
                raise InputError(f"--root {root}: e^(eps/parts) is at least 1")
            return cls(value, None)
        if eps is not None:
            value = rational(eps, "--eps")
            if not 0 <= value <= LARGEST_EPS:
                raise InputError(
                    f"--eps {eps}: a privacy loss is at least 0, and at most {LARGEST_EPS} here"
                )
            return cls(Fraction(1), None) if value == 0 else cls(None, value)
        return cls(None, None)

    def epsilon(self, parts: int) -> Epsilon[Fraction] | Epsilon[RationalFunction]:
        """The loss as a mechanism takes it."""
        if self.root is not None:
            return Epsilon(self.root, parts)
        if self.eps is not None and self.rounded_to is not None:
            low, _ = exp_bounds(self.eps / parts, self.rounded_to + 2)
            scale = 2**self.rounded_to
            return Epsilon(
                max(Fraction(low.numerator * scale // low.denominator, scale), ONE), parts
            )
        return Epsilon.indeterminate(parts)

    def exponent(self, parts: int) -> Fraction | None:
        """q, if r = e^q for a given real eps."""
        return None if self.eps is None else self.eps / parts

    def rounded_down(self, bits: int = 40) -> Loss:
        """A loss with a rational root: for a real eps, one that is at most as large.

        The root is a rational below e^(eps/parts) with `bits` binary digits, so a mechanism
        run with it keeps every guarantee that it would have with eps itself.
        """
        return Loss(self.root, self.eps, bits)

    def words(self, parts: int) -> str:
        """The loss for a person."""
        if self.eps is not None:
            return f"eps = {self.eps}, r = e^(eps/{parts})"
        return f"r = e^(eps/{parts})" + ("" if self.root is None else f" = {self.root}")


def mechanism_class(name: str) -> type:
    """The class of a mechanism: a name of ours, `file.py:Class` or `package.module:Class`.

    Raises:
        InputError: if there is no such mechanism, with what went wrong.
    """
    if name in mechanisms():
        return mechanisms()[name]
    place, colon, attribute = name.rpartition(":")
    if not colon:
        raise InputError(
            f"mechanism {name!r}: see `exactdp list mechanisms`, or give file.py:Class"
        )
    found = getattr(user_module(place), attribute, None)
    if not inspect.isclass(found):
        raise InputError(f"mechanism {name!r}: {place} defines no class {attribute!r}")
    if "__call__" not in dir(found):
        raise InputError(f"mechanism {name!r}: the class has no __call__(self, database, coins)")
    return found


def parameters(options: Sequence[str]) -> dict[str, str]:
    """The `-p KEY=VALUE` options.

    Raises:
        InputError: for one without `=`, or a key given twice.
    """
    given: dict[str, str] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise InputError(f"-p {option!r}: give KEY=VALUE")
        if key in given:
            raise InputError(f"-p {key}: given twice")
        given[key] = value
    return given


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of a mechanism, as the command line shows it."""

    name: str
    type: str
    default: str | None


def fields_of(kind: type) -> list[Field]:
    """The parameters of a mechanism other than `eps`.

    Raises:
        InputError: if the class is no dataclass.
    """
    if not is_dataclass(kind):
        raise InputError(f"{kind.__name__}: a mechanism is a dataclass of its parameters")
    hints = _hints(kind)
    return [
        Field(f.name, _type_name(hints[f.name]), _default(f))
        for f in fields(kind)
        if f.init and f.name != "eps"
    ]


def build(kind: type, given: Mapping[str, str], loss: Loss) -> Mechanism[Any, Any, Any]:
    """The mechanism with the given parameters and privacy loss.

    Raises:
        InputError: for an unknown, missing or malformed parameter, or one that the mechanism
            itself refuses.
    """
    if not is_dataclass(kind):
        raise InputError(f"{kind.__name__}: a mechanism is a dataclass of its parameters")
    hints = _hints(kind)
    known = {f.name: f for f in fields(kind) if f.init}
    for key in given:
        if key not in known or key == "eps":
            allowed = ", ".join(name for name in known if name != "eps") or "none"
            raise InputError(f"-p {key}: {kind.__name__} has the parameters {allowed}")
    arguments: dict[str, object] = {}
    for name, f in known.items():
        if name == "eps":
            arguments[name] = loss.epsilon(parts_of(kind))
        elif name in given:
            arguments[name] = _value(given[name], hints[name], name)
        elif f.default is MISSING and f.default_factory is MISSING:
            raise InputError(f"{kind.__name__} needs -p {name}=VALUE ({_type_name(hints[name])})")
    with code_of(kind.__name__):
        made: Any = kind(**arguments)
    mechanism: Mechanism[Any, Any, Any] = made
    return mechanism


def parts_of(kind: type) -> int:
    """Into how many exact parts the mechanism divides eps.

    Raises:
        InputError: if the class says something else than a positive integer.
    """
    parts = getattr(kind, "parts", 1)
    if not isinstance(parts, int) or parts < 1:
        raise InputError(f"{kind.__name__}.parts is {parts!r}: give an integer >= 1")
    return parts


def guarantee_of(mechanism: object) -> Guarantee[Any] | None:
    """What the mechanism promises, None if it states nothing.

    Raises:
        InputError: if it states something else than a `Guarantee`.
    """
    name = type(mechanism).__name__
    if "guarantee" not in dir(mechanism):
        return None
    with code_of(f"{name}.guarantee"):
        stated: object = attrgetter("guarantee")(mechanism)
    if type(stated) is not Guarantee:
        raise InputError(f"{name}.guarantee is no Guarantee: make it a property that returns one")
    for number in (stated.exp_eps, stated.delta):
        if not isinstance(number, Fraction | RationalFunction):
            raise InputError(
                f"{name}.guarantee: {number!r} is a {type(number).__name__}: exp_eps and delta "
                "are exact, a Fraction or a RationalFunction"
            )
    return stated


def universe(mechanism: object, rows: int, adjacency: str | None) -> Adjacency[Any]:
    """The databases that the mechanism is audited on.

    Args:
        mechanism: with a method `universe(rows)`, or else a field `domain`.
        rows: the number of rows (for add-remove-one: the largest number).
        adjacency: the name of a relation, None for the mechanism's own.

    Raises:
        InputError: for an unknown or unsuitable relation, a mechanism with neither, or a
            universe without neighbours.
    """
    if rows < 0:
        raise InputError(f"--rows {rows}: a database has at least 0 rows")
    found = _chosen_universe(mechanism, rows, adjacency)
    if not found.pair_count:
        raise InputError(
            f"--rows {rows}: no two databases are neighbours ({found.name}), so nothing is shown"
        )
    return found


def _chosen_universe(mechanism: object, rows: int, adjacency: str | None) -> Adjacency[Any]:
    own = own_universe(mechanism, rows)
    plain = isinstance(own, RowAdjacency) and own.related is None and own.name == own.moves.value
    if adjacency is None or (plain and adjacency == own.name):
        return own
    if adjacency not in ADJACENCIES:
        raise InputError(f"--adjacency {adjacency}: one of {', '.join(ADJACENCIES)}")
    if not isinstance(own, RowAdjacency):
        raise InputError(f"--adjacency {adjacency}: the mechanism has a relation of its own")
    try:
        return related(adjacency, own.values, 0, rows, ordered=own.ordered)
    except (TypeError, ValueError) as refusal:
        raise InputError(f"--adjacency {adjacency}: {refusal}") from None


def adjacency_of(kind: type) -> str:
    """The name of the relation that the mechanism is audited on by default."""
    code = getattr(getattr(kind, "universe", None), "__code__", None)
    called = getattr(code, "co_names", ())
    named = [name.replace("_", "-") for name in called]
    return next((name for name in named if name in ADJACENCIES), ADJACENCIES[0])


ADJACENCIES = (
    "replace-one",
    "add-remove-one",
    "label-only",
    "one-answer",
    "all-answers",
    "edge",
)
"""The names of the neighbouring relations."""


def related(
    name: str, values: Sequence[Any], least: int, most: int, *, ordered: bool
) -> RowAdjacency[Any]:
    """The universe of a named relation.

    Args:
        name: one of `ADJACENCIES`.
        values: what a row ranges over.
        least: fewest rows; only add-remove-one has databases of several sizes.
        most: most rows; for edge, the number of pairs of vertices.
        ordered: whether the order of the rows matters.

    Raises:
        ValueError: if the rows are not what the relation is about.
    """
    match name:
        case "replace-one":
            return replace_one(values, most, ordered=ordered)
        case "add-remove-one":
            return add_remove_one(values, most, at_least=least, ordered=ordered)
        case "label-only":
            if not all(isinstance(v, tuple) and len(v) == 2 for v in values):
                raise ValueError("the rows must be labelled examples (x,y)")
            return label_only(values, most, ordered=ordered)
        case "edge":
            vertices = (1 + isqrt(1 + 8 * most)) // 2
            if not set(values) <= {0, 1} or comb(vertices, 2) != most:
                raise ValueError("the rows must be bits, one for each pair of vertices")
            return edge(vertices)
        case _:
            if not all(isinstance(v, int) for v in values):
                raise ValueError("the rows must be integers")
            return (one_answer if name == "one-answer" else all_answers)(values, most)


def database(text: str) -> tuple[Hashable, ...]:
    """A database written `0,0,3` or `(0,1),(2,0)`; empty text is the empty database.

    Raises:
        InputError: for anything else.
    """
    rows = literals(text, "--database")
    if not all(map(_is_row, rows)):
        raise InputError(
            f"--database {shortened(text)!r}: rows are integers, strings or tuples of them"
        )
    return rows


def _is_row(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_row, value))
    return value is None or isinstance(value, int | str | bytes)


def own_universe(mechanism: object, rows: int) -> Adjacency[Any]:
    """The databases that the mechanism itself wants to be audited on.

    Raises:
        InputError: for a mechanism that has none, or whose method fails.
    """
    make = getattr(mechanism, "universe", None)
    if callable(make):
        with code_of(f"{type(mechanism).__name__}.universe({rows})"):
            made = make(rows)
        if type(made) not in {RowAdjacency, ListedAdjacency}:
            raise InputError(
                f"{type(mechanism).__name__}.universe({rows}) returned no adjacency: {made!r} is "
                f"a {type(made).__name__}; make it by replace_one, add_remove_one or the like, or "
                "ListedAdjacency"
            )
        own: Adjacency[Any] = made
        return own
    domain = getattr(mechanism, "domain", None)
    if isinstance(domain, Domain):
        return replace_one(domain, rows)
    raise InputError(
        f"{type(mechanism).__name__}: give it a method universe(rows), "
        "for example `return replace_one(range(2), rows)`"
    )


def user_module(place: str) -> object:
    """The module of a file `path/to/file.py` or of a name `package.module`.

    Raises:
        InputError: if there is none, or its code fails.
    """
    with code_of(place):
        if place.endswith(".py"):
            return _module_from_file(Path(place))
        return importlib.import_module(place)


def _module_from_file(path: Path) -> object:
    if not path.is_file():
        raise InputError(f"{path}: no such file")
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)  # the last place to look in: it replaces nothing
    name = f"_exactdp_user_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _hints(kind: type) -> dict[str, Any]:
    with code_of(f"{kind.__name__}, types of its parameters"):
        return get_type_hints(kind)


def _value(text: str, hint: object, name: str) -> object:
    origin, arguments = get_origin(hint) or hint, get_args(hint)
    if origin is Domain:
        return _domain(text, name)
    if origin is bool:
        if text not in {"true", "false"}:
            raise InputError(f"-p {name}={text}: true or false")
        return text == "true"
    if origin is int:
        return _integer(text, name)
    if origin is Fraction or hint is R:
        return rational(text, f"-p {name}")
    if origin is str:
        return text
    if origin is tuple and arguments:
        inner = arguments[0]
        return tuple(_value(part, inner, name) for part in text.split(",") if part.strip())
    raise InputError(f"-p {name}: a {_type_name(hint)} cannot be given on the command line")


def _domain(text: str, name: str) -> Domain[int]:
    try:
        if "," in text:
            return Domain(tuple(_integer(part, name) for part in text.split(",")))
        return Domain.of_size(_integer(text, name))
    except InputError:
        raise
    except ValueError as refusal:
        raise InputError(f"-p {name}={text}: {refusal}") from None


def _integer(text: str, name: str) -> int:
    """An integer, or a power such as 2^64."""
    base, caret, power = text.partition("^")
    if max(len(base), len(power)) > LONGEST_NUMBER:
        raise InputError(
            f"-p {name}={shortened(text)}: give an integer of at most {LONGEST_NUMBER} digits"
        )
    try:
        number, exponent = int(base), int(power) if caret else 1
    except ValueError:
        raise InputError(f"-p {name}={shortened(text)}: give an integer") from None
    if not 0 <= exponent * max(1, number.bit_length() // 4) <= LARGEST_POWER:
        raise InputError(
            f"-p {name}={shortened(text)}: give an integer, an exponent up to {LARGEST_POWER} "
            f"and at most {4 * LARGEST_POWER} bits"
        )
    result: int = number**exponent
    return result


def _type_name(hint: object) -> str:
    """The type as a person writes it: Domain, int, tuple of int."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple and arguments:
        return f"tuple of {_type_name(arguments[0])}"
    named = origin or hint
    return named.__name__ if isinstance(named, type) else str(named).removeprefix("~")


def _default(f: DataclassField[Any]) -> str | None:
    """The default value as it is typed on the command line, None if there is none."""
    value = f.default if f.default_factory is MISSING else f.default_factory()
    if value is MISSING:
        return None
    if isinstance(value, Domain):
        plain = value.values == range(value.size)
        return str(value.size) if plain else ",".join(map(str, value))
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
