"""`python planted_claims.py ARGUMENTS`: the command `exactdp` with a few claims of its own.

`QUICK` has twelve that hold at once, `SLOW` two that sit in one call of a C library for hours,
`BROKEN` three: one that raises, one that exits, and one that holds; `ENDED` is killed.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from fractions import Fraction
from pathlib import Path

from audits.certificates import stated
from audits.cli import main
from audits.ledger import Size, claim, claiming, running
from audits.ledger.claiming import Entry
from audits.verdict import Certificate, Evidence, Holds, Scope, Verdict
from proofs_tests.kernel.examples import EXAMPLES
from reference.privacy.epsilon import Epsilon

signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the tests ignore it

STARTED = Path(os.environ.get("STARTED", os.devnull))
"""A directory in which a slow check says that it has started."""

CERTIFICATE: Certificate = next(
    text  # type: ignore[misc]  # an example is JSON
    for name, text in EXAMPLES.items()
    if name.startswith("comparisons")
)

ASKED = stated({"entries": CERTIFICATE["entries"]})


def holds() -> Verdict:
    """A verdict that the kernel confirms."""
    return Holds(Scope("an example"), Evidence.CLOSED_FORM, CERTIFICATE, ASKED)


def quick(size: Size) -> Verdict:
    """Holds after a twentieth of a second."""
    del size
    time.sleep(0.05)
    return holds()


def slow(size: Size) -> Verdict:
    """Computes in C, where no signal that Python handles is heard."""
    del size
    (STARTED / str(os.getpid())).touch()
    sum(range(10**13))
    return holds()


def raises(size: Size) -> Verdict:
    """Fails inside the reference, with a message of two lines."""
    del size
    Epsilon(Fraction(1, 2))
    return holds()


def exits(size: Size) -> Verdict:
    """Does what no check may do."""
    del size
    sys.exit("first line\nsecond line")


def ended(size: Size) -> Verdict:
    """Is killed, as by a machine that is out of memory."""
    del size
    os.kill(os.getpid(), signal.SIGKILL)
    return holds()


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
    setattr(claiming, "inventory", lambda: dict.fromkeys(CHECKS, entry))  # noqa: B010 - mypy
    for name, check in CHECKS.items():
        claim(name)(check)

if __name__ == "__main__":
    sys.exit(main())
