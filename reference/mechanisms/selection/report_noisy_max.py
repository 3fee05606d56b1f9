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

>>> from reference.probability.law import law
>>> eps = Epsilon(Fraction(2), parts=2)
>>> law(NoisyMaxFrequentValue(Domain.of_size(2), eps), (0, 1))  # equal noise: 5/27
Dist({0: 16/27, 1: 11/27})
>>> law(OneSidedNoisyMaxFrequentValue(Domain.of_size(2), eps), (0, 1))
Dist({0: 2/3, 1: 1/3})
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, NamedTuple

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.field import R
from reference.mechanisms.selection.quality import (
    Frequency,
    Quality,
    check_candidates,
    check_sensitivity,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, D
from reference.probability.dist import X
from reference.probability.families import bernoulli
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class ReportNoisyMax(Generic[D, X, R]):
    """Parameters of the mechanism; call it on whatever its quality function takes.

    Raises:
        ValueError: if the sensitivity is below 1; at a call, if there is no candidate.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 2 D.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "report-noisy-max")
    parts: ClassVar[int] = 2

    quality: Quality[D, X]
    """q, listing every candidate."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/(2 D)) must be exact."""

    sensitivity: int = 1
    """D: by how much a quality differs between neighbours, at most."""

    one_sided: bool = False
    """Whether the noise is one-sided."""

    def __post_init__(self) -> None:
        check_sensitivity(self.sensitivity)

    @property
    def guarantee(self) -> Guarantee[R]:
        """(eps, 0) wherever the quality has the stated sensitivity."""
        return Guarantee.pure(self.eps)

    def __call__(self, database: D, coins: Coins[R], /) -> X:
        """A candidate."""
        qualities = self.quality(database)
        check_candidates(qualities)
        ratio = self.eps.exp(Fraction(-1, 2 * self.sensitivity))
        contest = Contest(ratio, self.one_sided)
        winner = coins.run(contest, Situation(tuple(qualities.values())))
        return tuple(qualities)[winner]


NESTING = 32
"""So many candidates or fewer have a sub-mechanism each; of more, several share one, since each
is called inside the one before."""


class Situation(NamedTuple):
    """What the rest of the contest depends on, before some candidate's turn."""

    coming: tuple[int, ...]
    """The qualities of this candidate and of those after it."""

    place: int = 0
    """The place of this candidate, from 0."""

    leader: int = 0
    """The place of the leader."""

    best: int | None = None
    """The leader's noisy quality; None: there is no leader yet."""


@dataclass(frozen=True, slots=True)
class Contest(Generic[R]):
    """Steps 1 to 4 from some candidate on; a mechanism, so that equal situations are merged."""

    ratio: R
    """The ratio g of the noise."""

    one_sided: bool
    """Whether the noise is one-sided."""

    def __call__(self, situation: Situation, coins: Coins[R], /) -> int:
        """The place of the winner."""
        coming, place, leader, best = situation
        turns = 1 + len(coming) // NESTING
        for i, own in enumerate(coming[:turns]):  # 1
            low, high = min(coming) - own, max(coming) - own
            if best is not None:
                low, high = min(low, best - own), max(high, best - own)
            noisy = own + self._noise(low, high, len(coming) - 1 - i, coins)  # 2
            if best is None or noisy > best:  # 3
                leader, best = place + i, noisy
        rest = Situation(coming[turns:], place + turns, leader, best)
        return coins.run(self, rest) if rest.coming else leader  # 4

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
class NoisyMaxFrequentValue(Generic[R]):
    """Report-noisy-max for the number of times that a value occurs, two-sided noise."""

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "report-noisy-max")
    parts: ClassVar[int] = 2

    domain: Domain[int]
    """Candidates; rows come from it too."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/2) must be exact."""

    @property
    def guarantee(self) -> Guarantee[R]:
        """(eps, 0) for replaced rows."""
        return Guarantee.pure(self.eps)

    def universe(self, rows: int) -> RowAdjacency[int]:
        """The databases of `rows` rows, one row replaced."""
        return replace_one(self.domain, rows)

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """A value of the domain."""
        return ReportNoisyMax(Frequency(self.domain), self.eps)(database, coins)


@dataclass(frozen=True, slots=True)
class OneSidedNoisyMaxFrequentValue(Generic[R]):
    """Report-noisy-max for the number of times that a value occurs, one-sided noise."""

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "report-noisy-max, one-sided noise")
    parts: ClassVar[int] = 2

    domain: Domain[int]
    """Candidates; rows come from it too."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/2) must be exact."""

    @property
    def guarantee(self) -> Guarantee[R]:
        """(eps, 0) for replaced rows."""
        return Guarantee.pure(self.eps)

    def universe(self, rows: int) -> RowAdjacency[int]:
        """The databases of `rows` rows, one row replaced."""
        return replace_one(self.domain, rows)

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """A value of the domain."""
        mechanism = ReportNoisyMax(Frequency(self.domain), self.eps, one_sided=True)
        return mechanism(database, coins)
