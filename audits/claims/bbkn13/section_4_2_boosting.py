"""Section 4.2: confidence boosting, constant by constant, and as a whole (Claim 4.5)."""

from audits.claims.prelude import *
from audits.claims.bbkn13.words import *
from reference.exact.interval import Real
from reference.mechanisms.learning.boosted_learner import repetitions
from reference.mechanisms.learning.confident_learner import choice_examples, run_examples

BETAS = (ONE, HALF, HUNDREDTH)
ALPHAS = sized((TWO_FIFTHS, Fraction(12, 25)), *[(QUARTER, Fraction(12, 25))] * 2)


def parameters(
    alpha: Fraction = HALF / 2, beta: Fraction = HUNDREDTH, eps: Real = HALF
) -> Iterator[Comparison]:
    """Alpha < 1/2, 0 < beta <= 1 and 0 < eps <= 1."""
    yield lt("alpha < 1/2", alpha, HALF)
    yield lt("0 < beta", 0, beta)
    yield le("beta <= 1", beta, 1)
    if isinstance(eps, Fraction):
        yield lt("0 < eps", 0, eps)
        yield le("eps <= 1", eps, 1)


def accuracies(alpha: Fraction, beta: Fraction) -> Iterator[Comparison]:
    """The same for every eps."""
    return parameters(alpha, beta)


WRONG[keeping_rate] = {
    "E R in place of E": "(exp_base + exp_eps => (exp_base * exp_eps + exp_eps",
    "(R-1)/(E-1)": "(exp_base + exp_eps - exp_eps / exp_base - 1) => (exp_base - 1)",
    "R/E is left out": " - exp_eps / exp_base => ",
}
WRONG[run_examples] = {"half the examples": ".ceil() => .ceil() // 2"}
WRONG[repetitions] = {"one run less": "return count => return count - 1"}
WRONG[choice_examples] = {
    "half the examples": ".ceil() => .ceil() // 2",
    "a tenth of the examples": ".ceil() => .ceil() // 10",
}
WRONG[BoostedLearner] = {
    "twice the eps": twice_eps(BoostedLearner),
    "the choice uses the last block": "database[start:] => database[start - self.block :]",
    "prefers errors": "empirical_errors(h, rest) => len(rest) - empirical_errors(h, rest)",
    "chooses blindly": given(BoostedLearner, eps=Epsilon(ONE, 2)),
    "sees other examples": blind(BoostedLearner, lambda d: ((0, 1),) * len(d)),
    "overlapping blocks": "i * self.block : (i + 1) * self.block => i : i + self.block",
    "the choice begins at example `runs`": "database[start:] => database[self.runs :]",
}


@claim(
    "BBKN13.C4.5.f",
    over(box(eps=between(0, 1, low_in=False, high_in=False)), parts=sized((20,), (100,), (1000,))),
    about=keeping_rate,
)
def keeping_rate_exceeds_a_sixth(rate: Build, eps: Fraction, parts: int) -> Check:
    """f(eps, ln 4) > eps/6 for 0 < eps < 1.

    Cases: f increases with eps; lower bounds of e^eps. A grid of `parts` parts at eps = 1/2.
    """
    grid = [Fraction(k, parts) for k in range(1, parts + 1)] if eps == HALF else [eps]
    for e in grid:
        yield lt(f"eps = {e}", e / 6, rate(exp_low(e), Fraction(4)))


@claim(
    "BBKN13.C4.5.samp",
    over(
        alpha=sized((Fraction(12, 25),), *[(Fraction(12, 25), TWO_FIFTHS)] * 2),
        eps=(ONE, HALF, TENTH),
    ),
    about=run_examples,
    given=lambda alpha, eps: parameters(alpha=alpha, eps=eps),
)
def enough_records_are_kept(examples_of: Build, alpha: Fraction, eps: Fraction) -> Check:
    """Of 384 ln 4/(eps alpha^2) records, each kept with eps/6, fewer than 32 ln 4/alpha^2 are kept
    with probability <= exp(-8 ln 4/alpha^2) <= 4^-32; and 1 - (3/4 + 4^-32) > 1/5.

    Cases: Exact binomial tails.
    """
    rows, needed = examples_of(alpha, eps), (ln(4) * 32 / alpha**2).ceil()
    few = binomial_range(rows, eps / 6, 0, needed - 1)
    chernoff = exp(-ln(4) * 8 / alpha**2).enclosure(200)
    yield chance("few are kept", few, chernoff[0])
    yield le("4^-32", chernoff[1], Fraction(1, 4**32))
    yield lt("1/5", Fraction(1, 5), QUARTER - few)


@claim(
    "BBKN13.C4.5.conf",
    over(
        beta=sized(
            *(
                [5 * Fraction(4, 5) ** 28, *(Fraction(1, k) for k in range(100, most))]
                for most in (300, 1000, 10_000)
            )
        )
    ),
    about=repetitions,
    given=lambda beta: [le("beta <= 1/100", beta, HUNDREDTH)],
)
def repetitions_suffice(runs: Build, beta: Fraction) -> Check:
    """N = ceil(log_{5/4}(5/beta)): (4/5)^N <= beta/5, and N <= 1/beta for beta <= 0.01.

    Cases: beta = 1/k for all k from 100 on, and one where N is log_{5/4}(5/beta) exactly; N is the
    least such number.
    """
    n = runs(beta)
    yield le("N <= 1/beta", n, 1 / beta)
    yield chance("(4/5)^N", Fraction(4, 5) ** n, beta / 5)
    yield lt("the least", beta / 5, Fraction(4, 5) ** (n - 1))


@claim(
    "BBKN13.C4.5.sens",
    over(t=(2,), rows=sized((1, 2), (1, 2, 3), (1, 2, 3))),
    form=Form.CORRECTED,
    about=ExponentialLearner,
)
def selection_is_private(build: Build, t: int, rows: int) -> Check:
    """Selecting h_i with probability proportional to exp(-eps m_i/2) is eps-private.

    Cases: A list of hypotheses with a repetition, all databases, all eps.
    """
    hypotheses = (*all_functions(t), next(iter(all_functions(t))))
    yield private(build(hypotheses, t, EVERY), replace_one(labelled_examples(t), rows), PURE)


CELLS = over(alpha=ALPHAS, beta=BETAS)


@claim("BBKN13.C4.5.E1", CELLS, about=choice_examples, given=accuracies)
def good_hypotheses_look_good(size: Build, alpha: Fraction, beta: Fraction) -> Check:
    """Error < alpha/8 and empirical error >= alpha/4 at once: probability <= beta^2/3, for m = 24
    ln(3/beta^2)/(eps alpha), eps < 1.

    Cases: Exact binomial tails at error alpha/8, at eps = 1 where m is least.
    """
    m = size(alpha, beta, ONE)
    wrong = -int(-(alpha * m / 4) // 1)
    yield chance(f"m = {m}", binomial_range(m, alpha / 8, wrong, m), beta**2 / 3)


@claim("BBKN13.C4.5.E2", CELLS, about=choice_examples, given=accuracies)
def bad_hypotheses_look_bad(size: Build, alpha: Fraction, beta: Fraction) -> Check:
    """Error > alpha and empirical error <= alpha/2: probability <= beta^2/3; for one of N
    hypotheses <= N beta^2/3 <= beta/3, since N <= 1/beta for beta <= 0.01.

    Cases: Exact binomial tails at error alpha, at eps = 1; larger errors are less likely.
    """
    m = size(alpha, beta, ONE)
    yield chance(f"m = {m}", binomial_range(m, alpha, 0, int(alpha * m / 2)), beta**2 / 3)
    if beta <= HUNDREDTH:
        yield le("union", repetitions(beta) * beta**2 / 3, beta / 3)


@claim(
    "BBKN13.C4.5.sel",
    over(
        alpha=(QUARTER, Fraction(1, 1000)),
        beta=(ONE, HALF, HUNDREDTH, HUNDREDTH / 10),
        eps=(Fraction(1, 1000), QUARTER, HALF, ONE),
    ),
    form=Form.CORRECTED,
    about=choice_examples,
    given=parameters,
)
def bad_hypotheses_are_not_selected(
    size: Build, alpha: Fraction, beta: Fraction, eps: Fraction
) -> Check:
    """exp(-eps alpha m/8) <= beta^3/27 for m = 24 ln(3/beta)/(eps alpha), as printed here, and for
    the m with beta^2 printed above; N beta^3/27 <= beta^2/27 where N <= 1/beta.

    Cases: The smaller m is nearly tight; both are rounded up; beta <= 1/100 for N.
    """
    smaller = (ln(3 / beta) * 24 / (eps * alpha)).ceil()
    for m in (size(alpha, beta, eps), smaller):
        yield chance(f"m = {m}", exp_high(-eps * m * alpha / 8), beta**3 / 27)
    yield le("beta^2 for beta", smaller, size(alpha, beta, eps))
    if beta <= HUNDREDTH:
        yield le("union", repetitions(beta) * beta**3 / 27, beta**2 / 27)


def shares(b: RationalFunction) -> tuple[RationalFunction, ...]:
    """What fails: all runs, the good one's errors, a bad one's errors, the choice."""
    return b / 5, b * b / 3, b / 3, b * b / 27


WRONG[shares] = {"all runs fail with beta/2": "return b / 5 => return b / 2"}


@claim("BBKN13.C4.5.total", about=shares)
def failures_add_up(failing: Build) -> Check:
    """beta/5 + beta^2/3 + beta/3 + beta^2/27 <= beta.

    Cases: Every beta in (0, 1] at once, as beta = 1/r; at beta = 1 the sum is 122/135.
    """
    b = 1 / RationalFunction.r()
    yield le("sum", sum(failing(b), b - b), b)
    yield eq("beta = 1", sum(failing(b), b - b).at(ONE), Fraction(122, 135))


not_finitely_checkable(
    "BBKN13.C4.5",
    statement="POINT has a private learner with poly(1/eps, 1/alpha, log(1/beta)) samples.",
    reason="asymptotic; the concrete form has the sizes of the proof as a chain, and whole runs",
)


def shown(database: Database[LabelledExample], _: object) -> Values:
    """The hypothesis that its only example speaks for, surely."""
    return PAIR[1 - database[0][1]]


PAIR = [Values((1, 0)), Values((0, 1))]
"""A good and a bad hypothesis for the target c_0."""


def steps_of_boosting(alpha: Fraction, beta: Fraction, eps: Fraction) -> Iterator[Item]:
    """The chain of Claim 4.5; the runs have accuracy alpha/8."""
    yield step("BBKN13.C4.5.samp", Form.PRINTED, alpha=alpha / 8, eps=eps)
    yield step("BBKN13.C4.5.conf", Form.PRINTED, beta=beta)
    for name in ("E1", "E2"):
        yield step(f"BBKN13.C4.5.{name}", Form.PRINTED, alpha=alpha, beta=beta)
    yield step("BBKN13.C4.5.sel", Form.CORRECTED, alpha=alpha, beta=beta, eps=eps)


@claim(
    "BBKN13.C4.5",
    over(beta=sized((3 * HALF / 2,), (3 * HALF / 2, HALF), (HALF, HALF / 2))),
    form=Form.CONCRETE,
    about=BoostedLearner,
    uses=("BBKN13.C4.3.util", "BBKN13.L4.4"),
)
def boosting(build: Build, beta: Fraction) -> Check:
    """N runs on disjoint blocks and a choice on fresh examples: eps-private if the runs are, and
    with N = log_{5/4}(5/beta), m = 24 ln(3/beta^2)/(eps alpha) and runs that succeed with
    probability 1/5, error <= alpha but with probability beta; the chain of the proof holds at beta
    = 1/100.

    Cases: Private: two runs of two examples each, which use them all, and a choice by two; runs of
    one example whose loss is exactly eps, and A3; three runs and a choice by one. Accurate: 9 or
    11 runs, equal examples for the choice; the failure is nearly (4/5)^N.
    """
    alpha, eps, two = Fraction(12, 25), THREE_HALVES, TWO_EPS
    universe = replace_one(labelled_examples(2), 3, ordered=True)
    for base, root in ((NoisyIndicator(2), two), (starred(eps), eps)):
        yield private(build(base, 2, 1, 2, root), universe, Guarantee.pure(root))
    answers = build(AnyPositive(Values((1,)), Values((0,))), 2, 2, 1, two)
    yield private(answers, labels_of_a_point(6), Guarantee.pure(two), name="two examples")
    rest_differs = [((0, 1), (0, 0), (0, 0), (0, y)) for y in (0, 1)]
    yield private(
        build(shown, 3, 1, 2, two),
        ListedAdjacency((*rest_differs,), ((0, 1),)),
        Guarantee.pure(two),
    )
    loss = ln(eps.root) * eps.parts
    runs, m = repetitions(beta), choice_examples(alpha, beta, loss)
    learner = build(OneIn(PAIR[0], PAIR[1], Fraction(1, 5)), runs, 0, 2, eps)
    tested = these([((0, 1),) * m, ((1, 0),) * m, ((1, 1),) * m])
    yield accurate(learner, tested, lambda d, h: h(d[0][0]) == d[0][1], beta)
    yield from steps_of_boosting(alpha, min(beta, HUNDREDTH), low(loss))
    yield step("BBKN13.C4.3.util", Form.PRINTED, alpha=alpha / 8)


def starred(eps: Epsilon[Fraction]) -> StarSubsampling[tuple[int, int], object, Fraction]:
    """A3 for alpha = 2/5 on two points."""
    return StarSubsampling(noisy_learner(2, TWO_FIFTHS), eps, Fraction(4), ())
