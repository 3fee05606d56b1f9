"""Section 6: learners of the generated points, inefficient, efficient and not private."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.generated_points import enough_rows
from audits.claims.bbkn13.section_3_representation import enough_examples_as_printed
from audits.claims.bbkn13.words import *
from audits.engines.optimum.problems.learning import pac_learning_from
from reference.data.concept import labelled
from reference.mechanisms.learning.noisy_point_learner import smallest_unseen_point

S = RationalFunction.r()
ALPHA = TWO_FIFTHS


@claim("BBKN13.A.INEFF", over(m=sized((0, 1), (0, 1, 2), (0, 1, 2, 3))), about=ExponentialLearner)
def inefficient_learner_lists_the_class(learner: Build, m: int) -> Check:
    """The inefficient learner returns c in hatPOINT with probability proportional to e^(-eps
    m_c/2).

    Cases: Products in place of quotients; T = 8, a table that is not injective, every eps at once.
    """
    t, chosen = 8, generated_points((1, 3, 3, 7))
    found = learner(chosen, t, EVERY)
    for d in replace_one(labelled_examples(t), m).databases():
        ours = law(found, d)
        weights = {c: S ** sum((x != c.point) == y for x, y in d) for c in chosen}
        whole = sum((1 / w for w in weights.values()), S - S)
        for y in points(t):
            wanted = 1 / (weights[y] * whole) if y in weights else S - S
            yield eq(f"{y} on {d}", ours.probability(y), wanted)


WRONG[PointLearner] = {
    "N counts examples": given(PointLearner, count="printed"),
    "twice the eps": twice_eps(PointLearner),
    "blind": blind(PointLearner, lambda d: d[:1]),
}
WRONG[smallest_unseen_point] = {
    "the smallest point unless one is positive": " if j not in seen => "
}
WRONG[enough_rows] = {"without ln |H|": given(enough_rows, hypotheses=2)}


@claim("BBKN13.A.EFFHAT", over(m=sized((1, 2), (1, 2, 3), (1, 2, 3))), about=PointLearner)
def efficient_learner_uses_all_points(learner: Build, m: int) -> Check:
    """On targets in hatPOINT the learner over POINT is used unchanged: the exponential mechanism
    over all points, which it does not list.

    Cases: Samples of every target of the class, T = 8.
    """
    t = 8
    efficient = learner(Domain.of_size(t), TWO_EPS)
    whole = ExponentialLearner(points(t), t, TWO_EPS)
    for c, sample in product(generated_points((1, 3, 5, 7)), replace_one(range(t), m).databases()):
        d = labelled(sample, c)
        ours, wanted = law(efficient, d), law(whole, d)
        for h in points(t):
            yield eq(f"{h} on {d}", ours.probability(h), wanted.probability(h))


@claim("BBKN13.A.NP", over(t=range(1, 5), m=ranges(0, 4, 6, 7)), about=smallest_unseen_point)
def non_private_learner_is_consistent(learner: Build, t: int, m: int) -> Check:
    """The non-private learner outputs a consistent concept whenever there is one.

    Cases: All samples labelled by a point function.
    """
    for c, sample in product(points(t), replace_one(range(t), m).databases()):
        d = labelled(sample, c)
        found = learner(d, t)
        wrong = m + 1 if isinstance(found, Bottom) else empirical_errors(found, d)
        yield eq(f"{c} on {sample}", wrong, 0)


def _rates(alpha: Fraction, beta: Fraction) -> Iterator[Comparison]:
    yield lt("0 < alpha", 0, alpha)
    yield lt("0 < beta", 0, beta)
    yield le("beta <= 1", beta, 1)


ACCURACY = over(alpha=(ALPHA,), beta=(HALF, TENTH))


def no_bound_on_eps(place: str) -> Erratum:
    """The same as in Theorem 3.2."""
    words = f"{place} (missing: eps is bounded, or a term without eps in the maximum)"
    left = "the failure of any learner that uses POINT on so many examples, at least"
    return Erratum(Grade.HIDDEN_HYPOTHESIS, words, left, "beta", same_as="BBKN13.T3.2")


@claim(
    "BBKN13.S6.ineff",
    over(constant=(1, 1000), beta=(QUARTER,)),
    refuted=no_bound_on_eps("Section 6, inefficient learners, and the end of Theorem 6.1"),
)
def examples_for_the_inefficient_learner(constant: int, beta: Fraction) -> Check:
    """An inefficient proper private learner of hatPOINT uses a constant times (ell + log(1/beta))
    / (eps alpha) examples.

    Cases: As for Theorem 3.2, four generated points.
    """
    yield from enough_examples_as_printed(constant, beta)


@claim("BBKN13.S6.ineff", ACCURACY, form=Form.CONCRETE, about=ExponentialLearner, given=_rates)
def inefficient_learner_is_proper(learner: Build, alpha: Fraction, beta: Fraction) -> Check:
    """The learner over hatPOINT is proper, eps-private, and has error > alpha with probability <=
    beta on ln((k - 1)/beta)/(alpha (1 - e^(-eps/2))) examples, k = |hatPOINT| <= 2^ell; on the
    point mass of a target it fails with (k - 1)/(e^(eps m/2) + k - 1).

    Cases: T = 8, an image of 3 points, e^eps = 4; accuracy of the learner itself, where the target
    and another point have just above alpha of the mass; privacy and the point mass for every eps.
    """
    t, chosen = 8, generated_points((1, 2, 2, 5))
    m = enough_rows(len(chosen), alpha, beta, TWO_EPS)
    masses = [1 - alpha - Fraction(1, 100), alpha / 2, alpha / 2 + Fraction(1, 100)]
    universe = tasks([examples(chosen[0], masses), examples(chosen[1], masses)])
    found = OnSample(learner(chosen, t, TWO_EPS), m)
    yield accurate(found, universe, within(alpha), beta, name=f"{m} rows")
    every = learner(chosen, t, EVERY)
    if beta == HALF:
        yield private(every, replace_one(labelled_examples(t), 1), PURE)
    for rows in (1, 2):
        bad = 1 - law(every, point_packing(2, rows)).probability(PointFunction(2))
        yield eq(f"{rows} rows", bad, (len(chosen) - 1) / (S**rows + (len(chosen) - 1)))
        whole = 1 - law(
            PointLearner(Domain.of_size(t), EVERY), point_packing(2, rows)
        ).probability(PointFunction(2))
        yield le(f"{rows} rows, POINT", bad, whole)


@claim(
    "BBKN13.F12",
    over(constant=(1, 1000), beta=(QUARTER,)),
    refuted=no_bound_on_eps("Section 6, footnote 12"),
)
def examples_for_the_efficient_learner(constant: int, beta: Fraction) -> Check:
    """An efficient private learner of hatPOINT that uses POINT needs no more than a constant times
    (d + log(1/beta))/(eps alpha) examples.

    Cases: As for Theorem 3.2, all of the four points are generated.
    """
    yield from enough_examples_as_printed(constant, beta)


@claim("BBKN13.F12", ACCURACY, form=Form.CONCRETE, about=PointLearner, given=_rates)
def efficient_learner_on_generated_points(
    learner: Build, alpha: Fraction, beta: Fraction
) -> Check:
    """On targets of hatPOINT the learner over POINT, which lists no class, is eps-private and has
    error > alpha with probability <= beta on ln((2^d - 1)/beta)/(alpha (1 - e^(-eps/2))) examples;
    on the point mass of a target it fails with (2^d - 1)/(e^(eps m/2) + 2^d - 1).

    Cases: T = 8, e^eps = 4, two targets that have just above alpha of the mass, so that one
    concept of seven is bad; privacy and the point mass for every eps, T up to 16, and privacy on
    two databases over 258 and 300 points, which are drawn in two digits.
    """
    t = 8
    m = enough_rows(t, alpha, beta, TWO_EPS)
    masses = [1 - alpha - Fraction(1, 100), alpha / 2, alpha / 2 + Fraction(1, 100)]
    universe = tasks(examples(PointFunction(j), masses) for j in (1, 2))
    found = OnSample(learner(Domain.of_size(t), TWO_EPS), m)
    yield accurate(found, universe, within(alpha), beta, name=f"{m} rows")
    if beta == HALF:
        every = learner(Domain.of_size(4), EVERY)
        yield private(every, replace_one(labelled_examples(4), 2), PURE)
        for large in (258, 300):
            far = pair(((large - 1, 1),), ((0, 1),))
            sampler = learner(Domain.of_size(large), EVERY)
            yield private(sampler, far, PURE, name=f"{large} points")
    for d, rows in product((1, 2, 3, 4), (1, 2)):
        every = learner(Domain.of_size(2**d), EVERY)
        good = law(every, point_packing(1, rows)).probability(PointFunction(1))
        yield eq(f"d = {d}, {rows} rows", 1 - good, (2**d - 1) / (S**rows + (2**d - 1)))


not_finitely_checkable(
    "BBKN13.T6.1",
    statement="If G is a pseudorandom generator, hatPOINT has no efficient proper learner, and "
    "every efficient private one that uses POINT needs Omega((d + log(1/beta))/eps) samples; an "
    "inefficient proper private one uses O((ell + log(1/beta))/(eps alpha)).",
    reason="asymptotic, and about all efficient learners; the concrete form has the numbers of "
    "samples of both sides at one eps",
)


@claim(
    "BBKN13.T6.1",
    over(
        alpha=(ALPHA, TENTH),
        beta=(Fraction(1, 5), Fraction(1, 100)),
        ell=sized((1, 4, 16, 64, 256), (1, 4, 16, 64, 256), (1, 4, 16, 64, 256, 1024)),
    ),
    form=Form.CONCRETE,
    about=enough_rows,
    uses=("BBKN13.S6.eff", "BBKN13.S6.proper"),
    given=_rates,
)
def efficiency_costs_samples(rows: Build, alpha: Fraction, beta: Fraction, ell: int) -> Check:
    """m = ln(2^ell/beta)/(alpha (1 - e^(-eps/2))) examples suffice for the inefficient proper
    eps-private learner of 2^ell points; an eps-private learner that recovers random points of 2^d
    with probability 1 - beta, as an efficient one does on outputs of G, needs m >= ln((2^d - 1)(1
    - beta)/beta)/eps, which is false for d > (eps m + ln(beta/(1 - beta)))/ln 2.

    Cases: One eps throughout, e^eps = 4, beta < 1/4; the least such d, and one less, where nothing
    is refused; for d = ell there is no gap.
    """
    yield step("BBKN13.S6.ineff", Form.CONCRETE, alpha=alpha, beta=beta)
    m = rows(2**ell, alpha, beta, TWO_EPS)
    yield le("d = ell", 1 - beta, packing_bound(TWO_EPS.exp(), m, 2**ell))
    odds = TWO_EPS.exp(m) * beta / (1 - beta)
    d = (int(odds) + 1).bit_length()
    yield lt(f"m = {m}, d = {d}", packing_bound(TWO_EPS.exp(), m, 2**d), 1 - beta)
    yield le(f"m = {m}, d = {d - 1}", 1 - beta, packing_bound(TWO_EPS.exp(), m, 2 ** (d - 1)))


not_finitely_checkable(
    "BBKN13.R6.2",
    statement="Without privacy hatPOINT is efficiently learnable with "
    "O((log(1/alpha) + log(1/beta))/alpha) samples.",
    reason="asymptotic; the concrete form has the exact failures and the VC dimension",
)


@claim(
    "BBKN13.R6.2",
    over(
        a=(Fraction(26, 100), Fraction(3, 10), HALF),
        m=sized((1, 2, 6), (1, 2, 3, 6), (1, 2, 3, 12)),
    ),
    form=Form.CONCRETE,
    about=smallest_unseen_point,
)
def learning_without_privacy(rule: Build, a: Fraction, m: int) -> Check:
    """The consistent learner has error > alpha with probability <= (k - 1)(1 - alpha)^m, k
    concepts; every learner, private or not, with at least (1 - a)^m/2, if two concepts differ on
    mass a > alpha; VCDIM(hatPOINT) = 1.

    Cases: alpha = 1/4, k = 3; two points of mass a/2 and one of the rest, where two concepts alone
    are ever confused; all learners (delta = 1).
    """
    alpha, masses = QUARTER, (a / 2, a / 2, 1 - a)
    universe = tasks(examples(c, masses) for c in points(3))
    found: Learner = OnSample(lambda d, _: rule(d, 3), m)
    if m > 2:
        yield accurate(found, universe, within(alpha), 2 * (1 - alpha) ** m)
    if m <= 2:
        problem = pac_learning_from("point", 3, m, alpha, (masses,))
        yield optimal(problem, ONE, 1 - (1 - a) ** m / 2, ONE)
    for image in ((1, 2), (0, 3), (1, 2, 5, 7)):
        yield eq(f"VC dimension, {image}", vc_dimension(generated_points(image), 8), 1)
