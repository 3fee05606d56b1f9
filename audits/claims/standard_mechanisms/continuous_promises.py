"""What mechanisms with continuous noise declare: the guarantee and the neighbours."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import ANSWERS
from audits.claims.standard_mechanisms.every_unit import NOTHING, R, every_unit
from audits.claims.standard_mechanisms.promises import neighbours
from reference.exact.exponential_function import ExponentialFunction
from reference.mechanisms.selection.continuous_noisy_max import (
    ContinuousNoisyMax1,
    ContinuousNoisyMax2,
    ContinuousNoisyMax3,
    ContinuousNoisyMax4,
    GapNoisyMax,
)
from reference.mechanisms.stream.continuous_above_threshold import ContinuousAboveThreshold
from reference.mechanisms.stream.continuous_numeric_sparse import ContinuousNumericSparse
from reference.mechanisms.stream.continuous_sparse_values import (
    AdaptiveSparseVector,
    ContinuousSparseVector3,
    GapSparseVector,
    NumericSparseVector,
)
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector1,
    ContinuousSparseVector2,
    ContinuousSparseVector4,
    ContinuousSparseVector5,
    ContinuousSparseVector6,
)

SOUND: dict[str, Any] = {
    "above threshold": ContinuousAboveThreshold(0, every_unit(4)),
    "sparse vector 1": ContinuousSparseVector1(0, 1, every_unit(4)),
    "sparse vector 2": ContinuousSparseVector2(0, 1, every_unit(4)),
    "numeric sparse vector": NumericSparseVector(0, 1, every_unit(6)),
    "numeric sparse": ContinuousNumericSparse(0, 1, every_unit(9)),
    "gap sparse vector": GapSparseVector(0, 1, every_unit(4)),
    "adaptive sparse vector": AdaptiveSparseVector(0, 1, every_unit(8)),
    "noisy max 1": ContinuousNoisyMax1(every_unit(2)),
    "noisy max 2": ContinuousNoisyMax2(every_unit(2)),
    "gap noisy max": GapNoisyMax(every_unit(2)),
}

BROKEN: dict[str, Any] = {
    "sparse vector 3": ContinuousSparseVector3(0, 1, every_unit(2)),
    "sparse vector 4": ContinuousSparseVector4(0, 1, every_unit(4)),
    "sparse vector 5": ContinuousSparseVector5(0, every_unit(2)),
    "sparse vector 6": ContinuousSparseVector6(0, every_unit(2)),
    "noisy max 3": ContinuousNoisyMax3(every_unit(2)),
    "noisy max 4": ContinuousNoisyMax4(every_unit(2)),
}
"""What does not keep its promise."""


THREE_ANSWERS = pair((0, 0, 0), (1, 1, -1))


def guarantee_of(mechanism: Any) -> Guarantee[ExponentialFunction]:
    """What a mechanism promises."""
    promised: Guarantee[ExponentialFunction] = mechanism.guarantee
    return promised


def half_of_eps(it: Any) -> Guarantee[ExponentialFunction]:
    """Half of the eps of the mechanism."""
    return pure(R ** (it.eps.parts // 2))


WRONG[guarantee_of] = {"half of eps": half_of_eps, "eps of one part": lambda _: pure(R)}


@claim(
    "CORE.continuous-declared-guarantees", over(mechanism=(*SOUND, *BROKEN)), about=guarantee_of
)
def declared_guarantees(promise: Build, mechanism: str) -> Check:
    """A mechanism with continuous noise declares (eps, 0) for answers that move by at most one
    and, but for the variants that are known to be broken, keeps it.

    Cases: For every eps > 0; two answers, and three of which two move up and one moves down.
    """
    built = (SOUND | BROKEN)[mechanism]
    own, universe = built.universe(2), all_answers(ANSWERS, 2)
    found = promise(built)
    if mechanism in SOUND:
        yield private(built, THREE_ANSWERS, found, name="three answers")
        yield private(built, own, found)
    yield true("databases", set(own.databases()) == set(universe.databases()))
    yield true("neighbours", neighbours(own) == neighbours(universe))
    yield eq("e^eps", found.exp_eps, R**built.eps.parts)
    yield eq("delta", found.delta, NOTHING)
