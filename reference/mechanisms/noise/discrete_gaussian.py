"""Gaussian noise on the integers: sampled exactly, and in a truncated form with an exact law.

The discrete Gaussian has Pr[Z = z] proportional to e^(-z^2 / (2V)), for a rational V > 0.
Its probabilities are irrational, so it has no exact law here; they are enclosed by rationals, in
`reference.probability.enclosed`.  It is sampled exactly, with coins whose probabilities are
rational, from discrete Laplace noise by rejection.

Pseudo-code:
    1  t <- floor(sqrt(V)) + 1
    2  draw Y with probability proportional to e^(-|y|/t)
    3  with probability 1 - e^(-(|Y| - V/t)^2 / (2V)), go back to 2
    4  return a + Y

where a coin of probability e^(-x) is tossed by coins of probabilities x/1, x/2, x/3, ... until one
fails: the number of the first that does is odd with that probability, for x in [0, 1].

Privacy: if neighbours differ by at most D in Euclidean length, independent discrete Gaussian noise
on all coordinates is D^2/(2V)-concentrated private, as continuous noise is, and so it is
(eps, delta)-private for eps >= rho = D^2/(2V) and delta = e^(-(eps - rho)^2 / (4 rho)).

The truncated form has Pr[Z = z] proportional to b^(-z^2) on -w, ..., w; with b rational, its law
is.  The ends move with the answers, so that delta > 0 at every eps.  For answers that differ by
one in each of k coordinates, and e^eps = b^m, the least delta is

    1 - (1 - p_w)^k  +  sum over z in {-w, ..., w-1}^k of p_z max(0, 1 - b^(m - k - 2 sum z)),

with p_w = Pr[Z = w], p_z the product of the Pr[Z = z_j].

Notation: a answer, V variance, Y noise, t scale, D sensitivity, b base, w width, k coordinates.
Source: Canonne, Kamath, Steinke, The Discrete Gaussian for Differential Privacy, NeurIPS 2020,
Algorithms 1 to 3 and Theorem 4; VT14, section 7, step 2.
Guarantees: VT14.ALG.GeoProject.
Deviations: integer noise in place of continuous noise.
Degenerate inputs: width 0 is no noise, and delta is 1.

>>> truncated_gaussian(Fraction(2), 1)
Dist({-1: 1/4, 0: 1/2, 1: 1/4})
>>> truncated_delta(Fraction(2), 1, coordinates=1, multiple=1)  # (1/4, 1/2, 1/4), and one further
Fraction(1, 4)
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import ClassVar, Generic

from reference.exact.field import R
from reference.exact.interval import Interval, Real, exact, exp, ln, sqrt
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.families import bernoulli, exponential_weights
from reference.probability.indices import uniform_index
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class DiscreteGaussian:
    """An integer plus discrete Gaussian noise; for `run` and `enclosed_law`, not for `law`.

    Raises:
        ValueError: unless the variance is above 0.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "step 2", "7")

    variance: Fraction
    """V, that of the continuous Gaussian with this exponent."""

    def __post_init__(self) -> None:
        if self.variance <= 0:
            raise ValueError(f"variance {self.variance}: above 0")

    @property
    def scale(self) -> int:
        """An integer t, above the square root of V by at most 1."""
        return isqrt(self.variance.numerator // self.variance.denominator) + 1

    def rejected(self, size: int) -> Fraction:
        """The x such that noise of this size is kept with probability e^(-x)."""
        off = size - self.variance / self.scale
        return off * off / (2 * self.variance)

    def __call__(self, value: int, coins: Coins[R], /) -> int:
        """The value plus noise."""
        t = self.scale  # 1
        while True:
            noise = discrete_laplace(t, coins)  # 2
            if coins.run(ExponentialCoin(self.rejected(abs(noise))), ()):  # 3
                return value + noise  # 4

    def enclosed(self, value: int, noise: Callable[[Fraction], int], /) -> int:
        """The value plus noise of a variance, whose weights are enclosed with all of its tail."""
        return value + noise(self.variance)


def discrete_laplace(scale: int, coins: Coins[R]) -> int:
    """An integer y with probability proportional to e^(-|y|/scale)."""
    while True:
        low = uniform_index(scale, coins)
        if not coins.run(ExponentialCoin(Fraction(low, scale)), ()):
            continue
        size = low
        while coins.run(ExponentialCoin(Fraction(1)), ()):
            size += scale
        negative = coins.draw(bernoulli(Fraction(1, 2)))
        if size or not negative:
            return -size if negative else size


@dataclass(frozen=True, slots=True)
class ExponentialCoin:
    """True with probability e^(-x), whatever it is called on.

    Raises:
        ValueError: for a negative exponent.
    """

    exponent: Fraction
    """x."""

    def __post_init__(self) -> None:
        if self.exponent < 0:
            raise ValueError(f"exponent {self.exponent}: at least 0")

    def __call__(self, nothing: tuple[()], coins: Coins[R], /) -> bool:
        """The side on which it falls."""
        del nothing
        whole, part = divmod(self.exponent, 1)
        return all(_first_failure(Fraction(1), coins) % 2 for _ in range(whole)) and bool(
            _first_failure(part, coins) % 2
        )


def _first_failure(exponent: Fraction, coins: Coins[R]) -> int:
    """The number of the first of coins with probabilities x/1, x/2, ... that fails."""
    k = 1
    while coins.draw(bernoulli(exponent / k)):
        k += 1
    return k


def variance_for(eps: Fraction, delta: Fraction, squared_sensitivity: int) -> Fraction:
    """A variance for which discrete or continuous Gaussian noise is (eps, delta)-private.

    rho = (sqrt(eps + ln(1/delta)) - sqrt(ln(1/delta)))^2 solves (eps - rho)^2 = 4 rho ln(1/delta);
    the variance D^2/(2 rho) is rounded up to a multiple of 1/16.

    Raises:
        ValueError: unless eps > 0 and 0 < delta < 1.
    """
    if eps <= 0 or not 0 < delta < 1:
        raise ValueError(f"eps = {eps}, delta = {delta}: eps above 0, delta above 0 and below 1")
    most = ln(1 / delta)
    share = (sqrt(most + eps) - sqrt(most)) ** 2
    return Fraction((exact(8 * squared_sensitivity) / share).rounded_up(), 16)


def classical_deviation(eps: Real, delta: Fraction, sensitivity: Real) -> Interval:
    """D sqrt(2 ln(1.25/delta)) / eps: enough for (eps, delta), continuous noise and eps <= 1."""
    return sqrt(2 * ln(Fraction(5, 4) / delta)) * sensitivity / eps


def delta_at_most(eps: Fraction, variance: Fraction, squared_sensitivity: int) -> Fraction:
    """A delta for which noise of this variance is (eps, delta)-private; at most 1."""
    rho = squared_sensitivity / (2 * variance)
    if eps <= rho:
        return Fraction(1)
    return exp(-((eps - rho) ** 2) / (4 * rho)).enclosure()[1]


def truncated_gaussian(base: R, width: int) -> Dist[int, R]:
    """The law with Pr[Z = z] proportional to base^(-z^2) on -width, ..., width.

    Raises:
        ValueError: if the width is negative.
    """
    if width < 0:
        raise ValueError(f"width {width}: at least 0")
    return exponential_weights(((z, -z * z) for z in range(-width, width + 1)), base)


@dataclass(frozen=True, slots=True)
class TruncatedGaussian(Generic[R]):
    """An integer plus truncated Gaussian noise."""

    source: ClassVar[Source] = Source(Paper.VT14, "step 2, truncated", "7")

    base: R
    """b."""

    width: int
    """w."""

    def __call__(self, value: int, coins: Coins[R], /) -> int:
        """The value plus noise."""
        return coins.release(truncated_gaussian(self.base, self.width).map(lambda z: value + z))


def truncated_delta(base: R, width: int, *, coordinates: int, multiple: int) -> R:
    """The least delta at e^eps = base^multiple, for answers that differ by one everywhere."""
    noise = truncated_gaussian(base, width)
    one = base / base
    inside: dict[int, R] = {0: one}
    for _ in range(coordinates):
        sums: dict[int, R] = {}
        for total, p in inside.items():
            for z in range(-width, width):
                sums[total + z] = sums.get(total + z, one - one) + p * noise.probability(z)
        inside = sums
    delta = one - (one - noise.probability(width)) ** coordinates
    for total, p in inside.items():
        beyond = coordinates + 2 * total - multiple
        if beyond > 0:
            delta = delta + p * (one - base**-beyond)
    return delta
