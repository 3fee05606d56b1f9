"""Section 4 by a second route: the databases of all levels, and the laws of what reads them.

Nothing here calls the mechanisms or the tree of the reference: rows are split by their bits, and
probabilities are written as the formulas of the paper have them.
"""

from typing import TypeVar

from audits.claims.prelude import *
from reference.mechanisms.interior_point.construct_paths import PathOutput

X = TypeVar("X")

Masses = dict[int | Bottom, Fraction]
"""A law: the probability of each outcome."""

NOTHING: Masses = {BOTTOM: Fraction(1)}
"""Bottom, surely."""

Split = Callable[[Rows, Rows], bool]
"""Whether the path goes on to the right, of the rows on the left and on the right."""

Construction = Callable[..., Callable[[Rows], tuple[PathOutput, ...]]]
"""`ConstructPaths`, or a wrong one: domain, trim, halt, base and whether the last is put out."""


def heavier(left: Rows, right: Rows) -> bool:
    """To the heavier child, to the left if they are equal."""
    return len(right) > len(left)


def lighter(left: Rows, right: Rows) -> bool:
    """To the lighter child that has a row."""
    return bool(right) and (not left or len(right) < len(left))


def inner(rows: Rows, trim: int) -> Rows:
    """The rows but for so many at either end."""
    return tuple(sorted(rows))[trim : max(trim, len(rows) - trim)]


def fallen(rows: Rows, depth: int, trim: int, right_of: Split = heavier) -> tuple[Rows, Rows]:
    """Of trimmed rows: the embedding, and the rows below the last node of the path."""
    levels: list[int] = []
    below, level = rows, 0
    while level < depth and len(below) > trim:
        bit = 1 << (depth - 1 - level)
        left, right = (tuple(x for x in below if bool(x & bit) is side) for side in (False, True))
        below, off = (right, left) if right_of(left, right) else (left, right)
        levels += [level] * len(off)
        level += 1
    levels += [level] * len(below)
    return tuple(levels[: max(0, len(rows) - trim)]), below


def next_depth(depth: int) -> int:
    """The least m' such that the levels 0, ..., m are among 2^m' points."""
    count = 0
    while 2**count < depth + 1:
        count += 1
    return count


def chain(
    rows: Rows, depth: int, trim: int, halt: int, base: int = 4, right_of: Split = heavier
) -> Iterator[tuple[int, Rows]]:
    """(m_d, S_d) for d = 1, 2, ...; the last is the one on which the construction halts."""
    rows = tuple(sorted(rows))
    yield depth, rows
    while len(rows) > halt and 2**depth > base:
        rows, _ = fallen(inner(rows, trim), depth, trim, right_of)
        depth = next_depth(depth)
        yield depth, rows


def most_frequent(rows: Rows) -> int:
    """The length of the longest run of equal rows."""
    longest = run = 0
    for i, x in enumerate(rows):
        run = run + 1 if i and rows[i - 1] == x else 1
        longest = max(longest, run)
    return longest


def multiplicities(rows: Rows, depth: int, trim: int, halt: int) -> Rows:
    """f_1, f_2, ..., the last database included."""
    return tuple(most_frequent(database) for _, database in chain(rows, depth, trim, halt))


def random_embeddings(
    rows: Rows, depth: int, trim: int, base: Fraction
) -> Iterator[tuple[Rows, Fraction]]:
    """The embedding of trimmed rows by every path, with its probability; base is e^eps."""

    def walk(below: Rows, level: int, levels: Rows) -> Iterator[tuple[Rows, Fraction]]:
        if level == depth or len(below) <= trim:
            whole = levels + (level,) * len(below)
            yield whole[: max(0, len(rows) - trim)], Fraction(1)
            return
        bit = 1 << (depth - 1 - level)
        sides = [tuple(x for x in below if bool(x & bit) is side) for side in (False, True)]
        total = sum(base ** len(side) for side in sides if side)
        for side, off in (sides, sides[::-1]):
            if side:
                for found, mass in walk(side, level + 1, levels + (level,) * len(off)):
                    yield found, mass * base ** len(side) / total

    return walk(rows, 0, ())


def chosen(counts: Mapping[X, int], threshold: int, root: Fraction) -> dict[X | Bottom, Fraction]:
    """The choosing mechanism at e^(eps/4) = root."""
    best = max(counts.values(), default=0)
    tail = root ** -abs(best - threshold) / 2
    passes = tail if best < threshold else 1 - tail
    if not counts:
        return {BOTTOM: Fraction(1)}
    total = sum(root**count for count in counts.values())
    found: dict[X | Bottom, Fraction] = {BOTTOM: 1 - passes}
    return found | {x: passes * root**count / total for x, count in counts.items()}


def mixed(parts: Iterable[tuple[Fraction, Masses]]) -> Masses:
    """A mixture."""
    total: Masses = {}
    for weight, masses in parts:
        for y, mass in masses.items():
            total[y] = total.get(y, Fraction(0)) + weight * mass
    return total


def climbed(
    rows: Rows, depth: int, trim: int, threshold: int, level: int, root: Fraction
) -> Masses:
    """From a level to a point of the domain, by steps 7 to 9 of Algorithm 1."""
    shift = depth - min(level, depth)

    def point(node: int | Bottom) -> Masses:
        if isinstance(node, Bottom):
            return NOTHING
        first, last = node << shift, ((node + 1) << shift) - 1
        middle = (first + last) // 2
        ends = {first, middle, middle + 1, last} if shift else {first}
        weights = {
            y: root ** (2 * min(sum(x <= y for x in rows), sum(x >= y for x in rows)))
            for y in ends
        }
        return {y: weight / sum(weights.values()) for y, weight in weights.items()}

    nodes = chosen(Counter(x >> shift for x in inner(rows, trim)), threshold, root)
    return mixed((mass, point(node)) for node, mass in nodes.items())


def single_path(
    rows: Rows, depth: int, trim: int, first: int, second: int, root: Fraction
) -> Masses:
    """OneRandomPath on S_d itself."""

    def up(level: int | Bottom) -> Masses:
        if isinstance(level, Bottom):
            return NOTHING
        return climbed(rows, depth, trim, second, level, root)

    return mixed(
        (mass * share, up(level))
        for levels, mass in random_embeddings(inner(rows, trim), depth, trim, root**4)
        for level, share in chosen(Counter(levels), first, root).items()
    )


def stopped_at(
    stop: int,
    databases: list[tuple[int, Rows]],
    trim: int,
    first: int,
    second: int,
    root: Fraction,
) -> Masses:
    """B_d: HeavyPaths with the stopping point d."""
    if stop == 1:
        return dict(chosen(Counter(databases[0][1]), first, root))
    depth, rows = databases[stop - 2]
    masses = single_path(rows, depth, trim, first, second, root)
    return translated(masses, databases[: stop - 2], trim, second, root)


def heavy_paths(
    stops: Masses,
    databases: list[tuple[int, Rows]],
    trim: int,
    first: int,
    second: int,
    root: Fraction,
) -> Masses:
    """HeavyPaths, from the law of the stopping point."""
    return mixed(
        (
            mass,
            NOTHING
            if isinstance(stop, Bottom)
            else stopped_at(stop, databases, trim, first, second, root),
        )
        for stop, mass in stops.items()
    )


def base_case(rows: Rows, depth: int, root: Fraction) -> Masses:
    """The exponential mechanism over 2^depth points."""
    weights = {
        y: root ** (2 * min(sum(x <= y for x in rows), sum(x >= y for x in rows)))
        for y in range(2**depth)
    }
    return {y: weight / sum(weights.values()) for y, weight in weights.items()}


def unrolled(rows: Rows, depth: int, trim: int, threshold: int, root: Fraction) -> Masses:
    """TreeLog as embedding steps, a base case, and as many translation steps."""
    ways: list[tuple[Fraction, list[tuple[int, Rows]]]] = [(Fraction(1), [(depth, rows)])]
    while 2 ** ways[0][1][-1][0] > 4:
        ways = [
            (mass * share, [*seen, (next_depth(seen[-1][0]), levels)])
            for mass, seen in ways
            for levels, share in random_embeddings(
                inner(seen[-1][1], trim), seen[-1][0], trim, root**4
            )
        ]
    parts = []
    for mass, [*seen, (m, last)] in ways:
        parts.append((mass, translated(base_case(last, m, root), seen, trim, threshold, root)))
    return mixed(parts)


def translated(
    masses: Masses, databases: list[tuple[int, Rows]], trim: int, threshold: int, root: Fraction
) -> Masses:
    """A point of the domain of the last database, lifted through all of them."""
    for depth, rows in reversed(databases):
        masses = mixed(
            (mass, lifted)
            for y, mass in masses.items()
            for lifted in [
                NOTHING
                if isinstance(y, Bottom)
                else climbed(rows, depth, trim, threshold, y, root)
            ]
        )
    return masses
