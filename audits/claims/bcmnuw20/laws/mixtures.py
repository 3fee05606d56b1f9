"""Learners with public rows for the reduction to none, and the errors that they make."""

from __future__ import annotations

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.learners import Concepts, Sources, excess
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger

BOTH = ((0, 0), (0, 1))
"""D0: the point 0 with a uniform label."""


NOTHING = Guarantee(Fraction(1), Fraction(1))


@dataclass(frozen=True, slots=True)
class Told:
    """A learner that shows all that it is given."""

    public: Rows
    deterministic = True

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """Nothing."""
        return NOTHING

    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[Rows, Rows]:
        del coins
        return database, self.public


@dataclass(frozen=True, slots=True)
class LabelsCounted:
    """The noisy number of labels 1 of the private rows, plus that of the public rows."""

    eps: Epsilon[Any]
    public: Rows

    @property
    def guarantee(self) -> Guarantee[Any]:
        """What it promises, for replaced rows."""
        return Guarantee.pure(self.eps)

    def __call__(self, database: Rows, coins: Coins[Any], /) -> int:
        noisy = NoisyInteger(self.eps.exp(-1), (0, len(database)))
        count: int = coins.run(noisy, sum(y for _, y in database))
        return count + sum(int(y) for _, y in self.public)


@dataclass(frozen=True, slots=True)
class Counting:
    """The same for each choice of public rows."""

    eps: Epsilon[Any]

    def __call__(self, public: Rows, /) -> LabelsCounted:
        return LabelsCounted(self.eps, public)


@dataclass(frozen=True, slots=True)
class LabelsTold:
    """The noisy count, but with probability delta the labels themselves."""

    counted: LabelsCounted
    delta: Any

    @property
    def guarantee(self) -> Guarantee[Any]:
        """What it promises, for replaced rows."""
        return Guarantee(self.counted.guarantee.exp_eps, self.delta)

    def __call__(self, database: Rows, coins: Coins[Any], /) -> int | Rows:
        if coins.draw(bernoulli(self.delta)):
            return tuple(y for _, y in database)
        return coins.run(self.counted, database)


@dataclass(frozen=True, slots=True)
class Telling:
    """The same for each choice of public rows."""

    eps: Epsilon[Any]
    delta: Any

    def __call__(self, public: Rows, /) -> LabelsTold:
        return LabelsTold(LabelsCounted(self.eps, public), self.delta)


@dataclass(frozen=True, slots=True)
class Uneven:
    """A count with twice the loss if some public row has label 1."""

    eps: Epsilon[Any]

    def __call__(self, public: Rows, /) -> LabelsCounted:
        worse = any(y for _, y in public)
        return LabelsCounted(self.eps * 2 if worse else self.eps, public)


def promising(build: Callable[..., Any], *given: object) -> tuple[Any, Guarantee[Any]] | None:
    """What is built and what it promises, or None if it refuses to promise."""
    try:
        made = build(*given)
        found: Guarantee[Any] = made.guarantee
    except ValueError:
        return None
    return made, found


@dataclass(frozen=True, slots=True)
class Spotting:
    """For rows that are 1 with a given probability, or never 1: the exact means of thresholds.

    If no public row is 1, but a private one is, wrong ones with probability 1/4.
    """

    ones: Fraction
    public: Rows = ()
    guarantee: Guarantee[Fraction] = NOTHING
    """It promises nothing."""

    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[Fraction, ...]:
        sure, seen = Fraction(1), any(database)
        if seen and not any(self.public) and coins.draw(bernoulli(Fraction(1, 4))):
            return sure, 1 - 2 * self.ones, sure
        ones = self.ones if seen or any(self.public) else Fraction(0)
        return -sure, 1 - 2 * ones, sure

    def wired(self, public: Rows) -> Spotting:
        """With public rows."""
        return Spotting(self.ones, public)


@dataclass(frozen=True, slots=True)
class Fitting:
    """Fewest errors on all rows; with some probability, in bad cases, another concept."""

    concepts: Concepts
    spoilt: Callable[[Rows, Rows], Fraction]
    """From private and public rows: the probability of the concept with most errors."""

    public: Rows
    guarantee: Guarantee[Fraction] = NOTHING
    """It promises nothing."""

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Any:
        rows = (*database, *self.public)
        ranked = sorted(self.concepts, key=lambda h: sum(h(x) != y for x, y in rows))
        bad = coins.draw(bernoulli(self.spoilt(database, self.public)))
        return ranked[-1 if bad else 0]


@dataclass(frozen=True, slots=True)
class FittingFamily:
    """The same for each choice of public rows."""

    concepts: Concepts
    spoilt: Callable[[Rows, Rows], Fraction]

    def __call__(self, public: Rows, /) -> Fitting:
        return Fitting(self.concepts, self.spoilt, public)


@dataclass(frozen=True, slots=True)
class Scattered:
    """A probability of k/8 for each pair of samples, k from 0 to 3, by a multiplicative hash."""

    seed: int

    def __call__(self, private: Rows, public: Rows, /) -> Fraction:
        value = self.seed
        for x, y in (*private, *public):
            value = (value * 1103515245 + 12345 + 2 * x + y) % 2**31
        return Fraction(value >> 16 & 3, 8)


def all_public_ones(private: Rows, public: Rows) -> Fraction:
    """A half if all public rows are at the base point, with label 1."""
    del private
    return Fraction(1, 2) if all(row == BOTH[1] for row in public) else Fraction(0)


SPOILT: dict[str, Callable[[Rows, Rows], Fraction]] = {
    "never": lambda _private, _public: Fraction(0),
    "public rows at the base": lambda _, w: QUARTER if all(x == 0 for x, _ in w) else Fraction(0),
    "no private row at the base": lambda x, _: Fraction(all(point for point, _ in x)),
    "public labels 1": lambda _, w: HALF if all(y for x, y in w if x == 0) else Fraction(0),
}
"""How often the worst hypothesis is chosen, given the private and the public rows."""


def failure(
    family: Callable[[Rows], Fitting],
    concepts: Concepts,
    source: Sources,
    rows: tuple[int, int],
    alpha: Fraction,
) -> Fraction:
    """The probability of an excess error above alpha, summed over all pairs of sequences."""
    n, m = rows
    failing = Fraction(0)
    for drawn in product(source, repeat=n + m):
        chance = Fraction(1)
        for _, p in drawn:
            chance *= p
        given = tuple(z for z, _ in drawn)
        private, public = given[:n], given[n:]
        learner = family(public)
        ranked = sorted(concepts, key=lambda h: sum(h(x) != y for x, y in given))
        bad = learner.spoilt(private, public)
        for h, p in ((ranked[-1], bad), (ranked[0], 1 - bad)):
            failing += chance * p * (excess(h, concepts, source) > alpha)
    return failing
