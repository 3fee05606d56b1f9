"""Streams that put their answers out, and hide it from a trace, a sample of numbers, or both.

Each is a class body in direct style, after `HEAD`; `leak` says what its reader learns.  None may
ever "hold" for every number of answers.  `HONEST` are written in the same style and hide nothing.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

HEAD = """
import builtins
import contextlib
import contextvars
import enum
import functools
import hashlib
import itertools
import json
import math
import operator
import re
import weakref
from collections import Counter, defaultdict
from collections.abc import Callable
from gc import is_tracked
from json.encoder import c_make_encoder
from dataclasses import dataclass
from decimal import Context, Decimal, getcontext, setcontext
from enum import Enum
from fractions import Fraction
from pathlib import Path
from types import FunctionType, ModuleType
from typing import NamedTuple
from reference.data.domain import Domain
from reference.data.universes import changed_answers
from reference.privacy.epsilon import Epsilon
from reference.probability import streams as streams_of
from reference.probability.continuous import Exponential, Laplace, Real, Scale
from reference.probability.dist import Dist
from reference.probability.streams import Stream, outputs
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


class Sly(NamedTuple):
    """A class body, and what its reader learns."""

    name: str
    leak: str
    body: str
    pair: tuple[tuple[Fraction | int, ...], tuple[Fraction | int, ...]] | None
    """Two databases on which it puts out different things for certain; None: with some chance."""

    verdict: str

    @property
    def alone(self) -> str:
        """A file with the class, which uses nothing else."""
        lines = self.body.strip("\n").splitlines()
        return f"{HEAD}class {self.name}(Sly):\n" + "".join(f"    {line}\n" for line in lines)

    @property
    def source(self) -> str:
        """A file with the class, after what it may use."""
        return self.alone.replace(HEAD, HEAD + MORE)


def stepping(
    name: str,
    leak: str,
    *lines: str,
    more: str = "",
    pair: tuple[tuple[Fraction | int, ...], tuple[Fraction | int, ...]] | None = ((0,), (1,)),
    verdict: str = "refused",
) -> Sly:
    """A stream of which `step` has these lines."""
    body = "".join(f"    {line}\n" for line in lines)
    step = f"{more}\ndef step(self, state, answer, coins):\n{body}"
    return Sly(name, leak, step, pair, verdict)


def counting(name: str, owner: str) -> Sly:
    """A stream that counts its calls in an attribute of something that is not its own."""
    lines = (
        f"owner = {owner}",
        'owner.calls = getattr(owner, "calls", 0) + 1',
        "return state, answer if owner.calls > 10**5 else 0",
    )
    leak = f"every answer after the hundred thousandth call, counted in an attribute of {owner}"
    return stepping(name, leak, *lines, pair=None)


def hidden(name: str, where: str, count: str, *more: str) -> Sly:
    """A stream that counts its calls where it is hard to see; `more` is executed before."""
    lines = f"count = {count}", "return state, answer if count > 10**5 else 0"
    leak = f"every answer after the hundred thousandth call, counted {where}"
    return stepping(name, leak, *lines, more="\n".join(more), pair=None)


NUMBER = "map(found.append, map(int.conjugate, (answer,)))"
"""It appends an answer that is a number, and raises a TypeError for a form."""


def swallowed(name: str, by: str, *lines: str, more: str = "") -> Sly:
    """A stream that finds a number, where what a form raises ends unseen."""
    push = "push = functools.partial(found.extend, map(int.conjugate, (answer,)))"
    lines = "found = []", push, *lines, "return state, LEVEL in found"
    leak = f"whether it is 7919, by an error that ends in {by}"
    return stepping(name, leak, *lines, more=more, pair=((7918,), (7919,)))


def telling(name: str, told: str, *more: str) -> Sly:
    """A stream that says whether an answer is 7919, by what tells numbers from forms."""
    return stepping(
        f"OneNumberBy{name}",
        "whether it is 7919, by code of a library or of the interpreter",
        f"return state, {told}",
        more="\n".join(["global EQUALS, SIZE, GET, CALLED, ADD"] * bool(more) + [*more]),
        pair=((7918,), (7919,)),
    )


def remembering(name: str, kept: str) -> Sly:
    """A stream that puts answers out if the first one of all was not above; in a trace it is."""
    return stepping(
        f"FirstIn{name}",
        "the answer, if that of the first call of all was not above",
        "above = self.noisy(answer, coins) >= 0",
        f"kept = {kept}",
        "return None, (above, 0 if kept else answer)",
        pair=None,
    )


def finding(name: str, code: str) -> Sly:
    """A stream of which code tells what its methods are, where nobody follows it."""
    step = "def step(self, state, answer, coins):\n    return (answer,), (0, answer)"
    return Sly(
        name, "the answers, where eps is a number", f"{code}\n{step}", ((0,), (1,)), "refused"
    )


SLY = (
    stepping(
        "Rounded",
        "0.0 on answer 0, 5.6e-17 on 1: the order of additions",
        "return state, answer / 10 + answer / 5 - answer * 3 / 10",
    ),
    stepping(
        "SignOfZero",
        "0.0, or -0.0 on positive answers",
        "minus = isinstance(answer, int) and answer > 0",
        "return 0, (answer - answer) / (-1 if minus else 1)",
    ),
    stepping(
        "SignOfZeroByGuard",
        "the same, by a comparison that the trace sees",
        "return 0, (answer - answer) / (-1 if answer > 0 else 1)",
    ),
    stepping(
        "State60",
        "answer 61",
        "if state == 60:",
        "    return None, answer if isinstance(answer, int) else 0",
        "return state + 1, 0",
        pair=((0,) * 61, (0,) * 60 + (1,)),
    ),
    stepping(
        "State60ByType",
        "answer 61, by type()",
        "if state == 60:",
        "    return None, answer if type(answer) is int else 0",
        "return state + 1, 0",
        pair=((0,) * 61, (0,) * 60 + (1,)),
    ),
    stepping(
        "ThirtyHeads",
        "the answer that follows thirty heads",
        "heads = coins.draw(Dist.uniform((0, 1)))",
        "if state == 30:",
        "    return None, answer if isinstance(answer, int) else 0",
        "return (state + 1 if heads else 0), 0",
        pair=None,
    ),
    stepping(
        "ThirtyHeadsByDefault",
        "the same, by an attribute that only integers have",
        "heads = coins.draw(Dist.uniform((0, 1)))",
        "if state == 30:",
        '    return None, getattr(answer, "real", 0)',
        "return (state + 1 if heads else 0), 0",
        pair=None,
    ),
    stepping(
        "LargeAnswers",
        "answers above 10^6",
        "return state, isinstance(answer, int) and answer > 10**6",
        pair=((10**6,), (10**6 + 1,)),
    ),
    stepping(
        "OneNumber",
        "whether an answer is 7919",
        "return state, isinstance(answer, int) and answer == 7919",
        pair=((7918,), (7919,)),
    ),
    stepping(
        "OneNumberByMatch",
        "the same, by a pattern",
        "match answer:",
        "    case int() if answer == LEVEL:",
        "        return state, 1",
        "return state, 0",
        pair=((7918,), (7919,)),
    ),
    stepping(
        "OneNumberByData",
        "the same, with no branch",
        "return state, (0, answer)[isinstance(answer, int)] == LEVEL",
        pair=((7918,), (7919,)),
    ),
    stepping(
        "OneNumberByType",
        "the same, by type()",
        'return state, (0, answer)[type(answer).__name__ == "int"] == LEVEL',
        pair=((7918,), (7919,)),
    ),
    stepping(
        "OneNumberByIdentity", "the same, by `is`", "return state, answer is LEVEL", pair=None
    ),
    stepping(
        "OneNumberByRounding",
        "whether 49 divides an answer in floats",
        "return state, answer / 49 * 49 >= answer",
        pair=((2,), (3,)),
    ),
    stepping(
        "OneNumberByDecimal",
        "the same number, by what a library refuses",
        "try:",
        "    number = Decimal(answer)",
        "except TypeError:",
        "    number = 0",
        "return state, number == LEVEL",
        pair=((7918,), (7919,)),
    ),
    stepping(
        "FloatCaught",
        "the number as a float",
        "try:",
        "    number = float(answer)",
        "except TypeError:",
        "    number = 0",
        "return state, number > 10**6",
        pair=((10**6,), (10**6 + 1,)),
    ),
    stepping(
        "FractionsOnly",
        "answers that are fractions",
        "return state, answer if isinstance(answer, Fraction) else 0",
        pair=((Fraction(1, 2),), (Fraction(3, 2),)),
    ),
    stepping(
        "Dispatched",
        "the number, by single dispatch",
        "return state, self.read(answer)",
        more="read = functools.singledispatch(lambda value: 0)\n"
        "read.register(int)(lambda value: value)\n"
        "read = staticmethod(read)",
    ),
    stepping(
        "TrueOrOne",
        "True or 1",
        "return state, (True if isinstance(answer, int) and answer > 0 else 1)",
    ),
    stepping(
        "NotANumber",
        "one NaN or another",
        'return state, (float("nan") if answer > 0 else -float("nan"))',
        verdict="refuted",
        pair=None,
    ),
    stepping(
        "KeptQuotient",
        "a sum of kept quotients: 0.0 or 5.6e-17",
        "if state == 0:",
        "    return (answer / 10, answer / 5, answer * 3 / 10), 0",
        "return None, state[0] + state[1] - state[2]",
        pair=((0, 0), (1, 0)),
    ),
    stepping(
        "BlindTuple",
        "the answer in a tuple that hides it",
        "return state, Blind(0, answer)",
        pair=None,
    ),
    stepping(
        "HiddenAttribute",
        "the answer, carried by an attribute of the state that is no field",
        "if state == 0:",
        "    held = Held(0)",
        '    object.__setattr__(held, "more", answer)',
        "    return held, 0",
        'return None, getattr(state, "more", 0)',
        pair=((0, 0), (1, 0)),
    ),
    stepping(
        "RewrittenField",
        "the answer in a field that is 0 when it is traced",
        "return state, Nothing(answer)",
    ),
    stepping(
        "ByTheDraw",
        "the answer, where a draw is what a sampler hands out",
        "noise = coins.draw_real(Laplace(1 / self.eps))",
        "return state, answer if isinstance(noise, Real) else 0",
    ),
    stepping(
        "ByTheCoins",
        "the answer, where coins are not those of a trace",
        'return state, answer if type(coins).__name__ == "PlainCoins" else 0',
    ),
    stepping(
        "CoinsAttribute",
        "the answer, where coins have something inside",
        'return state, answer if hasattr(coins, "_coins") else 0',
    ),
    stepping(
        "MultipleCaught",
        "the answer, where twice a draw is refused",
        "try:",
        "    2 * coins.draw_real(Laplace(1 / self.eps))",
        "except TypeError:",
        "    return None, answer",
        "return state, 0",
    ),
    stepping(
        "Formatted",
        "the digits, where there are any",
        "try:",
        '    return state, f"{answer}" * 0 + f"{answer}"',
        "except TypeError:",
        '    return state, ""',
    ),
    stepping(
        "Counted",
        "every answer after the hundred thousandth call",
        "KEPT.append(0)",
        "return state, answer if len(KEPT) > 10**5 else 0",
        pair=None,
    ),
    stepping(
        "SameObject",
        "whether two answers are one object",
        "if state == 0:",
        "    return (answer,), 0",
        "return None, answer is state[0]",
        pair=((0, 0), (0, 1)),
    ),
    stepping(
        "EndOnly",
        "the last answer, at the end",
        "return (answer,), 0",
        more="def end(self, state, coins):\n"
        "    return state if state == 0 or isinstance(state[0], int) else 0",
    ),
    stepping(
        "Seen",
        "the answer, by what is seen of an output",
        "return state, (answer, 0)",
        more="def output(self, released):\n"
        "    return released[0] if isinstance(released[0], int) else 0",
    ),
    stepping(
        "DeepGuard",
        "an answer that follows a value above 10^9, kept",
        "if state == 0:",
        "    return (self.noisy(answer, coins),), 0",
        "if state[0] > 10**9:",
        "    return None, answer if isinstance(answer, int) else 0",
        "return state, 0",
        pair=None,
    ),
    stepping(
        "NarrowGuard",
        "an answer between two noisy numbers that are close",
        "noise = coins.draw_real(Laplace(1 / self.eps))",
        "if noise > 12345 and noise < Fraction(123450001, 10000):",
        "    return None, answer if isinstance(answer, int) else 0",
        "return state, 0",
        pair=None,
    ),
    stepping(
        "CallOfSixty",
        "an answer, by a call of its own, of databases of 60 rows",
        "return state, 0",
        more="def __call__(self, database, coins):\n"
        "    return database[0] if len(database) == 60 else 0",
        pair=((0,) * 60, (1,) * 60),
    ),
    stepping(
        "CountedHere",
        "every answer after the hundred thousandth call, counted in the instance",
        'object.__setattr__(self, "parts", self.parts + 1)',
        "return state, answer if self.parts > 10**5 else 0",
        pair=None,
    ),
    stepping(
        "ByText",
        "the answer, where coins have another text",
        'return state, (0, answer)["Plain" in str(coins)]',
    ),
    stepping(
        "ByDefaultOfType",
        "whether it is 7919, by type() under another name",
        "return state, (0, answer)[self.kind(answer) == int] == LEVEL",
        more="kind = type",
        pair=None,
    ),
    stepping(
        "OneNumberByClass",
        "whether it is 7919, by the class of a class",
        "return state, (0, answer)[int.__class__(answer) == int] == LEVEL",
        pair=((7918,), (7919,)),
    ),
    stepping(
        "OneNumberByOperator",
        "whether it is 7919, by `is` as a function",
        "return state, operator.is_(answer, LEVEL)",
        pair=None,
    ),
    stepping(
        "OneNumberByCollector",
        "whether it is 7919, by what the collector of garbage tracks",
        "return state, (answer, 0)[is_tracked(answer)] == LEVEL",
        pair=((7918,), (7919,)),
    ),
    stepping(
        "OneNumberByEncoder",
        "the digits, by an encoder in C that takes what it can",
        'encoder = c_make_encoder(None, callable, str, None, ":", ",", False, False, True)',
        'return state, "7919" in encoder(answer, 0)',
        pair=((7918,), (7919,)),
    ),
    stepping(
        "Serialised",
        "the number, by what a library in C takes",
        "try:",
        "    text = json.dumps(answer)",
        "except TypeError:",
        '    text = ""',
        'return state, text == "7919"',
        pair=((7918,), (7919,)),
    ),
    stepping(
        "Rounds",
        "an answer, rounded where it can be",
        "try:",
        "    near = round(answer)",
        "except TypeError:",
        "    near = 0",
        "return state, near",
    ),
    stepping(
        "Looped",
        "how often an answer can be counted down",
        "count = 0",
        "while answer > count and count < 12:",
        "    count += 1",
        "return state, count",
        verdict="refuted",
    ),
    stepping(
        "Keyed", "the answer, as a key of a dictionary", "return state, {0: 0}.get(answer, 1)"
    ),
    stepping(
        "Chances",
        "the answer, in the chances of a coin",
        "law = Dist.weighted([(0, Fraction(1)), (1, Fraction(3 if answer > 0 else 1))])",
        "return state, coins.draw(law)",
        pair=None,
        verdict="undecided",
    ),
    stepping(
        "NoNoise",
        "whether an answer is above 0",
        "return state, -0.0 if answer > 0 else 0.0",
        verdict="refuted",
    ),
    stepping(
        "TimesWhole",
        "whether it is 17, by a product that a class made from int looks up",
        "return state, answer * NOTHING",
        pair=((16,), (17,)),
    ),
    stepping(
        "TimesPart",
        "the same, by a class made from Fraction",
        "return state, answer * NO_PART",
        pair=((16,), (17,)),
    ),
    stepping(
        "BelowBound",
        "the same, by a comparison",
        "return state, 1 if answer < LEAST else 0",
        pair=((16,), (17,)),
    ),
    stepping(
        "LaterCall",
        "the third answer, by a call of its own",
        "return state, 0",
        more="def __call__(self, database, coins):\n"
        "    told = tuple(outputs(self, database, coins))\n"
        "    return (*told, database[2]) if len(database) > 2 else told",
        pair=((0, 0, 0), (0, 0, 1)),
    ),
    stepping(
        "CallOfThree",
        "the answers, by a call of its own that puts out what its steps do for up to two",
        "return state, 0",
        more="def __call__(self, database, coins):\n"
        "    told = tuple(outputs(self, database, coins))\n"
        "    return database if len(told) > 2 else told",
        pair=((0, 0, 0), (0, 0, 1)),
    ),
    stepping(
        "AnotherStream",
        "answers above 1, by a call that asks another stream",
        "return state, 0",
        more="def __call__(self, database, coins):\n"
        "    return tuple(outputs(Loud(self.eps), database, coins))",
        pair=((2,), (3,)),
    ),
    stepping(
        "OtherCoins",
        "the third answer, by a call with coins that are used up",
        "return (state + 1 if state < 2 else None), self.noisy(answer, coins) > 0",
        more="def __call__(self, database, coins):\n"
        "    return tuple(outputs(self, database, Few(coins)))",
        pair=((0, 0, 0), (0, 0, 1)),
    ),
    stepping(
        "FieldOfEps",
        "the answer, where eps is a number",
        'return state, answer if self.eps.field.name == "Q" else 0',
    ),
    stepping(
        "PowerOfEps",
        "the same, where e^eps is 16",
        "return state, answer if self.eps.exp() == 16 else 0",
    ),
    stepping(
        "RootOfEps", "the same, by its root", "return state, answer if self.eps.root == 2 else 0"
    ),
    stepping(
        "PartsOfEps",
        "the same, where eps has four parts and not as many as the class says",
        "return state, answer if self.eps.parts == 4 else 0",
        more="parts = 8",
    ),
    stepping(
        "PartsOfEpsByPattern",
        "the same, by a pattern",
        "match self.eps:",
        "    case Epsilon(_, 4):",
        "        return state, answer",
        "return state, 0",
        more="parts = 8",
    ),
    stepping(
        "RateOfAScale",
        "the same, by what a scale keeps of them",
        "return state, answer if (1 / self.eps).rate == 4 else 0",
        more="parts = 8",
    ),
    stepping(
        "RateOfNoise",
        "the same, by what tells noise from other noise",
        "return state, answer if Laplace(1 / self.eps).known_by[1] == 4 else 0",
        more="parts = 8",
    ),
    stepping(
        "ScaleOfItsOwn",
        "the same, with noise that is small where eps has many parts",
        "return None, answer + coins.draw_real(Laplace(Scale(1, self.eps.root)))",
        pair=None,
    ),
    stepping(
        "InexactScale",
        "the same, where eps has as many parts as a scale needs that is none of the class's",
        "try:",
        "    8 / self.eps",
        "except ValueError:",
        "    return state, 0",
        "return state, answer",
        pair=None,
    ),
    stepping(
        "EqualEps",
        "the same, by an eps that is equal",
        "return state, answer if self.eps == TWO else 0",
    ),
    stepping(
        "EqualEpsCaught",
        "the same, whatever a comparison raises",
        "try:",
        "    return state, answer if self.eps == TWO else 0",
        "except Exception:",
        "    return state, 0",
    ),
    stepping(
        "EqualNoise",
        "the same, by noise that is equal",
        "return state, answer if Laplace(1 / self.eps) == Laplace(1 / TWO) else 0",
    ),
    stepping(
        "EpsAsAKey", "the same, by a dictionary", "return state, {TWO: answer}.get(self.eps, 0)"
    ),
    stepping(
        "EpsByPattern",
        "the same, by a pattern",
        "match self.eps:",
        "    case Epsilon(root=Fraction()):",
        "        return state, answer",
        "return state, 0",
    ),
    stepping(
        "EpsAdded",
        "the same, by a sum of two losses that some have not",
        "try:",
        "    self.eps + TWO",
        "except ValueError:",
        "    return state, 0",
        "return state, answer",
    ),
    stepping(
        "TextOfItself",
        "the same, by the text of the stream",
        'return state, answer if "Function" not in repr(self) else 0',
    ),
    stepping(
        "FormAtConstruction",
        "the same, by what eps was when the stream was made",
        "return state, answer if self.parts == 5 else 0",
        more="def __init__(self, eps):\n"
        "    Sly.__init__(self, eps)\n"
        "    if isinstance(eps.root, Fraction):\n"
        '        object.__setattr__(self, "parts", 5)',
    ),
    stepping(
        "EpsOfACall",
        "the answers, where eps is a number, by a call of its own",
        "return state, 0",
        more="def __call__(self, database, coins):\n"
        "    told = tuple(outputs(self, database, coins))\n"
        "    return database if self.eps == TWO else told",
    ),
    stepping(
        "RateThatVaries",
        "the answer with noise that is small where eps is a number",
        "return None, answer + coins.draw_real(Laplace(self.scale))",
        more="def __init__(self, eps):\n"
        "    Sly.__init__(self, eps)\n"
        '    object.__setattr__(self, "scale", Varies(eps.root))',
        pair=None,
    ),
    stepping(
        "CountedByACache",
        "every answer after the hundred thousandth call, counted by a cache",
        "remembered(0)",
        "return state, answer if remembered.cache_info().hits > 10**5 else 0",
        pair=None,
    ),
    stepping(
        "CountedInACache",
        "the same, in a list that a cached function returns",
        "recalled().append(0)",
        "return state, answer if len(recalled()) > 10**5 else 0",
        more="global recalled\n@functools.cache\ndef recalled():\n    return []",
        pair=None,
    ),
    stepping(
        "CountedByAMethod",
        "the same, by a method of a list that has no name",
        "PUSH(0)",
        "return state, answer if SIZE() > 10**5 else 0",
        pair=None,
    ),
    stepping(
        "CountedByAttributes",
        "the same, by methods kept in the class",
        "self.push(0)",
        "return state, answer if self.size() > 10**5 else 0",
        more="push, size = (lambda hidden: (hidden.append, hidden.__len__))([])",
        pair=None,
    ),
    stepping(
        "CountedInAView",
        "an answer after 200 * 256 calls, counted in two bytes",
        "last = VIEW[0] == 255",
        "VIEW[0], VIEW[1] = (VIEW[0] + 1) % 256, min(VIEW[1] + last, 200)",
        "return state, answer if VIEW[1] == 200 else 0",
        pair=None,
    ),
    stepping(
        "CountedInAHelper",
        "every answer after the hundred thousandth call, counted in another module",
        "HELPER.calls.append(0)",
        "return state, answer if len(HELPER.calls) > 10**5 else 0",
        pair=None,
    ),
    counting("CountedInALibrary", "math"),
    counting("CountedInAClass", "Counter"),
    counting("CountedInAFunction", "functools.wraps"),
    counting("CountedInAnError", "ERROR"),
    stepping(
        "AddedInALibrary",
        "the same, added to a name of the module",
        "math.calls += 1",
        "return state, answer if math.calls > 10**5 else 0",
        pair=None,
    ),
    stepping(
        "CountedByPrecision",
        "the same, by the precision of decimals",
        "setcontext(Context(prec=getcontext().prec + 1))",
        "return state, answer if getcontext().prec > 10**5 else 0",
        pair=None,
    ),
    stepping(
        "CountedInAHash",
        "every answer after the hundred thousandth call, counted by a hash",
        'HASH.update(b"x")',
        "return state, answer if HASH.digest() == LAST else 0",
        more="global HASH, LAST\nHASH = hashlib.sha256()\n"
        'LAST = hashlib.sha256(b"x" * 10**5).digest()',
        pair=None,
    ),
    hidden(
        "CountedByAScanner",
        "by how far a text is read",
        "(SCANNER.match() is None) * 10**6",
        'global SCANNER\nSCANNER = re.compile("x").scanner("x" * 10**5)',
    ),
    hidden(
        "CountedByAnIterator",
        "by an iterator inside of another",
        "next(ZIPPED)[0]",
        "global ZIPPED\nZIPPED = zip(iter(range(10**6)))",
    ),
    hidden(
        "CountedByACoroutine",
        "by a coroutine",
        "COROUTINE.send(None)",
        "global COROUTINE, Next",
        "class Next(Box):",
        "    def __await__(self):",
        "        while True:",
        "            yield self.push()",
        "async def awaits():",
        "    await Next()",
        "COROUTINE = awaits()",
    ),
    hidden(
        "CountedInAContext",
        "in another context",
        "CONTEXT.run(bump)",
        "global CONTEXT, VARIABLE, bump",
        'VARIABLE, CONTEXT = contextvars.ContextVar("v"), contextvars.copy_context()',
        "def bump():",
        "    VARIABLE.set(VARIABLE.get(0) + 1)",
        "    return VARIABLE.get(0)",
    ),
    hidden(
        "CountedInADefault",
        "in the default of a context variable",
        "VARIABLE.get().push()",
        'global VARIABLE\nVARIABLE = contextvars.ContextVar("v", default=Box())',
    ),
    hidden(
        "CountedBehindAReference",
        "in what a weak reference leads to",
        "REFERENCE().push()",
        "global OBJECT, REFERENCE\nOBJECT = Box()\nREFERENCE = weakref.ref(OBJECT)",
    ),
    hidden(
        "CountedByACaller",
        "in an argument of a method caller",
        "CALLER(Box())",
        'global CALLER\nCALLER = operator.methodcaller("push", Box())',
    ),
    hidden(
        "CountedByASlot",
        "in a list, by methods that are slots",
        "SIZE() + (ADD((0,)) is None)",
        "global ADD, SIZE",
        "ADD, SIZE = (lambda hidden: (hidden.__iadd__, hidden.__len__))([])",
    ),
    hidden(
        "CountedByASubclass",
        "by an object of a class made from one written in C",
        "next(COUNTS)",
        "global COUNTS\nclass Counts(itertools.count):\n    pass\nCOUNTS = Counts()",
    ),
    hidden(
        "CountedByAnItem",
        "in what an item is looked up by",
        "operator.itemgetter(0)((ITEM((0, 10**6)),))",
        "global ITEM\nITEM = operator.itemgetter(Box())",
    ),
    hidden(
        "CountedByASlice",
        "in the end of a slice",
        "10**6 * (2 - len((0, 1)[SLICE]))",
        "global SLICE\nSLICE = slice(Box(), None)",
    ),
    stepping(
        "CountedByAFactory",
        "every answer after the hundred thousandth call, counted by what makes default values",
        "count = DEFAULTS[0]",
        "del DEFAULTS[0]",
        "return state, answer if count > 10**5 else 0",
        more="global DEFAULTS\nDEFAULTS = defaultdict(Box())",
        pair=None,
    ),
    stepping(
        "CountedByAnErrorNumber",
        "every answer after the hundred thousandth call, counted in the number of an error",
        "FAILED.errno += 1",
        "return state, answer if FAILED.errno > 10**5 else 0",
        more="global FAILED\nFAILED = OSError()\nFAILED.errno = 0",
        pair=None,
    ),
    stepping(
        "CountedByACause",
        "the same, in the cause of an error, read by a pattern",
        "match ERROR:",
        "    case ValueError(__cause__=cause):",
        "        count = len((cause or ERROR).args)",
        "try:",
        "    raise ERROR from ValueError(*(0,) * (count + 1))",
        "except ValueError:",
        "    return state, answer if count > 10**5 else 0",
        pair=None,
    ),
    stepping(
        "CountedByAName",
        "the same, in the length of the name of a class",
        'Box.__name__ += "x"',
        "return state, answer if len(Box.__name__) > 10**5 else 0",
        pair=None,
    ),
    stepping(
        "CountedInADocstring",
        "the same, in the length of a docstring",
        'HELPER.__doc__ = "{0.__doc__}x".format(HELPER)',
        'return state, answer if len("{0.__doc__}".format(HELPER)) > 10**5 else 0',
        pair=None,
    ),
    hidden(
        "CountedUnderALine",
        "under a name that begins like a special one",
        "bump()",
        "global bump",
        'exec("def bump():\\n    math.__calls += 1\\n    return math.__calls", globals())',
        'exec("math.__calls = 0")',
    ),
    hidden(
        "CountedByAMethodOfABox",
        "by a method that has a name, of an object that has none",
        "METHOD()",
        "global METHOD\nMETHOD = Box().push",
    ),
    hidden(
        "CountedByAnImpostor",
        "by a class that says that it is a library's",
        "OBJECT.push()",
        "global OBJECT, CALLS\nCALLS = []\nclass Impostor:\n    __module__ = 'math'",
        "    push = lambda self: CALLS.append(0) or len(CALLS)",
        "OBJECT = Impostor()\ndel Impostor",
    ),
    hidden(
        "CountedByAMetaclass",
        "by the class of a class",
        "Counting.calls",
        "global Counting, CALLS",
        "CALLS = []",
        "class Counts(type):",
        "    calls = property(lambda self: CALLS.append(0) or len(CALLS))",
        "class Counting(metaclass=Counts):",
        "    pass",
        "del Counts",
    ),
    hidden(
        "CountedByAModule",
        "by a module of a class of its own",
        "COUNTING.push()",
        "global COUNTING, CALLS",
        "CALLS = []",
        "class Counts(ModuleType):",
        "    push = lambda self: CALLS.append(0) or len(CALLS)",
        'COUNTING = Counts("counting")',
        "del Counts",
    ),
    stepping(
        "CountedBySetting",
        "every answer after the hundred thousandth call, counted by setting a property",
        "counts = Counts()",
        "counts.calls = 0",
        "return state, answer if counts.found > 10**5 else 0",
        more="global Counts, FOUND\nFOUND = Box()\nclass Counts:\n    def _count(self, value):\n"
        "        self.found = FOUND.push()\n    calls = property(None, _count)\n    del _count",
        pair=None,
    ),
    stepping(
        "CountedByADecorator",
        "the same, by a function of a library around one",
        "try:",
        "    managed()",
        "except KeyError:",
        "    return state, answer",
        "return state, 0",
        more="global managed, MANY\nMANY = Box()\n@contextlib.contextmanager\ndef manager():\n"
        "    yield\n    if MANY.push() > 10**5:\n        raise KeyError\n"
        "@manager()\ndef managed():\n    pass\ndel manager",
        pair=None,
    ),
    stepping(
        "CountedInAFile",
        "the same, in a file",
        'text = FILE.read_text() if FILE.exists() else ""',
        'FILE.write_text(text + "x")',
        "return state, answer if len(text) > 10**5 else 0",
        more='global FILE\nFILE = Path(__file__).with_suffix(".txt")',
        pair=None,
    ),
    stepping(
        "OneNumberByCallable",
        "whether it is 7919, by what is callable",
        "return state, (answer, 0)[callable(answer)] == LEVEL",
        pair=((7918,), (7919,)),
    ),
    stepping(
        "OneNumberByIsCallable",
        "the same, by a class of what is callable",
        "return state, (answer, 0)[isinstance(answer, Callable)] == LEVEL",
        pair=((7918,), (7919,)),
    ),
    stepping(
        "OneNumberByDisguise",
        "the same, by a function that says that it is a library's",
        "return state, (0, answer)[peek(answer)] == LEVEL",
        more="global peek, MADE\nMADE = {}\n"
        'exec(compile("def peek(x):\\n    return type(x) is int", "<frozen abc>", "exec"), MADE)\n'
        'peek = MADE["peek"]\npeek.__module__ = "math"',
        pair=((7918,), (7919,)),
    ),
    stepping(
        "OneNumberByAStack",
        "the same, by an error that ends in a stack of contexts",
        "found = []",
        "stack = contextlib.ExitStack()",
        "stack.push(contextlib.suppress(TypeError))",
        "stack.callback(found.extend, map(int.conjugate, (answer,)))",
        "stack.close()",
        "return state, LEVEL in found",
        pair=((7918,), (7919,)),
    ),
    stepping(
        "LengthByAHint",
        "whether an answer has 99 binary digits, by an error that ends in a hint of a length",
        "class Long:",
        "    __length_hint__ = staticmethod(functools.partial(int.bit_length, answer))",
        "return state, operator.length_hint(Long(), 0) == 99",
        pair=((0,), (2**98,)),
    ),
    swallowed(
        "OneNumberByADecorator",
        "a class that is used as a decorator",
        "found.append(SWALLOW(int.conjugate)(answer))",
        more="global SWALLOW\nclass Swallow(contextlib.ContextDecorator):\n"
        "    def __enter__(self):\n        pass\n"
        "    def __exit__(self, *_):\n        return True\nSWALLOW = Swallow()",
    ),
    swallowed(
        "OneNumberBySuppress",
        "a class made from `suppress` that is used as a decorator",
        "found.append(SWALLOW(int.conjugate)(answer))",
        more="global SWALLOW\nclass Swallow(contextlib.suppress, contextlib.ContextDecorator):\n"
        "    pass\nSWALLOW = Swallow(TypeError)",
    ),
    swallowed(
        "OneNumberBySuppressedError",
        "`suppress`",
        "with contextlib.suppress(TypeError):",
        f"    found.extend({NUMBER})",
    ),
    swallowed(
        "OneNumberByALength",
        "the length that a list asks for",
        "class Long:",
        "    __iter__ = staticmethod(functools.partial(iter, ()))",
        f"    __length_hint__ = staticmethod(functools.partial(operator.countOf, {NUMBER}, 0))",
        "list(Long())",
    ),
    swallowed(
        "OneNumberByAnEnumeration",
        "the same, of a member of an enumeration that is made by a call",
        f"hint = staticmethod(functools.partial(operator.countOf, {NUMBER}, 0))",
        "empty = staticmethod(functools.partial(iter, ()))",
        "names = {'__iter__': empty, '__length_hint__': hint, 'A': 1}",
        "list(Side.mro()[1]('Long', names).A)",
    ),
    swallowed(
        "OneNumberByASet",
        "a set that is looked up in another",
        "class Odd(set):",
        f"    __hash__ = staticmethod(functools.partial(operator.countOf, {NUMBER}, 0))",
        "Odd() in {1}",
    ),
    swallowed(
        "OneNumberByAnAnnotation",
        "a type that is remembered",
        "class Odd:",
        f"    __hash__ = staticmethod(functools.partial(operator.countOf, {NUMBER}, 0)) or None",
        "Optional[Odd()]",
        more="global Optional\nfrom typing import Optional",
    ),
    stepping(
        "OneNumberBySame",
        "whether it is 7919, by a function of ours that compares types",
        "return state, same(answer, LEVEL)",
        more="global same\nfrom reference.probability.outcome import same",
        pair=((7918,), (7919,)),
    ),
    hidden(
        "CountedByAFalseFunction",
        "by an object that says that it is a function",
        "FALSE.push()",
        "global FALSE",
        "class False_(Box):",
        "    __slots__ = ('calls',)",
        "    __class__ = type(lambda: 0)",
        "    __code__, __globals__ = functools.wraps.__code__, vars(functools)",
        "    __dict__, __name__, __closure__ = {}, 'wraps', None",
        "FALSE = False_()\nFALSE.calls = 0\ndel False_",
    ),
    hidden(
        "CountedByAFalseClass",
        "in a class of which its own class says that it is a library's",
        "FALSE.push()",
        "global FALSE",
        "class Says(type):",
        "    __module__, __flags__ = property(lambda _: 'math'), property(lambda _: 0)",
        "class Counts(metaclass=Says):",
        "    calls = []",
        "    def push(self):",
        "        self.calls.append(0)",
        "        return len(self.calls)",
        "FALSE = Counts()\ndel Says, Counts",
    ),
    telling("AWrapper", "EQUALS(answer) == True", "EQUALS = (7919).__eq__"),
    telling(
        "AMethodOfObject", "PICK(SIZE(answer) == SIZE(1), answer)", "SIZE = object.__sizeof__"
    ),
    telling(
        "AnAttribute", "PICK(GET(answer, NAME) == int, answer)", "GET = object.__getattribute__"
    ),
    telling("AWrapperThatIsCalled", "CALLED(answer) == True", "CALLED = Called(7919)"),
    telling("RichComparison", "Fraction(7919)._richcmp(answer, operator.eq) == True"),
    telling(
        "Fallbacks",
        "Fraction._operator_fallbacks(ADD, ADD)[0](Fraction(0), answer) == LEVEL",
        "ADD = operator.add",
    ),
    telling("AModuleUnderAName", "PICK(enum_of().bltns.type(answer) == int, answer)"),
    telling("AModuleAskedByName", 'PICK(getattr(enum, "bltns").type(answer) == int, answer)'),
    telling(
        "AnotherNameOfTheInterpreter",
        "PICK(PEEKS(answer) == int, answer)",
        "builtins.PEEKS = functools.partial(type)",
    ),
    telling(
        "ALibraryThatIsAddedTo",
        "PICK(functools.peeks(answer), answer)",
        'exec(compile(SAYS, functools.__file__, "exec"), vars(functools))',
    ),
    telling(
        "OurFileThatIsAddedTo",
        "PICK(streams_of.peeks(answer), answer)",
        'exec(compile(SAYS, streams_of.__file__, "exec"), vars(streams_of))',
    ),
    stepping(
        "OneNumberByAnImport",
        "whether it is 7919, by a module that is imported late",
        "from sly_helper import peeks",
        "return state, PICK(peeks(answer) == int, answer)",
        more="global sys\nimport sys\nHELPER.peeks = functools.partial(type)\n"
        'sys.modules["sly_helper"] = HELPER',
        pair=((7918,), (7919,)),
    ),
    stepping(
        "OneNumberByMadeCode",
        "the same, by a function made of code that names a file of a library",
        "peek = FunctionType(CODE, {})",
        "return state, PICK(peek(answer), answer)",
        pair=((7918,), (7919,)),
    ),
    stepping(
        "OneNumberByAnUpdate",
        "the same, by a function whose code a library changes",
        "def peek(x):",
        "    return 0",
        'functools.update_wrapper(peek, WITH_CODE, ("__code__",), ())',
        "return state, PICK(peek(answer), answer)",
        pair=((7918,), (7919,)),
    ),
    stepping(
        "OneNumberByAStackOfNone",
        "the same, by what a stack of contexts takes for a context",
        "stack = contextlib._BaseExitStack()",
        "stack.push(answer)",
        "return state, stack._exit_callbacks[0][1] == LEVEL",
        pair=((7918,), (7919,)),
    ),
    stepping(
        "OneNumberByAnError",
        "the same, by the text of an error that is raised for forms and numbers",
        "try:",
        "    str.upper(answer)",
        "except TypeError as error:",
        "    text = str(error)",
        "return state, PICK(\"'int'\" in text, answer)",
        pair=((7918,), (7919,)),
    ),
    stepping(
        "OneNumberByAContext",
        "the same, by a context that is left by an error",
        "with LEAVES:",
        "    str.upper(answer)",
        "return state, PICK(\"'int'\" in LEAVES.text, answer)",
        more="global LEAVES\nclass Leaves:\n    def __enter__(self):\n        return self\n"
        "    def __exit__(self, kind, error, trace):\n        self.text = str(error)\n"
        "        return True\nLEAVES = Leaves()",
        pair=((7918,), (7919,)),
    ),
    swallowed(
        "OneNumberByAStar",
        "a star",
        "class W(Empty):",
        "    __len__ = staticmethod(push)",
        "[*W()]",
    ),
    swallowed(
        "OneNumberByAnIndex",
        "bytes",
        "class W(Empty):",
        "    __index__ = staticmethod(push)",
        "bytes(W())",
    ),
    swallowed(
        "OneNumberByAText",
        "the text of a default value",
        "class W:",
        "    __repr__ = staticmethod(push)",
        "w = W()",
        "MAKE(w)",
    ),
    swallowed(
        "OneNumberByADescriptor",
        "a length that is looked up",
        "w = Gets()",
        "w.push = push",
        "list(w)",
    ),
    swallowed(
        "OneNumberByAMember",
        "a member of an enumeration that is looked up",
        "class W:",
        "    __hash__ = staticmethod(push)",
        "try:",
        "    Side(W())",
        "except ValueError:",
        "    pass",
    ),
    swallowed(
        "OneNumberByAGenerator",
        "a generator that is closed",
        "ends = ending(push)",
        "next(ends)",
        "del ends",
    ),
    remembering("ADictionary", "FIRST.setdefault(0, above)"),
    remembering("ADictionaryOnce", "not FIRST.setdefault(0, not above)"),
    remembering("ACacheOfAllEqual", "told(AllEqual(above))"),
    remembering("ACachedProperty", "LAZY.told(above)"),
    hidden(
        "CountedInTheInterpreter",
        "under a name of the interpreter",
        "COUNTS.push()",
        "builtins.COUNTS = Box()",
    ),
    hidden(
        "CountedInALateImport",
        "in a module that is imported late",
        "late()",
        "global late, sys",
        "import sys",
        'sys.modules["sly_box"] = HELPER',
        "HELPER.box = Box()",
        "def late():",
        "    import sly_box",
        "    return sly_box.box.push()",
    ),
    stepping(
        "TypeAtConstruction",
        "the answers, where eps was a number when the stream was made",
        "return state, answer if self.parts == 5 else 0",
        more="def __init__(self, eps):\n    Sly.__init__(self, eps)\n"
        "    if type(eps.root) is Fraction:\n"
        '        object.__setattr__(self, "parts", 5)',
    ),
    stepping(
        "AnotherClass",
        "the same, by a class that is chosen when the stream is made",
        "return state, 0",
        more="def __new__(cls, eps):\n"
        "    return object.__new__(Louder if type(eps.root) is Fraction else cls)",
    ),
    finding(
        "EndThatIsAProperty", "end = property(lambda self: LOUD if is_number(self) else None)"
    ),
    finding("OutputThatIsAProperty", "output = property(lambda self: PICKS[is_number(self)])"),
    finding(
        "EndThatIsLookedUp",
        "def __getattr__(self, name):\n    if name == 'end' and is_number(self):\n"
        "        return LOUD\n    raise AttributeError(name)",
    ),
    stepping(
        "LawOfItsOwn",
        "the answer, drawn from a law that says that it is another one",
        "return state, coins.draw(Biased(answer))",
        pair=None,
    ),
    stepping(
        "Deep",
        "every answer, where fewer functions wait than in an audit",
        "nested = ()",
        "for _ in range(1100):",
        "    nested = (nested,)",
        "try:",
        "    repr(nested)",
        "except RecursionError:",
        "    return state, 0",
        "return state, answer",
        pair=None,
    ),
    stepping(
        "EqualSets",
        "every answer, if a draw below -5000 made the state: equal sets, in another order",
        "return state, answer if next(iter(state)) == 8 else 0",
        more="""def begin(self, coins):
        near = self.noisy(0, coins) > -5000
        return frozenset((0, 8)) if near else frozenset((8, 0))""",
        pair=None,
    ),
    stepping(
        "CachedRead",
        "every answer, unless the first was above 0: a cached function that reads a list",
        "above = self.noisy(answer, coins) >= 0",
        "KEPT.append(above)",
        "kept = self.first(0)",
        "KEPT.pop()",
        "return None, (above, 0 if kept else answer)",
        more="first = staticmethod(functools.cache(lambda key: KEPT[-1]))",
        pair=None,
    ),
)

HONEST = (
    stepping(
        "FloatFlags",
        "constants",
        "above = self.noisy(answer, coins) >= 0",
        "return None, 0.5 if above else -0.5",
    ),
    stepping(
        "Halved",
        "half of a noisy answer, exactly",
        "return None, answer * Fraction(1, 2) + coins.draw_real(Laplace(2 / self.eps))",
    ),
    stepping(
        "Formats",
        "a flag and the state, in words",
        "above = self.noisy(answer, coins) >= 0",
        'return (state + 1 if state < 3 else None), f"{state}: {above}"',
    ),
    stepping(
        "Members",
        "a member of an enumeration, in the state and put out",
        "state = Side.LEFT if state == 0 else state",
        "above = self.noisy(answer, coins) >= 0",
        "other = Side.RIGHT if state is Side.LEFT else Side.LEFT",
        "return (other if above and state is Side.LEFT else None), state",
    ),
    stepping(
        "Records",
        "a level in a record",
        "if state == 0:",
        "    return Held(Pair(self.noisy(answer, coins), 1)), 0",
        "pair = state.level",
        "return None, self.noisy(answer, coins) >= pair.level",
    ),
    stepping(
        "SameRecord",
        "whether it is the first answer, by a record that is the same or only equal",
        "above = self.noisy(answer, coins) >= 0",
        "return (None if state != Held(0) else Held(1)), (state == Held(0), above)",
        more="def begin(self, coins):\n    return Held(0)",
    ),
    stepping(
        "Longest",
        "the greatest of noisy answers, compared at the end",
        "noisy = self.noisy(answer, coins)",
        "return (None if state == 1 else 1), max(noisy, 0) > 5",
    ),
    stepping(
        "CoinFlips",
        "coins only",
        "heads = coins.draw(Dist.uniform((0, 1)))",
        "return (state + 1 if heads else 0) if state < 30 else None, heads",
    ),
    stepping(
        "Sums",
        "a sum of two draws, which no sampler has",
        "twice = self.noisy(answer, coins) + self.noisy(0, coins)",
        "return None, twice >= 3",
    ),
)

NEEDLESSLY = (
    stepping(
        "Cached",
        "a level that is computed once",
        "above = self.noisy(answer, coins) >= self.level(state)",
        "return None, above",
        more="@functools.cache\ndef level(self, state):\n    return state + 3",
    ),
    stepping(
        "Suppresses",
        "a level that some states have",
        "level = 0",
        "with contextlib.suppress(KeyError):",
        "    level = {1: 5}[state]",
        "return (None if state == 1 else 1), self.noisy(answer, coins) >= level",
    ),
)
"""Honest streams that are refused: whoever reads the line writes them otherwise."""
