"""Learners of section 4.2 that are wrong, built with the parameters of the right ones."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.noisy_points import Learner, Output, Rate, a2
from reference.data.concept import LabelledExample, Values, empirical_errors
from reference.data.star import Star
from reference.mechanisms.learning.boosted_learner import BoostedLearner
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.noisy_point_learner import NoisyPointLearner, SubsampleRow
from reference.mechanisms.learning.star_subsampling import StarSubsampling, keeping_rate

Examples = Database[LabelledExample]


def nothing(database: object) -> tuple[()]:
    """The empty database, whatever is there: what a blind learner sees."""
    del database
    return ()


def positives(database: Examples) -> Examples:
    """As many examples (0, 1), whatever the sample is."""
    return ((0, 1),) * len(database)


def flipping_twice(t: int, flip: Rate, rule: str = "literal") -> Learner:
    """A1 with twice the flip rate."""
    return NoisyPointLearner(t, 2 * flip, rule)


def flipping_half(t: int, flip: Rate, rule: str = "literal") -> Learner:
    """A1 with half the flip rate."""
    return NoisyPointLearner(t, flip / 2, rule)


@dataclass(frozen=True, slots=True)
class Adding:
    """Noise that turns zeros into ones, and ones never."""

    flip: Fraction

    def __call__(self, centre: Values, coins: Coins[Any], /) -> Values:
        return Values(tuple(v or int(coins.draw(bernoulli(self.flip))) for v in centre.values))


@dataclass(frozen=True, slots=True)
class FirstLabel:
    """A1 that takes the zero function if the first label is 0, not if all are."""

    size: int
    flip: Rate
    rule: str = "literal"

    def __call__(self, database: Database[SubsampleRow], coins: Coins[Any], /) -> Output:
        first = database[0] if database else Star.STAR
        positive = not isinstance(first, Star) and first[1]
        shown = database if positive else ()
        return coins.run(NoisyPointLearner(self.size, self.flip, self.rule), shown)


def rated(flip: Fraction | int = 1, sampling: int = 1, failure: int = 1) -> Build:
    """A2 with other rates: multiples of its own."""

    def build(t: int, alpha: Rate, rule: str = "literal") -> Learner:
        return a2(t, flip * alpha / 8, sampling * alpha / 4, failure * alpha / 8, rule)

    return build


@dataclass(frozen=True, slots=True)
class Starring:
    """Rows kept with some probability; the others become stars, or are deleted."""

    base: Learner
    keeping: Rate
    delete: bool = False

    def __call__(self, database: Database[Any], coins: Coins[Any], /) -> Output:
        kept = bernoulli(self.keeping)
        starred = tuple(row if coins.draw(kept) else Star.STAR for row in database)
        shown = tuple(row for row in starred if row is not Star.STAR) if self.delete else starred
        return coins.run(self.base, shown)


def deleting(base: Learner, eps: Epsilon[Any], exp_base: Rate, values: Rate) -> Learner:
    """Star subsampling that deletes rows."""
    del values
    return Starring(base, keeping_rate(eps.exp(), exp_base), delete=True)


def keeping_the_others(base: Learner, eps: Epsilon[Any], exp_base: Rate, values: Rate) -> Learner:
    """Star subsampling that puts stars where rows were to be kept."""
    del values
    return Starring(base, 1 - keeping_rate(eps.exp(), exp_base))


class Together(StarSubsampling[Any, Any, Any]):
    """All rows are kept, or none is."""

    @override
    def __call__(self, database: Database[Any], coins: Coins[Any], /) -> object:
        """The base mechanism's output."""
        kept = coins.draw(bernoulli(self.keeping))
        shown = database if kept else (Star.STAR,) * len(database)
        return coins.delegate(self.base, shown)


def together(it: StarSubsampling[Any, Any, Any]) -> Together:
    """The same parameters with one coin."""
    return Together(it.base, it.eps, it.exp_base, it.values)


@dataclass(frozen=True, slots=True)
class Reusing:
    """Boosting that counts the examples of the last `again` blocks once more."""

    learner: BoostedLearner[Any, Any]
    again: int

    def __call__(self, database: Examples, coins: Coins[Any], /) -> Output:
        start = self.learner.runs * self.learner.block
        fresh = database[start - self.again * self.learner.block :]
        return coins.run(self.learner, database[:start] + fresh)


@dataclass(frozen=True, slots=True)
class Opposite:
    """Boosting that counts right labels as errors."""

    learner: BoostedLearner[Any, Any]

    def __call__(self, database: Examples, coins: Coins[Any], /) -> Output:
        start = self.learner.runs * self.learner.block
        wrong = tuple((x, 1 - y) for x, y in database[start:])
        return coins.run(self.learner, database[:start] + wrong)


def reusing_the_last_block(*arguments: Output, **named: Output) -> Learner:
    """The choice uses the last block, too."""
    return Reusing(BoostedLearner(*arguments, **named), 1)


def preferring_errors(*arguments: Output, **named: Output) -> Learner:
    """The weight of h_i is e^(+eps m_i / 2)."""
    return Opposite(BoostedLearner(*arguments, **named))


def choosing_blindly(*arguments: Output, **named: Output) -> Learner:
    """The choice is uniform: eps = 0."""
    found = BoostedLearner(*arguments, **named)
    return replace(found, eps=Epsilon(Fraction(1), 2))


@dataclass(frozen=True, slots=True)
class Positives:
    """The exponential learner that counts an error on a positive example twice."""

    hypotheses: tuple[Any, ...]
    size: int
    eps: Epsilon[Any]

    def __call__(self, database: Examples, coins: Coins[Any], /) -> Output:
        doubled = tuple(row for row in database for _ in range(1 + row[1]))
        return coins.run(ExponentialLearner(self.hypotheses, self.size, self.eps), doubled)


@dataclass(frozen=True, slots=True)
class WorstOf:
    """A hypothesis with the most errors, surely."""

    hypotheses: tuple[Any, ...]
    size: int
    eps: Epsilon[Any]

    def __call__(self, database: Examples, coins: Coins[Any], /) -> Output:
        worst = max(self.hypotheses, key=lambda h: empirical_errors(h, database))
        return coins.draw(Dist.point(worst))


@dataclass(frozen=True, slots=True)
class Unconditioned:
    """A4 that draws any function of the family, also with a positive example."""

    build: Build
    degree: int
    ones: int

    def __call__(self, database: Database[SubsampleRow], coins: Coins[Any], /) -> Output:
        return coins.run(self.build(self.degree, self.ones), ())
