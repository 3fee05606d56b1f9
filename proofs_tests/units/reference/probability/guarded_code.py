"""Functions of others, for guards: what each may do, and what it may not.

They stand in a module of their own, since pytest writes the assertions of tests anew.
"""

import collections
import dataclasses
import enum
import functools
import itertools
import math
import sys
import operator
import typing
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from fractions import Fraction
from types import MappingProxyType, ModuleType
from typing import Any, Generic, NamedTuple, TypeVar

from reference.exact.rational_function import RationalFunction
from reference.privacy.epsilon import Epsilon
from reference.probability.continuous import Laplace
from reference.probability.dist import Dist
from reference.probability.streams import Stream
from reference.probability.traced import Traced
from reference.probability.traced_call import Path

Told = Any
"""What guards are about: any object."""

T = TypeVar("T")

LISTED: list[int] = []
NAMED_Z = MappingProxyType({"z": 5})
NAMES = MappingProxyType({1: "one", 2: "two"})
LIST_INSIDE = (1, [2])
THIRD = Fraction(1, 3)
NO_NUMBER = math.nan
HELPER = ModuleType("helper")
HELPER.half = Fraction(1, 2)
KEPT = itertools.count()
HALVED = functools.partial(operator.mul, Fraction(1, 2))
PUSH = [0].append


class Side(Enum):
    LEFT = 1
    RIGHT = 2

    def other(self) -> "Side":
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


class Level(IntEnum):
    LOW = 1


class Word(str, Enum):
    YES = "yes"


class Weight(Enum):
    LOW = (1, "low")
    HIGH = (2, "high")

    def __init__(self, number: int, word: str) -> None:
        self.number = number
        self.word = word


class Of(NamedTuple, Generic[T]):
    one: T


class Pair(NamedTuple):
    first: int
    second: int = 7

    def total(self) -> int:
        return self.first + self.second


@dataclass(frozen=True)
class Record:
    number: int
    listed: tuple[int, ...] = ()
    made: tuple[int, ...] = field(default_factory=tuple)

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError(f"number {self.number}")
        object.__setattr__(self, "listed", (*self.listed, self.number))

    def __add__(self, other: int) -> "Record":
        return Record(self.number + other)

    @property
    def doubled(self) -> int:
        return 2 * self.number

    @staticmethod
    def zero() -> "Record":
        return Record(0)


@dataclass(frozen=True, order=True, slots=True, kw_only=True)
class Slotted:
    number: int = 3


class Base:
    def __init__(self, number: int) -> None:
        self.number = number

    def shifted(self, by: int = 1) -> int:
        return self.number + by


class Derived(Base):
    def __init__(self, number: int) -> None:
        super().__init__(number + 1)
        self.more = self.number

    def shifted(self, by: int = 1) -> int:
        return super().shifted(by) + by

    def again(self) -> None:
        super().__init__(9)


def made(name: str, *bases: type, **names: object) -> type:
    """A class."""
    return type(name, bases, {"__module__": __name__, **names})


def special(name: str, method: str) -> type:
    """A class with a special method."""
    return made(name, **{method: lambda *_: True})


Equal, Long, Iterated, Contains, Got, Hashed, Deleted, Itemed = (
    special(name, method)
    for name, method in (
        *(("Equal", "__eq__"), ("Long", "__len__"), ("Iterated", "__iter__")),
        *(("Contains", "__contains__"), ("Got", "__getattr__"), ("Hashed", "__hash__")),
        *(("Deleted", "__del__"), ("Itemed", "__class_getitem__")),
    )
)


Listed = made("Listed", calls=[])
More, Tupled, Wrong = made("More", dict), made("Tupled", tuple), made("Wrong", ValueError)
Meta = made("Meta", type)
Made = Meta("Made", (), {"__module__": __name__})
Renamed = made("Renamed", again=Base.__init__)
SlotA = made("SlotA", __slots__=("x",))
SlotB = made("SlotB", SlotA, __slots__=("x",))
LawOfMore = made("LawOfMore", Dist, __slots__=())


class Counting:
    @functools.cached_property
    def first(self) -> int:
        return 1


class Adding:
    number = ()

    def __init__(self, number: int) -> None:
        self.number += (number,)


@dataclass
class Factory:
    listed: list[int] = field(default_factory=lambda: LISTED)


def named_twice(x: int, y: int = 2, *more: int, z: int = 3, **others: int) -> int:
    return x + y + sum(more) + z + sum(others.values())


def shadowed(sorted: int) -> list[int]:
    return [THIRD for THIRD in range(sorted)] + [len([LISTED for LISTED in (1, 2)])]


def matched(value: Told) -> object:
    match value:
        case Record(number=0, listed=(x,)):
            return "zero", x
        case Pair(first, second):
            return first, second
        case Side.LEFT | Side.RIGHT:
            return "side"
        case (1, *rest):
            return rest
        case str() | None as known if known != "x":
            return known
        case [Pair(first=1), x]:
            return x
        case -1 | True:
            return "one"
        case _:
            return "other"


def looped(n: int) -> list[object]:
    found: list[object] = []
    for i, (a, *b) in enumerate(zip(range(n), "abc", strict=False)):
        if i == 1:
            continue
        found += [a, len(b)]
    found.append("end")
    while (n := n - 1) > 0:
        found.append(n)
        if n == 2:
            break
    counts: dict[object, int] = {}
    for each in found:
        counts[str(each)] = counts.get(str(each), 0) + 1
    del found[0]
    x, *y = found
    return [
        x,
        y,
        [*counts.items()],
        {**counts, "z": n},
        *counts.keys(),
        len(counts.items()),
        *counts.values(),
    ]


def nested(n: int) -> list[object]:
    factor: int = 3

    def times(x: int, by: int = factor) -> int:
        return x * by * (times(x - 1) if x > 1 else 1)

    powers = [(lambda y, x=x: x**y)(2) for x in range(n)]
    return [times(n), *powers, {x: y for x in range(2) for y in range(x)}, factor]


def generates(n: int) -> Told:
    yield n
    yield from range(n)


GOES_ON = generates(1)
_Private__WIDE = 5


class Private:
    __MORE = 3

    def __init__(self, number: int) -> None:
        self.__number = number

    def told(self) -> int:
        return self.__number + self.__MORE + __WIDE


EPS = Epsilon.continuous(parts=4)
OLD = Traced(Path([], EPS.root, 4, [], begins=False), {"q": Fraction(1)})
INSIDE = MappingProxyType({1: [2]})
R = RationalFunction.r()
LAW_R = Dist.weighted([(True, R), (False, 1 + 0 * R)])
KEEPS = Base([1])
LAW_KEEPS = Dist.point(frozenset({1}))
NOISE = Laplace(1 / EPS)
INIT = Base.__init__


def with_named(*, listed=[]):
    return listed


@dataclass(frozen=True, eq=False)
class Unequal:
    x: int = 1


PARTIAL_KEY = functools.partial(min, default=[1])
BOUND = KEEPS.shifted


class Propped:
    @property
    def listed(self):
        return LISTED


class Spoken(Enum):
    A = 1

    def __str__(self):
        return "a"


class Sets:
    def __init__(self):
        object.__setattr__(self, "__class__", Base)


class SetsOther:
    def __init__(self, other):
        object.__setattr__(other, "number", 5)


class SetsLate:
    def __init__(self):
        self.x = 1

    def late(self):
        object.__setattr__(self, "x", 5)


class SetsSwapped:
    def __init__(self, other):
        self = other
        self.number = 5


class SetsStarred:
    def __init__(self):
        object.__setattr__(self, *("x", 5), *())


class SetsSpecial:
    def __init__(self):
        self.__class__ = Base


EQUAL = Equal()


class Rights(enum.Flag):
    READ = 1


@dataclass(frozen=True)
class Started:
    x: int
    start: dataclasses.InitVar[int] = 1


HALF = Fraction(1, 2)
HALF._numerator = True


Posing = special("Posing", "__len__")
Posing.__module__, Posing.__qualname__ = "fractions", "Fraction"
PosingAsOurs = special("PosingAsOurs", "__len__")
PosingAsOurs.__module__ = "reference.mechanisms.x"


@dataclass
class Fact:
    listed: list = field(default_factory=LISTED.copy)


@dataclass(slots=True)
class Slot:
    x: object


SLOT = Slot([1])


def made_inside():
    def __init__(x):
        x.number = 1

    return __init__(Base(1))


def local_pattern(kind):
    match kind(1):
        case kind():
            return 1


def compare_set():
    return 3 == {3}


class Again:
    def __init__(self):
        self.x = 1

    def told(self):
        return super(Again, self).__init__()


class AgainInit:
    def __init__(self):
        KEEPS2.__init__()


KEEPS2 = Base(1)


def coro_in():
    async def inner():
        return 1

    return inner


class Nm(Enum):
    A = 1
    B = 2


Nm.A._extra = [1]
NMA = Nm.A


def as_super():
    return super


LAW_OF_MORE = LawOfMore({1: 1}, Dist.point(1).field)


class Gives:
    def __get__(self, owner, kind):
        return ()


AsksAnother = made("AsksAnother", __match_args__=Gives())


class OfModule3(collections.namedtuple("OfModule3", "x", module=3)):
    __slots__ = ()


class LongPair(NamedTuple):
    first: int

    def __len__(self):
        return 9


LONG_PAIR = LongPair(1)


def global_inside():
    LISTED = 1

    def inner():
        global LISTED
        return LISTED

    return inner(), LISTED


class OfClass(Base):
    def shifted(self, by=1):
        return super().shifted(by) + __class__(3).number


class Puts(Stream):
    def output(self, released):
        return super().output(released) + 1


class Asks:
    __match_args__ = ("told",)

    def told(self):
        return 1


def asks(value):
    match value:
        case Asks(x):
            return x


ALLOWED: tuple[Callable[[], object], ...] = (
    lambda: named_twice(1, 5, 6, z=7, w=8) + named_twice(*(1,), z=2),
    lambda: shadowed(3),
    lambda: [matched(x) for x in (Record(0), Pair(1), Side.LEFT, (1, 2), "y", None, -1, True, 5)],
    lambda: [matched(x) for x in ("x", [Pair(1), 4], (2, 3), Record(1))],
    lambda: looped(5),
    lambda: nested(4),
    lambda: (Record(3) + 4).doubled + Record.zero().number + Record(1, made=(2,)).made[0],
    lambda: replace(Record(2), number=5).listed,
    lambda: (Pair(1)._replace(second=2).total(), Pair(1, 2).count(1), Pair(3)[0], [*Pair(3)]),
    lambda: (Slotted(number=2) < Slotted(), Slotted() == Slotted(number=3), Slotted().number),
    lambda: (Derived(1).shifted(by=2), Derived(1).more, getattr(Derived(3), "number")),
    lambda: (Side.LEFT.other().name, Side(2).value, [x.name for x in Side], Side["LEFT"].value),
    lambda: (f"{Side.LEFT} {Record(1).number:>3} {'a'!r}", str((1, None, THIRD)), repr("x"), ""),
    lambda: (Word.YES == "yes", Word("yes").name, Weight.HIGH.word, Weight((1, "low")).number),
    lambda: (Of(3).one, Of(2)._replace(one=4)),
    lambda: (Side.LEFT is Side.RIGHT, None is not None, (3 > 2) is True),
    lambda: (isinstance(Pair(1), Pair | Record), isinstance("x", str), 3 in {1, 3}),
    lambda: [[y for x in (1, 2) if (y := x)], y := 3, y],
    lambda: (isinstance(True, bool), isinstance(Pair(1), (Pair, Record)), isinstance(1, tuple)),
    lambda: (
        NAMES[1],
        NAMES.get(3, "none"),
        [*NAMES.items()],
        1 in NAMES.keys(),
        [*NAMES.values()],
    ),
    lambda: (HELPER.half + THIRD, math.comb(5, 2), math.floor(Fraction(7, 2)), HALVED(4)),
    lambda: sorted([3, 1, 2], key=lambda x: -x) + [max((1, 2), default=0), min(2, 1), 7 % 4],
    lambda: [*itertools.accumulate([1, 2, 3]), functools.reduce(lambda x, y: x * y, (1, 2, 3))],
    lambda: [*itertools.chain.from_iterable([[1], [2]]), *map(str, (1, 2)), *reversed((1, 2))],
    lambda: ("a-b".split("-"), "x".join("ab"), "ab".upper(), (3).bit_length(), THIRD.denominator),
    lambda: typing.cast("int", 3) + (lambda *x, **y: len(x) + len(y))(1, 2, z=3),
    lambda: [x if x else -1 for x in (0, 1) if x is not None] + [y for x in "ab" for y in (x, x)],
    lambda: any(x > 1 for x in (1, 2)) and all(x for x in ()) and not sum(x for x in (1, -1)),
    lambda: [*generates(3)] + [*map(tuple, (x for x in [(1,)]))],
    lambda: Private(2).told() + (3 if isinstance(Fraction(2), (int, Fraction)) else 4),
    lambda: [*(1, 2)][0:1] + [(1, 2, 3)[-1]] + [0 if Level.LOW > 0 else 1],
    lambda: Puts().output(3),
    lambda: named_twice(1, **{"z": 4}) + named_twice(1, **NAMED_Z),
    lambda: OfModule3(1)._replace(x=2).x,
    lambda: isinstance(Wrong("x"), Wrong),
)
"""Each does under guard what it does without."""

PRINTED: tuple[tuple[Callable[[], object], str], ...] = (
    (lambda: print(1, "a"), "1 a\n"),
    (lambda: print(1, "a", sep="", end=".", flush=True), "1a."),
)

REFUSED: tuple[tuple[Callable[[], object], str], ...] = (
    (lambda: LISTED, r"^LISTED is a list: a call could change it"),
    (lambda: LIST_INSIDE, r"^LIST_INSIDE is a list"),
    (lambda: NO_NUMBER, "NO_NUMBER is no number: it is NaN"),
    (lambda: KEPT, "is used up where it is read: write a tuple"),
    (lambda: PUSH, r"^PUSH is not among what a stream may use"),
    (lambda: type(1), r"^type: what a stream does must depend on the values"),
    (lambda: id(1), r"^id: what a stream does"),
    (lambda: hash("x"), r"^hash: what a stream does"),
    (lambda: operator.is_(1, 1), r"^operator.is_: what a stream does"),
    (lambda: set(), r"^set: equal sets may be listed in another order: write it out"),
    (lambda: {1, 2}, r"^a set: equal sets .* write it out after `in`"),
    (lambda: {x for x in (1, 2)}, r"^a set: equal sets"),
    (lambda: print(1, file=Base(1)), "leave `file` out"),
    (lambda: print(Base(1)), "a text of a Base"),
    (lambda: getattr(1, "real"[:]), r"\.real of 1"),
    (lambda: getattr(1, "real", 0), "getattr with a default"),
    (lambda: operator.attrgetter("x"), "write the name of an attribute after a dot"),
    (lambda: unknown, r"^unknown stands for nothing"),
    (lambda: __name__, r"^__name__: what a stream does"),
    (lambda: 1 if __debug__ else 2, r"^__debug__: it is another one"),
    (lambda: (1).__class__, r"^__class__: what a stream does"),
    (lambda: (1).real, r"\.real of 1: of it there are bit_count"),
    (lambda: "{}".format(1), r"\.format of '\{\}': a text with values"),
    (lambda: "%s" % 1, r'% with a text: write f"\.\.\."'),
    (lambda: THIRD is THIRD, r"^is: what a stream does"),
    (lambda: None is None is None, "one comparison by `is` at a time"),
    (lambda: f"{Record(1)}", "a text of a Record"),
    (lambda: str(Side.LEFT.other), "a text of a Bound"),
    (lambda: str((1, Pair)), "a text of a type"),
    (lambda: isinstance(1, Callable), "Callable is not among"),
    (lambda: str(object()), "a text of an object"),
    (lambda: isinstance(1, object), "isinstance: what a stream does must not depend"),
    (lambda: Pair[0], "an item of a class"),
    (lambda: Listed.calls, r"^Listed.calls is a list"),
    (lambda: Counting().first, "cached_property: it remembers"),
    (lambda: Equal() == 1, "Equal.__eq__: of special methods"),
    (lambda: Long(), "Long.__len__: of special methods"),
    (lambda: Factory(), r"^LISTED is a list"),
    (lambda: Derived(1).again(), r"^__init__: it is called of `super\(\)`, in __init__"),
    (lambda: Base.__init__(Derived(1), 2), r"^__init__: it is called of `super\(\)`"),
    (lambda: dataclasses.fields(Record(1)), r"^dataclasses.fields is not among"),
    (lambda: replace(THIRD, x=1), "is no record of the stream"),
    (lambda: Record(-1).number, "ValueError"),
    (lambda: KEPT_IN_A_CELL(), "content is a list"),
    (lambda: with_default(), "a default of with_default is a list"),
    (lambda: remembers(1), "write it without `cache`"),
    (lambda: GOES_ON, "GOES_ON is a generator: it is used up"),
    (lambda: tries(), "try: what is raised is not caught"),
    (lambda: opens(), "with: what it does at its end"),
    (lambda: imports(), "import: it stands at the top"),
    (lambda: asserts(), "assert: it is left out"),
    (lambda: makes(), "class: a class stands at the top"),
    (lambda: stores(), "an attribute is set: only"),
    (lambda: counts(), r"^counts: THIRD is set outside of its function"),
    (lambda: counts_quietly(), r"^counts_quietly: NO_NUMBER is set"),
    (lambda: KEPT_BY_NONLOCAL(), "counted: number is set outside"),
    (lambda: remains(), "write x = x % y"),
    (lambda: Adding(1), "write x = x % y, self.x = self.x"),
    (lambda: noted_late(), "an annotation in a function is a name"),
    (lambda: mapped({}), "a pattern of a mapping"),
    (lambda: typed(1), "a pattern of a class"),
    (lambda: asked(Record(1)), "a pattern Record"),
    (lambda: OLD, "OLD: a number, or coins, of another call"),
    (lambda: INSIDE, "INSIDE is a list"),
    (lambda: EPS, "EPS: an eps of its own"),
    (lambda: LAW_R, "a law that stays has weights"),
    (lambda: LAW_KEEPS, "LAW_KEEPS is a frozenset"),
    (lambda: NOISE, "an eps of its own"),
    (lambda: INIT(Base(1), 2), "INIT: __init__ is called while an object is made only"),
    (lambda: with_named(), "a default of with_named is a list"),
    (lambda: Made(), "no metaclass but"),
    (lambda: Unequal(), "equal to itself only"),
    (lambda: More(), "More inherits from dict"),
    (lambda: Rights.READ, "Rights inherits from Flag"),
    (lambda: Started(1), "Started: it has an InitVar"),
    (lambda: Itemed(), "Itemed.__class_getitem__: of special methods"),
    (lambda: Of[int](1), "an item of a class"),
    (lambda: Renamed(), "__init__ under another name"),
    (lambda: PARTIAL_KEY, "PARTIAL_KEY is a list"),
    (lambda: BOUND, "BOUND is a list"),
    (lambda: Propped().listed, "^LISTED is a list"),
    (lambda: KEEPS, "KEEPS is a list"),
    (lambda: SLOT, "SLOT is a list"),
    (lambda: Fraction.from_float(0.5), "Fraction.from_float is not among"),
    (lambda: Base.mro(), "Base has no mro"),
    (lambda: Pair(1)._asdict(), "Pair._asdict is not among"),
    (lambda: "x".upper() is "X".upper(), "^is:"),
    (lambda: f"{Spoken.A}", "a text of"),
    (lambda: Sets(), "__setattr__: write"),
    (lambda: SetsOther(Base(1)), "^__setattr__"),
    (lambda: SetsLate().late(), "^__setattr__"),
    (lambda: SetsSwapped(Base(1)), "an attribute is set"),
    (lambda: SetsSpecial(), "an attribute is set"),
    (lambda: Dist((1,)), "write Dist.uniform"),
    (lambda: hasattr(1, "real"), "^hasattr is not among .*: give the class a default"),
    (lambda: setattr(KEEPS2, "number", 2), "^setattr is not"),
    (lambda: callable(1), "^callable:"),
    (lambda: issubclass(int, object), "^issubclass:"),
    (lambda: bytearray(), "^bytearray is not"),
    (lambda: HALF, "HALF is no number"),
    (lambda: "{x}".format_map({"x": 1}), "a text with values"),
    (lambda: EQUAL, "Equal.__eq__"),
    (lambda: Iterated(), "Iterated.__iter__: of special methods"),
    (lambda: Contains(), "__contains__: of special methods"),
    (lambda: Got().x, "__getattr__: of special methods"),
    (lambda: Hashed(), "__hash__: of special methods"),
    (lambda: Deleted(), "__del__: of special methods"),
    (lambda: Posing(), "Posing.__len__"),
    (lambda: PosingAsOurs(), "__len__"),
    (lambda: SlotB(), "two fields have one name"),
    (lambda: Fact(), "a default of Fact is not among"),
    (lambda: local_pattern(Base), "a pattern names what is local"),
    (lambda: compare_set(), "^a set"),
    (lambda: Again().told(), "^__init__"),
    (lambda: AgainInit(), "^__init__"),
    (lambda: coro_in(), "^async"),
    (lambda: NMA, "NMA is a list"),
    (lambda: sys.maxsize, "sys.maxsize may differ from one process"),
    (lambda: (1).conjugate(), "conjugate"),
    (lambda: made_inside(), "an attribute is set"),
    (lambda: SetsStarred(), "^__setattr__"),
    (lambda: Fraction(2, 4, _normalize=False), "an argument that begins with _"),
    (lambda: OfClass(1).shifted(), "shifted: its source is not at hand"),
    (lambda: asks(Asks()), "a pattern Asks"),
    (lambda: LONG_PAIR, "LongPair.__len__: of special methods"),
    (lambda: 0 < THIRD is THIRD, "one comparison by `is` at a time"),
    (lambda: Tupled(), "Tupled inherits from tuple"),
    (lambda: global_inside(), "it is not known what LISTED stands for"),
    (lambda: Word.YES.count("y"), "Word.count is not among"),
    (lambda: Fraction(2, 4, **{"_normalize": False}), "^[*][*] with an argument that begins"),
    (lambda: named_twice(**Base(1)), "^[*][*] of a Base"),
    (lambda: LAW_OF_MORE, "LAW_OF_MORE inherits from Dist"),
    (lambda: AsksAnother(), "AsksAnother.__match_args__ is not among"),
)
"""What each is refused for."""


def _keeping() -> tuple[Callable[[], object], Callable[[], object]]:
    content: list[int] = []
    number = 0

    def counted() -> int:
        nonlocal number
        number += 1
        return number

    return (lambda: content), counted


KEPT_IN_A_CELL, KEPT_BY_NONLOCAL = _keeping()


def with_default(listed: list[int] = []) -> list[int]:
    return listed


@functools.cache
def remembers(number: int) -> int:
    return number


def tries() -> object:
    try:
        return 1
    finally:
        LISTED.clear()


def opens() -> None:
    with open(__file__):
        pass


def imports() -> object:
    import sys

    return sys


def asserts() -> None:
    assert THIRD


def makes() -> type:

    class Inner:
        pass

    return Inner


def stores() -> None:
    Listed.calls = []


def counts() -> None:
    global THIRD
    THIRD += 1


def counts_quietly() -> None:
    if THIRD > 1:
        global NO_NUMBER
    NO_NUMBER = 1


def noted_late() -> object:

    def inner(x: LISTED.append(0)) -> None:
        return None

    return inner


def remains() -> int:
    x = 7
    x %= 4
    return x


def mapped(value: Told) -> object:
    match value:
        case {"x": x}:
            return x
    return None


def typed(value: Told) -> object:
    match value:
        case int():
            return 1
    return None


def asked(value: Told) -> object:
    match value:
        case Record(doubled=x):
            return x
    return None


def third() -> Fraction:
    return THIRD


def sets() -> object:
    return {third() * 3}


class Begins:
    def __init__(self, of: str) -> None:
        self.begin = of


class BeginsByAProperty:
    begin = property(lambda self: third)


class Calls:
    def __call__(self) -> int:
        return 1
