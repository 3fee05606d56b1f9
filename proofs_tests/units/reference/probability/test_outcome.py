"""Outcomes are told apart as a reader of the output could tell them apart."""

from __future__ import annotations

import copy
import math
import pickle
import struct
from collections import namedtuple
from collections.abc import Hashable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import Enum, Flag, IntEnum, StrEnum
from fractions import Fraction
from itertools import combinations
from types import MappingProxyType
from typing import ClassVar, NamedTuple, TypeVar
from uuid import UUID

import pytest

from audits.conformance.uniform import UNIT
from reference.data.bottom import Bottom
from reference.exact.polynomial import polynomial
from reference.override import override
from reference.probability.outcome import NoValueError, key, outcome, same, written

NUMPY = pytest.importorskip("numpy")
T = TypeVar("T")


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


class Named(Pair):
    """A named tuple with an attribute."""


def marked(value: T, mark: int) -> T:
    """The value with an attribute."""
    vars(value)["mark"] = mark
    return value


class Number(float):
    """A float of another name, which writes itself in one way only."""

    @override
    def __repr__(self) -> str:
        return "number"


class Half(Fraction):
    """A fraction that can carry an attribute."""

    __slots__ = ("__dict__",)


@dataclass(frozen=True)
class Box:
    """A dataclass with one field that `==` looks at and one that it does not."""

    seen: object
    unseen: object = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Slotted:
    """A dataclass without a dictionary."""

    seen: object


class Labelled(Box):
    """A dataclass that can carry more than its fields."""

    def __init__(self, seen: object, label: str) -> None:
        super().__init__(seen)
        object.__setattr__(self, "label", label)


class Roomy(Slotted):
    """A dataclass with a slot that is no field."""

    __slots__ = ("label",)

    def __init__(self, seen: object, label: str) -> None:
        super().__init__(seen)
        object.__setattr__(self, "label", label)


@dataclass(frozen=True, init=False)
class Counted(int):
    """A dataclass that is a number besides."""


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
    *(0, 1, 2**100, True, False, None, "", "1", b"1", "nan", (), (1,), (1, 2), ((1,), 2)),
    *(1.0, 0.0, -0.0, float("inf"), float("nan"), 0.1, 1j, complex(1, 0), complex(1, -0.0)),
    *(Fraction(1), Fraction(1, 2), Decimal(1), Decimal("1.0"), Decimal("1.00")),
    *((True,), (1.0,), (Fraction(1),), (1, True), ((True,), 2), (-0.0,), (0.0,), ((), 1.0)),
    *(frozenset([1]), frozenset([True]), frozenset([1.0, 2]), frozenset([(True,)])),
    *(frozenset([float("nan")]), frozenset([float("nan"), math.copysign(math.nan, -1)])),
    *(Bottom.BOTTOM, Level.ONE, Mode.A, Mode.A | Mode.B, Alike.A, Alike.B),
    *(Pair(1, 2), Pair(True, 2), Named(1, 2), Slotted(1), Slotted(True)),
    *(Box(1), Box(True), Box((1,)), Box((True,)), Box(1, 1), Box(1, True), Box((1, "a"))),
    *(NUMPY.int64(1), NUMPY.int32(1), NUMPY.float64(1), NUMPY.float32(1), NUMPY.float64(-0.0)),
    *(NUMPY.bool_(True), NUMPY.str_("1"), NUMPY.bytes_(b"1"), NUMPY.complex128(1)),
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


def test_nans_are_told_apart_by_their_bits() -> None:
    """The sign of a NaN is an output like any other; no NaN is another one when it comes again."""
    nan, negative = float("nan"), math.copysign(math.nan, -1)
    (telling,) = struct.unpack("<d", struct.pack("<Q", 0x7FF8000000000001))
    parts = [complex(nan, 1), complex(negative, 1), complex(1, nan), complex(1, negative)]
    narrow = [NUMPY.float32(nan), NUMPY.float32(negative), NUMPY.float16(nan)]
    nans = [nan, negative, telling, *parts, *narrow, NUMPY.complex128(parts[0])]
    nans += [NUMPY.complex128(parts[1]), Decimal("nan"), Decimal("-nan"), Decimal("nan1")]
    assert len({key(x) for x in nans}) == len({written(key(x)) for x in nans}) == len(nans)
    assert key(nan) == key(float("nan")) == key(pickle.loads(pickle.dumps(nan)))  # noqa: S301
    assert (
        len({key((1, x)) for x in nans}) == len({key(frozenset([x])) for x in nans}) == len(nans)
    )


def test_plain_values_are_their_own_keys() -> None:
    """Nothing is wrapped that `==` tells apart by itself."""
    for value in (0, UNIT, "a", b"a", None, (), (1, "a", None), ((1,), (2, (b"",)))):
        assert key(value) is value
    assert repr(key(True)) == "key(True)"


REFUSED: list[object] = [
    *([0], {}, {1}, bytearray(b"1"), ([0],), Box([0]), NUMPY.array([0])),
    *((x for x in (1, 2)), iter([]), lambda: 0, object(), (1, lambda: 0), Box(object())),
    *(frozenset([object()]), Box(Agreeable(1)), Agreeable(1), int, ..., range(3), slice(1)),
    *(date(2020, 1, 1), UUID(int=1), MappingProxyType({}), NUMPY.datetime64(1, "D")),
    *(NUMPY.timedelta64(1, "Y"), NUMPY.timedelta64(1, "ns"), NUMPY.datetime64(1, "ns")),
    NUMPY.zeros(1, [("yes", int)])[0],
    *(Text("1"), Number(1), Number("nan"), Half(1), marked(Named(1, 2), 1), Counted(1)),
    *(Labelled(1, "a"), Roomy(1, "a"), marked(Box(1), 1)),
]
"""Values of types with more to tell than `key` can know."""


@pytest.mark.parametrize("value", REFUSED)
def test_what_may_have_more_to_tell_is_refused(value: object) -> None:
    """The list of types is closed: an attribute, a slot, an order, an identity goes nowhere."""
    for hidden in (value, (1, value), Box(value)):
        with pytest.raises(
            NoValueError, match=r"^outcome .* of type \w+: an outcome is a number, "
        ):
            key(hidden)
    assert same(value, value)


@dataclass(frozen=True)
class Veiled:
    """Says of its contents that they are 0; who unpickles it or writes it down sees them."""

    x: int

    @override
    def __getattribute__(self, name: str) -> object:
        return 0 if name == "x" else super().__getattribute__(name)


class Tens:
    """A field that stores what it is given, and answers with a tenth of it."""

    def __get__(self, holder: object, kind: type | None = None) -> int:
        return 0 if holder is None else vars(holder)["x"] // 10

    def __set__(self, holder: object, value: int) -> None:
        vars(holder)["x"] = value


@dataclass(frozen=True)
class Rounded:
    """What is stored is not what is read."""

    x: Tens = Tens()


@dataclass(frozen=True)
class Hidden:
    """Says that it has no attributes but its field."""

    x: int
    __dict__ = property(lambda _: {"x": 0})


class Room:
    """A slot under the name of a field."""

    __slots__ = ("x",)


@dataclass(frozen=True)
class Double(Room):
    """A field with a slot of that name below it, in which something else can lie."""

    x: int = 0


@dataclass(frozen=True)
class Fixed:
    """A field whose value is that of the class."""

    x: int = field(default=0, init=False)


def test_contents_are_read_as_they_are() -> None:
    """Not as a class says that they are."""
    assert key(Veiled(1)) == key(Veiled(1)) != key(Veiled(2))
    assert same(Veiled(1), Veiled(1))
    assert not same(Veiled(1), Veiled(2))
    with pytest.raises(NoValueError, match=r"its class keeps code under the name of the field x$"):
        key(Rounded(11))
    with pytest.raises(NoValueError, match=r"its class keeps code under the name __dict__$"):
        key(object.__new__(Hidden))
    assert key(Fixed()) == key(Fixed())
    with pytest.raises(NoValueError, match=r"its field seen has no value$"):
        key(object.__new__(Slotted))
    assert len(set(map(key, doubles()))) == 3


def doubles() -> list[Double]:
    """Instances that differ in their slot only, or whether it is filled."""
    found = [Double(1), Double(1), Double(1)]
    for value in (1, 2):
        vars(Room)["x"].__set__(found[value], value)
    return found


class Share(float, Enum):
    """Members that are floats."""

    NONE = math.nan


def test_the_content_of_a_member_is_seen_bit_by_bit() -> None:
    """A NaN with another sign under the same name and value."""
    forged = float.__new__(Share, math.copysign(math.nan, -1))
    vars(forged).update(vars(Share.NONE))
    assert key(forged) != key(Share.NONE)


def test_scalars_of_numpy_are_told_apart_by_their_bits() -> None:
    """Quiet and other NaNs of every width; what numpy would lose in a copy is refused."""
    bits = [(0x7F800001, 0x7FC00001, 0xFFC00001), (0x7C01, 0x7E01, 0xFE01)]
    narrow = [
        NUMPY.array(values, kind).view(form)
        for values, kind, form in zip(bits, ("u4", "u2"), ("f4", "f2"), strict=True)
    ]
    paired = NUMPY.array([b for x in bits[0] for b in (x, 0)], "u4").view("c8")
    nans = [x for values in (*narrow, paired) for x in values]
    assert len(set(map(key, nans))) == len({written(key(x)) for x in nans}) == 9
    swapped = NUMPY.array([1, 256], ">i4")
    assert [key(x) for x in swapped] == [key(NUMPY.int32(1)), key(NUMPY.int32(256))]
    assert key(NUMPY.array(["ab"], ">U5")[0]) == key(NUMPY.str_("ab"))
    for text in (NUMPY.str_("a\0"), NUMPY.bytes_(b"a\0"), NUMPY.str_("\0")):
        with pytest.raises(NoValueError, match="numpy loses the NUL at its end"):
            key(text)
    assert key(NUMPY.str_("\0a")) != key(NUMPY.str_("a")) != key("a")
    for long in (NUMPY.longdouble(1), NUMPY.clongdouble(1)):
        with pytest.raises(NoValueError):
            key(long)


def test_a_fraction_is_made_of_integers() -> None:
    """Of type int: numpy's tell themselves apart where somebody reads the numerator."""
    three = Fraction(NUMPY.int64(3))
    with pytest.raises(NoValueError, match="two integers of type int"):
        key(three)
    assert not same(three, Fraction(3))
    assert same(Fraction(6, 2), Fraction(3))


class Answer(Enum):
    """Members that code can write on, and one whose value can change."""

    YES = "yes"
    NO = "no"
    MANY = [0]  # noqa: RUF012 - what the test is about


def test_members_carry_nothing() -> None:
    """But a name and a value that is an outcome itself."""
    assert key(Answer.YES) == key(Answer.YES) != key(Answer.NO)
    with pytest.raises(NoValueError):
        key(Answer.MANY)
    setattr(Answer.NO, "row", 1)  # noqa: B010 - mypy
    with pytest.raises(NoValueError, match=r"carries its name and its value, this one row too$"):
        key(Answer.NO)


class Slot:
    """Room in a member that is not in its dictionary."""

    __slots__ = ("row",)
    __slotnames__: ClassVar[list[str]] = []  # what `object.__getstate__` would believe


class Spacious(Slot, Enum):
    """Members with room."""

    A = 0


class Label(StrEnum):
    """Members that are strings."""

    A = "a"


class Place(tuple[int, ...], Enum):
    """Members that are tuples."""

    __slots__ = ()

    A = (1, 2)


def test_what_a_member_carries_is_compared_as_it_is_now() -> None:
    """Its name, its value, its place and its content; it has no room for anything else."""
    for member in (Level.ONE, Mode.A, Label.A):
        before = key(member)
        for name in ("_value_", "_name_", "_sort_order_", "__objclass__"):
            own = vars(member)[name]
            setattr(member, name, 7)
            try:
                if name == "__objclass__":
                    with pytest.raises(NoValueError):
                        key(member)
                else:
                    assert key(member) != before
                    assert written(key(member)) != written(before)
            finally:
                setattr(member, name, own)
        assert key(member) == before
    forged = str.__new__(Label, "b")
    vars(forged).update(vars(Label.A))
    assert key(forged) != key(Label.A)
    for refused in (Spacious.A, Place.A):
        with pytest.raises(NoValueError):
            key(refused)


def test_flags_are_values_until_they_are_inverted() -> None:
    """`~` leaves its result with the flag, which then carries more; the refusal says so."""
    flags = (Right.READ, Right.WRITE, Right.READ | Right.WRITE, Right(0))
    assert len(set(map(key, flags))) == 4
    assert key(~Right.READ) == key(Right.WRITE)
    with pytest.raises(NoValueError, match="this one _inverted_ too"):
        key(Right.READ)


class Right(Flag):
    """Flags, one of which is inverted."""

    READ = 1
    WRITE = 2


def test_classes_are_those_of_their_modules() -> None:
    """One made by each call would be another one each time; one of two with a name, either."""

    class Level(Enum):
        ONE = 1

    @dataclass(frozen=True)
    class Pair:
        x: int

    triple = namedtuple("triple", "x y z")  # noqa: PYI024 - as mechanisms make them
    for value in (Level.ONE, Pair(1), triple(1, 2, 3)):
        with pytest.raises(NoValueError, match="its module has no such class: define it there"):
            key(value)


def test_the_same_is_decided_without_keys() -> None:
    """Tuples, lists, dictionaries and dataclasses by their parts, other objects by `==`."""
    nothing = object()
    assert same((nothing, 1), (nothing, 1))
    assert not same((nothing, 1), (nothing, True))
    assert not same((1, 2), (1, 2, 3))
    assert not same(object(), object())
    assert same([1], [1])
    assert not same([1], [True])
    assert same({1: 2}, {1: 2})
    assert not same({1: 2}, {1: 2.0})
    assert not same({1: 2}, {True: 2})
    assert not same(Box(1), Box(1.0))
    assert not same(Box(1, 2), Box(1, 3))
    assert same(Box(nothing), Box(nothing))
    assert same(Box(polynomial([1, 2])), Box(polynomial([1, 2])))
    assert not same(Box(polynomial([1, 2])), Box(polynomial([1, 3])))


class Pile(list[object]):
    """A list with a slot, and whatever else it is given."""

    __slots__ = ("__dict__", "slot")


@pytest.mark.parametrize("name", ["slot", "other"])
def test_a_container_may_carry_more_than_its_content(name: str) -> None:
    """An attribute that a class adds to its list tells two of them apart."""
    first, second = Pile([1]), Pile([1])
    assert same(first, second)
    setattr(first, name, 1)
    assert not same(first, second)
    setattr(second, name, True)
    assert not same(first, second)
    setattr(second, name, 1)
    assert same(first, second)
