"""Who can be wrong after rounding, by errors that are written down."""

from fractions import Fraction

from reference.lower_bounds.rounding_errors import hadamard_errs

THIRD, HALF, TINY = Fraction(1, 3), Fraction(1, 2), Fraction(1, 1000)


def test_bad_errors_inside_of_the_box() -> None:
    """Two of four people: e = (0, 1, 1, 1)/3 or so moves them by 1/2 each, one up and one down."""
    assert not hadamard_errs(4, THIRD, (1, -1, 0, 0))
    assert hadamard_errs(4, THIRD + TINY, (1, -1, 0, 0))
    assert not hadamard_errs(4, HALF, (1, -1, 1, 0))
