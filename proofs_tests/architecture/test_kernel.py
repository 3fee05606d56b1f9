"""The kernel is small, alone, and runs in a bare interpreter."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator

import pytest

from proofs_tests.architecture.tree import ROOT, Module, modules

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
"""Those of modules that only certificates about continuous noise depend on; 1,295 together, at most.

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
            known = calls.setdefault(node.name, set())
            for inner in ast.walk(node):
                match inner:
                    case ast.Name(id=name, ctx=ast.Load()) if name not in _assigned(node):
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


def _assigned(function: ast.FunctionDef) -> set[str]:
    """The names that are variables or arguments in a function."""
    found = set[str]()
    for node in ast.walk(function):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                found.add(name)
            case _:
                pass
    return found


def test_what_recurs_in_the_kernel_ends_at_a_stated_limit() -> None:
    """Each recursion is in the table, and its limit in FORMAT.md."""
    assert set().union(*map(recursive, modules("audits.kernel"))) == {*RECURSIVE}
    text = (ROOT / "audits" / "kernel" / "FORMAT.md").read_text("utf-8")
    assert [limit for limit in RECURSIVE.values() if f"\n| {limit} | " not in text] == []


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


@pytest.mark.parametrize("page", ["README.md", "docs/trust.md"])
def test_the_pages_say_how_long_the_kernel_is(page: str) -> None:
    """To the next hundred lines."""
    (told,) = re.findall(r"(\d+) lines of Python", (ROOT / page).read_text("utf-8"))
    assert abs(int(told) - sum(lines([*modules("audits.kernel")]).values())) <= 50


def test_the_kernel_neither_asserts_nor_runs_foreign_code() -> None:
    """`python -O` removes nothing, and a certificate is never executed."""
    assert [text for module in modules("audits.kernel") for text in violations(module)] == []


def test_lines_are_counted() -> None:
    """The budget counts every line of every module."""
    assert lines([Module("a", "x = 1\n\n# why\n"), Module("b", "y")]) == {"a": 3, "b": 1}


@pytest.mark.parametrize("snippet", ["assert x", "eval(text)", "importlib.import_module(name)"])
def test_what_a_kernel_may_not_do_is_found(snippet: str) -> None:
    """Assertions and dynamic code are reported."""
    assert len(list(violations(Module("audits.kernel.snippet", snippet)))) == 1


@pytest.mark.skipif(
    not (ROOT / "audits" / "kernel" / "__init__.py").exists(), reason="there is no kernel yet"
)
def test_the_kernel_loads_nothing_but_the_standard_library() -> None:
    """Imported in a bare interpreter, every module of it loads itself and the library."""
    names = [m.name for m in modules("audits.kernel") if not m.name.endswith("__main__")]
    program = f"import sys, {', '.join(names)}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-E", "-s", "-S", "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    ours = {"audits", *names, "__main__"}
    library = {name for name in done.stdout.split() if name not in ours}
    assert {n for n in library if n.partition(".")[0] not in sys.stdlib_module_names} == set()


def test_the_kernel_is_set_by_the_formatter() -> None:
    """Its length is that of the formatter's layout, and no exception is made for it."""
    ruff = [sys.executable, "-m", "ruff", "format", "--check", str(ROOT / "audits" / "kernel")]
    done = subprocess.run(ruff, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    configuration = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "exclude" not in configuration["tool"]["ruff"]["format"]
