"""Section 5: the Littlestone dimension, the game it stands for, and trees for thresholds."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.impostors.dimensions import (
    DepthByMax,
    DepthFromOne,
    FirstConsistent,
    LogOfTheNumber,
    Minority,
    depth_with,
    same_point_again,
    swapped,
    swapped_dyadic,
    without_the_last_one,
)
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
from reference.data.concept import Hypothesis, intervals, is_consistent
from reference.data.dimensions import MistakeTree, littlestone_dimension, mistake_tree
from reference.data.mistake_game import StandardOptimal, dyadic, forced, mistakes, threshold_tree

Dimension = Callable[[Sequence[Hypothesis], int], int]
Tree = Callable[[Sequence[Hypothesis], int], MistakeTree | None]


@claim(
    "BCMNUW20.D.Ldim",
    over(size=UP_TO_THREE),
    about=littlestone_dimension,
    impostors={
        "max for min": depth_with(max),
        "a single concept has depth 1": depth_with(min, alone=1),
        "the sum of both parts": depth_with(lambda zero, one: zero + one),
    },
)
def depth_by_definition(dimension: Dimension, size: int) -> Check:
    """The Littlestone dimension is the depth of a deepest complete mistake tree of which every
    leaf is realised by a concept.

    Fair: All classes; all trees of every depth that can be drawn, by their leaves, no recursion.
    A tree has no more leaves than there are concepts.
    """
    for concepts in every_class(size):
        yield eq(concepts, dimension(concepts, size), deepest_tree(table(concepts, size), size))
    if size == 3:
        classes = EveryClass(3)
        for mask in classes.classes:
            yield eq(mask, classes.littlestone(mask), dimension(classes.concepts(mask), 3))


@claim(
    "BCMNUW20.ALG.Ldim",
    over(size=sized(UP_TO_THREE, UP_TO_THREE, UP_TO_THREE)),
    about=lambda: (mistake_tree, StandardOptimal),
    impostors={
        "the parts of the tree swapped": lambda: (
            lambda h, size: swapped(mistake_tree(h, size)),
            StandardOptimal,
        ),
        "the first point again": lambda: (
            lambda h, size: same_point_again(mistake_tree(h, size)),
            StandardOptimal,
        ),
        "the first concept that is left": lambda: (mistake_tree, FirstConsistent),
        "the value of fewer concepts": lambda: (mistake_tree, Minority),
    },
)
def game_of_the_dimension(
    rules: Callable[[], tuple[Tree, Callable[..., Any]]], size: int
) -> Check:
    """An adversary forces L(H) mistakes on any deterministic learner, with examples that a concept
    labels; the standard optimal algorithm makes no more on any sequence that a concept labels.

    Fair: All classes; every learner, told apart by what it predicts in the nodes of the tree; the
    sequences of all points in every order (on a point seen before there is no mistake).
    """
    tree_of, optimal = rules()
    for concepts in every_class(size):
        depth = deepest_tree(table(concepts, size), size)
        tree = tree_of(concepts, size)
        yield eq(f"{concepts}: depth", depth_of(tree), depth)
        for learner in every_learner(tree):
            examples = forced(tree, learner)
            yield le(f"{concepts}: mistakes", depth, mistakes(learner, examples))
            realised = any(is_consistent(c, examples) for c in concepts)
            yield true(f"{concepts}: {examples} is labelled by a concept", realised)
        player = optimal(concepts, size)
        for sample in product(range(size), repeat=size):
            if len(set(sample)) == size:
                for c in concepts:
                    examples = tuple((x, c(x)) for x in sample)
                    yield le(f"{concepts}: {examples}", mistakes(player, examples), depth)


@claim(
    "BCMNUW20.ALG.ThrTree",
    over(depth=sized(range(7), range(9), range(11))),
    form=Form.CONCRETE,
    about=lambda: (dyadic, threshold_tree),
    impostors={
        "after 1 a 0 is appended": lambda: (swapped_dyadic, threshold_tree),
        "0.s in place of 0.s1": lambda: (without_the_last_one, threshold_tree),
        "the parts of the tree swapped": lambda: (dyadic, lambda d: swapped(threshold_tree(d))),
        "one level less": lambda: (dyadic, lambda d: threshold_tree(max(0, d - 1))),
    },
)
def thresholds_have_trees_of_every_depth(
    rules: Callable[
        [], tuple[Callable[[Sequence[int]], Fraction], Callable[[int], MistakeTree | None]]
    ],
    depth: int,
) -> Check:
    """Thresholds over R have a mistake tree of every depth d: the node of the answers s asks at
    x_s = 0.s1 (binary), and the leaf s is realised by t = 0.s1, as h_t(x) = 1 iff x <= t; on the
    2^d - 1 points k/2^d this is a tree for the thresholds of a finite domain.

    Fair: Every leaf and every node above it; 0.s1 is found again as a sum of powers of 1/2.
    """
    point, tree_of = rules()
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
    impostors={
        "max for min": DepthByMax,
        "a single concept has depth 1": DepthFromOne,
        "log2 of the number of concepts for VC": LogOfTheNumber,
    },
)
def dimension_between(build: Callable[[int], EveryClass], size: int) -> Check:
    """VC(H) <= L(H) <= log2 |H|.

    Fair: All classes, 2^L against |H|; both bounds are attained, each is missed if there are
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
