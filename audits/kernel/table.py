"""Databases, which of them are adjacent, and for each one the law of a mechanism on it."""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations_with_replacement, product
from typing import NamedTuple
from audits.kernel import refusals as no
from audits.kernel.polynomial import ZERO, Piece, Polynomial, Ratio
from audits.kernel.polynomial import proved, read_range, signed
from audits.kernel.reading import Fields, Node

Database = tuple[int, ...]

class Universe(NamedTuple):
    """Databases of so many rows; a row v may change to the values in related[v]."""
    rows: range
    order: str
    moves: str
    related: list[set[int]]
    def databases(self) -> Iterator[Database]:
        """Every database once."""
        base, sets = range(len(self.related)), self.order == "multiset"
        for n in self.rows:
            yield from combinations_with_replacement(base, n) if sets else product(base, repeat=n)

    def neighbours(self, database: Database) -> set[Database]:
        """The databases one move away, the database itself excluded."""
        cuts = [(database[:i], database[i:]) for i in range(len(database) + 1)]
        more = ((*a, w, *b) for a, b in cuts for w in range(len(self.related)))
        moved: dict[str, Iterable[Database]] = {
            "one": ((*a, w, *b[1:]) for a, b in cuts[:-1] for w in self.related[b[0]]),
            "all": product(*({v, *self.related[v]} for v in database)),
            "add-remove": chain(more, (a + b[1:] for a, b in cuts)),
        }
        return {self.ordered(d) for d in moved[self.moves] if len(d) in self.rows} - {database}

    def adjacent(self, one: Database, other: Database) -> bool:
        """Whether the other is a neighbour; where all rows move there are too many to list."""
        if self.moves != "all" or len(one) != len(other): return other in self.neighbours(one)
        steps = {(v, w) for v, w in zip(one, other, strict=True) if v != w}
        return steps != set() and all(w in self.related[v] for v, w in steps)

    def ordered(self, rows: Database) -> Database:
        """The database that consists of these rows."""
        return tuple(sorted(rows)) if self.order == "multiset" else rows

    def database(self, node: Node) -> Database:
        """A list of rows, in non-decreasing order for multisets."""
        rows = tuple(item.of(int) for item in node.items())
        inside = len(rows) in self.rows and {*rows} <= {*range(len(self.related))}
        node.require(inside and rows == self.ordered(rows), no.UnknownDatabase, "be a database")
        return rows

def read_universe(node: Node) -> Universe:
    """{"values", "rows", "order", "moves", "related"}."""
    labels, rows, orders, move, pairs = node.fields("values rows order moves related").values()
    values, (least, most) = labels.labels(), (item.of(int) for item in rows.items(2))
    rows.require(0 <= least <= most <= 10**6, no.BadUniverse, "be 0 <= lo <= hi <= 10^6")
    order = orders.of(str, "multiset", "sequence")
    moves, complete = move.of(str, "one", "all", "add-remove"), pairs.value == "complete"
    defined = complete if moves == "add-remove" else moves == "one" or order == "sequence"
    node.require(defined, no.BadUniverse, "combine order, moves and related as the format allows")
    related = [{*values} - {v} if complete else set() for v in values]
    for pair in [] if complete else pairs.items():
        v, w = pair.indices(len(values), 2)
        pair.require(w not in related[v], no.BadUniverse, "be listed once")
        related[v].add(w)
        related[w].add(v)
    return Universe(range(least, most + 1), order, moves, related)

class Law(NamedTuple):
    """The distribution that gives outcome y the probability weights[y] / total."""
    total: Polynomial
    weights: list[Polynomial]
    def __call__(self, event: Iterable[int]) -> Ratio:
        return Ratio(sum((self.weights[y] for y in event), ZERO), self.total)

Table = tuple[Piece, Universe, range, dict[Database, Law]]
def read_table(fields: Fields, *, complete: bool = True) -> Table:
    """The range, the universe, the positions of the outcomes, and the laws on (all) databases."""
    scope, universe = read_range(fields.get("range")), read_universe(fields["universe"])
    outcomes, laws = fields["outcomes"].labels(), dict[Database, Law]()
    for node in fields["laws"].items():
        place, total, parts = node.fields("database total weights").values()
        database, weights = universe.database(place), parts.items(len(outcomes))
        place.require(database not in laws, no.RepeatedDatabase, "have one law")
        law = Law(signed(total, "<", scope), [signed(w, "<=", scope) for w in weights])
        total.require(proved(law(outcomes).num, "=", law.total, scope), no.NotNormalised)
        laws[database] = law
    for database in universe.databases() if complete else ():
        if database not in laws: raise no.MissingDatabase(f"the database {database} has no law")
    return scope, universe, outcomes, laws
