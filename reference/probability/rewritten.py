"""Code of others with a guard before each thing in it that could be more than arithmetic.

A function is compiled once more from its source.  Where it reads a name or an attribute, asks
whether two objects are one, writes a text or takes an item, a function is called first that lets
pass what is allowed (`reference.probability.guards`); a statement that is not allowed, such as
`try`, is preceded by a refusal.  Else both do the same, instruction by instruction.  A statement
that is never executed is not refused; a function that sets a name outside of it is, as a whole.

>>> def double(number):
...     return 2 * number
>>> guarded(double.__code__, {}).co_name
'double'
"""

from __future__ import annotations
import __future__

import ast
import linecache
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dis import get_instructions
from functools import cache, partial
from inspect import CO_OPTIMIZED
from types import CodeType
from typing import Final, TypeAlias

from reference.probability.rewriting import MARK, NAMED, NOTED, Rewriting

Guards: TypeAlias = Mapping[str, object]
"""Functions that are put into code, by their names."""


class SourceError(TypeError):
    """There is no source that a function is known to be compiled from."""


def guarded(code: CodeType, guards: Guards) -> CodeType:
    """The code of a function, with guards.

    Args:
        code: of the function.
        guards: by the names that `Rewriting` gives them.

    Raises:
        SourceError: if no source is found that is compiled to this very code.
    """
    linecache.checkcache(code.co_filename)
    source = "".join(linecache.getlines(code.co_filename))
    flags = code.co_flags & __future__.annotations.compiler_flag
    found = _compiled(source, code.co_filename, flags).get(code)
    if found is None or found.co_freevars != code.co_freevars:
        raise SourceError(
            f"{code.co_name}: its source is not at hand, or is not that which runs: a stream "
            "stands in a file, as it was loaded, and its functions are not made by others"
        )
    for words in _strays(found):
        raise SourceError(f"{code.co_name}: {words}")
    return _with_guards(found, guards)


def forget() -> None:
    """What was compiled is compiled anew."""
    _compiled.cache_clear()


@cache
def _compiled(source: str, name: str, flags: int) -> Mapping[CodeType, CodeType]:
    """The functions in a source, and what they are with marks in the places of guards."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a constant is called
        try:
            tree = ast.parse(source, name)
            plain = compile(source, name, "exec", flags, dont_inherit=True)
            marked = ast.fix_missing_locations(Rewriting().module(tree))
            return dict(_pairs(plain, compile(marked, name, "exec", flags, dont_inherit=True)))
        except (SyntaxError, ValueError, RecursionError):
            return {}


def _pairs(plain: CodeType, marked: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Functions in the same places, which read the same names, from the same scopes."""
    if any(isinstance(each, str) and each.startswith(MARK) for each in plain.co_consts):
        raise ValueError("a constant that stands for a guard")
    if _known_by(plain) == _known_by(marked):
        if not _is_function(plain) or _read(plain) == _marked(marked) | _read(marked):
            yield plain, marked
        inside = _inside(plain), _inside(marked)
        for pair in zip(*inside, strict=True) if len({*map(len, inside)}) == 1 else ():
            yield from _pairs(*pair)


def _known_by(code: CodeType) -> object:
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
    cells = code.co_freevars, code.co_cellvars
    return code.co_qualname, code.co_firstlineno, counts, cells, code.co_varnames[: counts[0]]


def _is_function(code: CodeType) -> bool:
    return bool(code.co_flags & CO_OPTIMIZED)


def _read(code: CodeType) -> set[str]:
    """The global names that a function reads."""
    ops = [op for op in get_instructions(code) if op.opname.startswith(_READS)]
    return {str(op.argval) for op in ops} - {"super"}


def _marked(code: CodeType) -> set[str]:
    """The same, told by marks."""
    ops = [op for op in get_instructions(code) if op.opname.startswith("LOAD_CONST")]
    marks = [str(op.argval).removeprefix(MARK).partition(" ") for op in ops]
    return {name for guard, space, name in marks if guard in {NAMED, NOTED} and space}


COMPREHENSIONS: Final = frozenset({"<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>"})

MIXED: Final = (
    "is one name for two things, in a comprehension and outside of its function, and Python 3.12 "
    "writes one over the other: write two names"
)

_READS: Final = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT")


def _inside(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _strays(code: CodeType, around: Sequence[str] = ()) -> Iterator[str]:
    """Names that are read without a guard, or set; the body of a class is never reached.

    A comprehension may set (:=) a name of the function in which it stands, which is `around`.
    """
    ops = [*get_instructions(code)]
    inlined = {op.argval for op in ops if op.opname == "LOAD_FAST_AND_CLEAR"}
    for op in ops:
        inner = op.opname in {"STORE_DEREF", "DELETE_DEREF"} and op.argval in code.co_freevars
        near = code.co_name in COMPREHENSIONS and op.argval in around
        if inner and op.argval in inlined:
            yield f"{op.argval} {MIXED}"
        if (inner and not near) or op.opname in {"STORE_GLOBAL", "DELETE_GLOBAL"}:
            yield f"{op.argval} is set outside of its function: return it, or keep it in the state"
    for op in ops:
        if op.opname.startswith(_READS) and op.argval != "super":
            yield f"it is not known what {op.argval} stands for"
    for each in _inside(code):
        if _is_function(each):
            yield from _strays(each, code.co_cellvars)


def _with_guards(code: CodeType, guards: Guards) -> CodeType:
    def put(value: object) -> object:
        if isinstance(value, CodeType):
            return _with_guards(value, guards)
        if not isinstance(value, str) or not value.startswith(MARK):
            return value
        guard, space, name = value.removeprefix(MARK).partition(" ")
        found = guards[guard]
        return partial(found, name) if space and callable(found) else found

    return code.replace(co_consts=tuple(map(put, code.co_consts)))
