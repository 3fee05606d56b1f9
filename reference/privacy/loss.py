"""Moments of the privacy loss ln(P(y) / Q(y)), y drawn from P: KL and Renyi divergences.

    KL(P, Q)        = E[L],  L = ln(P(y) / Q(y)), y from P
    k-th moment     = E[L^k]
    exp. moment     = E[e^(k L)] = sum over y of P(y)^(k+1) / Q(y)^k     (rational for integer k)
    Renyi of order a = ln(E[e^((a-1) L)]) / (a - 1), a > 0, a not 1

The loss itself is told by its exponential, P(y) / Q(y), which is rational: infinite if only Q(y)
is 0, and without meaning if P(y) is, for then y is never drawn.

Each moment is infinite if P reaches an outcome that Q never does (for a < 1, only if they share
none).  Logarithms are certified intervals; what is rational is returned as such.

Notation: P, Q laws, L privacy loss, y outcome, a order.

>>> P, Q = Dist.uniform((0, 0, 0, 1)), Dist.uniform((0, 1))
>>> loss_ratio(P, Q, 0), loss_ratio(P, Q, 1), loss_ratio(Q, Dist.point(0), 1)
(Fraction(3, 2), Fraction(1, 2), inf)
>>> exponential_moment(P, Q, 1)  # (9/16) / (1/2) + (1/16) / (1/2)
Fraction(5, 4)
>>> kl_divergence(Q, Dist.point(0))
inf
>>> loss = kl_divergence(P, Q)  # (3/4) ln(3/2) + (1/4) ln(1/2) = 0.1308...
>>> [isinstance(loss, Interval) and loss.certainly_less(Fraction(131, 1000))]
[True]
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from reference.exact.interval import Interval, exact, ln, rational_power
from reference.privacy.divergence import Extended, Infinity, integers
from reference.probability.dist import Dist, X

ExtendedReal: TypeAlias = Interval | Infinity
"""A certified real number, or infinity."""


def loss_ratio(first: Dist[X, Fraction], second: Dist[X, Fraction], outcome: X) -> Extended:
    """e^L at an outcome y: P(y) / Q(y).

    Raises:
        ValueError: if P(y) = 0.
    """
    if outcome not in first.support:
        raise ValueError(f"outcome {outcome!r}: it is never drawn, and has no loss")
    if outcome not in second.support:
        return Infinity.INFINITE
    return first.probability(outcome) / second.probability(outcome)


def bounds_the_loss(
    first: Dist[X, Fraction], second: Dist[X, Fraction], exp_eps: Fraction
) -> bool:
    """Whether L <= eps at every outcome, from P to Q and from Q to P."""
    ways = ((first, second), (second, first))
    ratios = (loss_ratio(p, q, y) for p, q in ways for y in p)
    return all(not isinstance(ratio, Infinity) and ratio <= exp_eps for ratio in ratios)


def kl_divergence(first: Dist[X, Fraction], second: Dist[X, Fraction]) -> ExtendedReal:
    """KL(P, Q) = sum of P(y) ln(P(y) / Q(y)), in nats."""
    return loss_moment(first, second, 1)


def loss_moment(first: Dist[X, Fraction], second: Dist[X, Fraction], order: int) -> ExtendedReal:
    """E[L^order] for y drawn from P, order >= 1."""
    losses = _losses(first, second)
    if isinstance(losses, Infinity):
        return losses
    moment = exact(0)
    for ratio, p in losses.items():
        moment = moment + ln(ratio) ** order * p
    return moment


def loss_variance(first: Dist[X, Fraction], second: Dist[X, Fraction]) -> ExtendedReal:
    """E[L^2] - E[L]^2 for y drawn from P."""
    mean, square = loss_moment(first, second, 1), loss_moment(first, second, 2)
    if isinstance(mean, Infinity) or isinstance(square, Infinity):
        return Infinity.INFINITE
    return square - mean**2


def exponential_moment(
    first: Dist[X, Fraction], second: Dist[X, Fraction], order: int
) -> Extended:
    """E[e^(order L)] for y drawn from P, order >= 0; exact."""
    losses = _losses(first, second)
    if isinstance(losses, Infinity):
        return losses
    return sum((p * ratio**order for ratio, p in losses.items()), Fraction(0))


def renyi_divergence(
    first: Dist[X, Fraction], second: Dist[X, Fraction], order: Fraction
) -> ExtendedReal:
    """The Renyi divergence D_a(P, Q) of order a, in nats.

    Raises:
        ValueError: unless a > 0 and a is not 1 (use `kl_divergence`).
    """
    if order <= 0 or order == 1:
        raise ValueError(f"order {order}: a Renyi divergence has an order > 0 other than 1")
    losses = _losses(first, second, shared=order < 1)
    if isinstance(losses, Infinity) or not losses:
        return Infinity.INFINITE
    moment = exact(0)
    for ratio, p in losses.items():
        moment = moment + rational_power(ratio, order - 1) * p
    return ln(moment) / (order - 1)


def _losses(
    first: Dist[X, Fraction], second: Dist[X, Fraction], *, shared: bool = False
) -> dict[Fraction, Fraction] | Infinity:
    """The law of P(y) / Q(y) for y from P; outcomes that only P reaches are left out if shared."""
    (p, s), (q, t) = integers(first), integers(second)
    losses: dict[Fraction, Fraction] = {}
    for y, a in p.items():
        if y in q:
            ratio = Fraction(a * t, q[y] * s)
            losses[ratio] = losses.get(ratio, Fraction(0)) + Fraction(a, s)
        elif not shared:
            return Infinity.INFINITE
    return losses
