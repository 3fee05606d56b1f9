"""The random subsets of Lemma 4.1: probabilities of their events, and one drawn instance."""

from hashlib import shake_256

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.exactly import binomial_range
from reference.data.hypothesis_classes import RandomSubsetClass


def few(c: RandomSubsetClass, per_set: int) -> Fraction:
    """Pr[fewer than p of the k sets of so many points contain a point]: BAD1."""
    return binomial_range(c.sets, Fraction(per_set, 2 << c.dimension), 0, c.needed - 1)


def shared(c: RandomSubsetClass, per_set: int) -> Fraction:
    """2T binom(p, d) Pr[a set through j contains b]^d, which bounds BAD2."""
    hit = Fraction(per_set - 1, (2 << c.dimension) - 1)
    return (2 << c.dimension) * comb(c.needed, c.dimension) * hit**c.dimension


@cache
def drawn_sets(dimension: int, sets: int, sixteenths: int) -> tuple[int, ...]:
    """Sets of 2^(d+1) points, as bits, with a rate of sixteenths/256, from a hash of their number.

    Each set is expected to have sixteenths/256 of the points.
    """
    size = (2 << dimension) // 8

    def bits(number: int, digit: int) -> int:
        seed = f"Lemma 4.1, d = {dimension}, set {number}, digit {digit}".encode()
        return int.from_bytes(shake_256(seed).digest(size), "big")

    found = []
    for number in range(sets):
        below = 0  # whether a uniform number of 8 binary digits is below the rate
        for digit in range(8):
            fresh = bits(number, digit)
            below = below | ~fresh if sixteenths >> digit & 1 else below & ~fresh
        found.append(below & ((1 << (2 << dimension)) - 1))
    return tuple(found)


def most_shared(sets: tuple[int, ...], point: int, needed: int) -> tuple[int, int]:
    """How many of the sets contain the point (up to `needed`), and the most that share another."""
    through = [members for members in sets if members >> point & 1][:needed]
    counters: list[int] = []  # binary digits of the number of sets through each point
    for members in through:
        carry = members & ~(1 << point)
        for place, digit in enumerate(counters):
            counters[place], carry = digit ^ carry, digit & carry
        if carry:
            counters.append(carry)
    most, alive = 0, -1
    for place in reversed(range(len(counters))):
        if alive & counters[place]:
            alive &= counters[place]
            most += 1 << place
    return len(through), most


def satisfying(sets: tuple[int, ...], c: RandomSubsetClass, points: range) -> Iterator[bool]:
    """Whether property (3) holds at each of the points."""
    for j in points:
        through, most = most_shared(sets, j, c.needed)
        yield through == c.needed and most < c.dimension
