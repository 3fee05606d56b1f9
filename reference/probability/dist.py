"""Finite probability distributions with integral weights and one total.

A `Dist[X, R]` assigns to finitely many outcomes x a weight w(x) in Z or Z[r], and
Pr[x] = w(x) / total, where total is the sum of the weights.  Denominators are cleared once,
when the distribution is made; nothing is reduced afterwards.  Outcomes are told apart as in
`reference.probability.outcome`: `True` is not 1.

>>> die = Dist.uniform(range(1, 7))
>>> die.map(lambda x: x % 3).probability(0)
Fraction(1, 3)
>>> Dist.weighted([("heads", Fraction(2, 3)), ("tails", Fraction(1, 3))]).weights
Weights({'heads': 2, 'tails': 1})
>>> Dist.uniform([True, 1, 1]).probability(1)
Fraction(2, 3)

It is a mapping: from the outcomes of positive probability to their probabilities.

>>> coin = Dist.weighted({"heads": 2, "tails": 1})
>>> coin["heads"], "edge" in coin, dict(coin)
(Fraction(2, 3), False, {'heads': Fraction(2, 3), 'tails': Fraction(1, 3)})
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Generic, TypeAlias, TypeVar

from flint import fmpz_poly

from reference.exact.decimals import exactly, read_rational
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.exact.field import RATIONALS, Field, R, field_of
from reference.exact.polynomial import (
    Weight,
    at_one,
    coefficients,
    common_divisor,
    common_multiple,
    evaluate,
    exact_quotient,
    polynomial,
)
from reference.override import override
from reference.probability.outcome import PLAIN, Key, key, outcome

Plain: TypeAlias = int | tuple[int, ...] | ExponentialPolynomial
"""A weight as it is copied to another process."""

X = TypeVar("X", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


class Dist(Mapping[X, R]):
    """An immutable distribution on finitely many outcomes, a mapping to their probabilities.

    Two distributions are equal if they give every outcome the same probability, whatever
    their weights.  `dict(law)` merges outcomes that Python takes for equal, such as True and 1;
    `law.items()` does not.

    Args:
        weights: the weight of each outcome; integers, or polynomials in r that are
            non-negative for r >= 1.  Outcomes of weight zero are dropped.
        field: the field of the probabilities.

    Raises:
        ValueError: if a weight is negative, or all weights are zero.  A polynomial is refused if
            it is negative at r = 1, where eps = 0.  Beyond, it may be one on a part of the range
            only: the kernel refuses a certificate in whose range it is negative.
    """

    __slots__ = ("_field", "_total", "_weights")

    def __init__(self, weights: Mapping[X, Weight], field: Field[R]) -> None:
        self._set(_by_key(weights), field)

    @classmethod
    def keyed(cls, weights: Mapping[Key[X], Weight], field: Field[R]) -> Dist[X, R]:
        """The distribution with these weights by key of the outcome."""
        made = cls.__new__(cls)
        made._set(weights, field)
        return made

    def _set(self, weights: Mapping[Key[X], Weight], field: Field[R]) -> None:
        kept = {k: w for k, w in weights.items() if w}
        for k, w in kept.items():
            if (w if type(w) is int else at_one(w)) < 0:
                raise ValueError(f"weight {w} of outcome {outcome(k)!r}: a weight is >= 0")
        total: Weight = sum(kept.values())
        if not total:
            raise ValueError("a distribution needs an outcome of positive weight")
        self._weights: dict[Key[X], Weight] = kept
        self._total: Weight = total
        self._field: Field[R] = field

    @classmethod
    def weighted(cls, probabilities: Mapping[X, R] | Iterable[tuple[X, R]]) -> Dist[X, R]:
        """The distribution proportional to the given scalars, repeated outcomes added up.

        Args:
            probabilities: outcomes with their scalars, as a mapping or as pairs; a text such as
                "1/3" is the number that it says.

        Raises:
            ValueError: for no outcomes, a negative scalar (see above), or only zeros.
            TypeError: if a scalar is no int, Fraction or function of r.
        """
        pairs: list[tuple[X, R]] = list(
            probabilities.items() if isinstance(probabilities, Mapping) else probabilities
        )
        if not pairs:
            raise ValueError("a distribution needs an outcome of positive weight")
        field = _field_of_all(pairs)
        try:
            parts = [(x, _read(p) or field.split(p)) for x, p in pairs]
        except AttributeError:
            raise TypeError(_no_scalar(pairs)) from None
        denominator: Weight = 1
        for _, (_, bottom) in parts:
            denominator = common_multiple(denominator, bottom)
        weights: dict[Key[X], Weight] = {}
        for x, (top, bottom) in parts:
            k = x if type(x) is int else key(x)
            weights[k] = weights.get(k, 0) + top * exact_quotient(denominator, bottom)
        return cls.keyed(weights, field)

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
        weights: dict[Key[Y], Weight] = {}
        for k in map(key, outcomes):
            weights[k] = weights.get(k, 0) + 1
        return Dist.keyed(weights, RATIONALS)

    @property
    def weights(self) -> Mapping[X, Weight]:
        """The positive weights, by outcome, in the order in which the outcomes were given."""
        return Weights(self._weights)

    @property
    def by_key(self) -> Mapping[Key[X], Weight]:
        """The positive weights, by key of the outcome."""
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
        """The outcomes of positive probability, as a set of Python's, which merges True and 1."""
        return frozenset(self)

    @override
    def __getitem__(self, x: X) -> R:
        weight = self._weights.get(key(x))
        if weight is None:
            raise KeyError(f"{x!r} has probability 0; law.probability(x) says so of every x")
        return self._field.quotient(weight, self._total)

    @override
    def __contains__(self, x: object) -> bool:
        return key(x) in self._weights

    @override
    def __iter__(self) -> Iterator[X]:
        return map(outcome, self._weights)

    @override
    def __len__(self) -> int:
        return len(self._weights)

    def probability(self, outcome: X) -> R:
        """Pr[outcome], zero outside the support."""
        return self._field.quotient(self._weights.get(key(outcome), 0), self._total)

    def probability_that(self, event: Callable[[X], bool]) -> R:
        """Pr[event]."""
        return self.expectation(lambda x: 1 if event(x) else 0)

    def expectation(self, value: Callable[[X], int]) -> R:
        """E[value(x)], for an integer-valued function."""
        mean: Weight = 0
        for x, w in self.weights.items():
            mean = mean + w * value(x)
        return self._field.quotient(mean, self._total)

    def map(self, function: Callable[[X], Y]) -> Dist[Y, R]:
        """The law of function(x): post-processing."""
        weights: dict[Key[Y], Weight] = {}
        for x, w in self.weights.items():
            k = key(function(x))
            weights[k] = weights.get(k, 0) + w
        return Dist.keyed(weights, self._field)

    def bind(self, kernel: Callable[[X], Dist[Y, R]]) -> Dist[Y, R]:
        """The law of y drawn from kernel(x), with x drawn from this distribution."""
        return mixture([(w, kernel(x)) for x, w in self.weights.items()], self._field)

    def product(self, other: Dist[Y, R]) -> Dist[tuple[X, Y], R]:
        """The law of an independent pair."""
        weights: dict[Key[tuple[X, Y]], Weight] = {
            key((x, y)): v * w for x, v in self.weights.items() for y, w in other.weights.items()
        }
        return Dist.keyed(weights, wider(self._field, other._field))

    def condition(self, event: Callable[[X], bool]) -> Dist[X, R]:
        """The law given the event.

        Raises:
            ValueError: if the event has probability zero.
        """
        given = {k: w for (k, w), x in zip(self._weights.items(), self, strict=True) if event(x)}
        return Dist.keyed(given, self._field)

    def total_variation(self: Dist[X, Fraction], other: Dist[X, Fraction]) -> Fraction:
        """The greatest difference between the probabilities of an event."""
        gaps = (self.probability(x) - other.probability(x) for x in self.weights)
        return sum((gap for gap in gaps if gap > 0), Fraction(0))

    def reduced(self) -> Dist[X, R]:
        """The same distribution, its weights divided by their greatest common divisor."""
        divisor: Weight = 0
        for w in self._weights.values():
            divisor = common_divisor(divisor, w)
        weights = {k: exact_quotient(w, divisor) for k, w in self._weights.items()}
        return Dist.keyed(weights, self._field)

    def at(self, root: Fraction) -> Dist[X, Fraction]:
        """The distribution of numbers at r = root."""
        values = ((x, evaluate(w, root)) for x, w in self.weights.items())
        return Dist.weighted(values)

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dist):
            return NotImplemented
        weights = other.by_key
        if self._weights.keys() != weights.keys():
            return False
        return all(w * other.total == weights[k] * self._total for k, w in self._weights.items())

    @override
    def __hash__(self) -> int:
        return hash(frozenset(self._weights))

    @override
    def __repr__(self) -> str:
        inside = ", ".join(f"{x!r}: {self.probability(x)}" for x in self)
        return f"Dist({{{inside}}})"

    @override
    def __reduce__(self) -> tuple[object, tuple[tuple[tuple[X, Plain], ...], Field[R]]]:
        pairs = tuple(
            (x, coefficients(w) if isinstance(w, fmpz_poly) else w)
            for x, w in self.weights.items()
        )
        return _restore, (pairs, self._field)


def _restore(pairs: tuple[tuple[X, Plain], ...], field: Field[R]) -> Dist[X, R]:
    weights = {key(x): polynomial(w) if isinstance(w, tuple) else w for x, w in pairs}
    return Dist.keyed(weights, field)


def _field_of_all(pairs: Sequence[tuple[X, R]]) -> Field[R]:
    """The field of the first scalar that is no int and no text; Q if there is none."""
    for _, p in pairs:
        if type(p) not in {int, str}:
            return field_of(p)
    numbers: object = RATIONALS
    assert isinstance(numbers, Field)
    return numbers


def _read(scalar: object) -> tuple[int, int] | None:
    """Numerator and denominator of the number that a text says; None for anything else."""
    return read_rational(scalar).as_integer_ratio() if isinstance(scalar, str) else None


def _no_scalar(pairs: Iterable[tuple[X, R]]) -> str:
    """Which weight is no scalar, and what to write in its place."""
    found: list[tuple[X, object]] = [(x, p) for x, p in pairs if not hasattr(p, "numerator")]
    x, p = found[0]
    return f"weight {p!r} of outcome {x!r}: {exactly(p)}"


class Weights(Mapping[X, Weight]):
    """Weights by outcome: a mapping in which `True`, `1` and `1.0` are three outcomes."""

    __slots__ = ("by_key",)

    def __init__(self, by_key: Mapping[Key[X], Weight]) -> None:
        self.by_key = by_key

    @override
    def __getitem__(self, x: X) -> Weight:
        return self.by_key[key(x)]

    @override
    def __iter__(self) -> Iterator[X]:
        return map(outcome, self.by_key)

    @override
    def __len__(self) -> int:
        return len(self.by_key)

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        return len(self) == len(other) and self.by_key == _by_key(other)

    @override
    def __hash__(self) -> int:
        return hash(frozenset(self.by_key))

    @override
    def __repr__(self) -> str:
        return f"Weights({dict(self.by_key)!r})"


def _by_key(weights: Mapping[X, Weight]) -> Mapping[Key[X], Weight]:
    """Weights by key, of a mapping by outcome."""
    if type(weights) is Weights:
        return weights.by_key
    if PLAIN.issuperset(map(type, weights)):
        return dict(zip(weights, weights.values(), strict=True))
    return {key(x): w for x, w in weights.items()}


def wider(first: Field[R], second: Field[R]) -> Field[R]:
    """The one of the two fields that has the other one in it."""
    return first if first.rank > second.rank else second


def mixture(parts: Iterable[tuple[Weight, Dist[X, R]]], field: Field[R]) -> Dist[X, R]:
    """The mixture of distributions with the given (relative) weights."""
    blend: Blend[X] = Blend()
    for weight, dist in parts:
        blend.add(weight, dist.by_key, dist.total)
        field = wider(field, dist.field)
    return Dist.keyed(blend.weights, field)


class Blend(Generic[X]):
    """A running sum of weighted laws over one common denominator.

    After `add(v_i, w_i, t_i)` for several i, `weights[k] / denominator` is the sum of
    v_i w_i[k] / t_i; k is the key of an outcome.
    """

    __slots__ = ("denominator", "weights")

    def __init__(self) -> None:
        self.weights: dict[Key[X], Weight] = {}
        self.denominator: Weight = 1

    def add(self, factor: Weight, weights: Mapping[Key[X], Weight], total: Weight) -> None:
        """Add factor * weights / total."""
        if total != self.denominator:
            common = common_multiple(self.denominator, total)
            if common != self.denominator:
                stretch = exact_quotient(common, self.denominator)
                self.weights = {k: w * stretch for k, w in self.weights.items()}
                self.denominator = common
            factor = factor * exact_quotient(common, total)
        sums = self.weights
        for k, w in weights.items():
            sums[k] = sums[k] + factor * w if k in sums else factor * w
