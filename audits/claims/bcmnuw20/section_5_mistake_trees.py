"""Section 5: the Littlestone dimension, the game it stands for, and trees for thresholds."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.dimensions import (
    UP_TO_FOUR,
    UP_TO_THREE,
    deepest_tree,
    depth_of,
    every_class,
    every_learner,
    table,
)
from reference.data.class_masks import EveryClass
from reference.data.concept import intervals, is_consistent
from reference.data.dimensions import littlestone_dimension, mistake_tree
from reference.data.mistake_game import StandardOptimal, dyadic, forced, mistakes, threshold_tree

BRANCHES, BOTH = "if min(len(ones), len(zeros)) >= 1 << deepest:", "if ones and zeros:"
SHORTER = "min(_depth(zeros, size), _depth(ones, size)))"
PATHS = f"{BRANCHES} => {BOTH}", f"{SHORTER} => max(_depth(zeros, size), _depth(ones, size)))"
"""The depth of the longest path: max for min."""

WRONG[littlestone_dimension] = {
    "max for min": PATHS,
    "a single concept has depth 1": (f"{BRANCHES} => {BOTH}", "deepest = 0 => deepest = 1"),
    "the sum of both parts": (
        f"{BRANCHES} => {BOTH}",
        f"{SHORTER} => _depth(zeros, size) + _depth(ones, size))",
    ),
}


@claim("BCMNUW20.D.Ldim", over(size=UP_TO_THREE), about=littlestone_dimension)
def depth_by_definition(dimension: Build, size: int) -> Check:
    """The Littlestone dimension is the depth of a deepest complete mistake tree of which every
    leaf is realised by a concept.

    Cases: All classes; all trees of every depth that can be drawn, by their leaves, no recursion.
    A tree has no more leaves than there are concepts.
    """
    for concepts in every_class(size):
        yield eq(concepts, dimension(concepts, size), deepest_tree(table(concepts, size), size))
    if size == 3:
        classes = EveryClass(3)
        for mask in classes.classes:
            yield eq(mask, classes.littlestone(mask), dimension(classes.concepts(mask), 3))


GAME = Parts(tree=mistake_tree, player=StandardOptimal)
WRONG[GAME] = {
    "the parts of the tree swapped": GAME.but(
        tree="_cut(zeros, size, depth - 1), _cut(ones, size, depth - 1)) => "
        "_cut(ones, size, depth - 1), _cut(zeros, size, depth - 1))"
    ),
    "the first point again": GAME.but(
        tree="return _tree(_tables(concepts, size), size) => "
        "tree = _tree(_tables(concepts, size), size)\n"
        "    return tree and MistakeTree(tree.point, tree, tree)"
    ),
    "the first concept that is left": GAME.but(
        player="int(one > zero) => left[0](point) if left else 0"
    ),
    "the value of fewer concepts": GAME.but(
        player="int(one > zero) => int(2 * sum(c(point) for c in left) < len(left))"
    ),
}


@claim("BCMNUW20.ALG.Ldim", over(size=sized(UP_TO_THREE, UP_TO_THREE, UP_TO_THREE)), about=GAME)
def game_of_the_dimension(parts: Parts, size: int) -> Check:
    """An adversary forces L(H) mistakes on any deterministic learner, with examples that a concept
    labels; the standard optimal algorithm makes no more on any sequence that a concept labels.

    Cases: All classes; every learner, told apart by what it predicts in the nodes of the tree; the
    sequences of all points in every order (on a point seen before there is no mistake).
    """
    for concepts in every_class(size):
        depth = deepest_tree(table(concepts, size), size)
        tree = parts.tree(concepts, size)
        yield eq(f"{concepts}: depth", depth_of(tree), depth)
        for learner in every_learner(tree):
            examples = forced(tree, learner)
            yield le(f"{concepts}: mistakes", depth, mistakes(learner, examples))
            realised = any(is_consistent(c, examples) for c in concepts)
            yield true(f"{concepts}: {examples} is labelled by a concept", realised)
        player = parts.player(concepts, size)
        for sample in product(range(size), repeat=size):
            if len(set(sample)) == size:
                for c in concepts:
                    examples = tuple((x, c(x)) for x in sample)
                    yield le(f"{concepts}: {examples}", mistakes(player, examples), depth)


LINE = Parts(point=dyadic, tree=threshold_tree)
WRONG[LINE] = {
    "after 1 a 0 is appended": LINE.but(
        point="step if answer else -step => -step if answer else step"
    ),
    "0.s in place of 0.s1": LINE.but(point="return point => return point - 2 * step"),
    "the parts of the tree swapped": LINE.but(
        tree="_below((*answers, 0), depth), _below((*answers, 1), depth) => "
        "_below((*answers, 1), depth), _below((*answers, 0), depth)"
    ),
    "one level less": LINE.but(tree=given(threshold_tree, depth=lambda d: max(0, d - 1))),
}


@claim(
    "BCMNUW20.ALG.ThrTree",
    over(depth=sized(range(7), range(9), range(11))),
    form=Form.CONCRETE,
    about=LINE,
)
def thresholds_have_trees_of_every_depth(parts: Parts, depth: int) -> Check:
    """Thresholds over R have a mistake tree of every depth d: the node of the answers s asks at
    x_s = 0.s1 (binary), and the leaf s is realised by t = 0.s1, as h_t(x) = 1 iff x <= t; on the
    2^d - 1 points k/2^d this is a tree for the thresholds of a finite domain.

    Cases: Every leaf and every node above it; 0.s1 is found again as a sum of powers of 1/2.
    """
    point, tree_of = parts.point, parts.tree
    size = (1 << depth) - 1
    yield eq("depth", depth_of(tree_of(depth)), depth)
    for leaf in product((0, 1), repeat=depth):
        written = sum((Fraction(y, 2 << i) for i, y in enumerate(leaf)), Fraction(1, 2 << depth))
        threshold, node, path = point(leaf), tree_of(depth), []
        yield eq(f"0.s1 for {leaf}", threshold, written)
        for i, answer in enumerate(leaf):
            yield eq(f"{leaf}, node {i}", point(leaf[:i]) <= threshold, answer)
            if node is not None:
                yield eq(f"{leaf}: place", Fraction(node.point + 1, size + 1), point(leaf[:i]))
                path.append((node.point, answer))
                node = node.one if answer else node.zero
        fitting = [c for c in intervals(size) if is_consistent(c, tuple(path))]
        yield eq(f"{leaf}: thresholds of the finite domain", len(fitting), 1)
        yield eq(
            f"{leaf}: which one", fitting[0].end if fitting else -1, int(written * (size + 1))
        )


@claim(
    "BCMNUW20.TXT.ldimbounds",
    over(size=sized(UP_TO_THREE, UP_TO_FOUR, UP_TO_FOUR)),
    about=EveryClass,
)
def dimension_between(build: Build, size: int) -> Check:
    """VC(H) <= L(H) <= log2 |H|.

    Cases: All classes, 2^L against |H|; both bounds are attained, each is missed if there are
    three points, both at once if there are four.
    """
    classes = build(size)
    gaps: set[tuple[bool, bool]] = set()
    for mask in classes.classes:
        low, found, count = classes.vc(mask), classes.littlestone(mask), mask.bit_count()
        yield le((mask, "VC"), low, found)
        yield le((mask, "log2"), 2**found, count)
        gaps.add((low < found, 2**found < count))
    yield true("both attained", (False, False) in gaps)
    if size >= 3:
        yield true("VC missed", (True, False) in gaps)
        yield true("log2 missed", (False, True) in gaps)
    if size >= 4:
        yield true("both missed", (True, True) in gaps)
