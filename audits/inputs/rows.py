"""The law and the outputs of a mechanism on rows that a person typed."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence, Sized
from typing import Any

from audits.evidence.table import ENOUGH_CALLS
from audits.inputs.files import is_directory, names_file, text_of
from audits.inputs.literals import InputError, literals, shortened
from audits.inputs.loading import code_of
from audits.inputs.registry import spoken_name
from audits.inputs.relations import own_universe
from reference.data.adjacency import Adjacency, ListedAdjacency, RowAdjacency, show_values
from reference.data.domain import Domain
from reference.data.universes import changed_edges, replaced_labelled_vectors
from reference.probability.coins import BitSource, Mechanism, run
from reference.probability.densities import recorded
from reference.probability.dist import Dist
from reference.probability.law import DeterministicMechanismError, examine
from reference.probability.outcome import key
from reference.probability.provenance import ours
from reference.probability.replay import MOST_DRAWS


def database(text: str) -> tuple[Hashable, ...]:
    """A database written `0,0,3` or `(0,1),(2,0)`; empty text is the empty database.

    Raises:
        InputError: for anything else.
    """
    rows = literals(text, "--database")
    if not all(map(_is_row, rows)):
        raise InputError(
            f"--database {shortened(text)!r}: rows are integers, strings or tuples of them"
        )
    return rows


def rows_of(text: str) -> tuple[Hashable, ...]:
    """The rows of a file, one or more a line, or those that are typed themselves.

    Raises:
        InputError: if one is none, with its file and line, or if a file has none at all.
    """
    if not names_file(text):
        if text and is_directory(text):
            raise InputError(f"{shortened(text)}: a directory, give a file of rows, or rows")
        return database(text)
    rows: list[Hashable] = []
    for number, line in enumerate(text_of(text).splitlines(), start=1):
        written = line.strip()
        if _INTEGER.fullmatch(written):
            rows.append(int(written))
        elif _PAIR.fullmatch(written):
            rows.append(tuple(map(int, written.split())))
        elif written:
            rows += _rows_of_line(written, f"{text}, line {number}:")
    if not rows:
        raise InputError(f"{text}: a file without rows; the empty database is typed: ''")
    return tuple(rows)


_INTEGER = re.compile(r"-?[0-9]{1,18}")
_PAIR = re.compile(r"[0-9]{1,18}[ \t]+[0-9]{1,18}")
"""An edge of a graph, as in files of edges."""


def _rows_of_line(line: str, place: str) -> tuple[Hashable, ...]:
    rows = literals(line, place)
    for row in rows:
        if not _is_row(row):
            raise InputError(
                f"{place} {shortened(repr(row))}: rows are integers, strings or tuples of them"
            )
    return tuple(map(_hashable, rows))


def _hashable(row: object) -> Hashable:
    assert isinstance(row, Hashable)
    return row


def _is_row(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_row, value))
    return value is None or isinstance(value, int | str | bytes)


def refuse_strange_rows(mechanism: object, rows: Sequence[Hashable]) -> None:
    """Refuse rows that are not in the mechanism's domain or universe; it may have neither.

    Raises:
        InputError: naming the first such row.
    """
    values = _row_values(mechanism, len(rows))
    if values is None:
        return
    if isinstance(values, ListedAdjacency):
        if key(tuple(rows)) not in set(map(key, values.labels)):
            raise InputError(f"{_name(mechanism)}: database {tuple(rows)!r} is not one of its own")
        return
    large = isinstance(values, range)
    known = set() if large else set(map(key, values))
    for row in rows:
        if not (type(row) is int and row in values if large else key(row) in known):
            raise InputError(f"{_name(mechanism)}: row {row!r}: a row is one of {_shown(values)}")


def refuse_strange_universe(mechanism: object, databases: Adjacency[Any]) -> None:
    """Refuse a universe with rows outside the domain that somebody's class states.

    A labelled example (x, y) is in the domain if x is.

    Raises:
        InputError: naming the first such row.
    """
    domain = getattr(mechanism, "domain", None)
    if ours(type(mechanism)) or not isinstance(domain, Domain):
        return
    known = set(map(key, domain))
    for row in databases.values if isinstance(databases, RowAdjacency) else ():
        if key(row[0] if isinstance(row, tuple) and row else row) not in known:
            raise InputError(
                f"{_name(mechanism)}: row {row!r}: a row is one of {_shown(domain.values)}"
            )


def _row_values(mechanism: object, rows: int) -> Sequence[Any] | ListedAdjacency[Any] | None:
    """What a row ranges over; None if the mechanism does not say it."""
    domain = getattr(mechanism, "domain", None)
    make = getattr(mechanism, "universe", None)
    if getattr(type(mechanism), "universe", None) is changed_edges:
        return None  # edges of a graph of any size: the mechanism refuses what is none
    if _is_learner_of_vectors(mechanism):
        return None  # of any number of bits: likewise
    if isinstance(domain, Domain) and (domain.size > LARGEST_LISTED or not callable(make)):
        return domain.values
    if not callable(make):
        return None
    own = own_universe(mechanism, rows)
    if isinstance(own, RowAdjacency):
        return own.values
    return own if isinstance(own, ListedAdjacency) else None


LARGEST_LISTED = 1000
"""Of a domain, if its universe is to be made in order to see what a row is."""


def _name(mechanism: object) -> str:
    return spoken_name(type(mechanism))


def _shown(values: Sequence[Any]) -> str:
    if isinstance(values, range) and values.step == 1 and len(values[:9]) > 8:
        return f"{values[0]}, ..., {values[-1]}"
    return show_values(values)


def law_on(
    mechanism: Mechanism[Any, Any, Any],
    rows: tuple[Hashable, ...],
    name: str,
    *,
    most_draws: int = MOST_DRAWS,
    deterministic: bool = False,
    branches: bool = False,
) -> Dist[Any, Any]:
    """The law of a mechanism on a database that a person typed.

    Args:
        mechanism: what is called.
        rows: the database.
        name: what the person calls the mechanism.
        most_draws: the largest number of draws on one branch.
        deterministic: whether it may do without draws.
        branches: whether the law is that of `Recorded(mechanism)`, if it has continuous noise.

    Raises:
        InputError: if the mechanism cannot be called on it, or draws nothing and should.
    """
    refuse_strange_rows(mechanism, rows)
    with code_of(name):
        followed = recorded(mechanism) if branches else mechanism
        found = examine(followed, [rows], calls=ENOUGH_CALLS, most_draws=most_draws)
        if not found.draws and not deterministic:
            raise DeterministicMechanismError(f"{_name(mechanism)} {NO_DRAW}")
    if deterministic:
        refuse_chance(mechanism, found.laws)
    return found.laws[0]


def _is_learner_of_vectors(mechanism: object) -> bool:
    return getattr(type(mechanism), "universe", None) is replaced_labelled_vectors


def refuse_chance(mechanism: object, laws: Iterable[Sized]) -> None:
    """Refuse `--deterministic` where there is a law with several outcomes.

    Raises:
        InputError: names the mechanism.
    """
    if any(len(law) > 1 for law in laws):
        raise InputError(f"--deterministic: {_name(mechanism)} draws: leave the option out")


NO_DRAW = (
    "draws nothing on this database: randomness comes from `coins`; if none is meant, use "
    "--deterministic, or say `deterministic = True` in the class"
)


def outputs(
    mechanism: Mechanism[Any, Any, Any],
    rows: tuple[Hashable, ...],
    source: BitSource,
    count: int,
    name: str,
    *,
    deterministic: bool = False,
) -> list[Hashable]:
    """Outputs of a mechanism on a database that a person gave.

    Raises:
        InputError: if the mechanism cannot be called on it, or draws nothing and should.
    """
    refuse_strange_rows(mechanism, rows)
    bits = _CountedBits(source)
    drawn: list[Hashable] = []
    with code_of(name):
        for _ in range(count):
            output = run(mechanism, rows, bits)
            key(output)
            drawn.append(output)
        allowed = deterministic or ours(mechanism) or getattr(mechanism, "deterministic", False)
        if bits.asked and deterministic:
            raise InputError(f"--deterministic: {_name(mechanism)} draws: leave the option out")
        if not bits.asked and not allowed:
            raise DeterministicMechanismError(f"{_name(mechanism)} {NO_DRAW}")
    return drawn


class _CountedBits:
    """Random bits, and how often somebody asked for some."""

    def __init__(self, source: BitSource) -> None:
        self._source = source
        self.asked = 0

    def bits(self, count: int, /) -> int:
        self.asked += 1
        return self._source.bits(count)
