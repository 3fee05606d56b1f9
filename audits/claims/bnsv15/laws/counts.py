"""Tails of sums of two-sided geometric noise, and of the counts of a tree."""

from audits.claims.prelude import *

PLACES = 256
"""Powers of the ratio are rounded up to so many binary digits."""


def power_up(ratio: Fraction, exponent: int) -> Fraction:
    """The power, rounded up."""
    top, bottom = ratio.numerator**exponent, ratio.denominator**exponent
    return Fraction(-(-(top << PLACES) // bottom), 1 << PLACES)


def tail(terms: int, least: int, ratio: Fraction) -> Fraction:
    """Pr[Z_1 + ... + Z_j >= E] for E >= 1 and Pr[Z = z] = (1 - g)/(1 + g) g^|z|, or just more.

    The sum over s >= E of the coefficients of z^-s in ((1-g)^2 / ((1-g z)(1-g/z)))^j: the residue
    at its pole g, of order j, of (1-g)^(2j) z^(E-1+j) / ((1-z) (1-g z)^j (z-g)^j).
    """
    j, e, g = terms, least, ratio
    total = Fraction(0)
    for a in range(j):
        for b in range(j - a):
            c = j - 1 - a - b
            first = comb(e + j - 1, a) * power_up(g, e + j - 1 - a)
            second = comb(j + b - 1, b) * g**b / (1 - g * g) ** (j + b)
            total += first * second / (1 - g) ** (1 + c)
    return (1 - g) ** (2 * j) * total


def some_count_strays(counts: int, error: int, ratio: Fraction) -> Fraction:
    """At least Pr[some of the prefixes 1, ..., k is off by more]: the sum of their probabilities.

    The prefix t is made of as many nodes as t has binary digits 1.
    """
    nodes = Counter(t.bit_count() for t in range(1, counts + 1))
    return sum(
        (2 * times * tail(j, error + 1, ratio) for j, times in nodes.items()), start=Fraction(0)
    )
