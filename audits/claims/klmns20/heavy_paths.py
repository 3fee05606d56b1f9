"""Section 4: OneRandomPath, LevelUp and HeavyPaths."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from audits.claims.klmns20.exactly import (
    BOTTOM,
    Distances,
    Rows,
    databases,
    eps_at,
    least_success,
    replace_universe,
    up_to,
)
from audits.claims.klmns20.heaviest_paths import LARGE, MIDDLE, SMALL, heavy_embeddings
from audits.claims.klmns20.laws.paths import (
    add_factor,
    balanced_steps,
    choosing_delta,
    embedding,
    path_law,
    remove_factor,
    stray,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    high,
    le,
    true,
)
from audits.engines.comparisons import Comparison
from audits.ledger import Form, Size, claim, not_finitely_checkable
from audits.verdict import Evidence, Verdict
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.exact.interval import ln
from reference.mechanisms.interior_point.construct_paths import ConstructPaths, multiplicity
from reference.mechanisms.interior_point.heavy_paths import HeavyPaths, StoppedHeavyPaths
from reference.mechanisms.interior_point.interior_points import is_interior_point, score
from reference.mechanisms.interior_point.level_up import LevelUp
from reference.mechanisms.interior_point.one_random_path import OneRandomPath
from reference.probability.dist import Dist
from reference.probability.law import law

EIGHT = Domain.of_size(8)
TWO = Fraction(2)
SHARP = Fraction(2**64)
"""e^(eps/4) so large that the hypotheses of the accuracy lemmas hold for small databases."""
BETA = Fraction(1, 64)


def _one_random_path_delta(s: Fraction, first: int, second: int) -> Fraction:
    """Delta of OneRandomPath at d = 1 over 8 points, t = 1, at the exact e^eps."""
    return choosing_delta(s, first) + choosing_delta(s, second) + stray(1, s**4)


def _one_random_path_factor(n: int, s: Fraction) -> Fraction:
    """e^eps of OneRandomPath: groups of paths, two choices of s^4, and one of s^4."""
    a, trimmed_rows = s**4, n - 2
    groups = add_factor(1, a) * remove_factor(trimmed_rows - 1, 1, a)
    return groups * s**8 * s**4


@claim("KLMNS20.L4.6", uses=("KLMNS20.DER.REP", "KLMNS20.DER.J", "KLMNS20.L2.4"))
def one_random_path_constants(size: Size) -> Verdict:
    """d < d*(S): OneRandomPath is (6 eps log2 n, 4 delta n e^(4 eps log n))-close on neighbours (a
    replaced row).

    Fair: The exact constants of the concrete form against the printed ones, n a power of two from
    4 on, t = 2L, delta <= eps/(4n): V <= e^(eps (J + 1/4)).
    """

    def items() -> Iterator[Comparison]:
        for log_n in range(2, size.pick(20, 40, 80)):
            n = 2**log_n
            for gap in (1, 4, n // 8):
                if gap >= 1 and 2 * gap < n:
                    spent = Fraction(5, 4) + balanced_steps(n, 2 * gap, gap) + 3
                    yield le(f"n={n}, L={gap}, eps", spent, 6 * log_n)
            yield le(f"n={n}, delta", 3, 4 * n)

    return decide("constants of Lemma 4.6", "n a power of two", items(), Evidence.CLOSED_FORM)


@claim("KLMNS20.L4.6", Form.CONCRETE, uses=("KLMNS20.DER.REP", "KLMNS20.DER.CHOOSE"))
def one_random_path_is_private(size: Size) -> Verdict:
    """Exactly: e = max(a, 1 + a^-t) V(n'-1, t, a) s^8 b^2, delta = delta_c(T1) + delta_c(T2) +
    1/(1 + a^t).

    Fair: d = 1, where S_1 = S: all neighbours over 8 points.
    """
    cases = [(5, 1, 2, TWO), (5, 2, 2, Fraction(3, 2)), (6, 2, 4, Fraction(3, 2))]
    cases = size.pick(cases[:1], cases[:2], cases)

    def item(n: int, first: int, second: int, s: Fraction) -> Comparison:
        mechanism = OneRandomPath(EIGHT, 1, 2, 1, first, second, eps_at(s))
        found = Distances(mechanism, replace_universe(8, n)).hockey(_one_random_path_factor(n, s))
        name = f"n={n}, T1={first}, T2={second}, s={s}"
        return le(name, found, _one_random_path_delta(s, first, second))

    return decide("OneRandomPath", "|X| = 8, t = 1", [item(*c) for c in cases])


not_finitely_checkable(
    "KLMNS20.L4.7",
    statement="If f_(d+1)(S) >= Omega((1/eps) ln(1/delta)), OneRandomPath returns an interior "
    "point of S_d of depth Omega(t) with probability 1 - delta.",
    reason="Constants are hidden in Omega; the concrete form is decided.",
)


def _deep_databases(rows: int, step: int) -> Iterator[Rows]:
    """Databases whose second database has an element of multiplicity 2 or more."""
    paths = ConstructPaths(EIGHT, 1, 2, emit_last=True)
    for db in islice(databases(8, rows), 0, None, step):
        if multiplicity(paths(db)[1].database) > 1:
            yield db


def _choice_hypotheses(n: int, delta: Fraction) -> Iterator[Comparison]:
    """T = 1 is enough for Choosing and Exponential at e^(eps/4) = SHARP, beta = delta."""
    eps = 4 * ln(SHARP)
    yield le("t against Choosing", high(1 + 16 / eps * ln(4 * n / (delta * delta * eps))), 2)
    yield le("t against Exponential", high(2 / eps * ln(4 / delta)), 1)


@claim("KLMNS20.L4.7", Form.CONCRETE, uses=("KLMNS20.DER.L47", "KLMNS20.DER.TRANSLATE"))
def one_random_path_is_accurate(size: Size) -> Verdict:
    """If f_(d+1)(S) and t + 1 are at least 1 + (16/eps) ln(4n/(beta eps delta)) and t >= (2/eps)
    ln(4/beta): depth >= t + 1 - (2/eps) ln(4/beta) with probability 1 - 3 beta.

    Fair: |X| = 8, n = 7, t = 1, f_2 >= 2, beta = delta = 1/64 at e^(eps/4) = 2^64: the hypotheses
    are true, and the depth is 2.
    """
    mechanism = OneRandomPath(EIGHT, 1, 2, 1, 1, 1, eps_at(SHARP))
    chosen = _deep_databases(7, size.pick(29, 5, 1))
    found, rows = least_success(mechanism, chosen, 2)
    return decide(
        "accuracy of OneRandomPath",
        "|X| = 8, n = 7, t = 1, e^(eps/4) = 2^64",
        [*_choice_hypotheses(7, BETA), le(f"S={rows}", 1 - 3 * BETA, found)],
    )


@claim("KLMNS20.DER.L47", Form.CONCRETE)
def every_path_keeps_a_multiplicity(size: Size) -> Verdict:
    """For every path, the embedding has a multiplicity of at least min(the largest multiplicity of
    the embedding by a heaviest path, t + 1).

    Fair: All trimmed databases, all paths, all heaviest paths.
    """
    cases = size.pick(SMALL, MIDDLE, LARGE)

    def items(depth: int, n: int, t: int) -> Iterator[Comparison]:
        for rows in databases(2**depth, n):
            heavy = max(multiplicity(d) for d in heavy_embeddings(rows, depth, t))
            for last in path_law(rows, depth, t, TWO):
                found = multiplicity(embedding(rows, depth, last, t))
                yield le(f"m={depth}, t={t}, S'={rows}, {last}", min(heavy, t + 1), found)

    return decide(
        "multiplicities of embeddings",
        f"(m, n', t) in {cases}",
        (item for case in cases for item in items(*case)),
    )


@claim("KLMNS20.TXT.MULTINT")
def multiplicity_is_a_score(size: Size) -> Verdict:
    """An element of multiplicity mu is an interior point of score at least mu.

    Fair: All databases and elements of the scope.
    """
    most = size.pick(4, 5, 7)
    return decide(
        "multiplicities and scores",
        f"|X| = 6, 1 <= n <= {most}",
        (
            le(f"D={rows}, x={x}", rows.count(x), score(rows, x))
            for rows in up_to(6, most, 1)
            for x in set(rows)
        ),
    )


@claim("KLMNS20.L4.8", uses=("KLMNS20.DER.TRANSLATE", "KLMNS20.L2.2", "KLMNS20.L2.4"))
def level_up_is_accurate(size: Size) -> Verdict:
    """i interior to S_(d+1), t >= (16/eps) ln(8n/(eps delta^2)): LevelUp returns a point of depth
    t + 1 - (2/eps) ln(8/delta) or more in S_d with probability 1 - delta.

    Fair: |X| = 8, n = 7, t = 1, all interior i, delta = 1/64 at e^(eps/4) = 2^64, where the
    hypothesis is true and the depth is 2.
    """
    paths = ConstructPaths(EIGHT, 1, 2, emit_last=True)
    eps = 4 * ln(SHARP)

    def items(rows: Rows) -> Iterator[Comparison]:
        second = paths(rows)[1].database
        for level in range(second[0], second[-1] + 1):
            mechanism = LevelUp(EIGHT, 1, 2, 1, 1, level, eps_at(SHARP))
            dist = law(mechanism, rows)
            good = [y for y in dist if is_interior_point(rows, y, at_least=2)]
            mass = sum((dist.probability(y) for y in good), Fraction(0))
            yield le(f"S={rows}, i={level}", 1 - BETA, mass)

    return decide(
        "accuracy of LevelUp",
        "|X| = 8, n = 7, t = 1, e^(eps/4) = 2^64",
        [
            le("t", high(16 / eps * ln(56 / (BETA * BETA * eps))), 1),
            *(
                item
                for rows in islice(databases(8, 7), 0, None, size.pick(37, 7, 1))
                for item in items(rows)
            ),
        ],
    )


def _level_up_distance(level: int) -> Fraction:
    """The exact delta of LevelUp at e^(2 eps), d = 1, |X| = 8, n = 5, t = 1, T = 2, s = 2."""
    mechanism = LevelUp(EIGHT, 1, 2, 1, 2, level, eps_at(2))
    return Distances(mechanism, replace_universe(8, 5)).hockey(TWO**8)


@claim("KLMNS20.L4.9", uses=("KLMNS20.DER.CHOOSE", "KLMNS20.TXT.TRIM"))
def level_up_is_private(size: Size) -> Verdict:
    """d < d*(S): LevelUp is (2 eps, 2 delta)-close on neighbours (a replaced row).

    Fair: d = 1, |X| = 8, n = 5, T = 2 with delta = delta_c(2, 2) = 1/6, levels 0 and 1.
    """
    return decide(
        "LevelUp",
        "|X| = 8, n = 5, t = 1, T = 2, e^(eps/4) = 2",
        (
            le(f"level {level}", _level_up_distance(level), 2 * choosing_delta(TWO, 2))
            for level in range(size.pick(2, 4, 4))
        ),
    )


@claim("KLMNS20.L4.9", Form.CONCRETE, uses=("KLMNS20.DER.CHOOSE",))
def level_up_exactly(size: Size) -> Verdict:
    """Exactly: e = s^4 b^2 = e^(2 eps), delta = delta_c; 0 at level 0 and 1/6 at level 1 for T =
    2, s = 2.

    Fair: The value at level 1 is attained, so delta_c cannot be smaller.
    """
    del size
    return decide(
        "LevelUp, exactly",
        "|X| = 8, n = 5, t = 1, T = 2, e^(eps/4) = 2",
        [
            eq("level 0", _level_up_distance(0), 0),
            eq("level 1", _level_up_distance(1), Fraction(1, 6)),
            eq("delta_c(2, 2)", choosing_delta(TWO, 2), Fraction(1, 6)),
        ],
    )


not_finitely_checkable(
    "KLMNS20.L4.10",
    statement="HeavyPaths returns an interior point with probability 1 - O(delta log*|X|) for "
    "n >= c0 (log*|X|/eps) ln(log*|X|/delta).",
    reason="Asymptotic, and about an algorithm that is not defined for d* = 1; the concrete form, "
    "about the completed algorithm, is decided.",
)


@claim(
    "KLMNS20.L4.10",
    Form.CONCRETE,
    uses=("KLMNS20.L4.4", "KLMNS20.L4.7", "KLMNS20.L4.8", "KLMNS20.DER.PIGEON"),
)
def heavy_paths_is_accurate(size: Size) -> Verdict:
    """Completed HeavyPaths fails with probability at most delta + 3 beta + 2 beta max(0, d* - 2);
    and on 5 rows over 8 points (t = 1, c = 2, T1 = 1, T2 = 2, s = 2) its least success is
    19100/76923, at (0,1,2,4,5).

    Fair: |X| = 8, n = 12, k = 3, c = 2, where the last multiplicity is at least k, at e^(eps/4) =
    2^64 with beta = delta = 1/64, on evenly spread databases.
    """
    weak = HeavyPaths(EIGHT, 1, 2, 2, 1, 2, eps_at(2))
    worst = (0, 1, 2, 4, 5)
    chosen = [worst] if size is Size.TINY else list(databases(8, 5))
    least, rows = least_success(weak, chosen)
    sharp = HeavyPaths(EIGHT, 1, 2, 2, 1, 1, eps_at(SHARP))
    spread = islice(databases(8, 12), 0, None, size.pick(997, 97, 7))
    found, hard = least_success(sharp, spread)
    return decide(
        "accuracy of HeavyPaths",
        "|X| = 8; n = 5 and e^(eps/4) = 2, n = 12 and e^(eps/4) = 2^64",
        [
            true("worst database", rows == worst),
            eq("least success", least, Fraction(19100, 76923)),
            *_choice_hypotheses(12, BETA),
            le(f"S={hard}", 1 - 4 * BETA, found),
        ],
        Evidence.PROPERTY_SAMPLED,
    )


not_finitely_checkable(
    "KLMNS20.L4.11",
    statement="HeavyPaths is (eps', delta')-private with eps' = O(eps sqrt(K ln(1/(delta K))) + "
    "eps^2 K + eps log n), delta' = O(delta (n + K) e^eps'), K = log*|X|.",
    reason="Asymptotic; the concrete form is decided.",
)


@claim("KLMNS20.L4.11", Form.CONCRETE, uses=("KLMNS20.L4.5", "KLMNS20.L4.6", "KLMNS20.ALG.BD"))
def heavy_paths_is_private(size: Size) -> Verdict:
    """Completed HeavyPaths with stopping points 1 and 2 is (e, delta)-private for a replaced row:
    e = s^4 times that of OneRandomPath, delta that of OneRandomPath.

    Fair: |X| = 8, n = 5, t = 1: all neighbours, the exact mixture over stopping points.
    """
    n = size.pick(4, 5, 6)
    mechanism = HeavyPaths(EIGHT, 1, 2, 2, 1, 2, eps_at(2))
    e = TWO**4 * _one_random_path_factor(n, TWO)
    found = Distances(mechanism, replace_universe(8, n)).hockey(e)
    return decide(
        "HeavyPaths",
        f"|X| = 8, n = {n}, t = 1, c = 2, h = 2, e^(eps/4) = 2",
        [le("delta", found, _one_random_path_delta(TWO, 1, 2))],
    )


not_finitely_checkable(
    "KLMNS20.TXT.UNROLL",
    statement="TreeLog is log*|X| embedding steps followed by log*|X| translation steps, of which "
    "only the latter are private.",
    reason="A way to read the algorithm; that embeddings are not private is KLMNS20.TXT.NOTDP.",
)
not_finitely_checkable(
    "KLMNS20.TXT.STATE",
    statement="Composition theorems allow no shared state that is not private.",
    reason="A remark on how composition is modelled.",
)


@claim("KLMNS20.TXT.BDDEP")
def stopped_paths_by_parts(size: Size) -> Verdict:
    """B_d uses S only through S_1, ..., S_(d-1): it is OneRandomPath on S_(d-1) and then LevelUp
    on S_(d-2), ..., S_1.

    Fair: d = 3 over 256 points.
    """
    domain, eps = Domain.of_size(256), eps_at(2)
    none: Dist[int | Bottom, Fraction] = Dist.point(BOTTOM)

    def items(n: int) -> Iterator[Comparison]:
        rows = tuple(sorted((37 * i * i) % 256 for i in range(n)))
        first, second = ConstructPaths(domain, 1, 3)(rows)[:2]
        start = law(OneRandomPath(second.domain, 1, 3, 1, 1, 1, eps), second.database)

        def lift(level: int | Bottom) -> Dist[int | Bottom, Fraction]:
            if isinstance(level, Bottom):
                return none
            return law(LevelUp(first.domain, 1, 3, 1, 1, level, eps), first.database)

        parts, whole = start.bind(lift), law(StoppedHeavyPaths(domain, 1, 3, 3, 1, 1, eps), rows)
        for y in (*range(256), BOTTOM):
            if whole.probability(y) or parts.probability(y):
                yield eq(f"n={n}, y={y}", whole.probability(y), parts.probability(y))

    return decide(
        "B_3 by parts",
        "|X| = 256, t = 1, h = 3, e^(eps/4) = 2",
        (item for n in range(8, size.pick(11, 14, 20)) for item in items(n)),
    )
