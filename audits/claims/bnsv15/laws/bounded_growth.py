"""Every quality function of k-bounded growth on a few databases."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.quality_vectors import Vector
from reference.data.adjacency import RowAdjacency

Table = dict[Rows, Vector]
"""The qualities of all solutions on each database."""

SMALL = (*(rows for n in range(3) for rows in combinations_with_replacement((0, 1), n)),)
"""The databases of at most two rows over two points, sorted."""

ADDED = (*((rows, tuple(sorted((*rows, x)))) for rows in SMALL if len(rows) < 2 for x in (0, 1)),)
"""Databases, and the same with one more row."""

NEIGHBOURS: tuple[RowAdjacency[int], ...] = (
    *(replace_one((0, 1), n) for n in (1, 2)),
    add_remove_one((0, 1), 2),
)


def growing(growth: int, solutions: int) -> Iterator[Table]:
    """Every quality function of k-bounded growth, up to the order of the solutions."""
    for chosen in combinations_with_replacement(_singles(), solutions):
        table = dict(zip(SMALL, zip(*chosen, strict=True), strict=True))
        if all(_raised(table, *pair) <= growth for pair in ADDED):
            yield table


def _singles() -> Iterator[Vector]:
    """The qualities of one solution on the databases, 0 on the empty one."""
    for rest in product(range(3), repeat=len(SMALL) - 1):
        value = dict(zip(SMALL, (0, *rest), strict=True))
        if all(value[larger] - value[rows] in {0, 1} for rows, larger in ADDED):
            yield tuple(value.values())


def _raised(table: Table, rows: Rows, larger: Rows) -> int:
    """How many solutions are better with the row."""
    return sum(after > before for before, after in zip(table[rows], table[larger], strict=True))


def offered(vector: Vector) -> frozenset[int]:
    """G: the solutions of quality at least 1."""
    return frozenset(f for f, q in enumerate(vector) if q >= 1)


def neighbouring() -> Iterator[tuple[Rows, Rows]]:
    """Ordered pairs: one row replaced, added or removed."""
    for universe in NEIGHBOURS:
        databases = [*universe.databases()]
        for i, j in universe.index_pairs():
            yield databases[i], databases[j]
            yield databases[j], databases[i]
