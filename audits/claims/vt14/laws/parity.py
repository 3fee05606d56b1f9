"""Parities without linear algebra: all hypotheses are tried, all sets of kept examples summed."""

from audits.claims.prelude import *

Answer = int | Bottom

R = RationalFunction.r()
RATE = (R - 1) / (R + 1)
"""The rate e with r = (1 + e)/(1 - e): it goes through [0, 1) as r goes through all e^eps."""


def dot(a: int, h: int) -> int:
    """<a, h> modulo 2, bit by bit."""
    total = 0
    while a:
        total, a, h = total + (a % 2) * (h % 2), a // 2, h // 2
    return total % 2


def consistent(rows: Sequence[tuple[int, int]], bits: int) -> list[int]:
    """The hypotheses that agree with all rows."""
    return [h for h in range(1 << bits) if all(dot(x, h) == y for x, y in rows)]


def kept(rows: Rows) -> Iterator[tuple[Rows, int]]:
    """Every part of the rows, and the number of the others."""
    for mask in product((False, True), repeat=len(rows)):
        part = tuple(row for row, stays in zip(rows, mask, strict=True) if stays)
        yield part, len(rows) - len(part)


def answers(rows: Rows, bits: int) -> dict[Answer, RationalFunction]:
    """The law of the private learner: a sum over the parts of the rows, for every eps."""
    zero = R - R
    found: dict[Answer, RationalFunction] = dict.fromkeys(range(1 << bits), zero)
    found[Bottom.BOTTOM] = zero + HALF
    for part, lost in kept(rows):
        chance = RATE ** len(part) * (1 - RATE) ** lost / 2
        space = consistent(part, bits)
        for h in space:
            found[h] += chance / len(space)
        if not space:
            found[Bottom.BOTTOM] += chance
    return found


@cache
def ranks(bits: int, rows: int, rate: Fraction) -> tuple[Fraction, ...]:
    """The law of the rank of uniform vectors, each kept with this probability."""
    masses = [Fraction(1)] + [Fraction(0)] * bits
    for _ in range(rows):
        grows = [rate * (1 - Fraction(1, 1 << (bits - k))) for k in range(bits + 1)]
        stay = [p * (1 - g) for p, g in zip(masses, grows, strict=True)]
        masses = [stay[k] + (masses[k - 1] * grows[k - 1] if k else 0) for k in range(bits + 1)]
    return tuple(masses)


def hit(bits: int, rows: int, rate: Fraction) -> Fraction:
    """The probability that a uniform consistent hypothesis is the concept, on uniform points."""
    law = ranks(bits, rows, rate)
    return sum((p / (1 << (bits - k)) for k, p in enumerate(law)), Fraction(0))


def least_rows(bits: int, rate: Fraction, wanted: Fraction) -> int:
    """The fewest rows for which that is at least as wanted."""
    n = 0
    while hit(bits, n, rate) < wanted:
        n += 1
    return n


def wrong_parity(masses: Sequence[Fraction], concept: int, h: object) -> Fraction:
    """The error of a hypothesis; 1 for bottom."""
    if not isinstance(h, int):
        return Fraction(1)
    return sum((p for x, p in enumerate(masses) if dot(x, h) != dot(x, concept)), Fraction(0))


def tasks(d: int, steps: int) -> list[tuple[int, tuple[Fraction, ...]]]:
    """Every parity, and every distribution of a grid under which it has a rival."""
    return [(c, p) for p in grid_distributions(1 << d, steps) for c in range(1 << d)]
