"""Definitions: each is compared with the code that implements it, where there is some."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from audits.claims.klmns20.exactly import (
    databases,
    eps_at,
    same,
    up_to,
)
from audits.claims.klmns20.laws.paths import embedding, path_law
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
)
from audits.engines.comparisons import Comparison
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.interior_point.construct_paths import ConstructPaths
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.privacy.divergence import hockey_stick
from reference.probability.law import law
from reference.reductions.interior_point_and_learning import empirical_error

for identifier, statement in (
    (
        "D.DISTL",
        "Distribution learning: from n samples of D, a D' close to D in Kolmogorov distance.",
    ),
    (
        "D.QREL",
        "Query release for thresholds: for each x, about how many rows are smaller than x.",
    ),
    (
        "D.QUALITY",
        (
            "The sensitivity of q is the largest |q(S, f) - q(S', f)| over neighbours and f; "
            "OPT(S) is the largest q(S, f)."
        ),
    ),
    (
        "D.BG",
        (
            "k-bounded growth: q(empty, f) = 0; an added row raises each q(S, f) by 0 or 1, and "
            "at most k of them by 1."
        ),
    ),
    (
        "D.PARAM4",
        "k = (lambda/eps) ln(log*|X| / delta), t = 2k, threshold c = k/2, so that t = 4c.",
    ),
    (
        "D.APPROX",
        (
            "Z_0 and Z_1 are (eps, delta)-close if Pr[Z_b in T] <= e^eps Pr[Z_(1-b) in T] + delta "
            "for all T and both b."
        ),
    ),
):
    not_finitely_checkable(
        f"KLMNS20.{identifier}",
        statement=statement,
        reason="A definition: it states nothing. The claims that use it are decided.",
    )


@claim("KLMNS20.D.THR")
def threshold_functions(size: Size) -> Verdict:
    """The threshold function f_u labels x with 1 if and only if x <= u.

    Fair: All x and u over 8 points, u = -1 included.
    """
    del size
    return decide(
        "threshold functions",
        "|X| = 8, all u",
        (
            eq(f"x={x}, u={u}", empirical_error(((x, 1),), u), int(x > u))
            for x in range(8)
            for u in range(-1, 8)
        ),
    )


@claim("KLMNS20.D1.1")
def interior_points(size: Size) -> Verdict:
    """y solves the interior point problem on S if min S <= y <= max S; bottom does not.

    Fair: All y, over all databases of the scope.
    """

    def items(rows: tuple[int, ...]) -> Iterator[Comparison]:
        solutions = [y for y in range(6) if is_interior_point(rows, y)]
        yield eq(f"S={rows}, bottom", is_interior_point(rows, Bottom.BOTTOM), 0)
        yield from same(f"S={rows}", solutions, range(min(rows), max(rows) + 1))

    return decide(
        "interior points",
        "|X| = 6",
        (item for rows in up_to(6, size.pick(4, 6, 8), 1) for item in items(rows)),
    )


@claim("KLMNS20.D2.1")
def events_and_hockey_sticks(size: Size) -> Verdict:
    """(eps, delta)-privacy speaks of all events; it is the same to bound sum_y max(P(y) - e^eps
    Q(y), 0) by delta.

    Fair: Laws of the exponential mechanism over 4 points, all 16 events.
    """
    mechanism = ExponentialInteriorPoint(Domain.of_size(4), eps_at(2))
    rows = size.pick(2, 3, 4)
    laws = [law(mechanism, db) for db in databases(4, rows)]
    events = [set(event) for k in range(5) for event in combinations(range(4), k)]

    def worst(i: int, j: int, x: Fraction) -> Fraction:
        return max(
            sum((laws[i].probability(y) - x * laws[j].probability(y) for y in event), Fraction(0))
            for event in events
        )

    return decide(
        "events against the hockey-stick sum",
        f"|X| = 4, n = {rows}, e^eps in 1, 3/2, 4",
        (
            eq(f"laws {i}, {j}, x={x}", worst(i, j, x), hockey_stick(laws[i], laws[j], x))
            for i in range(len(laws))
            for j in range(len(laws))
            for x in (Fraction(1), Fraction(3, 2), Fraction(4))
        ),
    )


@claim("KLMNS20.D.FALL")
def falls(size: Size) -> Verdict:
    """The rows below the other child of a node of level l of the path fall off at l.

    Fair: Paths to leaves (t = 0), so that nothing is cut.
    """

    def items(rows: tuple[int, ...]) -> list[Comparison]:
        found = []
        for last in path_law(rows, 3, 0, Fraction(2)):
            levels = embedding(rows, 3, last, 0)
            for level in range(4):
                prefix = [3 - (x ^ last.position).bit_length() for x in rows]
                name = f"S={rows}, leaf {last.position}, level {level}"
                found.append(eq(name, levels.count(level), prefix.count(level)))
        return found

    most = size.pick(4, 5, 6)
    return decide(
        "falls",
        f"|X| = 8, 1 <= n <= {most}",
        (item for rows in up_to(8, most, 1) for item in items(rows)),
    )


@claim("KLMNS20.D.FD")
def queries(size: Size) -> Verdict:
    """S_d is the d-th database of ConstructPaths and f_d(S) the largest multiplicity in it; S_1 =
    S.

    Fair: Multiplicities counted by sorting.
    """
    paths = ConstructPaths(Domain.of_size(8), 1, 2, emit_last=True)

    def longest(rows: tuple[int, ...]) -> int:
        return max((rows.count(x) for x in rows), default=0)

    most = size.pick(5, 6, 7)
    return decide(
        "queries of StoppingPoint",
        f"|X| = 8, n <= {most}, t = 1",
        (
            eq(
                f"S={rows}, d={d + 1}",
                paths.largest_multiplicities(rows)[d],
                longest(rows if d == 0 else output.database),
            )
            for rows in up_to(8, most)
            for d, output in enumerate(paths(rows))
        ),
    )


def _stopping_indices(rows: tuple[int, ...]) -> list[int]:
    """Every d with f_d >= k = 1, among the outputs as printed (t = 2k, h = 10t, |X| = 8)."""
    paths = ConstructPaths(Domain.of_size(8), 2, 20)
    return [d for d, f in enumerate(paths.largest_multiplicities(rows), 1) if f >= 1]


@claim("KLMNS20.D.DSTAR", refuted=UNGRADED)
def stopping_index_exists(size: Size) -> Verdict:
    """For every S there is a smallest d with f_d(S) >= k.

    Fair: |X| = 8, k = 1, t = 2k, h = 10t; databases with and without an output.
    """
    del size
    return decide(
        "existence of the stopping index",
        "|X| = 8, n equal rows, k = 1, t = 2, h = 20",
        (le(f"n={n}", 1, len(_stopping_indices((3,) * n))) for n in (22, 21, 20, 19)),
    )


@claim("KLMNS20.D.DSTAR", Form.CORRECTED)
def stopping_index_or_infinity(size: Size) -> Verdict:
    """d*(S) is the smallest d with f_d(S) >= k, and infinite if there is none; it is infinite for
    instance if there is no output.

    Fair: Databases of 20 rows, which have no output, and of 21 equal rows.
    """
    del size
    return decide(
        "stopping index",
        "|X| = 8, k = 1, t = 2, h = 20",
        [
            eq("20 rows: no d", len(_stopping_indices((3,) * 20)), 0),
            eq("21 equal rows: d = 1", _stopping_indices((3,) * 21)[0], 1),
        ],
    )
