"""A private mechanism for attribute means is a pirate, and is caught.

If a mechanism answers all attribute means with an error below 1/2, then its rounded answers are a
feasible word for the rows of a coalition that misses one of n + 1 users.  To exchange the missing
user is to replace a row; so whoever is accused is accused almost as often while missing.

Let the code have error xi, the rounding be infeasible with probability at most g, and the
mechanism be (eps, delta)-private.  For every missing user,

    1 - g - xi <= Pr[a user of the coalition is accused] <= n (e^eps (xi + g) + delta).

Pseudo-code:
    1  C <- Gen for n + 1 users; S is everybody but the missing user i
    2  the database has the rows of S, in random order
    3  a <- M(database)
    4  w_j <- 1 iff a_j > 1/2
    5  accuse Trace(C, w)

Notation: C matrix, S coalition, M mechanism for means, a answers, w word, n rows, xi error of the
code, g chance of an infeasible word.
Source: VT14, Theorem 5.2.2, section 5.2; the inequality with g and xi is derived.
Guarantees: VT14.ALG.FPC2DP, VT14.T5.2.2, VT14.TXT.means-lb.
Deviations: i is given, not drawn; the rows are in random order, without which two coalitions of n
    users may differ in more than one place, unless M does not look at the order.
Degenerate inputs: an answer of 1/2 is rounded to 0.

>>> from reference.lower_bounds.boneh_shaw_code import BonehShawCode
>>> from reference.probability.law import law
>>> exact = ExactMeans()
>>> law(Experiment(BonehShawCode(3, 1), exact), 2)
Dist({Verdict(feasible=True, accused=3): 1})
>>> needed_error(2, Guarantee(Fraction(2), Fraction(1, 20)))
Fraction(9, 50)
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.exact.field import R
from reference.lower_bounds.fingerprinting_code import (
    Matrix,
    SecurityGame,
    TracingCode,
    Verdict,
    Word,
    seen,
)
from reference.lower_bounds.interior_point_fingerprinting import User
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist
from reference.source import Paper, Source

Answers = tuple[Fraction, ...]
"""The mean of each attribute, or an estimate."""

Means = Mechanism[Database[Word], Answers, R]
"""A mechanism for attribute means."""


@dataclass(frozen=True)
class ExactMeans:
    """The attribute means, without noise."""

    deterministic: ClassVar[bool] = True

    def __call__(self, database: Database[Word], coins: Coins[R], /) -> Answers:
        """One mean for each attribute."""
        del coins
        return tuple(Fraction(sum(c), len(database)) for c in zip(*database, strict=True))


def everybody_but(users: int, missing: User) -> Database[User]:
    """The coalition without one user.

    Raises:
        ValueError: for a user that there is not.
    """
    if not 1 <= missing <= users:
        raise ValueError(f"user {missing}: from 1 to {users}")
    return tuple(user for user in range(1, users + 1) if user != missing)  # 1


@dataclass(frozen=True)
class MeansPirate(Generic[R]):
    """The rounded answers of a mechanism for attribute means."""

    means: Means[R]

    def __call__(self, rows: Matrix, coins: Coins[R], /) -> Word:
        """The word."""
        order = coins.draw(Dist.uniform(permutations(rows)))  # 2
        return rounded(coins.run(self.means, order))  # 3


def rounded(answers: Answers) -> Word:
    """The nearest bits."""
    return tuple(int(2 * answer > 1) for answer in answers)  # 4


@dataclass(frozen=True)
class OneMissing(Generic[R]):
    """The word that a mechanism makes from a given matrix: called on the missing user.

    It is as private in the missing user as the mechanism is for one replaced row.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "proof of Theorem 5.2.2", "5.2")

    words: Matrix
    means: Means[R]

    def __call__(self, missing: User, coins: Coins[R], /) -> Word:
        """The rounded answers."""
        rows = seen(self.words, everybody_but(len(self.words), missing))
        return coins.run(MeansPirate(self.means), rows)


@dataclass(frozen=True)
class Experiment(Generic[R]):
    """Who is accused of the rounded answers: called on the missing user."""

    source: ClassVar[Source] = Source(Paper.VT14, "proof of Theorem 5.2.2", "5.2")

    code: TracingCode
    means: Means[R]

    def __call__(self, missing: User, coins: Coins[R], /) -> Verdict:
        """Whether the word is feasible, and who is accused."""
        team = everybody_but(self.code.users, missing)
        game = SecurityGame(self.code, MeansPirate(self.means))
        return coins.run(game, team)  # 5


def accused_at_most(rows: int, error: R, infeasible: R, guarantee: Guarantee[R]) -> R:
    """At most n (e^eps (xi + g) + delta)."""
    return rows * (guarantee.exp_eps * (error + infeasible) + guarantee.delta)


def accused_at_least(error: R, infeasible: R) -> R:
    """At least 1 - g - xi."""
    return 1 - infeasible - error


def needed_error(rows: int, guarantee: Guarantee[R]) -> R:
    """(1 - n delta)/(1 + n e^eps): a code with a smaller error rules out g = 0."""
    return (1 - rows * guarantee.delta) / (1 + rows * guarantee.exp_eps)
