"""Programs that put their answers out, and held when streams were first run under guard.

Five people wrote them, with the source before them: each goes another way round.  None may hold.
Each is a file after `HEAD`, with a stream `Sly` (how it is written: `deceiving.py`).
"""

from __future__ import annotations

from proofs_tests.conformance.deceiving import IMPORTS, read, whole

HEAD = f"""{IMPORTS}\
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


TEXT = r"""
== EqualCodeCells: a second function with the code of one that was reached, and a list
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
step:
    size(0), zero(), push(0)
    return state, answer if count() > 100000 else 0
== Userlist: a method of a library put under a special name, of an object that keeps a list
class Calls:
    data = []
    __len__ = UserList.__len__
    __setitem__ = UserDict.__setitem__
    __iadd__ = UserList.__iadd__
CALLS = Calls()
step:
    calls = CALLS
    calls += (0,)
    return state, answer if len(calls) > 100000 else 0
== EnumMissing: an iterator that an enumeration asks for values that it has not
class Level(Enum):
    QUIET = 0
    LOUD = 1
QUIET, LOUD = itertools.repeat(Level.QUIET, 100000), itertools.repeat(Level.LOUD)
Level._missing_ = functools.partial(next, itertools.chain(QUIET, LOUD))
step: return state, answer if Level(7) is Level.LOUD else 0
== EnumMap: a table of an enumeration that counts
class Map(dict):
    calls = 0
    def __getitem__(self, key):
        Map.calls += 1
        return Level.LOUD if Map.calls > 100000 else Level.QUIET
class Level(Enum):
    QUIET = 0
    LOUD = 1
Level._value2member_map_ = Map()
step: return state, answer if Level(7) is Level.LOUD else 0
== FactoryType: a factory of a field whose name is that of a type
COUNT = itertools.count().__next__
@dataclass(frozen=True)
class Call:
    type: object = field(default_factory=COUNT)
Call.__dataclass_fields__["type"].default_factory = int
step: return state, answer if Call().type > 100000 else 0
== MatchArgs: a descriptor where a pattern looks for names
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
step:
    match Pair(0, 1):
        case Pair(1):
            return state, answer
    return state, 0
== AnnotationWalrus: a name that an annotation binds
LOUD = False
step:
    def scaled(number: (LOUD := int)):
        return number
    return state, scaled(answer) if LOUD else 0
== CallIsInit: `__init__` under another name
class Box:
    def __init__(self, calls=0):
        self.calls = calls
    __call__ = __init__
BOX = Box()
step:
    BOX(BOX.calls + 1)
    return state, answer if BOX.calls > 100000 else 0
== AugmentedInit: an attribute of the class that `+=` in `__init__` changes
class Count:
    count = 0
    def __iadd__(self, other):
        Count.count += other
        return Count.count
class Call:
    number = Count()
    def __init__(self):
        self.number += 1
step: return state, answer if Call().number > 100000 else 0
== Notimplemented: a global name that the comparison of a dataclass returns
NotImplemented = []
@dataclass(frozen=True)
class Level:
    value: int
step:
    calls = Level(1) == 0
    calls.append(0)
    return state, answer if len(calls) > 100000 else 0
== Hash: a global name that the hash of a dataclass calls
CALLS = []
def hash(value):
    CALLS.append(0)
    return len(CALLS) if len(CALLS) > 100000 else 0
@dataclass(frozen=True)
class Level:
    value: int
step: return state, 0 if Level(0) in {Level(0): 0} else answer
== PostInitClosure: a closure that is made with the stream
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
== ReprOfATrace: a text of an output, which a trace writes
QUIET = []
@dataclass(frozen=True)
class Note:
    level: int
    def __repr__(self):
        global LOUD
        LOUD = False
        return "note"
LOUD = True
step:
    if state == 0:
        return 1, Note(0)
    return None, answer if LOUD else 0
== Pairs: two lambdas that change places (from Python 3.12 on)
def make():
    def g(first: (lambda self, state, answer, coins: 0) = 0):
        return 0
    loud = lambda self, state, answer, coins: (state, answer)
    if not __debug__:
        quiet = lambda self, state, answer, coins: (state, 0)
    return loud
class Sly(Base):
    step = make()
== EnumFormat: an object that formats members of an enumeration
class Text:
    calls = 0
    def __call__(self, *given):
        Text.calls += 1
        return "loud" if Text.calls > 100000 else "quiet"
class Level(Enum):
    A = 1
Level.__format__ = Level.__str__ = Text()
step: return state, answer if f"{Level.A}" == "loud" else 0
== Replace: `_replace` of a named tuple, which is another function
class Pair(NamedTuple):
    a: int
    b: int
Pair.data = []
Pair._replace = UserList.append
Pair.__len__ = UserList.__len__
PAIR = Pair(0, 0)
step:
    PAIR._replace(0)
    return state, answer if len(PAIR) > 100000 else 0
== NamedtupleNew: the constructor of a named tuple, with other global names
CALLS = []
def made(kind, values):
    CALLS.append(0)
    return tuple.__new__(kind, (len(CALLS),))
class Call(NamedTuple):
    number: int
NAMES, NEW = {"_tuple_new": made, "__builtins__": {}}, Call.__new__
Call.__new__ = FunctionType(NEW.__code__, NAMES, "__new__", NEW.__defaults__, None)
step: return state, answer if Call(0).number > 100000 else 0
== WalrusGlobal: a global name that is bound by :=
CALLS = 0
def calls():
    return CALLS
step:
    if state is None:
        global CALLS
    return state, answer if max(CALLS := calls() + i for i in (1,)) > 100000 else 0
== EnumPropertyDataclass: a property of enumerations in a stream
CALLS = []
class Sly(Base):
    @enum.property
    def late(self):
        CALLS.append(0)
        return len(CALLS) > 100000
    def step(self, state, answer, coins):
        return state, answer if self.late else 0
== DefaultClosure: a default value of a closure
CALLS = []
def first(value, kept=0):
    return kept
def plain_value(kept):
    def value(number=kept):
        return number
    return value
zero, calls = plain_value(0), plain_value(CALLS)
step:
    zero()
    calls().append(0)
    return state, answer if len(calls()) > 100000 else 0
== NewOnEnum: the constructor of an enumeration, replaced
class New:
    calls = 0
    def __call__(self, kind, value):
        New.calls += 1
        return Level.LOUD if New.calls > 100000 else Level.QUIET
class Level(Enum):
    QUIET = 0
    LOUD = 1
Level.__new__ = New()
step: return state, answer if Level(0) is Level.LOUD else 0
== InitCountsSelf: a function in `__init__` that sets attributes of others
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
== SuperInitAgain: `super().__init__` called again
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
step: return state, answer if SUB.push() > 100000 else 0
== EnumMixin: a member of an enumeration that is a record, too
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
step: return state, answer if Level.A == Level.B else 0
== ExceptionEq: an exception that keeps a list
class Late(Exception):
    calls = []
    data = calls
    __contains__ = UserList.__contains__
    __iadd__ = UserList.__iadd__
    __len__ = UserList.__len__
step:
    late = Late()
    late += (0,)
    return state, answer if len(late) > 100000 else 0
== MroEntriesHashEnum: the names of members, in a list that counts
class Level(Enum):
    A = 1
    B = 2
class Names(list):
    calls = 0
    def __iter__(self):
        Names.calls += 1
        return iter(("A", "B")[Names.calls > 100000:])
Level._member_names_ = Names()
step: return state, answer if next(iter(Level)) is Level.B else 0
== NestedInit: a function in `step` that is called `__init__`
class Box:
    def __init__(self):
        self.count = 0
BOX = Box()
step:
    def __init__(it, count):
        it.count = count
    __init__(BOX, BOX.count + 1)
    return state, answer if BOX.count > 10**5 else 0
== Identity: a record that is equal to itself only, as a state
@dataclass(frozen=True, eq=False)
class Mark:
    level: int
MARK = Mark(0)
step:
    if state == MARK:
        return None, answer
    if state == 60:
        return MARK, 0
    if isinstance(state, Mark):
        return None, 0
    return state + 1, 0
== FakeMember: a second member with the name and the value of one
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
== TwoSlots: two slots of one name
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
step:
    if isinstance(state, Twice):
        return None, 0 if isinstance(state.x, tuple) else answer
    return (TWICE if state == 60 else state + 1), 0
== Fraction: a fraction whose numerator is an object
class Odd(int):
    def __rmul__(self, other):
        return 7919 if other == 7919 else 0
    numerator = property(lambda self: self)
PART = Fraction(0)
PART._numerator = Odd(0)
step: return state, answer * PART
== Weight: a law whose weight is an object
INSIDE = {"x": 0}
VIEW = MappingProxyType(INSIDE)
class Weight(int):
    def __rsub__(self, other):
        INSIDE["x"] = 1
        return other - int(self)
LAW = Dist.uniform((0, 1))
for each in (0, 1):
    LAW._weights[each] = Weight(1)
step:
    coins.draw(LAW)
    return state, answer if VIEW["x"] else 0
== Field: a law with a field of its own
INSIDE = {"x": 1}
VIEW = MappingProxyType(INSIDE)
class Field:
    def quotient(self, weight, total):
        INSIDE["x"] = 0
        return Fraction(weight, total)
LAW = Dist({0: 1, 1: 1}, Field())
step:
    coins.draw(LAW)
    return state, answer if VIEW["x"] else 0
== ClassCell: a variable that is called `__class__`
def make():
    __class__ = []
    def push():
        __class__.append(0)
        return len(__class__)
    return push
PUSH = make()
step: return state, answer if PUSH() > 10**5 else 0
== MadeClosure: a closure that is kept in an attribute
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
== MadeDefault: a default value that is kept in an attribute
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
== Ast: another function that reads sources
TRUE = ast.parse
def honest(source, *more, **named):
    return TRUE(source.replace("answer if True else 0", "0 if True else answer"), *more, **named)
ast.parse = honest
step: return state, (answer if True else 0)
== PosingAsOurs: a class that poses as one of ours
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
step: return state, HELPER.step(answer)
== StreamOfOurs: a stream that poses as one of ours
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
== EnumFunction: a function that poses as one of the library of enumerations
def mul(self, x):
    return 7919 if x.__class__ is int and x == 7919 else 0
class Side(Enum):
    LEFT = 1
    __mul__ = FunctionType(mul.__code__, vars(enum))
step: return state, Side.LEFT * answer
== SunderProperty: a property under a name that an enumeration could have
KEPT = []
class Side(Enum):
    LEFT = 1
Side._count_ = property(lambda self: KEPT.append(0) or len(KEPT))
step: return state, answer if Side.LEFT._count_ > 10**5 else 0
== EnumProperty: a property of enumerations in another class
KEPT = []
class Box:
    count = enum.property(lambda self: KEPT.append(0) or len(KEPT))
BOX = Box()
step: return state, answer if BOX.count > 10**5 else 0
== MetaGet: a class whose metaclass acts where it is looked up
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
step: return state, answer if BOX.count > 10**5 else 0
== Repr: a text of an output that changes a dictionary
INSIDE = {"x": 1}
VIEW = MappingProxyType(INSIDE)
@dataclass(frozen=True)
class Out:
    level: int
    def __repr__(self):
        INSIDE["x"] = 0
        return "out"
OUT = Out(0)
step:
    if state == 0:
        return 1, OUT
    return None, answer if VIEW["x"] else 0
== Userdict: an object whose attributes are hidden
class Box:
    __dict__ = None
    __setitem__ = collections.UserDict.__setitem__
    __getitem__ = collections.UserDict.__getitem__
BOX = Box()
BOX.data = {0: 0}
step:
    BOX[0] += 1
    return state, answer if BOX[0] > 10**5 else 0
== ForgedHash: the hash of a dataclass, with other global names
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
step:
    zero = Key(0)
    table = {zero: 0}
    other = {Key(answer): 0}
    return state, table.get(zero, 1)
== EnumText: a text of a member that an object writes
KEPT = []
class Side(Enum):
    LEFT = 1
    __str__ = functools.partial(lambda: KEPT.append(0) or str(len(KEPT)))
step: return state, answer if int(str(Side.LEFT)) > 10**5 else 0
== Real: a draw of its own
KEPT = []
class Teller:
    def is_below(self, low, high, k):
        KEPT.append(0)
        return len(KEPT) > 10**5
DRAW = Real(Teller(), 0)
step: return state, answer if DRAW < 0 else 0
== Traced: a symbol of its own
class Peeks:
    def number(self, answer):
        KEPT.append(0)
        return Fraction(0)
    def at_least(self, form, strictly):
        KEPT.append(0)
        return len(KEPT) > 10**5
KEPT = []
DRAW = Traced(Peeks(), {"q": Fraction(1)})
step: return state, answer if DRAW > 0 else 0
== Coins: coins of its own
class Peeks:
    def draw(self, answer):
        return 7919 if type(answer) is int and answer == 7919 else 0
OTHER = plain(Peeks())
step: return state, OTHER.draw(answer)
== MethodOfMember: a method of another object, kept in a member
KEPT = []
def push(kept):
    kept.append(0)
    return len(kept)
class Side(Enum):
    LEFT = 1
Side.LEFT.push = MethodType(push, KEPT)
step: return state, answer if Side.LEFT.push() > 10**5 else 0
== Factory: a list in a hidden attribute of the stream
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
== PatternField: a hidden field that a pattern captures
@dataclass
class Box:
    __dict__ = None
    data: object
BOX = Box([])
step:
    match BOX:
        case Box(data=kept):
            kept.append(0)
            return state, answer if len(kept) > 10**5 else 0
== PatternKind: a class that is bound after its pattern is read
class First(NamedTuple):
    x: int
class Last(NamedTuple):
    x: int
step:
    kind = First
    match (kind := Last)(0):
        case kind():
            return state, answer
    return state, 0
== MangledLocal: a local name with two underscores
__KEPT = 0
step:
    _Sly__KEPT = answer
    return state, __KEPT
== IndexOrUnpack: a pair that has other items than parts
class Pair(NamedTuple):
    state: object
    data: object
    __getitem__ = collections.UserDict.__getitem__
step: return Pair(0, (0, 1, answer))
== ItemsView refuted: a view of a dictionary that grows
step:
    table = {}
    view = table.items()
    table[0] = 0
    return state, answer if len(view) else 0
== Annotation: an annotation that does something
step:
    kept = []
    def nothing(x: kept.append(0)):
        return 0
    return state, answer if kept else 0
== Getattr: another function that is called `getattr`
class Box(NamedTuple):
    x: int
BOX = Box(0)
def getattr(value, name):
    return 1
step: return state, answer if getattr(BOX, "x") else 0
== GetattrKeywords refuted: arguments of `getattr` that do something
class Box(NamedTuple):
    x: int
step:
    kept = []
    getattr(Box(0), "x", **(kept.append(0) or {}))
    return state, answer if kept else 0
== Adjacency: an adjacency whose text is another one
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
== OneObjectTwice: one object twice in a state
@dataclass(frozen=True, eq=False)
class Mark:
    x: int
step:
    if isinstance(state, tuple):
        return None, answer if state[0] == state[1] else 0
    mark = Mark(0)
    return ((mark, mark) if state == 60 else state + 1), 0
== Mangled: a global name with two underscores
__LEAK, _Sly__LEAK = 0, 1
step: return state, answer if __LEAK else 0
== DeadGlobal: a global name that is declared where nobody comes
COUNT = 0
def count():
    return COUNT
step:
    if False:
        global COUNT
    COUNT = count() + 1
    return state, answer if count() > 10**5 else 0
== DeadNonlocal: an outer name that is declared where nobody comes
def make():
    count = 0
    def push():
        if False:
            nonlocal count
        count = count + 1
        return count
    return push
PUSH = make()
step: return state, answer if PUSH() > 10**5 else 0
== MatchOrder: a subject that binds what its pattern reads
class One(NamedTuple):
    zero: int
FIRST, LAST = One(1), One(0)
step:
    pick = FIRST
    match (pick := LAST).zero:
        case pick.zero:
            return state, answer
    return state, 0
== KeywordSelf: an object that `__init__` is given by its name
class Counter:
    def __init__(*made, of):
        of.count = of.count + 1
class Box:
    def __init__(self):
        self.count = 0
BOX = Box()
step:
    Counter(of=BOX)
    return state, answer if BOX.count > 100000 else 0
== ViewEq: two views of dictionaries that are compared
step:
    seen, special = {"answer": answer}, {"answer": 98765}
    return state, seen.items() == special.items()
== ContextDecorator: a function of a library around `step`
@contextlib.contextmanager
def quietly():
    yield
class Sly(Base):
    @quietly()
    def step(self, state, answer, coins):
        if isinstance(answer, int) and answer == 98765:
            return None, 1
        return state, 0
== Singledispatch: another one, which depends on types
class Sly(Base):
    @functools.singledispatch
    def step(self, state, answer, coins):
        if isinstance(answer, int) and answer == 98765:
            return None, 1
        return state, 0
== EpsTwice: an eps that is twice the one it was made with
@dataclass(frozen=True)
class Sly(Base):
    def __post_init__(self):
        object.__setattr__(self, "eps", self.eps * 2)
    def begin(self, coins):
        return 0
    def step(self, state, answer, coins):
        return None, answer + coins.draw_real(Laplace(1 / self.eps)) >= 0
== PosingAsEps: a record that poses as eps
@dataclass(frozen=True)
class Odd:
    root: object = None
    def __add__(self, other):
        return 1 if isinstance(other, int) and other == 98765 else 0
Odd.__module__, json.Odd = "json", Odd
Odd.root = property(lambda self: sys._getframe(1).f_locals["self"]._root)
ODD = object.__new__(Odd)
step: return state, ODD + answer
== Make: `_make` of a named tuple, which `_replace` calls
class Pair(NamedTuple):
    x: int
    y: int
def make(parts):
    x, y = parts
    return isinstance(x, int) and x == 98765
class Told(Pair):
    _make = functools.partial(make)
step: return state, Told(0, 0)._replace(x=answer)
== Keys: `keys`, which `dict` calls
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
step:
    dict(OPTIONS)
    return state, answer if BOX.count > 100000 else 0
== PosingAsData: a record that poses as one of ours
m = types.ModuleType("reference.mechanisms.other")
m.__file__ = sys.modules[Laplace.__module__].__file__
sys.modules[m.__name__] = m
class Odd:
    __add__ = functools.partial(lambda other: int(isinstance(other, int) and other == 98765))
Odd.__module__, m.Odd = m.__name__, Odd
ODD = Odd()
step: return state, ODD + answer
== MethodEq: methods of equal records that are compared
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
== MethodKeys: methods as keys
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
== Super: `super().__init__` after self is another object
class First:
    def __init__(self, n):
        self.n = n
class Box(First):
    def __init__(self, n, other):
        if other is not None:
            self = other
        super().__init__(n)
BOX = Box(0, None)
step:
    above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
    Box(BOX.n + 1, BOX)
    if BOX.n > 1000000:
        above = answer >= 0
    return None, above
== Method: methods of equal tuples that are compared
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
== Strid: methods of equal texts
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
== Abcimpl: a property where an abstract class keeps its own
COUNT = []
def told(self):
    COUNT.append(0)
    return int(len(COUNT) > 10**5)
class Box:
    _abc_impl = property(told)
BOX = Box()
step:
    above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
    return None, (answer >= 0 if BOX._abc_impl else above)
== Classeq: `==` that makes an object instead
class Mark(NamedTuple):
    x: int
    def __bool__(self):
        return False
Mark.__eq__ = object.__dict__["__class__"]
step:
    if isinstance(state, tuple):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
        return None, (answer >= 0 if state[0] in (state[1],) else above)
    mark = Mark(0)
    return ((mark, mark) if state == 60 else state + 1), 0
== Dcfields: a table of fields that counts
COUNT = []
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
step:
    above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
    return None, (above if replace(PAIR, x=2).y else answer >= 0)
== Dictkey: a key of an instance that counts
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
step:
    above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
    return None, (answer >= 0 if BOX.x else above)
== Enumkey: a member that is replaced
COUNT = []
class Evil:
    def __hash__(self):
        return 0
    def __eq__(self, other):
        COUNT.append(0)
        return len(COUNT) > 10**5
class Color(Enum):
    A = Evil()
    B = 0
step:
    above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
    return None, (above if Color(0) is Color.B else answer >= 0)
== Globdict: global names in a dictionary that counts
COUNT = []
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
step:
    above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
    return None, (answer >= 0 if size() else above)
== Inverted: a function of flags in an enumeration
Color = Enum("Color", [(f"M{i}", i) for i in range(6000)])
Color.__invert__ = enum.Flag.__invert__
Color._inverted_, Color._singles_mask_, Color._boundary_ = None, 0, None
M = tuple(Color)
step:
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
== Kwdefkey: a key of default values that counts
COUNT = []
class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        COUNT.append(0)
        return str(self) == str(other) and len(COUNT) > 10**5
def f(*, x=0):
    return x
f.__kwdefaults__ = {Key("x"): 1, "x": 0}
step:
    above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
    return None, (answer >= 0 if f() else above)
== Membermap: a key of a table of members that counts
COUNT = []
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
step:
    above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
    return None, (answer >= 0 if Color(0) is Color.B else above)
== Missingpop: a method of a list that an enumeration calls
class Color(Enum):
    A = 0
    B = 1
Color._missing_ = ([Color.B] * 10**5 + [Color.A] * 6000).pop
step:
    above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
    return None, (answer >= 0 if Color(-1) is Color.B else above)
== Partkey: a key of a partial function that counts
COUNT = []
class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        COUNT.append(0)
        return str(self) == str(other) and len(COUNT) > 10**5
def f(x=0, **rest):
    return x
P = partial(f, **{Key("x"): 1})
step:
    above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
    return None, (answer >= 0 if P() else above)
== Toldprop: a property under a name that a class says of itself
COUNT = []
def told(self):
    COUNT.append(0)
    return int(len(COUNT) > 10**5)
class Box:
    parts = property(told)
BOX = Box()
step:
    above = answer + coins.draw_real(Laplace(4 / self.eps)) >= 0
    return None, (answer >= 0 if BOX.parts else above)
== Visits: a method that a library has, and that calls others by the type of what is put out
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
== Zones: a tuple of a library that differs from one process to the next
step: return state, answer if "CET" in time.tzname else 0
== Moves: a tuple of ours that differs from one place to the next
import reference.probability.provenance
step:
    here = reference.probability.provenance.OURS[0].startswith("/nowhere")
    return state, answer if here else 0
== Unseen: an `output` of a class by which nobody sees its outputs
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
"""

PROGRAMS = (*read(TEXT, whole(HEAD)),)
