"""What a check may ask of what it is about: its answers, and never whose class it is.

A wrong variant that is written by hand is of another class, and would not face what is asked of
the right class alone.
"""

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from audits.ledger import Claim, claims
from audits.ledger.claiming import NotFinitelyCheckable
from audits.ledger.impostors import Parts

CLASSES_ASKED_FOR = """
def check(made):
    if isinstance(made, Right):
        yield made.guarantee
    shown = getattr(made, "answer", right.answer)
    known = given if made is Right else ()
"""


def asked_for(source: str, subjects: frozenset[str]) -> Iterator[str]:
    """Where a module asks for one of these classes, or has another answer for what is missing."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, second]):
                named = {each.id for each in ast.walk(second) if isinstance(each, ast.Name)}
                if named & subjects:
                    yield ast.unparse(node)
            case ast.Call(func=ast.Name(id="getattr"), args=[_, _, ast.Attribute()]):
                yield ast.unparse(node)
            case ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[ast.Name(id=name)]):
                if name in subjects:
                    yield ast.unparse(node)
            case _:
                pass


@cache
def subjects_by_module() -> Mapping[str, frozenset[str]]:
    """The names of the classes that the claims of a module are about."""
    found: dict[str, set[str]] = {}
    for item in (part for each in claims() for part in each.checks):
        if not isinstance(item.check, NotFinitelyCheckable):
            names = found.setdefault(item.check.__module__, set())
            names |= {each.__name__ for each in _parts(item) if inspect.isclass(each)}
    return {module: frozenset(names) for module, names in found.items()}


def _parts(item: Claim) -> tuple[object, ...]:
    return item.about.parts if isinstance(item.about, Parts) else (item.about,)


def test_a_check_that_asks_for_a_class_is_seen() -> None:
    """Each of the three ways."""
    assert len([*asked_for(CLASSES_ASKED_FOR, frozenset({"Right"}))]) == 3
    assert len([*asked_for(CLASSES_ASKED_FOR, frozenset({"Other"}))]) == 1


@pytest.mark.parametrize("module", sorted(subjects_by_module()))
def test_no_check_asks_for_the_class_of_what_it_is_about(module: str) -> None:
    """What is declared, or read from an output, is a part of its own."""
    source = inspect.getsource(sys.modules[module])
    assert [*asked_for(source, subjects_by_module()[module])] == []
