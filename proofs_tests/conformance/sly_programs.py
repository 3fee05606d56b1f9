"""Programs that put their answers out, and held when streams were first run under guard.

Five people wrote them, with the source before them: each goes another way round.  None may hold.
Each is a file after `HEAD`, with a stream `Sly`.
"""

from __future__ import annotations

from typing import NamedTuple

HEAD = """
import ast
import builtins
import collections
import dataclasses
import enum
import contextlib
import functools
import gc
import itertools
import json
import sys
import time
import types
from collections import UserDict, UserList
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import partial
from types import FunctionType, MappingProxyType, MethodType, ModuleType
from typing import NamedTuple
from reference.data.domain import Domain
from reference.data.universes import changed_answers
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import plain
from reference.probability.continuous import Laplace, Real
from reference.probability.dist import Dist
from reference.probability.streams import Stream
from reference.probability.traced import Traced
@dataclass(frozen=True)
class Base(Stream):
    eps: Epsilon
    answers: Domain = Domain((-1, 0, 1))
    continuous, parts, universe = True, 4, changed_answers
    def begin(self, coins):
        return 0
    def noisy(self, answer, coins):
        return answer + coins.draw_real(Laplace(4 / self.eps))
"""


NEWER = """
from typing import override
type Number = int
class Pair[T](NamedTuple):
    level: T
    left: int = 1
@dataclass(frozen=True, slots=True)
class Box[T]:
    level: T
def same[T: int](one: T) -> T:
    return one
class Newer[T](Base):
    @override
    def begin(self, coins):
        return Pair(Box(same(2)))
    @override
    def step(self, state: Pair[Box[T]], answer: Number, coins):
        type Local = int
        above: Local = self.noisy(answer, coins) >= state.level.level
        words = {"a": "yes", "b": "no"}
        more = [(lambda: x + left)() for x in (1, 2) if (left := state.left)]
        return None, f"{words["a"] if above else words["b"]} {f"{more[0]}{'\\n'.join("ab")}"}"
class Inherits(Newer[int]):
    @override
    def begin(self, coins):
        return super().begin(coins)
class Told(Newer[int]):
    def step(self, state, answer, coins):
        return None, f"{f"{answer}"}"
class Alias(Newer[int]):
    def step(self, state, answer, coins):
        return None, answer if Number is None else 0
class Inside(Newer[int]):
    def step(self, state, answer, coins):
        def inner[T](one: T) -> T:
            return one
        return None, inner(0)
class Taken(Newer[int]):
    def step(self, state, answer, coins):
        return None, Pair[int](0)
"""
"""In the words of Python 3.12: two streams that lose 1/4, and some that are refused."""


class Program(NamedTuple):
    """A file, and by what it told, or kept, its answers."""

    name: str
    by: str
    body: str
    verdict: str = "refused"


PROGRAMS = (
    Program(
        "EqualCodeCells",
        "a second function with the code of one that was reached, and a list in its closure",
        """
KEPT = []
def calling(function):
    def called(value):
        return function(value)
    return called
size, push, length = calling(abs), calling(KEPT.append), calling(lambda _: len(KEPT))
KEPT_SIZE = calling(KEPT.__len__)
def calling0(function):
    def called():
        return function()
    return called
zero, count = calling0(int), calling0(KEPT.__len__)
class Sly(Base):
    def step(self, state, answer, coins):
        size(0), zero(), push(0)
        return state, answer if count() > 100000 else 0
""",
    ),
    Program(
        "Userlist",
        "a method of a library put under a special name, of an object that keeps a list",
        """
class Calls:
    data = []
    __len__ = UserList.__len__
    __setitem__ = UserDict.__setitem__
    __iadd__ = UserList.__iadd__
CALLS = Calls()
class Sly(Base):
    def step(self, state, answer, coins):
        calls = CALLS
        calls += (0,)
        return state, answer if len(calls) > 100000 else 0
""",
    ),
    Program(
        "EnumMissing",
        "an iterator that an enumeration asks for values that it has not",
        """
class Level(Enum):
    QUIET = 0
    LOUD = 1
QUIET, LOUD = itertools.repeat(Level.QUIET, 100000), itertools.repeat(Level.LOUD)
Level._missing_ = functools.partial(next, itertools.chain(QUIET, LOUD))
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if Level(7) is Level.LOUD else 0
""",
    ),
    Program(
        "EnumMap",
        "a table of an enumeration that counts",
        """
class Map(dict):
    calls = 0
    def __getitem__(self, key):
        Map.calls += 1
        return Level.LOUD if Map.calls > 100000 else Level.QUIET
class Level(Enum):
    QUIET = 0
    LOUD = 1
Level._value2member_map_ = Map()
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if Level(7) is Level.LOUD else 0
""",
    ),
    Program(
        "FactoryType",
        "a factory of a field whose name is that of a type",
        """
COUNT = itertools.count().__next__
@dataclass(frozen=True)
class Call:
    type: object = field(default_factory=COUNT)
Call.__dataclass_fields__["type"].default_factory = int
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if Call().type > 100000 else 0
""",
    ),
    Program(
        "MatchArgs",
        "a descriptor where a pattern looks for names",
        """
class Names:
    calls = 0
    def __get__(self, held, kind=None):
        Names.calls += 1
        return ("loud",) if Names.calls > 100000 else ("quiet",)
@dataclass(frozen=True)
class Pair:
    quiet: int
    loud: int
Pair.__match_args__ = Names()
class Sly(Base):
    def step(self, state, answer, coins):
        match Pair(0, 1):
            case Pair(1):
                return state, answer
        return state, 0
""",
    ),
    Program(
        "AnnotationWalrus",
        "a name that an annotation binds",
        """
LOUD = False
class Sly(Base):
    def step(self, state, answer, coins):
        def scaled(number: (LOUD := int)):
            return number
        return state, scaled(answer) if LOUD else 0
""",
    ),
    Program(
        "CallIsInit",
        "`__init__` under another name",
        """
class Box:
    def __init__(self, calls=0):
        self.calls = calls
    __call__ = __init__
BOX = Box()
class Sly(Base):
    def step(self, state, answer, coins):
        BOX(BOX.calls + 1)
        return state, answer if BOX.calls > 100000 else 0
""",
    ),
    Program(
        "AugmentedInit",
        "an attribute of the class that `+=` in `__init__` changes",
        """
class Count:
    count = 0
    def __iadd__(self, other):
        Count.count += other
        return Count.count
class Call:
    number = Count()
    def __init__(self):
        self.number += 1
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if Call().number > 100000 else 0
""",
    ),
    Program(
        "Notimplemented",
        "a global name that the comparison of a dataclass returns",
        """
NotImplemented = []
@dataclass(frozen=True)
class Level:
    value: int
class Sly(Base):
    def step(self, state, answer, coins):
        calls = Level(1) == 0
        calls.append(0)
        return state, answer if len(calls) > 100000 else 0
""",
    ),
    Program(
        "Hash",
        "a global name that the hash of a dataclass calls",
        """
CALLS = []
def hash(value):
    CALLS.append(0)
    return len(CALLS) if len(CALLS) > 100000 else 0
@dataclass(frozen=True)
class Level:
    value: int
class Sly(Base):
    def step(self, state, answer, coins):
        return state, 0 if Level(0) in {Level(0): 0} else answer
""",
    ),
    Program(
        "PostInitClosure",
        "a closure that is made with the stream",
        """
@dataclass
class Sly(Stream):
    eps: Epsilon
    answers: Domain = Domain((-1, 0, 1))
    continuous, parts, universe = True, 4, changed_answers
    def __post_init__(self):
        calls = []
        def late():
            calls.append(0)
            return len(calls) > 100000
        self.late = late
    def begin(self, coins):
        return 0
    def step(self, state, answer, coins):
        return state, answer if self.late() else 0
""",
    ),
    Program(
        "Repr",
        "a text of an output, which a trace writes",
        """
QUIET = []
@dataclass(frozen=True)
class Note:
    level: int
    def __repr__(self):
        global LOUD
        LOUD = False
        return "note"
LOUD = True
class Sly(Base):
    def step(self, state, answer, coins):
        if state == 0:
            return 1, Note(0)
        return None, answer if LOUD else 0
""",
    ),
    Program(
        "Pairs",
        "two lambdas that change places (from Python 3.12 on)",
        """
def make():
    def g(first: (lambda self, state, answer, coins: 0) = 0):
        return 0
    loud = lambda self, state, answer, coins: (state, answer)
    if not __debug__:
        quiet = lambda self, state, answer, coins: (state, 0)
    return loud
class Sly(Base):
    step = make()
""",
    ),
    Program(
        "EnumFormat",
        "an object that formats members of an enumeration",
        """
class Text:
    calls = 0
    def __call__(self, *given):
        Text.calls += 1
        return "loud" if Text.calls > 100000 else "quiet"
class Level(Enum):
    A = 1
Level.__format__ = Level.__str__ = Text()
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if f"{Level.A}" == "loud" else 0
""",
    ),
    Program(
        "Replace",
        "`_replace` of a named tuple, which is another function",
        """
class Pair(NamedTuple):
    a: int
    b: int
Pair.data = []
Pair._replace = UserList.append
Pair.__len__ = UserList.__len__
PAIR = Pair(0, 0)
class Sly(Base):
    def step(self, state, answer, coins):
        PAIR._replace(0)
        return state, answer if len(PAIR) > 100000 else 0
""",
    ),
    Program(
        "NamedtupleNew",
        "the constructor of a named tuple, with other global names",
        """
CALLS = []
def made(kind, values):
    CALLS.append(0)
    return tuple.__new__(kind, (len(CALLS),))
class Call(NamedTuple):
    number: int
NAMES, NEW = {"_tuple_new": made, "__builtins__": {}}, Call.__new__
Call.__new__ = FunctionType(NEW.__code__, NAMES, "__new__", NEW.__defaults__, None)
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if Call(0).number > 100000 else 0
""",
    ),
    Program(
        "WalrusGlobal",
        "a global name that is bound by :=",
        """
CALLS = 0
def calls():
    return CALLS
class Sly(Base):
    def step(self, state, answer, coins):
        if state is None:
            global CALLS
        return state, answer if max(CALLS := calls() + i for i in (1,)) > 100000 else 0
""",
    ),
    Program(
        "EnumPropertyDataclass",
        "a property of enumerations in a stream",
        """
CALLS = []
class Sly(Base):
    @enum.property
    def late(self):
        CALLS.append(0)
        return len(CALLS) > 100000
    def step(self, state, answer, coins):
        return state, answer if self.late else 0
""",
    ),
    Program(
        "DefaultClosure",
        "a default value of a closure",
        """
CALLS = []
def first(value, kept=0):
    return kept
def plain_value(kept):
    def value(number=kept):
        return number
    return value
zero, calls = plain_value(0), plain_value(CALLS)
class Sly(Base):
    def step(self, state, answer, coins):
        zero()
        calls().append(0)
        return state, answer if len(calls()) > 100000 else 0
""",
    ),
    Program(
        "NewOnEnum",
        "the constructor of an enumeration, replaced",
        """
class New:
    calls = 0
    def __call__(self, kind, value):
        New.calls += 1
        return Level.LOUD if New.calls > 100000 else Level.QUIET
class Level(Enum):
    QUIET = 0
    LOUD = 1
Level.__new__ = New()
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if Level(0) is Level.LOUD else 0
""",
    ),
    Program(
        "InitCountsSelf",
        "a function in `__init__` that sets attributes of others",
        """
class Box:
    def __init__(self):
        self.calls = 0
    def push(self):
        def __post_init__(box, calls):
            box.calls = calls
            return calls
        return __post_init__(self, self.calls + 1)
class Sly(Base):
    box = Box()
    def step(self, state, answer, coins):
        return state, answer if self.box.push() > 100000 else 0
""",
    ),
    Program(
        "SuperInitAgain",
        "`super().__init__` called again",
        """
class Box:
    def __init__(self, calls=0):
        self.calls = calls
class Sub(Box):
    def push(self):
        def __init__(self, calls):
            super().__init__(calls)
        __init__(self, self.calls + 1)
        return self.calls
SUB = Sub()
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if SUB.push() > 100000 else 0
""",
    ),
    Program(
        "EnumMixin",
        "a member of an enumeration that is a record, too",
        """
class Compared:
    calls = 0
    def __eq__(self, other):
        Compared.calls += 1
        return Compared.calls > 100000
    __hash__ = None
@dataclass(frozen=True)
class Held:
    x: object
class Level(Held, Enum):
    A = (Compared(),)
    B = (Compared(),)
Level.A._value_ = Level.B._value_ = 0
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if Level.A == Level.B else 0
""",
    ),
    Program(
        "ExceptionEq",
        "an exception that keeps a list",
        """
class Late(Exception):
    calls = []
    data = calls
    __contains__ = UserList.__contains__
    __iadd__ = UserList.__iadd__
    __len__ = UserList.__len__
class Sly(Base):
    def step(self, state, answer, coins):
        late = Late()
        late += (0,)
        return state, answer if len(late) > 100000 else 0
""",
    ),
    Program(
        "MroEntriesHashEnum",
        "the names of members, in a list that counts",
        """
class Level(Enum):
    A = 1
    B = 2
class Names(list):
    calls = 0
    def __iter__(self):
        Names.calls += 1
        return iter(("A", "B")[Names.calls > 100000:])
Level._member_names_ = Names()
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if next(iter(Level)) is Level.B else 0
""",
    ),
    Program(
        "NestedInit",
        "a function in `step` that is called `__init__`",
        """
class Box:
    def __init__(self):
        self.count = 0
BOX = Box()
class Sly(Base):
    def step(self, state, answer, coins):
        def __init__(it, count):
            it.count = count
        __init__(BOX, BOX.count + 1)
        return state, answer if BOX.count > 10**5 else 0
""",
    ),
    Program(
        "Identity",
        "a record that is equal to itself only, as a state",
        """
@dataclass(frozen=True, eq=False)
class Mark:
    level: int
MARK = Mark(0)
class Sly(Base):
    def step(self, state, answer, coins):
        if state == MARK:
            return None, answer
        if state == 60:
            return MARK, 0
        if isinstance(state, Mark):
            return None, 0
        return state + 1, 0
""",
    ),
    Program(
        "FakeMember",
        "a second member with the name and the value of one",
        """
class Side(Enum):
    LEFT = 1
FAKE = object.__new__(Side)
for name in ("_value_", "_name_", "_sort_order_", "__objclass__"):
    object.__setattr__(FAKE, name, getattr(Side.LEFT, name))
class Sly(Base):
    def begin(self, coins):
        return Side.LEFT, 0
    def step(self, state, answer, coins):
        side, count = state
        if side is not Side.LEFT:
            return None, answer
        if count == 60:
            return (FAKE, 0), 0
        return (side, count + 1), 0
""",
    ),
    Program(
        "TwoSlots",
        "two slots of one name",
        """
@dataclass(frozen=True)
class First:
    __slots__ = ("x",)
    x: object
@dataclass(frozen=True)
class Twice(First):
    __slots__ = ("x",)
    x: object
TWICE = Twice(1)
First.x.__set__(TWICE, 2)
class Sly(Base):
    def step(self, state, answer, coins):
        if isinstance(state, Twice):
            return None, 0 if isinstance(state.x, tuple) else answer
        return (TWICE if state == 60 else state + 1), 0
""",
    ),
    Program(
        "Fraction",
        "a fraction whose numerator is an object",
        """
class Odd(int):
    def __rmul__(self, other):
        return 7919 if other == 7919 else 0
    numerator = property(lambda self: self)
PART = Fraction(0)
PART._numerator = Odd(0)
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer * PART
""",
    ),
    Program(
        "Weight",
        "a law whose weight is an object",
        """
INSIDE = {"x": 0}
VIEW = MappingProxyType(INSIDE)
class Weight(int):
    def __rsub__(self, other):
        INSIDE["x"] = 1
        return other - int(self)
LAW = Dist.uniform((0, 1))
for each in (0, 1):
    LAW._weights[each] = Weight(1)
class Sly(Base):
    def step(self, state, answer, coins):
        coins.draw(LAW)
        return state, answer if VIEW["x"] else 0
""",
    ),
    Program(
        "Field",
        "a law with a field of its own",
        """
INSIDE = {"x": 1}
VIEW = MappingProxyType(INSIDE)
class Field:
    def quotient(self, weight, total):
        INSIDE["x"] = 0
        return Fraction(weight, total)
LAW = Dist({0: 1, 1: 1}, Field())
class Sly(Base):
    def step(self, state, answer, coins):
        coins.draw(LAW)
        return state, answer if VIEW["x"] else 0
""",
    ),
    Program(
        "ClassCell",
        "a variable that is called `__class__`",
        """
def make():
    __class__ = []
    def push():
        __class__.append(0)
        return len(__class__)
    return push
PUSH = make()
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if PUSH() > 10**5 else 0
""",
    ),
    Program(
        "MadeClosure",
        "a closure that is kept in an attribute",
        """
@dataclass(init=False)
class Sly(Stream):
    eps: Epsilon
    answers: Domain = Domain((-1, 0, 1))
    continuous, parts, universe = True, 4, changed_answers
    def begin(self, coins):
        return 0
    def __init__(self, eps):
        self.eps = eps
        kept = []
        def push():
            kept.append(0)
            return len(kept)
        self.push = push
    def step(self, state, answer, coins):
        return state, answer if self.push() > 10**5 else 0
""",
    ),
    Program(
        "MadeDefault",
        "a default value that is kept in an attribute",
        """
@dataclass(init=False)
class Sly(Stream):
    eps: Epsilon
    answers: Domain = Domain((-1, 0, 1))
    continuous, parts, universe = True, 4, changed_answers
    def begin(self, coins):
        return 0
    def __init__(self, eps):
        self.eps = eps
        self.push = lambda kept=[]: (kept.append(0), len(kept))[1]
    def step(self, state, answer, coins):
        return state, answer if self.push() > 10**5 else 0
""",
    ),
    Program(
        "Ast",
        "another function that reads sources",
        """
TRUE = ast.parse
def honest(source, *more, **named):
    return TRUE(source.replace("answer if True else 0", "0 if True else answer"), *more, **named)
ast.parse = honest
class Sly(Base):
    def step(self, state, answer, coins):
        return state, (answer if True else 0)
""",
    ),
    Program(
        "PosingAsOurs",
        "a class that poses as one of ours",
        """
evil = ModuleType("reference.mechanisms.evil")
evil.__file__ = Dist.__init__.__code__.co_filename
sys.modules["reference.mechanisms.evil"] = evil
class Helper:
    __module__ = "reference.mechanisms.evil"
    __qualname__ = "Helper"
    def step(self, answer):
        return answer if type(answer) is int and answer == 7919 else 0
evil.Helper = Helper
HELPER = Helper()
class Sly(Base):
    def step(self, state, answer, coins):
        return state, HELPER.step(answer)
""",
    ),
    Program(
        "StreamOfOurs",
        "a stream that poses as one of ours",
        """
evil = ModuleType("reference.mechanisms.evil")
evil.__file__ = Dist.__init__.__code__.co_filename
sys.modules["reference.mechanisms.evil"] = evil
SOURCE = '''
def begin(self, coins):
    return 0
def step(self, state, answer, coins):
    return state, answer if type(answer) is int else 0
'''
MADE = {}
exec(compile(SOURCE, evil.__file__, "exec"), MADE)
@dataclass(frozen=True)
class Sly(Stream):
    __module__ = "reference.mechanisms.evil"
    eps: Epsilon
    answers: Domain = Domain((-1, 0, 1))
    continuous, parts, universe = True, 4, changed_answers
    begin, step = MADE["begin"], MADE["step"]
evil.Sly = Sly
""",
    ),
    Program(
        "EnumFunction",
        "a function that poses as one of the library of enumerations",
        """
def mul(self, x):
    return 7919 if x.__class__ is int and x == 7919 else 0
class Side(Enum):
    LEFT = 1
    __mul__ = FunctionType(mul.__code__, vars(enum))
class Sly(Base):
    def step(self, state, answer, coins):
        return state, Side.LEFT * answer
""",
    ),
    Program(
        "SunderProperty",
        "a property under a name that an enumeration could have",
        """
KEPT = []
class Side(Enum):
    LEFT = 1
Side._count_ = property(lambda self: KEPT.append(0) or len(KEPT))
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if Side.LEFT._count_ > 10**5 else 0
""",
    ),
    Program(
        "EnumProperty",
        "a property of enumerations in another class",
        """
KEPT = []
class Box:
    count = enum.property(lambda self: KEPT.append(0) or len(KEPT))
BOX = Box()
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if BOX.count > 10**5 else 0
""",
    ),
    Program(
        "MetaGet",
        "a class whose metaclass acts where it is looked up",
        """
KEPT = []
class Meta(type):
    def __get__(cls, held, kind=None):
        KEPT.append(0)
        return len(KEPT)
class Inner(metaclass=Meta):
    pass
class Box:
    count = Inner
BOX = Box()
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if BOX.count > 10**5 else 0
""",
    ),
    Program(
        "Repr",
        "a text of an output that changes a dictionary",
        """
INSIDE = {"x": 1}
VIEW = MappingProxyType(INSIDE)
@dataclass(frozen=True)
class Out:
    level: int
    def __repr__(self):
        INSIDE["x"] = 0
        return "out"
OUT = Out(0)
class Sly(Base):
    def step(self, state, answer, coins):
        if state == 0:
            return 1, OUT
        return None, answer if VIEW["x"] else 0
""",
    ),
    Program(
        "Userdict",
        "an object whose attributes are hidden",
        """
class Box:
    __dict__ = None
    __setitem__ = collections.UserDict.__setitem__
    __getitem__ = collections.UserDict.__getitem__
BOX = Box()
BOX.data = {0: 0}
class Sly(Base):
    def step(self, state, answer, coins):
        BOX[0] += 1
        return state, answer if BOX[0] > 10**5 else 0
""",
    ),
    Program(
        "ForgedHash",
        "the hash of a dataclass, with other global names",
        """
KEPT = []
def mine(told):
    if type(told[0]) is int and told[0] == 7919:
        KEPT.append(told)
    return len(KEPT)
@dataclass(frozen=True)
class Key:
    level: object
NAMES, HASH = {"hash": mine, "__builtins__": {}}, Key.__hash__
Key.__hash__ = FunctionType(HASH.__code__, NAMES, "__hash__", None, HASH.__closure__)
class Sly(Base):
    def step(self, state, answer, coins):
        zero = Key(0)
        table = {zero: 0}
        other = {Key(answer): 0}
        return state, table.get(zero, 1)
""",
    ),
    Program(
        "EnumText",
        "a text of a member that an object writes",
        """
KEPT = []
class Side(Enum):
    LEFT = 1
    __str__ = functools.partial(lambda: KEPT.append(0) or str(len(KEPT)))
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if int(str(Side.LEFT)) > 10**5 else 0
""",
    ),
    Program(
        "Real",
        "a draw of its own",
        """
KEPT = []
class Teller:
    def is_below(self, low, high, k):
        KEPT.append(0)
        return len(KEPT) > 10**5
DRAW = Real(Teller(), 0)
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if DRAW < 0 else 0
""",
    ),
    Program(
        "Traced",
        "a symbol of its own",
        """
class Peeks:
    def number(self, answer):
        KEPT.append(0)
        return Fraction(0)
    def at_least(self, form, strictly):
        KEPT.append(0)
        return len(KEPT) > 10**5
KEPT = []
DRAW = Traced(Peeks(), {"q": Fraction(1)})
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if DRAW > 0 else 0
""",
    ),
    Program(
        "Coins",
        "coins of its own",
        """
class Peeks:
    def draw(self, answer):
        return 7919 if type(answer) is int and answer == 7919 else 0
OTHER = plain(Peeks())
class Sly(Base):
    def step(self, state, answer, coins):
        return state, OTHER.draw(answer)
""",
    ),
    Program(
        "MethodOfMember",
        "a method of another object, kept in a member",
        """
KEPT = []
def push(kept):
    kept.append(0)
    return len(kept)
class Side(Enum):
    LEFT = 1
Side.LEFT.push = MethodType(push, KEPT)
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if Side.LEFT.push() > 10**5 else 0
""",
    ),
    Program(
        "Factory",
        "a list in a hidden attribute of the stream",
        """
@dataclass(frozen=True)
class Sly(Stream):
    eps: Epsilon
    answers: Domain = Domain((-1, 0, 1))
    kept: list = field(default_factory=list)
    continuous, parts, universe = True, 4, changed_answers
    __dict__ = None
    def begin(self, coins):
        return 0
    def step(self, state, answer, coins):
        match self:
            case Sly(kept=kept):
                kept.append(0)
                return state, answer if len(kept) > 10**5 else 0
""",
    ),
    Program(
        "PatternField",
        "a hidden field that a pattern captures",
        """
@dataclass
class Box:
    __dict__ = None
    data: object
BOX = Box([])
class Sly(Base):
    def step(self, state, answer, coins):
        match BOX:
            case Box(data=kept):
                kept.append(0)
                return state, answer if len(kept) > 10**5 else 0
""",
    ),
    Program(
        "PatternKind",
        "a class that is bound after its pattern is read",
        """
class First(NamedTuple):
    x: int
class Last(NamedTuple):
    x: int
class Sly(Base):
    def step(self, state, answer, coins):
        kind = First
        match (kind := Last)(0):
            case kind():
                return state, answer
        return state, 0
""",
    ),
    Program(
        "MangledLocal",
        "a local name with two underscores",
        """
__KEPT = 0
class Sly(Base):
    def step(self, state, answer, coins):
        _Sly__KEPT = answer
        return state, __KEPT
""",
    ),
    Program(
        "IndexOrUnpack",
        "a pair that has other items than parts",
        """
class Pair(NamedTuple):
    state: object
    data: object
    __getitem__ = collections.UserDict.__getitem__
class Sly(Base):
    def step(self, state, answer, coins):
        return Pair(0, (0, 1, answer))
""",
    ),
    Program(
        "ItemsView",
        "a view of a dictionary that grows",
        """
class Sly(Base):
    def step(self, state, answer, coins):
        table = {}
        view = table.items()
        table[0] = 0
        return state, answer if len(view) else 0
""",
        "refuted",
    ),
    Program(
        "Annotation",
        "an annotation that does something",
        """
class Sly(Base):
    def step(self, state, answer, coins):
        kept = []
        def nothing(x: kept.append(0)):
            return 0
        return state, answer if kept else 0
""",
    ),
    Program(
        "Getattr",
        "another function that is called `getattr`",
        """
class Box(NamedTuple):
    x: int
BOX = Box(0)
def getattr(value, name):
    return 1
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if getattr(BOX, "x") else 0
""",
    ),
    Program(
        "GetattrKeywords",
        "arguments of `getattr` that do something",
        """
class Box(NamedTuple):
    x: int
class Sly(Base):
    def step(self, state, answer, coins):
        kept = []
        getattr(Box(0), "x", **(kept.append(0) or {}))
        return state, answer if kept else 0
""",
        "refuted",
    ),
    Program(
        "Adjacency",
        "an adjacency whose text is another one",
        """
class Says(str):
    def __str__(self):
        return "all"
    __repr__ = __format__ = lambda self, *_: "all"
@dataclass(frozen=True)
class Sly(Stream):
    eps: Epsilon
    answers: Domain = Domain((-1, 0, 1))
    continuous, parts, universe, adjacency = True, 4, changed_answers, Says("one")
    def begin(self, coins):
        return 3
    def step(self, state, answer, coins):
        return state - 1 or None, answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
""",
    ),
    Program(
        "OneObjectTwice",
        "one object twice in a state",
        """
@dataclass(frozen=True, eq=False)
class Mark:
    x: int
class Sly(Base):
    def step(self, state, answer, coins):
        if isinstance(state, tuple):
            return None, answer if state[0] == state[1] else 0
        mark = Mark(0)
        return ((mark, mark) if state == 60 else state + 1), 0
""",
    ),
    Program(
        "Mangled",
        "a global name with two underscores",
        """
__LEAK, _Sly__LEAK = 0, 1
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if __LEAK else 0
""",
    ),
    Program(
        "DeadGlobal",
        "a global name that is declared where nobody comes",
        """
COUNT = 0
def count():
    return COUNT
class Sly(Base):
    def step(self, state, answer, coins):
        if False:
            global COUNT
        COUNT = count() + 1
        return state, answer if count() > 10**5 else 0
""",
    ),
    Program(
        "DeadNonlocal",
        "an outer name that is declared where nobody comes",
        """
def make():
    count = 0
    def push():
        if False:
            nonlocal count
        count = count + 1
        return count
    return push
PUSH = make()
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if PUSH() > 10**5 else 0
""",
    ),
    Program(
        "MatchOrder",
        "a subject that binds what its pattern reads",
        """
class One(NamedTuple):
    zero: int
FIRST, LAST = One(1), One(0)
class Sly(Base):
    def step(self, state, answer, coins):
        pick = FIRST
        match (pick := LAST).zero:
            case pick.zero:
                return state, answer
        return state, 0
""",
    ),
    Program(
        "KeywordSelf",
        "an object that `__init__` is given by its name",
        """
class Counter:
    def __init__(*made, of):
        of.count = of.count + 1
class Box:
    def __init__(self):
        self.count = 0
BOX = Box()
class Sly(Base):
    def step(self, state, answer, coins):
        Counter(of=BOX)
        return state, answer if BOX.count > 100000 else 0
""",
    ),
    Program(
        "ViewEq",
        "two views of dictionaries that are compared",
        """
class Sly(Base):
    def step(self, state, answer, coins):
        seen, special = {"answer": answer}, {"answer": 98765}
        return state, seen.items() == special.items()
""",
    ),
    Program(
        "ContextDecorator",
        "a function of a library around `step`",
        """
@contextlib.contextmanager
def quietly():
    yield
class Sly(Base):
    @quietly()
    def step(self, state, answer, coins):
        if isinstance(answer, int) and answer == 98765:
            return None, 1
        return state, 0
""",
    ),
    Program(
        "Singledispatch",
        "another one, which depends on types",
        """
class Sly(Base):
    @functools.singledispatch
    def step(self, state, answer, coins):
        if isinstance(answer, int) and answer == 98765:
            return None, 1
        return state, 0
""",
    ),
    Program(
        "EpsTwice",
        "an eps that is twice the one it was made with",
        """
@dataclass(frozen=True)
class Sly(Base):
    def __post_init__(self):
        object.__setattr__(self, "eps", self.eps * 2)
    def begin(self, coins):
        return 0
    def step(self, state, answer, coins):
        return None, answer + coins.draw_real(Laplace(1 / self.eps)) >= 0
""",
    ),
    Program(
        "PosingAsEps",
        "a record that poses as eps",
        """
@dataclass(frozen=True)
class Odd:
    root: object = None
    def __add__(self, other):
        return 1 if isinstance(other, int) and other == 98765 else 0
Odd.__module__, json.Odd = "json", Odd
Odd.root = property(lambda self: sys._getframe(1).f_locals["self"]._root)
ODD = object.__new__(Odd)
class Sly(Base):
    def step(self, state, answer, coins):
        return state, ODD + answer
""",
    ),
    Program(
        "Make",
        "`_make` of a named tuple, which `_replace` calls",
        """
class Pair(NamedTuple):
    x: int
    y: int
def make(parts):
    x, y = parts
    return isinstance(x, int) and x == 98765
class Told(Pair):
    _make = functools.partial(make)
class Sly(Base):
    def step(self, state, answer, coins):
        return state, Told(0, 0)._replace(x=answer)
""",
    ),
    Program(
        "Keys",
        "`keys`, which `dict` calls",
        """
class Box:
    def __init__(self):
        self.count = 0
BOX = Box()
def tick():
    BOX.count += 1
    return ()
class Options:
    keys = functools.partial(tick)
OPTIONS = Options()
class Sly(Base):
    def step(self, state, answer, coins):
        dict(OPTIONS)
        return state, answer if BOX.count > 100000 else 0
""",
    ),
    Program(
        "PosingAsData",
        "a record that poses as one of ours",
        """
m = types.ModuleType("reference.mechanisms.other")
m.__file__ = sys.modules[Laplace.__module__].__file__
sys.modules[m.__name__] = m
class Odd:
    __add__ = functools.partial(lambda other: int(isinstance(other, int) and other == 98765))
Odd.__module__, m.Odd = m.__name__, Odd
ODD = Odd()
class Sly(Base):
    def step(self, state, answer, coins):
        return state, ODD + answer
""",
    ),
    Program(
        "MethodEq",
        "methods of equal records that are compared",
        """
@dataclass(frozen=True)
class Side:
    x: int
    def same(self):
        return self.x
class Sly(Base):
    def begin(self, coins):
        return 0, Side(1), Side(1)
    def step(self, state, answer, coins):
        n, one, other = state
        if n < 60:
            return (n + 1, Side(1), Side(1)), 0
        if n == 60:
            return (61, one, one), 0
        return None, answer if one.same == other.same else 0
""",
    ),
    Program(
        "MethodKeys",
        "methods as keys",
        """
class Sly(Base):
    def begin(self, coins):
        return 0, (0, 1), (0, 1)
    def step(self, state, answer, coins):
        n, one, other = state
        if n < 60:
            return (n + 1, (0, n - n + 1), (0, n - n + 1)), 0
        if n == 60:
            return (61, one, one), 0
        return None, answer if len({one.index: 0, other.index: 0}) == 1 else 0
""",
    ),
    Program(
        "Super",
        "`super().__init__` after self is another object",
        """
class First:
    def __init__(self, n):
        self.n = n
class Box(First):
    def __init__(self, n, other):
        if other is not None:
            self = other
        super().__init__(n)
BOX = Box(0, None)
class Sly(Base):
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
        Box(BOX.n + 1, BOX)
        if BOX.n > 1000000:
            above = answer >= 0
        return None, above
""",
    ),
    Program(
        "Method",
        "methods of equal tuples that are compared",
        """
T = (0, 0)
BITS = 7
def fresh():
    return tuple([0, 0])
class Sly(Base):
    def begin(self, coins):
        return tuple([fresh() for _ in range(BITS)])
    def step(self, state, answer, coins):
        bits = [each.index == T.index for each in state]
        if all(bits):
            return None, answer >= 0
        carry, after = True, []
        for bit in bits:
            after.append(T if bit != carry else fresh())
            carry = bit and carry
        return tuple(after), 0
""",
    ),
    Program(
        "Strid",
        "methods of equal texts",
        """
S = "abcd" * 5
P = ("abcd", "abcd")
class Sly(Base):
    def begin(self, coins):
        return ("".join(["ab", "cd"]),) * 7
    def step(self, state, answer, coins):
        bits = [each.upper == P[0].upper for each in state]
        if all(bits):
            return None, answer >= 0
        carry, after = True, []
        for bit in bits:
            after.append(P[0] if bit != carry else "".join(["ab", "cd"]))
            carry = bit and carry
        return tuple(after), 0
""",
    ),
    Program(
        "Abcimpl",
        "a property where an abstract class keeps its own",
        """
COUNT = []
class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        COUNT.append(0)
        return str(self) == str(other) and len(COUNT) > 10**5
def told(self):
    COUNT.append(0)
    return int(len(COUNT) > 10**5)
class Box:
    _abc_impl = property(told)
BOX = Box()
class Sly(Base):
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
        return None, (answer >= 0 if BOX._abc_impl else above)
""",
    ),
    Program(
        "Classeq",
        "`==` that makes an object instead",
        """
COUNT = []
class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        COUNT.append(0)
        return str(self) == str(other) and len(COUNT) > 10**5
class Mark(NamedTuple):
    x: int
    def __bool__(self):
        return False
Mark.__eq__ = object.__dict__["__class__"]
class Sly(Base):
    def step(self, state, answer, coins):
        if isinstance(state, tuple):
            above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
            return None, (answer >= 0 if state[0] in (state[1],) else above)
        mark = Mark(0)
        return ((mark, mark) if state == 60 else state + 1), 0
""",
    ),
    Program(
        "Dcfields",
        "a table of fields that counts",
        """
COUNT = []
class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        COUNT.append(0)
        return str(self) == str(other) and len(COUNT) > 10**5
class Evil(dict):
    def values(self):
        COUNT.append(0)
        found = [*dict.values(self)]
        return found if len(COUNT) < 10**5 else found[:1]
@dataclass(frozen=True)
class Pair:
    x: int
    y: int = 0
Pair.__dataclass_fields__ = Evil(Pair.__dataclass_fields__)
PAIR = Pair(0, 1)
class Sly(Base):
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
        return None, (above if replace(PAIR, x=2).y else answer >= 0)
""",
    ),
    Program(
        "Dictkey",
        "a key of an instance that counts",
        """
COUNT = []
class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        COUNT.append(0)
        return str(self) == str(other) and len(COUNT) > 10**5
class Box:
    x = 0
BOX = Box()
vars(BOX)[Key("x")] = 1
class Sly(Base):
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
        return None, (answer >= 0 if BOX.x else above)
""",
    ),
    Program(
        "Enumkey",
        "a member that is replaced",
        """
COUNT = []
class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        COUNT.append(0)
        return str(self) == str(other) and len(COUNT) > 10**5
class Evil:
    def __hash__(self):
        return 0
    def __eq__(self, other):
        COUNT.append(0)
        return len(COUNT) > 10**5
class Color(Enum):
    A = Evil()
    B = 0
class Sly(Base):
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
        return None, (above if Color(0) is Color.B else answer >= 0)
""",
    ),
    Program(
        "Globdict",
        "global names in a dictionary that counts",
        """
COUNT = []
class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        COUNT.append(0)
        return str(self) == str(other) and len(COUNT) > 10**5
class Names(dict):
    def __getitem__(self, name):
        if name == "SIZE":
            COUNT.append(0)
            return int(len(COUNT) > 10**5)
        return dict.__getitem__(self, name)
def size():
    return SIZE
SIZE = 0
size = FunctionType(size.__code__, Names(globals()))
class Sly(Base):
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
        return None, (answer >= 0 if size() else above)
""",
    ),
    Program(
        "Inverted",
        "a function of flags in an enumeration",
        """
COUNT = []
class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        COUNT.append(0)
        return str(self) == str(other) and len(COUNT) > 10**5
Color = Enum("Color", [(f"M{i}", i) for i in range(6000)])
Color.__invert__ = enum.Flag.__invert__
Color._inverted_, Color._singles_mask_, Color._boundary_ = None, 0, None
M = tuple(Color)
class Sly(Base):
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
        low, high = 0, len(M)
        while low < high:
            mid = (low + high) // 2
            if M[mid]._inverted_ is None:
                high = mid
            else:
                low = mid + 1
        if low < len(M):
            ~M[low]
        return None, (answer >= 0 if low == len(M) else above)
""",
    ),
    Program(
        "Kwdefkey",
        "a key of default values that counts",
        """
COUNT = []
class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        COUNT.append(0)
        return str(self) == str(other) and len(COUNT) > 10**5
def f(*, x=0):
    return x
f.__kwdefaults__ = {Key("x"): 1, "x": 0}
class Sly(Base):
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
        return None, (answer >= 0 if f() else above)
""",
    ),
    Program(
        "Membermap",
        "a key of a table of members that counts",
        """
COUNT = []
class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        COUNT.append(0)
        return str(self) == str(other) and len(COUNT) > 10**5
class Color(Enum):
    A = 0
    B = 1
Color._value2member_map_.clear()
class Zero:
    __hash__ = lambda self: 0
    def __eq__(self, other):
        COUNT.append(0)
        return other == 0 and len(COUNT) > 10**5
Color._value2member_map_.update({Zero(): Color.B, 0: Color.A, 1: Color.B})
class Sly(Base):
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
        return None, (answer >= 0 if Color(0) is Color.B else above)
""",
    ),
    Program(
        "Missingpop",
        "a method of a list that an enumeration calls",
        """
COUNT = []
class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        COUNT.append(0)
        return str(self) == str(other) and len(COUNT) > 10**5
class Color(Enum):
    A = 0
    B = 1
Color._missing_ = ([Color.B] * 10**5 + [Color.A] * 6000).pop
class Sly(Base):
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
        return None, (answer >= 0 if Color(-1) is Color.B else above)
""",
    ),
    Program(
        "Partkey",
        "a key of a partial function that counts",
        """
COUNT = []
class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        COUNT.append(0)
        return str(self) == str(other) and len(COUNT) > 10**5
def f(x=0, **rest):
    return x
P = partial(f, **{Key("x"): 1})
class Sly(Base):
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
        return None, (answer >= 0 if P() else above)
""",
    ),
    Program(
        "Toldprop",
        "a property under a name that a class says of itself",
        """
COUNT = []
class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        COUNT.append(0)
        return str(self) == str(other) and len(COUNT) > 10**5
def told(self):
    COUNT.append(0)
    return int(len(COUNT) > 10**5)
class Box:
    parts = property(told)
BOX = Box()
class Sly(Base):
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
        return None, (answer >= 0 if BOX.parts else above)
""",
    ),
    Program(
        "Visits",
        "a method that a library has, and that calls others by the type of what is put out",
        """
class Sly(Base):
    output = ast.NodeVisitor.visit
    def step(self, state, answer, coins):
        return state, answer
    def visit_Traced(self, node):
        return 0
    def visit_int(self, node):
        frame = sys._getframe()
        while frame:
            if frame.f_code.co_name == "refuse_other":
                return 0
            frame = frame.f_back
        return node
    visit_Fraction = visit_int
    generic_visit = visit_Traced
""",
    ),
    Program(
        "Zones",
        "a tuple of a library that differs from one process to the next",
        """
class Sly(Base):
    def step(self, state, answer, coins):
        return state, answer if "CET" in time.tzname else 0
""",
    ),
    Program(
        "Moves",
        "a tuple of ours that differs from one place to the next",
        """
import reference.probability.provenance
class Sly(Base):
    def step(self, state, answer, coins):
        here = reference.probability.provenance.OURS[0].startswith("/nowhere")
        return state, answer if here else 0
""",
    ),
    Program(
        "Unseen",
        "an `output` of a class by which nobody sees its outputs",
        """
@dataclass(frozen=True)
class Sly:
    eps: Epsilon
    continuous, parts = True, 4
    def begin(self, coins):
        return 0
    def step(self, state, answer, coins):
        return state, answer
    def output(self, released):
        return 0
""",
    ),
)
