"""RecPrefix: an interior point, by recursion on the lengths of common prefixes.

The rows are paired at random, and each pair becomes the number of leading binary digits that its
members have in common.  An interior point z of these lengths, found recursively over a domain of
logarithmic size, is the length of a prefix that many rows share with one more digit; such a
prefix is chosen, and one of the two ends of the interval that it stands for is interior.  Each
call halves the number of rows and releases three things: z, the prefix, and one comparison.

Pseudo-code:
    1  if |X| <= B, return an interior point of S by the exponential mechanism
    2  Y <- the n - 2k smallest rows of S, in random order y_1, ..., y_(n-2k)
    3  z_j <- the length of the longest common prefix of y_(2j-1) and y_(2j), for each j
    4  z <- RecPrefix on z_1, z_2, ..., over 0, ..., log2 |X|; if bottom, return bottom
    5  choose a prefix L of length z + 1 that many rows of Y have, by the choosing mechanism;
       if bottom, return bottom
    6  L_0, L_1 <- L followed by zeros, and by ones
    7  big <- #{x in S : x >= L_1} + Lap(1/eps)
    8  return L_1 if big >= m k, and else L_0

Privacy, with N calls: the exponential mechanism of the last one costs eps, and in each of the
others the choosing mechanism (eps, delta) and the comparison eps, so that the whole is
((2N - 1) eps, (N - 1) delta)-private.

Notation: X domain, S database, n rows, k trim, B base, m majority, T threshold, Y pool,
z_j and z lengths, L prefix, L_0 and L_1 the ends of its interval.
Source: BNSV15, Algorithm 3, section 3.3.2.
Guarantees: BNSV15.ALG.RecPrefix, BNSV15.L3.11, BNSV15.L3.13, BNSV15.T3.4.
Deviations: k, T, B and m are parameters, the same in all calls; printed, B = 32, m = 3/2, and k
and T are such as `calibrate_rec_prefix` derives.  The lengths are 0, ..., log2 |X|, one more than
log2 |X| values: two equal rows agree on all digits.  There is no prefix of length log2 |X| + 1;
for z = log2 |X| a prefix of all digits is chosen, which is L_0 and L_1.  A domain of more than B
points is extended to a power of two.
Degenerate inputs: at most 2k rows, or none that are paired, give bottom, but for |X| <= B, where
the law is uniform on no rows.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> rec_prefix = RecPrefix(Domain.of_size(4), 1, 2, Epsilon(Fraction(3, 2), parts=4), base=3)
>>> law(rec_prefix, (0, 0, 3, 3)).probability(0)
Fraction(125, 306)
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.interior_point.path_embedding import check_count, check_domain, depth
from reference.mechanisms.interior_point.random_pairs import CommonPrefix, RandomPairs
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism
from reference.privacy.epsilon import Epsilon
from reference.privacy.group import at_most_one
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.families import bernoulli
from reference.source import Paper, Source

BASE = 32
"""The printed B."""

LEAST_BASE = 3
"""The recursion on 3 or 4 points is over 3 points."""

MAJORITY = Fraction(3, 2)
"""The printed m."""


@dataclass(frozen=True, slots=True)
class PrefixAgreement:
    """The number of rows with each prefix of a length, for prefixes that occur: growth 1."""

    depth: int
    """Number of binary digits of a row."""

    length: int
    """Number of leading digits that count."""

    def __call__(self, database: Database[int], /) -> dict[int, int]:
        return dict(Counter(x >> (self.depth - self.length) for x in database))


@dataclass(frozen=True, slots=True)
class PrefixToPoint(Generic[R]):
    """From an interior point of the lengths to one of the rows: steps 5 to 8 of RecPrefix.

    Pseudo-code:
        1  Y <- the n - 2k smallest rows of S
        2  choose a prefix L of length min(z + 1, log2 |X|) that many rows of Y have, by the
           choosing mechanism; if bottom, return bottom
        3  L_0, L_1 <- the least and the greatest point with this prefix
        4  return L_1 if #{x in S : x >= L_1} + Lap(1/eps) >= m k, and else L_0

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1, trim and length are >= 0, and
            2 m k is an integer.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Algorithm 3, steps 5 to 8", "3.3.2")
    parts: ClassVar[int] = 4

    domain: Domain[int]
    """X: the points 0, 1, ..., size - 1; extended to a power of two."""

    trim: int
    """k: 2k rows are left out at the upper end."""

    threshold: int
    """T: the choosing mechanism answers bottom if its noisy best agreement is below this."""

    length: int
    """z."""

    eps: Epsilon[R]
    """Privacy loss of either choice; e^(eps/4) must be exact."""

    majority: Fraction = MAJORITY
    """m."""

    def __post_init__(self) -> None:
        check_domain(self.domain)
        check_count("trim", self.trim)
        check_count("length", self.length)
        check_majority(self.majority, self.trim)

    universe = replaced_rows

    @property
    def guarantee(self) -> Guarantee[R]:
        """(2 eps, delta), where the choosing mechanism is (eps, delta)-private."""
        return Guarantee(self.eps.exp(2), _choice_delta(self.threshold, self.eps))

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """A point of the (extended) domain, or bottom."""
        digits = depth(self.domain)
        length = min(self.length + 1, digits)
        pool = smallest(database, 2 * self.trim)  # 1
        choose = ChoosingMechanism(  # 2
            PrefixAgreement(digits, length), self.threshold, self.eps
        )
        prefix = coins.run(choose, pool)
        if isinstance(prefix, Bottom):
            return prefix
        width = 2 ** (digits - length)
        lower, upper = prefix * width, (prefix + 1) * width - 1  # 3
        count = sum(x >= upper for x in database)  # 4
        missing = int(2 * self.majority * self.trim) - 2 * count
        enough = LaplaceNoise(self.eps.exp(Fraction(1, 2))).at_least(missing)
        ends: Dist[int, R] = bernoulli(enough).map(lambda big: upper if big else lower)
        return coins.release(ends)


@dataclass(frozen=True, slots=True)
class RecPrefix(Generic[R]):
    """Parameters of the mechanism; call it on a database of rows of the domain.

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1, trim >= 0, base >= 3 and 2 m k is an
            integer.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Algorithm 3", "3.3.2")
    parts: ClassVar[int] = 4

    domain: Domain[int]
    """X: the points 0, 1, ..., size - 1; extended to a power of two if they are more than B."""

    trim: int
    """k: 2k rows are left out at the upper end."""

    threshold: int
    """T: the choosing mechanism answers bottom if its noisy best agreement is below this."""

    eps: Epsilon[R]
    """Privacy loss of every choice; e^(eps/4) must be exact."""

    base: int = BASE
    """B: the exponential mechanism is used on so many points or fewer."""

    majority: Fraction = MAJORITY
    """m: the upper end is returned if a noisy number of rows above it is m k at least."""

    def __post_init__(self) -> None:
        check_domain(self.domain)
        check_count("trim", self.trim)
        check_count("base", self.base, LEAST_BASE)
        check_majority(self.majority, self.trim)

    universe = replaced_rows

    @property
    def guarantee(self) -> Guarantee[R]:
        """((2N - 1) eps, (N - 1) delta), where the choosing mechanism is (eps, delta)-private."""
        calls = self.calls
        delta = (calls - 1) * _choice_delta(self.threshold, self.eps)
        return Guarantee(self.eps.exp(2 * calls - 1), at_most_one(delta))

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """A point of the (extended) domain, or bottom."""
        if self.domain.size <= self.base:  # 1
            return ExponentialInteriorPoint(self.domain, self.eps)(database, coins)
        length = coins.run(InteriorLength(self), smallest(database, 2 * self.trim))  # 2-4
        if isinstance(length, Bottom):
            return length
        end = PrefixToPoint(  # 5-8
            self.domain, self.trim, self.threshold, length, self.eps, self.majority
        )
        return end(database, coins)

    @property
    def next(self) -> "RecPrefix[R]":
        """The mechanism of the recursive call."""
        return RecPrefix(
            lengths_of(self.domain), self.trim, self.threshold, self.eps, self.base, self.majority
        )

    @property
    def calls(self) -> int:
        """N: the number of calls, that of the base case included."""
        return recursive_calls(self.domain, self.base)


@dataclass(frozen=True, slots=True)
class InteriorLength(Generic[R]):
    """Steps 3 and 4 of RecPrefix, on the pool: one mechanism, so that its law is merged.

    Pseudo-code:
        1  z_1, z_2, ... <- the lengths of the common prefixes of random pairs of rows
        2  return an interior point of these, by RecPrefix
    """

    outer: RecPrefix[R]

    @property
    def eps(self) -> Epsilon[R]:
        """Privacy loss of every choice."""
        return self.outer.eps

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """A length, or bottom."""
        lengths = coins.run(RandomPairs(CommonPrefix(depth(self.outer.domain))), database)  # 1
        return coins.delegate(self.outer.next, lengths)  # 2


def smallest(database: Database[int], left_out: int) -> Database[int]:
    """The rows, sorted, without so many of the largest."""
    return tuple(sorted(database)[: max(0, len(database) - left_out)])


def lengths_of(domain: Domain[int]) -> Domain[int]:
    """The domain of the lengths: 0, ..., d, for a domain that is extended to 2^d points."""
    return Domain.of_size(depth(domain) + 1)


def recursive_calls(domain: Domain[int], base: int = BASE) -> int:
    """N: how many domains the recursion has, the base case included."""
    calls = 1
    while domain.size > base:
        domain, calls = lengths_of(domain), calls + 1
    return calls


def check_majority(majority: Fraction, trim: int) -> None:
    """Refuse a majority that is compared with something else than halves of integers.

    Raises:
        ValueError: saying so.
    """
    if (2 * majority * trim).denominator != 1:
        product = 2 * majority * trim
        raise ValueError(f"majority {majority}, trim {trim}: 2 m k is {product}, no integer")


def _choice_delta(threshold: int, eps: Epsilon[R]) -> R:
    """Delta of the choosing mechanism for agreements with a prefix."""
    return ChoosingMechanism(PrefixAgreement(0, 0), threshold, eps).guarantee.delta
