r"""A file of others that does nothing but declare: imports, functions, classes and values.

What is decided of a stream for every number of answers is decided of its source.  That is the
code that runs if nothing changes it while files are loaded: no function of the file is called, and
no statement is executed but `import`, `def`, `class` and `NAME = value`.

>>> of_source("from math import sqrt\nROOTS = tuple(sqrt(n) for n in range(9))")
>>> of_source("COUNT = []\nCOUNT.append(print)")  # doctest: +NORMALIZE_WHITESPACE
Traceback (most recent call last):
audits.asked.declared.DoesMoreError: line 2: COUNT.append(print): a file of streams declares only:
    leave it out, or put the stream into a file of its own
"""

from __future__ import annotations

import abc
import ast
import builtins
import inspect
import sys
import typing
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Final

from audits.asked.executed import (
    BASES,
    COMPUTING,
    ENUMS,
    HOLDING,
    INHERIT,
    NAMED_TUPLES,
    RECORDS,
    has_names,
    is_constant,
    is_decorator,
    is_one_of,
    is_ours,
    is_stable,
    is_type,
)
from reference.probability.classes import SPECIAL, TEXTS, is_sunder
from reference.probability.provenance import LIBRARIES, OURS
from reference.probability.reached import ONLY
from reference.probability.rewriting import is_special

ALONE: Final = (
    "a file of streams declares only: leave it out, or put the stream into a file of its own"
)
CALLS: Final = "it calls {} while the file is loaded: write the value, or make it in a method"
TAKEN: Final = "{} stands for something of Python: give it another name"
TWICE: Final = "{} is set twice: give the second another name"

_NOTHING: Final = object()
_LONG: Final = 60
_OF_MODULES: Final = frozenset({"__all__", "__version__", "__author__"})
_NOTES: Final = (
    *(ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.Tuple, ast.List, ast.BinOp),
    *(ast.BitOr, ast.UnaryOp, ast.USub, ast.expr_context, ast.Starred),
)
_CONTAINERS: Final = (
    *(ast.Subscript, ast.Tuple, ast.List, ast.Starred, ast.Slice, ast.Dict, ast.Set),
)
_OPERATIONS: Final = (
    *(ast.UnaryOp, ast.BinOp, ast.Compare, ast.BoolOp, ast.IfExp),
    *(ast.JoinedStr, ast.FormattedValue),
)
_TARGETS: Final = (ast.Tuple, ast.List, ast.Starred, ast.expr_context)


class DoesMoreError(TypeError):
    """A file does more than to declare."""


class _WrongError(Exception):
    """A node of the source that does more than to declare."""

    def __init__(self, node: ast.AST, words: str) -> None:
        super().__init__(words)
        shown = ast.unparse(node).splitlines()[0].rstrip(":")
        shown = shown if len(shown) <= _LONG else f"{shown[:_LONG]}..."
        line: object = getattr(node, "lineno", "?")
        self.message = f"line {line}: {shown}: {words}"


def only_declares(place: str) -> None:
    """Refuse a file of others that does more than to declare, or imports one that does.

    Args:
        place: a file `path/to/file.py`, or the name of a module.

    Raises:
        DoesMoreError: names the file, the line and the statement.
    """
    if place.endswith(".py"):
        _Files().of("__main__", Path(place))
    else:
        _Files().imported(place)


def of_source(source: str) -> None:
    """The same of a source.

    Raises:
        DoesMoreError: names the line and the statement.
    """
    _File(_Files(), "__main__", ast.parse(source))


class _Files:
    """Files of others, each looked at once."""

    def __init__(self) -> None:
        self._known: dict[Path, _File | None] = {}

    def of(self, name: str, path: Path) -> _File:
        """What a file declares, and those that it imports."""
        path = path.resolve()
        if path not in self._known:
            self._known[path] = None
            try:
                tree = ast.parse(path.read_bytes(), path)
                folder = str(path.parent) if path.name == "__init__.py" else ""
                self._known[path] = _File(self, name, tree, folder)
            except (OSError, ValueError, SyntaxError, RecursionError) as error:
                raise DoesMoreError(f"{path.name}: its source cannot be read") from error
            except DoesMoreError as error:
                raise DoesMoreError(f"{path.name}, {error}") from None
        found = self._known[path]
        if found is None:
            raise DoesMoreError(f"{path.name}: it imports itself")
        return found

    def imported(self, name: str) -> _File | None:
        """A module that is imported; None if it is ours or of a library.

        Raises:
            DoesMoreError: if it is none of these, nor a file that declares only.
        """
        found, where = None, None
        parts = name.split(".")
        for count in range(1, len(parts) + 1):
            part = ".".join(parts[:count])
            origin, where = _origin(part, where)
            if origin in {"built-in", "frozen"} or origin.startswith((*OURS, *LIBRARIES)):
                return None
            loaded = getattr(sys.modules.get(part), "__file__", origin)
            if not origin.endswith(".py") or loaded != origin:
                raise DoesMoreError(f"import {name}: its source is not at hand")
            path = Path(origin).resolve()
            if count == len(parts) or path not in self._known:
                found = self.of(part, path)
        return found


def _library(node: ast.AST, name: str) -> ModuleType:
    """A module of ours, of Python or of a library."""
    try:
        return import_module(name)
    except ImportError as error:
        raise _WrongError(node, str(error)) from None


def _origin(name: str, where: Sequence[str] | None) -> tuple[str, Sequence[str] | None]:
    """The file from which a module is loaded, and where those are that it contains."""
    for finder in sys.meta_path:
        spec = finder.find_spec(name, where)
        if spec is not None:
            return str(spec.origin), spec.submodule_search_locations
    raise DoesMoreError(f"import {name}: there is no such module")


class _File:
    """What a file declares."""

    def __init__(self, files: _Files, name: str, tree: ast.Module, folder: str = "") -> None:
        self._files = files
        self._name = name
        self._folder = folder
        self._is_package = bool(folder)
        self._origins: dict[str, tuple[str, str]] = {}
        self._modules: dict[str, _File] = {}
        self.library: dict[str, object] = {}
        """What is imported that is not the file's."""

        self.classes: dict[str, _Class] = {}
        """The classes of the file, and those of others of its kind."""

        self.names: dict[str, bool] = {}
        """What it declares, and whether that is plain."""

        self._statements(tree.body)

    # ---------------------------------------------------------------- statements

    def _statements(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            try:
                self._statement(statement)
            except _WrongError as error:
                raise DoesMoreError(error.message) from None

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case ast.Import() | ast.ImportFrom():
                self._import(node)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self.function(node)
                self._bind(node, node.name, is_plain=False)
            case ast.ClassDef():
                declared = _Class(self, node)
                self._bind(node, node.name, is_plain=False)
                self.classes[node.name] = declared
            case ast.Assign() | ast.AnnAssign():
                for target, is_plain in self.assigned(node):
                    self._bind(target, target.id, is_plain=is_plain)
            case ast.If():
                self._statements(self._branch(node))
            case _ if type(node).__name__ == "TypeAlias":
                name: ast.Name = getattr(node, "name")  # noqa: B009 - of Python 3.12
                self._bind(name, name.id, is_plain=False)
            case _:
                raise _WrongError(node, ALONE)

    def assigned(self, node: ast.Assign | ast.AnnAssign) -> Iterator[tuple[ast.Name, bool]]:
        """The names that are set, and whether to what is plain."""
        if isinstance(node, ast.AnnAssign):
            self.note(node.annotation)
        is_plain = node.value is not None and self.value(node.value)
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            for each in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
                if not isinstance(each, ast.Name):
                    raise _WrongError(each, f"it is set after it is made: {ALONE}")
                yield each, is_plain

    def _branch(self, node: ast.If) -> Sequence[ast.stmt]:
        """What is executed: not the program, nor what is for checkers of types."""
        test = node.test
        if self._is_of_typing(test, "TYPE_CHECKING"):
            return node.orelse
        if ast.unparse(test) == "__name__ == '__main__'":
            return node.orelse
        if isinstance(test, ast.Compare) and self.of_library(test.left) is sys.version_info:
            [op], [least] = test.ops, test.comparators
            asked: tuple[int, ...] = ast.literal_eval(least)
            if isinstance(op, ast.GtE | ast.Lt):
                newer = sys.version_info >= asked
                return node.body if newer == isinstance(op, ast.GtE) else node.orelse
        raise _WrongError(node, ALONE)

    def _is_of_typing(self, node: ast.expr, name: str) -> bool:
        if isinstance(node, ast.Name):
            return self._origins.get(node.id) == ("typing", name)
        known = isinstance(node, ast.Attribute) and node.attr == name
        return known and self.of_library(getattr(node, "value", node)) is typing

    def _bind(self, node: ast.AST, name: str, *, is_plain: bool) -> None:
        self._is_new(node, name)
        self.names[name] = is_plain

    def _is_new(self, node: ast.AST, name: str) -> None:
        if any(name in known for known in (self.names, self.library, self._modules)):
            raise _WrongError(node, TWICE.format(name))
        if name in vars(builtins) or (name.startswith("__") and name not in _OF_MODULES):
            raise _WrongError(node, TAKEN.format(name))

    def bind_inside(self, node: ast.AST, name: str, *, is_plain: bool) -> None:
        """Set a name of a class or a comprehension, as long as that lasts."""
        if name in self.classes or name in self._modules:
            raise _WrongError(node, TWICE.format(name))
        self.names[name] = is_plain

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Names that are bound meanwhile are not those of the file."""
        before = dict(self.names)
        yield
        self.names = before

    # ---------------------------------------------------------------- what it imports

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for each in node.names:
            if isinstance(node, ast.ImportFrom):
                if node.module != "__future__":
                    self._from(node, each)
                continue
            file = self._files.imported(each.name)
            if file is not None and "." in each.name and not each.asname:
                raise _WrongError(node, "write `from ... import ...`")
            name = each.asname or each.name.partition(".")[0]
            found: object = None if file else _library(node, each.name)
            self._imported(node, name, found if each.asname else sys.modules.get(name), file)

    def _from(self, node: ast.ImportFrom, each: ast.alias) -> None:
        module, name = node.module or "", each.asname or each.name
        if node.level:
            parts = self._name.split(".")
            package = parts[: len(parts) - node.level + self._is_package]
            module = ".".join([*package, *filter(None, [module])])
        file = self._files.imported(module)
        if each.name == "*":
            raise _WrongError(node, "name what is imported")
        if file is None:
            found: object = getattr(_library(node, module), each.name, _NOTHING)
            self._origins[name] = module, each.name
            if found is not _NOTHING and not is_stable(module, found):
                raise _WrongError(node, f"{each.name} is of this process: write the value")
            self._imported(node, name, found, None)
        elif file.has_module(each.name) and (each.name in file.names or each.name in file.library):
            raise _WrongError(node, f"{each.name} is a module, and a name in {module}")
        elif each.name in file.names:
            self._bind(node, name, is_plain=file.names[each.name])
            if each.name in file.classes:
                self.classes[name] = file.classes[each.name]
        elif each.name in file.library:
            self._imported(node, name, file.library[each.name], None)
        else:
            self._imported(node, name, _NOTHING, self._files.imported(f"{module}.{each.name}"))

    def has_module(self, name: str) -> bool:
        """Whether it is a package with such a module."""
        try:
            return self._is_package and bool(_origin(f"{self._name}.{name}", [self._folder]))
        except DoesMoreError:
            return False

    def _imported(self, node: ast.AST, name: str, found: object, file: _File | None) -> None:
        if self.library.get(name, _NOTHING) is found is not _NOTHING:
            return
        self._is_new(node, name)
        if file is not None:
            self._modules[name] = file
        elif found is _NOTHING:
            raise _WrongError(node, "there is no such name")
        else:
            self.library[name] = found

    def of_library(self, node: ast.expr) -> object:
        """What a name stands for that is ours, Python's or of a library; else a mark."""
        if isinstance(node, ast.Name):
            if node.id in self.names or node.id in self._modules or node.id.startswith("__"):
                return _NOTHING
            return self.library.get(node.id, vars(builtins).get(node.id, _NOTHING))
        if not isinstance(node, ast.Attribute) or node.attr.startswith("_"):
            return _NOTHING
        owner = self.of_library(node.value)
        return inspect.getattr_static(owner, node.attr, _NOTHING) if has_names(owner) else _NOTHING

    def class_of(self, node: ast.expr) -> _Class | None:
        """A class of the file, or of another one that declares only."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            file = self._modules.get(node.value.id)
            return None if file is None else file.classes.get(node.attr)
        return self.classes.get(node.id) if isinstance(node, ast.Name) else None

    # ---------------------------------------------------------------- functions and notes

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        """It is not called; its defaults, its decorators and its annotations are looked at."""
        given = node.args
        for default in (*given.defaults, *given.kw_defaults):
            if default is not None:
                self.value(default)
        if isinstance(node, ast.Lambda):
            return
        self.decorators(node.decorator_list)
        for each in (*given.posonlyargs, *given.args, *given.kwonlyargs):
            self.note(each.annotation)
        for other in (given.vararg, given.kwarg):
            self.note(other.annotation if other else None)
        self.note(node.returns)

    def decorators(self, nodes: Sequence[ast.expr]) -> None:
        """Each calls nothing that it decorates."""
        for node in nodes:
            called = node.func if isinstance(node, ast.Call) else node
            known = is_decorator(self.of_library(called))
            if not known or (isinstance(node, ast.Call) and not self.given(node)):
                raise _WrongError(node, CALLS.format("a decorator"))

    def note(self, node: ast.expr | None) -> None:
        """An annotation, which calls nothing."""
        for part in () if node is None else ast.walk(node):
            if node is not None and not self._is_of_type(part):
                raise _WrongError(node, "an annotation is a type")

    def _is_of_type(self, node: ast.AST) -> bool:
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.operand, ast.Constant)
        if isinstance(node, ast.Attribute) and self.of_library(node) is _NOTHING:
            return self._is_own(node.value)
        return isinstance(node, _NOTES)

    def _is_own(self, node: ast.expr) -> bool:
        """Whether it is a class of the file, or a module of others that declares only."""
        module = isinstance(node, ast.Name) and node.id in self._modules
        return module or self.class_of(node) is not None

    # ---------------------------------------------------------------- values

    def value(self, node: ast.expr) -> bool:
        """Whether a value is plain.

        Raises:
            _WrongError: if code of the file may be executed where it is made.
        """
        if isinstance(node, ast.Constant):
            return True
        if isinstance(node, ast.Name | ast.Attribute):
            return self._named(node)
        if isinstance(node, ast.Lambda):
            self.function(node)
            return False
        if isinstance(node, ast.Call):
            return self._called(node)
        if isinstance(node, ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp):
            return self._comprehension(node)
        if isinstance(node, ast.Dict) and None in node.keys:
            return self._must_be_plain(node)
        if isinstance(node, ast.Subscript):
            self._item(node)
        either = isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)
        if either or isinstance(node, _CONTAINERS):
            return self._is_plain(node)
        if isinstance(node, _OPERATIONS):
            return self._must_be_plain(node)
        raise _WrongError(node, ALONE)

    def _is_plain(self, node: ast.AST) -> bool:
        parts = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
        return self._are_plain(parts)

    def _must_be_plain(self, node: ast.AST) -> bool:
        if not self._is_plain(node):
            raise _WrongError(node, CALLS.format("what may be a method"))
        return True

    def _item(self, node: ast.Subscript) -> None:
        """Of a library only types have items that are the same in every process."""
        found = self.of_library(node.value)
        if found is not _NOTHING and not (is_constant(found) or is_type(found)):
            raise _WrongError(node, "it is of this process: write the value")

    def _named(self, node: ast.Name | ast.Attribute) -> bool:
        found = self.of_library(node)
        if found is not _NOTHING:
            owner = self.of_library(node.value) if isinstance(node, ast.Attribute) else None
            module = owner.__name__ if isinstance(owner, ModuleType) else ""
            if module and not is_stable(module, found):
                raise _WrongError(node, "it is of this process: write the value")
            return is_constant(found)
        if isinstance(node, ast.Name):
            if node.id not in self.names:
                raise _WrongError(node, "it is not known what it stands for")
            return self.names[node.id]
        if node.attr.startswith("_"):
            raise _WrongError(node, "a private name is not read while a file is loaded")
        owner = node.value
        if self._is_own(owner):
            return False
        self._must_be_plain(node)
        return is_constant(self.of_library(owner))

    def _comprehension(
        self, node: ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp
    ) -> bool:
        """Its variables are plain if what it goes through is."""
        made = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        with self.inside():
            for each in node.generators:
                is_plain = self.value(each.iter)
                for part in ast.walk(each.target):
                    if isinstance(part, ast.Name):
                        self.bind_inside(part, part.id, is_plain=is_plain)
                    elif not isinstance(part, _TARGETS):
                        raise _WrongError(each.target, ALONE)
                if not self._are_plain(each.ifs):
                    raise _WrongError(node, CALLS.format("what may be a method"))
            return self._are_plain(made)

    def _called(self, node: ast.Call) -> bool:
        found, is_plain = self.of_library(node.func), self.given(node)
        if found is MappingProxyType and not is_plain:
            if not (node.args and isinstance(node.args[0], ast.Dict | ast.DictComp)):
                raise _WrongError(node, "write MappingProxyType({...})")
        elif self.class_of(node.func) is not None:
            raise _WrongError(node, CALLS.format("a class of the file"))
        if is_one_of(found, HOLDING):
            return is_plain
        of_text = isinstance(node.func, ast.Attribute) and isinstance(
            node.func.value, ast.Constant
        )
        if not (of_text or is_one_of(found, COMPUTING) or is_ours(found)):
            if found is _NOTHING:
                raise _WrongError(node, CALLS.format("a function"))
            name = ast.unparse(node.func)
            raise _WrongError(node, f"no file of streams calls {name}: leave it out")
        if not is_plain:
            raise _WrongError(node, CALLS.format("what may be a method"))
        return True

    def given(self, node: ast.Call) -> bool:
        """Whether all that is given to a call is plain."""
        for name in node.keywords:
            if name.arg is None or name.arg.startswith("_"):
                raise _WrongError(node, "write what is given by its name")
        return self._are_plain([*node.args, *(each.value for each in node.keywords)])

    def _are_plain(self, nodes: Sequence[ast.expr]) -> bool:
        found = [self.value(each) for each in nodes]
        return all(found)


class _Class:
    """What a class declares."""

    def __init__(self, file: _File, node: ast.ClassDef) -> None:
        self._file = file
        self._own: set[str] = set()
        self.is_enum = False
        self.special: str | None = None
        """A special method of the file, which Python calls by itself, if there is one."""

        file.decorators(node.decorator_list)
        for base in node.bases:
            self._inherit(base)
        for keyword in node.keywords:
            if keyword.arg != "metaclass" or file.of_library(keyword.value) is not abc.ABCMeta:
                raise _WrongError(node, "a class has no metaclass but those of Enum and ABC")
        with file.inside():
            for statement in node.body:
                self._statement(statement)
        if self.is_enum and self.special is not None:
            raise _WrongError(node, f"an enumeration has no {self.special}: write a method")

    def _inherit(self, node: ast.expr) -> None:
        named = node
        if isinstance(node, ast.Subscript):
            named = node.value
            self._file.note(node.slice)
        own, found = self._file.class_of(named), self._file.of_library(named)
        if own is not None:
            self.special = self.special or own.special
            self.is_enum = self.is_enum or own.is_enum
        elif isinstance(node, ast.Call):
            known = is_one_of(self._file.of_library(node.func), NAMED_TUPLES)
            if not known or not self._file.given(node):
                raise _WrongError(node, INHERIT)
        elif is_one_of(found, ENUMS):
            self.is_enum = True
        elif not (is_one_of(found, BASES) or (isinstance(found, type) and is_ours(found))):
            raise _WrongError(node, INHERIT)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._method(node)
            case ast.ClassDef(name=name):
                _Class(self._file, node)
                self._bind(node, name, is_plain=False)
            case ast.Assign() | ast.AnnAssign():
                for target, is_plain in self._file.assigned(node):
                    if is_special(target.id) and not _is_text(target.id, node.value):
                        raise _WrongError(target, ONLY)
                    if self.is_enum and node.value is not None and not is_plain:
                        raise _WrongError(node, "an Enum has numbers, texts or tuples as values")
                    self._bind(target, target.id, is_plain=is_plain)
            case _:
                raise _WrongError(node, ALONE)

    def _bind(self, node: ast.AST, name: str, *, is_plain: bool) -> None:
        taken = self.is_enum and name in {"name", "value"}
        if name in RECORDS or is_sunder(name) or taken:
            raise _WrongError(node, TAKEN.format(name))
        if name in self._own:
            raise _WrongError(node, TWICE.format(name))
        self._own.add(name)
        self._file.bind_inside(node, name, is_plain=is_plain)

    def _method(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._file.function(node)
        if is_special(node.name):
            self.special = node.name
            if node.name not in SPECIAL | TEXTS:
                raise _WrongError(node, ONLY)
            if node.decorator_list:
                raise _WrongError(node, f"{node.name} has no decorator")
        kinds = [self._file.of_library(each) for each in node.decorator_list]
        if sum(is_one_of(each, (staticmethod, classmethod, property)) for each in kinds) > 1:
            raise _WrongError(node, "a property of a class: write a method")
        self._bind(node, node.name, is_plain=False)


def _is_text(name: str, node: ast.expr | None) -> bool:
    """Whether `__doc__` or `__slots__` is set to texts."""
    parts = node.elts if isinstance(node, ast.Tuple | ast.List) else [node]
    texts = all(isinstance(each, ast.Constant) and type(each.value) is str for each in parts)
    return name in {"__slots__", "__doc__"} and texts
