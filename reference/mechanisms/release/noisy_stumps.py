"""Noisy counts for decision stumps: how many rows have each of p attributes.

A row is a vector of p bits.  One replaced row may change all p counts, each by one; so noise of
ratio e^(-eps) on each count costs p eps.  The counts of two such databases are like p randomised
responses, and by advanced composition noise of size sqrt(p) is enough for (eps, delta)-privacy.

Pseudo-code:
    1  for each attribute j, c_j <- the number of rows that have it
    2      release c_j + N_j, N_j two-sided geometric of ratio e^(-eps), clamped to [-m, n + m]

m = 0 loses nothing: both counts of a pair of neighbours lie in [0, n], and beyond them all
likelihood ratios agree.

With Gaussian noise of variance 2 ln(5/(4 delta)) D^2 / eps^2 in place of N_j, D^2 = p the squared
l2 sensitivity of the counts, it is the usual (eps, delta)-private one (`gaussian_variance`).

Notation: p attributes, n number of rows, c_j counts, N_j noise, m reach; alpha is an error of
answers in [-1, 1], which are 2 c_j / n - 1.
Source: BCMNUW20, section 4, first paragraph.
Guarantees: BCMNUW20.ALG.StumpGeom, BCMNUW20.ALG.StumpNoise, BCMNUW20.L.StumpGeom,
BCMNUW20.TXT.stumps-private.
Deviations: rows are integers, the bits of which are the attributes; counts for averages.
Degenerate inputs: without rows and with reach 0 all counts are 0.

>>> from reference.probability.law import law
>>> law(NoisyStumps(1, Epsilon(Fraction(2))), (1, 1))
Dist({(0,): 1/6, (1,): 1/6, (2,): 2/3})
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.database import Database
from reference.data.named_classes import stumps
from reference.exact.field import R
from reference.exact.interval import Interval, exact, ln, sqrt
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger, most_shown
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class NoisyStumps(Generic[R]):
    """Parameters of the mechanism; call it on a database of vectors of bits, as integers.

    Raises:
        ValueError: if attributes < 1 or reach < 0.
        ValueError: at a call, for a row that is no vector of so many bits.
    """

    source: ClassVar[Source] = Source(Paper.BCMNUW20, "decision stumps", "4")
    parts: ClassVar[int] = 1

    attributes: int
    """p."""

    eps: Epsilon[R]
    """Privacy loss of each count."""

    reach: int = 0
    """m: how far beyond [0, n] counts are shown."""

    def __post_init__(self) -> None:
        check_attributes(self.attributes)
        if self.reach < 0:
            raise ValueError(f"reach {self.reach}: at least 0")

    @property
    def guarantee(self) -> Guarantee[R]:
        """(p eps, 0) for a replaced row."""
        return Guarantee.pure(self.eps * self.attributes)

    def universe(self, rows: int) -> RowAdjacency[int]:
        """The databases of `rows` vectors of bits, one replaced."""
        return replace_one(range(1 << self.attributes), rows)

    def most_outcomes(self, rows: int) -> int:
        """The values of each count, for at most 64 attributes."""
        return most_shown(rows, self.reach, self.attributes)

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        """A noisy count for each attribute."""
        noisy = NoisyInteger(self.eps.exp(-1), (-self.reach, len(database) + self.reach))
        counts = exact_counts(self.attributes, database)  # 1
        shown: tuple[int, ...] = ()
        for count in counts:
            shown += (coins.run(noisy, count),)  # 2
        return shown


def check_attributes(attributes: int) -> None:
    """Refuse a number of attributes that is too small.

    Raises:
        ValueError: if attributes < 1.
    """
    if attributes < 1:
        raise ValueError(f"attributes {attributes}: at least 1")


def exact_counts(attributes: int, database: Database[int]) -> tuple[int, ...]:
    """How many rows have each attribute.

    Raises:
        ValueError: for a row that is no vector of so many bits.
    """
    for row in database:
        if not 0 <= row < 1 << attributes:
            raise ValueError(f"row {row}: a vector of {attributes} bits is an integer below 2^p")
    return tuple(sum(map(stump, database)) for stump in stumps(attributes))


def squared_sensitivity(attributes: int) -> int:
    """D^2 = p: the largest squared l2 distance of the counts of neighbours."""
    return attributes


def gaussian_variance(attributes: int, eps: Fraction, delta: Fraction) -> Interval:
    """The number 2 ln(5/(4 delta)) D^2 / eps^2: of Gaussian noise on each count.

    Raises:
        ValueError: unless attributes >= 1, eps > 0 and 0 < delta < 1.
    """
    check_attributes(attributes)
    check_budget(eps, delta)
    return 2 * ln(5 / (4 * delta)) * squared_sensitivity(attributes) / eps**2


def loss_of_a_count(attributes: int, eps: Fraction, delta: Fraction) -> Interval:
    """The loss eps / sqrt(8 p ln(1/delta)): p counts of it are (eps, delta)-private, eps <= 1.

    Raises:
        ValueError: unless attributes >= 1, eps > 0 and 0 < delta < 1.
    """
    check_attributes(attributes)
    check_budget(eps, delta)
    return eps / sqrt(8 * attributes * ln(1 / delta))


def rows_needed(
    attributes: int,
    accuracy: Fraction,
    failure_probability: Fraction,
    eps: Fraction,
    delta: Fraction,
) -> int:
    """So many rows give (eps, delta)-privacy and an error of at most alpha with 1 - beta.

    Half of the error is for the sample and half for the noise: the larger one of 8 ln(4p/beta) /
    alpha^2 and 4 sqrt(8 p ln(1/delta)) ln(4p/beta) / (alpha eps), rounded up.

    Raises:
        ValueError: unless attributes >= 1, eps > 0 and delta, alpha and beta lie in (0, 1).
    """
    for name, value in (("accuracy", accuracy), ("failure probability", failure_probability)):
        if not 0 < value < 1:
            raise ValueError(f"{name} {value}: it lies in (0, 1)")
    rare = ln(4 * attributes / exact(failure_probability))
    sample = 8 * rare / accuracy**2
    noise = 4 * rare / (accuracy * loss_of_a_count(attributes, eps, delta))
    return max(sample.rounded_up(), noise.rounded_up())


def check_budget(eps: Fraction, delta: Fraction) -> None:
    """Refuse what is no budget of approximate privacy.

    Raises:
        ValueError: unless eps > 0 and 0 < delta < 1.
    """
    if eps <= 0 or not 0 < delta < 1:
        raise ValueError(f"eps {eps}, delta {delta}: eps > 0 and 0 < delta < 1")
