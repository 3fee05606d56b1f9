"""Dimensions by their definitions, word for word: no recursion and no growing of sets."""

from audits.claims.prelude import *
from reference.data.concept import Hypothesis, Values
from reference.data.dimensions import MistakeTree
from reference.data.mistake_game import Examples, Learner

Concepts = tuple[Values, ...]

UP_TO_THREE = (1, 2, 3)
UP_TO_FOUR = (1, 2, 3, 4)


def every_class(size: int) -> Iterator[Concepts]:
    """Every class of at least one concept on so many points."""
    functions = [Values(y) for y in product((0, 1), repeat=size)]
    for k in range(1, len(functions) + 1):
        yield from combinations(functions, k)


def table(concepts: Iterable[Hypothesis], size: int) -> frozenset[Rows]:
    """The rows of values of a class."""
    return frozenset(tuple(c(x) for x in range(size)) for c in concepts)


def columns(concepts: Sequence[Hypothesis], size: int) -> set[tuple[int, ...]]:
    """The columns of the table that differ."""
    return {tuple(c(x) for c in concepts) for x in range(size)}


def most_values(rows: Iterable[tuple[int, ...]], width: int, k: int) -> int:
    """The most combinations on k of the points."""
    known = tuple(rows)
    return max(
        (len({tuple(r[x] for x in t) for r in known}) for t in combinations(range(width), k)),
        default=0,
    )


def largest_shattered(rows: Iterable[tuple[int, ...]], width: int) -> int:
    """The largest k for which some k points take all 2^k combinations of values."""
    known = tuple(rows)
    most = len(known).bit_length()
    return max(k for k in range(min(width, most) + 1) if most_values(known, width, k) == 1 << k)


def deepest_tree(rows: frozenset[Rows], width: int) -> int:
    """The largest depth of a tree, among all that can be drawn, whose leaves are realised.

    A tree is a list of points, that of node i has those of nodes 2i and 2i + 1 below it.
    """
    return max(
        d
        for d in range(len(rows).bit_length())
        if any(_is_realised(tree, d, rows) for tree in product(range(width), repeat=(1 << d) - 1))
    )


def _is_realised(tree: tuple[int, ...], depth: int, rows: frozenset[Rows]) -> bool:
    return all(any(all(r[x] == y for x, y in path) for r in rows) for path in paths(tree, depth))


@cache
def paths(tree: tuple[int, ...], depth: int) -> tuple[Examples, ...]:
    """The labelled points on the way to each leaf."""
    found: list[Examples] = []
    for answers in product((0, 1), repeat=depth):
        node, path = 1, []
        for y in answers:
            path.append((tree[node - 1], y))
            node = 2 * node + y
        found.append(tuple(path))
    return tuple(found)


def depth_of(tree: MistakeTree | None) -> int:
    """The least number of questions on a path."""
    return 0 if tree is None else 1 + min(depth_of(tree.zero), depth_of(tree.one))


def every_learner(tree: MistakeTree | None) -> Iterator[Learner]:
    """Every deterministic learner, told apart by its predictions after answers of the tree."""
    asked = [*_asked(tree, ())]
    for values in product((0, 1), repeat=len(asked)):
        yield _Table(dict(zip(asked, values, strict=True)))


def _asked(tree: MistakeTree | None, before: Examples) -> Iterator[tuple[Examples, int]]:
    if tree is not None:
        yield before, tree.point
        yield from _asked(tree.zero, (*before, (tree.point, 0)))
        yield from _asked(tree.one, (*before, (tree.point, 1)))


class _Table:
    """A learner by its table."""

    def __init__(self, predictions: dict[tuple[Examples, int], int]) -> None:
        self._predictions = predictions

    def __call__(self, examples: Examples, point: int, /) -> int:
        return self._predictions[examples, point]


@cache
def sauer(points: int, dimension: int) -> int:
    """C(m, 0) + ... + C(m, d)."""
    return sum(comb(points, i) for i in range(dimension + 1))


@cache
def power_low(points: int, dimension: int) -> Fraction:
    """A rational that is at most (e m/d)^d; 1 for d = 0, its limit."""
    if not dimension:
        return Fraction(1)
    return exp_low(dimension) * Fraction(points, dimension) ** dimension


@cache
def power_high(points: int, dimension: int) -> Fraction:
    """A rational that is at least (e m/d)^d; 1 for d = 0, its limit."""
    if not dimension:
        return Fraction(1)
    return exp_high(dimension) * Fraction(points, dimension) ** dimension


Line = tuple[tuple[int, int], int]
"""<a, x> = b in the plane, as (a, b)."""


def cells(lines: Sequence[Line]) -> int:
    """The open cells of different lines: 1 + M + sum over crossings of (lines through it - 1)."""
    through: dict[tuple[Fraction, Fraction], set[int]] = {}
    for (i, ((a, b), c)), (j, ((d, e), f)) in combinations(enumerate(lines), 2):
        turn = a * e - b * d
        if turn:
            crossing = (Fraction(c * e - b * f, turn), Fraction(a * f - c * d, turn))
            through.setdefault(crossing, set()).update((i, j))
    return 1 + len(lines) + sum(len(each) - 1 for each in through.values())
