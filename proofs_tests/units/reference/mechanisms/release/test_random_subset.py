"""The release of a random subset against the list of all subsets."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted
from reference.data.domain import Domain
from reference.mechanisms.release.random_subset import RandomSubset
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law

THREE = Domain.of_size(3)


@pytest.mark.parametrize("size", [0, 1, 2, 4])
def test_the_law_by_all_subsets(size: int) -> None:
    """Each set of places is equally likely."""
    database = (2, 0, 1, 0)
    expected: dict[tuple[int, ...], Fraction] = {}
    chosen = list(combinations(range(4), size))
    for places in chosen:
        rows = tuple(sorted(database[i] for i in places))
        expected[rows] = expected.get(rows, Fraction(0)) + Fraction(1, len(chosen))
    released = law(RandomSubset(THREE, 4, size), database)
    assert {rows: released.probability(rows) for rows in released} == expected


def test_k_of_n_is_the_least_delta() -> None:
    """At n = 3, k = 1 it is 1/3, and 3/10 is refuted."""
    mechanism = RandomSubset(THREE, 3, 1)
    assert mechanism.guarantee == Guarantee(Fraction(1), Fraction(1, 3))
    universe = mechanism.universe(3)
    assert isinstance(audit_privacy(mechanism, universe, mechanism.guarantee), Holds)
    less = Guarantee(Fraction(1), Fraction(3, 10))
    assert isinstance(audit_privacy(mechanism, universe, less), Refuted)


def test_the_ends_say_nothing_or_everything() -> None:
    """No row: delta 0; all rows: delta 1."""
    assert RandomSubset(THREE, 2, 0).guarantee.delta == 0
    assert RandomSubset(THREE, 2, 2).guarantee.delta == 1


@pytest.mark.parametrize(("rows", "size"), [(0, 0), (2, 3), (2, -1)])
def test_bad_sizes_are_refused(rows: int, size: int) -> None:
    """At construction."""
    with pytest.raises(ValueError, match="rows"):
        RandomSubset(THREE, rows, size)


@pytest.mark.parametrize("database", [(0,), (0, 1, 5)])
def test_bad_databases_are_refused(database: tuple[int, ...]) -> None:
    """Another number of rows, or a row outside of the domain."""
    with pytest.raises(ValueError, match=r"rows|5"):
        law(RandomSubset(THREE, 3 if len(database) == 3 else 2, 1), database)
