"""Quantifiers that many claims share: databases, and databases with a row to add."""

from __future__ import annotations

from itertools import combinations_with_replacement

from audits.ledger.quantifiers import Quantifier, Sized, at

Rows = tuple[int, ...]


def multisets(points: int, most: Sized[int] | int, least: int = 1) -> Quantifier:
    """`rows`: every multiset of `least` to `most` rows over 0, ..., points - 1, sorted."""
    return Quantifier(
        ("rows",),
        lambda size: ((rows,) for rows in _multisets(points, least, at(most, size))),
        lambda size: f"databases of {_number(least, at(most, size))} rows over {points} points",
    )


def added(points: int, most: Sized[int] | int, least: int = 1) -> Quantifier:
    """`rows` and `x`: every such multiset, and every row to add."""
    return Quantifier(
        ("rows", "x"),
        lambda size: (
            (rows, x) for rows in _multisets(points, least, at(most, size)) for x in range(points)
        ),
        lambda size: (
            f"databases of {_number(least, at(most, size))} rows over {points} points, "
            "and each row that can be added"
        ),
    )


def _multisets(points: int, least: int, most: int) -> list[Rows]:
    return [
        rows
        for n in range(least, most + 1)
        for rows in combinations_with_replacement(range(points), n)
    ]


def _number(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"
