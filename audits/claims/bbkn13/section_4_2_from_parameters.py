"""Section 4.2: the learners that are built from eps, alpha and beta (Claim 4.5, Theorem 4.8)."""

from audits.claims.prelude import *
from audits.claims.bbkn13.section_4_2_stars import TOGETHER
from audits.claims.bbkn13.words import *
from reference.mechanisms.learning.affine_point_learner import AffinePointLearner
from reference.mechanisms.learning.confident_learner import ConfidentPointLearner


def shown(database: Database[LabelledExample], _: object) -> Values:
    """The hypothesis that its only example speaks for, surely: good if the label is 1."""
    return GOOD if database[0][1] else BAD


def good_or_bottom(database: Database[LabelledExample], _: object) -> Values | Bottom:
    """The good hypothesis if the label is 1, else bottom."""
    return GOOD if database[0][1] else BOTTOM


def count_kept(database: Rows, _: object) -> int:
    """How many rows are no stars."""
    return sum(row is not Star.STAR for row in database)


GOOD, BAD = Values((1, 0, 0)), Values((0, 1, 0))


BOOSTED = "self.block, size, self.eps)"
CHOSEN = "self.alpha, min(self.beta, LARGEST_BETA), self.loss)"
MISTAKES: dict[str, Any] = {
    "the choice has twice the eps": f"{BOOSTED} => self.block, size, self.eps * 2)",
    "the runs have twice the eps": "base, self.eps, EXP_BASE => base, self.eps * 2, EXP_BASE",
    "every example of a run is kept": "base, self.eps, EXP_BASE => base, self.eps, self.eps.root",
    "a single run": "starred, self.runs => starred, 1",
    "runs that fail may be chosen": f'{BOOSTED} => self.block, size, self.eps, "keep")',
    "half the examples for the choice": f"{CHOSEN} => {CHOSEN} // 2",
    "the choice for beta above 1/100": f"{CHOSEN} => self.alpha, self.beta, self.loss)",
}
"""What can go wrong between a theorem's parameters and the mechanism's."""

WRONG[ConfidentPointLearner] = MISTAKES | {
    "twice the eps": twice_eps(ConfidentPointLearner),
    "one coin for all rows of a run": wrong(ConfidentPointLearner, StarSubsampling=TOGETHER),
    "the runs sample twice as often": wrong(
        ConfidentPointLearner, noisy_learner=wrong(noisy_learner, "alpha / 4 => alpha / 2")
    ),
}
WRONG[EfficientPointLearner] = MISTAKES | {
    "twice the eps": twice_eps(EfficientPointLearner),
    "one coin for all rows of a run": wrong(EfficientPointLearner, StarSubsampling=TOGETHER),
    "the runs sample twice as often": "1 << degree, q, q => 1 << degree, 2 * q, q",
}

PARAMETERS = over(
    alpha=(TWO_FIFTHS, Fraction(12, 25)),
    beta=sized((ONE, HUNDREDTH / 10), *[(ONE, HALF, HUNDREDTH / 10)] * 2),
    root=(Fraction(21, 20),),
)


def by_name(theorem: str, alpha: Fraction, beta: Fraction, eps: Epsilon[Fraction]) -> Any:
    """The learner of Claim 4.5 for two points, or of Theorem 4.8 for 128."""
    if theorem == "C4.5":
        return ConfidentPointLearner(Domain.of_size(2), alpha, beta, eps)
    return EfficientPointLearner(7, alpha, beta, eps)


HALF_A_RUN = "(self.accuracy, self.loss) => (self.accuracy, self.loss) // 2"
WRONG[by_name] = {
    name: wrong(
        by_name,
        ConfidentPointLearner=wrong(ConfidentPointLearner, confident),
        EfficientPointLearner=wrong(EfficientPointLearner, efficient),
    )
    for name, confident, efficient in (
        ("half the examples for a run", HALF_A_RUN, HALF_A_RUN),
        ("runs for two thirds of alpha", "self.alpha / 8 => self.alpha / 12", "32) => 48)"),
    )
} | {"twice the eps": twice_eps(by_name)}


BUILT = over(*PARAMETERS.quantifiers, theorem=("C4.5", "T4.8"))


@claim("BBKN13.C4.5.samp", BUILT, form=Form.CONCRETE, about=by_name, clause="sizes")
def sizes_are_those_of_the_proof(
    build: Build, alpha: Fraction, beta: Fraction, root: Fraction, theorem: str
) -> Check:
    """From eps, alpha and beta, b = min(beta, 1/100): N = ceil(log_{5/4}(5/b)) runs of A3 for a =
    alpha/8, of ceil(384 ln 4/(eps a^2)) examples each, and ceil(24 ln(3/b^2)/(eps alpha)) for the
    choice.

    Cases: Numbers only; the laws of what is built are in C4.5 and T4.8.
    """
    found = build(theorem, alpha, beta, Epsilon(root, 2))
    it, least, loss, a = found.learner, min(beta, HUNDREDTH), ln(root) * 2, alpha / 8
    if theorem == "T4.8":
        a = 4 * _bias(it)
    block, m = (
        (ln(4) * 384 / (loss * a**2)).ceil(),
        (ln(3 / least**2) * 24 / (loss * alpha)).ceil(),
    )
    yield eq("runs", it.runs, (ln(5 / least) / ln(Fraction(5, 4))).ceil())
    yield eq("examples of a run", it.block, block)
    yield eq("examples of the choice", found.sizes.choice, m)
    yield eq("examples", found.sizes.rows, it.runs * block + m)


@claim("BBKN13.C4.5.samp", BUILT, form=Form.CONCRETE, about=by_name, clause="rates")
def rates_are_those_of_the_proof(
    build: Build, alpha: Fraction, beta: Fraction, root: Fraction, theorem: str
) -> Check:
    """Of the examples of a run twice 32 ln 4/a^2 are expected to be kept. For 2^d points and the
    affine family a = 4 q, q the largest multiple of 2^-d that is at most alpha/32.
    """
    it, a = build(theorem, alpha, beta, Epsilon(root, 2)).learner, alpha / 8
    if theorem == "T4.8":
        q = _bias(it)
        a = 4 * q
        yield le("bias", q, alpha / 32)
        yield lt("the largest", alpha / 32, q + Fraction(1, 128))
    else:
        yield eq("flip rate", it.base.base.base.flip, a / 8)
    yield le("kept", (ln(4) * 64 / a**2).enclosure()[1], it.block * it.base.keeping)
    yield eq("sampling rate", it.base.base.sampling, a / 4)
    yield eq("failure rate", it.base.base.failure, a / 8)


@claim("BBKN13.C4.5.samp", BUILT, form=Form.CONCRETE, about=by_name, clause="promise")
def promise_is_eps_for_all_points(
    build: Build, alpha: Fraction, beta: Fraction, root: Fraction, theorem: str
) -> Check:
    """The learner and its runs are for the same points, and (eps, 0) is promised."""
    eps, t = Epsilon(root, 2), 128 if theorem == "T4.8" else 2
    found = build(theorem, alpha, beta, eps)
    it = found.learner
    yield eq("declared e^eps", found.guarantee.exp_eps, eps.exp())
    yield eq("declared delta", found.guarantee.delta, 0)
    yield eq("sequences of two", found.universe(2).database_count, 4 * t * t)
    yield eq("of what is boosted", it.universe(2).database_count, 4 * t * t)
    yield eq("points", it.size, t)
    yield eq("points of a run", it.base.base.size, t)


def _bias(learner: Any) -> Fraction:
    """The probability with which the affine family of Theorem 4.8 adds noise to a point."""
    family = learner.base.base.base
    return Fraction(family.ones, 1 << family.degree)


def laws(
    found: Any, run: Learner, alpha: Fraction, beta: Fraction, eps: Epsilon[Fraction]
) -> Iterator[Item]:
    """Runs, the choice, and the whole with other runs; `run` is what gets examples or stars."""
    it, least, guarantee = found.learner, min(beta, HUNDREDTH), Guarantee.pure(eps)
    runs_of, values, m = it.base, labelled_examples(2), found.sizes.choice
    four, universe = LN_4, replace_one(values, 1)
    yield private(run, replace_one((*values, Star.STAR), 1), four, name="examples and stars")
    for name, base in (("a run", run), ("a run that uses up ln 4", AnyPositive(GOOD, BAD))):
        one = replace(it, base=replace(runs_of, base=base), runs=1, block=1)
        yield private(one, universe, guarantee, name=name)
    choosing, blocks = replace(it, base=shown, runs=10, block=1), ((0, 1), *((0, 0),) * 9)
    pair = ListedAdjacency(((*blocks, (0, 1)), (*blocks, (1, 1))), ((0, 1),))
    yield private(choosing, pair, guarantee, name="the choice")
    counting, ten = replace(runs_of, base=count_kept), these([((0, 1),) * 10])
    r = eps.exp()
    none = (1 - (r - 1) / (3 + 3 * r / 4)) ** 10
    yield accurate(counting, ten, lambda _, kept: kept > 0, none, name="a row is kept")
    rare = replace(it, base=good_or_bottom, runs=3, block=1)
    single = these([((0, 0), (0, 1), (0, 0))])
    yield accurate(rare, single, lambda _, h: h == GOOD, Fraction(0), name="a single success")
    runs = (ln(5 / least) / ln(Fraction(5, 4))).ceil()
    wrong, worse = int(alpha * m / 4), int(alpha * m / 2) + 1
    rest = ((1, 1),) * wrong + ((0, 1),) * worse + ((2, 0),) * (m - wrong - worse)
    tested = these([((0, 0),) * (runs - 1) + ((0, 1),) + rest])
    surely = replace(it, base=shown, block=1)
    yield accurate(surely, tested, lambda _, h: h == GOOD, least**5 / 27, name="the last run")


@claim(
    "BBKN13.C4.5",
    PARAMETERS,
    form=Form.CORRECTED,
    about=ConfidentPointLearner,
    uses=("BBKN13.C4.3.util", "BBKN13.L4.4", "BBKN13.C4.5.samp"),
)
def learner_of_points_from_its_parameters(
    build: Build, alpha: Fraction, beta: Fraction, root: Fraction
) -> Check:
    """Built for alpha < 1/2, 0 < beta <= 1 and 0 < eps < 1, with b = min(beta, 1/100) for beta, as
    the proof has N <= 1/b for b <= 1/100 only: A2 is ln 4 private, a run is eps-private, and so is
    the choice; a run that fails is not chosen if another succeeds; and where a single run is good
    and errs on alpha/4 of the examples of the choice, and all others on more than alpha/2, one of
    these is chosen with probability <= N (b^2/3)^3 <= b^5/27.

    Cases: What the constructor builds, shrunk: one run of one example of two points, over A2 and
    over a base whose loss is ln 4; a choice among ten by one example; e^(eps/2) = 21/20, where
    twice the eps shows. Then all runs, but with outputs that are given, and all examples of the
    choice.
    """
    eps = Epsilon(root, 2)
    found = build(Domain.of_size(2), alpha, beta, eps)
    yield from laws(found, found.learner.base.base, alpha, beta, eps)


@claim(
    "BBKN13.T4.8",
    over(*PARAMETERS.quantifiers, degree=sized((7, 16), (7, 16), (7, 16, 64))),
    form=Form.CORRECTED,
    about=EfficientPointLearner,
    uses=("BBKN13.C4.5", "BBKN13.A5.priv"),
)
def efficient_learner_from_its_parameters(
    build: Build, degree: int, alpha: Fraction, beta: Fraction, root: Fraction
) -> Check:
    """The same over the affine family, for 2^d points, 2^d >= 32/alpha.

    Cases: As above, with A5 over GF(8) at bias 1/4, which samples and fails in the same
    proportions to its bias; an example of one of two points.
    """
    eps = Epsilon(root, 2)
    found = build(degree, alpha, beta, eps)
    a5 = found.learner.base.base
    smaller = Fraction(1 << degree, 4 * a5.base.ones)
    run = replace(
        a5,
        base=AffinePointLearner(3, 2),
        size=8,
        sampling=a5.sampling * smaller,
        failure=a5.failure * smaller,
    )
    yield from laws(found, run, alpha, beta, eps)
