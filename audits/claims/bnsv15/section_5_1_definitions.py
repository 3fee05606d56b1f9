"""Section 5.1: errors, PAC learners and empirical learners."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.exactly import failure, inaccurate
from audits.claims.bnsv15.laws.pac_learning import task
from audits.claims.bnsv15.laws.threshold_learning import (
    consistent,
    exponential_learner,
    labelled_by,
    labelled_universe,
    realizable,
    realizable_universe,
)
from reference.data.concept import Values, all_functions, error, grid_distributions
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.on_sample import OnSample
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.reductions.interior_point_and_learning import (
    Labelled,
    empirical_error,
    is_realizable,
)

EVERY, TWO_EPS = Epsilon.indeterminate(2), Epsilon(Fraction(2), 2)


def thresholds(size: int) -> tuple[Values, ...]:
    """c_0, ..., c_(X-1), as tables."""
    return tuple(Values(tuple(int(y <= x) for y in range(size))) for x in range(size))


WRONG[error] = {
    "every point counts alike": "mass for x => Fraction(1, len(masses)) for x",
    "only where the concept is 1": "concept(x) != hypothesis(x) => concept(x) > hypothesis(x)",
}


@claim(
    "BNSV15.D5.1",
    over(masses=sized(*([*grid_distributions(*sizes)] for sizes in ((3, 4), (3, 6), (4, 6))))),
    about=error,
)
def generalisation_error(rule: Build, masses: tuple[Fraction, ...]) -> Check:
    """error_P(h, c) = Pr[h(x) != c(x)], x from P; h is alpha-good if it is at most alpha.

    Cases: All pairs of thresholds, the error from the CDF: the mass between them.
    """
    size = len(masses)
    for i, j in product(range(size), repeat=2):
        low, up = sorted((i, j))
        between = sum(masses[: up + 1], Fraction(0)) - sum(masses[: low + 1], Fraction(0))
        concept, hypothesis = thresholds(size)[i], thresholds(size)[j]
        yield eq(f"c_{i}, c_{j}", rule(concept, hypothesis, masses), between)


WRONG[empirical_error] = {
    "the number of errors": "Fraction(wrong, len(database)) => Fraction(wrong)",
    "equal rows count once": given(empirical_error, database=lambda d: (*{*d},)),
}


@claim(
    "BNSV15.D5.3",
    over(multisets(3, sized(4, 5, 6)), u=range(3), v=range(3)),
    about=empirical_error,
)
def errors_on_a_sample(rule: Build, rows: Rows, u: int, v: int) -> Check:
    """The empirical error of h on D is the part of the rows that h labels otherwise; h is
    alpha-consistent if it is at most alpha.

    Cases: c_v on rows labelled by c_u: the error is the part of the rows between them.
    """
    low, up = sorted((u, v))
    between = sum(low < x <= up for x in rows)
    yield eq("", rule(labelled_by(rows, u), v), Fraction(between, len(rows)))


@claim(
    "BNSV15.D5.2",
    over(rows=sized((2, 3), (2, 3, 4), (3, 4, 5)), alpha=(Fraction(0), Fraction(1, 4))),
    about=OnSample,
)
def pac_learners(build: Build, rows: int, alpha: Fraction) -> Check:
    """An (alpha, beta)-accurate PAC learner outputs h with error_P(h, c) <= alpha with probability
    at least 1 - beta, for every c in C and every P, given n independent examples of P labelled by
    c; over the examples and its coins. It is proper if its hypotheses are in C.

    Cases: The exponential learner of thresholds, whose failure is the sum over all sequences of
    examples; two distributions on three points.
    """
    concepts = thresholds(3)
    learner = ExponentialLearner(concepts, 3, TWO_EPS)
    for masses in ((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), (Fraction(1, 3),) * 3):
        for u, c in enumerate(concepts):
            found = law(build(learner, rows), task(u, masses))
            bad = inaccurate(c, masses, alpha)
            failing = failure(learner, c, masses, rows, bad)
            yield eq(f"c_{u} under {masses}", found.probability_that(bad), failing)
            yield true("proper", set(found) <= set(concepts))


WRONG[exponential_learner] = {
    "sees a single row": blind(exponential_learner, lambda d: (d[0],) * len(d)),
    "less eps": given(exponential_learner, eps=Epsilon(Fraction(3, 2), 2)),
    "twice the eps": twice_eps(exponential_learner),
    "tells what no threshold fits": wrong(
        exponential_learner,
        ExponentialMechanism=wrong(
            ExponentialMechanism,
            "base = self.root(1) => if max(qualities.values()) < len(database):\n"
            "            return min(qualities)\n"
            "        base = self.root(1)",
        ),
    ),
}


@claim(
    "BNSV15.D5.4",
    over(points=(2, 3), n=sized((2, 3), (2, 3, 4), (3, 4, 5))),
    about=exponential_learner,
)
def empirical_learners(build: Build, points: int, n: int) -> Check:
    """An (alpha, beta)-accurate empirical learner outputs h of empirical error at most alpha with
    probability at least 1 - beta over its coins, for every c in C and every database that c
    labels.

    Cases: The exponential learner at e^eps = 4, alpha = 0: of X thresholds one at least is
    consistent, each other one is e^(-eps/2) times as likely or less. All databases that a
    threshold labels, and no others.
    """
    listed = {tuple(sorted(d)) for d in realizable_universe(points, n).databases()}
    for d in labelled_universe(points, n).databases():
        fits = is_realizable(d) and (0, 0) not in d
        yield eq(f"{d} is labelled by a threshold", tuple(sorted(d)) in listed, fits)
    beta = Fraction(points - 1, 2) / (1 + Fraction(points - 1, 2))
    learner = build(points, TWO_EPS)
    yield accurate(learner, realizable_universe(points, n), consistent(Fraction(0)), beta)


@claim(
    "BNSV15.TXT.privAll",
    over(points=(2, 3), n=sized((2, 3), (2, 3), (3, 4))),
    about=exponential_learner,
)
def learners_are_private_everywhere(build: Build, points: int, n: int) -> Check:
    """Privacy is asked for on every pair of neighbouring databases, also on those that no concept
    labels; accuracy on those that one does.

    Cases: Every eps, the exponential learner; there are neighbours of which one is labelled by a
    threshold and one is not, and they are audited.
    """
    universe = labelled_universe(points, n)
    databases = [*universe.databases()]
    listed = {tuple(sorted(d)) for d in realizable(points, n)}
    fits = [d in listed for d in databases]
    mixed = sum(fits[i] != fits[j] for i, j in universe.index_pairs())
    yield le("neighbours of which one fits", 1, mixed)
    yield private(build(points, EVERY), universe, Guarantee.pure(EVERY))


def least_error(concepts: tuple[Values, ...], database: Database[Labelled]) -> Values:
    """A hypothesis with the fewest errors."""
    return min(concepts, key=lambda h: sum(h(x) != y for x, y in database))


WRONG[least_error] = {
    "the first concept": "h(x) != y => 0",
    "judged by the first row": given(least_error, database=lambda d: d[:1]),
}


@claim("BNSV15.TXT.nonprivEmp", over(multisets(3, sized(4, 5, 6)), size=(3,)), about=least_error)
def empirical_learning_is_trivial(choose: Build, rows: Rows, size: int) -> Check:
    """Without privacy a hypothesis of small empirical error is found for every class and every
    database of a row or more: one of the concepts labels it.

    Cases: Thresholds and all functions on three points; every database of one row or more.
    """
    classes = {"threshold": thresholds(size), "function": (*all_functions(size),)}
    for named, concepts in classes.items():
        for i, c in enumerate(concepts):
            database = tuple((x, c(x)) for x in rows)
            chosen = choose(concepts, database)
            errors = sum(chosen(x) != y for x, y in database)
            yield eq(f"{named} {i}", errors, 0)


not_finitely_checkable(
    "BNSV15.TXT.BEHW",
    statement="Theta(VC(C)) samples are necessary and sufficient to learn C without privacy "
    "[BEHW89]; O(log(1/beta)/alpha) suffice for thresholds.",
    reason="Asymptotic, and cited; BNSV15.L5.8 has the constants for thresholds.",
)
