"""Learners of concepts on several axes, private ones and ones that err where it hurts."""

from typing import NamedTuple

from audits.claims.prelude import *
from reference.data.concept import Hypothesis, LabelledExample, intervals
from reference.data.product_concept import (
    Conjunction,
    Disjunction,
    ProductExample,
    conjunctions,
    disjunctions,
    thresholds,
)
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.reductions.conjunction_learning import placed

Examples = Database[LabelledExample]
Joined = Conjunction | Disjunction
Placed = Database[ProductExample]


@dataclass(frozen=True, slots=True)
class Class:
    """Concepts on one axis, how they are joined, and a point that does not matter."""

    name: str
    concepts: tuple[Hypothesis, ...]
    size: int
    neutral: int
    join: Callable[[tuple[Hypothesis, ...]], Joined]
    joined: Callable[[Sequence[Hypothesis], int], tuple[Joined, ...]]

    @property
    def others(self) -> tuple[int, ...]:
        """The points that matter."""
        return tuple(x for x in range(self.size) if x != self.neutral)

    @override
    def __str__(self) -> str:
        return self.name


def all_thresholds(size: int) -> Class:
    """Conjunctions of thresholds; all are 1 at the least point."""
    return Class("thresholds", thresholds(size), size, 0, Conjunction, conjunctions)


def all_intervals(size: int) -> Class:
    """Disjunctions of intervals but the full one; all are 0 at the greatest point."""
    return Class("intervals", intervals(size)[:-1], size, size - 1, Disjunction, disjunctions)


def one_example(kind: Class) -> Dist[Examples, Fraction]:
    """One example at a point that matters, with either label."""
    return Dist.uniform([((kind.others[0], y),) for y in (0, 1)])


def two_examples() -> Dist[Examples, Fraction]:
    """The last 1 and the first 0 of the concepts that switch after the points 0 and 1."""
    return Dist.uniform([((x, 1), (x + 1, 0)) for x in (0, 1)])


def exponential(kind: Class, dimensions: int, eps: Epsilon[Any]) -> ExponentialLearner[Any, Any]:
    """The exponential learner of all joined concepts."""
    every: Any = kind.joined(kind.concepts, dimensions)
    return ExponentialLearner(every, kind.size, eps)


def alike(kind: Class, dimensions: int, eps: Epsilon[Any]) -> ExponentialLearner[Any, Any]:
    """The exponential learner of one concept for all axes: what it finds on them is coupled."""
    every: Any = tuple(kind.join((c,) * dimensions) for c in kind.concepts)
    return ExponentialLearner(every, kind.size, eps)


def axis_of_the_first_row(axes: Sequence[int], labels: Sequence[int]) -> int:
    """It looks at the order of its rows."""
    del labels
    return axes[0]


def first_axis(axes: Sequence[int], labels: Sequence[int]) -> int:
    """Always the same axis."""
    del axes, labels
    return 0


def odd_one_out(axes: Sequence[int], labels: Sequence[int]) -> int:
    """The axis whose label is that of no other, if there is one."""
    rare = [j for j, y in zip(axes, labels, strict=True) if labels.count(y) == 1]
    return rare[0] if len(rare) == 1 else 0


@dataclass(frozen=True, slots=True)
class Erring:
    """A learner from one example on each axis, consistent on all axes but one."""

    kind: Class
    dimensions: int
    errs_on: Callable[[Sequence[int], Sequence[int]], int]

    def __call__(self, database: Placed, coins: Coins[Any], /) -> Joined:
        del coins
        axes = [self._axis(example) for example in database]
        labels = [y for _, y in database]
        known = dict(zip(axes, labels, strict=True))
        wrong = self.errs_on(axes, labels)
        point = self.kind.others[0]
        return self.kind.join(
            tuple(
                next(c for c in self.kind.concepts if c(point) == known.get(j, 0) ^ (j == wrong))
                for j in range(self.dimensions)
            )
        )

    def _axis(self, example: ProductExample) -> int:
        point, _ = example
        return next((j for j, y in enumerate(point) if y != self.kind.neutral), 0)


@dataclass(frozen=True, slots=True)
class RandomRow:
    """A learner that tells the label of a random row, and nothing else: (0, 1/rows)-private."""

    kind: Class
    dimensions: int

    def __call__(self, database: Placed, coins: Coins[Any], /) -> Joined:
        _, label = coins.draw(Dist.uniform(database))
        return self.kind.join((self.kind.concepts[label],) * self.dimensions)


@dataclass(frozen=True, slots=True)
class MistakesOnDrawn:
    """How many examples of a database from P what is learnt on it labels otherwise."""

    learner: Mechanism[Examples, Hypothesis, Any]
    drawn: Dist[Examples, Fraction]

    def __call__(self, database: str, coins: Coins[Any], /) -> int:
        del database
        examples = coins.draw(self.drawn)
        return errors(coins.run(self.learner, examples), examples)


class Seen(NamedTuple):
    """What a learner was run on, and which of its hypotheses was returned."""

    axis: int
    examples: tuple[ProductExample, ...]
    """In sorted order: a multiset."""


@dataclass(frozen=True, slots=True)
class Everything:
    """What a learner that tells all it sees returns."""

    parts: tuple[Seen, ...]


@dataclass(frozen=True, slots=True)
class Telling:
    """A learner whose hypothesis for an axis is all that it sees, and the axis."""

    dimensions: int

    def __call__(self, database: Placed, coins: Coins[Any], /) -> Everything:
        del coins
        seen = tuple(sorted(database))
        return Everything(tuple(Seen(j, seen) for j in range(self.dimensions)))


@dataclass(frozen=True, slots=True)
class WorstConsistent:
    """Of the concepts with errors on at most alpha of its rows, one with most errors."""

    kind: Class
    dimensions: int
    alpha: Fraction

    def __call__(self, database: Placed, coins: Coins[Any], /) -> Joined:
        del coins
        found = [
            (errors(c, database), -i, c)
            for i, c in enumerate(self.kind.joined(self.kind.concepts, self.dimensions))
            if errors(c, database) <= self.alpha * len(database)
        ]
        return max(found)[-1]


def errors(concept: Callable[[Any], int], examples: Sequence[tuple[Any, int]]) -> int:
    """How many examples the concept labels otherwise."""
    return sum(concept(x) != y for x, y in examples)


def on_all_axes(
    kind: Class, fresh: Dist[Examples, Fraction], dimensions: int
) -> list[tuple[Placed, Fraction]]:
    """Independent samples, one on each axis, in the order of the axes."""
    found = []
    for samples in product(fresh.weights, repeat=dimensions):
        chance = Fraction(1)
        for sample in samples:
            chance *= fresh.probability(sample)
        rows = [
            example
            for j, sample in enumerate(samples)
            for example in placed(sample, j, dimensions, kind.neutral)
        ]
        found.append((tuple(rows), chance))
    return found
