"""Two real numbers that are to be equal: as equal as certified intervals can show."""

from audits.claims.prelude import *
from reference.exact.interval import Real

NARROW = Fraction(1, 2**30)


def nearly(name: str, found: Interval, wanted: Real) -> Iterator[Comparison]:
    """A number is another one, up to 2^-30 of it."""
    other = exact(wanted)

    yield le(f"{name}, from above", high(found), low(other) * (1 + NARROW))
    yield le(f"{name}, from below", high(other), low(found) * (1 + NARROW))
