"""Section 4: the deterministic paths of neighbouring databases."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from audits.claims.klmns20.exactly import (
    Rows,
    databases,
    minus,
    plus,
    replaced,
    same,
    up_to,
)
from audits.claims.klmns20.laws.paths import embedding
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
    true,
)
from audits.engines.comparisons import Comparison
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Verdict
from reference.data.domain import Domain
from reference.mechanisms.interior_point.construct_paths import (
    ConstructPaths,
    heaviest_ends,
    multiplicity,
)
from reference.mechanisms.interior_point.named_databases import (
    diverging_paths,
    jumping_multiplicity,
)
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree

Case = tuple[int, int, int]
"""(m, n', t)."""

SMALL: tuple[Case, ...] = ((3, 6, 2), (2, 8, 2), (3, 5, 3))
MIDDLE: tuple[Case, ...] = (*SMALL, (4, 6, 2), (3, 7, 4), (2, 10, 4), (2, 12, 4))
LARGE: tuple[Case, ...] = (*MIDDLE, (3, 8, 3), (3, 9, 3), (2, 14, 5), (2, 17, 5))


HALVES: tuple[Case, ...] = ((3, 6, 4), (2, 10, 6), (3, 7, 4), (4, 6, 4), (3, 8, 4), (2, 14, 6))
"""Cases with t = 2k, k >= 2, in which embeddings have multiplicities below k."""


@cache
def heavy_embeddings(rows: Rows, depth: int, trim: int) -> tuple[Rows, ...]:
    """The embeddings of a trimmed database by its heaviest paths, over all ways to break ties."""
    ends = heaviest_ends(WeightedTree.of(depth, rows), trim)
    return tuple({embedding(rows, depth, end, trim) for end in ends})


def _neighbours(case: Case) -> Iterator[tuple[str, Rows, Rows]]:
    """A name and the embeddings of all replace-one neighbours, over all ties."""
    depth, n, trim = case
    for rest in databases(2**depth, n - 1):
        found = [heavy_embeddings(plus(rest, x), depth, trim) for x in range(2**depth)]
        for x, first in enumerate(found):
            for y, second in enumerate(found):
                if x != y:
                    for d in first:
                        for e in second:
                            yield f"m={depth}, t={trim}, {rest}+{x}, {rest}+{y}", d, e


@claim("KLMNS20.L4.3", uses=("KLMNS20.DER.L43T",))
def embeddings_stay_neighbours(size: Size) -> Verdict:
    """t >= 2k: for all d < d*(S), S_d and S'_d are neighbours, for a replaced row. In one step: if
    all multiplicities of D(S) are below k, D(S) and D(S') are neighbours or equal, however ties
    are broken.

    Fair: All neighbours, all k <= t/2 with embeddings that are not empty; ties occur.
    """
    cases = size.pick(HALVES[:2], HALVES[:3], HALVES)
    return decide(
        "heaviest paths of neighbours",
        f"(m, n', t) in {cases}, t >= 2k",
        (
            le(name, replaced(d, e), 1)
            for case in cases
            for name, d, e in _neighbours(case)
            if multiplicity(d) < max(1, case[2] // 2)
        ),
    )


@claim("KLMNS20.DER.L43T", Form.CONCRETE)
def trim_of_k_is_enough(size: Size) -> Verdict:
    """t >= k is enough, and t = k - 1 is not: k = 3, t = 2, (0,0,0,0,2,2) and (0,0,0,2,2,3) over 8
    points embed to (1,1,3,3) and (1,1,1,2).

    Fair: All neighbours with multiplicities below t, and the pair named.
    """
    cases = size.pick(SMALL, MIDDLE, LARGE)
    first = heavy_embeddings((0, 0, 0, 0, 2, 2), 3, 2)
    second = heavy_embeddings((0, 0, 0, 2, 2, 3), 3, 2)
    return decide(
        "heaviest paths of neighbours",
        f"(m, n', t) in {cases}, k = t",
        [
            true("first embedding", first == ((1, 1, 3, 3),)),
            true("second embedding", (1, 1, 1, 2) in second),
            eq("rows that differ", minus(first[0], (1, 1, 1, 2)), 2),
            *(
                le(name, replaced(d, e), 1)
                for case in cases
                for name, d, e in _neighbours(case)
                if multiplicity(d) < case[2]
            ),
        ],
    )


def _ends(name: str, found: Node | None, expected: Node) -> Iterator[Comparison]:
    """The last node of a path, by its level and its position."""
    assert found is not None
    yield eq(f"{name}, level", found.level, expected.level)
    yield eq(f"{name}, position", found.position, expected.position)


@claim("KLMNS20.CON.L43.DEF", Form.CONCRETE)
def heaviest_paths_part(size: Size) -> Verdict:
    """k = 2, t = 4, h = 40: two neighbours of 53 rows over 2^43 points with f_1 = f_2 = 1 whose
    heaviest paths end in different nodes, (41, 2^40) and (41, 2^40 + 1); S_2 = S'_2 = (0, ...,
    40).

    Fair: The side claim of the printed proof, that one path is a prefix of the other, is false
    here; the lemma's conclusion is true.
    """
    del size
    paths = ConstructPaths(Domain.of_size(2**43), 4, 40)
    one, other = (paths(rows) for rows in diverging_paths())
    return decide(
        "heaviest paths that part",
        "one pair",
        [
            *_ends("path of S", one[0].last, Node(41, 2**40)),
            *_ends("path of S'", other[0].last, Node(41, 2**40 + 1)),
            *same("S_2", one[1].database, range(41)),
            *same("S'_2", other[1].database, range(41)),
        ],
    )


def _steps(case: Case, k: int) -> Iterator[tuple[str, bool, int]]:
    """Gaps along heaviest paths whose embedding has multiplicities below k.

    Each with whether the next node is the last.
    """
    depth, n, trim = case
    for rows in databases(2**depth, n):
        tree = WeightedTree.of(depth, rows)
        for last in heaviest_ends(tree, trim):
            if multiplicity(embedding(rows, depth, last, trim)) < k:
                for level in range(1, last.level + 1):
                    node = last.ancestor(level)
                    gap = tree.weight(node) - tree.weight(node.sibling)
                    yield f"S'={rows}, {node}", level == last.level, gap


GAPS: tuple[tuple[Case, int], ...] = (((3, 6, 4), 2), ((3, 7, 4), 2), ((2, 10, 6), 3))


@claim("KLMNS20.TXT.DETGAP", refuted=UNGRADED)
def gaps_as_printed(size: Size) -> Verdict:
    """If the embedding has multiplicities below k, w(next) - w(other) >= t - k at every node of
    the heaviest path.

    Fair: t = 2k; the last step included.
    """
    del size
    return decide(
        "gaps of heaviest paths",
        f"((m, n', t), k) in {GAPS[:2]}",
        (le(name, case[2] - k, gap) for case, k in GAPS[:2] for name, _, gap in _steps(case, k)),
    )


@claim("KLMNS20.TXT.DETGAP", Form.CORRECTED)
def gaps(size: Size) -> Verdict:
    """At every step whose next node is not the last, the gap is at least t - k + 2.

    Fair: t = 2k; steps before the last occur.
    """
    cases = size.pick(GAPS, GAPS, (*GAPS, ((4, 7, 4), 2)))
    return decide(
        "gaps of heaviest paths",
        f"((m, n', t), k) in {cases}",
        (
            le(name, case[2] - k + 2, gap)
            for case, k in cases
            for name, final, gap in _steps(case, k)
            if not final
        ),
    )


@claim("KLMNS20.DER.FSENS1", Form.CONCRETE)
def one_step_sensitivity(size: Size) -> Verdict:
    """For neighbours S, S' (a replaced row) the largest multiplicities of D(S) and D(S') differ by
    at most 1, for every t and however ties are broken.

    Fair: All neighbours; t = 0 included.
    """
    small: tuple[Case, ...] = ((2, 4, 0), (2, 6, 0), (3, 5, 1), *SMALL)
    cases = size.pick(small, (*small, *MIDDLE), (*small, *LARGE))
    return decide(
        "sensitivity of one step",
        f"(m, n', t) in {cases}",
        (
            le(name, multiplicity(d) - multiplicity(e), 1)
            for case in cases
            for name, d, e in _neighbours(case)
        ),
    )


@claim("KLMNS20.TXT.SENSGLOBAL", Form.CONCRETE)
def queries_may_jump(size: Size) -> Verdict:
    """f_3 is not of sensitivity 1: |f_3(S) - f_3(S')| = 2 for a pair of neighbours of 14 rows over
    2^8 points, t = 1, h = 0.

    Fair: So AboveThreshold's privacy is used for the queries up to d* only.
    """
    del size
    paths = ConstructPaths(Domain.of_size(256), 1, 0)
    first, second = jumping_multiplicity()
    jump = paths.largest_multiplicities(second)[2] - paths.largest_multiplicities(first)[2]
    return decide(
        "a query that jumps",
        "one pair",
        [eq("f_3(S') - f_3(S)", jump, 2), eq("rows that differ", minus(first, second), 1)],
    )


@claim("KLMNS20.TXT.DSTAREX", refuted=UNGRADED)
def stopping_index_for_any_constant(size: Size) -> Verdict:
    """With h = 10t, t = 2k and any constant C, some f_d reaches k on databases of more than h
    rows.

    Fair: C = 128, k = 2, 41 distinct rows over 256 points.
    """
    del size
    paths = ConstructPaths(Domain.of_size(256), 4, 40, base=128)
    found = paths.largest_multiplicities(tuple(range(41)))
    return decide(
        "existence of the stopping index",
        "|X| = 256, C = 128, k = 2, t = 4, h = 40",
        [le("S = (0, ..., 40)", 2, max(found))],
    )


def _chain(exponent: int, base: int) -> int:
    """The exponent of the last domain of more than `base` points."""
    while 2 ** exponent.bit_length() > base:
        exponent = exponent.bit_length()
    return exponent


@claim("KLMNS20.TXT.DSTAREX", Form.CORRECTED)
def stopping_index_for_four(size: Size) -> Verdict:
    """With C = 4 the last printed output is over 8 points; if it has more than 10t = 20k rows,
    some element of it occurs more than k times.

    Fair: |X| = 2^m, m >= 3; the pigeonhole bound ceil((20k + 1)/8).
    """
    most = size.pick(100, 1000, 10000)
    return decide(
        "existence of the stopping index",
        f"3 <= m, k <= {most}",
        [
            *(eq(f"m={m}", _chain(m, 4), 3) for m in range(3, most)),
            *(lt(f"k={k}", k, -(-(20 * k + 1) // 8)) for k in range(1, most)),
        ],
    )


@claim("KLMNS20.DER.PIGEON", Form.CONCRETE)
def last_multiplicity(size: Size) -> Verdict:
    """With the last database put out too, and C = 4, f_last >= ceil(n_last / 4).

    Fair: All databases over 8 points, whose last database is over 4; attained.
    """
    paths = ConstructPaths(Domain.of_size(8), 1, 0, emit_last=True)
    most = size.pick(5, 6, 8)

    def item(rows: Rows) -> Comparison:
        last = paths(rows)[-1]
        return le(f"S={rows}", -(-len(last.database) // 4), multiplicity(last.database))

    return decide(
        "the last multiplicity",
        f"|X| = 8, 1 <= n <= {most}, t = 1, h = 0",
        (item(rows) for rows in up_to(8, most, 1)),
    )


def _falls(rows: Rows, trim: int, *, cut: bool) -> int:
    """The heaviest fall of the heaviest path (ties to the left), recorded or not."""
    tree = WeightedTree.of(3, rows)
    node, falls = Node(0, 0), [0]
    while not tree.is_leaf(node) and tree.weight(node) > trim:
        left, right = node.children
        heavy = right if tree.weight(right) > tree.weight(left) else left
        fall = tree.weight(heavy.sibling)
        falls.append(min(fall, tree.weight(node) - trim) if cut else fall)
        node = heavy
    if cut and tree.is_leaf(node):
        falls.append(tree.weight(node) - trim)
    return max(falls)


def _next_query(rows: Rows, trim: int) -> int:
    tree = WeightedTree.of(3, rows)
    node = Node(0, 0)
    while not tree.is_leaf(node) and tree.weight(node) > trim:
        left, right = node.children
        node = right if tree.weight(right) > tree.weight(left) else left
    return multiplicity(embedding(rows, 3, node, trim))


@claim("KLMNS20.TXT.FDFALL", refuted=UNGRADED)
def heaviest_fall_as_printed(size: Size) -> Verdict:
    """f_d, d >= 2, is the largest number of rows that fall off the path of S_(d-1) at one node.

    Fair: All trimmed databases of the scope, t = 1.
    """
    del size
    return decide(
        "heaviest falls",
        "|X| = 8, 2 <= n' <= 4, t = 1",
        (
            eq(f"S'={rows}", _next_query(rows, 1), _falls(rows, 1, cut=False))
            for rows in up_to(8, 4, 2)
        ),
    )


@claim("KLMNS20.TXT.FDFALL", Form.CORRECTED)
def heaviest_fall(size: Size) -> Verdict:
    """f_d is the heaviest recorded fall: min(w(other), w(v) - t) at a node v of the path, w - t at
    a leaf.

    Fair: Cut falls, and paths that end in leaves, occur.
    """
    most = size.pick(4, 5, 7)
    return decide(
        "heaviest falls",
        f"|X| = 8, n' <= {most}, t <= 3",
        (
            eq(f"S'={rows}, t={t}", _next_query(rows, t), _falls(rows, t, cut=True))
            for rows in up_to(8, most)
            for t in range(4)
        ),
    )


@cache
def _recorded(weight: int, t: int) -> int:
    """The largest fall recorded along a heaviest path below a node of this weight."""
    if weight <= t:
        return 0
    splits = [(heavy, weight - heavy) for heavy in range(-(-weight // 2), weight)]
    below = max((_recorded(heavy, t) for heavy, _ in splits), default=0)
    return (
        max(weight - t, below)
        if not splits
        else max(weight - t, below, *(min(other, weight - t) for _, other in splits))
    )


def _later(z: int, t: int) -> int:
    """The bound on falls recorded after the paths part, z the lighter child's weight there."""
    return max((z + 2) // 2, z + 2 - t)


@claim("KLMNS20.TXT.AFTERFALL", refuted=UNGRADED)
def later_falls_as_printed(size: Size) -> Verdict:
    """After heaviest paths part at a node with children of weights z and at most z + 2, what is
    recorded later is less than z.

    Fair: t >= 2; a child of weight z + 2 splits into (z + 2)/2 and (z + 2)/2.
    """
    del size
    return decide(
        "later falls",
        "z <= 10, 2 <= t <= 6",
        (lt(f"z={z}, t={t}", _recorded(z + 2, t), z) for z in range(1, 11) for t in range(2, 7)),
    )


@claim("KLMNS20.TXT.AFTERFALL", Form.CORRECTED)
def later_falls(size: Size) -> Verdict:
    """It is at most max(floor((z + 2)/2), z + 2 - t) <= z for t >= 2, z >= 1.

    Fair: Both cases of the maximum occur; equality for z = 1, 2.
    """
    most = size.pick(8, 10, 12)

    def items(z: int, t: int) -> Iterator[Comparison]:
        yield le(f"z={z}, t={t}, bound", _later(z, t), z)
        yield le(f"z={z}, t={t}, falls", _recorded(z + 2, t), _later(z, t))

    return decide(
        "later falls",
        f"z <= {most}, 2 <= t <= 6",
        (item for z in range(1, most + 1) for t in range(2, 7) for item in items(z, t)),
    )
