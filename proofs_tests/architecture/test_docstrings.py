"""Every mechanism says what it is, where it comes from and how it differs from print."""

import ast
import doctest
import re
from collections.abc import Iterator
from typing import TypeGuard

import pytest

from proofs_tests.architecture.tree import Module, modules

SECTIONS = (
    "Pseudo-code:",
    "Notation:",
    "Source:",
    "Guarantees:",
    "Deviations:",
    "Degenerate inputs:",
)
"""What the docstring of a module with a mechanism says, in this order."""

DECIMAL = re.compile(r"\d\.\d")


def is_mechanism(module: Module) -> bool:
    """Whether a class of the module is called on a database with coins."""
    return any(
        isinstance(node, ast.FunctionDef)
        and node.name == "__call__"
        and "coins" in {arg.arg for arg in [*node.args.posonlyargs, *node.args.args]}
        for node in ast.walk(module.syntax)
    )


def missing(module: Module) -> Iterator[str]:
    """Each section that the docstring of a mechanism's module lacks, as a sentence."""
    lines = module.docstring.splitlines()
    places = [next((i for i, ln in enumerate(lines) if ln.startswith(s)), None) for s in SECTIONS]
    for section, place in zip(SECTIONS, places, strict=True):
        if place is None:
            yield f"{module.name} does not say {section}"
        elif not " ".join(lines[place : place + 2]).removeprefix(section).strip():
            yield f"{module.name} says nothing under {section}"
    present = [place for place in places if place is not None]
    if present != sorted(present):
        yield f"{module.name} has its sections in another order"
    if ">>>" not in module.docstring:
        yield f"{module.name} has no example"


def inexact_examples(module: Module) -> Iterator[str]:
    """Each example of a docstring that prints a decimal or leaves something out."""
    for example in doctest.DocTestParser().get_examples(module.docstring):
        if not example.exc_msg and (DECIMAL.search(example.want) or "..." in example.want):
            yield f"{module.name} prints {example.want.strip()}"


def undocumented(module: Module) -> Iterator[str]:
    """Each public method without a docstring, but for the special ones."""
    for node in module.syntax.body if "class " in module.text else ():
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for method in node.body:
                if (
                    isinstance(method, ast.FunctionDef)
                    and not method.name.startswith("_")
                    and not ast.get_docstring(method)
                    and not any("overload" in ast.unparse(d) for d in method.decorator_list)
                ):
                    yield f"{module.name}.{node.name}.{method.name} has no docstring"


def without_source(tree: list[Module]) -> Iterator[str]:
    """Each class that is a mechanism of its own and says no source, as a sentence.

    What another class runs is a step of it, and needs none.
    """
    wrong = "has no `source`, so that the command line and the claims do not see it: add"
    for module in filter(is_mechanism, tree):
        for node in filter(is_sourceless, module.syntax.body):
            if not used(node.name, tree):
                text = f"{module.name}:{node.lineno} {node.name} {wrong}"
                yield f"{text} `source: ClassVar[Source] = Source(...)`"


def is_sourceless(node: ast.stmt) -> TypeGuard[ast.ClassDef]:
    """Whether it is a public class that is called on a database with coins, without `source`."""
    if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
        return False
    asked, fields = set[str](), set[str]()
    for part in node.body:
        match part:
            case ast.FunctionDef(name="__call__", args=arguments):
                asked = {each.arg for each in [*arguments.posonlyargs, *arguments.args]}
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                fields.add(name)
            case _:
                pass
    return asked >= {"database", "coins"} and "source" not in fields


def used(name: str, tree: list[Module]) -> bool:
    """Whether code of the modules names a class, other than by defining it."""
    return any(
        isinstance(node, ast.Name) and node.id == name
        for module in tree
        if name in module.text
        for node in ast.walk(module.syntax)
    )


def test_every_mechanism_says_its_source() -> None:
    """Without, it would be on no list, and nothing would be asked of it."""
    found = [*without_source(modules("reference.mechanisms", "reference.reductions"))]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(
    ("before", "after", "count"),
    [
        ("", "", 1),
        ("class R", "class _R", 0),
        ("    def", "    source: ClassVar[Source] = Source(Paper.FOLKLORE, 'a')\n    def", 0),
        ("    def", "    source = Source(Paper.FOLKLORE, 'a')\n    def", 0),
        ("    def", "    parts = 1\n    def", 1),
        ("database, coins", "query, coins", 0),
        ("...", "...\n\nFIRST = RandomizedResponse()", 0),
        ("1 + 1", "RandomizedResponse()", 1),
    ],
)
def test_a_mechanism_without_source_is_found(before: str, after: str, count: int) -> None:
    """Unless it is a step of another, or private."""
    text = SOUND.replace(before, after, 1)
    assert len([*without_source([Module("reference.mechanisms.snippet", text)])]) == count


def test_every_mechanism_is_documented() -> None:
    """A module with a mechanism has every section, in order, and an example."""
    tree = [module for module in modules("reference.mechanisms") if is_mechanism(module)]
    assert [text for module in tree for text in missing(module)] == []


def test_examples_print_exact_values() -> None:
    """No example of the specification prints a decimal or an ellipsis."""
    assert [text for module in modules("reference") for text in inexact_examples(module)] == []


def test_every_public_method_is_documented() -> None:
    """A special method is documented by the data model, every other one by itself."""
    tree = modules("reference", "audits")
    assert [text for module in tree for text in undocumented(module)] == []


SOUND = '''"""Randomized response.

Pseudo-code:
    1  flip

Notation: b bit.
Source: folklore.
Guarantees: CORE.randomized-response.
Deviations: none.
Degenerate inputs:
    none, there is one row.

>>> 1 + 1
2
"""

class RandomizedResponse:
    def __call__(self, database, coins, /): ...
'''


def test_a_complete_docstring_is_accepted() -> None:
    """The checker asks for nothing else."""
    assert is_mechanism(Module("reference.snippet", SOUND))
    assert list(missing(Module("reference.snippet", SOUND))) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        *((section, "Remark:") for section in SECTIONS),
        ("Deviations: none.", "Deviations:\n"),
        ("Source: folklore.\nGuarantees: CORE.randomized-response.", "Guarantees: x.\nSource: y."),
        (">>> 1 + 1\n2\n", ""),
    ],
)
def test_an_incomplete_docstring_is_found(before: str, after: str) -> None:
    """A section that is missing, empty or out of order is reported, and so is no example."""
    assert before in SOUND
    assert len(list(missing(Module("reference.snippet", SOUND.replace(before, after))))) == 1


@pytest.mark.parametrize(
    ("want", "count"), [("Fraction(2, 3)", 0), ("0.6666", 1), ("[1, ...]", 1), ("1.5e-3", 1)]
)
def test_an_inexact_example_is_found(want: str, count: int) -> None:
    """Decimals and ellipses in expected output are reported."""
    snippet = f'"""An example.\n\n>>> probability\n{want}\n"""\n'
    assert len(list(inexact_examples(Module("reference.snippet", snippet)))) == count


def test_an_undocumented_method_is_found() -> None:
    """Public methods are asked for a docstring, private and special ones are not."""
    snippet = "class A:\n    def __call__(self): ...\n    def _f(self): ...\n    def g(self): ..."
    assert list(undocumented(Module("m", snippet))) == ["m.A.g has no docstring"]
