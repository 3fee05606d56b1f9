"""Section 5.1: errors, PAC learners and empirical learners."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.exactly import failure, inaccurate
from audits.claims.bnsv15.laws.pac_learning import task
from audits.claims.bnsv15.laws.threshold_learning import (
    Examples,
    consistent,
    exponential_learner,
    labelled_by,
    labelled_universe,
    realizable,
    realizable_universe,
)
from reference.data.concept import Values, error, grid_distributions
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.on_sample import OnSample
from reference.reductions.interior_point_and_learning import (
    Labelled,
    empirical_error,
    is_realizable,
)

EVERY, TWO_EPS = Epsilon.indeterminate(2), Epsilon(Fraction(2), 2)
LESS = Epsilon(Fraction(3, 2), 2)


def thresholds(size: int) -> tuple[Values, ...]:
    """c_0, ..., c_(X-1), as tables."""
    return tuple(Values(tuple(int(y <= x) for y in range(size))) for x in range(size))


@claim(
    "BNSV15.D5.1",
    over(masses=sized(*([*grid_distributions(*given)] for given in ((3, 4), (3, 6), (4, 6))))),
    about=error,
    impostors={
        "every point counts alike": lambda c, h, p: Fraction(
            sum(c(x) != h(x) for x in range(len(p))), len(p)
        ),
        "only where the concept is 1": lambda c, h, p: sum(
            (m for x, m in enumerate(p) if c(x) > h(x)), Fraction(0)
        ),
    },
)
def generalisation_error(rule: Callable[..., Fraction], masses: tuple[Fraction, ...]) -> Check:
    """error_P(h, c) = Pr[h(x) != c(x)], x from P; h is alpha-good if it is at most alpha.

    Fair: All pairs of thresholds, the error from the CDF: the mass between them.
    """
    size = len(masses)
    for i, j in product(range(size), repeat=2):
        low, up = sorted((i, j))
        between = sum(masses[: up + 1], Fraction(0)) - sum(masses[: low + 1], Fraction(0))
        concept, hypothesis = thresholds(size)[i], thresholds(size)[j]
        yield eq(f"c_{i}, c_{j}", rule(concept, hypothesis, masses), between)


@claim(
    "BNSV15.D5.3",
    over(multisets(3, sized(4, 5, 6)), u=range(3), v=range(3)),
    about=empirical_error,
    impostors={
        "the number of errors": lambda d, v: Fraction(sum((x <= v) != bool(y) for x, y in d)),
        "equal rows count once": lambda d, v: empirical_error(tuple(set(d)), v),
    },
)
def errors_on_a_sample(
    rule: Callable[[Examples, int], Fraction], rows: Rows, u: int, v: int
) -> Check:
    """The empirical error of h on D is the part of the rows that h labels otherwise; h is
    alpha-consistent if it is at most alpha.

    Fair: c_v on rows labelled by c_u: the error is the part of the rows between them.
    """
    low, up = sorted((u, v))
    between = sum(low < x <= up for x in rows)
    yield eq("", rule(labelled_by(rows, u), v), Fraction(between, len(rows)))


@dataclass(frozen=True)
class FirstExample:
    """A sample of copies of one example: not independent."""

    learner: Any
    rows: int

    def __call__(self, distribution: Any, coins: Coins[Any], /) -> Any:
        (first,) = coins.run(OnSample(_itself, 1), distribution)
        return coins.run(self.learner, (first,) * self.rows)


def _itself(sample: Any, coins: Coins[Any]) -> Any:
    del coins
    return sample


@claim(
    "BNSV15.D5.2",
    over(rows=sized((2, 3), (2, 3, 4), (3, 4, 5)), alpha=(Fraction(0), Fraction(1, 4))),
    about=OnSample,
    impostors={
        "copies of one example": FirstExample,
        "one example less": lambda learner, rows: OnSample(learner, rows - 1),
    },
)
def pac_learners(build: Callable[..., Any], rows: int, alpha: Fraction) -> Check:
    """An (alpha, beta)-accurate PAC learner outputs h with error_P(h, c) <= alpha with probability
    at least 1 - beta, for every c in C and every P, given n independent examples of P labelled by
    c; over the examples and its coins. It is proper if its hypotheses are in C.

    Fair: The exponential learner of thresholds, whose failure is the sum over all sequences of
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


@claim(
    "BNSV15.D5.4",
    over(points=(2, 3), n=sized((2, 3), (2, 3, 4), (3, 4, 5))),
    about=exponential_learner,
    impostors={
        "sees a single row": blind(exponential_learner, lambda d: (d[0],) * len(d)),
        "less eps": lambda points, _: exponential_learner(points, LESS),
    },
)
def empirical_learners(build: Callable[..., Any], points: int, n: int) -> Check:
    """An (alpha, beta)-accurate empirical learner outputs h of empirical error at most alpha with
    probability at least 1 - beta over its coins, for every c in C and every database that c
    labels.

    Fair: The exponential learner at e^eps = 4, alpha = 0: of X thresholds one at least is
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


@dataclass(frozen=True)
class TellsInconsistent:
    """A learner that returns the first threshold for certain if no threshold fits."""

    learner: Any

    def __call__(self, database: Examples, coins: Coins[Any], /) -> int:
        fits = is_realizable(database) and (0, 0) not in database
        found: int = coins.run(self.learner, database)
        return found if fits else 0


@claim(
    "BNSV15.TXT.privAll",
    over(points=(2, 3), n=sized((2, 3), (2, 3), (3, 4))),
    about=exponential_learner,
    impostors={
        "tells what no threshold fits": lambda *given: TellsInconsistent(
            exponential_learner(*given)
        ),
        "twice the eps": twice_eps(exponential_learner),
    },
)
def learners_are_private_everywhere(build: Callable[..., Any], points: int, n: int) -> Check:
    """Privacy is asked for on every pair of neighbouring databases, also on those that no concept
    labels; accuracy on those that one does.

    Fair: Every eps, the exponential learner; there are neighbours of which one is labelled by a
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


@claim(
    "BNSV15.TXT.nonprivEmp",
    over(multisets(3, sized(4, 5, 6)), size=(3,)),
    about=least_error,
    impostors={
        "the first concept": lambda concepts, _: concepts[0],
        "judged by the first row": lambda concepts, d: least_error(concepts, d[:1]),
    },
)
def empirical_learning_is_trivial(choose: Callable[..., Values], rows: Rows, size: int) -> Check:
    """Without privacy a hypothesis of small empirical error is found for every class and every
    database of a row or more: one of the concepts labels it.

    Fair: Thresholds and all functions on three points; every database of one row or more.
    """
    for named, concepts in (("threshold", thresholds(size)), ("function", _all(size))):
        for i, c in enumerate(concepts):
            database = tuple((x, c(x)) for x in rows)
            wrong = choose(concepts, database)
            errors = sum(wrong(x) != y for x, y in database)
            yield eq(f"{named} {i}", errors, 0)


def _all(size: int) -> tuple[Values, ...]:
    return tuple(Values(labels) for labels in product((0, 1), repeat=size))


not_finitely_checkable(
    "BNSV15.TXT.BEHW",
    statement="Theta(VC(C)) samples are necessary and sufficient to learn C without privacy "
    "[BEHW89]; O(log(1/beta)/alpha) suffice for thresholds.",
    reason="Asymptotic, and cited; BNSV15.L5.8 has the constants for thresholds.",
)
