"""Releases of stumps that tracing is tried on: private ones, and some that only say so."""

from typing import Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.lower_bounds.random_means import sign
from reference.mechanisms.release.noisy_stumps import NoisyStumps

Answers = tuple[Fraction, ...]

NOTHING_LOST = Guarantee(Fraction(1), Fraction(0))


def means(rows: Database[int], attributes: int) -> Answers:
    """The means of the coordinates; zeros of no rows."""
    n = max(len(rows), 1)
    return tuple(Fraction(sum(sign(x, j) for x in rows), n) for j in range(attributes))


@dataclass(frozen=True, slots=True)
class PooledMeans:
    """The means of all rows, private and public: nothing is kept."""

    attributes: int
    public: Database[int]
    guarantee: Guarantee[Any] = NOTHING_LOST

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        return means((*database, *self.public), self.attributes)


@dataclass(frozen=True, slots=True)
class PublicMeans:
    """The means of the public rows alone."""

    attributes: int
    public: Database[int]
    guarantee: Guarantee[Any] = NOTHING_LOST

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        return means(self.public, self.attributes)


@dataclass(frozen=True, slots=True)
class NoisyMeans(Generic[R]):
    """Counts of the private rows with geometric noise of ratio e^(-eps/p), and the public rows."""

    attributes: int
    public: Database[int]
    eps: Epsilon[R]

    @property
    def share(self) -> Epsilon[R]:
        """What one count loses."""
        return self.eps / self.attributes

    @property
    def guarantee(self) -> Guarantee[R]:
        """(eps, 0): a row changes every count by at most 1."""
        return Guarantee.pure(self.eps)

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Answers:
        n, m = len(database), len(self.public)
        counts = coins.run(NoisyStumps(self.attributes, self.share), database)
        rest = (sum(sign(x, j) for x in self.public) for j in range(self.attributes))
        return tuple(Fraction(2 * c - n + r, n + m) for c, r in zip(counts, rest, strict=True))


@dataclass(frozen=True, slots=True)
class SometimesShown:
    """With probability delta the first row is shown as the answer; else zeros."""

    attributes: int
    public: Database[int]
    delta: Fraction

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """(0, delta)."""
        return Guarantee(Fraction(1), self.delta)

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> Answers:
        shown = coins.draw(Dist.weighted([(True, self.delta), (False, 1 - self.delta)]))
        return means(database[:1] if shown else (), self.attributes)


def noisy(root: Fraction, attributes: int) -> Build:
    """Noisy means with e^(eps/p) = root."""
    return lambda p, public: NoisyMeans(p, public, Epsilon(root, attributes))


@dataclass(frozen=True, slots=True)
class Majority:
    """The sign of the sum of each coordinate, of an odd number of rows, times a factor."""

    attributes: int
    factor: Fraction

    @property
    def guarantee(self) -> Guarantee[Any]:
        """Nothing is kept: delta = 1."""
        return Guarantee(Fraction(1), Fraction(1))

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        found = means(database, self.attributes)
        return tuple(self.factor if each > 0 else -self.factor for each in found)


def rare_majority_is_right(rows: int, attributes: int, alpha: Fraction) -> Fraction:
    """How often at least the answers are within alpha >= 1/2, whatever the means are.

    They are 1 - alpha times the majority with probability 1/(4n), else zeros; alpha is
    1 - 1/(8n).  Zeros are right if no mean is above alpha.  If one is, the majority has to be
    right on the means above 2 alpha - 1 = 1 - 1/(4n): it is not, on one of them, if more than half
    of n rows have a sign of probability at most 1/(8n).
    """
    rare = 1 - alpha
    wrong = Fraction(0)
    for k in range(rows // 2 + 1, rows + 1):
        wrong += comb(rows, k) * rare**k * (1 - rare) ** (rows - k)
    return min(1 - Fraction(1, 4 * rows), (1 - attributes * wrong) / (4 * rows))


@dataclass(frozen=True, slots=True)
class NoisyOrShown(Generic[R]):
    """With probability delta the first row is the answer, else that of a release."""

    release: NoisyMeans[R]
    delta: Fraction

    @property
    def guarantee(self) -> Guarantee[R]:
        """The eps of the release, and delta."""
        inner = self.release.guarantee
        return Guarantee(inner.exp_eps, inner.delta + self.delta)

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Answers:
        shown = coins.draw(Dist.weighted([(True, self.delta), (False, 1 - self.delta)]))
        if shown:
            return means(database[:1], self.release.attributes)
        return coins.run(self.release, database)
