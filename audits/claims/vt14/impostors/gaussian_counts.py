"""Noise that is not Gaussian, and wrong privacy curves of Gaussian noise."""

from audits.claims.prelude import *
from reference.mechanisms.noise.discrete_gaussian import truncated_gaussian
from reference.privacy.gaussian import gaussian_delta, normal_tail
from reference.probability.families import exponential_weights

Noise = Callable[[Any, int], Dist[int, Any]]
"""A law on -w, ..., w, of the base and w."""


def of_exponent(exponent: Callable[[int], int]) -> Noise:
    """Weights base^-exponent(z)."""
    return lambda base, width: exponential_weights(
        ((z, -exponent(z)) for z in range(-width, width + 1)), base
    )


WRONG_NOISE: dict[str, Noise] = {
    "two-sided geometric": of_exponent(abs),
    "all values alike": of_exponent(lambda _: 0),
    "squares up to 4, then lines": of_exponent(lambda z: z * z if abs(z) < 2 else 3 * abs(z) - 2),
    "half the variance": of_exponent(lambda z: 2 * z * z),
    "not centred": of_exponent(lambda z: (z - 1) ** 2),
    "one-sided": lambda base, width: exponential_weights(
        ((z, -z * z) for z in range(width + 1)), base
    ),
}
BOUNDED: dict[str, Noise] = {
    name: WRONG_NOISE[name]
    for name in ("two-sided geometric", "all values alike", "squares up to 4, then lines")
}
"""With likelihood ratios that do not grow."""


@dataclass(frozen=True)
class NoisyCount:
    """The number of ones plus noise."""

    noise: Noise
    base: Any
    width: int

    def __call__(self, database: Rows, coins: Coins[Any], /) -> int:
        z: int = coins.draw(self.noise(self.base, self.width))
        return sum(database) + z


Curve = Callable[[Fraction, Fraction], Interval]
"""The least delta, of eps and the deviation, for answers that differ by 1."""


def least_delta(eps: Fraction, deviation: Fraction) -> Interval:
    """That of Gaussian noise."""
    return gaussian_delta(eps, sensitivity=1, deviation=deviation)


WRONG_CURVES: dict[str, Curve] = {
    "the second tail left out": lambda eps, s: normal_tail(exact(eps) * s - 1 / exact(s) / 2),
    "the second tail without e^eps": lambda eps, s: (
        normal_tail(exact(eps) * s - 1 / exact(s) / 2)
        - normal_tail(exact(eps) * s + 1 / exact(s) / 2)
    ),
    "sensitivity 2": lambda eps, s: gaussian_delta(eps, sensitivity=2, deviation=s),
    "half the deviation": lambda eps, s: least_delta(eps, s / 2),
    "no delta": lambda _eps, _s: exact(0),
    "the tail bound e^(-(eps s)^2/2)": lambda eps, s: exp(-((exact(eps) * s) ** 2) / 2),
}
truncated: Noise = truncated_gaussian
