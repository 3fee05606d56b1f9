"""Certified intervals: real numbers built from rationals by +, -, *, /, exp, ln, sqrt and erfc.

An `Interval` keeps how its number is made, not one enclosure of it, and can therefore be
enclosed as narrowly as a question needs: by balls of python-flint's `arb`, at a precision that
is doubled until the question is decided or a limit is reached.  Numbers that stay rational stay
exact.  `<` and `==` do not exist: two intervals may overlap at every precision.

>>> (ln(2) + ln(Fraction(1, 2)) * 3).certainly_less(-1)
True
>>> [ln(20).ceil(), exp(1).floor(), sqrt(Fraction(9, 4)).enclosure()]
[3, 2, (Fraction(3, 2), Fraction(3, 2))]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import isqrt
from typing import NoReturn, TypeAlias, assert_never

from flint import arb, ctx, fmpq

from reference.override import override

FIRST_BITS = 64
"""The working precision at which a question is first tried."""

LIMIT_BITS = 2**14
"""The working precision beyond which a question is refused, unless the caller says otherwise."""

MOST_BITS = 2**24
"""Digits of an end of an enclosure: one with more, such as e^(10^30), is not written out."""


class UndecidedPrecisionError(ArithmeticError):
    """A question that the working precision does not decide, not even at its limit."""


class Operation(Enum):
    """How a number is made from others."""

    SUM = "+"
    PRODUCT = "*"
    QUOTIENT = "/"
    EXP = "exp"
    LN = "ln"
    SQRT = "sqrt"
    ERFC = "erfc"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Interval:
    """A real number, known by enclosures of any width.

    Made by `exact`, `exp`, `ln`, `sqrt`, `erfc` and arithmetic, not by hand.
    """

    origin: Fraction | Operation
    """The number itself if it is known to be rational, else how it is made."""

    operands: tuple[Interval, ...] = ()
    """What it is made from."""

    @property
    def exactly(self) -> Fraction | None:
        """The number if it is known to be rational, else None."""
        return self.origin if isinstance(self.origin, Fraction) else None

    def enclosure(self, bits: int = FIRST_BITS, *, limit: int = LIMIT_BITS) -> Ends:
        """Rationals low <= x <= high with high - low <= 2^-bits max(1, |low|).

        Args:
            bits: binary digits of the result.
            limit: binary digits of the greatest working precision.

        Raises:
            UndecidedPrecisionError: if the limit does not suffice.
            ValueError: if x is the logarithm or square root of a negative number.
        """
        for low, high in _enclosures(self, bits + 16, limit):
            if (high - low) * 2**bits <= max(Fraction(1), abs(low)):
                return low, high
        raise UndecidedPrecisionError(f"{self!r} is not known to {bits} bits: limit {limit}")

    def floor(self, *, limit: int = LIMIT_BITS) -> int:
        """The greatest integer <= x.

        Raises:
            UndecidedPrecisionError: if the limit does not suffice: x may be an integer.
        """
        for ends in _enclosures(self, FIRST_BITS, limit):
            low, high = (end.numerator // end.denominator for end in ends)
            if low == high:
                return low
        raise UndecidedPrecisionError(f"the integer next to {self!r} is undecided: limit {limit}")

    def ceil(self, *, limit: int = LIMIT_BITS) -> int:
        """The least integer >= x.

        Raises:
            UndecidedPrecisionError: if the limit does not suffice: x may be an integer.
        """
        return -(-self).floor(limit=limit)

    def rounded_up(self, bits: int = FIRST_BITS) -> int:
        """An integer >= x: the least one, or the next if x may be an integer itself.

        Unlike `ceil` it never fails: the quotient of two logarithms may be an integer.
        """
        high = self.enclosure(bits)[1]
        return -(-high.numerator // high.denominator)

    def certainly_less(self, other: Real, *, limit: int = LIMIT_BITS) -> bool:
        """Whether enclosures prove x < y."""
        return _sign(self - exact(other), limit) == -1

    def certainly_at_most(self, other: Real, *, limit: int = LIMIT_BITS) -> bool:
        """Whether enclosures prove x <= y."""
        return _sign(self - exact(other), limit) in {-1, 0}

    def possibly_less(self, other: Real, *, limit: int = LIMIT_BITS) -> bool:
        """Whether no enclosure proves x >= y."""
        return _sign(self - exact(other), limit) in {-1, None}

    def __add__(self, other: Real) -> Interval:
        return _make(Operation.SUM, self, exact(other))

    __radd__ = __add__

    def __neg__(self) -> Interval:
        return _make(Operation.PRODUCT, exact(-1), self)

    def __sub__(self, other: Real) -> Interval:
        return self + (-exact(other))

    def __rsub__(self, other: Real) -> Interval:
        return exact(other) + (-self)

    def __mul__(self, other: Real) -> Interval:
        return _make(Operation.PRODUCT, self, exact(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Real) -> Interval:
        return _make(Operation.QUOTIENT, self, exact(other))

    def __rtruediv__(self, other: Real) -> Interval:
        return _make(Operation.QUOTIENT, exact(other), self)

    def __pow__(self, power: int) -> Interval:
        """The product of |power| factors, or its reciprocal."""
        if power < 0:
            return 1 / self**-power
        result = exact(1)
        for digit in f"{power:b}":
            result = result * result
            if digit == "1":
                result = result * self
        return result

    @override
    def __eq__(self, other: object) -> NoReturn:
        raise TypeError("intervals are compared by certainly_less and possibly_less")

    @override
    def __hash__(self) -> NoReturn:
        raise TypeError("intervals are not compared, hence not hashed")

    @override
    def __repr__(self) -> str:
        return f"Interval({_ball(self, FIRST_BITS) if self.exactly is None else self.exactly})"


Real: TypeAlias = Interval | Fraction | int
"""What arithmetic with intervals accepts."""

Ends: TypeAlias = tuple[Fraction, Fraction]
"""The end points of an enclosure."""


def exact(value: Real) -> Interval:
    """The rational number itself; an interval is returned unchanged.

    Raises:
        TypeError: for a float, which is another number than the decimal that it is written as.
    """
    if isinstance(value, Interval):
        return value
    check_exact(number=value)
    return Interval(Fraction(value))


def check_exact(**numbers: object) -> None:
    """Refuse what is neither an int nor a Fraction.

    Raises:
        TypeError: naming it.
    """
    for name, value in numbers.items():
        if not isinstance(value, int | Fraction):
            words = f"an int or a Fraction is wanted, not a {type(value).__name__}"
            raise TypeError(f"{name.replace('_', ' ')} {value!r}: {words}")


def exp(value: Real) -> Interval:
    """e^value."""
    return _make(Operation.EXP, exact(value))


def ln(value: Real) -> Interval:
    """The natural logarithm of a number > 0; a rational one <= 0 is a ValueError."""
    return _make(Operation.LN, exact(value))


def sqrt(value: Real) -> Interval:
    """The square root of a number >= 0; a negative rational one is a ValueError."""
    return _make(Operation.SQRT, exact(value))


def erfc(value: Real) -> Interval:
    """The integral of 2 e^(-t^2) / sqrt(pi) over t > value: 2 at -infinity, 1 at 0."""
    return _make(Operation.ERFC, exact(value))


def log2(value: Real) -> Interval:
    """The logarithm to base 2, of a number > 0."""
    return ln(value) / ln(2)


def rational_power(base: Real, exponent: Fraction) -> Interval:
    """base^exponent = e^(exponent ln base), for a base > 0; exact for an integer exponent."""
    if exponent.denominator == 1:
        return exact(base) ** exponent.numerator
    return exp(ln(base) * exponent)


def _make(operation: Operation, *operands: Interval) -> Interval:
    """The number made by the operation, as a rational number if it is known to be one."""
    numbers = [x.exactly for x in operands if x.exactly is not None]
    if operation is Operation.PRODUCT and 0 in numbers:
        return exact(0)
    if operation is Operation.QUOTIENT and operands[1].exactly == 0:
        raise ZeroDivisionError(f"{operands[0]!r} / 0")
    value = _rational(operation, *numbers) if len(numbers) == len(operands) else None
    return Interval(operation, operands) if value is None else Interval(value)


def _rational(operation: Operation, x: Fraction, y: Fraction = Fraction(1)) -> Fraction | None:
    """The result if it is known to be rational, else None."""
    match operation:
        case Operation.SUM:
            return x + y
        case Operation.PRODUCT:
            return x * y
        case Operation.QUOTIENT:
            return x / y
        case Operation.EXP:
            return None if x else Fraction(1)
        case Operation.LN:
            if x <= 0:
                raise ValueError(f"ln({x}): a logarithm needs a number > 0")
            return Fraction(0) if x == 1 else None
        case Operation.SQRT:
            if x < 0:
                raise ValueError(f"sqrt({x}): a square root needs a number >= 0")
            root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
            return root if root * root == x else None
        case Operation.ERFC:
            return None if x else Fraction(1)
        case _:
            assert_never(operation)


def _enclosures(x: Interval, first: int, limit: int) -> Iterator[Ends]:
    """Enclosures at working precisions doubled from the first up to the limit; exact ones once."""
    if x.exactly is not None:
        yield x.exactly, x.exactly
    bits, tried = min(first, limit), x.exactly is not None
    while not tried:
        ball = _ball(x, bits)
        with ctx.workprec(bits):
            ends = ball.lower(), ball.upper()
        if all(end.is_finite() and abs(int(end.man_exp()[1])) <= MOST_BITS for end in ends):
            low, high = (end.fmpq() for end in ends)
            yield Fraction(int(low.p), int(low.q)), Fraction(int(high.p), int(high.q))
        bits, tried = min(2 * bits, limit), bits == limit


def _sign(x: Interval, limit: int) -> int | None:
    """The sign of x, None if the limit does not decide it."""
    for low, high in _enclosures(x, FIRST_BITS, limit):
        if low > 0 or high < 0 or low == high:
            return (low > 0) - (high < 0)
    return None


def _ball(x: Interval, bits: int) -> arb:
    """A ball that contains x, at the given working precision; parts are computed once."""
    known: dict[int, arb] = {}
    pending = [x]
    with ctx.workprec(bits):
        while pending:
            node = pending[-1]
            missing = [part for part in node.operands if id(part) not in known]
            if missing:
                pending.extend(missing)
            else:
                known[id(node)] = _apply(node, [known[id(part)] for part in node.operands])
                pending.pop()
    return known[id(x)]


def _apply(x: Interval, parts: list[arb]) -> arb:
    """The ball of a number from the balls of its parts."""
    match x.origin:
        case Fraction(numerator=numerator, denominator=denominator):
            return arb(fmpq(numerator, denominator))
        case Operation.SUM:
            return parts[0] + parts[1]
        case Operation.PRODUCT:
            return parts[0] * parts[1]
        case Operation.QUOTIENT:
            return parts[0] / parts[1]
        case Operation.EXP:
            return parts[0].exp()
        case Operation.LN:
            if parts[0] <= 0:
                raise ValueError(f"ln({parts[0]}): a logarithm needs a number > 0")
            return parts[0].log()
        case Operation.SQRT:
            if parts[0] < 0:
                raise ValueError(f"sqrt({parts[0]}): a square root needs a number >= 0")
            return parts[0].sqrt()
        case Operation.ERFC:
            return parts[0].erfc()
        case _:
            assert_never(x.origin)
