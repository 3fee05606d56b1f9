"""Packing lower bounds for proper private learners: databases, distributions and inequalities.

If for N hypotheses there are databases of m rows on which an eps-private learner outputs the
respective one with probability 1 - beta, then, with r = e^eps,

    (N - 1) r^(-m) (1 - beta) <= beta,   that is   1 - beta <= r^m / (r^m + N - 1).

The improved bound for points uses D_i, with mass 1 - a on the point 0 and a on i, so that
samples for different i differ in few rows only.

Source: BBKN13, Theorem 3.6, Corollary 3.8, Lemmas 3.9 and 3.10, section 3.1; VT14, section 9.2.

>>> packing_bound(Fraction(2), 2, 4)
Fraction(4, 7)
>>> point_packing(1, 2), interval_packing(3, 1, 2)
(((1, 1), (1, 1)), ((0, 1), (1, 0)))
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb

from reference.data.concept import LabelledExample, Values
from reference.data.database import Database
from reference.exact.field import R


def packing_bound(exp_eps: R, distance: int, hypotheses: int) -> R:
    """r^k / (r^k + N - 1): the largest success on N databases at distance k."""
    power = exp_eps**distance
    return power / (power + (hypotheses - 1))


def point_packing(point: int, rows: int) -> Database[LabelledExample]:
    """M copies of (j, 1): only c_j has error below 1 on the point mass at j."""
    return ((point, 1),) * rows


def interval_packing(size: int, end: int, rows: int) -> Database[LabelledExample]:
    """A database for the interval that ends at `end`: its last 1 and its first 0."""
    if end == 0:
        return ((0, 0),) * rows
    if end == size:
        return ((size - 1, 1),) * rows
    return ((end - 1, 1),) * (rows - rows // 2) + ((end, 0),) * (rows // 2)


def hard_distribution(size: int, point: int, mass: Fraction) -> tuple[Fraction, ...]:
    """Mass a on the point, 1 - a on the point 0.

    Raises:
        ValueError: if the point is 0.
    """
    if point == 0:
        raise ValueError("point 0: the rare point is another one")
    return tuple(mass if x == point else 1 - mass if x == 0 else Fraction(0) for x in range(size))


def hard_pair(size: int, start: int) -> tuple[Fraction, ...]:
    """Even masses on the last 0 and the first 1 of the threshold that is 1 from `start` on.

    Of all thresholds only this one has an error below 1/2.

    Raises:
        ValueError: unless both points are there, 1 <= start < size.
    """
    if not 1 <= start < size:
        raise ValueError(f"start {start}: from 1 to {size - 1}")
    return tuple(Fraction(int(x in {start - 1, start}), 2) for x in range(size))


def is_good_sample(sample: Sequence[int], point: int, alpha: Fraction) -> bool:
    """Whether at most 2 alpha m rows equal the point."""
    return sample.count(point) <= 2 * alpha * len(sample)


def binomial_at_most(trials: int, probability: Fraction, most: int) -> Fraction:
    """Pr[Bin(trials, probability) <= most]."""
    p, q = probability.numerator, probability.denominator
    ways = sum(
        comb(trials, k) * p**k * (q - p) ** (trials - k) for k in range(min(most, trials) + 1)
    )
    return Fraction(ways, q**trials)


def averaged_bound(exp_eps: Fraction, rows: int, mass: Fraction, size: int) -> Fraction:
    """E[min(1, r^S / (T - 1))] for S ~ Bin(m, a): the largest success on the hard family.

    It needs privacy on databases of one target only, as the rare points are removed one by one.
    """
    chances = _rare_points(rows, mass)
    return sum((p * min(Fraction(1), exp_eps**s / (size - 1)) for s, p in chances), Fraction(0))


def pairwise_bound(exp_eps: Fraction, rows: int, mass: Fraction, size: int) -> Fraction:
    """E[r^S / (r^S + T - 2)] for S ~ Bin(m, a): at most the averaged bound.

    Where the rare point stands at S given places, the T - 1 targets are outcomes of as many laws,
    any two of them within r^S of each other, as the rare points are replaced one by one.
    """
    chances = _rare_points(rows, mass)
    return sum((p * exp_eps**s / (exp_eps**s + size - 2) for s, p in chances), Fraction(0))


def _rare_points(rows: int, mass: Fraction) -> Iterator[tuple[int, Fraction]]:
    """The numbers of rare points in a sample, with their probabilities."""
    for s in range(rows + 1):
        yield s, comb(rows, s) * mass**s * (1 - mass) ** (rows - s)


def confidence_bound(exp_eps: R, rows: int, mass: Fraction, size: int) -> R:
    """((T - 2)/(T - 1)) (1 - a + a/r)^m: the least failure on the hard family."""
    shrunk = (exp_eps**-1) * mass + (1 - mass)
    return shrunk**rows * Fraction(size - 2, size - 1)


def equal_columns(hypotheses: Sequence[Values], size: int) -> tuple[int, int] | None:
    """Two points on which every hypothesis has the same value, if there are any.

    Then no hypothesis has error below 1/2 for the first of them under the even distribution.
    """
    first: dict[tuple[int, ...], int] = {}
    for x in range(size):
        column = tuple(h(x) for h in hypotheses)
        if column in first:
            return first[column], x
        first[column] = x
    return None
