"""Two points and shattered pairs."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from reference.data.concept import all_functions, error
from reference.lower_bounds.without_privacy import (
    coin_distance,
    samples_for_accuracy,
    samples_for_pairs,
    shattered_pairs,
    sign_success,
    two_points,
)

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


def test_pairs_keep_their_mass() -> None:
    """Whatever the signs; the whole class is far apart for signs that differ."""
    plus, minus = shattered_pairs((1, 1), HALF), shattered_pairs((1, -1), HALF)
    assert plus[:2] == minus[:2] == (Fraction(3, 8), Fraction(1, 8))
    assert sum(plus) == sum(minus) == 1
    zero, *others = all_functions(4)
    assert max(error(zero, h, plus) - error(zero, h, minus) for h in others) == Fraction(1, 4)


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
