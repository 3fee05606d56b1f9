"""Composition: several mechanisms on the same database, all outputs released.

If M_1, ..., M_k are (eps_i, delta_i)-private, then the tuple of their outputs, with independent
coins, is (sum eps_i, sum delta_i)-private (basic composition).  The same holds if M_2 is chosen
by the output of M_1 (adaptive composition), as long as each choice keeps to one guarantee.

The best bound that follows from the (eps_i, delta_i) alone is a polygon, exactly known (optimal
composition): the curve of the composition of the worst mechanisms, which with probability
delta_i tell all, and else answer a bit correctly with odds e^(eps_i) : 1.

For c rounds of pure mechanisms with e^(eps_i) = r^(s_i) the product of the likelihood ratios is
r^(2m - t), t = c sum s_i, with probability N_m r^m / prod (1 + r^(s_i))^c, where the N_m are the
coefficients of prod (1 + z^(s_i))^c (`PureRounds`).

Notation: M_i mechanisms, k their number, x_i = e^(eps_i), c rounds, r root, s_i powers.
Source: folklore; Kairouz, Oh, Viswanath, "The composition theorem for differential privacy".
Guarantees: CORE.composition, CORE.adaptive-composition, CORE.optimal-composition,
VT14.ALG.Compose, VT14.ALG.ComposeAdaptive, VT14.T2.1.2, VT14.TXT.adaptive.
Deviations: none.
Degenerate inputs: the composition of no mechanisms returns the empty tuple.

>>> flip = Guarantee(Fraction(3), Fraction(0))
>>> composed_curve([flip, flip]).breakpoints
((Fraction(1, 1), Fraction(1, 2)), (Fraction(9, 1), Fraction(0, 1)))
>>> PureRounds(Fraction(3), (1,), 2).curve == composed_curve([flip, flip])
True
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Generic

from reference.exact.exponential import exp_bounds
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


PRECISION = 128
"""Binary digits of the rounded sums, more than those of the largest coefficient."""


@dataclass(frozen=True, slots=True)
class PureRounds:
    """Rounds that are alike, each of pure mechanisms whose e^eps are powers of one root.

    Raises:
        ValueError: for a root below 1, no mechanism, a power below 1, or rounds < 0.
    """

    root: Fraction
    """r."""

    powers: tuple[int, ...]
    """s_i, of the mechanisms of one round."""

    rounds: int
    """c."""

    def __post_init__(self) -> None:
        if self.root < 1 or min(self.powers, default=0) < 1 or self.rounds < 0:
            raise ValueError(
                f"root {self.root}, powers {self.powers}, rounds {self.rounds}: a root and powers "
                "of at least 1, one power or more, and no negative number of rounds"
            )

    @property
    def coefficients(self) -> tuple[int, ...]:
        """N_0, ..., N_t."""
        return _coefficients(self.powers, self.rounds)

    @property
    def curve(self) -> PrivacyCurve:
        """Every eps and its least delta, exactly."""
        ways = self.coefficients
        last, p, q = len(ways) - 1, self.root.numerator, self.root.denominator
        weights = [n * p**m * q ** (last - m) for m, n in enumerate(ways)]
        total, corners, here, there = sum(weights), [(Fraction(0), Fraction(0))], 0, 0
        for m in range(last, -1, -1):
            here, there = here + weights[m], there + weights[last - m]
            corners.append((Fraction(there, total), Fraction(here, total)))
        return PrivacyCurve(tuple(upper_hull(corners)))

    def delta_at_most(self, exp_eps: Fraction) -> Fraction:
        """A delta at e^eps that is too large by less than 2^-100, quickly for many rounds.

        The sum of N_m (r^(m-t) - e^eps r^-m) where positive, over the sum of N_m r^-m; powers of
        1/r are rounded up in the first term and down in the others.
        """
        ways, p, q = self.coefficients, self.root.numerator, self.root.denominator
        one = 1 << len(self.powers) * self.rounds + PRECISION
        most, least = [one], [one]
        for _ in ways[1:]:
            most.append(-(-most[-1] * q // p))
            least.append(least[-1] * q // p)
        x, y = exp_eps.numerator, exp_eps.denominator
        told = sum(
            n * max(0, y * a - x * b) for n, a, b in zip(ways, reversed(most), least, strict=True)
        )
        return Fraction(told, y * sum(n * b for n, b in zip(ways, least, strict=True)))


def largest_root(
    low: Fraction, powers: tuple[int, ...], rounds: int, eps: Fraction, delta: Fraction
) -> Fraction:
    """A root with which so many rounds are (eps, delta)-private, one step from the largest.

    Args:
        low: a root > 1 that is small enough; a step is 1 over its denominator.
        powers: of one round.
        rounds: at least 1.
        eps: of all rounds, together with
        delta: > 0.
    """
    exp_eps, _ = exp_bounds(eps)
    root, step = low, Fraction(1, low.denominator)
    size = 1
    while PureRounds(low + size * step, powers, rounds).delta_at_most(exp_eps) <= delta:
        size <<= 1
    while size:
        tried = PureRounds(root + size * step, powers, rounds)
        if tried.delta_at_most(exp_eps) <= delta:
            root = tried.root
        size >>= 1
    return root


@lru_cache(maxsize=64)
def _coefficients(powers: tuple[int, ...], rounds: int) -> tuple[int, ...]:
    """Read off the product at z = 256^b, b more bytes than any of them has."""
    b = len(powers) * rounds // 8 + 1
    product = 1
    for s in powers:
        product *= (1 + (1 << 8 * b * s)) ** rounds
    last = sum(powers) * rounds
    digits = product.to_bytes(b * (last + 1), "little")
    return tuple(int.from_bytes(digits[b * m : b * m + b], "little") for m in range(last + 1))
