"""Switching points and reconstruction against definitions spelled out."""

import pytest

from reference.data.bottom import Bottom
from reference.data.concept import IntervalFunction, Values, all_functions, disagreements
from reference.data.switching_points import (
    bad_ends,
    dominating_intervals,
    is_dyck_word,
    mismatches,
    reconstructed,
    switching_intervals,
    switching_points,
)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_dominating_intervals_err_on_fewer_points(size: int) -> None:
    """For every function and target, each chosen interval's errors are among h's."""
    for h in all_functions(size):
        for target in range(size + 1):
            c = IntervalFunction(target)
            found = dominating_intervals(h, target)
            assert found
            for g in found:
                assert g in switching_intervals(h)
                assert disagreements(g, c, size) <= disagreements(h, c, size)


def test_types_of_switching_points() -> None:
    """0110: rises at 1, falls at 3, and the conventional ends."""
    assert [(s.at, s.decreasing) for s in switching_points(Values((0, 1, 1, 0)))] == [
        (0, True),
        (1, False),
        (3, True),
        (4, False),
    ]


def test_reconstruction_needs_a_unique_minimum() -> None:
    """01 is as far from the empty interval as from the full one."""
    assert reconstructed(Values((0, 1))) is Bottom.BOTTOM
    assert reconstructed(Values((1, 1, 0, 0))) == IntervalFunction(2)
    assert [mismatches(Values((0, 1)), end) for end in range(3)] == [1, 2, 1]
    assert bad_ends(Values((0, 1)), 0) == (2,)


def test_dyck_words() -> None:
    """Zeros open, ones close."""
    assert is_dyck_word(())
    assert is_dyck_word((0, 0, 1, 1, 0, 1))
    assert not is_dyck_word((1, 0))
    assert not is_dyck_word((0, 0, 1))
