"""Hypotheses of multiplicative weights against dense weights, products, and their refusals."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.data.concept import Values
from reference.data.named_classes import Stump, stumps
from reference.mechanisms.release.weights import PointWeights, StumpWeights, corrected

HALF = Fraction(1, 2)
MOVES = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1)), max_size=6)


@given(MOVES)
def test_a_product_of_bits_is_a_list_of_all_vectors(moves: list[tuple[int, int]]) -> None:
    """Stumps keep the hypothesis a product; so do all points, one by one, and dense weights."""
    short = StumpWeights.uniform(3, HALF)
    long: PointWeights[Stump] = PointWeights.uniform(range(8), HALF)
    dense = [Fraction(1)] * 8
    for attribute, value in moves:
        short = short.penalised(Stump(attribute), value)
        long = long.penalised(Stump(attribute), value)
        dense = [w / 2 if x >> attribute & 1 == value else w for x, w in enumerate(dense)]
    for stump in stumps(3):
        inside = sum((w for x, w in enumerate(dense) if stump(x)), Fraction(0))
        assert short.mean(stump) == long.mean(stump) == inside / sum(dense)


def test_exponents_are_normalised() -> None:
    """The same distribution is the same record."""
    start: PointWeights[Values] = PointWeights.uniform(range(3), HALF)
    first, rest = Values((1, 0, 0)), Values((0, 1, 1))
    assert start.penalised(first, 1).penalised(rest, 1) == start
    assert start.penalised(first, 0) == start.penalised(rest, 1)


@pytest.mark.parametrize(("answer", "mean"), [(0, "1/3"), ("1/2", "2/3"), (1, "2/3")])
def test_an_update_moves_towards_the_answer(answer: int | str, mean: str) -> None:
    """A tie counts as an answer above."""
    start: PointWeights[Values] = PointWeights.uniform(range(2), HALF)
    phi = Values((1, 0))
    assert corrected(start, phi, Fraction(answer)).mean(phi) == Fraction(mean)


def test_one_point_keeps_its_weight() -> None:
    """There is nothing to move."""
    one: PointWeights[Values] = PointWeights.uniform((5,), HALF)
    for value, answer in product((0, 1), (Fraction(0), Fraction(1))):
        phi = Values((value,) * 6)
        assert corrected(one, phi, answer).mean(phi) == value


@pytest.mark.parametrize("rate", [0, 1, 2, -1])
def test_a_rate_lies_between_0_and_1(rate: int) -> None:
    """Both forms refuse it."""
    with pytest.raises(ValueError, match=f"rate {rate}: "):
        PointWeights.uniform((0,), Fraction(rate))
    with pytest.raises(ValueError, match=f"rate {rate}: "):
        StumpWeights.uniform(1, Fraction(rate))


def test_points_are_listed_once() -> None:
    """No point, or a point twice, is refused."""
    with pytest.raises(ValueError, match="at least one point"):
        PointWeights.uniform((), HALF)
    with pytest.raises(ValueError, match=r"points \[3, 3\]: every point is listed once"):
        PointWeights.uniform((3, 3), HALF)
