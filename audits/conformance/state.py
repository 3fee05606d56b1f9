"""When a foreign program is in the same state as before: what it will do is then the same.

What a Python program does next depends on its frames (the place in the code, local variables,
the values of unfinished expressions), on every object that can be reached from there and from
its global variables, and on what functions written in C keep to themselves.  Most of it cannot be
seen.  But there are programs in which nothing can be hidden, and those are recognised here:

1. Every function that can run is made of the instructions in `INSTRUCTIONS`.  They read local
   variables, constants and global names, compute, compare, jump, call and return; none writes to
   a global name, an attribute, an element or the variable of another function, makes a function,
   a class, a list or a dictionary, or catches an exception, and none is that of a generator.
2. The global names, default arguments, closed-over variables and bound arguments that they read
   are plain immutable values (`plain`), other functions of this kind, modules and functions of
   `CALLED`, or exceptions; the attributes that they read are in `ATTRIBUTES`.

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

The unfinished values at an instruction are found from the instructions (`_stacks`), and the
variables that may still be read too (`_needed`).  Everywhere else, and for every other
program, the state is not known (None), and branches are not merged.  Identity of objects is not
part of the state; the instruction `is` is left out, and so is NaN, which containers compare by
identity.
"""

from __future__ import annotations

import builtins
import dis
import math
import random
import sys
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any, Final

from audits.conformance.tape import Tape
from audits.conformance.uniform import Uniform

INSTRUCTIONS: Final = frozenset(
    {
        *("RESUME", "NOP", "CACHE", "POP_TOP", "PUSH_NULL", "COPY", "SWAP", "COPY_FREE_VARS"),
        *("LOAD_CONST", "LOAD_FAST", "LOAD_FAST_CHECK", "STORE_FAST", "DELETE_FAST"),
        *("LOAD_GLOBAL", "LOAD_DEREF", "LOAD_ATTR", "LOAD_METHOD", "LOAD_ASSERTION_ERROR"),
        *("PRECALL", "CALL", "KW_NAMES", "RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS"),
        *("BINARY_OP", "BINARY_SUBSCR", "COMPARE_OP", "CONTAINS_OP"),
        *("UNARY_NEGATIVE", "UNARY_NOT", "UNARY_POSITIVE", "UNARY_INVERT"),
        *("JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_IF_TRUE_OR_POP", "JUMP_IF_FALSE_OR_POP"),
        *(
            f"POP_JUMP_{way}IF_{when}"
            for way in ("", "FORWARD_", "BACKWARD_")
            for when in ("TRUE", "FALSE", "NONE", "NOT_NONE")
        ),
        *("FORMAT_VALUE", "BUILD_STRING", "BUILD_TUPLE", "UNPACK_SEQUENCE"),
        *("GET_ITER", "FOR_ITER", "END_FOR"),
    }
)
"""What a recognised program is made of (interpreters 3.11 and 3.12; later ones have others)."""

ENDS: Final = frozenset(
    {"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "JUMP_FORWARD", "JUMP_BACKWARD"}
)
"""Instructions that are not followed by the next one."""

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

LOADS: Final = frozenset({"LOAD_CONST", "LOAD_FAST", "LOAD_GLOBAL", "PUSH_NULL"})
"""Instructions that add a value that is the same whenever the local variables are."""

RESULTS: Final = {
    **dict.fromkeys(("LOAD_ATTR", "BINARY_OP", "COMPARE_OP", "CONTAINS_OP", "BINARY_SUBSCR"), 1),
    **dict.fromkeys(("UNARY_NEGATIVE", "UNARY_NOT", "UNARY_POSITIVE", "UNARY_INVERT"), 1),
    **dict.fromkeys(("RESUME", "NOP", "KW_NAMES", "PRECALL", "POP_TOP", "STORE_FAST"), 0),
    "CALL": 1,
    "LOAD_METHOD": 2,
}
"""Other instructions that take values from the top, and how many they put there instead."""

FIXED: Final = ""
"""A constant or a global name among unfinished values, where others are names or unknown."""

Stack = tuple[str | None, ...]

MODULES: Final = frozenset({"fractions", "math", "random"})
"""Modules whose attributes may be read: those of `random` are refused when they are called."""

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


@dataclass(frozen=True, slots=True)
class _Code:
    """What is known of a function from its instructions."""

    offsets: list[int]
    determined: list[bool]
    """Whether it is a call, and the unfinished values besides its result are those of `needed`."""

    needed: list[frozenset[str]]
    """After each instruction: the local variables that may be read, or that have been."""


class Recogniser:
    """The functions of a program of the kind that is described above."""

    def __init__(self, functions: dict[CodeType, FunctionType]) -> None:
        self.closed = not any(value is random for f in functions.values() for value in _reads(f))
        """Whether no outside source of randomness can be reached at all."""

        self._functions = functions
        self._codes = {code: _read(code) for code in functions}

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
        if sys.implementation.name != "cpython" or not _is_readable(function, functions):
            return None
        return cls(functions)

    def state(self, weights: Hashable) -> Hashable:
        """All that the program is going to depend on, at a draw; None if that is not known."""
        frames = _frames(sys._getframe(1))  # noqa: SLF001  # the frames are what this is about
        method = next(frames, None)
        if method is None:
            return None
        cells: list[object] = []
        try:
            found: list[Hashable] = [weights, method.f_code]
            found += _values(method, frozenset(method.f_locals) - {"self"}, cells)
            for frame in frames:
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
    for name in sorted(names & frame.f_locals.keys()):
        yield name, _frozen(frame.f_locals[name], cells)


def _frames(frame: FrameType | None) -> Iterator[FrameType]:
    """The frame of the tape's method that the program called, then those of the program.

    Nothing if the program does not wait for a method that draws once, and as its first draw.
    """
    methods = {vars(Tape)[name].__code__: name for name in DRAWS}
    inner: FrameType | None = None
    while frame is not None and frame.f_code.co_filename in _OURS:
        inner, frame = frame, frame.f_back
    if inner is None or inner.f_code not in methods or inner.f_locals.get("size") is not None:
        return
    yield inner
    while frame is not None and frame.f_code.co_filename not in _OURS:
        yield frame
        frame = frame.f_back


_OURS: Final = frozenset(
    str(Path(__file__).with_name(f"{name}.py"))
    for name in ("tape", "uniform", "state", "exhaustion")
)


def _is_readable(value: object, functions: dict[CodeType, FunctionType]) -> bool:
    """Whether the value may occur in a recognised program; its functions are collected."""
    if plain(value):
        return True
    if isinstance(value, ModuleType):
        return value.__name__ in MODULES and all(
            _is_genuine(vars(value)[name]) for name in ATTRIBUTES & vars(value).keys()
        )
    if isinstance(value, type) and issubclass(value, Exception):
        return value.__module__ == "builtins"
    if any(value is known for known in CALLED):
        return True
    if type(value) is not FunctionType:
        return False
    if value.__code__ in functions:
        return functions[value.__code__] is value
    functions[value.__code__] = value
    return _is_recognised(value.__code__) and all(
        _is_readable(item, functions) for item in _reads(value)
    )


def _is_genuine(value: object) -> bool:
    """Whether a module's attribute is what the library put there, not somebody's replacement."""
    return (
        type(value) is float
        or value is random.SystemRandom
        or any(value is known for known in CALLED)
        or type(getattr(value, "__self__", None)) is random.Random
    )


def _is_recognised(code: CodeType) -> bool:
    """Whether all instructions of a function are known, and so are the attributes it reads."""
    flags = dis.COMPILER_FLAG_NAMES
    usual = {"OPTIMIZED", "NEWLOCALS", "NESTED"}
    if any(code.co_flags & bit and name not in usual for bit, name in flags.items()):
        return False
    if code.co_exceptiontable or code.co_cellvars:
        return False
    if any(isinstance(c, tuple) and "key" in c for c in code.co_consts):
        return False  # max(..., key=function) calls the function
    for instruction in dis.get_instructions(code):
        if instruction.opname not in INSTRUCTIONS:
            return False
        reads = instruction.opname in {"LOAD_ATTR", "LOAD_METHOD"}
        if reads and instruction.argval not in ATTRIBUTES:
            return False
    return _stacks(code) is not None


def _reads(function: FunctionType) -> Iterator[object]:
    """Everything that a function reads besides its arguments."""
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    for cell in function.__closure__ or ():
        yield cell.cell_contents
    for instruction in dis.get_instructions(function.__code__):
        if instruction.opname == "LOAD_GLOBAL":
            name = instruction.argval
            yield function.__globals__.get(name, vars(builtins).get(name, ...))


def _stacks(code: CodeType) -> list[Stack | None] | None:
    """The unfinished values before each instruction; None if their number is not one."""
    instructions = list(dis.get_instructions(code))
    places = {instruction.offset: i for i, instruction in enumerate(instructions)}
    found: list[Stack | None] = [None] * len(instructions)
    todo: list[tuple[int, Stack]] = [(0, ())]
    while todo:
        place, stack = todo.pop()
        known = found[place]
        if known is not None:
            if len(known) != len(stack):
                return None
            stack = tuple(a if a == b else None for a, b in zip(known, stack, strict=True))
            if stack == known:
                continue
        found[place] = stack
        instruction = instructions[place]
        if instruction.opcode in _JUMPS:
            todo.append((places[instruction.argval], _stack_after(stack, instruction, jump=True)))
        if instruction.opname not in ENDS:
            todo.append((place + 1, _stack_after(stack, instruction, jump=False)))
    return found


def _stack_after(stack: Stack, instruction: dis.Instruction, *, jump: bool) -> Stack:
    """The unfinished values after an instruction; the last ones are those on top."""
    argument = instruction.arg if instruction.opcode >= dis.HAVE_ARGUMENT else None
    depth = len(stack) + dis.stack_effect(instruction.opcode, argument, jump=jump)
    name = instruction.opname
    if name == "STORE_FAST":
        stack = tuple(None if value == instruction.argval else value for value in stack)
    if name in LOADS:
        fixed = instruction.argval if name == "LOAD_FAST" else FIXED
        return (*stack, *[fixed] * (depth - len(stack)))
    if name in RESULTS:
        return (*stack[: max(depth - RESULTS[name], 0)], *[None] * RESULTS[name])[:depth]
    return (None,) * depth


_JUMPS: Final = frozenset({*dis.hasjrel, *dis.hasjabs})


def _read(code: CodeType) -> _Code:
    instructions = list(dis.get_instructions(code))
    stacks = _stacks(code)
    assert stacks is not None
    needed = _needed(instructions)
    left: list[bool] = []
    for place, instruction in enumerate(instructions):
        after = stacks[place + 1] if place + 1 < len(stacks) else None
        waiting = () if after is None else after[:-1]
        left.append(instruction.opname == "CALL" and after is not None and None not in waiting)
        needed[place] |= {value for value in waiting if value is not None} - {FIXED}
    return _Code([i.offset for i in instructions], left, needed)


def _needed(instructions: list[dis.Instruction]) -> list[frozenset[str]]:
    """After each instruction, the local variables that may be read before they are written."""
    places = {instruction.offset: i for i, instruction in enumerate(instructions)}
    before: list[frozenset[str]] = [frozenset()] * (len(instructions) + 1)
    after: list[frozenset[str]] = [frozenset()] * len(instructions)
    changing = True
    while changing:
        changing = False
        for place in reversed(range(len(instructions))):
            instruction = instructions[place]
            needed = frozenset[str]()
            if instruction.opname not in ENDS:
                needed |= before[place + 1]
            if instruction.opcode in _JUMPS:
                needed |= before[places[instruction.argval]]
            after[place] = needed
            if instruction.opname in {"LOAD_FAST", "LOAD_FAST_CHECK", "DELETE_FAST", "LOAD_DEREF"}:
                needed |= {instruction.argval}
            elif instruction.opname == "STORE_FAST":
                needed -= {instruction.argval}
            changing = changing or needed != before[place]
            before[place] = needed
    return after


__all__ = ["Recogniser", "plain"]
