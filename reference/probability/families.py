"""Named families of finite distributions.

>>> exponential_weights([("a", 2), ("b", 0)], Fraction(2))
Dist({'a': 4/5, 'b': 1/5})
>>> binomial(2, Fraction(1, 3))
Dist({0: 4/9, 1: 4/9, 2: 1/9})
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations, permutations, product, repeat
from operator import mul

from reference.exact.field import R, field_of, number
from reference.exact.polynomial import Weight, power
from reference.probability.dist import Dist, X
from reference.probability.outcome import Key, key


def bernoulli(probability: R) -> Dist[bool, R]:
    """True with the given probability.

    Raises:
        ValueError: if the probability is outside [0, 1]; a function of r, at r = 1.
    """
    p = number(probability)
    if p is not None and not 0 <= p <= 1:
        raise ValueError(f"probability {probability}: it lies in [0, 1]")
    field = field_of(probability)
    above, total = field.split(probability)
    return Dist({True: above, False: total - above}, field)


def exponential_weights(scores: Iterable[tuple[X, int]], base: R) -> Dist[X, R]:
    """Pr[x] proportional to base^score(x): the law of the exponential mechanism.

    Args:
        scores: distinct outcomes with integer scores.
        base: a positive scalar, e^(eps/2) for a score of sensitivity 1.

    Raises:
        ValueError: for no outcomes.
    """
    table = {x if type(x) is int else key(x): score for x, score in scores}
    if not table:
        raise ValueError("an exponential mechanism chooses among at least one outcome")
    low, high = min(table.values()), max(table.values())
    field = field_of(base)
    top, bottom = field.split(base)
    powers: dict[int, Weight] = {
        s: power(top, s - low) * power(bottom, high - s) for s in set(table.values())
    }
    return Dist.keyed({k: powers[s] for k, s in table.items()}, field)


def binomial(trials: int, probability: R) -> Dist[int, R]:
    """The number of successes in independent trials."""
    field = field_of(probability)
    success, whole = field.split(probability)
    failure = whole - success
    numbers = isinstance(success, int) and isinstance(failure, int)
    found = _of_numbers if numbers else _binomial
    return Dist.keyed(found(trials, success, failure), field)


def _binomial(trials: int, success: Weight, failure: Weight) -> Mapping[Key[int], Weight]:
    """The terms of (success + failure)^trials, by the exponent of success."""
    weights, chosen = dict[Key[int], Weight](), 1
    hits, misses = (
        list(accumulate(repeat(each, trials), mul, initial=1)) for each in (success, failure)
    )
    for k in range(trials + 1):
        weights[k] = chosen * hits[k] * misses[trials - k]
        chosen = chosen * (trials - k) // (k + 1)  # comb(trials, k + 1)
    return weights


_of_numbers = lru_cache(maxsize=4096)(_binomial)
"""The same for integers: a sampling mechanism asks for the same ones on every branch."""


def subset(population: Sequence[X], size: int) -> Dist[tuple[X, ...], Fraction]:
    """Sampling without replacement: `size` of the elements, in their given order.

    Equal elements at different places are different draws; equal samples are merged.
    """
    return Dist.uniform(combinations(population, size))


def sample_with_replacement(population: Sequence[X], size: int) -> Dist[tuple[X, ...], Fraction]:
    """`size` independent uniform elements, in the order drawn."""
    return Dist.uniform(product(population, repeat=size))


def independent_subset(population: Sequence[X], probability: R) -> Dist[tuple[X, ...], R]:
    """Every element kept independently with the given probability, in the given order."""
    n = len(population)
    return Dist.weighted(
        (kept, probability**size * (1 - probability) ** (n - size))
        for size in range(n + 1)
        for kept in combinations(population, size)
    )


def permutation(elements: Sequence[X]) -> Dist[tuple[X, ...], Fraction]:
    """A uniform order of the elements."""
    return Dist.uniform(permutations(elements))
