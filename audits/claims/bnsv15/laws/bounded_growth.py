"""Every quality function of k-bounded growth on a few databases, and functions that are not."""

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


@dataclass(frozen=True)
class Growth:
    """How qualities may grow when a row is added, and where they start."""

    start: int = 0
    """The quality of the empty database."""

    steps: tuple[int, ...] = (0, 1)
    """What an added row may add to a quality."""

    more: int = 0
    """How many solutions beyond k an added row may make better."""

    def __call__(self, growth: int, solutions: int) -> Iterator[Table]:
        """Every such quality function, up to the order of the solutions."""
        singles = [*self._singles()]
        for chosen in combinations_with_replacement(singles, solutions):
            table = dict(zip(SMALL, zip(*chosen, strict=True), strict=True))
            if all(_raised(table, *pair) <= growth + self.more for pair in ADDED):
                yield table

    def _singles(self) -> Iterator[Vector]:
        """The qualities of one solution on the databases."""
        most = self.start + 2 * max(self.steps)
        for rest in product(range(most + 1), repeat=len(SMALL) - 1):
            value = dict(zip(SMALL, (self.start, *rest), strict=True))
            if all(value[larger] - value[rows] in self.steps for rows, larger in ADDED):
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
