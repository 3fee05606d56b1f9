"""The stable histogram against the product of its cells."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted
from reference.data.adjacency import add_remove_one, replace_one
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.stability.stable_histogram import StableHistogram
from reference.privacy.divergence import hockey_stick
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
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


@pytest.mark.parametrize("threshold", [1, 2, 3])
def test_private_for_every_eps(threshold: int) -> None:
    """(eps, Pr[1 + Z >= T]) for added or removed rows, for every eps; half of delta fails."""
    mechanism = StableHistogram(Domain.of_size(2), threshold, 4, Epsilon.indeterminate())
    universe, stated = mechanism.universe(3), mechanism.guarantee
    assert isinstance(audit_privacy(mechanism, universe, stated), Holds)
    less = Guarantee(stated.exp_eps, stated.delta / 2)
    assert isinstance(audit_privacy(mechanism, universe, less), Refuted)


@pytest.mark.parametrize("r", [Fraction(1001, 1000), Fraction(5, 4), Fraction(2), Fraction(9)])
def test_a_replaced_row_costs_twice_eps_but_delta_once(r: Fraction) -> None:
    """(2 eps, Pr[1 + Z >= T]) holds for replaced rows."""
    mechanism = StableHistogram(Domain.of_size(3), 2, 4, Epsilon(r))
    universe, delta = replace_one(range(3), 4), mechanism.guarantee.delta
    twice = audit_privacy(mechanism, universe, Guarantee(r**2, delta))
    assert isinstance(twice, Holds)


def test_eps_does_not_cover_a_replaced_row() -> None:
    """One value loses a row and another one gains it: at e^eps = 9, eps and delta do not do."""
    mechanism = StableHistogram(Domain.of_size(3), 2, 4, Epsilon(Fraction(9)))
    verdict = audit_privacy(mechanism, replace_one(range(3), 4), mechanism.guarantee)
    assert isinstance(verdict, Refuted)


@pytest.mark.parametrize("r", [Fraction(11, 10), Fraction(3)])
def test_delta_is_attained(r: Fraction) -> None:
    """A single row appears with probability delta, and never without it, at any e^eps."""
    mechanism = StableHistogram(Domain.of_size(2), 4, 5, Epsilon(r))
    pair = law(mechanism, (1,)), law(mechanism, ())
    assert hockey_stick(*pair, 10**9 * r) == mechanism.guarantee.delta == 1 / (r**2 * (r + 1))


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
