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

from reference.probability.automaton import Form

FOLLOWED = "of an answer or a draw only sums, multiples by numbers, and <, <=, >, >= are followed"
"""How a refusal of all else begins."""

_TRUTH = "it has no truth value: write a comparison, as in a > 0"
_DIGITS = "it is not rounded: put it out as it is; what is made of outputs later loses nothing"
_EQUAL = "for a == k, or an index of a, write a >= k and a <= k"
_SIZE = "for abs(a) > k write a > k or a < -k"
_TEXT = "it has no text: put out (a, text), a tuple"
PRODUCT = "the product of two of them is not"

DRAWS = (
    "for every number of answers coins have draw_real and draw only: write "
    "coins.draw_real(Laplace(2 / self.eps))"
)

ELSEWHERE = "a real number of another call: what is kept is in the state"

QUOTIENT = "a quotient of integers is rounded: for a / 2 write a * Fraction(1, 2)"

LOOKED_AT = "what a stream does must not depend on the type or the attributes of a real number"


class TraceError(TypeError):
    """A mechanism does what cannot be traced."""


class CallBranch(Protocol):
    """The branch of a call on which a real number is known."""

    def refuse(self, words: str, /) -> NoReturn:
        """End the trace, whatever the code makes of it."""

    def number(self, value: object, /) -> Fraction:
        """A number that is known."""

    def at_least(self, form: Form, /, *, strictly: bool) -> bool:
        """Whether a form is >= 0, or above 0."""


class _Refusal(Protocol):
    def __call__(self, *given: object) -> NoReturn: ...


def _refusing(words: str = "") -> _Refusal:
    """A method that ends the trace."""

    def refuse(*given: object) -> NoReturn:
        path: CallBranch = vars(Traced)["_path"].__get__(given[0])
        path.refuse(f"{FOLLOWED}{words and ': '}{words}")

    return refuse


class Traced:
    """A real number, as the trace of a call knows it: a form."""

    __slots__ = ("_path", "form")

    _path: CallBranch
    form: Form

    def __init__(self, path: CallBranch, form: Mapping[str, Fraction]) -> None:
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

    def form_on(self, path: CallBranch) -> Form:
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

    __bool__ = _refusing(_TRUTH)
    __int__ = __index__ = __round__ = __mod__ = __rmod__ = _refusing(_DIGITS)
    __floor__ = __ceil__ = __trunc__ = __divmod__ = __rdivmod__ = _refusing(_DIGITS)
    __floordiv__ = __rfloordiv__ = as_integer_ratio = _refusing(_DIGITS)
    __pow__ = __rpow__ = __rtruediv__ = _refusing(PRODUCT)
    __abs__ = _refusing(_SIZE)
    __repr__ = __str__ = __format__ = _refusing(_TEXT)
    __eq__ = __hash__ = _refusing(_EQUAL)
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = _refusing()
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _refusing()
    __iter__ = __len__ = __contains__ = __reversed__ = __getitem__ = __length_hint__ = _refusing()
    __matmul__ = __rmatmul__ = __bytes__ = __call__ = __enter__ = __exit__ = _refusing()
    __setattr__ = __delattr__ = __sizeof__ = __dir__ = __reduce_ex__ = _refusing()


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
