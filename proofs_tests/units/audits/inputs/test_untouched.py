"""Code of others that is loaded changes nothing in ours."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

from audits.inputs.literals import InputError
from audits.inputs.loading import user_module
from reference.probability.readers import reader

CHANGES = {
    "a name": ("made.OURS = ()", "reference.probability.provenance.OURS"),
    "a name deleted": ("del made.place", "reference.probability.provenance.place"),
    "a name added": ("made.Mine = 1", "reference.probability.provenance.Mine"),
    "a method": (
        "other.Stream.begin = lambda *_: 0",
        "reference.probability.streams.Stream.begin",
    ),
    "a method added": (
        "other.Stream.__eq__ = lambda *_: True",
        "reference.probability.streams.Stream.__eq__",
    ),
    "the code of a function": (
        "made.ours.__code__ = (lambda _: 1).__code__",
        "reference.probability.provenance.ours.__code__",
    ),
    "the code of a method": (
        "third.Coins.draw.__code__ = third.Coins.run.__code__",
        "reference.probability.coins.Coins.draw.__code__",
    ),
    "what a parameter is": (
        "third.run.__defaults__ = (1,)",
        "reference.probability.coins.run.__defaults__",
    ),
    "what a named parameter is": (
        "loading.user_module.__kwdefaults__ = {'draws': True, 'declares': False}",
        "audits.inputs.loading.user_module.__kwdefaults__",
    ),
    "a table": ("kinds.KINDS['point'] = kinds.KINDS['accuracy']", "audits.kernel.kinds.KINDS"),
    "a list in a table": ("kinds.KINDS['point'][1][0] = print", "audits.kernel.kinds.KINDS"),
    "an empty table": ("called.NOW[:] = [3]", r"reference.probability.\w+.NOW"),
    "a private table": (
        "readers._KNOWN[id(int)] = int, len",
        "reference.probability.readers._KNOWN",
    ),
    "a property": (
        "composition.SequentialComposition.guarantee.fget.__code__ = made.ours.__code__",
        "reference.privacy.composition.SequentialComposition.guarantee.__code__",
    ),
    "an object": ("object.__setattr__(RATIONALS, 'split', len)", r"reference\.[\w.]+"),
    "a member": ("Evidence.EXHAUSTIVE._value_ = 'closed form'", r"audits\.[\w.]+"),
    "what surrounds a function": (
        "purity.pure.__closure__[0].cell_contents = len",
        "reference.probability.purity.pure.func",
    ),
    "the door": ("exactdp.bernoulli = len", "exactdp.bernoulli"),
    "a word of Python": ("builtins.isinstance = lambda *_: True", "builtins.isinstance"),
    "numbers": ("Fraction.__lt__ = lambda *_: True", "fractions.Fraction.__lt__"),
    "a module": ("sys.modules['audits.kernel'] = json", "audits.kernel"),
}

LOADED = """
import builtins, json, sys
from fractions import Fraction
import exactdp
from audits.evidence.verdict import Evidence
from reference.exact.field import RATIONALS
import reference.probability.purity as purity
import audits.inputs.loading as loading
import audits.kernel.kinds as kinds
import reference.privacy.composition as composition
import reference.probability.called as called
import reference.probability.coins as third
import reference.probability.provenance as made
import reference.probability.readers as readers
import reference.probability.streams as other
readers.reader(int)
"""


@pytest.mark.parametrize(("text", "place"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_refused(tmp_path: Path, text: str, place: str) -> None:
    """One line names the file and what it changes; here all is put back."""
    if text.startswith("object"):
        target = "RATIONALS.split"
    else:
        target, _, _ = text.removeprefix("del ").partition(" = ")
    names: dict[str, object] = {}
    exec(LOADED, names)  # noqa: S102
    with suppress(AttributeError):
        exec(f"old = {target}", names)  # noqa: S102 - of the table above
    file = tmp_path / "mine.py"
    file.write_text(f"{LOADED}{text}\n", "utf-8")
    try:
        with pytest.raises(InputError, match=f"^{file} changes {place}: "):
            user_module(str(file))
    finally:
        if text.startswith("object"):
            object.__setattr__(names["RATIONALS"], "split", names["old"])
        else:
            exec(f"{target} = old" if "old" in names else f"del {target}", names)  # noqa: S102


def test_what_is_ordinary_is_allowed(tmp_path: Path) -> None:
    """Modules that are imported for the first time, subclasses, what the file itself defines."""
    file = tmp_path / "mine.py"
    text = """
from dataclasses import dataclass
from typing import get_type_hints
import reference.mechanisms.sensitivity.median
from reference.probability.readers import reader
from reference.probability.streams import Stream
from reference.privacy.epsilon import Epsilon

@dataclass(frozen=True)
class Mine(Stream):
    eps: Epsilon

HINTS = get_type_hints(Epsilon), Epsilon.__annotations__
READERS = reader(Mine), reader(Epsilon)
"""
    reader(int)
    file.write_text(text, "utf-8")
    assert user_module(str(file))


def test_what_a_private_table_got_is_taken_out(tmp_path: Path) -> None:
    """It would be taken for what ours computed of the class."""
    file = tmp_path / "mine.py"
    file.write_text(
        """
from reference.probability import readers
class Out: pass
readers._KNOWN[id(Out)] = Out, lambda record: ()
""",
        "utf-8",
    )
    reader(int)
    module = user_module(str(file))
    assert reader(vars(module)["Out"]) is None


NEW = "reference.mechanisms.release.random_row"


def test_a_module_that_the_file_itself_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the file puts into one of ours that was not loaded before is seen, too."""
    file = tmp_path / "mine.py"
    text = f"""
import {NEW} as new
kind = next(x for x in vars(new).values() if getattr(x, "__module__", "") == new.__name__)
kind.__call__ = lambda self, database, coins: 0
"""
    file.write_text(text, "utf-8")
    package, _, name = NEW.rpartition(".")
    with monkeypatch.context() as patch:
        patch.delitem(sys.modules, NEW, raising=False)
        patch.delattr(import_module(package), name, raising=False)
        with pytest.raises(InputError, match=rf"changes {NEW}\.\w+\.__call__: "):
            user_module(str(file))
        sys.modules.pop(NEW, None)
        vars(import_module(package)).pop(name, None)
