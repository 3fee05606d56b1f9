"""Numbers that are not rational: the enclosures from which parameters are rounded."""

from audits.claims.prelude import *
from reference.exact.interval import Ends

TERMS = 60
WIDTH = Fraction(1, 2**64)


def shifted(number: Interval) -> Ends:
    """Both ends are too large, by the width that is allowed."""
    low, high = number.enclosure()
    return low + WIDTH, high + WIDTH


def series(x: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of e^x for |x| <= 2: sixty terms, and twice the next for those left out."""
    term, total = Fraction(1), Fraction(0)
    for k in range(TERMS):
        total, term = total + term, term * x / (k + 1)
    return total - 2 * abs(term), total + 2 * abs(term)


WRONG[Interval.enclosure] = {
    "too large": shifted,
    "64 bits are 8": lambda number: number.enclosure(8),
}


NUMBERS = (Fraction(1, 7), HALF, Fraction(1), Fraction(9, 8), Fraction(9, 4), Fraction(7))


def narrow(low: Fraction, high: Fraction) -> Comparison:
    """The width of an enclosure is at most 2^-64, times the number if that is above 1."""
    return le("width", high - low, WIDTH * max(Fraction(1), low))


@claim(
    "CORE.certified-intervals", over(x=NUMBERS), about=Interval.enclosure, clause="exponentials"
)
def enclosures_enclose(enclose: Build, x: Fraction) -> Check:
    """Enclosures of exponentials e^(x/4) hold the number, and are at most 2^-64 wide (times the
    number, where that is above 1); what is further away by that width is less, or more.

    Cases: By sixty terms of the series.
    """
    low, high = enclose(exp(x / 4))
    yield narrow(low, high)
    yield le("from below", low, series(x / 4)[1])
    yield le("from above", series(x / 4)[0], high)
    yield true("a little less is less", not exp(x / 4).certainly_at_most(low - WIDTH))
    yield true("and more is more", exp(x / 4).certainly_less(high + WIDTH))


@claim("CORE.certified-intervals", over(x=NUMBERS), about=Interval.enclosure, clause="logarithms")
def enclosures_of_logarithms(enclose: Build, x: Fraction) -> Check:
    """So do those of logarithms ln x.

    Cases: e^(ln x) by sixty terms of the series. x = 1 included, where the result is rational.
    """
    low, high = enclose(ln(x))
    yield narrow(low, high)
    yield le("from below", series(low)[0], x)
    yield le("from above", x, series(high)[1])


@claim("CORE.certified-intervals", over(x=NUMBERS), about=Interval.enclosure, clause="roots")
def enclosures_of_roots(enclose: Build, x: Fraction) -> Check:
    """And those of roots of x.

    Cases: The square of the root. Squares included, where the results are rational.
    """
    low, high = enclose(sqrt(x))
    yield narrow(low, high)
    yield le("from below", low**2, x)
    yield le("from above", x, high**2)


@claim("CORE.certified-intervals", over(x=NUMBERS), about=Interval.enclosure, clause="one")
def enclosures_of_one(enclose: Build, x: Fraction) -> Check:
    """Those of numbers that are 1, computed from x in several ways, hold 1."""
    for number in (exp(x - x), ln(x / x) + 1, sqrt(x * x) / x, exp(ln(x) - ln(x))):
        low, high = enclose(number)
        yield le("from below", low, 1)
        yield le("from above", 1, high)


@claim("CORE.certified-intervals", over(x=NUMBERS), clause="rounding")
def enclosures_are_rounded(x: Fraction) -> Check:
    """Enclosures are rounded to the integers next to them.

    Routes: the rounded enclosure; division of integers, or sixty terms of the series.
    """
    yield eq("ln 1", ln(x / x).ceil(), 0)
    yield eq("floor", sqrt(x * x).floor(), x.numerator // x.denominator)
    yield eq("ceil", sqrt(x * x).ceil(), -(-x.numerator // x.denominator))
    yield lt("rounded up, and no more", exp(x / 4).rounded_up() - 1, series(x / 4)[1])
    yield le("rounded up", series(x / 4)[0], exp(x / 4).rounded_up())
