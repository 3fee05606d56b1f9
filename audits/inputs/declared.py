r"""A file of others that does nothing but declare: imports, functions, classes and values.

What is decided of a stream for every number of answers is decided of its source.  That is the
code that runs if nothing changes it while files are loaded: no function of the file is called, and
no statement is executed but `import`, `def`, `class` and `NAME = value`.

>>> of_source("from math import sqrt\nROOTS = tuple(sqrt(n) for n in range(9))")
>>> of_source("COUNT = []\nCOUNT.append(print)")  # doctest: +NORMALIZE_WHITESPACE
Traceback (most recent call last):
audits.inputs.declared.DoesMoreError: line 2: COUNT.append(print): a file of streams declares only:
    leave it out, or put the stream into a file of its own
"""

from __future__ import annotations

import ast
import sys
import typing
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Final

from audits.inputs.class_bodies import declared_class
from audits.inputs.executed import VARIABLES, is_one_of
from audits.inputs.names import ALONE, NOTHING, VARIES, Names, WrongError
from audits.inputs.values import Values
from reference.probability.allowed import is_stable
from reference.probability.provenance import LIBRARIES, OURS

OF_USERS: Final = "_exactdp_user_"
"""How names of modules begin that are files which a command names."""


class DoesMoreError(TypeError):
    """A file does more than to declare."""


def only_declares(place: str) -> Mapping[str, Path]:
    """Refuse a file of others that does more than to declare, or imports one that does.

    Args:
        place: a file `path/to/file.py`, beside which others are found, or the name of a module.

    Returns:
        the files of the modules that are imported, by their names.

    Raises:
        DoesMoreError: names the file, the line and the statement.
    """
    path = Path(place) if place.endswith(".py") else None
    files = _Files(path.resolve().parent if path else None)
    if path:
        _takes_no_name(path.resolve().parent)
        files.of("__main__", path)
    else:
        files.imported(place)
    return files.places


def of_source(source: str) -> None:
    """Refuse the source of a file that does more than to declare.

    Raises:
        DoesMoreError: names the line and the statement.
    """
    _File(_Files(), "__main__", ast.parse(source))


class _Files:
    """Files of others, each looked at once."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._known: dict[Path, _File | None] = {}
        self._called: dict[Path, str] = {}
        self.places: dict[str, Path] = {}
        """Where the modules are that are imported."""

    def of(self, name: str, path: Path) -> _File:
        """What a file declares, and those that it imports."""
        if path.is_symlink():
            raise DoesMoreError(f"{path.name}: it is a link: name the file that it leads to")
        path = path.resolve()
        if self._called.setdefault(path, name) != name:
            raise DoesMoreError(f"{path.name}: it has two names, {self._called[path]} and {name}")
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
        if parts[0].startswith(OF_USERS):
            raise DoesMoreError(f"import {name}: give the file another name")
        for count in range(1, len(parts) + 1):
            part = ".".join(parts[:count])
            origin, where = _origin(part, where, self._folder)
            if origin in {"built-in", "frozen"} or origin.startswith((*OURS, *LIBRARIES)):
                return None
            loaded = getattr(sys.modules.get(part), "__file__", origin)
            if not origin.endswith(".py") or loaded != origin:
                raise DoesMoreError(f"import {name}: its source is not at hand")
            path = Path(origin)
            self.places[part] = path.resolve()
            if count == len(parts) or path.resolve() not in self._known:
                found = self.of(part, path)
        return found


def _library(node: ast.AST, name: str) -> ModuleType:
    """A module of ours, of Python or of a library."""
    try:
        return import_module(name)
    except ImportError as error:
        raise WrongError(node, str(error)) from None


def _origin(
    name: str, where: Sequence[str] | None, folder: Path | None = None
) -> tuple[str, Sequence[str] | None]:
    """The file from which a module is loaded, and where those are that it contains.

    Of several that are installed it is the first, as in an import.
    """
    found = [finder.find_spec(name, where) for finder in sys.meta_path]
    known = [spec for spec in found if spec is not None]
    files = [spec for spec in known if spec.has_location][:1]
    if folder is not None and where is None:
        beside = PathFinder.find_spec(name, [str(folder)])
        known += [beside] if beside is not None else []
        files += [beside] if beside is not None and beside.has_location else []
    if len({Path(str(spec.origin)).resolve() for spec in files}) > 1:
        raise DoesMoreError(f"import {name}: there are two of this name, one beside the file")
    for spec in known:
        return str(spec.origin), spec.submodule_search_locations
    raise DoesMoreError(f"import {name}: there is no such module")


def _takes_no_name(folder: Path) -> None:
    """Refuse a folder that has another file for what is loaded of Python, a library or of ours."""
    for path in (*folder.glob("*.py"), *folder.glob("*.so"), *folder.glob("*/__init__.py")):
        name = (path.parent if path.name == "__init__.py" else path).name.partition(".")[0]
        origin = str(getattr(sys.modules.get(name), "__file__", None))
        if origin.startswith((*OURS, *LIBRARIES)) and Path(origin).resolve() != path.resolve():
            raise DoesMoreError(f"{path.name}: there is another module {name}: name it otherwise")


BOTH = (
    "{0} is a module of the package {1}, and a name that its __init__.py binds to something else: "
    "which of them `from {1} import {0}` means depends on what is loaded; rename the module, as "
    "in _{0}.py, or the name"
)


class _File:
    """What a file declares."""

    def __init__(self, files: _Files, name: str, tree: ast.Module, folder: str = "") -> None:
        self._files = files
        self._name = name
        self._folder = folder
        """Where its modules are, if it is a package."""

        self._origins: dict[str, tuple[str, str]] = {}
        self.names = Names()
        self._values = Values(self.names)
        self.names.types |= {each.name for each in tree.body if isinstance(each, ast.ClassDef)}
        self._statements(tree.body)
        for each in (*self.names.plain, *self.names.library, *self.names.modules):
            if self.has_module(each):
                module = files.imported(f"{name}.{each}")
                if module is None or self.names.modules.get(each) is not module.names:
                    raise DoesMoreError(BOTH.format(each, name))

    # ---------------------------------------------------------------- statements

    def _statements(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            try:
                self._statement(statement)
            except WrongError as error:
                raise DoesMoreError(error.message) from None

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case ast.Import() | ast.ImportFrom():
                self._import(node)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._values.function(node)
                self.names.bind(node, node.name, is_plain=False)
            case ast.ClassDef():
                kind = declared_class(node, self.names, self._values)
                self.names.bind(node, node.name, is_plain=False)
                self.names.classes[node.name] = kind
            case ast.Assign() | ast.AnnAssign():
                for target, is_plain in self._values.assigned(node):
                    self.names.bind(target, target.id, is_plain=is_plain)
                    if self._is_variable(node.value):
                        self.names.types.add(target.id)
            case ast.If():
                self._statements(self._branch(node))
            case _ if type(node).__name__ == "TypeAlias":
                name: ast.Name = getattr(node, "name")  # noqa: B009 - of Python 3.12
                self._values.variables(node)
                self._values.note(getattr(node, "value"))  # noqa: B009 - of Python 3.12
                self.names.bind(name, name.id, is_plain=False)
            case _:
                raise WrongError(node, ALONE)

    def _branch(self, node: ast.If) -> Sequence[ast.stmt]:
        """What is executed: not the program, nor what is for checkers of types."""
        test = node.test
        if self._is_of_typing(test, "TYPE_CHECKING"):
            return node.orelse
        if ast.unparse(test) == "__name__ == '__main__'":
            return node.orelse
        if isinstance(test, ast.Compare) and self.names.of_library(test.left) is sys.version_info:
            least = _version(test.comparators)
            if least and isinstance(test.ops[0], ast.GtE | ast.Lt):
                is_newer = sys.version_info >= least
                return node.body if is_newer == isinstance(test.ops[0], ast.GtE) else node.orelse
        raise WrongError(node, ALONE)

    def _is_variable(self, node: ast.expr | None) -> bool:
        """Whether it is TypeVar(...), or another one like that."""
        return isinstance(node, ast.Call) and is_one_of(
            self.names.of_library(node.func), VARIABLES
        )

    def _is_of_typing(self, node: ast.expr, name: str) -> bool:
        if isinstance(node, ast.Attribute):
            return node.attr == name and self.names.of_library(node.value) is typing
        return isinstance(node, ast.Name) and self._origins.get(node.id) == ("typing", name)

    # ---------------------------------------------------------------- what it imports

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for each in node.names:
            if isinstance(node, ast.ImportFrom):
                if node.module != "__future__":
                    self._from(node, each)
                continue
            file = self._files.imported(each.name)
            if file is not None and "." in each.name and not each.asname:
                raise WrongError(node, "write `from ... import ...`")
            name = each.asname or each.name.partition(".")[0]
            found: object = None if file else _library(node, each.name)
            self._imported(node, name, found if each.asname else sys.modules.get(name), file)

    def _from(self, node: ast.ImportFrom, each: ast.alias) -> None:
        module, name = node.module or "", each.asname or each.name
        if node.level:
            parts = self._name.split(".")
            package = parts[: len(parts) - node.level + bool(self._folder)]
            module = ".".join([*package, *filter(None, [module])])
        file = self._files.imported(module)
        if each.name == "*":
            raise WrongError(node, "write the names that are imported")
        if file is None:
            found: object = getattr(_library(node, module), each.name, NOTHING)
            self._origins[name] = module, each.name
            if found is not NOTHING and not is_stable(module, found):
                raise WrongError(node, VARIES.format(each.name))
            self._imported(node, name, found, None)
        elif each.name in file.names.plain:
            self.names.bind(node, name, is_plain=file.names.plain[each.name])
            if each.name in file.names.classes:
                self.names.classes[name] = file.names.classes[each.name]
        elif each.name in file.names.library:
            self._imported(node, name, file.names.library[each.name], None)
        else:
            self._imported(node, name, NOTHING, self._files.imported(f"{module}.{each.name}"))

    def has_module(self, name: str) -> bool:
        """Whether it is a package with such a module."""
        try:
            return bool(self._folder) and bool(_origin(f"{self._name}.{name}", [self._folder]))
        except DoesMoreError:
            return False

    def _imported(self, node: ast.AST, name: str, found: object, file: _File | None) -> None:
        if self.names.library.get(name, NOTHING) is found is not NOTHING:
            return
        self.names.check_new(node, name)
        if file is not None:
            self.names.modules[name] = file.names
        elif found is NOTHING:
            raise WrongError(node, "there is no such name")
        else:
            self.names.library[name] = found


def _version(nodes: Sequence[ast.expr]) -> tuple[int, ...]:
    """The one tuple of integers that is written there; empty if it is none."""
    parts = nodes[0].elts if len(nodes) == 1 and isinstance(nodes[0], ast.Tuple) else []
    found = [each.value for each in parts if isinstance(each, ast.Constant)]
    numbers = [each for each in found if isinstance(each, int)]
    return tuple(numbers) if len(numbers) == len(parts) else ()
