"""Section 5.2: interior points and empirical learners of thresholds (Lemma 5.7)."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.sampling import Shown
from audits.claims.bnsv15.laws.threshold_learning import (
    Examples,
    Reduction,
    labelled_universe,
    misled,
    realizable,
    replaced,
)
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.reductions.interior_point_and_learning import (
    Labelled,
    PaddedInteriorPoint,
    PaddedLearner,
    empirical_error,
)

SIZES = ((3, 2, 4), (3, 2, 3), (3, 2, 2), (4, 2, 4), (3, 4, 4))
"""Points, n, and the rows of the labelled database."""

MORE = (*SIZES, (4, 2, 6), (5, 2, 3), (3, 4, 6))
CASES = over(case=sized(SIZES, MORE, (*MORE, (4, 4, 6))))

Case = tuple[int, int, int]
TOLD: Any = Shown()
"""In place of a solver or a learner: it tells what it was given."""


def given_to(build: Reduction, domain: Domain[int], number: int, database: Any) -> Any:
    """What the reduction gives to the other mechanism."""
    (seen,) = law(build(TOLD, domain, number), database).support
    return seen


def shifted_learner(solver: Any, domain: Domain[int], half: int) -> PaddedLearner[Any]:
    """The repaired learner."""
    return PaddedLearner(solver, domain, half, shifted=True)


def shifted_solver(learner: Any, domain: Domain[int], rows: int) -> PaddedInteriorPoint[Any]:
    """The repaired solver."""
    return PaddedInteriorPoint(learner, domain, rows, shifted=True)


def at_the_switch(database: Database[Labelled], half: int, points: int) -> Rows:
    """The rows on either side of the first label 0, in order."""
    rows = sorted(database, key=lambda row: (row[0], -row[1]))
    switch = next((i for i, (_, y) in enumerate(rows) if not y), len(rows))
    moved = [max(x - 1 + y, 0) for x, y in rows]
    least, last = max(half - switch, 0), max(half - (len(rows) - switch), 0)
    found = moved[max(switch - half, 0) : switch + half]
    return tuple(sorted([*found, *[0] * least, *[points - 1] * last]))


def of_learner(*edits: str, **names: object) -> Build:
    """The repaired learner with a mistake."""
    return wrong(shifted_learner, PaddedLearner=wrong(PaddedLearner, *edits, **names))


def of_solver(*edits: str) -> Build:
    """The repaired solver with a mistake."""
    return wrong(shifted_solver, PaddedInteriorPoint=wrong(PaddedInteriorPoint, *edits))


ONES, ZEROS = "sorted(ones)[max(len(ones) - half, 0) :]", "max(x - int(shifted), 0)"
MIDDLE = "padded_middle(database, self.half, self.domain.size, shifted=self.shifted)"
WRONG[shifted_learner] = {
    "the smallest ones and the largest zeros": of_learner(
        f"{ONES} => sorted(ones)[:half]", "for x in zeros)[:half] => for x in zeros)[-half:]"
    ),
    "padding swapped": of_learner(
        "[0] * (half - len(largest)), [points - 1] * => "
        "[points - 1] * (half - len(largest)), [0] *"
    ),
    "the rows on either side of the switch": of_learner(
        f"{MIDDLE} => at_the_switch(database, self.half, self.domain.size)",
        at_the_switch=at_the_switch,
    ),
    "the distinct points": of_learner(
        f"{ONES} => sorted(set(ones))[-half:]",
        f"sorted({ZEROS} for x in zeros) => sorted({{{ZEROS} for x in zeros}})",
    ),
    "zeros at the least point go below it": of_learner(f"{ZEROS} => x - int(shifted)"),
    "not shifted": ", shifted=True => ",
}
MOVED = "((x, y) if y else (x + up, y) for x, y in halves(database))"
PADDED = "(*moved, *((0, 1),) * padding, *((points - 1 + up, 0),) * padding)"
WRONG[shifted_solver] = {
    "padded by the extremes of the data": of_solver(
        f"{PADDED} => (*moved, *((min(database), 1), (max(database) + up, 0)) * padding)"
    ),
    "labelled by the median": of_solver(
        f"moved = {MOVED} => middle = sorted(database)[len(database) // 2 - 1]\n"
        "    moved = ((x, 1) if x <= middle else (x + up, 0) for x in database)"
    ),
    "labels swapped": of_solver(
        f"return {PADDED} => return tuple((x, 1 - y) for x, y in {PADDED})"
    ),
    "no padding": of_solver("(database, self.rows, => (database, len(database),"),
    "not shifted": ", shifted=True => ",
}

LEARNER_TWICE = of_learner(
    "coins.delegate(self.solver, middle) => min(coins.run(self.solver, middle) for _ in range(2))"
)
SOLVER_TWICE = of_solver(
    "coins.delegate(self.learner, labelled) => "
    "min(coins.run(self.learner, labelled) for _ in range(2))"
)
"""They ask the other mechanism twice, and return the lesser answer."""


def _errors(build: Reduction, case: Case, most: Fraction) -> Iterator[Comparison]:
    """The errors of all interior points of what the solver sees."""
    points, n, rows = case
    for database in realizable(points, rows):
        seen: Rows = given_to(build, Domain.of_size(points), n // 2, database)
        yield eq(f"{database}: rows that the solver sees", len(seen), n)
        for y in range(min(seen), max(seen) + 1):
            yield le(f"{database}, y = {y}", empirical_error(database, y), most)


def _rows_changed(build: Reduction, case: Case, number: int) -> Iterator[Comparison]:
    """How much changes of what the solver sees, if one labelled row does, and that it sees points.

    On all labelled databases: those that no threshold labels have the least point with label 0.
    """
    points, _, rows = case
    universe, domain = labelled_universe(points, rows), Domain.of_size(points)
    seen = [given_to(build, domain, number, d) for d in universe.databases()]
    for d, shown in zip(universe.databases(), seen, strict=True):
        yield le(f"{d}: the least row that the solver sees", 0, min(shown))
        yield le(f"{d}: the greatest of them", max(shown), points - 1)
    for i, j in universe.index_pairs():
        yield le(f"{i}, {j}: rows changed", replaced(seen[i], seen[j]), 2)


@claim(
    "BNSV15.ALG.IPP2Learn",
    CASES,
    about=PaddedLearner,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 5.2, proof of Lemma 5.7, first paragraph: if y is an interior point of D', then "
        "c_y has error at most alpha on D (missing: no two points with label 0 are equal). With "
        "x - 1 in place of a point x with label 0 it is true",
        "the error of c_y on D",
        "alpha",
    ),
)
def interior_points_are_consistent(build: Reduction, case: Case) -> Check:
    """On D of n/(2 alpha) labelled rows let D' be the n/2 largest points with label 1 and the n/2
    smallest with label 0, padded with least and greatest points. If y is an interior point of D',
    c_y has error at most alpha on D; changing a row of D changes at most two of D'.

    Cases: Every realizable D of N rows over X points, (X, n, N) = case, alpha = n/(2N).
    """
    _, n, rows = case
    yield from _errors(build, case, Fraction(n, 2 * rows))
    yield from _rows_changed(build, case, n // 2)


@claim("BNSV15.ALG.IPP2Learn", CASES, form=Form.CORRECTED, about=shifted_learner)
def shifted_interior_points_are_consistent(build: Reduction, case: Case) -> Check:
    """With x - 1 in place of every point x with label 0, c_y has error at most (n/2 - 1)/N < alpha
    on D, for every interior point y of D'; changing a row of D changes at most two of D'. The rows
    of D' are points of the domain, whatever the labels.

    Cases: Every realizable D; every pair of neighbours, also those that no threshold labels.
    """
    _, n, rows = case
    yield from _errors(build, case, Fraction(n - 2, 2 * rows))
    yield from _rows_changed(build, case, n // 2)


@claim(
    "BNSV15.ALG.Learn2IPP",
    over(r=(Fraction(8), Fraction(16)), beta=(Fraction(1, 4), Fraction(1, 8))),
    about=PaddedInteriorPoint,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 5.2, proof of Lemma 5.7, second paragraph: if the rows in the middle of D are "
        "equal, no threshold labels D' correctly, and nothing is promised there (Lemma 6.6 has "
        "its labels from here). With x + 1 in place of a point x with label 0, and one point "
        "more, it is true",
    ),
)
def learners_find_interior_points(build: Reduction, r: Fraction, beta: Fraction) -> Check:
    """Label the n/2 smaller rows of D with 1 and the n/2 larger with 0, pad with equally many
    (min X, 1) and (max X, 0): a private proper empirical (alpha, beta)-learner then finds an
    interior point of D, up to probability beta.

    Cases: D = (1, 1) over 3 points, n = N = 2, alpha = 1/3: the learner may not err on databases
    that a threshold labels. The best that an eps-private learner that is (alpha, beta)-accurate on
    those can do against D.
    """
    yield from _misled(build, r, beta, beta)


def _misled(build: Reduction, r: Fraction, beta: Fraction, most: Fraction) -> Iterator[Item]:
    points, rows = 3, (1, 1)
    labelled: Examples = given_to(build, Domain.of_size(points), len(rows), rows)
    outside = frozenset(y for y in range(points) if not is_interior_point(rows, y))
    problem = misled(points, Fraction(1, 3), beta, labelled, outside, most)
    yield optimal(problem, r, Fraction(0))


def worst_failure(r: Fraction, beta: Fraction) -> Fraction:
    """1 - (1 - beta)/r: a neighbour has its only good answer with probability 1 - beta."""
    return 1 - (1 - beta) / r


FAILURE = "1 - (1 - beta) / r"
WRONG[worst_failure] = {
    "beta": f"{FAILURE} => beta",
    "two rows away": f"{FAILURE} => {FAILURE}**2",
    "as if nothing were promised": f"return {FAILURE} => return Fraction(1)",
}


def _large_eps(r: Fraction, beta: Fraction) -> Iterator[Comparison]:
    yield le("2/beta <= e^eps", 2 / beta, r)


@claim(
    "BNSV15.ALG.Learn2IPP",
    over(
        r=sized(
            (Fraction(8), Fraction(16)), (Fraction(8), Fraction(16)), (Fraction(8), Fraction(64))
        ),
        beta=(Fraction(1, 4), Fraction(1, 8)),
    ),
    form=Form.CONCRETE,
    about=worst_failure,
    given=_large_eps,
)
def how_wrong_the_printed_solver_is(worst: Build, r: Fraction, beta: Fraction) -> Check:
    """On D = (1, 1) over 3 points, n = N = 2, alpha = 1/3, the printed solver can fail with
    probability 1 - (1 - beta)/e^eps, no more, though its learner is eps-private and (alpha,
    beta)-accurate: 29/32 for e^eps = 8, beta = 1/4.

    Cases: The optimum over all such learners, and a dual; e^eps >= 2/beta.
    """
    labelled = given_to(PaddedInteriorPoint, Domain.of_size(3), 2, (1, 1))
    outside = frozenset((0, 2))
    problem = misled(3, Fraction(1, 3), beta, labelled, outside, worst(r, beta))
    yield exactly(problem, r, Fraction(0))


@claim(
    "BNSV15.ALG.Learn2IPP",
    over(
        case=sized(
            ((4, 2, 2), (4, 2, 4), (4, 4, 4)), ((4, 2, 6), (4, 4, 4), (5, 4, 6)), ((5, 4, 6),)
        )
    ),
    form=Form.CORRECTED,
    about=shifted_solver,
)
def consistent_thresholds_are_interior(build: Reduction, case: Case) -> Check:
    """With x + 1 in place of every point x with label 0, and one point more, D' is labelled by a
    threshold, and c_u has error n/(2N) = 3 alpha/2 on it at least, if u is no interior point of D;
    changing a row of D changes at most two of D'.

    Cases: Every D of n rows over X points, equal rows or not, every threshold; (X, n, N) = case,
    alpha = n/(3N).
    """
    points, n, rows = case
    domain, universe = Domain.of_size(points), replace_one(range(points), n)
    seen = [given_to(build, domain, rows, d) for d in universe.databases()]
    for d, labelled in zip(universe.databases(), seen, strict=True):
        yield eq(f"{d}: rows", len(labelled), rows)
        yield eq(f"{d}: ones", 2 * sum(label for _, label in labelled), rows)
        errors = {u: empirical_error(labelled, u) for u in range(points + 1)}
        yield le(f"{d}: least error", min(errors.values()), 0)
        for u, error in errors.items():
            if not is_interior_point(d, u):
                yield le(f"{d}, u = {u}", Fraction(n, 2 * rows), error)
        padding = (rows - n) // 2
        ones, zeros = [0] * padding + [*d[: n // 2]], [x + 1 for x in d[n // 2 :]]
        wanted = [(x, 1) for x in ones] + [(x, 0) for x in [*zeros, *[points] * padding]]
        yield true(f"{d}: D'", sorted(labelled) == sorted(wanted))
    for i, j in universe.index_pairs():
        yield le(f"{i}, {j}: rows changed", replaced(seen[i], seen[j]), 2)
