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
>>> __name__ = "mine"  # the module of the class
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

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from linecache import getline
from traceback import walk_tb
from typing import Final

from reference.exact.exponential_function import ExponentialFunction
from reference.override import override
from reference.probability import coins, compared, retraced, shapes, traced, traced_call
from reference.probability.automaton import Automaton, Branch, Form, State, Step
from reference.probability.compared import Call, Calls, Said, place_of
from reference.probability.kept import changed, kept, leads_to
from reference.probability.outcome import Key
from reference.probability.provenance import LIBRARIES, OURS, belongs, ours
from reference.probability.purity import pure
from reference.probability.records import as_read
from reference.probability.retraced import refuse_other
from reference.probability.shapes import filled, key_of, may_be_equal, taken_apart
from reference.probability.streams import Stream
from reference.probability.traced import Traced, TraceError, spoken
from reference.probability.traced_call import AGAIN, ONE, Impossible, Path
from reference.probability.unread import is_unread
from reference.probability.ways import Way

MOST_STATES = 1000
"""States of the control that are traced, by default."""

MOST_BRANCHES = 5000
"""Branches of one call."""

FILES = (__file__, *(each.__file__ for each in (compared, retraced, shapes, traced, traced_call)))
"""Whose lines are not those of a stream."""

CALLS = (("step", True), ("close", False), ("end", False))
"""The calls of a state, and whether they read an answer."""

NEEDED = (("begin", "self, coins"), ("step", "self, state, answer, coins"))
"""What a stream has."""


CHANGES = "what a stream knows of calls before is in the state that they return"


class _Begin:
    """Stands for the state before the first call."""

    @override
    def __repr__(self) -> str:
        return "begin"


BEGIN: Final = _Begin()


def trace(stream: object, most_states: int = MOST_STATES) -> Automaton:
    """The automaton of a stream.

    Args:
        stream: with `eps`, `begin`, `step`, and perhaps `end`, or `close`, which ends a part of
            the stream where its caller likes, and `output`, which says what is seen of an output.
        most_states: of the control.

    Raises:
        TraceError: if it is no stream, or does what cannot be traced.
    """
    name = type(stream).__name__
    for method, arguments in NEEDED:
        known: object = getattr(type(stream), method, None)
        if not callable(known) or known is getattr(Stream, method):
            raise TraceError(
                f"{name} is no stream: it has no {method}({arguments}); a stream has begin(self, "
                "coins) and step(self, state, answer, coins)"
            )
    eps: object = getattr(stream, "eps", None)
    parts: object = getattr(eps, "parts", None)
    if not isinstance(parts, int):
        raise TraceError(f"{name} is no stream for every eps: it has no eps")
    root: object = getattr(eps, "root", None)
    if not is_unread(root) and not isinstance(root, ExponentialFunction):
        raise TraceError("every eps: eps is Epsilon.continuous(parts)")
    trusted = ours(stream)
    tracing = _Tracing(stream, root, parts, most_states)
    try:
        with nullcontext() if trusted else pure():
            found = tracing.automaton()
            if not trusted:
                numbers, before = not found.foresight, kept(stream)
                again = _Tracing(stream, root, parts, most_states, as_foreign=numbers)
                if found != again.automaton():
                    raise TraceError(AGAIN)
                if numbers:
                    refuse_other(stream, again.said, root, parts)
                place = changed(before, kept(stream))
                refused = (place, f"changes: {CHANGES}") if place else leads_to(stream)
                if refused is not None:
                    raise TraceError(f"{refused[0].lstrip('.')} {refused[1]}")
    except (TypeError, AttributeError) as error:
        raise TraceError(_told(error)) from error
    return found


class _Tracing:
    """The states found so far."""

    def __init__(
        self,
        stream: object,
        root: object,
        parts: int,
        most_states: int,
        *,
        as_foreign: bool = False,
    ) -> None:
        self._stream = stream
        self._way = Way() if as_foreign else None
        """Followed where calls on numbers are compared, which get the same coins."""

        self._root = root
        self._parts = parts
        self._most = most_states
        self._numbers: dict[Key[Hashable], int] = {}
        self._symbols: dict[Key[Hashable], str] = {}
        self._outputs: dict[str, Hashable] = {}
        self._shapes: list[Hashable] = [BEGIN]
        self._registers = [0]
        self._foresight = False
        self._refusals: list[TraceError] = []
        self.said: list[Calls] = []
        """What was found, by states, with what is put out."""

    def automaton(self) -> Automaton:
        """That of the stream."""
        states: list[State] = []
        while len(states) < len(self._shapes):
            shape = self._shapes[len(states)]
            calls = dict(self._calls(shape))
            steps = tuple(
                Step(name == "step", self._told_apart(said)) for name, said in calls.items()
            )
            self.said.append(calls)
            name = "stopped" if shape is None else str(shape)
            states.append(State(name, self._registers[len(states)], steps))
        return Automaton(tuple(states), foresight=self._foresight)

    def _calls(self, shape: Hashable) -> Iterator[tuple[str, Sequence[Said]]]:
        if shape is BEGIN:
            yield "begin", tuple(self._branches("begin", self._begin))
        elif shape is not None:
            for name, reads in CALLS:
                call: Call | None = getattr(self._stream, name, None)
                if call is not None:
                    called = self._call(call, shape, name, reads=reads)
                    yield name, tuple(self._branches(name, called))

    def _told_apart(self, said: Sequence[Said]) -> tuple[Branch, ...]:
        """The branches of a call; where outputs may be equal, they have one symbol."""
        found: list[Branch] = []
        for branch in (each.branch for each in said):
            alike = (other.symbol for other in found if self._may_be_equal(branch, other))
            found.append(replace(branch, symbol=next(alike, branch.symbol)))
        return tuple(found)

    def _may_be_equal(self, one: Branch, other: Branch) -> bool:
        if one.symbol == other.symbol or not (one.released or other.released):
            return one.symbol == other.symbol
        outputs = self._outputs[one.symbol], self._outputs[other.symbol]
        return may_be_equal(*outputs, one.released, other.released)

    def _begin(self, path: Path) -> tuple[object, object]:
        begin: Call = getattr(self._stream, "begin")  # noqa: B009  (not of its type)
        state = begin(self._handed(path))
        self._registers[0] = max(self._registers[0], path.foretold)
        return state, ()

    def _call(
        self, call: Call, shape: Hashable, name: str, *, reads: bool
    ) -> Callable[[Path], tuple[object, object]]:
        seen: Call = getattr(self._stream, "output", _itself)

        def called(path: Path) -> tuple[object, object]:
            state = filled(shape, lambda place: Traced(path, {str(place): ONE}))
            if name == "end":
                return None, seen(call(state, self._handed(path)))
            more = (Traced(path, {"q": ONE}),) if reads else ()
            found = call(state, *more, self._handed(path))
            if not (isinstance(found, tuple) and len(found) == 2):
                several = f"{len(found)} values" if isinstance(found, tuple) else spoken(found)
                raise TraceError(
                    f"{name} returns {several}: it returns the next state, or None, and an output "
                    f"({place_of(call)})"
                )
            return found[0], seen(found[1])

        return called

    def _handed(self, path: Path) -> object:
        """The coins of a call."""
        plain: Call = getattr(coins, "plain")  # noqa: B009  (forms are no numbers)
        return path if self._way is None else plain(path)

    def _branches(
        self, name: str, call: Callable[[Path], tuple[object, object]]
    ) -> Iterator[Said]:
        prefix: list[tuple[int, int]] | None = []
        count = 0
        while prefix is not None:
            path = Path(prefix, self._root, self._parts, self._refusals, begins=name == "begin")
            count += 1
            if count > MOST_BRANCHES:
                raise TraceError(f"more than {MOST_BRANCHES} branches of one call")
            with suppress(Impossible):
                state, output = self._returned(path, call)
                yield self._branch(path, state, output, name)
            if len(path.taken) < len(prefix):
                raise TraceError(AGAIN)
            self._foresight |= path.foresight
            prefix = _next(path.taken)

    def _returned(
        self, path: Path, call: Callable[[Path], tuple[object, object]]
    ) -> tuple[object, object]:
        """What a call returns; what was refused is so even if the code caught it."""
        try:
            with nullcontext() if self._way is None else self._way.followed():
                found = call(path)
        except BaseException:
            if self._refusals:
                raise self._refusals[0] from None
            raise
        if self._refusals:
            raise self._refusals[0]
        path.over = True
        return found

    def _branch(self, path: Path, state: object, output: object, name: str) -> Said:
        updates: list[Form] = []
        released: list[Form] = []
        try:
            shape = None if state is None else taken_apart(state, path, updates, kept=True)
            put_out = as_read(taken_apart(output, path, released))
            symbol = self._symbol(put_out)
            to = self._number(shape, len(updates))
        except TraceError as error:
            method: object = getattr(self._stream, name)
            raise TraceError(f"{error} ({place_of(method)})") from None
        branch = Branch(
            draws=tuple(path.draws),
            guards=tuple(form for form, _ in path.guards),
            strict=tuple(above for _, above in path.guards),
            equations=tuple(path.equations),
            released=tuple(released),
            updates=tuple(updates),
            symbol=symbol,
            to=to,
            weight=path.weight,
        )
        way = () if self._way is None else tuple(self._way.steps)
        return Said(branch, tuple(path.picked), put_out, shape, way)

    def _symbol(self, output: Hashable) -> str:
        """A text of its own for each output, numbers left out."""
        known = key_of(output)
        if known not in self._symbols:
            text = str(output)
            taken = {*self._symbols.values()}
            alike = [text, *(f"{text} ({i})" for i in range(2, len(taken) + 3))]
            self._symbols[known] = next(each for each in alike if each not in taken)
            self._outputs[self._symbols[known]] = output
        return self._symbols[known]

    def _number(self, shape: Hashable, registers: int) -> int:
        known = key_of(shape)
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
    places = [
        (frame.f_code, line)
        for frame, line in walk_tb(error.__traceback__)
        if frame.f_code.co_filename not in FILES
    ]
    theirs = [place for place in places if not belongs(place[0], (*OURS, *LIBRARIES))]
    if not places:
        return text
    code, line = (theirs or places)[-1]
    return f"{text} (in {code.co_name}, line {line}: {getline(code.co_filename, line).strip()})"


def _next(taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """The next branch in order: the last question with a way left, from the last way down."""
    left = list(taken)
    while left and left[-1][0] == 0:
        left.pop()
    if not left:
        return None
    way, ways = left[-1]
    return [*left[:-1], (way - 1, ways)]
