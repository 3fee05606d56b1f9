"""`python -m audits.conformance.competition [SUITE ...]`: the benchmarks of other tools, decided.

All suites: the record and COMPETITION.md are written too.  The status is 1 if a verdict is not the
truth, or none was reached.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from audits.conformance.competition.page import written
from audits.conformance.competition.running import Run, entries, record, run
from audits.entry import ended

WIDTHS = (10, 38, 10, 10, 7, 8, 7)


def _line(*cells: str) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()


def main(suites: Sequence[str]) -> int:
    """Run the entries of the named suites, all by default."""
    known = list(dict.fromkeys(entry.suite for entry in entries()))
    unknown = [name for name in suites if name not in known]
    if unknown:
        sys.stderr.write(f"{', '.join(unknown)}: a suite is one of {', '.join(known)}\n")
        return 2
    sys.stdout.write(_line("suite", "program", "truth", "verdict", "laws", "decision", "kernel"))
    runs: list[Run] = []
    for entry in entries():
        if suites and entry.suite not in suites:
            continue
        found = run(entry)
        runs.append(found)
        times = (f"{s:.2f}" for s in (found.laws, found.decision, found.kernel))
        line = _line(entry.suite, entry.name, entry.truth.value, found.verdict, *times)
        sys.stdout.write(f"\n{line}" + ("" if found.as_expected else f"  NOT SO: {found.shown}"))
        sys.stdout.flush()
    sys.stdout.write("\n")
    if not suites:
        written(record(runs))
    return 0 if all(found.as_expected for found in runs) else 1


if __name__ == "__main__":
    ended(main)
