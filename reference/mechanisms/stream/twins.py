"""The stream with continuous noise that a mechanism is, for every number of answers.

The automaton of the twin of a mechanism with geometric noise, its draws taken on the integers at
the same rates, has the law of the mechanism, clamping and sums left out, which are
post-processing.  Noisy maxima are no streams; their twins have foresight.

>>> from fractions import Fraction
>>> from reference.mechanisms.stream.sparse_vector import SparseVector4
>>> type(twin(SparseVector4(0, 2, Epsilon(Fraction(2), parts=4)))).__name__
'ContinuousSparseVector4'
"""

from fractions import Fraction

from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import R
from reference.mechanisms.selection.continuous_noisy_max import (
    ContinuousNoisyMax1,
    ContinuousNoisyMax2,
    GapNoisyMax,
)
from reference.mechanisms.selection.foreseen_max import ForeseenGap, ForeseenMax
from reference.mechanisms.selection.noisy_max import NoisyMax1, NoisyMax2
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter
from reference.mechanisms.stream.continuous_above_threshold import ContinuousAboveThreshold
from reference.mechanisms.stream.continuous_numeric_sparse import ContinuousNumericSparse
from reference.mechanisms.stream.continuous_sparse_values import ContinuousSparseVector3
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector1,
    ContinuousSparseVector2,
    ContinuousSparseVector4,
    ContinuousSparseVector5,
    ContinuousSparseVector6,
)
from reference.mechanisms.stream.continuous_sums import (
    ContinuousPartialSum,
    ContinuousSmartSum,
    ContinuousTreeCounter,
)
from reference.mechanisms.stream.numeric_sparse import NumericSparse
from reference.mechanisms.stream.partial_sums import PartialSum, SmartSum
from reference.mechanisms.stream.sparse import Sparse
from reference.mechanisms.stream.sparse_vector import (
    SparseVector1,
    SparseVector4,
    SparseVector5,
    SparseVector6,
)
from reference.mechanisms.stream.sparse_vector_values import SparseVector3
from reference.privacy.epsilon import Epsilon
from reference.probability.continuous import Exponential


def twin(mechanism: object) -> object | None:
    """The stream, for every eps; None if it is not known."""
    if isinstance(mechanism, NumericSparse):
        return _numeric(mechanism)
    eps: object = getattr(mechanism, "eps", None)
    if not isinstance(eps, Epsilon):
        return None
    every = Epsilon.continuous(parts=eps.parts)
    found = _noisy_tests(mechanism, every)
    if found is None:
        found = _sums(mechanism, every)
    return _maxima(mechanism, every) if found is None else found


def tells_more(stream: object) -> bool:
    """Whether the twin puts out more than the mechanism: what it loses is a bound, and no more."""
    return isinstance(stream, ForeseenGap)


def _noisy_tests(mechanism: object, every: Epsilon[ExponentialFunction]) -> object | None:
    found: object | None = None
    match mechanism:
        case AboveThreshold():
            found = ContinuousAboveThreshold(mechanism.threshold, every)
        case SparseVector1():
            found = ContinuousSparseVector1(mechanism.threshold, mechanism.count, every)
        case Sparse():
            found = ContinuousSparseVector2(mechanism.threshold, mechanism.count, every)
        case SparseVector3():  # clamped values are cells
            cuts, share = (*range(mechanism.low, mechanism.high),), mechanism.share
            found = ContinuousSparseVector3(
                mechanism.threshold, mechanism.count, every, cuts=cuts, share=share
            )
        case SparseVector4():
            found = ContinuousSparseVector4(mechanism.threshold, mechanism.count, every)
        case SparseVector5():
            found = ContinuousSparseVector5(mechanism.threshold, every)
        case SparseVector6():
            found = ContinuousSparseVector6(mechanism.threshold, every)
        case _:
            pass
    return found


def _sums(mechanism: object, every: Epsilon[ExponentialFunction]) -> object | None:
    found: object | None = None
    match mechanism:
        case PartialSum():
            found = ContinuousPartialSum(every)
        case SmartSum():
            found = ContinuousSmartSum(mechanism.block, every)
        case BinaryTreeCounter():
            found = ContinuousTreeCounter(mechanism.horizon, every)
        case _:
            pass
    return found


def _maxima(mechanism: object, every: Epsilon[ExponentialFunction]) -> object | None:
    found: object | None = None
    match mechanism:
        case NoisyMax1() | ContinuousNoisyMax1():
            found = ForeseenMax(every)
        case NoisyMax2() | ContinuousNoisyMax2():
            found = ForeseenMax(every, noise=Exponential)
        case GapNoisyMax():
            found = ForeseenGap(every)
        case _:
            pass
    return found


def _numeric(mechanism: NumericSparse[R]) -> ContinuousNumericSparse[ExponentialFunction] | None:
    """If the losses of tests and values are parts of one eps."""
    if mechanism.test_eps.root != mechanism.answer_eps.root:
        return None
    tests, values = mechanism.test_eps.parts, mechanism.answer_eps.parts
    every = Epsilon.continuous(mechanism.count * (tests + values))
    share = Fraction(tests, tests + values)
    return ContinuousNumericSparse(mechanism.threshold, mechanism.count, every, share=share)
