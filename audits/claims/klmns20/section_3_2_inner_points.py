"""Section 3.2, proof of Lemma 3.8: a node that covers all rows."""

from audits.claims.prelude import *
from audits.claims.klmns20.words import *


def _covering(rows: Rows, t: int) -> Iterator[tuple[str, WeightedTree, Node]]:
    """Nodes of an embedded level that cover all of a trimmed database."""
    tree = WeightedTree.of(3, rows)
    for last in path_law(rows, 3, t, TWO):
        for level in sorted(set(embedding(rows, 3, last, t))):
            for v, w in tree.weights(level).items():
                if w == len(rows):
                    yield f"{last}, {v}", tree, v


@claim(
    "KLMNS20.TXT.INNER",
    over(multisets(8, sized(5, 5, 6)), t=(1, 2, 3)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 3.2, proof of Lemma 3.8, on v* of weight |S'| (missing: v* is no leaf)",
        "both",
        "the number of children of v* with positive weight",
    ),
)
def inner_candidates_as_printed(rows: Rows, t: int) -> Check:
    """If a node v of an embedded level covers all rows, both its children have positive weight,
    and an inner candidate is an interior point.

    Where: t is the weight at which a path ends: its last node is the first that weighs at
    most t.

    Cases: All nodes and levels, leaves included.
    """
    for name, tree, v in _covering(rows, t):
        children = () if tree.is_leaf(v) else v.children
        yield le(f"{name}, children", 2, sum(tree.weight(child) > 0 for child in children))


def inner(tree: WeightedTree, v: Node) -> tuple[int, ...]:
    """The two points where the children meet; of a leaf, itself."""
    first, last = tree.ends(v)
    return (first,) if tree.is_leaf(v) else ((first + last) // 2, (first + last) // 2 + 1)


WRONG[inner] = {"the ends": WeightedTree.ends}


@claim(
    "KLMNS20.TXT.INNER",
    over(multisets(8, sized(5, 5, 6)), t=(1, 2, 3)),
    form=Form.CORRECTED,
    about=inner,
)
def inner_candidates(middle: Build, rows: Rows, t: int) -> Check:
    """If a node v of an embedded level covers all rows, then v is a leaf and an interior point, or
    both its children have positive weight and both inner candidates are interior.

    Where: t is the weight at which a path ends: its last node is the first that weighs at
    most t.

    Cases: For S' = (1,1,1,2), t = 1 and v = (1,0) the two ends are not interior.
    """
    for name, tree, v in _covering(rows, t):
        for y in middle(tree, v):
            yield le(f"{name}, y = {y}", 1, score(rows, y))
        for child in () if tree.is_leaf(v) else v.children:
            yield le(f"{name}, {child}", 1, tree.weight(child))


def _falls(tree: WeightedTree, last: Node) -> list[int]:
    """The levels at which the rows fall off a path."""
    weights = [tree.weight(last.ancestor(level).sibling) for level in range(1, last.level + 1)]
    return [level for level, weight in enumerate(weights) for _ in range(weight)]


@claim(
    "KLMNS20.TXT.FALLSCORE",
    over(multisets(8, sized(4, 4, 5)), t=(1, 2)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 3.2, proof of Lemma 3.8, 'This means that at least ...'; also Section 4, proof "
        "of Lemma 4.8 (missing: the path ends in no leaf that weighs more than t)",
        "the score of a level in D",
        "the rows that fall off the path on or after it",
        same_as="KLMNS20.TXT.INNER",
    ),
)
def falls_as_printed(rows: Rows, t: int) -> Check:
    """If a level is an interior point of D with score Delta, at least Delta rows of the trimmed
    database fall off the path on or before it, and at least Delta on or after it.

    Where: t is the weight at which a path ends: its last node is the first that weighs at
    most t.

    Cases: All paths and levels of D. Of equal rows none falls off.
    """
    tree = WeightedTree.of(3, rows)
    for last in path_law(rows, 3, t, TWO):
        levels, falls = embedding(rows, 3, last, t), _falls(tree, last)
        for level in sorted(set(levels)):
            after = sum(fall >= level for fall in falls)
            yield le(f"{last}, l = {level}", score(levels, level), after)


def _all_rows(tree: WeightedTree, last: Node) -> list[int]:
    """The levels at which rows fall off, and that of the last node for those that stay there."""
    return _falls(tree, last) + [last.level] * tree.weight(last)


WRONG[_all_rows] = {"rows that fall off only": " + [last.level] * tree.weight(last) => "}


@claim(
    "KLMNS20.TXT.FALLSCORE",
    over(multisets(8, sized(4, 4, 5)), t=(1, 2)),
    form=Form.CORRECTED,
    about=_all_rows,
)
def falls_and_rows_that_stay(met: Build, rows: Rows, t: int) -> Check:
    """With the rows that stay at the last node counted there, Delta rows are met on or before the
    level, and Delta + t on or after it.

    Cases: All paths and levels of D; both are attained.
    """
    tree = WeightedTree.of(3, rows)
    for last in path_law(rows, 3, t, TWO):
        levels, found = embedding(rows, 3, last, t), met(tree, last)
        for level in sorted(set(levels)):
            before = sum(z <= level for z in levels)
            yield le(f"{last}, l = {level}, before", before, sum(z <= level for z in found))
            after = t + sum(z >= level for z in levels)
            yield le(f"{last}, l = {level}, after", after, sum(z >= level for z in found))
