"""Databases, which of them are adjacent, and for each one the law of a mechanism on it."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations_with_replacement, islice, product
from typing import NamedTuple

from audits.kernel.exponential import EveryEps
from audits.kernel.polynomial import PAIRS, STEP, Law, Poly, Range, Ratio
from audits.kernel.reading import MOST_VALUES, Facts, Fields, Node, within

Database = tuple[int, ...]
Where = Range | EveryEps
Proof = Callable[[Fields, Where], Facts]

MOST_ROWS = 10**4


class Universe(NamedTuple):
    """Databases of so many rows; a row v may change to the values related[v]."""

    rows: range
    sets: bool
    moves: str
    related: Sequence[Collection[int]]

    def databases(self) -> Iterator[Database]:
        """Every database once: by the number of rows, then in lexicographic order."""
        base = range(len(self.related))
        for n in self.rows:
            some = combinations_with_replacement(base, n)
            yield from some if self.sets else product(base, repeat=n)

    def has_size(self, size: int) -> bool:
        """Whether the universe has this many databases."""
        within(MOST_VALUES, size * (self.rows[-1] + 1), "rows of all databases")
        return sum(1 for _ in islice(self.databases(), size + 1)) == size

    def work(self) -> int:
        """Steps to list the databases adjacent to one (2^64 stands for any number above)."""
        rows, reach = self.rows[-1], max(map(len, self.related), default=0)
        places = min(rows + 1, len(self.related)) if self.sets else rows + 1
        all_move = self.moves == "replace-all"
        count = (reach + 1) ** min(rows, 64) if all_move else places * reach
        return count * (STEP + rows)

    def complete(self) -> bool:
        """Whether each two databases are adjacent (it may say no where they are)."""
        values, one_row = len(self.related), self.moves == "replace-one" and self.rows[-1] == 1
        every = all(len(near) + (v not in near) == values for v, near in enumerate(self.related))
        return every and len(self.rows) == 1 and (one_row or self.moves == "replace-all")

    def later(self, one: Database) -> Iterator[Database]:
        """The adjacent databases after this one, each once; of equal rows the last one moves."""
        if self.moves == "replace-all":
            near = product(*({v, *self.related[v]} for v in one))
            yield from (other for other in near if other > one)
        elif self.moves == "replace-one":
            for i, v in enumerate(one):
                if not self.sets or one[i + 1 : i + 2] != (v,):
                    before, after = one[:i], one[i + 1 :]
                    larger = [(*before, w, *after) for w in self.related[v] if w > v]
                    yield from map(self._ordered, larger)
        elif len(one) + 1 in self.rows:
            for i in range(len(one) if self.sets else 0, len(one) + 1):
                values = [w for w in range(len(self.related)) if one[i : i + 1] != (w,)]
                yield from (self._ordered((*one[:i], w, *one[i:])) for w in values)

    def adjacent(self, one: Database, other: Database, scope: Where) -> bool:
        """Whether the two databases are adjacent."""
        if self.moves == "replace-all":
            steps = [(v, w) for v, w in zip(one, other, strict=False) if v != w]
            related = len(one) == len(other) and all(w in self.related[v] for v, w in steps)
            return related and steps != []
        scope.spend(PAIRS, 2 * self.work())
        return other in self.later(one) or one in self.later(other)

    def _ordered(self, rows: Database) -> Database:
        return tuple(sorted(rows)) if self.sets else rows

    def database(self, node: Node) -> Database:
        """A list of rows, in non-decreasing order for multisets."""
        rows = node.integers()
        inside = len(rows) in self.rows and all(0 <= v < len(self.related) for v in rows)
        node.require(inside and rows == self._ordered(rows), "UnknownDatabase")
        return rows


def read_universe(node: Node) -> Universe:
    """{"values", "rows", "order", "moves", "related"}."""
    labels, sizes, orders, move, pairs = node.fields("values rows order moves related").values()
    values, (least, most) = labels.labels(), sizes.integers(2)
    sizes.require(0 <= least <= most, "BadUniverse")
    within(MOST_ROWS, most, "rows")
    sets = orders.of(str, "multiset", "sequence") == "multiset"
    moves = move.of(str, "replace-one", "replace-all", "add-remove-one")
    complete = pairs.value == "complete"
    defined = {"replace-one": True, "replace-all": not sets, "add-remove-one": complete}
    node.require(defined[moves], "BadUniverse")
    links: list[set[int]] = [set() for _ in range(0 if complete else values)]
    for pair in () if complete else pairs.items():
        v, w = pair.indices(values, 2)
        pair.require(w not in links[v], "BadUniverse")
        links[v].add(w)
        links[w].add(v)
    related = [range(values)] * values if complete else links
    return Universe(range(least, most + 1), sets, moves, related)


def relation(universe: Node) -> str:
    """In words; databases of one row are adjacent as their values are listed."""
    _, sizes, _, moves, pairs = universe.fields("values rows order moves related").values()
    if pairs.value == "complete":
        return f"{moves.value}"
    way = "listed pairs" if sizes.value == [1, 1] else f"{moves.value} by listed pairs of values"
    return f"{way}, {len(pairs.of(list))} of them"


def signed(scope: Where, node: Node, relation: str) -> Poly:
    """A polynomial p with 0 < p, or 0 <= p, on the range."""
    p = scope.polynomial(node)
    if not (len(p) == 1 and p[0] > 0) and (p, relation) not in scope.known:
        reason = {"<=": "NegativeWeight", "<": "TotalNotPositive"}[relation]
        node.require(scope.shows(relation, [(p,)]), reason)
        scope.known.add((p, relation))
    return p


def ratio(scope: Where, node: Node) -> Ratio:
    """A rational; or {"num", "den"} with den > 0 on the range."""
    if isinstance(node.value, str):
        p, q = node.rational().as_integer_ratio()
        return (p,), (q,)
    num, den = node.fields("num den").values()
    return scope.polynomial(num), signed(scope, den, "<")


Table = tuple[Universe, int, dict[Database, Law]]  # and the number of outcomes


def read_table(fields: Fields, scope: Where, *, complete: bool = True) -> Table:
    """{"universe", "outcomes", "laws"}."""
    universe, outcomes = read_universe(fields["universe"]), fields["outcomes"].labels()
    nodes, laws = [*fields["laws"].items()], dict[Database, Law]()
    fields["laws"].require(nodes != [], "Trivial")
    fields["laws"].require(not complete or universe.has_size(len(nodes)), "MissingDatabase")
    for node in nodes:
        place, total, parts = node.fields("database total weights").values()
        database, whole = universe.database(place), signed(scope, total, "<")
        place.require(database not in laws, "RepeatedDatabase")
        weights = [signed(scope, weight, "<=") for weight in parts.items(outcomes)]
        total.require(scope.adds_up(whole, weights), "NotNormalised")
        laws[database] = (*weights, whole)
    return universe, outcomes, laws
