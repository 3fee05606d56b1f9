"""What a mechanism may not reach for, however it reaches for it."""

from __future__ import annotations

import gc
import importlib
import logging
import random  # noqa: TID251 - as mechanisms may not use it
import re
import sys
import threading
import time
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import pytest

from reference.probability.generators import Generators
from reference.probability.purity import OutsideSourceError, pure

try:
    divmod(1, 0)
except ArithmeticError as failure:
    TRACE = failure.__traceback__

SOURCES = [
    ("random.random", "import random", "random.random()"),
    ("random.random", "from random import random", "random()"),
    ("random.randint", "import random", "random.randint(0, 1)"),
    ("random.choice", "from random import choice", "choice('ab')"),
    ("random.gauss", "import random", "random.gauss(0, 1)"),
    ("random.random", "import random; own = random.Random(1)", "own.random()"),
    ("random.random", "import random; own = random.SystemRandom()", "own.random()"),
    ("random.__init__", "import random", "random.Random(3).random()"),
    ("random.getstate", "import random", "random.getstate()"),
    ("random", "from random import random", "next(iter(random, 2))"),
    ("random", "import random", "list(map(random.getrandbits, [3]))"),
    ("random", "import random; own = random.Random(1)", "list(map(own.getrandbits, [3]))"),
    ("secrets.randbelow", "import secrets", "secrets.randbelow(2)"),
    ("secrets.token_bytes", "from secrets import token_bytes", "token_bytes(2)"),
    ("os.urandom", "from os import urandom", "urandom(2)"),
    ("uuid.uuid4", "import uuid", "uuid.uuid4()"),
    ("uuid.uuid1", "import uuid", "uuid.uuid1()"),
    ("numpy.random", "import numpy as np", "np.random.random()"),
    ("numpy.random", "from numpy.random import normal", "normal()"),
    ("numpy.random", "import numpy as np; g = np.random.default_rng(1)", "g.integers(2)"),
    ("numpy.random", "import numpy as np; g = np.random.RandomState(1)", "g.rand()"),
    ("random.getrandbits", "import numpy as np", "np.random.default_rng()"),
    ("time.time", "import time", "time.time()"),
    ("time.monotonic", "from time import monotonic", "monotonic()"),
    ("time.time_ns", "import time", "time.time_ns()"),
    ("time.perf_counter", "from time import perf_counter as clock", "clock()"),
    ("datetime.now", "from datetime import datetime", "datetime.now()"),
    ("threading.start", "import threading", "threading.Thread(target=print).start()"),
    ("subprocess.run", "import subprocess", "subprocess.run(['true'])"),
    ("os.system", "import os", "os.system('true')"),
    ("os.fork", "import os", "os.fork()"),
    ("os._exit", "import os", "os._exit(0)"),
    ("socket.__init__", "import socket", "socket.socket()"),
    ("open('/dev/urandom')", "", "open('/dev/urandom', 'rb')"),
    ("open(b'/dev/urandom')", "", "open(b'/dev/urandom', 'rb')"),
    ("random.random", "import _random; own = _random.Random(1)", "own.random()"),
    ("os.getpid", "import os", "os.getpid()"),
    ("resource.getrusage", "import resource", "resource.getrusage(resource.RUSAGE_SELF)"),
    ("sys.setprofile", "import sys", "sys.setprofile(None)"),
    ("sys.getprofile", "import sys", "sys.getprofile()"),
    ("sys.gettrace", "from sys import gettrace", "gettrace()"),
    ("sys._getframe", "import sys", "sys._getframe()"),
    ("inspect.currentframe", "import inspect", "inspect.currentframe()"),
    ("inspect.stack", "import inspect", "inspect.stack()"),
    ("gc.get_objects", "import gc", "gc.get_objects()"),
    ("gc.get_referrers", "import gc", "gc.get_referrers.__call__(gc)"),
    ("urandom.__call__", "import os", "os.urandom.__call__(4)"),
    ("read.__call__", "from os import urandom as read", "read.__call__(4)"),
    ("now.__call__", "from datetime import datetime", "datetime.now.__call__()"),
    ("_getframe.__call__", "import sys", "sys._getframe.__call__(1)"),
    ("sys._getframe", "import sys; from functools import partial", "partial(sys._getframe)()"),
    ("generator.gi_frame", "own = (x for x in ())", "own.gi_frame"),
    (
        "traceback.tb_frame",
        "from proofs_tests.units.reference.probability.test_purity import *",
        "TRACE.tb_frame",
    ),
    ("importlib.reload", "import importlib, logging", "importlib.reload(logging)"),
    ("open('/dev/./urandom')", "", "open('/dev/./urandom', 'rb')"),
    ("open('/proc/self/root/dev/urandom')", "", "open('/proc/self/root/dev/urandom', 'rb')"),
]
"""The name in the refusal, what is imported before the guard is opened, and the call."""

PROGRAM = """{before}
def reach():
    return {call}  # line 3
def swallow():
    try:
        {call}
    except:
        return 1
"""


def program(folder: Path, before: str, call: str) -> dict[str, Callable[[], object]]:
    """The functions of a program in a file."""
    file = folder / "leak.py"
    names: dict[str, Callable[[], object]] = {}
    exec(compile(PROGRAM.format(before=before, call=call), file, "exec"), names)  # noqa: S102
    return names


@pytest.mark.parametrize(("source", "before", "call"), SOURCES)
def test_the_source_and_the_line_are_named(
    tmp_path: Path, source: str, before: str, call: str
) -> None:
    """Each is refused, in a line with its name, the file and the line; no handler ends that."""
    reach, swallow = (program(tmp_path, before, call)[name] for name in ("reach", "swallow"))
    for _ in range(60):  # until the interpreter has specialised the call
        with pytest.raises(OutsideSourceError) as refusal, pure():
            reach()
        assert str(refusal.value).startswith(f"{source} at {tmp_path}/leak.py:3: a mechanism")
        assert "\n" not in str(refusal.value)
    with pytest.raises(OutsideSourceError, match=re.escape(f"{source} at")), pure():
        swallow()


def test_other_calls_of_call_are_free(tmp_path: Path) -> None:
    """A function may name a clock and call something else."""
    body = "(len.__call__('ab'), clock)"
    reach = program(tmp_path, "from time import time as clock", body)["reach"]
    with pure():
        assert reach() == (2, time.time)


def test_another_error_does_not_hide_a_refusal(tmp_path: Path) -> None:
    """Whatever the code raises after it was refused, the refusal is what is reported."""
    reach = program(tmp_path, "import random", "random.random()")["reach"]

    def hide() -> None:
        try:
            reach()
        finally:
            raise ValueError("something else")

    with pytest.raises(OutsideSourceError, match="random"), pure():
        hide()


def test_what_is_pure_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Containers, errors of the code's own and imports of libraries go on as they did."""
    monkeypatch.delitem(sys.modules, "tempfile")  # it makes a generator when it is imported
    monkeypatch.delitem(sys.modules, "logging")  # it looks at a clock
    with pure():
        assert importlib.import_module("tempfile").gettempprefix() == "tmp"
        assert importlib.import_module("logging").INFO == 20
        assert "import" in Path(__file__).read_text("utf-8")
        assert sorted({3, 1, 2}) == [1, 2, 3]
    with pytest.raises(KeyError), pure():
        dict[str, int]().pop("absent")


def test_a_generator_that_has_grown_older_is_known() -> None:
    """Also if only the younger objects were collected since the last search."""
    gc.collect()
    assert Generators().changed() is None
    young = random.Random(1)  # noqa: S311 - no secret
    gc.collect(1)
    found = Generators()
    young.random()
    assert found.changed() is young


def test_what_happens_outside_is_free() -> None:
    """Before, after and between two guards everything works."""
    for _ in range(2):
        with pure():
            pass
        assert time.time() > 0
        assert sys.getprofile() is None


def test_guards_nest() -> None:
    """The inner guard changes nothing; the outer one still watches when it is closed."""

    def both() -> None:
        with pure():
            pass
        time.time()

    with pytest.raises(OutsideSourceError, match=r"time\.time"), pure():
        both()


def test_a_profiler_comes_back() -> None:
    """Who profiles the process goes on profiling it."""
    seen: list[object] = []

    def profiler(frame: object, event: str, argument: object) -> None:
        del frame, event
        seen.append(argument)

    sys.setprofile(profiler)
    try:
        with pure():
            ord("a")
        assert ord not in seen
        ord("a")
        assert ord in seen
        assert sys.getprofile() is profiler
    finally:
        sys.setprofile(None)


def test_callbacks_of_the_garbage_collector_are_not_the_codes() -> None:
    """Who measures how long collections take does not end a law; and measures again later."""
    times: list[int] = []

    def measure(phase: str, info: dict[str, int]) -> None:
        del phase, info
        times.append(time.perf_counter_ns())

    gc.callbacks.append(measure)
    try:
        with pure():
            before = len(times)
            gc.collect()
            assert len(times) == before
        gc.collect()
        assert len(times) > before
    finally:
        gc.callbacks.remove(measure)


def test_what_a_library_reaches_for_is_named_too() -> None:
    """Who only meant to write to a log is told what that does."""
    with (
        pytest.raises(
            OutsideSourceError, match=r"coins only \(logging\.warning calls time\.time(_ns)?\)$"
        ),
        pure(),
    ):
        logging.getLogger("purity").warning("here")


def test_classes_may_be_made() -> None:
    """Though `namedtuple` looks for the name of the module that calls it."""
    with pure():
        namedtuple("pair", "x y")  # noqa: PYI024 - as mechanisms make them


def test_other_threads_are_not_watched() -> None:
    """Only the thread that opened the guard is."""
    found: list[int] = []
    begin, done = threading.Event(), threading.Event()

    def other() -> None:
        begin.wait()
        found.append(time.time_ns())
        done.set()

    thread = threading.Thread(target=other)
    thread.start()
    with pure():
        begin.set()
        done.wait()
    thread.join()
    assert found


def test_a_module_of_the_users_may_not_draw_when_it_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Importing is no way out: it could be done again at every call."""
    module = tmp_path / "module_that_draws.py"
    module.write_text("import random\nX = random.random()\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(OutsideSourceError, match=r"random.random at .*_draws.py:2"), pure():
        importlib.import_module("module_that_draws")
