"""Under guard, code of others does what it does without, or is refused."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import FunctionType

import pytest

from proofs_tests.units.reference.probability import guarded_code
from proofs_tests.units.reference.probability.guarded_code import (
    ALLOWED,
    PRINTED,
    REFUSED,
    Base,
    Record,
)
from reference.probability.guards import guarding
from reference.probability.outcome import same
from reference.probability.rewriting import MARK
from reference.probability.rewritten import SourceError, guarded
from reference.probability.traced import TraceError


def under_guard(does: Callable[[], object]) -> object:
    """What it does."""
    with guarding(root=None) as guard:
        guard.admit(does, "it")
        return does()


@pytest.mark.parametrize("does", ALLOWED)
def test_what_is_allowed_does_the_same(does: Callable[[], object]) -> None:
    """As Python does without guards, before and after."""
    expected = repr(does())
    assert repr(under_guard(does)) == expected
    assert repr(does()) == expected


@pytest.mark.parametrize(("does", "words"), REFUSED)
def test_what_is_refused(does: Callable[[], object], words: str) -> None:
    """In one line, whatever it would do; and afterwards functions are what they were."""
    if words == "ValueError":
        with pytest.raises(ValueError, match="number -1"):
            under_guard(does)
        return
    with pytest.raises(TraceError, match=words) as refusal:
        under_guard(does)
    assert "\n" not in str(refusal.value)
    held = [*vars(guarded_code).values(), *vars(Base).values(), *vars(Record).values()]
    codes = [each.__code__ for each in held if isinstance(each, FunctionType)]
    assert codes
    assert not any(MARK in str(code.co_consts) for code in codes)


def test_what_is_not_executed_is_not_refused() -> None:
    """A branch that nobody takes may do what it likes."""
    assert under_guard(lambda: id(0) if guarded_code.THIRD > 1 else 3) == 3


@pytest.mark.parametrize(("does", "printed"), PRINTED)
def test_what_is_printed(
    does: Callable[[], object], printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """As it is without guards."""
    under_guard(does)
    assert capsys.readouterr().out == printed


def test_a_name_that_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is refused when it is read again, whoever changed it."""
    does: Callable[[], object] = guarded_code.third
    with guarding(root=None) as guard:
        guard.admit(does, "it")
        does()
        monkeypatch.setattr(guarded_code, "THIRD", Fraction(1, 5))
        with pytest.raises(TraceError, match=r"^THIRD changes: what a stream knows"):
            does()


@pytest.mark.parametrize(
    ("stream", "words"),
    [
        (guarded_code.Begins(of="instance"), "begin is an attribute of the instance: write def"),
        (guarded_code.BeginsByAProperty(), "begin is a property: write def"),
        (guarded_code.Calls(), r"its `__call__` is not that of `Stream`"),
    ],
)
def test_methods_are_functions_of_the_class(stream: object, words: str) -> None:
    """A trace calls what the class has under a name."""
    with guarding(root=None) as guard, pytest.raises(TraceError, match=words):
        guard.enter(stream)


def test_a_refusal_that_is_caught_is_known() -> None:
    """Whatever a function in C makes of it."""
    with guarding(root=None) as guard:
        guard.admit(guarded_code.sets, "it")
        with pytest.raises(TraceError):
            guarded_code.sets()
        assert len(guard.refusals) == 1
    with guarding(root=None) as guard:
        guard.admit(guarded_code.sets, "it")
        guard.end()
        assert guarded_code.sets() == {1}


def function(path: Path, source: str) -> FunctionType:
    """The function `f` of a file."""
    path.write_text(source, "utf-8")
    names: dict[str, object] = {}
    exec(compile(source, str(path), "exec"), names)  # noqa: S102 - as an import does
    found = names["f"]
    assert isinstance(found, FunctionType)
    return found


def test_the_source_is_that_which_runs(tmp_path: Path) -> None:
    """A file that has changed, one that is gone, and a name that is no file, are no source."""
    path = tmp_path / "code.py"
    made = function(path, "def f():\n    return 1\n")
    assert guarded(made.__code__, {}) == made.__code__
    path.write_text("def f():\n    return 2\n", "utf-8")
    linecache.clearcache()
    with pytest.raises(SourceError, match="not at hand, or is not that which runs"):
        guarded(made.__code__, {})
    path.unlink()
    for code in (made.__code__, compile("1", "nowhere", "eval")):
        with pytest.raises(SourceError, match="not at hand"):
            guarded(code, {})


@pytest.mark.parametrize("constant", [f"{MARK}named", f"{MARK[:3]}' '{MARK[3:]}named"])
def test_no_constant_stands_for_a_guard(constant: str, tmp_path: Path) -> None:
    """Nor one that the interpreter puts together."""
    escaped = constant.replace("\0", "\\0")
    made = function(tmp_path / "code.py", f"def f():\n    return '{escaped}'\n")
    with pytest.raises(SourceError):
        guarded(made.__code__, {"named": lambda *_, **__: None})


@pytest.mark.parametrize("name", ["first", "second"])
def test_functions_on_one_line_are_told_apart(name: str, tmp_path: Path) -> None:
    """By the columns in which they stand."""
    source = "first, second = (lambda x: x + 1), (lambda x: x + 1)\ndef f(): pass\n"
    names = function(tmp_path / "code.py", source).__globals__
    found = guarded(names[name].__code__, {})
    assert same([*found.co_positions()], [*names[name].__code__.co_positions()])


def test_one_name_in_a_comprehension_and_around_a_function(tmp_path: Path) -> None:
    """Where both are kept for a lambda, Python 3.12 writes one over the other: it is refused."""
    source = (
        "def f(number):\n"
        "    def inner():\n"
        "        return [(lambda: number) for number in range(number)], number\n"
        "    return inner()[1]\n"
    )
    does, guards = function(tmp_path / "code.py", source), dict.fromkeys(("named", "item"), id)
    if does(3) == 3:
        assert guarded(does.__code__, guards).co_name == "f"
        return
    with pytest.raises(SourceError, match=r"^f: number is one name for two .* two names$"):
        guarded(does.__code__, guards)
