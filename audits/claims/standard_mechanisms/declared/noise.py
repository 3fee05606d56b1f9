"""Of `reference.mechanisms.noise`."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.declared.declared import *
from audits.claims.standard_mechanisms.every_eps import R, bits, every
from reference.mechanisms.noise.biased_response import BiasedResponse, WarnerResponse
from reference.mechanisms.noise.geometric_mechanism import (
    ClampedGeometricCount,
    GeometricCount,
    GeometricMechanism,
)
from reference.mechanisms.noise.laplace_mechanism import (
    LaplaceCells,
    LaplaceHistogramCells,
    LaplaceThresholdTest,
    LaplaceVectorCells,
)
from reference.mechanisms.noise.noisy_counts import NoisyCounts
from reference.mechanisms.noise.noisy_histogram import NoisyHistogram1, NoisyHistogram2
from reference.mechanisms.noise.truncated_geometric import (
    TruncatedAnswerCount,
    TruncatedNoiseCount,
)


def twice_the_ones(database: Database[int]) -> int:
    """A query of sensitivity 2."""
    return 2 * sum(database)


def zeros_and_ones(database: Database[int]) -> tuple[int, int]:
    """Two counts, of which each changes by one if a bit is replaced."""
    return database.count(0), database.count(1)


ORDERED = replace_one((0, 1), 2, ordered=True)

INSTANCES: dict[str, Declared] = {
    "randomized response": Declared(
        RandomizedResponse(THREE, every(1)), at(R), replace_one(range(3), 2, ordered=True)
    ),
    "biased response": Declared(BiasedResponse(Fraction(1, 3)), number(2), ORDERED),
    "Warner's response": Declared(WarnerResponse(), number(3), ORDERED),
    "geometric mechanism, sensitivity 2": Declared(
        GeometricMechanism(twice_the_ones, 2, every(2), (0, 4)), at(R**2), few=BITS
    ),
    "geometric count": Declared(GeometricCount(0, 2, every(1)), at(R), BITS),
    "clamped geometric count": Declared(ClampedGeometricCount(0, 2, every(1)), at(R), BITS),
    "Laplace cells": Declared(LaplaceCells((0, 1, 2), every(1)), at(R), BITS),
    "Laplace histogram cells": Declared(
        LaplaceHistogramCells(THREE, (0, 1, 2), every(2)), at(R**2), REPLACED
    ),
    "Laplace vector cells, sensitivity 2": Declared(
        LaplaceVectorCells(zeros_and_ones, 2, (0, 1, 2), every(2)), at(R**2), few=BITS
    ),
    "Laplace threshold test": Declared(LaplaceThresholdTest(1, every(1)), at(R), BITS),
    "noisy counts": Declared(NoisyCounts(intervals(3), THREE, every(1)), at(R**2), REPLACED),
    "noisy histogram 1": Declared(NoisyHistogram1(every(1)), at(R), ONE_MOVED),
    "noisy histogram 2": Declared(
        NoisyHistogram2(Fraction(1, 2), every(1)), at(R), ONE_MOVED, broken=True
    ),
    "truncated noise, width 1": Declared(
        TruncatedNoiseCount(1, every(1)), at(R, 1 / (2 + R)), bits(2)
    ),
    "truncated noise, width 2": Declared(
        TruncatedNoiseCount(2, every(1)), at(R, 1 / (2 + 2 * R + R**2)), bits(2)
    ),
    "truncated answer": Declared(TruncatedAnswerCount(0, 2, every(1)), at(R**2), BITS),
}
