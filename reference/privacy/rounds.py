"""Rounds of one guarantee: what k adaptive (eps, delta)-private mechanisms lose together.

The least total loss E that a rule promises for a total delta, t:

* basic:    k eps, if k delta <= t
* advanced: eps sqrt(2 k ln(1/(t - k delta))) + k m(eps), if k delta < t; the mean term m(eps) is
            eps (e^eps - 1) as first proved, eps (e^eps - 1)/(e^eps + 1) as it is for randomized
            response, the largest expected loss, or eps^2/2, which lies between
* optimal:  the least E that holds for all such mechanisms, that of the worst pair of laws, if
            1 - (1 - delta)^k <= t

The worst pair tells all with probability delta, and else answers a bit correctly with odds
e^eps : 1.  With M_m = C(k, m) r^m / (1 + r)^k, the chance of m correct answers of k, r = e^eps,

    e^E = max over j of (1 - s - t + s sum over m >= j of M_m) / (s sum over m >= j of M_(k-m))

where s = (1 - delta)^k.  The quotient grows with each m for which r^(2m-k) is above it.
At E = (k - 2i) eps and delta = 0 the least t is (`least_delta`)

    sum over l < i of C(k, l) (r^(k-l) - r^(k-2i+l)) / (1 + r)^k.

Notation: k rounds, r = e^eps, t total delta, E total loss.
Source: VT14, Theorems 2.1.2 and 2.1.3; Dwork, Rothblum, Vadhan, "Boosting and differential
privacy"; Kairouz, Oh, Viswanath, "The composition theorem for differential privacy".
Guarantees: VT14.ALG.WorstRR, VT14.T2.1.3.
Degenerate inputs: where no finite loss is promised, it is infinite.

>>> low, high = optimal_loss(Fraction(1), 4, Fraction(0))
>>> low <= 4 <= high
True
>>> least_delta(Fraction(3), 2, 1)  # two rounds of odds 3 : 1, at eps = 0: 9/16 - 1/16
Fraction(1, 2)
>>> [
...     (advanced_loss(Fraction(1, 10), 100, Fraction(1, 10**6), mean) * 10**4).floor()
...     for mean in (mean_as_first_proved, half_of_the_square, largest_mean)
... ]
[63082, 57565, 57561]
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import TypeAlias

from flint import arb, ctx, fmpq, fmpz

from reference.exact.interval import FIRST_BITS, Ends, Interval, Real, exact, exp, ln, sqrt
from reference.privacy.divergence import Infinity
from reference.probability.dist import Dist

Mean: TypeAlias = Callable[[Real], Interval]
"""A bound of the expected loss of one round of loss eps."""


def mean_as_first_proved(eps: Real) -> Interval:
    """The bound eps (e^eps - 1)."""
    return exact(eps) * (exp(eps) - 1)


def largest_mean(eps: Real) -> Interval:
    """The number eps (e^eps - 1)/(e^eps + 1): the expected loss of randomized response."""
    return exact(eps) * (exp(eps) - 1) / (exp(eps) + 1)


def half_of_the_square(eps: Real) -> Interval:
    """The bound eps^2/2."""
    return exact(eps) ** 2 / 2


def basic_loss(eps: Real, rounds: int) -> Interval:
    """The sum k eps."""
    return exact(eps) * rounds


def advanced_loss(
    eps: Real, rounds: int, slack: Fraction, mean: Mean = mean_as_first_proved
) -> Interval:
    """The loss eps sqrt(2 k ln(1/slack)) + k m(eps), for a total delta of k delta + slack.

    Raises:
        ValueError: unless 0 < slack <= 1.
    """
    if not 0 < slack <= 1:
        raise ValueError(f"slack {slack}: a delta above 0, at most 1")
    return exact(eps) * sqrt(2 * rounds * ln(1 / slack)) + rounds * mean(eps)


def worst_pair(
    exp_eps: Fraction, delta: Fraction
) -> tuple[Dist[int, Fraction], Dist[int, Fraction]]:
    """The laws from which all pairs of (eps, delta)-private laws follow, on outcomes 0 to 3."""
    told, right = delta, (1 - delta) * exp_eps / (1 + exp_eps)
    chances = (told, right, 1 - told - right, Fraction(0))
    return Dist.weighted(enumerate(chances)), Dist.weighted(enumerate(reversed(chances)))


def least_delta(exp_eps: Fraction, rounds: int, i: int) -> Fraction:
    """The least delta at the loss (k - 2i) eps of k rounds of the loss eps, 0 <= i <= k/2.

    Raises:
        ValueError: for another i.
    """
    if not 0 <= 2 * i <= rounds:
        raise ValueError(f"i = {i}: from 0 to {rounds // 2}")
    r, k = exp_eps, rounds
    return (
        sum((comb(k, n) * (r ** (k - n) - r ** (k - 2 * i + n)) for n in range(i)), Fraction(0))
        / (1 + r) ** k
    )


def optimal_loss(
    eps: Fraction, rounds: int, total: Fraction, delta: Fraction = Fraction(0)
) -> Ends | Infinity:
    """Rationals below and above the least loss E of k rounds, at most 2^-64 max(1, E) apart.

    Args:
        eps: >= 0, of one round.
        rounds: k >= 1.
        total: t, the delta of all rounds, in [0, 1).
        delta: of one round, in [0, 1].

    Raises:
        ValueError: for a number that is out of its range.
    """
    check_rounds(eps, rounds, total, delta)
    silent, all_ = fmpz((1 - delta).numerator), fmpz(delta.denominator)
    left = 1 - total
    if silent**rounds * left.denominator < all_**rounds * left.numerator:
        return Infinity.INFINITE
    bits = 2 * FIRST_BITS
    while True:
        with ctx.workprec(bits):
            low, high = _ends(_largest_quotient(eps, rounds, total, delta))
        if (high - low) * 2**FIRST_BITS <= max(1, low):
            return low, high
        bits *= 2


def check_rounds(eps: Fraction, rounds: int, total: Fraction, delta: Fraction) -> None:
    """Refuse what is no number of rounds of a guarantee.

    Raises:
        ValueError: naming what is out of its range.
    """
    if eps < 0 or rounds < 1:
        raise ValueError(f"eps {eps}, {rounds} rounds: at least 0, and 1 round or more")
    if not 0 <= total < 1 or not 0 <= delta <= 1:
        raise ValueError(f"total delta {total}, delta {delta}: in [0, 1), and in [0, 1]")


def _largest_quotient(eps: Fraction, rounds: int, total: Fraction, delta: Fraction) -> arb:
    """A ball around e^E, or around a number below 1 for E = 0."""
    k, r = rounds, arb(fmpq(eps.numerator, eps.denominator)).exp()
    silent = arb(fmpq((1 - delta).numerator, delta.denominator)) ** k
    here = silent * (r / (1 + r)) ** k  # s M_m
    there = silent / (1 + r) ** k  # s M_(k-m)
    gain, cost = 1 - silent - arb(fmpq(total.numerator, total.denominator)), arb(0)
    best = arb(0)
    for m in range(k, -1, -1):
        gain, cost = gain + here, cost + there
        quotient = gain / cost
        best = best.max(quotient)
        if here < best * there:  # the quotient falls from here on
            break
        here, there = here * m / (r * (k - m + 1)), there * m * r / (k - m + 1)
    return best


def _ends(quotient: arb) -> Ends:
    """Of the logarithm, at least 0."""
    loss = quotient.max(arb(1)).log()
    low, high = loss.lower().fmpq(), loss.upper().fmpq()
    ends = Fraction(int(low.p), int(low.q)), Fraction(int(high.p), int(high.q))
    return max(ends[0], Fraction(0)), ends[1]
