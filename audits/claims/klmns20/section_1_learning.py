"""Section 1: thresholds, interior points, and from a learner to a solver."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.exactly import SETS
from audits.claims.klmns20.laws.reductions import from_learner
from audits.claims.klmns20.words import *
from reference.reductions.interior_point_and_learning import (
    InteriorPointFromLearner,
    empirical_error,
    halves,
)

not_finitely_checkable(
    "KLMNS20.D.DISTL",
    statement="Distribution learning: from n samples of D, a D' close in Kolmogorov distance.",
    reason="A definition: it states nothing. KLMNS20.TXT.EQUIV4 uses it.",
)
not_finitely_checkable(
    "KLMNS20.D.QREL",
    statement="Query release for thresholds: for each x, about how many rows are smaller than x.",
    reason="A definition: it states nothing. KLMNS20.TXT.EQUIV4 uses it.",
)
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


WRONG[empirical_error] = {"x < u": "x <= threshold => x < threshold"}


@claim("KLMNS20.D.THR", over(x=range(8), u=range(-1, 8)), about=empirical_error)
def threshold_functions(error: Build, x: int, u: int) -> Check:
    """The threshold function f_u labels x with 1 if x <= u and with 0 if x > u.

    Cases: All x and u over 8 points, u = -1 (all labels 0, as h = 0 in the text) included.
    """
    yield eq("labelled 1", error(((x, 1),), u), len(range(u + 1, x + 1)) > 0)
    yield eq("labelled 0", error(((x, 0),), u), len(range(x, u + 1)) > 0)


@claim(
    "KLMNS20.TXT.HZERO",
    over(points=range(1, 5)),
    refuted=Erratum(
        Grade.WORDING,
        "Section 1, footnote 1 (u is in X), and 'otherwise h = 0 is a good output' of a proper "
        "learner",
        "the fewest points that a threshold function labels 1",
        "0, as many as h = 0 does",
    ),
)
def no_threshold_is_zero(points: int) -> Check:
    """A proper learner may return h = 0: it is a threshold function, specified by a u in X.

    Cases: All u of X; h = 1 is one.
    """
    domain = range(points)
    yield eq("", min(sum(x <= u for x in domain) for u in domain), 0)


def _threshold_for_zero(points: int) -> int:
    """The threshold that is returned in place of h = 0."""
    return range(points)[0]


WRONG[_threshold_for_zero] = {
    "the second point": "range(points)[0] => range(points)[1]",
    "the last point": "range(points)[0] => range(points)[-1]",
}


@claim(
    "KLMNS20.TXT.HZERO",
    over(multisets(4, sized(3, 4, 5)), target=range(4)),
    form=Form.CORRECTED,
    about=_threshold_for_zero,
)
def least_threshold_for_zero(instead: Build, rows: Rows, target: int) -> Check:
    """On a database that a threshold function labels, that of the least point of X has no larger
    error than h = 0.

    Cases: All databases over 4 points and all u.  On a 0 at the least point, which no threshold
    function has, h = 0 has less.
    """
    database = tuple((x, int(x <= target)) for x in rows)
    yield le("", empirical_error(database, instead(4)), empirical_error(database, -1))
    unlabelled = ((0, 0),)
    yield eq("h = 0", empirical_error(unlabelled, -1), 0)
    yield eq("the least", empirical_error(unlabelled, 0), 1)


SCORE = "score(database, answer) >= at_least"
WRONG[is_interior_point] = {
    "strictly between the extremes": f"{SCORE} => min(database) < answer < max(database)",
    "a row": f"{SCORE} => answer in database",
    "bottom, too": "not isinstance(answer, Bottom) and => isinstance(answer, Bottom) or",
}


@claim("KLMNS20.D1.1", over(multisets(6, sized(4, 6, 8))), about=is_interior_point)
def interior_points(interior: Build, rows: Rows) -> Check:
    """y solves the interior point problem on S if min S <= y <= max S; bottom does not; y need not
    be a row.

    Cases: All y.
    """
    yield eq("bottom", interior(rows, Bottom.BOTTOM), 0)
    solutions = [y for y in range(6) if interior(rows, y)]
    yield from same("solutions", solutions, range(rows[0], rows[-1] + 1))


ALL_ONES = "(x, 0) for x in zeros => (x, 1) for x in zeros"
WRONG[halves] = {
    "labels the larger half 1": ("(x, 1) for x in ones => (x, 0) for x in ones", ALL_ONES),
    "does not sort": "sorted(database) => list(database)",
    "labels every row 1": ALL_ONES,
}


@claim("KLMNS20.RED.L2I", over(multisets(5, sized(4, 6, 8), least=2)), about=halves)
def labelled_halves(label: Build, rows: Rows) -> Check:
    """The smaller half of S is labelled 1, the larger half 0.

    Cases: Rows in descending order; of an odd number the middle one is left out.
    """
    found, half = label(rows[::-1]), len(rows) // 2
    yield from same("ones", sorted(x for x, y in found if y), rows[:half])
    yield from same("zeros", sorted(x for x, y in found if not y), rows[len(rows) - half :])


@claim(
    "KLMNS20.TXT.L2I",
    over(SETS),
    about=halves,
    given=lambda rows: [eq("remainder", len(rows) % 2, 0)],
)
def learnt_thresholds_are_interior(label: Build, rows: Rows) -> Check:
    """For a set S of even size, the point at which a threshold with the least error on the
    labelled database switches from 1 to 0 is an interior point of S.

    Cases: S a subset of X, as printed, 2 to 8 points of 8; u = -1 (all labels 0), too. With equal
    rows it is not true: on (0, 0) every threshold has error 1/2.
    """
    errors = {u: empirical_error(label(rows), u) for u in range(-1, 8)}
    for u, error in errors.items():
        if error == min(errors.values()):
            yield le(f"u = {u}", 1, score(rows, u))


LEARNT = "coins.delegate(self.learner, labelled)"
WRONG[from_learner] = {
    "spends twice the eps": twice_eps(from_learner),
    "sees no row": blind(from_learner, lambda rows: (0,) * len(rows)),
    "returns the point below": wrong(
        from_learner,
        InteriorPointFromLearner=wrong(
            InteriorPointFromLearner, f"{LEARNT} => coins.run(self.learner, labelled) - 1"
        ),
    ),
}


@claim(
    "KLMNS20.TXT.L2I",
    over(points=(4,), n=sized((2, 4), (2, 4, 6), (2, 4, 6, 8))),
    form=Form.CORRECTED,
    about=from_learner,
)
def small_error_is_interior(build: Build, points: int, n: int) -> Check:
    """For a multiset S of even size, a threshold u with empirical error < 1/2 on the labelled
    halves is an interior point of S; neighbouring S give labelled databases that differ in at most
    2 rows. With the exponential mechanism as the learner the solver is (eps, 0)-private, and fails
    with probability at most N b^(-n/2) / (1 + N b^(-n/2)), b = e^(eps/2), if the rows in the
    middle differ.

    Cases: All S, all u from -1, realizable or not; all neighbours. The two rows that differ change
    the error of different thresholds, so that eps is not doubled.
    """
    for rows in combinations_with_replacement(range(points), n):
        for u in range(-1, points):
            if empirical_error(halves(rows), u) < HALF:
                yield le(f"{rows}, u = {u}", 1, score(rows, u))
    for rest in combinations_with_replacement(range(points), n - 1):
        for x, y in combinations(range(points), 2):
            one, other = halves(plus(rest, x)), halves(plus(rest, y))
            yield lt(f"{rest} + {x}, {y}", sum(a not in other for a in one), 3)
    solver = build(points, Epsilon(Fraction(4), parts=2))
    universe = replace_one(range(points), n)
    yield private(solver, universe, pure(Fraction(16)))
    split = tuple(rows for rows in universe.databases() if rows[n // 2 - 1] < rows[n // 2])
    odds = points * Fraction(4) ** -(n // 2)
    yield accurate(solver, these(split), is_interior_point, odds / (1 + odds))
