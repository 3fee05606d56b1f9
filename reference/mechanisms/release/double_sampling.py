"""The cover lemma by a second sample: events, constants, and a number of rows that suffices.

w and w' are m independent rows each.  With a threshold t = ceil(gamma m / 2),

    B   two concepts agree on w and differ on more than gamma of the mass,
    B'  two concepts agree on w and differ on at least t rows of w'.

If two concepts differ on more than gamma of the mass and m >= 1/gamma, they differ on at least t
rows of w' with probability at least 1/2, so that Pr[B] <= 2 Pr[B'].  The law of (w, w') is that
of the pair after each w_j was exchanged with w'_j or not, by a fair coin of its own; for fixed
rows, two concepts that differ on at least t of them agree on the first half with probability at
most 2^-t.  There are at most C(Pi_H(2m), 2) pairs of concepts that the 2m rows tell apart:

    Pr[agreement radius > gamma] <= 2 C(Pi_H(2m), 2) 2^-t.

With d the VC dimension, Pi_H(2m) <= (2 e m/d)^d for 2m >= d >= 1, and at most beta remains if

    m >= (4 / (gamma ln 2)) (2 d ln(16 / (gamma ln 2)) + ln(1/beta)),

which is more than 1/gamma and more than d: 4 / ln 2 > 1, and ln(16 / ln 2) > 1.
For gamma = alpha/4, alpha <= 1/2, d >= 1 and beta/2 in place of beta, this is at most
371 (d ln(1/alpha) + ln(1/beta)) / alpha.

Pseudo-code:
    1  w <- m independent rows from D;  w' <- m further ones
    2  for each j: exchange w_j and w'_j with probability 1/2

Notation: D distribution, w sample, w' ghost sample, m rows, t threshold, d VC dimension, Pi_H
growth function.
Source: BCMNUW20, Lemma 11, section 3; the argument is that of its source (Alon, Bassily, Moran,
    Lemma 3.3), the constants are worked out here.
Guarantees: BCMNUW20.ALG.Ghost, BCMNUW20.L11, BCMNUW20.L11R, BCMNUW20.L11.a, BCMNUW20.L11.b,
BCMNUW20.L11.c.
Deviations: constants are explicit where the paper has Omega.
Degenerate inputs: no rows have one outcome; a growth of 1 leaves no pair, and the bound 0.

>>> from reference.probability.law import law
>>> law(RandomSwap(), ((0,), (1,)))
Dist({((1,), (0,)): 1/2, ((0,), (1,)): 1/2})
>>> ghost_bound(3, 8, Fraction(1, 2)), threshold(8, Fraction(1, 2))
(Fraction(3, 2), 2)
>>> sufficient_public_rows(1, Fraction(1, 8), Fraction(1, 4))
546
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from reference.data.concept import Masses
from reference.data.cover_failure import check_masses, check_rows
from reference.exact.field import R
from reference.exact.interval import Interval, ln
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.families import bernoulli, binomial

Sample = tuple[int, ...]
Pair = tuple[Sample, Sample]


@dataclass(frozen=True, slots=True)
class DoubleSample:
    """Two independent samples; call it on the masses of the points.

    Raises:
        ValueError: for a negative number of rows, or at a call for masses that are none.
    """

    rows: int
    """m, of each."""

    def __post_init__(self) -> None:
        check_rows(self.rows)

    def __call__(self, masses: Masses, coins: Coins[R], /) -> Pair:
        """The samples w and w'."""
        check_masses(masses)
        row = Dist.weighted(tuple(enumerate(masses)))
        drawn = tuple(coins.draw(row) for _ in range(2 * self.rows))  # 1
        return drawn[: self.rows], drawn[self.rows :]


@dataclass(frozen=True, slots=True)
class RandomSwap:
    """Exchange the rows of two samples, each place by a coin of its own.

    Raises:
        ValueError: at a call, for samples of different lengths.
    """

    def __call__(self, pair: Pair, coins: Coins[R], /) -> Pair:
        """The two samples afterwards."""
        first, second = pair
        if len(first) != len(second):
            raise ValueError(f"samples of {len(first)} and {len(second)} rows: as many of each")
        coin = bernoulli(Fraction(1, 2))
        rows = [(b, a) if coins.draw(coin) else (a, b) for a, b in zip(*pair, strict=True)]  # 2
        return tuple(a for a, _ in rows), tuple(b for _, b in rows)


def check_share(gamma: Fraction) -> None:
    """Refuse a gamma outside (0, 1).

    Raises:
        ValueError: unless 0 < gamma < 1.
    """
    if not 0 < gamma < 1:
        raise ValueError(f"gamma {gamma}: a distance between 0 and 1")


def threshold(rows: int, gamma: Fraction) -> int:
    """The integer t = ceil(gamma m / 2)."""
    check_share(gamma)
    check_rows(rows)
    half = gamma * rows / 2
    return -(-half.numerator // half.denominator)


def fewest_rows(gamma: Fraction) -> int:
    """The least m >= 1/gamma, from which on the second sample shows a difference."""
    check_share(gamma)
    return -(-gamma.denominator // gamma.numerator)


def shown_by_ghost(rows: int, gamma: Fraction, mass: Fraction) -> Fraction:
    """Pr[Bin(m, mass) >= t]: a difference of this mass is seen on at least t rows of w'."""
    t = threshold(rows, gamma)
    return binomial(rows, mass).probability_that(lambda k: k >= t)


def ghost_bound(growth: int, rows: int, gamma: Fraction) -> Fraction:
    """2 C(Pi, 2) 2^-t, Pi the growth function at 2m."""
    return Fraction(2 * comb(growth, 2), 2 ** threshold(rows, gamma))


def pair_bound(concepts: int, rows: int, gamma: Fraction) -> Fraction:
    """C(#H, 2) (1 - gamma)^m: for each pair of concepts, no row shows their difference."""
    check_share(gamma)
    check_rows(rows)
    return comb(concepts, 2) * (1 - gamma) ** rows


def rows_for_pairs(concepts: int, gamma: Fraction, failure_probability: Fraction) -> int:
    """The least m, or nearly, with C(#H, 2) (1 - gamma)^m at most this probability."""
    check_share(gamma)
    pairs = comb(concepts, 2)
    if pairs <= failure_probability:
        return 0
    return (ln(pairs / failure_probability) / -ln(1 - gamma)).rounded_up()


def sauer_bound(points: int, dimension: int) -> int:
    """The sum of C(points, i) for i <= dimension: at most so many combinations of values."""
    return sum(comb(points, i) for i in range(dimension + 1))


def sufficient_public_rows(dimension: int, gamma: Fraction, failure_probability: Fraction) -> int:
    """Rows that leave an agreement radius above gamma with at most this probability.

    Raises:
        ValueError: unless dimension >= 0, 0 < gamma < 1 and 0 < failure_probability <= 1.
    """
    check_share(gamma)
    if dimension < 0 or not 0 < failure_probability <= 1:
        raise ValueError(
            f"dimension {dimension}, failure probability {failure_probability}: dimension >= 0, "
            "and a probability in (0, 1]"
        )
    if not dimension:
        return 0
    unit = gamma * ln(2)
    needed = 4 / unit * (2 * dimension * ln(16 / unit) - ln(failure_probability))
    return needed.rounded_up()


CONSTANT = 371
"""C, such that C (d ln(1/alpha) + ln(1/beta)) / alpha public rows suffice for alpha <= 1/2."""


def public_rate(dimension: int, alpha: Fraction, beta: Fraction) -> Interval:
    """C (d ln(1/alpha) + ln(1/beta)) / alpha.

    Raises:
        ValueError: unless dimension >= 1, 0 < alpha <= 1/2 and 0 < beta <= 1.
    """
    if dimension < 1 or not 0 < alpha <= Fraction(1, 2) or not 0 < beta <= 1:
        raise ValueError(
            f"dimension {dimension}, alpha {alpha}, beta {beta}: dimension >= 1, alpha <= 1/2"
        )
    return -CONSTANT * (dimension * ln(alpha) + ln(beta)) / alpha


def largest_difference(
    different: Sequence[frozenset[int]], seen: frozenset[int], second: Sequence[int]
) -> int:
    """On how many rows of w' two concepts differ, at most, that agree on the points of w.

    Args:
        different: for each pair of concepts the points on which they differ.
        seen: the points of w.
        second: how often each point occurs in w'.
    """
    agreeing = (points for points in different if not points & seen)
    return max((sum(second[x] for x in points) for points in agreeing), default=0)
