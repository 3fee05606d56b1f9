"""How a program beside the command line ends: `python -m audits.conformance` and the like."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NoReturn

BAD_INPUT = 2


def ended(main: Callable[[Sequence[str]], int]) -> NoReturn:
    """Run a main function on the words of the command line, and exit with its status.

    What cannot be read or written, standard output too, is one line, and exit status 2.
    """
    try:
        status = main(sys.argv[1:])
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as failure:
        status = BAD_INPUT
        with suppress(OSError, AttributeError, ValueError):  # what is left is not written again
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        with suppress(OSError, AttributeError):
            place = failure.filename or "standard output"
            sys.stderr.write(f"exactdp: {place}: {failure.strerror or failure}\n")
    sys.exit(status)
