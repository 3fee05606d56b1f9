"""Section 1.1: rows that fall off a path, and interior points of the levels at which they do."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.exactly import SETS
from audits.claims.klmns20.words import *
from reference.mechanisms.interior_point.path_embedding import RandomPath

FIVE = sized(4, 5, 6)


@dataclass(frozen=True, slots=True)
class PublishedPath:
    """The first point below the last node of a random path."""

    eps: Epsilon[Any]
    trim: int = 0

    def __call__(self, rows: Rows, coins: Coins[Any], /) -> int:
        last = coins.run(RandomPath(EIGHT, self.trim, self.eps), rows)
        return last.position << (3 - last.level)


WRONG[PublishedPath] = {
    "stops at one row": given(PublishedPath, trim=1),
    "goes to empty children, too": "coins.run(RandomPath(EIGHT, self.trim, self.eps), rows) => "
    "coins.draw(Dist.uniform(Node(3, x) for x in EIGHT))",
    "sees other rows": blind(PublishedPath, lambda rows: (0,) * len(rows)),
}


@claim(
    "KLMNS20.ALG.FREEPATH",
    over(most=sized((3,), (4,), (5,))),
    about=PublishedPath,
    uses=("KLMNS20.TXT.FREEPATH",),
)
def published_path_solves_the_problem(build: Build, most: int) -> Check:
    """If the path could be published, its leaf would be the answer: the leaf at the end of a
    random path (t = 0) is an interior point with probability 1, for every eps.

    Cases: All databases of 1 to `most` rows over 8 points, equal rows allowed.
    """
    databases = tuple(add_remove_one(range(8), most, at_least=1).databases())
    published = build(Epsilon.indeterminate(4))
    nothing = RationalFunction.of(0)
    yield accurate(published, these(databases), is_interior_point, nothing)


@claim("KLMNS20.TXT.FREEPATH", over(multisets(8, FIVE)), about=path_law)
def leaves_of_paths_are_rows(paths: Build, rows: Rows) -> Check:
    """A path to a leaf of positive weight ends in a row, an interior point.

    Cases: t = 0, all paths; equal rows allowed.
    """
    for last in paths(rows, 3, 0, TWO):
        yield eq(f"{last}, level", last.level, 3)
        yield le(f"{last}, rows there", 1, rows.count(last.position))


@claim("KLMNS20.D.FALL", over(multisets(8, FIVE)), about=embedding)
def falls(embed: Build, rows: Rows) -> Check:
    """The rows below the other child of a node of level l of the path fall off at l.

    Cases: Paths to leaves (t = 0), so that nothing is cut; levels by the first bit in which a row
    differs from the leaf.
    """
    for last in path_law(rows, 3, 0, TWO):
        levels = embed(rows, 3, last, 0)
        first = [3 - (x ^ last.position).bit_length() for x in rows]
        for level in range(4):
            yield eq(f"{last}, level {level}", levels.count(level), first.count(level))


def fallen(rows: Rows, leaf: Node) -> int:
    """How many rows fall off the path to a leaf: the weights of the other children."""
    tree = WeightedTree.of(3, rows)
    return sum(tree.weight(leaf.ancestor(level).sibling) for level in range(1, 4))


WRONG[fallen] = {"counts the row at the leaf": "sum( => rows.count(leaf.position) + sum("}


@claim("KLMNS20.TXT.FALLN1", over(SETS), about=fallen)
def all_but_one_fall(count: Build, rows: Rows) -> Check:
    """If the rows are distinct, n - 1 of them fall off a path to a leaf of weight 1.

    Cases: All sets of rows, all paths.
    """
    for last in path_law(rows, 3, 0, TWO):
        yield eq(f"{last}", count(rows, last), len(rows) - 1)


def falling(rows: Rows, leaf: Node) -> Rows:
    """The levels at which rows fall off the path to a leaf, one for each that does."""
    levels = embedding(rows, leaf.level, leaf, 0)
    return levels[: len(rows) - rows.count(leaf.position)]


WRONG[falling] = {
    "embeds the row at the leaf": "levels[: len(rows) - rows.count(leaf.position)] => levels"
}


@claim("KLMNS20.TXT.RANGE", over(SETS), about=falling)
def range_of_the_overview(fall: Build, rows: Rows) -> Check:
    """D contains elements from [log|X|], log2|X| levels: for distinct rows and a path to a leaf,
    the levels of the root and of all nodes but the leaves.

    Cases: |X| = 8; on all 8 points every one of the 3 levels occurs. With equal rows, and with the
    numbers 1, ..., log|X| for the levels of Algorithm 1, it is false: KLMNS20.CONV.DOMAIN.
    """
    for last in path_law(rows, 3, 0, TWO):
        levels = fall(rows, last)
        yield le(f"{last}, rows", len(levels), len(rows) - 1)
        yield lt(f"{last}, greatest", max(levels, default=0), 3)
        if len(rows) == 8:
            yield eq(f"{last}, levels", len(set(levels)), 3)


def _range(embed: Build, rows: Rows, t: int) -> set[int]:
    return {x for last in path_law(rows, 3, t, TWO) for x in embed(rows, 3, last, t)}


@claim(
    "KLMNS20.TXT.RANGE", over(multisets(8, FIVE, least=2)), form=Form.CORRECTED, about=embedding
)
def range_of_the_embedding(embed: Build, rows: Rows) -> Check:
    """In the algorithm the range is {0, ..., log2|X|}; (3,3,3,3,3) with t = 2 embeds to (3,3,3),
    and (0,1,3,3,4,6,6,7) with t = 1 has a 0.

    Cases: |X| = 8, t = 1; equal rows end in the leaf, and both ends of the range occur.
    """
    found = _range(embed, rows, 1)
    yield lt("greatest", max(found), 4)
    yield lt("least", -1, min(found))
    if len(set(rows)) == 1:
        yield eq("equal rows", min(found), 3)
    yield eq("(3,3,3,3,3)", sum(embed((3,) * 5, 3, Node(3, 3), 2)), 9)
    yield eq("(0,1,3,3,4,6,6,7)", min(_range(embed, (0, 1, 3, 3, 4, 6, 6, 7), 1)), 0)


@claim(
    "KLMNS20.TXT.ADJ",
    over(multisets(8, sized(2, 3, 4), least=0), leaf=range(8), t=range(4)),
    about=embedding,
)
def fixed_path_keeps_neighbours(embed: Build, rows: Rows, leaf: int, t: int) -> Check:
    """For a fixed path to a leaf, neighbouring databases embed to neighbouring databases, also
    after the t largest levels are dropped.

    Cases: All leaves, all neighbours with one row more, and all pairs of these: a row replaced.
    """
    base = embed(rows, 3, Node(3, leaf), t)
    larger = [embed(plus(rows, x), 3, Node(3, leaf), t) for x in range(8)]
    yield le("added", max(minus(d, base) for d in larger), 1)
    yield eq("kept", max(minus(base, d) for d in larger), 0)
    yield le("replaced", max(replaced(d, e) for d in larger for e in larger), 1)


@claim(
    "KLMNS20.TXT.MANY",
    over(multisets(8, FIVE), t=range(3)),
    about=embedding,
    uses=("KLMNS20.DER.TRANSLATE",),
)
def many_rows_below(embed: Build, rows: Rows, t: int) -> Check:
    """Leaving out t rows of the embedding leaves t + 1 rows or more below the node of the path at
    any level between two embedded ones.

    Cases: All paths, all levels from the least to the greatest embedded one.
    """
    tree = WeightedTree.of(3, rows)
    for last in path_law(rows, 3, t, TWO):
        levels = embed(rows, 3, last, t)
        for level in range(levels[0], levels[-1] + 1) if levels else ():
            yield le(f"{last}, l = {level}", t + 1, tree.weight(last.ancestor(level)))


@claim("KLMNS20.TXT.NOTALL", over(multisets(8, FIVE, least=2)), about=embedding)
def no_node_covers_all(embed: Build, rows: Rows) -> Check:
    """If some row falls off the path strictly before level l, no node of level l covers all rows.

    Cases: All paths to leaves, all levels.
    """
    tree = WeightedTree.of(3, rows)
    for last in path_law(rows, 3, 0, TWO):
        first = min(embed(rows, 3, last, 0))
        for level in range(max(1, first + 1), 4):
            heaviest = max(tree.weights(level).values())
            yield lt(f"{last}, l = {level}", heaviest, len(rows))


WRONG[WeightedTree.ends] = {
    "the two leaves in the middle": lambda tree, v: tree.candidates(v)[1:3] or tree.ends(v),
    "the left leaf only": lambda tree, v: tree.ends(v)[:1],
}


@claim(
    "KLMNS20.TXT.TWOLEAVES", over(multisets(8, sized(3, 4, 6), least=2)), about=WeightedTree.ends
)
def an_end_is_interior(ends: Build, rows: Rows) -> Check:
    """If 0 < w(v) < |S|, the first or the last leaf below v is an interior point of S.

    Cases: All nodes.
    """
    tree = WeightedTree.of(3, rows)
    for level in range(4):
        for v, w in tree.weights(level).items():
            if w < len(rows):
                yield le(f"{v}", 1, max(score(rows, y) for y in ends(tree, v)))
