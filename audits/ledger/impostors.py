"""Wrong variants of what claims are about, in one table for each mechanism: `WRONG[TreeLog]`.

A variant is an edit of its source, several edits, or a callable: `wrong`, where an edit lies in
what it uses; `given`, where parameters are changed; `twice_eps` and `blind`, mistakes that can be
made in any mechanism; code of its own where no edit makes it.

>>> from reference.mechanisms.noise.biased_response import BiasedResponse
>>> tables = Tables()
>>> tables[BiasedResponse] = {
...     "half the bias": "(1 - self.bias) / 2) => (1 - self.bias / 2) / 2)",
...     "another bias": given(BiasedResponse, bias=Fraction(1, 2)),
... }
>>> tables[BiasedResponse]["another bias"](Fraction(1, 3)).bias
Fraction(1, 2)
>>> list(tables[BiasedResponse])
['half the bias', 'another bias']

The guarantee and the good outcomes that a claim asks about are written in the claim: a wrong
variant that says itself what it keeps would always keep it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction  # noqa: F401 - of the example
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar

from audits.ledger.edits import remade
from audits.near_names import hint
from reference.exact.field import R
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import X

D = TypeVar("D")
T = TypeVar("T")

Build = Callable[..., Any]

Subject: TypeAlias = "Build | Parts"
"""What a claim is about: a class or a function, or several by their names."""

Variant: TypeAlias = "str | tuple[str, ...] | Subject"
"""An edit `old => new`, several, or what is there instead of the right one."""


class Table(Mapping[str, Any]):
    """Wrong variants of one thing, by what is wrong with them; each is made when it is looked up.

    Raises:
        KeyError: at a lookup, for a name that is not in the table.
        ValueError: at a lookup, for an edit that does not fit.
    """

    def __init__(self, right: Any, variants: Mapping[str, Variant], place: str) -> None:  # noqa: ANN401
        self._right = right
        self._variants = dict.fromkeys(variants, place)
        self._made = {name: _variant(right, each) for name, each in variants.items()}

    def add(self, variants: Mapping[str, Variant], place: str) -> None:
        """More of them, by other names."""
        self._variants |= dict.fromkeys(variants, place)
        self._made |= {name: _variant(self._right, each) for name, each in variants.items()}

    @override
    def __getitem__(self, name: str) -> Any:  # noqa: ANN401
        if name not in self._variants:
            places = ", ".join(dict.fromkeys(self._variants.values()))
            raise KeyError(f"{places}: no wrong variant {name!r}{hint(name, self._variants)}")
        try:
            return as_made(self._made[name])
        except ValueError as misfit:
            raise ValueError(f"{self._variants[name]}: {name!r}: {misfit}") from None

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._variants)

    @override
    def __len__(self) -> int:
        return len(self._variants)


class Tables:
    """The tables, by what their variants are wrong variants of.

    Of a constructor that is a class method of a class with a table (`NumericSparse.of_budget`),
    the variants are the same constructor of the variants of the class.
    """

    def __init__(self) -> None:
        self._tables: dict[Subject, Table] = {}

    def __setitem__(self, right: Subject, variants: Mapping[str, Variant]) -> None:
        """Put variants into its table; one that several papers are about is written in each.

        Raises:
            ValueError: for a name that is in the table already, or none.
        """
        frame = inspect.currentframe()
        caller = frame.f_back if frame else None
        file = caller.f_code.co_filename if caller else ""
        place = f"{'/'.join(file.split('/')[-3:])}:{caller.f_lineno if caller else 0}"
        known = self._tables.get(right)
        taken = variants.keys() & known.keys() if known else set()
        if taken or not variants:
            problem = f"{min(taken)!r} is in its table already" if taken else "no variants"
            raise ValueError(f"{place}: {getattr(right, '__qualname__', right)}: {problem}")
        if known is None:
            self._tables[right] = Table(right, variants, place)
        else:
            known.add(variants, place)

    def __getitem__(self, right: Subject) -> Mapping[str, Any]:
        """Its table; an empty one if there is none."""
        found = self._tables.get(right)
        owner = getattr(right, "__self__", None)
        if found is None and isinstance(owner, type) and owner in self._tables:
            name = getattr(right, "__name__", "")
            made = {each: _method(self._tables[owner], each, name) for each in self._tables[owner]}
            return Table(right, made, owner.__name__)  # of what its class has by now
        return {} if found is None else found

    def items(self) -> list[tuple[Subject, Mapping[str, Any]]]:
        """Whatever has wrong variants, with them."""
        return [*self._tables.items()]


WRONG = Tables()
"""Filled by the modules of the claims."""


def _method(table: Mapping[str, Any], variant: str, name: str) -> Callable[..., Any]:
    """A constructor of a variant, found when it is called."""

    def build(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401
        return getattr(table[variant], name)(*arguments, **named)

    return build


def given(right: Callable[..., T], **changes: object) -> Callable[..., T]:
    """What is built in the same way, with other parameters.

    Args:
        right: a class or a function.
        changes: of parameters by name: a function of the value that was given, or another value.

    Raises:
        TypeError: for a name that is no parameter.
    """
    parameters = _signature(right).parameters
    if unknown := changes.keys() - parameters.keys():
        others = hint(min(unknown), parameters)
        raise TypeError(f"{getattr(right, '__qualname__', right)}: no {min(unknown)!r}{others}")

    def build(*arguments: object, **named: object) -> T:  # holds nothing that is not ours
        bound = _signature(right).bind(*arguments, **named)
        bound.apply_defaults()
        for name, change in changes.items():
            old = bound.arguments[name]
            bound.arguments[name] = change(old) if callable(change) else change
        return right(*bound.args, **bound.kwargs)

    return build


@cache
def _signature(right: Callable[..., object]) -> inspect.Signature:
    return inspect.signature(as_made(right))


def twice_eps(build: Callable[..., T]) -> Callable[..., T]:
    """What is built in the same way, with twice every eps that it is given."""

    def doubled(*arguments: object, **named: object) -> T:
        return build(*map(twice, arguments), **{key: twice(v) for key, v in named.items()})

    return doubled


def twice(value: object) -> object:
    """Twice an eps; anything else as it is."""
    if not isinstance(value, Epsilon):
        return value
    if value.field.continuous:  # u = eps/parts stays what it is
        return value * 2
    return Epsilon(value.root * value.root, value.parts)


@dataclass(frozen=True)
class Blind(Generic[D, X, R]):
    """A mechanism that answers from another database than its own."""

    mechanism: Mechanism[D, X, R]
    shown: Callable[[D], D]
    """The database that it sees instead: the same one for all that are to be told apart."""

    def __call__(self, database: D, coins: Coins[R], /) -> X:
        return coins.run(self.mechanism, self.shown(database))


def blind(
    build: Callable[..., Mechanism[D, X, Any]], shown: Callable[[D], D]
) -> Callable[..., Mechanism[D, X, Any]]:
    """What is built in the same way, and sees another database.

    Args:
        build: a mechanism from its parameters.
        shown: the database that is seen, such as the first row again and again.
    """
    return lambda *arguments, **named: Blind(build(*arguments, **named), shown)


class Parts:
    """What a theorem is made of, by name: `parts.hull(bits)`.

    >>> parts = Parts(least=min, most=max)
    >>> parts.least(1, 2), parts.but(least=max).least(1, 2)
    (1, 2)
    """

    def __init__(self, **parts: Any) -> None:  # noqa: ANN401
        self._parts = parts

    @override
    def __repr__(self) -> str:
        return f"Parts({', '.join(self._parts)})"

    @property
    def parts(self) -> tuple[Any, ...]:
        """All of them, in order."""
        return tuple(getattr(self, name) for name in self._parts)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        if name.startswith("_"):
            raise AttributeError(name)
        return as_made(self._part(name))

    def _part(self, name: str) -> Any:  # noqa: ANN401
        if name not in self._parts:
            raise AttributeError(f"no part {name!r}{hint(name, self._parts)}")
        return self._parts[name]

    def but(self, **changed: Variant) -> Parts:
        """The same with some parts replaced, or made again from edited source when they are used.

        Raises:
            AttributeError: for a name that is no part.
        """
        made = {name: _variant(self._part(name), each) for name, each in changed.items()}
        return Parts(**(self._parts | made))


class Edited:
    """What `remade` would make, made when it is first called or looked at."""

    def __init__(self, right: Build, edits: tuple[str, ...], names: Mapping[str, object]) -> None:
        self._right, self._edits, self._names = right, edits, names
        self._made: Build | None = None

    def made(self) -> Build:
        """It.

        Raises:
            ValueError: for an edit that does not fit.
        """
        if self._made is None:
            names = {name: as_made(value) for name, value in self._names.items()}
            self._made = remade(as_made(self._right), *self._edits, **names)
        return self._made

    def __call__(self, *arguments: Any, **named: Any) -> Any:  # noqa: ANN401
        return self.made()(*arguments, **named)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.made(), name)


def wrong(right: Callable[..., Any], *edits: str, **names: object) -> Any:  # noqa: ANN401
    """What `remade` makes, when it is needed: thousands of variants are not made at every import.

    Args:
        right: a class or a function at the top of a module.
        edits: `old => new`.
        names: what names of its module mean instead.
    """
    return Edited(right, edits, names)


def as_made(value: Any) -> Any:  # noqa: ANN401
    """What is edited, made; anything else as it is."""
    return value.made() if isinstance(value, Edited) else value


def _variant(right: Any, variant: Variant) -> Subject:  # noqa: ANN401
    """A variant of something: an edit of it, where it is given as text."""
    if isinstance(variant, str):
        return Edited(right, (variant,), {})
    return Edited(right, variant, {}) if isinstance(variant, tuple) else variant
