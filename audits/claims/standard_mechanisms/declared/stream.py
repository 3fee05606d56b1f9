"""Of `reference.mechanisms.stream`."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.declared.declared import *
from audits.claims.standard_mechanisms.every_eps import R, every
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter
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

INSTANCES: dict[str, Declared] = {
    "above threshold": Declared(
        AboveThreshold(0, every(4)), at(R**4), MOVED, few=pairs((0, 0, 1), (1, 1, 0))
    ),
    "sparse": Declared(Sparse(1, 2, every(8)), at(R**8), MOVED, few=FAR),
    "numeric sparse": Declared(NumericSparse(1, 2, every(4), every(1)), at(R**10), MOVED, few=FAR),
    "sparse vector 1": Declared(SparseVector1(1, 2, every(8)), at(R**8), MOVED, few=FAR),
    "sparse vector 3": Declared(SparseVector3(0, 1, every(2)), at(R**2), MOVED, broken=True),
    "sparse vector 4": Declared(SparseVector4(0, 1, every(4)), at(R**4), MOVED, broken=True),
    "sparse vector 5": Declared(SparseVector5(0, every(2)), at(R**2), MOVED, broken=True),
    "sparse vector 6": Declared(SparseVector6(0, every(2)), at(R**2), MOVED, broken=True),
    "binary tree counter, one level": Declared(
        BinaryTreeCounter(1, every(1)), at(R), replace_one((0, 1), 1, ordered=True), rows=1
    ),
    "binary tree counter, two levels": Declared(
        BinaryTreeCounter(3, every(1)), at(R**2), replace_one((0, 1), 2, ordered=True)
    ),
    "partial sum": Declared(PartialSum(every(1)), at(R), ONE_MOVED),
    "smart sum": Declared(SmartSum(2, every(1)), at(R**2), ONE_MOVED),
}
