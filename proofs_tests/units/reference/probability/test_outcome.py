"""Outcomes are told apart as a reader of the output could tell them apart."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Hashable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum, Flag, IntEnum
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple
from uuid import UUID

import pytest

from audits.conformance.uniform import UNIT
from reference.data.bottom import Bottom
from reference.override import override
from reference.probability.outcome import NoValueError, key, outcome, same

NUMPY = pytest.importorskip("numpy")


class Level(IntEnum):
    """A member that is equal to an integer."""

    ONE = 1


class Mode(Flag):
    """Members that combine."""

    A = 1
    B = 2


class Alike(Enum):
    """Members that are all equal."""

    A = 1
    B = 2

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alike)

    @override
    def __hash__(self) -> int:
        return 0


class Pair(NamedTuple):
    """A tuple with names."""

    x: object
    y: object


class Text(str):
    """A string with an attribute."""

    __slots__ = ("__dict__",)


def text(letters: str, mark: int) -> Text:
    """A string with a mark."""
    made = Text(letters)
    made.mark = mark  # type: ignore[attr-defined]  # it has a `__dict__` for that
    return made


class Number(float):
    """A float of another name, which writes itself in one way only."""

    @override
    def __repr__(self) -> str:
        return "number"


@dataclass(frozen=True)
class Box:
    """A dataclass with one field that `==` looks at and one that it does not."""

    seen: object
    unseen: object = field(default=0, compare=False)


class Agreeable:
    """An object that is equal to all others of its kind."""

    def __init__(self, content: object) -> None:
        self.content = content

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Agreeable)

    @override
    def __hash__(self) -> int:
        return 0


VALUES: list[Hashable] = [
    *(0, 1, 2**100, True, False, None, "", "1", b"1", "nan", (), (1,), (1, 2), ((1,), 2), ...),
    *(1.0, 0.0, -0.0, float("inf"), float("nan"), 0.1, 1j, complex(1, 0), complex(1, -0.0)),
    *(Fraction(1), Fraction(1, 2), Decimal(1), Decimal("1.0"), Decimal("1.00")),
    *((True,), (1.0,), (Fraction(1),), (1, True), ((True,), 2), (-0.0,), (0.0,), ((), 1.0)),
    *(frozenset([1]), frozenset([True]), frozenset([1.0, 2]), frozenset([(True,)])),
    *(Bottom.BOTTOM, Level.ONE, Mode.A, Mode.A | Mode.B, Alike.A, Alike.B),
    *(Pair(1, 2), Pair(True, 2), text("1", 1), text("1", 2), Text("1"), Number(1), Number(2)),
    *(Box(1), Box(True), Box((1,)), Box((True,)), Box(1, 1), Box(1, True), Box((1, "a"))),
    *(Agreeable(1), Agreeable(True), Agreeable([1]), Agreeable([1.0]), Agreeable({1: {2}})),
    *(Agreeable({True: {2}}), Agreeable({1: {2.0}}), Agreeable(bytearray(b"1")), Agreeable(len)),
    *(range(0), range(1, 1), range(0, 3, 2), range(0, 4, 2), int, bool, UUID(int=1)),
    *(date(2020, 1, 1), datetime(2020, 1, 1, tzinfo=UTC), NUMPY.int64(1), NUMPY.int32(1)),
    *(NUMPY.float64(1), NUMPY.float32(1), NUMPY.float64(-0.0), NUMPY.bool_(True), NUMPY.str_("1")),
]
"""Values of which no two are the same."""


def test_no_two_values_have_one_key() -> None:
    """Whatever `==` says of them."""
    for (i, first), (j, second) in combinations(enumerate(map(key, VALUES)), 2):
        assert first != second, (VALUES[i], VALUES[j])
    assert len(set(map(key, VALUES))) == len(VALUES)


@pytest.mark.parametrize("value", VALUES)
def test_a_value_made_again_has_the_same_key(value: Hashable) -> None:
    """A copy, and what comes back from another process, are the same value."""
    for again in (copy.deepcopy(value), pickle.loads(pickle.dumps(value))):  # noqa: S301
        assert key(again) == key(value)
        assert hash(key(again)) == hash(key(value))
        assert same(again, value)
    assert outcome(key(value)) is value
    assert pickle.loads(pickle.dumps(key(value))) == key(value)  # noqa: S301


def test_every_nan_is_one_value() -> None:
    """Whatever its sign, type and bits; complex and decimal ones have more to tell."""
    nans = [float("nan"), -float("nan"), float("inf") * 0, NUMPY.float32("nan")]
    assert len({key(x) for x in [*nans, Number("nan")]}) == 1
    telling = [complex("nan"), complex(nans[0], 1), Decimal("nan1"), Decimal("nan2")]
    assert len({key(x) for x in [*nans, *telling]}) == 5
    assert len({key((1, x)) for x in nans}) == 1
    assert len({key(frozenset([x])) for x in nans}) == 1


def test_plain_values_are_their_own_keys() -> None:
    """Nothing is wrapped that `==` tells apart by itself."""
    for value in (
        0,
        UNIT,
        "a",
        b"a",
        None,
        (),
        (1, "a", None),
        ((1,), (2, (b"",))),
        Bottom.BOTTOM,
    ):
        assert key(value) is value
    assert repr(key(True)) == "key(True)"


@pytest.mark.parametrize(
    "value",
    [
        (x for x in (1, 2)),
        iter([]),
        lambda: 0,
        object(),
        (1, lambda: 0),
        Box(object()),
        frozenset([object()]),
        Agreeable(x for x in (1, 2)),
    ],
)
def test_what_is_equal_only_to_itself_is_no_value(value: Hashable) -> None:
    """A generator, a function, an object without `__eq__`, wherever it is hidden."""
    with pytest.raises(NoValueError, match=r"^outcome .*: (no value|cannot)"):
        key(value)
    assert same(value, value)


@pytest.mark.parametrize("value", [[0], {}, ([0],), Box([0]), NUMPY.array([0])])
def test_what_cannot_be_hashed_is_refused(value: Hashable) -> None:
    """As Python refuses it."""
    with pytest.raises(TypeError, match="unhashable"):
        key(value)


def test_the_same_is_decided_without_keys() -> None:
    """Objects that are no values are the same as themselves only; others by type and value."""
    nothing = object()
    assert same((nothing, 1), (nothing, 1))
    assert not same((nothing, 1), (nothing, True))
    assert not same((1, 2), (1, 2, 3))
    assert not same(object(), object())
    assert not same(Box(1), Box(1.0))
    assert not same(Box(1, 2), Box(1, 3))
    assert same(Box(nothing), Box(nothing))
