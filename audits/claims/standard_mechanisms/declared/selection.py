"""Of `reference.mechanisms.selection` and `reference.mechanisms.stability`."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.declared.declared import *
from audits.claims.standard_mechanisms.every_eps import R, every
from reference.mechanisms.selection.exponential import (
    ExponentialFrequentValue,
    ExponentialMechanism,
)
from reference.mechanisms.selection.exponential_noisy_max import (
    ExponentialNoisyMax,
    ExponentialNoisyMaxFrequentValue,
)
from reference.mechanisms.selection.noisy_max import NoisyMax1, NoisyMax2, NoisyMax3, NoisyMax4
from reference.mechanisms.selection.permute_and_flip import (
    PermuteAndFlip,
    PermuteAndFlipFrequentValue,
)
from reference.mechanisms.selection.report_noisy_max import (
    NoisyMaxFrequentValue,
    OneSidedNoisyMaxFrequentValue,
    ReportNoisyMax,
)
from reference.mechanisms.stability.choosing_mechanism import (
    ChoosingFrequentValue,
    ChoosingMechanism,
)
from reference.mechanisms.stability.stable_histogram import StableHistogram


def delta_of_choosing(threshold: int, growth: int = 1) -> RationalFunction:
    """What bounds the chance of a candidate that only one of two neighbours has."""
    return Fraction(growth, 2) * R ** (1 - threshold)


@dataclass(frozen=True, slots=True)
class Covered:
    """How many rows cover each candidate: a 1 covers candidate 0, and a 0 so many others."""

    growth: int

    def __call__(self, database: Rows, /) -> dict[int, int]:
        zeros = len(database) - sum(database)
        return {0: sum(database), **dict.fromkeys(range(1, self.growth + 1), zeros)}


def twice_as_often(database: Rows) -> dict[int, int]:
    """A quality of sensitivity 2."""
    return {value: 2 * database.count(value) for value in range(3)}


FREQUENCY = (
    "for frequencies eps/2 is enough, as BNSV15.L3.13 says of prefixes; the promise is that of "
    "all qualities of bounded growth, and 'choosing mechanism, growth 5' refutes half of it"
)
ADDED = add_remove_one(range(2), 2)
SENSITIVE = (twice_as_often, every(4), 2)
"""A quality, eps, and the sensitivity of the quality."""

INSTANCES: dict[str, Declared] = {
    "exponential mechanism": Declared(
        ExponentialFrequentValue(THREE, every(2)), at(R**2), REPLACED
    ),
    "exponential mechanism, sensitivity 2": Declared(
        ExponentialMechanism(*SENSITIVE), at(R**4), few=REPLACED
    ),
    "exponential noisy max": Declared(
        ExponentialNoisyMaxFrequentValue(THREE, every(2)), at(R**2), REPLACED
    ),
    "exponential noisy max, sensitivity 2": Declared(
        ExponentialNoisyMax(*SENSITIVE), at(R**4), few=REPLACED
    ),
    "permute-and-flip": Declared(PermuteAndFlipFrequentValue(THREE, every(2)), at(R**2), REPLACED),
    "permute-and-flip, sensitivity 2": Declared(
        PermuteAndFlip(*SENSITIVE), at(R**4), few=REPLACED
    ),
    "report-noisy-max": Declared(NoisyMaxFrequentValue(THREE, every(2)), at(R**2), REPLACED),
    "report-noisy-max, sensitivity 2": Declared(
        ReportNoisyMax(*SENSITIVE), at(R**4), few=REPLACED
    ),
    "report-noisy-max, one-sided": Declared(
        OneSidedNoisyMaxFrequentValue(THREE, every(2)), at(R**2), REPLACED
    ),
    "noisy max 1": Declared(NoisyMax1(every(2)), at(R**2), MOVED),
    "noisy max 2": Declared(NoisyMax2(every(2)), at(R**2), MOVED),
    "noisy max 3": Declared(NoisyMax3(every(2)), at(R**2), MOVED, broken=True),
    "noisy max 4": Declared(NoisyMax4(every(2)), at(R**2), MOVED, broken=True),
    "choosing mechanism, T = 1": Declared(
        ChoosingFrequentValue(THREE, 1, every(4)),
        at(R**4, delta_of_choosing(1)),
        REPLACED,
        few=pair((0,), (1,)),
        keeps_half_of_eps=FREQUENCY,
    ),
    "choosing mechanism, T = 3": Declared(
        ChoosingFrequentValue(THREE, 3, every(4)),
        at(R**4, delta_of_choosing(3)),
        REPLACED,
        few=pair((0,), (1,)),
        keeps_half_of_eps=FREQUENCY,
    ),
    "choosing mechanism, growth 5": Declared(
        ChoosingMechanism(Covered(5), 8, every(4), 5),
        at(R**4, delta_of_choosing(8, growth=5)),
        few=pairs(
            *(blocks((0, 4), (1, 4)), blocks((0, 3), (1, 5))),
            *(blocks((1, 8)), blocks((0, 1), (1, 7))),
        ),
    ),
    "stable histogram, T = 2": Declared(
        StableHistogram(TWO_EPS, 2, 3, every(1)), at(R, 1 / (1 + R)), ADDED
    ),
    "stable histogram, T = 3": Declared(
        StableHistogram(TWO_EPS, 3, 3, every(1)), at(R, 1 / (R + R**2)), ADDED
    ),
}
