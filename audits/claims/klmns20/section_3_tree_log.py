"""Section 3: the steps of Algorithm 1, each against the formula of its description."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.chain import climbed, random_embeddings, unrolled
from audits.claims.klmns20.words import *
from reference.mechanisms.interior_point.path_embedding import RandomPath, embedded

TREES = over(multisets(8, sized(4, 5, 6), least=0), t=range(3))


WRONG[WeightedTree] = {"forgets multiplicity": "sorted(rows) => sorted(set(rows))"}


@claim("KLMNS20.D.TREE", over(multisets(8, sized(3, 5, 7), least=0)), about=WeightedTree.of)
def node_weights(tree_of: Build, rows: Rows) -> Check:
    """A leaf weighs as many rows as equal it, a node as much as its children together.

    Cases: All nodes of the tree over 8 points.
    """
    tree = tree_of(3, rows)
    for x in range(8):
        yield eq(f"leaf {x}", tree.weight(Node(3, x)), rows.count(x))
    for v in (Node(level, j) for level in range(3) for j in range(2**level)):
        yield eq(v, tree.weight(v), sum(tree.weight(child) for child in v.children))


WRONG[ExponentialInteriorPoint] = {
    "spends twice the eps": twice_eps(ExponentialInteriorPoint),
    "forgets multiplicity": blind(ExponentialInteriorPoint, lambda d: tuple(sorted(set(d)))),
    "sees other rows": blind(ExponentialInteriorPoint, lambda d: (0,) * len(d)),
    "sees half of the rows": blind(ExponentialInteriorPoint, lambda d: d[::2]),
}


@claim(
    "KLMNS20.ALG.EXP.IP",
    over(multisets(4, sized(3, 5, 7), least=0)),
    about=ExponentialInteriorPoint,
)
def base_case(build: Build, rows: Rows) -> Check:
    """The base case outputs y in X with probability proportional to e^(eps q(S, y)/2), q(S, y) =
    min(#{x <= y}, #{x >= y}); uniform for the empty database.

    Cases: e^(eps/2) = 9/4; the law against the formula, q counted row by row.
    """
    dist = law(build(Domain.of_size(4), eps_at(Fraction(3, 2))), rows)
    odds = [
        Fraction(9, 4) ** min(sum(x <= y for x in rows), sum(x >= y for x in rows))
        for y in range(4)
    ]
    for y in range(4):
        yield eq(f"y = {y}", dist.probability(y), odds[y] / sum(odds))


WRONG[score] = {
    "adds the sides up": ("return min( => return (", "), sum( => ) + sum("),
    "takes the greater side": "return min( => return max(",
    "rows below only": "min(sum(x <= point for x in database), "
    "sum(x >= point for x in database)) => sum(x < point for x in database)",
    "leaves the point out": ("x <= point => x < point", "x >= point => x > point"),
}


@claim("KLMNS20.TXT.QIPSENS", over(added(8, sized(3, 4, 5), least=0)), about=score)
def interior_point_quality(quality: Build, rows: Rows, x: int) -> Check:
    """q(S, y) = min(#{x <= y}, #{x >= y}) has sensitivity 1 and grows when a row is added; it is
    not of bounded growth: on (0), the row N - 1 raises N - 1 qualities, by 1.

    Cases: N = 8; all points y.
    """
    steps = [quality(plus(rows, x), y) - quality(rows, y) for y in range(8)]
    yield le("least", 0, min(steps))
    yield le("greatest", max(steps), 1)
    if (rows, x) == ((0,), 7):
        yield eq("raised", sum(steps), 7)


@claim("KLMNS20.TXT.NODE1BG", over(added(8, sized(2, 3, 5), least=0)), about=WeightedTree.of)
def weights_are_of_bounded_growth(tree_of: Build, rows: Rows, x: int) -> Check:
    """The weights of the nodes of one level are of 1-bounded growth; those of all levels together
    of (m+1)-bounded growth.

    Where: x is the row that is added.

    Cases: m = 3, all levels: an added row raises one weight of each level by 1, and lowers none.
    """
    old, new = tree_of(3, rows), tree_of(3, plus(rows, x))
    total = 0
    for level in range(4):
        nodes = [Node(level, j) for j in range(2**level)]
        steps = sorted(new.weight(v) - old.weight(v) for v in nodes)
        yield eq(f"level {level}, greatest", steps[-1], 1)
        yield eq(f"level {level}, the others", max(map(abs, steps[:-1]), default=0), 0)
        total += sum(steps)
    yield eq("all levels", total, 4)


KEPT = "rows[trim : max(trim, len(rows) - trim)]"
WRONG[trimmed] = {
    "drops the largest only": f"{KEPT} => rows[: max(0, len(rows) - 2 * trim)]",
    "trims by value": f"{KEPT} => x for x in rows if x in "
    "sorted(set(rows))[trim : max(trim, len(set(rows)) - trim)]",
    "trims a t-th part": "rows = sorted(database) => "
    "rows = sorted(database)\n    trim = len(rows) // (trim + 1)",
    "trims one row less": given(trimmed, trim=lambda t: max(0, t - 1)),
}


@claim("KLMNS20.ALG.TRIM", over(multisets(5, sized(5, 6, 8), least=0), t=range(4)), about=trimmed)
def trimming(trim: Build, rows: Rows, t: int) -> Check:
    """Trimming drops the t smallest and the t largest rows; nothing is left of 2t or fewer.

    Cases: Databases that are trimmed away, and larger ones; rows that are equal to dropped ones.
    """
    yield from same("", trim(rows, t), [x for i, x in enumerate(rows) if t <= i < len(rows) - t])


WRONG[path_law] = {
    "takes the heavier child at every node": wrong(
        path_law, RandomPath=wrong(RandomPath, HEAVIER)
    ),
    "spends twice the eps": "Epsilon(base) => Epsilon(base * base)",
    "tosses a fair coin at every branching node": "Epsilon(base) => Epsilon(base / base)",
    "stops at t + 1 rows": "trim, Epsilon => trim + 1, Epsilon",
    "stops at t - 1 rows": "trim, Epsilon => trim - 1, Epsilon",
    "goes on to a leaf": "trim, Epsilon => 0, Epsilon",
    "goes on to the last row": "trim, Epsilon => 1, Epsilon",
    "goes to empty children too": "_path_law(rows, depth, trim, base) => "
    "{Node(depth, x): base / base / 2**depth for x in range(2**depth)}",
}


@claim("KLMNS20.ALG.PATH", TREES, about=path_law)
def random_paths(paths: Build, rows: Rows, t: int) -> Check:
    """A path has the product over its branching nodes of a^w(next) / (a^w(next) + a^w(other)), a =
    e^eps; it ends at the first node that is a leaf or has weight <= t.

    Cases: a = 2; the branching nodes are found from the weights, not by the walk.
    """
    tree = WeightedTree.of(3, rows)
    for last, mass in paths(rows, 3, t, TWO).items():
        steps = branchings(rows, 3, last)
        yield eq(last, mass, prod((TWO**v / (TWO**v + TWO**u) for v, u in steps), start=TWO / 2))
        if not tree.is_leaf(last):
            yield le(f"{last} ends", tree.weight(last), t)
        if last.level:
            yield le(f"{last}, before", t + 1, tree.weight(last.ancestor(last.level - 1)))


EMBEDDED = "embedded(WeightedTree.of(depth, rows), last, trim)"
WRONG[embedding] = {
    "embeds all rows": "last, trim) => last, 0)",
    "leaves out what falls first": f"{EMBEDDED} => "
    "embedded(WeightedTree.of(depth, rows), last, 0)[trim:]",
    "of one row less": "depth, rows) => depth, rows[1:])",
    "counts the rows that stay": wrong(
        embedding, embedded=wrong(embedded, "level + 1).sibling => level + 1)")
    ),
    "has the level of the child": f"{EMBEDDED} => tuple(level + 1 for level in {EMBEDDED})",
    "has the level before": f"{EMBEDDED} => tuple(level - 1 for level in {EMBEDDED})",
}


@claim("KLMNS20.ALG.EMBED", TREES, about=embedding, uses=("KLMNS20.DER.EMBED",))
def embeddings(embed: Build, rows: Rows, t: int) -> Check:
    """The embedding has max(0, n' - t) rows; at a node of level l of the path that is not its
    last, w(other) copies of l, cut where the size is reached.

    Cases: The law of the embedding by a random path, a = 2, against that from bits of the rows.
    """
    found, expected = defaultdict[Rows, Fraction](Fraction), defaultdict[Rows, Fraction](Fraction)
    for last, mass in path_law(rows, 3, t, TWO).items():
        found[embed(rows, 3, last, t)] += mass
    for levels, mass in random_embeddings(rows, 3, t, TWO):
        expected[levels] += mass
        yield eq(f"{levels}, rows", len(levels), max(0, len(rows) - t))
    for levels in sorted({*found, *expected}):
        yield eq(f"{levels}", found[levels], expected[levels])


WRONG[WeightedTree.candidates] = {
    "forgets the inner ends": lambda tree, v: tuple(sorted({*tree.ends(v)}))
}


@claim("KLMNS20.ALG.CAND", over(level=range(5)), about=WeightedTree.candidates)
def candidates(found: Build, level: int) -> Check:
    """The candidates of a node are its first and last leaf, the last leaf of its left child and
    the first of its right child.

    Cases: All nodes over 16 points; a leaf has no children and is its candidate.
    """
    for v in (Node(level, j) for j in range(2**level)):
        leaves = [x for x in range(16) if x >> (4 - level) == v.position]
        half = len(leaves) // 2
        inner = leaves[half - 1 : half + 1] if half else []
        yield from same(
            str(v), found(WeightedTree.of(4, ()), v), sorted({leaves[0], leaves[-1], *inner})
        )


DEEPEST = (
    "coins.release(exponential_weights(scores, self.eps.exp(Fraction(1, 2)))) => "
    "max(scores, key=lambda scored: scored[1])[0]"
)
"""Of the candidates of a node, the first of the deepest ones."""

ENDS = "tree.candidates(node) => sorted(set(tree.ends(node)))"
WRONG[LevelToPoint] = {
    "spends twice the eps": twice_eps(LevelToPoint),
    "forgets the inner ends": ENDS,
    "counts in the trimmed database": "WeightedTree.of(m, database) => WeightedTree.of(m, rest)",
    "takes the deepest candidate": DEEPEST,
    "a threshold less by one": given(LevelToPoint, threshold=lambda T: T - 1),
    "begins at the leaves below": given(LevelToPoint, level=lambda level: max(0, level - 2)),
}


@claim("KLMNS20.ALG.UP", over(multisets(8, 5, least=5), level=range(4)), about=LevelToPoint)
def climbing(build: Build, rows: Rows, level: int) -> Check:
    """Pr[y | level l] = sum over the nodes v of level l of Pr[not bottom] s^w(v)/Z s^(2 q(S, y)) /
    sum over the candidates z of v of s^(2 q(S, z)).

    Cases: t = 1, T = 2, s = e^(eps/4) = 2; databases with and without a heavy node.
    """
    dist = law(build(EIGHT, 1, 2, level, eps_at(2)), rows)
    expected = climbed(rows, 3, 1, 2, level, TWO)
    for y in (y for y in range(8) if y in expected):
        yield eq(f"y = {y}", dist.probability(y), expected[y])


HANDMADE = [Fraction(3, 16), Fraction(3, 112), Fraction(1, 112), Fraction(15, 112)]


CLIMB = "self.trim, self.threshold, level, self.eps"
WRONG[TreeLog] = {
    "spends twice the eps": twice_eps(TreeLog),
    "sees other rows": blind(TreeLog, lambda rows: (0,) * len(rows)),
    "takes the heaviest path": wrong(TreeLog, PathEmbedding=wrong(PathEmbedding, HEAVIER)),
    "walks with half the eps": wrong(
        TreeLog,
        PathEmbedding=wrong(PathEmbedding, "self.eps.exp() => self.eps.exp(half)", half=HALF),
    ),
    "climbs back from the level above": "level, self.eps) => max(0, level - 1), self.eps)",
    "takes the deepest candidate": wrong(TreeLog, LevelToPoint=wrong(LevelToPoint, DEEPEST)),
    "forgets the inner ends": wrong(TreeLog, LevelToPoint=wrong(LevelToPoint, ENDS)),
    "forgets C": given(TreeLog, base=4),
    "forgets the threshold": given(TreeLog, threshold=1),
    "asks for t more": f"{CLIMB} => self.trim, self.trim + self.threshold, level, self.eps",
    "asks for 2t + 3 rows": f"{CLIMB} => self.trim, 2 * self.trim + 3, level, self.eps",
    "trims one row less": given(TreeLog, trim=lambda t: t - 1),
}


@claim(
    "KLMNS20.A1",
    over(multisets(8, 4, least=4)),
    about=TreeLog,
    uses=("KLMNS20.ALG.PATH", "KLMNS20.ALG.EMBED", "KLMNS20.ALG.UP"),
)
def tree_log_by_hand(build: Build, rows: Rows) -> Check:
    """TreeLog is the mixture, over paths, levels and nodes, of the laws of its steps; on (0,0,0,
    7,7,7) over 8 points, t = 1, threshold 2, e^(eps/4) = 2: 0 and 7 have probability 3/16, 1 and 6
    3/112, 2 and 5 1/112, 3 and 4 15/112, bottom 2/7.

    Cases: The mixture is summed from the formulas of the steps; 4 rows and two more at the ends.
    Six rows over 16 points, too, in three calls and (C = 8) in two.
    """
    rows = (0, *rows, 7)
    dist = law(build(EIGHT, 1, 2, eps_at(2)), rows)
    expected = unrolled(rows, 3, 1, 2, TWO)
    for y in range(8):
        yield eq(f"y = {y}", dist.probability(y), expected.get(y, Fraction(0)))
    if rows == (0, 0, 0, 7, 7, 7):
        yield eq("bottom", dist.probability(BOTTOM), Fraction(2, 7))
        for y, mass in enumerate(HANDMADE + HANDMADE[::-1]):
            yield eq(f"y = {y}, by hand", dist.probability(y), mass)
        spread = (0, 1, 6, 9, 12, 15)
        for base in (4, 8):
            larger = law(build(Domain.of_size(16), 1, 2, eps_at(2), base), spread)
            expected = unrolled(spread, 4, 1, 2, TWO, base)
            for y in range(16):
                name = f"16 points, C = {base}, y = {y}"
                yield eq(name, larger.probability(y), expected.get(y, Fraction(0)))


@claim(
    "KLMNS20.A1",
    over(multisets(8, 6, least=6).every(sized(41, 7, 1))),
    form=Form.CONCRETE,
    about=TreeLog,
    uses=("KLMNS20.CONV.DEGEN",),
)
def tree_log_is_symmetric(build: Build, rows: Rows) -> Check:
    """TreeLog, with the conventions of the degenerate cases, commutes with the reflection x -> |X|
    - 1 - x of the domain.

    Cases: t = 1, threshold 2, e^(eps/4) = 3/2; rows that are not their own reflection.
    """
    mechanism = build(EIGHT, 1, 2, eps_at(Fraction(3, 2)))
    one, other = law(mechanism, rows), law(mechanism, tuple(sorted(7 - x for x in rows)))
    for y in range(8):
        yield eq(f"y = {y}", one.probability(y), other.probability(7 - y))
