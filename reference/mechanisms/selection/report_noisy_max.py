"""Report-noisy-max with geometric noise: the candidate whose noisy quality is greatest.

The noise is either two-sided, Pr[Z = z] = (1-g)/(1+g) g^|z| on Z, or one-sided,
Pr[Z = z] = (1-g) g^z for z >= 0; both are private with g = e^(-eps/(2 D)).  For fixed noise of
the others a candidate wins if and only if its own noise reaches some integer, and two
neighbours move that integer by at most 2 D.  Only the winner is released, never its noisy
quality.

Pseudo-code:
    1  while there is a candidate f_i to come:
    2  y <- q(S, f_i) + Z_i, geometric noise of ratio e^(-eps/(2 D)), independent
    3  if y is greater than every one before, f_i leads
    4  at the end, return the leader

A tie goes to the candidate of lowest index.

Notation: S database, f candidate, q quality, D sensitivity, Z noise, g ratio, y noisy quality.
Source: folklore; Dwork and Roth, The Algorithmic Foundations of Differential Privacy, Claim 3.9.
Guarantees: CORE.report-noisy-max, CORE.report-one-sided-noisy-max,
CORE.noisy-max-3.
Deviations: geometric noise in place of continuous noise, so ties have positive probability.
Degenerate inputs: no candidate is an error; a single one is returned with certainty.

>>> from fractions import Fraction
>>> from reference.data.domain import Domain
>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.law import law
>>> eps = Epsilon(Fraction(2), parts=2)
>>> law(NoisyMaxFrequentValue(Domain.of_size(2), eps), (0, 1))  # equal noise: 5/27
Dist({0: 16/27, 1: 11/27})
>>> law(OneSidedNoisyMaxFrequentValue(Domain.of_size(2), eps), (0, 1))
Dist({0: 2/3, 1: 1/3})
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, NamedTuple

from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.selection.quality import Frequency, OnFrequency, Selection
from reference.probability.coins import Coins, D
from reference.probability.dist import X
from reference.probability.families import bernoulli
from reference.probability.fold import Fold
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class ReportNoisyMax(Selection[D, X, R]):
    """Parameters of the mechanism; call it on whatever its quality function takes.

    Raises:
        ValueError: if the sensitivity is below 1; at a call, if there is no candidate.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 2 D.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "report-noisy-max")

    one_sided: bool = False
    """Whether the noise is one-sided."""

    def __call__(self, database: D, coins: Coins[R], /) -> X:
        """A candidate."""
        qualities = self.qualities(database)
        ratio = self.root(-1)
        return winner(qualities, ratio, coins, one_sided=self.one_sided)


def winner(qualities: Mapping[X, int], ratio: R, coins: Coins[R], *, one_sided: bool) -> X:
    """The candidate whose noisy quality is greatest: what a mechanism returns.

    Args:
        qualities: of each candidate, at least one.
        ratio: the ratio g of the noise.
        coins: of the mechanism.
        one_sided: whether the noise is one-sided.
    """
    turns: list[Turn[X]] = []
    for later, (f, q) in enumerate(reversed([*qualities.items()])):
        known = turns[-1] if turns else Turn(f, q, q, q, 0)
        turns.append(Turn(f, q, min(q, known.least), max(q, known.greatest), later))
    contest: Contest[X, R] = Contest(ratio, one_sided)
    return coins.delegate(Fold(contest), (Leader(next(iter(qualities))), tuple(reversed(turns))))


class Turn(NamedTuple, Generic[X]):
    """The turn of a candidate."""

    candidate: X
    quality: int

    least: int
    """The least quality of this candidate and of those after it."""

    greatest: int
    """The greatest of these."""

    later: int
    """The number of those after it."""


class Leader(NamedTuple, Generic[X]):
    """The candidate that leads."""

    candidate: X

    best: int | None = None
    """Its noisy quality; None before the first turn."""


@dataclass(frozen=True, slots=True)
class Contest(Generic[X, R]):
    """Steps 1 to 4: a loop over the candidates' turns."""

    ratio: R
    """The ratio g of the noise."""

    one_sided: bool
    """Whether the noise is one-sided."""

    def __call__(self, leader: Leader[X], turn: Turn[X], coins: Coins[R], /) -> Leader[X]:
        """Who leads after the turn."""
        own, low, high, best = turn.quality, turn.least, turn.greatest, leader.best  # 1
        if best is not None:
            low, high = min(low, best), max(high, best)
        y = own + self._noise(low - own, high - own, turn.later, coins)  # 2
        return Leader(turn.candidate, y) if best is None or y > best else leader  # 3

    def output(self, leader: Leader[X], /) -> X:
        """The winner."""
        return leader.candidate  # 4

    def _noise(self, low: int, high: int, later: int, coins: Coins[R]) -> int:
        """Noise Z of a candidate, with a statement of what depends on it.

        Given Z = z, each later candidate stays below with a probability 1 - c g^z once z is
        above everything that the candidate might have to reach; and it gets ahead with a
        probability 1 - c g^|z| once z is far below.  So the chances of winning are polynomials in
        g^|z| whose degree is at most the number of later candidates.

        Args:
            low: the least quality, seen from that of the candidate.
            high: the greatest quality or noisy quality to reach, seen from there.
            later: the number of later candidates.
            coins: randomness.
        """
        noise = TwoSidedGeometric(self.ratio)
        settled = Settled(-high if self.one_sided else low, high, self.ratio, later)
        z = coins.draw_noise(noise, settled)
        if not self.one_sided:
            return z
        # |Z| is one-sided but for its weight at 0, which this restores
        return abs(z) if coins.draw(bernoulli((1 + self.ratio) / 2)) else 0


@dataclass(frozen=True, slots=True)
class NoisyMaxFrequentValue(OnFrequency[R]):
    """Report-noisy-max for the number of times that a value occurs, two-sided noise."""

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "report-noisy-max")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """A value of the domain."""
        return ReportNoisyMax(Frequency(self.domain), self.eps)(database, coins)


@dataclass(frozen=True, slots=True)
class OneSidedNoisyMaxFrequentValue(OnFrequency[R]):
    """Report-noisy-max for the number of times that a value occurs, one-sided noise."""

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "report-noisy-max, one-sided noise")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """A value of the domain."""
        mechanism = ReportNoisyMax(Frequency(self.domain), self.eps, one_sided=True)
        return mechanism(database, coins)
