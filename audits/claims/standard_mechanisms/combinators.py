"""Combinators: composition, groups, subsampling, post-processing."""

from __future__ import annotations

from fractions import Fraction

from audits.claims.standard_mechanisms.every_eps import NOTHING, R, every
from audits.claims.vocabulary import decide, eq
from audits.engines.privacy import audit_privacy
from audits.ledger import UNGRADED, Size, claim
from audits.table import tabulate
from audits.verdict import Verdict
from reference.data.adjacency import ListedAdjacency, add_remove_one, replace_one
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.noise.geometric_mechanism import GeometricCount
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.mechanisms.stability.stable_histogram import StableHistogram
from reference.privacy.composition import (
    AdaptiveComposition,
    SequentialComposition,
    composed_curve,
)
from reference.privacy.curve import envelope
from reference.privacy.epsilon import Epsilon
from reference.privacy.group import group_guarantee
from reference.privacy.guarantee import Guarantee
from reference.privacy.parallel_composition import ParallelComposition
from reference.privacy.post_processing import PostProcessing
from reference.privacy.subsampling import IndependentRows, WithoutReplacement, WithReplacement

BITS = Domain.of_size(2)


@claim("CORE.post-processing")
def post_processing(size: Size) -> Verdict:
    """A function of the output of an (eps, delta)-private mechanism is as private.

    Fair: A function that merges outcomes of positive probability; every eps.
    """
    rows = size.pick(3, 5, 7)
    parity = PostProcessing(GeometricCount(-1, rows + 1, every(1)), lambda count: count % 2)
    return audit_privacy(parity, replace_one(BITS, rows), parity.guarantee)


@claim("CORE.composition")
def composition(size: Size) -> Verdict:
    """Mechanisms run one after another lose the sum of their losses.

    Fair: A response and a count on the same bits; every eps.
    """
    rows = size.pick(2, 3, 4)
    both = SequentialComposition(
        (GeometricCount(-1, rows + 1, every(1)), GeometricCount(-1, rows + 1, every(1)))
    )
    return audit_privacy(both, replace_one(BITS, rows), both.guarantee)


@claim("CORE.composition-is-not-free", refuted=UNGRADED)
def composition_is_not_free(size: Size) -> Verdict:
    """Two outputs of one mechanism lose no more than one.

    Fair: One bit, two independent noisy counts.
    """
    rows = size.pick(1, 2, 3)
    one = GeometricCount(-1, rows + 1, every(1))
    both = SequentialComposition((one, one))
    return audit_privacy(both, replace_one(BITS, rows), one.guarantee)


@claim("CORE.adaptive-composition")
def adaptive_composition(size: Size) -> Verdict:
    """Losses add up even if the second mechanism is chosen by the first output.

    Fair: The second mechanism really depends on the first output; every eps.
    """
    rows = size.pick(2, 3, 4)

    def then(count: int) -> GeometricCount[RationalFunction]:
        return GeometricCount(-1, rows + 1 if count > 0 else 1, every(1))

    both = AdaptiveComposition(
        GeometricCount(-1, rows + 1, every(1)), then, Guarantee.pure(every(1))
    )
    return audit_privacy(both, replace_one(BITS, rows), both.guarantee)


@claim("CORE.optimal-composition")
def optimal_composition(size: Size) -> Verdict:
    """The optimal composition curve is attained by independent randomized responses.

    Fair: k responses on one bit, k > 1: every breakpoint of the exact curve.
    """
    k, root = size.pick(3, 5, 8), Fraction(2)
    one = RandomizedResponse(BITS, Epsilon(root))
    table = tabulate(SequentialComposition((one,) * k), replace_one(BITS, 1))
    found = envelope(table.laws(), [(0, 1)]).curve
    expected = composed_curve([one.guarantee] * k)
    return decide(
        f"{k} responses of e^eps = {root}",
        f"{len(expected.breakpoints)} breakpoints",
        (eq(f"x = {x}", found.delta_at(x), delta) for x, delta in expected.breakpoints),
    )


@claim("CORE.parallel-composition")
def parallel_composition(size: Size) -> Verdict:
    """Mechanisms on disjoint parts of the rows lose the greatest of their losses, for added or
    removed rows.

    Fair: Histograms of two parts of four values; databases of 0 to n rows; every eps.
    """
    rows = size.pick(2, 2, 3)
    part = StableHistogram(Domain.of_size(4), 2, rows + 1, every(1))
    both = ParallelComposition((part, part), lambda row: row % 2)
    return audit_privacy(both, add_remove_one(range(4), rows), both.guarantee)


@claim("CORE.group-privacy")
def group_privacy(size: Size) -> Verdict:
    """For databases k moves apart: (k eps, delta (1 + e^eps + ... + e^((k-1) eps))).

    Fair: All pairs of databases at distance k = 2, listed as neighbours; every eps.
    """
    rows = size.pick(3, 4, 4)
    mechanism = StableHistogram(BITS, 3, rows + 1, every(1))
    universe = add_remove_one(BITS, rows)
    databases = list(universe.databases())
    apart = ListedAdjacency(
        tuple(databases),
        tuple(
            (i, j)
            for i, first in enumerate(databases)
            for j, second in enumerate(databases)
            if i < j and universe.distance(first, second) == 2
        ),
    )
    return audit_privacy(mechanism, apart, group_guarantee(mechanism.guarantee, 2))


@claim("CORE.subsampling-without-replacement")
def subsampling_without_replacement(size: Size) -> Verdict:
    """On m of n rows the loss becomes ln(1 + (m/n)(e^eps - 1)), for replaced rows.

    Fair: 0 < m < n, every sample; every eps.
    """
    rows = size.pick(3, 4, 5)
    sampled = WithoutReplacement(GeometricCount(-1, 3, every(1)), rows, 2)
    return audit_privacy(sampled, replace_one(BITS, rows), sampled.guarantee)


@claim("CORE.subsampling-with-replacement")
def subsampling_with_replacement(size: Size) -> Verdict:
    """On m independent rows of n the loss is at most m ln(1 + (e^eps - 1)/n).

    Fair: m = 2 < n: a row may be drawn twice; every eps.
    """
    rows = size.pick(3, 4, 5)
    sampled = WithReplacement(GeometricCount(-1, 3, every(1)), rows, 2)
    return audit_privacy(sampled, replace_one(BITS, rows), sampled.guarantee)


@claim("CORE.subsampling-independent")
def subsampling_independent(size: Size) -> Verdict:
    """With rows kept at rate q the loss is ln(1 + q (e^eps - 1)), added or removed rows.

    Fair: 0 < q < 1, databases of 0 to n rows; every eps.
    """
    rows = size.pick(3, 4, 5)
    sampled = IndependentRows(GeometricCount(-1, rows + 1, every(1)), Fraction(1, 3))
    return audit_privacy(sampled, add_remove_one(BITS, rows), sampled.guarantee)


@claim("CORE.subsampling-has-a-price", refuted=UNGRADED)
def subsampling_is_not_linear(size: Size) -> Verdict:
    """At rate q the loss is q eps.

    Fair: q = 1/2, where e^(q eps) is exact with two parts.
    """
    rows = size.pick(1, 2, 3)
    sampled = IndependentRows(GeometricCount(-1, rows + 1, every(2)), Fraction(1, 2))
    return audit_privacy(sampled, add_remove_one(BITS, rows), Guarantee(R, NOTHING))
