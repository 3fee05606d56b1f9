"""Releases and learners with public rows, samples for them, and errors under a distribution."""

from __future__ import annotations

from audits.claims.prelude import *
from reference.data.concept import grid_distributions, labelled_examples
from reference.mechanisms.learning.on_sample import OnSample
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.noise.noisy_counts import NoisyCounts

Concepts = tuple[Any, ...]
Sources = tuple[tuple[Any, Fraction], ...]
"""A distribution: rows of positive mass, and their masses."""

Family = Callable[[Rows], Any]
"""From public rows to a mechanism on private rows."""


def sign(bit: int) -> int:
    """0 and 1 as -1 and +1."""
    return 2 * bit - 1


def spread(rows: Iterable[Hashable], masses: Iterable[Fraction]) -> Sources:
    """The rows of positive mass."""
    return tuple((row, p) for row, p in zip(rows, masses, strict=True) if p)


def sources(size: int, steps: int) -> list[Sources]:
    """All distributions of labelled examples with masses that are multiples of 1/steps."""
    examples = labelled_examples(size)
    return [spread(examples, masses) for masses in grid_distributions(2 * size, steps)]


def pushed(source: Sources, function: Callable[[Any], Any]) -> Sources:
    """The law of a function of a row."""
    masses: dict[Any, Fraction] = {}
    for row, p in source:
        masses[function(row)] = masses.get(function(row), Fraction(0)) + p
    return tuple(sorted(masses.items()))


def mean(concept: Callable[[Any], int], source: Sources) -> Fraction:
    """E[h], values -1 and +1."""
    return sum((p * sign(concept(x)) for x, p in source), Fraction(0))


def means(concepts: Concepts, source: Sources) -> tuple[Fraction, ...]:
    """E[h] for every concept."""
    return tuple(mean(h, source) for h in concepts)


def err(concept: Callable[[Any], int], source: Sources) -> Fraction:
    """The probability of an example that the concept labels otherwise."""
    return sum((p for (x, y), p in source if concept(x) != y), Fraction(0))


def excess(concept: Callable[[Any], int], concepts: Concepts, source: Sources) -> Fraction:
    """By how much the error exceeds the least one."""
    return err(concept, source) - min(err(h, source) for h in concepts)


def furthest(answers: Sequence[Fraction], exact: Sequence[Fraction]) -> Fraction:
    """The greatest difference."""
    return max((abs(a - b) for a, b in zip(answers, exact, strict=True)), default=Fraction(0))


def alone(source: Sources) -> ListedAdjacency[Sources]:
    """A distribution, as what a mechanism is called on."""
    return ListedAdjacency((source,), (), "one distribution")


@dataclass(frozen=True, slots=True)
class Sampled:
    """Independent rows of a distribution, in order; call the mechanism on them."""

    mechanism: Any
    rows: int

    def __call__(self, source: Sources, coins: Coins[Any], /) -> Any:
        dist = Dist.weighted(list(source))
        return coins.run(self.mechanism, tuple(coins.draw(dist) for _ in range(self.rows)))


@dataclass(frozen=True, slots=True)
class SampledRows:
    """Independent rows of a distribution, sorted: for what does not look at their order."""

    rows: int

    def __call__(self, source: Sources, coins: Coins[Any], /) -> Rows:
        return coins.run(OnSample(_itself, self.rows), tuple(sorted(source)))


def _itself(rows: Rows, coins: Coins[Any]) -> Rows:
    del coins
    return rows


@dataclass(frozen=True, slots=True)
class OnBothSamples:
    """Public and private rows of one distribution, all independent; what A returns on them."""

    family: Family
    rows: int
    public_rows: int

    def __call__(self, source: Sources, coins: Coins[Any], /) -> Any:
        public = coins.run(SampledRows(self.public_rows), source)
        private = coins.run(SampledRows(self.rows), source)
        return coins.run(self.family(public), private)


def release_failure(
    family: Family, concepts: Concepts, source: Sources, rows: tuple[int, int], alpha: Fraction
) -> Fraction:
    """The probability that a release on (n, m) rows is off by more than alpha somewhere."""
    exact = means(concepts, source)
    found: Fraction = law(OnBothSamples(family, *rows), source).probability_that(
        lambda g: furthest(g, exact) > alpha
    )
    return found


def binomial(trials: int, p: Fraction) -> list[Fraction]:
    """The masses of Bin(trials, p), by the recurrence for one more trial."""
    masses = [Fraction(1)]
    for _ in range(trials):
        padded = [Fraction(0), *masses, Fraction(0)]
        masses = [(1 - p) * b + p * a for a, b in pairwise(padded)]
    return masses


def clamped_noise(count: int, n: int, g: Any) -> list[Any]:
    """The probabilities of 0, ..., n for a count with geometric noise of ratio g, clamped."""
    if not n:
        return [g / g]
    inner = [(1 - g) / (1 + g) * g ** abs(y - count) for y in range(1, n)]
    return [g**count / (1 + g), *inner, g ** (n - count) / (1 + g)]


def label_failure(ones: Fraction, n: int, g: Fraction, alpha: Fraction) -> Fraction:
    """The probability that 2K/n - 1 is off by more than alpha: sampling and noise."""
    failing = Fraction(0)
    for count, chance in enumerate(binomial(n, ones)):
        for k, p in enumerate(clamped_noise(count, n, g)):
            if abs(Fraction(2 * k, n) - 1 - (2 * ones - 1)) > alpha:
                failing += chance * p
    return failing


@dataclass(frozen=True, slots=True)
class Counts:
    """Noisy counts, whatever the public rows are."""

    concepts: Concepts
    domain: Domain[Any]
    eps: Epsilon[Any]

    def __call__(self, public: Rows, /) -> NoisyCounts[Any, Any]:
        del public
        return NoisyCounts(self.concepts, self.domain, self.eps)


@dataclass(frozen=True, slots=True)
class PublicMean:
    """The means of the public rows, or what is off by a given error."""

    concepts: Concepts
    off: tuple[Fraction, ...] = ()
    """By what each answer is off; nothing: they are exact."""

    against: Rows | None = None
    """For these public rows each answer is off in the other direction."""

    one: Any = Fraction(1)
    """1 in the field of the probabilities."""

    def __call__(self, public: Rows, /) -> PublicAnswers:
        n, zero = len(public), Fraction(0)
        rows = Counter(public).items()
        shown = [sum(sign(h(x)) * times for x, times in rows) for h in self.concepts]
        exact = [Fraction(a, n) if n else zero for a in shown]
        off = [-e if public == self.against else e for e in self.off] or [zero] * len(exact)
        return PublicAnswers(tuple(a + e for a, e in zip(exact, off, strict=True)), self.one)


@dataclass(frozen=True, slots=True)
class PublicAnswers:
    """Answers that do not depend on the private rows."""

    answers: tuple[Fraction, ...]
    one: Any
    deterministic = True

    @property
    def guarantee(self) -> Guarantee[Any]:
        """What it promises, for replaced rows."""
        return Guarantee(self.one, self.one - self.one)

    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[Fraction, ...]:
        del database, coins
        return self.answers


@dataclass(frozen=True, slots=True)
class BothCounted:
    """Noisy counts of the private rows and exact ones of the public rows, taken together."""

    concepts: Concepts
    domain: Domain[Any]
    eps: Epsilon[Any]
    delta: Any = None
    """The probability of exact private counts, told apart, if there is any."""

    def __call__(self, public: Rows, /) -> CountsAndPublic:
        counts = NoisyCounts(self.concepts, self.domain, self.eps)
        if self.delta is None:
            return CountsAndPublic(counts, public)
        return CountsAndPublic(Telling(counts, self.delta), public)


@dataclass(frozen=True, slots=True)
class CountsAndPublic:
    """Means of noisy private counts and of public rows, by their numbers of rows."""

    counts: NoisyCounts[Any, Any] | Telling
    public: Rows

    @property
    def guarantee(self) -> Guarantee[Any]:
        """What it promises, for replaced rows."""
        return self.counts.guarantee

    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[Fraction, ...]:
        n, m = len(database), len(self.public)
        said = coins.run(self.counts, database)
        shown = [sum(sign(h(x)) for x in self.public) for h in self.counts.concepts]
        return tuple((n * g + s) / (n + m) for g, s in zip(said, shown, strict=True))


@dataclass(frozen=True, slots=True)
class Telling:
    """Noisy counts, but with probability delta exact ones, divided by three: told apart."""

    counts: NoisyCounts[Any, Any]
    delta: Any

    @property
    def guarantee(self) -> Guarantee[Any]:
        """What it promises, for replaced rows."""
        return Guarantee(self.counts.guarantee.exp_eps, self.delta)

    @property
    def concepts(self) -> Concepts:
        """What is counted."""
        return self.counts.concepts

    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[Fraction, ...]:
        if coins.draw(bernoulli(self.delta)):
            n, concepts = len(database), self.counts.concepts
            return tuple(Fraction(sum(sign(h(x)) for x in database), 3 * n) for h in concepts)
        return coins.run(self.counts, database)


@dataclass(frozen=True, slots=True)
class TellingCounts:
    """The same, whatever the public rows are."""

    concepts: Concepts
    domain: Domain[Any]
    eps: Epsilon[Any]
    delta: Any

    def __call__(self, public: Rows, /) -> Telling:
        del public
        return Telling(NoisyCounts(self.concepts, self.domain, self.eps), self.delta)


@dataclass(frozen=True, slots=True)
class Uneven:
    """Counts with twice the loss, and told with probability delta, if a public row is not at 0."""

    concepts: Concepts
    domain: Domain[Any]
    eps: Epsilon[Any]
    delta: Any

    def __call__(self, public: Rows, /) -> Telling:
        worse = any(public)
        eps = self.eps * 2 if worse else self.eps
        delta = self.delta if worse else self.delta - self.delta
        return Telling(NoisyCounts(self.concepts, self.domain, eps), delta)


@dataclass(frozen=True, slots=True)
class OnPairs:
    """A family as an algorithm with two inputs, private and public rows."""

    family: Family
    guarantee: Guarantee[Any]

    def __call__(self, rows: tuple[Rows, Rows], coins: Coins[Any], /) -> Any:
        private, public = rows
        return coins.run(self.family(public), private)


def errors_as_printed(
    concepts: Concepts,
    padding: Hashable,
    answers: Sequence[Sequence[Fraction]],
    estimate: Fraction,
) -> list[Fraction]:
    """(1 - [G1(h) - G2(h) + h(x0) c^])/2 for every concept, values -1 and +1."""
    first, second = answers
    return [
        (1 - (a - b + sign(h(padding)) * estimate)) / 2
        for h, a, b in zip(concepts, first, second, strict=True)
    ]


def learnt_from_counts(
    concepts: Concepts, points: Rows, padding: Hashable, database: Rows, g: Any
) -> dict[Any, Any]:
    """The law of the concept found from noisy counts, from the probabilities of all counts."""
    n = len(database)
    nothing = g - g
    masses: dict[Any, Any] = dict.fromkeys(concepts, nothing)
    flat = [len({h(x) for x in points}) == 1 for h in concepts]
    true = [
        [sum(h(x if y == label else padding) for x, y in database) for h in concepts]
        for label in (1, 0)
    ]
    options = [
        [(a, None)] if flat[i] else [*enumerate(clamped_noise(a, n, g))]
        for half in true
        for i, a in enumerate(half)
    ]
    counts = [*enumerate(clamped_noise(sum(y for _, y in database), n, g))]
    for *found, (k, chance) in product(*options, counts):
        weight = chance
        for _, p in found:
            weight = weight if p is None else weight * p
        said = [Fraction(2 * a, n) - 1 for a, _ in found]
        halves = said[: len(concepts)], said[len(concepts) :]
        told = errors_as_printed(concepts, padding, halves, Fraction(2 * k, n) - 1)
        best = concepts[told.index(min(told))]
        masses[best] = masses[best] + weight
    return masses


def every_public(examples: Iterable[Any], m: int) -> Iterator[Rows]:
    """Every sequence of m public rows."""
    return product(tuple(examples), repeat=m)


@dataclass(frozen=True, slots=True)
class HalvesCounted:
    """Noisy counts on both halves of a labelled database, and the noisy number of labels 1."""

    halves: Callable[[Rows, Any], tuple[Rows, Rows]]
    padding: Hashable
    counts: NoisyCounts[Any, Any]

    @property
    def guarantee(self) -> Guarantee[Any]:
        """What padding allows: two runs and a count."""
        eps = self.counts.eps
        one = eps.exp(0)
        return Guarantee(self.counts.guarantee.exp_eps**2 * eps.exp(), one - one)

    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[Any, ...]:
        ones, zeros = self.halves(database, self.padding)
        noisy = NoisyInteger(self.counts.eps.exp(-1), (0, len(database)))
        said = [coins.run(self.counts, rows) if rows else () for rows in (ones, zeros)]
        return (*said, coins.run(noisy, sum(y for _, y in database)))
