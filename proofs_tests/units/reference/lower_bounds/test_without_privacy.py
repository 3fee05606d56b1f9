"""Two points and shattered pairs: what is refused."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from reference.lower_bounds.without_privacy import (
    coin_distance,
    samples_for_accuracy,
    samples_for_pairs,
    shattered_pairs,
    sign_success,
    two_points,
)

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


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
