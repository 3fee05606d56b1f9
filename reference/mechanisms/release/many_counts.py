"""Many counting queries, each answered with noise of its own: Laplace or Gaussian.

A counting query is the average q(x) of a function of rows with values 0 and 1; one replaced row
changes it by at most 1/n.  k answers of the loss eps_0 each are (eps, delta)-private together by
advanced composition: noise of size sqrt(k) is enough where basic composition takes k.

Pseudo-code:
    1  eps_0 <- the largest with sqrt(2 k ln(1/delta)) eps_0 + k eps_0 (e^eps_0 - 1) <= eps
    2  for each query q_i
    3      return q_i(x) + Z_i/n, Z_i two-sided geometric of ratio e^(-eps_0)

For delta = 0, eps_0 = eps/k.  Numbers of rows are shown from -m to n + m; m = 0 loses nothing:
both counts of a pair of neighbours lie in [0, n], and beyond them all likelihood ratios agree.

With Gaussian noise in place of Z_i/n, its deviation is sqrt(2 k ln(5/(4 delta)))/(eps n), for eps
<= 1 (`gaussian_deviation`): continuous noise, which has no table.

Notation: k queries q_i, x database of n rows, Z_i noise, m reach.
Source: VT14, section 2.1.2, last paragraphs.
Guarantees: VT14.ALG.LaplaceK, VT14.ALG.GaussianK, VT14.TXT.k-laplace-error.
Deviations: integer noise in place of continuous noise; eps_0 is rounded down by less than 2^-20 of
itself, and e^eps_0 to a rational below it.  In print eps_0 = eps/(c sqrt(k log(1/delta))), c not
told (`loss_in_print`, c = 403/200).
Degenerate inputs: no rows and no queries are refused.

>>> from reference.data.concept import PointFunction
>>> release = LaplaceCounts((PointFunction(1),) * 2, Domain.of_size(2), Fraction(2), Fraction(0))
>>> release.loss
Fraction(1, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, Generic, TypeVar

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.exponential import exp_bounds, root_below
from reference.exact.interval import Interval, exact, ln, sqrt
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.release.noisy_stumps import gaussian_variance
from reference.privacy.guarantee import Guarantee
from reference.privacy.rounds import advanced_loss
from reference.probability.coins import Coins
from reference.source import Paper, Source

Row = TypeVar("Row", bound=Hashable)

STEPS = 2**20
"""Of the loss of one query: one part in so many is not used."""

DIGITS = 40
"""Binary digits of e^eps_0 - 1 that are kept."""

PRINTED_CONSTANT = Fraction(403, 200)
"""c: a number above sqrt(2) + 1/(2 sqrt(ln 2)), enough for delta <= 1/2."""


@dataclass(frozen=True, slots=True)
class LaplaceCounts(Generic[Row]):
    """Parameters of the mechanism; call it on a database.

    Raises:
        ValueError: for no query, eps <= 0, delta outside [0, 1), or a reach below 0; at a call,
            for no rows.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "Laplace noise for k counting queries", "2.1.2")

    queries: tuple[Callable[[Row], int], ...]
    """q_1, ..., q_k: functions of a row, with values 0 and 1."""

    domain: Domain[Row]
    """What a row may be."""

    eps: Fraction
    """Privacy loss of all answers."""

    delta: Fraction
    """Their delta; 0 for basic composition."""

    reach: int = 0
    """m: how far beyond [0, n] counts are shown."""

    universe = replaced_rows

    def __post_init__(self) -> None:
        check_counts(len(self.queries), self.eps, self.delta)
        if self.reach < 0:
            raise ValueError(f"reach {self.reach}: at least 0")

    @property
    def loss(self) -> Fraction:
        """eps_0, of one answer."""
        return largest_loss(len(self.queries), self.eps, self.delta)

    @property
    def root(self) -> Fraction:
        """A rational number at most e^eps_0, by which the noise is scaled."""
        return _root(self.loss)

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """(eps, delta) for a replaced row, e^eps rounded down."""
        return Guarantee(exp_bounds(self.eps)[0], self.delta)

    def __call__(self, database: Database[Row], coins: Coins[Fraction], /) -> tuple[Fraction, ...]:
        """A noisy average for each query, in order."""
        n = len(database)
        if not n:
            raise ValueError("an empty database has no averages: at least 1 row is needed")
        noisy = NoisyInteger(1 / self.root, (-self.reach, n + self.reach))  # 1
        answers: tuple[Fraction, ...] = ()
        for query in self.queries:  # 2
            shown = coins.run(noisy, sum(map(query, database)))
            answers = (*answers, Fraction(shown, n))  # 3
        return answers


def check_counts(queries: int, eps: Fraction, delta: Fraction) -> None:
    """Refuse what is no budget for so many queries.

    Raises:
        ValueError: for no query, eps <= 0 or delta outside [0, 1).
    """
    if queries < 1:
        raise ValueError(f"{queries} queries: at least 1")
    if eps <= 0 or not 0 <= delta < 1:
        raise ValueError(f"eps {eps}, delta {delta}: eps > 0 and 0 <= delta < 1")


@lru_cache(maxsize=64)
def largest_loss(queries: int, eps: Fraction, delta: Fraction) -> Fraction:
    """The largest loss of one answer with which advanced composition gives (eps, delta)-privacy.

    A multiple of a power of 2, less than 2^-20 of itself below the largest; for delta = 0, eps/k.

    Raises:
        ValueError: for no query, eps <= 0 or delta outside [0, 1).
    """
    check_counts(queries, eps, delta)
    if not delta:
        return eps / queries
    low, high = Fraction(0), eps
    while advanced_loss(high, queries, delta).certainly_at_most(eps):
        high *= 2
    while high - low > low / STEPS:
        middle = (low + high) / 2
        if advanced_loss(middle, queries, delta).certainly_at_most(eps):
            low = middle
        else:
            high = middle
    return low


@lru_cache(maxsize=64)
def _root(loss: Fraction) -> Fraction:
    return root_below(exact(loss), DIGITS)


def loss_in_print(queries: int, eps: Fraction, delta: Fraction) -> Interval:
    """The loss eps / (c sqrt(k ln(1/delta))) of one answer, c = 403/200.

    Raises:
        ValueError: for no query, eps <= 0 or delta outside (0, 1).
    """
    check_counts(queries, eps, delta)
    return eps / (PRINTED_CONSTANT * sqrt(queries * ln(1 / delta)))


def gaussian_deviation(queries: int, eps: Fraction, delta: Fraction, rows: int) -> Interval:
    """The deviation sqrt(2 k ln(5/(4 delta)))/(eps n) of Gaussian noise, eps <= 1.

    Raises:
        ValueError: for no query, no row, eps <= 0 or delta outside (0, 1).
    """
    check_counts(queries, eps, delta)
    if rows < 1:
        raise ValueError(f"{rows} rows: at least 1")
    return sqrt(gaussian_variance(queries, eps, delta)) / rows
