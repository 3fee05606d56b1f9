"""Real numbers as the trace of a call knows them.

A real number is a *form*: a linear function of registers, fresh draws and the answer.  Forms are
added, multiplied by numbers, and compared; nothing else.  They are not divided: Python rounds a
quotient of integers, and what is rounded depends on more than the number.

Code that is not ours sees no attribute of a form, and not of what type it is, for numbers have
others (`reference.probability.guards`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from numbers import Number
from typing import NoReturn, Protocol

from reference.override import override
from reference.probability.automaton import Form

REFUSED = (
    "a real number of a stream is added, multiplied by numbers and compared by <, <=, >, >=; it "
    "has no digits, no truth value, and is not looked up"
)
"""What is said of all else."""

ELSEWHERE = "a real number of another call: what is kept is in the state"

QUOTIENT = "a quotient of integers is rounded: for a / 2 write a * Fraction(1, 2)"

LOOKED_AT = "what a stream does must not depend on the type or the attributes of a real number"


class TraceError(TypeError):
    """A mechanism does what cannot be traced."""


class Asked(Protocol):
    """The branch of a call on which a real number is known."""

    def refuse(self, words: str, /) -> NoReturn:
        """End the trace, whatever the code makes of it."""

    def number(self, value: object, /) -> Fraction:
        """A number that is known."""

    def at_least(self, form: Form, /, *, strictly: bool) -> bool:
        """Whether a form is >= 0, or above 0."""


class Traced:
    """A real number, as the trace of a call knows it: a form."""

    __slots__ = ("_path", "form")

    _path: Asked
    form: Form

    def __init__(self, path: Asked, form: Mapping[str, Fraction]) -> None:
        object.__setattr__(self, "_path", path)
        object.__setattr__(self, "form", {name: c for name, c in form.items() if c})

    def __add__(self, other: object) -> Traced:
        found = dict(self.form)
        for name, c in self._form_of(other).items():
            found[name] = found.get(name, Fraction(0)) + c
        return Traced(self._path, found)

    __radd__ = __add__

    def __mul__(self, number: object) -> Traced:
        factor = self._path.number(number)
        return Traced(self._path, {name: c * factor for name, c in self.form.items()})

    __rmul__ = __mul__

    def __truediv__(self, _: object) -> NoReturn:
        self._path.refuse(QUOTIENT)

    def __pos__(self) -> Traced:
        return self

    def __neg__(self) -> Traced:
        return self * -1

    def __sub__(self, other: object) -> Traced:
        return self + Traced(self._path, self._form_of(other)) * -1

    def __rsub__(self, other: object) -> Traced:
        return -self + other

    def __ge__(self, other: object) -> bool:
        return self._path.at_least((self - other).form, strictly=False)

    def __gt__(self, other: object) -> bool:
        return self._path.at_least((self - other).form, strictly=True)

    def __le__(self, other: object) -> bool:
        return not self > other

    def __lt__(self, other: object) -> bool:
        return not self >= other

    def form_on(self, path: Asked) -> Form:
        """Its form, on the path on which it was made.

        Raises:
            TraceError: on another path.
        """
        if self._path is not path:
            path.refuse(ELSEWHERE)
        return self.form

    def _form_of(self, value: object) -> Form:
        if isinstance(value, Traced):
            return value.form_on(self._path)
        return {"": self._path.number(value)}

    def _refuse(self, *_: object) -> NoReturn:
        self._path.refuse(REFUSED)

    __bool__ = __int__ = __index__ = __round__ = __mod__ = _refuse
    __floor__ = __ceil__ = __trunc__ = __divmod__ = __rdivmod__ = __rmod__ = _refuse
    __floordiv__ = __rfloordiv__ = __rtruediv__ = __pow__ = __rpow__ = _refuse
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = _refuse
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _refuse
    __iter__ = __len__ = __contains__ = __reversed__ = __getitem__ = __length_hint__ = _refuse
    __matmul__ = __rmatmul__ = __bytes__ = __call__ = __enter__ = __exit__ = _refuse
    __setattr__ = __delattr__ = __sizeof__ = __dir__ = __reduce_ex__ = _refuse

    def __abs__(self) -> NoReturn:
        self._path.refuse(f"{REFUSED}: for abs(a) > k write a > k or a < -k")

    @override
    def __hash__(self) -> NoReturn:  # noqa: PLE0309 - it returns nothing
        self._path.refuse(REFUSED)

    @override
    def __eq__(self, _: object) -> NoReturn:
        self._path.refuse(f"{REFUSED}: for a == k write a >= k and a <= k")

    def _no_text(self, *_: object) -> NoReturn:
        self._path.refuse(f"{REFUSED}: to put it out with a text, put out (a, text), a tuple")

    __repr__ = __str__ = __format__ = _no_text


def line_of(form: Form) -> list[str]:
    """The names in a form, without the constant."""
    return sorted(name for name in form if name)


def spoken(value: object) -> str:
    """A value in a message: its type, if real numbers may be in it, which have no text."""
    if isinstance(value, Number | str | None):
        return repr(value)
    if isinstance(value, Traced):
        return "a real number"
    return kind_of(value)


def kind_of(value: object) -> str:
    """The type of a value, in words: a Fraction, an int."""
    name = type(value).__name__
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
