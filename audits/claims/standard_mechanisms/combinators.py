"""Combinators: composition, groups, subsampling, post-processing."""

from __future__ import annotations

from fractions import Fraction

from audits.claims.standard_mechanisms.every_eps import NOTHING, R, every, folklore
from audits.claims.vocabulary import decide, eq
from audits.engines.privacy import audit_privacy
from audits.ledger import Expected, Kind, Size, claim
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


@claim(
    "CORE.post-processing",
    kind=Kind.PRIVACY,
    source=folklore("post-processing"),
    statement="A function of the output of an (eps, delta)-private mechanism is as private.",
    scope_is_fair="A function that merges outcomes of positive probability; every eps.",
)
def post_processing(size: Size) -> Verdict:
    """The parity of a noisy count."""
    rows = size.pick(3, 5, 7)
    parity = PostProcessing(GeometricCount(-1, rows + 1, every(1)), lambda count: count % 2)
    return audit_privacy(parity, replace_one(BITS, rows), parity.guarantee)


@claim(
    "CORE.composition",
    kind=Kind.PRIVACY,
    source=folklore("basic composition"),
    statement="Mechanisms run one after another lose the sum of their losses.",
    scope_is_fair="A response and a count on the same bits; every eps.",
)
def composition(size: Size) -> Verdict:
    """Two outputs, two losses."""
    rows = size.pick(2, 3, 4)
    both = SequentialComposition(
        (GeometricCount(-1, rows + 1, every(1)), GeometricCount(-1, rows + 1, every(1)))
    )
    return audit_privacy(both, replace_one(BITS, rows), both.guarantee)


@claim(
    "CORE.composition-is-not-free",
    kind=Kind.PRIVACY,
    source=folklore("basic composition"),
    statement="Two outputs of one mechanism lose no more than one.",
    expected=Expected.REFUTED,
    scope_is_fair="One bit, two independent noisy counts.",
)
def composition_is_not_free(size: Size) -> Verdict:
    """Reusing a budget."""
    rows = size.pick(1, 2, 3)
    one = GeometricCount(-1, rows + 1, every(1))
    both = SequentialComposition((one, one))
    return audit_privacy(both, replace_one(BITS, rows), one.guarantee)


@claim(
    "CORE.adaptive-composition",
    kind=Kind.PRIVACY,
    source=folklore("adaptive composition"),
    statement="Losses add up even if the second mechanism is chosen by the first output.",
    scope_is_fair="The second mechanism really depends on the first output; every eps.",
)
def adaptive_composition(size: Size) -> Verdict:
    """A noisy count chooses how finely the next one is shown."""
    rows = size.pick(2, 3, 4)

    def then(count: int) -> GeometricCount[RationalFunction]:
        return GeometricCount(-1, rows + 1 if count > 0 else 1, every(1))

    both = AdaptiveComposition(
        GeometricCount(-1, rows + 1, every(1)), then, Guarantee.pure(every(1))
    )
    return audit_privacy(both, replace_one(BITS, rows), both.guarantee)


@claim(
    "CORE.optimal-composition",
    kind=Kind.PRIVACY,
    source=folklore("optimal composition"),
    statement="The optimal composition curve is attained by independent randomized responses.",
    scope_is_fair="k responses on one bit, k > 1: every breakpoint of the exact curve.",
)
def optimal_composition(size: Size) -> Verdict:
    """The curve from the theorem against the curve of the laws."""
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


@claim(
    "CORE.parallel-composition",
    kind=Kind.PRIVACY,
    source=folklore("parallel composition"),
    statement="Mechanisms on disjoint parts of the rows lose the greatest of their losses, for "
    "added or removed rows.",
    scope_is_fair="Histograms of two parts of four values; databases of 0 to n rows; every eps.",
)
def parallel_composition(size: Size) -> Verdict:
    """Rows with even and with odd values."""
    rows = size.pick(2, 2, 3)
    part = StableHistogram(Domain.of_size(4), 2, rows + 1, every(1))
    both = ParallelComposition((part, part), lambda row: row % 2)
    return audit_privacy(both, add_remove_one(range(4), rows), both.guarantee)


@claim(
    "CORE.group-privacy",
    kind=Kind.PRIVACY,
    source=folklore("group privacy"),
    statement="For databases k moves apart: (k eps, delta (1 + e^eps + ... + e^((k-1) eps))).",
    scope_is_fair="All pairs of databases at distance k = 2, listed as neighbours; every eps.",
)
def group_privacy(size: Size) -> Verdict:
    """The stable histogram has a delta; two rows are added."""
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


@claim(
    "CORE.subsampling-without-replacement",
    kind=Kind.PRIVACY,
    source=folklore("subsampling"),
    statement="On m of n rows the loss becomes ln(1 + (m/n)(e^eps - 1)), for replaced rows.",
    scope_is_fair="0 < m < n, every sample; every eps.",
)
def subsampling_without_replacement(size: Size) -> Verdict:
    """A count of two of the rows."""
    rows = size.pick(3, 4, 5)
    sampled = WithoutReplacement(GeometricCount(-1, 3, every(1)), rows, 2)
    return audit_privacy(sampled, replace_one(BITS, rows), sampled.guarantee)


@claim(
    "CORE.subsampling-with-replacement",
    kind=Kind.PRIVACY,
    source=folklore("subsampling"),
    statement="On m independent rows of n the loss is at most m ln(1 + (e^eps - 1)/n).",
    scope_is_fair="m = 2 < n: a row may be drawn twice; every eps.",
)
def subsampling_with_replacement(size: Size) -> Verdict:
    """A count of two draws."""
    rows = size.pick(3, 4, 5)
    sampled = WithReplacement(GeometricCount(-1, 3, every(1)), rows, 2)
    return audit_privacy(sampled, replace_one(BITS, rows), sampled.guarantee)


@claim(
    "CORE.subsampling-independent",
    kind=Kind.PRIVACY,
    source=folklore("subsampling"),
    statement="With rows kept at rate q the loss is ln(1 + q (e^eps - 1)), added or removed rows.",
    scope_is_fair="0 < q < 1, databases of 0 to n rows; every eps.",
)
def subsampling_independent(size: Size) -> Verdict:
    """A count of the kept rows."""
    rows = size.pick(3, 4, 5)
    sampled = IndependentRows(GeometricCount(-1, rows + 1, every(1)), Fraction(1, 3))
    return audit_privacy(sampled, add_remove_one(BITS, rows), sampled.guarantee)


@claim(
    "CORE.subsampling-has-a-price",
    kind=Kind.PRIVACY,
    source=folklore("subsampling"),
    statement="At rate q the loss is q eps.",
    expected=Expected.REFUTED,
    scope_is_fair="q = 1/2, where e^(q eps) is exact with two parts.",
)
def subsampling_is_not_linear(size: Size) -> Verdict:
    """1 + q (e^eps - 1) is more than e^(q eps)."""
    rows = size.pick(1, 2, 3)
    sampled = IndependentRows(GeometricCount(-1, rows + 1, every(2)), Fraction(1, 2))
    return audit_privacy(sampled, add_remove_one(BITS, rows), Guarantee(R, NOTHING))
