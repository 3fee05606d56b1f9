"""The neighbouring relations by name, and the databases that a mechanism is audited on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb, isqrt
from typing import Any

from audits.inputs.literals import InputError, shortened
from audits.inputs.loading import code_of
from audits.inputs.registry import spoken_name
from audits.near_names import hint, same
from reference.data.adjacency import (
    Adjacency,
    ListedAdjacency,
    RowAdjacency,
    add_remove_one,
    all_answers,
    edge,
    label_only,
    one_answer,
    replace_one,
)
from reference.data.domain import Domain
from reference.data.universes import (
    added_rows,
    changed_answers,
    changed_edges,
    one_changed_answer,
    replaced_rows,
)
from reference.probability.provenance import ours

ADJACENCIES = ("replace-one", "add-remove-one", "label-only", "one-answer", "all-answers", "edge")
"""The names of the neighbouring relations."""

ALIASES: Mapping[str, str] = {
    **dict.fromkeys(("bounded", "replace", "substitution", "swap", "change-one"), "replace-one"),
    **dict.fromkeys(("unbounded", "add-remove", "add-or-remove"), "add-remove-one"),
    **dict.fromkeys(("label", "labels"), "label-only"),
    **dict.fromkeys(("edges", "edge-level"), "edge"),
}
"""What else the field calls them."""


def adjacency_named(text: str) -> str:
    """The name of a relation that was typed, in any case, or as the field calls it.

    Raises:
        InputError: if there is none, with what is near.
    """
    known = same(text, (*ADJACENCIES, *ALIASES))
    if known is None:
        others = hint(text, ADJACENCIES) or f": one of {', '.join(ADJACENCIES)}"
        raise InputError(f"--adjacency {shortened(text)}{others}")
    return ALIASES.get(known, known)


MOST_ROWS = 1_000_000
"""Of databases that are counted."""


def universe(mechanism: object, rows: int, adjacency: str | None) -> Adjacency[Any]:
    """The databases that the mechanism is audited on.

    Args:
        mechanism: with a method `universe(rows)`, or a `universe` that lists its databases, or
            else a field `domain`.
        rows: the number of rows (for add-remove-one: the largest number).
        adjacency: the name of a relation, None for the mechanism's own.

    Raises:
        InputError: for an unknown or unsuitable relation, a mechanism with neither, or a
            universe without neighbours.
    """
    if not 0 <= rows <= MOST_ROWS:
        raise InputError(
            f"--rows {shortened(str(rows))}: a database has at least 0 rows, and at most "
            f"{MOST_ROWS} here"
        )
    found = _chosen_universe(mechanism, rows, adjacency)
    if lists_its_databases(type(mechanism)) and not found.pair_count:
        raise InputError(
            f"{spoken_name(type(mechanism))}.universe: no two of its databases are neighbours, so "
            "nothing is shown"
        )
    if not found.pair_count:
        raise InputError(
            f"--rows {rows}: no two databases are neighbours ({found.name}), so nothing is shown"
        )
    return found


SMALL_DOMAIN = 1000
"""Points of a domain with which a universe is made at once."""

MOST_PAIRS = 100
"""Ordered pairs of neighbours for each database that `--max-databases` allows."""


def refuse_large_domain(mechanism: object, rows: int, at_most: int = 2_000_000) -> None:
    """Refuse a universe by its numbers alone, where rows of a domain are replaced or added.

    Raises:
        InputError: for more than `at_most` databases, or far more pairs of neighbours.
    """
    domain = getattr(mechanism, "domain", None)
    make = getattr(type(mechanism), "universe", replaced_rows)
    if make is changed_edges and rows > 1 and comb(rows, 2) >= (at_most + 1).bit_length():
        raise InputError(
            f"--rows {rows}: 2^{comb(rows, 2)} graphs on so many vertices, the limit is {at_most} "
            "(--max-databases raises it)"
        )
    if not isinstance(domain, Domain) or make not in {replaced_rows, added_rows} or rows < 1:
        return
    if domain.size <= SMALL_DOMAIN:
        return  # its universe is counted when it is there
    count = 1
    for row in range(rows):
        count = count * (domain.size + row) // (row + 1)  # multisets of row + 1 rows
        if count > at_most:
            raise InputError(
                f"--rows {rows} of a domain of {domain.size} points: {count} databases or more, "
                f"the limit is {at_most} (--max-databases raises it)"
            )
    pairs = count * rows // (domain.size + rows - 1) * domain.size * (domain.size - 1)
    if make is replaced_rows and pairs > MOST_PAIRS * at_most:
        raise InputError(
            f"--rows {rows} of a domain of {domain.size} points: {pairs} pairs of neighbours, the "
            f"limit is {MOST_PAIRS * at_most} (--max-databases raises it)"
        )


def lists_its_databases(kind: type) -> bool:
    """Whether `universe` is no method but a list of databases, so that no rows are to be told."""
    return type(getattr(kind, "universe", None)) is ListedAdjacency


def own_universe(mechanism: object, rows: int) -> Adjacency[Any]:
    """The databases that the mechanism itself wants to be audited on.

    Raises:
        InputError: for a mechanism that has none, or whose method fails.
    """
    make = getattr(mechanism, "universe", None)
    if isinstance(make, ListedAdjacency):
        return make
    if callable(make):
        with code_of(f"{spoken_name(type(mechanism))}.universe({rows})"):
            made = make(rows)
        if type(made) not in {RowAdjacency, ListedAdjacency}:
            raise InputError(
                f"{type(mechanism).__name__}.universe({rows}) returned no adjacency: {made!r} is "
                f"a {type(made).__name__}; make it by replace_one, add_remove_one or the like, or "
                "ListedAdjacency"
            )
        own: Adjacency[Any] = made
        return own
    domain = getattr(mechanism, "domain", None)
    if isinstance(domain, Domain):
        return replace_one(domain, rows)
    kind = type(mechanism)
    if ours(kind):
        raise InputError(
            f"{spoken_name(kind)} is a part of mechanisms, and has no databases: write a class "
            f"with universe(rows) whose __call__ returns coins.delegate({kind.__name__}(...), x) "
            f"for a function x of the database (from {kind.__module__} import {kind.__name__})"
        )
    raise InputError(
        f"{spoken_name(kind)}: give it a method universe(rows), "
        "for example `return replace_one(range(2), rows)`"
    )


def _chosen_universe(mechanism: object, rows: int, adjacency: str | None) -> Adjacency[Any]:
    own = own_universe(mechanism, rows)
    adjacency = None if adjacency is None else adjacency_named(adjacency)
    plain = isinstance(own, RowAdjacency) and own.related is None and own.name == own.moves.value
    if adjacency is None or (plain and adjacency == own.name):
        return own
    if not isinstance(own, RowAdjacency):
        raise InputError(f"--adjacency {adjacency}: the mechanism has a relation of its own")
    try:
        return related(adjacency, own.values, 0, rows, ordered=own.ordered)
    except (TypeError, ValueError) as refusal:
        raise InputError(f"--adjacency {adjacency}: {refusal}") from None


RELATED: Mapping[object, str] = {
    added_rows: "add-remove-one",
    one_changed_answer: "one-answer",
    changed_answers: "all-answers",
    changed_edges: "edge",
}
"""What a mechanism may declare as its `universe`, and the relation; all others replace a row."""


def adjacency_of(kind: type) -> str:
    """The name of the relation that a mechanism of ours is audited on by default."""
    return RELATED.get(getattr(kind, "universe", None), ADJACENCIES[0])


def related(
    name: str, values: Sequence[Any], least: int, most: int, *, ordered: bool
) -> RowAdjacency[Any]:
    """The universe of a named relation.

    Args:
        name: one of `ADJACENCIES`.
        values: what a row ranges over.
        least: fewest rows; only add-remove-one has databases of several sizes.
        most: most rows; for edge, the number of pairs of vertices.
        ordered: whether the order of the rows matters.

    Raises:
        ValueError: if the rows are not what the relation is about.
    """
    match name:
        case "replace-one":
            return replace_one(values, most, ordered=ordered)
        case "add-remove-one":
            return add_remove_one(values, most, at_least=least, ordered=ordered)
        case "label-only":
            if not all(isinstance(v, tuple) and len(v) == 2 for v in values):
                raise ValueError("the rows must be labelled examples (x,y)")
            return label_only(values, most, ordered=ordered)
        case "edge":
            vertices = (1 + isqrt(1 + 8 * most)) // 2
            if not set(values) <= {0, 1} or comb(vertices, 2) != most:
                raise ValueError("the rows must be bits, one for each pair of vertices")
            return edge(vertices)
        case _:
            if not all(isinstance(v, int) for v in values):
                raise ValueError("the rows must be integers")
            return (one_answer if name == "one-answer" else all_answers)(values, most)
