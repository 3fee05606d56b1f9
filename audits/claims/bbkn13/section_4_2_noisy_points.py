"""Section 4.2: the learner with independent noise (A1)."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.noisy_points import a1_law, fitting, inner_examples
from audits.claims.bbkn13.words import *
from reference.mechanisms.learning.noisy_point_learner import (
    ConsistentPointLearner,
    NoisyPointLearner,
    consistent_centre,
)

GRIDS = {TENTH: (2, 20), QUARTER: (3, 8), TWO_FIFTHS: (3, 5)}
"""For each alpha the points and the step of a grid to which mass alpha/2 belongs."""


def consistent_on(alpha: Fraction, t: int) -> Any:
    """The consistent concept of ceil(2 ln 4/alpha) examples."""
    return OnSample(ConsistentPointLearner(t, "two-cases"), inner_examples(alpha))


WRONG[consistent_on] = {
    "sees no example": "inner_examples(alpha) => 0",
    "half the examples": "inner_examples(alpha) => inner_examples(alpha) // 2",
}
WRONG[IndependentNoise] = {
    "flips twice as often": "bernoulli(self.flip) => bernoulli(2 * self.flip)",
    "flips zeros only": "v ^ coins.draw(bernoulli(self.flip)) => "
    "v or int(coins.draw(bernoulli(self.flip)))",
}
WRONG[NoisyPointLearner] = {
    "sees no example": "(database, self.size => ((), self.size",
    "zero function if the first label is 0": "(database, self.size => "
    "(database if database and database[0] is not Star.STAR and database[0][1] else (), self.size",
    "flips twice as often": "self.flip), c) => 2 * self.flip), c)",
    "flips half as often": "self.flip), c) => self.flip / 2), c)",
}
WRONG[consistent_centre] = {"two cases only": given(consistent_centre, rule="two-cases")}


@claim("BBKN13.A1.inner", over(alpha=(*GRIDS, Fraction(19, 20))), about=consistent_on)
def consistent_concept_is_accurate(build: Build, alpha: Fraction) -> Check:
    """With n >= 2 ln 4/alpha examples of c_j the consistent concept c of A1 has
    error(c_j, c) >= alpha/2 with probability at most 1/4.

    Cases: Exact, on distributions of a grid to which mass alpha/2 belongs, where it is worst. For
    every alpha = k/20: the chance to miss a point of mass alpha/2.
    """
    if alpha == Fraction(19, 20):
        for k in range(1, 20):
            miss = (1 - Fraction(k, 40)) ** inner_examples(Fraction(k, 20))
            yield chance(f"alpha = {k}/20, misses", miss, QUARTER)
    t, steps = GRIDS.get(alpha, (3, 4))
    tested = on_grid({points(t)[0], points(t)[t - 1]}, t, steps)
    yield accurate(build(alpha, t), tested, within(alpha / 2, strict=True), QUARTER)


@claim(
    "BBKN13.A1.noise",
    over(alpha=(QUARTER, TWO_FIFTHS, ONE), t=sized((1, 2, 5), (1, 2, 3, 5), range(1, 8))),
    about=IndependentNoise,
)
def noise_adds_little_error(build: Build, alpha: Fraction, t: int) -> Check:
    """For h with noise of rate alpha/8 around c: E[error(c, h)] = alpha/8, and error(c, h) >=
    alpha/2 with probability at most 1/4, under every distribution.

    Cases: c = 0 and c_0; the even distribution, and grids on up to three points; every alpha.
    """
    noise = build(alpha / 8)
    centres = [Values((0,) * t), Values((1,) + (0,) * (t - 1))]
    grid = [*grid_distributions(t, 4)] if t <= 3 else []
    for masses in ((Fraction(1, t),) * t, *grid):
        tested = tasks(examples(c, masses) for c in centres)
        yield accurate(
            lambda task, coins: coins.run(noise, centre_of(task, t)),
            tested,
            within(alpha / 2, strict=True),
            QUARTER,
        )
        for task in tested.databases():
            found = law(noise, centre_of(task, t))
            mean = sum((found.probability(h) * error_on(task, h) for h in found), Fraction(0))
            yield eq("mean", mean, alpha / 8)


def centre_of(task: Any, t: int) -> Values:
    """The function that has the labels of the examples, and 0 elsewhere."""
    return Values.indicator((x for (x, y), _ in task if y), t)


A1_GRID = over(alpha=(QUARTER, TWO_FIFTHS), t=sized((2, 3), (2, 3), (2, 3, 4)))


def _a1_accurate(build: Build, alpha: Fraction, t: int, failure: Fraction) -> Iterator[Item]:
    learner = OnSample(build(t, alpha / 8, "two-cases"), inner_examples(alpha))
    targets = {points(t)[0], points(t)[t - 1]}
    yield accurate(learner, on_grid(targets, t, 10), within(alpha, strict=True), failure)


@claim("BBKN13.A1.pac", A1_GRID, about=NoisyPointLearner)
def a1_is_accurate(build: Build, alpha: Fraction, t: int) -> Check:
    """With 2 ln 4/alpha examples A1 has error >= alpha with probability at most 1/2.

    Cases: A1 itself on 12 or 7 random examples, exactly, from distributions with masses k/10; the
    two-case rule (for samples of a target both rules agree). The slack is the proof's: it adds
    probabilities of a rare target that is missed, and of noise, which do not occur together.
    """
    yield from _a1_accurate(build, alpha, t, HALF)


@claim("BBKN13.A1.pac", A1_GRID, form=Form.CONCRETE, about=NoisyPointLearner)
def a1_is_more_accurate(build: Build, alpha: Fraction, t: int) -> Check:
    """The same with 11/32 = 1/4 + 3/4 * 1/8: either the target is rare, or it is missed with
    probability 1/4, or noise of mean error alpha/8 exceeds alpha.

    Cases: As above.
    """
    yield from _a1_accurate(build, alpha, t, Fraction(11, 32))


SAMPLES = over(t=(1, 2, 3), rows=ranges(0, 3, 4, 4))


@claim(
    "BBKN13.A1.incons",
    over(t=(2, 3), rows=ranges(0, 3, 4, 4)),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Section 4.2, Algorithm A1, step 1, parenthesis",
        "whether no concept of POINT_d is consistent with the sample (every point is there, "
        "with label 0)",
        "whether (1) or (2) of the parenthesis is the case",
    ),
)
def inconsistent_in_two_cases(t: int, rows: int) -> Check:
    """A sample is inconsistent with POINT_d only if (1) two points have label 1, or (2) a point
    has both labels.

    Cases: All samples, points that are all labelled 0 included.
    """
    for d in replace_one(labelled_examples(t), rows).databases():
        yield eq(f"{d}", not fitting(d, t), _two_cases(d))


def _two_cases(d: Any) -> bool:
    return len({x for x, y in d if y}) > 1 or any((x, 1 - y) in d for x, y in d)


@claim("BBKN13.A1.incons", SAMPLES, form=Form.CORRECTED, about=consistent_centre)
def inconsistent_in_three_cases(centre: Build, t: int, rows: int) -> Check:
    """A sample is inconsistent in the two cases, or if every point occurs with label 0.

    Cases: All samples; the number of consistent concepts is counted.
    """
    for d in replace_one(labelled_examples(t), rows).databases():
        zeros, fits = {x for x, y in d if not y}, len(fitting(d, t))
        left = 0 if _two_cases(d) else 1 if any(y for _, y in d) else t - len(zeros)
        yield eq(f"{d}", fits, left)
        yield eq(f"{d}: bottom", centre(d, t) is BOTTOM, fits == 0)


def _a1_steps(build: Build, t: int, rows: int, rule: str) -> Iterator[Comparison]:
    for d in replace_one(rows_with_stars(t), rows).databases():
        learner = build(t, TWO_FIFTHS / 8, rule)
        yield from same_law(rule, learner, d, a1_law(d, t, TWO_FIFTHS / 8, rule))


STEPS = over(t=(1, 2), rows=ranges(0, 3, 4, 5))


@claim("BBKN13.A.A1", STEPS, about=NoisyPointLearner)
def a1_follows_its_steps(build: Build, t: int, rows: int) -> Check:
    """A1: bottom if no point function is consistent, else c with flips of rate alpha/8.

    Cases: All databases of examples and stars; consistency by trying all concepts.
    """
    yield from _a1_steps(build, t, rows, "literal")


@claim("BBKN13.A.A1", STEPS, form=Form.CONCRETE, about=NoisyPointLearner)
def a1_in_two_cases(build: Build, t: int, rows: int) -> Check:
    """A1 with the parenthesis' two cases: all points labelled 0 gives the zero function.

    Cases: All points labelled 0 occurs.
    """
    yield from _a1_steps(build, t, rows, "two-cases")
