"""Databases of private and public rows: neighbours, and chances of multisets."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from reference.data.public_rows import NAME, multiset_chance, private_row_replaced


@pytest.mark.parametrize(("values", "n", "m"), [(2, 0, 0), (2, 3, 2), (3, 2, 2), (3, 0, 2)])
def test_neighbours_by_sequences(values: int, n: int, m: int) -> None:
    """Pairs of multisets, from all sequences of rows of which one private one is replaced."""
    universe = private_row_replaced(range(values), n, m)
    data = list(universe.databases())
    expected = set()
    for rows in product(range(values), repeat=n):
        for place, new in product(range(n), range(values)):
            other = tuple(sorted((*rows[:place], new, *rows[place + 1 :])))
            for public in {tuple(sorted(w)) for w in product(range(values), repeat=m)}:
                if other != tuple(sorted(rows)):
                    expected.add(frozenset([(tuple(sorted(rows)), public), (other, public)]))
    assert {frozenset([data[i], data[j]]) for i, j in universe.index_pairs()} == expected
    assert len(data) == comb(values + n - 1, n) * comb(values + m - 1, m)
    assert universe.name == NAME


@pytest.mark.parametrize(("n", "m"), [(-1, 0), (0, -1)])
def test_negative_numbers_are_refused(n: int, m: int) -> None:
    """By name."""
    with pytest.raises(ValueError, match="at least 0 of each"):
        private_row_replaced((0, 1), n, m)


def test_repeated_values_are_refused() -> None:
    """As in any universe."""
    with pytest.raises(ValueError, match="distinct values"):
        private_row_replaced((0, 0), 1, 0)


def test_the_chance_of_a_multiset_is_that_of_its_sequences() -> None:
    """Sums over all sequences."""
    masses = {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)}
    found: dict[tuple[int, ...], Fraction] = {}
    for rows in product(range(3), repeat=4):
        chance = Fraction(1)
        for row in rows:
            chance *= masses[row]
        key = tuple(sorted(rows))
        found[key] = found.get(key, Fraction(0)) + chance
    assert all(multiset_chance(rows, masses.__getitem__) == p for rows, p in found.items())
    assert multiset_chance((), masses.__getitem__) == 1
