"""The stream with continuous noise that a mechanism with geometric noise is, on the integers.

The automaton of the twin, its draws taken on the integers at the same rates, has the law of the
mechanism, clamping and sums left out, which are post-processing.

>>> from fractions import Fraction
>>> from reference.mechanisms.stream.sparse_vector import SparseVector4
>>> type(twin(SparseVector4(0, 2, Epsilon(Fraction(2), parts=4)))).__name__
'ContinuousSparseVector4'
"""

from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter
from reference.mechanisms.stream.continuous_above_threshold import ContinuousAboveThreshold
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector1,
    ContinuousSparseVector4,
    ContinuousSparseVector5,
    ContinuousSparseVector6,
)
from reference.mechanisms.stream.continuous_sums import (
    ContinuousPartialSum,
    ContinuousSmartSum,
    ContinuousTreeCounter,
)
from reference.mechanisms.stream.partial_sums import PartialSum, SmartSum
from reference.mechanisms.stream.sparse_vector import (
    SparseVector1,
    SparseVector4,
    SparseVector5,
    SparseVector6,
)
from reference.privacy.epsilon import Epsilon


def twin(mechanism: object) -> object | None:
    """The stream, for every eps; None if it is not known."""
    eps: object = getattr(mechanism, "eps", None)
    if not isinstance(eps, Epsilon):
        return None
    every = Epsilon.continuous(parts=eps.parts)
    found: object | None = None
    match mechanism:
        case AboveThreshold():
            found = ContinuousAboveThreshold(mechanism.threshold, every)
        case SparseVector1():
            found = ContinuousSparseVector1(mechanism.threshold, mechanism.count, every)
        case SparseVector4():
            found = ContinuousSparseVector4(mechanism.threshold, mechanism.count, every)
        case SparseVector5():
            found = ContinuousSparseVector5(mechanism.threshold, every)
        case SparseVector6():
            found = ContinuousSparseVector6(mechanism.threshold, every)
        case PartialSum():
            found = ContinuousPartialSum(every)
        case SmartSum():
            found = ContinuousSmartSum(mechanism.block, every)
        case BinaryTreeCounter():
            found = ContinuousTreeCounter(mechanism.horizon, every)
        case _:
            pass
    return found
