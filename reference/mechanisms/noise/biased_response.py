"""Randomised response by the bias of its coins, as surveys are taken.

Each bit is kept with probability (1 + b)/2 and flipped with (1 - b)/2.  The bias b is called eps
in print; what is lost is ln((1 + b)/(1 - b)), which is more than 2b.  The mean of the bits is
estimated from the mean of the answers, without bias and with the variance (1 - b^2)/(4 n b^2).

Warner's procedure: toss a coin; if heads answer truthfully, else toss again, and answer truthfully
if heads and falsely if tails.  This is b = 1/2.

Pseudo-code:
    1  for each row x_i: x'_i = x_i with probability (1 + b)/2, else 1 - x_i
    2  return x'
    3  the estimate is (1/n) sum of (x'_i - (1 - b)/2)/b

Notation: x database of n bits, x' answers, b bias.
Source: VT14, Example 1.1.2, section 1.1 (after Warner).
Guarantees: VT14.ALG.RR, VT14.ALG.Warner, VT14.E1.1.2a, VT14.E1.1.2b, VT14.E1.1.2c,
VT14.TXT.warner.
Deviations: print calls b the privacy loss, up to constants; `RandomizedResponse` takes the loss.
Degenerate inputs: b = 1 would publish the database, and b = 0 is of no use: both are refused.

>>> from reference.probability.law import law
>>> half = BiasedResponse(HALF)
>>> law(half, (1,)) == law(WarnerResponse(), (1,)), law(half, (1,)).probability((1,))
(True, Fraction(3, 4))
>>> half.guarantee.exp_eps, half.estimate((1, 0)), half.estimate((1, 1))
(Fraction(3, 1), Fraction(1, 2), Fraction(3, 2))
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.database import Database
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.families import bernoulli
from reference.source import Paper, Source

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class BiasedResponse:
    """Parameters of the mechanism; call it on bits.

    Raises:
        ValueError: unless 0 < bias < 1.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "randomised response", "1.1")

    bias: Fraction
    """The probability to keep a bit minus that to flip it: b."""

    def __post_init__(self) -> None:
        if not 0 < self.bias < 1:
            raise ValueError(f"bias {self.bias}: above 0 and below 1")

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """(ln((1 + b)/(1 - b)), 0) for replaced rows."""
        return Guarantee((1 + self.bias) / (1 - self.bias), Fraction(0))

    def universe(self, rows: int) -> RowAdjacency[int]:
        """The sequences of `rows` bits, one bit replaced."""
        return replace_one((0, 1), rows, ordered=True)

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> Database[int]:
        """X'."""
        flip = bernoulli((1 - self.bias) / 2)
        return tuple(1 - x if coins.draw(flip) else x for x in database)  # 1, 2

    def estimate(self, answers: Database[int]) -> Fraction:
        """The estimated mean of the bits, which need not lie in [0, 1].

        Raises:
            ValueError: for no answers.
        """
        if not answers:
            raise ValueError("a mean of no answers: at least 1 row is needed")
        shifted = (x - (1 - self.bias) / 2 for x in answers)
        return sum(shifted, Fraction(0)) / self.bias / len(answers)  # 3


@dataclass(frozen=True, slots=True)
class WarnerResponse:
    """Randomised response with two fair coins; call it on bits.

    Pseudo-code:
        1  for each row: toss a coin; if heads answer truthfully
        2  else toss again: truthfully if heads, falsely if tails
    """

    source: ClassVar[Source] = Source(Paper.VT14, "Warner's procedure", "1.1")
    guarantee: ClassVar[Guarantee[Fraction]] = Guarantee(Fraction(3), Fraction(0))

    def universe(self, rows: int) -> RowAdjacency[int]:
        """The sequences of `rows` bits, one bit replaced."""
        return replace_one((0, 1), rows, ordered=True)

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> Database[int]:
        """The answers."""
        heads = bernoulli(HALF)
        answers: list[int] = []
        for x in database:
            if coins.draw(heads):  # 1
                answers.append(x)
            else:
                answers.append(x if coins.draw(heads) else 1 - x)  # 2
        return tuple(answers)
