"""Processes that share work: an interruption ends them, wherever it comes."""

import subprocess
import sys

import pytest

from proofs_tests.nightly import at_night

SCRIPT = """
import os, signal, sys, threading, time
from audits.evidence.workers import as_completed, workers

entered = threading.Condition.__enter__
left = int(sys.argv[1])

def enter(condition):
    "The lock is held, and whoever asked for it does not know yet: the worst moment."
    global left
    held = entered(condition)
    if threading.get_ident() == threading.main_thread().ident:
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGINT)
    return held

signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 1)  # there may be fewer locks than that
threading.Condition.__enter__ = enter
try:
    with workers(2) as pool:
        if sys.argv[2] == "map":
            list(pool.map(time.sleep, [60] * 4))
        else:
            list(as_completed([pool.submit(time.sleep, 60) for _ in range(4)]))
except KeyboardInterrupt:
    signal.setitimer(signal.ITIMER_REAL, 0)
    sys.exit(130)
"""


@pytest.mark.parametrize("entrance", [6, 8, 11, *at_night(7, 9, 10)])
@pytest.mark.parametrize("how", ["map", "as_completed"])
def test_an_interruption_leaves_no_lock_held(entrance: int, how: str) -> None:
    """Or the threads of the pool would wait for it forever."""
    command = [sys.executable, "-c", SCRIPT, str(entrance), how]
    assert subprocess.run(command, timeout=30, check=False).returncode == 130
