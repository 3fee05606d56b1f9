"""A file of counting queries: one a line, by the points at which it is 1, or by literals.

`0,3,10-20` is 1 at 0, 3 and 10 to 20; `x0 & ~x2` where bit 0 of the point is 1 and bit 2 is 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from audits.inputs.files import text_of
from audits.inputs.literals import InputError, shortened
from reference.data.concept import Hypothesis, Values
from reference.data.workloads import LiteralConjunction
from reference.override import override

MOST_QUERIES = 10_000
"""Of a file."""

_RANGE = re.compile(r"([0-9]{1,9})(?:\s*-\s*([0-9]{1,9}))?", re.ASCII)
_LITERAL = re.compile(r"(~?)\s*x([0-9]{1,4})", re.ASCII)

FORM = "a query is a list of points such as 0,3,10-20, or of literals such as x0 & ~x2"


@dataclass(frozen=True, slots=True)
class WrittenQuery:
    """A query, and the line that it was written on."""

    line: str
    query: Hypothesis

    def __call__(self, point: int, /) -> int:
        return self.query(point)

    @override
    def __str__(self) -> str:
        return self.line


def queries_of(path: str, size: int) -> tuple[Hypothesis, ...]:
    """The queries of a file, on the points 0, ..., size - 1; empty lines are passed over.

    Raises:
        InputError: if a line is none, with its file and line; for no query, and for too many.
    """
    lines = [(k, line) for k, line in enumerate(text_of(path).splitlines(), 1) if line.strip()]
    if not 1 <= len(lines) <= MOST_QUERIES:
        raise InputError(f"{path}: {len(lines)} queries, from 1 to {MOST_QUERIES} are read")
    return tuple(_query(line.strip(), f"{path}, line {number}:", size) for number, line in lines)


def _query(line: str, place: str, size: int) -> Hypothesis:
    read = _conjunction if "x" in line else _points
    return WrittenQuery(line, read(line, place, size))


def _points(line: str, place: str, size: int) -> Values:
    inside: set[int] = set()
    for part in line.split(","):
        found = _RANGE.fullmatch(part.strip())
        if not found:
            raise InputError(f"{place} {shortened(part.strip())!r}: {FORM}")
        low, high = int(found[1]), int(found[2] or found[1])
        if not low <= high < size:
            raise InputError(
                f"{place} {part.strip()!r}: points from 0 to {size - 1}, the lower one first"
            )
        inside.update(range(low, high + 1))
    return Values.indicator(inside, size)


def _conjunction(line: str, place: str, size: int) -> LiteralConjunction:
    attributes = (size - 1).bit_length()
    sides: dict[int, bool] = {}
    for part in line.split("&"):
        found = _LITERAL.fullmatch(part.strip())
        if not found:
            raise InputError(f"{place} {shortened(part.strip())!r}: {FORM}")
        bit, side = int(found[2]), not found[1]
        if bit >= attributes:
            raise InputError(f"{place} {part.strip()!r}: {size} points have {attributes} bits")
        if sides.setdefault(bit, side) != side:
            raise InputError(f"{place} {part.strip()!r}: with its opposite, 0 everywhere")
    mask = sum(1 << bit for bit in sides)
    return LiteralConjunction(mask, sum(1 << bit for bit, side in sides.items() if side))
