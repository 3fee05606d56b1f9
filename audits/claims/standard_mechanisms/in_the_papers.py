"""What the papers say of the standard mechanisms, under the ids that the papers have.

The other statements of BNSV15, VT14 and BCMNUW20 have no claims yet.
"""

from __future__ import annotations

from audits.claims.standard_mechanisms.every_eps import R, every, keeps_its_guarantee
from audits.claims.vocabulary import decide, eq, le
from audits.engines.privacy import audit_privacy
from audits.ledger import Form, Kind, Size, claim
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
from reference.source import Paper, Source

BITS = Domain.of_size(2)

EVERY_DATABASE = "Every database of the size, every pair of neighbours, every eps >= 0."


@claim(
    "BNSV15.T2.1",
    form=Form.CONCRETE,
    kind=Kind.PRIVACY,
    source=Source(Paper.BNSV15, "Theorem 2.1", "2"),
    statement="A count plus Laplace noise of scale 1/eps, seen through integer cuts, is "
    "(eps, 0)-private.",
    scope_is_fair=EVERY_DATABASE + "  A cut at every count shows the whole loss.",
)
def laplace_mechanism(size: Size) -> Verdict:
    """Continuous noise, compared with integers."""
    rows = size.pick(3, 5, 8)
    return keeps_its_guarantee(LaplaceCells(tuple(range(rows + 1)), every(1)), rows)


@claim(
    "BNSV15.P3.5",
    kind=Kind.PRIVACY,
    source=Source(Paper.BNSV15, "Proposition 3.5", "3.3"),
    statement="(1) The exponential mechanism is (eps, 0)-private.",
    scope_is_fair=EVERY_DATABASE,
)
def exponential_mechanism(size: Size) -> Verdict:
    """Quality: the frequency of a value."""
    mechanism = ExponentialFrequentValue(Domain.of_size(size.pick(3, 4, 4)), every(2))
    return keeps_its_guarantee(mechanism, size.pick(4, 5, 7))


@claim(
    "BNSV15.P3.5",
    form=Form.CONCRETE,
    kind=Kind.ACCURACY,
    source=Source(Paper.BNSV15, "Proposition 3.5", "3.3"),
    statement="(2) Pr[q(S, output) <= OPT - t] <= |F| e^(-eps t / 2) for every t >= 1.",
    scope_is_fair="Every database, every t up to the number of rows; equality never holds.",
)
def exponential_mechanism_is_accurate(size: Size) -> Verdict:
    """All thresholds t on all databases."""
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


@claim(
    "BNSV15.L3.6",
    form=Form.CONCRETE,
    kind=Kind.PRIVACY,
    source=Source(Paper.BNSV15, "Lemma 3.6", "3.3.1"),
    statement="The choosing mechanism with integer threshold T >= 1 and growth 1 is "
    "(eps, e^(-(T-1) eps/4) / 2)-private: eps <= 2 is not needed, and beta does not matter.",
    scope_is_fair=EVERY_DATABASE + "  Frequencies on both sides of the threshold.",
)
def choosing_mechanism(size: Size) -> Verdict:
    """Multiplicities."""
    mechanism = ChoosingFrequentValue(Domain.of_size(3), size.pick(2, 3, 4), every(4))
    return keeps_its_guarantee(mechanism, size.pick(4, 6, 8))


@claim(
    "BNSV15.L3.7",
    form=Form.CONCRETE,
    kind=Kind.ACCURACY,
    source=Source(Paper.BNSV15, "Lemma 3.7", "3.3.1"),
    statement="If some quality is OPT >= T then Pr[bottom] = e^(-(OPT - T) eps/4) / 2.",
    scope_is_fair="Every database whose best multiplicity reaches the threshold; every eps.",
)
def choosing_mechanism_answers(size: Size) -> Verdict:
    """The exact probability of no answer."""
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


@claim(
    "VT14.ALG.RR.e",
    form=Form.CONCRETE,
    kind=Kind.MECHANISM,
    source=Source(Paper.VT14, "Example 1.1.2", "1.1"),
    statement="Randomized response that keeps a bit with probability e^eps / (1 + e^eps) is "
    "(eps, 0)-private.",
    scope_is_fair=EVERY_DATABASE,
)
def randomized_response(size: Size) -> Verdict:
    """Bits of several people."""
    return keeps_its_guarantee(RandomizedResponse(BITS, every(1)), size.pick(3, 4, 5))


@claim(
    "VT14.P1.1.4",
    form=Form.CONCRETE,
    kind=Kind.PRIVACY,
    source=Source(Paper.VT14, "Proposition 1.1.4", "1.1"),
    statement="A counting query plus two-sided geometric noise of ratio e^(-eps) is eps-private.",
    scope_is_fair=EVERY_DATABASE + "  Outcomes beyond the counts have one likelihood ratio.",
)
def geometric_mechanism(size: Size) -> Verdict:
    """The discrete form of the proposition."""
    rows = size.pick(4, 6, 10)
    return keeps_its_guarantee(GeometricCount(-1, rows + 1, every(1)), rows)


@claim(
    "VT14.ALG.ClampedGeometric",
    form=Form.CONCRETE,
    kind=Kind.MECHANISM,
    source=Source(Paper.VT14, "geometric mechanism, clamped", "1.1"),
    statement="The geometric mechanism clamped to the range of the count is eps-private.",
    scope_is_fair=EVERY_DATABASE,
)
def clamped_geometric_mechanism(size: Size) -> Verdict:
    """Post-processing."""
    rows = size.pick(4, 6, 10)
    return keeps_its_guarantee(ClampedGeometricCount(0, rows, every(1)), rows)


@claim(
    "VT14.D1.POST",
    form=Form.CONCRETE,
    kind=Kind.DEFINITION,
    source=Source(Paper.VT14, "post-processing", "1.1"),
    statement="A function of the output of a private mechanism is as private.",
    scope_is_fair="A function that merges outcomes of positive probability; every eps.",
)
def post_processing(size: Size) -> Verdict:
    """Which half of the range a noisy count is in."""
    rows = size.pick(3, 5, 7)
    half = PostProcessing(GeometricCount(-1, rows + 1, every(1)), lambda count: 2 * count > rows)
    return audit_privacy(half, replace_one(BITS, rows), half.guarantee)


@claim(
    "VT14.T2.1.2",
    form=Form.CONCRETE,
    kind=Kind.PRIVACY,
    source=Source(Paper.VT14, "Theorem 2.1.2", "2.1"),
    statement="k independent (eps, 0)-private mechanisms are (k eps, 0)-private together.",
    scope_is_fair="k = 2 and 3 different mechanisms on the same bits; every eps.",
)
def basic_composition(size: Size) -> Verdict:
    """Noisy counts shown more and less finely."""
    rows = size.pick(2, 2, 3)
    fine, coarse = GeometricCount(-1, rows + 1, every(1)), GeometricCount(0, 1, every(1))
    mechanisms = size.pick((fine, coarse), (fine, coarse, fine), (fine, coarse, fine))
    together = SequentialComposition(mechanisms)
    return audit_privacy(together, replace_one(BITS, rows), together.guarantee)


@claim(
    "BCMNUW20.MON.T3.23",
    form=Form.CONCRETE,
    kind=Kind.PRIVACY,
    source=Source(Paper.BCMNUW20, "Dwork and Roth, Theorem 3.23"),
    statement="AboveThreshold with geometric noise of ratios e^(-eps/2) and e^(-eps/4) is "
    "(eps, 0)-private.",
    scope_is_fair="All vectors of answers -1, 0, 1, every answer moving by at most one; all eps.",
)
def above_threshold(size: Size) -> Verdict:
    """The tails of the threshold noise are summed exactly."""
    return keeps_its_guarantee(AboveThreshold(0, every(4)), size.pick(3, 4, 4))


@claim(
    "BCMNUW20.MON.T3.25",
    form=Form.CONCRETE,
    kind=Kind.PRIVACY,
    source=Source(Paper.BCMNUW20, "Dwork and Roth, Theorem 3.25"),
    statement="Sparse with c positives and delta = 0, with geometric noise, is (eps, 0)-private.",
    scope_is_fair="c = 2, two queries or more; all answers -1, 0, 1; all eps.",
)
def sparse(size: Size) -> Verdict:
    """The threshold is drawn afresh after a positive."""
    mechanism = Sparse(0, 2, every(8))
    return keeps_its_guarantee(mechanism, size.pick(2, 3, 3))
