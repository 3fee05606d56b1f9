"""Databases, which of them are adjacent, and for each one the law of a mechanism on it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import TypeAlias

from audits.kernel import refusals
from audits.kernel.polynomial import ZERO, Polynomial, Range, proved
from audits.kernel.reading import Node
from audits.kernel.refusals import require

Database: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Universe:
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
        """Whether the other is a neighbour; if all rows move, there are too many to list."""
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
        inside = len(rows) in self.rows and set(rows) <= {*range(len(self.related))}
        known = inside and rows == self.ordered(rows)
        require(known, refusals.UnknownDatabase, f"{node.path} = {rows} is not in the universe")
        return rows


def read_universe(node: Node) -> Universe:
    """{"values", "rows", "order", "moves", "related"}."""
    fields = node.fields("values rows order moves related")
    values = range(len(fields["values"].labels()))
    least, most = (item.of(int) for item in fields["rows"].items(2))
    sizes = 0 <= least <= most <= 10**6
    require(sizes, refusals.BadUniverse, f"{node.path}.rows must be 0 <= lo <= hi <= 10^6")
    order = fields["order"].word("multiset", "sequence")
    moves = fields["moves"].word("one", "all", "add-remove")
    complete = fields["related"].value == "complete"
    defined = complete if moves == "add-remove" else moves == "one" or order == "sequence"
    require(defined, refusals.BadUniverse, f"{node.path}: order, moves, related do not fit")
    related = [{*values} - {v} if complete else set() for v in values]
    for pair in [] if complete else fields["related"].items():
        v, w = pair.indices(len(values), 2)
        require(w not in related[v], refusals.BadUniverse, f"{pair.path} is listed twice")
        related[v].add(w)
        related[w].add(v)
    return Universe(range(least, most + 1), order, moves, related)


@dataclass(frozen=True, slots=True)
class Law:
    """The distribution that gives outcome y the probability weights[y] / total."""

    total: Polynomial
    weights: tuple[Polynomial, ...]

    def weight(self, event: Iterable[int]) -> Polynomial:
        """The probability of a set of outcomes, times the total."""
        return sum((self.weights[y] for y in event), ZERO)


@dataclass(frozen=True, slots=True)
class Table:
    """The laws on all or, if not complete, on some databases of a universe."""

    universe: Universe
    outcomes: range
    laws: dict[Database, Law]


def read_table(fields: dict[str, Node], scope: Range, *, complete: bool = True) -> Table:
    """The laws on (all) databases of "universe", each with a weight for every one of "outcomes"."""
    universe, outcomes = read_universe(fields["universe"]), range(len(fields["outcomes"].labels()))
    laws: dict[Database, Law] = {}
    for node in fields["laws"].items():
        entry = node.fields("database total weights")
        database, total = universe.database(entry["database"]), scope.polynomial(entry["total"])
        weights = [scope.polynomial(weight) for weight in entry["weights"].items(len(outcomes))]
        law = Law(total, tuple(weights))
        signs = all(proved(ZERO, "<=", weight, scope.pieces) for weight in {*weights})
        require(database not in laws, refusals.RepeatedDatabase, f"{node.path} is repeated")
        require(signs, refusals.NegativeWeight, f"{node.path} may have a negative weight")
        positive = proved(ZERO, "<", total, scope.pieces)
        require(positive, refusals.TotalNotPositive, f"{node.path}.total may not be positive")
        normal = proved(law.weight(outcomes), "=", total, scope.pieces)
        require(normal, refusals.NotNormalised, f"{node.path} does not add up to its total")
        laws[database] = law
    for database in universe.databases() if complete else ():
        require(database in laws, refusals.MissingDatabase, f"{database} has no law")
    return Table(universe, outcomes, laws)
