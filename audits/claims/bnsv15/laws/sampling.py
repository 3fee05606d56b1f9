"""Mechanisms on samples, and the most that a sample with replacement can lose."""

from typing import Generic

from audits.claims.prelude import *
from audits.engines.optimum.problem import Problem, Score
from reference.data.adjacency import RowAdjacency
from reference.data.database import Row
from reference.exact.field import R

DRAWN = "sample = coins.run(_Draws(self.size), database)"
WRONG_SAMPLES = {
    "without replacement": f"{DRAWN} => {DRAWN.replace('_Draws', '_Subset')}",
    "repeats dropped": f"{DRAWN} => places = coins.run(_Draws(self.size), tuple(range(self.rows)))"
    "\n        sample = tuple(database[i] for i in sorted({*places}))",
    "promises that of one draw": "group_guarantee(draw, self.size) => draw",
}
"""Edits of `WithReplacement`."""

NOTHING = Guarantee(Fraction(1), Fraction(0))


@dataclass(frozen=True, slots=True)
class Shown(Generic[Row]):
    """The sample itself, in the order of the rows."""

    guarantee: Guarantee[Fraction] = NOTHING

    def __call__(self, database: Database[Row], coins: Coins[Any], /) -> Database[Row]:
        del coins
        return database


@dataclass(frozen=True, slots=True)
class Growing(Generic[R]):
    """1 with probability p(j) = r^j p(0) + delta (1 + r + ... + r^(j-1)), j the number of ones.

    It is (eps, delta)-private on m bits as long as (r + 1) p(m-1) <= 1 - delta, and p grows as
    fast as that allows.
    """

    guarantee: Guarantee[R]
    """e^eps = r, and delta."""

    least: Fraction
    """p(0)."""

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        r = self.guarantee.exp_eps
        chance = r - r + self.least
        for _ in range(sum(database)):
            chance = r * chance + self.guarantee.delta
        return int(coins.draw(bernoulli(chance)))


@dataclass(frozen=True, slots=True)
class AllOnes(Generic[R]):
    """1 with probability r^j / (r^(m-1) (r + 1)), where j of the m bits are ones."""

    guarantee: Guarantee[R]
    size: int
    """m."""

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        r = self.guarantee.exp_eps
        power = r ** sum(database) / r ** (self.size - 1)
        return int(coins.draw(bernoulli(power / (r + 1))))


def leaking(exp_eps: R, delta: Fraction = Fraction(1, 1000)) -> Growing[R]:
    """It loses e^eps and delta for every bit: up to e^eps = 3 on three bits."""
    return Growing(Guarantee(exp_eps, exp_eps - exp_eps + delta), delta)


def most_lost(guarantee: Guarantee[R], rows: int, size: int) -> Guarantee[R]:
    """g^m and delta (1 + g + ... + g^(m-1))/n, g = 1 + (r - 1)/n: the loss on m of n rows."""
    g = 1 + (guarantee.exp_eps - 1) / rows
    delta = guarantee.delta - guarantee.delta
    for _ in range(size):
        delta = g * delta + guarantee.delta / rows
    return Guarantee(g**size, delta)


def no_more(promised: Guarantee[Fraction], given: Guarantee[Fraction]) -> Iterator[Comparison]:
    """A promise is no larger, in e^eps and in delta, than that of what is run."""
    yield le("the promised e^eps", promised.exp_eps, given.exp_eps)
    yield le("the promised delta", promised.delta, given.delta)


def last_row(rows: int) -> ListedAdjacency[Rows]:
    """Zeros but for the last row, which is 1 or 0: neighbours."""
    zeros = (0,) * (rows - 1)
    return ListedAdjacency(((*zeros, 1), (*zeros, 0)), ((0, 1),))


def events(rows: int, size: int, factor: Fraction) -> Problem[Rows, str]:
    """Pr[T on a sample of D] - factor Pr[T on a sample of D'], T an event, is to be large.

    D and D' are zeros but for the last row, 1 in D and 2 in D'; samples are with replacement.
    """
    universe = replace_one(range(3), size)
    place = {d: i for i, d in enumerate(universe.databases())}
    terms = []
    for j in range(size + 1):
        weight = Fraction(comb(size, j) * (rows - 1) ** (size - j), rows**size)
        for last, sign in ((1, Fraction(1)), (2, -factor)):
            terms.append((place[(0,) * (size - j) + (last,) * j], (0,), sign * weight))
    named = f"an event on {size} of {rows} rows, drawn with replacement, factor {factor}"
    return Problem(named, universe, ("event", "else"), (Score("excess", tuple(terms)),))


def all_bits(rows: int) -> RowAdjacency[int]:
    """Every multiset of bits, one bit replaced."""
    return replace_one((0, 1), rows)


def listed(databases: Iterable[Hashable]) -> ListedAdjacency[Any]:
    """Databases of which none are neighbours."""
    return ListedAdjacency(tuple(databases), ())


def binomial_masses(trials: int, chance: Fraction) -> Iterator[Fraction]:
    """Pr[Bin = 0], Pr[Bin = 1], ..."""
    for k in range(trials + 1):
        yield comb(trials, k) * chance**k * (1 - chance) ** (trials - k)


def sampled_from(masses: Iterable[Fraction]) -> tuple[tuple[int, Fraction], ...]:
    """A distribution on 0, 1, ...: points of positive mass, and their masses."""
    return tuple((x, p) for x, p in enumerate(masses) if p)


@dataclass(frozen=True, slots=True)
class CoinLearner(Generic[R]):
    """A learner of distributions on {0, 1}: the point mass at 1, or the fair coin.

    The former with the probability with which 1 is said.  It is off by more than 1/2 where it
    returns the point mass and less than half of the mass is at 1.
    """

    says: AllOnes[R] | Growing[R]

    @property
    def guarantee(self) -> Guarantee[R]:
        """That of what is said."""
        return self.says.guarantee

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[Fraction, ...]:
        one = coins.run(self.says, database)
        return (Fraction(0), Fraction(1)) if one else (Fraction(1, 2), Fraction(1, 2))


def coin_learner(exp_eps: R, size: int) -> CoinLearner[R]:
    """The learner with this e^eps, on so many bits."""
    return CoinLearner(AllOnes(Guarantee(exp_eps, exp_eps - exp_eps), size))


@dataclass(frozen=True, slots=True)
class LastPointLearner(Generic[R]):
    """A proper learner of the thresholds c_0, c_1 on {0, 1}, from labelled rows.

    It returns c_1 with the probability with which 1 is said if the rows (1, 1) are the ones.  The
    point mass at 1 is learnt well, other distributions less.
    """

    says: AllOnes[R] | Growing[R]

    ones: tuple[tuple[int, int], ...] = ((1, 1),)
    """The labelled rows that are the ones."""

    @property
    def guarantee(self) -> Guarantee[R]:
        """That of what is said."""
        return self.says.guarantee

    def __call__(self, database: Database[tuple[int, int]], coins: Coins[R], /) -> int:
        return coins.delegate(self.says, tuple(int(row in self.ones) for row in database))


@dataclass(frozen=True, slots=True)
class NeedsARepeat:
    """A learner that is wrong on a sample without repeated rows.

    Examples all have the same label; it returns the function that is this label everywhere, or,
    if no two rows are equal, the opposite one.
    """

    guarantee: Guarantee[Fraction] = NOTHING

    def __call__(self, database: Database[tuple[int, int]], coins: Coins[Any], /) -> int:
        del coins
        return database[0][1] ^ int(len(set(database)) == len(database))
