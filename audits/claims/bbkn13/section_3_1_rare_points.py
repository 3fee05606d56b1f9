"""Section 3.1: Lemma 3.9, the bound with 1/alpha."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.programmes import hard_points
from audits.claims.bbkn13.words import *
from reference.lower_bounds.learning_packing import (
    binomial_at_most,
    confidence_bound,
    hard_distribution,
    is_good_sample,
    pairwise_bound,
)


def full_of_rare_points(m: int, alpha: Fraction) -> Database[LabelledExample]:
    """The good database for the point 1 with as many copies of it as there may be."""
    k = int(2 * alpha * m)
    return ((0, 0),) * (m - k) + ((1, 1),) * k


def missed(learner: Learner, t: int, m: int, mass: Fraction) -> Fraction:
    """Pr[the output is not c_1] on the hard distribution of the point 1."""
    task = examples(points(t)[1], hard_distribution(t, 1, mass))
    return Fraction(1 - law(OnSample(learner, m), task).probability(points(t)[1]))


def by_hand(t: int, m: int, mass: Fraction, root: Fraction) -> Fraction:
    """The failure of the exponential learner on the hard distribution, by sums."""
    wrong = [root**-m + (t - 2) * root**-k for k in range(m + 1)]
    return sum((binomial_mass(m, k, mass) * w / (1 + w) for k, w in enumerate(wrong)), Fraction(0))


R = TWO


@claim(
    "BBKN13.A.L39.DIST",
    over(box(t=range(3, 6), alpha=between(0, 1, low_in=False, high_in=False))),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 3.1, proof of Lemma 3.9: point i is picked with probability alpha",
        "alpha",
        "the error of another point function under D_i",
        same_as="BBKN13.L3.9.err",
    ),
)
def printed_hard_distribution(t: int, alpha: Fraction) -> Check:
    """D_i has mass alpha on i and 1 - alpha on the point 1: every concept but c_i has error >
    alpha for the target c_i.

    Cases: Every target and every other point function.
    """
    yield from _errors(hard_distribution, t, alpha, alpha)


WRONG[hard_distribution] = {
    "the rare and the common point exchanged": given(hard_distribution, mass=lambda a: 1 - a),
    "half of the mass": given(hard_distribution, mass=lambda a: a / 2),
    "all rare points at once": "mass if x == point else 1 - mass if x == 0 else Fraction(0) => "
    "mass / (size - 1) if x else 1 - mass",
}
WRONG[is_good_sample] = {
    "fewer than 2 alpha m": "<= => <",
    "at most 3 alpha m": "2 * alpha => 3 * alpha",
    "at most alpha m": "2 * alpha => alpha",
}
WRONG[pairwise_bound] = {
    "an example less": given(pairwise_bound, rows=lambda m: m - 1),
    "one point more": given(pairwise_bound, size=lambda t: t + 1),
}
WRONG[full_of_rare_points] = {"without the rare point": "int(2 * alpha * m) => 0"}


@claim(
    "BBKN13.A.L39.DIST",
    over(t=ranges(2, 5, 7, 9), mass=(QUARTER, Fraction(2, 3), ONE)),
    form=Form.CORRECTED,
    about=hard_distribution,
)
def corrected_hard_distribution(build: Build, t: int, mass: Fraction) -> Check:
    """D_i has mass a on i and 1 - a on the point 1 (0 here): for the target c_i every other
    concept has error a, but the one of the common point error 1.

    Cases: Every target and concept; a = 1 included.
    """
    for i, j in product(range(1, t), range(t)):
        wrong = 0 if i == j else mass if j else 1
        yield eq(f"c{i}, c{j}", error(points(t)[i], points(t)[j], build(t, i, mass)), wrong)


@claim(
    "BBKN13.D.good-i",
    over(m=sized((4, 5), (4, 5, 6), (4, 5, 10)), alpha=(Fraction(1, 5),)),
    about=is_good_sample,
)
def good_samples_have_few_rare_points(good: Build, m: int, alpha: Fraction) -> Check:
    """A sample is good for D_i iff at most 2 alpha m of its rows equal i.

    Cases: All samples over two points; both kinds, and 2 alpha m itself, occur.
    """
    for s in product((0, 1), repeat=m):
        yield eq(f"{s}", int(good(s, 1, alpha)), int(5 * sum(s) <= 2 * m))


@claim(
    "BBKN13.L3.9",
    over(constant=(ONE, Fraction(1, 1000))),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Lemma 3.9 (missing: d >= 2 and beta < 1/2; the term log(1/beta)/(eps alpha) is false for "
        "two points)",
        "the constant times log(1/beta)/(eps alpha)",
        "the examples",
    ),
)
def examples_for_two_points_as_printed(constant: Fraction) -> Check:
    """Every proper private learner of POINT_d needs at least a constant times (d + log(1/beta)) /
    (eps alpha) examples.

    Cases: d = 1, where every example tells the target: the learner of Lemma 3.4 on 8 examples,
    e^eps = 4, fails with probability 1/257 whatever alpha, here constant/100.
    """
    alpha, beta = constant / 100, Fraction(1, 257)
    targets = tasks(examples(c, masses) for c in points(2) for masses in grid_distributions(2, 4))
    yield accurate(OnSample(point_learner(2, TWO_EPS), 8), targets, within(alpha), beta)
    yield le("POINT_1", constant * low(ln(1 / beta)) / (high(ln(Fraction(4))) * alpha), 8)


OPTIMA = {
    (3, 1): Fraction(5, 9),
    (3, 2): Fraction(65, 108),
    (4, 2): Fraction(4, 9),
    (3, 3): Fraction(52, 81),
}
"""The best success on the hard family with mass 1/3, by T and m, e^eps = 2."""


@claim(
    "BBKN13.L3.9",
    over(t_and_m=sized(((3, 1), (3, 2), (4, 2)), OPTIMA, OPTIMA)),
    form=Form.CONCRETE,
    about=pairwise_bound,
)
def hard_family_of_points(bound: Build, t_and_m: tuple[int, int]) -> Check:
    """Success on the hard family with mass a > alpha is at most E[r^S/(r^S + T - 2)] <= E[min(1,
    r^S/(T-1))], S ~ Bin(m, a).

    Cases: All private learners, a = 1/3.  The optima are 5/9, 65/108, 4/9 (52/81), where the
    bounds are 5/9, 82/135, 4/9 (266/405); the averaged ones are 2/3, 7/9, 5/9 (23/27).
    """
    t, m = t_and_m
    problem = hard_points(t, m, Fraction(1, 3))
    yield optimal(problem, R, bound(R, m, Fraction(1, 3), t))
    yield exactly(problem, R, OPTIMA[t_and_m])
    mass = Fraction(1, 3)
    yield le("the averaged bound", bound(R, m, mass, t), averaged_bound(R, m, mass, t))


def two_means(mass: Fraction, m: int) -> Fraction:
    """2 a m, the number of rare points that at least half of the samples do not exceed."""
    return 2 * mass * m


WRONG[two_means] = {"half the mean": "2 * mass * m => mass * m / 2"}


@claim(
    "BBKN13.L3.9",
    over(
        d=(2, 4, 8, 16),
        mass=(TENTH, QUARTER),
        r=(Fraction(11, 10), R, Fraction(9)),
        beta=(QUARTER, Fraction(1, 1000)),
    ),
    form=Form.CORRECTED,
    about=two_means,
    uses=("BBKN13.L3.9.ineq",),
)
def examples_for_points_within_alpha(
    exponent: Build, d: int, mass: Fraction, r: Fraction, beta: Fraction
) -> Check:
    """For d >= 2 and beta < 1/2 every proper private learner of POINT_d needs at least ln((T - 2)
    (1/(2 beta) - 1)) / (2 eps a) examples, for every a > alpha.

    Cases: For the largest smaller number of examples up to 100 (the exponent rounded up) the bound
    (ii) of the concrete inequalities on 1 - beta is too small.
    """
    t, m = 2**d, 0
    enough = (t - 2) * (1 / (2 * beta) - 1)
    while m < 100 and r ** -int(-exponent(mass, m + 1) // 1) <= enough:
        m += 1
    yield chance(f"m = {m}", pairwise_bound(r, m, mass, t), 1 - beta)


@claim(
    "BBKN13.L3.9.err",
    over(box(t=range(2, 9), alpha=between(0, 1, low_in=False, high_in=False))),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 3.1, proof of Lemma 3.9, the bracket: error(c_i, c_j) > alpha",
        "alpha",
        "the error of c_j under D_i, which has mass alpha on i",
    ),
)
def printed_errors_of_wrong_points(t: int, alpha: Fraction) -> Check:
    """Under D_i with mass alpha on i every c_j, j != i, has error > alpha.

    Cases: T = 2 included, where the only wrong concept has error 1.
    """
    yield from _errors(hard_distribution, t, alpha, alpha)


@claim(
    "BBKN13.L3.9.err",
    over(
        t=ranges(2, 5, 7, 9),
        alpha=(TENTH, QUARTER, TWO_FIFTHS),
        above=(Fraction(1, 1000), HALF, ONE),
    ),
    form=Form.CORRECTED,
    about=hard_distribution,
)
def corrected_errors_of_wrong_points(
    build: Build, t: int, alpha: Fraction, above: Fraction
) -> Check:
    """With mass a > alpha on i (a <= 1) every c_j, j != i, has error >= a > alpha.

    Cases: a slightly above alpha, and larger, up to 1; also T = 2.
    """
    mass = min(ONE, alpha + above)
    yield from _errors(build, t, alpha, mass)


def _errors(build: Build, t: int, alpha: Fraction, mass: Fraction) -> Iterator[Comparison]:
    for i, c in product(range(1, t), points(t)):
        if c.point != i:
            yield lt(f"c{i} and {c}", alpha, error(points(t)[i], c, build(t, i, mass)))


@claim(
    "BBKN13.L3.9.good",
    over(box(m=ranges(1, 25, 61, 121), alpha=between(0, 1, low_in=False, high_in=False))),
    about=is_good_sample,
)
def samples_are_good(good: Build, m: int, alpha: Fraction) -> Check:
    """A sample from D_i is not good with probability Pr[Bin(m, alpha) > 2 alpha m] <= exp(-alpha
    m/3).

    Cases: Exact binomials of the numbers of rows i for which a sample is not good; lower bounds of
    exp.
    """
    counts = (k for k in range(m + 1) if not good((1,) * k + (0,) * (m - k), 1, alpha))
    missed = sum((binomial_mass(m, k, alpha) for k in counts), Fraction(0))
    yield chance("not good", missed, exp_low(-alpha * m / 3))


ALMOST_ONE = Fraction(51, 50)
"""A small eps, at which the learner fails almost as often as the bounds admit."""

GOOD = over(m=sized((4, 24, 48), (4, 12, 24, 48), (4, 12, 24, 36, 48)), root=(R, ALMOST_ONE))


@claim("BBKN13.L3.9.exists", GOOD, about=full_of_rare_points)
def a_good_database_is_answered_well(database: Build, m: int, root: Fraction) -> Check:
    """On some good database c_i has probability >= 1 - beta - exp(-alpha m/3); for the learner of
    Lemma 3.4, on the one with the most copies of i.  It is an average, so no privacy is needed.

    Cases: beta is the exact failure of the learner on D_i; T = 4, alpha = 1/4.  The slack is small
    for a small eps and m = 48, where beta is 0.7.
    """
    learner = point_learner(4, Epsilon(root, 2))
    beta = missed(learner, 4, m, QUARTER)
    found = chance_of(learner, database(m, QUARTER), points(4)[1])
    yield chance("failure", 1 - found, beta + exp_low(-QUARTER * m / 3))


@claim("BBKN13.L3.9.exists", GOOD, form=Form.CONCRETE, about=full_of_rare_points)
def a_good_database_is_answered_better(database: Build, m: int, root: Fraction) -> Check:
    """On some good database c_i has probability >= 1 - beta/Pr[good].

    Cases: As above.
    """
    learner = point_learner(4, Epsilon(root, 2))
    beta = missed(learner, 4, m, QUARTER)
    good = binomial_at_most(m, QUARTER, int(2 * QUARTER * m))
    found = chance_of(learner, database(m, QUARTER), points(4)[1])
    yield chance("failure", 1 - found, beta / good)


@claim(
    "BBKN13.L3.9.dist",
    over(m=ranges(0, 7, 9, 13), alpha=(QUARTER, Fraction(1, 6))),
    about=is_good_sample,
)
def good_databases_are_close(good: Build, m: int, alpha: Fraction) -> Check:
    """Good databases for D_2 and D_j differ in at most 4 alpha m entries.

    Cases: Their rare points at different places as far as possible, for all numbers of them.
    """
    for a, b in product(range(m + 1), repeat=2):
        first, second = (1,) * a + (0,) * (m - a), (0,) * (m - b) + (2,) * b
        if good(first, 1, alpha) and good(second, 2, alpha):
            yield le(f"{a}, {b}", differing(first, second), 4 * alpha * m)


@claim(
    "BBKN13.L3.9.ineq",
    over(
        t=sized((5, 64), (3, 4, 5, 64), (3, 4, 5, 64)),
        m=sized((12, 34), (12, 24, 34), (12, 34, 48)),
        root=(ALMOST_ONE, Fraction(3)),
    ),
    about=point_learner,
)
def packing_inequality_of_good_databases(build: Build, t: int, m: int, root: Fraction) -> Check:
    """(T-2) e^(-4 eps alpha m) (1 - G) <= G for G = beta + exp(-alpha m/3).

    Cases: beta is the exact failure of the learner on the hard distribution, alpha = 1/4; cases
    with G >= 1 are skipped.
    """
    g = missed(build(t, Epsilon(root, 2)), t, m, QUARTER) + exp_low(-QUARTER * m / 3)
    if g < 1:
        yield le("inequality", (t - 2) * root ** (-2 * m) * (1 - g), g)


@claim(
    "BBKN13.L3.9.ineq",
    over(
        t=(3, 4, 64),
        m=sized((1, 4, 12), (1, 4, 12, 24), (1, 4, 12, 24)),
        root=(Fraction(3, 2), R),
        mass=(TENTH, Fraction(1, 3)),
    ),
    form=Form.CONCRETE,
    about=point_learner,
)
def concrete_inequalities_of_the_hard_family(
    build: Build, t: int, m: int, root: Fraction, mass: Fraction
) -> Check:
    """For mass a: (T-2) r^(-2k) (F - beta) <= beta for each k with F = Pr[S <= k] > beta; 1 - beta
    <= E[r^S/(r^S + T - 2)]; beta >= ((T-2)/(T-1)) (1 - a + a/r)^m; S ~ Bin(m, a), r = e^eps.

    Cases: beta is the exact failure of the learner on the hard family.
    """
    beta, r = missed(build(t, Epsilon(root, 2)), t, m, mass), root**2
    for k in range(m + 1):
        f = binomial_at_most(m, mass, k)
        if f > beta:
            yield le(f"(i), k = {k}", (t - 2) * r ** (-2 * k) * (f - beta), beta)
    yield chance("(ii)", 1 - beta, pairwise_bound(r, m, mass, t))
    yield le("(iii)", confidence_bound(r, m, mass, t), beta)
    yield eq("beta by sums", beta, by_hand(t, m, mass, root))
    chances = [binomial_mass(m, k, mass) for k in range(m + 1)]
    most = [p * r**k / (r**k + t - 2) for k, p in enumerate(chances)]
    yield eq("(ii) by sums", pairwise_bound(r, m, mass, t), sum(most, Fraction(0)))
    mean = sum((p / r**k for k, p in enumerate(chances)), Fraction(0))
    yield eq("(iii) by sums", confidence_bound(r, m, mass, t), mean * (t - 2) / (t - 1))
