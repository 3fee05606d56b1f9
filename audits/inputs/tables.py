"""A mechanism given as a file of exact probabilities.

CSV with the header `database,outcome,probability`, in any order and any case, with commas,
semicolons or tabs; or a JSON list of objects with these keys, or
a JSON object {"rows": that list, "pairs": [[database, database], ...]}.  Probabilities are written
p/q or as decimals, which are read exactly as written.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from audits.evidence.table import LawTable, from_laws
from audits.inputs.files import STANDARD_INPUT, text_of
from audits.inputs.literals import InputError, shortened
from audits.inputs.numbers import rational
from audits.inputs.relations import ADJACENCIES, adjacency_named, related
from audits.inputs.rows import database
from audits.near_names import hint
from reference.data.adjacency import Adjacency, ListedAdjacency
from reference.probability.dist import Dist

COLUMNS = ("database", "outcome", "probability")

SEPARATORS = (",", ";", "\t")
"""Of the entries of a line; the header says which it is."""

JSON_EXAMPLE = """\
{"rows": [{"database": "0", "outcome": "a", "probability": "3/4"},
          {"database": "0", "outcome": "b", "probability": "1/4"},
          {"database": "1", "outcome": "a", "probability": "1/4"},
          {"database": "1", "outcome": "b", "probability": "3/4"}],
 "pairs": [["0", "1"]]}
"""
"""What a JSON file may look like."""


@dataclass(frozen=True, slots=True)
class FileTable:
    """The laws of a file, and the pairs of neighbours if the file lists them."""

    laws: Mapping[str, Mapping[str, Fraction]]
    pairs: tuple[tuple[str, str], ...] | None


def read(path: str) -> FileTable:
    """The laws of a CSV or JSON file.

    Raises:
        InputError: naming the row, for a missing, repeated, negative or unreadable entry, a law
            that does not sum to 1, or an empty file.
    """
    text = text_of(path, or_input=True)
    path = "standard input" if path == STANDARD_INPUT else path
    if not text.strip():
        raise InputError(f"{path}: the file is empty")
    if path.endswith(".json") or text.lstrip()[:1] in {"[", "{"}:
        rows, pairs = _json_rows(path, text)
    else:
        rows, pairs = _csv_rows(path, text), None
    return FileTable(_laws(path, rows), pairs)


def read_pairs(path: str) -> tuple[tuple[str, str], ...]:
    """Pairs of neighbours: CSV, two databases a line.

    Raises:
        InputError: naming the line, for one without exactly two entries.
    """
    pairs = []
    for number, cells in _lines(path, text_of(path)):
        if len(cells) != 2:
            raise InputError(f"{path}, line {number}: give two databases, found {len(cells)}")
        pairs.append((cells[0], cells[1]))
    return tuple(pairs)


def law_table(
    found: FileTable, adjacency: str | None, pairs: Sequence[tuple[str, str]] | None
) -> LawTable[Any, str, Fraction]:
    """The table of laws on the universe that the options describe.

    Args:
        found: the laws.
        adjacency: the name of a relation on databases written as rows `0,0,1`.
        pairs: or the pairs of neighbours, by name.  With neither, two databases are neighbours,
            and several are for replace-one.

    Raises:
        InputError: if both are given, or if the laws are not those of exactly the
            databases of the universe.
    """
    if adjacency is not None and pairs is not None:
        raise InputError("--adjacency NAME and --pairs FILE: give one of them")
    if pairs is None and adjacency is None and len(found.laws) == 2:
        first, second = found.laws
        pairs = [(first, second)]
    if pairs is not None:
        return _listed(found, pairs)
    name = ADJACENCIES[0] if adjacency is None else adjacency_named(adjacency)
    named: dict[tuple[Any, ...], Mapping[str, Fraction]] = {}
    for each, law in found.laws.items():
        try:
            rows = database(each)
        except InputError:
            raise InputError(
                f"database {each!r}: --adjacency needs rows such as 0,0,3; for names, use --pairs"
            ) from None
        if rows in named:
            raise InputError(f"database {each!r}: repeated under another spelling")
        named[rows] = law
    universe = _universe(name, list(named))
    size = universe.database_count
    databases = list(islice(universe.databases(), len(named) + 1))
    stray = set(named).difference(databases)
    if stray and size <= len(named):
        rows = next(rows for rows in named if rows in stray)
        raise InputError(f"database {_text_of(rows)}: not in the {universe.name} universe")
    missing = next((rows for rows in databases if rows not in named), None)
    if missing is not None:
        raise InputError(
            f"database {_text_of(missing)}: no law given (the {universe.name} universe has "
            f"{size} databases, the file {len(named)})"
        )
    if not universe.pair_count:
        raise InputError(f"no two databases are neighbours for {universe.name}")
    laws = (Dist.weighted(named[rows].items()) for rows in databases)
    return from_laws(universe, databases, laws)


def _listed(found: FileTable, pairs: Sequence[tuple[str, str]]) -> LawTable[Any, str, Fraction]:
    names = tuple(found.laws)
    place = {name: i for i, name in enumerate(names)}
    links: dict[tuple[int, int], None] = {}
    for pair in pairs:
        for name in pair:
            if name not in place:
                raise InputError(f"pair {pair[0]} ~ {pair[1]}: unknown database {name!r}")
        i, j = sorted(place[name] for name in pair)
        if i == j:
            raise InputError(f"pair {pair[0]} ~ {pair[1]}: neighbours are different databases")
        links[i, j] = None
    if not links:
        raise InputError("no pairs of neighbours are listed")
    universe = ListedAdjacency(names, tuple(links))
    return from_laws(universe, names, (Dist.weighted(found.laws[n].items()) for n in names))


def _universe(name: str, databases: Sequence[tuple[Any, ...]]) -> Adjacency[Any]:
    sizes = sorted({len(rows) for rows in databases})
    try:
        values = sorted({row for rows in databases for row in rows})
        ordered = any(list(rows) != sorted(rows) for rows in databases)
    except TypeError:
        raise InputError("the rows of the databases are not all of one type") from None
    most = sizes[-1]
    try:
        return related(name, values, sizes[0], most, ordered=ordered)
    except (TypeError, ValueError) as refusal:
        raise InputError(f"--adjacency {name}: {refusal}") from None


def _csv_rows(path: str, text: str) -> list[tuple[str, dict[str, str]]]:
    for separator in SEPARATORS:
        lines = _lines(path, text, separator)
        _, cells = next(lines, (1, []))
        header = [cell.strip().casefold() for cell in cells]
        if sorted(header) == sorted(COLUMNS):
            break
    else:
        first = shortened(text.lstrip().partition("\n")[0].strip())
        raise InputError(
            f"{path}, line 1: {first!r}: the header is {','.join(COLUMNS)}, or has semicolons or "
            "tabs for the commas"
        )
    rows = []
    for number, cells in lines:
        where = f"{path}, line {number}"
        if len(cells) != len(COLUMNS):
            raise InputError(f"{where}: give {','.join(header)}, found {len(cells)} entries")
        rows.append((where, dict(zip(header, cells, strict=True))))
    return rows


def _lines(path: str, text: str, separator: str = ",") -> Iterator[tuple[int, list[str]]]:
    """The lines of a CSV file that are not blank, with their numbers."""
    reader = csv.reader(io.StringIO(text), skipinitialspace=True, delimiter=separator)
    try:
        for cells in reader:
            if [cell.strip() for cell in cells] in ([], [""]):
                continue
            for cell in cells:
                if cell != cell.strip():
                    raise InputError(
                        f"{path}, line {reader.line_num}: {cell!r} begins or ends with a blank"
                    )
            yield reader.line_num, cells
    except csv.Error as failure:
        raise InputError(f"{path}, line {reader.line_num}: {failure}") from None


class _Number(str):
    """A number of a JSON file, as it is written there."""

    __slots__ = ()


def _json_rows(
    path: str, text: str
) -> tuple[list[tuple[str, dict[str, str]]], tuple[tuple[str, str], ...] | None]:
    try:
        value = json.loads(
            text,
            parse_float=_Number,
            parse_int=_Number,
            parse_constant=_Number,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as failure:
        raise InputError(f"{path}, line {failure.lineno}: not JSON: {failure.msg}") from None
    except RecursionError:
        raise InputError(f"{path}: nested too deeply") from None
    except ValueError as refusal:
        raise InputError(f"{path}: {refusal}") from None
    pairs = None
    if isinstance(value, dict):
        unknown = sorted(set(value) - {"rows", "pairs"})
        if unknown or "rows" not in value:
            what = hint(unknown[0], ("rows", "pairs")) if unknown else ""
            found = ", ".join(map(shortened, map(repr, value))) or "none"
            raise InputError(
                f'{path}: the keys are "rows" and "pairs", found {found}{what}', JSON_EXAMPLE
            )
        if "pairs" in value:
            if not isinstance(value["pairs"], list):
                raise InputError(f'{path}: "pairs" is a list of pairs of databases')
            pairs = tuple(_json_pair(path, i, p) for i, p in enumerate(value["pairs"], start=1))
        value = value["rows"]
    if not isinstance(value, list):
        raise InputError(
            f"{path}: give a list of objects with the keys {', '.join(COLUMNS)}", JSON_EXAMPLE
        )
    return _entries(path, value), pairs


def _entries(path: str, value: list[Any]) -> list[tuple[str, dict[str, str]]]:
    rows = []
    spelled: dict[str, type] = {}
    for number, entry in enumerate(value, start=1):
        where = f"{path}, row {number}"
        if not isinstance(entry, dict) or sorted(entry) != sorted(COLUMNS):
            found = ", ".join(map(shortened, map(repr, entry))) if isinstance(entry, dict) else ""
            raise InputError(
                f"{where}: give an object with exactly the keys {', '.join(COLUMNS)}, found "
                f"{found or shortened(json.dumps(entry))}",
                JSON_EXAMPLE,
            )
        for key, cell in entry.items():
            if not isinstance(cell, str):
                shown = shortened(json.dumps(cell))
                raise InputError(f'{where}: {key} {shown}: give text (rows: "0,0,3") or a number')
        outcome = entry["outcome"]
        if spelled.setdefault(outcome, type(outcome)) is not type(outcome):
            raise InputError(f"{where}: outcome {outcome} is a number here and text elsewhere")
        rows.append((where, {c: str(entry[c]) for c in COLUMNS}))
    return rows


def _object(members: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(members)
    if len(found) < len(members):
        raise ValueError(f"an object has a key twice: {', '.join(key for key, _ in members)}")
    return found


def _json_pair(path: str, number: int, pair: object) -> tuple[str, str]:
    if isinstance(pair, list) and len(pair) == 2 and all(isinstance(d, str) for d in pair):
        return pair[0], pair[1]
    raise InputError(f"{path}, pair {number}: give two databases")


def _laws(
    path: str, rows: Iterable[tuple[str, Mapping[str, str]]]
) -> dict[str, dict[str, Fraction]]:
    laws: dict[str, dict[str, Fraction]] = {}
    for where, row in rows:
        law = laws.setdefault(row["database"], {})
        chance = rational(row["probability"], f"{where}: probability")
        if chance < 0:
            raise InputError(f"{where}: probability {row['probability']} is negative")
        if chance > 1:
            raise InputError(f"{where}: probability {row['probability']} is more than 1")
        if row["outcome"] in law:
            raise InputError(
                f"{where}: outcome {row['outcome']!r} of database {row['database']!r} is repeated"
            )
        law[row["outcome"]] = chance
    if not laws:
        raise InputError(f"{path}: no rows")
    for name, law in laws.items():
        total = sum(law.values(), Fraction(0))
        if total != 1:
            raise InputError(f"{path}: the law of database {name!r} sums to {total}, not 1")
    return laws


def _text_of(rows: Sequence[object]) -> str:
    return f"({','.join(str(row) for row in rows)})"
