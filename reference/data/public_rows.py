"""Databases of private and public rows: neighbours differ in one private row and in no public one.

A database is a pair of multisets, the private rows and the public rows.  A mechanism is private
if it is so for the private rows at every fixed public sample; public rows are told to everybody,
and no two databases with other public rows are neighbours.  (`adjacency.private_rows_only` is
another relation: there a value is public or private, and here a row is.)

Source: BCMNUW20, Definition 8, section 2.

>>> universe = private_row_replaced((0, 1), private=1, public=1)
>>> list(universe.databases())
[((0,), (0,)), ((0,), (1,)), ((1,), (0,)), ((1,), (1,))]
>>> list(universe.index_pairs())
[(0, 2), (1, 3)]
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb

from reference.data.adjacency import ListedAdjacency, replace_one
from reference.data.database import Database, Row

NAME = "private-row-replaced"
"""Of the relation."""


def private_row_replaced(
    values: Iterable[Row], private: int, public: int
) -> ListedAdjacency[tuple[Database[Row], Database[Row]]]:
    """Databases of so many private and so many public rows; one private row is replaced.

    Args:
        values: what a row ranges over.
        private: the number of private rows, >= 0.
        public: the number of public rows, >= 0.

    Raises:
        ValueError: for a negative number of rows, or no or repeated values.
    """
    if private < 0 or public < 0:
        raise ValueError(f"{private} private, {public} public rows: at least 0 of each")
    moving = replace_one(values, private)
    open_rows = list(combinations_with_replacement(moving.values, public))
    width = len(open_rows)
    return ListedAdjacency(
        tuple(product(moving.databases(), open_rows)),
        tuple(
            (min(a, b) * width + place, max(a, b) * width + place)
            for a, b in moving.index_pairs()
            for place in range(width)
        ),
        NAME,
    )


def multiset_chance(rows: Database[Row], mass: Callable[[Row], Fraction]) -> Fraction:
    """The chance that independent rows, each of a value with its mass, are this multiset.

    >>> multiset_chance((0, 1), lambda _: Fraction(1, 2))
    Fraction(1, 2)
    """
    chance = Fraction(orders(rows))
    for row in rows:
        chance *= mass(row)
    return chance


def orders(rows: Database[Row]) -> int:
    """The number of sequences that are this multiset.

    >>> orders((0, 1, 1))
    3
    """
    found, left = 1, len(rows)
    for value in set(rows):
        copies = rows.count(value)
        found *= comb(left, copies)
        left -= copies
    return found
