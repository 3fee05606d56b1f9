"""Section 5.2: learners whose hypothesis is a concept with independent noise."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.noisy_points import a1_law, subsampled_law
from audits.claims.bbkn13.laws.samples import Examples
from audits.claims.bbkn13.words import *
from reference.mechanisms.learning.independent_noise_learner import (
    IndependentNoiseLearner,
    confident_noisy_learner,
    confident_rows,
    noisy_learner_in_two_parts,
)
from reference.mechanisms.learning.subsampled_learner import SubsampledLearner
from reference.probability.families import binomial


@dataclass(frozen=True, slots=True)
class OnThinned:
    """A subsampled learner on a sample: a subsample of a sample is a smaller sample."""

    learner: SubsampledLearner[Any, Fraction]
    rows: int

    def __call__(self, distribution: Examples, coins: Coins[Fraction], /) -> Values | Bottom:
        """What the learner returns on `rows` rows of the distribution."""
        if coins.draw(bernoulli(self.learner.failure)):
            return BOTTOM
        kept = coins.draw(binomial(self.rows, self.learner.sampling))
        sampled: OnSample[Any, Values | Bottom, Fraction] = OnSample(self.learner.base, kept)
        return coins.run(sampled, distribution)


def on_thinned(outer: Any, rows: int) -> Any:
    """An independent noise learner on a sample, its inner learner on a thinned one."""
    return replace(outer, inner=OnThinned(outer.inner, rows))


ALPHA, LARGE, NOTHING = TWO_FIFTHS, Fraction(9, 10), Fraction(0)
ROWS = over(rows=sized((0, 1, 2), (0, 1, 2), (0, 1, 2, 3)))
NOT_A_POINT_FUNCTION = (
    "Section 5.2, Example 5.7, step 6 of the inner learner: c = 0 is no concept of POINT"
)


def a2_in_two_parts(
    build: Build, alpha: Fraction, *, allow_zero: bool = True
) -> IndependentNoiseLearner[Fraction]:
    """A2 on two points with the rates of Example 5.7."""
    return build(2, alpha / 4, alpha / 8, alpha / 8, allow_zero=allow_zero)


RATES = "size, sampling, failure)"
WRONG[noisy_learner_in_two_parts] = {
    "one coin flips all values": wrong(
        noisy_learner_in_two_parts,
        IndependentNoise=wrong(
            IndependentNoise,
            "return Values( => flip = coins.draw(bernoulli(self.flip))\n        return Values(",
            "v ^ coins.draw(bernoulli(self.flip)) => v ^ flip",
        ),
    ),
    "no failure outside the class": " or c not in self.concepts => ",
    "no noise if a row is a star": wrong(
        noisy_learner_in_two_parts,
        "return coins.delegate => if Star.STAR in database:\n            return c\n"
        "        return coins.delegate",
        Star=Star,
    ),
    "samples twice as often": f"{RATES} => size, 2 * sampling, failure)",
    "samples a twentieth as often": f"{RATES} => size, sampling / 20, failure)",
    "fails four times as often": f"{RATES} => size, sampling, 4 * failure)",
}
RATE = "3 * mu / (1 + 2 * mu)"
WRONG[confident_noisy_learner] = {
    "samples twice as often": f"{RATE} => 2 * {RATE}",
    "samples a twentieth as often": f"{RATE} => {RATE} / 20",
}


@claim("BBKN13.D5.6", ROWS, about=noisy_learner_in_two_parts)
def outer_learner_is_inner_plus_flips(build: Build, rows: int) -> Check:
    """The outer learner fails where the inner one finds no concept of the class; else it adds
    independent flips of rate mu.

    Cases: Its law against that of the inner learner times the probabilities of flips, mu = 1/10;
    the zero function is outside the class, and is found.
    """
    t, mu = 2, TENTH
    outer = build(t, TENTH, Fraction(1, 20), mu, allow_zero=False)
    for d in outer.universe(rows).databases():
        inner, whole = law(outer.inner, d), law(outer, d)
        found = [c for c in inner if isinstance(c, Values) and c.weight == 1]
        for h in all_functions(t):
            mixed = NOTHING
            for c in found:
                flips = len(disagreements(c, h, t))
                mixed += inner.probability(c) * mu**flips * (1 - mu) ** (t - flips)
            yield eq(f"{h} on {d}", whole.probability(h), mixed)


def _by_hand(
    found: Learner, rows: int, sampling: Fraction, failure: Fraction, flip: Fraction
) -> Iterator[Comparison]:
    for d in replace_one(rows_with_stars(2), rows).databases():
        ours = law(found, d)
        right = subsampled_law(d, sampling, failure, lambda part: a1_law(part, 2, flip, "literal"))
        for y in dict.fromkeys([*ours, *right]):
            yield eq(f"{y} on {d}", ours.probability(y), right.get(y, NOTHING))


@claim(
    "BBKN13.A.EX57",
    over(rows=(1, 2)),
    about=noisy_learner_in_two_parts,
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        NOT_A_POINT_FUNCTION,
        "Pr[h] of inner learner and noise, where any inner output outside POINT fails",
        "Pr[h] of A2",
        same_as="BBKN13.EX57.is-pinl",
    ),
)
def zero_function_is_no_point_function(build: Build, rows: int) -> Check:
    """With inner outputs in POINT only (Definition 5.6), inner learner plus noise is A2.

    Cases: All databases of examples and stars.
    """
    rates = ALPHA / 4, ALPHA / 8, ALPHA / 8
    yield from _by_hand(a2_in_two_parts(build, ALPHA, allow_zero=False), rows, *rates)


@claim("BBKN13.A.EX57", ROWS, form=Form.CORRECTED, about=noisy_learner_in_two_parts)
def two_parts_make_a2(build: Build, rows: int) -> Check:
    """With the zero function allowed as an inner output, inner learner plus noise is A2.

    Cases: The law as a sum over subsets, on all databases of examples and stars.
    """
    rates = ALPHA / 4, ALPHA / 8, ALPHA / 8
    yield from _by_hand(a2_in_two_parts(build, ALPHA), rows, *rates)


@claim("BBKN13.A.EX57.GEN", ROWS, form=Form.CONCRETE, about=noisy_learner_in_two_parts)
def free_rates_follow_the_steps(build: Build, rows: int) -> Check:
    """A2 with free failure, noise and sampling rates b, mu, p.

    Cases: Three different rates: 1/40, 1/80, 1/28.
    """
    rates = Fraction(1, 28), Fraction(1, 40), Fraction(1, 80)
    yield from _by_hand(build(2, *rates, allow_zero=True), rows, *rates)


def _example(target: int, mass: Fraction) -> Examples:
    """Two points, labelled by a point function that has this mass."""
    masses = (mass, 1 - mass) if target == 0 else (1 - mass, mass)
    return examples(PointFunction(target), masses)


def _same_as_a2(build: Build, rows: int, *, allow_zero: bool) -> Iterator[Item]:
    outer, whole = a2_in_two_parts(build, ALPHA, allow_zero=allow_zero), noisy_learner(2, ALPHA)
    for d in outer.universe(rows).databases():
        first, second = law(outer, d), law(whole, d)
        for y in second:
            yield eq(f"{y} on {d}", first.probability(y), second.probability(y))


@claim(
    "BBKN13.EX57.is-pinl",
    over(rows=(1, 2)),
    about=noisy_learner_in_two_parts,
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        NOT_A_POINT_FUNCTION,
        "Pr[h] of inner learner and noise, where any inner output outside POINT fails",
        "Pr[h] of A2",
    ),
)
def a2_is_literally_of_the_form(build: Build, rows: int) -> Check:
    """A2 has the form of Definition 5.6 with an inner learner of POINT.

    Cases: Against A2 as section 4.2 has it, on all databases of examples and stars.
    """
    yield from _same_as_a2(build, rows, allow_zero=False)


@claim(
    "BBKN13.EX57.is-pinl",
    ROWS,
    form=Form.CORRECTED,
    about=noisy_learner_in_two_parts,
    uses=("BBKN13.EX57.acc",),
)
def a2_is_of_the_form_with_zero(build: Build, rows: int) -> Check:
    """It has the form for POINT with the zero function added, and is ln 4 private.

    Cases: Both laws, and privacy, on all databases of examples and stars.
    """
    yield from _same_as_a2(build, rows, allow_zero=True)
    if rows:
        universe = replace_one(rows_with_stars(2), rows)
        yield private(a2_in_two_parts(build, ALPHA), universe, LN_4)


@claim(
    "BBKN13.EX57.acc",
    over(alpha=sized((LARGE,), (LARGE, HALF), (LARGE, HALF, ALPHA))),
    about=noisy_learner_in_two_parts,
)
def inner_learner_is_accurate(build: Build, alpha: Fraction) -> Check:
    """With m' >= 32 ln 4 / alpha^2 examples the inner learner has error > alpha/2 with probability
    <= 1/2, more exactly alpha/8 + 1/256, and the outer one error > alpha with probability
    <= 3/4, more exactly alpha/8 + 1/256 + 1/4.

    Cases: The target has all the mass, just above alpha/2 of it, and alpha/2, where the zero
    function is good. The learner on a sample is the base learner on a smaller sample: the same
    law, by the learner itself for up to 3 examples.
    """
    m, outer = (ln(4) * 32 / alpha**2).ceil(), a2_in_two_parts(build, alpha)
    masses = [ONE, alpha / 2 + Fraction(1, 100), alpha / 2]
    for rows in range(4):
        itself = law(OnSample(outer, rows), _example(0, masses[1]))
        thinned = law(on_thinned(outer, rows), _example(0, masses[1]))
        for y in itself:
            yield eq(f"{rows} rows: {y}", itself.probability(y), thinned.probability(y))
    miss = alpha / 8 + Fraction(1, 256)
    universe, found = tasks(_example(0, q) for q in masses), on_thinned(outer, m)
    yield accurate(found.inner, universe, within(alpha / 2), miss, name="inner")
    yield accurate(found, universe, within(alpha), miss + QUARTER, name="outer")


@claim(
    "BBKN13.EX57.sub",
    over(rows=sized((1, 2), (1, 2), (1, 2, 3))),
    about=noisy_learner_in_two_parts,
    uses=("BBKN13.L4.4",),
)
def star_subsampling_keeps_the_form(build: Build, rows: int) -> Check:
    """The learner is ln 4 private on examples and stars, its star subsampling eps-private on
    examples, and again an independent noise learner: the inner one star-subsampled, plus noise.

    Cases: e^eps = 9/4; all databases; privacy among stars is what the lemma assumes.
    """
    eps, values = Epsilon(Fraction(9, 4)), rows_with_stars(2)
    outer = a2_in_two_parts(build, ALPHA)
    first = StarSubsampling(outer, eps, Fraction(4), values)
    inner = StarSubsampling(outer.inner, eps, Fraction(4), values)
    second = IndependentNoiseLearner(inner, outer.concepts, 2, outer.flip)
    for d in first.universe(rows).databases():
        one, two = law(first, d), law(second, d)
        for y in one:
            yield eq(f"{y} on {d}", one.probability(y), two.probability(y))
    starred, examples = replace_one(values, rows), replace_one(labelled_examples(2), rows)
    yield private(outer, starred, LN_4, name="with stars")
    yield private(first, examples, Guarantee.pure(eps), name="subsampled")


not_finitely_checkable(
    "BBKN13.EX57.boost",
    statement="For every constant beta' there is such a learner for POINT.",
    reason="quantifies over all constants; the concrete form gives the rates and the sample size",
)


@claim(
    "BBKN13.EX57.boost",
    over(beta=sized((LARGE, HALF), (LARGE, HALF), (LARGE, QUARTER))),
    form=Form.CONCRETE,
    about=confident_noisy_learner,
)
def confident_noise_learner(build: Build, beta: Fraction) -> Check:
    """With b = beta'/4, mu = alpha beta'/8 and p/(1-p) = 3 mu/(1-mu), A2 is ln 4 private and has
    error > alpha with probability <= beta' on 2 ln(2/beta')/(p alpha) examples: 1/beta'^2 up to
    logarithms.

    Cases: alpha = 9/10; privacy on all databases of examples and stars, at these and two more
    pairs of rates; the target has all of the mass, and just above alpha; the learner itself on 8
    examples, by a thinned sample on more.
    """
    learner, m = build(2, LARGE, beta), confident_rows(LARGE, beta)
    mu = LARGE * beta / 8
    yield eq("mu", learner.flip, mu)
    rate = 3 * mu / (1 - mu) / (1 + 3 * mu / (1 - mu))
    yield eq("p", learner.inner.sampling, rate)
    yield eq("b", learner.inner.failure, beta / 4)
    yield eq("m", m, (ln(2 / beta) * 2 / (rate * LARGE)).ceil())
    for rows in (1, 2):
        yield private(learner, replace_one(rows_with_stars(2), rows), LN_4, name=f"{rows} rows")
    masses = tasks(_example(0, q) for q in (ONE, Fraction(91, 100)))
    found = OnSample(learner, m) if m <= 8 else on_thinned(learner, m)
    yield accurate(found, masses, within(LARGE), beta, name=f"{m} rows")
    if beta == LARGE:
        for b, mu in ((Fraction(1, 40), Fraction(1, 80)), (Fraction(1, 100), Fraction(1, 50))):
            odds = 3 * min(b, mu / (1 - mu))
            free = noisy_learner_in_two_parts(2, odds / (1 + odds), b, mu, allow_zero=True)
            yield private(free, replace_one(rows_with_stars(2), 2), LN_4, name=f"b = {b}")


def boosted() -> BoostedLearner[Values, Fraction]:
    """Two runs of star-subsampled A2 on one example each, and a choice by one more."""
    root = Fraction(3, 2)
    base = StarSubsampling(
        noisy_learner(2, ALPHA), Epsilon(root, 2), Fraction(4), labelled_examples(2)
    )
    return BoostedLearner(base, 2, 1, 2, Epsilon(root, 2), "drop")


WRONG[boosted] = {"one run, no choice": "base, 2, => base, 1,"}


@claim("BBKN13.TXT.boost-not-pinl", over(label=(0, 1)), about=boosted)
def boosting_destroys_the_form(build: Build, label: int) -> Check:
    """The boosted learner's law, given success, is no mixture of centres 0, c_0, c_1 with flips of
    one rate for all databases.

    Cases: On ((1, y))^3 the values at the two points are independent, so the rate would be the
    smaller chance of a 1: the base's rate at one label, less at the other.
    """
    mu = ALPHA / 8
    found = law(build(), ((1, label),) * 3)
    p = {h.values: found.probability(h) for h in found if isinstance(h, Values)}
    whole = sum(p.values(), NOTHING)
    a, b = (p[1, 0] + p[1, 1]) / whole, (p[0, 1] + p[1, 1]) / whole
    yield eq("independent", p[1, 1] / whole, a * b)
    yield eq("chance of 1 at point 0", a, mu)
    yield lt("chance of 1 at point 1", mu, b) if label else lt("chance of 1 at point 1", b, mu)
