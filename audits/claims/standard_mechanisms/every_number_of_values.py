"""Sparse vectors that tell values or gaps, for every number of real answers and every eps.

Values and gaps are put out themselves, not seen through cuts.  Those that tell bits, and what is
shown how: `every_number_of_answers`.
"""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.continuous_sparse_vector import BOTH
from audits.claims.standard_mechanisms.every_number_of_answers import COUNTS, Noises
from audits.claims.standard_mechanisms.every_unit import every_unit, loses_just
from audits.claims.standard_mechanisms.sparse_vector import published
from audits.ledger import stream_loses, stream_private
from reference.mechanisms.stream.continuous_numeric_sparse import ContinuousNumericSparse
from reference.mechanisms.stream.continuous_sparse_values import (
    AdaptiveSparseVector,
    ContinuousSparseVector3,
    GapSparseVector,
    NumericSparseVector,
)
from reference.probability.continuous import Laplace


class MonotoneGap(GapSparseVector[Any]):
    """The one with gap for monotone answers: half of the noise on answers."""

    @property
    @override
    def noise(self) -> Noises:
        """On the threshold, and on answers."""
        return Laplace(2 / self.eps), Laplace(2 * self.count / self.eps)


def numeric_itself(t: int, c: int, eps: Epsilon[Any], cuts: None) -> Build:
    """Numeric sparse vector that releases values themselves."""
    del cuts
    return NumericSparseVector(t, c, eps, itself=True)


FRESH = "test.answer + coins.draw_real(Laplace(1 / self.shares[1]))"
TESTED = "Laplace(2 / tests), Laplace(4 / tests)"
OF_VALUES = ("half the noise", "half the noise of values", "the answers compared")

WRONG[numeric_itself] = {
    name: wrong(numeric_itself, NumericSparseVector=WRONG[NumericSparseVector][name])
    for name in OF_VALUES
}
WRONG[ContinuousNumericSparse] = {
    "half the noise": (
        f"{TESTED} => Laplace(1 / tests), Laplace(2 / tests)",
        "1 / self.shares[1] => 1 / (self.shares[1] * 2)",
    ),
    "the value compared": f"{FRESH} => test.value",
    "noise for one value": given(ContinuousNumericSparse, count=1),
    "half for the values": given(ContinuousNumericSparse, share=lambda share: share / 2),
    "one threshold higher": given(ContinuousNumericSparse, threshold=lambda t: t + 1),
}
WRONG[MonotoneGap] = {
    "half the noise": f"{BOTH(2, 2)} => {BOTH(1, 1)}",
    "the answer for the gap": wrong(
        MonotoneGap, GapSparseVector=WRONG[GapSparseVector]["the answer for the gap"]
    ),
}


@claim("CORE.numeric-sparse-vector-every-n", COUNTS, about=numeric_itself)
@claim("CORE.gap-sparse-vector-every-n", COUNTS, about=GapSparseVector)
@claim("CORE.adaptive-sparse-vector-every-n", over(c=(1, 2)), about=AdaptiveSparseVector)
@claim("BCMNUW20.MON.T3.27-every-n", COUNTS, about=ContinuousNumericSparse)
def sparse_vector_with_values(build: Build, c: int) -> Check:
    """The sparse vector, as named, loses eps on every number of answers, and no less at any eps:
    with Laplace noise on real answers, and at most that with geometric noise on integers.

    Cases: Up to 1, 2 and 3 positives, adaptive for c = 1 and 2, margin 1; the tests of
    NumericSparse take 8/9 of eps; threshold 0, since another one is a shift of all answers and
    values; every number of answers, all real answers, each moves by at most one; every eps.
    """
    yield from loses_just(build(0, c, every_unit(432 * c), cuts=None), 1)


@claim("CORE.monotone-gap-sparse-vector-every-n", COUNTS, about=MonotoneGap)
def monotone_sparse_vector_with_gap(build: Build, c: int) -> Check:
    """If no answer moves against another one, half of the noise on answers, of scale 2c/eps, is
    enough: the sparse vector with gap loses eps, and no less at any eps.

    Cases: Up to 1, 2 and 3 positives; threshold 0, since another one is a shift of all answers;
    every number of answers, all real answers, each moves by at most one and none against another;
    every eps.
    """
    yield from loses_just(build(0, c, every_unit(24 * c), cuts=None), 1, adjacency="monotone")


@claim(
    "CORE.continuous-sparse-vector-3-every-n",
    refuted=published("Algorithm 3 (lecture notes of Roth): noisy answers are released"),
    about=lambda eps: ContinuousSparseVector3(0, 1, eps, cuts=None),
)
def variant_3(build: Build) -> Check:
    """The variant as published, with Laplace noise, is eps-private on every number of answers.

    Cases: One positive, half of eps for its value, as published; threshold 0, since another one is
    a shift of all answers and values; every number of answers, all real answers, each moves by at
    most one; every eps.
    """
    yield stream_private(build(every_unit(8)), 1)


@claim(
    "CORE.continuous-sparse-vector-3-every-n", form=Form.CORRECTED, about=ContinuousSparseVector3
)
def no_number_will_do_for_variant_3(build: Build) -> Check:
    """The variant, with Laplace noise, loses more than K eps for every K, at every eps, on answers
    of which there are enough.

    Cases: One positive, half of eps for its value, as published; threshold 0, since another one is
    a shift of all answers and values; every number of answers, all real answers, each moves by at
    most one; every eps.
    """
    yield stream_loses(build(0, 1, every_unit(8), cuts=None), None)
