"""Functions of a loaded module that run other code than their file has."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

from proofs_tests.mutation.faults import Fault

Place = tuple[str, str, int]
"""File, qualified name and first line of a function."""


def functions(folder: Path) -> dict[Place, list[FunctionType]]:
    """Every function that exists, of the files below a folder.

    Objects that are frozen, as those of earlier test modules are, would not be listed.
    """
    if gc.get_freeze_count():
        gc.unfreeze()
    found: dict[Place, list[FunctionType]] = {}
    for item in gc.get_objects():
        if isinstance(item, FunctionType):
            code = item.__code__
            if Path(code.co_filename).is_relative_to(folder):
                found.setdefault(_place(code), []).append(item)
    return found


def plant(fault: Fault, file: Path, living: dict[Place, list[FunctionType]]) -> int:
    """Give each function of a file the code that it has with the fault; how many there are.

    A function that is made later, inside of another, is made from the new code of that one.
    """
    changed = fault.planted(ast.parse(file.read_text("utf-8")))
    count = 0
    for code in _codes(compile(changed, str(file), "exec", dont_inherit=True)):
        for function in living.get(_place(code), ()):
            if len(code.co_freevars) == len(function.__code__.co_freevars):
                function.__code__ = code
                count += 1
    return count


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)
