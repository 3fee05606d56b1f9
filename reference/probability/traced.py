"""Real numbers as the trace of a call knows them, and the coins of one branch of that call.

A real number is a *form*: a linear function of registers, fresh draws and the answer.  Forms are
added, multiplied by numbers, and compared; nothing else.  A comparison is followed one way, unless
others on the same branch decide it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
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
        factor = _number(number)
        return Traced(self._path, {name: c * factor for name, c in self.form.items()})

    __rmul__ = __mul__

    def __truediv__(self, number: object) -> Traced:
        divisor = _number(number)
        if not divisor:
            raise TraceError("a real number of a stream is divided by 0")
        return self * (1 / divisor)

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
            raise TraceError("a real number of another call: what is kept is in the state")
        return self.form

    def _form_of(self, value: object) -> Form:
        if isinstance(value, Traced):
            return value.form_on(self._path)
        return {"": _number(value)}

    def _refuse(self, *_: object) -> NoReturn:
        raise TraceError(REFUSED)

    __bool__ = __int__ = __index__ = __round__ = __abs__ = __mod__ = _refuse
    __floor__ = __ceil__ = __trunc__ = __divmod__ = __rmod__ = _refuse
    __floordiv__ = __rfloordiv__ = __rtruediv__ = __pow__ = __rpow__ = _refuse
    __str__ = __format__ = __iter__ = __len__ = __contains__ = _refuse

    @override
    def __hash__(self) -> NoReturn:
        raise TraceError(REFUSED)

    @override
    def __eq__(self, _: object) -> NoReturn:
        raise TraceError(REFUSED)

    @override
    def __repr__(self) -> str:
        return f"<a real number: {dict(self.form)}>"


class Path:
    """Coins of a traced call: one branch of it."""

    def __init__(
        self, prefix: Sequence[tuple[int, int]], root: object, parts: int, *, begins: bool
    ) -> None:
        self._prefix = prefix
        self._root = root
        self._parts = parts
        self._begins = begins
        self.taken: list[tuple[int, int]] = []
        """The way taken at each question, and the number of ways."""

        self.draws: list[tuple[str, Fraction]] = []
        self.guards: list[tuple[Form, bool]] = []
        self.equations: list[Form] = []
        self.weight: Fraction | None = ONE
        """The probability of what was drawn from finite laws."""

        self.foretold = 0
        """Numbers that were foretold."""

        self.foresight = False
        """Whether the branch is told by more than its draws."""

    # ---------------------------------------------------------------- what mechanisms call

    def draw_real(self, noise: object, /) -> Traced:
        """A fresh draw."""
        if not isinstance(noise, Laplace | Exponential):
            raise TraceError(
                f"{type(noise).__name__} noise: for every number of answers draws are Laplace or "
                "Exponential, of scales k / eps"
            )
        if noise.scale.root != self._root:
            raise TraceError("noise of another eps: its scale is k / eps, eps that of the stream")
        kind = type(noise).__name__.lower()
        self.draws.append((kind, Fraction(noise.scale.rate, self._parts)))
        return Traced(self, {f"n{len(self.draws) - 1}": ONE})

    def draw(self, dist: object, /) -> object:
        """An outcome of a finite law, which is the same whatever the answers are."""
        if not isinstance(dist, Dist):
            raise TraceError(f"{type(dist).__name__}: what is drawn is a Dist")
        listed: list[object] = list(dist)
        way = self._way(len(listed))
        chance: object = dist.probability(listed[way])
        self.weight = times(self.weight, chance if isinstance(chance, Fraction) else None)
        return listed[way]

    def foretell(self) -> Traced:
        """A number that is known later: only while it begins.

        Raises:
            TraceError: at a later call.
        """
        if not self._begins:
            raise TraceError("numbers are foretold by begin only")
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
        raise TraceError(
            f"coins.{name}: for every number of answers there are draw_real and draw only"
        )

    # ---------------------------------------------------------------- what forms ask

    def at_least(self, form: Form, *, strictly: bool) -> bool:
        """Whether a form is >= 0, or above 0: what is known tells, or both are followed."""
        known = self._known(form, strictly=strictly)
        if known is not None:
            return known
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
            raise TraceError(AGAIN)
        self.taken.append((way, ways))
        return way


def line_of(form: Form) -> list[str]:
    """The names in a form, without the constant."""
    return sorted(name for name in form if name)


def _number(value: object) -> Fraction:
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, Traced):
        raise TraceError("the product of two real numbers of a stream: one of them is a number")
    raise TraceError(f"{value!r}: a number of a stream is an int or a Fraction")
