"""What a claim ranges over, declared once: the cases, and their description, come from it.

>>> scope = over(n=sized((1, 2), range(1, 5), range(1, 9)), t=(1, 3))
>>> [case for case in scope.cases(Size.TINY)]
[{'n': 1, 't': 1}, {'n': 1, 't': 3}, {'n': 2, 't': 1}, {'n': 2, 't': 3}]
>>> scope.text(Size.SMALL)
'n = 1, ..., 4; t = 1, 3'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from typing import Generic, TypeVar

from audits.evidence.labels import in_words

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Size(Enum):
    """How large the scope of a claim is."""

    TINY = "tiny"
    """Minutes in all: what continuous integration runs."""

    SMALL = "small"
    """An hour in all."""

    FULL = "full"
    """The sizes that the inventory names; by hand."""

    def pick(self, tiny: T, small: T, full: T) -> T:
        """The parameter for this size."""
        return {Size.TINY: tiny, Size.SMALL: small, Size.FULL: full}[self]


@dataclass(frozen=True, slots=True)
class Sized(Generic[T_co]):
    """What depends on the size of the scope."""

    tiny: T_co
    small: T_co
    full: T_co

    def at(self, size: Size) -> T_co:
        """The value for this size."""
        return size.pick(self.tiny, self.small, self.full)


def sized(tiny: T, small: T, full: T) -> Sized[T]:
    """One value for each size of the scope."""
    return Sized(tiny, small, full)


def at(value: Sized[T] | T, size: Size) -> T:
    """The value for a size, of what may or may not depend on it."""
    return value.at(size) if isinstance(value, Sized) else value


@dataclass(frozen=True, slots=True)
class Quantifier:
    """Some variables, and what they range over."""

    names: tuple[str, ...]
    values: Callable[[Size], Iterable[tuple[object, ...]]]
    """One value for each name."""

    words: Callable[[Size], str]
    thinned: Callable[[Size], str] | None = None
    """How cases were left out, in words; None if none were."""

    def every(self, step: Sized[int] | int, start: int = 0) -> Quantifier:
        """Each `step`-th case only, from number `start` on: the scope is a sample then."""

        def thin(size: Size) -> Iterator[tuple[object, ...]]:
            return islice(iter(self.values(size)), start, None, at(step, size))

        return replace(
            self, values=thin, thinned=lambda size: f"each {at(step, size)}-th, from {start}"
        )


@dataclass(frozen=True, slots=True)
class Over:
    """All combinations of what some quantifiers range over."""

    quantifiers: tuple[Quantifier, ...]

    def cases(self, size: Size) -> Iterator[dict[str, object]]:
        """Every case, the last quantifier first to change."""
        return _cases(self.quantifiers, size)

    def text(self, size: Size) -> str:
        """What the variables range over, in words."""
        parts = [
            q.words(size) + (f" ({q.thinned(size)})" if q.thinned else "")
            for q in self.quantifiers
        ]
        return "; ".join(parts)

    @property
    def sampled(self) -> bool:
        """Whether cases were left out."""
        return any(q.thinned for q in self.quantifiers)


def over(
    *quantifiers: Quantifier, **variables: Iterable[object] | Sized[Iterable[object]]
) -> Over:
    """All combinations; a variable ranges over what is listed for it.

    Args:
        quantifiers: quantifiers with names of their own, such as `databases(8, 3)`.
        variables: for each name the values, which may be `sized`.

    Raises:
        TypeError: for a variable that has one value in the place of a list.
    """
    for name, values in variables.items():
        for each in (
            (values.tiny, values.small, values.full) if isinstance(values, Sized) else (values,)
        ):
            if not isinstance(each, Iterable):
                raise TypeError(f"{name} = {each!r}: a list of its values, such as ({each!r},)")
    return Over((*quantifiers, *(_listed(name, values) for name, values in variables.items())))


def drawn(name: str, draw: Callable[[Size], Iterable[object]], words: str) -> Quantifier:
    """Instances that stand for a scope too large to exhaust: the evidence says so.

    Args:
        name: of the variable.
        draw: the instances; the same at each call.
        words: what they were drawn from, and how.
    """
    return Quantifier(
        (name,),
        lambda size: ((value,) for value in draw(size)),
        lambda _: words,
        lambda _: "drawn",
    )


def _listed(name: str, values: Iterable[object] | Sized[Iterable[object]]) -> Quantifier:
    return Quantifier(
        (name,),
        lambda size: ((value,) for value in at(values, size)),
        lambda size: f"{spelled(name)} = {shown([*at(values, size)])}",
    )


def spelled(name: str) -> str:
    """The name of a variable; of one whose values are tuples, the names of their parts.

    >>> spelled("t"), spelled("t_and_m")
    ('t', '(t, m)')
    """
    return f"({', '.join(name.split('_and_'))})" if "_and_" in name else name


def shown(values: Sequence[object]) -> str:
    """A list of values, its middle left out if it is long: counted, if they are no run.

    >>> shown([1, 2, 3, 4]), shown([1, 2, 3, 4, 5, 6, 12])
    ('1, ..., 4', '1, 2, 3, ..., 12 (7 values)')
    """
    numbers = [value for value in values if type(value) is int]
    if len(numbers) == len(values) > 3 and numbers == [
        *range(numbers[0], numbers[0] + len(numbers))
    ]:
        return f"{numbers[0]}, ..., {numbers[-1]}"
    words = [word(value) for value in values]
    if len(words) <= 6:
        return ", ".join(words)
    return f"{', '.join(words[:3])}, ..., {words[-1]} ({len(words)} values)"


FUNCTION = re.compile(r"<function (\S+) at 0x[0-9a-f]+>")


def word(value: object) -> str:
    """A value as in print: numbers in a tuple, too, and functions by their names."""
    if isinstance(value, tuple):
        return f"({', '.join(map(word, value))})"
    return in_words(FUNCTION.sub(r"\1", str(value)))


def _cases(quantifiers: tuple[Quantifier, ...], size: Size) -> Iterator[dict[str, object]]:
    if not quantifiers:
        yield {}
        return
    *outer, last = quantifiers
    for case in _cases(tuple(outer), size):
        for values in last.values(size):
            yield case | dict(zip(last.names, values, strict=True))
