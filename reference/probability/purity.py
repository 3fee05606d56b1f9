"""Purity: a mechanism depends on its database and its coins, on nothing else.

While `pure()` is open, code that looks for chance or change elsewhere is stopped with an
`OutsideSourceError` that names the source and the line: `random`, `secrets`, `os.urandom`, `uuid`,
`numpy.random`, clocks, threads, processes, sockets, or who calls it and who watches.  It sees

* every call of a function of the interpreter, however it was imported, as a profiler does;
* what the interpreter reports to audit hooks, such as a new process, a socket or a file to write;
* afterwards, that a random number generator is not in the state in which it was.

It does not see a clock or `os.urandom` that a function written in C calls, such as `map` or a
`partial`: no profiler is told of that.  A refusal that the code swallows is raised again when
`pure()` closes.  Modules of libraries may be imported meanwhile, and do what they do when they are
imported.

>>> import os
>>> with pure():
...     key = os.urandom(8)
Traceback (most recent call last):
reference.probability.purity.OutsideSourceError: os.urandom at \
<doctest reference.probability.purity[1]>:2: a mechanism depends on its database and coins only
"""

from __future__ import annotations

import _random
import _thread
import gc
import importlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from dis import get_instructions
from itertools import pairwise
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FrameType
from typing import Final

from reference.probability.generators import Generators, naming
from reference.probability.provenance import (
    LIBRARIES,
    OURS,
    belongs,
    called_through,
    frames,
    imports_a_library,
    place,
)

REACHED_FOR: Final = {
    time: (
        *("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"),
        *("process_time", "process_time_ns", "thread_time", "thread_time_ns", "clock_gettime"),
        *("clock_gettime_ns", "localtime", "gmtime", "ctime", "asctime", "strftime"),
    ),
    os: (
        *("urandom", "getrandom", "times", "getloadavg", "getpid", "getppid", "fork", "forkpty"),
        *("system", "kill"),
        *("posix_spawn", "posix_spawnp", "execv", "execve", "_exit", "abort"),
    ),
    signal: ("alarm", "setitimer", "raise_signal", "signal"),
    sys: (
        *("setprofile", "getprofile", "settrace", "gettrace"),
        *("_getframe", "_current_frames", "_current_exceptions"),
    ),
    _thread: ("start_new_thread", "start_new", "start_joinable_thread"),
}
"""Functions of the interpreter through which the outside comes in."""

LATE: Final = {
    "_uuid": ("generate_time_safe",),
    "_ssl": ("RAND_bytes", "RAND_priv_bytes"),
    "resource": ("getrusage",),
}
"""The same, of modules that are seldom imported."""

REPORTED: Final = frozenset(
    {
        *("os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system"),
        *("subprocess.Popen", "_thread.start_new_thread", "pty.spawn", "ctypes.dlopen"),
        *("ctypes.dlsym", "socket.__new__", "socket.getaddrinfo", "socket.gethostname"),
        *("gc.get_objects", "gc.get_referrers", "gc.get_referents"),
        *("os.chdir", "os.chmod", "os.chown", "os.link", "os.mkdir", "os.putenv", "os.remove"),
        *("os.rename", "os.rmdir", "os.setxattr", "os.symlink", "os.truncate", "os.unsetenv"),
        *("os.utime", "sqlite3.connect"),
    }
)
"""Events of the interpreter's audit hooks that end a mechanism."""

LOOKS: Final = frozenset({"gi_frame", "cr_frame", "ag_frame", "tb_frame"})
"""Attributes, reported to audit hooks, through which code can see who calls it."""

DEVICES: Final = ("/dev/random", "/dev/urandom", "/dev/hwrng")

_DRAWS: Final = frozenset({"random", "getrandbits", "seed", "getstate", "setstate"})
_NOW: Final = frozenset({"now", "today", "utcnow"})


class OutsideSourceError(BaseException):
    """A mechanism looked for chance or change outside its coins.

    No mechanism can catch it by catching `Exception`.
    """


@contextmanager
def pure() -> Iterator[None]:
    """Stop code that depends on more than its arguments; may be nested.

    Raises:
        OutsideSourceError: at once where the code reaches for such a source, and again at the
            end if the code went on.
    """
    thread = _thread.get_ident()
    if thread in _GUARDS:
        yield
        return
    if not _HOOKED:
        _HOOKED.append(_hear)
        sys.addaudithook(_hear)
    guard = _Guard(sys._getframe(2))  # the code with the `with` statement
    generators = Generators()
    previous: object = sys.getprofile()
    callbacks, gc.callbacks[:] = gc.callbacks[:], []  # they run amid the code, and are not its own
    _GUARDS[thread] = guard
    sys.setprofile(guard.watcher)
    failed: Exception | None = None
    try:
        yield
        if guard.refusal is None and sys.getprofile() is not guard.watcher:
            guard.lose()
    except Exception as failure:  # noqa: BLE001  raised below, unless chance explains it
        failed = failure
    except BaseException as failure:
        if guard.refusal not in {None, failure}:
            raise guard.refusal from None
        raise
    finally:
        sys.setprofile(None)
        gc.callbacks.extend(callbacks)
        del _GUARDS[thread]
        guard.base = None
        if callable(previous):
            sys.setprofile(previous)
        elif previous is not None:
            getattr(previous, "enable", int)()  # a profiler written in C
    if guard.refusal is not None:
        raise guard.refusal
    changed = generators.changed()
    if changed is not None:
        raise OutsideSourceError(f"{naming(changed, guard.codes)}: {_RULE}")
    if failed is not None:
        raise failed


def reach_outside(source: str) -> None:
    """Refuse, where a guard is open, the function of ours that stands for a source.

    Raises:
        OutsideSourceError: naming the source.
    """
    guard = _GUARDS.get(_thread.get_ident())
    if guard is not None:
        guard.refuse(source, sys._getframe(1))


def suspended() -> bool:
    """Whether this thread was watched; it is not any more, until `resume()`.

    For what coins do on behalf of a mechanism: it is ours, and watching it takes most of the time.
    """
    guard = _GUARDS.get(_thread.get_ident())
    if guard is None or sys.getprofile() is not guard.watcher:
        return False
    sys.setprofile(None)
    return True


def resume() -> None:
    """Watch this thread again."""
    sys.setprofile(_GUARDS[_thread.get_ident()].watcher)


class _Guard:
    """What watches one thread."""

    __slots__ = ("_calls", "base", "codes", "hearing", "refusal", "watcher")

    def __init__(self, base: FrameType) -> None:
        self.base: FrameType | None = base
        self.codes: dict[CodeType, Mapping[str, object]] = {}
        """The functions that were called, and their global names."""

        self.hearing = False
        self.refusal: OutsideSourceError | None = None
        self.watcher = self.watch
        """What the interpreter is given; each `self.watch` is another object."""

        self._calls = _calls()

    def watch(self, frame: FrameType, event: str, called: object) -> None:
        """Called by the interpreter before each call of a function."""
        if event == "call":
            code = frame.f_code
            if code not in self.codes:
                self.codes[code] = frame.f_globals
                if "__call__" in code.co_names and not belongs(code, (*OURS, *LIBRARIES)):
                    self._refuse_wrapped(frame)
            if code is _RELOAD:
                self.refuse("importlib.reload", frame)
        elif event == "c_call" and isinstance(called, BuiltinFunctionType):
            if called in self._calls:
                named = called is sys._getframe and _asks_for_a_name(frame)
                if frame.f_code.co_filename not in _TRUSTED and not named:
                    self.refuse(_name(called), frame)
                return
            owner = called.__self__
            if isinstance(owner, _random.Random):
                if called.__name__ in _DRAWS:
                    self.refuse(f"random.{called.__name__}", frame)
            elif isinstance(owner, type) and called.__name__ in _NOW and issubclass(owner, date):
                self.refuse(f"datetime.{called.__name__}", frame)

    def _refuse_wrapped(self, frame: FrameType) -> None:
        """Refuse `os.urandom.__call__`: of such a call the interpreter tells nobody."""
        for holder, read in pairwise(get_instructions(frame.f_code)):
            name = holder.argval
            if read.argval == "__call__" and isinstance(name, str):
                known = frame.f_globals.get(name)
                if name in _NAMES or any(known is called for called in self._calls):
                    line = read.positions.lineno if read.positions else None
                    self.refuse(f"{name}.__call__", frame, line)

    def lose(self) -> None:
        """Refuse code that was not watched to its end: who stopped it cannot be seen any more."""
        self.refusal = OutsideSourceError(f"{_UNWATCHED}: {_RULE}")
        raise self.refusal

    def refuse(self, source: str, frame: FrameType, line: int | None = None) -> None:
        """End the code that runs in the frame, unless a library is being imported."""
        chain = list(frames(frame, self.base))
        if imports_a_library(chain):
            return
        through = called_through(chain)
        calls = f" ({through} calls {source})" if through not in {None, source} else ""
        where = f"{frame.f_code.co_filename}:{line}" if line else place(chain)
        self.refusal = OutsideSourceError(f"{through or source} at {where}: {_RULE}{calls}")
        raise self.refusal


_AUDITS: Final = Path(__file__).parents[2] / "audits"
_TRUSTED: Final = frozenset(
    {
        __file__,
        str(Path(__file__).with_name("traced.py")),
        *(
            str(_AUDITS / name)
            for name in ("limits.py", "conformance/state.py", "conformance/tape.py")
        ),
    }
)
"""Files whose code may reach out while a guard is open; the tape names its callers' lines, and a
form that is traced looks who reads it."""

_WALKS: Final = frozenset(
    str(Path(__file__).with_name(f"{name}.py")) for name in ("readable", "remembered")
)
"""Files whose code may see what an object leads to."""

_RULE: Final = "a mechanism depends on its database and coins only"
_UNWATCHED: Final = (
    "the code stopped being watched, by sys.setprofile or by calls that nest too deep "
    "(RecursionError)"
)

_GUARDS: Final[dict[int, _Guard]] = {}
"""The guard of each thread that has one."""

_HOOKED: Final[list[Callable[[str, tuple[object, ...]], None]]] = []


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    """The audit hook: it stays for good, and listens only where a guard is open."""
    if not _GUARDS:
        return
    source = event if event in REPORTED else _HEARD[event](arguments) if event in _HEARD else None
    guard = _GUARDS.get(_thread.get_ident()) if source else None
    if source is None or guard is None or guard.hearing:
        return
    guard.hearing = True  # to look at frames is an event too
    try:
        frame = sys._getframe(1)
        looks = event in {"sys._getframe", "object.__getattr__"}
        if frame.f_code.co_filename in _WALKS and event == "gc.get_referents":
            return
        if not looks or not (belongs(frame.f_code, OURS) or _asks_for_a_name(frame)):
            guard.refuse(source, frame)
    finally:
        guard.hearing = False


def _opened(arguments: tuple[object, ...]) -> str | None:
    """What is opened, if it is a source of chance, whatever it is called, or to be written."""
    path, _, flags = arguments
    if isinstance(flags, int) and flags & _WRITES:
        return f"open({path!r})"
    try:
        number = os.stat(path).st_rdev if isinstance(path, str | bytes | int) else 0  # noqa: PTH116
    except (OSError, ValueError):
        return None
    return f"open({path!r})" if number in _RANDOM else None


def _looked(arguments: tuple[object, ...]) -> str | None:
    """The attribute that is read, if it is a frame."""
    holder, name = arguments
    return f"{type(holder).__name__}.{name}" if name in LOOKS else None


_HEARD: Final[dict[str, Callable[[tuple[object, ...]], str | None]]] = {
    "open": _opened,
    "object.__getattr__": _looked,
    "sys._getframe": lambda _: "sys._getframe",
}
"""Events that end a mechanism for some of their arguments."""

_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_RANDOM: Final = frozenset(Path(path).stat().st_rdev for path in DEVICES if Path(path).exists())
_RELOAD: Final = importlib.reload.__code__
_NAMES: Final = _DRAWS | _NOW | {name for names in REACHED_FOR.values() for name in names}


def _asks_for_a_name(frame: FrameType) -> bool:
    """Whether a library looks for the module that calls it, as `namedtuple` does."""
    module = frame.f_globals.get("__name__")
    return belongs(frame.f_code, LIBRARIES) and module not in {"inspect", "traceback"}


def _named_in(module: object, names: Iterable[str]) -> list[object]:
    return [getattr(module, name) for name in names if hasattr(module, name)]


_ALWAYS: Final = frozenset(
    called for module, names in REACHED_FOR.items() for called in _named_in(module, names)
)


def _calls() -> frozenset[object]:
    """The functions that are refused, among those that are loaded."""
    loaded = [(sys.modules[name], names) for name, names in LATE.items() if name in sys.modules]
    return _ALWAYS.union(*(_named_in(module, names) for module, names in loaded))


def _name(called: BuiltinFunctionType) -> str:
    module = called.__module__ or type(called.__self__).__name__
    return f"{'os' if module == 'posix' else module.lstrip('_')}.{called.__name__}"
