"""The total loss of k rounds by every rule of composition, at one and the same total delta.

    basic       k eps
    advanced    eps sqrt(2 k ln(1/(t - k delta))) + k m(eps), three bounds m of the mean
    optimal     the least of all

Each is given by rationals below and above it, or is infinite where the rule promises nothing.

Notation: k rounds, t total delta.
Source: VT14, Theorems 2.1.2 and 2.1.3, and `reference.privacy.rounds`.
Guarantees: VT14.T2.1.3.
Degenerate inputs: t = 0 leaves basic and optimal composition, which agree.

>>> eps, total = Fraction(1, 10), Fraction(1, 10**6)
>>> [least_rule(total_losses(eps, k, total, Fraction(0))) for k in (16, 64)]
['basic', 'advanced, tanh']
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from reference.exact.interval import Ends
from reference.privacy.divergence import Infinity
from reference.privacy.rounds import (
    Mean,
    advanced_loss,
    basic_loss,
    check_rounds,
    half_of_the_square,
    largest_mean,
    mean_as_first_proved,
    optimal_loss,
)

Loss: TypeAlias = Ends | Infinity
"""Rationals below and above a loss, or none."""

BASIC, OPTIMAL = "basic", "optimal"

MEANS: Mapping[str, Mean] = MappingProxyType(
    {
        "advanced": mean_as_first_proved,
        "advanced, eps^2/2": half_of_the_square,
        "advanced, tanh": largest_mean,
    }
)
"""Forms of advanced composition by their mean term: eps (e^eps - 1), eps^2/2, eps tanh(eps/2)."""

RULES = (BASIC, *MEANS, OPTIMAL)


def total_losses(eps: Fraction, rounds: int, total: Fraction, delta: Fraction) -> dict[str, Loss]:
    """The loss of all rounds by each of `RULES`.

    Args:
        eps: >= 0, of one round.
        rounds: k >= 1.
        total: t, the delta of all rounds, in [0, 1).
        delta: of one round, in [0, 1].

    Raises:
        ValueError: for a number that is out of its range.
    """
    check_rounds(eps, rounds, total, delta)
    slack = total - rounds * delta
    losses: dict[str, Loss] = {BASIC: Infinity.INFINITE}
    if slack >= 0:
        losses[BASIC] = basic_loss(eps, rounds).enclosure()
    for name, mean in MEANS.items():
        losses[name] = Infinity.INFINITE
        if slack > 0:
            losses[name] = advanced_loss(eps, rounds, slack, mean).enclosure()
    best = optimal_loss(eps, rounds, total, delta)
    if isinstance(best, Infinity):
        return losses | {OPTIMAL: best}
    highs = [loss[1] for loss in losses.values() if not isinstance(loss, Infinity)]
    return losses | {OPTIMAL: (best[0], min(best[1], *highs) if highs else best[1])}


def least_rule(losses: Mapping[str, Loss]) -> str | None:
    """The rule that certainly promises no more than all others but the optimal one.

    None if no rule but that one promises anything, or two are too close to tell.
    """
    known = {k: v for k, v in losses.items() if k != OPTIMAL and not isinstance(v, Infinity)}
    return next(
        (
            k
            for k, (_, high) in known.items()
            if all(high <= v[0] for n, v in known.items() if n != k)
        ),
        None,
    )
