"""How private laws are for every eps: the least multiple of eps."""

from __future__ import annotations

from itertools import combinations

import pytest

from audits.engines.least_multiple import least_multiple
from audits.table import LawTable, from_laws, tabulate
from reference.data.adjacency import ListedAdjacency
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.dist import Dist

R = RationalFunction.r()
ONE = R / R


def table(*laws: tuple[RationalFunction, ...]) -> LawTable[int, int, RationalFunction]:
    """Databases of which each two are neighbours."""
    names = tuple(range(len(laws)))
    universe = ListedAdjacency(names, tuple(combinations(names, 2)))
    return from_laws(universe, names, (Dist.weighted(enumerate(law)) for law in laws))


@pytest.mark.parametrize("power", [1, 2, 3, 5, 8, 9])
def test_a_power_of_r_is_found(power: int) -> None:
    """One side has r^k times the chance of the other: k is enough, and k - 1 is refuted."""
    p = R**power
    found = least_multiple(
        table((p / (1 + p), 1 / (1 + p)), (1 / (1 + p), p / (1 + p))), R, 2, "x"
    )
    assert (found.enough, found.too_little, found.is_exact) == (power, power - 1, True)
    assert not found.is_unbounded


def test_equal_laws_lose_nothing() -> None:
    """No k is refuted, and 0 is enough."""
    half = ONE / 2
    found = least_multiple(table((half, half), (half, half)), R, 1, "x")
    assert (found.enough, found.too_little, found.is_exact) == (0, None, True)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((ONE / 3, 2 * ONE / 3), (2 * ONE / 3, ONE / 3)),
        ((R / (1 + R), 1 / (1 + R)), (ONE, ONE - ONE)),
    ],
)
def test_no_multiple_is_enough(
    first: tuple[RationalFunction, ...], second: tuple[RationalFunction, ...]
) -> None:
    """Where eps = 0 loses something already, or an outcome is impossible on one side."""
    found = least_multiple(table(first, second), R, 1, "x")
    assert found.enough is None
    assert found.is_unbounded


def test_more_than_is_tried() -> None:
    """Then it is said what is too little, and no more."""
    p = R**9
    found = least_multiple(
        table((p / (1 + p), 1 / (1 + p)), (1 / (1 + p), p / (1 + p))), R, 1, "x", most=4
    )
    assert (found.enough, found.too_little, found.is_unbounded) == (None, 4, False)


def test_the_exponential_mechanism_loses_eps() -> None:
    """Its quality moves by 1 and is normalised by another sum: twice eps/2."""
    mechanism = ExponentialInteriorPoint(Domain.of_size(4), Epsilon.indeterminate(2))
    found = least_multiple(tabulate(mechanism, mechanism.universe(2)), R, 2, "x")
    assert (found.enough, found.is_exact) == (2, True)
