"""Two points and shattered pairs."""

from collections.abc import Callable
from fractions import Fraction
from math import log

import pytest

from reference.data.concept import all_functions, error
from reference.lower_bounds.without_privacy import (
    best_success,
    coin_distance,
    distance_bound,
    samples_for_accuracy,
    samples_for_pairs,
    shattered_pairs,
    sign_success,
    two_points,
)

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


def test_two_points_by_hand() -> None:
    """Vectors of two bits as integers; the second attribute is never 1."""
    assert [*map(str, two_points(2, HALF, -1))] == ["3/4", "1/4", "0", "0"]


def test_pairs_keep_their_mass() -> None:
    """Whatever the signs; the whole class is far apart for signs that differ."""
    plus, minus = shattered_pairs((1, 1), HALF), shattered_pairs((1, -1), HALF)
    assert plus[:2] == minus[:2] == (Fraction(3, 8), Fraction(1, 8))
    assert sum(plus) == sum(minus) == 1
    zero, *others = all_functions(4)
    assert max(error(zero, h, plus) - error(zero, h, minus) for h in others) == Fraction(1, 4)


def test_few_samples_leave_it_to_chance() -> None:
    """None at all; one shows a sign with probability (1 + mu)/2."""
    assert best_success(0, HALF) == HALF == sign_success(3, 0, HALF)
    assert best_success(1, HALF) == Fraction(3, 4)
    assert sign_success(2, 1, HALF) == Fraction(5, 8)


def test_distance_is_at_most_its_bound() -> None:
    """Equality for one sample."""
    assert coin_distance(1, HALF) ** 2 == distance_bound(1, HALF)
    for n in range(2, 20):
        assert coin_distance(n, TENTH) ** 2 < distance_bound(n, TENTH)


def test_numbers_of_samples_in_floating_point() -> None:
    """The least integers above quotients of logarithms."""
    quotient = log(4 * 0.1 * 0.9) / log(0.99)
    assert quotient < samples_for_accuracy(TENTH, TENTH) < quotient + 1
    wrong = (1 - 0.1) * 0.25 + 0.1
    quotient = log(1 - (1 - 2 * wrong) ** 2) / log(1 - 0.16 / 3)
    assert quotient < samples_for_pairs(3, TENTH, TENTH, 4 * TENTH) < quotient + 1


@pytest.mark.parametrize(
    "refused",
    [
        lambda: two_points(0, HALF, 1),
        lambda: two_points(1, 3 * HALF, 1),
        lambda: two_points(1, HALF, 0),
        lambda: shattered_pairs((), HALF),
        lambda: shattered_pairs((2,), HALF),
        lambda: coin_distance(-1, HALF),
        lambda: coin_distance(1, -HALF),
        lambda: samples_for_accuracy(HALF, HALF),
        lambda: samples_for_accuracy(Fraction(0), TENTH),
        lambda: sign_success(0, 1, HALF),
        lambda: samples_for_pairs(1, HALF, TENTH, TENTH),
        lambda: samples_for_pairs(1, TENTH, HALF, HALF),
    ],
)
def test_bad_input_is_refused(refused: Callable[[], object]) -> None:
    """In one line, which names what is admissible."""
    with pytest.raises(ValueError, match=r".+") as told:
        refused()
    assert "\n" not in str(told.value)
