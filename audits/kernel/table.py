"""Databases, which of them are adjacent, and for each one the law of a mechanism on it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement, product, zip_longest
from math import comb
from typing import NamedTuple

from audits.kernel.polynomial import Polynomial, Range, Ratio, read_range, signed
from audits.kernel.reading import Fields, Node, within

Database = tuple[int, ...]

MOST_ROWS, MOST_PAIRS = 10**4, 10**7


class Universe(NamedTuple):
    """Databases of so many rows; a row v may change to the values links[v] (None: to any)."""

    rows: range
    values: int
    order: str
    moves: str
    links: list[set[int]] | None

    def databases(self) -> Iterator[Database]:
        """Every database once: by the number of rows, then in lexicographic order."""
        for n in self.rows:
            yield from self._of_size(n)

    def _of_size(self, n: int) -> Iterator[Database]:
        base, sets = range(self.values), self.order == "multiset"
        return combinations_with_replacement(base, n) if sets else product(base, repeat=n)

    def has_size(self, size: int) -> bool:
        """Whether it has so many databases."""
        found, v = 0, self.values
        for n in self.rows:
            found += v**n if self.order == "sequence" or not v else comb(v + n - 1, n)
            if found > size:
                break
        return found == size

    def pairs(self, number: dict[Database, int]) -> Iterator[tuple[int, int]]:
        """The numbers of every two adjacent databases, first that of the earlier one."""
        rows, reach = self.rows[-1], max(map(len, self.links or []), default=self.values)
        steps = (reach + 1) ** min(rows, 64) if self.moves == "replace-all" else (rows + 1) * reach
        within(MOST_PAIRS, len(number) * steps, "pairs of databases, by their bound")
        if self.moves == "replace-one":
            for n in self.rows:
                for rest in self._of_size(n - 1) if n else ():
                    for alike in self._enlarged(rest):
                        yield from self._linked([number[database] for database in alike])
        for one, i in number.items() if self.moves != "replace-one" else ():
            for other in self._later(one):
                yield i, number[other]

    def _enlarged(self, rest: Database) -> Iterator[list[Database]]:
        orders = self.order == "sequence" and self.values > 1
        for i in range(len(rest) + 1 if orders else 1):
            yield [self.ordered((*rest[:i], v, *rest[i:])) for v in range(self.values)]

    def _linked(self, numbers: list[int]) -> Iterable[tuple[int, int]]:
        if self.links is None:
            return combinations(numbers, 2)
        links = ((v, w) for v, near in enumerate(self.links) for w in near if w > v)
        return ((numbers[v], numbers[w]) for v, w in links)

    def _later(self, one: Database) -> set[Database]:
        if self.moves == "replace-all":
            near = product(*({v, *self._related(v)} for v in one))
            return {other for other in near if other > one}
        grows = len(one) + 1 in self.rows
        return {other for alike in self._enlarged(one) for other in alike} if grows else set()

    def _related(self, v: int) -> Iterable[int]:
        return range(self.values) if self.links is None else self.links[v]

    def adjacent(self, one: Database, other: Database) -> bool:
        """Whether the two databases are."""
        if self.moves == "add-remove-one":
            small, large = sorted((one, other), key=len)
            differing = (i for i, v in enumerate(small) if v != large[i])
            i = next(differing, len(small))
            return len(large) == len(small) + 1 and small == large[:i] + large[i + 1 :]
        steps = [(v, w) for v, w in zip(one, other, strict=False) if v != w]
        if self.order == "multiset":
            gone, come = Counter(one) - Counter(other), Counter(other) - Counter(one)
            steps = [*zip(gone.elements(), come.elements(), strict=False)]
        few = len(steps) == 1 or (steps != [] and self.moves == "replace-all")
        return len(one) == len(other) and few and all(w in self._related(v) for v, w in steps)

    def ordered(self, rows: Database) -> Database:
        """The database that consists of these rows."""
        return tuple(sorted(rows)) if self.order == "multiset" else rows

    def database(self, node: Node) -> Database:
        """A list of rows, in non-decreasing order for multisets."""
        rows = node.integers()
        inside = len(rows) in self.rows and all(0 <= v < self.values for v in rows)
        proper = inside and rows == self.ordered(rows)
        node.require(proper, "UnknownDatabase", "be a database of the universe")
        return rows


def read_universe(node: Node) -> Universe:
    """{"values", "rows", "order", "moves", "related"}."""
    labels, sizes, orders, move, pairs = node.fields("values rows order moves related").values()
    values, (least, most) = labels.labels(), sizes.integers(2)
    sizes.require(0 <= least <= most, "BadUniverse", "be 0 <= lo <= hi")
    within(MOST_ROWS, most, "rows")
    order, complete = orders.of(str, "multiset", "sequence"), pairs.value == "complete"
    moves = move.of(str, "replace-one", "replace-all", "add-remove-one")
    defined = (
        complete if moves == "add-remove-one" else moves == "replace-one" or order == "sequence"
    )
    node.require(defined, "BadUniverse", "combine order, moves and related as defined")
    links: list[set[int]] = [set() for _ in range(0 if complete else values)]
    for pair in () if complete else pairs.items():
        v, w = pair.indices(values, 2)
        pair.require(w not in links[v], "BadUniverse", "be listed once")
        links[v].add(w)
        links[w].add(v)
    return Universe(range(least, most + 1), values, order, moves, None if complete else links)


Law = tuple[Polynomial, ...]  # the weight of each outcome, and the total


def probability(law: Law, event: Iterable[int]) -> Ratio:
    """The weight of the event over the total."""
    return Ratio(added(law[y] for y in event), law[-1])


def added(polynomials: Iterable[Polynomial]) -> Polynomial:
    """The sum."""
    columns = zip_longest(*(p.coefficients for p in polynomials), fillvalue=0)
    return Polynomial(tuple(map(sum, columns)))


Table = tuple[Range, Universe, int, dict[Database, Law]]


def read_table(fields: Fields, *, complete: bool = True) -> Table:
    """The range, the universe, the number of outcomes, and the laws on (all) databases."""
    scope, universe = read_range(fields), read_universe(fields["universe"])
    outcomes, laws = fields["outcomes"].labels(), dict[Database, Law]()
    nodes = [*fields["laws"].items()]
    fields["laws"].require(nodes != [], "Trivial", "have a member")
    enough = not complete or universe.has_size(len(nodes))
    fields["laws"].require(enough, "MissingDatabase", "be one for each database")
    for node in nodes:
        place, total, parts = node.fields("database total weights").values()
        database, whole = universe.database(place), signed(total, "<", scope)
        place.require(database not in laws, "RepeatedDatabase", "have one law")
        weights = [signed(weight, "<=", scope) for weight in parts.items(outcomes)]
        same = scope.proves(added(weights), "=", whole)
        total.require(same, "NotNormalised", "be the sum of the weights")
        laws[database] = (*weights, whole)
    return scope, universe, outcomes, laws
