"""Section 4: HeavyPaths (Algorithm 6, Lemma 4.10)."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.chain import Masses, deep, heavy_paths, stopped_at
from audits.claims.klmns20.section_4_one_random_path import FAR, clusters
from audits.claims.klmns20.section_4_stopping_point import DATABASES
from audits.claims.klmns20.words import *
from reference.mechanisms.interior_point.heavy_paths import HeavyPaths, StoppedHeavyPaths

SPREAD = multisets(8, 5, 5).every(sized(37, 7, 1))


@claim(
    "KLMNS20.A6",
    over(SPREAD),
    about=StoppingPoint,
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Section 4, Algorithm 6, step 2",
        "the probability that OneRandomPath is run with d = d* - 1 = 0",
        "0, as Algorithm 4 wants a level d in {1, ..., log*|X|}",
    ),
)
def index_zero_is_never_used(build: Build, rows: Rows) -> Check:
    """HeavyPaths runs OneRandomPath with d = d* - 1, which is a level in {1, ..., log*|X|}.

    Cases: |X| = 8, t = 1, c = h = 2.  The stopping point 1 has positive probability on every
    database.
    """
    stop = build(EIGHT, 1, 2, 2, eps_at(2))
    yield le("", law(stop, rows).probability(1), 0)


def _stops(levels: list[tuple[int, Rows]], cutoff: int, root: Fraction) -> Masses:
    """The law of the stopping point, counted from 1, among these databases."""
    answers = tuple(most_frequent(database) for _, database in levels)
    found = law(AboveThreshold(cutoff, eps_at(root)), answers)
    return {y if isinstance(y, Bottom) else y + 1: found.probability(y) for y in found}


THIRTEEN = squares(4096, 12)
CASES: dict[str, tuple[int, int, int, int, Rows]] = {
    "1 point": (0, 1, 2, 2, (0, 0, 0)),
    "4 points": (2, 1, 2, 2, (0, 1, 1, 3)),
    "5 rows": (3, 1, 2, 2, (0, 1, 2, 4, 5)),
    "7 rows": (3, 1, 2, 2, (0, 1, 1, 4, 5, 5, 7)),
    "four databases": (12, 1, 2, 2, squares(4096, 13)),
    "t = 4c, h = 10t": (12, 4, 1, 40, clusters(34, 4, 12)),
}
"""The depth of the tree, t, c, h and a database; C = 4, and the last one is put out."""

TWELVE_BITS = CASES["four databases"]
OPTIONS: dict[str, tuple[int, bool]] = {"C = 8": (8, True), "the last is not put out": (4, False)}
"""C, and whether the last database is put out."""


HALT = "\n            self.halt,\n            stop"
SEARCH = "self.halt, self.eps, self.base, self.emit"
TWICE = "Epsilon(self.eps.root**2, self.eps.parts)"
WRONG[HeavyPaths] = {
    "OneRandomPath at index d": f"{HALT} => {HALT} + 1",
    "OneRandomPath at index d - 2": f"{HALT} => {HALT.replace('stop', 'max(1, stop - 1)')}",
    "takes the heaviest path": wrong(
        HeavyPaths, OneRandomPath=wrong(OneRandomPath, PathEmbedding=wrong(PathEmbedding, HEAVIER))
    ),
    "LevelUp down to 2": "range(self.stop - 2, 0, -1) => range(self.stop - 2, 1, -1)",
    "LevelUp spends twice": f"level, self.eps, self.base => level, {TWICE}, self.base",
    "LevelUp has the other threshold": "index, self.threshold => index, self.path_threshold",
    "StoppingPoint spends twice": f"{SEARCH} => {SEARCH.replace('self.eps', TWICE)}",
    "the other threshold for d = 1": "(self.domain, self.path_threshold => "
    "(self.domain, self.threshold",
    "trims a row less after stopping": f"self.trim,{HALT} => self.trim - 1,{HALT}",
    "twice the eps": twice_eps(HeavyPaths),
    "other rows": blind(HeavyPaths, lambda rows: (3,) * len(rows)),
    "forgets C": given(HeavyPaths, base=4),
    "puts out the last in any case": given(HeavyPaths, emit_last=True),
    "stops at one more": given(HeavyPaths, cutoff=lambda c: c + 1),
    "stops at one less": given(HeavyPaths, cutoff=lambda c: c - 1),
}


@claim(
    "KLMNS20.A6",
    over(case=(*CASES, *OPTIONS), root=(Fraction(3, 2), TWO)),
    form=Form.CORRECTED,
    about=HeavyPaths,
)
def heavy_paths_by_formulas(build: Build, case: str, root: Fraction) -> Check:
    """Completed for d = 1 by the choosing mechanism on multiplicities and for no d by bottom,
    HeavyPaths is defined on every database: StoppingPoint, OneRandomPath at d - 1 and LevelUp at d
    - 2, ..., 1; over at most C points, the exponential mechanism.  With a stopping point beyond
    the last database it is bottom.

    Cases: Every probability by the formulas of the paper, from bits of the rows; up to four
    databases, and all stopping points, have positive probability.
    """
    depth, trim, cutoff, halt, rows = CASES.get(case, TWELVE_BITS)
    base, last = OPTIONS.get(case, (4, True))
    more = {"base": base, "emit_last": last} if case in OPTIONS else {}
    mechanism = build(Domain.of_size(2**depth), trim, cutoff, halt, 1, 2, eps_at(root), **more)
    levels = [*chain(rows, depth, trim, halt, base)][: None if last else -1]
    stops = _stops(levels, cutoff, root)
    found, expected = law(mechanism, rows), heavy_paths(stops, levels, trim, 1, 2, root)
    if depth <= 2:
        expected = deep(range(2**depth), rows, root)
    yield from same_law(found, expected)
    yield eq("in all", sum(expected.values()), 1)
    for d in (*range(1, len(levels) + 1), BOTTOM):
        yield lt(f"Pr[d = {d}]", 0, stops[d])
    if case in OPTIONS:
        own = law(mechanism.stopping_point(), rows)
        for d, mass in stops.items():
            yield eq(f"its own Pr[d = {d}]", own.probability(d), mass)
    if last:
        beyond = law(mechanism.stopped(len(levels) + 1), rows)
        yield eq("beyond the last", beyond.probability(BOTTOM), 1)


@claim("KLMNS20.ALG.BD", over(SPREAD), about=HeavyPaths)
def mixture_of_fixed_stopping_points(build: Build, rows: Rows) -> Check:
    """HeavyPaths is the mixture of B_d over the law of the stopping point d.

    Cases: |X| = 256, t = h = 1, c = 2, T = 1, 2, ten rows: stopping points 1, 2, 3 and more have
    positive probability.  Both laws by formulas.
    """
    given, two = scattered(rows), TWO
    found = law(build(Domain.of_size(256), 1, 2, 1, 1, 2, eps_at(2)), given)
    levels = [*chain(given, 8, 1, 1)]
    stops = _stops(levels, 2, two)
    mixed = heavy_paths(stops, levels, 1, 1, 2, two)
    yield lt(
        "stops from 3 on",
        0,
        sum(p for d, p in stops.items() if not isinstance(d, Bottom) and d > 2),
    )
    yield from same_law(found, mixed)


def scattered(rows: Rows) -> Rows:
    """Twice as many rows over 256 points."""
    return tuple(sorted(37 * (x + 8 * i) ** 2 % 256 for i, x in enumerate(rows + rows)))


WRONG[StoppedHeavyPaths] = {
    "one stopping point earlier": given(StoppedHeavyPaths, stop=lambda d: max(1, d - 1)),
    "twice the eps": twice_eps(StoppedHeavyPaths),
}


@claim("KLMNS20.TXT.BDDEP", over(SPREAD, stop=(1, 2, 3, 4)), about=StoppedHeavyPaths)
def stopped_paths_by_parts(build: Build, rows: Rows, stop: int) -> Check:
    """B_d uses S only through S_1, ..., S_(d-1): it is OneRandomPath on S_(d-1) and then LevelUp
    on S_(d-2), ..., S_1.

    Cases: |X| = 256, t = 1, h = 1, ten rows 37 (x + 8 i)^2 modulo 256 for the x of twice the rows:
    by formulas that are given these databases only.
    """
    rows = scattered(rows)
    levels = [*chain(rows, 8, 1, 1)]
    if stop <= len(levels):
        given = levels[: max(1, stop - 1)]
        found = law(build(Domain.of_size(256), 1, 1, stop, 1, 1, eps_at(2)), rows)
        expected = stopped_at(stop, given, 1, 1, 1, TWO)
        yield from same_law(found, expected)


AS_PRINTED = given(
    wrong(HeavyPaths, "coins.delegate(heavy, database) => Bottom.BOTTOM"), emit_last=False
)
"""Without the last database, and without an outcome where OneRandomPath has the index 0."""


@claim(
    "KLMNS20.L4.10",
    over(n=(41, 100, 1000), root=(Fraction(3, 2),)),
    about=AS_PRINTED,
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Section 4, Lemma 4.10, on databases with d*(S) = 1",
        "the probability of no interior point of n equal rows",
        "1/2, and any c delta log*|X| if delta is small",
        same_as="KLMNS20.A6",
    ),
)
def printed_heavy_paths_is_accurate(build: Build, n: int, root: Fraction) -> Check:
    """HeavyPaths returns an interior point with probability 1 - O(delta log*|X|) for n >= c0
    (log*|X|/eps) ln(log*|X|/delta).

    Cases: |X| = 2^12, t = 4, c = 1, h = 40, n equal rows: the algorithm as printed, which has no
    outcome if it is to run OneRandomPath with index 0.  The failure grows to 1 with n, so that no
    constant helps.
    """
    universe = ListedAdjacency(((3,) * n,), (), f"{n} equal rows")
    yield accurate(build(FAR, 4, 1, 40, 1, 1, eps_at(root)), universe, is_interior_point, HALF)


def _heavy_enough(
    root: Fraction, large: int, cutoff: int, trim: int, delta: Fraction, beta: Fraction
) -> Iterator[Comparison]:
    error = high(2 * ln(8 / delta) / ln(root))
    yield le("(8/eps) ln(2K/delta) against k - c", error, large - cutoff)
    least = 1 + high(ln(1 / (2 * beta)) / ln(root))
    yield le("1 + (4/eps) ln(1/(2 beta)) against c - error", least, cutoff - error)
    yield le("1 + (4/eps) ln(1/(2 beta)) against t + 1", least, trim + 1)
    yield le("(2/eps) ln(4/beta) against t", high(ln(4 / beta) / (2 * ln(root))), trim)


LIFTED = lifted(tuple(level for level in range(16) for _ in range(8)), 24, 6)
LEVELS: dict[str, Rows] = {name: build(179) for name, build in DATABASES.items()} | {
    "sixteen levels": (*range(64, 70), *(2**24 - 1 - x for x in LIFTED[:-6]))
}
"""Databases over 2^24 points; of the last f = 1, 8, 58, and no row is below 64."""


@claim(
    "KLMNS20.L4.10",
    over(
        root=(Fraction(8, 5),),
        large=(31,),
        cutoff=(19,),
        trim=(6,),
        delta=(HALF,),
        beta=(Fraction(1, 24),),
        database=sized([name for name in LEVELS if name != "spread"], LEVELS, LEVELS),
    ),
    form=Form.CONCRETE,
    about=HeavyPaths,
    given=_heavy_enough,
    uses=("KLMNS20.L4.4", "KLMNS20.L4.7", "KLMNS20.L4.8", "KLMNS20.DER.PIGEON"),
)
def heavy_paths_is_accurate(
    build: Build,
    root: Fraction,
    large: int,
    cutoff: int,
    trim: int,
    delta: Fraction,
    beta: Fraction,
    database: str,
) -> Check:
    """Completed HeavyPaths fails with probability at most delta + 3 beta + 2 beta max(0, d* - 2);
    over 4 points with probability at most 3/(3 + e^(eps ceil(n/2)/2)).

    Cases: e^(eps/4) = 8/5, eps < 2, |X| = 2^24, K = 4, n = 4k + 9t + 1 = 179, so that the last f
    is at least k; both thresholds 1, but that of nodes 200 where d* = 1; d* = 1, 2 and 3 occur.
    """
    nodes = 200 if database == "equal rows" else 1
    yield accurate(
        build(Domain.of_size(2**24), trim, cutoff, 4 * large, 1, nodes, eps_at(root)),
        ListedAdjacency((LEVELS[database],), (), database),
        is_interior_point,
        delta + 5 * beta,
    )
    few = build(Domain.of_size(4), trim, cutoff, 4 * large, 1, 1, eps_at(root))
    bound = 3 / (3 + root**6)
    yield accurate(few, replace_one(range(4), 5), is_interior_point, bound, name="4 points")
