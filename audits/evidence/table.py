"""A table of laws: the exact output distribution on every database of a universe.

Engines decide from tables, certificates contain them; where a table came from (a mechanism of
the reference, the user's own class, a file) does not matter to either.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, repeat
from typing import Any, Generic, TypeVar

from reference.data.adjacency import Adjacency, RowAdjacency
from reference.exact.exponential_polynomial import at_unit
from reference.exact.field import RATIONAL_FUNCTIONS, RATIONALS, Field, R
from reference.exact.polynomial import (
    Weight,
    common_divisor,
    degree,
    evaluate,
    exact_quotient,
    identity,
    polynomial,
)
from reference.exact.rational_function import RationalFunction
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist, X
from reference.probability.law import (
    COMPARED,
    TOGETHER,
    DeterministicMechanismError,
    Examined,
    examine,
)
from reference.probability.outcome import Key, outcome
from reference.probability.provenance import ours
from reference.probability.replay import MOST_DRAWS, Laws, named

D = TypeVar("D", bound=Hashable)


ENOUGH_CALLS = 1000
"""How often code that is not ours is called, at least, if that takes no more than two seconds."""

AT_WORK: list[object] = []
"""What a worker process works on; empty while it waits."""


class TooManyDatabasesError(ValueError):
    """The universe is larger than the limit on databases."""


@dataclass(frozen=True, slots=True)
class LawTable(Generic[D, X, R]):
    """Laws on all databases of a universe, with outcomes numbered.

    Build it with `tabulate` or `from_laws`.
    """

    universe: Adjacency[D]
    databases: tuple[D, ...]
    outcomes: tuple[X, ...]
    rows: tuple[dict[int, Weight], ...]
    """For each database, the positive weights by number of the outcome."""

    totals: tuple[Weight, ...]
    field: Field[R]

    def at(self, root: Fraction) -> LawTable[D, X, Fraction]:
        """The table of numbers at r = root."""
        rows: list[dict[int, Weight]] = []
        totals: list[Weight] = []
        for position, total in enumerate(self.totals):
            row: dict[int, Weight] = self.rows[position]
            scale = root.denominator ** max(degree(w) for w in (*row.values(), total))
            rows.append({y: int(evaluate(w, root) * scale) for y, w in row.items()})
            totals.append(int(evaluate(total, root) * scale))
        return LawTable(
            self.universe, self.databases, self.outcomes, tuple(rows), tuple(totals), RATIONALS
        )

    def at_unit(self, u: Fraction) -> LawTable[D, X, RationalFunction]:
        """The table of functions of r = e^u that it is at a rational u > 0.

        Laws with the same total have the same total again, so that weights can be compared.
        """
        groups: dict[object, list[int]] = {}
        for position, shared in enumerate(self.totals):
            groups.setdefault(identity(shared), []).append(position)
        rows: dict[int, dict[int, Weight]] = {}
        totals: dict[int, Weight] = {}
        for group in groups.values():
            laws: list[tuple[int, dict[int, Weight]]] = [(i, self.rows[i]) for i in group]
            weights: dict[object, Weight] = {
                identity(w): w for _, row in laws for w in row.values()
            }
            total: Weight = self.totals[group[0]]
            whole, *parts = at_unit((total, *weights.values()), u)
            known = {w: polynomial(part) for w, part in zip(weights, parts, strict=True)}
            for i, row in laws:
                rows[i] = {y: known[identity(w)] for y, w in row.items()}
                totals[i] = polynomial(whole)
        order = range(len(self.rows))
        return LawTable(
            *(self.universe, self.databases, self.outcomes),
            *(tuple(rows[i] for i in order), tuple(totals[i] for i in order)),
            RATIONAL_FUNCTIONS,
        )

    def in_lowest_terms(
        self: LawTable[D, X, RationalFunction], positions: Iterable[int], at: Fraction
    ) -> LawTable[D, X, RationalFunction]:
        """The table with the laws at some positions in lowest terms.

        Args:
            positions: of databases.
            at: a value of r at which totals are to stay positive.
        """
        rows, totals = list(self.rows), list(self.totals)
        for i in positions:
            divisor: Weight = totals[i]
            for w in rows[i].values():
                divisor = common_divisor(divisor, w)
            if evaluate(divisor, at) < 0:
                divisor = -divisor
            rows[i] = {y: exact_quotient(w, divisor) for y, w in rows[i].items()}
            totals[i] = exact_quotient(totals[i], divisor)
        return replace(self, rows=tuple(rows), totals=tuple(totals))

    def distinct(self) -> tuple[list[int], list[int]]:
        """For each database a number of its law, and for each such number one database."""
        numbers: dict[object, int] = {}
        first: list[int] = []
        law_of: list[int] = []
        for position, total in enumerate(self.totals):
            key = (
                identity(total),
                frozenset((y, identity(w)) for y, w in self.rows[position].items()),
            )
            number = numbers.setdefault(key, len(numbers))
            if number == len(first):
                first.append(position)
            law_of.append(number)
        return law_of, first

    def laws(self) -> list[Dist[int, R]]:
        """The laws as distributions of the numbers of the outcomes."""
        return [Dist(row, self.field) for row in self.rows]

    def probability(self, database: int, event: Iterable[int]) -> R:
        """The probability of an event (numbers of outcomes) on the database at a position."""
        mass: Weight = 0
        for y in event:
            mass = mass + self.rows[database].get(y, 0)
        return self.field.quotient(mass, self.totals[database])


def tabulate(
    mechanism: Mechanism[D, X, R],
    universe: Adjacency[D],
    *,
    at_most: int = 2_000_000,
    most_draws: int = MOST_DRAWS,
    deterministic: bool = False,
    executor: Executor | None = None,
    done: Callable[[int], None] = lambda _: None,
) -> LawTable[D, X, R]:
    """The laws of the mechanism on every database of the universe.

    Args:
        mechanism: what is called on each database.
        universe: the databases.
        at_most: the largest number of databases that is tried.
        most_draws: the largest number of draws on one branch.
        deterministic: whether a mechanism that is not ours may do without any draw, as it also
            may if it has an attribute `deterministic` that is true.
        executor: where the work is done in chunks; None for here and now.
        done: called with the number of databases finished since the last call.

    Raises:
        TooManyDatabasesError: before any work, if there are more than `at_most` databases.
        DeterministicMechanismError: if it draws nothing on any database, and should.
        ArithmeticError: and the other errors of `law`.
    """
    refuse_large(universe, at_most)
    databases = tuple(universe.databases())
    chunks = [databases[i : i + TOGETHER] for i in range(0, len(databases), TOGETHER)]
    parts: Iterable[Examined[X, R]]
    known: object = universe
    unordered = isinstance(known, RowAdjacency) and not known.ordered
    if executor is not None:
        parts = _side_by_side(mechanism, chunks, unordered, most_draws, done, executor)
    elif ours(mechanism):
        return from_laws(
            universe, databases, _one_after_another(mechanism, chunks, most_draws, done)
        )
    else:
        parts = [
            examine(
                mechanism,
                databases,
                calls=ENOUGH_CALLS,
                rewritten=_rewritten(databases, unordered),
                most_draws=most_draws,
                done=done,
            )
        ]
    draws = deterministic

    def found() -> Iterator[Dist[X, R]]:
        nonlocal draws
        for part in parts:
            yield from part.laws
            draws = draws or part.draws

    table = from_laws(universe, databases, found())
    if not draws:
        raise DeterministicMechanismError(
            f"{named(mechanism)} draws nothing on any of the {len(databases)} databases: "
            "randomness comes from `coins`; if none is meant, use --deterministic, or say "
            "`deterministic = True` in the class"
        )
    return table


def from_laws(
    universe: Adjacency[D], databases: Sequence[D], found: Iterable[Dist[X, R]]
) -> LawTable[D, X, R]:
    """The table of the given laws, one for each database in the order of the universe."""
    numbers: dict[Key[X], int] = {}
    rows: list[dict[int, Weight]] = []
    totals: list[Weight] = []
    fields: list[Field[R]] = []
    for dist in found:
        rows.append({numbers.setdefault(k, len(numbers)): w for k, w in dist.by_key.items()})
        totals.append(dist.total)
        if not fields or dist.field.symbolic:
            fields[:] = [dist.field]
    outcomes = tuple([outcome(known) for known in numbers])
    return LawTable(universe, tuple(databases), outcomes, tuple(rows), tuple(totals), fields[0])


def _one_after_another(
    mechanism: Mechanism[D, X, R],
    chunks: Sequence[Sequence[D]],
    most_draws: int,
    done: Callable[[int], None],
) -> Iterator[Dist[X, R]]:
    shared: Laws[R] = Laws(most_draws)
    for chunk in chunks:
        for database in chunk:
            yield shared.of(mechanism, database)
        done(len(chunk))


def _side_by_side(
    mechanism: Mechanism[D, X, R],
    chunks: Sequence[Sequence[D]],
    unordered: bool,
    most_draws: int,
    done: Callable[[int], None],
    executor: Executor,
) -> Iterator[Examined[X, R]]:
    given = repeat(mechanism), chunks, repeat(unordered), repeat(most_draws)
    for found in executor.map(_examined, *given):
        yield found
        done(len(found.laws))


def _examined(
    mechanism: Mechanism[D, X, R], chunk: Sequence[D], unordered: bool, most_draws: int
) -> Examined[X, R]:
    AT_WORK.append(mechanism)
    try:
        rewritten = _rewritten(chunk, unordered)
        return examine(
            mechanism, chunk, calls=ENOUGH_CALLS, rewritten=rewritten, most_draws=most_draws
        )
    finally:
        AT_WORK.pop()


def _rewritten(databases: Sequence[D], unordered: bool) -> Sequence[Sequence[D]] | None:
    """Multisets with their rows in other orders; None for sequences, whose order matters.

    After the first databases there is one other order for each, of the several in turn.
    """
    if not unordered:
        return None
    orders = [other_orders(database) for database in databases]
    later = [(found[i % len(found)],) for i, found in enumerate(orders)]
    return [*orders[:COMPARED], *later[COMPARED:]]


def other_orders(database: D) -> Sequence[D]:
    """All other orders of up to three rows; of more the reverse, and one that is no rotation.

    There, rows are dealt out in turn to two hands, and read backwards: equal rows are torn apart.
    """
    if not isinstance(database, tuple):
        return [database]
    dealt = (database[::2] + database[1::2])[::-1]
    orders: Iterable[Any] = (database[::-1], dealt)
    if len(database) <= 3:
        orders = permutations(database)
    return [order for order in dict.fromkeys(orders) if order != database] or [database]


LONGEST_COUNT = 128
"""Binary digits of a number of databases that is written out."""


MOST_ROWS_EACH = 25
"""Rows for each database that may be listed."""


def refuse_large(universe: Adjacency[D], at_most: int) -> None:
    """Refuse a universe with more than `at_most` databases, or far more rows in all of them.

    Raises:
        TooManyDatabasesError: naming both numbers.
    """
    count = universe.database_count
    if count > at_most:
        power = count.bit_length() - 1
        words = f"{count}" if power < LONGEST_COUNT else f"at least 2^{power}"
        raise TooManyDatabasesError(
            f"{words} databases: the limit is {at_most} (--max-databases raises it)"
        )
    rows: int = getattr(universe, "at_most", 0)
    if count * rows > (most := MOST_ROWS_EACH * at_most):
        raise TooManyDatabasesError(
            f"{count} databases of {rows} rows: the limit is {most} rows in all "
            "(--max-databases raises it)"
        )
