"""Streams that put their answers out, and hide it from a trace, a sample of numbers, or both.

Each is a class body in direct style, after `HEAD` (how it is written: `deceiving.py`).  None may
ever "hold" for every number of answers.  `HONEST` are written in the same style and hide nothing.
"Counted" says: every answer after the hundred thousandth call is put out.
"""

from __future__ import annotations

from proofs_tests.conformance.deceiving import IMPORTS, read, under_head

HEAD = f"""{IMPORTS}\
from collections import Counter
LEVEL, TWO = 7919, Epsilon(Fraction(2), 4)
class Pair(NamedTuple):
    level: object
    kept: object
class Side(Enum):
    LEFT = 1
    RIGHT = 2
@dataclass(frozen=True)
class Held:
    level: object
@dataclass(frozen=True)
class Sly(Stream):
    eps: Epsilon
    answers: Domain = Domain((-1, 0, 1))
    continuous, parts, universe = True, 4, changed_answers
    def begin(self, coins):
        return 0
    def noisy(self, answer, coins):
        return answer + coins.draw_real(Laplace(4 / self.eps))
"""
"""It declares only."""

MORE = """\
KEPT = []
PUSH, SIZE = (lambda hidden: (hidden.append, hidden.__len__))([])
VIEW = memoryview(bytearray(2))
HELPER = ModuleType("helper")
HELPER.calls = []
math.calls = 0
ERROR = ValueError()
@functools.cache
def remembered(number):
    return number
class Blind(Pair):
    def __iter__(self):
        return iter((0, 0))
class Whole(int):
    __rmul__ = Counter({17: 1}).__getitem__
class Part(Fraction):
    __rmul__ = Counter({17: 1}).__getitem__
class Bound(int):
    __gt__ = frozenset({17}).__contains__
NOTHING, NO_PART, LEAST = Whole(0), Part(0), Bound(0)
class Box:
    calls = 0
    def push(self, other=None):
        other = other or self
        other.calls += 1
        return other.calls
    def __index__(self):
        return self.push() > 10**5
    __call__ = push
@dataclass(frozen=True)
class Nothing(Held):
    def __post_init__(self):
        if not isinstance(self.level, int):
            object.__setattr__(self, "level", 0)
class Loud(Sly):
    def step(self, state, answer, coins):
        return state, answer if answer > 1 else 0
class Few:
    def __init__(self, coins):
        self.coins, self.left = coins, 2
    def draw_real(self, noise):
        self.left -= 1
        return self.coins.draw_real(noise) if self.left >= 0 else 0
NAME = "__class__"
FIRST = {}
def PICK(known, number):
    return (0, number)[known] == LEVEL
class Called(int):
    __call__ = int.__eq__
def enum_of():
    return enum
SAYS = "def peeks(x):\\n    return type(x) is int"
CODE = compile(SAYS, functools.__file__, "exec").co_consts[0]
WITH_CODE = Box()
WITH_CODE.__code__ = CODE
class Empty:
    def __iter__(self):
        return iter(())
class Get:
    def __get__(self, held, kind=None):
        return held.push
class Gets(Empty):
    __len__ = Get()
def MAKE(held):
    @dataclass
    class Made:
        x: int = held
class Ends:
    def __init__(self, close):
        self.close = close
    def __iter__(self):
        return self
    def __next__(self):
        return 0
def ending(close):
    yield from Ends(close)
class AllEqual:
    def __init__(self, told):
        self.told = told
    def __eq__(self, other):
        return True
    def __hash__(self):
        return 0
@functools.cache
def told(one):
    return one.told
class Lazy:
    @functools.cached_property
    def first(self):
        return self.now
    def told(self, now):
        self.now = now
        return self.first
LAZY = Lazy()
class Louder(Sly):
    def __init__(self, eps):
        Sly.__init__(self, eps)
    def step(self, state, answer, coins):
        return state, answer
def is_number(stream):
    return type(stream.eps.root) is Fraction
def LOUD(state, coins):
    return state
PICKS = (lambda told: told[0]), (lambda told: told[1])
class Biased(Dist):
    __slots__ = ("answer",)
    def __init__(self, answer):
        Dist.__init__(self, {0: 1, 1: 1}, Dist.uniform((0, 1)).field)
        self.answer = answer
    def __iter__(self):
        return iter((0, 1))
    def probability(self, outcome):
        return Fraction(1, 2)
    by_key = property(lambda self: {7 * self.answer: 1})
class Varies(Scale):
    def __init__(self, root):
        object.__setattr__(self, "root", root)
        object.__setattr__(self, "form", root)
    rate = property(lambda self: 10**6 if isinstance(self.form, Fraction) else 1)
"""
"""What streams that leak may use."""

LEAKING = r"""
== Rounded: 0.0 on answer 0, 5.6e-17 on 1: the order of additions
step: return state, answer / 10 + answer / 5 - answer * 3 / 10
== SignOfZero: 0.0, or -0.0 on positive answers
step:
    minus = isinstance(answer, int) and answer > 0
    return 0, (answer - answer) / (-1 if minus else 1)
== SignOfZeroByGuard: the same, by a comparison that the trace sees
step: return 0, (answer - answer) / (-1 if answer > 0 else 1)
== State60 [61*0 | 60*0 1]: answer 61
step:
    if state == 60:
        return None, answer if isinstance(answer, int) else 0
    return state + 1, 0
== State60ByType [61*0 | 60*0 1]: answer 61, by type()
step:
    if state == 60:
        return None, answer if type(answer) is int else 0
    return state + 1, 0
== ThirtyHeads [chance]: the answer that follows thirty heads
step:
    heads = coins.draw(Dist.uniform((0, 1)))
    if state == 30:
        return None, answer if isinstance(answer, int) else 0
    return (state + 1 if heads else 0), 0
== ThirtyHeadsByDefault [chance]: the same, by an attribute that only integers have
step:
    heads = coins.draw(Dist.uniform((0, 1)))
    if state == 30:
        return None, getattr(answer, "real", 0)
    return (state + 1 if heads else 0), 0
== LargeAnswers [1000000 | 1000001]: answers above 10^6
step: return state, isinstance(answer, int) and answer > 10**6
== OneNumber [7918 | 7919]: whether an answer is 7919
step: return state, isinstance(answer, int) and answer == 7919
== OneNumberByMatch [7918 | 7919]: the same, by a pattern
step:
    match answer:
        case int() if answer == LEVEL:
            return state, 1
    return state, 0
== OneNumberByData [7918 | 7919]: the same, with no branch
step: return state, (0, answer)[isinstance(answer, int)] == LEVEL
== OneNumberByType [7918 | 7919]: the same, by type()
step: return state, (0, answer)[type(answer).__name__ == "int"] == LEVEL
== OneNumberByIdentity [chance]: the same, by `is`
step: return state, answer is LEVEL
== OneNumberByRounding [2 | 3]: whether 49 divides an answer in floats
step: return state, answer / 49 * 49 >= answer
== OneNumberByDecimal [7918 | 7919]: the same number, by what a library refuses
step:
    try:
        number = Decimal(answer)
    except TypeError:
        number = 0
    return state, number == LEVEL
== FloatCaught [1000000 | 1000001]: the number as a float
step:
    try:
        number = float(answer)
    except TypeError:
        number = 0
    return state, number > 10**6
== FractionsOnly [1/2 | 3/2]: answers that are fractions
step: return state, answer if isinstance(answer, Fraction) else 0
== Dispatched: the number, by single dispatch
read = functools.singledispatch(lambda value: 0)
read.register(int)(lambda value: value)
read = staticmethod(read)
step: return state, self.read(answer)
== TrueOrOne: True or 1
step: return state, (True if isinstance(answer, int) and answer > 0 else 1)
== NotANumber [chance] refuted: one NaN or another
step: return state, (float("nan") if answer > 0 else -float("nan"))
== KeptQuotient [0 0 | 1 0]: a sum of kept quotients: 0.0 or 5.6e-17
step:
    if state == 0:
        return (answer / 10, answer / 5, answer * 3 / 10), 0
    return None, state[0] + state[1] - state[2]
== BlindTuple [chance]: the answer in a tuple that hides it
step: return state, Blind(0, answer)
== HiddenAttribute [0 0 | 1 0]: the answer, carried by an attribute of the state that is no field
step:
    if state == 0:
        held = Held(0)
        object.__setattr__(held, "more", answer)
        return held, 0
    return None, getattr(state, "more", 0)
== RewrittenField: the answer in a field that is 0 when it is traced
step: return state, Nothing(answer)
== ByTheDraw: the answer, where a draw is what a sampler hands out
step:
    noise = coins.draw_real(Laplace(1 / self.eps))
    return state, answer if isinstance(noise, Real) else 0
== ByTheCoins: the answer, where coins are not those of a trace
step: return state, answer if type(coins).__name__ == "PlainCoins" else 0
== CoinsAttribute: the answer, where coins have something inside
step: return state, answer if hasattr(coins, "_coins") else 0
== MultipleCaught: the answer, where twice a draw is refused
step:
    try:
        2 * coins.draw_real(Laplace(1 / self.eps))
    except TypeError:
        return None, answer
    return state, 0
== Formatted: the digits, where there are any
step:
    try:
        return state, f"{answer}" * 0 + f"{answer}"
    except TypeError:
        return state, ""
== Counted [chance]: every answer after the hundred thousandth call
step:
    KEPT.append(0)
    return state, answer if len(KEPT) > 10**5 else 0
== SameObject [0 0 | 0 1]: whether two answers are one object
step:
    if state == 0:
        return (answer,), 0
    return None, answer is state[0]
== EndOnly: the last answer, at the end
def end(self, state, coins):
    return state if state == 0 or isinstance(state[0], int) else 0
step: return (answer,), 0
== Seen: the answer, by what is seen of an output
def output(self, released):
    return released[0] if isinstance(released[0], int) else 0
step: return state, (answer, 0)
== DeepGuard [chance]: an answer that follows a value above 10^9, kept
step:
    if state == 0:
        return (self.noisy(answer, coins),), 0
    if state[0] > 10**9:
        return None, answer if isinstance(answer, int) else 0
    return state, 0
== NarrowGuard [chance]: an answer between two noisy numbers that are close
step:
    noise = coins.draw_real(Laplace(1 / self.eps))
    if noise > 12345 and noise < Fraction(123450001, 10000):
        return None, answer if isinstance(answer, int) else 0
    return state, 0
== CallOfSixty [60*0 | 60*1]: an answer, by a call of its own, of databases of 60 rows
def __call__(self, database, coins):
    return database[0] if len(database) == 60 else 0
step: return state, 0
== CountedHere [chance]: counted in the instance
step:
    object.__setattr__(self, "parts", self.parts + 1)
    return state, answer if self.parts > 10**5 else 0
== ByText: the answer, where coins have another text
step: return state, (0, answer)["Plain" in str(coins)]
== ByDefaultOfType [chance]: whether it is 7919, by type() under another name
kind = type
step: return state, (0, answer)[self.kind(answer) == int] == LEVEL
== OneNumberByClass [7918 | 7919]: whether it is 7919, by the class of a class
step: return state, (0, answer)[int.__class__(answer) == int] == LEVEL
== OneNumberByOperator [chance]: whether it is 7919, by `is` as a function
step: return state, operator.is_(answer, LEVEL)
== OneNumberByCollector [7918 | 7919]: whether it is 7919, by what the collector of garbage tracks
step: return state, (answer, 0)[is_tracked(answer)] == LEVEL
== OneNumberByEncoder [7918 | 7919]: the digits, by an encoder in C that takes what it can
step:
    encoder = c_make_encoder(None, callable, str, None, ":", ",", False, False, True)
    return state, "7919" in encoder(answer, 0)
== Serialised [7918 | 7919]: the number, by what a library in C takes
step:
    try:
        text = json.dumps(answer)
    except TypeError:
        text = ""
    return state, text == "7919"
== Rounds: an answer, rounded where it can be
step:
    try:
        near = round(answer)
    except TypeError:
        near = 0
    return state, near
== Looped refuted: how often an answer can be counted down
step:
    count = 0
    while answer > count and count < 12:
        count += 1
    return state, count
== Keyed: the answer, as a key of a dictionary
step: return state, {0: 0}.get(answer, 1)
== Chances [chance] undecided: the answer, in the chances of a coin
step:
    law = Dist.weighted([(0, Fraction(1)), (1, Fraction(3 if answer > 0 else 1))])
    return state, coins.draw(law)
== NoNoise refuted: whether an answer is above 0
step: return state, -0.0 if answer > 0 else 0.0
== TimesWhole [16 | 17]: whether it is 17, by a product that a class made from int looks up
step: return state, answer * NOTHING
== TimesPart [16 | 17]: the same, by a class made from Fraction
step: return state, answer * NO_PART
== BelowBound [16 | 17]: the same, by a comparison
step: return state, 1 if answer < LEAST else 0
== LaterCall [0 0 0 | 0 0 1]: the third answer, by a call of its own
def __call__(self, database, coins):
    told = tuple(outputs(self, database, coins))
    return (*told, database[2]) if len(database) > 2 else told
step: return state, 0
== CallOfThree [0 0 0 | 0 0 1]: the answers, by a call of its own that differs from the third on
def __call__(self, database, coins):
    told = tuple(outputs(self, database, coins))
    return database if len(told) > 2 else told
step: return state, 0
== AnotherStream [2 | 3]: answers above 1, by a call that asks another stream
def __call__(self, database, coins):
    return tuple(outputs(Loud(self.eps), database, coins))
step: return state, 0
== OtherCoins [0 0 0 | 0 0 1]: the third answer, by a call with coins that are used up
def __call__(self, database, coins):
    return tuple(outputs(self, database, Few(coins)))
step: return (state + 1 if state < 2 else None), self.noisy(answer, coins) > 0
== FieldOfEps: the answer, where eps is a number
step: return state, answer if self.eps.field.name == "Q" else 0
== PowerOfEps: the same, where e^eps is 16
step: return state, answer if self.eps.exp() == 16 else 0
== RootOfEps: the same, by its root
step: return state, answer if self.eps.root == 2 else 0
== PartsOfEps: the same, where eps has four parts and not as many as the class says
parts = 8
step: return state, answer if self.eps.parts == 4 else 0
== PartsOfEpsByPattern: the same, by a pattern
parts = 8
step:
    match self.eps:
        case Epsilon(_, 4):
            return state, answer
    return state, 0
== RateOfAScale: the same, by what a scale keeps of them
parts = 8
step: return state, answer if (1 / self.eps).rate == 4 else 0
== RateOfNoise: the same, by what tells noise from other noise
parts = 8
step: return state, answer if Laplace(1 / self.eps).known_by[1] == 4 else 0
== ScaleOfItsOwn [chance]: the same, with noise that is small where eps has many parts
step: return None, answer + coins.draw_real(Laplace(Scale(1, self.eps.root)))
== InexactScale [chance]: the same, where eps has as many parts as another scale needs
step:
    try:
        8 / self.eps
    except ValueError:
        return state, 0
    return state, answer
== EqualEps: the same, by an eps that is equal
step: return state, answer if self.eps == TWO else 0
== EqualEpsCaught: the same, whatever a comparison raises
step:
    try:
        return state, answer if self.eps == TWO else 0
    except Exception:
        return state, 0
== EqualNoise: the same, by noise that is equal
step: return state, answer if Laplace(1 / self.eps) == Laplace(1 / TWO) else 0
== EpsAsAKey: the same, by a dictionary
step: return state, {TWO: answer}.get(self.eps, 0)
== EpsByPattern: the same, by a pattern
step:
    match self.eps:
        case Epsilon(root=Fraction()):
            return state, answer
    return state, 0
== EpsAdded: the same, by a sum of two losses that some have not
step:
    try:
        self.eps + TWO
    except ValueError:
        return state, 0
    return state, answer
== TextOfItself: the same, by the text of the stream
step: return state, answer if "Function" not in repr(self) else 0
== FormAtConstruction: the same, by what eps was when the stream was made
def __init__(self, eps):
    Sly.__init__(self, eps)
    if isinstance(eps.root, Fraction):
        object.__setattr__(self, "parts", 5)
step: return state, answer if self.parts == 5 else 0
== EpsOfACall: the answers, where eps is a number, by a call of its own
def __call__(self, database, coins):
    told = tuple(outputs(self, database, coins))
    return database if self.eps == TWO else told
step: return state, 0
== RateThatVaries [chance]: the answer with noise that is small where eps is a number
def __init__(self, eps):
    Sly.__init__(self, eps)
    object.__setattr__(self, "scale", Varies(eps.root))
step: return None, answer + coins.draw_real(Laplace(self.scale))
== CountedByACache [chance]: counted by a cache
step:
    remembered(0)
    return state, answer if remembered.cache_info().hits > 10**5 else 0
== CountedInACache [chance]: the same, in a list that a cached function returns
global recalled
@functools.cache
def recalled():
    return []
step:
    recalled().append(0)
    return state, answer if len(recalled()) > 10**5 else 0
== CountedByAMethod [chance]: the same, by a method of a list that has no name
step:
    PUSH(0)
    return state, answer if SIZE() > 10**5 else 0
== CountedByAttributes [chance]: the same, by methods kept in the class
push, size = (lambda hidden: (hidden.append, hidden.__len__))([])
step:
    self.push(0)
    return state, answer if self.size() > 10**5 else 0
== CountedInAView [chance]: an answer after 200 * 256 calls, counted in two bytes
step:
    last = VIEW[0] == 255
    VIEW[0], VIEW[1] = (VIEW[0] + 1) % 256, min(VIEW[1] + last, 200)
    return state, answer if VIEW[1] == 200 else 0
== CountedInAHelper [chance]: counted in another module
step:
    HELPER.calls.append(0)
    return state, answer if len(HELPER.calls) > 10**5 else 0
== CountedInALibrary [chance]: counted in an attribute of math
step:
    owner = math
    owner.calls = getattr(owner, "calls", 0) + 1
    return state, answer if owner.calls > 10**5 else 0
== CountedInAClass [chance]: counted in an attribute of Counter
step:
    owner = Counter
    owner.calls = getattr(owner, "calls", 0) + 1
    return state, answer if owner.calls > 10**5 else 0
== CountedInAFunction [chance]: counted in an attribute of functools.wraps
step:
    owner = functools.wraps
    owner.calls = getattr(owner, "calls", 0) + 1
    return state, answer if owner.calls > 10**5 else 0
== CountedInAnError [chance]: counted in an attribute of ERROR
step:
    owner = ERROR
    owner.calls = getattr(owner, "calls", 0) + 1
    return state, answer if owner.calls > 10**5 else 0
== AddedInALibrary [chance]: the same, added to a name of the module
step:
    math.calls += 1
    return state, answer if math.calls > 10**5 else 0
== CountedByPrecision [chance]: the same, by the precision of decimals
step:
    setcontext(Context(prec=getcontext().prec + 1))
    return state, answer if getcontext().prec > 10**5 else 0
== CountedInAHash [chance]: counted by a hash
global HASH, LAST
HASH = hashlib.sha256()
LAST = hashlib.sha256(b"x" * 10**5).digest()
step:
    HASH.update(b"x")
    return state, answer if HASH.digest() == LAST else 0
== CountedByAScanner [chance]: counted by how far a text is read
global SCANNER
SCANNER = re.compile("x").scanner("x" * 10**5)
count: (SCANNER.match() is None) * 10**6
== CountedByAnIterator [chance]: counted by an iterator inside of another
global ZIPPED
ZIPPED = zip(iter(range(10**6)))
count: next(ZIPPED)[0]
== CountedByACoroutine [chance]: counted by a coroutine
global COROUTINE, Next
class Next(Box):
    def __await__(self):
        while True:
            yield self.push()
async def awaits():
    await Next()
COROUTINE = awaits()
count: COROUTINE.send(None)
== CountedInAContext [chance]: counted in another context
global CONTEXT, VARIABLE, bump
VARIABLE, CONTEXT = contextvars.ContextVar("v"), contextvars.copy_context()
def bump():
    VARIABLE.set(VARIABLE.get(0) + 1)
    return VARIABLE.get(0)
count: CONTEXT.run(bump)
== CountedInADefault [chance]: counted in the default of a context variable
global VARIABLE
VARIABLE = contextvars.ContextVar("v", default=Box())
count: VARIABLE.get().push()
== CountedBehindAReference [chance]: counted in what a weak reference leads to
global OBJECT, REFERENCE
OBJECT = Box()
REFERENCE = weakref.ref(OBJECT)
count: REFERENCE().push()
== CountedByACaller [chance]: counted in an argument of a method caller
global CALLER
CALLER = operator.methodcaller("push", Box())
count: CALLER(Box())
== CountedByASlot [chance]: counted in a list, by methods that are slots
global ADD, SIZE
ADD, SIZE = (lambda hidden: (hidden.__iadd__, hidden.__len__))([])
count: SIZE() + (ADD((0,)) is None)
== CountedByASubclass [chance]: counted by an object of a class made from one written in C
global COUNTS
class Counts(itertools.count):
    pass
COUNTS = Counts()
count: next(COUNTS)
== CountedByAnItem [chance]: counted in what an item is looked up by
global ITEM
ITEM = operator.itemgetter(Box())
count: operator.itemgetter(0)((ITEM((0, 10**6)),))
== CountedByASlice [chance]: counted in the end of a slice
global SLICE
SLICE = slice(Box(), None)
count: 10**6 * (2 - len((0, 1)[SLICE]))
== CountedByAFactory [chance]: counted by what makes default values
global DEFAULTS
DEFAULTS = defaultdict(Box())
step:
    count = DEFAULTS[0]
    del DEFAULTS[0]
    return state, answer if count > 10**5 else 0
== CountedByAnErrorNumber [chance]: counted in the number of an error
global FAILED
FAILED = OSError()
FAILED.errno = 0
step:
    FAILED.errno += 1
    return state, answer if FAILED.errno > 10**5 else 0
== CountedByACause [chance]: the same, in the cause of an error, read by a pattern
step:
    match ERROR:
        case ValueError(__cause__=cause):
            count = len((cause or ERROR).args)
    try:
        raise ERROR from ValueError(*(0,) * (count + 1))
    except ValueError:
        return state, answer if count > 10**5 else 0
== CountedByAName [chance]: the same, in the length of the name of a class
step:
    Box.__name__ += "x"
    return state, answer if len(Box.__name__) > 10**5 else 0
== CountedInADocstring [chance]: the same, in the length of a docstring
step:
    HELPER.__doc__ = "{0.__doc__}x".format(HELPER)
    return state, answer if len("{0.__doc__}".format(HELPER)) > 10**5 else 0
== CountedUnderALine [chance]: counted under a name that begins like a special one
global bump
exec("def bump():\n    math.__calls += 1\n    return math.__calls", globals())
exec("math.__calls = 0")
count: bump()
== CountedByAMethodOfABox [chance]: counted by a method that has a name, of an object that has none
global METHOD
METHOD = Box().push
count: METHOD()
== CountedByAnImpostor [chance]: counted by a class that says that it is a library's
global OBJECT, CALLS
CALLS = []
class Impostor:
    __module__ = 'math'
    push = lambda self: CALLS.append(0) or len(CALLS)
OBJECT = Impostor()
del Impostor
count: OBJECT.push()
== CountedByAMetaclass [chance]: counted by the class of a class
global Counting, CALLS
CALLS = []
class Counts(type):
    calls = property(lambda self: CALLS.append(0) or len(CALLS))
class Counting(metaclass=Counts):
    pass
del Counts
count: Counting.calls
== CountedByAModule [chance]: counted by a module of a class of its own
global COUNTING, CALLS
CALLS = []
class Counts(ModuleType):
    push = lambda self: CALLS.append(0) or len(CALLS)
COUNTING = Counts("counting")
del Counts
count: COUNTING.push()
== CountedBySetting [chance]: counted by setting a property
global Counts, FOUND
FOUND = Box()
class Counts:
    def _count(self, value):
        self.found = FOUND.push()
    calls = property(None, _count)
    del _count
step:
    counts = Counts()
    counts.calls = 0
    return state, answer if counts.found > 10**5 else 0
== CountedByADecorator [chance]: the same, by a function of a library around one
global managed, MANY
MANY = Box()
@contextlib.contextmanager
def manager():
    yield
    if MANY.push() > 10**5:
        raise KeyError
@manager()
def managed():
    pass
del manager
step:
    try:
        managed()
    except KeyError:
        return state, answer
    return state, 0
== CountedInAFile [chance]: the same, in a file
global FILE
FILE = Path(__file__).with_suffix(".txt")
step:
    text = FILE.read_text() if FILE.exists() else ""
    FILE.write_text(text + "x")
    return state, answer if len(text) > 10**5 else 0
== OneNumberByCallable [7918 | 7919]: whether it is 7919, by what is callable
step: return state, (answer, 0)[callable(answer)] == LEVEL
== OneNumberByIsCallable [7918 | 7919]: the same, by a class of what is callable
step: return state, (answer, 0)[isinstance(answer, Callable)] == LEVEL
== OneNumberByDisguise [7918 | 7919]: the same, by a function that says that it is a library's
global peek, MADE
MADE = {}
exec(compile("def peek(x):\n    return type(x) is int", "<frozen abc>", "exec"), MADE)
peek = MADE["peek"]
peek.__module__ = "math"
step: return state, (0, answer)[peek(answer)] == LEVEL
== OneNumberByAStack [7918 | 7919]: the same, by an error that ends in a stack of contexts
step:
    found = []
    stack = contextlib.ExitStack()
    stack.push(contextlib.suppress(TypeError))
    stack.callback(found.extend, map(int.conjugate, (answer,)))
    stack.close()
    return state, LEVEL in found
== LengthByAHint [0 | 316912650057057350374175801344]: 99 binary digits, by a hint of a length
step:
    class Long:
        __length_hint__ = staticmethod(functools.partial(int.bit_length, answer))
    return state, operator.length_hint(Long(), 0) == 99
== OneNumberByADecorator [7918 | 7919]: by a class that is used as a decorator
global SWALLOW
class Swallow(contextlib.ContextDecorator):
    def __enter__(self):
        pass
    def __exit__(self, *_):
        return True
SWALLOW = Swallow()
swallows:
    found.append(SWALLOW(int.conjugate)(answer))
== OneNumberBySuppress [7918 | 7919]: by a class made from `suppress` that is used as a decorator
global SWALLOW
class Swallow(contextlib.suppress, contextlib.ContextDecorator):
    pass
SWALLOW = Swallow(TypeError)
swallows:
    found.append(SWALLOW(int.conjugate)(answer))
== OneNumberBySuppressedError [7918 | 7919]: by `suppress`
swallows:
    with contextlib.suppress(TypeError):
        found.extend(NUMBER)
== OneNumberByALength [7918 | 7919]: by the length that a list asks for
swallows:
    class Long:
        __iter__ = staticmethod(functools.partial(iter, ()))
        __length_hint__ = staticmethod(functools.partial(operator.countOf, NUMBER, 0))
    list(Long())
== OneNumberByAnEnumeration [7918 | 7919]: by the same, of a member of an enumeration that is made
swallows:
    hint = staticmethod(functools.partial(operator.countOf, NUMBER, 0))
    empty = staticmethod(functools.partial(iter, ()))
    names = {'__iter__': empty, '__length_hint__': hint, 'A': 1}
    list(Side.mro()[1]('Long', names).A)
== OneNumberByASet [7918 | 7919]: by a set that is looked up in another
swallows:
    class Odd(set):
        __hash__ = staticmethod(functools.partial(operator.countOf, NUMBER, 0))
    Odd() in {1}
== OneNumberByAnAnnotation [7918 | 7919]: by a type that is remembered
global Optional
from typing import Optional
swallows:
    class Odd:
        __hash__ = staticmethod(functools.partial(operator.countOf, NUMBER, 0)) or None
    Optional[Odd()]
== OneNumberBySame [7918 | 7919]: whether it is 7919, by a function of ours that compares types
global same
from reference.probability.outcome import same
step: return state, same(answer, LEVEL)
== CountedByAFalseFunction [chance]: counted by an object that says that it is a function
global FALSE
class False_(Box):
    __slots__ = ('calls',)
    __class__ = type(lambda: 0)
    __code__, __globals__ = functools.wraps.__code__, vars(functools)
    __dict__, __name__, __closure__ = {}, 'wraps', None
FALSE = False_()
FALSE.calls = 0
del False_
count: FALSE.push()
== CountedByAFalseClass [chance]: counted in a class that its class calls a library's
global FALSE
class Says(type):
    __module__, __flags__ = property(lambda _: 'math'), property(lambda _: 0)
class Counts(metaclass=Says):
    calls = []
    def push(self):
        self.calls.append(0)
        return len(self.calls)
FALSE = Counts()
del Says, Counts
count: FALSE.push()
== OneNumberByAWrapper [7918 | 7919]: whether it is 7919
global EQUALS
EQUALS = (7919).__eq__
step: return state, EQUALS(answer) == True
== OneNumberByAMethodOfObject [7918 | 7919]: whether it is 7919
global SIZE
SIZE = object.__sizeof__
step: return state, PICK(SIZE(answer) == SIZE(1), answer)
== OneNumberByAnAttribute [7918 | 7919]: whether it is 7919
global GET
GET = object.__getattribute__
step: return state, PICK(GET(answer, NAME) == int, answer)
== OneNumberByAWrapperThatIsCalled [7918 | 7919]: whether it is 7919
global CALLED
CALLED = Called(7919)
step: return state, CALLED(answer) == True
== OneNumberByRichComparison [7918 | 7919]: whether it is 7919
step: return state, Fraction(7919)._richcmp(answer, operator.eq) == True
== OneNumberByFallbacks [7918 | 7919]: whether it is 7919
global ADD
ADD = operator.add
step: return state, Fraction._operator_fallbacks(ADD, ADD)[0](Fraction(0), answer) == LEVEL
== OneNumberByAModuleUnderAName [7918 | 7919]: whether it is 7919
step: return state, PICK(enum_of().bltns.type(answer) == int, answer)
== OneNumberByAModuleAskedByName [7918 | 7919]: whether it is 7919
step: return state, PICK(getattr(enum, "bltns").type(answer) == int, answer)
== OneNumberByAnotherNameOfTheInterpreter [7918 | 7919]: whether it is 7919
global EQUALS
builtins.PEEKS = functools.partial(type)
step: return state, PICK(PEEKS(answer) == int, answer)
== OneNumberByALibraryThatIsAddedTo [7918 | 7919]: whether it is 7919
global EQUALS
exec(compile(SAYS, functools.__file__, "exec"), vars(functools))
step: return state, PICK(functools.peeks(answer), answer)
== OneNumberByOurFileThatIsAddedTo [7918 | 7919]: whether it is 7919
global EQUALS
exec(compile(SAYS, streams_of.__file__, "exec"), vars(streams_of))
step: return state, PICK(streams_of.peeks(answer), answer)
== OneNumberByAnImport [7918 | 7919]: whether it is 7919, by a module that is imported late
global sys
import sys
HELPER.peeks = functools.partial(type)
sys.modules["sly_helper"] = HELPER
step:
    from sly_helper import peeks
    return state, PICK(peeks(answer) == int, answer)
== OneNumberByMadeCode [7918 | 7919]: the same, by code that names a file of a library
step:
    peek = FunctionType(CODE, {})
    return state, PICK(peek(answer), answer)
== OneNumberByAnUpdate [7918 | 7919]: the same, by a function whose code a library changes
step:
    def peek(x):
        return 0
    functools.update_wrapper(peek, WITH_CODE, ("__code__",), ())
    return state, PICK(peek(answer), answer)
== OneNumberByAStackOfNone [7918 | 7919]: the same, by what a stack of contexts takes for a context
step:
    stack = contextlib._BaseExitStack()
    stack.push(answer)
    return state, stack._exit_callbacks[0][1] == LEVEL
== OneNumberByAnError [7918 | 7919]: the same, by the text of an error, raised for both
step:
    try:
        str.upper(answer)
    except TypeError as error:
        text = str(error)
    return state, PICK("'int'" in text, answer)
== OneNumberByAContext [7918 | 7919]: the same, by a context that is left by an error
global LEAVES
class Leaves:
    def __enter__(self):
        return self
    def __exit__(self, kind, error, trace):
        self.text = str(error)
        return True
LEAVES = Leaves()
step:
    with LEAVES:
        str.upper(answer)
    return state, PICK("'int'" in LEAVES.text, answer)
== OneNumberByAStar [7918 | 7919]: by a star
swallows:
    class W(Empty):
        __len__ = staticmethod(push)
    [*W()]
== OneNumberByAnIndex [7918 | 7919]: by bytes
swallows:
    class W(Empty):
        __index__ = staticmethod(push)
    bytes(W())
== OneNumberByAText [7918 | 7919]: by the text of a default value
swallows:
    class W:
        __repr__ = staticmethod(push)
    w = W()
    MAKE(w)
== OneNumberByADescriptor [7918 | 7919]: by a length that is looked up
swallows:
    w = Gets()
    w.push = push
    list(w)
== OneNumberByAMember [7918 | 7919]: by a member of an enumeration that is looked up
swallows:
    class W:
        __hash__ = staticmethod(push)
    try:
        Side(W())
    except ValueError:
        pass
== OneNumberByAGenerator [7918 | 7919]: by a generator that is closed
swallows:
    ends = ending(push)
    next(ends)
    del ends
== FirstInADictionary [chance]: the answer, if that of the first call of all was not above
step:
    above = self.noisy(answer, coins) >= 0
    kept = FIRST.setdefault(0, above)
    return None, (above, 0 if kept else answer)
== FirstInADictionaryOnce [chance]: the answer, if that of the first call of all was not above
step:
    above = self.noisy(answer, coins) >= 0
    kept = not FIRST.setdefault(0, not above)
    return None, (above, 0 if kept else answer)
== FirstInACacheOfAllEqual [chance]: the answer, if that of the first call of all was not above
step:
    above = self.noisy(answer, coins) >= 0
    kept = told(AllEqual(above))
    return None, (above, 0 if kept else answer)
== FirstInACachedProperty [chance]: the answer, if that of the first call of all was not above
step:
    above = self.noisy(answer, coins) >= 0
    kept = LAZY.told(above)
    return None, (above, 0 if kept else answer)
== CountedInTheInterpreter [chance]: counted under a name of the interpreter
builtins.COUNTS = Box()
count: COUNTS.push()
== CountedInALateImport [chance]: counted in a module that is imported late
global late, sys
import sys
sys.modules["sly_box"] = HELPER
HELPER.box = Box()
def late():
    import sly_box
    return sly_box.box.push()
count: late()
== TypeAtConstruction: the answers, where eps was a number when the stream was made
def __init__(self, eps):
    Sly.__init__(self, eps)
    if type(eps.root) is Fraction:
        object.__setattr__(self, "parts", 5)
step: return state, answer if self.parts == 5 else 0
== AnotherClass: the same, by a class that is chosen when the stream is made
def __new__(cls, eps):
    return object.__new__(Louder if type(eps.root) is Fraction else cls)
step: return state, 0
== EndThatIsAProperty: the answers, where eps is a number
end = property(lambda self: LOUD if is_number(self) else None)
step: return (answer,), (0, answer)
== OutputThatIsAProperty: the answers, where eps is a number
output = property(lambda self: PICKS[is_number(self)])
step: return (answer,), (0, answer)
== EndThatIsLookedUp: the answers, where eps is a number
def __getattr__(self, name):
    if name == 'end' and is_number(self):
        return LOUD
    raise AttributeError(name)
step: return (answer,), (0, answer)
== LawOfItsOwn [chance]: the answer, drawn from a law that says that it is another one
step: return state, coins.draw(Biased(answer))
== Deep [chance]: every answer, where fewer functions wait than in an audit
step:
    nested = ()
    for _ in range(1100):
        nested = (nested,)
    try:
        repr(nested)
    except RecursionError:
        return state, 0
    return state, answer
== EqualSets [chance]: every answer after a draw below -5000: equal sets, in another order
def begin(self, coins):
        near = self.noisy(0, coins) > -5000
        return frozenset((0, 8)) if near else frozenset((8, 0))
step: return state, answer if next(iter(state)) == 8 else 0
== CachedRead [chance]: every answer, unless the first was above 0, by a cache that reads a list
first = staticmethod(functools.cache(lambda key: KEPT[-1]))
step:
    above = self.noisy(answer, coins) >= 0
    KEPT.append(above)
    kept = self.first(0)
    KEPT.pop()
    return None, (above, 0 if kept else answer)
"""

HOLDING = r"""
== FloatFlags: constants
step:
    above = self.noisy(answer, coins) >= 0
    return None, 0.5 if above else -0.5
== Halved: half of a noisy answer, exactly
step: return None, answer * Fraction(1, 2) + coins.draw_real(Laplace(2 / self.eps))
== Formats: a flag and the state, in words
step:
    above = self.noisy(answer, coins) >= 0
    return (state + 1 if state < 3 else None), f"{state}: {above}"
== Members: a member of an enumeration, in the state and put out
step:
    state = Side.LEFT if state == 0 else state
    above = self.noisy(answer, coins) >= 0
    other = Side.RIGHT if state is Side.LEFT else Side.LEFT
    return (other if above and state is Side.LEFT else None), state
== Records: a level in a record
step:
    if state == 0:
        return Held(Pair(self.noisy(answer, coins), 1)), 0
    pair = state.level
    return None, self.noisy(answer, coins) >= pair.level
== SameRecord: whether it is the first answer, by a record that is the same or only equal
def begin(self, coins):
    return Held(0)
step:
    above = self.noisy(answer, coins) >= 0
    return (None if state != Held(0) else Held(1)), (state == Held(0), above)
== Longest: the greatest of noisy answers, compared at the end
step:
    noisy = self.noisy(answer, coins)
    return (None if state == 1 else 1), max(noisy, 0) > 5
== CoinFlips: coins only
step:
    heads = coins.draw(Dist.uniform((0, 1)))
    return (state + 1 if heads else 0) if state < 30 else None, heads
== Sums: a sum of two draws, which no sampler has
step:
    twice = self.noisy(answer, coins) + self.noisy(0, coins)
    return None, twice >= 3
"""

REFUSED = r"""
== Cached: a level that is computed once
@functools.cache
def level(self, state):
    return state + 3
step:
    above = self.noisy(answer, coins) >= self.level(state)
    return None, above
== Suppresses: a level that some states have
step:
    level = 0
    with contextlib.suppress(KeyError):
        level = {1: 5}[state]
    return (None if state == 1 else 1), self.noisy(answer, coins) >= level
"""
"""Honest streams that are refused: whoever reads the line writes them otherwise."""

SLY = (*read(LEAKING, under_head(HEAD + MORE)),)
HONEST, NEEDLESSLY = ((*read(text, under_head(HEAD)),) for text in (HOLDING, REFUSED))
