"""Wrong criteria and wrong scales of Cauchy noise, and wrong noisy medians."""

from audits.claims.prelude import *
from reference.data.sensitivity import local_sensitivities
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.sensitivity.cauchy import Cauchy, cauchy_answers
from reference.mechanisms.sensitivity.median import (
    Median,
    local_sensitivity_within,
    median_smooth_sensitivity,
)
from reference.mechanisms.sensitivity.noisy_bound import noise_ratio
from reference.mechanisms.sensitivity.pareto_noise import ParetoNoise, Placed, worst_pareto_ratio
from reference.mechanisms.sensitivity.smooth_median import HALF, rounded


def criterion(change: Callable[[Fraction], Fraction], power: int = 2) -> Build:
    """The squared distance of the centres altered, or other powers of the scales."""

    def wrong(first: Cauchy, second: Cauchy) -> Fraction:
        s, other = first.scale, second.scale
        gap = change((first.centre - second.centre) ** 2)
        return (s**power + other**power + gap) / (s * other) ** (power // 2)

    return wrong


WRONG_CRITERIA: Mapping[str, Build] = {
    "the centres left out": criterion(lambda _: Fraction(0)),
    "half of their square": criterion(lambda gap: gap / 2),
    "twice their square": criterion(lambda gap: 2 * gap),
    "fourth powers of the scales": criterion(lambda gap: gap, 4),
    "the ratio at one centre": lambda first, second: (
        first.density(first.centre) / second.density(first.centre)
        + second.density(first.centre) / first.density(first.centre)
    ),
    "always 2": lambda _, __: Fraction(2),
}


def answers_but(
    scale: Callable[[Fraction, Fraction], Fraction], *, local: bool = False, squared: bool = False
) -> Build:
    """Another scale from the factor and the sensitivity."""

    def wrong(query: Any, universe: Any, base: Fraction, factor: Fraction) -> dict[Rows, Cauchy]:
        if local:
            found = local_sensitivities(query, universe)
            return {d: Cauchy(Fraction(query(d)), scale(factor, s)) for d, s in found.items()}
        used = base * base if squared else base
        right = cauchy_answers(query, universe, used, Fraction(1))
        return {d: Cauchy(c.centre, scale(factor, c.scale)) for d, c in right.items()}

    return wrong


WRONG_ANSWERS: Mapping[str, Build] = {
    "scale c LS": answers_but(lambda c, s: c * s, local=True),
    "scale S/c": answers_but(lambda c, s: s / c),
    "half of the scale": answers_but(lambda c, s: c * s / 2),
    "scale S": answers_but(lambda _, s: s),
    "base b^2": answers_but(lambda c, s: c * s, squared=True),
}


@dataclass(frozen=True)
class OtherMedian:
    """The noisy median of another base, factor, sensitivity or noise."""

    domain: Domain[int]
    eps: Epsilon[Fraction]
    scale_of: Callable[[Rows, int, Fraction], Fraction]
    """From the rows, D and v = e^(eps/6)."""

    geometric: bool = False

    def scale(self, database: Rows) -> Fraction:
        """Of the noise."""
        return self.scale_of(database, self.domain.size - 1, self.eps.exp(Fraction(1, 6)))

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> int:
        top, q = self.domain.size - 1, Median()(database)
        scale = self.scale(database)
        if not scale:
            return q
        if self.geometric:
            ratio = noise_ratio(self.eps, 1) ** 1
            steps = max(1, round(scale))
            return coins.run(NoisyInteger(1 / (1 + (1 / ratio - 1) / steps), (0, top)), q)
        noise = ParetoNoise(scale)
        return rounded(lambda y: noise.at_least(y - HALF - q), top, coins)


def other_median(
    scale_of: Callable[[Rows, int, Fraction], Fraction], *, geometric: bool = False
) -> Build:
    """The same parameters."""
    return lambda domain, eps: OtherMedian(domain, eps, scale_of, geometric)


def factor(v: Fraction) -> Fraction:
    """1/c."""
    return min(v**4 - v**2, v**3 - 1)


def _local(rows: Rows, top: int) -> Fraction:
    return Fraction(local_sensitivity_within(tuple(sorted(rows)), 0, top))


WRONG_NOISY_MEDIANS: Mapping[str, Build] = {
    "half of the scale": other_median(
        lambda d, top, v: median_smooth_sensitivity(d, top, v * v) / factor(v) / 2
    ),
    "nine tenths of the scale": other_median(
        lambda d, top, v: median_smooth_sensitivity(d, top, v * v) / factor(v) * Fraction(9, 10)
    ),
    "the scale without 1/c": other_median(
        lambda d, top, v: median_smooth_sensitivity(d, top, v * v) / 8
    ),
    "scale c LS": other_median(lambda d, top, v: _local(d, top) / factor(v)),
    "base v^8": other_median(
        lambda d, top, v: median_smooth_sensitivity(d, top, v**8) / factor(v)
    ),
    "geometric noise of the scale S/eps": other_median(
        lambda d, top, v: median_smooth_sensitivity(d, top, v**2), geometric=True
    ),
    "no noise": other_median(lambda _, __, ___: Fraction(0)),
}


def corners(first: Placed, second: Placed) -> list[Fraction]:
    """The ratios of the densities at the two centres."""
    here, there = ParetoNoise(first[1]), ParetoNoise(second[1])
    return [
        here.density(z - first[0]) / there.density(z - second[0]) for z in (first[0], second[0])
    ]


WRONG_SUPREMA: Mapping[str, Build] = {
    "the product of the scales": lambda here, there: max(
        *corners(here, there), here[1] * there[1]
    ),
    "no tails": lambda here, there: max(corners(here, there)),
    "the second centre only": lambda here, there: max(corners(here, there)[1], here[1] / there[1]),
    "tails only": lambda here, there: here[1] / there[1],
    "the densities exchanged": lambda here, there: worst_pareto_ratio(there, here),
}
