"""Certificates as JSON objects, field by field as `audits/kernel/FORMAT.md` defines them."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from math import ceil, floor
from typing import TypeVar

from audits.evidence.labels import labels
from audits.evidence.table import LawTable
from audits.evidence.verdict import Certificate, Evidence, Facts, Json, laws_text
from reference.data.adjacency import LISTED, Adjacency, ListedAdjacency, Moves, RowAdjacency
from reference.exact.exponential import exp_bounds
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.exponential_polynomial import ExponentialPolynomial, integral
from reference.exact.field import R
from reference.exact.polynomial import Weight, coefficients
from reference.exact.rational_function import RationalFunction
from reference.probability.densities import Branch
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)
Number = Fraction | RationalFunction | ExponentialFunction

FORMAT = "exactdp-certificate 2"

DIGESTED = (
    *("universe", "outcomes", "breaks", "laws", "grid"),
    *("event", "good", "scores", "entries", "automaton"),
)
"""Members that a statement repeats as digests."""


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers r that a certificate speaks of: low <= r <= high."""

    low: Fraction = Fraction(1)
    high: Fraction | None = None
    """None: no upper end."""

    exponent: Fraction | None = None
    """q, if r stands for e^q, which the interval encloses."""

    def json(self) -> Json:
        """The range as the kernel reads it."""
        return {"from": str(self.low), "to": _optional(self.high), "exp": _optional(self.exponent)}

    @property
    def evidence(self) -> Evidence:
        """What laws as functions of r show on it: one eps, if r stands for one e^q."""
        return Evidence.ALL_EPSILON if self.exponent is None else Evidence.EXHAUSTIVE


EVERY_UNIT = "u > 0"
"""The range of laws with continuous noise: every u = eps/parts > 0, with r = e^u."""

PRECISIONS = (64, 128, 256, 512, 1024, 2048)
"""Bits tried in turn for an enclosure of e^q before a tie is reported."""


COARSE = (4, 8, 16, 32)
"""Binary digits of the ends that are tried first: with few, numbers that are checked are short."""


def enclosures(exponent: Fraction) -> Iterator[Range]:
    """Narrower and narrower ranges around r = e^exponent."""
    low, high = exp_bounds(exponent, COARSE[-1])
    for bits in COARSE:
        one = 2**bits
        yield Range(Fraction(floor(low * one), one), Fraction(ceil(high * one), one), exponent)
    for bits in PRECISIONS:
        yield Range(*exp_bounds(exponent, bits), exponent)


EVERY_EPSILON = Range()
"""r >= 1, that is, every eps >= 0."""


def certificate(kind: str, subject: str, fields: Mapping[str, Json]) -> Certificate:
    """A certificate of the given kind."""
    return {"format": FORMAT, "kind": kind, "subject": subject, **fields}


def stated(fields: Mapping[str, Json]) -> Facts:
    """What a certificate with these fields must say of them: the long ones by their digests.

    So a certificate about other laws, another event or other scores proves something else.
    """
    digests: dict[str, Json] = {key: digest(fields[key]) for key in DIGESTED if key in fields}
    short = {key: fields[key] for key in fields if key not in (*DIGESTED, "dual")}
    return {**short, "sha256": digests}


def table_fields(
    table: LawTable[D, X, R], databases: Iterable[int] | None = None
) -> dict[str, Json]:
    """The universe, the outcomes and the laws on some (default: all) of the databases.

    Raises:
        TypeError: if an outcome is a branch, which is more than what a mechanism puts out.
    """
    if any(isinstance(x, Branch) for x in table.outcomes):
        raise TypeError("laws with continuous values are no table of probabilities")
    chosen = range(len(table.databases)) if databases is None else databases
    return {
        "universe": universe_json(table.universe),
        "outcomes": list[Json](labels(table.outcomes)),
        "laws": [law_json(table, i) for i in chosen],
    }


def universe_json(universe: Adjacency[D]) -> Json:
    """The universe, which the kernel enumerates again for itself.

    Raises:
        TypeError: if the universe is of a kind that the kernel does not know.
    """
    known: object = universe
    if isinstance(known, RowAdjacency):
        return {
            "values": list[Json](labels(known.values)),
            "rows": [known.at_least, known.at_most],
            "order": "sequence" if known.ordered else "multiset",
            "moves": known.moves.value,
            "related": "complete" if known.related is None else [[i, j] for i, j in known.related],
        }
    if isinstance(known, ListedAdjacency):
        return {
            "values": list[Json](labels(known.labels)),
            "rows": [1, 1],
            "order": "sequence",
            "moves": Moves.ONE.value,
            "related": [[i, j] for i, j in known.links],
        }
    raise TypeError(f"{universe!r}: the kernel knows universes of rows and listed ones")


def universe_facts(universe: Adjacency[D]) -> Facts:
    """What the kernel says of the universe in words, computed without it."""
    known: object = universe
    if not isinstance(known, RowAdjacency):
        return {"relation": f"{LISTED}, {universe.pair_count // 2} of them"}
    moves, pairs = known.moves.value, known.related
    if pairs is None:
        return {"relation": moves}
    single = known.at_least == known.at_most == 1
    way = LISTED if single else f"{moves} by {LISTED} of values"
    return {"relation": f"{way}, {len(pairs)} of them"}


def named(universe: Adjacency[D]) -> str:
    """What the relation is called, and what the kernel says of it, if that is something else."""
    meant = str(universe_facts(universe)["relation"])
    return meant if meant.startswith(universe.name) else f"{universe.name} ({meant})"


def digest(value: Json) -> str:
    """The SHA-256 digest of a value, written as FORMAT.md says."""
    text = laws_text(value) or json.dumps(value, sort_keys=True)
    return sha256(text.encode()).hexdigest()


def database_json(table: LawTable[D, X, R], position: int) -> Json:
    """A database as positions of its rows among the values (or of itself in a list)."""
    return rows_json(table.universe, table.databases[position], position)


def rows_json(universe: Adjacency[D], database: D, position: int) -> Json:
    """The database of a universe at a position."""
    known: object = universe
    if isinstance(known, RowAdjacency):
        place = {value: i for i, value in enumerate(known.values)}
        return [place[row] for row in database] if isinstance(database, tuple) else []
    return [position]


def law_json(table: LawTable[D, X, R], position: int) -> Json:
    """The law on the database at a position."""
    row: dict[int, Weight] = table.rows[position]
    parts = [table.totals[position], *(row.get(y, 0) for y in range(len(table.outcomes)))]
    total, *weights = weights_json(parts)
    return {"database": database_json(table, position), "total": total, "weights": weights}


def weights_json(weights: Sequence[Weight]) -> list[Json]:
    """Weights in the same ratios, as integers or polynomials.

    A polynomial in r is its coefficients, constant term first; an exponential polynomial, the sum
    of c u^j r^k with integers c and j, k >= 0, is the triples j, k, c in increasing order.
    """
    if any(isinstance(weight, ExponentialPolynomial) for weight in weights):
        found = integral(weights)
        return [[[j, k, c] for (j, k), c in sorted(terms.items())] for terms in found]
    return [weight_json(weight) for weight in weights]


def weight_json(weight: Weight) -> Json:
    """An integer, or the coefficients of a polynomial in r, constant term first."""
    return weight if isinstance(weight, int) else list(coefficients(weight))


def negated_json(name: str, left: Fraction, relation: str, right: Fraction) -> Json:
    """The true comparison that shows a false one between numbers to be so.

    Raises:
        ValueError: if the comparison is true.
    """
    low, high = sorted((left, right))
    if (
        (left == right)
        if relation == "="
        else (left < right or (left == right and relation == "<="))
    ):
        raise ValueError(f"{left} {relation} {right} is true")
    return {
        "name": f"refutes {left} {relation} {right}: {name}",
        "left": str(low),
        "relation": "=" if low == high else "<",
        "right": str(high),
    }


def entry_json(
    index: int, name: str, left: Number | int, relation: str, right: Number | int
) -> Json:
    """A comparison, with its number so that no two have one name."""
    return {
        "name": f"{index}: {name}",
        "left": ratio_json(left),
        "relation": relation,
        "right": ratio_json(right),
    }


def ratio_json(value: Number | int) -> Json:
    """A number as "p/q", a function of r as two polynomials."""
    if isinstance(value, RationalFunction):
        return {"num": weight_json(value.numerator), "den": weight_json(value.denominator)}
    if isinstance(value, ExponentialFunction):
        top, bottom = weights_json(value.polynomials)
        return {"num": top, "den": bottom}
    return str(value)


def _optional(value: Fraction | None) -> str | None:
    return None if value is None else str(value)
