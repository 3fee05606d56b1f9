"""Discrete Laplace noise by rejection, as its paper prints it; geometric noise by tosses.

Pseudo-code (Bernoulli of e^-g, for g in [0, 1]):
    1  k <- 1; while Bernoulli(g / k): k <- k + 1
    2  1 if k is odd, else 0

Pseudo-code (Pr[y] proportional to e^(-|y| / t), integer scale t):
    1  u uniform on 0, ..., t - 1; again unless Bernoulli(e^(-u/t))
    2  v <- the number of successes of Bernoulli(e^-1) before the first failure
    3  y <- u + t v; a random sign; again if it is minus and y = 0

Source:
    C. Canonne, G. Kamath, T. Steinke, "The Discrete Gaussian for Differential Privacy" (2020),
    Algorithms 1 and 2.
"""

from fractions import Fraction

from audits.conformance.tape import Tape


def bernoulli(p: Fraction, rng: Tape) -> bool:
    """True with probability p."""
    return bool(rng.randrange(p.denominator) < p.numerator)


def bernoulli_exp(g: Fraction, rng: Tape) -> bool:
    """True with probability e^-g."""
    k = 1
    while bernoulli(g / k, rng):
        k += 1
    return k % 2 == 1


def discrete_laplace(t: int, rng: Tape) -> int:
    """Noise of scale t."""
    while True:
        u = rng.randrange(t)
        if not bernoulli_exp(Fraction(u, t), rng):
            continue
        v = 0
        while bernoulli_exp(Fraction(1), rng):
            v += 1
        y: int = u + t * v
        minus = bernoulli(Fraction(1, 2), rng)
        if not (minus and y == 0):
            return -y if minus else y


def noisy(value: int, rng: Tape) -> int:
    """A value plus noise of scale 1: e^eps = e for values that differ by 1."""
    return value + discrete_laplace(1, rng)


def geometric(p: float, rng: Tape) -> int:
    """How often a coin shows heads before it shows tails."""
    k = 0
    while rng.random() < p:
        k += 1
    return k


def two_sided(p: float, rng: Tape) -> int:
    """Two-sided geometric noise: Pr[k] = (1 - p)/(1 + p) p^|k|."""
    return geometric(p, rng) - geometric(p, rng)
