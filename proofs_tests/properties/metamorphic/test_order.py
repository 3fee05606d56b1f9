"""The order of rows, where databases are multisets."""

from __future__ import annotations

from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.metamorphic.cases import CASES, Cases, like
from proofs_tests.properties.stated import property_of
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.noise.geometric_mechanism import ClampedGeometricCount

POINT, COUNT = (
    CASES[name].mechanism for name in ("exponential interior point", "clamped geometric count")
)


@property_of(
    CASES,
    {
        "the first row is not counted below": like(
            "exponential interior point",
            wrong(
                ExponentialInteriorPoint,
                "sum(x <= y for x in database) => sum(x <= y for x in database[1:])",
            )(POINT.domain, POINT.eps),
        ),
        "the first row": like(
            "clamped geometric count",
            wrong(
                ClampedGeometricCount,
                "sum(database) => sum(database[:1])",
            )(0, 2, COUNT.eps),
        ),
    },
    examples=4,
    keys=st.lists(st.integers(0, 9), min_size=3, max_size=3).map(tuple),
)
def test_rows_come_in_any_order(cases: Cases, keys: tuple[int, ...]) -> None:
    """A shuffled database has the law of the database."""
    for name, case in cases.items():
        if case.rows is not None and not case.rows.ordered:
            for database in case.databases:
                order = sorted(range(len(database)), key=lambda i: (keys[i % 3], -i))
                assert case.law(tuple(database[i] for i in order)) == case.law(database), name
