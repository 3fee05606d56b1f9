"""Bad parameters of noise are named."""

from __future__ import annotations

from fractions import Fraction

import pytest

from reference.data.domain import Domain
from reference.data.histograms import rows_replaced
from reference.data.queries import LinearQuery
from reference.mechanisms.noise.biased_response import BiasedResponse
from reference.mechanisms.noise.discrete_gaussian import (
    DiscreteGaussian,
    truncated_gaussian,
    variance_for,
)
from reference.mechanisms.noise.geometric_mechanism import GeometricMechanism, NoisyInteger, Total
from reference.mechanisms.noise.laplace_mechanism import LaplaceVectorCells
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.mechanisms.noise.noisy_histogram import NoisyHistogram1, NoisyHistogram2
from reference.mechanisms.noise.truncated_geometric import (
    TruncatedAnswerCount,
    TruncatedNoiseCount,
)
from reference.mechanisms.release.random_row import RandomRow
from reference.mechanisms.release.suppressed_counts import SuppressedCounts
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

MEAN: LinearQuery[int] = LinearQuery(Fraction)
HALF, ONE, NONE = Fraction(1, 2), Fraction(1), Fraction(0)
EPS = Epsilon(Fraction(2))


def both(_: tuple[int, ...], /) -> tuple[int, int]:
    """A query with two answers."""
    return 0, 0


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: BiasedResponse(ONE), "bias 1: above 0 and below 1"),
        (lambda: BiasedResponse(NONE), "bias 0"),
        (lambda: BiasedResponse(HALF).estimate(()), "at least 1 row"),
        (lambda: RandomRow(Domain.of_size(2), 0), "rows 0: at least 1"),
        (lambda: law(RandomRow(Domain.of_size(2), 2), (1,)), "the mechanism is for 2"),
        (lambda: SuppressedCounts((), -1), "least count -1"),
        (lambda: MEAN(()), "at least one row"),
        (lambda: rows_replaced((1,), ()), "argument 2 is shorter"),
        (lambda: DiscreteGaussian(NONE), "variance 0"),
        (lambda: truncated_gaussian(Fraction(2), -1), "width -1"),
        (lambda: variance_for(NONE, HALF, 1), "eps ="),
        (lambda: variance_for(ONE, ONE, 1), "eps ="),
        (lambda: variance_for(ONE, NONE, 1), "eps ="),
        (lambda: NoisyInteger(HALF, (2, 1)), "the low end is at most the high end"),
        (lambda: GeometricMechanism(Total(), 0, EPS), "sensitivity 0"),
        (lambda: GeometricMechanism(Total(), 2, EPS), "is no power of"),
        (lambda: LaplaceNoise(HALF), "base 1/2"),
        (lambda: LaplaceVectorCells(both, 0, (1,), EPS), "sensitivity 0"),
        (lambda: NoisyHistogram1(EPS, low=1, high=0), "the low end is at most the high end"),
        (lambda: NoisyHistogram2(ONE, EPS, low=1, high=0), "the low end is at most the high end"),
        (lambda: NoisyHistogram2(NONE, EPS), "eps_squared 0: the square of a loss > 0"),
        (lambda: TruncatedNoiseCount(-1, EPS), "width -1"),
        (lambda: TruncatedAnswerCount(1, 0, EPS), "from 1 to 0"),
    ],
)
def test_refused(wrong: object, words: str) -> None:
    """In one line."""
    assert callable(wrong)
    with pytest.raises(ValueError, match=words):
        wrong()
