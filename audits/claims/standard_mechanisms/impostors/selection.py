"""Wrong variants of selection mechanisms."""

from typing import Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.selection.exponential import ExponentialFrequentValue
from reference.mechanisms.selection.quality import Quality
from reference.probability.coins import D
from reference.probability.dist import X
from reference.probability.families import exponential_weights


@dataclass(frozen=True, slots=True)
class OneNoiseForAll(Generic[R]):
    """The most frequent value after one noise was added to all frequencies."""

    domain: Domain[int]
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        noise = coins.run(NoisyInteger(self.eps.exp(Fraction(-1, 2)), (-1, 1)), 0)
        return max(self.domain, key=lambda x: database.count(x) + noise)


@dataclass(frozen=True, slots=True)
class OccurringOnly(Generic[R]):
    """The exponential mechanism on the values that occur, on all if none does."""

    domain: Domain[int]
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        occurring = Domain(tuple(sorted(set(database or self.domain))))
        return coins.run(ExponentialFrequentValue(occurring, self.eps), database)


@dataclass(frozen=True, slots=True)
class WorstPreferred(Generic[R]):
    """The exponential mechanism with the sign of the quality forgotten."""

    domain: Domain[int]
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        scores = ((x, -database.count(x)) for x in self.domain)
        return coins.draw(exponential_weights(scores, self.eps.exp(Fraction(1, 2))))


@dataclass(frozen=True, slots=True)
class FixedOrder(Generic[R]):
    """Permute-and-flip without permuting: candidates flip in the order of the domain."""

    domain: Domain[int]
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        best = max(database.count(x) for x in self.domain)
        base = self.eps.exp(Fraction(1, 2))
        for x in self.domain:
            if coins.draw(bernoulli(base ** (database.count(x) - best))):
                return x
        raise AssertionError("the best candidate flips heads")


@dataclass(frozen=True, slots=True)
class NotBelowTheBest(Generic[R]):
    """Permute-and-flip that flips with the weight of the mean in place of that of the best."""

    domain: Domain[int]
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        base = self.eps.exp(Fraction(1, 2))
        left = list(self.domain)
        while len(left) > 1:
            candidate = left.pop(coins.draw(Dist.uniform(range(len(left)))))
            if coins.draw(bernoulli(base ** (database.count(candidate) - len(database)))):
                return candidate
        return left[0]


@dataclass(frozen=True, slots=True)
class SensitivityOne(Generic[D, X, R]):
    """A selection that takes the sensitivity of the quality for one."""

    mechanism: Callable[..., Callable[[D, Coins[R]], X]]
    quality: Quality[D, X]
    eps: Epsilon[R]
    sensitivity: int

    def __call__(self, database: D, coins: Coins[R], /) -> X:
        return coins.run(self.mechanism(self.quality, self.eps, 1), database)


@dataclass(frozen=True, slots=True)
class BetweenRows(Generic[R]):
    """The exponential mechanism for interior points on the candidates between the rows."""

    domain: Domain[int]
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        inside = (y for y in self.domain if min(database) <= y <= max(database))
        return coins.run(ExponentialInteriorPoint(Domain(tuple(inside)), self.eps), database)


@dataclass(frozen=True, slots=True)
class LeftEndPreferred(Generic[R]):
    """The exponential mechanism for interior points that counts the rows on the left only."""

    domain: Domain[int]
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        scores = ((y, sum(x <= y for x in database)) for y in self.domain)
        return coins.draw(exponential_weights(scores, self.eps.exp(Fraction(1, 2))))
