"""Logarithms to base 2, rounded to integers exactly, and the iterated logarithm.

floor_log2(x) is the greatest k with 2^k <= x, ceil_log2(x) the least k with x <= 2^k.
log_star(x) is the least number of times log2 has to be applied to x to reach a value <= 1.  It
is the least k with x <= tower(k), where tower(0) = 1 and tower(k + 1) = 2^tower(k), so rounding
every logarithm up does not change it.

>>> [floor_log2(5), ceil_log2(5), floor_log2(Fraction(1, 3)), ceil_log2(Fraction(1, 3))]
[2, 3, -2, -1]
>>> [log_star(x) for x in (1, 2, 4, 8, 16, 17, 2**16, 2**17)]
[0, 1, 2, 3, 3, 4, 4, 5]
"""

from fractions import Fraction


def floor_log2(value: int | Fraction) -> int:
    """The greatest integer k with 2^k <= value.

    Args:
        value: a number > 0.

    Raises:
        ValueError: if value <= 0.
    """
    if value <= 0:
        raise ValueError(f"log2({value}): a logarithm needs a number > 0")
    p, q = value.numerator, value.denominator
    k = p.bit_length() - q.bit_length()
    return k if (q << k <= p if k >= 0 else q <= p << -k) else k - 1


def ceil_log2(value: int | Fraction) -> int:
    """The least integer k with value <= 2^k.

    Args:
        value: a number > 0.

    Raises:
        ValueError: if value <= 0.
    """
    if value <= 0:
        raise ValueError(f"log2({value}): a logarithm needs a number > 0")
    return -floor_log2(1 / Fraction(value))


def log_star(value: int | Fraction) -> int:
    """How often log2 has to be applied to reach a value <= 1; 0 for a value <= 1."""
    count = 0
    while value > 1:
        value = ceil_log2(value)
        count += 1
    return count


def log_star_of_power(exponent: int | Fraction) -> int:
    """log_star(2^exponent), for an exponent so large that the power cannot be written down."""
    return 0 if exponent <= 0 else 1 + log_star(exponent)


def tower(height: int) -> int:
    """2^2^...^2 with `height` twos; 1 for none.

    Raises:
        ValueError: if the height is negative, or above 5 (tower(6) has 2^65536 + 1 bits).
    """
    if not 0 <= height <= 5:
        raise ValueError(f"tower({height}): the height lies in [0, 5]")
    value = 1
    for _ in range(height):
        value = 2**value
    return value
