"""Ctrl-C ends every command within a second, and leaves no process and no half-written file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from audits.commands.interruption import killable
from audits.writing import deferred

INTERRUPTED = (130, -signal.SIGINT)
"""Exit statuses: a shell sees 130 for both."""

SECONDS, PATIENCE = 1.0, 120.0
"""Within which a command ends; and how long it may take to begin."""

PROGRAM = """
import signal, sys, importlib
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the tests ignore it
place, name = sys.argv[1].split(":")
module = importlib.import_module(place)
real = getattr(module, name)

def announced(*arguments, **options):
    print("inside", file=sys.stderr, flush=True)
    return real(*arguments, **options)

setattr(module, name, announced)
from audits.cli import main
sys.exit(main(sys.argv[2:]))
"""

ENDLESS = """
from dataclasses import dataclass
from reference.data.adjacency import replace_one
from reference.privacy.epsilon import Epsilon

@dataclass(frozen=True)
class Endless:
    eps: Epsilon

    def universe(self, rows):
        return replace_one(range(2), rows, ordered=True)

    def __call__(self, database, coins):
        while True:
            pass
"""


def alive(pid: int) -> bool:
    """Whether a process is running; one that nobody has asked after is not."""
    line = ["ps", "-o", "stat=", "-p", str(pid)]
    state = subprocess.run(line, check=False, capture_output=True, text=True).stdout.strip()
    return bool(state) and not state.startswith("Z")


def command(place: str, *words: str | Path) -> subprocess.Popen[str]:
    """A command that says `inside` on stderr when a function of ours is called."""
    line = [sys.executable, "-c", PROGRAM, place, *map(str, words)]
    return subprocess.Popen(
        line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def seconds_to_end(child: subprocess.Popen[str], *, everybody: bool = True) -> float:
    """How long it takes to end after Ctrl-C, which a terminal sends to every process of it."""
    start = time.monotonic()
    (os.killpg if everybody else os.kill)(child.pid, signal.SIGINT)
    try:
        status = child.wait(PATIENCE)
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
    assert status in INTERRUPTED
    return time.monotonic() - start


def wait_until_inside(child: subprocess.Popen[str]) -> None:
    """Until it says so; what else it says is an error."""
    assert child.stderr is not None
    assert child.stderr.readline() == "inside\n"


OPTIMUM = ("optimum", "median", "-p", "domain=8", "-p", "rows=4", "--exp-eps", "2")
SAMPLE = ("sample", "exponential-interior-point", "-p", "domain=4", "--database", "0,1")
PRIVACY = ("privacy", "exponential-interior-point", "-p", "domain=9", "--rows", "9")
CONFORM = ("conform", "--command", "sleep 600", "--database", "0", "--neighbour", "1")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("audits.engines.optimum.basis:solved_sparsely", OPTIMUM),
        ("audits.commands.complexity_failures:tabulated", ("complexity", "interior-point")),
        ("audits.commands.sample:outputs", (*SAMPLE, "--root", "2", "--count", "100000000")),
        ("audits.commands.privacy:tabulated", (*PRIVACY, "--all-eps")),
        ("audits.commands.sampled:rational", (*CONFORM, "--eps", "1")),
    ],
    ids=["optimum", "complexity", "sample", "privacy", "conform"],
)
def test_a_command_ends_within_a_second(place: str, words: Sequence[str]) -> None:
    """Exact solves, which are one step of several seconds for Python, and other programs too."""
    with command(place, *words) as child:
        wait_until_inside(child)
        time.sleep(0.5)
        assert seconds_to_end(child) < SECONDS


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc on this system")
@pytest.mark.parametrize("everybody", [True, False], ids=["terminal", "kill"])
def test_the_processes_that_help_end_too(tmp_path: Path, *, everybody: bool) -> None:
    """Whether they are sent the signal as well or only the command is; in an endless mechanism."""
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS, encoding="utf-8")
    words = ("privacy", f"{file}:Endless", "--rows", "10", "--root", "2", "--exp-eps", "2")
    with command("audits.commands.privacy:tabulated", *words, "--jobs", "2") as child:
        wait_until_inside(child)
        helpers: list[int] = []
        deadline = time.monotonic() + PATIENCE
        while len(helpers) < 2 and time.monotonic() < deadline:
            time.sleep(0.5)
            started = Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text("utf-8")
            helpers = [int(word) for word in started.split()]
        assert len(helpers) >= 2
        assert all(map(alive, helpers))
        assert seconds_to_end(child, everybody=everybody) < SECONDS
        time.sleep(SECONDS)
        assert not any(map(alive, helpers))


WRITES = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from audits.commands.interruption import killable
from audits.commands.output import write_text

real = os.fdopen
def fdopen(*arguments, **options):
    stream = real(*arguments, **options)
    signal.raise_signal(signal.SIGINT)
    return stream

os.fdopen = fdopen
with killable():
    write_text(sys.argv[1], "whole")
print("not interrupted")
"""


def test_a_file_that_is_being_written_is_written_whole(tmp_path: Path) -> None:
    """The signal that arrives with the file open ends the command after the file is in place."""
    target = tmp_path / "answer.json"
    line = [sys.executable, "-c", WRITES, str(target)]
    done = subprocess.run(line, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")
    assert [file.name for file in tmp_path.iterdir()] == ["answer.json"]
    assert target.read_text(encoding="utf-8") == "whole"


def test_a_deferred_signal_arrives() -> None:
    """After the block, once, as a `KeyboardInterrupt` where nothing else was asked for."""
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    reached = []

    def interrupted_twice() -> None:
        with deferred():
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            reached.append(True)

    try:
        with pytest.raises(KeyboardInterrupt):
            interrupted_twice()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, former)
    assert reached == [True]


def test_an_ignored_signal_stays_ignored() -> None:
    """A command in the background of a script does not die of its Ctrl-C."""
    former = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with killable():
            signal.raise_signal(signal.SIGINT)
        with deferred():
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, former)


def test_other_threads_leave_signals_alone() -> None:
    """Only the main thread of Python has handlers; elsewhere nothing is changed."""
    seen: list[object] = []

    def within() -> None:
        with killable(), deferred():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=within)
    thread.start()
    thread.join()
    assert seen == [signal.getsignal(signal.SIGINT)]
