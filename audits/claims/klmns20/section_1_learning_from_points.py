"""Section 1: from a solver of the interior point problem to a learner, and from answers."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.reductions import Inside, labelled
from audits.claims.klmns20.words import *
from reference.reductions.interior_point_and_learning import (
    Labelled,
    LearnerFromInteriorPoint,
    empirical_error,
    point_from_counts,
)

WRONG[LearnerFromInteriorPoint] = {
    "takes the outermost rows": (
        "sorted(ones)[len(ones) - q :] => sorted(ones)[:q]",
        "sorted(zeros)[:q] => sorted(zeros)[-q:]",
    ),
    "takes half as many": given(LearnerFromInteriorPoint, divisor=lambda parts: 2 * parts),
    "does not shift": given(LearnerFromInteriorPoint, shifted=False),
    "sees no row": blind(LearnerFromInteriorPoint, lambda rows: ((0, 1), (2, 0)) * len(rows)),
}


@claim(
    "KLMNS20.RED.I2L",
    over(multisets(6, sized(6, 8, 10), least=6), ones=(2, 3, 4)),
    about=LearnerFromInteriorPoint,
)
def middle_rows(build: Build, rows: Rows, ones: int) -> Check:
    """The solver is run on the q largest points with label 1 and the q smallest with label 0.

    Cases: |D| = 3q or 4q; at least q rows of either label; the solver tells the rows apart.
    """
    yield from _solver_input(build, rows, ones, shifted=False)


@claim(
    "KLMNS20.RED.I2L.SHIFT",
    over(multisets(6, sized(6, 8, 10), least=6), ones=(2, 3, 4)),
    form=Form.CORRECTED,
    about=LearnerFromInteriorPoint,
)
def middle_rows_shifted(build: Build, rows: Rows, ones: int) -> Check:
    """The same with x - 1 for every point x with label 0 (all written one higher, so that the
    domain begins at 0).

    Cases: As for KLMNS20.RED.I2L.
    """
    yield from _solver_input(build, rows, ones, shifted=True)


def _solver_input(build: Build, rows: Rows, ones: int, *, shifted: bool) -> Iterator[Comparison]:
    """The law of the learner, and that of the solver on the rows that it should see."""
    q, up = 2, int(shifted)
    solver = ExponentialInteriorPoint(Domain.of_size(8 + up), Epsilon(TWO, parts=2))
    learner = build(solver, Domain.of_size(8), len(rows) // q, shifted)
    found = law(learner, tuple((x, int(i < ones)) for i, x in enumerate(rows)))
    middle = [*(x + up for x in rows[ones - q : ones]), *rows[ones : ones + q]]
    expected = law(solver, tuple(sorted(middle)))
    for y in range(8 + up):
        yield eq(f"f_{y - up}", found.probability(y - up), expected.probability(y))


def _learnt(
    learner: Mechanism[Database[Labelled], int | Bottom, Fraction], database: Database[Labelled]
) -> int:
    """What a learner that draws nothing returns."""
    (threshold,) = law(learner, database).support
    assert not isinstance(threshold, Bottom)
    return threshold


@claim(
    "KLMNS20.TXT.I2L",
    over(multisets(3, 10, least=10), ones=range(1, 10)),
    about=LearnerFromInteriorPoint,
    given=lambda rows, ones: [lt("largest with label 1", rows[ones - 1], rows[ones])],
    refuted=Erratum(
        Grade.WORDING,
        "Section 1, paragraph after Definition 1.1: that no two rows are equal stands in section "
        "1.1 only, 'throughout the introduction'",
        "the error of 1{x <= y}",
        "1/2, that of a coin",
    ),
)
def interior_points_have_small_error(build: Build, rows: Rows, ones: int) -> Check:
    """For every interior point y of the |D|/10 rows on either side, 1{x <= y} has small error on
    D: no more than a coin.

    Cases: All realizable D of 10 rows over 3 points with both labels; q = 1.
    """
    database = tuple((x, int(i < ones)) for i, x in enumerate(rows))
    for above in range(rows[ones] - rows[ones - 1] + 1):
        y = _learnt(build(Inside(above), Domain.of_size(3)), database)
        yield le(f"y = {y}", empirical_error(database, y), HALF)


@claim(
    "KLMNS20.TXT.I2L",
    over(case=sized(((3, 6, 2), (3, 10, 1)), ((3, 10, 1), (4, 8, 2)), ((4, 10, 1), (4, 8, 2)))),
    form=Form.CORRECTED,
    about=LearnerFromInteriorPoint,
)
def shifted_points_have_small_error(build: Build, case: tuple[int, int, int]) -> Check:
    """With the 0-labelled points moved down by one, the error is at most (q - 1)/|D|; without
    that, if no two rows are equal, at most q/|D|. With the exponential mechanism over N + 1
    points as the solver, the error is larger with probability at most N b^-q / (1 + N b^-q), b
    = e^(eps/2).

    Cases: All realizable D over N points with q rows of either label, (N, |D|, q) = case, and all
    interior points; (q - 1)/|D| is attained for q = 2.
    """
    points, n, q = case
    databases, domain = tuple(labelled(points, n, q)), Domain.of_size(points)
    for database, above in product(databases, range(points + 1)):
        y = _learnt(build(Inside(above), domain, n // q, shifted=True), database)
        yield le(f"{database}, y = {y}", empirical_error(database, y), Fraction(q - 1, n))
    for rows in combinations(range(8), 5):
        for ones, above in product(range(1, 5), range(8)):
            distinct = tuple((x, int(i < ones)) for i, x in enumerate(rows))
            y = _learnt(build(Inside(above), Domain.of_size(8), 5), distinct)
            yield le(f"{distinct}, y = {y}", empirical_error(distinct, y), Fraction(1, 5))
    solver = ExponentialInteriorPoint(Domain.of_size(points + 1), Epsilon(Fraction(4), parts=2))
    odds = points * Fraction(4) ** -q
    yield accurate(
        build(solver, domain, n // q, shifted=True),
        these(databases),
        lambda rows, y: not isinstance(y, Bottom) and n * empirical_error(rows, y) < q,
        odds / (1 + odds),
    )


SMALL = "x for x, count in enumerate(counts) if 2 * count < rows"
WRONG[point_from_counts] = {
    "the first point with an answer above": f"max({SMALL}) => "
    f"next(({SMALL.replace('<', '>=')}), len(counts) - 1)",
    "an answer of n/2 is small, too": "2 * count < rows => 2 * count <= rows",
}


@claim(
    "KLMNS20.TXT.EQUIV4",
    over(multisets(4, sized(4, 5, 6), least=2), signs=[*product((-1, 0, 1), repeat=4)]),
    form=Form.CONCRETE,
    about=point_from_counts,
)
def answers_hold_an_interior_point(find: Build, rows: Rows, signs: tuple[int, ...]) -> Check:
    """Of the cited equivalence of the interior point problem, proper learning of thresholds,
    distribution learning and release of threshold queries: if every answer to "how many of n
    rows are below x" is off by less than n/2, or too small by n/2, then the largest x with an
    answer below n/2 is an interior point. (The two reductions that the paper describes are
    KLMNS20.TXT.L2I and KLMNS20.TXT.I2L.)

    Cases: Even and odd n; all errors of -n/2, 0 and (n - 1)/2.
    """
    n = len(rows)
    errors = {-1: Fraction(-n, 2), 0: Fraction(0), 1: Fraction(n - 1, 2)}
    counts = [sum(row < x for row in rows) + errors[sign] for x, sign in enumerate(signs)]
    yield le("interior", 1, score(rows, find(counts, n)))
