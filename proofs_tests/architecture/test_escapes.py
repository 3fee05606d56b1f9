"""No way out of the type system in the trusted layers, and a reason for each elsewhere."""

import ast
import re
from collections.abc import Iterator

import pytest

from proofs_tests.architecture.tree import TRUSTED, Module, modules

ESCAPES = frozenset({"Any", "cast", "no_type_check"})
IGNORE = re.compile(r"type:\s*ignore|mypy:|pyright:")
REASONED = re.compile(r"# type: ignore\[[a-z, -]+\]  # \S.*")
"""An ignore with its code and, after it, its reason."""


def escapes(module: Module) -> Iterator[str]:
    """Each escape from the type system, as a sentence."""
    named = any(name in module.text for name in ESCAPES)
    for node in ast.walk(module.syntax) if named else ():
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                if name in ESCAPES:
                    yield f"{module.name}:{node.lineno} says {name}"
            case _:
                pass
    for line, comment in ignores(module):
        yield f"{module.name}:{line} says {comment}"


def ignores(module: Module) -> Iterator[tuple[int, str]]:
    """Line and text of each comment that a checker of types reads."""
    if IGNORE.search(module.text):
        yield from (each for each in module.comments if IGNORE.search(each[1]))


def unreasoned(module: Module) -> Iterator[str]:
    """Each ignore without its code or without its reason, as a sentence."""
    for line, comment in ignores(module):
        if not REASONED.fullmatch(comment):
            yield f"{module.name}:{line} says {comment}"


def test_trusted_layers_have_no_escape() -> None:
    """No `Any`, no `cast`, no `type: ignore` in the specification and in the kernel."""
    assert [text for module in modules(*TRUSTED) for text in escapes(module)] == []


def test_every_ignore_has_its_code_and_its_reason() -> None:
    """Elsewhere an ignore is written `# type: ignore[code]  # reason`."""
    tree = modules("audits", "proofs_tests")
    assert [text for module in tree for text in unreasoned(module)] == []


@pytest.mark.parametrize(
    "snippet",
    [
        *("from typing import Any", "import typing\nx: typing.Any = 1", "from typing import cast"),
        *("x = typing.cast(int, y)", "x = f()  # type: ignore", "# mypy: ignore-errors"),
        *("x = f()  # type:ignore[misc]  # stubs are wrong", "@no_type_check\ndef f(): ..."),
    ],
)
def test_an_escape_is_found(snippet: str) -> None:
    """Each way out of the type system is reported."""
    assert list(escapes(Module("reference.snippet", snippet)))


@pytest.mark.parametrize(
    ("snippet", "reasons"),
    [
        ("x = f()  # type: ignore", 0),
        ("x = f()  # type: ignore[misc]", 0),
        ("x = f()  # type: ignore  # the stubs are wrong", 0),
        ("x = f()  # type: ignore[misc]  # the stubs are wrong", 1),
        ("x = 'type: ignore'", 1),
    ],
)
def test_an_ignore_without_reason_is_found(snippet: str, reasons: int) -> None:
    """Code and reason are both asked for."""
    assert len(list(unreasoned(Module("audits.snippet", snippet)))) == 1 - reasons
