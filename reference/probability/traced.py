"""Real numbers as the trace of a call knows them, and the coins of one branch of that call.

A real number is a *form*: a linear function of registers, fresh draws and the answer.  Forms are
added, multiplied by numbers, and compared; nothing else.  A comparison is followed one way, unless
others on the same branch decide it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from numbers import Number
from typing import NoReturn

from reference.override import override
from reference.probability.automaton import Form, times
from reference.probability.continuous import Exponential, Laplace
from reference.probability.dist import Dist

ONE = Fraction(1)

REFUSED = (
    "a real number of a stream is added, multiplied by numbers and compared by <, <=, >, >=; it "
    "has no digits, no truth value, and is not looked up"
)
"""What is said of all else."""

AGAIN = "the stream does something else when it is called again"

MOST_DRAWS = 100
"""Draws of one branch of a call."""

MOST_COMPARISONS = 200
"""Comparisons of one branch of a call that nothing before decides."""


class TraceError(TypeError):
    """A mechanism does what cannot be traced."""


class Impossible(BaseException):
    """A branch that does not happen: something required is false."""


class Traced:
    """A real number, as the trace of a call knows it: a form."""

    __slots__ = ("_path", "form")

    def __init__(self, path: Path, form: Mapping[str, Fraction]) -> None:
        self._path = path
        self.form: Form = {name: c for name, c in form.items() if c}

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

    def __truediv__(self, number: object) -> Traced:
        divisor = self._path.number(number)
        if not divisor:
            self._path.refuse("a real number of a stream is divided by 0")
        return self * (1 / divisor)

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

    def form_on(self, path: Path) -> Form:
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
    __iter__ = __len__ = __contains__ = _refuse

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


NOISES = (Laplace, Exponential)
"""Kinds of noise; a class that is made from one of them may have another law."""

ELSEWHERE = "a real number of another call: what is kept is in the state"


class Path:
    """Coins of a traced call: one branch of it.

    Args:
        prefix: the way taken at each question, and the number of ways, from the first on.
        root: of the eps of the stream.
        parts: of this eps.
        refusals: each refusal is appended, so that none is hidden by code that catches it.
        begins: whether it is the call of `begin`.
    """

    def __init__(
        self,
        prefix: Sequence[tuple[int, int]],
        root: object,
        parts: int,
        refusals: list[TraceError],
        *,
        begins: bool,
    ) -> None:
        self._prefix = prefix
        self._root = root
        self._parts = parts
        self._refusals = refusals
        self._begins = begins
        self.taken: list[tuple[int, int]] = []
        """The way taken at each question, and the number of ways."""

        self.draws: list[tuple[str, Fraction]] = []
        self.picked: list[int] = []
        """The places of the outcomes that are drawn from finite laws."""

        self.guards: list[tuple[Form, bool]] = []
        self.equations: list[Form] = []
        self.weight: Fraction | None = ONE
        """The probability of what was drawn from finite laws."""

        self.foretold = 0
        """Numbers that were foretold."""

        self.foresight = False
        """Whether the branch is told by more than its draws."""

        self.over = False
        """Whether the call has returned."""

    def refuse(self, words: str) -> NoReturn:
        """End the trace, whatever the code makes of it.

        Raises:
            TraceError: always.
        """
        self._refusals.append(TraceError(words))
        raise self._refusals[-1]

    def number(self, value: object) -> Fraction:
        """A number that is known.

        Raises:
            TraceError: for anything else.
        """
        if isinstance(value, Traced):
            self.refuse("the product of two real numbers of a stream: one of them is a number")
        if not isinstance(value, int | Fraction) or isinstance(value, bool):
            self.refuse(f"{spoken(value)}: a number of a stream is an int or a Fraction")
        return Fraction(value)

    # ---------------------------------------------------------------- what mechanisms call

    def draw_real(self, noise: object, /) -> Traced:
        """A fresh draw."""
        self._count()
        try:
            self.draws.append(rate_of(noise, self._root, self._parts))
        except TraceError as error:
            self.refuse(str(error))
        return Traced(self, {f"n{len(self.draws) - 1}": ONE})

    def draw(self, dist: object, /) -> object:
        """An outcome of a finite law, which is the same whatever the answers are."""
        if not isinstance(dist, Dist):
            self.refuse(f"{type(dist).__name__}: what is drawn is a Dist")
        self._count()
        listed: list[object] = list(dist)
        way = self._way(len(listed))
        self.picked.append(way)
        chance: object = dist.probability(listed[way])
        self.weight = times(self.weight, chance if isinstance(chance, Fraction) else None)
        return listed[way]

    def _count(self) -> None:
        """One draw more."""
        if self.over:
            self.refuse(ELSEWHERE)
        if len(self.draws) + len(self.picked) >= MOST_DRAWS:
            self.refuse(f"more than {MOST_DRAWS} draws in one call")

    def foretell(self) -> Traced:
        """A number that is known later: only while it begins.

        Raises:
            TraceError: at a later call.
        """
        if not self._begins:
            self.refuse("numbers are foretold by begin only")
        self.foretold, self.foresight = self.foretold + 1, True
        return Traced(self, {str(self.foretold - 1): ONE})

    def guess(self) -> bool:
        """True or false, whatever the draws; the branches put out different things."""
        self.foresight = True
        return self._way(2) == 1

    def require(self, *, holds: bool) -> None:
        """Give up the branch unless it holds."""
        self.foresight = True
        if not holds:
            raise Impossible

    def equate(self, first: Traced, second: Traced) -> None:
        """The two numbers are equal: it determines one that was foretold."""
        self.foresight = True
        form = (first - second).form
        if not line_of(form):
            self.require(holds=not form)
            return
        self.equations.append(form)

    def __getattr__(self, name: str) -> NoReturn:
        self.refuse(f"coins.{name}: for every number of answers there are draw_real and draw only")

    # ---------------------------------------------------------------- what forms ask

    def at_least(self, form: Form, *, strictly: bool) -> bool:
        """Whether a form is >= 0, or above 0: what is known tells, or both are followed."""
        if self.over:
            self.refuse(ELSEWHERE)
        known = self._known(form, strictly=strictly)
        if known is not None:
            return known
        if len(self.guards) >= MOST_COMPARISONS:
            self.refuse(f"more than {MOST_COMPARISONS} comparisons in one call")
        holds = self._way(2) == 1
        kept = form if holds else {name: -c for name, c in form.items()}
        self.guards.append((kept, strictly == holds))
        return holds

    def _known(self, form: Form, *, strictly: bool) -> bool | None:
        """What guards with the same linear part, up to a factor, tell of the form."""
        line = line_of(form)
        if not line:
            c = form.get("", Fraction(0))
            return c > 0 or (c == 0 and not strictly)
        scale, least = form[line[0]], form.get("", Fraction(0))
        for guard, above in self.guards:
            if line_of(guard) != line:
                continue
            factor = guard[line[0]] / scale
            if any(guard[name] != factor * form[name] for name in line):
                continue
            other = guard.get("", Fraction(0)) / abs(factor)
            if factor > 0 and (least > other or (least == other and (above or not strictly))):
                return True  # the form is that which is >= 0, or more
            if factor < 0 and (-least > other or (-least == other and (above or strictly))):
                return False
        return None

    def _way(self, ways: int) -> int:
        n = len(self.taken)
        way, before = self._prefix[n] if n < len(self._prefix) else (ways - 1, ways)
        if before != ways:
            self.refuse(AGAIN)
        self.taken.append((way, ways))
        return way


def line_of(form: Form) -> list[str]:
    """The names in a form, without the constant."""
    return sorted(name for name in form if name)


def rate_of(noise: object, root: object, parts: int) -> tuple[str, Fraction]:
    """The kind of noise, and its rate in units of eps.

    Raises:
        TraceError: unless it is Laplace or exponential noise of a scale k / eps.
    """
    if not isinstance(noise, Laplace | Exponential) or type(noise) not in NOISES:
        raise TraceError(
            f"{type(noise).__name__} noise: for every number of answers draws are Laplace or "
            "Exponential, of scales k / eps"
        )
    if noise.scale.root != root:
        raise TraceError("noise of another eps: its scale is k / eps, eps that of the stream")
    return type(noise).__name__.lower(), Fraction(noise.scale.rate, parts)


def spoken(value: object) -> str:
    """A value in a message: its type, if real numbers may be in it, which have no text."""
    if isinstance(value, Number | str | None):
        return repr(value)
    if isinstance(value, Traced):
        return "a real number"
    name = type(value).__name__
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
