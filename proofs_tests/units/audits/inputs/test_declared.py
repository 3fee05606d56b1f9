"""A file of streams declares, and does nothing else; what else is done is refused in one line."""

from __future__ import annotations

import sys
from importlib.util import cache_from_source
from pathlib import Path
from py_compile import PycInvalidationMode
from py_compile import compile as compile_file

import pytest

from audits.inputs.declared import DoesMoreError, of_source, only_declares
from audits.inputs.loading import user_module
from audits.inputs.mechanisms import mechanism_class

HEAD = """
import abc, enum, itertools, math, numbers, sys, types
from collections import UserList, namedtuple
from dataclasses import dataclass, field
from enum import Enum, auto
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, TypeVar
from reference.data.domain import Domain
from reference.mechanisms.interior_point.known_distribution import NOTHING_LOST
from reference.mechanisms.release.many_counts import largest_loss
from reference.privacy.epsilon import Epsilon
from reference.probability.dist import Dist
from reference.probability.streams import Stream
class Side(Enum):
    LEFT = 1
    RIGHT = 2
class Pair(NamedTuple):
    first: int
    second: int = 0
@dataclass(frozen=True)
class Made:
    x: int
    def __post_init__(self): ...
def function(x): return x
"""


@pytest.mark.parametrize(
    "source",
    [
        "'''Words.'''",
        "LEVEL: int = 3\nTABLE = tuple(Fraction(1, n) for n in range(1, LEVEL))",
        "EPS = Epsilon.continuous(4)\nHALF = 1 / Fraction(2)\nANSWERS = Domain((-1, 0, 1))",
        "SIDES = (Side.LEFT, Side.RIGHT)\nNAMES = MappingProxyType({Side.LEFT: 'left'})",
        "from string import ascii_letters\nX = len(ascii_letters) + math.tau",
        "A, B = 1, 2\nC = D = A + B",
        "T = TypeVar('T', bound=Pair)\nState = tuple[int, Pair] | None",
        "HALF = partial(function, 1)",
        "def g(x: int | None = 3, *, y: 'T' = Side.LEFT) -> tuple[int, ...]: exec('1')",
        "if TYPE_CHECKING:\n    import nothing_at_all\nif __name__ == '__main__':\n    print(1)",
        "if sys.version_info >= (3, 12):\n    X = 1\nelse:\n    X = 2",
        "if sys.version_info < (3, 12):\n    X = 1\nelse:\n    X = 2",
        "T = TypeVar('T')\nclass Sub(Generic[T]):\n    pass",
        "class Sub(namedtuple('Sub', 'x y')):\n    __slots__ = ()",
        "class Other(Made):\n    kept: ClassVar[int] = 3\n    also = kept + 1",
        "class Other:\n    @property\n    def area(self): ...",
        "class Other:\n    @staticmethod\n    def of(x): ...",
        "class Other:\n    def __lt__(self, other): ...",
        "class Word(str, Enum):\n    label: str\n    A = auto()\n    def loud(self): ...",
        "class C:\n    @property\n    def guarantee(self): return Epsilon(self.eps.exp(2), 1)",
        "class C:\n    x: 'Later | None'\n    y: tuple[Side, Pair]\nclass Later: ...",
        "T = TypeVar('T')\nclass C(Generic[T]):\n    x: T\n    range: tuple[int, int] = (0, 1)",
        "class Bad(ValueError):\n    pass",
        "class Given(abc.ABC):\n    @abc.abstractmethod\n    def step(self): ...",
        "class With(metaclass=abc.ABCMeta):\n    pass",
        "@dataclass(frozen=True)\nclass Box:\n    x: list = field(default_factory=list)",
        "from fractions import Fraction",
        "X = (math.pi, int(math.tau))",
        "X = (NOTHING_LOST,)\nY = largest_loss(1, Fraction(1), Fraction(1, 9))",
    ],
)
def test_what_a_file_may_do(source: str) -> None:
    """Imports, functions, classes, and values that call nothing of the file."""
    of_source(HEAD + source)


ONLY = "a file of streams declares only"
METHOD = "it may run code of the file while that is loaded"
CLASS = "it calls a class of the file while the file is loaded"
LIBRARY = "no file of streams calls"
FUNCTION = "it calls a function while the file is loaded"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("print(1)", ONLY),
        ("for n in range(3): pass", ONLY),
        ("while True: pass", ONLY),
        ("try:\n    import json\nexcept ImportError: pass", ONLY),
        ("with open('x') as f: pass", ONLY),
        ("assert True", ONLY),
        ("del Side", ONLY),
        ("Side.LEFT.value", ONLY),
        ("X = 1\nX += 1", ONLY),
        ("if function(1): pass", ONLY),
        ("if sys.version_info >= function(3): pass", ONLY),
        ("if sys.version_info >= 3: pass", ONLY),
        ("if sys.version_info >= ('3',): pass", ONLY),
        ("if sys.version_info >= (3,) >= (2,): pass", ONLY),
        ("X = 3\nif sys.version_info >= (X, 1): pass", ONLY),
        ("if sys.version_info == (3, 12): pass", ONLY),
        ("global X", ONLY),
        ("X = (Y := 1)", ONLY),
        ("Side.late = 0", "it is changed after it is made"),
        ("Side._missing_: int = 0", "it is changed after it is made"),
        ("vars(Side)['late'] = 0", "it is changed after it is made"),
        ("function(1).x: int", "it is changed after it is made"),
        ("*X, Y = (1, 2)", "it is changed after it is made"),
        ("X = 1\nX = 2", "X is set twice"),
        ("def Side(): ...", "Side is set twice"),
        ("import json as Side", "Side is set twice"),
        ("super = 1", "super has a meaning in Python"),
        ("def hash(x): ...", "hash has a meaning in Python"),
        ("def __getattr__(name): ...", "__getattr__ has a meaning in Python"),
        ("__builtins__ = {}", "__builtins__ has a meaning in Python"),
        ("X = function(1)", FUNCTION),
        ("X = (lambda: 1)()", FUNCTION),
        ("X = type('X', (), {})", LIBRARY),
        ("X = vars(Side)", LIBRARY),
        ("X = map(function, (1,))", LIBRARY),
        ("X = types.FunctionType(function, {})", LIBRARY),
        ("X = types.ModuleType('x')", LIBRARY),
        ("X = sys.modules.pop('x')", FUNCTION),
        ("X = numbers.Rational.register(Made)", LIBRARY),
        ("X = [].append(1)", FUNCTION),
        ("X = Side.LEFT.name.join(())", FUNCTION),
        ("X = itertools.count().__next__()", FUNCTION),
        ("X = partial(function, 1)()", FUNCTION),
        ("X = MappingProxyType({1: 2}).pop(1)", FUNCTION),
        ("from audits.inputs.loading import user_module\nX = user_module('evil.py')", LIBRARY),
        ("from reference.probability.rewritten import forget\nX = forget()", LIBRARY),
        ("X = Made(1)", CLASS),
        ("class Sub(Made): pass\nX = Sub(1)", CLASS),
        ("class Mine(Stream): pass\nX = max((Mine(),))", CLASS),
        ("X = max((1, 2), key=function)", METHOD),
        ("X = sorted((1, 2), key=lambda n: n)", METHOD),
        ("X = Side.LEFT + 1", METHOD),
        ("X = not Side.LEFT", METHOD),
        ("X = 1 if Side.LEFT else 2", METHOD),
        ("X = Side.LEFT < Side.RIGHT", METHOD),
        ("X = [1 for n in (Side.LEFT,) if n]", METHOD),
        ("X = [n + 1 for n in (Side.LEFT,)]", METHOD),
        ("X = f'{Side.LEFT}'", "write the text"),
        ("X = float(Side.LEFT)", METHOD),
        ("X = dict(Side)", METHOD),
        ("X = tuple(sys.path)", "it may differ from one process"),
        ("X = int(math.floor)", METHOD),
        (f"print({'1' * 53})", r"print\(1{53}\): a file"),
        (f"print({'1' * 54})", r"print\(1{54}\.\.\.: a file"),
        ("X = sys.flags.debug", "it may differ from one process"),
        ("class C:\n    x = int(Side)", METHOD),
        ("class C:\n    abs = function\n    x = abs(1)", FUNCTION),
        ("X = Domain((Side.LEFT,))", METHOD),
        ("X = Side.LEFT.value", METHOD),
        ("X = Fraction(1, 1, _normalize=False)", "write what is given by its name"),
        ("X = Fraction(**{})", "write what is given by its name"),
        ("X = Dist._weights", "private name"),
        ("X = Side.__members__", "private name"),
        ("X = [Pair for Pair in (function,)]", "Pair is set twice"),
        ("class C:\n    Pair = function", "Pair is set twice"),
        ("X = nothing", "nothing of this name stands above"),
        ("@function\ndef g(): ...", "it calls a decorator while the file is loaded: leave it out"),
        ("@numbers.Rational.register\nclass C: ...", "it calls a decorator"),
        ("@dataclass(order=function)\nclass C: ...", "it calls a decorator"),
        ("def g(x=function(1)): ...", FUNCTION),
        ("def g(*, x=function(1)): ...", FUNCTION),
        ("X = lambda x=function(1): x", FUNCTION),
        ("def g(x: function(1)): ...", "an annotation is a type"),
        ("def g(*x: function(1)): ...", "an annotation is a type"),
        ("def g() -> [x for x in ()]: ...", "an annotation is a type"),
        ("X: function(1) = 2", "an annotation is a type"),
        ("from math import *", "write the names that are imported"),
        ("from math import nothing", "there is no such name"),
        ("import nothing_at_all", "there is no such module"),
        ("class C(metaclass=type): ...", "no metaclass"),
        ("class C(Pair, x=1): ...", "no metaclass"),
        ("class C(type): ...", "inherit from"),
        ("class C(UserList): ...", "inherit from"),
        ("class C(staticmethod): ...", "inherit from"),
        ("class C(function(1)): ...", "inherit from"),
        ("class C(enum.Flag):\n    A = 1", "inherit from"),
        ("class C(Made, Enum):\n    A = 1", "an enumeration has no __post_init__"),
        ("class C:\n    print(1)", ONLY),
        ("class C:\n    if True: x = 1", ONLY),
        ("class C:\n    x = function(1)", FUNCTION),
        ("class C:\n    __eq__ = function", "special methods"),
        ("class C:\n    __dict__ = 1", "special methods"),
        ("class C:\n    __module__ = 'math'", "special methods"),
        ("class C:\n    def __hash__(self): ...", "special methods"),
        ("class C:\n    def __init_subclass__(cls): ...", "special methods"),
        ("class C:\n    def __set_name__(self, o, n): ...", "special methods"),
        ("class C:\n    @property\n    def __class__(self): ...", "special methods"),
        ("class C:\n    _fields = ()", "_fields has a meaning in Python"),
        ("class C(Pair):\n    def _asdict(self): ...", "_asdict has a meaning in Python"),
        ("class C(Enum):\n    def _missing_(cls, x): ...", "_missing_ has a meaning"),
        ("class C(Enum):\n    _ignore_ = 1", "_ignore_ has a meaning in Python"),
        ("class C:\n    x = 1\n    x = 2", "x is set twice"),
        ("class C:\n    x = 1\n    def x(self): ...", "x is set twice"),
        ("class C:\n    (function(1)).x: int", "it is changed after it is made"),
        ("class Sub(Domain): ...\nX = Sub((1,))", CLASS),
        ("def f(x: -Side.LEFT): ...", "an annotation is a type"),
        ("def f(x: Side.LEFT.told): ...", "an annotation is a type"),
        ("X = Side.LEFT\ndef f(x: X.told): ...", "an annotation is a type"),
        ("X = {**Side}", METHOD),
        ("class C:\n    x: '*function(1)' = 0", "a text in an annotation is a type"),
        ("class C:\n    x: 'tuple[*Side]'", "a field has a type of Python"),
        ("def f(x: '*function(1)'): ...", "a text in an annotation is a type"),
        ("class C:\n    class __init_subclass__: ...", "a class stands at the top"),
        ("class C:\n    class parts: ...", "a class stands at the top"),
        ("@classmethod\n@property\ndef p(cls): ...", "a method has one such decorator"),
        ("@property\ndef p(cls): ...", "a method has one such decorator"),
        ("@property\nclass C: ...", "a method has one such decorator"),
        ("class C:\n    x: sys.argv", "a field has a type of Python"),
        ("class C:\n    x: sys.argv[1]", "a field has a type of Python"),
        ("from sys import argv\nclass C:\n    x: argv[1]", "a field has a type of Python"),
        ("from unittest import TestCase\nX = TestCase.maxDiff", "may differ from one process"),
        ("X = max((n for n in (1, 2)), key=function)", METHOD),
        ("F, G = (function, 1), ()\nA, B = (*F, *G)\nX = A + 1", METHOD),
        ("(A, B), C = (1, function), 2\nX = B + 1", METHOD),
        ("A = list['function(1)']\nclass C:\n    x: A", "a field has a type of Python"),
        ("A = 'function(1)'\nclass C:\n    x: A", "a field has a type of Python"),
        ("class S(str, Enum):\n    A = 'f()'\nclass C:\n    x: S.A", "a field has a type"),
        ("class C:\n    A = 'function(1)'\n    x: A", "a field has a type of Python"),
        ("class C:\n    x: int\n    int = 'f()'", "int is a type of a field, and a name in"),
        ("class C:\n    Later = 'f()'\n    x: Later\nclass Later: ...", "Later is set twice"),
        ("class C:\n    x: 'Later.told'\nclass Later: ...", "a field has a type of Python"),
        ("class C:\n    x: 'function(1)' = 0", r"line 28: .*a field has a type"),
        ("def f(x: tuple['function(1) or int']): ...", "an annotation is a type"),
        ("X: 'Side.LEFT.told' = 1", "an annotation is a type"),
        (
            "@dataclass\nclass D:\n    x: int = field(init=False)\nclass E(D, Enum):\n    A = ()",
            "an enumeration has no fields of a dataclass",
        ),
        ("class C:\n    function = 1\n    x = [function + 1 for _ in (1,)]", METHOD),
        ("class C:\n    x = function + 1", METHOD),
        ("class C:\n    y = 1\n    x = [y for _ in (1,)]", "nothing of this name stands above"),
        ("from _exactdp_user_sly import f", "give the file another name"),
        ("X = object()", LIBRARY),
        ("X = 'a'.__hash__()", FUNCTION),
        ("X = 'a b'.split()", FUNCTION),
        ("X = str(zip())", LIBRARY),
        ("X = '%s' % (1,)", "write the text, or the number"),
        ("X = {1, 2}", "write a tuple"),
        ("X = tuple({n for n in (1, 2)})", "write a tuple"),
        ("X = (n for n in (1, 2))", "write a tuple"),
        ("X = partial(function, (n for n in (1,)))", "write a tuple"),
        ("X = tuple(sys.argv)", "it may differ from one process"),
        ("X = (*sys.argv,)", "it may differ from one process"),
        ("X, Y = sys.argv", "it may differ from one process"),
        ("X = sys.version_info >= (3, 12)", "it may differ from one process"),
        ("class C:\n    @property\n    def adjacency(self): ...", "what a class says of itself"),
        ("class C:\n    def guarantee(self, Epsilon=function): return Epsilon(1)", "what a class"),
        ("class C:\n    def eps(self): ...", "what a class says of itself"),
        ("class C:\n    @property\n    def guarantee(self): return function(1)", "what a class"),
        ("class C:\n    @property\n    def guarantee(self): return self.told", "what a class"),
        ("class C:\n    @property\n    def guarantee(self): return [function]", "what a class"),
        ("class C:\n    @property\n    def guarantee(self):\n        return", "what a class"),
        ("class C:\n    def guarantee(self):\n        print()\n        return 1", "what a class"),
        ("class C:\n    def guarantee(self): ...", "what a class says of itself"),
        ("class C:\n    guarantee = function", "what a class says of itself"),
        ("class C(Enum):\n    A = (1, [])", "an Enum has numbers, texts or tuples"),
        ("class C(Enum):\n    A = function", "an Enum has numbers, texts or tuples"),
        ("class C(Enum):\n    A = (Side.LEFT, 1)", "an Enum has numbers, texts or tuples"),
        ("class C(Enum):\n    def __repr__(self): ...", "an enumeration has no __repr__"),
        ("class C:\n    def __lt__(self, o): ...\nclass D(C, Enum): ...", "has no __lt__"),
        ("class C(Enum):\n    @property\n    def name(self): ...", "name has a meaning"),
        (
            "class C:\n    @classmethod\n    @property\n    def x(cls): ...",
            "a method has one such decorator",
        ),
        ("class C:\n    x = classmethod(property(function))", LIBRARY),
        ("class C:\n    @staticmethod\n    def __init__(x, n): ...", "__init__ has no decorator"),
        ("class C:\n    __doc__ = function", "special methods"),
        ("class C:\n    __slots__ = (function,)", "special methods"),
        ("class C:\n    __slots__ = [n for n in 'ab']", "special methods"),
        ("from json import JSONDecodeError\nclass C(JSONDecodeError): ...", "inherit from"),
        ("X = Side('X', [('A', 1)])", CLASS),
        ("X = MappingProxyType(Side)", r"write MappingProxyType\({...}\)"),
        ("X = [function].pop\nY = X + 1", METHOD),
        ("from audits.inputs.declared import _library\nX = _library(0, 'side')", LIBRARY),
        ("from mimetypes import inited\nX = inited", "inited may differ from one process"),
        ("from mimetypes import inited as TYPE_CHECKING", "inited may differ from one process"),
        ("X = __name__ == '__main__'", "nothing of this name stands above"),
        ("X = not __debug__", "nothing of this name stands above"),
        ("X = sys.argv[0]", "it may differ from one process"),
        ("X = sys.maxsize", "it may differ from one process"),
        ("from sys import argv\nX = argv[0]", "it may differ from one process"),
    ],
)
def test_what_no_file_may_do(source: str, words: str) -> None:
    """No code of the file runs, and nothing that is made is changed."""
    with pytest.raises((DoesMoreError, ValueError), match=words) as refusal:
        of_source(HEAD + source)
    assert "\n" not in str(refusal.value)


def written(folder: Path, **files: str) -> str:
    """Files with these contents; the place of the first."""
    for name, source in files.items():
        (folder / f"{name}.py").write_text(source, "utf-8")
    return str(folder / f"{next(iter(files))}.py")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder where modules are found."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    return tmp_path


def test_what_is_imported_declares_only(folder: Path) -> None:
    """Also in files beside it, by any way of importing."""
    beside = "import json\nLEVEL = 3\nclass Pair:\n    x = 1\ndef f(): ..."
    for line in (
        "import beside_1\nX = beside_1.Pair",
        "from beside_1 import LEVEL, Pair as P, json\nX = P, LEVEL + 1",
        "import beside_1 as b\nX = b.LEVEL",
    ):
        only_declares(written(folder, root_1=line, beside_1=beside))
    for line in ("import beside_2", "from beside_2 import X", "import beside_3"):
        with pytest.raises(DoesMoreError, match=r"root_2.py, beside_2.py, line 1: print\(1\)|bes"):
            only_declares(
                written(folder, root_2=line, beside_2="print(1)", beside_3="import beside_2")
            )
    place = written(folder, root_4="import beside_1\nX = beside_1.f()")
    with pytest.raises(DoesMoreError, match=f"line 2: .*{FUNCTION}"):
        only_declares(place)
    (folder / "linked_1.py").symlink_to(folder / "beside_1.py")
    for place in (written(folder, root_4="import linked_1"), str(folder / "linked_1.py")):
        with pytest.raises(DoesMoreError, match=r"linked_1\.py: it is a link: name the file"):
            only_declares(place)
    place = written(folder, root_4="from sched import scheduler", sched="def scheduler(): ...")
    with pytest.raises(DoesMoreError, match="import sched: there are two of this name"):
        only_declares(place)
    (folder / "inner").mkdir()
    place = written(folder / "inner", root_4="X = 1", secrets="")
    with pytest.raises(DoesMoreError, match=r"secrets\.py: there is another module secrets"):
        only_declares(place)
    for line, words in (
        ("import root_5", "two names, __main__ and root_5"),
        ("import b_5", "it imports itself"),
    ):
        place = written(folder, root_5="import beside_5", beside_5=line, b_5="import beside_5")
        with pytest.raises(DoesMoreError, match=words):
            only_declares(place)


BOTH = (
    r"other is a module of the package box_1, and a name .*; rename the module, as in _other\.py"
)


def test_packages(folder: Path) -> None:
    """What is imported inside of one is what Python imports; a name is a module, or it is none."""
    (folder / "box_1").mkdir()
    written(folder, beside_6="X = 1")
    written(folder / "box_1", part="print(1)", other="Y = 1")
    for line in ("from .part import X", "from box_1.part import X"):
        written(folder / "box_1", __init__=line)
        with pytest.raises(DoesMoreError, match=r"part.py, line 1: print\(1\)"):
            only_declares(written(folder, root_6="import box_1"))
    written(folder / "box_1", __init__="from .other import Y")
    only_declares(written(folder, root_6="from box_1 import Y\nfrom box_1.other import Y as Z"))
    written(folder / "box_1", __init__="other = 1")
    for line in ("from box_1 import other", "import box_1.other as x"):
        with pytest.raises(DoesMoreError, match=BOTH):
            only_declares(written(folder, root_6=line))
    written(folder / "box_1", __init__="import beside_6 as other")
    with pytest.raises(DoesMoreError, match=BOTH):
        only_declares(written(folder, root_6="from box_1 import other"))
    written(folder / "box_1", __init__="from .other import other", other="def other(): pass")
    with pytest.raises(DoesMoreError, match=BOTH):
        only_declares(written(folder, root_6="import box_1"))
    written(folder / "box_1", __init__="from ._other import other", _other="def other(): pass")
    (folder / "box_1" / "other.py").unlink()
    only_declares(written(folder, root_6="from box_1 import other"))
    for line in ("from winreg import X", "import winreg"):
        with pytest.raises(DoesMoreError, match=r"winreg.py, line 1: print\(1\)"):
            only_declares(written(folder, root_6=line, winreg="print(1)"))


def test_what_has_no_source(folder: Path) -> None:
    """A file that cannot be read, and one that is no Python."""
    for name, source in (("root_6", "\0"), ("root_7", "def"), ("root_8", "x" + "(" * 500)):
        with pytest.raises(DoesMoreError, match="its source cannot be read"):
            only_declares(written(folder, **{name: source}))
    (folder / "extension.so").write_text("", "utf-8")
    with pytest.raises(DoesMoreError, match=r"there is no such module|not at hand"):
        only_declares(written(folder, root_9="import extension"))


def test_no_compiled_file_is_read(folder: Path) -> None:
    """A file beside a source that says that it is compiled from it, and is not."""
    head = "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass Watch:\n"
    head += "    eps: object\n    def begin(self, coins): return 0\n"
    head += "    def __call__(self, database, coins): return self.step(0, 1, coins)\n"
    place = written(folder, watch_1=f"{head}    def step(self, s, a, coins): return s, 0\n")
    other = written(folder, other_1=f"{head}    def step(self, s, a, coins): return s, a\n")
    cached = cache_from_source(place)
    compile_file(other, cfile=cached, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
    for name, stream in ((place, True), ("watch_1", True), (place, False)):
        kind = mechanism_class(f"{name}:Watch", stream=stream)
        assert getattr(kind, "step")(None, 0, 1, None) == (0, 0)  # noqa: B009 - of an unknown class


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax is that of Python 3.12")
def test_variables_of_types() -> None:
    """Their bounds, their defaults and aliases call nothing."""
    of_source("class Box[T: int]:\n    x: T")
    for source in ("class Box[T: f()]: ...", "def g[T: f()](): ...", "type X = f()"):
        with pytest.raises(DoesMoreError, match="an annotation is a type"):
            of_source(f"def f(): ...\n{source}")
    if sys.version_info >= (3, 13):
        with pytest.raises(DoesMoreError, match="an annotation is a type"):
            of_source("def f(): ...\nclass Box[T = f()]: ...")


def test_of_an_installed_package_the_files_beside_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A project that is installed, too, is the one that is named."""
    for top, size in (("site", 1), ("src", 2)):
        package = tmp_path / top / "noisy_1"
        package.mkdir(parents=True)
        for name, text in (("__init__", ""), ("sizes", f"SIZE = {size}"), ("above", "")):
            package.joinpath(f"{name}.py").write_text(text)
        (package / "below.py").write_text("from noisy_1.sizes import SIZE\n")
    monkeypatch.syspath_prepend(tmp_path / "site")
    src = tmp_path / "src" / "noisy_1"
    above, below = (
        user_module(str(src / f"{each}.py"), declares=True) for each in ("above", "below")
    )
    assert vars(above)["__file__"] == str(src / "above.py")
    assert vars(below)["SIZE"] == 2
    for name in [each for each in sys.modules if each.partition(".")[0] == "noisy_1"]:
        del sys.modules[name]
