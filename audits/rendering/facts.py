"""Facts for a person: a title, and below it what is said of each of several things.

>>> print(facts("a mechanism", [("verdict", "holds"), ("scope", "all")]), end="")
a mechanism
  verdict  holds
  scope    all
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from audits.evidence.verdict import Json

MOST_LISTED = 6
"""Outcomes of an event that a person is shown."""

LONGEST_LIST = 60
"""Characters of a list that a person is shown."""

WIDEST_ALIGNED = 100
"""Letters of a cell of a plain line up to which the columns behind it are aligned."""


def facts(title: str, rows: Iterable[tuple[str, str]], width: int | None = None) -> str:
    """The title and a line for each fact, folded to so many columns, if to any."""
    known = list(rows)
    indent = 4 + max((len(name) for name, _ in known), default=0)
    lines = [title]
    for name, words in known:
        first = f"  {name}".ljust(indent)
        folded = wrap(words, max(20, width - indent)) if width is not None else [words]
        lines += [
            (f"{' ' * indent if i else first}{part}").rstrip()
            for i, part in enumerate(folded or [""])
        ]
    return "".join(f"{line}\n" for line in lines)


def listed(items: Iterable[Json]) -> str:
    """Outcomes of an event, of many the first few.

    >>> listed(["0", "1"]), listed(str(i) for i in range(9))
    ('{0, 1}', '{0, 1, 2, 3, 4, 5, ...} (9 outcomes)')
    """
    names = [str(item) for item in items]
    shown = names[:MOST_LISTED]
    while len(shown) > 1 and len(", ".join(shown)) > LONGEST_LIST:
        shown.pop()
    if len(shown) == len(names):
        return f"{{{', '.join(names)}}}"
    return f"{{{', '.join([*shown, '...'])}}} ({len(names)} outcomes)"


def in_plain_lines(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A line for each row, below one with the names of the columns, if they have any.

    >>> print(in_plain_lines(["name", "parts"], [["laplace", "2"]]), end="")
    name     parts
    laplace  2
    """
    lines = [[" ".join(cell.split()) for cell in row] for row in [columns, *rows]]
    widths = [min(max(map(len, column)), WIDEST_ALIGNED) for column in zip(*lines, strict=True)]
    return "".join(
        "  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True)).rstrip()
        + "\n"
        for line in lines
        if any(line)
    )
