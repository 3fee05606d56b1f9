"""Section 4.3: few samples force heavy hypotheses (Theorem 4.11)."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.noisy_points import Law, blended, errors_of
from audits.claims.bbkn13.laws.toys import noisy_indicator_law
from audits.claims.bbkn13.words import *
from reference.reductions.light_hypotheses import (
    LightHypothesesReduction,
    candidates,
    light_runs,
    repaired,
)

BLOCK, CHOICE = "i * self.block : (i + 1) * self.block", "database[self.runs * self.block :]"
ONE_BLOCK = f"{BLOCK} => : self.block"
KEPT_AT_Z = "h.weight < self.weight => h.weight <= self.weight"
SINGLE_RUN = "base, light_runs(beta) => base, 1"
PREFERS_ERRORS = f"{CHOICE} => tuple((x, 1 - y) for x, y in {CHOICE})"


def weight(h: Values) -> int:
    """The weight of a hypothesis."""
    return h.weight


WRONG[weight] = {"the number of zeros": "h.weight => len(h.values) - h.weight"}
WRONG[repaired] = {
    "sees other examples": blind(repaired, lambda d: ((0, 1),) * len(d)),
    "prefers errors": PREFERS_ERRORS,
    "a single run": SINGLE_RUN,
}
WRONG[light_runs] = {"one run less": "return count => return count - 1"}
WRONG[candidates] = {
    "the first candidate alone": "range(padding)))) => range(padding))))[:1]",
    "two points of padding less": given(candidates, padding=lambda padding: padding - 2),
    "every point": "(h.values) if value => (h.values)",
}
WRONG[LightHypothesesReduction] = {
    "twice the eps": twice_eps(LightHypothesesReduction),
    "the choice uses the blocks of the runs": f"{CHOICE} => database",
    "overlapping blocks": f"{BLOCK} => i : i + self.block",
    "the choice begins at example `runs`": f"{CHOICE} => database[self.runs :]",
    "weight z is kept, too": KEPT_AT_Z,
    "every run on the first block": ONE_BLOCK,
    "padding with one point": "min(self.padding, => min(1,",
}


@claim("BBKN13.D4.10", over(t=ranges(1, 7, 9, 13)), about=weight)
def weights_are_counted(weight_of: Build, t: int) -> Check:
    """The weight of a hypothesis is the number of points for which it returns 1.

    Cases: All functions: by disagreements with 0; the number of each weight is binomial.
    """
    zero, functions = Values((0,) * t), [*all_functions(t)]
    for h in functions:
        yield eq(f"{h}", weight_of(h), len(disagreements(h, zero, t)))
    for w in range(t + 1):
        yield eq(f"weight {w}", sum(weight_of(h) == w for h in functions), comb(t, w))


not_finitely_checkable(
    "BBKN13.T4.11",
    statement="Private learners of POINT with o(d) samples do not output light hypotheses with "
    "probability 1/2 on every distribution.",
    reason="asymptotic; the concrete form is the inequality between the sample sizes, and the "
    "reduction's accuracy",
)


@claim(
    "BBKN13.T4.11",
    over(beta=sized((Fraction(3, 4),), (Fraction(3, 4), HALF), (QUARTER,))),
    form=Form.CONCRETE,
    about=repaired,
    uses=("BBKN13.L3.9", "BBKN13.T3.2"),
)
def light_learners_need_samples(build: Build, beta: Fraction) -> Check:
    """Let A' have n' samples, error <= alpha/4 with probability 3/4 and weight < z with 1/2. Then
    k = log_{3/4}(beta/2) runs, padding with ceil(4/alpha) points and l(k (z-1) + ceil(4/alpha))
    samples for the choice (Theorem 3.2, at beta/2) give a proper (alpha, beta)-learner; so k n' +
    l samples are too few for E[min(1, r^S/(T-1))] < 1 - beta, as for T = 2^((k n' + l)/2) and
    r = 9/4.

    Cases: alpha = 9/10, 32 points, mass 1/20 on the target 20, outside the padding, the rest on 0.
    A' outputs two points, the target among them, with probability 1/4, else all points; the choice
    on l samples, exactly. The inequality: n' = 10, z = 4.
    """
    alpha, eps, t = Fraction(9, 10), Epsilon(Fraction(4), 2), 32
    k, padding = light_runs(beta), -int(-4 // alpha)
    masses = [Fraction(19, 20) * (x == 0) + Fraction(1, 20) * (x == 20) for x in range(t)]
    tested = tasks([examples(PointFunction(20), masses)])
    l = rows_for_representing(k * 2 + padding, eps.exp(), alpha, beta / 2)  # noqa: E741
    rarely = OneIn(Values.indicator((20, 21), t), Values((1,) * t), QUARTER)
    whole = build(rarely, 0, 3, t, alpha, beta, eps)
    yield accurate(OnSample(whole, l), tested, within(alpha), beta)
    third, two = Fraction(1, 3), Epsilon(Fraction(3, 2), 2)
    m = k * 10 + rows_for_representing(k * 3 + 12, two.exp(), third, beta / 2)
    yield lt(f"m = {m}", averaged_bound(Fraction(9, 4), m, third, 2 ** (m // 2)), 1 - beta)


@claim(
    "BBKN13.T4.11.both",
    over(n=ranges(1, 20, 100, 500), both=[HALF * Fraction(k, 8) for k in range(4, 9)]),
    form=Form.CORRECTED,
    about=light_runs,
)
def some_run_is_accurate_and_light(runs: Build, n: int, both: Fraction) -> Check:
    """On as many examples as A' needs both conditions hold with probability at least 3/4 + 1/2 - 1
    = 1/4; for none of k = ln(beta/2)/ln(3/4) runs with probability at most (3/4)^k <= beta/2.

    Cases: beta = 1/n; every overlap of two events of probability 3/4 and 1/2; k is the least
    number of runs that the least overlap allows.
    """
    k = runs(Fraction(1, n))
    yield chance("no run", (1 - both) ** k, Fraction(1, 2 * n))
    yield lt("the least k", Fraction(1, 2 * n), Fraction(3, 4) ** (k - 1))


FUNCTIONS = over(t=ranges(1, 5, 7, 8))


@claim(
    "BBKN13.T4.11.dom",
    over(t=ranges(2, 5, 7, 8)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        'Section 4.3, proof of Theorem 4.11, "j can be any point such that h_i(j) = 1"',
        "one point j with h(j) = 1",
        "the number of such points for h = 0, which has weight less than z",
    ),
)
def every_light_hypothesis_is_dominated(t: int) -> Check:
    """For every h of weight less than z, some c_j with h(j) = 1 errs only where h errs.

    Cases: All functions, the zero function included, which has weight less than z.
    """
    for h in all_functions(t):
        yield le(f"h = {h}", 1, len(candidates([h])))


@claim("BBKN13.T4.11.dom", FUNCTIONS, form=Form.CORRECTED, about=candidates)
def every_positive_hypothesis_is_dominated(choose: Build, t: int) -> Check:
    """For every h of weight >= 1, some c_j with h(j) = 1 errs only where h errs. If h = 0 has
    error <= alpha/4, one of ceil(4/alpha) points (or of all) has error <= alpha/2.

    Cases: All functions, all targets; for h = 0 alpha = 1, four points of up to 6, masses k/8:
    three would do, but two would not.
    """
    for h, target in product(all_functions(t), points(t)):
        wrong = disagreements(h, target, t)
        errors = [disagreements(c, target, t) for c in choose([h])]
        if h.weight:
            best = min(errors, key=lambda wrongly: len(wrongly - wrong))
            yield eq(f"h = {h}, target {target}", code(best), code(best & wrong))
    size = min(t + 2, 6)
    zero, padded = Values((0,) * size), min(size, 4)
    for masses in grid_distributions(size, 8):
        if masses[-1] <= QUARTER:
            task = examples(points(size)[-1], masses)
            errors_on = [error_on(task, c) for c in choose([zero], padded)]
            yield le(f"{task}", min(errors_on, default=ONE), HALF)


@dataclass(frozen=True, slots=True)
class NoisyPoint:
    """The set of one point: the positive one is four times as likely as any other."""

    size: int

    def __call__(self, database: Database[LabelledExample], coins: Coins[Fraction], /) -> Values:
        ((x, y),) = database
        weights = [(j, Fraction(4 if y and j == x else 1)) for j in range(self.size)]
        return Values.indicator([coins.draw(Dist.weighted(weights))], self.size)


@claim("BBKN13.T4.11.priv", over(z=sized((3,), (2, 3), (2, 3, 4))), about=LightHypothesesReduction)
def light_reduction_is_private(build: Build, z: int) -> Check:
    """The reduction is eps-private if A' is: fresh samples.

    Cases: A' is randomised response of the labels of three points, with two runs and one example
    for the choice, or of the positive point, with none; its loss is exactly ln 4. All
    sequences; two runs of two examples each, which use them all, and a choice by two; and a choice
    among three candidates.
    """
    for base, rows in ((NoisyIndicator(3), 3), (NoisyPoint(3), 2)):
        universe = replace_one(labelled_examples(3), rows, ordered=True)
        yield private(build(base, 2, 1, z, 3, TWO_EPS), universe, LN_4)
    answers = build(AnyPositive(Values((1, 0)), Values((0, 1))), 2, 2, z, 2, TWO_EPS)
    yield private(answers, labels_of_a_point(6), LN_4, name="two examples")
    ones = Values((1,) * 3)
    choice = build(OneIn(ones, ones, ONE), 1, 0, 4, 3, TWO_EPS)
    yield private(choice, pair(((0, 1),), ((0, 0),)), LN_4)


@claim("BBKN13.T4.11.size", over(t=sized((2, 4), (2, 3, 4), (4, 5, 6))), about=candidates)
def candidates_are_few(choose: Build, t: int) -> Check:
    """k hypotheses of weight < z give at most k (z - 1) candidates.

    Cases: All pairs of functions, every z; attained by disjoint ones.
    """
    for z in range(1, t // 2 + 2):
        light = [h for h in all_functions(t) if h.weight < z]
        found = [len(choose([g, h])) for g, h in product(light, repeat=2)]
        yield eq(f"z = {z}, the most", max(found), 2 * (z - 1))


def light_law(rows: tuple[tuple[int, int], ...], z: int, t: int, padding: int, runs: int) -> Law:
    """The law of the reduction for runs of the noisy indicator on one row each."""
    parts = []
    for found in product(*(noisy_indicator_law(rows[i : i + 1], t) for i in range(runs))):
        kept = [h for h, _ in found if sum(h.values) < z]
        ones = {j for h in kept for j in range(t) if h.values[j]}
        chosen = [c for c in points(t) if c.point in ones or c.point < padding]
        errors = [errors_of(c, rows[runs:]) for c in chosen]
        part: Law = exponential_law(chosen, errors, TWO) if kept and chosen else {BOTTOM: ONE}
        parts.append((prod((p for _, p in found), start=ONE), part))
    return blended(parts)


WEIGHTS = over(z=sized((2, 3), (1, 2, 3), (1, 2, 3, 4)))


@claim("BBKN13.A.T411", WEIGHTS, about=LightHypothesesReduction)
def light_reduction_follows_its_steps(build: Build, z: int) -> Check:
    """Runs of A', those of weight < z kept, then a choice among c_j with h(j) = 1; bottom if there
    is none.

    Cases: A noisy indicator of two points as A', two runs; hypotheses of every weight occur.
    """
    for d in replace_one(labelled_examples(2), 3, ordered=True).databases():
        learner = build(NoisyIndicator(2), 2, 1, z, 2, TWO_EPS)
        yield from same_law(f"z = {z}", learner, d, light_law(d, z, 2, 0, 2))


@claim("BBKN13.A.T411", WEIGHTS, form=Form.CONCRETE, about=LightHypothesesReduction)
def padded_light_reduction_follows_its_steps(build: Build, z: int) -> Check:
    """The same with the first point functions among the candidates, as many as there are or as
    `padding` says: none is missing.

    Cases: The zero hypothesis is kept with positive probability; padding 2 of 3 points, 5 of 2.
    """
    for t, padding in ((3, 2), (2, 5)):
        databases = replace_one(labelled_examples(t), 2, ordered=True).databases()
        for d in databases:
            learner = build(NoisyIndicator(t), 1, 1, z, t, TWO_EPS, "pad", padding)
            yield from same_law(f"z = {z}", learner, d, light_law(d, z, t, padding, 1))
