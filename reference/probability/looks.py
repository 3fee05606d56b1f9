"""Where code looks at what a number is, other than by what it does with it.

A trace calls code on forms in place of numbers.  What it learns of the code is true of numbers if
the code does the same with both.  Where code asks of what type a number is, or whether two numbers
are one object, it need not, and no list of numbers on which it does tells that it always does.  So
such code is refused where it stands among the instructions of what is called.

`isinstance(x, bool)` tells nothing, nor does any other class that no number is of.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, fields, is_dataclass, make_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import CodeType, FrameType, ModuleType
from typing import Final, NamedTuple

from reference.probability.continuous import Gap, Real
from reference.probability.refused import is_inner, is_put_in, is_refused, read_off

VALUES = (
    "what a stream does must depend on the values of numbers only, and not on what objects they "
    "are"
)

NUMBERS: Final = (int, Fraction, Real, Gap)
"""What stands for a number of a stream, and for a draw."""

_BY_NAME: Final = (getattr, hasattr, setattr, delattr)
"""Functions that may be called with a name that is written out."""

_SPECIAL: Final = frozenset(
    {"__init__", "__post_init__", "__setattr__", "__new__"}
    | {"__call__", "__name__", "__qualname__"}
)
"""Special names that code may use."""

_TELLING: Final = {"_coins", "is_", "is_not", "cache_info", "_richcmp", "_operator_fallbacks"}
"""Other names that it may not: the fourth counts calls, the last two are of fractions."""

_OF_CLASSES: Final = frozenset(
    {"__module__", "__qualname__", "__annotations__", "__classcell__", "__classdictcell__"}
    | {"__type_params__", "__static_attributes__", "__firstlineno__"}
    | {"__conditional_annotations__"}
)
"""Names that the interpreter stores in a class that is made."""

_DEFINES: Final = frozenset({"LOAD_CONST", "MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE"})
"""Instructions after which a special method is a function, which is followed, or a constant."""

_BETWEEN: Final = frozenset(
    {"CACHE", "PRECALL", "PUSH_NULL", "RESUME", "EXTENDED_ARG", "COPY_FREE_VARS", "MAKE_CELL"}
)
"""Instructions that load nothing that is looked at."""

_LOADS: Final = frozenset(
    {
        "LOAD_FAST",
        "LOAD_FAST_BORROW",
        "LOAD_SMALL_INT",
        "BINARY_OP",
        "LOAD_DEREF",
        "LOAD_CONST",
        "LOAD_ATTR",
        "BINARY_SUBSCR",
    }
)
"""Instructions that load what `isinstance` is asked about."""


class _Op(NamedTuple):
    """An instruction."""

    name: str
    value: object
    offset: int
    line: int
    joins: bool
    """Whether it is jumped to."""


def is_no_number(frame: FrameType, form: type) -> bool:
    """Whether a frame calls `isinstance(x, C)`, C a class of which no number is, and no form."""
    before = [op for op in _ops(frame.f_code) if op.offset <= frame.f_lasti]
    if len(before) < 2 or (before[-1].name, before[-2].name) != ("CALL", "LOAD_GLOBAL"):
        return False
    kind = _named(frame, before[-2].value)
    called = next((op for op in reversed(before[:-2]) if op.name not in _LOADS), None)
    if called is None or called.name != "LOAD_GLOBAL":
        return False
    asks = _named(frame, called.value) is isinstance
    if not asks or not isinstance(kind, type):
        return False
    return not any(issubclass(n, kind) for n in (*NUMBERS, form))


def looks(frame: FrameType) -> Iterator[tuple[int, str]]:
    """The lines in the code of a frame that may look at what a number is, and what stands there.

    What names stand for is what they do when it is called.
    """
    code = frame.f_code
    held: Mapping[str, object] = frame.f_locals
    given = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    for name in (*code.co_freevars, *given):
        if is_refused(held.get(name)) or isinstance(held.get(name), ModuleType):
            yield code.co_firstlineno, name
    listed = _ops(code)
    for i, op in enumerate(listed):
        if op.name == "IS_OP" and not _is_known(frame, listed[:i]):
            yield op.line, "is"
        elif op.name in {"LOAD_GLOBAL", "LOAD_NAME"}:
            yield from ((op.line, told) for told in _told(frame, op, listed[i + 1 :]))
        elif op.name in {"LOAD_ATTR", "LOAD_METHOD"} and _is_special(str(op.value)):
            if op.value != "__class__" or not _is_harmless(listed[i + 1 : i + 4]):
                yield op.line, str(op.value)
        elif op.name == "IMPORT_NAME":
            yield op.line, f"import {op.value}, which stands at the top of a file"
        elif (found := _hidden(op, listed[i - 1])) is not None:
            yield op.line, found


def compares_fields(frame: FrameType) -> bool:
    """Whether a frame compares two records field by field, as `dataclass` writes it.

    From Python 3.13 on it asks first whether they are one record, which makes no difference.
    """
    code = frame.f_code
    if code.co_name != "__eq__" or not code.co_varnames:
        return False
    first: object = frame.f_locals.get(code.co_varnames[0])
    return any(
        getattr(vars(kind).get("__eq__"), "__code__", None) is code
        and _alone(code) == _comparing(tuple((each.name, each.compare) for each in fields(kind)))
        for kind in type(first).__mro__
        if is_dataclass(kind)
    )


@cache
def _comparing(named: tuple[tuple[str, bool], ...]) -> CodeType:
    """What `dataclass` writes to compare fields of these names, if they are compared."""
    listed = [(name, object, field(compare=compare)) for name, compare in named]
    return _alone(vars(make_dataclass("Record", listed))["__eq__"].__code__)


def _alone(code: CodeType) -> CodeType:
    """The same code, whatever its place."""
    return code.replace(co_firstlineno=1, co_linetable=b"", co_qualname="__eq__")


@cache
def _ops(code: CodeType) -> tuple[_Op, ...]:
    """The instructions of a function, read once: who follows what is executed does not see it."""
    line, joins, found = code.co_firstlineno, False, []
    for each in dis.get_instructions(code):
        line = (each.positions and each.positions.lineno) or line
        joins = joins or each.is_jump_target
        if each.opname not in _BETWEEN:
            found.append(_Op(each.opname, each.argval, each.offset, line, joins))
            joins = False
    return (*found,)


def _named(frame: FrameType, name: object) -> object:
    """What a global name stands for."""
    found: object = frame.f_globals.get(str(name), frame.f_builtins.get(str(name)))
    return found


def _told(frame: FrameType, op: _Op, after: Sequence[_Op]) -> Iterator[str]:
    """What a global name stands for, or what is read off it, if it is refused."""
    name, found = str(op.value), _named(frame, op.value)
    by_name = any(found is each for each in _BY_NAME) and not _is_written(after)
    if by_name or is_refused(found) or is_inner(found) or is_put_in(frame, name, found):
        yield name
    elif isinstance(found, ModuleType):
        read = read_off(found, ((each.name, each.value) for each in after))
        yield from () if read is None else (read,)


def _hidden(op: _Op, before: _Op) -> str | None:
    """A special name under which something is stored, or which a pattern asks for."""
    name = str(op.value)
    if op.name in {"STORE_ATTR", "DELETE_ATTR"} and name[:2] == name[-2:] == "__":
        return name
    stores = op.name == "STORE_NAME" and name[:2] == name[-2:] == "__" and name not in _OF_CLASSES
    if stores and (name == "__del__" or op.joins or before.name not in _DEFINES):
        return name
    asked = before.value if op.name == "MATCH_CLASS" else ()
    listed = asked if isinstance(asked, tuple) else ()
    return next((str(each) for each in listed if _is_special(str(each))), None)


def _is_special(name: str) -> bool:
    return name in _TELLING or (
        name.startswith("__") and name.endswith("__") and name not in _SPECIAL
    )


def _is_known(frame: FrameType, before: Sequence[_Op]) -> bool:
    """Whether what is compared by `is` is None, a truth value, or a member of an enumeration."""
    last = before[-2:]
    if last and (last[-1].name, last[-1].value) == ("LOAD_ATTR", "__class__"):
        return True
    if last and last[-1].name == "LOAD_CONST":
        return last[-1].value is None or isinstance(last[-1].value, bool)
    if [op.name for op in last] == ["LOAD_GLOBAL", "LOAD_ATTR"]:
        kind = _named(frame, last[0].value)
        return isinstance(kind, type) and issubclass(kind, Enum)
    return False


def _is_harmless(after: Sequence[_Op]) -> bool:
    """Whether of a class the name is asked, or whether it is that of another, as records do."""
    names = [op.name for op in after]
    if names[:1] == ["IS_OP"]:
        return True
    if names[:1] == ["LOAD_ATTR"]:
        return after[0].value in {"__name__", "__qualname__"}
    loads = names[:1] in (["LOAD_FAST"], ["LOAD_FAST_BORROW"])
    return loads and names[1:] == ["LOAD_ATTR", "IS_OP"] and after[1].value == "__class__"


def _is_written(after: Sequence[_Op]) -> bool:
    """Whether the name of an attribute is written out, and is no special one."""
    name = next((op.value for op in after if op.name == "LOAD_CONST"), None)
    return isinstance(name, str) and not name.startswith("_") and not _is_special(name)
