"""Composition: several mechanisms on the same database, all outputs released.

If M_1, ..., M_k are (eps_i, delta_i)-private, then the tuple of their outputs, with independent
coins, is (sum eps_i, sum delta_i)-private (basic composition).  The same holds if M_2 is chosen
by the output of M_1 (adaptive composition), as long as each choice keeps to one guarantee.

The best bound that follows from the (eps_i, delta_i) alone is a polygon, exactly known (optimal
composition): the curve of the composition of the worst mechanisms, which with probability
delta_i tell all, and else answer a bit correctly with odds e^(eps_i) : 1.

Notation: M_i mechanisms, k their number, x_i = e^(eps_i).
Source: folklore; Kairouz, Oh, Viswanath, "The composition theorem for differential privacy".
Guarantees: CORE.composition, CORE.adaptive-composition, CORE.optimal-composition.
Deviations: none.
Degenerate inputs: the composition of no mechanisms returns the empty tuple.

>>> flip = Guarantee(Fraction(3), Fraction(0))
>>> composed_curve([flip, flip]).breakpoints
((Fraction(1, 1), Fraction(1, 2)), (Fraction(9, 1), Fraction(0, 1)))
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

from reference.exact.field import R
from reference.privacy.curve import Corner, PrivacyCurve, upper_hull
from reference.privacy.group import at_most_one
from reference.privacy.guarantee import Guarantee, PrivateMechanism
from reference.probability.coins import Coins, D
from reference.probability.dist import X, Y


@dataclass(frozen=True, slots=True)
class SequentialComposition(Generic[D, X, R]):
    """(M_1(database), ..., M_k(database)).

    Pseudo-code:
        1  run every mechanism on the database, return the tuple of outputs
    """

    mechanisms: tuple[PrivateMechanism[D, X, R], ...]
    """M_1, ..., M_k, at least one."""

    @property
    def guarantee(self) -> Guarantee[R]:
        """(sum of eps, sum of delta).

        Raises:
            ValueError: for no mechanisms.
        """
        return composed_guarantee([m.guarantee for m in self.mechanisms])

    def __call__(self, database: D, coins: Coins[R], /) -> tuple[X, ...]:
        return tuple(coins.run(mechanism, database) for mechanism in self.mechanisms)  # 1


@dataclass(frozen=True, slots=True)
class AdaptiveComposition(Generic[D, X, Y, R]):
    """(y, M_y(database)) for y = M(database).

    Pseudo-code:
        1  y <- M(database)
        2  z <- M_y(database)
        3  return (y, z)
    """

    first: PrivateMechanism[D, X, R]
    """M."""

    then: Callable[[X], PrivateMechanism[D, Y, R]]
    """y to M_y."""

    promise: Guarantee[R]
    """What every M_y keeps to."""

    @property
    def guarantee(self) -> Guarantee[R]:
        """(eps of M plus eps of the promise, the same of delta)."""
        return composed_guarantee([self.first.guarantee, self.promise])

    def __call__(self, database: D, coins: Coins[R], /) -> tuple[X, Y]:
        y = coins.run(self.first, database)  # 1
        z = coins.run(self.then(y), database)  # 2
        return y, z  # 3


def composed_guarantee(guarantees: Sequence[Guarantee[R]]) -> Guarantee[R]:
    """Basic composition: the product of e^eps, the sum of delta.

    Raises:
        ValueError: for no guarantees.
    """
    if not guarantees:
        raise ValueError("a composition has at least one mechanism")
    exp_eps, delta = guarantees[0].exp_eps, guarantees[0].delta
    for guarantee in guarantees[1:]:
        exp_eps, delta = exp_eps * guarantee.exp_eps, delta + guarantee.delta
    return Guarantee(exp_eps, at_most_one(delta))


def composed_curve(guarantees: Sequence[Guarantee[Fraction]]) -> PrivacyCurve:
    """Optimal composition: the least curve that holds for every composition, adaptive too.

    Unless one of the worst mechanisms tells all, the likelihood ratio of its answer is x_i with
    probability x_i / (1 + x_i) and 1 / x_i otherwise, and the ratios multiply.
    """
    silent = Fraction(1)
    masses = {Fraction(1): Fraction(1)}
    for guarantee in guarantees:
        x = guarantee.exp_eps
        silent = silent * (1 - guarantee.delta)
        spread: dict[Fraction, Fraction] = {}
        for ratio, mass in masses.items():
            for factor, chance in ((x, x / (1 + x)), (1 / x, 1 / (1 + x))):
                spread[ratio * factor] = spread.get(ratio * factor, 0) + mass * chance
        masses = spread
    q, p = Fraction(0), 1 - silent
    corners: list[Corner] = [(q, p)]
    for ratio in sorted(masses, reverse=True):
        q, p = q + silent * masses[ratio] / ratio, p + silent * masses[ratio]
        corners.append((q, p))
    return PrivacyCurve(tuple(upper_hull([*corners, (Fraction(1), Fraction(1))])))
