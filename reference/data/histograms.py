"""Histograms: how often each value occurs in a database, and how far two multisets are apart.

The distance of two multisets is the size of their symmetric difference, which is the l_1 distance
of their histograms.  For databases of one size it is twice the least number of rows that have to
be replaced, in the best order of the rows.

>>> (
...     histogram((0, 2, 2))[2],
...     histogram_distance((0, 1, 2), (2, 1, 1)),
...     rows_replaced((0, 1), (1, 0)),
... )
(2, 2, 2)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from reference.data.database import Database, Row


def histogram(database: Database[Row]) -> Mapping[Row, int]:
    """How often each value occurs; 0 for the others."""
    return Counter(database)


def histogram_distance(first: Database[Row], second: Database[Row]) -> int:
    """The sum over all values of |#v in the first - #v in the second|."""
    here, there = histogram(first), histogram(second)
    return sum(abs(here[v] - there[v]) for v in {*here, *there})


def rows_replaced(first: Database[Row], second: Database[Row]) -> int:
    """The number of places in which two databases of one size differ.

    Raises:
        ValueError: for databases of different sizes.
    """
    return sum(x != y for x, y in zip(first, second, strict=True))
