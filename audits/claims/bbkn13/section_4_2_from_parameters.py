"""Section 4.2: the learners that are built from eps, alpha and beta (Claim 4.5, Theorem 4.8)."""

from audits.claims.prelude import *
from audits.claims.bbkn13.impostors.noisy_points import together
from audits.claims.bbkn13.laws.noisy_points import Learner
from audits.claims.bbkn13.laws.toys import AnyPositive
from reference.data.concept import LabelledExample, Values, labelled_examples
from reference.data.star import Star
from reference.mechanisms.learning.affine_point_learner import AffinePointLearner
from reference.mechanisms.learning.boosted_learner import BoostedLearner
from reference.mechanisms.learning.confident_learner import (
    ConfidentPointLearner,
    EfficientPointLearner,
    choice_examples,
)
from reference.mechanisms.learning.noisy_point_learner import SubsampleRow

HUNDREDTH = Fraction(1, 100)
Boosted = BoostedLearner[Any, Fraction]


@dataclass(frozen=True, slots=True)
class Built:
    """What a constructor gives: the learner, its numbers of examples, and itself."""

    learner: Boosted
    choice: int
    rows: int
    declared: ConfidentPointLearner | EfficientPointLearner


def confident(t: int, alpha: Fraction, beta: Fraction, eps: Epsilon[Fraction]) -> Built:
    """The learner of Claim 4.5."""
    found = ConfidentPointLearner(Domain.of_size(t), alpha, beta, eps)
    return Built(found.learner, found.sizes.choice, found.sizes.rows, found)


def efficient(degree: int, alpha: Fraction, beta: Fraction, eps: Epsilon[Fraction]) -> Built:
    """The learner of Theorem 4.8."""
    found = EfficientPointLearner(degree, alpha, beta, eps)
    return Built(found.learner, found.sizes.choice, found.sizes.rows, found)


def starred(it: Boosted) -> Any:
    """What is run again and again."""
    return it.base


def mistakes(build: Build) -> dict[str, Build]:
    """What can go wrong between a theorem's parameters and the mechanism's."""

    def changed(how: Callable[[Boosted], Boosted]) -> Build:
        def wrong(*parameters: Any) -> Built:
            right = build(*parameters)
            return replace(right, learner=how(right.learner))

        return wrong

    def rebased(it: Boosted, **fields: Any) -> Boosted:
        return replace(it, base=replace(starred(it), **fields))

    return {
        "twice the eps": twice_eps(build),
        "the choice has twice the eps": changed(lambda it: replace(it, eps=it.eps * 2)),
        "the runs have twice the eps": changed(lambda it: rebased(it, eps=it.eps * 2)),
        "every example of a run is kept": changed(
            lambda it: rebased(it, exp_base=starred(it).eps.root)
        ),
        "a single run": changed(lambda it: replace(it, runs=1)),
        "one coin for all rows of a run": changed(
            lambda it: replace(it, base=together(starred(it)))
        ),
        "the runs sample twice as often": changed(
            lambda it: rebased(
                it, base=replace(starred(it).base, sampling=starred(it).base.sampling * 2)
            )
        ),
        "runs that fail may be chosen": changed(lambda it: replace(it, on_bottom="keep")),
        "half the examples for the choice": lambda *parameters: replace(
            build(*parameters), choice=build(*parameters).choice // 2
        ),
        "the choice for beta above 1/100": lambda t, alpha, beta, eps: replace(
            build(t, alpha, beta, eps), choice=choice_examples(alpha, beta, ln(eps.root) * 2)
        ),
    }


@dataclass(frozen=True, slots=True)
class Shown:
    """The hypothesis that its only example speaks for, surely: good if the label is 1."""

    def __call__(self, database: Database[LabelledExample], coins: object, /) -> Values:
        return GOOD if database[0][1] else BAD


@dataclass(frozen=True, slots=True)
class GoodOrBottom:
    """The good hypothesis if the label is 1, else bottom."""

    def __call__(self, database: Database[LabelledExample], coins: object, /) -> Values | Bottom:
        return GOOD if database[0][1] else Bottom.BOTTOM


@dataclass(frozen=True, slots=True)
class Kept:
    """How many rows are no stars."""

    def __call__(self, database: Database[SubsampleRow], coins: object, /) -> int:
        return sum(not isinstance(row, Star) for row in database)


GOOD, BAD = Values((1, 0, 0)), Values((0, 1, 0))


PARAMETERS = over(
    alpha=(Fraction(2, 5), Fraction(12, 25)),
    beta=sized((Fraction(1), HUNDREDTH / 10), *[(Fraction(1), HALF, HUNDREDTH / 10)] * 2),
    root=(Fraction(21, 20),),
)


def by_name(theorem: str, alpha: Fraction, beta: Fraction, eps: Epsilon[Fraction]) -> Built:
    """The learner of Claim 4.5 for two points, or of Theorem 4.8 for 128."""
    return (confident if theorem == "C4.5" else efficient)(POINTS[theorem], alpha, beta, eps)


POINTS = {"C4.5": 2, "T4.8": 7}


@claim(
    "BBKN13.C4.5.samp",
    over(*PARAMETERS.quantifiers, theorem=POINTS),
    form=Form.CONCRETE,
    about=by_name,
    impostors={
        "half the examples for a run": lambda *parameters: replace(
            by_name(*parameters),
            learner=replace(
                by_name(*parameters).learner, block=by_name(*parameters).learner.block // 2
            ),
        ),
        "runs for two thirds of alpha": lambda theorem, alpha, *parameters: replace(
            by_name(theorem, alpha, *parameters),
            learner=by_name(theorem, 2 * alpha / 3, *parameters).learner,
        ),
    },
)
def numbers_are_those_of_the_proof(
    build: Callable[..., Built], alpha: Fraction, beta: Fraction, root: Fraction, theorem: str
) -> Check:
    """From eps, alpha and beta, b = min(beta, 1/100): N = ceil(log_{5/4}(5/b)) runs of A3 for a =
    alpha/8, of ceil(384 ln 4/(eps a^2)) examples each, of which twice 32 ln 4/a^2 are expected to
    be kept, and ceil(24 ln(3/b^2)/(eps alpha)) for the choice. For 2^d points and the affine
    family a = 4 q, q the largest multiple of 2^-d that is at most alpha/32.

    Fair: Numbers only; the laws of what is built are in C4.5 and T4.8.
    """
    eps = Epsilon(root, 2)
    found = build(theorem, alpha, beta, eps)
    it, least, loss = found.learner, min(beta, HUNDREDTH), ln(root) * 2
    runs_of = starred(it)
    t, a = 2, alpha / 8
    if theorem == "T4.8":
        family = runs_of.base.base
        t, q = 1 << POINTS[theorem], Fraction(family.ones, 1 << family.degree)
        a = 4 * q
        yield le("bias", q, alpha / 32)
        yield lt("the largest", alpha / 32, q + Fraction(1, t))
    else:
        yield eq("flip rate", runs_of.base.base.flip, a / 8)
    yield le("kept", (ln(4) * 64 / a**2).enclosure()[1], it.block * runs_of.keeping)
    block, m = (
        (ln(4) * 384 / (loss * a**2)).ceil(),
        (ln(3 / least**2) * 24 / (loss * alpha)).ceil(),
    )
    yield eq("runs", it.runs, (ln(5 / least) / ln(Fraction(5, 4))).ceil())
    yield eq("examples of a run", it.block, block)
    yield eq("examples of the choice", found.choice, m)
    yield eq("examples", found.rows, it.runs * block + m)
    yield eq("declared e^eps", found.declared.guarantee.exp_eps, eps.exp())
    yield eq("declared delta", found.declared.guarantee.delta, 0)
    yield eq("sequences of two", found.declared.universe(2).database_count, 4 * t * t)
    yield eq("of what is boosted", it.universe(2).database_count, 4 * t * t)
    yield eq("points", it.size, t)
    yield eq("points of a run", runs_of.base.size, t)
    yield eq("sampling rate", runs_of.base.sampling, a / 4)
    yield eq("failure rate", runs_of.base.failure, a / 8)


def laws(
    found: Built, run: Learner, alpha: Fraction, beta: Fraction, eps: Epsilon[Fraction]
) -> Iterator[Item]:
    """Runs, the choice, and the whole with other runs; `run` is what gets examples or stars."""
    it, least, guarantee = found.learner, min(beta, HUNDREDTH), Guarantee(eps.exp(), Fraction(0))
    runs_of, values, m = starred(it), labelled_examples(2), found.choice
    four, universe = Guarantee(Fraction(4), Fraction(0)), replace_one(values, 1)
    yield private(run, replace_one((*values, Star.STAR), 1), four, name="examples and stars")
    for name, base in (("a run", run), ("a run that uses up ln 4", AnyPositive(GOOD, BAD))):
        one = replace(it, base=replace(runs_of, base=base), runs=1, block=1)
        yield private(one, universe, guarantee, name=name)
    choosing, blocks = replace(it, base=Shown(), runs=10, block=1), ((0, 1), *((0, 0),) * 9)
    pair = ListedAdjacency(((*blocks, (0, 1)), (*blocks, (1, 1))), ((0, 1),))
    yield private(choosing, pair, guarantee, name="the choice")
    counting, ten = replace(runs_of, base=Kept()), ListedAdjacency((((0, 1),) * 10,), ())
    r = eps.exp()
    none = (1 - (r - 1) / (3 + 3 * r / 4)) ** 10
    yield accurate(counting, ten, lambda _, kept: kept > 0, none, name="a row is kept")
    rare = replace(it, base=GoodOrBottom(), runs=3, block=1)
    single = ListedAdjacency((((0, 0), (0, 1), (0, 0)),), ())
    yield accurate(rare, single, lambda _, h: h == GOOD, Fraction(0), name="a single success")
    runs = (ln(5 / least) / ln(Fraction(5, 4))).ceil()
    wrong, worse = int(alpha * m / 4), int(alpha * m / 2) + 1
    rest = ((1, 1),) * wrong + ((0, 1),) * worse + ((2, 0),) * (m - wrong - worse)
    tested = ListedAdjacency((((0, 0),) * (runs - 1) + ((0, 1),) + rest,), ())
    shown = replace(it, base=Shown(), block=1)
    yield accurate(shown, tested, lambda _, h: h == GOOD, least**5 / 27, name="the last run")


@claim(
    "BBKN13.C4.5",
    PARAMETERS,
    form=Form.CORRECTED,
    about=confident,
    impostors=mistakes(confident),
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

    Fair: What the constructor builds, shrunk: one run of one example of two points, over A2 and
    over a base whose loss is ln 4; a choice among ten by one example; e^(eps/2) = 21/20, where
    twice the eps shows. Then all runs, but with outputs that are given, and all examples of the
    choice.
    """
    eps = Epsilon(root, 2)
    found = build(2, alpha, beta, eps)
    yield from laws(found, starred(found.learner).base, alpha, beta, eps)


@claim(
    "BBKN13.T4.8",
    over(*PARAMETERS.quantifiers, degree=sized((7, 16), (7, 16), (7, 16, 64))),
    form=Form.CORRECTED,
    about=efficient,
    impostors=mistakes(efficient),
    uses=("BBKN13.C4.5", "BBKN13.A5.priv"),
)
def efficient_learner_from_its_parameters(
    build: Build, degree: int, alpha: Fraction, beta: Fraction, root: Fraction
) -> Check:
    """The same over the affine family, for 2^d points, 2^d >= 32/alpha.

    Fair: As above, with A5 over GF(8) at bias 1/4, which samples and fails in the same proportions
    to its bias; an example of one of two points.
    """
    eps = Epsilon(root, 2)
    found = build(degree, alpha, beta, eps)
    a5 = starred(found.learner).base
    smaller = Fraction(1 << degree, 4 * a5.base.ones)
    run = replace(
        a5,
        base=AffinePointLearner(3, 2),
        size=8,
        sampling=a5.sampling * smaller,
        failure=a5.failure * smaller,
    )
    yield from laws(found, run, alpha, beta, eps)
