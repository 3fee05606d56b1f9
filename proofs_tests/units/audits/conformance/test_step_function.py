"""Step functions of one uniform: every step is found by bisection."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.conformance.step_function import NotMonotoneError, step_law


@given(st.lists(st.integers(0, 200), max_size=8), st.booleans())
def test_every_step_is_found(cuts: list[int], falling: bool) -> None:
    """The counts are those of brute force over all 256 integers."""

    def value(k: int) -> int:
        return (-1 if falling else 1) * sum(k >= cut for cut in cuts)

    found = step_law(lambda ks: [value(k) for k in ks], [(0, 256)])
    assert found == Counter(value(k) for k in range(256))


def test_pieces_are_added_up() -> None:
    """A function that is monotone on pieces only."""
    found = step_law(lambda ks: [abs(k - 100) // 30 for k in ks], [(0, 100), (100, 256)])
    assert found == Counter(abs(k - 100) // 30 for k in range(256))


def test_steps_of_single_integers_are_found() -> None:
    """An atom of one in 2^53 is not overlooked."""
    found = step_law(lambda ks: [int(k == 0) * -1 + int(k == 2**53 - 1) for k in ks])
    assert found == {-1: 1, 0: 2**53 - 2, 1: 1}


def test_a_function_that_rises_and_falls_is_refused() -> None:
    """The evaluated points themselves contradict monotonicity."""
    with pytest.raises(NotMonotoneError):
        step_law(lambda ks: [min(k, 300 - k) // 50 for k in ks], [(0, 256)])


def test_a_hidden_bump_is_refused() -> None:
    """Equal ends with something else between them are noticed at the random points."""

    def bump(ks: Sequence[int]) -> list[int]:
        return [int(50 <= k < 150) for k in ks]

    with pytest.raises(NotMonotoneError, match="at k ="):
        step_law(bump, [(0, 256)])


def test_too_many_steps_are_refused() -> None:
    """A function with as many values as arguments is no step function."""
    with pytest.raises(NotMonotoneError, match="steps"):
        step_law(list, most_steps=1000)


def test_signed_zeros_and_types_are_steps() -> None:
    """-0.0 and 0.0, and True and 1, are told apart as outcomes."""
    zeros = step_law(lambda ks: [-0.0 if k < 3 else 0.0 for k in ks], [(0, 8)])
    assert sorted(zeros.values()) == [3, 5]
    ones = step_law(lambda ks: [True if k < 3 else 1 for k in ks], [(0, 8)])
    assert sorted(ones.values()) == [3, 5]
