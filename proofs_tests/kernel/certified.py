"""The sign of an exponential polynomial on u > 0, by intervals: what the kernel decides otherwise.

Near 0 the first Taylor coefficient that is not 0 outweighs all later ones; far out the leading
term outweighs all others; between, intervals are halved until balls (of `flint.arb`) are on one
side of 0, by the mean value theorem.  What touches 0 between has no answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import factorial

from flint import arb, ctx, fmpq

Terms = Mapping[tuple[int, int], int]
"""The coefficient of each u^j e^(k u), by (j, k)."""

BOXES, BITS = 2000, 200


def nowhere_negative(terms: Terms) -> bool | None:
    """Whether h(u) >= 0 for all u > 0, proved either way; None if intervals do not tell."""
    ctx.prec = BITS
    h = _divided(terms)
    if not h:
        return True
    far = _far(h)
    near = _near(h)
    if far is None or near is None:
        return False
    slope = _derivative(h)
    todo = [(near, far)] if near < far else []
    for _ in range(BOXES):
        if not todo:
            return True
        a, b = todo.pop()
        middle, half = (a + b) / 2, (b - a) / 2
        value = _at(h, arb(middle))
        if value < 0:
            return False
        if not value + arb(0, arb(half)) * _at(slope, arb(arb(middle), arb(half))) > 0:
            todo += [(a, middle), (middle, b)]
    return None


def sign_at(terms: Terms, u: fmpq) -> int:
    """The sign of h at a rational u > 0; it is 0 only if all coefficients of powers of e^u are."""
    parts: dict[int, fmpq] = {}
    for (j, k), c in terms.items():
        parts[k] = parts.get(k, fmpq(0)) + c * u**j
    if not any(parts.values()):
        return 0
    bits = BITS
    while True:
        ctx.prec, bits = bits, 2 * bits
        e = arb(u).exp()
        value = sum((arb(c) * e**k for k, c in parts.items()), arb(0))
        if value > 0 or value < 0:
            return 1 if value > 0 else -1


def _divided(terms: Terms) -> dict[tuple[int, int], int]:
    """Divided by a power of u and one of e^u."""
    found = {power: c for power, c in terms.items() if c}
    least = [min((power[i] for power in found), default=0) for i in (0, 1)]
    return {(j - least[0], k - least[1]): c for (j, k), c in found.items()}


def _at(h: Terms, u: arb) -> arb:
    return sum((c * u**j * (k * u).exp() for (j, k), c in h.items()), arb(0))


def _derivative(h: Terms) -> Terms:
    found: dict[tuple[int, int], int] = {}
    for (j, k), c in h.items():
        found[j, k] = found.get((j, k), 0) + c * k
        if j:
            found[j - 1, k] = found.get((j - 1, k), 0) + c * j
    return found


def _far(h: Terms) -> fmpq | None:
    """From there on h has the sign of its leading term; None if that is negative."""
    top_j, top_k = max(h, key=lambda power: (power[1], power[0]))
    if h[top_j, top_k] < 0:
        return None
    others = [
        (j - top_j, top_k - k, abs(c)) for (j, k), c in h.items() if (j, k) != (top_j, top_k)
    ]
    u = fmpq(1)
    while True:  # each u^i e^(-m u) falls from i/m on
        falls = all(i <= 0 or (m > 0 and u * m >= i) for i, m, _ in others)
        rest = sum((c * arb(u) ** i * (-m * arb(u)).exp() for i, m, c in others), arb(0))
        if falls and rest < h[top_j, top_k]:
            return u
        u *= 2


def _near(h: Terms) -> fmpq | None:
    """Up to there h has the sign of its first Taylor coefficient; None if that is negative."""

    def coefficient(f: Terms, n: int) -> fmpq:
        each = (fmpq(c * k ** (n - j), factorial(n - j)) for (j, k), c in f.items() if j <= n)
        return sum(each, fmpq(0))

    m = 0
    while not coefficient(h, m):
        m += 1
    first = coefficient(h, m)
    if first < 0:
        return None
    sizes, u = {power: abs(c) for power, c in h.items()}, fmpq(1)
    while True:
        ctx.prec = BITS + 100 * m
        begun = sum((coefficient(sizes, n) * u**n for n in range(m + 1)), fmpq(0))
        if (_at(sizes, arb(u)) - arb(begun)) / arb(u**m) < arb(first):
            ctx.prec = BITS
            return u
        u /= 2
