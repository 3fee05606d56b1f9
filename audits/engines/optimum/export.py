"""The optimal mechanism as a file of exact probabilities, which `exactdp table` audits."""

from __future__ import annotations

import csv
import io
from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import TypeVar

from audits.engines.optimum.optimum import Optimum
from audits.evidence.labels import label, labels
from audits.evidence.verdict import Json

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


def mechanism_json(optimum: Optimum[D, Y]) -> dict[str, Json]:
    """{"rows": probabilities, "pairs": neighbouring databases}: complete in itself."""
    names = _names(optimum)
    return {
        "rows": [
            {"database": database, "outcome": outcome, "probability": str(probability)}
            for database, outcome, probability in _rows(optimum)
        ],
        "pairs": [[names[i], names[j]] for i, j in optimum.problem.universe.index_pairs()],
    }


def mechanism_csv(optimum: Optimum[D, Y]) -> str:
    """The header `database,outcome,probability` and a line for each positive probability."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["database", "outcome", "probability"])
    writer.writerows(_rows(optimum))
    return text.getvalue()


def _rows(optimum: Optimum[D, Y]) -> Iterator[tuple[str, str, Fraction]]:
    outcomes = labels(optimum.problem.outcomes)
    table = zip(_names(optimum), optimum.mechanism.weights, optimum.mechanism.totals, strict=True)
    for database, weights, total in table:
        for outcome, weight in zip(outcomes, weights, strict=True):
            if weight:
                yield database, outcome, Fraction(weight, total)


def _names(optimum: Optimum[D, Y]) -> list[str]:
    """A database as its rows, 0,0,3 or (0,1),(2,0); anything else by its label."""
    return [
        ",".join(map(label, database)) if isinstance(database, tuple) else label(database)
        for database in optimum.problem.universe.databases()
    ]
