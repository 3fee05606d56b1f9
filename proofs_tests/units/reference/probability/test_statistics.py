"""Samples of `run` against exact laws: a statistical test with a stated false-alarm probability.

Among N independent samples the number that fall in an event of probability p is binomial.  The
test computes, exactly, the probability of a count as far or farther on its side, and fails if
it is below alpha / (2 k) for one of k events: a sampler with the exact law fails with
probability at most alpha = 10^-9.  Seeds are fixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import comb
from typing import TypeVar

import pytest

from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import (
    BitSource,
    SeededBits,
    run,
    sample,
    sample_two_sided_geometric,
)
from reference.probability.families import binomial
from reference.probability.geometric import TwoSidedGeometric
from reference.probability.law import law

X = TypeVar("X", bound=Hashable)

FALSE_ALARM = Fraction(1, 10**9)
SAMPLES = 4000

pytestmark = pytest.mark.statistical


def tail(count: int, samples: int, p: Fraction) -> Fraction:
    """The smaller of Pr[Bin(N, p) <= count] and Pr[Bin(N, p) >= count], exactly."""
    a, b = p.numerator, p.denominator - p.numerator
    masses = [comb(samples, k) * a**k * b ** (samples - k) for k in range(samples + 1)]
    least = min(sum(masses[: count + 1]), sum(masses[count:]))
    return Fraction(least, p.denominator**samples)


def is_consistent(
    sampler: Callable[[BitSource], X], events: Mapping[X, Fraction], seed: int
) -> bool:
    """Whether the samples pass the test; false with probability <= 10^-9 if they are exact.

    Args:
        sampler: from bits to an outcome.
        events: the exact probabilities of some outcomes; the others are one further event.
        seed: of the pseudo-random bits.
    """
    source = SeededBits(seed)
    counts = Counter(sampler(source) for _ in range(SAMPLES))
    checked = [(counts[x], p) for x, p in events.items()]
    checked.append((SAMPLES - sum(c for c, _ in checked), 1 - sum(events.values())))
    least = FALSE_ALARM / (2 * len(checked))
    return all(tail(count, SAMPLES, p) >= least for count, p in checked)


@pytest.mark.parametrize("ratio", [Fraction(1, 3), Fraction(2, 3), Fraction(9, 10)])
def test_two_sided_geometric_noise(ratio: Fraction) -> None:
    """Noise has its law, for ratios on either side of 1/2."""
    noise = TwoSidedGeometric(ratio)
    events = {z: noise.probability(z) for z in range(-3, 4)}
    assert is_consistent(lambda source: sample_two_sided_geometric(ratio, source), events, 1)


def test_noise_of_another_ratio_is_found() -> None:
    """Noise of ratio 5/8 is told from noise of ratio 2/3."""
    events = {z: TwoSidedGeometric(Fraction(2, 3)).probability(z) for z in range(-3, 4)}
    assert not is_consistent(
        lambda source: sample_two_sided_geometric(Fraction(5, 8), source), events, 1
    )


def test_a_finite_law() -> None:
    """A binomial law has its probabilities."""
    dist = binomial(6, Fraction(2, 7))
    events = {k: dist.probability(k) for k in range(6)}
    assert is_consistent(lambda source: sample(dist, source), events, 2)


def test_a_mechanism() -> None:
    """A mechanism that is run has the law that `law` says."""
    mechanism = ExponentialInteriorPoint(Domain.of_size(5), Epsilon(Fraction(3, 2), parts=2))
    database = (0, 1, 1, 4)
    exact = law(mechanism, database)
    events = {y: exact.probability(y) for y in range(4)}
    assert is_consistent(lambda source: run(mechanism, database, source), events, 3)
    assert not is_consistent(lambda source: run(mechanism, (0, 1, 1, 1), source), events, 3)
