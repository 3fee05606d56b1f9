"""The exponential interior-point mechanism, audited in five ways; laws included.

Two baselines are what one would write at first: laws as dictionaries of `Fraction`, and a loop
over lists of integers.  Both compare every ordered pair of neighbours at e^eps = 4.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement

from audits.engines.privacy import filtered, point
from audits.engines.privacy.all_epsilon import audit_all_epsilon
from audits.evidence.table import tabulate
from proofs_tests.benchmarks.timing import best_of, show
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy.epsilon import Epsilon

ROOT = Fraction(2)


def run() -> None:
    """Print both tables."""
    _engines(6, 6)
    _filter(8, 8)


def _engines(domain: int, rows: int) -> None:
    numbers = ExponentialInteriorPoint(Domain.of_size(domain), Epsilon(ROOT, parts=2))
    functions = ExponentialInteriorPoint(
        Domain.of_size(domain), Epsilon[RationalFunction].indeterminate(parts=2)
    )
    universe = numbers.universe(rows)

    def engine() -> Fraction:
        worst = point.tight_delta(tabulate(numbers, universe), ROOT**2)
        return worst.value if worst else Fraction(0)

    def every_epsilon() -> str:
        table = tabulate(functions, universe)
        return type(audit_all_epsilon(table, functions.guarantee, "benchmark")).__name__

    fraction_seconds, found = best_of(3, lambda: fractions(domain, rows))
    integer_seconds, again = best_of(5, lambda: integers(domain, rows))
    engine_seconds, delta = best_of(5, engine)
    all_seconds, verdict = best_of(3, every_epsilon)
    if not (found == again == delta) or verdict != "Holds":
        raise ValueError(f"the routes differ: {found}, {again}, {delta}, {verdict}")
    pairs = universe.pair_count
    show(
        f"exponential interior point, {domain} points, {rows} rows: {pairs} ordered pairs",
        ["route", "seconds", "pairs/s", "against the engine"],
        [
            [name, f"{seconds:.4f}", f"{pairs / seconds:,.0f}", f"{seconds / engine_seconds:.2f}"]
            for name, seconds in (
                ("dictionaries of Fraction", fraction_seconds),
                ("hand-written loop on integers", integer_seconds),
                ("point audit", engine_seconds),
                ("all-epsilon audit", all_seconds),
            )
        ],
    )


def _filter(domain: int, rows: int) -> None:
    mechanism = ExponentialInteriorPoint(Domain.of_size(domain), Epsilon(ROOT, parts=2))
    table = tabulate(mechanism, mechanism.universe(rows))
    lines = []
    for exp_eps in (Fraction(3, 2), Fraction(2), Fraction(4)):
        exact_seconds, exact = best_of(3, partial(point.tight_delta, table, exp_eps))
        seconds, found = best_of(3, partial(filtered.tight_delta, table, exp_eps))
        if exact is None or found is None or exact.value != found.value:
            raise ValueError("the two paths differ")
        ratio = exact_seconds / seconds
        lines.append(
            [
                str(exp_eps),
                str(exact.value),
                f"{exact_seconds:.3f}",
                f"{seconds:.3f}",
                f"{ratio:.1f}",
            ]
        )
    show(
        f"filter in floats, {domain} points, {rows} rows: "
        f"{mechanism.universe(rows).pair_count} ordered pairs",
        ["e^eps", "delta", "exact s", "filtered s", "times faster"],
        lines,
    )


def fractions(domain: int, rows: int) -> Fraction:
    """The obvious implementation: laws are dictionaries of Fraction."""
    laws = {}
    for database in combinations_with_replacement(range(domain), rows):
        weights = {y: ROOT ** _quality(database, y) for y in range(domain)}
        total = sum(weights.values(), Fraction(0))
        laws[database] = {y: w / total for y, w in weights.items()}
    worst = Fraction(0)
    for database, p in laws.items():
        for other in _neighbours(database, domain):
            q = laws[other]
            gain = sum((max(p[y] - ROOT**2 * q[y], Fraction(0)) for y in p), Fraction(0))
            worst = max(worst, gain)
    return worst


def integers(domain: int, rows: int) -> Fraction:
    """The same by hand on lists of integers."""
    laws = {}
    for database in combinations_with_replacement(range(domain), rows):
        weights = [2 ** _quality(database, y) for y in range(domain)]
        laws[database] = weights, sum(weights)
    top, bottom = 0, 1
    for database, (p, s) in laws.items():
        for other in _neighbours(database, domain):
            q, t = laws[other]
            gain = 0
            for a, b in zip(p, q, strict=True):
                g = a * t - 4 * b * s
                if g > 0:
                    gain += g
            if gain * bottom > top * s * t:
                top, bottom = gain, s * t
    return Fraction(top, bottom)


def _quality(database: tuple[int, ...], y: int) -> int:
    return min(sum(x <= y for x in database), sum(x >= y for x in database))


def _neighbours(database: tuple[int, ...], domain: int) -> set[tuple[int, ...]]:
    found = set()
    for i in range(len(database)):
        rest = database[:i] + database[i + 1 :]
        found |= {tuple(sorted((*rest, v))) for v in range(domain)}
    return found - {database}
