"""Wrong ways to run a mechanism on a sample of the rows."""

from audits.claims.prelude import *
from reference.data.queries import threshold_queries
from reference.privacy.subsampling import WithReplacement
from reference.reductions.release_and_distribution_learning import (
    Answers,
    AnswersFromLearner,
    exact_answers,
    expected_answers,
)

BITS = (0, 1)
THRESHOLDS = threshold_queries(BITS)
KEEPS_NOTHING = Guarantee(Fraction(1), Fraction(1))


@dataclass(frozen=True)
class Deduplicated:
    """An index that was drawn twice is used once."""

    mechanism: Any
    rows: int
    size: int

    def __call__(self, database: Database[Any], coins: Coins[Any], /) -> Any:
        index = Dist.uniform(range(self.rows))
        drawn = {coins.draw(index) for _ in range(self.size)}
        return coins.run(self.mechanism, tuple(database[i] for i in sorted(drawn)))


@dataclass(frozen=True)
class OtherSample:
    """Answers from a learner that sees another sample."""

    sampler: Callable[..., Any]
    learner: Any
    rows: int
    size: int

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        masses = coins.run(self.sampler(self.learner, self.rows, self.size), database)
        return expected_answers(THRESHOLDS, BITS, masses)


@dataclass(frozen=True)
class Exact:
    """The exact answers."""

    guarantee: Guarantee[Any] = KEEPS_NOTHING

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        del coins
        return exact_answers(THRESHOLDS, database)


@dataclass(frozen=True)
class RawAnswers:
    """The answers of the sample itself."""

    rows: int
    size: int

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        return coins.run(WithReplacement(Exact(), self.rows, self.size), database)


@dataclass(frozen=True)
class SeesOnes:
    """A mechanism that sees as many ones as there are rows."""

    mechanism: Any

    @property
    def guarantee(self) -> Guarantee[Any]:
        """Of the mechanism."""
        promised: Guarantee[Any] = self.mechanism.guarantee
        return promised

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Any:
        return coins.run(self.mechanism, (1,) * len(database))


def sees_ones(learner: Any, rows: int, size: int) -> AnswersFromLearner[int, Any]:
    """The learner sees ones, whatever the sample."""
    return AnswersFromLearner(SeesOnes(learner), THRESHOLDS, BITS, rows, size)
