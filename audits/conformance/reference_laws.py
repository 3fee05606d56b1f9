"""The laws of the reference that other libraries are compared with.

Each is a function of r together with the exponent q for which r = e^q, so that an arbitrary
real eps is served exactly.

>>> law, q = discrete_laplace(Fraction(3), centre=0, shown=1)
>>> q, law.at(Fraction(2)).probability(0)
(Fraction(1, 3), Fraction(1, 3))
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from reference.exact.rational_function import RationalFunction
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.families import bernoulli, exponential_weights
from reference.probability.geometric import TwoSidedGeometric
from reference.probability.law import law

Law = tuple[Dist[int, RationalFunction], Fraction]
"""A law as a function of r, and q with r = e^q."""

_R = RationalFunction.r()


def discrete_laplace(scale: Fraction, centre: int, shown: int) -> Law:
    """The law of centre + Z, clamped to [-shown, shown], Pr[Z = z] ~ e^(-|z| / scale)."""
    noise = TwoSidedGeometric(1 / _R).clamped(-shown - centre, shown - centre)
    return noise.map(lambda z: centre + z), 1 / scale


def rounded_laplace(scale: Fraction, shown: int) -> Law:
    """Continuous Laplace noise of the scale, rounded to the next integer, clamped.

    With h = r^2 = e^(-1/scale) as ratio, Pr[Z = 0] = 1 - h^(1/2) and Pr[Z >= z] = h^(z - 1/2) / 2.
    """
    half = 1 / _R

    def at_least(z: int) -> RationalFunction:
        return half ** (2 * z - 1) / 2

    masses = [(0, 1 - half)]
    for z in range(1, shown + 1):
        mass = at_least(z) - (at_least(z + 1) if z < shown else half - half)
        masses += [(z, mass), (-z, mass)]
    return Dist.weighted(masses), 1 / (2 * scale)


def laplace_cells(scale: Fraction, width: Fraction, shown: int) -> Law:
    """floor(Laplace noise / width), clamped to [-shown, shown - 1].

    Pr[cell i] = (g^i - g^(i+1)) / 2 for i >= 0 with g = e^(-width/scale), and cell -1-i alike.
    """
    g = 1 / _R
    masses = []
    for i in range(shown):
        mass = (g**i - g ** (i + 1)) / 2 if i < shown - 1 else g**i / 2
        masses += [(i, mass), (-1 - i, mass)]
    return Dist.weighted(masses), width / scale


def exponential(scores: Sequence[int], scale: Fraction) -> Law:
    """The position of a candidate, with probability proportional to e^(score / scale)."""
    return exponential_weights(enumerate(scores), _R), 1 / scale


def permute_and_flip(scores: Sequence[int], scale: Fraction) -> Law:
    """A uniformly next candidate is taken with probability e^((score - best) / scale)."""
    return law(_flip, tuple(enumerate(scores))), 1 / scale


def randomized_response(answers: int, truth: int, eps: Fraction) -> Law:
    """The true answer with odds e^eps against each other one."""
    return exponential_weights(((y, int(y == truth)) for y in range(answers)), _R), eps


def _flip(left: tuple[tuple[int, int], ...], coins: Coins[RationalFunction], /) -> int:
    chosen = coins.draw(Dist.uniform(left))
    behind = max(score for _, score in left) - chosen[1]
    if coins.draw(bernoulli(_R**-behind)):
        return chosen[0]
    return coins.delegate(_flip, tuple(c for c in left if c is not chosen))
