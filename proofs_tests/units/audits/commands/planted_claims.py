"""`python planted_claims.py ARGUMENTS`: the command `exactdp` with a few claims of its own.

`QUICK` has twelve that hold at once, `SLOW` two that sit in one call of a C library for hours,
`BROKEN` three: one that raises, one that exits, and one that holds; `ENDED` is killed.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from audits.claims.vocabulary import le
from audits.cli import main
from audits.engines.comparisons import Comparison
from audits.ledger import claim, claiming, running
from audits.ledger.claiming import Entry
from reference.privacy.epsilon import Epsilon

signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the tests ignore it

STARTED = Path(os.environ.get("STARTED", os.devnull))
"""A directory in which a slow check says that it has started."""

HOLDS = le("", 1, 2)


def quick() -> Iterator[Comparison]:
    """Holds after a twentieth of a second.

    Routes: 1; 2.
    """
    time.sleep(0.05)
    yield HOLDS


def slow() -> Iterator[Comparison]:
    """Computes in C, where no signal that Python handles is heard.

    Routes: 1; 2.
    """
    (STARTED / str(os.getpid())).touch()
    sum(range(10**13))
    yield HOLDS


def raises() -> Iterator[Comparison]:
    """Fails inside the reference, with a message of two lines.

    Routes: 1; 2.
    """
    Epsilon(Fraction(1, 2))
    yield HOLDS


def exits() -> Iterator[Comparison]:
    """Does what no check may do.

    Routes: 1; 2.
    """
    yield HOLDS
    sys.exit("first line\nsecond line")


def ended() -> Iterator[Comparison]:
    """Is killed, as by a machine that is out of memory.

    Routes: 1; 2.
    """
    os.kill(os.getpid(), signal.SIGKILL)
    yield HOLDS


CHECKS = {
    **{f"QUICK.{i:02}": quick for i in range(12)},
    "SLOW.1": slow,
    "SLOW.2": slow,
    "BROKEN.1": raises,
    "BROKEN.2": exits,
    "BROKEN.3": quick,
    "ENDED.1": ended,
    "ENDED.2": quick,
}

if __name__ in {"__main__", "__mp_main__"}:  # not where tests are collected
    running.CLAIMS = "proofs_tests.typing"  # a package without claims
    entry = Entry("other", "test", "", "a test")
    for module in (claiming, running):
        setattr(module, "inventory", lambda: dict.fromkeys(CHECKS, entry))  # noqa: B010 - mypy
    for name, check in CHECKS.items():
        claim(name)(check)

if __name__ == "__main__":
    sys.exit(main())
