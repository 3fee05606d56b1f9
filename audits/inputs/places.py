"""Classes and functions in a file of Python: where they are, without running the file."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from importlib.util import find_spec

from audits.inputs.files import is_file, text_of
from audits.inputs.literals import InputError
from audits.near_names import near

CALLED = {"__call__", "step"}
"""Methods by which a class is a mechanism, or a stream."""


def misplaced(name: str) -> list[str]:
    """The `file.py:Class` that may be meant by what names a file otherwise.

    That is `file.py` alone, and `file:Class`, `file.Class` or `file` where there is a `file.py`
    and no module of the name.

    Raises:
        InputError: if there is such a file without classes.
    """
    place, _, attribute = name.rpartition(":")
    if place.endswith(".py"):
        return []
    if name.endswith(".py"):
        file, attribute = name, ""
    else:
        stem, _, last = (place or name).rpartition(".")
        candidates = [(place, attribute)] if place else [(name, ""), (stem, last)]
        existing = [(f"{s.replace('.', '/')}.py", c) for s, c in candidates if s]
        found = [(file, each) for file, each in existing if is_file(file)]
        if not found or (place and _is_module(place)):
            return []
        file, attribute = found[0]
    if not is_file(file):
        raise InputError(f"{file}: no such file")
    classes = classes_of(file)
    if not classes:
        raise InputError(f"{file}: it defines no class")
    return [f"{file}:{each}" for each in near(attribute, classes) or classes]


def classes_of(place: str) -> list[str]:
    """The classes of a file, those first that can be called or stepped; none if it is no file."""
    found = [node for node in _statements(place) if isinstance(node, ast.ClassDef)]
    called = [node.name for node in found if CALLED & {getattr(e, "name", "") for e in node.body}]
    return called or [node.name for node in found]


def functions_of(place: str) -> list[str]:
    """The functions of a file; none if it is no file."""
    return [node.name for node in _statements(place) if isinstance(node, ast.FunctionDef)]


def _statements(place: str) -> Iterable[ast.stmt]:
    if not place.endswith(".py"):
        return []
    try:
        return ast.parse(text_of(place)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []  # whoever loads the file says what is wrong with it


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False
