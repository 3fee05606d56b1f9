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
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.probability import law as law_module
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


def executed(source: str, module: str) -> object:
    """What is called Evil in code that is run as if it stood in a module of ours."""
    names: dict[str, object] = {"__name__": module}
    exec(source, names)  # noqa: S102
    return names["Evil"]


EVIL = """
class Evil{base}:
    def __call__(self, database, coins):
        return 0
"""

EVIL_NUMBER = "from fractions import Fraction\n" + EVIL.format(base="(Fraction)")

EVIL_RECORD = """
from dataclasses import dataclass
@dataclass(frozen=True)
class Evil:
    x: int = 0
    def __call__(self, database, coins):
        return 0
"""


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
    ("source", "module"),
    [
        (EVIL.format(base=""), "reference.probability.law"),
        (EVIL.format(base="(tuple)"), "builtins"),
        (EVIL.format(base=""), "flint"),
        (EVIL_NUMBER, "fractions"),
        (EVIL_RECORD, "reference.probability.law"),
    ],
)
def test_a_name_makes_no_class_ours(source: str, module: str) -> None:
    """A class that says of itself where it is from, and is not there."""
    evil = executed(source, module)
    assert isinstance(evil, type)
    assert not ours(evil())
    assert not ours(evil)


def test_a_class_of_ours_with_a_method_of_others_is_not_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also if it was ours when it was asked first."""
    mechanism = RandomizedResponse(Domain.of_size(2), Epsilon(Fraction(2)))
    assert ours(mechanism)
    monkeypatch.setattr(RandomizedResponse, "__call__", lambda *_: 0)
    assert not ours(mechanism)


def test_a_class_put_into_our_module_is_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code of no file, which no decorator made; and a function that names a file of ours."""
    evil = executed(EVIL.format(base=""), "reference.probability.law")
    monkeypatch.setattr(law_module, "Evil", evil, raising=False)
    assert not ours(evil)
    names: dict[str, object] = {}
    exec(compile("def f(): return 0", law_module.__file__, "exec"), names)  # noqa: S102
    assert not ours(names["f"])


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
