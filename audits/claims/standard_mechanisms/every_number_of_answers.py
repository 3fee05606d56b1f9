"""Sparse vectors that tell bits, with Laplace noise, for every number of real answers, every eps.

Each loss is shown by shifts of the draws that move every run to any adjacent answers; what is
false, by runs on answers that grow, whose loss comes as near as one likes to more.  Where the
shifts are whole, the same is true of geometric noise on integer answers, and is said of it.
"""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.continuous_sparse_vector import BOTH
from audits.claims.standard_mechanisms.every_unit import every_unit, loses_just
from audits.claims.standard_mechanisms.sparse_vector import published
from audits.ledger import stream_loses, stream_private
from reference.mechanisms.stream.continuous_above_threshold import ContinuousAboveThreshold
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector1,
    ContinuousSparseVector2,
    ContinuousSparseVector4,
    ContinuousSparseVector5,
    ContinuousSparseVector6,
)
from reference.probability.continuous import Laplace

Noises = tuple[Laplace[Any], Laplace[Any]]

COUNTS = over(c=(1, 2, 3))


class Monotone1(ContinuousSparseVector1[Any]):
    """Variant 1 for monotone answers: half of the noise on answers."""

    @property
    @override
    def noise(self) -> Noises:
        """On the threshold, and on answers."""
        return Laplace(2 / self.eps), Laplace(2 * self.count / self.eps)


def of_one(name: str) -> Build:
    """A wrong variant 1 that stops after one positive."""
    return lambda t, eps: WRONG[ContinuousSparseVector1][name](t, 1, eps)


WRONG[ContinuousAboveThreshold] = {
    "no noise on the threshold": of_one("no threshold noise"),
    "half on the threshold": of_one("half the threshold noise"),
    "half on answers": of_one("half the answer noise"),
    "noise used again": of_one("one noise for all answers"),
    "it never stops": of_one("no limit on positives"),
    "the value told": of_one("tells the noisy answers"),
}
WRONG[Monotone1] = {
    "no noise on the threshold": wrong(
        Monotone1, ContinuousSparseVector1=WRONG[ContinuousSparseVector1]["no threshold noise"]
    ),
    "half the noise": f"{BOTH(2, 2)} => {BOTH(1, 1)}",
    "the count forgotten": wrong(
        Monotone1, ContinuousSparseVector1=WRONG[ContinuousSparseVector1]["no limit on positives"]
    ),
}


@claim("CORE.continuous-sparse-vector-1-every-n", COUNTS, about=ContinuousSparseVector1)
@claim("CORE.continuous-sparse-vector-2-every-n", COUNTS, about=ContinuousSparseVector2)
@claim("BCMNUW20.MON.T3.25-every-n", COUNTS, about=ContinuousSparseVector2)
def sparse_vector(build: Build, c: int) -> Check:
    """The sparse vector, as named, loses eps on every number of answers, and no less at any eps:
    with Laplace noise on real answers, and at most that with geometric noise on integers.

    Cases: Up to 1, 2 and 3 positives; threshold 0, since another one is a shift of all answers;
    every number of answers, all real answers, each moves by at most one; every eps.
    """
    yield from loses_just(build(0, c, every_unit(48 * c)), 1)


@claim("CORE.continuous-above-threshold-every-n", about=ContinuousAboveThreshold)
@claim("KLMNS20.T4.2-every-n", about=ContinuousAboveThreshold)
@claim("BCMNUW20.MON.T3.23-every-n", about=ContinuousAboveThreshold)
def above_threshold(build: Build) -> Check:
    """AboveThreshold, with Laplace noise of scale 2/eps on the threshold and 4/eps on answers, is
    eps-private for any number of queries of sensitivity 1, and loses no less at any eps; with
    geometric noise of these rates on integers it is eps-private, too.

    Cases: Threshold 0, since another one is a shift of all answers; every number of answers, all
    real answers, each moves by at most one; every eps.
    """
    yield from loses_just(build(0, every_unit(4)), 1)


@claim("CORE.monotone-sparse-vector-every-n", COUNTS, about=Monotone1)
def monotone_sparse_vector(build: Build, c: int) -> Check:
    """If no answer moves against another one, half of the noise on answers, of scale 2c/eps, is
    enough: variant 1 loses eps, and no less at any eps.

    Cases: Up to 1, 2 and 3 positives; threshold 0, since another one is a shift of all answers;
    every number of answers, all real answers, each moves by at most one and none against another;
    every eps.
    """
    yield from loses_just(build(0, c, every_unit(24 * c)), 1, adjacency="monotone")


@claim(
    "CORE.continuous-sparse-vector-4-every-n",
    COUNTS,
    form=Form.CORRECTED,
    about=ContinuousSparseVector4,
)
def sparse_vector_4(build: Build, c: int) -> Check:
    """Variant 4 with Laplace noise loses (1 + 6c) eps/4 on every number of real answers, and no
    less at any eps: 7/4 for one positive, 13/4 for two.

    Cases: Up to 1, 2 and 3 positives; threshold 0, since another one is a shift of all answers;
    every number of answers, all real answers, each moves by at most one; every eps.
    """
    stream, loss = build(0, c, every_unit(8)), Fraction(1 + 6 * c, 4)
    yield from loses_just(stream, loss)


@claim(
    "CORE.continuous-sparse-vector-4-every-n",
    refuted=published("Algorithm 4 (Lee and Clifton): every positive costs as much as the first"),
    about=lambda eps: ContinuousSparseVector4(0, 1, eps),
)
@claim(
    "CORE.continuous-sparse-vector-5-every-n",
    refuted=published("Algorithm 5 (Stoddard, Chen, Machanavajjhala): no noise on answers"),
    about=lambda eps: ContinuousSparseVector5(0, eps),
)
@claim(
    "CORE.continuous-sparse-vector-6-every-n",
    refuted=published("Algorithm 6 (Chen, Xiao, Zhang, Xu): no limit on positives"),
    about=lambda eps: ContinuousSparseVector6(0, eps),
)
def broken_variants(build: Build) -> Check:
    """The variant as published, with Laplace noise, is eps-private on every number of answers.

    Cases: Threshold 0, since another one is a shift of all answers, and one positive where it
    counts them; every number of answers, all real answers, each moves by at most one; every eps.
    """
    yield stream_private(build(every_unit(8)), 1)


@claim(
    "CORE.continuous-sparse-vector-5-every-n", form=Form.CORRECTED, about=ContinuousSparseVector5
)
@claim(
    "CORE.continuous-sparse-vector-6-every-n", form=Form.CORRECTED, about=ContinuousSparseVector6
)
def no_number_will_do(build: Build) -> Check:
    """The variant, with Laplace noise, loses more than K eps for every K, at every eps, on answers
    of which there are enough.

    Cases: Threshold 0, since another one is a shift of all answers; every number of answers, all
    real answers, each moves by at most one; every eps.
    """
    yield stream_loses(build(0, every_unit(8)), None)
