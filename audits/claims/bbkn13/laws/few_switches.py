"""The reduction to few switching points by hand, and on samples; learners to run it on."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.exponential import exponential_law
from audits.claims.bbkn13.laws.noisy_points import Law, blended
from audits.claims.bbkn13.laws.samples import Examples, half_half
from audits.engines.optimum.problem import distinct
from audits.engines.optimum.problems.learning import pac_learning_from
from reference.data.concept import IntervalFunction
from reference.data.switching_points import switching_points
from reference.exact.field import R
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.reductions.few_switches import FewSwitchesReduction

LOPSIDED = (Values((0, 0)), *(Values((1, 0)),) * 7)
"""Hypotheses among which one example decides how many switching points there are."""


def improper(eps: Epsilon[R]) -> ExponentialLearner[Values, R]:
    """An eps-private learner on two points, of which one example makes nearly full use."""
    return ExponentialLearner(LOPSIDED, 2, eps)


def by_hand(database: Database[LabelledExample], runs: int, switches: int, base: int) -> Law:
    """The law over `improper` with one example for each run, e^(eps/2) = base."""
    each: list[Any] = [
        exponential_law(LOPSIDED, [int(h(x) != y) for h in LOPSIDED], base)
        for x, y in database[:runs]
    ]
    parts: list[tuple[Fraction, Law]] = []
    for found in product(*(run.items() for run in each)):
        ends = (_ends(h.values) for h, _ in found)
        chosen = next((e for e in ends if len(e) <= switches), [])
        wrong = [sum((x < j) != y for x, y in database[runs:]) for j in chosen]
        choice = exponential_law([*map(IntervalFunction, chosen)], wrong, base)
        parts.append((prod((p for _, p in found), start=ONE), choice or {BOTTOM: ONE}))
    return blended(parts)


def _ends(values: tuple[int, ...]) -> list[int]:
    inner = [j for j, (a, b) in enumerate(pairwise(values), start=1) if a != b]
    return [0, *inner, len(values)]


GOOD, BAD, MANY = Values((1, 0, 0)), Values((0, 0, 0)), Values((1, 0, 1))
"""The interval that ends at 1; one with no interval of error below 1/2; four switching points."""

EVEN: Examples = (((0, 1), Fraction(1, 2)), ((1, 0), Fraction(1, 2)))
"""Under this distribution the target is GOOD, and MANY errs nowhere."""


@dataclass(frozen=True, slots=True)
class BarelyPromised:
    """More than three switching points with probability 1/2, a bad hypothesis with `failure`."""

    failure: Fraction

    def __call__(self, database: object, coins: Coins[Fraction], /) -> Values:
        """MANY, BAD or GOOD."""
        del database
        half = Fraction(1, 2)
        chances = [(MANY, half), (BAD, self.failure), (GOOD, half - self.failure)]
        return coins.draw(Dist.weighted(chances))


def by_label(database: Database[LabelledExample], coins: Coins[Fraction]) -> Values:
    """Few switching points with probability 4/5 if the last example is positive, else with 1/5."""
    return GOOD if coins.draw(bernoulli(Fraction(4 if database[-1][1] else 1, 5))) else MANY


@dataclass(frozen=True, slots=True)
class Drawn:
    """A learner of a block, called on the distribution that the block is drawn from."""

    base: Any
    block: int

    def __call__(self, distributions: Database[Examples], coins: Coins[Fraction], /) -> Values:
        """What the learner finds on a sample."""
        found: Values = coins.run(OnSample(self.base, self.block), distributions[0])
        return found


def the_sample(sample: Database[LabelledExample], _: object) -> Database[LabelledExample]:
    """All rows."""
    return sample


@dataclass(frozen=True, slots=True)
class OnBlocks:
    """The reduction on a distribution: each run draws its block, and the choice `rows` rows."""

    reduction: FewSwitchesReduction[Any]
    rows: int

    def __call__(
        self, distribution: Examples, coins: Coins[Fraction], /
    ) -> IntervalFunction | Bottom:
        """An interval, or bottom."""
        it = self.reduction
        rest = coins.run(OnSample(the_sample, self.rows), distribution)
        base: Any = Drawn(it.base, it.block)
        drawn: Mechanism[Any, IntervalFunction | Bottom, Fraction] = replace(
            it, base=base, block=1
        )
        return coins.run(drawn, ((distribution,) * it.runs + rest))


def with_few_switches(
    size: int, switches: int, alpha: Fraction
) -> Problem[Database[LabelledExample], tuple[int, ...]]:
    """Learn intervals from one example by hypotheses with few switching points.

    Under the distributions of the packing databases, where one interval alone is good.
    """
    distributions = tuple(half_half(size, end) for end in range(size + 1))
    problem = pac_learning_from(
        "threshold", size, 1, alpha, tuple(dict.fromkeys(distributions)), proper=False
    )
    kept = [
        y for y, h in enumerate(problem.outcomes) if len(switching_points(Values(h))) <= switches
    ]
    place = {y: i for i, y in enumerate(kept)}
    scores = [
        Score(
            score.name,
            tuple((d, tuple(place[y] for y in e if y in place), w) for d, e, w in score.terms),
        )
        for score in problem.scores
    ]
    return replace(
        problem,
        name=f"{problem.name}, at most {switches} switching points",
        outcomes=tuple(problem.outcomes[y] for y in kept),
        scores=distinct(scores),
        symmetries=(),
    )
