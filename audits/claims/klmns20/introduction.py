"""Section 1: the reductions, the overview of the construction, and what it builds on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

from audits.claims.klmns20.exactly import (
    Rows,
    at,
    databases,
    eps_at,
    minus,
    plus,
    replaced,
    up_to,
)
from audits.claims.klmns20.path_laws import (
    add_factor,
    embedding,
    path_law,
    remove_factor,
    stray,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    low,
    true,
)
from audits.engines.comparisons import Comparison
from audits.engines.optimum import build, solve
from audits.ledger import Expected, Form, Kind, Size, claim, not_finitely_checkable
from audits.verdict import Evidence, Verdict
from reference.data.domain import Domain
from reference.exact.interval import exp, ln, sqrt
from reference.mechanisms.interior_point.interior_points import is_interior_point, score
from reference.mechanisms.interior_point.path_embedding import PathEmbedding
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree
from reference.privacy.divergence import hockey_stick
from reference.probability.law import law
from reference.reductions.interior_point_and_learning import (
    Labelled,
    empirical_error,
    halves,
    is_realizable,
)

TWO = Fraction(2)

not_finitely_checkable(
    "KLMNS20.TXT.ABSTRACT",
    kind=Kind.REDUCTION,
    source=at("abstract", "1"),
    statement="Thresholds, distributions and threshold queries are learnt with "
    "O~((log*|X|)^2), then O~((log*|X|)^1.5) rows.",
    reason="Asymptotic, and by the cited equivalence; the theorems have concrete forms.",
)
not_finitely_checkable(
    "KLMNS20.TXT.BOUNDS",
    kind=Kind.LOWER_BOUND,
    source=at("in the text", "1"),
    statement="Generic pure learners need O(log|X|) rows and pure learners Omega(log|X|); "
    "O~(8^log*|X|), O~(2^log*|X|), Omega(log*|X|) for approximate privacy; O(1) without privacy.",
    reason="Cited results of other papers, and asymptotic. The packing bound is decided for the "
    "interior point problem (KLMNS20.DER.PURELB).",
)
not_finitely_checkable(
    "KLMNS20.TXT.EQUIV4",
    kind=Kind.REDUCTION,
    source=at("in the text", "1"),
    statement="The interior point problem, proper learning of thresholds, distribution learning "
    "and release of threshold queries are equivalent up to constants.",
    reason="Cited. The two reductions that the paper describes are decided "
    "(KLMNS20.TXT.L2I, KLMNS20.TXT.I2L).",
)
not_finitely_checkable(
    "KLMNS20.TXT.EFFICIENT",
    kind=Kind.OTHER,
    source=at("in the text", "1.1"),
    statement="The algorithms run in polynomial time.",
    reason="A statement about asymptotic running time; the code stores the rows and no tree.",
)


@claim(
    "KLMNS20.DER.PURELB",
    form=Form.CONCRETE,
    kind=Kind.LOWER_BOUND,
    source=at("derived", "1"),
    statement="Every eps-private solver of the interior point problem on N points with n rows "
    "succeeds with probability at most r^n / (r^n + N - 1), r = e^eps.",
    scope_is_fair="The exact optimum over all mechanisms; it attains the bound for n <= 2 here.",
)
def packing_bound(size: Size) -> Verdict:
    """The optimum of the linear program, exact, against the bound."""
    cases = [(3, 1, TWO), (4, 1, Fraction(3, 2)), (3, 2, TWO), (4, 2, TWO)]
    cases += size.pick([], [(4, 3, TWO)], [(4, 3, TWO), (8, 2, TWO), (8, 3, TWO)])

    def item(points: int, n: int, r: Fraction) -> Comparison:
        best = solve(build("interior-point", {"domain": str(points), "rows": str(n)}), r)
        name = f"N={points}, n={n}, r={r}"
        if best.value is None:
            raise AssertionError(f"{name}: the optimum was bounded, not found")
        return le(name, best.value, r**n / (r**n + points - 1))

    return decide("packing bound", "named cases", [item(*c) for c in cases], Evidence.LP_CERTIFIED)


@claim(
    "KLMNS20.TXT.L2I",
    kind=Kind.REDUCTION,
    source=at("in the text", "1"),
    statement="The labelled database that is made from S is labelled by some threshold, so that "
    "a learner for realizable databases succeeds on it.",
    expected=Expected.REFUTED,
    scope_is_fair="All databases of even size, equal rows allowed as in Definition 1.1.",
)
def halves_are_realizable(size: Size) -> Verdict:
    """Look for two equal rows in the middle."""
    del size
    return decide(
        "halves are realizable",
        "|X| = 4, n = 4",
        (true(f"S={rows}", is_realizable(halves(rows))) for rows in databases(4, 4)),
    )


@claim(
    "KLMNS20.TXT.L2I",
    form=Form.CORRECTED,
    kind=Kind.REDUCTION,
    source=at("in the text", "1"),
    statement="For S of even size, a threshold u with empirical error < 1/2 on the labelled "
    "halves is an interior point of S; neighbouring S give labelled databases that differ in at "
    "most 2 rows.",
    scope_is_fair="All S, all u from -1, realizable or not; all pairs of neighbours.",
)
def small_error_is_interior(size: Size) -> Verdict:
    """All thresholds, and all pairs."""
    n = size.pick(4, 4, 6)
    points = size.pick(4, 6, 5)

    def items() -> Iterator[Comparison]:
        for rows in databases(points, n):
            for u in range(-1, points):
                if empirical_error(halves(rows), u) < Fraction(1, 2):
                    yield le(f"S={rows}, u={u}", 1, score(rows, u))
        for rest in databases(points, n - 1):
            for x, y in combinations(range(points), 2):
                one, other = halves(plus(rest, x)), halves(plus(rest, y))
                differ = sum(a not in other for a in one)
                yield le(f"S={rest}+{x}, S'={rest}+{y}", differ, 2)

    return decide("from a learner to interior points", f"|X| = {points}, n = {n}", items())


def _labelled(points: int, n: int) -> Iterator[tuple[Labelled, ...]]:
    """Every realizable labelled database."""
    for rows in databases(points, n):
        for ones in range(n + 1):
            database = tuple((x, int(i < ones)) for i, x in enumerate(rows))
            if is_realizable(database):
                yield database


def _errors(points: int, n: int, q: int, *, shifted: bool) -> Iterator[tuple[str, Fraction]]:
    """The error of f_y for every realizable D with enough of either label and interior y."""
    for database in _labelled(points, n):
        ones = sorted(x for x, label in database if label)
        zeros = sorted(x for x, label in database if not label)
        if len(ones) >= q and len(zeros) >= q:
            moved = [x - 1 if shifted else x for x in zeros[:q]]
            middle = sorted([*ones[len(ones) - q :], *moved])
            for y in range(middle[0], middle[-1] + 1):
                yield f"D={database}, y={y}", empirical_error(database, y)


@claim(
    "KLMNS20.TXT.I2L",
    kind=Kind.REDUCTION,
    source=at("in the text", "1"),
    statement="For every interior point y of the q rows on either side, q = |D|/10, f_y has "
    "empirical error at most q/|D|.",
    expected=Expected.REFUTED,
    scope_is_fair="All realizable D of 10 rows, equal points with equal labels allowed.",
)
def interior_points_have_small_error(size: Size) -> Verdict:
    """Look for the largest error."""
    del size
    return decide(
        "from interior points to a learner",
        "|X| = 3, |D| = 10, q = 1",
        (le(name, error, Fraction(1, 10)) for name, error in _errors(3, 10, 1, shifted=False)),
    )


@claim(
    "KLMNS20.TXT.I2L",
    form=Form.CORRECTED,
    kind=Kind.REDUCTION,
    source=at("in the text", "1"),
    statement="With the 0-labelled points moved down by one, the error is at most (q - 1)/|D|.",
    scope_is_fair="All realizable D of the scope; (q - 1)/|D| is attained for q = 2.",
)
def shifted_points_have_small_error(size: Size) -> Verdict:
    """All errors."""
    cases = size.pick([(3, 6, 2)], [(3, 10, 1), (4, 8, 2)], [(4, 10, 1), (4, 8, 2)])
    return decide(
        "from interior points to a learner, shifted",
        f"(|X|, |D|, q) in {cases}",
        (
            le(name, error, Fraction(q - 1, n))
            for points, n, q in cases
            for name, error in _errors(points, n, q, shifted=True)
        ),
    )


@claim(
    "KLMNS20.ALG.FREEPATH",
    kind=Kind.CONSTRUCTION,
    source=at("in the text", "1.1"),
    statement="If the path could be published, its leaf would be the answer: every outcome of a "
    "random path with t = 0 is an interior point.",
    scope_is_fair="All outcomes of positive probability; equal rows allowed.",
    uses=("KLMNS20.TXT.FREEPATH",),
)
def published_path_solves_the_problem(size: Size) -> Verdict:
    """The success probability of publishing the leaf."""
    most = size.pick(4, 5, 6)

    def success(rows: Rows) -> Fraction:
        paths = path_law(rows, 3, 0, TWO)
        good = (mass for last, mass in paths.items() if is_interior_point(rows, last.position))
        return sum(good, Fraction(0))

    def least_score(rows: Rows) -> int:
        return min(score(rows, last.position) for last in path_law(rows, 3, 0, TWO))

    return decide(
        "published paths",
        f"|X| = 8, 1 <= n <= {most}, t = 0, a = 2",
        (
            item
            for rows in up_to(8, most, 1)
            for item in (
                eq(f"S={rows}", success(rows), 1),
                le(f"S={rows}, least score", 1, least_score(rows)),
            )
        ),
    )


@claim(
    "KLMNS20.TXT.FREEPATH",
    kind=Kind.COMBINATORIAL,
    source=at("in the text", "1.1"),
    statement="A path to a leaf of positive weight ends in a row, an interior point.",
    scope_is_fair="t = 0, all paths; equal rows allowed.",
)
def leaves_of_paths_are_rows(size: Size) -> Verdict:
    """The last nodes."""
    most = size.pick(4, 5, 6)
    return decide(
        "leaves of paths",
        f"|X| = 8, 1 <= n <= {most}",
        (
            item
            for rows in up_to(8, most, 1)
            for last in path_law(rows, 3, 0, TWO)
            for item in (
                eq(f"S={rows}, {last}, level", last.level, 3),
                le(f"S={rows}, {last}, rows there", 1, rows.count(last.position)),
            )
        ),
    )


@claim(
    "KLMNS20.TXT.FALLN1",
    kind=Kind.IDENTITY,
    source=at("in the text", "1.1"),
    statement="If the rows are distinct, n - 1 of them fall off a path to a leaf of weight 1.",
    scope_is_fair="All sets of rows.",
)
def all_but_one_fall(size: Size) -> Verdict:
    """The rows above the leaf."""
    most = size.pick(4, 6, 8)
    return decide(
        "number of falls",
        f"|X| = 8, 1 <= n <= {most}",
        (
            eq(
                f"S={rows}, {last}",
                sum(
                    WeightedTree.of(3, rows).weight(last.ancestor(level).sibling)
                    for level in range(1, 4)
                ),
                n - 1,
            )
            for n in range(1, most + 1)
            for rows in combinations(range(8), n)
            for last in path_law(rows, 3, 0, TWO)
        ),
    )


def _range(rows: Rows, t: int) -> set[int]:
    return {x for last in path_law(rows, 3, t, TWO) for x in embedding(rows, 3, last, t)}


@claim(
    "KLMNS20.TXT.RANGE",
    kind=Kind.COMBINATORIAL,
    source=at("in the text", "1.1"),
    statement="The embedding is a database over [log|X|] = {1, ..., log2|X|}.",
    expected=Expected.REFUTED,
    scope_is_fair="|X| = 8, all databases of the scope.",
)
def range_begins_at_one(size: Size) -> Verdict:
    """Look for a level 0."""
    del size
    return decide(
        "range of the embedding",
        "|X| = 8, n' = 4, t = 1",
        (le(f"S'={rows}", 1, min(_range(rows, 1))) for rows in databases(8, 4)),
    )


@claim(
    "KLMNS20.TXT.RANGE",
    form=Form.CORRECTED,
    kind=Kind.COMBINATORIAL,
    source=at("in the text", "1.1"),
    statement="The range is {0, ..., log2|X|}; (3,3,3,3,3) with t = 2 embeds to (3,3,3), and "
    "(0,1,3,3,4,6,6,7) with t = 1 has a 0.",
    scope_is_fair="Both ends occur.",
)
def range_of_the_embedding(size: Size) -> Verdict:
    """All levels, and the two instances."""
    most = size.pick(4, 5, 6)
    extremes = [eq("(3,3,3,3,3)", sum(embedding((3,) * 5, 3, Node(3, 3), 2)), 9)]
    extremes.append(eq("(0,1,3,3,4,6,6,7)", min(_range((0, 1, 3, 3, 4, 6, 6, 7), 1)), 0))
    return decide(
        "range of the embedding",
        f"|X| = 8, 2 <= n' <= {most}, t = 1",
        [
            *extremes,
            *(le(f"S'={rows}", max(_range(rows, 1)), 3) for rows in up_to(8, most, 2)),
        ],
    )


@claim(
    "KLMNS20.TXT.ADJ",
    kind=Kind.COMBINATORIAL,
    source=at("in the text", "1.1"),
    statement="For a fixed path to a leaf, neighbouring databases embed to neighbouring "
    "databases, also after the t largest levels are dropped.",
    scope_is_fair="All leaves, all pairs of neighbours, rows replaced and rows added.",
)
def fixed_path_keeps_neighbours(size: Size) -> Verdict:
    """Both embeddings by one leaf."""
    most = size.pick(2, 3, 4)

    def items() -> Iterator[Comparison]:
        for rest in up_to(8, most):
            for leaf in range(8):
                for t in range(4):
                    base = embedding(rest, 3, Node(3, leaf), t)
                    larger = [embedding(plus(rest, x), 3, Node(3, leaf), t) for x in range(8)]
                    name = f"S={rest}, leaf {leaf}, t={t}"
                    yield le(f"{name}, added", max(minus(d, base) for d in larger), 1)
                    yield eq(f"{name}, kept", max(minus(base, d) for d in larger), 0)
                    most_replaced = max(replaced(d, e) for d in larger for e in larger)
                    yield le(f"{name}, replaced", most_replaced, 1)

    return decide("embeddings by a fixed path", f"|X| = 8, n' <= {most}, t <= 3", items())


not_finitely_checkable(
    "KLMNS20.TXT.DISTCLOSE",
    kind=Kind.PRIVACY,
    source=at("in the text", "1.1"),
    statement="Any D of not negligible probability for S has a neighbour with about the same "
    "probability for S'.",
    reason="Informal ('roughly'); the concrete form is decided.",
)


@claim(
    "KLMNS20.TXT.DISTCLOSE",
    form=Form.CONCRETE,
    kind=Kind.PRIVACY,
    source=at("in the text", "1.1"),
    statement="S' = S + {x}. For every set W of databases: "
    "Pr_S[D in W] <= max(a, 1 + a^-t) Pr_S'[D' in N(W)] and "
    "Pr_S'[D' in W] <= V(n', t, a) Pr_S[D in N(W)] + 1/(1 + a^t), N(W) the databases that are "
    "equal to one of W or differ by the row that is added.",
    scope_is_fair="All pairs and all sets W of the scope.",
    uses=("KLMNS20.DER.FWD", "KLMNS20.DER.REV", "KLMNS20.DER.STRAY", "KLMNS20.TXT.DNEIGH"),
)
def embeddings_are_close(size: Size) -> Verdict:
    """Every subset of the support, in both directions."""
    most, t = size.pick(3, 4, 5), 1
    mechanism = PathEmbedding(Domain.of_size(8), t, eps_at(TWO) / 4)
    laws = {rows: law(mechanism, rows) for rows in up_to(8, most + 1)}

    def items(rows: Rows, x: int) -> Iterator[Comparison]:
        small, large = laws[rows], laws[plus(rows, x)]
        for k in range(1, len(small) + 1):
            for event in combinations(small, k):
                near = [d for d in large if any(_one_more(d, e) for e in event)]
                right = sum((large.probability(d) for d in near), Fraction(0))
                mass = sum((small.probability(d) for d in event), Fraction(0))
                yield le(f"S={rows}, x={x}, W={event}", mass, add_factor(t, TWO) * right)
        for k in range(1, len(large) + 1):
            for event in combinations(large, k):
                near = [e for e in small if any(_one_more(d, e) for d in event)]
                right = sum((small.probability(e) for e in near), Fraction(0))
                mass = sum((large.probability(d) for d in event), Fraction(0))
                bound = remove_factor(len(rows), t, TWO) * right + stray(t, TWO)
                yield le(f"S={rows}, x={x}, W'={event}", mass, bound)

    return decide(
        "laws of the embedding",
        f"|X| = 8, 1 <= n' <= {most}, t = 1, a = 2",
        (item for rows in up_to(8, most, 1) for x in range(8) for item in items(rows, x)),
    )


def _one_more(larger: Rows, smaller: Rows) -> bool:
    return minus(smaller, larger) == 0 and len(larger) - len(smaller) <= 1


@claim(
    "KLMNS20.TXT.NOTDP",
    kind=Kind.LOWER_BOUND,
    source=at("in the text", "1.1"),
    statement="The embedding itself is not private: for S' = (0,0,0,0,7) and (0,0,0,7,7), t = 1, "
    "the two laws have disjoint supports, so delta = 1 for every eps.",
    scope_is_fair="One pair of neighbours over 8 points; a = 2.",
)
def embedding_is_not_private(size: Size) -> Verdict:
    """The supports, and the hockey-stick sum at a large e^eps."""
    del size
    mechanism = PathEmbedding(Domain.of_size(8), 1, eps_at(TWO) / 4)
    first, second = law(mechanism, (0, 0, 0, 0, 7)), law(mechanism, (0, 0, 0, 7, 7))
    return decide(
        "the embedding in the clear",
        "|X| = 8, t = 1, a = 2",
        [
            eq("common embeddings", len(first.support & second.support), 0),
            eq("delta at e^eps = 10^6", hockey_stick(first, second, Fraction(10**6)), 1),
        ],
    )


@claim(
    "KLMNS20.TXT.TWOLEAVES",
    kind=Kind.COMBINATORIAL,
    source=at("in the text", "1.1"),
    statement="If 0 < w(v) < |S|, the first or the last leaf below v is an interior point of S.",
    scope_is_fair="All nodes of all databases of the scope.",
)
def an_end_is_interior(size: Size) -> Verdict:
    """Both ends."""
    n = size.pick(3, 4, 6)

    def items(rows: Rows) -> Iterator[Comparison]:
        tree = WeightedTree.of(3, rows)
        for level in range(4):
            for v, w in tree.weights(level).items():
                if w < n:
                    best = max(score(rows, y) for y in tree.ends(v))
                    yield le(f"S={rows}, {v}", 1, best)

    return decide(
        "ends of a node", f"|X| = 8, n = {n}", (i for rows in databases(8, n) for i in items(rows))
    )


@claim(
    "KLMNS20.TXT.NOTALL",
    kind=Kind.COMBINATORIAL,
    source=at("in the text", "1.1"),
    statement="If some row falls off the path strictly before level l, no node of level l covers "
    "all rows.",
    scope_is_fair="All paths to leaves, all levels.",
)
def no_node_covers_all(size: Size) -> Verdict:
    """The heaviest node of the level."""
    most = size.pick(4, 5, 6)

    def items(rows: Rows) -> Iterator[Comparison]:
        tree = WeightedTree.of(3, rows)
        for last in path_law(rows, 3, 0, TWO):
            falls = [x for x in embedding(rows, 3, last, 0) if x < 3]
            for level in range(1, 4):
                if falls and falls[0] < level:
                    heaviest = max(tree.weights(level).values())
                    yield le(f"S={rows}, {last}, l={level}", heaviest, len(rows) - 1)

    return decide(
        "nodes that cover all rows",
        f"|X| = 8, 2 <= n <= {most}",
        (item for rows in up_to(8, most, 2) for item in items(rows)),
    )


def _covering(size: Size) -> Iterator[tuple[str, Rows, WeightedTree, Node]]:
    """Nodes of an embedded level that cover all of a trimmed database."""
    for rows in up_to(8, size.pick(5, 5, 6), 1):
        tree = WeightedTree.of(3, rows)
        for t in (1, 2, 3):
            for last in path_law(rows, 3, t, TWO):
                for level in set(embedding(rows, 3, last, t)):
                    for v, w in tree.weights(level).items():
                        if w == len(rows):
                            yield f"S'={rows}, t={t}, {last}, {v}", rows, tree, v


@claim(
    "KLMNS20.TXT.INNER",
    kind=Kind.COMBINATORIAL,
    source=at("in the text", "1.1"),
    statement="If a node v of an embedded level covers all rows, it has two children of positive "
    "weight, and an inner candidate is an interior point.",
    expected=Expected.REFUTED,
    scope_is_fair="All nodes and levels, leaves included.",
)
def inner_candidates_as_printed(size: Size) -> Verdict:
    """Look for a leaf."""
    return decide(
        "inner candidates",
        "|X| = 8, 1 <= t <= 3",
        (true(name, not tree.is_leaf(v)) for name, _, tree, v in _covering(size)),
    )


@claim(
    "KLMNS20.TXT.INNER",
    form=Form.CORRECTED,
    kind=Kind.COMBINATORIAL,
    source=at("in the text", "1.1"),
    statement="If a node v of an embedded level covers all rows, then v is a leaf and an interior "
    "point, or both its children have positive weight and both inner candidates are interior.",
    scope_is_fair="For S' = (1,1,1,2), t = 1 and v = (1,0) the two ends are not interior.",
)
def inner_candidates(size: Size) -> Verdict:
    """Both cases, and the instance in which the ends do not do."""

    def items(name: str, rows: Rows, tree: WeightedTree, v: Node) -> Iterator[Comparison]:
        if tree.is_leaf(v):
            yield le(f"{name}, leaf", 1, score(rows, v.position))
        else:
            middle = (tree.ends(v)[0] + tree.ends(v)[1] + 1) // 2
            yield le(f"{name}, inner", 1, min(score(rows, y) for y in (middle - 1, middle)))
            yield le(f"{name}, children", 1, min(tree.weight(c) for c in v.children))

    ends = [is_interior_point((1, 1, 1, 2), y) for y in (0, 3)]
    return decide(
        "inner candidates",
        "|X| = 8, t <= 3",
        [
            eq("interior ends of (1,0) for (1,1,1,2)", sum(ends), 0),
            *(item for found in _covering(size) for item in items(*found)),
        ],
    )


@claim(
    "KLMNS20.TXT.MANY",
    kind=Kind.COMBINATORIAL,
    source=at("footnote 4", "1.1"),
    statement="Leaving out t rows of the embedding leaves t + 1 rows or more below the node of "
    "the path at any level between two embedded ones.",
    scope_is_fair="All paths, all levels from the least to the greatest embedded one.",
    uses=("KLMNS20.DER.TRANSLATE",),
)
def many_rows_below(size: Size) -> Verdict:
    """The weight of the node of the path."""
    most = size.pick(4, 5, 6)

    def items(rows: Rows, t: int) -> Iterator[Comparison]:
        tree = WeightedTree.of(3, rows)
        for last in path_law(rows, 3, t, TWO):
            levels = embedding(rows, 3, last, t)
            for level in range(levels[0], levels[-1] + 1) if levels else ():
                name = f"S'={rows}, t={t}, {last}, l={level}"
                yield le(name, t + 1, tree.weight(last.ancestor(level)))

    return decide(
        "rows below the path",
        f"|X| = 8, n' <= {most}, t <= 2",
        (item for rows in up_to(8, most, 1) for t in range(3) for item in items(rows, t)),
    )


def _responses_delta(r: Fraction, k: int, x: Fraction) -> Fraction:
    """H_x of k independent randomized responses with e^eps = r."""
    p, q = r / (1 + r), 1 / (1 + r)
    return sum(
        (
            comb(k, j) * max(p**j * q ** (k - j) - x * q**j * p ** (k - j), Fraction(0))
            for j in range(k + 1)
        ),
        Fraction(0),
    )


@claim(
    "KLMNS20.TXT.ADVCOMP",
    kind=Kind.PRIVACY,
    source=at("in the text", "1.1"),
    statement="k adaptive (eps, delta)-private mechanisms are (eps sqrt(k), delta k)-private.",
    expected=Expected.REFUTED,
    scope_is_fair="k = 4 randomized responses (delta = 0), so that sqrt(k) = 2.",
)
def composition_as_printed(size: Size) -> Verdict:
    """The exact delta at e^(2 eps)."""
    del size
    return decide(
        "advanced composition as printed",
        "randomized response, e^eps = 2, k = 4",
        [le("delta at e^(2 eps) = 4", _responses_delta(TWO, 4, Fraction(4)), 0)],
    )


@claim(
    "KLMNS20.TXT.ADVCOMP",
    form=Form.CORRECTED,
    kind=Kind.PRIVACY,
    source=at("in the text", "1.1"),
    statement="They are (eps sqrt(2k ln(1/delta')) + k eps (e^eps - 1), k delta + delta')-private "
    "for every delta' > 0.",
    scope_is_fair="k randomized responses, the worst case for k pure mechanisms; delta' = r^-j.",
)
def advanced_composition(size: Size) -> Verdict:
    """The exact delta at a rational below the bound."""
    most = size.pick(4, 8, 16)

    def item(r: Fraction, k: int, j: int) -> Comparison:
        eps, slack = ln(r), r**-j
        bound = eps * sqrt(2 * k * ln(1 / slack)) + k * eps * (r - 1)
        x = low(exp(bound))
        return le(f"r={r}, k={k}, delta'={slack}", _responses_delta(r, k, x), slack)

    return decide(
        "advanced composition",
        f"randomized response, e^eps = 2 and 3/2, k <= {most}",
        (
            item(r, k, j)
            for r in (TWO, Fraction(3, 2))
            for k in range(1, most + 1)
            for j in (1, 2, 4, 8)
        ),
    )
