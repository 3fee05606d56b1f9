"""Which files of the kernel the certificates of a kind need, by what its functions refer to.

From `check` and the proofs of a kind on, each function, class and constant that is named is
followed, through imports, and with a class all its methods.  An object is of a class that is named
where it is made, so what is not followed cannot run.  Two places choose by the certificate:
the tables by kind, of which a certificate meets its own entries, and the class of ranges.
"""

import ast
from collections.abc import Iterable, Iterator

from proofs_tests.architecture.tree import Module

ALWAYS = frozenset({"__init__", "__main__"})
"""The package and the command."""

BY_KIND = frozenset({"KINDS", "SENTENCES", "SAID"})
"""Tables with an entry for each kind, for each proof, and for each fact that has words."""

EVERY_EPS = "exponential", "EveryEps"
"""The class of the range `"u > 0"`."""

Name = tuple[str, str]
"""A module of the kernel, and a name at its top level."""


class Kernel:
    """The names at the top level of the modules, and what each of them refers to."""

    def __init__(self, tree: Iterable[Module]) -> None:
        """Read what the modules define and import."""
        self.lines = dict[str, int]()
        self._defined = dict[Name, ast.stmt]()
        self._imported = dict[Name, Name]()
        for module in tree:
            here = "__init__" if module.is_package else module.name.rpartition(".")[2]
            self.lines[here] = len(module.text.splitlines())
            for node in module.syntax.body:
                self._defined |= {(here, name): node for name in _names(node)}
                if isinstance(node, ast.ImportFrom) and f"{node.module}".startswith("audits."):
                    start = f"{node.module}".removeprefix("audits.kernel").removeprefix(".")
                    self._imported |= {
                        (here, a.asname or a.name): (start, a.name) for a in node.names
                    }

    def kinds(self) -> dict[str, set[Name]]:
        """The entries of each kind: its proofs, and the tables where they stand."""
        found = dict[str, set[Name]]()
        for (here, name), node in self._defined.items():
            if name == "KINDS":
                for key, entry in _entries(node):
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        found[key.value] = {(here, name), *self._referred(here, entry)}
        sentences = {
            self._resolved(here, key.id): here
            for (here, name), node in self._defined.items()
            if name == "SENTENCES"
            for key, _ in _entries(node)
            if isinstance(key, ast.Name)
        }
        return {
            kind: entries | {(sentences[n], "SENTENCES") for n in entries if n in sentences}
            for kind, entries in found.items()
        }

    def files(self, entries: set[Name], *, every_eps: bool) -> set[str]:
        """The modules in which something is reached from `check` and the entries of a kind."""
        left, reached = [("kinds", "check"), *entries], set[Name]()
        while left:
            name = left.pop()
            if name not in reached and (every_eps or name != EVERY_EPS):
                reached.add(name)
                if name[1] not in BY_KIND:
                    left += self._referred(name[0], self._defined[name])
        tables = {(here, name) for here, name in reached - entries if name in BY_KIND}
        return {here for here, _ in reached - tables} | ALWAYS

    def _referred(self, here: str, node: ast.AST) -> Iterator[Name]:
        """What is defined in the kernel and named there; `module.name`, too."""
        for inner in ast.walk(node):
            match inner:
                case ast.Attribute(value=ast.Name(id=module), attr=name) if self._imported.get(
                    (here, module), ("-", "")
                ) == ("", module):
                    yield self._resolved(module, name)
                case ast.Name(id=name) if self._resolved(here, name) in self._defined:
                    yield self._resolved(here, name)
                case _:
                    pass

    def _resolved(self, here: str, name: str) -> Name:
        """Where a name is defined that a module uses."""
        return self._imported.get((here, name), (here, name))


def _names(node: ast.stmt) -> Iterator[str]:
    """What a statement at the top level defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign() | ast.AnnAssign():
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for inner in (each for target in targets for each in ast.walk(target)):
                if isinstance(inner, ast.Name):
                    yield inner.id
        case _:
            pass


def _entries(node: ast.stmt) -> Iterator[tuple[ast.expr | None, ast.expr]]:
    """Keys and values of a table."""
    if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
        yield from zip(node.value.keys, node.value.values, strict=True)


def rows(kernel: Kernel) -> list[str]:
    """The table of FORMAT.md, each line with the number of lines of Python."""
    alike, every = dict[frozenset[str], list[str]](), set[str]()
    for kind, entries in kernel.kinds().items():
        files = kernel.files(entries, every_eps=kind == "densities")
        alike.setdefault(frozenset(files), []).append(f"`{kind}`")
        every |= kernel.files(entries, every_eps=True) - files
    common = frozenset[str].intersection(*alike)
    rest = {*kernel.lines} - every - frozenset[str].union(*alike)
    table = [
        f"| {', '.join(kinds)} | {_listed(files - common)} | {_sum(kernel, files):,} |"
        for files, kinds in alike.items()
    ]
    return [
        f"| each | {_listed(common)} | {_sum(kernel, common):,} |",
        *table,
        f'| with the range `"u > 0"` | {_listed(every)} | {_sum(kernel, every):,} more |',
        f"| `--manifest` | {_listed(rest)} | {_sum(kernel, rest):,} more |",
    ]


def _listed(files: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(files)) or "nothing"


def _sum(kernel: Kernel, files: Iterable[str]) -> int:
    return sum(kernel.lines[name] for name in files)
