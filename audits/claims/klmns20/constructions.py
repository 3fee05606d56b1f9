"""The algorithms of section 4, the reductions, and the named databases."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import comb

from audits.claims.klmns20.exactly import (
    BOTTOM,
    Rows,
    databases,
    eps_at,
    minus,
    same,
    up_to,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
    true,
)
from audits.engines.comparisons import Comparison
from audits.engines.optimum.problems.order import interior_point
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Verdict
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.interior_point.construct_paths import ConstructPaths
from reference.mechanisms.interior_point.heavy_paths import HeavyPaths
from reference.mechanisms.interior_point.level_up import LevelToPoint, LevelUp
from reference.mechanisms.interior_point.named_databases import (
    diverging_paths,
    jumping_multiplicity,
)
from reference.mechanisms.interior_point.one_random_path import OneRandomPath
from reference.mechanisms.interior_point.stopping_point import StoppingPoint
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.probability.coins import Coins
from reference.probability.law import law
from reference.reductions.interior_point_and_learning import (
    Labelled,
    LearnerFromInteriorPoint,
    halves,
)

EIGHT = Domain.of_size(8)


def _chosen(size: Size) -> Iterator[Rows]:
    """Some databases of 5 rows over 8 points, evenly spread."""
    return islice(databases(8, 5), 0, None, size.pick(37, 7, 1))


@claim("KLMNS20.A2")
def sizes_of_outputs(size: Size) -> Verdict:
    """The d-th output of ConstructPaths has n - 3t(d-1) rows over 2^m_d points, m_(d+1) =
    ceil(log2(m_d + 1)); it stops at h rows or C points.

    Fair: |X| = 256, so that there are three outputs.
    """
    paths = ConstructPaths(Domain.of_size(256), 1, 3)
    points = (256, 16, 8)

    def items(n: int) -> Iterator[Comparison]:
        rows = tuple((37 * i * i) % 256 for i in range(n))
        outputs = paths(rows)
        count = sum(n - 3 * d > 3 for d in range(3))
        yield eq(f"n={n}, outputs", len(outputs), count)
        for d, output in enumerate(outputs):
            yield eq(f"n={n}, d={d + 1}, rows", len(output.database), n - 3 * d)
            yield eq(f"n={n}, d={d + 1}, points", output.domain.size, points[d])

    return decide(
        "sizes of the outputs of ConstructPaths",
        "|X| = 256, t = 1, h = 3",
        (item for n in range(1, size.pick(20, 100, 1000)) for item in items(n)),
    )


@claim("KLMNS20.A2.E", Form.CORRECTED)
def last_output(size: Size) -> Verdict:
    """Putting out the database on which it halts, too, adds one output and changes none.

    Fair: Databases with and without any printed output.
    """
    printed = ConstructPaths(EIGHT, 1, 2)
    more = ConstructPaths(EIGHT, 1, 2, emit_last=True)
    most = size.pick(4, 5, 6)
    return decide(
        "the last output",
        f"|X| = 8, n <= {most}, t = 1, h = 2",
        (
            item
            for rows in up_to(8, most)
            for item in (
                true(f"S={rows}, the others", more(rows)[:-1] == printed(rows)),
                eq(f"S={rows}, one more", len(more(rows)), len(printed(rows)) + 1),
            )
        ),
    )


@claim("KLMNS20.A3")
def stopping_point_law(size: Size) -> Verdict:
    """StoppingPoint is AboveThreshold on f_1, f_2, ..., which counts from 1.

    Fair: Two queries, different multiplicities.
    """
    stop = StoppingPoint(EIGHT, 1, 1, 2, eps_at(2))

    def items(rows: Rows) -> Iterator[Comparison]:
        answers = stop.paths().largest_multiplicities(rows)
        above = law(AboveThreshold(1, eps_at(2)), answers)
        found = law(stop, rows)
        yield eq(f"S={rows}, none", found.probability(BOTTOM), above.probability(BOTTOM))
        for d in range(len(answers)):
            yield eq(f"S={rows}, d={d + 1}", found.probability(d + 1), above.probability(d))

    return decide(
        "StoppingPoint",
        "|X| = 8, n = 5, t = 1, c = 1, h = 2, e^(eps/4) = 2",
        (item for rows in _chosen(size) for item in items(rows)),
    )


@claim("KLMNS20.A4")
def one_random_path_is_symmetric(size: Size) -> Verdict:
    """OneRandomPath at d = 1 commutes with the reflection of the domain: it samples its own path,
    and does not use the heaviest one with its ties.

    Fair: Databases that are not their own reflection.
    """
    mechanism = OneRandomPath(EIGHT, 1, 2, 1, 1, 2, eps_at(2))

    def items(rows: Rows) -> Iterator[Comparison]:
        one, other = law(mechanism, rows), law(mechanism, tuple(sorted(7 - x for x in rows)))
        for y in range(8):
            yield eq(f"S={rows}, y={y}", one.probability(y), other.probability(7 - y))

    return decide(
        "reflection of OneRandomPath",
        "|X| = 8, n = 5, t = 1, thresholds 1 and 2, e^(eps/4) = 2",
        (item for rows in _chosen(size) for item in items(rows)),
    )


@claim("KLMNS20.A5")
def level_up_law(size: Size) -> Verdict:
    """LevelUp at d is steps 7 to 9 of TreeLog on S_d.

    Fair: d = 1 and d = 2 over 256 points.
    """
    domain, eps = Domain.of_size(256), eps_at(2)

    def items(n: int, d: int, level: int) -> Iterator[Comparison]:
        rows = tuple(sorted((37 * i * i) % 256 for i in range(n)))
        output = ConstructPaths(domain, 1, 3)(rows)[d - 1]
        found = law(LevelUp(domain, 1, 3, d, 2, level, eps), rows)
        direct = law(LevelToPoint(output.domain, 1, 2, level, eps), output.database)
        name = f"n={n}, d={d}, i={level}"
        yield eq(f"{name}, bottom", found.probability(BOTTOM), direct.probability(BOTTOM))
        for y in sorted(direct.support - {BOTTOM}, key=str):
            yield eq(f"{name}, y={y}", found.probability(y), direct.probability(y))

    return decide(
        "LevelUp",
        "|X| = 256, t = 1, h = 3, threshold 2, e^(eps/4) = 2",
        (
            item
            for n in range(8, size.pick(10, 14, 20))
            for d in (1, 2)
            for level in range(4)
            for item in items(n, d, level)
        ),
    )


def _heavy_paths() -> HeavyPaths[Fraction]:
    return HeavyPaths(EIGHT, 1, 2, 2, 1, 2, eps_at(2))


@claim("KLMNS20.A6", refuted=UNGRADED)
def index_zero_is_never_used(size: Size) -> Verdict:
    """HeavyPaths never calls OneRandomPath with index 0: Pr[d = 1] = 0.

    Fair: The stopping point 1 has positive probability on every database.
    """
    stop = _heavy_paths().stopping_point()
    return decide(
        "index 0 in HeavyPaths",
        "|X| = 8, n = 5, t = 1, c = 2, h = 2, e^(eps/4) = 2",
        (le(f"S={rows}, Pr[d = 1]", law(stop, rows).probability(1), 0) for rows in _chosen(size)),
    )


def _mixture(rows: Rows) -> Iterator[Comparison]:
    """HeavyPaths against the mixture of B_d over the stopping points d."""
    mechanism = _heavy_paths()
    found, stops = law(mechanism, rows), law(mechanism.stopping_point(), rows)
    for y in (*range(8), BOTTOM):
        mixed = Fraction(0)
        for d in stops:
            fixed = law(mechanism.stopped(d), rows) if not isinstance(d, Bottom) else None
            chance = Fraction(y is BOTTOM) if fixed is None else fixed.probability(y)
            mixed += stops.probability(d) * chance
        yield eq(f"S={rows}, y={y}", found.probability(y), mixed)


@claim("KLMNS20.A6", Form.CORRECTED)
def completed_heavy_paths(size: Size) -> Verdict:
    """Completed for d = 1 by the choosing mechanism on multiplicities and for no d by bottom,
    HeavyPaths is defined on every database: its probabilities sum to 1.

    Fair: Stopping points 1, 2 and none all have positive probability.
    """
    return decide(
        "HeavyPaths completed",
        "|X| = 8, n = 5, t = 1, c = 2, h = 2, e^(eps/4) = 2",
        (
            item
            for rows in _chosen(size)
            for dist in [law(_heavy_paths(), rows)]
            for stop in [law(_heavy_paths().stopping_point(), rows)]
            for item in (
                eq(
                    f"S={rows}",
                    sum((dist.probability(y) for y in range(8)), Fraction(0)),
                    1 - dist.probability(BOTTOM),
                ),
                *(lt(f"S={rows}, Pr[d = {d}]", 0, stop.probability(d)) for d in (1, 2, BOTTOM)),
            )
        ),
    )


@claim("KLMNS20.ALG.BD")
def mixture_of_fixed_stopping_points(size: Size) -> Verdict:
    """HeavyPaths is the mixture of B_d over the law of the stopping point d.

    Fair: Stopping points 1, 2 and none all have positive probability.
    """
    return decide(
        "HeavyPaths as a mixture",
        "|X| = 8, n = 5, t = 1, c = 2, h = 2, e^(eps/4) = 2",
        (item for rows in _chosen(size) for item in _mixture(rows)),
    )


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


@claim("KLMNS20.CON.L43", Form.CONCRETE)
def diverging_pair(size: Size) -> Verdict:
    """Two neighbours of 53 rows over 2^43 points (t = 4, h = 40, k = 2), with all multiplicities
    of the first two databases below k.

    Fair: One pair.
    """
    del size
    first, second = diverging_paths()
    paths = ConstructPaths(Domain.of_size(2**43), 4, 40)
    multiplicities = paths.largest_multiplicities
    return decide(
        "the pair of Lemma 4.3",
        "n = 53, |X| = 2^43",
        [
            eq("rows", len(first), 53),
            eq("rows that differ", minus(first, second), 1),
            eq("outputs", len(paths(first)), 2),
            eq("f_1 and f_2", max(multiplicities(first) + multiplicities(second)), 1),
        ],
    )


@claim("KLMNS20.CON.F3", Form.CONCRETE)
def jumping_pair(size: Size) -> Verdict:
    """Two neighbours of 14 rows over 2^8 points (t = 1, h = 0): f is 2, 3, 2 on one and 1, 3, 4 on
    the other.

    Fair: One pair.
    """
    del size
    first, second = jumping_multiplicity()
    paths = ConstructPaths(Domain.of_size(256), 1, 0)
    found = paths.largest_multiplicities(first)[:3] + paths.largest_multiplicities(second)[:3]
    return decide(
        "a query that jumps",
        "n = 14, |X| = 2^8",
        [
            eq("rows that differ", minus(first, second), 1),
            *(
                eq(f"f, value {i}", value, expected)
                for i, (value, expected) in enumerate(zip(found, (2, 3, 2, 1, 3, 4), strict=True))
            ),
        ],
    )


@claim("KLMNS20.LP.IPP", Form.CONCRETE)
def linear_program(size: Size) -> Verdict:
    """The linear program of the best private solver has C(N+n-1, n) databases; over 8 points with
    3 rows, 120.

    Fair: The problem as the optimum engine builds it.
    """
    del size

    def count(points: int, rows: int) -> int:
        problem = interior_point(points, rows)
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
