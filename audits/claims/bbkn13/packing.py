"""Section 3.1: what proper private learners cannot do."""

from fractions import Fraction
from itertools import product

from audits.claims.bbkn13.laws.programmes import point_targets
from audits.claims.bbkn13.programmes import at_most
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
)
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.verdict import Evidence, Verdict
from reference.data.concept import (
    Hypothesis,
    error,
    intervals,
    points,
)
from reference.data.representation import representation_game, representation_value
from reference.exact.rational_function import RationalFunction
from reference.lower_bounds.learning_packing import (
    interval_packing,
    packing_bound,
    point_packing,
)
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

PRINTED_OMEGA = "an asymptotic lower bound; the concrete form is the inequality of its proof"


@claim("BBKN13.T3.6", refuted=UNGRADED)
def printed_packing_bound(size: Size) -> Verdict:
    """m >= c (ln |H| + ln(1/beta))/eps for all beta < 1, with c = 1/2 (as Omega needs some
    constant): (|H|-1)^2 (1-beta)^2 >= |H| beta.

    Fair: |H| up to 64 and beta in (0, 1); the zero-sample uniform guess has beta = 1 - 1/|H|.
    """
    items = []
    for n in range(2, size.pick(9, 33, 65)):
        beta = 1 - Fraction(1, n)
        items.append(le(f"|H|={n}, beta={beta}", n * beta, ((n - 1) * (1 - beta)) ** 2))
    return decide("printed bound at every beta", "uniform guessing", items)


@claim("BBKN13.T3.6", Form.CONCRETE)
def packing_bound_holds(size: Size) -> Verdict:
    """1 - beta <= r^m/(r^m + |H| - 1); so m is at least (ln |H| + ln(1/beta))/(2 eps) for beta <=
    1/4 and |H| >= 2.

    Fair: The optimum over all private learners of POINT on the packing databases.
    """
    t, m = size.pick((3, 2), (4, 2), (4, 3))
    return at_most(point_targets(t, m), Fraction(3, 2), packing_bound(Fraction(3, 2), m, t))


@claim("BBKN13.T3.6.force")
def minimal_classes_force_each_hypothesis(size: Size) -> Verdict:
    """For every h of a minimal class some target and distribution leave all other hypotheses with
    error > alpha, and h with error <= alpha.

    Fair: POINT and INTERVAL at alpha = 2/5, by the games without h.
    """
    alpha, items = Fraction(2, 5), []
    classes: list[tuple[int, tuple[Hypothesis, ...]]] = []
    for t in range(2, size.pick(4, 6, 8)):
        classes += [(t, points(t)), (t, intervals(t))]
    for t, hypotheses in classes:
        for i, h in enumerate(hypotheses):
            rest = (*hypotheses[:i], *hypotheses[i + 1 :])
            masses = representation_game(rest, h, t).columns
            items += [lt(f"{g} for {h}", alpha, error(h, g, masses)) for g in rest]
            items.append(le(f"{h}", error(h, h, masses), alpha))
    return decide("forced hypotheses", "POINT, INTERVAL", items)


@claim("BBKN13.T3.6.db")
def some_database_is_answered_well(size: Size) -> Verdict:
    """Some sample has Pr[A(S) = h] at least the average over samples.

    Fair: The exponential learner of INTERVAL; samples differ in the probability.
    """
    t, m, items = 3, size.pick(2, 3, 5), []
    learner = ExponentialLearner(intervals(t), t, Epsilon(Fraction(2), 2))
    for j in range(1, t):
        chances = []
        for sample in product((j - 1, j), repeat=m):
            d = tuple((x, int(x < j)) for x in sample)
            chances.append(law(learner, d).probability(intervals(t)[j]))
        average = sum(chances, Fraction(0)) / len(chances)
        items.append(le(f"j={j}", average, max(chances)))
    return decide("a good database", f"INTERVAL, T={t}, m={m}", items)


@claim("BBKN13.T3.6.pack", uses=("BBKN13.TXT.group",))
def packing_databases_share_probability(size: Size) -> Verdict:
    """Pr[A(S_h) = g] >= r^(-m) Pr[A(S_g) = g].

    Fair: All pairs of packing databases, for all eps.
    """
    t, items = size.pick(3, 4, 6), []
    learner = ExponentialLearner(intervals(t), t, Epsilon.indeterminate(2))
    for m in range(1, size.pick(3, 4, 5)):
        laws = [law(learner, interval_packing(t, j, m)) for j in range(t + 1)]
        for j, k in product(range(t + 1), repeat=2):
            g = intervals(t)[k]
            right = learner.eps.exp(-m) * laws[k].probability(g)
            items.append(le(f"{j}, {k}, m={m}", right, laws[j].probability(g)))
    return decide("packing", f"INTERVAL, T={t}", items, Evidence.ALL_EPSILON)


@claim("BBKN13.T3.6.ineq")
def packing_inequality(size: Size) -> Verdict:
    """(|H| - 1) r^(-m) (1 - beta) <= beta for the exponential learner, for all eps.

    Fair: beta is the learner's exact failure on its packing databases.
    """
    items, r = [], RationalFunction.r(2)
    for t in range(2, size.pick(4, 6, 8)):
        for m in range(size.pick(3, 4, 5)):
            learner = ExponentialLearner(points(t), t, Epsilon.indeterminate(2))
            found = law(learner, point_packing(0, m)).probability(points(t)[0])
            items.append(le(f"T={t}, m={m}", (t - 1) * r**-m * found, 1 - found))
    return decide("packing inequality", "POINT, all eps", items, Evidence.ALL_EPSILON)


@claim("BBKN13.T3.6.ineq", Form.CONCRETE)
def half_of_both_logarithms(size: Size) -> Verdict:
    """beta <= 1/4, |H| >= 2: (|H|-1)^2 (1-beta)^2 >= |H| beta.

    Fair: beta on a grid of (0, 1/4]; at |H| = 2 and beta = 1/2 it fails.
    """
    steps = size.pick(20, 50, 100)
    return decide(
        "both logarithms",
        "|H| <= 64, beta <= 1/4",
        (
            le(
                f"|H|={n}",
                n * Fraction(k, 4 * steps),
                ((n - 1) * (1 - Fraction(k, 4 * steps))) ** 2,
            )
            for n in range(2, 65)
            for k in range(1, steps + 1)
        ),
    )


@claim("BBKN13.P3.7")
def points_are_minimal(size: Size) -> Verdict:
    """value(POINT without c_i, c_i) = 1, so POINT is alpha-minimal for every alpha < 1.

    Fair: Every concept; T = 1 leaves an empty class.
    """
    items = []
    for t in range(2, size.pick(6, 9, 17)):
        for c in points(t):
            rest = [g for g in points(t) if g != c]
            items.append(eq(f"without {c}, T={t}", representation_value(rest, c, t), 1))
    return decide("POINT is minimal", "T >= 2", items)


not_finitely_checkable(
    "BBKN13.C3.8",
    statement="Proper private learning of POINT needs Omega((d + log(1/beta))/eps) samples.",
    reason=PRINTED_OMEGA,
)


@claim("BBKN13.C3.8", Form.CONCRETE)
def proper_learning_of_points(size: Size) -> Verdict:
    """Success on the databases (j,1)^m is at most r^m/(r^m + T - 1).

    Fair: All private learners; the bound is attained.
    """
    t, m = size.pick((4, 2), (8, 2), (4, 3))
    return at_most(point_targets(t, m), Fraction(2), packing_bound(Fraction(2), m, t))
