"""A table of laws whose outputs contain continuous values: a density for each output.

It is made of the laws of `Recorded(mechanism)`, whose outcomes are branches.  All laws are in one
unit u = eps/(parts m), for which break points and centres are integers.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import pairwise
from math import lcm
from typing import Generic, TypeAlias, TypeVar

from audits.evidence.certificates import database_json, universe_json
from audits.evidence.labels import labels
from audits.evidence.table import LawTable
from audits.evidence.verdict import Json
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.exponential_polynomial import ExponentialPolynomial, integral
from reference.exact.field import R
from reference.probability.continuous import UndrawnError
from reference.probability.densities import (
    ONE_NOISE,
    Branch,
    Laplacian,
    Part,
    ReleasedLaw,
    released,
    unmarked,
)
from reference.probability.dist import Dist, X
from reference.probability.outcome import Key, key, outcome
from reference.probability.piecewise import Piece, Piecewise

D = TypeVar("D", bound=Hashable)
E = ExponentialPolynomial
NOTHING = E.of(0)

Gap: TypeAlias = tuple[int | None, int | None]
"""Two break points that follow each other; None for no end."""


@dataclass(frozen=True, slots=True)
class ValueTable(Generic[D]):
    """Laws of outputs with continuous values on all databases of a universe."""

    table: LawTable[D, Hashable, ExponentialFunction]
    """The laws of `Recorded(mechanism)`."""

    outcomes: tuple[Key[Hashable], ...]
    laws: tuple[ReleasedLaw, ...]
    """For each database, all in one unit."""

    breaks: tuple[tuple[int, ...] | None, ...]
    """For each outcome the break points of its densities on all databases; None: no value."""

    free: tuple[tuple[tuple[Laplacian, ...], ...], ...]
    """For each database and outcome the free values, those of another database if it is never."""

    @property
    def unit(self) -> int:
        """The number m."""
        return self.laws[0].unit

    def density(self, position: int, y: int) -> Piecewise:
        """Of an outcome with a value."""
        found = self.part(position, y)
        assert isinstance(found, Piecewise)
        return found

    def part(self, position: int, y: int) -> Part:
        """Of an outcome on the database at a position: the density, or the probability."""
        nothing = NOTHING if self.breaks[y] is None else Piecewise((), ({},))
        return self.laws[position].parts.get(self.outcomes[y], nothing)

    def gaps(self, y: int) -> list[Gap]:
        """Between the break points of an outcome with a value."""
        return list(pairwise((None, *(self.breaks[y] or ()), None)))

    def pieces(self, position: int, y: int) -> list[Piece]:
        """The density of an outcome, between its break points."""
        return self.density(position, y).on(self.breaks[y] or ())


def value_table(table: LawTable[D, X, R]) -> ValueTable[D] | None:
    """The densities of released values, from the laws of `Recorded(mechanism)`; None without any.

    Raises:
        UndrawnError: if a released value is Gumbel noise, or if a value is free, or of some scale,
            on one branch and not on another.
    """
    if not any(isinstance(x, Branch) for x in table.outcomes):
        return None
    continuous: object = table
    assert isinstance(continuous, LawTable)
    known: dict[tuple[Branch, int], Piecewise] = {}
    keys = [key(x) for x in table.outcomes]
    laws = [
        released(Dist.keyed({keys[y]: w for y, w in row.items()}, table.field), known)
        for row in table.rows
    ]
    m = lcm(*(law.unit for law in laws))
    laws = [law.refined(m // law.unit) for law in laws]
    outcomes = {y: None for law in laws for y in law.parts}
    breaks: list[tuple[int, ...] | None] = []
    for y in outcomes:
        parts = [law.parts[y] for law in laws if y in law.parts]
        ends = {b for part in parts if isinstance(part, Piecewise) for b in part.breaks}
        breaks.append(tuple(sorted(ends)) or None)
    some = {y: free for law in laws for y, free in law.free.items()}
    free = tuple(tuple(law.free.get(y, some[y]) for y in outcomes) for law in laws)
    known_as = {key(unmarked(outcome(y))) for y in outcomes}
    scales = {tuple(tuple(x.rate for x in apart) for apart in row) for row in free}
    if len(known_as) < len(outcomes) or len(scales) > 1:
        raise UndrawnError(ONE_NOISE)
    return ValueTable(continuous, tuple(outcomes), tuple(laws), tuple(breaks), free)


def chance_of(part: Part) -> ExponentialPolynomial:
    """Of an output without a value."""
    assert isinstance(part, E)
    return part


def densities_json(values: ValueTable[D]) -> dict[str, Json]:
    """The universe, the outcomes, their break points, and the densities between these."""
    table, outcomes = values.table, range(len(values.outcomes))
    laws: list[Json] = []
    for i, law in enumerate(values.laws):
        found: list[list[Piece]] = [
            [{(0, 0): chance_of(values.part(i, y))}]
            if values.breaks[y] is None
            else values.pieces(i, y)
            for y in outcomes
        ]
        flat = [c for pieces in found for piece in pieces for c in piece.values()]
        whole, *coefficients = integral([law.total, *flat])
        following = iter(coefficients)
        written: list[Json] = []
        for y, pieces in enumerate(found):
            terms = [
                sorted((i, m, j, k, c) for i, m in piece for (j, k), c in next(following).items())
                for piece in pieces
            ]
            alone = values.breaks[y] is None
            numbers: list[list[Json]] = [
                [[*term[2:]] if alone else [*term] for term in piece] for piece in terms
            ]
            written.append(numbers[0] if alone else [*numbers])
        laws.append(
            {
                "database": database_json(table, i),
                "total": [[j, k, c] for (j, k), c in sorted(whole.items())],
                "free": [[[*x] for x in apart] for apart in values.free[i]],
                "densities": written,
            }
        )
    return {
        "universe": universe_json(table.universe),
        "outcomes": list[Json](labels(map(outcome, values.outcomes))),
        "breaks": [None if ends is None else [*ends] for ends in values.breaks],
        "laws": laws,
    }
