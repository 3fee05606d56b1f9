"""What the papers say of the standard mechanisms, under the ids that the papers have.

The other statements of BNSV15, VT14 and BCMNUW20 have no claims yet.
"""

from __future__ import annotations

from audits.claims.standard_mechanisms.every_eps import R, every, keeps_its_guarantee
from audits.claims.vocabulary import decide, eq, le
from audits.engines.privacy import audit_privacy
from audits.ledger import Form, Size, claim
from audits.verdict import Evidence, Verdict
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.noise.geometric_mechanism import ClampedGeometricCount, GeometricCount
from reference.mechanisms.noise.laplace_mechanism import LaplaceCells
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.mechanisms.selection.exponential import ExponentialFrequentValue
from reference.mechanisms.stability.choosing_mechanism import ChoosingFrequentValue
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.sparse import Sparse
from reference.privacy.composition import SequentialComposition
from reference.privacy.post_processing import PostProcessing
from reference.probability.law import law

BITS = Domain.of_size(2)

EVERY_DATABASE = "Every database of the size, every pair of neighbours, every eps >= 0."


@claim("BNSV15.T2.1", Form.CONCRETE)
def laplace_mechanism(size: Size) -> Verdict:
    """A count plus Laplace noise of scale 1/eps, seen through integer cuts, is (eps, 0)-private.

    Fair: Every database of the size, every pair of neighbours, every eps >= 0. A cut at every
    count shows the whole loss.
    """
    rows = size.pick(3, 5, 8)
    return keeps_its_guarantee(LaplaceCells(tuple(range(rows + 1)), every(1)), rows)


@claim("BNSV15.P3.5")
def exponential_mechanism(size: Size) -> Verdict:
    """(1) The exponential mechanism is (eps, 0)-private.

    Fair: Every database of the size, every pair of neighbours, every eps >= 0.
    """
    mechanism = ExponentialFrequentValue(Domain.of_size(size.pick(3, 4, 4)), every(2))
    return keeps_its_guarantee(mechanism, size.pick(4, 5, 7))


@claim("BNSV15.P3.5", Form.CONCRETE)
def exponential_mechanism_is_accurate(size: Size) -> Verdict:
    """(2) Pr[q(S, output) <= OPT - t] <= |F| e^(-eps t / 2) for every t >= 1.

    Fair: Every database, every t up to the number of rows; equality never holds.
    """
    k = 3
    mechanism = ExponentialFrequentValue(Domain.of_size(k), every(2))
    rows = size.pick(4, 6, 8)
    databases = list(mechanism.universe(rows).databases())

    def far(database: tuple[int, ...], t: int) -> RationalFunction:
        best = max(database.count(y) for y in range(k))
        return law(mechanism, database).probability_that(lambda y: database.count(y) <= best - t)

    return decide(
        "accuracy of the exponential mechanism",
        f"{len(databases)} databases, 1 <= t <= {rows}, all eps >= 0",
        (le(f"S={d}, t={t}", far(d, t), k / R**t) for d in databases for t in range(1, rows + 1)),
        Evidence.ALL_EPSILON,
    )


@claim("BNSV15.L3.6", Form.CONCRETE)
def choosing_mechanism(size: Size) -> Verdict:
    """The choosing mechanism with integer threshold T >= 1 and growth 1 is (eps, e^(-(T-1) eps/4)
    / 2)-private: eps <= 2 is not needed, and beta does not matter.

    Fair: Every database of the size, every pair of neighbours, every eps >= 0. Frequencies on both
    sides of the threshold.
    """
    mechanism = ChoosingFrequentValue(Domain.of_size(3), size.pick(2, 3, 4), every(4))
    return keeps_its_guarantee(mechanism, size.pick(4, 6, 8))


@claim("BNSV15.L3.7", Form.CONCRETE)
def choosing_mechanism_answers(size: Size) -> Verdict:
    """If some quality is OPT >= T then Pr[bottom] = e^(-(OPT - T) eps/4) / 2.

    Fair: Every database whose best multiplicity reaches the threshold; every eps.
    """
    threshold, rows = 2, size.pick(4, 6, 8)
    mechanism = ChoosingFrequentValue(Domain.of_size(3), threshold, every(4))
    databases = [
        (database, best)
        for database in mechanism.universe(rows).databases()
        for best in [max(database.count(y) for y in range(3))]
        if best >= threshold
    ]
    return decide(
        "probability of bottom",
        f"{len(databases)} databases, T = {threshold}, all eps >= 0",
        (
            eq(
                str(database),
                law(mechanism, database).probability(Bottom.BOTTOM),
                1 / (2 * R ** (best - threshold)),
            )
            for database, best in databases
        ),
        Evidence.ALL_EPSILON,
    )


@claim("VT14.ALG.RR.e", Form.CONCRETE)
def randomized_response(size: Size) -> Verdict:
    """Randomized response that keeps a bit with probability e^eps / (1 + e^eps) is (eps,
    0)-private.

    Fair: Every database of the size, every pair of neighbours, every eps >= 0.
    """
    return keeps_its_guarantee(RandomizedResponse(BITS, every(1)), size.pick(3, 4, 5))


@claim("VT14.P1.1.4", Form.CONCRETE)
def geometric_mechanism(size: Size) -> Verdict:
    """A counting query plus two-sided geometric noise of ratio e^(-eps) is eps-private.

    Fair: Every database of the size, every pair of neighbours, every eps >= 0. Outcomes beyond the
    counts have one likelihood ratio.
    """
    rows = size.pick(4, 6, 10)
    return keeps_its_guarantee(GeometricCount(-1, rows + 1, every(1)), rows)


@claim("VT14.ALG.ClampedGeometric", Form.CONCRETE)
def clamped_geometric_mechanism(size: Size) -> Verdict:
    """The geometric mechanism clamped to the range of the count is eps-private.

    Fair: Every database of the size, every pair of neighbours, every eps >= 0.
    """
    rows = size.pick(4, 6, 10)
    return keeps_its_guarantee(ClampedGeometricCount(0, rows, every(1)), rows)


@claim("VT14.D1.POST", Form.CONCRETE)
def post_processing(size: Size) -> Verdict:
    """A function of the output of a private mechanism is as private.

    Fair: A function that merges outcomes of positive probability; every eps.
    """
    rows = size.pick(3, 5, 7)
    half = PostProcessing(GeometricCount(-1, rows + 1, every(1)), lambda count: 2 * count > rows)
    return audit_privacy(half, replace_one(BITS, rows), half.guarantee)


@claim("VT14.T2.1.2", Form.CONCRETE)
def basic_composition(size: Size) -> Verdict:
    """k independent (eps, 0)-private mechanisms are (k eps, 0)-private together.

    Fair: k = 2 and 3 different mechanisms on the same bits; every eps.
    """
    rows = size.pick(2, 2, 3)
    fine, coarse = GeometricCount(-1, rows + 1, every(1)), GeometricCount(0, 1, every(1))
    mechanisms = size.pick((fine, coarse), (fine, coarse, fine), (fine, coarse, fine))
    together = SequentialComposition(mechanisms)
    return audit_privacy(together, replace_one(BITS, rows), together.guarantee)


@claim("BCMNUW20.MON.T3.23", Form.CONCRETE)
def above_threshold(size: Size) -> Verdict:
    """AboveThreshold with geometric noise of ratios e^(-eps/2) and e^(-eps/4) is (eps, 0)-private.

    Fair: All vectors of answers -1, 0, 1, every answer moving by at most one; all eps.
    """
    return keeps_its_guarantee(AboveThreshold(0, every(4)), size.pick(3, 4, 4))


@claim("BCMNUW20.MON.T3.25", Form.CONCRETE)
def sparse(size: Size) -> Verdict:
    """Sparse with c positives and delta = 0, with geometric noise, is (eps, 0)-private.

    Fair: c = 2, two queries or more; all answers -1, 0, 1; all eps.
    """
    mechanism = Sparse(0, 2, every(8))
    return keeps_its_guarantee(mechanism, size.pick(2, 3, 3))
