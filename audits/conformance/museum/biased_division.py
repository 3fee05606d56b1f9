"""The law of integer Laplace noise when x / k is computed with a lost factor.

The discrete Laplace sampler of Canonne, Kamath and Steinke (2020) with an integer scale t:

Pseudo-code:
    1  u uniform on 0, ..., t - 1, accepted with probability e^(-u/t), else again
    2  v geometric with ratio e^-1, m <- v t + u
    3  a random sign; again if it is minus and m = 0

and Bernoulli(e^-x) by the series: k <- 1; while Bernoulli(x / k), k <- k + 1; accept if k is odd.
In the releases with the bug, x = n/d in lowest terms divided by k is

    (n/g) / (floor(d/g) k)   instead of   (n/g) / (d (k/g)),   g = gcd(n, k),

so that e^(-u/t) becomes another number b(u) and Pr[|Z| = v t + u] is proportional to b(u) e^-v.
This restates what was published about the bug; that the samples of the affected releases have
this law is tested.

>>> divided(Fraction(2, 3), 2), acceptance(Fraction(0))
(Fraction(1, 2), Fraction(1, 1))
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from reference.exact.exponential import exp_bounds
from reference.probability.dist import Dist

TERMS = 60
"""Terms of the series; the rest is below 1/60! where no factor is lost."""

BITS = 120


def divided(x: Fraction, k: int) -> Fraction:
    """The quotient x / k as the bug computes it, 0 for x = 0."""
    if not x:
        return x
    g = gcd(x.numerator, k)
    return min(Fraction(x.numerator // g, x.denominator // g * k), Fraction(1))


def acceptance(x: Fraction) -> Fraction:
    """b: the probability that Bernoulli(e^-x) accepts, to within the last term."""
    reached, accepted = Fraction(1), Fraction(0)
    for k in range(1, TERMS):
        chance = divided(x, k)
        if k % 2:
            accepted += reached * (1 - chance)
        reached *= chance
    return accepted


def exact_loss(scale: int) -> tuple[Fraction, Fraction]:
    """Rationals that enclose e^eps, for values that differ by one, up to 60-term series.

    The largest of the ratios b(u) / b(u + 1), their inverses, and b(t - 1) / (b(0) e^-1).
    """
    b = [acceptance(Fraction(u, scale)) for u in range(scale)]
    low, high = exp_bounds(Fraction(1), BITS)
    ratios = [b[u] / b[u + 1] for u in range(scale - 1)]
    inside = [ratio for r in ratios for ratio in (r, 1 / r)]
    last = b[-1] / b[0]
    return (
        max([*inside, last * low, 1 / (last * high)]),
        max([*inside, last * high, 1 / (last * low)]),
    )


def biased_law(scale: int, shown: int) -> Dist[int, Fraction]:
    """The law of the biased noise, clamped to [-shown, shown], with e^-1 to 120 bits."""
    step = exp_bounds(Fraction(-1), BITS)[0]
    b = [acceptance(Fraction(u, scale)) for u in range(scale)]

    def weight(m: int) -> Fraction:
        return b[m % scale] * step ** (m // scale)

    blocks = shown // scale + 1
    rest = sum(b) * step**blocks / (1 - step)
    tail = rest + sum((weight(m) for m in range(shown, blocks * scale)), Fraction(0))
    masses = [(0, weight(0))]
    for m in range(1, shown):
        masses += [(m, weight(m)), (-m, weight(m))]
    return Dist.weighted([*masses, (shown, tail), (-shown, tail)])
