"""Problems that a user gives: a JSON table of good outcomes, or a Python function.

A table is one JSON object:

* "name" (optional), "outcomes": a list of labels;
* either "databases": a list of labels and "pairs": the pairs of neighbouring labels; or
  "universe": {"values": labels, "rows": n or [lo, hi], "order": "multiset" or "sequence",
  "moves": "replace-one", "replace-all" or "add-remove-one", "related": "complete" or pairs of
  labels}, all but values and rows optional;
* one of "good": {database: [outcomes]}, for the worst case over databases, with an optional
  "prior": {database: "p/q"} for the average; or "loss": {database: {outcome: "p/q"}}.

A database of a universe is named by its rows, "a,b,b"; one that "good" leaves out has no good
outcome, a loss that is left out is 0.

>>> problem = from_json(
...     {
...         "outcomes": ["no", "yes"],
...         "databases": ["n", "y"],
...         "pairs": [["n", "y"]],
...         "good": {"n": ["no"], "y": ["yes"]},
...     }
... )
>>> [score.terms for score in problem.scores]
[((0, (0,), Fraction(1, 1)),), ((1, (1,), Fraction(1, 1)),)]
"""

from __future__ import annotations

import reprlib
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

from audits.engines.optimum.problem import (
    Problem,
    expected_loss,
    listed,
    over_distributions,
    worst_case,
)
from audits.evidence.labels import label
from audits.near_names import hint
from reference.data.adjacency import LISTED, Adjacency, ListedAdjacency, Moves, RowAdjacency
from reference.exact.decimals import read_rational

Listed = Problem[Hashable, str]

LONGEST = 1000
"""Rows of a database of a universe."""


def from_json(table: object) -> Listed:
    """The problem that a JSON object describes.

    Raises:
        ValueError: naming what is wrong with it and what is allowed.
    """
    fields = _object(table, "the problem")
    known = {"name", "outcomes", "databases", "pairs", "universe", "good", "prior", "loss"}
    if unknown := set(fields) - known:
        key, keys = min(unknown), sorted(known)
        raise ValueError(f"unknown key {key!r}: the keys are {', '.join(keys)}{hint(key, keys)}")
    outcomes = _labels(fields.get("outcomes"), "outcomes")
    universe = _universe(fields)
    databases, _ = listed(universe, outcomes)
    names = {_named(database): database for database in databases}
    name = str(fields.get("name", "problem of a table"))
    if ("good" in fields) == ("loss" in fields):
        raise ValueError('give exactly one of "good" and "loss"')
    if "loss" in fields and "prior" in fields:
        raise ValueError('a "prior" goes with "good"')
    if "loss" in fields:
        losses = {
            database: {y: _rational(v, "loss") for y, v in _object(row, "loss").items()}
            for database, row in _per_database(fields["loss"], names, "loss").items()
        }
        for row in losses.values():
            _refuse_strangers(row, outcomes, "outcome")
        return expected_loss(
            name, universe, outcomes, lambda d, y: losses.get(d, {}).get(y, Fraction(0))
        )
    good = {
        database: set(_labels(row, "good"))
        for database, row in _per_database(fields["good"], names, "good").items()
    }
    for answers in good.values():
        _refuse_strangers(answers, outcomes, "outcome")

    def is_good(database: Hashable, outcome: str) -> bool:
        return outcome in good.get(database, ())

    if "prior" not in fields:
        return worst_case(name, universe, outcomes, is_good)
    prior = {
        database: _rational(value, "prior")
        for database, value in _per_database(fields["prior"], names, "prior").items()
    }
    average = ("prior", lambda d: prior.get(d, Fraction(0)), is_good)
    return over_distributions(name, universe, outcomes, [average])


def _universe(fields: Mapping[str, object]) -> Adjacency[Hashable]:
    if ("databases" in fields) == ("universe" in fields):
        raise ValueError('give exactly one of "databases" (with "pairs") and "universe"')
    if "databases" in fields:
        labels = _labels(fields["databases"], "databases")
        place = {name: i for i, name in enumerate(labels)}
        return ListedAdjacency(labels, tuple(_pairs(fields.get("pairs", []), place)))
    given = _object(fields["universe"], "universe")
    known = {"values", "rows", "order", "moves", "related"}
    if unknown := set(given) - known:
        raise ValueError(f"universe: unknown key {min(unknown)!r}, not in {sorted(known)}")
    values = _labels(given.get("values"), "values")
    place = {name: i for i, name in enumerate(values)}
    rows = given.get("rows")
    sizes = [rows, rows] if isinstance(rows, int) else rows
    if not isinstance(sizes, list) or len(sizes) != 2 or {type(n) for n in sizes} != {int}:
        raise ValueError(f"rows {rows!r}: a number, or the least and the greatest number")
    if not 0 <= sizes[0] <= sizes[1] <= LONGEST:
        raise ValueError(f"rows {reprlib.repr(rows)}: from 0 to {LONGEST}, the least first")
    order, moves = given.get("order", "multiset"), given.get("moves", "replace-one")
    if order not in {"multiset", "sequence"}:
        raise ValueError(f"order {order!r}: multiset or sequence")
    if moves not in {m.value for m in Moves}:
        raise ValueError(f"moves {moves!r}: one of {', '.join(m.value for m in Moves)}")
    related = given.get("related", "complete")
    pairs = None if related == "complete" else tuple(_pairs(related, place))
    move = Moves(moves)
    relation = moves if pairs is None else f"{moves} by {LISTED} of values"
    return RowAdjacency(relation, values, sizes[0], sizes[1], move, order == "sequence", pairs)


def _named(database: Hashable) -> str:
    return ",".join(map(label, database)) if isinstance(database, tuple) else label(database)


def _pairs(given: object, place: Mapping[str, int]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    for pair in _list(given, "pairs"):
        ends = _labels(pair, "pair")
        _refuse_strangers(ends, tuple(place), "label")
        if len(ends) != 2:
            raise ValueError(f"pair {pair!r}: two labels")
        first, second = sorted(place[end] for end in ends)
        pairs.append((first, second))
    return pairs


def _per_database(
    given: object, names: Mapping[str, Hashable], what: str
) -> dict[Hashable, object]:
    fields = _object(given, what)
    _refuse_strangers(fields, tuple(names), "database")
    return {names[name]: value for name, value in fields.items()}


def _object(given: object, what: str) -> dict[str, object]:
    if not isinstance(given, dict):
        raise ValueError(f"{what}: a JSON object, not {given!r}")  # noqa: TRY004 - bad input
    return given


def _list(given: object, what: str) -> list[object]:
    if not isinstance(given, list):
        raise ValueError(f"{what}: a list, not {given!r}")  # noqa: TRY004 - bad input
    return given


def _labels(given: object, what: str) -> tuple[str, ...]:
    labels = tuple(name for name in _list(given, what) if isinstance(name, str))
    if len(set(labels)) < len(_list(given, what)):
        raise ValueError(f"{what}: a list of distinct strings, not {given!r}")
    return labels


def _rational(given: object, what: str) -> Fraction:
    if isinstance(given, str | int) and not isinstance(given, bool):
        try:
            return read_rational(str(given))
        except ValueError:
            pass
    raise ValueError(f'{what} {reprlib.repr(given)}: an integer or a string "p/q"')


def _refuse_strangers(
    given: Sequence[str] | Mapping[str, object] | set[str], known: Sequence[str], what: str
) -> None:
    for name in given:
        if name not in known:
            raise ValueError(f"{what} {name!r}: there are {', '.join(known[:8])}")
