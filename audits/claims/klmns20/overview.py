"""Section 1.1: the overview of the construction."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from audits.claims.klmns20.exactly import (
    Rows,
    databases,
    eps_at,
    minus,
    plus,
    replaced,
    up_to,
)
from audits.claims.klmns20.laws.paths import (
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
    true,
)
from audits.engines.comparisons import Comparison
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.domain import Domain
from reference.mechanisms.interior_point.interior_points import is_interior_point, score
from reference.mechanisms.interior_point.path_embedding import PathEmbedding
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree
from reference.privacy.divergence import hockey_stick
from reference.probability.law import law

TWO = Fraction(2)


@claim("KLMNS20.ALG.FREEPATH", uses=("KLMNS20.TXT.FREEPATH",))
def published_path_solves_the_problem(size: Size) -> Verdict:
    """If the path could be published, its leaf would be the answer: every outcome of a random path
    with t = 0 is an interior point.

    Fair: All outcomes of positive probability; equal rows allowed.
    """
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


@claim("KLMNS20.TXT.FREEPATH")
def leaves_of_paths_are_rows(size: Size) -> Verdict:
    """A path to a leaf of positive weight ends in a row, an interior point.

    Fair: t = 0, all paths; equal rows allowed.
    """
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


@claim("KLMNS20.TXT.FALLN1")
def all_but_one_fall(size: Size) -> Verdict:
    """If the rows are distinct, n - 1 of them fall off a path to a leaf of weight 1.

    Fair: All sets of rows.
    """
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


@claim("KLMNS20.TXT.RANGE", refuted=UNGRADED)
def range_begins_at_one(size: Size) -> Verdict:
    """The embedding is a database over [log|X|] = {1, ..., log2|X|}.

    Fair: |X| = 8, all databases of the scope.
    """
    del size
    return decide(
        "range of the embedding",
        "|X| = 8, n' = 4, t = 1",
        (le(f"S'={rows}", 1, min(_range(rows, 1))) for rows in databases(8, 4)),
    )


@claim("KLMNS20.TXT.RANGE", Form.CORRECTED)
def range_of_the_embedding(size: Size) -> Verdict:
    """The range is {0, ..., log2|X|}; (3,3,3,3,3) with t = 2 embeds to (3,3,3), and
    (0,1,3,3,4,6,6,7) with t = 1 has a 0.

    Fair: Both ends occur.
    """
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


@claim("KLMNS20.TXT.ADJ")
def fixed_path_keeps_neighbours(size: Size) -> Verdict:
    """For a fixed path to a leaf, neighbouring databases embed to neighbouring databases, also
    after the t largest levels are dropped.

    Fair: All leaves, all pairs of neighbours, rows replaced and rows added.
    """
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
    statement="Any D of not negligible probability for S has a neighbour with about the same "
    "probability for S'.",
    reason="Informal ('roughly'); the concrete form is decided.",
)


@claim(
    "KLMNS20.TXT.DISTCLOSE",
    Form.CONCRETE,
    uses=("KLMNS20.DER.FWD", "KLMNS20.DER.REV", "KLMNS20.DER.STRAY", "KLMNS20.TXT.DNEIGH"),
)
def embeddings_are_close(size: Size) -> Verdict:
    """S' = S + {x}. For every set W of databases: Pr_S[D in W] <= max(a, 1 + a^-t) Pr_S'[D' in
    N(W)] and Pr_S'[D' in W] <= V(n', t, a) Pr_S[D in N(W)] + 1/(1 + a^t), N(W) the databases that
    are equal to one of W or differ by the row that is added.

    Fair: All pairs and all sets W of the scope.
    """
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


@claim("KLMNS20.TXT.NOTDP")
def embedding_is_not_private(size: Size) -> Verdict:
    """The embedding itself is not private: for S' = (0,0,0,0,7) and (0,0,0,7,7), t = 1, the two
    laws have disjoint supports, so delta = 1 for every eps.

    Fair: One pair of neighbours over 8 points; a = 2.
    """
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


@claim("KLMNS20.TXT.TWOLEAVES")
def an_end_is_interior(size: Size) -> Verdict:
    """If 0 < w(v) < |S|, the first or the last leaf below v is an interior point of S.

    Fair: All nodes of all databases of the scope.
    """
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


@claim("KLMNS20.TXT.NOTALL")
def no_node_covers_all(size: Size) -> Verdict:
    """If some row falls off the path strictly before level l, no node of level l covers all rows.

    Fair: All paths to leaves, all levels.
    """
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


@claim("KLMNS20.TXT.INNER", refuted=UNGRADED)
def inner_candidates_as_printed(size: Size) -> Verdict:
    """If a node v of an embedded level covers all rows, it has two children of positive weight,
    and an inner candidate is an interior point.

    Fair: All nodes and levels, leaves included.
    """
    return decide(
        "inner candidates",
        "|X| = 8, 1 <= t <= 3",
        (true(name, not tree.is_leaf(v)) for name, _, tree, v in _covering(size)),
    )


@claim("KLMNS20.TXT.INNER", Form.CORRECTED)
def inner_candidates(size: Size) -> Verdict:
    """If a node v of an embedded level covers all rows, then v is a leaf and an interior point, or
    both its children have positive weight and both inner candidates are interior.

    Fair: For S' = (1,1,1,2), t = 1 and v = (1,0) the two ends are not interior.
    """

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


@claim("KLMNS20.TXT.MANY", uses=("KLMNS20.DER.TRANSLATE",))
def many_rows_below(size: Size) -> Verdict:
    """Leaving out t rows of the embedding leaves t + 1 rows or more below the node of the path at
    any level between two embedded ones.

    Fair: All paths, all levels from the least to the greatest embedded one.
    """
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
