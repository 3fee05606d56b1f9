"""Bad parameters of mechanisms on streams and on vectors of answers are named."""

from __future__ import annotations

from fractions import Fraction

import pytest

from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter
from reference.mechanisms.stream.continuous_numeric_sparse import ContinuousNumericSparse
from reference.mechanisms.stream.continuous_sparse_values import (
    AdaptiveSparseVector,
    ContinuousSparseVector3,
)
from reference.mechanisms.stream.continuous_sparse_vector import ContinuousSparseVector1
from reference.mechanisms.stream.numeric_sparse import NumericSparse, shares, sparse_scale
from reference.mechanisms.stream.partial_sums import PartialSum, SmartSum
from reference.mechanisms.stream.sparse import Sparse
from reference.mechanisms.stream.sparse_vector import SparseVector1, SparseVector4, SparseVector6
from reference.mechanisms.stream.sparse_vector_values import SparseVector3
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

TWO = Epsilon(Fraction(2), 4)
NINE = Epsilon(Fraction(2), 9)
ONE = Epsilon(Fraction(2))
EVERY = Epsilon.continuous(4)
ZERO = Fraction(0)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: law(AboveThreshold(0, Epsilon(Fraction(2), 2)), (0,)), "a multiple of 4"),
        (lambda: law(Sparse(0, 3, Epsilon(Fraction(2), 8)), (0,)), "a multiple of 3"),
        (lambda: law(SparseVector6(0, ONE), (0,)), "a multiple of 2"),
        (lambda: law(ContinuousSparseVector1(0, 2, EVERY), (0,)), "a multiple of 8"),
        (lambda: Sparse(0, 0, TWO), "count 0: the number of positives is at least 1"),
        (lambda: SparseVector1(0, 0, TWO), "count 0: the number of positives is at least 1"),
        (lambda: SparseVector3(0, 0, TWO), "count 0: the number of positives is at least 1"),
        (lambda: SparseVector4(0, 0, TWO), "count 0: the number of positives is at least 1"),
        (lambda: ContinuousSparseVector1(0, 0, EVERY), "count 0: the number of positives"),
        (lambda: ContinuousSparseVector3(0, 0, EVERY), "count 0"),
        (lambda: ContinuousNumericSparse(0, 0, EVERY), "count 0"),
        (lambda: NumericSparse(0, 0, TWO, ONE), "count 0"),
        (lambda: NumericSparse.of_budget(0, 0, NINE), "count 0"),
        (lambda: NumericSparse(0, 1, TWO, ONE, 1, 0), "low is at most high"),
        (lambda: SparseVector3(0, 1, TWO, low=1, high=0), "values from 1 to 0: low is at most"),
        (lambda: SparseVector3(0, 1, TWO, share=ZERO), "share 0: noise takes a positive part"),
        (lambda: ContinuousSparseVector3(0, 1, EVERY, share=ZERO), "share 0: noise takes a pos"),
        (lambda: ContinuousNumericSparse(0, 1, EVERY, share=Fraction(1)), "share 1"),
        (lambda: AdaptiveSparseVector(0, 1, EVERY, margin=-1), "margin -1"),
        (lambda: sparse_scale(1, Fraction(1), 1), "delta 1"),
        (lambda: shares(ZERO, ZERO), "eps 0"),
        (lambda: SmartSum(0, ONE), "block 0: a block has at least 1 answer"),
        (lambda: SmartSum(1, ONE, reach=-1), "reach -1: it is at least 0"),
        (lambda: PartialSum(ONE, reach=-1), "reach -1: it is at least 0"),
        (lambda: BinaryTreeCounter(0, ONE), "horizon 0"),
        (lambda: BinaryTreeCounter(1, ONE, -1), "reach -1"),
        (lambda: law(BinaryTreeCounter(2, ONE), (0, 1, 0)), "3 bits"),
    ],
)
def test_refused(wrong: object, words: str) -> None:
    """Each with the value and what is admissible."""
    assert callable(wrong)
    with pytest.raises(ValueError, match=words):
        wrong()
