"""Variant 3 of the sparse vector technique, which releases noisy answers: what it loses."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import ANSWERS, R, attained, every
from reference.mechanisms.stream.sparse_vector_values import SparseVector3

WRONG[SparseVector3] = usual(SparseVector3) | {
    "noise for one value": given(SparseVector3, count=2, share=Fraction(1)),
    "the published share": given(SparseVector3, share=HALF),
    "one value more": "values == self.count => values == self.count + 1",
    "values are clamped": given(SparseVector3, low=0, high=0),
    "the threshold is off": given(SparseVector3, threshold=lambda t: t + 3),
}


@claim(
    "CORE.sparse-vector-3",
    over(n=sized((3,), (3,), (4,)), c=(1, 2)),
    form=Form.CORRECTED,
    about=SparseVector3,
)
def sparse_vector_3_loss(build: Build, n: int, c: int) -> Check:
    """Variant 3 loses at most n eps/(2c) on n queries (values clamped to [-1, 1]).

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. One
    value and two.
    """
    yield private(build(0, c, every(2 * c)), all_answers(ANSWERS, n), pure(R**n))


@claim(
    "CORE.sparse-vector-3-growth",
    over(n=sized((2, 3, 4), range(2, 6), range(2, 7)), share=(HALF,), parts=(2,)),
    about=SparseVector3,
)
@claim(
    "CORE.sparse-vector-3-quarter-growth",
    over(n=sized((4, 5), range(4, 7), range(4, 8)), share=(QUARTER,), parts=(4,)),
    about=SparseVector3,
)
def sparse_vector_3_growth(build: Build, n: int, share: Fraction, parts: int) -> Check:
    """With one value and query noise of rate eps share (1/2 as published, or 1/4), variant 3 loses
    n share eps on n queries: more than eps for n > 1/share, at every eps > 0.

    Cases: (-1, ..., -1) and (0, ..., 0), no value but the last, at most -1; c = 1.
    """
    output = (*[BOTTOM] * (n - 1), -1)
    mechanism = build(0, 1, every(parts), -1, 1, share)
    yield attained(mechanism, (-1,) * n, (0,) * n, lambda y: y == output, R**n)


@claim("CORE.sparse-vector-3-quarter", over(n=(4,)), about=SparseVector3)
def sparse_vector_3_quarter(build: Build, n: int) -> Check:
    """With query noise of scale 4/eps and one value, variant 3 is eps-private on four queries
    (values clamped to [-1, 1]).

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. The
    bound is attained (CORE.sparse-vector-3-quarter-growth): <= and < differ.
    """
    mechanism = build(0, 1, every(4), -1, 1, QUARTER)
    yield private(mechanism, pair((-1,) * n, (0,) * n), pure(R**4), name="equal answers")
    yield private(mechanism, all_answers(ANSWERS, n), pure(R**4))
