"""Whether a function of two variables is nowhere negative: of s and u > 0, between two lines.

On a piece between the break points b and b', s is between b u and b' u.  Such points are

    s = b' w + b v,  u = w + v;    right of the last break point b:  s = b v + w,  u = v;
                                   left of the first one:            s = b v - w,  u = v

with w, v >= 0.  A sum of c u^j r^k s^i e^(m s) becomes one of c w^a e^(alpha w) v^b e^(beta v),
which is F(w, v) = sum of C(v) w^a e^(alpha w) with exponential polynomials C, one for each
(alpha, a).  A factor e^(M w) makes each alpha >= 0.  For an integer sigma >= 0

    e^(sigma w) F = sum over n of A_n(v) w^n / n!,   A_n(v) = sum of C(v) e(n),
    e(n) = n (n-1) ... (n-a+1) (sigma+alpha)^(n-a).

If no A_n is negative for any v > 0, F is not.  Those for n < N are looked at, one by one, as
functions of v (`audits.engines.signs.shifts`).  Beyond, let (alpha*, a*) be the leading term, with
the greatest alpha, and of these the greatest a, and let e*(N) > 0.  From n >= N to n + 1, the
ratio e(n) / e*(n) changes by (sigma+alpha)(n+1-a*) / ((sigma+alpha*)(n+1-a)), if a <= N; if that
is at most 1 for n = N, it is so beyond, since alpha <= alpha*.  So, if it is so for all other
terms, whatever their signs,

    C*(v) e*(N) >= sum over the others of max(-C(v) e(N), 0)    for all v > 0

times e*(n) / e*(N) says that A_n(v) is not negative, for each n >= N.

>>> s_minus_u = {(1, 0): ExponentialPolynomial.of(1), (0, 0): -ExponentialPolynomial.u()}
>>> nowhere_negative(on_cone(s_minus_u, 1, None)), nowhere_negative(on_cone(s_minus_u, 0, 1))
(True, False)
>>> negative_at(on_cone(s_minus_u, 0, 1), bounded=True)
(0, 1, Fraction(1, 1))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb, gcd, perm
from typing import TypeAlias

from audits.engines.signs import shifts
from reference.exact.exponential_polynomial import ExponentialPolynomial, integral
from reference.probability.piecewise import Piece

Cone: TypeAlias = Mapping[tuple[int, int], ExponentialPolynomial]
"""The coefficient of each w^a e^(alpha w), an exponential polynomial in v, by (alpha, a)."""

SIGMAS = (0, 1, 2, 4, 8, 16, 32, 64)
LOOKS = (0, 1, 2, 4, 8, 16, 32, 64)
"""The sigma and N that are tried."""

RAYS = (
    *((0, 1), (1, 1), (1, 0), (1, 2), (2, 1), (1, 3), (3, 1), (1, 4), (4, 1), (1, 8), (8, 1)),
    *((16, 1), (1, 16), (64, 1), (1, 64)),
)
"""Where negative values are looked for: w and v in these ratios."""


def on_cone(piece: Piece, low: int | None, high: int | None) -> Cone:
    """The function between two break points, times a power of u.

    Args:
        piece: the function of s.
        low: the break point on its left, None if there is none.
        high: that on its right; not both are None.
    """
    if low is None:
        assert high is not None
        (s_w, u_w), s_v = (-1, 0), high
    else:
        (s_w, u_w), s_v = ((1, 0) if high is None else (high, 1)), low
    lift = -min((j for c in piece.values() for j, _ in c.terms), default=0)
    found: dict[tuple[int, int], dict[tuple[int, int], Fraction]] = {}
    for (i, m), coefficient in piece.items():
        for (power, k), c in coefficient.terms.items():
            j = power + lift
            for p in range(j + 1 if u_w else 1):
                for q in range(i + 1):
                    part = found.setdefault((k * u_w + m * s_w, p + q), {})
                    at = i + j - p - q, k + m * s_v
                    factor = comb(j, p) * comb(i, q) * s_w**q * s_v ** (i - q)
                    part[at] = part.get(at, Fraction(0)) + c * factor
    cone = {key: ExponentialPolynomial.of_terms(part) for key, part in found.items()}
    return {key: part for key, part in cone.items() if part}


def identity(cone: Cone) -> object:
    """Equal for functions that have the same ratios up to a factor c v^p e^(A w + B v), c > 0."""
    values = integral(cone.values())
    least = min((alpha for alpha, _ in cone), default=0)
    most = gcd(*(c for part in values for c in part.values()))
    return frozenset(
        (alpha - least, a, b, beta, c // most)
        for (alpha, a), part in zip(cone, values, strict=True)
        for (b, beta), c in part.items()
    )


def nowhere_negative(cone: Cone) -> bool:
    """Whether it is shown to be >= 0 for all w, v > 0."""
    least = min((alpha for alpha, _ in cone), default=0)
    terms = {(alpha - least, a): part for (alpha, a), part in cone.items()}
    return not terms or any(_shown(terms, sigma) for sigma in SIGMAS)


def _shown(terms: Cone, sigma: int) -> bool:
    for n in range(LOOKS[-1] + 1):
        if n in LOOKS and _settled(terms, sigma, n):
            return True
        whole = sum((c * _taylor(sigma, key, n) for key, c in terms.items()), _NOTHING)
        if not isinstance(shifts.decide(whole), shifts.Shift):
            return False
    return False


def _settled(terms: Cone, sigma: int, n: int) -> bool:
    """Whether no A_i is negative for i >= n, by the leading term."""
    alpha, a = leading = max(terms)
    others = [key for key in terms if key != leading]
    slower = (
        n >= j and (sigma + k) * (n + 1 - a) <= (sigma + alpha) * (n + 1 - j) for k, j in others
    )
    most = _taylor(sigma, leading, n)
    if not (most and all(slower)):
        return False
    losses = [terms[key] * -_taylor(sigma, key, n) for key in others]
    return shifts.bounded(losses, terms[leading] * most) is not None


def _taylor(sigma: int, key: tuple[int, int], n: int) -> int:
    """The number e(n) of w^a e^(alpha w)."""
    alpha, a = key
    return perm(n, a) * (sigma + alpha) ** (n - a) if a <= n else 0


_NOTHING = ExponentialPolynomial.of(0)


def negative_at(cone: Cone, *, bounded: bool) -> tuple[int, int, Fraction] | None:
    """Where it is negative: w = p z, v = q z for two integers and a rational z > 0, or None.

    Args:
        cone: the function.
        bounded: whether u = w + v; else u = v, which is not 0.
    """
    for p, q in RAYS:
        if q or bounded:
            z = shifts.negative_at(on_ray(cone, p, q))
            if z is not None:
                return p, q, z
    return None


def on_ray(cone: Cone, p: int, q: int) -> ExponentialPolynomial:
    """The function of z that it is for w = p z, v = q z."""
    found: dict[tuple[int, int], Fraction] = {}
    for alpha, a, b, beta, c in _terms(cone):
        at = a + b, alpha * p + beta * q
        found[at] = found.get(at, Fraction(0)) + c * p**a * q**b
    return ExponentialPolynomial.of_terms({at: c for at, c in found.items() if c})


def _terms(cone: Cone) -> Iterator[tuple[int, int, int, int, Fraction]]:
    for (alpha, a), part in cone.items():
        for (b, beta), c in part.terms.items():
            yield alpha, a, b, beta, c
