"""Wrong variants as edits: a class or function of the reference with a mistake in its own source.

An edit that no longer fits is an error where it is made, so a variant cannot lag behind what it is
a variant of.

>>> from fractions import Fraction
>>> from reference.mechanisms.noise.biased_response import BiasedResponse
>>> Half = remade(BiasedResponse, "(1 - self.bias) / 2) => (1 - self.bias / 2) / 2)")
>>> Half(Fraction(1, 2)).bias, Half.__name__
(Fraction(1, 2), 'BiasedResponse')
>>> remade(BiasedResponse, "self.bias / 3 => self.bias")
Traceback (most recent call last):
ValueError: BiasedResponse: 'self.bias / 3' stands there 0 times, not once
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Mapping
from functools import lru_cache
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")

ARROW = " => "

NAME = re.compile(r"[^\W\d]\w*")

_number = count()


@lru_cache(maxsize=4)
def _parsed(source: str) -> ast.Module:
    """Of a module that many variants are made of, once; nothing is changed in it."""
    return ast.parse(source)


@lru_cache(maxsize=4)
def _split(source: str) -> tuple[str, ...]:
    """Its lines, as the parser counts them."""
    return tuple(source.split("\n"))


def remade(right: T, *edits: str, **names: object) -> T:
    """What a class or a function would be with other source.

    Args:
        right: a class or a function at the top of a module.
        edits: `old => new`, made one after the other.  The old text stands once in the definition
            of `right`, or else once in its module.
        names: global names of the module, or of the new text, and what they mean.

    Returns:
        It, made again; whatever it uses of its module that uses what is edited is made again, too,
        and nothing else of the module is.

    Raises:
        ValueError: if there is no edit and no name, or an old text does not stand there once.
        NameError: for a name that neither the module nor the new text has.
    """
    name = str(getattr(right, "__name__", ""))
    home = sys.modules[str(getattr(right, "__module__", ""))]
    place = str(home.__file__)
    before = Path(place).read_text("utf-8")
    if not edits and not names:
        raise ValueError(f"{name}: an edit `old => new`, or a name with another meaning")
    known = {*vars(home), *vars(builtins), *NAME.findall(" ".join(map(_new, edits)))}
    if unknown := names.keys() - known:
        raise NameError(f"{home.__name__} has no {min(unknown)}")
    after = before
    for edit in edits:
        without, after = after, _edited(after, name, edit)
        if not _changed(without, after):
            raise ValueError(
                f"{name}: {edit!r} changes no class, function or constant; another meaning of "
                "an imported name is given as `name=...`"
            )
    body = _parsed(after).body
    changed = _changed(before, after) - {name} | names.keys()
    uses = {
        each: _named(_lines(after, _first(node), node)) for node in body for each in _defined(node)
    }
    again = {name} | _with_users(uses, changed) & _used_by(uses, name) - names.keys()
    tree = ast.Module([node for node in body if _is_future(node) or _defined(node) & again], [])
    made = ModuleType(f"{home.__name__}.wrong_{next(_number)}")
    sys.modules[made.__name__] = made
    vars(made).update(vars(home) | names | {"__name__": made.__name__})
    code = compile(tree, place, "exec", dont_inherit=True)
    exec(code, vars(made))  # noqa: S102 - our own source, edited
    found: T = vars(made)[name]
    return found


def _new(edit: str) -> str:
    """What an edit puts in the place of the old text."""
    return edit.partition(ARROW)[2]


def _edited(source: str, name: str, edit: str) -> str:
    """The source with one text replaced, in the definition of the name if it stands there."""
    old, arrow, new = edit.partition(ARROW)
    if not arrow:
        raise ValueError(f"{edit!r}: an edit is `old => new`")
    node = next(node for node in _parsed(source).body if name in _defined(node))
    segment = _lines(source, node.lineno, node)
    if segment.count(old) == 1:
        return source.replace(segment, segment.replace(old, new))
    if segment.count(old) == 0 and source.count(old) == 1:
        return source.replace(old, new)
    times = segment.count(old) or source.count(old)
    raise ValueError(f"{name}: {old!r} stands there {times} times, not once")


def _defined(node: ast.stmt) -> set[str]:
    """The names that a statement at the top of a module gives a meaning."""
    match node:
        case ast.ClassDef() | ast.FunctionDef():
            return {node.name}
        case ast.Assign():
            return {target.id for target in node.targets if isinstance(target, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case _:
            return set()


def _changed(before: str, after: str) -> set[str]:
    """The names whose definitions differ."""
    known = {_lines(before, _first(node), node) for node in _parsed(before).body}
    return {
        name
        for node in _parsed(after).body
        if _lines(after, _first(node), node) not in known
        for name in _defined(node)
    }


def _first(node: ast.stmt) -> int:
    """The line of its first decorator, or its own."""
    decorators = node.decorator_list if isinstance(node, ast.ClassDef | ast.FunctionDef) else []
    return min((part.lineno for part in decorators), default=node.lineno)


def _lines(source: str, first: int, node: ast.stmt) -> str:
    """From a line to the end of a statement."""
    return "\n".join(_split(source)[first - 1 : node.end_lineno])


def _with_users(uses: Mapping[str, frozenset[str]], names: set[str]) -> set[str]:
    """The names, and those whose definitions use one of them, directly or not."""
    known = set(names)
    while more := {name for name in uses.keys() - known if not uses[name].isdisjoint(known)}:
        known |= more
    return known


def _used_by(uses: Mapping[str, frozenset[str]], name: str) -> set[str]:
    """What the definition of a name uses of its module, directly or not."""
    known, new = {name}, {name}
    while new := {used for each in new for used in uses[each] & uses.keys()} - known:
        known |= new
    return known


@lru_cache(maxsize=4096)
def _named(statement: str) -> frozenset[str]:
    """The names that stand in a statement."""
    nodes = ast.walk(ast.parse(statement))
    return frozenset(node.id for node in nodes if isinstance(node, ast.Name))


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"
