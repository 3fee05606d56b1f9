"""What the instructions of a function say about the values that it has at hand while it waits.

A function waits for a call to return.  Its local variables can be read from its frame; the values
of expressions that are not finished cannot, but for those that are constants, global names, or
local variables that were not written since.  `Reading.of` finds these, and which variables may
still be read, by going through the instructions; or it says that it does not know the code.

It knows the code that the compilers of the interpreters in `TESTED` make of plain functions: no
generator, no handler, nothing that writes but to local variables.  Of code that was put together
by hand it asks that no two variables have one name, that every constant is plain, and that the
depth of the stack is one and the same on every way to a place.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Final

TESTED: Final = frozenset({(3, 11), (3, 12), (3, 13)})
"""Interpreters on whose instructions this was tested; on others nothing is recognised."""

INSTRUCTIONS: Final = frozenset(
    {
        *("RESUME", "NOP", "CACHE", "POP_TOP", "PUSH_NULL", "COPY", "SWAP", "COPY_FREE_VARS"),
        *("LOAD_CONST", "LOAD_FAST", "LOAD_FAST_CHECK", "STORE_FAST", "DELETE_FAST"),
        *("LOAD_GLOBAL", "LOAD_DEREF", "LOAD_ATTR", "LOAD_METHOD", "LOAD_ASSERTION_ERROR"),
        *("PRECALL", "CALL", "CALL_KW", "KW_NAMES"),
        *("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS"),
        *("BINARY_OP", "BINARY_SUBSCR", "COMPARE_OP", "CONTAINS_OP"),
        *("UNARY_NEGATIVE", "UNARY_NOT", "UNARY_POSITIVE", "TO_BOOL"),
        *("JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_IF_TRUE_OR_POP", "JUMP_IF_FALSE_OR_POP"),
        *(
            f"POP_JUMP_{way}IF_{when}"
            for way in ("", "FORWARD_", "BACKWARD_")
            for when in ("TRUE", "FALSE", "NONE", "NOT_NONE")
        ),
        *("FORMAT_VALUE", "FORMAT_SIMPLE", "FORMAT_WITH_SPEC", "CONVERT_VALUE"),
        *("BUILD_STRING", "BUILD_TUPLE", "UNPACK_SEQUENCE"),
        *("GET_ITER", "FOR_ITER", "END_FOR"),
    }
)
"""What a recognised function is made of: none warns, as `~` does of a truth value, since to show a
warning may run the code of others."""

ENDS: Final = frozenset(
    {"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "JUMP_FORWARD", "JUMP_BACKWARD"}
)
"""Instructions that are not followed by the next one."""

LOADS: Final = frozenset({"LOAD_CONST", "LOAD_FAST", "LOAD_GLOBAL", "PUSH_NULL"})
"""Instructions that add a value that is the same whenever the local variables are."""

WRITES: Final = frozenset({"STORE_FAST", "DELETE_FAST"})
"""Instructions after which a local variable is not what it was."""

LOCALS: Final = WRITES | {"LOAD_FAST", "LOAD_FAST_CHECK"}

PAIRS: Final = {
    "LOAD_FAST_LOAD_FAST": ("LOAD_FAST", "LOAD_FAST"),
    "STORE_FAST_LOAD_FAST": ("STORE_FAST", "LOAD_FAST"),
    "STORE_FAST_STORE_FAST": ("STORE_FAST", "STORE_FAST"),
}
"""Instructions that do what two do, one after the other."""

TAKEN: Final = {
    **dict.fromkeys(("BINARY_OP", "COMPARE_OP", "CONTAINS_OP", "BINARY_SUBSCR"), 2),
    **dict.fromkeys(("UNARY_NEGATIVE", "UNARY_NOT", "UNARY_POSITIVE", "TO_BOOL"), 1),
    **dict.fromkeys(("RESUME", "NOP", "KW_NAMES"), 0),
    **dict.fromkeys(("LOAD_ATTR", "LOAD_METHOD", "POP_TOP", "STORE_FAST"), 1),
}
"""How many values an instruction takes from the top, of those that leave the ones below alone."""

FIXED: Final = ""
"""A constant or a global name among unfinished values, where others are names or unknown."""

Stack = tuple[str | None, ...]

_JUMPS: Final = frozenset({*dis.hasjrel, *dis.hasjabs})


class UnknownCodeError(ValueError):
    """Code that is not of the kind that is described above."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is known of a function from its instructions."""

    offsets: list[int]
    determined: list[bool]
    """Whether it is a call, and the unfinished values besides its result are those of `needed`."""

    needed: list[frozenset[str]]
    """After each instruction: the local variables that may be read, or that have been."""

    @classmethod
    def of(cls, code: CodeType, plain: Callable[[object], bool]) -> Reading | None:
        """What the instructions say; None for code that is not of the kind described above.

        Args:
            code: of a function.
            plain: whether a constant is an immutable value.
        """
        try:
            _refuse_unusual(code, plain)
            instructions = list(instructions_of(code))
            stacks = _stacks(code, instructions)
            needed = _needed(instructions)
        except (UnknownCodeError, LookupError, ValueError):  # the last two: no compiler made it
            return None
        determined: list[bool] = []
        for place, instruction in enumerate(instructions):
            after = stacks[place + 1] if place + 1 < len(stacks) else None
            waiting = () if after is None else after[:-1]
            known = after is not None and None not in waiting
            determined.append(instruction.opname in {"CALL", "CALL_KW"} and known)
            needed[place] |= {value for value in waiting if value is not None} - {FIXED}
        return cls([i.offset for i in instructions], determined, needed)


def instructions_of(code: CodeType) -> Iterator[dis.Instruction]:
    """The instructions of a function; those for two local variables, as of Python 3.13, as two."""
    for instruction in dis.get_instructions(code):
        names = PAIRS.get(instruction.opname)
        if names is None:
            yield instruction
            continue
        for name, variable in zip(names, instruction.argval, strict=True):
            argument = code.co_varnames.index(variable)
            yield instruction._replace(
                opname=name, opcode=dis.opmap[name], arg=argument, argval=variable
            )


def _places(instructions: list[dis.Instruction]) -> dict[int, int]:
    """Of each offset, the first instruction there."""
    return {one.offset: i for i, one in reversed([*enumerate(instructions)])}


def _refuse_unusual(code: CodeType, plain: Callable[[object], bool]) -> None:
    """Raise `UnknownCodeError` for code with other instructions, constants or variables."""
    flags = dis.COMPILER_FLAG_NAMES
    usual = {"OPTIMIZED", "NEWLOCALS", "NESTED"}
    names = [*code.co_varnames, *code.co_cellvars, *code.co_freevars]
    if (
        any(code.co_flags & bit and name not in usual for bit, name in flags.items())
        or code.co_exceptiontable
        or code.co_cellvars
        or len(set(names)) < len(names)
        or not all(map(plain, code.co_consts))
        # max(..., key=function) calls the function
        or any(isinstance(c, tuple) and "key" in c for c in code.co_consts)
    ):
        raise UnknownCodeError
    instructions = [*instructions_of(code)]
    before, targets = "", {each.argval for each in instructions if each.opcode in _JUMPS}
    for instruction in instructions:
        name = instruction.opname
        is_named = before == "LOAD_CONST" and instruction.offset not in targets
        before = name
        if (
            name not in INSTRUCTIONS
            or (name == "CALL_KW" and not is_named)  # else a variable may hold "key"
            or (name in LOCALS and instruction.argval not in code.co_varnames)
            or (name == "LOAD_DEREF" and instruction.argval not in code.co_freevars)
        ):
            raise UnknownCodeError


def _stacks(code: CodeType, instructions: list[dis.Instruction]) -> list[Stack | None]:
    """The unfinished values before each instruction; their number is one on every way there."""
    places = _places(instructions)
    found: list[Stack | None] = [None] * len(instructions)
    todo: list[tuple[int, Stack]] = [(0, ())]
    while todo:
        place, stack = todo.pop()
        known = found[place]
        if len(stack) > code.co_stacksize:
            raise UnknownCodeError
        if known is not None:
            if len(known) != len(stack):
                raise UnknownCodeError
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
    if depth < 0 or (name in {"COPY", "SWAP"} and (argument or 0) > len(stack)):
        raise UnknownCodeError
    if name in WRITES:
        stack = tuple(None if value == instruction.argval else value for value in stack)
    if name in LOADS:
        fixed = instruction.argval if name == "LOAD_FAST" else FIXED
        return (*stack, *[fixed] * (depth - len(stack)))
    taken = TAKEN.get(name)
    if name == "DELETE_FAST":
        taken = 0
    if name in {"CALL", "CALL_KW", "PRECALL"}:  # the last is counted as if it took the arguments
        taken = len(stack) - depth + (name != "PRECALL")
    if taken is None:
        return (None,) * depth
    if taken > len(stack):
        raise UnknownCodeError
    left = stack[: len(stack) - taken]
    return (*left, *[None] * (depth - len(left)))


def _needed(instructions: list[dis.Instruction]) -> list[frozenset[str]]:
    """After each instruction, the local variables that may be read before they are written."""
    places = _places(instructions)
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
