"""The algorithms of the paper, each law compared with the closed formula of its description."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod

from audits.claims.klmns20.exactly import (
    BOTTOM,
    Rows,
    eps_at,
    up_to,
)
from audits.claims.klmns20.laws.paths import passes
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
)
from audits.engines.comparisons import Comparison
from audits.ledger import Form, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.domain import Domain
from reference.mechanisms.interior_point.simplified_tree_log import SimplifiedTreeLog
from reference.mechanisms.interior_point.weighted_tree import WeightedTree
from reference.mechanisms.stability.choosing_mechanism import ChoosingFrequentValue
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.probability.families import exponential_weights
from reference.probability.law import law

TWO = Fraction(2)


@claim("KLMNS20.ALG.EXP")
def exponential_mechanism(size: Size) -> Verdict:
    """The exponential mechanism outputs f with probability b^q(f) / sum_g b^q(g), b = e^(eps/2),
    for a quality q of sensitivity 1.

    Fair: All vectors of three qualities, equal ones included.
    """
    most = size.pick(3, 6, 9)
    return decide(
        "exponential mechanism",
        f"three solutions, qualities 0 to {most}, b = 2 and 3/2",
        (
            eq(
                f"q={q}, f={f}, b={b}",
                exponential_weights(enumerate(q), b).probability(f),
                b ** q[f] / sum(b**x for x in q),
            )
            for q in product(range(most + 1), repeat=3)
            for f in range(3)
            for b in (TWO, Fraction(3, 2))
        ),
    )


not_finitely_checkable(
    "KLMNS20.ALG.CHOOSE",
    statement="The choosing mechanism, with the threshold (8/eps) ln(4k / (beta eps delta)).",
    reason="The threshold is not an integer, and no law with it is rational; the form with an "
    "integer threshold is decided.",
)


@claim("KLMNS20.ALG.CHOOSE", Form.CONCRETE)
def choosing_mechanism(size: Size) -> Verdict:
    """With an integer threshold T and s = e^(eps/4): bottom unless best + Lap(4/eps) >= T, which
    has probability 1 - s^-(best-T)/2 for best >= T and s^(best-T)/2 otherwise; then f with
    probability proportional to s^q(f) among the f with q(f) >= 1.

    Fair: Thresholds below, at and above the best multiplicity.
    """
    most, s = size.pick(4, 6, 8), Fraction(3, 2)

    def items(rows: Rows, threshold: int) -> Iterator[Comparison]:
        mechanism = ChoosingFrequentValue(Domain.of_size(3), threshold, eps_at(s))
        dist = law(mechanism, rows)
        best = max((rows.count(x) for x in rows), default=0)
        chance = passes(s, best - threshold) if rows else Fraction(0)
        total = sum(s ** rows.count(x) for x in set(rows))
        name = f"S={rows}, T={threshold}"
        yield eq(f"{name}, bottom", dist.probability(BOTTOM), 1 - chance)
        for x in set(rows):
            yield eq(f"{name}, f={x}", dist.probability(x), chance * s ** rows.count(x) / total)

    return decide(
        "choosing mechanism",
        f"multiplicities, |X| = 3, n <= {most}, T = 1, 2, 4, e^(eps/4) = 3/2",
        (
            item
            for rows in up_to(3, most)
            for threshold in (1, 2, 4)
            for item in items(rows, threshold)
        ),
    )


not_finitely_checkable(
    "KLMNS20.ALG.AT",
    statement="AboveThreshold with Laplace noise of scale 2/eps on the threshold and 4/eps on "
    "each answer.",
    reason="For two or more queries its probabilities are polynomials in s and ln s; the form "
    "with geometric noise is decided.",
)


@claim("KLMNS20.ALG.AT.D", Form.CONCRETE)
def above_threshold(size: Size) -> Verdict:
    """With two-sided geometric noise of ratios s^-2 and s^-1, Pr[first above at i] is sum over z
    of Pr[rho = z] Pr[nu_i >= c + z - f_i] prod_(j<i) (1 - Pr[nu_j >= c + z - f_j]).

    Fair: All answer vectors of the scope; the sum over |z| <= 40, and a bound on the rest, enclose
    each probability within 2^-78.
    """
    p, q, reach = Fraction(1, 4), Fraction(1, 2), 40

    def at_least(z: int) -> Fraction:
        return q**z / (1 + q) if z >= 1 else 1 - q ** (1 - z) / (1 + q)

    rest = 2 * p ** (reach + 1) / (1 + p)

    def items(answers: Rows, cutoff: int) -> Iterator[Comparison]:
        dist = law(AboveThreshold(cutoff, eps_at(2)), answers)
        for i, answer in enumerate(answers):
            part = sum(
                (1 - p)
                / (1 + p)
                * p ** abs(z)
                * at_least(cutoff + z - answer)
                * prod((1 - at_least(cutoff + z - f) for f in answers[:i]), start=Fraction(1))
                for z in range(-reach, reach + 1)
            )
            name = f"f={answers}, c={cutoff}, i={i}"
            yield le(f"{name}, from below", part, dist.probability(i))
            yield le(f"{name}, from above", dist.probability(i), part + rest)

    queries = size.pick(2, 3, 3)
    return decide(
        "AboveThreshold with geometric noise",
        f"{queries} answers from 0 to 2, c = 1, 2, e^(eps/4) = 2",
        (
            item
            for answers in product(range(3), repeat=queries)
            for cutoff in (1, 2)
            for item in items(answers, cutoff)
        ),
    )


@claim("KLMNS20.A1.INTRO")
def simplified_outputs(size: Size) -> Verdict:
    """The simplified TreeLog outputs an end of a node of positive weight of a level that the
    recursion found.

    Fair: Distinct rows, as the overview assumes; every outcome of positive probability.
    """
    most = size.pick(3, 4, 8)
    mechanism = SimplifiedTreeLog(Domain.of_size(8), 1, eps_at(2))

    def items(rows: Rows) -> Iterator[Comparison]:
        tree = WeightedTree.of(3, rows)
        ends = {y for level in range(4) for v in tree.weights(level) for y in tree.ends(v)}
        outputs = law(mechanism, rows).support - {BOTTOM}
        yield eq(f"S={rows}, not an end", len(outputs - ends), 0)

    subsets = (r for r in up_to(8, most, 1) if len(set(r)) == len(r))
    return decide(
        "simplified TreeLog",
        f"|X| = 8, 1 <= n <= {most} distinct rows, threshold 1",
        (item for rows in subsets for item in items(rows)),
    )
