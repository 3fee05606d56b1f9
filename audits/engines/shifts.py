"""Whether an exponential polynomial is nowhere negative: h(u) = sum of c u^j e^(k u), u > 0.

Up to a positive factor c u^a e^(b u), h has integer coefficients and exponents j, k >= 0.  The
Taylor coefficients of e^(s u) h, s >= 0 an integer, are, times n!, the integers

    A_n = sum of c n (n-1) ... (n-j+1) (s+k)^(n-j);

if none is negative, h is not.  Those for n <= N are looked at.  Beyond, let (J, K) be the term
with the greatest k, and of these with the greatest j; its coefficient is to be positive.  In
relation to it a negative term (j, k) falls from N on if (s+k)(N+1-J) <= (s+K)(N+1-j), since
k <= K; and at N it outweighs all negative terms together.  So two integers, s and N, are a proof.

It is a sufficient test: a function that is 0 for some u > 0, but nowhere negative, has no proof.

>>> u, r = ExponentialPolynomial.u(), ExponentialPolynomial.r()
>>> nowhere_negative(r - 1 - u), nowhere_negative(r**3 - 10 * r**2 + 100 * r)
(Shift(s=0, n=4), Shift(s=1, n=8))
>>> negative_at(1 + u - r), nowhere_negative((u - 1) ** 2), negative_at((u - 1) ** 2)
(Fraction(1, 1), None, None)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import perm
from typing import NamedTuple, TypeAlias

from reference.exact.exponential_polynomial import ExponentialPolynomial, Powers, integral

Terms: TypeAlias = Mapping[Powers, int]
"""The coefficient of each u^j e^(k u), j, k >= 0."""

SHIFTS = (0, 1, 2, 4, 8, 16, 32, 64)
"""Those that are tried."""

FIRST, LAST = 4, 2048
"""The values of N that are tried: the first, doubled, up to the last."""

PLACES = tuple(
    sorted((Fraction(2) ** k * j for k in range(-40, 8) for j in (2, 3)), key=lambda u: abs(u - 1))
)
"""Where negative values are looked for, next to 1 first."""


class Shift(NamedTuple):
    """A proof that a function is nowhere negative."""

    s: int
    n: int
    """Taylor coefficients that are looked at, one by one."""


def nowhere_negative(function: ExponentialPolynomial) -> Shift | None:
    """A proof that it is >= 0 for every u > 0; None if none is found."""
    terms = function.integral
    for s in SHIFTS:
        seen, n = 0, FIRST
        while n <= LAST and all(taylor(terms, s, i) >= 0 for i in range(seen, n + 1)):
            if _settled(terms, s, n):
                return Shift(s, n)
            seen, n = n + 1, 2 * n
    return None


def bounded(gains: Sequence[ExponentialPolynomial], bound: ExponentialPolynomial) -> Shift | None:
    """A proof that the positive ones of some functions add up to at most a bound, for every u > 0.

    For each n <= N the positive A_n of the functions add up to at most that of the bound.  Beyond
    N, those of each function are all >= 0, or all <= 0, by its leading term; and the bound less
    the functions of the first kind is not negative, by the leading term.
    """
    most, *terms = integral([bound, *gains])
    for s in SHIFTS:
        seen, n = 0, FIRST
        while n <= LAST and all(_within(most, terms, s, i) for i in range(seen, n + 1)):
            if _settled_within(most, terms, s, n):
                return Shift(s, n)
            seen, n = n + 1, 2 * n
    return None


def _within(most: Terms, terms: Sequence[Terms], s: int, n: int) -> bool:
    return sum(max(0, taylor(part, s, n)) for part in terms) <= taylor(most, s, n)


def _settled_within(most: Terms, terms: Sequence[Terms], s: int, n: int) -> bool:
    left = dict(most)
    for part in terms:
        if _settled({powers: -c for powers, c in part.items()}, s, n):
            continue
        if not _settled(part, s, n):
            return False
        for powers, c in part.items():
            left[powers] = left.get(powers, 0) - c
    return _settled({powers: c for powers, c in left.items() if c}, s, n)


def exceeds(
    gains: Iterable[ExponentialPolynomial], bound: ExponentialPolynomial, u: Fraction
) -> bool:
    """Whether the positive ones of some functions add up to more than a bound at a rational u."""
    positive = [gain for gain in gains if gain.sign_at(u) > 0]
    return sum(positive, -bound).sign_at(u) > 0


def proves(terms: Mapping[Powers, int], shift: Shift) -> bool:
    """Whether a shift is a proof.

    Args:
        terms: the coefficient of each u^j e^(k u), j, k >= 0.
        shift: s and N.
    """
    s, n = shift
    return _settled(terms, s, n) and all(taylor(terms, s, i) >= 0 for i in range(n + 1))


def _settled(terms: Mapping[Powers, int], s: int, n: int) -> bool:
    """Whether no A_i is negative for i >= n, by the leading term."""
    if not terms:
        return True
    k_most = max(k for _, k in terms)
    j_most = max(j for j, k in terms if k == k_most)
    if s + k_most == 0:
        return min(terms.values()) >= 0
    if n < max(j for j, _ in terms):
        return False
    negative = {(j, k): c for (j, k), c in terms.items() if c < 0}
    if any((s + k) * (n + 1 - j_most) > (s + k_most) * (n + 1 - j) for j, k in negative):
        return False
    leading = {(j_most, k_most): terms[j_most, k_most]}
    return taylor(negative | leading, s, n) >= 0  # so it is not if the leading term is negative


def taylor(terms: Mapping[Powers, int], s: int, n: int) -> int:
    """A_n."""
    return sum(c * perm(n, j) * (s + k) ** (n - j) for (j, k), c in terms.items() if j <= n)


def negative_at(function: ExponentialPolynomial) -> Fraction | None:
    """A rational u > 0 at which it is negative; None if none of those that are tried."""
    return next((u for u in PLACES if function.sign_at(u) < 0), None)
