"""From answers to queries to the distribution behind the rows, and the other way round.

For a distribution P on the domain, q(P) is the probability that a point of P satisfies the query
q, and q(S) the fraction of the rows of S that do.  P is learnt within alpha with respect to Q if
|q(P') - q(P)| <= alpha for all q in Q.

From answers to a distribution: the P' whose greatest distance to an answer is least, an exact
linear programme.  If every answer is within alpha of q(S), so is every q(P') of the answer,
since the distribution of a random row of S is a candidate; so q(P') is within 2 alpha of q(S).

From answers to thresholds to a CDF: the greatest answer so far, cut to [0, 1], and 1 at the end:
still within alpha of the CDF of a row of S.

From a learner of distributions to answers: q(P'), where P' is learnt from rows drawn with
replacement.  They are a sample of the distribution of a random row.

Pseudo-code:
    1  a <- A(S)
    2  return the P' with the least max over q of |q(P') - a_q|
    3  return F with F(t) = max(0, min(1, max over s <= t of a_s)), F(the last point) = 1
    4  T <- m rows of S, drawn with replacement
    5  return q(A(T)) for each q

Notation: A the mechanism that is given, S database, a answers, T sample, m its size.
Source: BNSV15, proofs of Theorem 4.8 and Lemma 4.11, and Theorem 4.10, section 4.2.2.
Guarantees: BNSV15.ALG.QR2DL, BNSV15.ALG.QR2CDF, BNSV15.T4.8, BNSV15.T4.10, BNSV15.L4.11.
Deviations: the programme is solved for the best P', not for some P' within alpha of the answers;
    where one is, so is the best.  Line 3 is not in the paper, which uses line 2.
Degenerate inputs: no queries give the point mass on the first point.

>>> from reference.data.queries import threshold_queries
>>> thresholds = threshold_queries(range(3))
>>> fitted([Fraction(1, 2), Fraction(1, 4), Fraction(1)], thresholds, range(3))
(Fraction(3, 8), Fraction(0, 1), Fraction(5, 8))
>>> running_maximum([Fraction(1, 2), Fraction(1, 4), Fraction(1)])
(Fraction(1, 2), Fraction(1, 2), Fraction(1, 1))
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeAlias

from reference.data.concept import Masses
from reference.data.database import Database, Row
from reference.data.matrix_game import solve_game
from reference.data.queries import RowCount, exact_fraction
from reference.exact.field import R
from reference.privacy.guarantee import Guarantee, PrivateMechanism
from reference.privacy.subsampling import WithReplacement
from reference.probability.coins import Coins, Mechanism
from reference.source import Paper, Source

Answers: TypeAlias = tuple[Fraction, ...]
"""One for each query, in order."""


def empirical_masses(database: Database[Row], domain: Iterable[Row]) -> Answers:
    """The distribution of a random row: the mass of each point of the domain."""
    return tuple(Fraction(database.count(x), len(database)) for x in domain)


def expected_answers(
    queries: Iterable[RowCount[Row]], domain: Iterable[Row], masses: Masses
) -> Answers:
    """q(P) for each query: the mass of the points that satisfy it."""
    points = tuple(domain)
    return tuple(
        sum((p * q((x,)) for x, p in zip(points, masses, strict=True)), Fraction(0))
        for q in queries
    )


def exact_answers(queries: Iterable[RowCount[Row]], database: Database[Row]) -> Answers:
    """q(S) for each query."""
    return tuple(exact_fraction(q, database) for q in queries)


def distance(first: Sequence[Fraction], second: Sequence[Fraction]) -> Fraction:
    """The greatest difference of two answers to the same query; 0 for no queries."""
    return max((abs(x - y) for x, y in zip(first, second, strict=True)), default=Fraction(0))


def cumulative(masses: Masses) -> Answers:
    """The CDF: the probability of a point that is at most t, for each t in order."""
    return tuple(sum(masses[: t + 1], Fraction(0)) for t in range(len(masses)))


def is_cdf(values: Sequence[Fraction]) -> bool:
    """Whether the values are those of a CDF: in [0, 1], not decreasing, and 1 at the end."""
    return bool(values) and values[0] >= 0 and values[-1] == 1 and [*values] == sorted(values)


def fitted(
    answers: Sequence[Fraction], queries: Sequence[RowCount[Row]], domain: Iterable[Row]
) -> Answers:
    """The masses of a distribution whose greatest distance to an answer is least.

    Args:
        answers: one for each query.
        queries: counting queries.
        domain: at least one point.

    Raises:
        ValueError: for an empty domain.
    """
    points = tuple(domain)
    if not queries:
        return tuple(Fraction(int(i == 0)) for i in range(len(points)))
    gaps = [[q((x,)) - a for a, q in zip(answers, queries, strict=True)] for x in points]
    return solve_game([[*line, *(-gap for gap in line)] for line in gaps]).rows


def running_maximum(answers: Sequence[Fraction]) -> Answers:
    """A CDF: the greatest answer so far, cut to [0, 1], and 1 at the last point."""
    most, values = Fraction(0), list[Fraction]()
    for answer in answers[:-1]:
        most = max(most, min(answer, Fraction(1)))
        values.append(most)
    return (*values, Fraction(1))


@dataclass(frozen=True, slots=True)
class DistributionFromAnswers(Generic[Row, R]):
    """A learner of distributions, made from a mechanism that answers queries."""

    source: ClassVar[Source] = Source(Paper.BNSV15, "Theorem 4.8, item 1", "4.2.2")

    release: PrivateMechanism[Database[Row], Answers, R]
    """From a sample to an answer for each query."""

    queries: tuple[RowCount[Row], ...]
    domain: tuple[Row, ...]

    @property
    def guarantee(self) -> Guarantee[R]:
        """That of the release."""
        return self.release.guarantee

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> Answers:
        """The masses of the points of the domain."""
        answers = coins.run(self.release, database)  # 1
        return fitted(answers, self.queries, self.domain)  # 2


@dataclass(frozen=True, slots=True)
class CdfFromAnswers(Generic[R]):
    """A learner in Kolmogorov distance, made from a mechanism that answers thresholds."""

    source: ClassVar[Source] = Source(Paper.BNSV15, "Theorem 4.10", "4.2.2")

    release: PrivateMechanism[Database[int], Answers, R]
    """From a sample to the fraction of rows that are at most t, for each t in order."""

    @property
    def guarantee(self) -> Guarantee[R]:
        """That of the release."""
        return self.release.guarantee

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Answers:
        """The values of the CDF."""
        return running_maximum(coins.run(self.release, database))  # 3


@dataclass(frozen=True, slots=True)
class AnswersFromLearner(Generic[Row, R]):
    """Answers to queries, made from a learner of distributions.

    Raises:
        ValueError: unless size >= 0 and rows >= 1; when called, if the database has another
            number of rows.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Lemma 4.11", "4.2.2")

    learner: PrivateMechanism[Database[Row], Answers, R]
    """From a sample to the masses of the points of the domain."""

    queries: tuple[RowCount[Row], ...]
    domain: tuple[Row, ...]
    rows: int
    """How many rows the database has; 9 m in the lemma."""

    size: int
    """m, how many rows the learner sees."""

    def __post_init__(self) -> None:
        _ = self._sampled

    @property
    def guarantee(self) -> Guarantee[R]:
        """That of the learner on a sample with replacement."""
        return self._sampled.guarantee

    @property
    def _sampled(self) -> WithReplacement[Row, Answers, R]:
        return WithReplacement(self.learner, self.rows, self.size)

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> Answers:
        """An answer for each query."""
        sampled: Mechanism[Database[Row], Answers, R] = self._sampled
        masses = coins.run(sampled, database)  # 4
        return expected_answers(self.queries, self.domain, masses)  # 5
