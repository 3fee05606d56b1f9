"""Section 3.1: trimming, the paths of neighbouring databases, and their embeddings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from audits.claims.klmns20.exactly import (
    Rows,
    databases,
    for_all_eps,
    minus,
    plus,
    replaced,
    same,
    up_to,
)
from audits.claims.klmns20.laws.paths import branchings, embedding, extends, path_law
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
)
from audits.engines.comparisons import Comparison
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Verdict
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree, trimmed

TWO = Fraction(2)


def added(points: int, most: int, least: int = 1) -> Iterator[tuple[Rows, int]]:
    """Every trimmed database of `least` to `most` rows, and every row to add."""
    for rows in up_to(points, most, least):
        for x in range(points):
            yield rows, x


@claim("KLMNS20.TXT.TRIM", refuted=UNGRADED)
def trimming_as_printed(size: Size) -> Verdict:
    """Trimming maps databases that differ in one row to ones that differ in one row.

    Fair: All pairs of neighbours that are not trimmed away.
    """
    del size
    return decide(
        "trimmed neighbours",
        "|X| = 4, n = 4, t = 1",
        (
            eq(
                f"S={plus(rest, x)}, S'={plus(rest, y)}",
                minus(trimmed(plus(rest, x), 1), trimmed(plus(rest, y), 1)),
                1,
            )
            for rest in databases(4, 3)
            for x, y in combinations(range(4), 2)
        ),
    )


@claim("KLMNS20.TXT.TRIM", Form.CORRECTED)
def trimming_keeps_neighbours(size: Size) -> Verdict:
    """Trimmed neighbours are neighbours or equal, for a replaced row; for an added row the trimmed
    database gains one row, or both are empty.

    Fair: All pairs of neighbours, both relations, t from 0 beyond n/2.
    """
    most = size.pick(3, 4, 5)

    def items() -> Iterator[Comparison]:
        for rest in up_to(5, most):
            for t in range(4):
                small = trimmed(rest, t)
                large = [trimmed(plus(rest, x), t) for x in range(5)]
                name = f"S={rest}, t={t}"
                kept = max(minus(small, d) for d in large)
                yield eq(f"{name}, added, kept", kept, 0)
                gain = int(len(rest) >= 2 * t)
                for d in large:
                    yield eq(f"{name}, added", len(d), len(small) + gain)
                    yield le(f"{name}, replaced", max(replaced(d, e) for e in large), 1)

    return decide("trimmed neighbours", f"|X| = 5, n <= {most}, t <= 3", items())


@claim("KLMNS20.DER.EMBED", Form.CONCRETE)
def canonical_form(size: Size) -> Verdict:
    """Fix a leaf below the last node of the path; let the fall level of x be the length of its
    longest common prefix with the leaf (m if equal). The embedding is the sorted fall levels
    without the t largest, whatever the leaf.

    Fair: All databases, paths and leaves below them.
    """
    depth, n = size.pick((2, 5), (2, 6), (3, 5))

    def items(rows: Rows, t: int) -> Iterator[Comparison]:
        tree = WeightedTree.of(depth, rows)
        for last in path_law(rows, depth, t, TWO):
            first, end = tree.ends(last)
            for leaf in range(first, end + 1):
                falls = sorted(depth - (x ^ leaf).bit_length() for x in rows)
                found, kept = embedding(rows, depth, last, t), falls[: max(0, n - t)]
                yield from same(f"S'={rows}, t={t}, {last}, leaf {leaf}", found, kept)

    return decide(
        "canonical form of the embedding",
        f"m = {depth}, n' = {n}, t <= 3",
        (item for rows in databases(2**depth, n) for t in range(4) for item in items(rows, t)),
    )


@claim("KLMNS20.O3.1", refuted=UNGRADED)
def number_of_paths_as_printed(size: Size) -> Verdict:
    """|P(S)| <= |S| for every trimmed database S.

    Fair: The empty database, to which TreeLog trims small ones, is included.
    """
    del size
    return decide(
        "number of paths",
        "|X| = 8, n' <= 3, t = 1",
        (le(f"S'={rows}", len(path_law(rows, 3, 1, TWO)), len(rows)) for rows in up_to(8, 3)),
    )


@claim("KLMNS20.O3.1", Form.CORRECTED)
def number_of_paths(size: Size) -> Verdict:
    """|P(S)| is at most the number of distinct rows of S, for S not empty.

    Fair: Attained, for instance by distinct rows with t = 0.
    """
    most = size.pick(4, 5, 6)
    return decide(
        "number of paths",
        f"|X| = 8, 1 <= n' <= {most}, t <= 2",
        (
            le(f"S'={rows}, t={t}", len(path_law(rows, 3, t, TWO)), len(set(rows)))
            for rows in up_to(8, most, 1)
            for t in range(3)
        ),
    )


@claim("KLMNS20.TXT.PREFIXFREE")
def paths_are_prefix_free(size: Size) -> Verdict:
    """Paths end in nodes of positive weight, and none is a prefix of another.

    Fair: All pairs of paths of all databases of the scope.
    """
    most = size.pick(4, 5, 6)

    def items(rows: Rows, t: int) -> Iterator[Comparison]:
        tree, paths = WeightedTree.of(3, rows), path_law(rows, 3, t, TWO)
        yield le(f"S'={rows}, t={t}, weight", 1, min(tree.weight(p) for p in paths))
        prefixes = sum(p != q and extends(p, q) for p in paths for q in paths)
        yield eq(f"S'={rows}, t={t}, prefixes", prefixes, 0)

    return decide(
        "prefix-free paths",
        f"|X| = 8, 1 <= n' <= {most}, t <= 2",
        (item for rows in up_to(8, most, 1) for t in range(3) for item in items(rows, t)),
    )


@claim("KLMNS20.O3.2")
def extensions(size: Size) -> Verdict:
    """S' = S + {x}: each path of P(S) has one or two extensions in P(S'); two if and only if its
    last node is no leaf, has weight t, covers x, and the t + 1 rows below it split.

    Fair: Both cases occur for t >= 1.
    """
    most = size.pick(3, 4, 5)

    def items(rows: Rows, x: int, t: int) -> Iterator[Comparison]:
        tree, new = WeightedTree.of(3, plus(rows, x)), path_law(plus(rows, x), 3, t, TWO)
        for path in path_law(rows, 3, t, TWO):
            count = sum(extends(p, path) for p in new)
            covered = Node(3, x).ancestor(path.level) == path
            two = False
            if covered and not tree.is_leaf(path) and tree.weight(path) == t + 1:
                first, last = tree.ends(path)
                two = len({y for y in tree.rows if first <= y <= last}) > 1
            yield eq(f"S'={rows}, x={x}, t={t}, {path}", count, 2 if two else 1)

    return decide(
        "extensions of paths",
        f"|X| = 8, 1 <= n' <= {most}, t = 1, 2",
        (item for rows, x in added(8, most) for t in (1, 2) for item in items(rows, x, t)),
    )


@claim("KLMNS20.O3.4")
def other_paths_are_weak(size: Size) -> Verdict:
    """S' = S + {x}: a path of P(S') extends a path of P(S) or is weak for S', Pr_S'[path] <=
    delta; with t >= (1/eps) ln(1/delta), that is delta = a^-t.

    Fair: All pairs; paths of both kinds occur.
    """
    most = size.pick(3, 4, 5)

    def items(rows: Rows, x: int, t: int) -> Iterator[Comparison]:
        old = path_law(rows, 3, t, TWO)
        for path, mass in path_law(plus(rows, x), 3, t, TWO).items():
            if not any(extends(path, p) for p in old):
                yield le(f"S'={rows}, x={x}, t={t}, {path}", mass, TWO**-t)

    return decide(
        "paths that extend none",
        f"|X| = 8, 1 <= n' <= {most}, t = 1, 2, a = 2",
        (item for rows, x in added(8, most) for t in (1, 2) for item in items(rows, x, t)),
    )


def _stray_items(rows: Rows, x: int, t: int) -> Iterator[Comparison]:
    """At most one stray path, of probability at most 1/(1 + r^t), as functions of r."""
    r = RationalFunction.r()
    old = path_law(rows, 3, t, r)
    new = path_law(plus(rows, x), 3, t, r)
    stray = [mass for path, mass in new.items() if not any(extends(path, p) for p in old)]
    yield le(f"S'={rows}, x={x}, t={t}, number", len(stray), 1)
    for mass in stray:
        yield le(f"S'={rows}, x={x}, t={t}", mass, 1 / (1 + r**t))


@claim("KLMNS20.O3.4", Form.CORRECTED, uses=("KLMNS20.DER.STRAY",))
def stray_paths_are_weak(size: Size) -> Verdict:
    """There is at most one path that extends none, and its probability is at most 1/(1 + e^(eps
    t)), for every eps; so t >= (1/eps) ln(1/delta - 1) is enough.

    Fair: Paths that extend none occur, and attain the bound (KLMNS20.CON.STRAY).
    """
    most = size.pick(2, 3, 5)
    return for_all_eps(
        "paths that extend none",
        f"|X| = 8, 1 <= n' <= {most}, t = 1",
        (item for rows, x in added(8, most) for item in _stray_items(rows, x, 1)),
    )


@claim("KLMNS20.DER.STRAY", Form.CONCRETE)
def stray_bound_is_attained(size: Size) -> Verdict:
    """At most one path of P(S') extends none of P(S), and it has probability at most 1/(1 + a^t),
    with equality for t + 1 equal rows and one more far from them.

    Fair: Equality is among the instances.
    """
    most = size.pick(3, 4, 6)
    r = RationalFunction.r()

    def equality(t: int) -> Comparison:
        new = path_law((*[0] * (t + 1), 4), 3, t, r)
        mass = sum((p for path, p in new.items() if path.position), r - r)
        return eq(f"equality, t={t}", mass, 1 / (1 + r**t))

    return for_all_eps(
        "stray paths",
        f"|X| = 4 and 8, n' <= {most}, t = 1, 2, 3",
        [
            *(equality(t) for t in (1, 2, 3)),
            *(
                item
                for rows, x in added(4, most)
                for t in (1, 2, 3)
                for item in _stray_items(tuple(2 * y for y in rows), 2 * x, t)
            ),
        ],
    )


@claim("KLMNS20.TXT.KN")
def number_of_branchings(size: Size) -> Verdict:
    """A path has at most |P(S)| - 1 <= n - 1 branching nodes.

    Fair: All paths of all databases of the scope.
    """
    most = size.pick(4, 5, 6)

    def items(rows: Rows, t: int) -> Iterator[Comparison]:
        paths = path_law(rows, 3, t, TWO)
        for last in paths:
            count = len(branchings(rows, 3, last))
            yield le(f"S'={rows}, t={t}, {last}", count, len(paths) - 1)
        yield le(f"S'={rows}, t={t}", len(paths) - 1, len(rows) - 1)

    return decide(
        "branching nodes",
        f"|X| = 8, 1 <= n' <= {most}, t = 1, 2",
        (item for rows in up_to(8, most, 1) for t in (1, 2) for item in items(rows, t)),
    )


@claim("KLMNS20.TXT.VK", refuted=UNGRADED)
def last_branching_is_last(size: Size) -> Verdict:
    """The child after the last branching node is the last node of the path.

    Fair: Paths with at least one branching node.
    """
    del size

    def items(rows: Rows) -> Iterator[Comparison]:
        tree = WeightedTree.of(3, rows)
        for last in path_law(rows, 3, 1, TWO):
            levels = [
                level
                for level in range(1, last.level + 1)
                if tree.weight(last.ancestor(level).sibling)
            ]
            if levels:
                yield eq(f"S'={rows}, {last}", levels[-1], last.level)

    return decide(
        "after the last branching node",
        "|X| = 8, n' = 4, t = 1",
        (item for rows in databases(8, 4) for item in items(rows)),
    )


@claim("KLMNS20.TXT.VK", Form.CORRECTED)
def nothing_falls_after_the_last_branching(size: Size) -> Verdict:
    """After its last branching node the path goes on without loss: all its nodes from there on
    have the weight of the child after that node (of the root, if none branches).

    Fair: Paths that go on for several levels, and paths without a branching node.
    """
    most = size.pick(4, 5, 6)

    def items(rows: Rows, t: int) -> Iterator[Comparison]:
        tree = WeightedTree.of(3, rows)
        for last in path_law(rows, 3, t, TWO):
            levels = range(1, last.level + 1)
            branching = [v for v in levels if tree.weight(last.ancestor(v).sibling)]
            after = last.ancestor(max(branching, default=0))
            yield eq(f"S'={rows}, t={t}, {last}", tree.weight(last), tree.weight(after))

    return decide(
        "after the last branching node",
        f"|X| = 8, 1 <= n' <= {most}, t <= 2",
        (item for rows in up_to(8, most, 1) for t in range(3) for item in items(rows, t)),
    )


@claim("KLMNS20.TXT.DNEIGH")
def embeddings_of_extensions(size: Size) -> Verdict:
    """S' = S + {x}, a path of P(S) and an extension of it in P(S'): the embedding of S' is that of
    S and one more row, or both are empty.

    Fair: All paths and their extensions.
    """
    most = size.pick(3, 4, 6)

    def items(rows: Rows, x: int, t: int) -> Iterator[Comparison]:
        new = path_law(plus(rows, x), 3, t, TWO)
        for path in path_law(rows, 3, t, TWO):
            before = embedding(rows, 3, path, t)
            for longer in (p for p in new if extends(p, path)):
                after = embedding(plus(rows, x), 3, longer, t)
                name = f"S'={rows}, x={x}, t={t}, {path}, {longer}"
                yield eq(f"{name}, kept", minus(before, after), 0)
                yield eq(f"{name}, added", minus(after, before), int(len(rows) >= t))

    return decide(
        "embeddings of extensions",
        f"|X| = 8, 1 <= n' <= {most}, t = 1, 2",
        (item for rows, x in added(8, most) for t in (1, 2) for item in items(rows, x, t)),
    )
