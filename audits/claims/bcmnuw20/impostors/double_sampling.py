"""Wrong second samples, thresholds and constants of the cover lemma."""

from audits.claims.prelude import *
from reference.data.concept import Masses
from reference.mechanisms.release.double_sampling import (
    Pair,
    Sample,
    fewest_rows,
    public_rate,
    sufficient_public_rows,
    threshold,
)
from reference.probability.families import binomial


@dataclass(frozen=True)
class Copied:
    """The ghost sample is the sample."""

    rows: int

    def __call__(self, masses: Masses, coins: Coins[Any], /) -> Pair:
        w = _drawn(masses, self.rows, coins)
        return w, w


@dataclass(frozen=True)
class FirstRowShared:
    """The first row of both samples is the same."""

    rows: int

    def __call__(self, masses: Masses, coins: Coins[Any], /) -> Pair:
        drawn = _drawn(masses, 2 * self.rows, coins)
        w, ghost = drawn[: self.rows], drawn[self.rows :]
        return w, w[:1] + ghost[1:]


@dataclass(frozen=True)
class EvenGhost:
    """The rows of the ghost sample are uniform, not from D."""

    rows: int

    def __call__(self, masses: Masses, coins: Coins[Any], /) -> Pair:
        even = (Fraction(1, len(masses)),) * len(masses)
        return _drawn(masses, self.rows, coins), _drawn(even, self.rows, coins)


def _drawn(masses: Masses, rows: int, coins: Coins[Any]) -> Sample:
    row = Dist.weighted(tuple(enumerate(masses)))
    return tuple(coins.draw(row) for _ in range(rows))


@dataclass(frozen=True)
class AllOrNothing:
    """One coin for all places."""

    def __call__(self, pair: Pair, coins: Coins[Any], /) -> Pair:
        return pair[::-1] if coins.draw(bernoulli(HALF)) else pair


@dataclass(frozen=True)
class Seldom:
    """Exchanged with probability 1/4."""

    def __call__(self, pair: Pair, coins: Coins[Any], /) -> Pair:
        coin = bernoulli(Fraction(1, 4))
        rows = [(b, a) if coins.draw(coin) else (a, b) for a, b in zip(*pair, strict=True)]
        return tuple(a for a, _ in rows), tuple(b for _, b in rows)


@dataclass(frozen=True)
class OneWay:
    """The row of the ghost sample replaces the other one, and stays."""

    def __call__(self, pair: Pair, coins: Coins[Any], /) -> Pair:
        coin = bernoulli(HALF)
        rows = [b if coins.draw(coin) else a for a, b in zip(*pair, strict=True)]
        return tuple(rows), pair[1]


@dataclass(frozen=True)
class FirstPlaceStays:
    """The first row of each sample is not exchanged."""

    def __call__(self, pair: Pair, coins: Coins[Any], /) -> Pair:
        coin = bernoulli(HALF)
        rows = [
            (b, a) if i and coins.draw(coin) else (a, b)
            for i, (a, b) in enumerate(zip(*pair, strict=True))
        ]
        return tuple(a for a, _ in rows), tuple(b for _, b in rows)


WRONG_SAMPLES: dict[str, Callable[..., object]] = {
    "the ghost sample is the sample": Copied,
    "the samples share their first row": FirstRowShared,
    "the ghost sample is uniform": EvenGhost,
}

WRONG_SWAPS: dict[str, Callable[..., object]] = {
    "one coin for all places": AllOrNothing,
    "exchanged with probability 1/4": Seldom,
    "the first row of each stays": FirstPlaceStays,
}

ONE_WAY: dict[str, Callable[..., object]] = {"rows are replaced, not exchanged": OneWay}


def all_rows_threshold(rows: int, gamma: Fraction, mass: Fraction) -> Fraction:
    """Seen on gamma m rows, not half as many."""
    whole = gamma * rows
    return binomial(rows, mass).probability_that(lambda k: k >= whole)


def one_more(rows: int, gamma: Fraction, mass: Fraction) -> Fraction:
    """Seen on t + 1 rows."""
    t = threshold(rows, gamma)
    return binomial(rows, mass).probability_that(lambda k: k > t)


def half_the_rows(gamma: Fraction) -> int:
    """1/(2 gamma) rows are enough."""
    return fewest_rows(min(2 * gamma, Fraction(1023, 1024)))


def ghost_without_union(growth: int, rows: int, gamma: Fraction) -> Fraction:
    """For one pair of concepts only."""
    del growth
    return Fraction(2, 2 ** threshold(rows, gamma))


def one_pair(concepts: int, rows: int, gamma: Fraction) -> Fraction:
    """The failure of one pair, no union over them."""
    del concepts
    return (1 - gamma) ** rows


def square_of_the_rows(concepts: int, rows: int, gamma: Fraction) -> Fraction:
    """The exponent 2 m in place of m."""
    return comb(concepts, 2) * (1 - gamma) ** (2 * rows)


def half_as_many(dimension: int, gamma: Fraction, failure: Fraction) -> int:
    """The exponent gamma m in place of gamma m/2."""
    return sufficient_public_rows(dimension, gamma, failure) // 2


def concepts_not_pairs(dimension: int, gamma: Fraction, failure: Fraction) -> int:
    """d in place of 2 d: a union over concepts, not over pairs."""
    unit = gamma * ln(2)
    return (4 / unit * (dimension * ln(16 / unit) - ln(failure))).rounded_up()


def no_confidence(dimension: int, gamma: Fraction, failure: Fraction) -> int:
    """Without ln(1/beta)."""
    del failure
    return sufficient_public_rows(dimension, gamma, Fraction(1))


def no_logarithm(dimension: int, gamma: Fraction, failure: Fraction) -> int:
    """d in place of d ln(1/gamma)."""
    unit = gamma * ln(2)
    return (4 / unit * (2 * dimension - ln(failure))).rounded_up()


def pairs_for_concepts(concepts: int, gamma: Fraction, failure: Fraction) -> int:
    """A union over concepts, not over pairs."""
    return (ln(concepts / failure) / -ln(1 - gamma)).rounded_up()


def smaller_constant(dimension: int, alpha: Fraction, beta: Fraction) -> Interval:
    """370 in place of 371."""
    return public_rate(dimension, alpha, beta) * Fraction(370, 371)


def without_the_dimension(dimension: int, alpha: Fraction, beta: Fraction) -> Interval:
    """ln(1/alpha), whatever the VC dimension."""
    del dimension
    return public_rate(1, alpha, beta)
