"""Section 3.2: the accuracy of TreeLog, and Theorem 1.2."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from audits.claims.klmns20.exactly import (
    BOTTOM,
    Rows,
    databases,
    eps_at,
    least_success,
    up_to,
)
from audits.claims.klmns20.laws.paths import embedding, path_law
from audits.claims.vocabulary import (
    decide,
    eq,
    high,
    le,
    low,
)
from audits.engines.comparisons import Comparison
from audits.ledger import Form, Size, claim, not_finitely_checkable
from audits.verdict import Evidence, Verdict
from reference.data.domain import Domain
from reference.exact.interval import exact, exp, ln, log2
from reference.mechanisms.interior_point.calibration import (
    calibrate_tree_log,
    rows_for,
    sizes,
)
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.interior_point.interior_points import is_interior_point, score
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.mechanisms.interior_point.weighted_tree import WeightedTree, trimmed
from reference.probability.law import law

EIGHT = Domain.of_size(8)
SHARP = Fraction(2**64)
"""e^(eps/4) so large that the hypotheses of the accuracy lemmas hold for small databases."""


def _hypotheses(n: int, trim: int, threshold: int, beta: Fraction) -> Iterator[Comparison]:
    """What KLMNS20.DER.NREQ asks for, at e^(eps/4) = SHARP with delta = beta, N = 2, C = 4."""
    eps = 4 * ln(SHARP)
    yield le("t against Choosing", high(16 / eps * ln(4 * n / (beta * beta * eps))), trim)
    yield le("t against Exponential", high(2 / eps * ln(4 / beta)), trim)
    yield le("threshold", high(8 / eps * ln(4 / (beta * beta * eps))), threshold)
    base = 2 * (1 + (2 / eps * ln(4 / beta)).ceil())
    yield le("rows", 3 * trim + base, n)
    yield le("delta <= eps/(4n)", beta, low(eps / (4 * n)))


def _success(size: Size, at_least: int) -> Iterator[Comparison]:
    """Exact success of TreeLog over 8 points, 7 rows, t = T = 1, against 1 - 3 beta."""
    beta = Fraction(1, 64)
    yield from _hypotheses(7, 1, 1, beta)
    tree_log = TreeLog(EIGHT, 1, 1, eps_at(SHARP))
    chosen = islice(databases(8, 7), 0, None, size.pick(29, 5, 1))
    found, rows = least_success(tree_log, chosen, at_least)
    yield le(f"least success, at S={rows}", 1 - 3 * beta, found)


@claim("KLMNS20.L3.8", uses=("KLMNS20.DER.NREQ", "KLMNS20.DER.TRANSLATE"))
def tree_log_is_accurate(size: Size) -> Verdict:
    """For n >= c0 (log*|X|/eps) ln(1/delta), TreeLog finds an interior point of score
    Omega((1/eps) ln(1/delta)) with probability 1 - O(delta log*|X|); here score >= t + 1 with
    probability >= 1 - 3 delta.

    Fair: |X| = 8, n = 7, t = T = 1, delta = 1/64 at e^(eps/4) = 2^64, where the concrete
    hypotheses are true (checked with certified logarithms).
    """
    return decide(
        "accuracy of TreeLog", "|X| = 8, n = 7, t = 1, e^(eps/4) = 2^64", _success(size, 2)
    )


@claim(
    "KLMNS20.DER.NREQ",
    Form.CONCRETE,
    uses=("KLMNS20.DER.TPARAM", "KLMNS20.DER.TRANSLATE", "KLMNS20.TXT.BASE"),
)
def rows_that_suffice(size: Size) -> Verdict:
    """n >= 3t(N-1) + 2(1 + ceil((2/eps) ln(C/beta))), N calls: an interior point with probability
    >= 1 - (2(N-1) + 1) beta.

    Fair: N = 2, C = 4: |X| = 8, n = 7, beta = 1/64 at e^(eps/4) = 2^64, where all hypotheses are
    true; on 2t rows the success is 0.
    """
    tree_log = TreeLog(EIGHT, 1, 1, eps_at(SHARP))
    few, rows = least_success(tree_log, databases(8, 2))
    return decide(
        "rows that suffice for TreeLog",
        "|X| = 8, n = 7, t = 1, e^(eps/4) = 2^64",
        [*_success(size, 1), eq(f"with 2t rows, at S={rows}", few, 0)],
    )


CORES = ((2, 4, 1), (3, 4, 1), (3, 5, 2), (3, 6, 1), (3, 6, 3), (4, 5, 1))
"""(m, n', t) of the combinatorial core."""


def translation(rows: Rows, depth: int, trim: int) -> Iterator[Comparison]:
    """The three statements for all paths of a trimmed database and all levels between two of D.

    The score in S, of which `trim` rows on either side were trimmed, is trim more than in S'.
    """
    tree = WeightedTree.of(depth, rows)
    for last in path_law(rows, depth, trim, Fraction(2)):
        levels = embedding(rows, depth, last, trim)
        for level in range(levels[0], levels[-1] + 1) if levels else ():
            name = f"S'={rows}, t={trim}, {last}, l={level}"
            yield le(f"{name}, reached", level, last.level)
            after = sum(z >= level for z in levels)
            yield le(f"{name}, weight", trim + after, tree.weight(last.ancestor(level)))
            for v in tree.weights(level):
                best = max(score(rows, y) for y in tree.candidates(v))
                yield le(f"{name}, {v}", 1, best)


@claim("KLMNS20.DER.TRANSLATE", Form.CONCRETE, uses=("KLMNS20.TXT.SCORELIFT",))
def translation_of_levels(size: Size) -> Verdict:
    """For every level l with min D <= l <= max D: (i) the path reaches level l, and its node there
    weighs at least t + #{z in D: z >= l}; (ii) every node of level l that covers a row has a
    candidate between the extremes of S'; (iii) which therefore has score at least t + 1 in S.

    Fair: All paths and levels; (iii) is (ii) and KLMNS20.TXT.SCORELIFT.
    """
    cores = size.pick(CORES[:3], CORES[:5], CORES)
    return decide(
        "translation of levels",
        f"(m, n', t) in {cores}",
        (
            item
            for depth, n, trim in cores
            for rows in databases(2**depth, n)
            for item in translation(rows, depth, trim)
        ),
    )


@claim("KLMNS20.DER.TPARAM", Form.CONCRETE)
def trim_is_enough(size: Size) -> Verdict:
    """With beta = delta <= eps/(4n), t = (48/eps) ln(1/delta) is at least (1/eps) ln(1/delta),
    (16/eps) ln(4n/(beta eps delta)) and (2/eps) ln(4/beta).

    Fair: delta = eps/(4n) exactly, the hardest case, for a grid of eps and n >= 4.
    """

    def items(eps: Fraction, n: int) -> Iterator[Comparison]:
        delta = eps / (4 * n)
        trim = low(48 / exact(eps) * ln(1 / delta))
        name = f"eps={eps}, n={n}"
        yield le(f"{name}, privacy", high(ln(1 / delta) / eps), trim)
        choose = high(16 / exact(eps) * ln(4 * n / (delta * eps * delta)))
        yield le(f"{name}, choosing", choose, trim + Fraction(1, 2**40) * trim)
        yield le(f"{name}, exponential", high(2 / exact(eps) * ln(4 / delta)), trim)

    return decide(
        "the trim parameter",
        "delta = eps/(4n); the second bound is attained, and compared up to 2^-40",
        (
            item
            for k in range(size.pick(4, 8, 16))
            for n in (4, 100, 10**4, 10**6, 10**9)
            for item in items(Fraction(2, 3**k), n)
        ),
        Evidence.CLOSED_FORM,
    )


@claim("KLMNS20.TXT.DBSHRINK")
def rows_of_the_calls(size: Size) -> Verdict:
    """The i-th recursive call is on n - 3ti rows.

    Fair: Three calls over 256 points; n from 0 beyond 3t.
    """

    def items(n: int, t: int) -> Iterator[Comparison]:
        rows, depth = tuple((37 * i * i) % 256 for i in range(n)), 8
        for i in range(1, 4):
            rest = trimmed(rows, t)
            last = next(iter(path_law(rest, depth, t, Fraction(2))))
            rows, depth = embedding(rest, depth, last, t), depth.bit_length()
            yield eq(f"n={n}, t={t}, call {i}", len(rows), max(0, n - 3 * t * i))

    return decide(
        "rows of the calls",
        "|X| = 256",
        (item for n in range(size.pick(12, 24, 48)) for t in (1, 2) for item in items(n, t)),
    )


@claim("KLMNS20.TXT.BASE", uses=("KLMNS20.L2.2",))
def base_case_is_accurate(size: Size) -> Verdict:
    """In the base case OPT >= ceil(n/2), and the score is at least ceil(n/2) - (2/eps) ln(C/beta)
    with probability 1 - beta.

    Fair: beta = C b^-A for integers A, so that the bound is ceil(n/2) - A.
    """
    b, most = Fraction(4), size.pick(4, 6, 8)
    mechanism = ExponentialInteriorPoint(Domain.of_size(4), eps_at(2))

    def items(rows: Rows) -> Iterator[Comparison]:
        best = max(score(rows, y) for y in range(4))
        yield le(f"S={rows}, OPT", -(-len(rows) // 2), best)
        dist = law(mechanism, rows)
        for a in range(1, best + 1):
            low_ones = [y for y in dist if score(rows, y) < best - a]
            bad = sum((dist.probability(y) for y in low_ones), Fraction(0))
            yield le(f"S={rows}, A={a}", bad, 4 * b**-a)

    return decide(
        "base case",
        f"|X| = 4, 1 <= n <= {most}, b = 4",
        (item for rows in up_to(4, most, 1) for item in items(rows)),
    )


@claim("KLMNS20.TXT.SCORELIFT")
def score_in_the_untrimmed_database(size: Size) -> Verdict:
    """An interior point of the trimmed database has score at least t + 1 in the database.

    Fair: All points of all databases that are not trimmed away.
    """
    most = size.pick(5, 6, 7)
    return decide(
        "scores before trimming",
        f"|X| = 6, n <= {most}, t <= 2",
        (
            le(f"S={rows}, t={t}, y={y}", t + 1, score(rows, y))
            for rows in up_to(6, most)
            for t in range(3)
            for y in range(6)
            if trimmed(rows, t) and is_interior_point(trimmed(rows, t), y)
        ),
    )


@claim("KLMNS20.TXT.PATHTHRU")
def paths_through_heavy_nodes(size: Size) -> Verdict:
    """If a node covers all rows and there are more than t, every path that is long enough passes
    through it.

    Fair: All nodes that cover all rows.
    """
    most = size.pick(4, 5, 6)

    def items(rows: Rows, t: int) -> Iterator[Comparison]:
        tree = WeightedTree.of(3, rows)
        for last in path_law(rows, 3, t, Fraction(2)):
            for level in range(last.level + 1):
                weights = tree.weights(level)
                if len(weights) == 1 and len(rows) > t:
                    (heavy,) = weights
                    passed = last.ancestor(level).position
                    yield eq(f"S'={rows}, t={t}, {last}, l={level}", passed, heavy.position)

    return decide(
        "paths through heavy nodes",
        f"|X| = 8, 1 <= n' <= {most}, t <= 2",
        (item for rows in up_to(8, most, 1) for t in range(3) for item in items(rows, t)),
    )


@claim("KLMNS20.TXT.SMALLN", Form.CONCRETE)
def small_databases(size: Size) -> Verdict:
    """TreeLog answers bottom with probability 1 on at most 2t rows; on at most 3t rows the
    embedding is empty, and the level uniform if the next call is the base case.

    Fair: |X| = 8, where the next call is the base case.
    """

    def items(t: int) -> Iterator[Comparison]:
        tree_log = TreeLog(EIGHT, t, 1, eps_at(2))
        for rows in islice(up_to(8, 2 * t), 0, None, size.pick(7, 3, 1)):
            yield eq(f"S={rows}, t={t}, bottom", law(tree_log, rows).probability(BOTTOM), 1)
        for rows in islice(up_to(8, 3 * t, 2 * t + 1), 0, None, size.pick(29, 7, 1)):
            rest = trimmed(rows, t)
            for last in path_law(rest, 3, t, Fraction(2)):
                yield eq(f"S={rows}, t={t}, rows of D", len(embedding(rest, 3, last, t)), 0)
        level = law(ExponentialInteriorPoint(Domain.of_size(4), eps_at(2)), ())
        for y in range(4):
            yield eq(f"level {y} of an empty D", level.probability(y), Fraction(1, 4))

    return decide("small databases", "|X| = 8, t = 1, 2", (i for t in (1, 2) for i in items(t)))


def _plan(eps: Fraction, delta: Fraction, points: int, n: int) -> Iterator[Comparison]:
    """The inequalities that the parameters of TreeLog have to satisfy."""
    plan = calibrate_tree_log(eps, delta, Domain.of_size(points), n)
    one, number = 4 * ln(plan.root), sizes(plan.domain)
    name = f"|X|={points}, eps={eps}, n={n}"
    spent = 5 * number * one * log2(n)
    yield le(f"{name}, eps", high(spent), eps)
    slack = 3 * n * number * plan.delta * exp(3 * number * one * log2(n))
    yield le(f"{name}, delta", high(slack), delta)
    yield le(f"{name}, delta'", plan.delta, low(one / (4 * n)))
    trim = 16 / one * ln(4 * n / (one * plan.delta * plan.delta))
    yield le(f"{name}, trim", high(trim), plan.trim)
    threshold = 8 / one * ln(4 / (one * plan.delta * plan.delta))
    yield le(f"{name}, threshold", high(threshold), plan.threshold)
    yield le(f"{name}, failure", plan.failure_probability, Fraction(1, 10))


@claim(
    "KLMNS20.DER.T12",
    Form.CONCRETE,
    uses=("KLMNS20.L3.7", "KLMNS20.DER.NREQ", "KLMNS20.DER.TPARAM"),
)
def theorem_with_constants(size: Size) -> Verdict:
    """With eps' = eps/(5 N log2 n), delta' <= delta/(3nN e^(3 eps/5)), eps'/(4n) and 1/(10(2N-1)),
    t >= (16/eps') ln(4n/(eps' delta'^2)), TreeLog is (eps, delta)-private and fails with
    probability at most 1/10 on n >= 3t(N-1) + 2(1 + ceil((2/eps') ln(C/delta'))) rows.

    Fair: The integers that the calibration derives, at the n that it needs; the parameters are
    those of KLMNS20.L3.7 and KLMNS20.DER.NREQ.
    """
    targets = [(2**16, Fraction(1)), (2**32, Fraction(1, 10)), (2**64, Fraction(2))]
    delta = Fraction(1, 2**20)

    def items() -> Iterator[Comparison]:
        for points, eps in targets[: size.pick(2, 3, 3)]:
            n = rows_for(calibrate_tree_log, eps, delta, Domain.of_size(points))
            plan = calibrate_tree_log(eps, delta, Domain.of_size(points), n)
            yield le(f"|X|={points}, eps={eps}: {n} rows", plan.rows_needed, n)
            yield from _plan(eps, delta, points, n)

    return decide("Theorem 1.2 with constants", "delta = 2^-20", items(), Evidence.CLOSED_FORM)


not_finitely_checkable(
    "KLMNS20.TXT.BUDGET",
    statement="TreeLog is about (eps log*|X|, delta log*|X|)-private, so that dividing the budget "
    "squares the log*.",
    reason="A remark on orders of growth; the constants are those of Lemma 3.7.",
)
