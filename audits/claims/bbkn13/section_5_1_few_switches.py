"""Section 5.1: hypotheses with few switching points give a proper learner (Theorem 5.4)."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.few_switches import (
    EVEN,
    GOOD,
    MANY,
    BarelyPromised,
    OnBlocks,
    by_hand,
    by_label,
    improper,
    with_few_switches,
)
from audits.claims.bbkn13.section_4_3_light_hypotheses import (
    BLOCK,
    CHOICE,
    ONE_BLOCK,
    PREFERS_ERRORS,
)
from audits.claims.bbkn13.words import *
from reference.reductions.few_switches import (
    FewSwitchesLearner,
    FewSwitchesReduction,
    choice_rows,
    few_switches,
)

PAIRS = labelled_examples(2)


def _parameters(alpha: Fraction, beta: Fraction) -> Iterator[Comparison]:
    yield lt("0 < alpha", 0, alpha)
    yield le("alpha <= 1", alpha, 1)
    yield lt("0 < beta", 0, beta)
    yield le("beta <= 1", beta, 1)


AGAIN = f"{CHOICE} => database[(self.runs - 1) * self.block :]"
WRONG[FewSwitchesReduction] = {
    "chooses by the last block of a run again": AGAIN,
    "takes the last hypothesis that fits": "for c in ends => for c in reversed(ends)",
    "fewer than z switching points": "len(c) <= self.switches => len(c) < self.switches",
    "goes on if none fits": "next(fitting, Bottom.BOTTOM) => next(fitting, ends[0])",
    "overlapping blocks": f"{BLOCK} => i : i + self.block",
    "the choice begins at example `runs`": f"{CHOICE} => database[self.runs :]",
    "twice the eps": twice_eps(FewSwitchesReduction),
}
FEWER_RUNS = "switch_runs(failure_probability) => max(1, switch_runs(failure_probability) - 3)"
WRONG[FewSwitchesLearner] = {
    "log2(1/beta) runs": FEWER_RUNS,
    "the choice prefers errors": PREFERS_ERRORS,
    "half the examples for A'": "few_switches(base, self.block => "
    "few_switches(base, self.block // 2",
    "an example less for A'": "few_switches(base, self.block => few_switches(base, self.block - 1",
    "half the examples for the choice": "eps, self.switches) => eps, self.switches) // 2",
    "A' has twice the eps": "tables, size, self.eps => tables, size, self.eps * 2",
    "the choice has twice the eps": "size, self.beta, self.eps => size, self.beta, self.eps * 2",
    "twice the eps": twice_eps(FewSwitchesLearner),
}


@claim(
    "BBKN13.A.T54", over(z=(1, 2, 3), runs=sized((2,), (2, 3), (2, 3))), about=FewSwitchesReduction
)
def switch_reduction_follows_its_steps(reduction: Build, z: int, runs: int) -> Check:
    """Runs of A', the first hypothesis with at most z switching points, then a choice in SWITCH(h)
    with probabilities proportional to e^(-eps m_c / 2).

    Cases: The law by hand, for every sequence of examples on two points; A' is the exponential
    learner over a list in which one occurs again and again; z = 1 always fails.
    """
    found = reduction(improper(TWO_EPS), runs, 1, z, 2, TWO_EPS)
    for d in replace_one(labelled_examples(2), runs + 1, ordered=True).databases():
        right, ours = by_hand(d, runs, z, 2), law(found, d)
        for y in dict.fromkeys([*ours, *right]):
            yield eq(f"{y} on {d}", ours.probability(y), right.get(y, ZERO))


@claim(
    "BBKN13.T5.4.priv",
    over(z=(2, 3), rows=sized((3,), (3, 4), (3, 4))),
    about=FewSwitchesReduction,
)
def switch_reduction_is_private(reduction: Build, z: int, rows: int) -> Check:
    """The reduction is eps-private if A' is.

    Cases: A' is the exponential learner over a list in which one occurs again and again, two runs
    on one example each; every eps at once. Two runs of two examples each, which use them all, and
    a choice by two, e^eps = 4.
    """
    found = reduction(improper(EVERY), 2, 1, z, 2, EVERY)
    yield private(found, replace_one(labelled_examples(2), rows, ordered=True), PURE)
    answers = reduction(AnyPositive(GOOD, MANY), 2, 2, 3, 3, TWO_EPS)
    yield private(answers, labels_of_a_point(6), LN_4, name="two examples")


@claim(
    "BBKN13.T5.4.priv",
    over(alpha=(HALF,), beta=(HALF, ONE)),
    form=Form.CONCRETE,
    about=FewSwitchesLearner,
)
def learner_with_few_switches_is_private(build: Build, alpha: Fraction, beta: Fraction) -> Check:
    """Built from eps, alpha and beta, the proper learner is eps-private.

    Cases: What is built, shrunk, on two points: a run of two examples, and one of one example with
    one for the choice; e^eps = 4.
    """
    found = build(Domain.of_size(2), alpha, beta, TWO_EPS).reduction
    for block, universe in ((2, replace_one(PAIRS, 2)), (1, replace_one(PAIRS, 2, ordered=True))):
        shrunk = replace(found, runs=1, block=block)
        yield private(shrunk, universe, LN_4, name=f"block {block}")


WRONG[few_switches] = {
    "log2(1/beta) runs": FEWER_RUNS,
    "the choice sees a block of A' too": AGAIN,
    "every run on the first block": ONE_BLOCK,
}


@claim(
    "BBKN13.T5.4.samples",
    over(inverse=ranges(1, 16, 64, 256)),
    form=Form.CORRECTED,
    about=few_switches,
)
def blocks_are_disjoint(reduction: Build, inverse: int) -> Check:
    """ceil(log2(1/beta')) runs of n' examples and a choice of s others: 2^runs >= 6/beta > 2^(runs
    - 1), the first block matters for the output, the choice depends on its own alone, and no run
    has few switching points with the product of the probabilities for the blocks.

    Cases: beta = 1/inverse; one example for a run, and three: few switching points with
    probability 1/5 if they are negative, as one run's are, else with 4/5.
    """
    beta = Fraction(1, inverse)
    found = reduction(improper(TWO_EPS), 1, 3, 2, beta, TWO_EPS)
    runs = found.runs
    yield le("enough runs", 6 * inverse, 2**runs)
    yield lt("no more", 2 ** (runs - 1), 6 * inverse)
    if inverse > 2:
        return
    base: Database[LabelledExample] = ((0, 1),) * (runs + 1)
    for i in {0, runs}:
        other = (*base[:i], (0, 0), *base[i + 1 :])
        yield lt(f"block {i}", 0, law(found, base).total_variation(law(found, other)))
    idle = reduction(BarelyPromised(beta / 6), 1, 3, 3, beta, TWO_EPS)
    other = (*base[: runs - 1], (0, 0), *base[runs:])
    yield eq("the choice", law(idle, base).total_variation(law(idle, other)), 0)
    signs = (tuple((0, int(x // 3 != y)) for x in range(3 * runs)) for y in range(runs))
    none = Fraction(4, 5) * Fraction(1, 5) ** (runs - 1)
    labelled = reduction(by_label, 3, 3, 3, beta, TWO_EPS)
    yield accurate(labelled, these(signs), lambda _, y: not is_bottom(y), none)


def is_bottom(output: object) -> bool:
    """Whether it is a failure."""
    return isinstance(output, Bottom)


TRIED = over(alpha=(TWO_FIFTHS, Fraction(49, 100)), beta=(HALF, Fraction(3, 4)))


def proved_choice(alpha: Fraction, beta: Fraction, eps: Epsilon[Fraction], z: int = 3) -> int:
    """s: the largest of three numbers, two of the proof and one in place of the third."""
    a, b = alpha / 4, beta / 6
    loss = ln(eps.root) * eps.parts
    steps = (ln(2 / b) / (2 * a**2), ln(z * (1 - b) / b) * 2 / (loss * a), ln(z / b) * 8 / a)
    return max(size.ceil() for size in steps)


@claim("BBKN13.T5.4.total", TRIED, form=Form.CONCRETE, about=FewSwitchesLearner, given=_parameters)
def failures_of_the_reduction_add_up(build: Build, alpha: Fraction, beta: Fraction) -> Check:
    """With s = max(ln(2/beta')/(2 alpha'^2), 2 ln(z (1 - beta')/beta')/(alpha' eps), 8
    ln(z/beta')/alpha') examples for the choice, the reduction outputs an interval of error > alpha
    with probability <= 6 beta' = beta: 3 beta' for step 3, and beta' each for the empirical error
    of the hypothesis, the choice, and the error of what is chosen; A' has error > alpha' = alpha/4
    with probability <= beta' = beta/6.  In print s is a sum, and its third term is K ((1/alpha)
    log(1/beta) + (1/alpha) log(1/alpha)), without z, for some constant K.

    Cases: The whole reduction on a distribution, as it is built from eps, alpha and beta, with its
    true numbers of runs and examples: beta = 1/2 with A' that keeps its promises with nothing to
    spare, 3/4 with the exponential learner of intervals on two points, where a wrong one has an
    error just above alpha'. The chain at alpha/10 and at e^(eps/2) = 21/20, too, where the first
    and the second number are the largest.
    """
    found = build(Domain.of_size(2), alpha, beta, TWO_EPS)
    it, a, b, z, s = found.reduction, alpha / 4, beta / 6, 3, found.choice
    yield step("BBKN13.T5.4.step3", Form.PRINTED, beta=beta)
    for least, eps in ((a, TWO_EPS), (a / 10, TWO_EPS), (a, Epsilon(Fraction(21, 20), 2))):
        n = build(Domain.of_size(2), 4 * least, beta, eps).choice
        yield step("BBKN13.T5.4.hoeff", Form.PRINTED, alpha=least, beta=b, n=n)
        yield step("BBKN13.T5.4.em", Form.PRINTED, alpha=least, beta=b, root=eps.root, z=z, n=n)
        yield step("BBKN13.T5.4.uc", Form.CORRECTED, alpha=least)
        yield le("z exp(-alpha' s/8) <= beta'", z * exp_high(-least * n / 8), b)
    distribution = EVEN
    if beta > HALF:
        above = Fraction(51, 50) * a
        distribution = examples(intervals(2)[1], (above, 1 - above))
        own = OnSample(it.base, it.block)
        yield accurate(own, tasks([distribution]), within(a), b, name="A'")
    else:
        it = replace(it, base=BarelyPromised(b), block=0, size=3)
    yield accurate(OnBlocks(it, s), tasks([distribution]), within(alpha), beta)


@claim("BBKN13.T5.4.const", TRIED, form=Form.CONCRETE, about=FewSwitchesLearner, clause="runs")
def runs_of_the_constructor(build: Build, alpha: Fraction, beta: Fraction) -> Check:
    """Built from eps, alpha and beta: log2(1/beta') runs, rounded up, and z = 3.

    Cases: Numbers only; what they are good for is in T5.4.total.
    """
    reduction, b = build(Domain.of_size(2), alpha, beta, TWO_EPS).reduction, beta / 6
    yield eq("switching points", reduction.switches, 3)
    yield le("enough runs", 1 / b, 2**reduction.runs)
    yield lt("no more", 2 ** (reduction.runs - 1), 1 / b)


@claim("BBKN13.T5.4.const", TRIED, form=Form.CONCRETE, about=FewSwitchesLearner, clause="examples")
def examples_of_the_constructor(build: Build, alpha: Fraction, beta: Fraction) -> Check:
    """A run has ln(T/beta')/(alpha' (1 - e^(-eps/2))) examples, and the choice the largest of
    three numbers, of which two are the proof's and the third is 8 ln(z/beta')/alpha', in place of
    K (...); print has the sum.
    """
    found, a, b = build(Domain.of_size(2), alpha, beta, TWO_EPS), alpha / 4, beta / 6
    s, block = proved_choice(alpha, beta, TWO_EPS), (ln(2 / b) * 2 / a).ceil()
    for other, eps in ((alpha / 10, TWO_EPS), (alpha, Epsilon(Fraction(21, 20), 2))):
        size = build(Domain.of_size(2), other, beta, eps).choice
        yield eq(f"s at {other}, {eps.root}", size, proved_choice(other, beta, eps))
    yield eq("examples of A'", found.reduction.block, block)
    yield eq("examples of the choice", found.choice, s)
    yield eq("examples", found.rows, found.reduction.runs * block + s)
    yield eq("sequences of two", found.universe(2).database_count, 16)
    yield eq("of the reduction", found.reduction.universe(2).database_count, 16)


not_finitely_checkable(
    "BBKN13.T5.4",
    statement="Private learners of INTERVAL with o(d) samples do not output few switching points "
    "with probability 1/2 on every distribution.",
    reason="asymptotic; the concrete form has the reduction and its number of examples",
)


def rows_in_all(
    block: int, z: int, alpha: Fraction, beta: Fraction, eps: Epsilon[Fraction]
) -> int:
    """How many examples the reduction takes: k n' + s."""
    found = few_switches(improper(TWO_EPS), block, z, 2, beta, eps)
    return found.runs * found.block + choice_rows(alpha, beta, eps, z)


WRONG[rows_in_all] = {
    "the runs share a block": "found.runs * found.block => found.block",
    "one run less": "found.runs * => (found.runs - 1) *",
    "an example less for a run": "* found.block => * (found.block - 1)",
    "an example less for the choice": "eps, z) => eps, z) - 1",
    "the choice for half as many switching points": "eps, z) => eps, z // 2)",
    "six times the failure": given(rows_in_all, beta=lambda beta: 6 * beta),
}


@claim(
    "BBKN13.T5.4",
    over(
        block=sized((10,), (10, 100), (10, 100, 1000)),
        z=sized((16, 1024), (16, 1024), (16, 1024, 2**20)),
    ),
    form=Form.CONCRETE,
    about=rows_in_all,
    uses=("BBKN13.T5.4.priv",),
)
def few_switches_need_samples(rows: Build, block: int, z: int) -> Check:
    """From an eps-private A' with error <= alpha/4 but with probability beta/6, on n' examples,
    and <= z switching points with probability 1/2, the reduction is a proper eps-private learner
    with m = k n' + s examples, k = ceil(log2(6/beta)); so 1 - beta <= e^(eps m)/(e^(eps m) + 2^d),
    and there is no such A' for d > (eps m + ln(beta/(1 - beta)))/ln 2.  Directly: a private
    learner whose hypotheses have at most z switching points succeeds with probability <= z e^(eps
    m)/(e^(eps m) + 2^d).

    Cases: alpha = 2/5, beta = 1/10, e^eps = 4.  k and s by their formulas, d by logarithms: at the
    least such d the bound on 1 - beta is too small, at one less it is not.  All learners with
    three switching points and one example on eight points, e^eps = 2.
    """
    alpha, beta = TWO_FIFTHS, TENTH
    yield step("BBKN13.T5.4.total", Form.CONCRETE, alpha=alpha, beta=beta)
    yield step("BBKN13.L5.2", Form.CONCRETE, alpha=alpha)
    k = next(n for n in range(99) if 2**n >= 6 / beta)
    numbers = k * block + proved_choice(alpha, beta, TWO_EPS, z)
    d = ((ln(TWO_EPS.exp()) * numbers + ln(beta / (1 - beta))) / ln(2)).ceil()
    m = rows(block, z, alpha, beta, TWO_EPS)
    for points, few in ((d, True), (d - 1, False)):
        sides = packing_bound(TWO_EPS.exp(), m, 2**points + 1), 1 - beta
        name = f"m = {m}, d = {points}"
        yield lt(name, *sides) if few else le(name, *reversed(sides))
    if (block, z) == (10, 16):
        yield optimal(with_few_switches(8, 3, alpha), TWO, 3 * packing_bound(TWO, 1, 9))
