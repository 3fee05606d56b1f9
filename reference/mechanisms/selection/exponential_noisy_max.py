"""Report-noisy-max with continuous exponential noise, in closed form.

Exponential noise E_f of mean 2 D / eps is added to every quality and the candidate of the
greatest sum is returned.  The sums are real numbers, but who wins has a rational law: with
x = g^(z), z the noise of candidate i and g = e^(-eps/(2 D)), x is uniform on (0, 1], candidate j
stays below with probability 1 - g^(q_i - q_j) x where that is not negative, and so

    Pr[i wins] = integral over 0 < x <= min(1, g^(q* - q_i)) of
                 prod over j != i of (1 - g^(q_i - q_j) x),

the integral of a polynomial.  Ties have probability 0.

Pseudo-code:
    1  compute q(S, f) for each f in F
    2  return the f with the greatest q(S, f) + E_f

Notation: S database, F candidates, q quality, q* best quality, D sensitivity, E noise, g ratio.
Source: folklore; Ding, Kifer, Sayed, Steinke, Wang, Xiao, Zhang, The permute-and-flip mechanism is
identical to report-noisy-max with exponential noise (2021).
Guarantees: CORE.exponential-noisy-max, CORE.permute-and-flip-is-exponential-noisy-max.
Deviations: the winner is drawn from its law; the noise itself is never drawn.
Degenerate inputs: no candidate is an error; equal qualities give a uniform draw.

>>> from fractions import Fraction
>>> from reference.data.domain import Domain
>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.law import law
>>> mechanism = ExponentialNoisyMaxFrequentValue(Domain.of_size(2), Epsilon(Fraction(2), parts=2))
>>> law(mechanism, (0, 0, 1))  # the integral of 1 - x/2 over (0, 1], and of 1 - 2x over (0, 1/2]
Dist({0: 3/4, 1: 1/4})
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.selection.quality import Frequency, OnFrequency, Selection
from reference.probability.coins import Coins, D
from reference.probability.dist import Dist, X
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class ExponentialNoisyMax(Selection[D, X, R]):
    """Parameters of the mechanism; call it on whatever its quality function takes.

    Raises:
        ValueError: if the sensitivity is below 1; at a call, if there is no candidate.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 2 D.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "report-noisy-max, exponential noise")

    def __call__(self, database: D, coins: Coins[R], /) -> X:
        """A candidate."""
        qualities = self.qualities(database)  # 1
        ratio = self.root(-1)
        chances: list[tuple[X, R]] = []
        for f, q in qualities.items():
            rivals = [other for g, other in qualities.items() if g != f]
            chances.append((f, winning_chance(q, rivals, ratio)))
        return coins.release(Dist.weighted(chances))  # 2


def winning_chance(own: int, rivals: Sequence[int], ratio: R) -> R:
    """Pr[own + E is greater than every rival + E'], with independent exponential noise.

    Args:
        own: the quality of the candidate.
        rivals: the qualities of the others.
        ratio: g; E is the z with g^z uniform on (0, 1].
    """
    polynomial: list[R] = [ratio**0]
    for rival in rivals:
        factor = ratio ** (own - rival)
        longer: list[R] = list(polynomial)
        longer.append(factor - factor)
        for m, c in enumerate(polynomial):
            longer[m + 1] = longer[m + 1] - c * factor
        polynomial = longer
    end = ratio ** (max([own, *rivals]) - own)
    area = end - end
    for m, c in enumerate(polynomial):
        area = area + c * end ** (m + 1) / (m + 1)
    return area


@dataclass(frozen=True, slots=True)
class ExponentialNoisyMaxFrequentValue(OnFrequency[R]):
    """Report-noisy-max, exponential noise, for the number of times that a value occurs.

    It is (eps, 0)-private for replaced rows, (eps/2, 0) for added or removed ones.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "report-noisy-max, exponential noise")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """A value of the domain."""
        return ExponentialNoisyMax(Frequency(self.domain), self.eps)(database, coins)
