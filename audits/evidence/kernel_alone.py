"""A verdict about code of others, as a kernel sees it that this code has never been loaded beside.

The kernel of this process might have been changed by it, by mistake or on purpose; one in a bare
interpreter of its own has not.
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import audits.kernel
from audits.evidence.verdict import Holds, Undecided, proved, text_of
from audits.writing import write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from audits.evidence.verdict import Certificate, Verdict

KERNEL = Path(audits.kernel.__file__).with_name("__main__.py")
CERTIFICATE = "certificate.json"
LONGEST_ANSWER = 300
"""Characters of an unexpected answer that a reader is shown."""


def proved_alone(verdict: Verdict) -> tuple[Verdict, str]:
    """As `proved`; `Holds` only if a kernel alone proves the same, in the same words.

    Both read the certificate at the same time.
    """
    if not isinstance(verdict, Holds):
        return proved(verdict)
    with _reading(verdict.certificate) as reading:
        kept, line = proved(verdict)
        if not isinstance(kept, Holds):
            return kept, line
        answer = reading.communicate()[0].strip()
    if answer == f"accepted {CERTIFICATE}  {line}":
        return kept, line
    answer = answer[:LONGEST_ANSWER] or f"exit status {reading.returncode} and no answer"
    reason = f"a kernel in an interpreter of its own does not confirm the certificate: {answer}"
    return Undecided(verdict.scope, reason), ""


@contextmanager
def _reading(certificate: Certificate) -> Iterator[subprocess.Popen[str]]:
    """A bare interpreter in which the kernel reads the certificate."""
    command = [sys.executable, "-I", "-S", str(KERNEL), CERTIFICATE]
    with TemporaryDirectory(prefix="exactdp-") as folder:
        write(Path(folder) / CERTIFICATE, text_of(certificate))
        out, err = subprocess.PIPE, subprocess.DEVNULL
        with subprocess.Popen(command, cwd=folder, stdout=out, stderr=err, text=True) as reading:  # noqa: S603
            try:
                yield reading
            finally:
                reading.kill()
