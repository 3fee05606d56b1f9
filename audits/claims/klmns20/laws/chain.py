"""Section 4 by a second route: the databases of all levels, and the laws of what reads them.

Nothing here calls the mechanisms or the tree of the reference: rows are split by their bits, and
probabilities are written as the formulas of the paper have them.
"""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.paths import passes

X = TypeVar("X")

Masses = dict[int | Bottom, Fraction]
"""A law: the probability of each outcome."""

Level = tuple[int, Rows]
"""A database S_d, with the depth of its tree."""

Levels = list[Level]

NOTHING: Masses = {BOTTOM: ONE}
"""Bottom, surely."""


def inner(rows: Rows, trim: int) -> Rows:
    """The rows but for so many at either end."""
    return tuple(sorted(rows))[trim : max(trim, len(rows) - trim)]


def fallen(rows: Rows, depth: int, trim: int) -> tuple[Rows, Rows]:
    """Of trimmed rows: the embedding by the heaviest path, and the rows below its last node."""
    levels: list[int] = []
    below, level = rows, 0
    while level < depth and len(below) > trim:
        bit = 1 << (depth - 1 - level)
        left, right = (tuple(x for x in below if bool(x & bit) is side) for side in (False, True))
        below, off = (right, left) if len(right) > len(left) else (left, right)
        levels += [level] * len(off)
        level += 1
    levels += [level] * len(below)
    return tuple(levels[: max(0, len(rows) - trim)]), below


def next_depth(depth: int) -> int:
    """The least m' such that the levels 0, ..., m are among 2^m' points."""
    return next(m for m in range(depth + 1) if 2**m > depth)


def chain(
    rows: Rows, depth: int, trim: int, halt: int, base: int = 4
) -> Iterator[tuple[int, Rows]]:
    """(m_d, S_d) for d = 1, 2, ...; the last is the one on which the construction halts."""
    rows = tuple(sorted(rows))
    yield depth, rows
    while len(rows) > halt and 2**depth > base:
        rows, _ = fallen(inner(rows, trim), depth, trim)
        depth = next_depth(depth)
        yield depth, rows


def most_frequent(rows: Rows) -> int:
    """How often the most frequent row occurs."""
    return max(map(rows.count, rows), default=0)


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
            yield whole[: max(0, len(rows) - trim)], ONE
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
    if not counts:
        return {BOTTOM: ONE}
    passed = passes(root, max(counts.values()) - threshold)
    total = sum(root**count for count in counts.values())
    found: dict[X | Bottom, Fraction] = {BOTTOM: 1 - passed}
    return found | {x: passed * root**count / total for x, count in counts.items()}


def mixed(parts: Iterable[tuple[Fraction, Masses]]) -> Masses:
    """A mixture."""
    total: Masses = {}
    for weight, masses in parts:
        for y, mass in masses.items():
            total[y] = total.get(y, Fraction(0)) + weight * mass
    return total


def climbed(
    rows: Rows,
    depth: int,
    trim: int,
    threshold: int,
    level: int | Bottom,
    root: Fraction,
    *,
    ends_only: bool = False,
) -> Masses:
    """From a level to a point of the domain, by steps 7 to 9 of Algorithm 1."""
    if isinstance(level, Bottom):
        return NOTHING
    shift = depth - min(level, depth)

    def point(node: int | Bottom) -> Masses:
        if isinstance(node, Bottom):
            return NOTHING
        first, last = node << shift, ((node + 1) << shift) - 1
        middle = (first + last) // 2
        inside = {middle, middle + 1} if shift and not ends_only else set()
        return deep({first, last} | inside, rows, root)

    nodes = chosen(Counter(x >> shift for x in inner(rows, trim)), threshold, root)
    return mixed((mass, point(node)) for node, mass in nodes.items())


def deep(points: Iterable[int], rows: Rows, root: Fraction) -> Masses:
    """The exponential mechanism over these points."""
    weights = {
        y: root ** (2 * min(sum(x <= y for x in rows), sum(x >= y for x in rows))) for y in points
    }
    return {y: weight / sum(weights.values()) for y, weight in weights.items()}


def single_path(
    rows: Rows, depth: int, trim: int, first: int, second: int, root: Fraction
) -> Masses:
    """OneRandomPath on S_d itself."""
    return mixed(
        (mass * share, climbed(rows, depth, trim, second, level, root))
        for levels, mass in random_embeddings(inner(rows, trim), depth, trim, root**4)
        for level, share in chosen(Counter(levels), first, root).items()
    )


def stopped_at(
    stop: int | Bottom, databases: Levels, trim: int, first: int, second: int, root: Fraction
) -> Masses:
    """B_d: HeavyPaths with the stopping point d."""
    if isinstance(stop, Bottom):
        return NOTHING
    if stop == 1:
        return dict(chosen(Counter(databases[0][1]), first, root))
    depth, rows = databases[stop - 2]
    masses = single_path(rows, depth, trim, first, second, root)
    return translated(masses, databases[: stop - 2], trim, second, root)


def heavy_paths(
    stops: Masses, databases: Levels, trim: int, first: int, second: int, root: Fraction
) -> Masses:
    """HeavyPaths, from the law of the stopping point."""
    return mixed(
        (mass, stopped_at(stop, databases, trim, first, second, root))
        for stop, mass in stops.items()
    )


def unrolled(
    rows: Rows, depth: int, trim: int, threshold: int, root: Fraction, base: int = 4
) -> Masses:
    """TreeLog as embedding steps, a base case, and as many translation steps."""
    ways: list[tuple[Fraction, Levels]] = [(ONE, [(depth, rows)])]
    while 2 ** ways[0][1][-1][0] > base:
        ways = [
            (mass * share, [*seen, (next_depth(seen[-1][0]), levels)])
            for mass, seen in ways
            for levels, share in random_embeddings(
                inner(seen[-1][1], trim), seen[-1][0], trim, root**4
            )
        ]
    return mixed(
        (mass, translated(deep(range(2**m), last, root), seen, trim, threshold, root))
        for mass, [*seen, (m, last)] in ways
    )


def simplified(rows: Rows, depth: int, threshold: int, root: Fraction, base: int = 4) -> Masses:
    """The simplified TreeLog: what stays at the leaf is not embedded, and ends are chosen only."""
    if 2**depth <= base:
        return deep(range(2**depth), rows, root)
    inside = partial(
        simplified, depth=next_depth(depth), threshold=threshold, root=root, base=base
    )
    return mixed(
        (mass * share, climbed(rows, depth, 0, threshold, level, root, ends_only=True))
        for levels, mass in random_embeddings(rows, depth, 0, root**4)
        for level, share in inside(tuple(fall for fall in levels if fall < depth)).items()
    )


def translated(
    masses: Masses, databases: Levels, trim: int, threshold: int, root: Fraction
) -> Masses:
    """A point of the domain of the last database, lifted through all of them."""
    for depth, rows in reversed(databases):
        masses = mixed(
            (mass, climbed(rows, depth, trim, threshold, y, root)) for y, mass in masses.items()
        )
    return masses
