"""Calls of functions that keep nothing, such as those that draw noise, as one draw each.

A mechanism that adds noise five times has more branches than anybody can follow; a function that
draws noise once has few.  So when a program calls a function of the kind that
`audits.conformance.state` recognises, the law of what the call returns is computed once, by a
search of its own, and the call becomes one draw of the values that it may return: to follow one
of them, the draws inside are answered as on a branch that returned it.  The program runs as ever,
the function too; the rest of the program need not be recognised.  This is right, because

1. the function depends on its arguments, on constants and names that are plain, and on its draws
   only; it changes nothing, and returns a number, a truth value or None.  So what comes after the
   call depends on it by this value alone.
2. What it reads is what it was when the law was computed (`_Function.is_unchanged`), and the
   state at the draw that is met is that of the first draw of a call with these arguments.
   The settings of the interpreter are the same, and have room for it: how deep calls may be, and
   how long a number that is written.
3. Identity says no more than the value: a returned number that is equal to an argument, a
   constant or a global value may be that object or another one, and gives no law, unless the
   interpreter has one object of this value only.

Functions that use fractions, whose methods are written in Python, or call each other in a circle
are left out.  What the search of a call leaves is cut: it is unexplored in the law of the program.
How many draws the searches of calls may make is limited by those of the program.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from types import CodeType, FrameType, FunctionType
from typing import Any, Final, Protocol

from audits.conformance.branches import Script
from audits.conformance.state import Recogniser, frames_of_program, is_written, plain
from audits.conformance.tape import Tape
from reference.probability.outcome import outcome as value_of

AT_ONCE: Final = 400_000
"""Draws that searches of calls may make before the program makes any."""

TIMES: Final = 8
"""So many times as many as the program: draws in calls are not watched, and cheap."""

MOST: Final = 200_000
"""Draws of the search of one call, at most."""

LEAST: Final = 5_000
"""Where there is room for fewer, it is not begun."""

DEEPEST: Final = 200
"""Frames of a program in which calls are looked at."""

SHARE: Final = 8
"""What may be left of the law of a call is so much smaller than what may be left of its caller."""

ROOM: Final = 1_000
"""Where the interpreter may nest fewer calls, none is looked at: so many are enough for `DEEPEST`
frames and the longest chain of functions that is recognised, which takes two for each."""

LEVELS: Final = 3
"""Calls within calls are looked at so often."""

LONGEST: Final = 4_096
"""Bits of the weights of a law of which nothing is left."""

_OF_A_TAPE: Final = {"_branch", "_asked", "ended"}
"""The attributes of a tape to which nobody has given a method of his own."""

_VARIADIC: Final = 0x04 | 0x08
_ONE_OBJECT: Final = range(-5, 257)
"""Integers of which the interpreter has one object each."""


@dataclass(frozen=True, slots=True)
class Call:
    """The law of a call: weights of the values, and for each the draws that lead to it."""

    weights: tuple[int, ...]
    scripts: tuple[Script, ...]
    """The last weight is that of what is left, if there are more weights than scripts."""


class _NoLawError(Exception):
    """The call has no law of the kind that is needed."""


class CallSearch(Protocol):
    """What follows the branches of a call."""

    made: int
    """How many draws were made."""

    first_state: Hashable
    """The state at the first draw."""

    def follow(self, *, draws: int) -> None:
        """Follow branches until so many draws were made."""

    def scripts(self) -> dict[Hashable, Script]:
        """For each outcome, the draws on a branch that ends in it."""

    def law(self) -> Found:
        """What was found."""


class Found(Protocol):
    """The probabilities of the outcomes, by their keys, and of what is left."""

    @property
    def weights(self) -> dict[Hashable, Fraction]:
        """The probabilities of the outcomes."""

    @property
    def unexplored(self) -> Fraction:
        """The probability of what is left."""


NewSearch = Callable[[Callable[[Tape], Any], Recogniser, Fraction, "Calls"], CallSearch]
"""A search of a recognised program, until no more than a target is left; and its own calls."""


class Calls:
    """The calls that a program makes, as far as their laws are known.

    Args:
        search: makes searches.
        target: what may be left of the law of one call.
        level: within how many calls this one is.
    """

    def __init__(self, search: NewSearch, target: Fraction, level: int = 0) -> None:
        self._search = search
        self._target = target
        self._level = level
        self._functions: dict[CodeType, _Function | None] = {}
        self._known: dict[Hashable, tuple[Hashable, Call] | None] = {}
        self._spent = 0
        self._inner: Calls | None = None

    def inner(self) -> Calls:
        """The calls in calls; less may be left of each."""
        if self._inner is None:
            self._inner = Calls(self._search, self._target / SHARE, self._level + 1)
        return self._inner

    def begun(self, weights: Hashable, made: int) -> Call | None:
        """The law of the outermost call that makes its first draw now, if it is known.

        Args:
            weights: of the draw that is made.
            made: how many draws the program has made so far.
        """
        if self._level >= LEVELS or not self._target:
            return None
        method, frames = frames_of_program()
        if method is None or len(frames) > DEEPEST or sys.getrecursionlimit() < ROOM:
            return None
        for frame in frames[-2::-1]:  # the last one is that of the program
            function = self._function(frame)
            if function is not None:
                found = self._call(function, frame, method, weights, made)
                if found is not None:
                    return found
        return None

    def _function(self, frame: FrameType) -> _Function | None:
        code = frame.f_code
        if code not in self._functions:
            self._functions[code] = _Function.of(frame.f_globals.get(code.co_name), code)
        return self._functions[code]

    def _call(
        self,
        function: _Function,
        frame: FrameType,
        method: FrameType,
        weights: Hashable,
        made: int,
    ) -> Call | None:
        tape = method.f_locals.get("self")
        arguments = function.arguments(frame, tape)
        if arguments is None or not function.is_unchanged() or vars(tape).keys() - _OF_A_TAPE:
            return None
        place = (frame.f_code, tuple(_exactly(value) for value in arguments))
        if place not in self._known:
            room = min(MOST, AT_ONCE + TIMES * made - self._spent)
            found = self._law(function, arguments, room) if room >= LEAST else None
            if found is None and room < MOST:
                return None
            self._known[place] = found
        known = self._known[place]
        if known is None or function.recogniser.state(weights, frame) != known[0]:
            return None
        return known[1]

    def _law(
        self, function: _Function, arguments: Sequence[Any], room: int
    ) -> tuple[Hashable, Call] | None:
        """The state at the first draw, and the law; None if there is none."""

        def program(tape: Tape) -> Any:
            value = function.called([tape if type(a) is Tape else a for a in arguments])
            if type(value) not in {bool, int, float, type(None)} or value != value:  # noqa: PLR0124  # NaN
                raise _NoLawError
            return value

        search = self._search(program, function.recogniser, self._target, self.inner())
        try:
            search.follow(draws=room)
        except Exception:  # noqa: BLE001  # the program meets it itself
            return None
        finally:
            self._spent += search.made
        found, state = search.law(), search.first_state
        law, left = found.weights, found.unexplored
        if state is None or left > self._target:
            return None
        names = [*arguments, *function.values, *function.recogniser.constants()]
        if not all(_says_no_more(value_of(outcome), names) for outcome in law):
            return None
        scripts = search.scripts()
        if left:
            grains = 2 ** (64 + int(1 / left).bit_length() + len(law).bit_length())
        else:
            grains = lcm(*(p.denominator for p in law.values()))
            if grains.bit_length() > LONGEST:
                return None
        shares = [int(p * grains) for p in law.values()]
        rest = [grains - sum(shares)] if left else []
        return state, Call((*shares, *rest), tuple(scripts[outcome] for outcome in law))


@dataclass(frozen=True, slots=True)
class _Function:
    """A function that is recognised, and what it reads."""

    called_as: FunctionType
    recogniser: Recogniser
    names: tuple[str, ...]
    """Of the arguments, those by keyword only last."""

    values: tuple[object, ...]
    """What the function, and those that it calls, read."""

    settings: tuple[int, int]
    """Those of the interpreter, as they were."""

    @classmethod
    def of(cls, value: object, code: CodeType) -> _Function | None:
        """The function under a name, if it has this code and is of the kind described above."""
        if not isinstance(value, FunctionType) or value.__code__ is not code:
            return None
        recogniser = Recogniser.of(value)
        if recogniser is None or not recogniser.is_simple() or code.co_flags & _VARIADIC:
            return None
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        if is_written(code, names):
            return None
        return cls(value, recogniser, names, tuple(recogniser.values()), _settings())

    def is_unchanged(self) -> bool:
        """Whether the names still mean what they meant, in the same interpreter."""
        found = tuple(self.recogniser.values())
        return (
            len(found) == len(self.values)
            and all(a is b for a, b in zip(found, self.values, strict=True))
            and _settings() == self.settings
        )

    def arguments(self, frame: FrameType, tape: object) -> list[Any] | None:
        """The arguments of a call, which are plain values or the tape."""
        here = frame.f_locals
        found = [here[name] for name in self.names if name in here]
        known = len(found) == len(self.names)
        return found if known and all(a is tape or _is_simple(a) for a in found) else None

    def called(self, arguments: Sequence[Any]) -> Any:
        """What the function returns."""
        count = self.called_as.__code__.co_argcount
        named = dict(zip(self.names[count:], arguments[count:], strict=True))
        return self.called_as(*arguments[:count], **named)


def _settings() -> tuple[int, int]:
    """What code may change in the interpreter, so that a function of this kind fails or not."""
    return sys.getrecursionlimit(), sys.get_int_max_str_digits()


def _is_simple(value: object) -> bool:
    """Whether the value is plain, and has no fraction in it."""
    if type(value) is tuple:
        return all(map(_is_simple, value))
    return plain(value) and type(value) is not Fraction


def _exactly(value: object) -> Hashable:
    """A key of a plain value or the tape: equal for the same type and value only."""
    if type(value) is tuple:
        return (tuple, *map(_exactly, value))
    if type(value) is float:
        return (float, value.hex())
    return (type(value), None if type(value) is Tape else value)


def _says_no_more(value: object, names: Sequence[object]) -> bool:
    """Whether a value that is returned is an object of its own, or the only one of its value."""
    if type(value) in {bool, type(None)} or (type(value) is int and value in _ONE_OBJECT):
        return True
    for other in names:
        parts: Sequence[object] = other if isinstance(other, tuple) else (other,)
        if parts is other and not _says_no_more(value, parts):
            return False
        if type(other) is type(value) and other == value:
            return False
        if type(other) is range:
            return False
    return True
