"""Code of others that is loaded changes nothing in ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from audits.inputs.literals import InputError
from audits.inputs.loading import user_module

CHANGES = {
    "a name": ("made.OURS = ()", "provenance.OURS"),
    "a name deleted": ("del made.place", "provenance.place"),
    "a name added": ("made.Mine = 1", "provenance.Mine"),
    "a method": ("other.Stream.begin = lambda *_: 0", "streams.Stream.begin"),
    "a method added": ("other.Stream.__eq__ = lambda *_: True", "streams.Stream.__eq__"),
    "the code of a function": ("made.ours.__code__ = (lambda _: 1).__code__", "provenance.ours"),
    "the code of a method": (
        "third.Coins.draw.__code__ = third.Coins.run.__code__",
        "coins.Coins.draw.__code__",
    ),
    "what a parameter is": ("third.run.__defaults__ = (1,)", "coins.run.__defaults__"),
}


@pytest.mark.parametrize(("text", "place"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, place: str
) -> None:
    """One line names the file and what it changes; here all is put back."""
    import reference.probability.coins as third
    import reference.probability.provenance as made
    import reference.probability.streams as other

    held = {"made": made, "other": other, "third": third}
    target, _, _ = text.removeprefix("del ").partition(" = ")
    owner, _, name = target.rpartition(".")
    thing = eval(owner, dict(held))  # noqa: S307 - of the table above
    with monkeypatch.context() as patch:
        is_new = name not in dir(thing) or name == "__eq__"
        patch.setattr(thing, name, getattr(thing, name, None), raising=False)
        if is_new:
            delattr(thing, name)  # and deleted again at the end
        lines = [f"import {module.__name__} as {short}" for short, module in held.items()]
        file = tmp_path / "mine.py"
        file.write_text("\n".join([*lines, text, ""]), "utf-8")
        with pytest.raises(InputError, match=f"{file} changes reference.probability.{place}"):
            user_module(str(file))


def test_what_is_ordinary_is_allowed(tmp_path: Path) -> None:
    """Modules that are imported for the first time, subclasses, what the file itself defines."""
    file = tmp_path / "mine.py"
    text = """
from dataclasses import dataclass
from typing import get_type_hints
import reference.mechanisms.sensitivity.median
from reference.probability.streams import Stream
from reference.privacy.epsilon import Epsilon

@dataclass(frozen=True)
class Mine(Stream):
    eps: Epsilon

HINTS = get_type_hints(Epsilon), Epsilon.__annotations__
"""
    file.write_text(text, "utf-8")
    assert user_module(str(file))
