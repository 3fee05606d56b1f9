"""Section 3: Lemma 3.4, the learner of points."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.learners import PrintedSampler
from audits.claims.bbkn13.section_3_representation import enough_examples_as_printed
from audits.claims.bbkn13.words import *

R = EVERY.root

SMALL = over(t=sized((2, 3), (2, 3, 4), (2, 3, 4, 5)), m=sized((1, 2, 3), (1, 2, 3), (1, 2, 3, 4)))


@claim(
    "BBKN13.L3.4",
    over(constant=(1, 1000), beta=(QUARTER,)),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Lemma 3.4 (missing: eps is bounded, or a term without eps in the maximum)",
        "the failure of any proper learner on so many examples, at least",
        "beta",
        same_as="BBKN13.T3.2",
    ),
)
def enough_examples_for_points_as_printed(constant: int, beta: Fraction) -> Check:
    """POINT_d has an efficient proper private learner that uses a constant times (d + log(1/beta))
    / (eps alpha) examples.

    Cases: As for Theorem 3.2, d = 2.
    """
    yield from enough_examples_as_printed(constant, beta)


def point_bound(t: int, root: Fraction, alpha: Fraction, m: int) -> Fraction:
    """At most T e^(-alpha m/8) + T e^(-eps alpha m/4), the second exponent rounded up."""
    return t * exp_low(-alpha * m / 8) + t * root ** -int(-(-alpha * m / 2 // 1))


@claim(
    "BBKN13.L3.4",
    over(
        t_m_support=sized(
            ((4, 64, 2), (3, 16, 3)),
            ((4, 64, 2), (4, 96, 2), (4, 24, 3), (4, 18, 4)),
            ((4, 64, 2), (4, 96, 2), (4, 128, 2), (4, 48, 3), (4, 24, 4)),
        ),
        root=(Fraction(3, 2), TWO),
    ),
    form=Form.CONCRETE,
    about=point_learner,
)
def point_learner_is_accurate(
    build: Build, t_m_support: tuple[int, int, int], root: Fraction
) -> Check:
    """The learner of points fails (error > alpha) on m examples with probability at most T
    e^(-alpha m/8) + T e^(-eps alpha m/4), and at most (T - 1) (1 - alpha (1 - e^(-eps/2)))^m.

    Cases: The learner itself on 2, 3 or 4 points, the target among them or not; alpha = 1/2, with
    more than 2 points 4/5; the first bound is below 1 (0.08 at m = 64, e^eps = 4), but its
    constants are those of a Chernoff bound for half the mean; the second one is near the failure.
    """
    t, m, support = t_m_support
    alpha = HALF if support == 2 else Fraction(4, 5)
    rare = [Fraction(3, 20 * (support - 1))] * (support - 1)
    masses = [Fraction(17, 20), *rare] if support > 2 else two_points(t, 0, 1, Fraction(11, 20))
    chosen = [c for c in points(t) if c.point in {0, t - 1}]
    family = tasks(examples(c, masses) for c in chosen)
    bound = point_bound(t, root, alpha, m)
    learner = OnSample(build(t, Epsilon(root, 2)), m)
    if bound < 1:
        yield accurate(learner, family, within(alpha), bound)
    closer = (t - 1) * (1 - alpha * (1 - 1 / root)) ** m
    yield accurate(learner, family, within(alpha), closer, name="closer")


WRONG[rows_for_proper] = {
    "only the term with eps": "exp(-alpha * m / 8) => exp(-loss * alpha * m / 4)",
    "one example less": "return least => return -1 + least",
    "one example more": "return least => return 1 + least",
    "no examples": "return least => return 0 * least",
}


@claim(
    "BBKN13.L3.4",
    over(
        d=(0, 1, 2, 4),
        exp_eps=(Fraction(11, 10), Fraction(4), Fraction(10**100)),
        alpha=(TENTH, HALF, Fraction(9, 10)),
        beta=(Fraction(1, 100), HALF, Fraction(9, 10)),
    ),
    form=Form.CORRECTED,
    about=rows_for_proper,
)
def point_learner_from_enough_examples(
    rows: Build, d: int, exp_eps: Fraction, alpha: Fraction, beta: Fraction
) -> Check:
    """max{(8/alpha) ln(2T/beta), (4/(eps alpha)) ln(2T/beta)} examples, rounded up, suffice for
    failure probability beta, at every eps; so does the least number for which the bound of the
    concrete form is at most beta.

    Cases: At the least number, which may be 1, the bound is at most beta, and with one example
    less it is not; the learner itself at T = 2 and 4, alpha = beta = 1/2, e^eps = 4.
    """
    t = 2**d
    m, rates = rows(t, exp_eps, alpha, beta), [exact(alpha) / 8, exact(alpha) / 4 * ln(exp_eps)]
    most = max(high(ln(2 * t / beta) / rate) for rate in rates)
    yield le("the formula", m, -int(-most // 1))
    least, less = ((exp(rates[0] * -n) + exp(rates[1] * -n)) * t for n in (m, m - 1))
    yield le("the least", high(least), beta)
    yield lt("one less", beta, low(less))
    if t in {2, 4} and exp_eps == 4 and alpha == beta == HALF:
        family = tasks(
            examples(c, two_points(t, 0, 1, Fraction(11, 20))) for c in points(t)[:: t - 1]
        )
        yield accurate(OnSample(point_learner(t, TWO_EPS), m), family, within(alpha), beta)


@claim("BBKN13.A.L3.4", over(t=(1, 2, 3), m=ranges(0, 3, 4, 5)), about=point_learner)
def point_learner_is_exponential(build: Build, t: int, m: int) -> Check:
    """The learner outputs c_j in POINT_d with probability proportional to exp(eps q(D, c_j)/2), q
    minus the number of errors.

    Cases: All databases, no examples and one point included; e^(eps/2) = 2.
    """
    learner = build(t, TWO_EPS)
    for d in replace_one(labelled_examples(t), m).databases():
        errors = [sum(int(x == j) != y for x, y in d) for j in range(t)]
        yield from same_law(t, learner, d, exponential_law(points(t), errors, 2))


@claim("BBKN13.L3.4.priv", SMALL, about=listed_points)
def exponential_learner_is_private(build: Build, t: int, m: int) -> Check:
    """The exponential learner over POINT is eps-private, for every eps.

    Cases: All labelled databases, consistent or not.
    """
    yield private(build(t, EVERY), replace_one(labelled_examples(t), m), PURE)


@claim(
    "BBKN13.L3.4.priv",
    over(t=sized((2, 3), (2, 3, 4), (2, 3, 4, 5)), m=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))),
    form=Form.CONCRETE,
    about=point_learner,
)
def exact_loss_of_the_point_learner(build: Build, t: int, m: int) -> Check:
    """The sampler of Lemma 3.4 is eps-private, and its greatest ratio is (1 + (T-1) s^m) / (1 +
    (T-1) s^(m-2)) <= s^2, s = e^(eps/2).

    Cases: All neighbours and outcomes, for every s at once; attained by c_0 on m - 1 or m examples
    (0, 0) and one or no (0, 1).
    """
    ratio = (1 + R**m * (t - 1)) / (1 + R ** (m - 2) * (t - 1))
    learner = build(t, EVERY)
    yield private(learner, replace_one(labelled_examples(t), m), pure(ratio))
    more = chance_of(learner, ((0, 0),) * (m - 1) + ((0, 1),), points(t)[0])
    less = chance_of(learner, ((0, 0),) * m, points(t)[0])
    yield eq("attained", more, ratio * less)
    yield le("at most s^2", ratio, R**2)


def common_score(t: int, database: Database[LabelledExample]) -> int:
    """The errors of every point outside the sample, as the sampler counts them."""
    return PointLearner(Domain.of_size(t), TWO_EPS).scores(database)[1]


WRONG[common_score] = {
    "counts all examples": "PointLearner(Domain.of_size(t), TWO_EPS).scores(database)[1] => "
    "len(database)",
    "counts positive points once": wrong(
        common_score,
        PointLearner=wrong(
            PointLearner, "sum(y for _, y in database) => len({x for x, y in database if y})"
        ),
    ),
}


@claim("BBKN13.L3.4.scores", over(m=sized((1, 2, 3), (1, 2, 3), (1, 2, 3, 4))), about=common_score)
def unseen_points_share_a_score(score: Build, m: int) -> Check:
    """Every c_j with j outside the sample errs on exactly the positive examples.

    Cases: All databases over 4 points that leave a point unseen.
    """
    for d in replace_one(labelled_examples(4), m).databases():
        for j in {*range(4)} - {x for x, _ in d}:
            yield eq(f"{d}, {j}", empirical_errors(points(4)[j], d), score(4, d))


PRINTED_COUNT = Erratum(
    Grade.HIDDEN_HYPOTHESIS,
    "Section 3, proof of Lemma 3.4, the formula for P and step 2, 2^d - m for 2^d - |{x_1, ..., "
    "x_m}| (missing: the points of the sample are different)",
    "the probability of an output of the printed sampler",
    "that of the exponential mechanism",
)


@claim(
    "BBKN13.L3.4.sampler",
    over(t=(4,), root=(Fraction(21, 20), TWO), m=(0, 1, 2)),
    refuted=PRINTED_COUNT,
)
def printed_sampler_is_the_exponential_mechanism(t: int, root: Fraction, m: int) -> Check:
    """The sampler with 2^d - m unseen points has the law of the exponential mechanism.

    Cases: All databases of at most two examples on 4 points, so that 2^d - m > 0; repeated points
    included.
    """
    yield from _same_as_listed(PrintedSampler, t, m, Epsilon(root, 2))


@claim(
    "BBKN13.L3.4.sampler",
    over(t=(2, 4), m=ranges(0, 4, 4, 5)),
    form=Form.CORRECTED,
    about=point_learner,
)
def corrected_sampler_is_the_exponential_mechanism(build: Build, t: int, m: int) -> Check:
    """The sampler with 2^d - |X| unseen points has the law of the exponential mechanism, at every
    eps.

    Cases: All databases, repeated points and m >= T included.
    """
    yield from _same_as_listed(build, t, m, EVERY)


def _same_as_listed(build: Build, t: int, m: int, eps: Epsilon[Any]) -> Iterator[Comparison]:
    sampler, listed = build(t, eps), listed_points(t, eps)
    for d in replace_one(labelled_examples(t), m).databases():
        found, wanted = law(sampler, d), law(listed, d)
        for h in points(t):
            yield eq(f"{h} on {d}", found.probability(h), wanted.probability(h))


@claim(
    "BBKN13.A.L3.4.SAMPLER",
    over(t=(4,), m=(1, 2, 3)),
    refuted=Erratum(Grade.HIDDEN_HYPOTHESIS, PRINTED_COUNT.place, same_as="BBKN13.L3.4.sampler"),
)
def printed_sampler_is_private(t: int, m: int) -> Check:
    """The efficient implementation, with 2^d - m unseen points, is eps-private.

    Cases: All databases of fewer than T examples, so that all weights are positive; e^eps = 4.
    """
    yield private(PrintedSampler(t, TWO_EPS), replace_one(labelled_examples(t), m), LN_4)


@claim("BBKN13.A.L3.4.SAMPLER", SMALL, form=Form.CORRECTED, about=point_learner)
def corrected_sampler_is_private(build: Build, t: int, m: int) -> Check:
    """The efficient implementation, with 2^d - |X| unseen points, is eps-private for every eps;
    its weights (not negative, or it had no law) add up to P = sum_j s^(-errors of c_j).

    Cases: All databases, with repeated points and m >= T.
    """
    universe = replace_one(labelled_examples(t), m)
    yield private(build(t, EVERY), universe, PURE)
    learner = PointLearner(Domain.of_size(t), TWO_EPS)
    for d in universe.databases():
        gains, positives, unseen = learner.scores(d)
        whole = sum(Fraction(1, 2 ** empirical_errors(c, d)) for c in points(t))
        seen = sum((Fraction(1, 2 ** (positives - g)) for g in gains.values()), Fraction(0))
        yield eq(f"P, {d}", seen + Fraction(unseen, 2**positives), whole)
