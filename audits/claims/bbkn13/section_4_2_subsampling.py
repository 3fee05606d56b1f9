"""Section 4.2: the private learner on a subsample (A2), and Claim 4.3."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.noisy_points import a2, a2_failure, outer_examples
from audits.claims.bbkn13.laws.worst_distributions import Case, compared, worst_on_the_grid
from audits.claims.bbkn13.words import *
from reference.mechanisms.learning.noisy_point_learner import NoisyPointLearner
from reference.mechanisms.learning.subsampled_learner import (
    SubsampledNoisyLearner,
    subsampled_exp_eps,
)

R = RationalFunction.r()
ALL_ALPHA = 1 / (2 * R)
"""alpha = 1/(2r): every alpha in (0, 1/2] as r runs over [1, infinity)."""

NO_DELTA = ALL_ALPHA - ALL_ALPHA


WRONG[noisy_learner] = {
    "samples twice as often": "alpha / 4 => alpha / 2",
    "step 1 is left out": "alpha / 4, alpha / 8 => alpha / 4, 0 * alpha",
    "step 1 is twenty times as rare": "alpha / 4, alpha / 8 => alpha / 4, alpha / 160",
    "flips a fourth as often": "size, alpha / 8, rule => size, alpha / 32, rule",
    "no noise": "size, alpha / 8, rule => size, 0 * alpha, rule",
}


@claim("BBKN13.A.A2", over(rows=sized((0, 1, 2), range(4), range(5))), about=noisy_learner)
def a2_follows_its_steps(build: Build, rows: int) -> Check:
    """A2: bottom with alpha/8, else A1 on a subsample of rate alpha/4.

    Cases: All databases of examples and stars on two points, alpha = 2/5; a sum over all subsets.
    """
    for d in replace_one(rows_with_stars(2), rows).databases():
        yield from same_law("A2", build(2, TWO_FIFTHS), d, a2_law(d, 2, TWO_FIFTHS))


def by_accuracy(t: int, alpha: Fraction) -> SubsampledNoisyLearner:
    """A2 by its accuracy alone."""
    return SubsampledNoisyLearner(Domain.of_size(t), alpha)


WRONG[by_accuracy] = {
    "sees no example": blind(by_accuracy, lambda _: ()),
    "built for twice the alpha": "(t), alpha => (t), 2 * alpha",
    **{
        name: wrong(by_accuracy, SubsampledNoisyLearner=wrong(SubsampledNoisyLearner, edit))
        for name, edit in (
            ("flips twice as often", "size, alpha / 8, rule => size, alpha / 4, rule"),
            ("step 1 is left out", "alpha / 4, alpha / 8 => alpha / 4, 0 * alpha"),
        )
    },
}


SOME = (Fraction(12, 25), TWO_FIFTHS, QUARTER, TENTH)
ALPHAS = over(alpha=SOME)


def below_half(alpha: Fraction) -> Iterator[Comparison]:
    """The claim is for alpha < 1/2."""
    yield lt("alpha", alpha, HALF)


@claim("BBKN13.C4.3.util", ALPHAS, about=by_accuracy, given=below_half, clause="any distribution")
def a2_is_accurate(build: Build, alpha: Fraction) -> Check:
    """alpha < 1/2, m' >= 32 ln 4/alpha^2: |S| < 4 ln 4/alpha with probability < e^(-ln 4/alpha) <
    1/16; A2 fails or has error >= alpha with probability at most 1/16 + 1/2 + alpha/8 <= 3/4.

    Cases: A2 itself, exactly, on up to 3 examples, against a closed form, which is then evaluated
    at m' on grids.
    """
    rows, few_rows = outer_examples(alpha), (ln(4) * 4 / alpha).ceil() - 1
    few = binomial_range(rows, alpha / 4, 0, few_rows)
    chernoff = exp(-ln(4) / alpha)
    yield lt("few in the subsample", few, chernoff.enclosure()[0])
    yield lt("Chernoff", chernoff.enclosure()[1], Fraction(1, 16))
    yield le("sum", few + HALF + alpha / 8, Fraction(3, 4))
    good = within(alpha, strict=True)
    for t in (2, 3):
        learner = build(t, alpha)
        for masses in grid_distributions(t, 10 if t == 2 or alpha > TENTH else 5):
            task = examples(points(t)[0], masses)
            for m in (1, 2, 3) if t == 2 else ():
                found = law(OnSample(learner, m), task)
                right = [found.probability(h) for h in found if good(task, h)]
                yield eq(f"{m} rows of {task}", 1 - sum(right), a2_failure(masses, alpha, m))
            yield chance(f"{task}", a2_failure(masses, alpha, rows), Fraction(3, 4))


@claim(
    "BBKN13.C4.3.util",
    over(alpha=sized(SOME[:1], SOME[:3], SOME)),
    about=by_accuracy,
    given=below_half,
    clause="equal examples",
)
def a2_is_accurate_on_equal_examples(build: Build, alpha: Fraction) -> Check:
    """On equal examples this probability is at most alpha/4.

    Cases: A2 itself, exactly, on all m' examples: a failure by chance, or a flip, nearly attained.
    """
    for t in (2, 3):
        alike = [examples(c, masses) for c in points(t) for masses in grid_distributions(t, 1)]
        sampled = OnSample(build(t, alpha), outer_examples(alpha))
        yield accurate(sampled, tasks(alike), within(alpha, strict=True), alpha / 4)


@claim("BBKN13.C4.3.util", ALPHAS, about=by_accuracy, given=below_half, clause="privacy")
def accurate_a2_is_private(build: Build, alpha: Fraction) -> Check:
    """It is ln 4 private.

    Cases: One row, by the least e^eps.
    """
    exp_eps = 1 + 2 * (1 - alpha / 8) / (1 - alpha / 4)
    yield le("e^eps <= 4", exp_eps, 4)
    for t in (2, 3):
        yield private(build(t, alpha), replace_one(rows_with_stars(t), 1), pure(exp_eps))


@cache
def neighbours(t: int, rows: int) -> tuple[tuple[Any, Any], ...]:
    """Ordered pairs of databases of examples and stars that differ in one row."""
    universe = replace_one(rows_with_stars(t), rows)
    databases = [*universe.databases()]
    pairs = [(databases[i], databases[j]) for i, j in universe.index_pairs()]
    return tuple(pairs + [(b, a) for a, b in pairs])


PAIRS = over(t=(2,), rows=sized((1, 2), (1, 2, 3), (1, 2, 3)))


@claim("BBKN13.C4.3.bot", PAIRS, about=noisy_learner)
def ratio_of_failures(build: Build, t: int, rows: int) -> Check:
    """Pr[A2(D) = bottom] <= (8p/(alpha (1-p)) + 1) Pr[A2(D') = bottom], p = alpha/4.

    Cases: All neighbours, for all alpha in (0, 1/2] at once.
    """
    learner = build(t, ALL_ALPHA, "two-cases")
    for a, b in neighbours(t, rows):
        p, q = (law(learner, d).probability(BOTTOM) for d in (a, b))
        yield le(f"{a}, {b}", p, (8 / (4 - ALL_ALPHA) + 1) * q)


@claim("BBKN13.C4.3.star", PAIRS, about=noisy_learner)
def ratio_with_a_star(build: Build, t: int, rows: int) -> Check:
    """If the row of D that differs is a star, hypotheses have ratio at most p/(1-p) + 1 =
    1/(1 - alpha/4), which is below 4/3.

    Cases: All such neighbours, for all alpha in (0, 1/2] at once.
    """
    bound = 1 / (1 - ALL_ALPHA / 4)
    yield lt("4/3", bound, Fraction(4, 3))
    learner = build(t, ALL_ALPHA, "two-cases")
    for a, b in neighbours(t, rows):
        if a.count(Star.STAR) > b.count(Star.STAR):
            first, second = law(learner, a), law(learner, b)
            for h in first:
                if isinstance(h, Values):
                    yield le(f"{a}, {b}: {h}", first.probability(h), bound * second.probability(h))


@claim(
    "BBKN13.C4.3.hyp",
    over(t=(2,), rows=sized((0, 1), (0, 1, 2), (0, 1, 2, 3))),
    about=NoisyPointLearner,
)
def adding_an_example_changes_one_value(build: Build, t: int, rows: int) -> Check:
    """Adding an example to a consistent subsample changes the probability of a hypothesis by a
    factor of at most (1 - alpha/8)/(alpha/8) <= 8/alpha.

    Cases: All subsamples and added examples, for all alpha in (0, 1/2] at once; attained.
    """
    bound = (1 - ALL_ALPHA / 8) / (ALL_ALPHA / 8)
    yield le("8/alpha", bound, 8 / ALL_ALPHA)
    learner = build(t, ALL_ALPHA / 8, "two-cases")
    for d in replace_one(rows_with_stars(t), rows).databases():
        before = law(learner, d)
        for row in labelled_examples(t):
            after = law(learner, (*d, row))
            for h in after:
                if isinstance(h, Values) and BOTTOM not in before:
                    yield le(f"{d} + {row}", after.probability(h), bound * before.probability(h))


RULES = over(t=(1, 2), rows=sized((1, 2), (1, 2, 3), (1, 2, 3)), rule=("literal", "two-cases"))


@claim("BBKN13.C4.3.priv", RULES, about=noisy_learner)
def a2_is_private(build: Build, t: int, rows: int, rule: str) -> Check:
    """A2 is ln 4 private, for every alpha < 1/2.

    Cases: All databases of examples and stars, for all alpha in (0, 1/2] at once: alpha = 1/(2r).
    """
    universe = replace_one(rows_with_stars(t), rows)
    yield private(build(t, ALL_ALPHA, rule), universe, Guarantee(NO_DELTA + 4, NO_DELTA))


@claim("BBKN13.C4.3.priv", RULES, form=Form.CONCRETE, about=noisy_learner)
def sharper_ratio_of_a2(build: Build, t: int, rows: int, rule: str) -> Check:
    """Every output of A2, bottom too, has ratio at most 1 + 2 (1 - alpha/8)/(1 - alpha/4) <=
    8/(4-alpha) + 1 < 4; with free rates mu, p, b at most 1 + p max((1-b)/b, (1-mu)/(mu (1-p))).

    Cases: All neighbours, for all alpha in (0, 1/2] at once; four triples of rates.
    """
    bound = 1 + 2 * (1 - ALL_ALPHA / 8) / (1 - ALL_ALPHA / 4)
    yield le("8/(4-alpha) + 1", bound, 8 / (4 - ALL_ALPHA) + 1)
    yield lt("4", 8 / (4 - ALL_ALPHA) + 1, 4)
    universe = replace_one(rows_with_stars(t), rows)
    yield private(build(t, ALL_ALPHA, rule), universe, Guarantee(bound, NO_DELTA))
    for mu, p, b in ((3, 2, 5), (9, 2, 3), (4, 3, 2), (3, 4, 9)):
        flip, sampling, failure = Fraction(1, mu), Fraction(1, p), Fraction(1, b)
        exp_eps = 1 + sampling * max(Fraction(b - 1), (mu - 1) / (1 - sampling))
        found = subsampled_exp_eps(sampling, failure, Fraction(mu - 1))
        yield eq(f"mu, p, b = 1/{mu}, 1/{p}, 1/{b}", found, exp_eps)
        yield private(a2(t, flip, sampling, failure, rule), universe, pure(exp_eps))


@claim("BBKN13.TXT.A1-range", over(t=ranges(1, 4, 5, 7)), about=noisy_learner)
def every_function_is_possible(build: Build, t: int) -> Check:
    """A1 and A2 can output each of the 2^T functions, so their descriptions have T bits.

    Cases: On every database of one or no row.
    """
    for rows in (0, 1):
        for d in replace_one(rows_with_stars(t), rows).databases():
            found = law(build(t, TWO_FIFTHS), d)
            yield eq(f"{d}", sum(isinstance(h, Values) for h in found), 2**t)


@claim(
    "BBKN13.A.A2.three-points",
    over(c=points(3), rows=sized((1,), (1, 2), (1, 2, 3))),
    form=Form.CONCRETE,
    about=worst_on_the_grid,
)
def worst_distribution_for_random_flips(worst: Build, c: PointFunction, rows: int) -> Check:
    """Among all distributions on three points none is worse for A2 than the worst of the grid 1/5
    (alpha = 2/5).

    Cases: T = 3, so that these are all distributions; every target; failures below 1.
    """
    case = Case("A2", noisy_learner(3, TWO_FIFTHS), c, 3, rows)
    yield lt("below 1", worst(case, 3, 5, TWO_FIFTHS), 1)
    yield from compared(worst, case, 3, 5, TWO_FIFTHS)
