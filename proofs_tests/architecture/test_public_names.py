"""What is public is said by a package, and a module is named for what it holds."""

import ast
import re
from collections.abc import Iterator

import pytest

from proofs_tests.architecture.tree import Module, exported, modules


def reexports(package: Module) -> dict[str, set[str]]:
    """What a package's `__init__` imports from each of its own modules."""
    taken: dict[str, set[str]] = {}
    for node in package.syntax.body:
        match node:
            case ast.ImportFrom(module=str(source), names=names, level=0):
                if source.startswith(f"{package.name}."):
                    taken.setdefault(source, set()).update(a.asname or a.name for a in names)
            case _:
                pass
    return taken


def violations(package: Module, inside: dict[str, Module]) -> Iterator[str]:
    """Where a package's `__init__` is more than a map, or its names are not the public ones.

    A module with an `__all__` is re-exported name for name; of any other module, the package
    chooses among the public names.
    """
    for node in package.syntax.body:
        match node:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Import():
                pass
            case ast.ImportFrom(names=names):
                if any(alias.name == "*" for alias in names):
                    yield f"{package.name}:{node.lineno} imports *"
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                pass
            case _:
                yield f"{package.name}:{node.lineno} is logic: {ast.unparse(node)}"
    taken = reexports(package)
    if taken and exported(package) != set().union(*taken.values()):
        yield f"{package.name}: __all__ is not what it re-exports"
    for source, reexported in taken.items():
        if private := sorted(name for name in reexported if name.startswith("_")):
            yield f"{package.name} makes {private} of {source} public"
        public = exported(inside[source]) if source in inside else None
        if public is not None and public != reexported:
            yield f"{package.name} and {source} differ in {sorted(public ^ reexported)}"


def test_packages_re_export_what_is_public() -> None:
    """An `__init__` holds a docstring and re-exports, equal to the public names inside."""
    tree = {module.name: module for module in modules("reference", "audits")}
    packages = [module for module in tree.values() if module.is_package]
    assert [text for package in packages for text in violations(package, tree)] == []


@pytest.mark.parametrize(
    ("init", "count"),
    [
        ('"""A map."""', 0),
        ('from p.m import A, f\n__all__ = ["A", "f"]', 0),
        ('from p.n import B\n__all__ = ["B"]', 0),
        ('from p.m import A\n__all__ = ["A"]', 1),
        ('from p.m import A, X, f\n__all__ = ["A", "X", "f"]', 1),
        ('from p.m import A, f\n__all__ = ["A"]', 1),
        ('from p.n import _C\n__all__ = ["_C"]', 1),
        ("from p.m import A, f", 1),
        ("from q import *", 1),
        ("x = compute()", 1),
    ],
)
def test_a_wrong_re_export_is_found(init: str, count: int) -> None:
    """What is lost, private or not listed is reported, and so are stars and logic."""
    inside = {
        "p.m": Module("p.m", '__all__ = ["A", "f"]\nclass A: ...\ndef f(): ...\nX = 1\n'),
        "p.n": Module("p.n", "class B: ...\nclass _C: ...\nclass D: ...\n"),
    }
    assert len(list(violations(Module("p", init, is_package=True), inside))) == count


MEANINGLESS = frozenset({"base", "common", "core", "helper", "helpers", "misc", "types", "utils"})
"""Names that a module has when nobody knew what it was about."""

PAPER = re.compile(r"(bbkn13|bcmnuw20|bnsv15|klmns20|vt14)")
"""One construction has one home, by what it does and not by paper."""


def empty_names(module: Module) -> list[str]:
    """What is wrong with the name of a module, as sentences."""
    parts = module.name.split(".")
    found = [f"{module.name}: {part} says nothing" for part in parts if part in MEANINGLESS]
    if module.within("reference") and PAPER.search(module.name):
        found.append(f"{module.name} is named for a paper")
    return found


def test_every_module_is_named_for_its_construction() -> None:
    """No module is called `utils`, and none of the specification for a paper."""
    tree = modules("reference", "audits", "proofs_tests")
    assert [text for module in tree for text in empty_names(module)] == []


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("reference.data.utils", 1),
        ("reference.common.rows", 1),
        ("audits.engines.base", 1),
        ("proofs_tests.helpers", 1),
        ("reference.mechanisms.release.bnsv15", 1),
        ("reference.mechanisms.release.rec_prefix", 0),
        ("audits.claims.bnsv15", 0),
    ],
)
def test_an_empty_name_is_found(name: str, count: int) -> None:
    """Forbidden names are reported wherever they stand in the path."""
    assert len(empty_names(Module(name, ""))) == count
