"""Section 3.1: the bound with 1/alpha, and the size of representing classes."""

from fractions import Fraction
from itertools import combinations, product

from audits.claims.bbkn13.exactly import (
    binomial_range,
    hamming,
)
from audits.claims.bbkn13.laws.programmes import hard_points
from audits.claims.bbkn13.packing import PRINTED_OMEGA
from audits.claims.bbkn13.programmes import at_most
from audits.claims.vocabulary import (
    decide,
    exp_low,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.concept import (
    all_functions,
    error,
    points,
)
from reference.lower_bounds.learning_packing import (
    averaged_bound,
    binomial_at_most,
    confidence_bound,
    equal_columns,
    hard_distribution,
    is_good_sample,
)
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

not_finitely_checkable(
    "BBKN13.L3.9",
    statement="Proper private learning of POINT needs Omega((d + log(1/beta))/(eps alpha)).",
    reason=PRINTED_OMEGA,
)


@claim("BBKN13.L3.9", Form.CONCRETE)
def hard_family_of_points(size: Size) -> Verdict:
    """Success on the hard family with mass a > alpha is at most E[min(1, r^S/(T-1))], S ~ Bin(m,
    a).

    Fair: All private learners; the bound is below 1.
    """
    t, m = size.pick((3, 2), (4, 2), (4, 3))
    a = Fraction(1, 3)
    return at_most(hard_points(t, m, a), Fraction(2), averaged_bound(Fraction(2), m, a, t))


def _errors(alpha: Fraction, mass: Fraction, sizes: range) -> list[Comparison]:
    return [
        lt(
            f"T={t}, c{i} and {c}: error > alpha",
            alpha,
            error(points(t)[i], c, hard_distribution(t, i, mass)),
        )
        for t in sizes
        for i in range(1, t)
        for c in points(t)
        if c.point != i
    ]


@claim("BBKN13.L3.9.err", refuted=UNGRADED)
def printed_errors_of_wrong_points(size: Size) -> Verdict:
    """Under D_i with mass alpha on i every c_j, j != i, has error > alpha.

    Fair: alpha = 1/4; the constant learner c_j has error exactly alpha on the family.
    """
    alpha = Fraction(1, 4)
    items = _errors(alpha, alpha, range(3, size.pick(5, 9, 9)))
    return decide("errors, a = alpha", "alpha = 1/4", items)


@claim("BBKN13.L3.9.err", Form.CORRECTED)
def corrected_errors_of_wrong_points(size: Size) -> Verdict:
    """With mass a > alpha on i (a <= 1) every c_j, j != i, has error >= a > alpha.

    Fair: a slightly above alpha, and larger; also T = 2.
    """
    items = []
    for alpha in (Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)):
        for mass in (alpha + Fraction(1, 1000), Fraction(1, 2), Fraction(1)):
            items += _errors(alpha, mass, range(2, size.pick(5, 9, 9)))
    return decide("errors, a > alpha", "alpha = 1/10, 1/4, 2/5", items)


@claim("BBKN13.L3.9.good")
def samples_are_good(size: Size) -> Verdict:
    """Pr[Bin(m, alpha) <= 2 alpha m] >= 1 - exp(-alpha m/3).

    Fair: Exact binomials; upper bounds of 1 - exp make it harder.
    """
    items = []
    for m in range(1, size.pick(25, 61, 121)):
        for alpha in (Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)):
            good = binomial_at_most(m, alpha, int(2 * alpha * m))
            items.append(le(f"m={m}, alpha={alpha}", 1 - exp_low(-alpha * m / 3), good))
    return decide("good samples", "m, alpha", items)


def _good_database(size: Size, *, sharper: bool) -> Verdict:
    t, alpha, items = 3, Fraction(1, 4), []
    for s in (Fraction(3, 2), Fraction(3)):
        for m in range(2, size.pick(6, 9, 12)):
            learner = ExponentialLearner(points(t), t, Epsilon(s, 2))
            success, good, best = Fraction(0), Fraction(0), Fraction(0)
            for k in range(m + 1):
                d = ((0, 0),) * (m - k) + ((1, 1),) * k
                chance = law(learner, d).probability(points(t)[1])
                weight = binomial_range(m, alpha, k, k)
                success += weight * chance
                if is_good_sample([x for x, _ in d], 1, alpha):
                    good += weight
                    best = max(best, chance)
            beta = 1 - success
            if sharper:
                items.append(le(f"s={s}, m={m}", 1 - beta / good, best))
            else:
                items.append(le(f"s={s}, m={m}", 1 - beta - exp_low(-alpha * m / 3), best))
    return decide("a good database that is answered well", f"T={t}, alpha=1/4", items)


@claim("BBKN13.L3.9.exists")
def a_good_database_is_answered_well(size: Size) -> Verdict:
    """On some good database c_i has probability >= 1 - beta - exp(-alpha m/3).

    Fair: beta is the exact failure of the exponential learner.
    """
    return _good_database(size, sharper=False)


@claim("BBKN13.L3.9.exists", Form.CONCRETE)
def a_good_database_is_answered_better(size: Size) -> Verdict:
    """On some good database c_i has probability >= 1 - beta/Pr[good].

    Fair: beta is the exact failure of the exponential learner.
    """
    return _good_database(size, sharper=True)


@claim("BBKN13.L3.9.dist")
def good_databases_are_close(size: Size) -> Verdict:
    """Good databases for D_i and D_j, equally sorted, differ in <= 4 alpha m entries.

    Fair: All pairs of good samples, as multisets (sequences would differ in more).
    """
    items, alpha = [], Fraction(1, 4)
    for m in range(1, size.pick(7, 9, 13)):
        for a, b in product(range(m + 1), repeat=2):
            first, second = (1,) * a + (0,) * (m - a), (0,) * (m - b) + (2,) * b
            if is_good_sample(first, 1, alpha) and is_good_sample(second, 2, alpha):
                items.append(le(f"m={m}, {a}, {b}", hamming(first, second), 4 * alpha * m))
    return decide("distance of good databases", "alpha = 1/4", items)


@claim("BBKN13.L3.9.ineq")
def packing_inequality_of_good_databases(size: Size) -> Verdict:
    """(T-2) e^(-4 eps alpha m) (1 - G) <= G for G = beta + exp(-alpha m/3).

    Fair: beta is the exact failure of the exponential learner; G stays below 1.
    """
    items, alpha, s = [], Fraction(1, 4), Fraction(2)
    for t in (3, 4, 8, 64):
        for m in (4, 8, 16, 24)[: size.pick(3, 4, 4)]:
            beta = _learner_failure(t, m, alpha, s)
            g = min(Fraction(1), beta + exp_low(-alpha * m / 3))
            items.append(le(f"T={t}, m={m}", (t - 2) * s ** -int(8 * alpha * m) * (1 - g), g))
    return decide("good databases are packed", "exponential learner", items)


def _learner_failure(t: int, m: int, mass: Fraction, s: Fraction) -> Fraction:
    """The exponential learner misses c_i on the hard distribution with this probability."""
    missed = Fraction(0)
    for k in range(m + 1):
        zero = s**-m  # c_0 errs on every example
        wrong = zero + (t - 2) * s**-k
        missed += binomial_range(m, mass, k, k) * wrong / (1 + wrong)
    return missed


@claim("BBKN13.L3.9.ineq", Form.CONCRETE)
def concrete_inequalities_of_the_hard_family(size: Size) -> Verdict:
    """For mass a: (T-2) r^(-2k) (F - beta) <= beta for each k with F = Pr[S <= k] > beta; 1 - beta
    <= E[min(1, r^S/(T-1))]; beta >= ((T-2)/(T-1)) (1 - a + a/r)^m.

    Fair: beta is the exact failure of the exponential learner on the hard family.
    """
    items = []
    for s in (Fraction(3, 2), Fraction(2)):
        r = s * s
        for t in (3, 4, 64):
            for m in (1, 4, 12, 24)[: size.pick(3, 4, 4)]:
                for a in (Fraction(1, 10), Fraction(1, 3)):
                    beta = _learner_failure(t, m, a, s)
                    for k in range(m + 1):
                        f = binomial_at_most(m, a, k)
                        if f > beta:
                            left = (t - 2) * r ** (-2 * k) * (f - beta)
                            items.append(le(f"(i) T={t}, m={m}, k={k}", left, beta))
                    items.append(le("(ii)", 1 - beta, averaged_bound(r, m, a, t)))
                    items.append(le("(iii)", confidence_bound(r, m, a, t), beta))
    return decide("hard family", "exponential learner", items)


@claim("BBKN13.L3.10.collide")
def equal_columns_force_error(size: Size) -> Verdict:
    """Equal columns j, j' leave every h with error >= 1/2 under half/half, target c_j.

    Fair: All classes of 2 functions with two equal columns.
    """
    t, items = size.pick(3, 4, 4), []
    for chosen in combinations(list(all_functions(t)), 2):
        pair = equal_columns(chosen, t)
        if pair is not None:
            masses = [Fraction(int(x in pair), 2) for x in range(t)]
            target = points(t)[pair[0]]
            items += [le(f"{h}", Fraction(1, 2), error(target, h, masses)) for h in chosen]
    return decide("equal columns", f"T={t}", items)
