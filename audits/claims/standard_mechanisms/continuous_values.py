"""Values themselves, released by sparse vectors and noisy max with Laplace noise: densities.

All vectors of answers -1, 0, 1, every answer moving by at most one; every eps, and every value.
"""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import ANSWERS
from audits.claims.standard_mechanisms.every_unit import R, every_unit
from reference.mechanisms.selection.continuous_noisy_max import GapNoisyMax
from reference.mechanisms.stream.continuous_sparse_values import (
    GapSparseVector,
    NumericSparseVector,
)

LAST_DOWN = pair((1, 1, -1), (2, 2, -2))


@claim(
    "CORE.numeric-sparse-vector-itself",
    over(n=sized((2,), (2, 3), (3,)), c=(1, 2)),
    about=NumericSparseVector,
)
def numeric_sparse_vector_itself(build: Build, n: int, c: int) -> Check:
    """Numeric sparse vector, with Laplace noise of scale 3/eps on the threshold, 6c/eps on the
    answers and a fresh one of scale 3c/eps on the values released, is eps-private: whatever the
    real values are that it releases.

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one, and, of
    one value, seven equal answers, and three of which two move up and the last moves down.
    """
    mechanism, bound = build(0, c, every_unit(12 * c), itself=True), pure(R ** (12 * c))
    if c == 1:
        yield private(mechanism, pair((-1,) * 7, (0,) * 7), bound, name="equal answers")
        yield private(mechanism, LAST_DOWN, bound, name="the last down")
    yield private(mechanism, all_answers(ANSWERS, n), bound)


@claim("CORE.gap-sparse-vector-itself", over(n=sized((3,), (3,), (3, 4))), about=GapSparseVector)
def gap_sparse_vector_itself(build: Build, n: int) -> Check:
    """Variant 1 with Laplace noise that stops after one positive is eps-private, too, if it
    releases the gap between noisy answer and noisy threshold: whatever real number that is.

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one, and
    five equal answers.
    """
    mechanism, bound = build(0, 1, every_unit(4), cuts=None), pure(R**4)
    yield private(mechanism, pair((-1,) * 5, (0,) * 5), bound, name="equal answers")
    yield private(mechanism, all_answers(ANSWERS, n), bound)


@claim("CORE.gap-noisy-max-itself", over(n=sized((2,), (2, 3), (3, 4))), about=GapNoisyMax)
def gap_noisy_max_itself(build: Build, n: int) -> Check:
    """Noisy max with Laplace noise of scale 2/eps is eps-private if it releases the place of the
    greatest answer and its gap to the runner-up: whatever real number that is.

    Cases: All vectors of answers -1, 0, 1, every answer moves by at most one, and three equal
    answers.
    """
    mechanism, equal = build(every_unit(2), cuts=None), pair((-1,) * 3, (0,) * 3)
    yield private(mechanism, equal, pure(R**2), name="equal answers")
    yield private(mechanism, all_answers(ANSWERS, n), pure(R**2))
