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
from typing import overload

from reference.exact.field import R, field_of, number, read_scalar
from reference.exact.polynomial import Weight, power
from reference.probability.dist import Dist, X
from reference.probability.outcome import Key, key


@overload
def bernoulli(probability: R) -> Dist[bool, R]: ...
@overload
def bernoulli(probability: int | str) -> Dist[bool, Fraction]: ...
def bernoulli(probability: R | int | str) -> Dist[bool, R] | Dist[bool, Fraction]:
    """True with the given probability: a Fraction, a text such as "1/4", a function of r.

    Raises:
        ValueError: if the probability is outside [0, 1]; a function of r, at r = 1.
        TypeError: for a float.
    """
    if isinstance(probability, int | str):
        return _bernoulli(read_scalar(probability))
    return _bernoulli(probability)


def _bernoulli(probability: R) -> Dist[bool, R]:
    _refuse_outside(probability)
    field = field_of(probability)
    above, total = field.split(probability)
    return Dist({True: above, False: total - above}, field)


def exponential_weights(scores: Mapping[X, int] | Iterable[tuple[X, int]], base: R) -> Dist[X, R]:
    """Pr[x] proportional to base^score(x): the law of the exponential mechanism.

    Args:
        scores: distinct outcomes with integer scores, as pairs or as a mapping.
        base: a positive scalar, e^(eps/2) for a score of sensitivity 1.

    Raises:
        ValueError: for no outcomes.
        TypeError: for a score that is no int.
    """
    pairs = scores.items() if isinstance(scores, Mapping) else scores
    table = {x if type(x) is int else key(x): score for x, score in pairs}
    for score in table.values():
        if not _is_integer(score):
            raise TypeError(f"score {score!r}: a score is an int; take a finer base for fractions")
    if not table:
        raise ValueError("an exponential mechanism chooses among at least one outcome")
    low, high = min(table.values()), max(table.values())
    field = field_of(base)
    top, bottom = field.split(base)
    powers: dict[int, Weight] = {
        s: power(top, s - low) * power(bottom, high - s) for s in set(table.values())
    }
    return Dist.keyed({k: powers[s] for k, s in table.items()}, field)


@overload
def binomial(trials: int, probability: R) -> Dist[int, R]: ...
@overload
def binomial(trials: int, probability: int | str) -> Dist[int, Fraction]: ...
def binomial(trials: int, probability: R | int | str) -> Dist[int, R] | Dist[int, Fraction]:
    """The number of successes in independent trials.

    Raises:
        ValueError: for trials < 0, or a probability outside [0, 1]; a function of r, at r = 1.
        TypeError: for a float.
    """
    given: object = trials
    if not isinstance(given, int) or given < 0:
        raise ValueError(f"trials {trials!r}: an int >= 0")
    if isinstance(probability, int | str):
        return _of_trials(trials, read_scalar(probability))
    return _of_trials(trials, probability)


def _of_trials(trials: int, probability: R) -> Dist[int, R]:
    _refuse_outside(probability)
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


def _is_integer(score: object) -> bool:
    return isinstance(score, int)


def _refuse_outside(probability: R) -> None:
    p = number(probability)
    if p is not None and not 0 <= p <= 1:
        raise ValueError(f"probability {probability}: it lies in [0, 1]")


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
