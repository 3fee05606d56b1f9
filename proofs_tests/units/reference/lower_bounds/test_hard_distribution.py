"""The hard databases and the reduction to one row fewer, against numbers found another way."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from reference.data.domain import Domain
from reference.lower_bounds.hard_distribution import (
    digits,
    hard_distribution,
    rows_from_lengths,
    success,
)
from reference.lower_bounds.iterated_exponentials import iterated_exponential, sizes
from reference.lower_bounds.one_row_fewer import OneRowFewer
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

VECTORS = Path(__file__).parents[3] / "vectors" / "bnsv15_hard_distribution.json"
KNOWN: dict[str, Any] = json.loads(VECTORS.read_text("utf-8"))


def solver(base: int, length: int, root: str) -> ExponentialInteriorPoint[Fraction]:
    """The exponential mechanism on all numbers of so many digits."""
    return ExponentialInteriorPoint(Domain.of_size(base**length), Epsilon(Fraction(root), 2))


@pytest.mark.parametrize("case", KNOWN["exponential"])
def test_successes_are_the_known_ones(case: dict[str, Any]) -> None:
    """On D_2, and of the reduced mechanism on D_1."""
    inner = solver(case["base"], 2, case["root"])
    assert success(inner, hard_distribution((case["base"],))) == Fraction(case["success"])
    reduced = OneRowFewer(inner, case["base"], 2)
    assert success(reduced, hard_distribution(())) == Fraction(case["reduced"])


@pytest.mark.parametrize("case", KNOWN["reduced"])
def test_reduced_laws_are_the_known_ones(case: dict[str, Any]) -> None:
    """For one row and for two, of two digits and of three."""
    inner = solver(case["base"], case["digits"], case["root"])
    found = law(OneRowFewer(inner, case["base"], case["digits"]), tuple(case["rows"]))
    assert [found.probability(k) for k in range(case["digits"] + 1)] == [
        Fraction(text) for text in case["law"]
    ]


@pytest.mark.parametrize(("base", "mass"), KNOWN["ties"].items())
def test_two_rows_are_tied_as_often_as_known(base: str, mass: str) -> None:
    """(1/2)(1/b + 1/b^2): the second row has one digit more that may be equal, or two."""
    databases = hard_distribution((int(base),))
    assert databases.probability_that(lambda rows: rows[0] == rows[1]) == Fraction(mass)


@pytest.mark.parametrize("number", [-1, 1000])
def test_numbers_outside_are_refused(number: int) -> None:
    """They have no three digits."""
    with pytest.raises(ValueError, match="3 digits"):
        digits(number, 10, 3)


def test_bad_parameters_are_refused() -> None:
    """With what is allowed."""
    with pytest.raises(ValueError, match="base >= 2"):
        rows_from_lengths((0,), 1, 2)
    with pytest.raises(ValueError, match="at least 1"):
        rows_from_lengths((0,), 2, 0)
    with pytest.raises(ValueError, match="3 digits: from 0 to 2"):
        rows_from_lengths((3,), 2, 2)
    with pytest.raises(ValueError, match="base >= 2"):
        OneRowFewer(solver(2, 2, "2"), 1, 2)
    with pytest.raises(ValueError, match=r"^tower\^\(5\)\(2\): greater than 2\^1048576$"):
        iterated_exponential(5, 2)
    with pytest.raises(ValueError, match=r"^S\(4\) may have more than 1048576 bits$"):
        sizes(2, (50, 200, 450))


def test_points_of_the_reduction() -> None:
    """The mechanism has the smaller domain."""
    reduced = OneRowFewer(solver(2, 2, "2"), 2, 2)
    assert list(reduced.universe(1).databases()) == [(0,), (1,)]
