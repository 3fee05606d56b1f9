"""Databases and pairs of neighbours as they are typed for a sampler: `0,0,3`, `((0,),(1,))`.

>>> pairs_of("0,1", "0", None)
[((0, 1), (0,))]
"""

from __future__ import annotations

import ast
from collections.abc import Hashable
from fractions import Fraction

from audits.evidence.labels import label
from audits.inputs.literals import InputError
from reference.exact.decimals import read_rational


def rows_of(text: str | None, option: str) -> tuple[Hashable, ...]:
    """A database written `0,0,3`, `0.75,0.5` or `("a b",1),("c",2)`; decimals are exact.

    Raises:
        InputError: for anything else, and if there is none.
    """
    if text is None:
        raise InputError(f"a sampler needs {option} ROWS")
    source = f"({text},)" if text.strip() else "()"
    try:
        (found,) = ast.parse(source).body
        if isinstance(found, ast.Expr) and isinstance(found.value, ast.Tuple):
            return tuple(_row(node, source) for node in found.value.elts)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        pass
    raise InputError(
        f"{option} {text!r}: give rows separated by commas, such as 0,0,3 or 0.75,0.5"
    )


Pair = tuple[Hashable, Hashable]
"""Two neighbouring databases."""


def pairs_of(
    first: str | None, second: str | None, several: str | None, *, of_rows: bool = True
) -> list[Pair]:
    """The pairs of `--database` and `--neighbour`, and of `--pairs`.

    Args:
        first: the one database.
        second: its neighbour.
        several: pairs of databases.
        of_rows: whether a database is a tuple of rows, and nothing else.

    Raises:
        InputError: for what is no pair, and for two databases that are one.
    """
    found: list[Pair] = []
    if second is not None or several is None:
        found.append((rows_of(first, "--database"), rows_of(second, "--neighbour")))
    for pair in rows_of(several, "--pairs") if several is not None else ():
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise InputError(
                f"--pairs: {label(pair)} is not a pair of databases, such as ((0,1),(0,2))"
            )
        found.append((pair[0], pair[1]))
    for one, other in found:
        if one == other:
            raise InputError(f"{label(one)} twice: neighbours are two different databases")
        if of_rows and not (isinstance(one, tuple) and isinstance(other, tuple)):
            raise InputError(
                f"--pairs: {label(one)}, {label(other)}: the database of a sampler is a tuple of "
                "rows, as in ((10,),(11,))"
            )
    return found


def _row(node: ast.expr, source: str) -> Hashable:
    match node:
        case ast.Constant(value=float()):
            return read_rational(ast.get_source_segment(source, node) or "")
        case ast.Constant(value=int() | str() | None as constant):
            return constant
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float())):
            number = _row(node.operand, source)
            assert isinstance(number, (int, Fraction))
            return -number
        case ast.Tuple(elts=nodes) | ast.List(elts=nodes):
            return tuple(_row(item, source) for item in nodes)
        case _:
            raise ValueError("no row")
