"""Numbers that an outcome has, by which half-lines of outcomes are made.

A number is its own coordinate, and has its distance from each octile of what was seen (so that an
interval of values is a half-line, too); an integer has its residues modulo 2, 10 and 256, for what
is in its last digits.  A tuple y = (y_1, ..., y_k) has

* its first entries y_i;
* its length k, and the sum of its entries;
* for each of the most frequent entries v, how many y_i are v, and the first i with y_i = v;
* and the sum and the counts once more, of the first half of the tuple less those of the second:
  an output that fits one half of the queries and not the other is far from that of a neighbour.

A tuple in which there are tuples has all this twice: as it is, and flattened.

Which entries are frequent is counted on the samples on which the event is chosen.

>>> known = coordinates([("no", "no", "yes"), ("no", "yes", "yes")])
>>> [each.name for each in known]  # doctest: +NORMALIZE_WHITESPACE
['entries that are no', 'entries that are no, first half less second half',
 'position of the first no', 'entries that are yes',
 'entries that are yes, first half less second half', 'position of the first yes']
>>> [each.of(("no", "yes", "yes")) for each in known]
[1.0, 1.0, 0.0, 2.0, -2.0, 1.0]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from audits.evidence.labels import label

ENTRIES = 20
"""Entries of a tuple that are coordinates."""

VALUES = 4
"""Entries that are counted."""

OCTILES = 8
"""Parts of equal size into which numbers are divided, as far as they were seen."""

MODULI = (2, 10, 256)
"""What residues of integers are taken of."""

Measure = Callable[[tuple[object, ...]], float | None]


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A number that outcomes have; None for an outcome that has none."""

    name: str
    of: Callable[[object], float | None]


def coordinates(outcomes: Collection[object]) -> list[Coordinate]:
    """The coordinates by which these outcomes may differ.

    Args:
        outcomes: that were seen.
    """
    found = _of_numbers(outcomes)
    tuples = [y for y in outcomes if isinstance(y, tuple)]
    found += _of_tuples(tuples)
    if any(isinstance(each, tuple) for y in tuples for each in y):
        found += [
            Coordinate(f"flattened {each.name}", _flattened(each.of))
            for each in _of_tuples([_flat(y) for y in tuples])
        ]
    return found


def _of_numbers(outcomes: Collection[object]) -> list[Coordinate]:
    """What numbers have that are no entries of a tuple."""
    seen = sorted(number for y in outcomes if (number := _number(y)) is not None)
    if not seen:
        return []
    found = [Coordinate("", _number)]
    octiles = {seen[len(seen) * i // OCTILES] for i in range(1, OCTILES)}
    found += [
        Coordinate(f"distance from {place!r}", _distance(place))
        for place in sorted(octiles)
        if abs(place) < inf
    ]
    if any(type(y) is int for y in outcomes):
        found += [Coordinate(f"modulo {m},", _residue(m)) for m in MODULI]
    return found


def _of_tuples(tuples: Collection[tuple[object, ...]]) -> list[Coordinate]:
    """What tuples have."""
    found: list[Coordinate] = []
    longest = max(map(len, tuples), default=0)
    numbers = any(_number(each) is not None for y in tuples for each in y)
    if numbers:
        found += [_of_tuple(f"coordinate {i}", _entry(i)) for i in range(min(longest, ENTRIES))]
    if len({len(y) for y in tuples}) > 1:
        found.append(_of_tuple("length", lambda y: float(len(y))))
    if longest < 2:
        return found
    if numbers:
        found += _with_halves("sum", _sum)
    seen = Counter[Hashable](each for y in tuples for each in y)
    for value in sorted((v for v, _ in seen.most_common(VALUES)), key=label):
        if seen[value] > len(tuples) // 100:
            found += _with_halves(f"entries that are {label(value)}", _count(value))
            found.append(_of_tuple(f"position of the first {label(value)}", _first(value)))
    return found


def _of_tuple(name: str, measure: Measure) -> Coordinate:
    return Coordinate(name, lambda y: measure(y) if isinstance(y, tuple) else None)


def _with_halves(name: str, measure: Measure) -> list[Coordinate]:
    """A sum over the entries, and that of the first half less that of the second one."""

    def difference(y: tuple[object, ...]) -> float | None:
        first, second = measure(y[: len(y) // 2]), measure(y[len(y) // 2 :])
        return None if first is None or second is None else _real(first - second)

    halves = f"{name}, first half less second half"
    return [_of_tuple(name, measure), _of_tuple(halves, difference)]


def _entry(i: int) -> Measure:
    return lambda y: _number(y[i]) if i < len(y) else None


def _sum(y: tuple[object, ...]) -> float | None:
    return _real(sum(number for each in y if (number := _number(each)) is not None))


def _count(value: object) -> Measure:
    return lambda y: float(y.count(value))


def _first(value: object) -> Measure:
    """Its position; the length of the tuple if it is nowhere."""
    return lambda y: float(y.index(value) if value in y else len(y))


def _distance(place: float) -> Callable[[object], float | None]:
    def distance(y: object) -> float | None:
        number = _number(y)
        return None if number is None else _real(abs(number - place))

    return distance


def _residue(modulus: int) -> Callable[[object], float | None]:
    return lambda y: float(y % modulus) if isinstance(y, int) else None


def _flattened(of: Callable[[object], float | None]) -> Callable[[object], float | None]:
    return lambda y: of(_flat(y)) if isinstance(y, tuple) else None


def _flat(y: tuple[object, ...]) -> tuple[object, ...]:
    """All entries, however deep they are, in their order."""
    found: list[object] = []
    waiting: list[object] = [y]
    while waiting:
        each = waiting.pop()
        if isinstance(each, tuple):
            waiting.extend(reversed(each))
        else:
            found.append(each)
    return tuple(found)


def _number(value: object) -> float | None:
    """A number as a float, infinite if it is too large; None for what is none."""
    if not isinstance(value, (float, int, Fraction)):
        return None
    try:
        return _real(float(value))
    except OverflowError:
        return inf if value > 0 else -inf


def _real(value: float) -> float | None:
    return None if value != value else value  # noqa: PLR0124 - NaN
