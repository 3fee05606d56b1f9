"""Scopes: functions on ordered points, and databases that an interval labels."""

from audits.claims.prelude import *
from audits.ledger import Quantifier
from audits.ledger.quantifiers import Sized, at
from reference.data.concept import labelled


def functions(most: Sized[int] | int) -> Quantifier:
    """`h`: every function on 1 to `most` points."""
    return Quantifier(
        ("h",),
        lambda size: ((h,) for t in range(1, at(most, size) + 1) for h in all_functions(t)),
        lambda size: f"all functions h on 1 to {at(most, size)} points",
    )


def on_points(size: int) -> Quantifier:
    """`h`: every function on so many points."""
    return Quantifier(
        ("h",), lambda _: ((h,) for h in all_functions(size)), lambda _: f"all h on {size} points"
    )


def interval_databases(size: int, rows: int) -> Iterator[Database[LabelledExample]]:
    """Every multiset of so many examples that some interval labels, once."""
    found = {
        labelled(sample, c): None
        for c in intervals(size)
        for sample in combinations_with_replacement(range(size), rows)
    }
    yield from found
