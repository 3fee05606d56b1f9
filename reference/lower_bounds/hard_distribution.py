"""Databases on which every private solver of the interior-point problem fails.

A number below b^k is written with k digits in base b, the most significant first.  The hidden row
x_0 is uniform, and row x_i, i >= 1, agrees with it on its first y_i digits and is uniform in every
digit beyond.  An interior point of (x_0, ..., x_n) agrees with x_0 on at least min(y) digits, and
a private mechanism does not find the digit after the first max(y), which no other row knows.  So
the number of digits is an interior point of (y_1, ..., y_n): D_(n+1) is as hard as D_n.

    D_1      the rows 0 and 1, each alone with probability 1/2           over S(1) = 2 points
    D_(n+1)  y from D_n, then (x_0, ..., x_n) with k = S(n) digits       over S(n+1) = b(n)^S(n)

Notation: b base, k length, y lengths, S(n) domain size.
Source: BNSV15, proof of Lemma 3.3, section 3.2.

>>> digits(11, 3, 4), agreement(11, 9, 3, 4)
((0, 1, 0, 2), 3)
>>> domain_size((5,)), domain_size((2, 2))
(25, 16)
>>> hard_distribution(())
Dist({(0,): 1/2, (1,): 1/2})
>>> hard_distribution((2,)).probability((0, 0)), hard_distribution((2,)).probability((0, 3))
(Fraction(3, 32), Fraction(1, 32))
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist
from reference.probability.law import law

SMALLEST = 2
"""S(1): a domain of one point has no hard distribution."""


def digits(number: int, base: int, length: int) -> tuple[int, ...]:
    """The digits of a number below base^length, the most significant first.

    Raises:
        ValueError: if the base is below 2, or the number does not have so many digits.
    """
    _refuse_base(base)
    if not 0 <= number < base**length:
        raise ValueError(
            f"{number} in base {base}: {length} digits need 0 <= number < base^digits"
        )
    return tuple(number // base**place % base for place in reversed(range(length)))


def agreement(first: int, second: int, base: int, length: int) -> int:
    """On how many of their most significant digits two numbers agree."""
    pairs = zip(digits(first, base, length), digits(second, base, length), strict=True)
    return next((k for k, (a, b) in enumerate(pairs) if a != b), length)


def agreeing(number: int, most: int, base: int, length: int) -> range:
    """The numbers that agree with a number on (at least) its first `most` digits.

    Raises:
        ValueError: unless 0 <= most <= length.
    """
    if not 0 <= most <= length:
        raise ValueError(f"{most} digits: from 0 to {length} of them can agree")
    block = base ** (length - most)
    start = number - number % block
    return range(start, start + block)


@lru_cache(maxsize=1, typed=True)
def rows_around(
    hidden: int, lengths: Database[int], base: int, length: int
) -> Dist[Database[int], Fraction]:
    """The law of (x_0, x_1, ..., x_n) for x_0 = hidden: x_i agrees on the first y_i digits.

    The last one is kept: it is drawn from once for each of its outcomes.
    """
    blocks = (agreeing(hidden, y, base, length) for y in lengths)
    return Dist.uniform((hidden, *rows) for rows in product(*blocks))


def rows_from_lengths(
    lengths: Database[int], base: int, length: int
) -> Dist[Database[int], Fraction]:
    """The law of (x_0, x_1, ..., x_n) for a uniform x_0.

    Raises:
        ValueError: for a base below 2, no digits, or lengths outside of {0, ..., length}.
    """
    _refuse_base(base)
    if length < 1:
        raise ValueError(f"{length} digits: at least 1")
    hidden = Dist.uniform(range(base**length))
    return hidden.bind(lambda x: rows_around(x, lengths, base, length))


def domain_size(bases: Sequence[int], smallest: int = SMALLEST) -> int:
    """S(n) for n = 1 + the number of bases: S(1), b(1)^S(1), b(2)^(b(1)^S(1)) and so on."""
    size = smallest
    for base in bases:
        size = base**size
    return size


def hard_distribution(
    bases: Sequence[int], smallest: int = SMALLEST
) -> Dist[Database[int], Fraction]:
    """D_n for n = 1 + the number of bases; databases are sequences, the hidden row first.

    It is listed: b(1) = b(2) = 2 gives 4096 databases of three rows, and much more is too much.

    Args:
        bases: b(1), ..., b(n-1).
        smallest: S(1) >= 1, D_1 is a uniform row; for one point D_n is as easy as can be.

    Raises:
        ValueError: for a base below 2, or no points.
    """
    if smallest < 1:
        raise ValueError(f"S(1) = {smallest}: at least 1 point")
    found: Dist[Database[int], Fraction] = Dist.uniform((x,) for x in range(smallest))
    for n, base in enumerate(bases):
        found = _one_row_more(found, base, domain_size(bases[:n], smallest))
    return found


def _one_row_more(
    lengths: Dist[Database[int], Fraction], base: int, size: int
) -> Dist[Database[int], Fraction]:
    return lengths.bind(lambda y: rows_from_lengths(y, base, size)).reduced()


def success(
    mechanism: Mechanism[Database[int], int | Bottom, R], databases: Dist[Database[int], Fraction]
) -> R:
    """The probability that the mechanism names an interior point of a random database."""
    parts = [
        law(mechanism, rows).probability_that(partial(is_interior_point, rows))
        * databases.probability(rows)
        for rows in databases
    ]
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def _refuse_base(base: int) -> None:
    if base < 2:
        raise ValueError(f"base {base}: digits need a base >= 2")
