"""Binary channels of loss eps, and trees of them: what adaptive composition is made of."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from reference.data.database import Database
from reference.privacy.curve import curve
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.dist import Dist

Rows = Database[int]
Law = Dist[int, Fraction]


@dataclass(frozen=True)
class Channel:
    """A law of outcomes for each value of one bit."""

    weights: tuple[tuple[int, ...], tuple[int, ...]]
    """Of the outcomes 0, 1, ..., for the bit 0 and for the bit 1."""

    exp_eps: Fraction
    """e^eps, which is what it keeps to."""

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """(eps, 0)."""
        return Guarantee(self.exp_eps, Fraction(0))

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> int:
        chances = enumerate(self.weights[database[0]])
        return coins.draw(Dist.weighted((y, Fraction(w)) for y, w in chances if w))


TWO = Fraction(2)
RIGHT = Channel(((2, 1), (1, 2)), TWO)
FLIPPED = Channel(((1, 2), (2, 1)), TWO)
CONSTANT = Channel(((1, 0), (1, 0)), TWO)
THREE_WAYS = Channel(((2, 1, 3), (1, 2, 3)), TWO)
"""Channels of the loss ln 2; the first two are the worst."""

MENUS = (
    (RIGHT, FLIPPED),
    (RIGHT, CONSTANT),
    (FLIPPED, THREE_WAYS),
    (THREE_WAYS, RIGHT),
    (CONSTANT, THREE_WAYS),
)
"""What the next mechanism is, after an even and after an odd output."""


def power(one: Law, rounds: int) -> Dist[str, Fraction]:
    """Independent outcomes, written one after the other."""
    law: Dist[str, Fraction] = Dist.point("")
    for _ in range(rounds):
        law = law.product(one).map(lambda both: f"{both[0]}{both[1]}")
    return law


def indistinguishable(exp_eps: Fraction, delta: Fraction, parts: int) -> list[tuple[Law, Law]]:
    """All pairs of laws of three outcomes, probabilities in parts, that are (eps, delta)-close."""
    triples = [w for w in product(range(parts + 1), repeat=3) if sum(w) == parts]
    laws = [Dist.weighted((y, Fraction(w)) for y, w in enumerate(t) if w) for t in triples]
    found = []
    for p in laws:
        for q in laws:
            both = curve(p, q)
            if max(both.delta_at(exp_eps), both.reversed().delta_at(exp_eps)) <= delta:
                found.append((p, q))
    return found
