"""Modules are named for the construction they hold."""

import re

import pytest

from proofs_tests.architecture.tree import Module, modules

MEANINGLESS = frozenset({"base", "common", "core", "helper", "helpers", "misc", "types", "utils"})
"""Names that a module has when nobody knew what it was about."""

PAPER = re.compile(r"(bbkn13|bcmnuw20|bnsv15|klmns20|vt14)")
"""One construction has one home, by what it does and not by paper."""


def violations(module: Module) -> list[str]:
    """What is wrong with the name of a module, as sentences."""
    parts = module.name.split(".")
    found = [f"{module.name}: {part} says nothing" for part in parts if part in MEANINGLESS]
    if module.within("reference") and PAPER.search(module.name):
        found.append(f"{module.name} is named for a paper")
    return found


def test_every_module_is_named_for_its_construction() -> None:
    """No module is called `utils`, and none of the specification for a paper."""
    tree = modules("reference", "audits", "proofs_tests")
    assert [text for module in tree for text in violations(module)] == []


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
    assert len(violations(Module(name, ""))) == count
