"""Who can be wrong after rounding, by errors that are written down."""

from fractions import Fraction
from functools import partial

from reference.lower_bounds.rounding_errors import (
    hadamard_errs,
    most_wrong,
    programme_errs,
)
from reference.lower_bounds.subset_sums import all_subsets

THIRD, HALF, TINY = Fraction(1, 3), Fraction(1, 2), Fraction(1, 1000)


def test_bad_errors_inside_of_the_box() -> None:
    """Two of four people: e = (0, 1, 1, 1)/3 or so moves them by 1/2 each, one up and one down."""
    assert not hadamard_errs(4, THIRD, (1, -1, 0, 0))
    assert hadamard_errs(4, THIRD + TINY, (1, -1, 0, 0))
    assert not hadamard_errs(4, HALF, (1, -1, 1, 0))


def test_one_query_of_everybody() -> None:
    """Its sum says nothing of who is who: a one and a zero exchanged, at any error."""
    assert programme_errs([(1, 1)], TINY, (1, -1))
    assert not programme_errs([(1, 1)], THIRD, (1, 1))
    assert most_wrong(2, partial(programme_errs, [(1, 1)], TINY)) == 2


def test_all_subsets_and_nobody() -> None:
    """Twice the integers below 4E; nobody below 1/4."""
    for n in (1, 2, 3):
        errs = partial(programme_errs, all_subsets(n))
        assert most_wrong(n, partial(errs, Fraction(1, 4))) == 0
        assert most_wrong(n, partial(errs, Fraction(1, 4) + TINY)) == min(n, 2)
        assert most_wrong(n, partial(errs, HALF + TINY)) == min(n, 4)
