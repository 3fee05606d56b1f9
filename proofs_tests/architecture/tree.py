"""The source tree as the architecture tests read it: never imported, only parsed."""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The checkout."""

TRUSTED = ("reference", "audits.kernel")
"""Packages whose arithmetic is exact and whose types have no escape."""


@dataclass(frozen=True, slots=True)
class Module:
    """One Python file."""

    name: str
    """Dotted; a package has the name of its directory."""

    text: str
    """The source."""

    is_package: bool = False
    """Whether this is the `__init__.py` of a package."""

    @property
    def syntax(self) -> ast.Module:
        """The syntax tree."""
        return ast.parse(self.text)

    @property
    def docstring(self) -> str:
        """The docstring of the module, or the empty string."""
        return ast.get_docstring(self.syntax) or ""

    @property
    def comments(self) -> Iterator[tuple[int, str]]:
        """Line number and text of each comment."""
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string

    def within(self, *packages: str) -> bool:
        """Whether the module is one of the packages or lies inside one."""
        return is_within(self.name, *packages)


def is_within(name: str, *packages: str) -> bool:
    """Whether a dotted name is one of the packages or lies inside one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def module_at(path: Path) -> Module:
    """The module in a file below the checkout."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    is_package = parts[-1] == "__init__"
    return Module(".".join(parts[:-1] if is_package else parts), path.read_text(), is_package)


def modules(*packages: str) -> list[Module]:
    """Every module inside the packages, by name."""
    return sorted(
        (
            module_at(path)
            for package in packages
            for path in (ROOT / package.replace(".", "/")).rglob("*.py")
        ),
        key=lambda module: module.name,
    )


@cache
def imports(module: Module) -> tuple[tuple[int, str], ...]:
    """Line and dotted name of everything imported: `from a import b` imports `a.b`."""
    return tuple(imported(statements(module.syntax)))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """The node and what lies in it, but for expressions: in these are no statements."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield from statements(child)


def imported(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """The same for some nodes of a syntax tree."""
    for node in nodes:
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=source, names=names, level=level):
                origin = "." * level + (source or "")
                yield from ((node.lineno, f"{origin}.{alias.name}") for alias in names)
            case _:
                pass


def exported(module: Module) -> set[str] | None:
    """The names in `__all__`, or None where the module has none."""
    for node in module.syntax.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                return set(ast.literal_eval(value))
            case _:
                pass
    return None


def files_of_the_repository() -> Iterator[Path]:
    """Every file that is published; what tools write and hidden directories are not."""
    skipped = re.compile(r"\.(?!ci$|github$).*|build|dist|htmlcov|__pycache__|.*\.egg-info")
    written = re.compile(r"\.git|\.coverage(\..*)?")  # `.git` is a file in a second work tree
    pending = [ROOT]
    while pending:
        for path in pending.pop().iterdir():
            if path.is_dir() and not skipped.fullmatch(path.name):
                pending.append(path)
            elif path.is_file() and not written.fullmatch(path.name):
                yield path
