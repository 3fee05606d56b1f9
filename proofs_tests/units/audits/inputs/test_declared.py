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


TOLD: dict[str, list[str]] = {"": []}
"""Sources, by what they are told; those that are accepted are told nothing."""

for text in Path(__file__).with_name("declared.txt").read_text("utf-8").splitlines()[1:]:
    if text.startswith("[") and text.endswith("]"):
        TOLD[text[1:-1]] = []
    elif text:
        TOLD[[*TOLD][-1]].append(text.replace("\\n", "\n"))


@pytest.mark.parametrize("source", TOLD[""])
def test_what_a_file_may_do(source: str) -> None:
    """Imports, functions, classes, and values that call nothing of the file."""
    of_source(HEAD + source)


REFUSED = [(source, words) for words, sources in TOLD.items() for source in sources if words]


@pytest.mark.parametrize(("source", "words"), REFUSED)
def test_what_no_file_may_do(source: str, words: str) -> None:
    """No code of the file runs, and nothing that is made is changed."""
    with pytest.raises((DoesMoreError, ValueError), match=words) as refusal:
        of_source(HEAD + source)
    assert "\n" not in str(refusal.value)


FUNCTION = "it calls a function while the file is loaded"


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
