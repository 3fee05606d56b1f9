"""Laws of public means on samples, problems without privacy, and best rules by enumeration."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.public_covers import mean
from audits.engines.optimum.problem import Problem, Score
from reference.data.concept import Hypothesis
from reference.probability.families import binomial

Spread = tuple[tuple[int, Fraction], ...]
"""Points and their masses."""


@dataclass(frozen=True, slots=True)
class OnPublicRows:
    """A release without private rows; called on the public ones."""

    build: Callable[..., Any]
    concepts: tuple[Hypothesis, ...]
    size: int

    def __call__(self, public: tuple[int, ...], coins: Coins[Any], /) -> tuple[Fraction, ...]:
        release = self.build(self.concepts, Domain.of_size(self.size), public)
        return coins.run(release, ())


def spread(masses: Sequence[Fraction]) -> Spread:
    """Each point with its mass."""
    return tuple(enumerate(masses))


def within(
    concepts: Sequence[Hypothesis], alpha: Fraction
) -> Callable[[Spread, tuple[Fraction, ...]], bool]:
    """Whether every answer is within alpha of the mean."""

    def good(distribution: Spread, answers: tuple[Fraction, ...]) -> bool:
        masses = [p for _, p in distribution]
        return all(
            abs(a - mean(h, masses)) <= alpha for h, a in zip(concepts, answers, strict=True)
        )

    return good


def telling_means_apart(samples: int, mu: Fraction, alpha: Fraction) -> Problem[int, Fraction]:
    """An answer within alpha of mu or -mu, from the number of ones; none are neighbours."""
    outcomes = (-mu, Fraction(0), mu)
    scores = []
    for sign in (1, -1):
        law = binomial(samples, (1 + sign * mu) / 2)
        good = tuple(y for y, q in enumerate(outcomes) if abs(q - sign * mu) <= alpha)
        terms = tuple((k, good, law.probability(k)) for k in range(samples + 1))
        scores.append(Score(f"mean {sign * mu}", terms))
    counts = ListedAdjacency(tuple(range(samples + 1)), (), "numbers of ones")
    return Problem(f"a mean, N = {samples}, mu = {mu}", counts, outcomes, tuple(scores))


def all_samples(
    masses: Sequence[Fraction], samples: int
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every sequence of so many points, and its probability."""
    for sample in product(range(len(masses)), repeat=samples):
        chance = Fraction(1)
        for x in sample:
            chance *= masses[x]
        yield sample, chance


def best_for_one_sign(
    build: Callable[..., Sequence[Fraction]], pairs: int, samples: int, gamma: Fraction, j: int
) -> Fraction:
    """The best probability of naming the j-th of fair signs, from all samples one by one."""
    weight: dict[tuple[int, ...], list[Fraction]] = {}
    for signs in product((1, -1), repeat=pairs):
        for sample, chance in all_samples(build(signs, gamma), samples):
            sides = weight.setdefault(sample, [Fraction(0), Fraction(0)])
            sides[signs[j] > 0] += chance / 2**pairs
    return sum((max(sides) for sides in weight.values()), Fraction(0))


def variation(first: Sequence[Fraction], second: Sequence[Fraction], samples: int) -> Fraction:
    """The total variation distance of so many rows from either, from all samples one by one."""
    chances = zip(all_samples(first, samples), all_samples(second, samples), strict=True)
    return sum((max(p - q, Fraction(0)) for (_, p), (_, q) in chances), Fraction(0))
