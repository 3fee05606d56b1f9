"""The stable histogram against the product of its cells."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from reference.data.adjacency import add_remove_one
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.stability.stable_histogram import StableHistogram
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

Histogram = tuple[tuple[int, int], ...]


def by_cells(
    database: Database[int], low: int, high: int, r: Fraction
) -> dict[Histogram, Fraction]:
    """The product over the values that occur; None: the noise stays below the threshold."""
    g = 1 / r
    cells: list[list[tuple[tuple[int, int] | None, Fraction]]] = []
    for x, count in sorted(Counter(database).items()):
        shown = {y: (1 - g) / (1 + g) * g ** abs(y - count) for y in range(low, high)}
        gap = high - count
        shown[high] = g**gap / (1 + g) if gap >= 1 else 1 - g ** (1 - gap) / (1 + g)
        rest = 1 - sum(shown.values(), Fraction(0))
        cells.append([(None, rest), *(((x, y), p) for y, p in shown.items())])
    table: dict[Histogram, Fraction] = {}
    for choice in product(*cells):
        histogram = tuple(cell for cell, _ in choice if cell is not None)
        mass = Fraction(1)
        for _, p in choice:
            mass *= p
        table[histogram] = table.get(histogram, Fraction(0)) + mass
    return table


@pytest.mark.parametrize("r", [Fraction(10, 9), Fraction(2)])
@pytest.mark.parametrize(("low", "high"), [(2, 3), (1, 1), (0, 4)])
def test_law_equals_the_product_of_cells(low: int, high: int, r: Fraction) -> None:
    """On every database of up to three rows over three values."""
    mechanism = StableHistogram(Domain.of_size(3), low, high, Epsilon(r))
    for database in add_remove_one(range(3), 3).databases():
        found = law(mechanism, database)
        assert {h: found.probability(h) for h in found} == by_cells(database, low, high, r)


def test_frequent_values_of_a_huge_domain_are_found() -> None:
    """Among 2^100 values, the two that occur a hundred times are released, near their counts."""
    mechanism = StableHistogram(Domain.of_size(2**100), 50, 10**9, Epsilon(Fraction(2)))
    database = (7,) * 100 + (2**99,) * 100 + tuple(range(10, 40))
    found = run(mechanism, database, SeededBits(4))
    assert [x for x, _ in found] == [7, 2**99]
    assert all(60 < y < 140 for _, y in found)


def test_parameters_are_checked() -> None:
    """A highest frequency below the threshold is refused."""
    with pytest.raises(ValueError, match="highest 2"):
        StableHistogram(Domain.of_size(2), 3, 2, Epsilon(Fraction(2)))
