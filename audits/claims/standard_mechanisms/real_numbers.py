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


@claim(
    "CORE.certified-intervals",
    over(x=(Fraction(1, 7), HALF, Fraction(1), Fraction(9, 8), Fraction(9, 4), Fraction(7))),
    about=Interval.enclosure,
)
def enclosures_enclose(enclose: Build, x: Fraction) -> Check:
    """Enclosures of exponentials, logarithms and roots hold the number, and are at most 2^-64 wide
    (times the number, where that is above 1); they are rounded to the integers next to them.

    Cases: e^(x/4) and e^(ln x) by sixty terms of the series; the square of the root; numbers that
    are 1 in several ways.  x = 1 and squares included, where the results are rational.
    """
    ends = {"exp": enclose(exp(x / 4)), "ln": enclose(ln(x)), "sqrt": enclose(sqrt(x))}
    for name, (low, high) in ends.items():
        yield le(f"width of {name}", high - low, WIDTH * max(Fraction(1), low))
    low, high = ends["exp"]
    yield le("e^(x/4), from below", low, series(x / 4)[1])
    yield le("e^(x/4), from above", series(x / 4)[0], high)
    yield true("a little less is less", not exp(x / 4).certainly_at_most(low - WIDTH))
    yield true("and more is more", exp(x / 4).certainly_less(high + WIDTH))
    low, high = ends["ln"]
    yield le("ln x, from below", series(low)[0], x)
    yield le("ln x, from above", x, series(high)[1])
    low, high = ends["sqrt"]
    yield le("sqrt x, from below", low**2, x)
    yield le("sqrt x, from above", x, high**2)
    for number in (exp(x - x), ln(x / x) + 1, sqrt(x * x) / x, exp(ln(x) - ln(x))):
        at, top = enclose(number)
        yield le("one, from below", at, 1)
        yield le("one, from above", 1, top)
    yield eq("ln 1", ln(x / x).ceil(), 0)
    yield eq("floor", sqrt(x * x).floor(), x.numerator // x.denominator)
    yield eq("ceil", sqrt(x * x).ceil(), -(-x.numerator // x.denominator))
    yield lt("rounded up, and no more", exp(x / 4).rounded_up() - 1, series(x / 4)[1])
    yield le("rounded up", series(x / 4)[0], exp(x / 4).rounded_up())
