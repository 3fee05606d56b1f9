"""The number e^q for a rational q: rational bounds, and the sign of a polynomial at it.

For rational q other than 0, e^q is transcendental (Lindemann 1882).  So the sign of an integer
polynomial at e^q is always decided by enclosing it narrowly enough, and is zero for the zero
polynomial only.

>>> low, high = exp_bounds(Fraction(1), bits=20)
>>> [Fraction(271828, 100000) < low < high < Fraction(271829, 100000)]
[True]
>>> [sign_at_exp(fmpz_poly([-2721, 1001]), Fraction(1)), sign_at_exp(fmpz_poly([7]), Fraction(0))]
[1, 1]
"""

from fractions import Fraction

from flint import arb, arb_poly, ctx, fmpq, fmpz_poly

from reference.exact.integers import floor_log2
from reference.exact.interval import FIRST_BITS, Ends, Interval, exp


def exp_bounds(exponent: Fraction, bits: int = FIRST_BITS) -> Ends:
    """Rationals low < e^exponent < high; both are 1 for exponent 0.

    Args:
        exponent: a rational number.
        bits: high - low <= 2^-bits max(1, low).

    Raises:
        UndecidedPrecisionError: if e^exponent is so large that this takes too many digits.
    """
    return exp(exponent).enclosure(bits)


class LargeLossError(ValueError):
    """A privacy loss whose root would be rounded down further than is allowed."""

    def __init__(self, words: str, share: Fraction) -> None:
        super().__init__(words)
        self.share = share
        """Which part of the loss would be just too large."""


def root_below(exponent: Interval, digits: int) -> Fraction:
    """A rational number > 1 that is at most e^exponent.

    Args:
        exponent: > 0.
        digits: so many binary digits of root - 1 are kept.

    Raises:
        LargeLossError: if the exponent is so large that e^exponent would be rounded down further.
    """
    low, _ = exponent.enclosure()
    if low >= 2**digits:
        loss = f"one part of it is {low.numerator // low.denominator} or more"
        raise LargeLossError(
            f"eps is too large: {loss}, allowed is below {2**digits}", 2**digits / low
        )
    places = digits - floor_log2(low)
    return Fraction((exp(low) * 2**places).floor(), 2**places)


def sign_at_exp(function: fmpz_poly, exponent: Fraction) -> int:
    """The sign (-1, 0 or 1) of an integer polynomial at e^exponent, always decided."""
    if not exponent:
        value = int(function(1))
        return (value > 0) - (value < 0)
    if not function:
        return 0
    bits = FIRST_BITS
    while True:
        with ctx.workprec(bits):
            point = arb(fmpq(exponent.numerator, exponent.denominator)).exp()
            ball = arb_poly(function)(point)
        if ball > 0:
            return 1
        if ball < 0:
            return -1
        bits *= 2
