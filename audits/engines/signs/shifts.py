"""Whether an exponential polynomial is nowhere negative: h(u) = sum of c u^j e^(k u), u > 0.

Up to a positive factor c u^a e^(b u), h has integer coefficients and exponents j, k >= 0.  The
Taylor coefficients of e^(s u) h, s >= 0 an integer, are, times n!, the integers

    A_n = sum of c n (n-1) ... (n-j+1) (s+k)^(n-j);

if none is negative, h is not.  Those for n <= N are looked at, N being at least each j.  Beyond,
let (J, K) be the term with the greatest k, and of these with the greatest j.  In relation to it, a
term (j, k) changes from n to n + 1 by (s+k)(n+1-J) / ((s+K)(n+1-j)); if this is at most 1 for
n = N, it is so beyond, since k <= K.  So it is enough that this is so for each negative term, and
that at N the term (J, K), of a positive coefficient, outweighs all negative ones together.  Two
integers, s and N, are a proof.  (If s + K = 0, all beyond are 0.)

A function that is 0 for some u > 0 has no proof.  One that is positive for all u > 0 has one: for
n = s u, (s+k)^n is about s^n e^(ku), so that A_n is about s^n h(u); in relation to the sizes of
the terms the difference is of the order 1/s.  So s is to be about 1 over the least part that h is
of the sum of the sizes of its terms: `SHIFTS` were enough for a part of 1/300 wherever tried, and
mostly for 1/3000.

>>> u, r = ExponentialPolynomial.u(), ExponentialPolynomial.r()
>>> nowhere_negative(r - 1 - u), nowhere_negative(r**3 - 10 * r**2 + 100 * r)
(Shift(s=0, n=4), Shift(s=1, n=8))
>>> negative_at(1 + u - r), nowhere_negative((u - 1) ** 2), negative_at((u - 1) ** 2)
(Fraction(1, 1), None, None)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count, islice, pairwise
from math import perm
from typing import NamedTuple, TypeAlias

from reference.exact.exponential_polynomial import ExponentialPolynomial, Powers, integral, sign

Terms: TypeAlias = Mapping[Powers, int]
"""The coefficient of each u^j e^(k u), j, k >= 0."""

SHIFTS = (0, *(2**i for i in range(13)))
"""Those that are tried."""

SMALL = 6
"""How many of them are tried before it is looked whether there is a proof at all."""

FIRST, LAST = 4, 2**14
"""The values of N that are tried: the first, doubled, up to the last."""

_DOUBLINGS = (*range(-40, -12, 4), *range(-12, 8))

PLACES = tuple(
    sorted((Fraction(2) ** k * j for k in _DOUBLINGS for j in (2, 3)), key=lambda u: abs(u - 1))
)
"""Where negative values are looked for, next to 1 first."""


HALVINGS = 32
"""How near to a minimum: the part 2^-32 of the distance of two such places."""


class Shift(NamedTuple):
    """A proof that a function is nowhere negative."""

    s: int
    n: int
    """Taylor coefficients that are looked at, one by one."""


def decide(function: ExponentialPolynomial) -> Shift | Fraction | None:
    """A proof that it is >= 0 for every u > 0, or a rational u where it is not, or neither.

    Small shifts are tried first, and large ones last: they take longest where there is no proof.
    """
    small, large = SHIFTS[:SMALL], SHIFTS[SMALL:]
    shown = nowhere_negative(function, small)
    return shown or negative_at(function) or nowhere_negative(function, large)


def nowhere_negative(
    function: ExponentialPolynomial, shifts: Iterable[int] = SHIFTS
) -> Shift | None:
    """A proof that it is >= 0 for every u > 0; None if none is found.

    There is none if its leading term is negative, as it is far out.
    """
    *_, leading = max(((k, j, c) for (j, k), c in function.integral.items()), default=(0,))
    return bounded((), function, shifts) if leading >= 0 else None


def bounded(
    gains: Iterable[ExponentialPolynomial],
    bound: ExponentialPolynomial,
    shifts: Iterable[int] = SHIFTS,
) -> Shift | None:
    """A proof that the positive ones of some functions add up to at most a bound, for every u > 0.

    For each n <= N the positive A_n of the functions add up to at most that of the bound.  Beyond
    N, those of each function are all >= 0, or all <= 0, by its leading term; and the bound less
    the functions of the first kind is not negative, by the leading term.
    """
    functions = list(gains)
    most, *terms = integral([bound, *functions])
    for i, s in enumerate(shifts):
        if i == SMALL and any(exceeds(functions, bound, u) for u in PLACES):
            return None
        proof = _proof(most, terms, s)
        if proof is not None:
            return proof
    return None


def _proof(most: Terms, terms: Sequence[Terms], s: int) -> Shift | None:
    """The least of the numbers N that are tried, for one s."""
    n = FIRST
    rows = zip(*(coefficients(part, s) for part in (most, *terms)), strict=True)
    for i, (whole, *parts) in enumerate(islice(rows, LAST + 1)):
        if sum(a for a in parts if a > 0) > whole:
            return None
        if i == n:
            if _settled_within(most, terms, s, n):
                return Shift(s, n)
            n *= 2
    return None


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


def proves(terms: Terms, shift: Shift) -> bool:
    """Whether a shift is a proof.

    Args:
        terms: the coefficient of each u^j e^(k u), j, k >= 0.
        shift: s and N.
    """
    s, n = shift
    if s < 0 or not _settled(terms, s, n):
        return False
    return all(a >= 0 for a in islice(coefficients(terms, s), n + 1))


def _settled(terms: Terms, s: int, n: int) -> bool:
    """Whether no A_i is negative for i > n, by the leading term."""
    if not terms:
        return True
    k_most = max(k for _, k in terms)
    j_most = max(j for j, k in terms if k == k_most)
    if n < max(j for j, _ in terms):
        return False
    negative = {(j, k): c for (j, k), c in terms.items() if c < 0}
    if any((s + k) * (n + 1 - j_most) > (s + k_most) * (n + 1 - j) for j, k in negative):
        return False
    leading = {(j_most, k_most): terms[j_most, k_most]}
    return taylor(negative | leading, s, n) >= 0  # so it is not if the leading term is negative


def taylor(terms: Terms, s: int, n: int) -> int:
    """A_n."""
    return sum(c * perm(n, j) * (s + k) ** (n - j) for (j, k), c in terms.items() if j <= n)


def coefficients(terms: Terms, s: int) -> Iterator[int]:
    """A_0, A_1, ..., without end; those with the same k share the powers of s + k."""
    most = max((j for j, _ in terms), default=0)
    yield from (taylor(terms, s, n) for n in range(most))
    powers = {k: 1 for _, k in terms}
    parts = [(k, j, c * (s + k) ** (most - j)) for (j, k), c in terms.items()]
    for n in count(most):
        falling = [perm(n, j) for j in range(most + 1)]
        factors = dict.fromkeys(powers, 0)
        for k, j, c in parts:
            factors[k] += c * falling[j]
        yield sum(factors[k] * power for k, power in powers.items())
        for k in powers:
            powers[k] *= s + k


def negative_at(function: ExponentialPolynomial) -> Fraction | None:
    """A rational u > 0 at which it is negative; None if none is found.

    At some places, then nearer and nearer to each minimum between two of these.
    """
    terms = function.integral
    found = next((u for u in PLACES if sign(terms, u) < 0), None)
    if found is not None or not terms:
        return found
    slope = derivative(terms)
    falling = {u: sign(slope, u) < 0 for u in PLACES}
    valleys = (gap for gap in pairwise(sorted(PLACES)) if falling[gap[0]] and not falling[gap[1]])
    deepest = (_halved(terms, slope, low, high) for low, high in valleys)
    return next((u for u in deepest if u is not None), None)


def _halved(terms: Terms, slope: Terms, low: Fraction, high: Fraction) -> Fraction | None:
    """Where it is negative, on the way to a minimum between two places."""
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if sign(terms, middle) < 0:
            return middle
        low, high = (middle, high) if sign(slope, middle) < 0 else (low, middle)
    return None


def derivative(terms: Terms) -> dict[Powers, int]:
    """The coefficients of the derivative by u: (u^j r^k)' = j u^(j-1) r^k + k u^j r^k."""
    found: dict[Powers, int] = {}
    for (j, k), c in terms.items():
        found[j, k] = found.get((j, k), 0) + k * c
        if j:
            found[j - 1, k] = found.get((j - 1, k), 0) + j * c
    return found
