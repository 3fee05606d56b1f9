"""The algorithms of section 4, the reductions, and the named databases."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import comb

from audits.claims.klmns20.exactly import (
    Rows,
    databases,
    plus,
    same,
)
from audits.claims.klmns20.laws.paths import branchings, extended, path_law, stray
from audits.claims.vocabulary import (
    decide,
    eq,
)
from audits.engines.comparisons import Comparison
from audits.engines.optimum import build
from audits.ledger import Form, Size, claim
from audits.verdict import Verdict
from reference.data.domain import Domain
from reference.mechanisms.interior_point.named_databases import (
    balanced,
    caterpillar,
    stray_path,
)
from reference.mechanisms.interior_point.weighted_tree import Node
from reference.probability.coins import Coins
from reference.probability.law import law
from reference.reductions.interior_point_and_learning import (
    Labelled,
    LearnerFromInteriorPoint,
    halves,
)

EIGHT = Domain.of_size(8)


@claim("KLMNS20.RED.L2I")
def labelled_halves(size: Size) -> Verdict:
    """The smaller half of S is labelled 1, the larger half 0.

    Fair: All databases of even size of the scope.
    """
    most = size.pick(4, 6, 8)
    return decide(
        "labelled halves",
        f"|X| = 5, n = 2, 4, ... <= {most}",
        (
            item
            for n in range(2, most + 1, 2)
            for rows in databases(5, n)
            for item in (
                *same(f"S={rows}, points", [x for x, _ in halves(rows)], rows),
                *same(
                    f"S={rows}, labels",
                    [y for _, y in halves(rows)],
                    [int(2 * i < n) for i in range(n)],
                ),
            )
        ),
    )


def _solver_input(size: Size, *, shifted: bool) -> Iterator[Comparison]:
    """What the solver of the interior point problem is run on."""
    seen: list[Rows] = []

    def solver(rows: Rows, _: Coins[Fraction]) -> int:
        seen.append(rows)
        return rows[0]

    n, q = size.pick(6, 8, 10), 2
    learner = LearnerFromInteriorPoint(solver, EIGHT, n // q, shifted)
    for rows in islice(databases(8, n), 0, None, 29):
        for ones in range(q, n - q + 1):
            database: tuple[Labelled, ...] = tuple((x, int(i < ones)) for i, x in enumerate(rows))
            law(learner, database)
            low, high = rows[ones - q : ones], rows[ones : ones + q]
            moved = [x + 1 for x in low] if shifted else low
            expected = tuple(sorted([*moved, *high]))
            yield from same(f"D={database}", seen[-1], expected)


@claim("KLMNS20.RED.I2L")
def middle_rows(size: Size) -> Verdict:
    """The solver is run on the q largest points with label 1 and the q smallest with label 0.

    Fair: At least q rows of either label.
    """
    return decide("rows in the middle", "|X| = 8, q = 2", _solver_input(size, shifted=False))


@claim("KLMNS20.RED.I2L.SHIFT", Form.CORRECTED)
def middle_rows_shifted(size: Size) -> Verdict:
    """The same with x - 1 for every point x with label 0 (all written one higher, so that the
    domain begins at 0).

    Fair: At least q rows of either label.
    """
    return decide(
        "rows in the middle, shifted", "|X| = 8, q = 2", _solver_input(size, shifted=True)
    )


@claim("KLMNS20.CON.BAL", Form.CONCRETE)
def balanced_ratio(size: Size) -> Verdict:
    """One copy of each of 2^m points, t = 1, and one more 0: the path to 0 becomes (2a/(1+a))^m
    times as likely.

    Fair: m up to 5; the ratio grows without bound with m.
    """
    a = Fraction(2)

    def ratio(m: int) -> Fraction:
        rows, leaf = balanced(m), Node(m, 0)
        before, after = path_law(rows, m, 1, a), path_law(plus(rows, 0), m, 1, a)
        return extended(leaf, after, Fraction(0)) / before[leaf]

    return decide(
        "balanced databases",
        "t = 1, a = 2",
        (eq(f"m={m}", ratio(m), (2 * a / (1 + a)) ** m) for m in range(1, size.pick(5, 6, 8))),
    )


def _falls(n: int, j: int) -> Iterator[Comparison]:
    """At its i-th branching node the path keeps n - i - 1 rows, and one falls off."""
    found = branchings(caterpillar(n, j), j + 2, Node(j + 2, 0))
    name = f"n={n}, j={j}"
    yield from same(f"{name}, kept", [kept for kept, _ in found], range(n - 1, n - 1 - j, -1))
    yield from same(f"{name}, fallen", [fallen for _, fallen in found], [1] * j)


@claim("KLMNS20.CON.CAT", Form.CONCRETE)
def caterpillar_falls(size: Size) -> Verdict:
    """In the caterpillar of n rows and j levels one row falls off the path to 0 at each of the
    first j levels.

    Fair: All n and j of the scope with n > j.
    """
    most = size.pick(6, 9, 12)
    return decide(
        "caterpillars",
        f"n <= {most}",
        (item for n in range(2, most + 1) for j in range(1, n) for item in _falls(n, j)),
    )


@claim("KLMNS20.CON.STRAY", Form.CONCRETE)
def stray_probability(size: Size) -> Verdict:
    """S' = t + 1 copies of 0, and one more row 2^(m-1): the path to that row extends no path of S'
    and has probability exactly 1/(1 + a^t).

    Fair: m = 3, t up to 3.
    """

    def items(t: int, a: Fraction) -> Iterator[Comparison]:
        rows, row = stray_path(3, t)
        old, new = path_law(rows, 3, t, a), path_law(plus(rows, row), 3, t, a)
        found = sum((mass for path, mass in new.items() if path.position), Fraction(0))
        yield eq(f"t={t}, a={a}", found, stray(t, a))
        yield eq(f"t={t}, a={a}, paths of S'", len(old), 1)

    return decide(
        "stray paths",
        "m = 3",
        (
            item
            for t in range(1, size.pick(4, 6, 8))
            for a in (Fraction(2), Fraction(3, 2))
            for item in items(t, a)
        ),
    )


@claim("KLMNS20.LP.IPP", Form.CONCRETE)
def linear_program(size: Size) -> Verdict:
    """The linear program of the best private solver has C(N+n-1, n) databases; over 8 points with
    3 rows, 120.

    Fair: The problem as the optimum engine builds it.
    """
    del size

    def count(points: int, rows: int) -> int:
        problem = build("interior-point", {"domain": str(points), "rows": str(rows)})
        return problem.universe.database_count

    return decide(
        "linear program of the interior point problem",
        "small domains",
        [
            eq("8 points, 3 rows", count(8, 3), 120),
            *(
                eq(f"{x} points, {n} rows", count(x, n), comb(x + n - 1, n))
                for x in (2, 3, 4)
                for n in (1, 2, 3)
            ),
        ],
    )
