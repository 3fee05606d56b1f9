"""A one-way protocol from learning without privacy: Alice labels points of the public coin.

If concept and point are independent, both players can draw points from Bob's distribution with the
public coin.  Alice sends the values of her concept at these, and Bob learns from them as from a
sample: he is wrong with the expected error of the learner.  If Bob's point depends on the concept,
the points that the coin draws are no sample of what Alice knows, and nothing is promised.

Pseudo-code:
    1  x_1, ..., x_n <- mu_B, independently, by the public coin
    2  Alice sends c(x_1), ..., c(x_n)
    3  Bob returns h(x), for the first concept h of the class with these values

Notation: c Alice's concept, x Bob's point, mu_B its distribution, n bits.
Source: VT14, section 9.2 (Kremer, Nisan and Ron).
Guarantees: VT14.ALG.KNR, VT14.TXT.knr.
Deviations: the notes cite the result; the protocol is restored.
Degenerate inputs: with n = 0 Bob takes the first concept.

>>> from reference.data.concept import intervals
>>> from reference.probability.law import law
>>> even = (Fraction(1, 2), Fraction(1, 2))
>>> protocol = ProtocolFromSample(intervals(2), even, 1)
>>> law(protocol, (intervals(2)[2], 1)).probability(1)  # the point 1 has to be drawn
Fraction(1, 2)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from reference.data.concept import Hypothesis
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.source import Paper, Source

H = TypeVar("H", bound=Hypothesis)


@dataclass(frozen=True, slots=True)
class ProtocolFromSample(Generic[H]):
    """Parameters of the protocol; call it on Alice's concept and Bob's point.

    Raises:
        ValueError: for a negative number of bits, or masses that are not those of a distribution.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "protocol for product distributions", "9.2")

    concepts: tuple[H, ...]
    """The class, in the order in which Bob looks."""

    masses: tuple[Fraction, ...]
    """mu_B."""

    bits: int
    """How many points the public coin draws, each of which costs a bit."""

    def __post_init__(self) -> None:
        if self.bits < 0 or min(self.masses, default=-1) < 0 or sum(self.masses) != 1:
            raise ValueError(
                f"{self.bits} bits, masses {[str(p) for p in self.masses]}: at least 0 bits, "
                "masses that add up to 1"
            )

    def learned(self, sample: tuple[tuple[int, int], ...]) -> H:
        """The first concept that gives the points these values."""
        return next(h for h in self.concepts if all(h(x) == y for x, y in sample))

    def __call__(self, pair: tuple[H, int], coins: Coins[Fraction], /) -> int:
        """What Bob returns."""
        concept, point = pair
        drawn = Dist.weighted((x, p) for x, p in enumerate(self.masses) if p)
        points = tuple(coins.draw(drawn) for _ in range(self.bits))  # 1
        sent = tuple(concept(x) for x in points)  # 2
        return self.learned(tuple(zip(points, sent, strict=True)))(point)  # 3
