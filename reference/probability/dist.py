"""Finite probability distributions with integral weights and one total.

A `Dist[X, R]` assigns to finitely many outcomes x a weight w(x) in Z or Z[r], and
Pr[x] = w(x) / total, where total is the sum of the weights.  Denominators are cleared once,
when the distribution is made; nothing is reduced afterwards.

>>> die = Dist.uniform(range(1, 7))
>>> die.map(lambda x: x % 3).probability(0)
Fraction(1, 3)
>>> Dist.weighted([("heads", Fraction(2, 3)), ("tails", Fraction(1, 3))]).weights
mappingproxy({'heads': 2, 'tails': 1})
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Generic, TypeVar

from reference.exact.field import RATIONALS, Field, R, field_of
from reference.exact.polynomial import (
    Weight,
    coefficients,
    common_divisor,
    common_multiple,
    evaluate,
    exact_quotient,
    polynomial,
)
from reference.override import override

X = TypeVar("X", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


class Dist(Generic[X, R]):
    """An immutable distribution on finitely many outcomes.

    Two distributions are equal if they give every outcome the same probability, whatever
    their weights.

    Args:
        weights: the weight of each outcome; integers, or polynomials in r that are
            non-negative for r >= 1.  Outcomes of weight zero are dropped.
        field: the field of the probabilities.

    Raises:
        ValueError: if an integer weight is negative, or all weights are zero.
    """

    __slots__ = ("_field", "_total", "_weights")

    def __init__(self, weights: Mapping[X, Weight], field: Field[R]) -> None:
        kept = {x: w for x, w in weights.items() if w}
        total: Weight = 0
        for x, w in kept.items():
            if isinstance(w, int) and w < 0:
                raise ValueError(f"weight {w} of outcome {x!r}: a weight is >= 0")
            total = total + w
        if not total:
            raise ValueError("a distribution needs an outcome of positive weight")
        self._weights: dict[X, Weight] = kept
        self._total: Weight = total
        self._field: Field[R] = field

    @classmethod
    def weighted(cls, probabilities: Iterable[tuple[X, R]]) -> Dist[X, R]:
        """The distribution proportional to the given scalars, repeated outcomes added up.

        Raises:
            ValueError: for no outcomes, a negative number, or only zeros.
            TypeError: if a scalar is neither a Fraction nor a RationalFunction.
        """
        pairs = list(probabilities)
        if not pairs:
            raise ValueError("a distribution needs an outcome of positive weight")
        field = field_of(pairs[0][1])
        parts = [(x, field.split(p)) for x, p in pairs]
        denominator: Weight = 1
        for _, (_, bottom) in parts:
            denominator = common_multiple(denominator, bottom)
        weights: dict[X, Weight] = {}
        for x, (top, bottom) in parts:
            weights[x] = weights.get(x, 0) + top * exact_quotient(denominator, bottom)
        return cls(weights, field)

    @staticmethod
    def point(outcome: Y) -> Dist[Y, Fraction]:
        """The distribution that is always `outcome`."""
        return Dist({outcome: 1}, RATIONALS)

    @staticmethod
    def uniform(outcomes: Iterable[Y]) -> Dist[Y, Fraction]:
        """Each listed outcome equally likely; one listed k times counts k times.

        Raises:
            ValueError: for no outcomes.
        """
        weights: dict[Y, Weight] = {}
        for x in outcomes:
            weights[x] = weights.get(x, 0) + 1
        return Dist(weights, RATIONALS)

    @property
    def weights(self) -> Mapping[X, Weight]:
        """The positive weights, by outcome, in the order in which the outcomes were given."""
        return MappingProxyType(self._weights)

    @property
    def total(self) -> Weight:
        """The sum of the weights."""
        return self._total

    @property
    def field(self) -> Field[R]:
        """The field of the probabilities."""
        return self._field

    @property
    def support(self) -> frozenset[X]:
        """The outcomes of positive probability."""
        return frozenset(self._weights)

    def __iter__(self) -> Iterator[X]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def probability(self, outcome: X) -> R:
        """Pr[outcome], zero outside the support."""
        return self._field.quotient(self._weights.get(outcome, 0), self._total)

    def probability_that(self, event: Callable[[X], bool]) -> R:
        """Pr[event]."""
        return self.expectation(lambda x: 1 if event(x) else 0)

    def expectation(self, value: Callable[[X], int]) -> R:
        """E[value(x)], for an integer-valued function."""
        mean: Weight = 0
        for x, w in self._weights.items():
            mean = mean + w * value(x)
        return self._field.quotient(mean, self._total)

    def map(self, function: Callable[[X], Y]) -> Dist[Y, R]:
        """The law of function(x): post-processing."""
        weights: dict[Y, Weight] = {}
        for x, w in self._weights.items():
            y = function(x)
            weights[y] = weights.get(y, 0) + w
        return Dist(weights, self._field)

    def bind(self, kernel: Callable[[X], Dist[Y, R]]) -> Dist[Y, R]:
        """The law of y drawn from kernel(x), with x drawn from this distribution."""
        return mixture([(w, kernel(x)) for x, w in self._weights.items()], self._field)

    def product(self, other: Dist[Y, R]) -> Dist[tuple[X, Y], R]:
        """The law of an independent pair."""
        weights: dict[tuple[X, Y], Weight] = {
            (x, y): v * w for x, v in self._weights.items() for y, w in other._weights.items()
        }
        return Dist(weights, wider(self._field, other._field))

    def condition(self, event: Callable[[X], bool]) -> Dist[X, R]:
        """The law given the event.

        Raises:
            ValueError: if the event has probability zero.
        """
        return Dist({x: w for x, w in self._weights.items() if event(x)}, self._field)

    def total_variation(self: Dist[X, Fraction], other: Dist[X, Fraction]) -> Fraction:
        """The greatest difference between the probabilities of an event."""
        gaps = (self.probability(x) - other.probability(x) for x in self.weights)
        return sum((gap for gap in gaps if gap > 0), Fraction(0))

    def reduced(self) -> Dist[X, R]:
        """The same distribution, its weights divided by their greatest common divisor."""
        divisor: Weight = 0
        for w in self._weights.values():
            divisor = common_divisor(divisor, w)
        weights = {x: exact_quotient(w, divisor) for x, w in self._weights.items()}
        return Dist(weights, self._field)

    def at(self, root: Fraction) -> Dist[X, Fraction]:
        """The distribution of numbers at r = root."""
        values = ((x, evaluate(w, root)) for x, w in self._weights.items())
        return Dist.weighted(values)

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dist):
            return NotImplemented
        if self._weights.keys() != other.weights.keys():
            return False
        return all(
            w * other.total == other.weights[x] * self._total for x, w in self._weights.items()
        )

    @override
    def __hash__(self) -> int:
        return hash(self.support)

    @override
    def __repr__(self) -> str:
        inside = ", ".join(f"{x!r}: {self.probability(x)}" for x in self._weights)
        return f"Dist({{{inside}}})"

    @override
    def __reduce__(
        self,
    ) -> tuple[object, tuple[tuple[tuple[X, int | tuple[int, ...]], ...], Field[R]]]:
        pairs = tuple(
            (x, w if isinstance(w, int) else coefficients(w)) for x, w in self._weights.items()
        )
        return _restore, (pairs, self._field)


def _restore(pairs: tuple[tuple[X, int | tuple[int, ...]], ...], field: Field[R]) -> Dist[X, R]:
    return Dist({x: w if isinstance(w, int) else polynomial(w) for x, w in pairs}, field)


def wider(first: Field[R], second: Field[R]) -> Field[R]:
    """Q(r) if one of the two fields is, else Q."""
    return first if first.symbolic else second


def mixture(parts: Iterable[tuple[Weight, Dist[X, R]]], field: Field[R]) -> Dist[X, R]:
    """The mixture of distributions with the given (relative) weights."""
    blend: Blend[X] = Blend()
    for weight, dist in parts:
        blend.add(weight, dist.weights, dist.total)
        field = wider(field, dist.field)
    return Dist(blend.weights, field)


class Blend(Generic[X]):
    """A running sum of weighted laws over one common denominator.

    After `add(v_i, w_i, t_i)` for several i, `weights[x] / denominator` is the sum of
    v_i w_i[x] / t_i.
    """

    __slots__ = ("denominator", "weights")

    def __init__(self) -> None:
        self.weights: dict[X, Weight] = {}
        self.denominator: Weight = 1

    def add(self, factor: Weight, weights: Mapping[X, Weight], total: Weight) -> None:
        """Add factor * weights / total."""
        if total != self.denominator:
            common = common_multiple(self.denominator, total)
            if common != self.denominator:
                stretch = exact_quotient(common, self.denominator)
                self.weights = {x: w * stretch for x, w in self.weights.items()}
                self.denominator = common
            factor = factor * exact_quotient(common, total)
        sums = self.weights
        for x, w in weights.items():
            sums[x] = sums[x] + factor * w if x in sums else factor * w
