"""Section 3.1: trimming, the paths of neighbouring databases, and their embeddings."""

from audits.claims.prelude import *
from audits.claims.klmns20.words import *
from reference.mechanisms.interior_point.named_databases import stray_path

TREES = over(multisets(8, sized(4, 5, 6)), t=range(3))
PAIRS = over(added(8, sized(3, 4, 6)), t=(1, 2))


@claim("KLMNS20.TXT.TRIM", over(multisets(5, sized(3, 4, 5), least=0), t=range(4)), about=trimmed)
def trimming_keeps_neighbours(trim: Build, rows: Rows, t: int) -> Check:
    """Trimmed neighbours are neighbours: of two databases that differ in one replaced row at most
    one row is replaced; an added row adds one row, or both are trimmed away.

    Where: t is how many rows are trimmed at each end.

    Cases: The databases of `rows` and one more row, with each other and with `rows`.
    """
    small, large = trim(rows, t), [trim(plus(rows, x), t) for x in range(5)]
    for x, d in enumerate(large):
        yield eq(f"x = {x}, added, lost", minus(small, d), 0)
        yield eq(f"x = {x}, added, gained", minus(d, small), int(len(rows) >= 2 * t))
        for y, e in enumerate(large):
            yield true(f"x = {x}, y = {y}, replaced", fact=replaced(d, e) <= 1)


@claim("KLMNS20.D.PATHS", over(multisets(8, sized(4, 5, 6), least=0), t=range(3)), about=path_law)
def possible_paths(paths: Build, rows: Rows, t: int) -> Check:
    """P(S) is the set of paths of positive probability: those that end in the first node of
    positive weight that is a leaf or weighs at most t; the probabilities sum to 1.

    Cases: The nodes are found among all of the tree; the empty database has the root as its path.
    """
    tree, found = WeightedTree.of(3, rows), paths(rows, 3, t, TWO)
    nodes = (Node(level, j) for level in range(1, 4) for j in range(2**level))
    ends = {v for v in nodes if tree.weight(v) and (tree.is_leaf(v) or tree.weight(v) <= t)}
    ends = {v for v in ends if tree.weight(v.ancestor(v.level - 1)) > t}
    yield true("P(S)", fact=set(found) == (ends or {Node(0, 0)}))
    yield eq("sum", sum(found.values(), TWO - TWO), 1)
    yield true("positive", fact=all(mass > 0 for mass in found.values()))


not_finitely_checkable(
    "KLMNS20.D3.3",
    statement="A path is weak for S if Pr_S[path] <= delta, else strong.",
    reason="A definition: it states nothing. The claims that use it are decided.",
)


@claim(
    "KLMNS20.DER.EMBED",
    over(instances("m n", (2, 5), more=((2, 6), (3, 5))), t=range(4)),
    form=Form.CONCRETE,
    about=embedding,
)
def canonical_form(embed: Build, m: int, n: int, t: int) -> Check:
    """Fix a leaf below the last node of the path; let the fall level of x be the length of its
    longest common prefix with the leaf (m if equal). The embedding is the sorted fall levels
    without the t largest, whatever the leaf.

    Where: n is the number of rows.

    Cases: All databases of n rows over 2^m points, all paths and leaves below them.
    """
    for rows in databases(2**m, n):
        tree = WeightedTree.of(m, rows)
        for last in path_law(rows, m, t, TWO):
            first, end = tree.ends(last)
            for leaf in range(first, end + 1):
                falls = sorted(m - (x ^ leaf).bit_length() for x in rows)
                found = embed(rows, m, last, t)
                yield from same(f"{rows}, {last}, leaf {leaf}", found, falls[: max(0, n - t)])


@claim(
    "KLMNS20.O3.1",
    over(multisets(8, 3, least=0), t=(1,)),
    about=path_law,
    refuted=Erratum(
        Grade.WORDING,
        "Observation 3.1: that S is not empty is not said (small databases are trimmed to it)",
        "|P(S)|",
        "|S|",
    ),
)
def number_of_paths_as_printed(paths: Build, rows: Rows, t: int) -> Check:
    """|P(S)| <= |S|.

    Where: the rows are those of S, and t is the weight at which a path ends: its last node is
    the first that weighs at most t.

    Cases: The smallest databases first; the path of the empty one is the root.
    """
    yield le("", len(paths(rows, 3, t, TWO)), len(rows))


@claim("KLMNS20.O3.1", TREES, form=Form.CORRECTED, about=path_law)
def number_of_paths(paths: Build, rows: Rows, t: int) -> Check:
    """|P(S)| is at most the number of distinct rows of S, for S not empty.

    Where: the rows are those of S, and t is the weight at which a path ends: its last node is
    the first that weighs at most t.

    Cases: Attained, for instance by distinct rows with t = 0.
    """
    yield le("", len(paths(rows, 3, t, TWO)), len(set(rows)))


@claim("KLMNS20.TXT.PREFIXFREE", TREES, about=path_law)
def paths_are_prefix_free(paths: Build, rows: Rows, t: int) -> Check:
    """Paths end in nodes of positive weight, and none is a prefix of another.

    Where: t is the weight at which a path ends: its last node is the first that weighs at
    most t.

    Cases: All pairs of paths.
    """
    tree, found = WeightedTree.of(3, rows), paths(rows, 3, t, TWO)
    yield le("least weight", 1, min(tree.weight(p) for p in found))
    yield eq("prefixes", sum(p != q and extends(p, q) for p in found for q in found), 0)


@claim("KLMNS20.O3.2", PAIRS, about=path_law)
def extensions(paths: Build, rows: Rows, x: int, t: int) -> Check:
    """S' = S + {x}: each path of P(S) has one or two extensions in P(S'); two if and only if its
    last node is no leaf, has weight t, covers x, and the t + 1 rows below it split.

    Cases: Both cases occur.
    """
    tree, new = WeightedTree.of(3, plus(rows, x)), paths(plus(rows, x), 3, t, TWO)
    for path in paths(rows, 3, t, TWO):
        count = sum(extends(p, path) for p in new)
        covered = Node(3, x).ancestor(path.level) == path
        two = False
        if covered and not tree.is_leaf(path) and tree.weight(path) == t + 1:
            first, last = tree.ends(path)
            two = len({y for y in tree.rows if first <= y <= last}) > 1
        yield eq(path, count, 2 if two else 1)


def strays(paths: Build, rows: Rows, x: int, t: int, a: Any) -> dict[Node, Any]:
    """The paths of S + {x} that extend none of S, with their probabilities."""
    old, new = paths(rows, 3, t, a), paths(plus(rows, x), 3, t, a)
    return {p: mass for p, mass in new.items() if not any(extends(p, q) for q in old)}


@claim("KLMNS20.O3.4", PAIRS, about=path_law)
def other_paths_are_weak(paths: Build, rows: Rows, x: int, t: int) -> Check:
    """S' = S + {x}: a path of P(S') extends a path of P(S) or is weak for S', Pr_S'[path] <=
    delta; with t >= (1/eps) ln(1/delta), that is delta = a^-t.

    Cases: a = 2; skipped are the pairs all of whose paths extend one.
    """
    for path, mass in strays(paths, rows, x, t, TWO).items():
        yield chance(path, mass, TWO**-t)


def _at_most_one(found: Mapping[Node, Any], t: int) -> Iterator[Comparison]:
    yield le("number", len(found), 1)
    for mass in found.values():
        yield le("", mass, 1 / (1 + R**t))


@claim(
    "KLMNS20.O3.4",
    over(added(8, sized(2, 3, 5)), t=(1,)),
    form=Form.CORRECTED,
    about=path_law,
    uses=("KLMNS20.DER.STRAY",),
)
def stray_paths_are_weak(paths: Build, rows: Rows, x: int, t: int) -> Check:
    """There is at most one path that extends none, and its probability is at most 1/(1 + e^(eps
    t)), for every eps; so t >= (1/eps) ln(1/delta - 1) is enough.

    Where: x is the row that is added, and t is the weight at which a path ends: its last node
    is the first that weighs at most t.

    Cases: Paths that extend none occur, and attain the bound (KLMNS20.CON.STRAY).
    """
    yield from _at_most_one(strays(paths, rows, x, t, R), t)


@claim(
    "KLMNS20.DER.STRAY",
    over(added(4, sized(4, 5, 6)), t=(1, 2, 3)),
    form=Form.CONCRETE,
    about=path_law,
)
def stray_bound_is_attained(paths: Build, rows: Rows, x: int, t: int) -> Check:
    """At most one path of P(S') extends none of P(S), and it has probability at most 1/(1 + a^t),
    with equality for t + 1 equal rows and one more far from them.

    Where: x is the row that is added, and t is the weight at which a path ends: its last node
    is the first that weighs at most t.

    Cases: Rows with even values over 8 points; every eps; equality is among the cases.
    """
    rows, x = tuple(2 * y for y in rows), 2 * x
    found = strays(paths, rows, x, t, R)
    yield from _at_most_one(found, t)
    if (rows, x) == ((0,) * (t + 1), 4):
        yield eq("equality", sum(found.values(), R - R), 1 / (1 + R**t))


WRONG[stray_path] = {"has t copies": "(trim + 1) => trim", "adds a row nearby": "(0,) * => (2,) *"}


@claim(
    "KLMNS20.CON.STRAY",
    over(t=sized(range(1, 4), range(1, 6), range(1, 8)), a=(TWO, Fraction(3, 2))),
    form=Form.CONCRETE,
    about=stray_path,
)
def stray_probability(build: Build, t: int, a: Fraction) -> Check:
    """S' = t + 1 copies of 0, and one more row 2^(m-1): the path to that row extends no path of S'
    and has probability exactly 1/(1 + a^t).

    Cases: m = 3.
    """
    rows, row = build(3, t)
    yield eq("paths of S'", len(path_law(rows, 3, t, a)), 1)
    yield eq("probability", sum(strays(path_law, rows, row, t, a).values(), a - a), stray(t, a))
    yield eq("the other rows", len([y for y in rows if y == 0]), t + 1)


@claim("KLMNS20.TXT.DNEIGH", PAIRS, about=embedding)
def embeddings_of_extensions(embed: Build, rows: Rows, x: int, t: int) -> Check:
    """S' = S + {x}, a path of P(S) and an extension of it in P(S'): the embedding of S' is that of
    S and one more row, or both are empty.

    Where: t is the weight at which a path ends: its last node is the first that weighs at
    most t; as many rows are left out of the embedding.

    Cases: All paths and their extensions.
    """
    new = path_law(plus(rows, x), 3, t, TWO)
    for path in path_law(rows, 3, t, TWO):
        before = embed(rows, 3, path, t)
        for longer in (p for p in new if extends(p, path)):
            after = embed(plus(rows, x), 3, longer, t)
            yield eq(f"{path}, {longer}, lost", minus(before, after), 0)
            yield eq(f"{path}, {longer}, gained", minus(after, before), int(len(rows) >= t))


@claim("KLMNS20.TXT.KN", TREES, about=path_law)
def number_of_branchings(paths: Build, rows: Rows, t: int) -> Check:
    """A path has k <= n branching nodes; indeed k <= |P(S)| - 1 <= n - 1, for S not empty.

    Where: t is the weight at which a path ends: its last node is the first that weighs at
    most t.

    Cases: Attained, by rows that fall off one by one.
    """
    found = paths(rows, 3, t, TWO)
    for last in found:
        yield le(last, len(branchings(rows, 3, last)), len(found) - 1)
    yield le("n - 1", len(found) - 1, len(rows) - 1)


def _last_branching(rows: Rows, last: Node) -> Node:
    """The child after the last branching node on the path, or the root."""
    tree, levels = WeightedTree.of(3, rows), range(1, last.level + 1)
    return last.ancestor(
        max((v for v in levels if tree.weight(last.ancestor(v).sibling)), default=0)
    )


@claim(
    "KLMNS20.TXT.VK",
    over(multisets(8, 4), t=(1,)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 3.1, proof of Claim 3.5, first paragraph",
        "the level of v_(k,next)",
        "the level of v_pi",
    ),
)
def last_branching_is_last(rows: Rows, t: int) -> Check:
    """v_(k,next) = v_pi: the child after the last branching node is the last node of the path.

    Where: t is the weight at which a path ends: its last node is the first that weighs at
    most t.

    Cases: Paths with at least one branching node (k >= 1).
    """
    for last in path_law(rows, 3, t, TWO):
        if branchings(rows, 3, last):
            yield eq(last, _last_branching(rows, last).level, last.level)


WRONG[_last_branching] = {"the child after the first branching node": "max( => min("}


@claim("KLMNS20.TXT.VK", TREES, form=Form.CORRECTED, about=_last_branching)
def nothing_falls_after_the_last_branching(node: Build, rows: Rows, t: int) -> Check:
    """After its last branching node the path goes on without loss: all its nodes from there on
    have the weight of the child after that node (of the root, if none branches).

    Where: t is the weight at which a path ends: its last node is the first that weighs at
    most t.

    Cases: Paths that go on for several levels, and paths without a branching node.
    """
    tree = WeightedTree.of(3, rows)
    for last in path_law(rows, 3, t, TWO):
        yield eq(last, tree.weight(last), tree.weight(node(rows, last)))
