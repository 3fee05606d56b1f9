"""Towers of powers of two, and how fast the domains of the hard databases grow.

tower^(0)(x) = x and tower^(k)(x) = 2^(tower^(k-1)(x)); log* counts the levels of tower^(k)(1).
With bases b(1), b(2), ... the domains have S(1) = s and S(n+1) = b(n)^S(n) points, which is at
most a tower of n + 1 levels.  Where a number cannot be written down its logarithms are compared.

Notation: k height, x top, b bases, S sizes.
Source: BNSV15, section 3.2, above Lemma 3.3 and proof of Theorem 3.2; Appendix B.

>>> [iterated_exponential(k, 1) for k in range(5)]
[1, 2, 4, 16, 65536]
>>> sizes(2, (50,))
(2, 2500)
"""

from collections.abc import Sequence

from reference.exact.interval import Interval, Real, exact, exp, ln

MOST_BITS = 1 << 20
"""Numbers up to 2^(2^20) are written down."""


def iterated_exponential(height: int, top: int) -> int:
    """tower^(height)(top).

    Raises:
        ValueError: for a negative height or top, or a number that may be greater than 2^(2^20).
    """
    if height < 0 or top < 0:
        raise ValueError(f"tower^({height})({top}): height and top are >= 0")
    value = top
    for _ in range(height):
        if value > MOST_BITS:
            raise ValueError(f"tower^({height})({top}): greater than 2^{MOST_BITS}")
        value = 1 << value
    return value


def real_tower(height: int, top: Real) -> Interval:
    """tower^(height)(top) of a real number, of so few levels that it can be enclosed."""
    value = exact(top)
    for _ in range(height):
        known = value.exactly
        if known is not None and known.denominator == 1 and 0 <= known <= MOST_BITS:
            value = exact(1 << int(known))
        else:
            value = exp(ln(2) * value)
    return value


def sizes(first: int, bases: Sequence[int]) -> tuple[int, ...]:
    """S(1), ..., S(n) for n - 1 bases: S(1) = first, S(n+1) = b(n)^S(n).

    Raises:
        ValueError: if a size may have more than 2^20 bits.
    """
    found = [first]
    for base in bases:
        if found[-1] * base.bit_length() > MOST_BITS:
            raise ValueError(f"S({len(found) + 1}) may have more than {MOST_BITS} bits")
        found.append(base ** found[-1])
    return tuple(found)
