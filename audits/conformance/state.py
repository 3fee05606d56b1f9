"""When a foreign program is in the same state as before: what it will do is then the same.

What a Python program does next depends on its frames (the place in the code, local variables,
the values of unfinished expressions), on every object that can be reached from there and from
its global variables, and on what functions written in C keep to themselves.  Most of it cannot be
seen.  But there are programs in which nothing can be hidden, and those are recognised here:

1. Every function that can run is made of the instructions in `instructions`.  They read local
   variables, constants and global names, compute, compare, jump, call and return; none writes to
   a global name, an attribute, an element or the variable of another function, makes a function,
   a class, a list or a dictionary, or catches an exception, and none is that of a generator.
2. The global names, default arguments, closed-over variables and bound arguments that they read
   are plain immutable values (`plain`), other functions of this kind, modules and functions of
   `CALLED`, or exceptions of the interpreter; the attributes that they read are in `ATTRIBUTES`.
   What is theirs by name only is not believed: modules, exceptions and built-in names are known by
   identity, and nobody has put anything else into the modules and classes that are used
   (`_is_untouched`).

By induction every value in such a program is of that kind, the tape, an expression in a uniform,
a tuple of such, or an iterator over one (for which there are instructions, but no name to keep it
under); and nothing that exists before a call is changed by it, but the tape, uniforms, and
iterators.  `CALLED` holds no function that calls its arguments.  So at a draw that a method of
the tape makes before any other, called by an instruction of the program itself,

3. if for each function that is running the unfinished values, besides those that the call has
   taken, are constants, global names and local variables that were not written since, and if these
   variables and all that may still be read are plain, the tape, or expressions in uniforms, then
   functions, places, these variables, what is known of the uniforms, the method and its arguments
   are all there is: `Recogniser.state` returns them.

The unfinished values at an instruction, and the variables that may still be read, are found from
the instructions (module `instructions`).  Everywhere else, for every other program, and
on interpreters other than those in `TESTED` there, the state is not known (None), and branches are
not merged.  Identity of objects is not part of the state; the instruction `is` is left out, and so
is NaN, which containers compare by identity.  What is not seen: other threads that change global
names meanwhile, and code that replaces functions of this project.
"""

from __future__ import annotations

import builtins
import dis
import fractions
import math
import random
import sys
from bisect import bisect_right
from collections.abc import Callable, Container, Hashable, Iterator
from fractions import Fraction
from functools import cache, partial
from operator import attrgetter
from pathlib import Path
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any, Final

from audits.conformance.instructions import TESTED, WRITES, Reading, instructions_of
from audits.conformance.tape import Tape
from audits.conformance.uniform import Uniform

CALLED: Final = (
    *(bool, int, float, str, tuple, range, Fraction),
    *(abs, divmod, isinstance, len, max, min, pow, round),
    *(math.ceil, math.comb, math.exp, math.factorial, math.floor, math.gcd),
    *(math.isqrt, math.log, math.sqrt, math.trunc),
)
"""Functions of the interpreter and its library that neither keep nor call anything."""

DRAWS: Final = frozenset(
    {"below", "bernoulli", "getrandbits", "integers", "randint", "random", "randrange", "uniform"}
)
"""Methods of the tape that make one draw, unless they are asked for several."""

ATTRIBUTES: Final = DRAWS | {
    *("binomial", "choice", "numerator", "denominator", "bit_length"),
    *("ceil", "comb", "exp", "factorial", "floor", "gcd", "isqrt", "log", "sqrt", "trunc"),
    *("Fraction", "SystemRandom", "inf", "pi", "e"),
}
"""Attributes of the tape, of numbers and of modules that have no effect but a draw."""

MODULES: Final = (fractions, math, random)
"""Modules whose attributes may be read: those of `random` are refused when they are called."""

EXCEPTIONS: Final = tuple(
    value
    for value in vars(builtins).values()
    if type(value) is type and issubclass(value, Exception) and not value.__flags__ & 1 << 9
)
"""Exceptions that the interpreter defines: types that no program can make or change."""

_ATOMS: Final = frozenset({int, bool, str, bytes, type(None)})
_TAPE: Final = ("tape",)


def plain(value: object) -> bool:
    """Whether the value is an immutable number, text, range, None, or a tuple of such."""
    kind = type(value)
    if kind in _ATOMS or kind is float:
        return value == value  # noqa: PLR0124  # not NaN
    if isinstance(value, tuple) and kind is tuple:
        return all(map(plain, value))
    if isinstance(value, Fraction) and kind is Fraction:
        return type(value.numerator) is int and type(value.denominator) is int
    return isinstance(value, range) and all(
        type(end) is int for end in (value.start, value.stop, value.step)
    )


def _frozen(value: Any, cells: list[object]) -> Hashable:
    """A key of a value that is known in full: equal for the same type and value only.

    Raises:
        LookupError: for any other value.
    """
    kind = type(value)
    if kind is Tape:
        return _TAPE
    if kind is Uniform:
        place = next((i for i, cell in enumerate(cells) if cell is value.cell), len(cells))
        if place == len(cells):
            cells.append(value.cell)
        cell = value.cell
        steps = tuple((f, _frozen(operand, cells), first) for f, operand, first in value.steps)
        return (place, cell.low, cell.high, cell.start, cell.stride, steps)
    if not plain(value):
        raise LookupError
    if kind is tuple:
        return (tuple, *[_frozen(item, cells) for item in value])
    return (kind, value.hex() if kind is float else value)


class Recogniser:
    """The functions of a program of the kind that is described above."""

    def __init__(
        self, functions: dict[CodeType, FunctionType], readings: dict[CodeType, Reading]
    ) -> None:
        self.closed = not any(value is random for f in functions.values() for value in _reads(f))
        """Whether no outside source of randomness can be reached at all."""

        self._functions = functions
        self._codes = readings

    @classmethod
    def of(cls, program: Callable[..., object]) -> Recogniser | None:
        """What recognises the states of a program; None if it is not of that kind."""
        function: object = program
        bound: list[object] = []
        while isinstance(function, partial | MethodType):
            if isinstance(function, MethodType):
                bound.append(function.__self__)
                function = function.__func__
            else:
                bound += [*function.args, *function.keywords.values()]
                function = function.func
        functions: dict[CodeType, FunctionType] = {}
        if not isinstance(function, FunctionType) or not all(map(plain, bound)):
            return None
        tested = sys.implementation.name == "cpython" and sys.version_info[:2] in TESTED
        readings: dict[CodeType, Reading] = {}
        if not tested or not _is_untouched():
            return None
        return cls(functions, readings) if _is_readable(function, functions, readings) else None

    def is_simple(self) -> bool:
        """Whether no function calls itself through others, or uses fractions or chance."""
        calls = {
            code: [v.__code__ for v in _reads(function) if isinstance(v, FunctionType)]
            for code, function in self._functions.items()
        }
        while calls:
            last = [code for code, called in calls.items() if not calls.keys() & {*called}]
            if not last:
                return False
            for code in last:
                del calls[code]
        return not any(
            value is other or type(value) is Fraction
            for value in self.values()
            for other in (Fraction, fractions, random)
        )

    def values(self) -> Iterator[object]:
        """Everything that the functions read besides their arguments, as it is now."""
        for function in self._functions.values():
            yield function.__code__
            yield from _reads(function)
            yield from map(vars(math).get, function.__code__.co_names)

    def constants(self) -> Iterator[object]:
        """The constants in the code of the functions."""
        for code in self._functions:
            yield from code.co_consts

    def state(self, weights: Hashable, outermost: FrameType | None = None) -> Hashable:
        """All that the program is going to depend on, at a draw; None if that is not known.

        Args:
            weights: of the draw.
            outermost: the last frame that counts, if not all do: that of a call, which goes on in
                the same way until it returns.
        """
        method, frames = frames_of_program()
        if method is None:
            return None
        if outermost is not None:
            frames = frames[: frames.index(outermost) + 1]
        cells: list[object] = []
        try:
            found: list[Hashable] = [weights, method.f_code]
            found += _values(method, frozenset(method.f_locals) - {"self"}, cells)
            for frame in frames:
                if frame.f_code not in self._codes:
                    return None
                found += self._values(frame, cells)
        except LookupError:
            return None
        return tuple(found)

    def _values(self, frame: FrameType, cells: list[object]) -> Iterator[Hashable]:
        """Function, place and variables of a frame that waits for a call to return."""
        code = self._codes[frame.f_code]
        place = bisect_right(code.offsets, frame.f_lasti) - 1
        if not code.determined[place] or frame.f_globals is not (
            self._functions[frame.f_code].__globals__
        ):
            raise LookupError
        yield frame.f_code
        yield place
        yield from _values(frame, code.needed[place], cells)


def _values(
    frame: FrameType, names: frozenset[str], cells: list[object]
) -> Iterator[tuple[str, Hashable]]:
    for name in sorted(names.intersection(frame.f_locals)):
        yield name, _frozen(frame.f_locals[name], cells)


def frames_of_program() -> tuple[FrameType | None, list[FrameType]]:
    """The frame of the tape's method that the program called, and those of the program.

    No method if the program does not wait for one that draws once, and as its first draw.
    """
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001  # the frames are what this is about
    inner: FrameType | None = None
    while frame is not None and frame.f_code.co_filename in _OURS:
        inner, frame = frame, frame.f_back
    if inner is None or inner.f_code not in _METHODS or inner.f_locals.get("size") is not None:
        return None, []
    frames = []
    while frame is not None and frame.f_code.co_filename not in _OURS:
        frames.append(frame)
        frame = frame.f_back
    return inner, frames


_METHODS: Final = {vars(Tape)[name].__code__ for name in DRAWS}

_OURS: Final = frozenset(
    str(Path(__file__).with_name(f"{name}.py"))
    for name in ("tape", "uniform", "state", "branches", "calls", "exhaustion", "graph", "runs")
)


def _is_readable(
    value: object, functions: dict[CodeType, FunctionType], readings: dict[CodeType, Reading]
) -> bool:
    """Whether the value may occur in a recognised program; its functions are collected."""
    if plain(value) or any(value is known for known in (*MODULES, *CALLED, *EXCEPTIONS)):
        return True
    if type(value) is not FunctionType:
        return False
    code = value.__code__
    if code in functions:
        return functions[code] is value
    reading = Reading.of(code, _is_constant)
    if reading is None or code.co_filename in _OURS or not _has_usual_names(value):
        return False
    functions[code], readings[code] = value, reading
    attributes = {
        instruction.argval
        for instruction in dis.get_instructions(code)
        if instruction.opname in {"LOAD_ATTR", "LOAD_METHOD"}
    }
    return attributes <= ATTRIBUTES and all(
        _is_readable(item, functions, readings) for item in _reads(value)
    )


def _is_constant(value: object) -> bool:
    """Whether a constant of a function is an immutable value: plain, or a set of such."""
    return plain(value) or (type(value) is frozenset and all(map(plain, value)))


def _has_usual_names(function: FunctionType) -> bool:
    """Whether looking up a global name runs no code, and ends in the built-in names."""
    return attrgetter("__builtins__")(function) is vars(builtins) and all(
        type(names) is dict and {*map(type, names)} <= {str}
        for names in (function.__globals__, vars(builtins))
    )


def _contents() -> list[tuple[object, ...]]:
    """All that the modules and classes which recognised programs use are made of, by identity."""
    kinds = (*Fraction.__mro__, *random.SystemRandom.__mro__)
    found: list[tuple[object, ...]] = []
    for owner in (*MODULES, *[kind for kind in kinds if kind is not object]):
        for name, value in vars(owner).items():
            members = (value, *[getattr(value, part, None) for part in ("fget", "__func__")])
            codes = [getattr(member, "__code__", None) for member in members]
            if not isinstance(value, dict | int | tuple | str):
                found.append((id(owner), type(owner), name, id(value), *map(id, codes)))
    return found


_CONTENTS: Final = _contents()


def _is_untouched() -> bool:
    """Whether nobody has put anything else into the modules and classes since they were loaded."""
    return _contents() == _CONTENTS


def _reads(function: FunctionType) -> Iterator[object]:
    """Everything that a function reads besides its arguments."""
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    for cell in function.__closure__ or ():
        yield cell.cell_contents
    for name in _names(function.__code__):
        yield function.__globals__.get(name, vars(builtins).get(name, ...))


@cache
def _names(code: CodeType) -> tuple[str, ...]:
    """The global names that a function reads."""
    found = [i.argval for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL"]
    return tuple(dict.fromkeys(found))


def is_written(code: CodeType, names: Container[str]) -> bool:
    """Whether a function writes one of these local variables."""
    return any(i.opname in WRITES and i.argval in names for i in instructions_of(code))


__all__ = ["Recogniser", "frames_of_program", "is_written", "plain"]
