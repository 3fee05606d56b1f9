"""Names that are bound in a function, a class or a comprehension, as in its source.

>>> function = ast.parse("def f(x): y = [z for z in x]; return y, PI").body[0]
>>> [*bound(function.body)]
['y']
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass
class Scope:
    """Names that are bound in a function or a comprehension; none in a class."""

    bound: set[str]
    function: str = ""
    """Its name, if it stands in a class; or that of the class."""

    own: str | None = None
    """The name of self, if it is never another object."""

    is_function: bool = True


def bound(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """The names that are bound among some nodes, those of inner functions and classes left out."""
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]
        elif isinstance(node, ast.MatchAs | ast.MatchStar | ast.ExceptHandler) and node.name:
            yield node.name
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest
        yield from bound([*_outside(node)])


def declared_global(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """The names that a statement `global` says are those of the module."""
    for node in nodes:
        if isinstance(node, ast.Global):
            yield from node.names
        yield from declared_global([*_outside(node)])


def _outside(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that are executed where it stands, but for targets of comprehensions."""
    if isinstance(node, ast.Lambda | ast.FunctionDef | ast.AsyncFunctionDef):
        given = node.args
        yield from (*given.defaults, *(each for each in given.kw_defaults if each is not None))
        yield from getattr(node, "decorator_list", ())
    elif isinstance(node, ast.ClassDef):
        yield from (*node.bases, *node.keywords, *node.decorator_list)
    elif isinstance(node, ast.comprehension):
        yield from (node.iter, *node.ifs)
    else:
        yield from ast.iter_child_nodes(node)
