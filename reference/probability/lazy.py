"""Continuous noise that is sampled: real numbers, of which only few digits are ever drawn.

A draw is x = (a + b t v)/c.  Here a, b, c are integers, c > 0, v is 1 or 1/ln(root), and t >= 0 is
random: its first binary digits are known, and the next ones are fair coins.  So x lies between two
rationals, which come from the known digits and from an enclosure of v.  Draws are compared by
these; as long as they leave doubt, one digit more is drawn, of the number that is known less
closely.  An answer is right for all digits that are not yet drawn; so none is ever taken back.
Two draws, or a draw and a number, are equal with probability 0; so comparing ends with
probability 1.  Gumbel noise -ln(t)/(rate ln(root)) lies between two logarithms in the same way.

Uniform noise on [low, high] is low + (high - low) t, t uniform in [0, 1].  Exponential noise of
the scale k/eps is t/(eps/k), where eps/k is a multiple of ln(root), and t has the density e^(-t).
Laplace noise is the same with a fair sign.  That t is reached by comparing uniform numbers,
without a logarithm:

    1  n = 0
    2  t = a uniform number in [0, 1]; go on while the numbers decrease: t > t2 > t3 > ...
    3  the first that is not below the one before it ends the run; l is how many came before it
    4  if l is even: n = n + 1, and go to 2
    5  return n + t

Given t = x, the run has l >= m with probability x^(m-1)/(m-1)!: m - 1 numbers are below x, and one
of their orders is the decreasing one.  So l is odd with probability
1 - x + x^2/2! - x^3/3! + ... = e^(-x).  Hence t has, once it is kept, a density in proportion to
e^(-x); it is not kept with probability 1 - (1 - 1/e) = 1/e.  So n + t has the density
e^(-n) (1 - 1/e) e^(-t)/(1 - 1/e) = e^(-(n + t)).

Source: J. von Neumann, Various techniques used in connection with random digits, 1951; with digits
that are drawn when they are needed: C. F. F. Karney, Sampling exactly from the normal
distribution, ACM Transactions on Mathematical Software 42(1), 2016.

>>> tape = iter([1, 0])  # the first digits of t2 and t: so t < t2, and t, which is 0..., is kept
>>> t = exponential(lambda count: next(tape))
>>> t.digits, t.count
(0, 1)
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TypeAlias

from reference.exact.interval import ln
from reference.probability.continuous import Gaussian, Gumbel, Laplace, Noise, Scale, Uniform
from reference.probability.differences import CONSTANT, Number

Bits: TypeAlias = Callable[[int], int]
"""From a count to as many fair bits, a uniform integer in [0, 2^count)."""

FIRST_PRECISION = 64
"""Binary digits to which 1/ln(root) is enclosed at first."""


class Lazy:
    """The draws of one run, by number.

    Args:
        bits: where their digits come from.
    """

    __slots__ = ("_bits", "_draws")

    def __init__(self, bits: Bits) -> None:
        self._bits = bits
        self._draws: dict[int, _Draw | _GumbelDraw] = {CONSTANT: _Draw(_Digits(bits), 0, 0, 1)}

    def draw(self, noise: Noise[Fraction]) -> int:
        """The number of a new draw.

        Raises:
            ValueError: unless e^(eps/parts) is a rational number above 1; for Gaussian noise.
        """
        number = len(self._draws) - 1
        self._draws[number] = self._drawn(noise)
        return number

    def is_below(self, low: int, high: int, k: Number) -> bool:
        """Whether draw + k is below another draw, both by number; CONSTANT stands for 0."""
        x, y = self._draws[low], self._draws[high]
        top, bottom = k.numerator, k.denominator
        while True:
            (x0, x1, xs), (y0, y1, ys) = x.ends(), y.ends()
            if (x1 * bottom + top * xs) * ys <= y0 * bottom * xs:
                return True
            if (x0 * bottom + top * xs) * ys >= y1 * bottom * xs:
                return False
            (x if (x1 - x0) * ys >= (y1 - y0) * xs else y).refine()

    def _drawn(self, noise: Noise[Fraction]) -> _Draw | _GumbelDraw:
        if isinstance(noise, Uniform):
            low, high = Fraction(noise.low), Fraction(noise.high)
            c = lcm(low.denominator, high.denominator)
            return _Draw(_Digits(self._bits), int(low * c), int((high - low) * c), c)
        if isinstance(noise, Gaussian):
            raise ValueError("Gaussian noise on the reals is not sampled; discrete noise is")  # noqa: TRY004
        root = _root(noise.scale)
        if isinstance(noise, Gumbel):
            return _GumbelDraw(exponential(self._bits), noise.scale.rate, root)
        sign = 1 - 2 * self._bits(1) if isinstance(noise, Laplace) else 1
        return _Draw(exponential(self._bits), 0, sign, noise.scale.rate, root)


def _root(scale: Scale[Fraction]) -> Fraction:
    root: object = scale.root
    if isinstance(root, Fraction) and root > 1:
        return root
    raise ValueError(f"noise is sampled if e^(eps/parts) is a rational number above 1, not {root}")


class _Digits:
    """A number t >= 0 with digits <= 2^count t <= digits + 1."""

    __slots__ = ("_bits", "count", "digits")

    def __init__(self, bits: Bits) -> None:
        self._bits = bits
        self.digits = 0
        self.count = 0
        """How many of them are behind the point."""

    def more(self) -> None:
        """Draw one more digit."""
        self.digits = 2 * self.digits + self._bits(1)
        self.count += 1


def exponential(bits: Bits) -> _Digits:
    """A number with the density e^(-t), t >= 0, as far as it is known when it is kept."""
    whole = 0
    while True:
        t = last = _Digits(bits)
        odd = True
        while _is_less(following := _Digits(bits), last):
            last, odd = following, not odd
        if odd:
            t.digits += whole << t.count
            return t
        whole += 1


def _is_less(x: _Digits, y: _Digits) -> bool:
    """Whether x < y, of uniform numbers: digits are drawn until two differ."""
    while True:
        count = min(x.count, y.count)
        a, b = x.digits >> (x.count - count), y.digits >> (y.count - count)
        if a != b:
            return a < b
        (x if x.count == count else y).more()


class _Draw:
    """The number x = (a + b t v)/c, where v is 1 without a root, and 1/ln(root) with one."""

    __slots__ = ("_a", "_b", "_c", "_root", "_t", "_v")

    def __init__(self, t: _Digits, a: int, b: int, c: int, root: Fraction | None = None) -> None:
        self._t, self._a, self._b, self._c = t, a, b, c
        self._root = root
        self._v = (1, 1, 0)
        if root is not None:
            self._v = _inverse_logarithm(root, FIRST_PRECISION)

    def ends(self) -> tuple[int, int, int]:
        """Integers low, high and s > 0 with low <= s x <= high."""
        low, high, places = self._v
        shift = self._t.count + places
        first = self._a << shift
        x, y = self._b * self._t.digits * low, self._b * (self._t.digits + 1) * high
        return first + min(x, y), first + max(x, y), self._c << shift

    def refine(self) -> None:
        """Draw one more digit, and keep the error of v small beside what it is worth."""
        self._t.more()
        needed = self._t.digits.bit_length() + 8
        if self._root is not None and needed > FIRST_PRECISION:
            self._v = _inverse_logarithm(self._root, 1 << (needed - 1).bit_length())


class _GumbelDraw:
    """The number x = -ln(t)/(rate ln(root))."""

    __slots__ = ("_rate", "_root", "_t")

    def __init__(self, t: _Digits, rate: int, root: Fraction) -> None:
        self._t, self._rate, self._root = t, rate, root
        while not t.digits:
            t.more()

    def ends(self) -> tuple[int, int, int]:
        """Integers low, high and s > 0 with low <= s x <= high."""
        return _logarithms(self._t.digits, self._t.count, self._rate, self._root)

    def refine(self) -> None:
        """Draw one more digit."""
        self._t.more()


@lru_cache(maxsize=1024)
def _logarithms(digits: int, count: int, rate: int, root: Fraction) -> tuple[int, int, int]:
    """Integers low, high, s > 0: low <= -s ln(t)/(rate ln(root)) <= high, by these digits of t."""
    p = 2 * (count + digits.bit_length()) + FIRST_PRECISION
    limit = 8 * (p + root.denominator.bit_length())
    ends = (-ln(Fraction(t, 1 << count)) / (ln(root) * rate) for t in (digits + 1, digits))
    low, high = (end.enclosure(p, limit=limit) for end in ends)
    return *_outward(low[0], high[1], p), 1 << p


@lru_cache(maxsize=1024)
def _inverse_logarithm(root: Fraction, digits: int) -> tuple[int, int, int]:
    """Integers low, high, p with low <= 2^p/ln(root) <= high, which agree in so many digits.

    1/ln(root) >= 2^-q for q = length of the length of the root's whole part, as ln(root) is below
    that length.
    """
    p = digits + 2 + int(root).bit_length().bit_length()
    limit = 8 * (p + root.denominator.bit_length())
    low, high = (1 / ln(root)).enclosure(p, limit=limit)
    return *_outward(low, high, p), p


def _outward(low: Fraction, high: Fraction, p: int) -> tuple[int, int]:
    """2^p low, rounded down, and 2^p high, rounded up."""
    return (low.numerator << p) // low.denominator, -((-high.numerator << p) // high.denominator)
