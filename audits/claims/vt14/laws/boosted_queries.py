"""Bases for boosting, second ways to its laws, and adversaries against it."""

from audits.claims.prelude import *
from reference.mechanisms.release.boosted_queries import Answers


@dataclass(frozen=True, slots=True)
class CountOf:
    """The number of rows with a value."""

    value: int

    def __call__(self, database: Database[int], /) -> int:
        return database.count(self.value)


@dataclass(frozen=True, slots=True)
class WrittenAnswers:
    """What such a base says: the answers of the least query among those asked."""

    answers: tuple[Answers, ...]
    asked: tuple[int, ...]
    one: Any

    @property
    def guarantee(self) -> Guarantee[Any]:
        """Perfect privacy."""
        return Guarantee(self.one, self.one - self.one)

    def law(self, database: Database[int]) -> Dist[Answers, Any]:
        """One point."""
        del database
        return Dist.point(self.answers[min(self.asked)])

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        return self.answers[min(self.asked)]


@dataclass(frozen=True, slots=True)
class WrittenBase:
    """Answers that depend on the queries that are asked only."""

    answers: tuple[Answers, ...]
    one: Any = Fraction(1)

    def __call__(self, queries: tuple[int, ...], /) -> WrittenAnswers:
        return WrittenAnswers(self.answers, queries, self.one)


@dataclass(frozen=True, slots=True)
class NoisyAnswers:
    """A noisy number of ones, for q_1, and the rest for q_0."""

    eps: Epsilon[Any]
    asked: tuple[int, ...]

    @property
    def guarantee(self) -> Guarantee[Any]:
        """(eps, 0)."""
        return Guarantee.pure(self.eps)

    def law(self, database: Database[int]) -> Dist[Answers, Any]:
        """Answers to q_0 and q_1."""
        n, ones = len(database), sum(database)
        noise = TwoSidedGeometric(self.eps.exp(-1)).clamped(-ones, n - ones)
        turn = self.asked[0]
        return noise.map(lambda z: (n - ones - z + turn, ones + z))

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        return coins.draw(self.law(database))


@dataclass(frozen=True, slots=True)
class NoisyBase:
    """A base with noise of its own."""

    eps: Epsilon[Any]

    def __call__(self, queries: tuple[int, ...], /) -> NoisyAnswers:
        return NoisyAnswers(self.eps, queries)


@dataclass(frozen=True, slots=True)
class ToldAnswers:
    """The exact answers with a probability, and else zeros."""

    chance: Fraction

    @property
    def guarantee(self) -> Guarantee[Any]:
        """(0, delta)."""
        return Guarantee(Fraction(1), self.chance)

    def law(self, database: Database[int]) -> Dist[Answers, Any]:
        """Answers to q_0 and q_1."""
        exact = len(database) - sum(database), sum(database)
        return bernoulli(self.chance).map(lambda told: exact if told else (0, 0))

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Answers:
        return coins.draw(self.law(database))


@dataclass(frozen=True, slots=True)
class ToldBase:
    """A base that is private but for a delta."""

    chance: Fraction

    def __call__(self, queries: tuple[int, ...], /) -> ToldAnswers:
        return ToldAnswers(self.chance)


def boosted(
    exact: Sequence[int],
    rows: tuple[int, ...],
    base: Any,
    setting: tuple[int, int, int, int],
    b: Fraction,
) -> dict[Answers, Fraction]:
    """The law of boosting, by recursion over rounds, with dense weights.

    Args:
        exact: the exact answers.
        rows: the database.
        base: one of those above.
        setting: rounds, samples, tolerance, slack.
        b: e^(gamma/mu).
    """
    found: dict[Answers, Fraction] = {}
    for history, p in _histories(exact, rows, base, setting, b):
        middle = tuple(sorted(each)[(len(each) - 1) // 2] for each in zip(*history, strict=True))
        found[middle] = found.get(middle, Fraction(0)) + p
    return found


def _histories(
    exact: Sequence[int],
    rows: tuple[int, ...],
    base: Any,
    setting: tuple[int, int, int, int],
    b: Fraction,
    before: tuple[Answers, ...] = (),
) -> Iterator[tuple[tuple[Answers, ...], Fraction]]:
    rounds, samples, tolerance, slack = setting
    if len(before) == rounds:
        yield before, Fraction(1)
        return
    weights = []
    for q, right in enumerate(exact):
        weight = Fraction(1)
        for answers in before:
            a = Fraction(slack - 2 * (abs(answers[q] - right) - tolerance), slack)
            weight *= b ** -int(slack * max(Fraction(-1), min(Fraction(1), a)))
        weights.append(weight)
    total = sum(weights, Fraction(0))
    for asked in product(range(len(exact)), repeat=samples):
        chance = Fraction(1)
        for q in asked:
            chance *= weights[q] / total
        said = base(asked).law(rows)
        for answers in said:
            p = chance * said.probability(answers)
            for history, rest in _histories(exact, rows, base, setting, b, (*before, answers)):
                yield history, p * rest


Adversary = Callable[[Mapping[int, Fraction], Sequence[int]], set[int]]
"""From D_t, and how often each query was answered badly so far, to those that are now."""

MARGIN = Fraction(3, 10)


def _within(order: Sequence[int], law: Mapping[int, Fraction]) -> set[int]:
    """Queries in this order, as long as sum D a >= 2 eta: a mass of at most (1 - 2 eta)/2."""
    found: set[int] = set()
    mass = Fraction(0)
    for q in order:
        if mass + law[q] <= (1 - 2 * MARGIN) / 2:
            found.add(q)
            mass += law[q]
    return found


def most_often(law: Mapping[int, Fraction], bad: Sequence[int]) -> set[int]:
    """Those that were answered badly most often, again."""
    return _within(sorted(law, key=lambda q: (-bad[q], q)), law)


def in_turn(law: Mapping[int, Fraction], bad: Sequence[int]) -> set[int]:
    """Those that were answered badly least often."""
    return _within(sorted(law, key=lambda q: (bad[q], q)), law)


def lightest(law: Mapping[int, Fraction], bad: Sequence[int]) -> set[int]:
    """As many as possible."""
    return _within(sorted(law, key=lambda q: (law[q], -bad[q], q)), law)


def heaviest(law: Mapping[int, Fraction], bad: Sequence[int]) -> set[int]:
    """Those with the greatest weight that is allowed."""
    del bad
    return _within(sorted(law, key=lambda q: (-law[q], q)), law)


ADVERSARIES: dict[str, Adversary] = {
    "most often": most_often,
    "in turn": in_turn,
    "lightest": lightest,
    "heaviest": heaviest,
}


def union_of_misses(queries: int, summaries: Sequence[set[int]], samples: int) -> Fraction:
    """Pr[some summary is right on all samples], samples uniform, by enumeration."""
    hits = sum(
        any(right.issuperset(drawn) for right in summaries)
        for drawn in product(range(queries), repeat=samples)
    )
    return Fraction(hits, queries**samples)
