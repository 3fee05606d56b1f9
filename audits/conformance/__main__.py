"""`python -m audits.conformance [--prepare] [LIBRARY ...]`: each library in its own environment.

Environments that are missing are made first; a library that cannot be installed is reported and
left out.  The findings go to `build/conformance.json` too.  Refutations of other people's code
are findings here, not failures: the exit status says whether the comparison ran.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from audits.conformance.budget import Budget
from audits.conformance.environments import WorkerError
from audits.conformance.finding import Finding
from audits.conformance.library import MODULES, adapter
from audits.conformance.reports import as_json, as_text
from audits.entry import ended
from audits.writing import write

FAILED = 1


def main(names: Sequence[str]) -> int:
    """Compare the named libraries, all by default; 0 if at least one comparison ran.

    With `--prepare` first, only make the environments; what cannot be made is reported, and the
    tests that need it are skipped.
    """
    progress = Console(stderr=True)
    only_prepare, names = names[:1] == ["--prepare"], [n for n in names if n != "--prepare"]
    budget = Budget()
    findings: list[Finding] = []
    for name in names or MODULES:
        started = time.perf_counter()
        library = adapter(name)
        try:
            if not library.environment.is_complete:
                where = library.environment.directory
                progress.print(f"{name}: installing it in {where}", markup=False, soft_wrap=True)
            library.environment.prepare()
            if only_prepare:
                continue
            found = list(library.findings(budget))
        except WorkerError as failure:
            progress.print(f"{name}: left out: {failure}", markup=False)
            continue
        findings += found
        seconds = time.perf_counter() - started
        progress.print(f"{name}: {len(found)} findings in {seconds:.0f} s", markup=False)
    if not findings:
        return 0 if only_prepare else FAILED
    sys.stdout.write(as_text(findings))
    target = Path("build") / "conformance.json"
    target.parent.mkdir(exist_ok=True)
    write(target, json.dumps(as_json(findings), indent=1) + "\n")
    return 0


if __name__ == "__main__":
    ended(main)
