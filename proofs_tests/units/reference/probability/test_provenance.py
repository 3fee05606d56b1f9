"""Whose code runs when a mechanism is called: ours only where every part of it is."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from types import MappingProxyType

import pytest

from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.families import bernoulli
from reference.probability.provenance import ours

EPS = Epsilon(Fraction(2), parts=2)


def quality(rows: tuple[int, ...], y: int) -> int:
    """Somebody's score of a candidate."""
    return sum(x == y for x in rows)


class Derived(ExponentialInteriorPoint[Fraction]):
    """Somebody's variant of a mechanism of ours."""

    @override
    def __call__(self, database: tuple[int, ...], coins: Coins[Fraction], /) -> int:
        return 0


@dataclass(frozen=True)
class Disguised:
    """Somebody's mechanism that says it is ours."""

    __module__ = "reference.mechanisms.noise.randomized_response"

    def __call__(self, database: object, coins: object, /) -> int:
        return 0


class Inherited(Disguised):
    """Somebody's mechanism that says it is ours, and inherits what it runs."""

    __module__ = "reference.mechanisms.noise.randomized_response"


class Partial(partial[int]):
    """Somebody's subclass of what is taken apart."""

    @override
    def __call__(self, *_: object, **__: object) -> int:
        return 0


def recursive(depth: int) -> Callable[[], object]:
    """A function that knows itself."""

    def again() -> object:
        return again() if depth else None

    return again


@pytest.mark.parametrize(
    "value",
    [
        *(0, True, "a", b"", None, 1.5, Fraction(1, 2), range(3), (1, (2,)), [1], {1: 2}),
        *(frozenset([1]), MappingProxyType({1: 2}), Bottom.BOTTOM, RationalFunction.r(), EPS),
        *(Domain.of_size(3), Dist.uniform((0, 1)), bernoulli, Dist, Dist.uniform, len),
        *(operator.add, partial(bernoulli, Fraction(1, 2)), Domain.of_size(3).index),
        ExponentialInteriorPoint(Domain.of_size(2**64), EPS),
        ExponentialInteriorPoint(Domain.of_size(3), Epsilon[RationalFunction].indeterminate(2)),
        RandomizedResponse(Domain.of_size(2), Epsilon(Fraction(2))),
    ],
)
def test_what_is_made_of_our_parts_is_ours(value: object) -> None:
    """Plain values, containers, and mechanisms of the reference with their parameters."""
    assert ours(value)


@pytest.mark.parametrize(
    "value",
    [
        *(quality, lambda: 0, Derived(Domain.of_size(3), EPS), Disguised(), Disguised, object()),
        *(partial(map, lambda: 0), partial(quality, ()), (1, (lambda: 0,)), {1: quality}),
        *(MappingProxyType({1: quality}), time.time, recursive(0), Inherited(), Partial(len)),
        ExponentialMechanism(quality, EPS, 1),  # type: ignore[arg-type]  # any function will do
    ],
)
def test_one_foreign_part_makes_a_mechanism_foreign(value: object) -> None:
    """A function, a class or an object of others, however deep it lies."""
    assert not ours(value)
