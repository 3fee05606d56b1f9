"""Section 1: the reductions, and what the paper builds on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

from audits.claims.klmns20.exactly import (
    databases,
    plus,
)
from audits.claims.vocabulary import (
    decide,
    le,
    low,
    true,
)
from audits.engines.comparisons import Comparison
from audits.engines.optimum import solve
from audits.engines.optimum.problems.order import interior_point
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.verdict import Evidence, Verdict
from reference.exact.interval import exp, ln, sqrt
from reference.mechanisms.interior_point.interior_points import score
from reference.reductions.interior_point_and_learning import (
    Labelled,
    empirical_error,
    halves,
    is_realizable,
)

TWO = Fraction(2)

not_finitely_checkable(
    "KLMNS20.TXT.ABSTRACT",
    statement="Thresholds, distributions and threshold queries are learnt with "
    "O~((log*|X|)^2), then O~((log*|X|)^1.5) rows.",
    reason="Asymptotic, and by the cited equivalence; the theorems have concrete forms.",
)
not_finitely_checkable(
    "KLMNS20.TXT.BOUNDS",
    statement="Generic pure learners need O(log|X|) rows and pure learners Omega(log|X|); "
    "O~(8^log*|X|), O~(2^log*|X|), Omega(log*|X|) for approximate privacy; O(1) without privacy.",
    reason="Cited results of other papers, and asymptotic. The packing bound is decided for the "
    "interior point problem (KLMNS20.DER.PURELB).",
)
not_finitely_checkable(
    "KLMNS20.TXT.EQUIV4",
    statement="The interior point problem, proper learning of thresholds, distribution learning "
    "and release of threshold queries are equivalent up to constants.",
    reason="Cited. The two reductions that the paper describes are decided "
    "(KLMNS20.TXT.L2I, KLMNS20.TXT.I2L).",
)
not_finitely_checkable(
    "KLMNS20.TXT.EFFICIENT",
    statement="The algorithms run in polynomial time.",
    reason="A statement about asymptotic running time; the code stores the rows and no tree.",
)


@claim("KLMNS20.DER.PURELB", Form.CONCRETE)
def packing_bound(size: Size) -> Verdict:
    """Every eps-private solver of the interior point problem on N points with n rows succeeds with
    probability at most r^n / (r^n + N - 1), r = e^eps.

    Fair: The exact optimum over all mechanisms; it attains the bound for n <= 2 here.
    """
    cases = [(3, 1, TWO), (4, 1, Fraction(3, 2)), (3, 2, TWO), (4, 2, TWO)]
    cases += size.pick([], [(4, 3, TWO)], [(4, 3, TWO), (8, 2, TWO), (8, 3, TWO)])

    def item(points: int, n: int, r: Fraction) -> Comparison:
        best = solve(interior_point(points, n), r)
        name = f"N={points}, n={n}, r={r}"
        if best.value is None:
            raise AssertionError(f"{name}: the optimum was bounded, not found")
        return le(name, best.value, r**n / (r**n + points - 1))

    return decide("packing bound", "named cases", [item(*c) for c in cases], Evidence.LP_CERTIFIED)


@claim("KLMNS20.TXT.L2I", refuted=UNGRADED)
def halves_are_realizable(size: Size) -> Verdict:
    """The labelled database that is made from S is labelled by some threshold, so that a learner
    for realizable databases succeeds on it.

    Fair: All databases of even size, equal rows allowed as in Definition 1.1.
    """
    del size
    return decide(
        "halves are realizable",
        "|X| = 4, n = 4",
        (true(f"S={rows}", is_realizable(halves(rows))) for rows in databases(4, 4)),
    )


@claim("KLMNS20.TXT.L2I", Form.CORRECTED)
def small_error_is_interior(size: Size) -> Verdict:
    """For S of even size, a threshold u with empirical error < 1/2 on the labelled halves is an
    interior point of S; neighbouring S give labelled databases that differ in at most 2 rows.

    Fair: All S, all u from -1, realizable or not; all pairs of neighbours.
    """
    n = size.pick(4, 4, 6)
    points = size.pick(4, 6, 5)

    def items() -> Iterator[Comparison]:
        for rows in databases(points, n):
            for u in range(-1, points):
                if empirical_error(halves(rows), u) < Fraction(1, 2):
                    yield le(f"S={rows}, u={u}", 1, score(rows, u))
        for rest in databases(points, n - 1):
            for x, y in combinations(range(points), 2):
                one, other = halves(plus(rest, x)), halves(plus(rest, y))
                differ = sum(a not in other for a in one)
                yield le(f"S={rest}+{x}, S'={rest}+{y}", differ, 2)

    return decide("from a learner to interior points", f"|X| = {points}, n = {n}", items())


def _labelled(points: int, n: int) -> Iterator[tuple[Labelled, ...]]:
    """Every realizable labelled database."""
    for rows in databases(points, n):
        for ones in range(n + 1):
            database = tuple((x, int(i < ones)) for i, x in enumerate(rows))
            if is_realizable(database):
                yield database


def _errors(points: int, n: int, q: int, *, shifted: bool) -> Iterator[tuple[str, Fraction]]:
    """The error of f_y for every realizable D with enough of either label and interior y."""
    for database in _labelled(points, n):
        ones = sorted(x for x, label in database if label)
        zeros = sorted(x for x, label in database if not label)
        if len(ones) >= q and len(zeros) >= q:
            moved = [x - 1 if shifted else x for x in zeros[:q]]
            middle = sorted([*ones[len(ones) - q :], *moved])
            for y in range(middle[0], middle[-1] + 1):
                yield f"D={database}, y={y}", empirical_error(database, y)


@claim("KLMNS20.TXT.I2L", refuted=UNGRADED)
def interior_points_have_small_error(size: Size) -> Verdict:
    """For every interior point y of the q rows on either side, q = |D|/10, f_y has empirical error
    at most q/|D|.

    Fair: All realizable D of 10 rows, equal points with equal labels allowed.
    """
    del size
    return decide(
        "from interior points to a learner",
        "|X| = 3, |D| = 10, q = 1",
        (le(name, error, Fraction(1, 10)) for name, error in _errors(3, 10, 1, shifted=False)),
    )


@claim("KLMNS20.TXT.I2L", Form.CORRECTED)
def shifted_points_have_small_error(size: Size) -> Verdict:
    """With the 0-labelled points moved down by one, the error is at most (q - 1)/|D|.

    Fair: All realizable D of the scope; (q - 1)/|D| is attained for q = 2.
    """
    cases = size.pick([(3, 6, 2)], [(3, 10, 1), (4, 8, 2)], [(4, 10, 1), (4, 8, 2)])
    return decide(
        "from interior points to a learner, shifted",
        f"(|X|, |D|, q) in {cases}",
        (
            le(name, error, Fraction(q - 1, n))
            for points, n, q in cases
            for name, error in _errors(points, n, q, shifted=True)
        ),
    )


def _responses_delta(r: Fraction, k: int, x: Fraction) -> Fraction:
    """H_x of k independent randomized responses with e^eps = r."""
    p, q = r / (1 + r), 1 / (1 + r)
    return sum(
        (
            comb(k, j) * max(p**j * q ** (k - j) - x * q**j * p ** (k - j), Fraction(0))
            for j in range(k + 1)
        ),
        Fraction(0),
    )


@claim("KLMNS20.TXT.ADVCOMP", refuted=UNGRADED)
def composition_as_printed(size: Size) -> Verdict:
    """k adaptive (eps, delta)-private mechanisms are (eps sqrt(k), delta k)-private.

    Fair: k = 4 randomized responses (delta = 0), so that sqrt(k) = 2.
    """
    del size
    return decide(
        "advanced composition as printed",
        "randomized response, e^eps = 2, k = 4",
        [le("delta at e^(2 eps) = 4", _responses_delta(TWO, 4, Fraction(4)), 0)],
    )


@claim("KLMNS20.TXT.ADVCOMP", Form.CORRECTED)
def advanced_composition(size: Size) -> Verdict:
    """They are (eps sqrt(2k ln(1/delta')) + k eps (e^eps - 1), k delta + delta')-private for every
    delta' > 0.

    Fair: k randomized responses, the worst case for k pure mechanisms; delta' = r^-j.
    """
    most = size.pick(4, 8, 16)

    def item(r: Fraction, k: int, j: int) -> Comparison:
        eps, slack = ln(r), r**-j
        bound = eps * sqrt(2 * k * ln(1 / slack)) + k * eps * (r - 1)
        x = low(exp(bound))
        return le(f"r={r}, k={k}, delta'={slack}", _responses_delta(r, k, x), slack)

    return decide(
        "advanced composition",
        f"randomized response, e^eps = 2 and 3/2, k <= {most}",
        (
            item(r, k, j)
            for r in (TWO, Fraction(3, 2))
            for k in range(1, most + 1)
            for j in (1, 2, 4, 8)
        ),
    )
