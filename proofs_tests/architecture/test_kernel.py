"""The kernel is small, alone, and runs in a bare interpreter."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

from audits import kernel
from audits.kernel import kinds
from proofs_tests.architecture.kernel_files import Kernel, rows
from proofs_tests.architecture.tree import ROOT, Module, modules
from proofs_tests.kernel.examples import EXAMPLES
from proofs_tests.kernel.stream_examples import BOUND, ENDLESS, FINITE

BUDGET = 950
"""Lines of Python, comments and blanks included, of all modules but those below."""

OF_NOISE = {
    "audits.kernel.exponential": 230,
    "audits.kernel.density": 228,
    "audits.kernel.gaussian": 299,
    "audits.kernel.automaton": 174,
    "audits.kernel.streams": 175,
    "audits.kernel.stretched": 188,
}
"""Those of modules that only certificates about continuous noise depend on.

They are about functions of every eps, densities of values, laws that are enclosed from a grid,
automata that read any number of answers.
"""

BESIDE = frozenset({"audits.kernel.manifest"})
"""What checks that a run is whole: no verdict on a certificate depends on it."""

RECURSIVE = {
    "audits.kernel.gaussian._weight": "cases within cases of an elimination",
    "audits.kernel.kinds._shown": "nested brackets",
}
"""What calls itself, and the limit of FORMAT.md that ends it.

The interpreter has a limit of its own, and what that refuses depends on the machine.
"""

DYNAMIC = frozenset({"eval", "exec", "compile", "__import__", "import_module", "getattr"})
"""Ways to run what is not written in the kernel."""


FORMAT = (ROOT / "audits" / "kernel" / "FORMAT.md").read_text("utf-8")


@cache
def kernel_files() -> Kernel:
    """Those of the kernel as it is."""
    return Kernel(modules("audits.kernel"))


@cache
def needed_by(kind: str, *, every_eps: bool) -> set[str]:
    """What a certificate of a kind needs."""
    return kernel_files().files(kernel_files().kinds()[kind], every_eps=every_eps)


def lines(tree: list[Module]) -> dict[str, int]:
    """The number of lines of each module."""
    return {module.name: len(module.text.splitlines()) for module in tree}


def violations(module: Module) -> Iterator[str]:
    """Each statement that a kernel may not contain, as a sentence."""
    for node in ast.walk(module.syntax):
        match node:
            case ast.Assert():
                yield f"{module.name}:{node.lineno} asserts; the kernel raises its own errors"
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in DYNAMIC:
                yield f"{module.name}:{node.lineno} calls {name}"
            case _:
                pass


def recursive(module: Module) -> set[str]:
    """The functions and methods whose calls lead back to themselves, by name."""
    calls = dict[str, set[str]]()
    for node in ast.walk(module.syntax):
        if isinstance(node, ast.FunctionDef):
            known, inside = calls.setdefault(node.name, set()), [*ast.walk(node)]
            assigned = {each.arg for each in inside if isinstance(each, ast.arg)}
            for each in inside:
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                    assigned.add(each.id)
            for inner in inside:
                match inner:
                    case ast.Name(id=name, ctx=ast.Load()) if name not in assigned:
                        known.add(name)
                    case ast.Attribute(value=ast.Name("self"), attr=name):
                        known.add(name)
                    case _:
                        pass
    found = set[str]()
    for start in calls:
        reached, left = set[str](), [*calls[start]]
        while left:
            name = left.pop()
            if name in calls and name not in reached:
                reached.add(name)
                left += calls[name]
        found |= {f"{module.name}.{start}"} if start in reached else set()
    return found


def test_what_recurs_in_the_kernel_ends_at_a_stated_limit() -> None:
    """Each recursion is in the table, and its limit in FORMAT.md."""
    assert set().union(*map(recursive, modules("audits.kernel"))) == {*RECURSIVE}
    assert [limit for limit in RECURSIVE.values() if f"\n| {limit} | " not in FORMAT] == []


@pytest.mark.parametrize(
    "text",
    [
        "def f(n): return f(n - 1)",
        "def f(n): return map(g, n)\ndef g(n): return f(n)",
        "class A:\n    def f(self): return self.f()",
    ],
)
def test_recursion_is_found(text: str) -> None:
    """Of a function, of two, of a method."""
    assert "audits.kernel.snippet.f" in recursive(Module("audits.kernel.snippet", text))


def test_the_kernel_keeps_to_its_budget() -> None:
    """The trusted checker can be read in one sitting."""
    sizes = lines([module for module in modules("audits.kernel") if module.name not in BESIDE])
    assert {name: size for name, size in sizes.items() if size > OF_NOISE.get(name, BUDGET)} == {}
    assert sum(size for name, size in sizes.items() if name not in OF_NOISE) <= BUDGET, sizes


def test_the_document_says_which_files_a_certificate_needs() -> None:
    """FORMAT.md has the table that follows from what the functions of the kernel refer to."""
    table = "\n".join(rows(kernel_files()))
    assert f"|---|---|---|\n{table}\n\n" in FORMAT, f"the table is now:\n{table}"


def test_pure_privacy_of_a_table_is_read_in_a_thousand_lines() -> None:
    """`point`, and `all-epsilon` on an interval, need no file about noise."""
    assert {*kernel_files().kinds()} == {*kinds.KINDS}
    for kind in ("point", "all-epsilon"):
        needed = needed_by(kind, every_eps=False)
        assert sum(kernel_files().lines[name] for name in needed) < 1000
        assert {f"audits.kernel.{name}" for name in needed}.isdisjoint(OF_NOISE)


OF_EACH_KIND = EXAMPLES | {"bound": BOUND} | FINITE | ENDLESS
"""Certificates of all kinds but those with a grid, which are in no table of examples."""


@pytest.mark.parametrize("name", OF_EACH_KIND)
def test_no_other_file_runs(name: str) -> None:
    """While an example is checked, functions run of the files in the table only."""
    ran, before = set[str](), sys.getprofile()

    def called(frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.parent == Path(f"{kernel.__file__}").parent:
            ran.add(path.stem)

    sys.setprofile(called)
    try:
        kernel.check(json.dumps(OF_EACH_KIND[name]))
    finally:
        sys.setprofile(before)
    example = OF_EACH_KIND[name]
    every_eps = example.get("range") == kinds.EVERY
    assert {"kinds", "reading"} < ran <= needed_by(f"{example['kind']}", every_eps=every_eps)


SMALL = {
    "__init__": "",
    "kinds": "from audits.kernel import b\nfrom audits.kernel.a import A, f, h\n"
    'KINDS = {"one": ("", [f]), **b.KINDS}\nSENTENCES = {f: "", **b.SENTENCES}\n'
    "def check(): return KINDS, SENTENCES",
    "a": "from audits.kernel.c import MOST\nclass A:\n    def g(self): return MOST\n"
    "def f(): return 1\ndef h(): return A()",
    "b": 'from audits.kernel.a import h\nKINDS = {"two": ("", [h])}\nSENTENCES = {h: ""}',
    "c": "MOST = 1",
}
"""A kernel of two kinds."""


@pytest.mark.parametrize(
    ("module", "old", "new", "one", "two"),
    [
        ("a", "", "", "a", "a b c"),
        ("a", "return 1", "return h()", "a c", "a b c"),
        ("a", "A()", "1", "a", "a b"),
        ("a", "return MOST", "return 2", "a", "a b"),
        ("kinds", "return KINDS", "return b.KINDS", "a", "a b c"),
        ("kinds", "return KINDS", "return b.h, KINDS", "a c", "a b c"),
        ("kinds", "return KINDS", "return h, KINDS", "a c", "a b c"),
    ],
)
def test_what_is_named_is_followed(module: str, old: str, new: str, one: str, two: str) -> None:
    """Through imports, calls, methods and constants; of a table by kind, to its own entries."""
    texts = SMALL | {module: SMALL[module].replace(old, new)}
    files = Kernel(
        Module("audits.kernel" + f".{name}" * (name != "__init__"), text, name == "__init__")
        for name, text in texts.items()
    )
    for kind, expected in (("one", one), ("two", two)):
        found = files.files(files.kinds()[kind], every_eps=True)
        assert found - {"kinds", "__init__", "__main__"} == {*expected.split()}


@pytest.mark.parametrize("page", ["README.md", "docs/trust.md"])
def test_the_pages_say_how_long_the_kernel_is(page: str) -> None:
    """To the next hundred lines."""
    (told,) = re.findall(r"(\d+) lines of Python", (ROOT / page).read_text("utf-8"))
    assert abs(int(told) - sum(lines([*modules("audits.kernel")]).values())) <= 50


def test_the_kernel_neither_asserts_nor_runs_foreign_code() -> None:
    """`python -O` removes nothing, and a certificate is never executed."""
    assert [text for module in modules("audits.kernel") for text in violations(module)] == []


@pytest.mark.parametrize("snippet", ["assert x", "eval(text)", "importlib.import_module(name)"])
def test_what_a_kernel_may_not_do_is_found(snippet: str) -> None:
    """Assertions and dynamic code are reported."""
    assert len(list(violations(Module("audits.kernel.snippet", snippet)))) == 1


def test_the_kernel_loads_nothing_but_the_standard_library() -> None:
    """Imported in a bare interpreter, every module of it loads itself and the library."""
    names = [m.name for m in modules("audits.kernel") if not m.name.endswith("__main__")]
    program = f"import sys, {', '.join(names)}; print(*sys.modules)"
    bare = [sys.executable, "-E", "-s", "-S", "-c", program]
    done = subprocess.run(bare, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    others = {*done.stdout.split()} - {"audits", *names, "__main__"}
    assert {name.partition(".")[0] for name in others} <= sys.stdlib_module_names


def test_the_kernel_is_set_by_the_formatter() -> None:
    """Its length is that of the layout that `make lint` asks for: no exception is made for it."""
    configuration = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "exclude" not in configuration["tool"]["ruff"]["format"]
    assert not any("# fmt:" in module.text for module in modules("audits.kernel"))
