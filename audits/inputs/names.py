"""The names of a file that declares only, and what they stand for; see `declared`."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from audits.inputs.executed import has_names

ALONE: Final = (
    "a file of streams declares only: leave it out, or put the stream into a file of its own"
)
CALLS: Final = "it calls {} while the file is loaded: write the value, or make it in a method"
RUNS: Final = "it may run code of the file while that is loaded: write the value, or a method"
TAKEN: Final = "{} has a meaning in Python: give it another name"
VARIES: Final = "{} may differ from one process to the next: write the value"
TWICE: Final = "{} is set twice: give the second another name"

NOTHING: Final = object()
"""A mark: a name stands for nothing that is known."""

_LONG: Final = 60
_OF_MODULES: Final = frozenset({"__all__", "__version__", "__author__"})
"""Special names that a file may set."""


class WrongError(Exception):
    """A node of the source that does more than to declare."""

    def __init__(self, node: ast.AST, words: str) -> None:
        super().__init__(words)
        shown = ast.unparse(node).splitlines()[0].rstrip(":")
        shown = shown if len(shown) <= _LONG else f"{shown[:_LONG]}..."
        line: object = getattr(node, "lineno", "?")
        self.message = f"line {line}: {shown}: {words}"


class Kind(NamedTuple):
    """What is known of a class of a file."""

    is_enum: bool
    special: str | None
    """A special method of the file, which Python calls by itself, if there is one."""


class Names:
    """The names of a file."""

    def __init__(self) -> None:
        self.plain: dict[str, bool] = {}
        """What the file declares, and whether that is plain."""

        self.inner: dict[str, bool] = {}
        """The same of the class in whose body a name is read; what is inside sees none of it."""

        self.library: dict[str, object] = {}
        """What is imported that is not the file's."""

        self.classes: dict[str, Kind] = {}
        """The classes of the file, and those of others of its kind."""

        self.types: set[str] = set()
        """Classes of the file, also those that stand further down, and variables of types."""

        self.modules: dict[str, Names] = {}
        """Files of others that are imported."""

    def bind(self, node: ast.AST, name: str, *, is_plain: bool) -> None:
        """Set a name of the file.

        Raises:
            WrongError: if it is set before, or stands for something of Python.
        """
        self.check_new(node, name)
        self.plain[name] = is_plain

    def check_new(self, node: ast.AST, name: str) -> None:
        """Refuse a name that is set before, or stands for something of Python."""
        if any(name in known for known in (self.plain, self.library, self.modules)):
            raise WrongError(node, TWICE.format(name))
        if name in vars(builtins) or (name.startswith("__") and name not in _OF_MODULES):
            raise WrongError(node, TAKEN.format(name))

    def bind_inside(
        self, node: ast.AST, name: str, *, is_plain: bool, of_class: bool = False
    ) -> None:
        """Set a name of a class or a comprehension, as long as that lasts."""
        if any(name in known for known in (self.classes, self.modules, self.types)):
            raise WrongError(node, TWICE.format(name))
        (self.inner if of_class else self.plain)[name] = is_plain

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Names that are bound meanwhile are not those of the file, nor of the class around."""
        before = self.plain, self.inner, self.types
        self.plain, self.inner, self.types = dict(self.plain), {}, {*self.types}
        yield
        self.plain, self.inner, self.types = before

    def is_plain(self, name: str) -> bool | None:
        """Whether what the file, or the class around, has under a name is plain; None: nothing."""
        return self.inner.get(name, self.plain.get(name))

    def of_library(self, node: ast.expr) -> object:
        """What a name stands for that is ours, Python's or of a library; else a mark."""
        if isinstance(node, ast.Name):
            own = self.is_plain(node.id) is not None or node.id in self.modules
            if own or node.id.startswith("__"):
                return NOTHING
            return self.library.get(node.id, vars(builtins).get(node.id, NOTHING))
        if not isinstance(node, ast.Attribute) or node.attr.startswith("_"):
            return NOTHING
        owner = self.of_library(node.value)
        return inspect.getattr_static(owner, node.attr, NOTHING) if has_names(owner) else NOTHING

    def class_of(self, node: ast.expr) -> Kind | None:
        """A class of the file, or of another one that declares only."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            names = self.modules.get(node.value.id)
            return None if names is None else names.classes.get(node.attr)
        return self.classes.get(node.id) if isinstance(node, ast.Name) else None

    def is_own(self, node: ast.expr) -> bool:
        """Whether it is a class of the file, or a module of others that declares only."""
        module = isinstance(node, ast.Name) and node.id in self.modules
        return module or self.class_of(node) is not None
