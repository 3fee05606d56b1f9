"""Databases, which of them are adjacent, and for each one the law of a mechanism on it."""

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, product
from typing import NamedTuple, TypeAlias

from audits.kernel import refusals as no
from audits.kernel.polynomial import ZERO, Piece, Polynomial, polynomial, proved
from audits.kernel.reading import Node

Database: TypeAlias = tuple[int, ...]


class Universe(NamedTuple):
    """Databases of so many rows; a row v may change to the values in related[v]."""

    rows: range
    order: str
    moves: str
    related: list[set[int]]

    def databases(self) -> Iterator[Database]:
        """Every database once."""
        values = range(len(self.related))
        for n in self.rows:
            if self.order == "multiset":
                yield from combinations_with_replacement(values, n)
            else:
                yield from product(values, repeat=n)

    def neighbours(self, database: Database) -> set[Database]:
        """The databases one move away, the database itself excluded."""
        cuts = [(database[:i], v, database[i + 1 :]) for i, v in enumerate(database)]
        moved: Iterable[Database]
        if self.moves == "all":
            moved = product(*({v, *self.related[v]} for v in database))
        elif self.moves == "one":
            moved = ((*head, w, *tail) for head, v, tail in cuts for w in self.related[v])
        else:
            places, values = range(len(database) + 1), range(len(self.related))
            moved = {head + tail for head, _, tail in cuts}
            moved |= {(*database[:i], w, *database[i:]) for i in places for w in values}
        return {self.ordered(new) for new in moved if len(new) in self.rows} - {database}

    def adjacent(self, one: Database, other: Database) -> bool:
        """Whether the other is a neighbour; where all rows move there are too many to list."""
        if self.moves != "all" or len(one) != len(other):
            return other in self.neighbours(one)
        steps = {(v, w) for v, w in zip(one, other, strict=True) if v != w}
        return steps != set() and all(w in self.related[v] for v, w in steps)

    def ordered(self, rows: Database) -> Database:
        """The database that consists of these rows."""
        return tuple(sorted(rows)) if self.order == "multiset" else rows

    def database(self, node: Node) -> Database:
        """A list of rows, in non-decreasing order for multisets."""
        rows = tuple(item.of(int) for item in node.items())
        inside = len(rows) in self.rows and {*rows} <= {*range(len(self.related))}
        known = inside and rows == self.ordered(rows)
        node.require(known, no.UnknownDatabase, "be a database of the universe")
        return rows


def read_universe(node: Node) -> Universe:
    """{"values", "rows", "order", "moves", "related"}."""
    fields = node.fields("values rows order moves related")
    labels, rows, order_node, moves_node, pairs = fields.values()
    values, (least, most) = labels.labels(), (item.of(int) for item in rows.items(2))
    rows.require(0 <= least <= most <= 10**6, no.BadUniverse, "be 0 <= lo <= hi <= 10^6")
    order = order_node.of(str, "multiset", "sequence")
    moves = moves_node.of(str, "one", "all", "add-remove")
    complete = pairs.value == "complete"
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

    def weight(self, event: Iterable[int]) -> Polynomial:
        """The probability of a set of outcomes, times the total."""
        return sum((self.weights[y] for y in event), ZERO)


Table: TypeAlias = tuple[Universe, range, dict[Database, Law]]


def read_table(fields: dict[str, Node], scope: Piece, *, complete: bool = True) -> Table:
    """The universe, the positions of the outcomes, and the laws on (all) databases."""
    universe, outcomes = read_universe(fields["universe"]), fields["outcomes"].labels()
    laws: dict[Database, Law] = {}
    for node in fields["laws"].items():
        place, whole, parts = node.fields("database total weights").values()
        database, total = universe.database(place), polynomial(whole)
        law = Law(total, [polynomial(part) for part in parts.items(len(outcomes))])
        place.require(database not in laws, no.RepeatedDatabase, "have one law")
        signs = all(proved(ZERO, "<=", weight, scope) for weight in {*law.weights})
        parts.require(signs, no.NegativeWeight, "be >= 0")
        whole.require(proved(ZERO, "<", total, scope), no.TotalNotPositive, "be > 0")
        equal = proved(law.weight(outcomes), "=", total, scope)
        whole.require(equal, no.NotNormalised, "be the sum of the weights")
        laws[database] = law
    for database in universe.databases() if complete else ():
        if database not in laws:
            raise no.MissingDatabase(f"the database {database} has no law")
    return universe, outcomes, laws
