"""Peak memory of a table of laws against the number of databases."""

from __future__ import annotations

import tracemalloc
from fractions import Fraction

from audits.engines.privacy import filtered
from audits.evidence.table import tabulate
from proofs_tests.benchmarks.timing import show
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy.epsilon import Epsilon

SIZES = ((6, 6), (8, 6), (8, 8), (9, 10), (10, 10))


def run() -> None:
    """Print the table."""
    rows = []
    for domain, count in SIZES:
        mechanism = ExponentialInteriorPoint(Domain.of_size(domain), Epsilon(Fraction(2), parts=2))
        universe = mechanism.universe(count)
        tracemalloc.start()
        table = tabulate(mechanism, universe)
        laws = tracemalloc.get_traced_memory()[1]
        filtered.tight_delta(table, Fraction(2))
        audit = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        databases = universe.database_count
        rows.append(
            [
                f"{domain}, {count}",
                f"{databases:,}",
                f"{universe.pair_count:,}",
                f"{laws / 2**20:.1f}",
                f"{laws / databases:.0f}",
                f"{audit / 2**20:.1f}",
            ]
        )
    show(
        "peak memory of the point audit",
        ["domain, rows", "databases", "pairs", "laws MiB", "bytes/database", "with audit MiB"],
        rows,
    )
