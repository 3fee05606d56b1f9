"""The audit of laws that are enclosed: Gaussian and other continuous noise, at one eps.

Each outcome y has probabilities p- <= P(y) <= p+ and q- <= Q(y) <= q+ on two neighbours, and
e^eps is enclosed by x- and x+.  The least delta with P(E) <= x Q(E) + delta for all events E is

    at least  sum_y max(p- - x+ q+, 0) - x+ q*,   at most  sum_y max(p+ - x- q-, 0) + p*,

where p* and q* are above the probabilities of what was not followed: tails on the integers.

So privacy is decided with an interval for the least delta, on a grid that is made finer until the
delta that is asked for is not inside.  The kernel computes the enclosures again from the grid.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from audits.engines.privacy.pairs import Direction
from audits.evidence.certificates import (
    certificate,
    named,
    rows_json,
    stated,
    universe_facts,
    universe_json,
)
from audits.evidence.enclosed_table import EnclosedTable
from audits.evidence.labels import label, labels
from audits.evidence.verdict import (
    Evidence,
    Facts,
    Holds,
    Json,
    Refuted,
    Scope,
    Undecided,
    Verdict,
)
from reference.exact.exponential import exp_bounds
from reference.exact.interval import Ends
from reference.override import override
from reference.probability.dist import X
from reference.probability.enclosed import Grid, scale_of
from reference.probability.integer_gaussian import IntegerGaussian

D = TypeVar("D", bound=Hashable)


NARROW = Fraction(1, 1000)
"""Grids become finer until all is decided, and the least delta is known so closely."""

KERNEL_BITS = 60
"""Binary digits to which the kernel rounds."""


@dataclass(frozen=True, slots=True)
class Factor:
    """x >= 1: a rational, or e^loss for a rational loss >= 0.

    Raises:
        ValueError: for x < 1.
    """

    value: Fraction
    exponential: bool
    """Whether it is the loss that is given."""

    def __post_init__(self) -> None:
        if self.value < (0 if self.exponential else 1):
            raise ValueError(f"e^eps {self}: it is at least 1")

    @override
    def __str__(self) -> str:
        return f"e^({self.value})" if self.exponential else str(self.value)

    def ends(self) -> Ends:
        """Rationals below and above it."""
        return (
            exp_bounds(self.value, KERNEL_BITS) if self.exponential else (self.value, self.value)
        )

    def json(self) -> Json:
        """As the kernel reads it."""
        return {"exp": str(self.value)} if self.exponential else str(self.value)


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict, and what is known of the least delta."""

    verdict: Verdict
    least_delta: Ends
    step: Fraction
    """Of the grid."""


def audit_enclosed(
    table: EnclosedTable[D, X],
    factor: Factor,
    delta: Fraction,
    subject: str,
    direction: Direction = Direction.BOTH,
) -> Answer:
    """Whether P(E) <= x Q(E) + delta for all neighbours and all events E.

    Args:
        table: the branches of the mechanism.
        factor: x.
        delta: in [0, 1).
        subject: what is audited, in words, for the certificate.
        direction: which ordered pairs of neighbours are meant.
    """
    words = "" if direction is Direction.BOTH else f", {direction.value}"
    bound = f"{named(table.universe)}{words}, e^eps = {factor}, delta = {delta}"
    scope = Scope(bound, len(table.databases), direction.count(table.universe))
    verdict: Verdict = Undecided(scope, "the coarsest grid has too many cells")
    low, high, step = Fraction(0), Fraction(1), Fraction(0)
    for grid in table.grids():
        laws, step = table.enclosures(grid), grid.step
        (least, worst), most = _least(table, laws, factor, direction)
        low, high = max(low, least), min(high, most)
        if isinstance(verdict, Undecided):
            fields = _fields(table, grid) | {"exp_eps": factor.json(), "delta": str(delta)}
            if most <= delta:
                verdict = _holds(table, fields, subject, scope, direction)
            elif least > delta:
                verdict = _refuted(table, laws, worst, fields, factor, subject, scope)
            else:
                verdict = Undecided(scope, "delta is inside what is known of the least one")
        if not isinstance(verdict, Undecided) and high - low <= NARROW:
            break
    return Answer(verdict, (low, high), step)


def _holds(
    table: EnclosedTable[D, X],
    fields: dict[str, Json],
    subject: str,
    scope: Scope,
    direction: Direction,
) -> Verdict:
    laws = _laws(table, range(len(table.databases)))
    held: dict[str, Json] = {**fields, **laws, "direction": direction.value}
    sizes: Facts = {"databases": scope.databases, "pairs": scope.pairs}
    to_prove = {"kind": "enclosed", **sizes, **universe_facts(table.universe), **stated(held)}
    return Holds(scope, Evidence.ENCLOSED, certificate("enclosed", subject, held), to_prove)


def _least(
    table: EnclosedTable[D, X], laws: list[tuple[Ends, ...]], factor: Factor, direction: Direction
) -> tuple[tuple[Fraction, tuple[int, int]], Fraction]:
    """Bounds of the least delta for all pairs, with a pair that needs the lower one."""
    one = 2**KERNEL_BITS
    below, above = _outwards(factor.ends(), one)
    numbers: dict[object, int] = {}
    law_of = [numbers.setdefault(law, len(numbers)) for law in table.laws]
    first = {number: i for i, number in enumerate(law_of)}
    distinct = [[_outwards(ends, one) for ends in laws[first[p]]] for p in range(len(first))]
    low, high, worst = 0, 0, (0, 0)
    pairs = direction.oriented(table.universe.index_pairs())
    for (p, q), pair in {(law_of[i], law_of[j]): (i, j) for i, j in pairs}.items():
        if p == q and distinct[p][-1] == (0, 0):  # equal enclosures would not be enough
            continue
        both = list(zip(distinct[p], distinct[q], strict=True))
        least = sum([max(one * a - above * d, 0) for (a, _), (_, d) in both])
        least -= above * distinct[q][-1][1]
        high = max(high, sum([max(one * b - below * c, 0) for (_, b), (c, _) in both]))
        if least > low:
            low, worst = least, pair
    return (Fraction(low, one * one), worst), Fraction(high, one * one)


def _outwards(ends: Ends, one: int) -> tuple[int, int]:
    """Bounds times a power of 2, rounded away from what is between them."""
    return int(ends[0] * one // 1), -int(-ends[1] * one // 1)


def _refuted(
    table: EnclosedTable[D, X],
    laws: list[tuple[Ends, ...]],
    worst: tuple[int, int],
    fields: dict[str, Json],
    factor: Factor,
    subject: str,
    scope: Scope,
) -> Verdict:
    (i, j), above = worst, factor.ends()[1]
    both = enumerate(zip(laws[i], laws[j], strict=True))
    event = [y for y, (p, q) in both if p[0] > above * q[1]]  # what was not followed has p[0] = 0
    held = fields | _laws(table, (i, j)) | {"event": list[Json](event)}
    names, sums = labels(table.outcomes), [[laws[k][y] for y in event] for k in (i, j)]
    witness: dict[str, Json] = {
        "databases": [label(table.databases[i]), label(table.databases[j])],
        "event": [names[y] for y in event],
        "probabilities": [
            shown((sum((a for a, _ in ends), Fraction(0)), sum((b for _, b in ends), Fraction(0))))
            for ends in sums
        ],
        "exp_eps": str(factor),
        "delta": fields["delta"],
    }
    to_prove = {"kind": "enclosed-refutation", **universe_facts(table.universe), **stated(held)}
    to_prove |= {"direction": "forward" if i < j else "backward"}
    proof = certificate("enclosed-refutation", subject, held)
    return Refuted(scope, Evidence.ENCLOSED, proof, to_prove, witness)


def _fields(table: EnclosedTable[D, X], grid: Grid) -> dict[str, Json]:
    """The universe, the outcomes and the grid."""
    numbers: dict[object, int] = {}
    noises: list[Json] = []
    orders: list[Json] = []
    for order in table.orders:
        for noise in order.noises:
            if noise.known_by not in numbers:
                numbers[noise.known_by] = len(noises)
                size = scale_of(noise, table.unit)
                if isinstance(noise, IntegerGaussian):
                    size = noise.variance
                noises.append([noise.known_by[0].lower(), str(size), grid.reach(noise)])
        triples: list[Json] = [[a, b, int(k / grid.step)] for a, b, k in order.orders]
        orders.append([[numbers[noise.known_by] for noise in order.noises], triples])
    return {
        "universe": universe_json(table.universe),
        "outcomes": list[Json](labels(table.outcomes)),
        "grid": {"step": str(grid.step), "noises": noises, "orders": orders},
    }


def _laws(table: EnclosedTable[D, X], chosen: range | tuple[int, int]) -> dict[str, Json]:
    """The branches on some of the databases."""
    found: list[Json] = []
    for i in chosen:
        place = rows_json(table.universe, table.databases[i], i)
        branches_: list[Json] = [[y, order, str(weight)] for y, order, weight in table.laws[i]]
        found.append({"database": place, "branches": branches_})
    return {"laws": found}


def shown(ends: Ends) -> str:
    """Bounds in words, with nine digits, rounded away from what is between them.

    >>> shown((Fraction(1, 3), Fraction(2, 3)))
    'from 0.333333333 to 0.666666667'
    """
    low, high = int(ends[0] * 10**9 // 1), -int(-ends[1] * 10**9 // 1)
    return "from " + " to ".join(f"{i // 10**9}.{i % 10**9:09}" for i in (low, high))
