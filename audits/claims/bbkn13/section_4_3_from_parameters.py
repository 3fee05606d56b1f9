"""Section 4.3: the proper learner that is built from eps, alpha and beta (Theorem 4.11)."""

from audits.claims.prelude import *
from audits.claims.bbkn13.section_4_3_light_hypotheses import (
    KEPT_AT_Z,
    ONE_BLOCK,
    PREFERS_ERRORS,
    SINGLE_RUN,
)
from audits.claims.bbkn13.words import *
from reference.reductions.light_hypotheses import LightPointLearner


@dataclass(frozen=True, slots=True)
class ByLabel:
    """A light hypothesis with probability 4/5 if the only example is positive, else with 1/5."""

    light: Values
    heavy: Values

    def __call__(self, database: Database[LabelledExample], coins: Coins[Fraction], /) -> Values:
        ((_, y),) = database
        found = coins.draw(bernoulli(Fraction(4 if y else 1, 5)))
        return self.light if found else self.heavy


@dataclass(frozen=True, slots=True)
class Zero:
    """The zero function, surely."""

    size: int

    def __call__(self, database: Database[LabelledExample], coins: object, /) -> Values:
        return Values((0,) * self.size)


FROM_PARAMETERS = over(
    alpha=(TWO_FIFTHS, Fraction(12, 25)),
    beta=sized((Fraction(27, 32), ONE), *[(Fraction(27, 32), HALF)] * 2),
    root=(Fraction(21, 20),),
)


@claim(
    "BBKN13.T4.11.both",
    over(d=(2, 3)),
    about=PointLearner,
    refuted=Erratum(
        Grade.WORDING,
        'Section 4.3, proof of Theorem 4.11, step 2, "each time on a fresh log z sized i.i.d. '
        "sample\", for a sample of the size that A' needs",
    ),
)
def runs_on_few_examples(build: Build, d: int) -> Check:
    """The hypotheses that step 2 finds with log z examples each satisfy Condition 1, error at most
    alpha/2 with probability at least 3/4, and Condition 2, weight less than z with probability at
    least 1/2.

    Cases: A' is the learner of Lemma 3.4, z = 2, as all its hypotheses have weight 1; it satisfies
    both on the number of examples that it needs.  alpha = 1/2, e^eps = 4, half of the mass on the
    target.  The words of step 2 only: the proof assumes, for a contradiction, an A' with o(d)
    examples, and this one needs about d.
    """
    t, eps, least = 2**d, TWO_EPS, QUARTER
    needed = rows_for_proper(t, eps.exp(), least, least)
    masses = [Fraction(x == 0) / 2 + Fraction(x == 1) / 2 for x in range(t)]
    task = tasks([examples(PointFunction(0), masses)])
    for rows, name in ((needed, f"{needed} examples"), (1, "log z = 1 example")):
        learner = OnSample(build(Domain.of_size(t), eps), rows)
        yield accurate(learner, task, within(least), least, name=name)


RATES = "self.alpha / 4, Fraction(1, 4), self.eps"
PADDING = "padding = -int(-4 // alpha)"
WRONG[LightPointLearner] = {
    "weight z is kept, too": KEPT_AT_Z,
    "every run on the first block": ONE_BLOCK,
    "a single run": SINGLE_RUN,
    "one run less": "light_runs(beta), block => light_runs(beta) - 1, block",
    "padding with one point": f"{PADDING} => padding = 1",
    "padding with half the points": f"{PADDING} => {PADDING} // 2",
    "the choice prefers errors": PREFERS_ERRORS,
    "A' for alpha": f"{RATES} => self.alpha, Fraction(1, 4), self.eps",
    "A' for twice the accuracy": f"{RATES} => self.alpha / 2, Fraction(1, 4), self.eps",
    "A' has twice the eps": f"{RATES} => {RATES} * 2",
    "twice the eps": twice_eps(LightPointLearner),
    "the choice has twice the eps": "weight, size, eps, => weight, size, eps * 2,",
}


@claim(
    "BBKN13.T4.11.both",
    FROM_PARAMETERS,
    form=Form.CONCRETE,
    about=LightPointLearner,
    uses=("BBKN13.T4.11.size",),
)
def light_learner_is_accurate(
    build: Build, alpha: Fraction, beta: Fraction, root: Fraction
) -> Check:
    """Built from eps, alpha and beta: k runs, the least number with (3/4)^k <= beta/2, none of
    which is light with the product of the probabilities for their blocks; where A' outputs 0, the
    choice finds one of ceil(4/alpha) points, half of which share the mass, that has none; and if 0
    errs as much as A' may, alpha/4, on the target, one of these points errs at most alpha/2.

    Cases: With another A' on 32 points: light with probability 1/5 if the example of its block is
    negative, as one is, else with 4/5, and of weight z if not; what is found is the target 20 and
    another point, told apart by 12 examples at e^eps = 4, as are the points with and without mass.
    """
    t, z, eps = 32, 3, Epsilon(root, 2)
    it = build(Domain.of_size(t), z, alpha, beta, eps).reduction
    k, padding = _runs_and_padding(alpha, beta)
    by_label = ByLabel(Values.indicator((20, 21), t), Values.indicator(range(z), t))
    shrunk = replace(it, base=by_label, block=1, eps=TWO_EPS, on_empty="fail")
    signs = [tuple((20, int(x != y)) for x in range(k)) for y in range(k)]
    blocks = these(rows + ((20, 1),) * 12 for rows in signs)
    none = Fraction(4, 5) * Fraction(1, 5) ** (k - 1)
    failure = none + (1 - none) / (1 + 2**12)
    target = PointFunction(20)
    yield accurate(shrunk, blocks, lambda _, c: c == target, failure, name="disjoint blocks")
    half = padding // 2
    padded = replace(it, base=Zero(t), runs=1, block=0, eps=TWO_EPS)
    mass = these([tuple((x, 0) for x in range(half)) * 12])
    found = Fraction(half, half + (padding - half) * 2**12)
    rest = {PointFunction(x) for x in range(half, t)}
    yield accurate(padded, mass, lambda _, c: c in rest, found, name="padding")
    error, share = it.base.alpha, (1 - it.base.alpha) / it.padding
    yield le("0 and the best of the padding", error + share, alpha / 2)


@claim(
    "BBKN13.T4.11.size",
    FROM_PARAMETERS,
    form=Form.CONCRETE,
    about=LightPointLearner,
    clause="runs and padding",
)
def runs_and_padding_are_those_of_the_proof(
    build: Build, alpha: Fraction, beta: Fraction, root: Fraction
) -> Check:
    """Built from eps, alpha and beta: k runs of Claim 4.5's learner for alpha/4 and 1/4; ceil(4/
    alpha) points of padding.

    Cases: Numbers only; what they are good for is in T4.11.both.
    """
    it = build(Domain.of_size(32), 3, alpha, beta, Epsilon(root, 2)).reduction
    k, padding = _runs_and_padding(alpha, beta)
    yield eq("k", it.runs, k)
    yield eq("padding", it.padding, padding)
    yield eq("alpha of A'", it.base.alpha, alpha / 4)
    yield eq("beta of A'", it.base.beta, QUARTER)
    yield eq("z", it.weight, 3)


def _runs_and_padding(alpha: Fraction, beta: Fraction) -> tuple[int, int]:
    """The least k with (3/4)^k <= beta/2, and ceil(4/alpha)."""
    k = next(n for n in range(99) if Fraction(3, 4) ** n <= beta / 2)
    return k, -int(-4 // alpha)


@claim(
    "BBKN13.T4.11.size",
    FROM_PARAMETERS,
    form=Form.CONCRETE,
    about=LightPointLearner,
    clause="samples",
)
def samples_are_those_of_the_proof(
    build: Build, alpha: Fraction, beta: Fraction, root: Fraction
) -> Check:
    """Each run has n' samples, those of Claim 4.5, and the choice l samples of Theorem 3.2 for
    k (z-1) + ceil(4/alpha) points (all points at most) at beta/2.
    """
    t, z, eps = 32, 3, Epsilon(root, 2)
    found = build(Domain.of_size(t), z, alpha, beta, eps)
    k, padding = _runs_and_padding(alpha, beta)
    loss = ln(root) * 2
    run = (ln(4) * 384 * 32**2 / (loss * alpha**2)).ceil()
    boosts = (ln(500) / ln(Fraction(5, 4))).ceil()
    block = boosts * run + (ln(30_000) * 96 / (loss * alpha)).ceil()
    yield eq("n'", found.reduction.block, block)
    l = rows_for_representing(min(t, k * 2 + padding), eps.exp(), alpha, beta / 2)  # noqa: E741
    yield eq("l", found.choice, l)
    all_points = rows_for_representing(8, eps.exp(), alpha, beta / 2)
    yield eq("l for 8 points", build(Domain.of_size(8), z, alpha, beta, eps).choice, all_points)
    yield eq("samples", found.rows, k * block + l)


@claim("BBKN13.T4.11.priv", FROM_PARAMETERS, form=Form.CONCRETE, about=LightPointLearner)
def light_learner_is_private(
    build: Build, alpha: Fraction, beta: Fraction, root: Fraction
) -> Check:
    """Built from eps, alpha and beta, the proper learner is eps-private.

    Cases: What is built, shrunk: one run of one example, on two points; a choice among the points
    of the padding. e^(eps/2) = 21/20, where twice the eps shows.
    """
    eps = Epsilon(root, 2)
    guarantee = Guarantee.pure(eps)
    it = build(Domain.of_size(2), 3, alpha, beta, eps).reduction
    base = replace(it.base.learner, runs=1, block=1)
    one = replace(it, base=base, runs=1, block=1, on_empty="fail")
    yield private(one, replace_one(labelled_examples(2), 1), guarantee, name="one run")
    choice = build(Domain.of_size(32), 3, alpha, beta, eps).reduction
    choosing = replace(choice, base=Zero(32), runs=1, block=0)
    pair = ListedAdjacency((((0, 1),), ((0, 0),)), ((0, 1),))
    yield private(choosing, pair, guarantee, name="the choice")
