"""Boosting for queries: answers that are good on average, made good for every query.

A base generator is given a few queries and answers all of them from the database; it does well on
average over any distribution of queries from which the few are drawn.  Boosting asks it again and
again, with more weight on queries that were answered badly.

Pseudo-code:
    1  D_1 <- uniform on the queries Q
    2  for t = 1, ..., T: draw k queries from D_t, and let A_t be what the base makes of them
    3      for each query q: e <- |A_t(q) - q(x)|, and
           a_(t,q) <- 1 if e <= lambda; -1 if e >= lambda + mu; 1 - 2 (e - lambda)/mu between
    4      D_(t+1)(q) <- proportional to e^(-gamma sum_(j <= t) a_(j,q))
    5  answer each query by the (lower) median of A_1(q), ..., A_T(q)

Errors, lambda and mu are integers here, so that mu a is one, and with b = e^(gamma/mu) weights are
b^(-sum of mu a).  The margin eta has e^(2 gamma) = (1 + 2 eta)/(1 - 2 eta).

Privacy: if queries differ by at most 1 between neighbours, so do the errors, and mu a by 2.  A
query of D_(t+1) is therefore chosen with loss b^(4t), and k T of them with b^(2 k T (T-1)); the
base spends its own loss T times.  With a delta, mu in proportion to sqrt(k) is enough for the k T
queries (`slack_for`).

Notation: Q queries, D_t distribution, A_t answers, T rounds, k samples, lambda tolerance, mu
slack, a score, gamma rate, b base.
Source: VT14, Theorem 7.0.1; Dwork, Rothblum, Vadhan, Boosting and Differential Privacy, FOCS 2010.
Guarantees: VT14.ALG.BoostQ, VT14.T7.0.1.
Deviations: the notes only cite the theorem; the construction is that of its source.
Degenerate inputs: queries with equal scores have equal weights; one round is the base alone.

>>> score(3, tolerance=2, slack=2), score(2, tolerance=2, slack=2), score(9, tolerance=2, slack=2)
(0, 2, -2)
>>> rounds_for(4, Fraction(2)), rounds_for(6, Fraction(2))  # e^gamma = 2, eta = 3/10
(7, 9)
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import add
from typing import ClassVar, Generic, Protocol, TypeVar

from reference.exact.field import R
from reference.exact.interval import exact, ln, sqrt
from reference.mechanisms.noise.geometric_mechanism import IntegerQuery
from reference.privacy.guarantee import Guarantee, PrivateMechanism
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.families import exponential_weights
from reference.source import Paper, Source

D = TypeVar("D", bound=Hashable)
D_contra = TypeVar("D_contra", bound=Hashable, contravariant=True)
Answers = tuple[int, ...]


class BaseGenerator(Protocol[D_contra, R]):
    """Makes answers to all queries from a few of them."""

    def __call__(self, queries: tuple[int, ...], /) -> PrivateMechanism[D_contra, Answers, R]:
        """The mechanism for queries that are given by number; it promises the same for all."""


def score(error: int, *, tolerance: int, slack: int) -> int:
    """Mu a: from slack, for an error of at most the tolerance, down to -slack."""
    return min(max(slack - 2 * (error - tolerance), -slack), slack)


def reweighted(scores: Sequence[int], base: R) -> Dist[int, R]:
    """D(q) proportional to base^(-score of q so far)."""
    return exponential_weights(((q, -s) for q, s in enumerate(scores)), base)


def lower_median(values: Sequence[int]) -> int:
    """The middle value; of two the smaller one."""
    return sorted(values)[(len(values) - 1) // 2]


def squared_decay(exp_rate: Fraction) -> Fraction:
    """1 - 4 eta^2 for the margin eta with e^(2 gamma) = (1 + 2 eta)/(1 - 2 eta), from e^gamma."""
    return (2 * exp_rate / (1 + exp_rate**2)) ** 2


def rounds_for(queries: int, exp_rate: Fraction) -> int:
    """The least odd T with #Q (1 - 4 eta^2)^(T/2) < 1, from e^gamma > 1.

    Raises:
        ValueError: unless e^gamma is above 1.
    """
    if exp_rate <= 1:
        raise ValueError(f"e^gamma = {exp_rate}: above 1")
    rounds = 1
    while queries**2 * squared_decay(exp_rate) ** rounds >= 1:
        rounds += 2
    return rounds


def samples_for(summary_bits: int, failure_probability: Fraction, margin: Fraction) -> int:
    """A k with 2^s (1/2 + eta)^k <= beta: (s ln 2 + ln(1/beta))/ln(1/(1/2 + eta)), rounded up.

    Raises:
        ValueError: unless 0 < eta < 1/2 and 0 < beta < 1.
    """
    if not 0 < margin < Fraction(1, 2) or not 0 < failure_probability < 1:
        raise ValueError(f"margin {margin}, failure probability {failure_probability}")
    needed = ln(2) * summary_bits - ln(failure_probability)
    return (needed / -ln(Fraction(1, 2) + margin)).rounded_up()


def slack_for(
    rounds: int, samples: int, exp_rate: Fraction, eps: Fraction, delta: Fraction
) -> int:
    """A mu for which the choice of all k T queries is (eps, delta)-private, from e^gamma.

    A loss of eps_t = 4 gamma t/mu is (eps_t^2/2)-concentrated private, and these add up to
    rho = 8 k gamma^2 (1 + 4 + ... + (T-1)^2)/mu^2; rho solves (eps - rho)^2 = 4 rho ln(1/delta).

    Raises:
        ValueError: unless e^gamma > 1, eps > 0 and 0 < delta < 1.
    """
    if exp_rate <= 1 or eps <= 0 or not 0 < delta < 1:
        raise ValueError(
            f"e^gamma = {exp_rate}, eps = {eps}, delta = {delta}: above 1, above 0, and between 0 "
            "and 1"
        )
    most = ln(1 / delta)
    share = (sqrt(most + eps) - sqrt(most)) ** 2
    squares = 8 * samples * sum(t * t for t in range(rounds))
    return (sqrt(exact(squares) / share) * ln(exp_rate)).rounded_up()


@dataclass(frozen=True, slots=True)
class BoostedQueries(Generic[D, R]):
    """Parameters of the mechanism; call it on a database.

    Raises:
        ValueError: unless there are queries, rounds and samples, and mu is at least 1.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "Theorem 7.0.1", "7")

    queries: tuple[IntegerQuery[D], ...]
    """Q: integers that differ by at most 1 between neighbours."""

    base: BaseGenerator[D, R]
    """What is boosted."""

    rounds: int
    """T."""

    samples: int
    """k."""

    tolerance: int
    """Lambda."""

    slack: int
    """Mu."""

    weight: R
    """b = e^(gamma/mu), above 1."""

    def __post_init__(self) -> None:
        least = min(len(self.queries), self.rounds, self.samples, self.slack)
        if least < 1 or self.tolerance < 0:
            words = f"{len(self.queries)} queries, rounds {self.rounds}, samples {self.samples}"
            raise ValueError(
                f"{words}, slack {self.slack}, tolerance {self.tolerance}: the first four at "
                "least 1, the last at least 0"
            )

    @property
    def guarantee(self) -> Guarantee[R]:
        """What the base promises, T times, and b^(2 k T (T-1)) for the choice of queries."""
        each = self.base((0,) * self.samples).guarantee
        steps = 2 * self.samples * self.rounds * (self.rounds - 1)
        return Guarantee(each.exp_eps**self.rounds * self.weight**steps, each.delta * self.rounds)

    def __call__(self, database: D, coins: Coins[R], /) -> Answers:
        """One answer for each query."""
        exact = [query(database) for query in self.queries]
        scores: Answers = (0,) * len(exact)  # 1
        found: tuple[Answers, ...] = ()
        for _ in range(self.rounds):
            law = reweighted(scores, self.weight)
            asked: tuple[int, ...] = ()
            for _ in range(self.samples):  # 2
                asked = (*asked, coins.draw(law))
            answers = coins.run(self.base(asked), database)
            found = (*found, answers)
            errors = [abs(a - q) for a, q in zip(answers, exact, strict=True)]
            new = [score(e, tolerance=self.tolerance, slack=self.slack) for e in errors]  # 3
            scores = tuple(map(add, scores, new))  # 4
        return tuple(map(lower_median, zip(*found, strict=True)))  # 5
