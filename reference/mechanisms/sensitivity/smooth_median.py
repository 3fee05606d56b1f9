"""The median plus heavy-tailed noise of the scale of its smooth sensitivity.

Where many rows lie near the median its noise is small, although one row may move the median from
0 to D in other databases.  The noise is two-sided Pareto (density 1/(2 (1+|t|)^2)), in place of
Cauchy noise, which has no rational law; its tails are as heavy.  With v = e^(eps/6), the smooth
sensitivity of base v^2, and that over min(v^4 - v^2, v^3 - 1) for a scale, it costs eps.

Pseudo-code:
    1  q <- the median of the rows, S <- its smooth sensitivity of base v^2, at least 2^-20
    2  s <- S / min(v^4 - v^2, v^3 - 1)
    3  return q + s T, T two-sided Pareto, rounded to the nearest integer and clamped to [0, D]

What is rounded and clamped is drawn by halving: whether the output is above the middle of what is
left has a rational probability.

Notation: D largest value of a row, S smooth sensitivity, v = e^(eps/6), s scale, T noise.
Source: VT14, section 2.2.1; Nissim, Raskhodnikova, Smith, Smooth sensitivity and sampling in
private data analysis (STOC 2007).
Guarantees: VT14.ALG.SmoothMedian, VT14.TXT.ss-median, VT14.TXT.ss-cauchy.
Deviations: two-sided Pareto noise for Cauchy noise; the base e^(eps/3) for e^eps, with which no
multiple of S/eps is enough; S is at least 2^-20, and as smooth, so that its numbers are short; the
output is rounded and clamped (post-processing).
Degenerate inputs: D = 0 gives 0; an even number of rows, or none, is refused; eps = 0 is.

>>> from reference.probability.law import law
>>> law(SmoothMedian(Domain.of_size(3), Epsilon(Fraction(2), parts=6)), (0, 0, 2))
Dist({2: 2/25, 1: 28/275, 0: 9/11})
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import number
from reference.mechanisms.sensitivity.median import Median, check_rows, median_smooth_sensitivity
from reference.mechanisms.sensitivity.pareto_noise import ParetoNoise
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.probability.families import bernoulli
from reference.source import Paper, Source

HALF = Fraction(1, 2)
LEAST = Fraction(1, 2**20)
"""Of a smooth sensitivity."""


def rounded(reaches: Callable[[int], Fraction], largest: int, coins: Coins[Fraction]) -> int:
    """An integer Y from 0 to D with given Pr[Y >= y] for y = 1, ..., D.

    Args:
        reaches: Pr[Y >= y].
        largest: D.
        coins: where it is drawn.
    """
    low, high = 0, largest
    inside = Fraction(1)  # Pr[low <= Y <= high]
    beyond = Fraction(0)  # Pr[Y > high]
    while low < high:
        middle = (low + high + 1) // 2
        above = reaches(middle)
        if coins.draw(bernoulli((above - beyond) / inside)):
            low, inside = middle, above - beyond
        else:
            high, inside, beyond = middle - 1, inside + beyond - above, above
    return low


@dataclass(frozen=True, slots=True)
class SmoothMedian:
    """Parameters of the mechanism; call it on an odd number of integers from 0 to D.

    Raises:
        ValueError: if the domain is another, eps = 0 or e^(eps/6) no number; at a call, for an
            even number of rows or a row outside.
        InexactExponentError: at construction, unless eps.parts is a multiple of 6.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "smooth median", "2.2.1")
    parts: ClassVar[int] = 6

    domain: Domain[int]
    """What rows range over: 0, ..., D, of size D + 1."""

    eps: Epsilon[Fraction]
    """Privacy loss; e^(eps/6) must be exact."""

    def __post_init__(self) -> None:
        if self.domain.values != range(self.domain.size):
            raise ValueError(f"domain {self.domain.values!r}: the integers 0, ..., D")
        if number(self.eps.root) is None:
            raise ValueError("e^(eps/6) unknown: a rational number, by which the scale is chosen")
        if self.base == 1:
            raise ValueError("eps 0: the noise would be infinite")

    @property
    def base(self) -> Fraction:
        """The base v^2 of the smooth sensitivity."""
        return self.eps.exp(Fraction(1, 3))

    guarantee = PureLoss()
    """(eps, 0) for replaced rows."""

    universe = replaced_rows

    @property
    def largest(self) -> int:
        """D."""
        return self.domain.size - 1

    def scale(self, database: Database[int]) -> Fraction:
        """s, the scale of the noise."""
        smooth = median_smooth_sensitivity(database, self.largest, self.base, LEAST)
        v = self.eps.exp(Fraction(1, 6))
        return smooth / min(v**4 - v**2, v**3 - 1)

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        """The noisy median."""
        check_rows(database, self.largest)
        q = Median()(database)  # 1
        if not self.largest:
            return q
        noise = ParetoNoise(self.scale(database))  # 2
        return rounded(lambda y: noise.at_least(y - HALF - q), self.largest, coins)  # 3
