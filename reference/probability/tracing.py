"""From a stream mechanism to its automaton, by tracing one call at a time.

A state that a call returns is taken apart: what is real in it (draws, answers, their sums) goes to
registers, all else is control.  From each control state the calls are traced, each comparison of
reals both ways, until no new control state appears.  A comparison that others on the same branch
decide is not asked.

What the trace of a call knows of reals are *forms*: linear functions of registers, fresh draws and
the answer.  They are added, multiplied by numbers, and compared; nothing else.

A mechanism that is no stream, since its output is told by an answer to come (report noisy max),
may be traced with *foresight*: `begin` foretells numbers, and calls guess, require and equate.

>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.continuous import Laplace
>>> class Threshold:
...     eps = Epsilon.continuous(parts=2)
...
...     def begin(self, coins):
...         return (coins.draw_real(Laplace(2 / self.eps)),)
...
...     def step(self, state, answer, coins):
...         return state, answer >= state[0]
>>> automaton = trace(Threshold())
>>> [state.registers for state in automaton.states], automaton.observed
([0, 1], True)
>>> sorted(automaton.states[1].steps[0].branches[0].guards[0].items())
[('0', Fraction(-1, 1)), ('q', Fraction(1, 1))]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from traceback import extract_tb
from typing import Final, NoReturn, Protocol

from reference.exact.field import Field
from reference.override import override
from reference.probability.automaton import Automaton, Branch, Form, State, Step, times
from reference.probability.continuous import Exponential, Laplace
from reference.probability.dist import Dist
from reference.probability.outcome import Key, NoValueError, key
from reference.probability.provenance import ours
from reference.probability.purity import pure

MOST_STATES = 1000
"""States of the control that are traced, by default."""

MOST_BRANCHES = 5000
"""Branches of one call."""

CALLS = (("step", True), ("close", False), ("end", False))
"""The calls of a state, and whether they read an answer."""

ONE = Fraction(1)


REFUSED = (
    "a real number of a stream is added, multiplied by numbers and compared by <, <=, >, >=; it "
    "has no digits, no truth value, and is not looked up"
)
"""What is said of all else."""


AGAIN = "the stream does something else when it is called again"


class TraceError(TypeError):
    """A mechanism does what cannot be traced."""


class _Impossible(BaseException):
    """A branch that does not happen: something required is false."""


class Traced:
    """A real number, as the trace of a call knows it: a form."""

    __slots__ = ("_path", "form")

    def __init__(self, path: _Path, form: Mapping[str, Fraction]) -> None:
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

    def form_on(self, path: _Path) -> Form:
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


@dataclass(frozen=True, slots=True)
class _Register:
    """What stands for a real number in a state of the control, and in what is put out."""

    place: int

    @override
    def __repr__(self) -> str:
        return "value"


class _Call(Protocol):
    """A method of a stream."""

    def __call__(self, *given: object) -> object:
        """What it returns."""


class _Begin:
    """Stands for the state before the first call."""

    @override
    def __repr__(self) -> str:
        return "begin"


BEGIN: Final = _Begin()


class _Path:
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
            raise _Impossible

    def equate(self, first: Traced, second: Traced) -> None:
        """The two numbers are equal: it determines one that was foretold."""
        self.foresight = True
        form = (first - second).form
        if not _line(form):
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
        line = _line(form)
        if not line:
            c = form.get("", Fraction(0))
            return c > 0 or (c == 0 and not strictly)
        scale, least = form[line[0]], form.get("", Fraction(0))
        for guard, above in self.guards:
            if _line(guard) != line:
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


def _line(form: Form) -> list[str]:
    return sorted(name for name in form if name)


def _number(value: object) -> Fraction:
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, Traced):
        raise TraceError("the product of two real numbers of a stream: one of them is a number")
    raise TraceError(f"{value!r}: a number of a stream is an int or a Fraction")


def trace(stream: object, most_states: int = MOST_STATES) -> Automaton:
    """The automaton of a stream.

    Args:
        stream: with `eps`, `begin`, `step`, and perhaps `end`, or `close`, which ends a part of
            the stream where its caller likes, and `output`, which says what is seen of an output.
        most_states: of the control.

    Raises:
        TraceError: if it is no stream, or does what cannot be traced.
    """
    eps: object = getattr(stream, "eps", None)
    parts: object = getattr(eps, "parts", None)
    calls = [name for name, _ in CALLS if callable(getattr(stream, name, None))]
    if (
        not isinstance(parts, int)
        or "step" not in calls
        or not callable(getattr(stream, "begin", None))
    ):
        raise TraceError(
            f"{type(stream).__name__} is no stream: it has eps, begin(coins) and "
            "step(state, answer, coins)"
        )
    field: object = getattr(eps, "field", None)
    if not isinstance(field, Field) or not field.continuous:
        raise TraceError("every eps: eps is Epsilon.continuous(parts)")
    root: object = getattr(eps, "root", None)
    trusted = ours(stream)
    try:
        with nullcontext() if trusted else pure():
            found = _Tracing(stream, root, parts, most_states).automaton()
            again = found if trusted else _Tracing(stream, root, parts, most_states).automaton()
    except (TypeError, AttributeError) as error:
        raise TraceError(_told(error)) from error
    if found != again:
        raise TraceError(AGAIN)
    return found


class _Tracing:
    """The states found so far."""

    def __init__(self, stream: object, root: object, parts: int, most_states: int) -> None:
        self._stream = stream
        self._root = root
        self._parts = parts
        self._most = most_states
        self._numbers: dict[Key[Hashable], int] = {}
        self._symbols: dict[Key[Hashable], str] = {}
        self._outputs: dict[str, Hashable] = {}
        self._shapes: list[Hashable] = [BEGIN]
        self._registers = [0]
        self._foresight = False

    def automaton(self) -> Automaton:
        """That of the stream."""
        states: list[State] = []
        while len(states) < len(self._shapes):
            shape = self._shapes[len(states)]
            steps = tuple(self._steps(shape))
            name = "stopped" if shape is None else str(shape)
            states.append(State(name, self._registers[len(states)], steps))
        return Automaton(tuple(states), foresight=self._foresight)

    def _steps(self, shape: Hashable) -> Iterator[Step]:
        if shape is BEGIN:
            yield self._step(self._begin, reads=False, begins=True)
        elif shape is not None:
            for name, reads in CALLS:
                call: _Call | None = getattr(self._stream, name, None)
                if call is not None:
                    yield self._step(self._call(call, shape, name, reads=reads), reads=reads)

    def _step(
        self,
        call: Callable[[_Path], tuple[object, object]],
        *,
        reads: bool,
        begins: bool = False,
    ) -> Step:
        """The branches of a call; where outputs may be equal, they have one symbol."""
        found: list[Branch] = []
        for branch in self._branches(call, begins=begins):
            alike = (other.symbol for other in found if self._may_be_equal(branch, other))
            found.append(replace(branch, symbol=next(alike, branch.symbol)))
        return Step(reads, tuple(found))

    def _may_be_equal(self, one: Branch, other: Branch) -> bool:
        outputs = self._outputs[one.symbol], self._outputs[other.symbol]
        return _may_be_equal(*outputs, one.released, other.released)

    def _begin(self, path: _Path) -> tuple[object, object]:
        begin: _Call = getattr(self._stream, "begin")  # noqa: B009  (not of its type)
        state = begin(path)
        self._registers[0] = max(self._registers[0], path.foretold)
        return state, ()

    def _call(
        self, call: _Call, shape: Hashable, name: str, *, reads: bool
    ) -> Callable[[_Path], tuple[object, object]]:
        seen: _Call = getattr(self._stream, "output", _itself)

        def called(path: _Path) -> tuple[object, object]:
            state = _filled(shape, path)
            if name == "end":
                return None, seen(call(state, path))
            more = (Traced(path, {"q": ONE}),) if reads else ()
            found = call(state, *more, path)
            if not (isinstance(found, tuple) and len(found) == 2):
                raise TraceError(f"{name} returns the next state, or None, and an output")
            return found[0], seen(found[1])

        return called

    def _branches(
        self, call: Callable[[_Path], tuple[object, object]], *, begins: bool = False
    ) -> Iterator[Branch]:
        prefix: list[tuple[int, int]] | None = []
        count = 0
        while prefix is not None:
            path = _Path(prefix, self._root, self._parts, begins=begins)
            count += 1
            if count > MOST_BRANCHES:
                raise TraceError(f"more than {MOST_BRANCHES} branches of one call")
            with suppress(_Impossible):
                yield self._branch(path, *call(path))
            if len(path.taken) < len(prefix):
                raise TraceError(AGAIN)
            self._foresight |= path.foresight
            prefix = _next(path.taken)

    def _branch(self, path: _Path, state: object, output: object) -> Branch:
        updates: list[Form] = []
        released: list[Form] = []
        shape = None if state is None else _taken_apart(state, path, updates)
        symbol = _as_read(_taken_apart(output, path, released))
        return Branch(
            draws=tuple(path.draws),
            guards=tuple(form for form, _ in path.guards),
            strict=tuple(above for _, above in path.guards),
            equations=tuple(path.equations),
            released=tuple(released),
            updates=tuple(updates),
            symbol=self._symbol(symbol),
            to=self._number(shape, len(updates)),
            weight=path.weight,
        )

    def _symbol(self, output: Hashable) -> str:
        """A text of its own for each output, numbers left out."""
        known = _key(output)
        if known not in self._symbols:
            text = str(output)
            taken = {*self._symbols.values()}
            alike = [text, *(f"{text} ({i})" for i in range(2, len(taken) + 3))]
            self._symbols[known] = next(each for each in alike if each not in taken)
            self._outputs[self._symbols[known]] = output
        return self._symbols[known]

    def _number(self, shape: Hashable, registers: int) -> int:
        known = _key(shape)
        if known not in self._numbers:
            if len(self._shapes) >= self._most:
                raise TraceError(
                    f"more than {self._most} states of the control, such as {shape}: what counts "
                    "without an end cannot be traced"
                )
            self._numbers[known] = len(self._shapes)
            self._shapes.append(shape)
            self._registers.append(registers)
        return self._numbers[known]


def _itself(*given: object) -> object:
    """What is seen of an output, if nothing else is said."""
    return given[0]


def _told(error: Exception) -> str:
    """What is wrong, and in which line of the stream."""
    text = str(error) if isinstance(error, TraceError) else f"{type(error).__name__}: {error}"
    lines = [frame for frame in extract_tb(error.__traceback__) if frame.filename != __file__]
    if not lines:
        return text
    return f"{text} (in {lines[-1].name}, line {lines[-1].lineno}: {lines[-1].line})"


def _next(taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """The next branch in order: the last question with a way left, from the last way down."""
    left = list(taken)
    while left and left[-1][0] == 0:
        left.pop()
    if not left:
        return None
    way, ways = left[-1]
    return [*left[:-1], (way - 1, ways)]


def _taken_apart(value: object, path: _Path, reals: list[Form]) -> Hashable:
    """A value with every real number replaced by its place; their forms are appended."""
    if isinstance(value, Traced):
        form = value.form_on(path)
        if not _line(form):
            return form.get("", Fraction(0))
        reals.append(form)
        return _Register(len(reals) - 1)
    if isinstance(value, tuple):
        make: Callable[[list[Hashable]], Hashable] = getattr(type(value), "_make", tuple)
        return make([_taken_apart(part, path, reals) for part in value])
    if is_dataclass(value) and not isinstance(value, type):
        found = {f.name: _taken_apart(getattr(value, f.name), path, reals) for f in fields(value)}
        return _hashable(replace(value, **found))
    return _hashable(value)


def _as_read(output: object) -> Hashable:
    """An output with whole numbers as int: a fraction may stand for what is one of these."""
    if isinstance(output, Fraction) and output.denominator == 1:
        return int(output)
    if isinstance(output, tuple):
        make: Callable[[list[Hashable]], Hashable] = getattr(type(output), "_make", tuple)
        return make([_as_read(part) for part in output])
    if is_dataclass(output) and not isinstance(output, type):
        read = {f.name: _as_read(getattr(output, f.name)) for f in fields(output)}
        return _hashable(replace(output, **read))
    return _hashable(output)


def _may_be_equal(
    one: object, other: object, first: Sequence[Form], second: Sequence[Form]
) -> bool:
    """Whether two outputs, whose numbers are given forms, may be the same.

    A number without fresh noise may be equal to a constant; one with, has probability 0 to be.
    """
    if isinstance(one, _Register) or isinstance(other, _Register):
        if isinstance(one, _Register) and isinstance(other, _Register):
            return True
        place, number, forms = (
            (one, other, first) if isinstance(one, _Register) else (other, one, second)
        )
        assert isinstance(place, _Register)
        told = isinstance(number, int | Fraction) and not isinstance(number, bool)
        return told and not any(name.startswith("n") for name in forms[place.place])
    if type(one) is not type(other):
        return False
    parts: list[tuple[object, object]]
    if isinstance(one, tuple) and isinstance(other, tuple):
        if len(one) != len(other):
            return False
        parts = [*zip(one, other, strict=True)]
    elif is_dataclass(one) and not isinstance(one, type):
        parts = [(getattr(one, f.name), getattr(other, f.name)) for f in fields(one)]
    else:
        return _key(_hashable(one)) == _key(_hashable(other))
    return all(_may_be_equal(a, b, first, second) for a, b in parts)


def _hashable(value: object) -> Hashable:
    if isinstance(value, Hashable):
        return value
    raise TraceError(f"{value!r}: {STATES}")


def _key(value: Hashable) -> Key[Hashable]:
    """What tells control states, and outputs, from others: their types, too."""
    try:
        return key(value)
    except NoValueError as error:
        raise TraceError(f"{error}; {STATES}") from None


STATES = "states and outputs are tuples of numbers, draws and outcomes of finite laws"


def _filled(shape: object, path: _Path) -> object:
    """A value with its registers put in."""
    if isinstance(shape, _Register):
        return Traced(path, {str(shape.place): ONE})
    if isinstance(shape, tuple):
        make: Callable[[list[object]], object] = getattr(type(shape), "_make", tuple)
        return make([_filled(part, path) for part in shape])
    if is_dataclass(shape) and not isinstance(shape, type):
        found = {f.name: _filled(getattr(shape, f.name), path) for f in fields(shape)}
        return replace(shape, **found)
    return shape
