"""Sparse vectors that release values, with Laplace noise as published: what they lose.

All vectors of answers -1, 0, 1 with threshold 0, every answer moving by at most one; every eps.
"""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.continuous_sparse_vector import BOTH
from audits.claims.standard_mechanisms.every_eps import ANSWERS
from audits.claims.standard_mechanisms.every_unit import R, every_unit, exactly_lost
from audits.claims.standard_mechanisms.sparse_vector import published
from reference.mechanisms.stream.continuous_above_threshold import NoisyTests
from reference.mechanisms.stream.continuous_sparse_values import (
    AdaptiveSparseVector,
    ContinuousSparseVector3,
    GapSparseVector,
    NumericSparseVector,
)
from reference.probability.continuous import cell

VALUES = "Algorithm 3 (lecture notes of Roth): noisy answers are released"


ALL_CUTS = (-1, 0, 1)


FRESH = "coins.draw_real(Laplace(3 * self.count / self.eps))"
GAP = "test.gap if test.above"

WRONG[ContinuousSparseVector3] = {
    "twice the eps": twice_eps(ContinuousSparseVector3),
    "half the answer noise": given(ContinuousSparseVector3, share=ONE),
    "the published share": given(ContinuousSparseVector3, share=HALF),
    "the gap for the value": "test.value if => test.gap if",
}
WRONG[NumericSparseVector] = usual(NumericSparseVector) | {
    "half the noise": (
        f"{BOTH(3, 6)} => {BOTH('Fraction(3, 2)', 3)}",
        f"{FRESH} => {FRESH.replace('3', 'Fraction(3, 2)')}",
    ),
    "the answers compared": f"test.answer + {FRESH} => test.value",
    "half the noise of values": f"{FRESH} => {FRESH.replace('3', 'Fraction(3, 2)')}",
    "no noise on values": f"test.answer + {FRESH} => test.answer",
    "noise for one value": given(NumericSparseVector, count=1),
}
WRONG[GapSparseVector] = usual(GapSparseVector) | {
    "gap to the threshold without noise": wrong(
        GapSparseVector,
        f"{GAP} => cell(test.value, (self.threshold - 1, self.threshold + 1)) if test.above",
        cell=cell,
    ),
    "gap of the answer without noise": wrong(
        GapSparseVector,
        NoisyTests=wrong(NoisyTests, "value - reached => cell(reached, (answer,))", cell=cell),
    ),
    "half the answer noise": "4 * self.count => 2 * self.count",
    "half the noise": f"{BOTH(2, 4)} => {BOTH(1, 2)}",
    "tells the answers": f"{GAP} => test.answer if test.above",
    "the answer for the gap": f"{GAP} => test.value if test.above",
    "noise for one gap": given(GapSparseVector, count=1),
}
WRONG[AdaptiveSparseVector] = {
    "twice the eps": twice_eps(AdaptiveSparseVector),
    "first test tells its answer": wrong(
        AdaptiveSparseVector, "(1, coarse - reached) => (1, cell(coarse, (-1,)))", cell=cell
    ),
    "half the threshold noise": "Laplace(2 / self.eps) => Laplace(1 / self.eps)",
    "half the noise of the second test": "Laplace(4 * => Laplace(2 *",
    "the second test is not paid for": "left >= 2 => left >= 1",
    "no margin": given(AdaptiveSparseVector, margin=0),
    "noise for one": given(AdaptiveSparseVector, count=1),
}


@claim(
    "CORE.continuous-sparse-vector-3",
    over(n=sized((3,), (3,), (4,)), share=(HALF,), parts=(2,)),
    refuted=published(VALUES),
    about=ContinuousSparseVector3,
)
@claim(
    "CORE.continuous-sparse-vector-3-quarter-on-five",
    over(n=(5,), share=(QUARTER,), parts=(4,)),
    refuted=published(f"{VALUES}; with noise of scale 4c/eps"),
    about=ContinuousSparseVector3,
)
def sparse_vector_3(build: Build, n: int, share: Fraction, parts: int) -> Check:
    """Variant 3 with Laplace noise and one value is eps-private: with query noise of scale 2/eps,
    as published, on three queries; or of scale 4/eps, on five.

    Cases: All vectors of equal answers -1, 0 or 1, threshold 0. The least number of queries.
    Values are seen through the cut 0.
    """
    mechanism = build(0, 1, every_unit(parts), cuts=(0,), share=share)
    yield private(mechanism, pair((-1,) * n, (0,) * n), pure(R**parts))


@claim(
    "CORE.continuous-sparse-vector-3",
    over(n=sized((2, 3), (2, 3), (4,)), c=(1, 2)),
    form=Form.CORRECTED,
    about=ContinuousSparseVector3,
)
def sparse_vector_3_loss(build: Build, n: int, c: int) -> Check:
    """Variant 3 with Laplace noise and query noise of scale 2c/eps loses at most n eps/(2c) on n
    queries (values seen through the cuts -1, 0, 1).

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one.
    """
    mechanism = build(0, c, every_unit(2 * c), cuts=ALL_CUTS)
    yield private(mechanism, all_answers(ANSWERS, n), pure(R**n))


@claim(
    "CORE.continuous-sparse-vector-3-growth",
    over(n=sized((2, 3, 4), range(2, 6), range(2, 7)), share=(HALF,), parts=(2,)),
    about=ContinuousSparseVector3,
)
@claim(
    "CORE.continuous-sparse-vector-3-quarter-growth",
    over(n=sized((3, 4, 5), range(3, 7), range(3, 8)), share=(QUARTER,), parts=(4,)),
    about=ContinuousSparseVector3,
)
def sparse_vector_3_growth(build: Build, n: int, share: Fraction, parts: int) -> Check:
    """With one value and query noise of rate eps share (1/2 as published, or 1/4), variant 3 with
    Laplace noise loses n share eps on n queries: more than eps for n > 1/share, at every eps > 0.

    Cases: (-1, ..., -1) and (0, ..., 0), no value but the last, below -1; c = 1.
    """
    output = (*[BOTTOM] * (n - 1), 0)
    mechanism = build(0, 1, every_unit(parts), cuts=ALL_CUTS, share=share)
    yield from exactly_lost(mechanism, (-1,) * n, (0,) * n, output, R**n)


@claim(
    "CORE.continuous-sparse-vector-3-quarter",
    over(n=sized((3,), (3, 4), (3, 4))),
    about=ContinuousSparseVector3,
)
def sparse_vector_3_quarter(build: Build, n: int) -> Check:
    """With query noise of scale 4/eps and one value, variant 3 with Laplace noise is eps-private
    on four queries, and loses 3 eps/4 on three (values seen through the cuts -1, 0, 1).

    Cases: Four equal answers, and all vectors of answers -1, 0, 1, threshold 0, every answer moves
    by at most one. The bound is attained (CORE.continuous-sparse-vector-3-quarter-growth): <= and
    < differ.
    """
    mechanism = build(0, 1, every_unit(4), cuts=ALL_CUTS, share=QUARTER)
    yield private(mechanism, pair((-1,) * 4, (0,) * 4), pure(R**4), name="four equal answers")
    yield private(mechanism, all_answers(ANSWERS, n), pure(R**n))


@claim(
    "CORE.numeric-sparse-vector",
    over(n=sized((3,), (3, 4), (4,)), c=sized((1,), (1, 2), (1, 2))),
    about=NumericSparseVector,
)
def numeric_sparse_vector(build: Build, n: int, c: int) -> Check:
    """Numeric sparse vector, with Laplace noise of scale 3/eps on the threshold, 6c/eps on the
    answers and a fresh one of scale 3c/eps on the values released, is eps-private.

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one, and
    seven equal answers. The cuts -1 and 1 are the extreme answers, so that this is the loss of the
    value itself.
    """
    mechanism, bound = build(0, c, every_unit(12 * c)), pure(R ** (12 * c))
    yield private(mechanism, pair((-1,) * 7, (0,) * 7), bound, name="equal answers")
    yield private(mechanism, all_answers(ANSWERS, n), bound)


@claim(
    "CORE.gap-sparse-vector",
    over(n=sized((3,), (3, 4), (4,)), c=sized((1,), (1, 2), (1, 2))),
    about=GapSparseVector,
)
def gap_sparse_vector(build: Build, n: int, c: int) -> Check:
    """Variant 1 with Laplace noise is eps-private, too, if it releases the gap between noisy
    answer and noisy threshold of each positive (seen through the cut 1).

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one, and 4c
    + 1 equal answers.
    """
    mechanism, bound = build(0, c, every_unit(4 * c)), pure(R ** (4 * c))
    equal = pair((-1,) * (4 * c + 1), (0,) * (4 * c + 1))
    yield private(mechanism, equal, bound, name="equal answers")
    yield private(mechanism, all_answers(ANSWERS, n), bound)


@claim(
    "CORE.adaptive-sparse-vector",
    over(n=sized((2,), (2, 3), (3,)), c=sized((1,), (1, 2), (1, 2))),
    about=AdaptiveSparseVector,
)
def adaptive_sparse_vector(build: Build, n: int, c: int) -> Check:
    """The adaptive sparse vector with gap and Laplace noise is eps-private: a positive of a first
    test costs eps/4c, one of a second test eps/2c (margin 1, gaps seen through the cut 2).

    Cases: All vectors of answers -1, 0, 1, threshold 0, every answer moves by at most one; with c
    = 1 four answers, of which the last one or two move down and the others up. With less noise on
    the threshold it takes three negatives to tell; a second positive follows two of them.
    """
    mechanism, bound = build(0, c, every_unit(8 * c)), pure(R ** (8 * c))
    if c == 1:
        for last in (1, 2):
            up = (1,) * (4 - last) + (-1,) * last
            yield private(
                mechanism, pair(up, tuple(2 * f for f in up)), bound, name=f"{last} down"
            )
    yield private(mechanism, all_answers(ANSWERS, n), bound)
