"""Variant 3 of the sparse vector technique, which releases noisy answers: what it loses."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import (
    R,
    about_privacy,
    attained,
    every,
    pair,
    pure,
)
from reference.data.adjacency import all_answers
from reference.mechanisms.stream.sparse_vector_values import SparseVector3

ANSWERS = (-1, 0, 1)


def for_one_value(threshold: int, _: int, eps: Epsilon[RationalFunction]) -> Build:
    """Variant 3 with c = 2 and the noise of c = 1."""
    return SparseVector3(threshold, 2, eps, share=Fraction(1))


@claim(
    "CORE.sparse-vector-3",
    over(n=sized((3,), (3,), (4,)), c=(1, 2)),
    form=Form.CORRECTED,
    **about_privacy(SparseVector3, noise_for_one_value=for_one_value),
)
def sparse_vector_3_loss(build: Build, n: int, c: int) -> Check:
    """Variant 3 loses at most n eps/(2c) on n queries (values clamped to [-1, 1]).

    Fair: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. One
    value and two.
    """
    yield private(build(0, c, every(2 * c)), all_answers(ANSWERS, n), pure(R**n))


@claim(
    "CORE.sparse-vector-3-growth",
    over(n=sized((2, 3, 4), range(2, 6), range(2, 7)), share=(HALF,), parts=(2,)),
    **about_privacy(SparseVector3),
)
@claim(
    "CORE.sparse-vector-3-quarter-growth",
    over(n=sized((4, 5), range(4, 7), range(4, 8)), share=(Fraction(1, 4),), parts=(4,)),
    **about_privacy(
        SparseVector3, the_published_share=lambda t, c, eps, *_: SparseVector3(t, c, eps)
    ),
)
def sparse_vector_3_growth(build: Build, n: int, share: Fraction, parts: int) -> Check:
    """With one value and query noise of rate eps share (1/2 as published, or 1/4), variant 3 loses
    n share eps on n queries: more than eps for n > 1/share, at every eps > 0.

    Fair: (-1, ..., -1) and (0, ..., 0), no value but the last, at most -1; c = 1.
    """
    output = (*[BOTTOM] * (n - 1), -1)
    mechanism = build(0, 1, every(parts), -1, 1, share)
    yield attained(mechanism, (-1,) * n, (0,) * n, lambda y: y == output, R**n)


@claim(
    "CORE.sparse-vector-3-quarter",
    over(n=(4,)),
    **about_privacy(
        SparseVector3, the_published_share=lambda t, c, eps, *_: SparseVector3(t, c, eps)
    ),
)
def sparse_vector_3_quarter(build: Build, n: int) -> Check:
    """With query noise of scale 4/eps and one value, variant 3 is eps-private on four queries
    (values clamped to [-1, 1]).

    Fair: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one. The
    bound is attained (CORE.sparse-vector-3-quarter-growth): <= and < differ.
    """
    mechanism = build(0, 1, every(4), -1, 1, Fraction(1, 4))
    yield private(mechanism, pair((-1,) * n, (0,) * n), pure(R**4), name="equal answers")
    yield private(mechanism, all_answers(ANSWERS, n), pure(R**4))
