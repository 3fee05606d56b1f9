"""Code that a person names: loaded, and run so that whatever it does is one line of refusal."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from pathlib import Path

from audits.asked.declared import only_declares
from audits.asked.failures import exits_refused, failure_words
from audits.asked.limits import NoTimerError, time_limit
from audits.asked.literals import InputError
from audits.asked.untouched import untouched
from reference.probability.purity import pure
from reference.probability.replay import UnfinishedError


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
        declares: whether it may do nothing but declare (`audits.asked.declared`).

    Raises:
        InputError: if there is none, if its code fails, or if it changes code of ours.
    """
    with code_of(place), untouched(place), nullcontext() if draws else pure():
        if place.endswith(".py"):
            _look_into(Path(place))
        if not declares:
            return _loaded(place)
        only_declares(place)
        with _from_sources():
            return _loaded(place)


@contextmanager
def _from_sources() -> Iterator[None]:
    """What is imported is compiled from its source, and no compiled file beside it is read."""
    before = sys.pycache_prefix, sys.dont_write_bytecode
    sys.pycache_prefix, sys.dont_write_bytecode = os.devnull, True
    try:
        yield
    finally:
        sys.pycache_prefix, sys.dont_write_bytecode = before


def _loaded(place: str) -> object:
    if place.endswith(".py"):
        return _module_from_file(Path(place))
    return importlib.import_module(place)


def _look_into(path: Path) -> None:
    """Find what stands beside a file."""
    if not path.is_file():
        raise InputError(f"{path}: no such file")
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)  # the last place to look in: it replaces nothing


def _module_from_file(path: Path) -> object:
    name = f"_exactdp_user_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
