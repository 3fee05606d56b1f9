"""Code that a person names: loaded, and run so that whatever it does is one line of refusal."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from audits.inputs.declared import OF_USERS, only_declares
from audits.inputs.failures import exits_refused, failure_words
from audits.inputs.limits import NoTimerError, time_limit
from audits.inputs.literals import InputError
from audits.inputs.places import functions_of
from audits.inputs.untouched import untouched, words_untouched
from audits.near_names import hint
from reference.override import override
from reference.probability.purity import OutsideSourceError, pure
from reference.probability.replay import UnfinishedError

AT_THE_TOP = (
    "no generator is made or used while a file is loaded: draw from the random source or the "
    "coins that the code is given, or pass the generator as an argument"
)


@contextmanager
def code_of(name: str) -> Iterator[None]:
    """Run code that may be the user's own; what it prints goes to stderr.

    Raises:
        InputError: with the name, for whatever the code raises, and if it ends the process.
    """
    try:
        with redirect_stdout(sys.stderr), exits_refused():
            yield
    except (InputError, KeyboardInterrupt):
        raise
    except BaseException as failure:  # noqa: BLE001 - it may raise anything
        raise InputError(f"{name}: {failure_words(failure)}") from None


@contextmanager
def in_time(name: str, seconds: float | None) -> Iterator[None]:
    """Run code for some seconds at most; None: for as long as it takes.

    Raises:
        InputError: with the name, when the time is over, or if time cannot be limited.
    """
    try:
        with time_limit(seconds):
            yield
    except (UnfinishedError, NoTimerError) as failure:
        raise InputError(f"{name}: {failure}") from None


def user_module(place: str, *, draws: bool = False, declares: bool = False) -> object:
    """The module of a file `path/to/file.py` or of a name `package.module`.

    What is drawn while it is loaded is the same for all databases of one process, and another in
    the next one: no law that is found in a process would be that of the mechanism.

    Args:
        place: the file or the name.
        draws: whether it may draw, or look at clocks and the like, while it is loaded.
        declares: whether it may do nothing but declare (`audits.inputs.declared`).

    Raises:
        InputError: if there is none, if its code fails, or if it changes code of ours.
    """
    watched = nullcontext() if declares else untouched(place)
    drawing = nullcontext() if draws else pure()
    with code_of(place), _advised(), drawing, watched, words_untouched(place):
        if place.endswith(".py") and not Path(place).is_file():
            raise InputError(f"{place}: no such file")
        with _in_its_package(place) as name:
            if declares:
                with _from_sources(only_declares(name)):
                    return _loaded(name)
            if place.endswith(".py"):
                _look_beside(Path(place))
            return _loaded(name)


@contextmanager
def _advised() -> Iterator[None]:
    """Say what to do about chance that is found while a file is loaded."""
    try:
        yield
    except OutsideSourceError as failure:
        raise OutsideSourceError(f"{failure}; {AT_THE_TOP}") from None


def user_function(target: str, *, draws: bool = False) -> Callable[..., Any]:
    """The function of a `file.py:function` or a `package.module:function`.

    Raises:
        InputError: if there is none, with the nearest one; and as `user_module` does.
    """
    place, _, name = target.rpartition(":")
    found = getattr(user_module(place, draws=draws), name, None)
    if not callable(found):
        known = functions_of(place)
        others = hint(name, known) or f"; its functions: {', '.join(known) or 'none'}"
        raise InputError(f"{place}: it has no function {name!r}{others}")
    function: Callable[..., Any] = found
    return function


@contextmanager
def _in_its_package(place: str) -> Iterator[str]:
    """The name by which a file is imported: `package.module` for one in a package, else the file.

    Its packages are those around the file, whatever is installed.
    """
    path = Path(place).resolve()
    root = path.parent
    while (root / "__init__.py").is_file():
        root = root.parent
    parts = path.relative_to(root).with_suffix("").parts
    places = {
        ".".join(parts[:k]): root.joinpath(*parts[:k], "__init__.py") for k in range(1, len(parts))
    }
    name = ".".join(parts) if parts[-1] != "__init__" else ".".join(parts[:-1])
    places[name] = path
    loaded = ((getattr(sys.modules.get(each), "__file__", None), places[each]) for each in places)
    others = any(file and Path(file).resolve() != known for file, known in loaded)
    if not place.endswith(".py") or root == path.parent or others:
        yield place
        return
    finder = _Finder(places)
    sys.meta_path.insert(0, finder)
    _look_beside(root / parts[0])
    try:
        yield name
    finally:
        sys.meta_path.remove(finder)


class _Finder:
    """Finds the files of some modules, and no others beside them."""

    def __init__(self, places: Mapping[str, Path]) -> None:
        self._places = places

    def find_spec(
        self, name: str, _: Sequence[str] | None, __: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        """How a module is loaded; None if it is another one."""
        if name not in self._places:
            return None
        place = str(self._places[name])
        return importlib.util.spec_from_file_location(name, place, loader=_Source(name, place))


@contextmanager
def _from_sources(places: Mapping[str, Path]) -> Iterator[None]:
    """What is imported is compiled from its source, and no compiled file beside it is read."""
    before, finder = (sys.pycache_prefix, sys.dont_write_bytecode), _Finder(places)
    sys.pycache_prefix, sys.dont_write_bytecode = os.devnull, True
    sys.meta_path.append(finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        sys.pycache_prefix, sys.dont_write_bytecode = before


def _loaded(place: str) -> object:
    if place.endswith(".py"):
        return _module_from_file(Path(place))
    try:
        return importlib.import_module(place)
    except ModuleNotFoundError as failure:
        if failure.name is None or not f"{place}.".startswith(f"{failure.name}."):
            raise
        raise InputError(
            f"{place}: there is no module {failure.name}: install it, or name the file, as in "
            f"src/{place.replace('.', '/')}.py"
        ) from None


def _look_beside(path: Path) -> None:
    """Find what stands beside a file."""
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)  # the last place to look in: it replaces nothing


class _Source(SourceFileLoader):
    """Compiles a file, whatever is found compiled beside it."""

    @override
    def get_code(self, fullname: str) -> CodeType:
        """The code of its source."""
        return self.source_to_code(self.get_data(self.path), self.path)


def _module_from_file(path: Path) -> object:
    name = f"{OF_USERS}{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path, loader=_Source(name, str(path)))
    if spec is None or spec.loader is None:
        raise InputError(f"{path}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
