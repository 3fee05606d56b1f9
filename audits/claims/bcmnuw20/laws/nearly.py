"""Two real numbers that are to be equal: as equal as certified intervals can show."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audits.claims.vocabulary import high, le, low
from audits.engines.comparisons import Comparison
from reference.exact.interval import Interval, Real, exact

NARROW = Fraction(1, 2**30)


def nearly(name: str, found: Interval, wanted: Real) -> Iterator[Comparison]:
    """A number is another one, up to 2^-30 of it."""
    other = exact(wanted)

    yield le(f"{name}, from above", high(found), low(other) * (1 + NARROW))
    yield le(f"{name}, from below", high(other), low(found) * (1 + NARROW))
