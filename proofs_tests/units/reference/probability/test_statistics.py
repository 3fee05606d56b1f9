"""Samples of `run` against exact laws: a statistical test with a stated false-alarm probability.

Among N independent samples the number that fall in an event of probability p is binomial, and
a count c or one farther on its side has probability at most e^(-N KL(c/N, p)) (Chernoff).  The
test fails if that is certainly below alpha / (2 k) for one of k events, so a sampler with the
exact law fails with probability at most alpha = 10^-9.  Seeds are fixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import TypeVar

import pytest

from reference.exact.interval import Interval, exp, ln
from reference.privacy.loss import ExtendedReal, kl_divergence
from reference.probability.coins import BitSource, SeededBits, sample_two_sided_geometric
from reference.probability.families import bernoulli
from reference.probability.geometric import TwoSidedGeometric

X = TypeVar("X", bound=Hashable)

FALSE_ALARM = Fraction(1, 10**9)
SAMPLES = 20000

pytestmark = pytest.mark.statistical


def distance(count: int, p: Fraction) -> ExtendedReal:
    """KL(c/N, p): how far the relative frequency of an event is from its probability."""
    return kl_divergence(bernoulli(Fraction(count, SAMPLES)), bernoulli(p))


def counted(sampler: Callable[[BitSource], X], seed: int) -> Counter[X]:
    """The samples, which may be tested twice."""
    source = SeededBits(seed)
    return Counter(sampler(source) for _ in range(SAMPLES))


def is_consistent(counts: Counter[X], events: Mapping[X, Fraction]) -> bool:
    """Whether the samples pass the test; false with probability <= 10^-9 if they are exact.

    Args:
        counts: of the outcomes of so many samples.
        events: the exact probabilities of some outcomes; the others are one further event.
    """
    checked = [(counts[x], p) for x, p in events.items()]
    rest = 1 - sum(events.values(), Fraction(0))
    checked.append((SAMPLES - sum(count for count, _ in checked), rest))
    least = ln(2 * len(checked) / FALSE_ALARM) / SAMPLES
    gaps = [distance(count, p) for count, p in checked]
    return all(isinstance(gap, Interval) and not least.certainly_less(gap) for gap in gaps)


def test_noise_of_a_small_loss() -> None:
    """With g = 1 - 10^-9: the residues modulo 8, exactly, and quarters of 10^9.

    Pr[Z >= v] = g^v / (1+g) is enclosed to 60 digits, which changes no false alarm.
    """
    ratio = 1 - Fraction(1, 10**9)
    source = SeededBits(4)
    drawn = [sample_two_sided_geometric(ratio, source) for _ in range(SAMPLES)]
    residues = {
        r: (1 - ratio) / (1 + ratio) * (ratio**r + ratio ** (8 - r)) / (1 - ratio**8)
        for r in range(1, 8)
    }
    assert is_consistent(Counter(z % 8 for z in drawn), residues)
    unit = 10**9 // 4
    tails = [exp(j * unit * ln(ratio)).enclosure(60)[0] / (1 + ratio) for j in range(1, 6)]
    quarters = {j: high - low for j, (high, low) in enumerate(pairwise(tails), start=1)}
    quarters[0] = 1 - 2 * tails[0]
    quarters |= {-j: p for j, p in quarters.items()}
    places = Counter(z // unit if z >= 0 else -(-z // unit) for z in drawn)
    assert is_consistent(places, quarters)
    wrong = {**quarters, 1: quarters[1] * Fraction(5, 4), -1: quarters[1] * Fraction(3, 4)}
    assert not is_consistent(places, wrong)


def test_noise_of_another_ratio_is_found() -> None:
    """Noise of ratio 5/8 is told from noise of ratio 2/3, which has its law."""
    events = {z: TwoSidedGeometric(Fraction(2, 3)).probability(z) for z in range(-3, 4)}
    for ratio in (Fraction(5, 8), Fraction(2, 3)):
        found = is_consistent(counted(partial(sample_two_sided_geometric, ratio), 1), events)
        assert found == (ratio == Fraction(2, 3))
