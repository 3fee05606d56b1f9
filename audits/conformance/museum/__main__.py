"""`python -m audits.conformance.museum`: the table of historic bugs, each found again."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from audits.conformance.budget import Budget
from audits.conformance.museum.exhibits import Visit, visits
from audits.conformance.reports import table_line
from audits.entry import ended
from audits.evidence.verdict import Json
from audits.writing import write

COLUMNS = (
    "library", "bug", "mechanism", "claimed", "true", "witness", "strength", "seconds", "remark",
)  # fmt: skip


def lines(visit: Visit) -> list[tuple[str, ...]]:
    """A line for each refutation of a visit, or one that says that there is none."""
    library = f"{visit.exhibit.library} {visit.version}"
    remark = "" if visit.as_expected else "NOT AS EXPECTED"
    if not visit.refuted:
        seconds = sum(f.seconds for f in visit.findings)
        text = f"nothing refuted in {len(visit.findings)} findings"
        cells = (library, visit.exhibit.name, "", "", text, "", "", f"{seconds:.2f}", remark)
        return [cells]
    return [
        (
            library, visit.exhibit.name, f.subject.mechanism, f.subject.claimed, f.truth,
            f.shown_witness(), f.strength.value, f"{f.seconds:.2f}",
            "; ".join(filter(None, (remark, visit.exhibit.remark, visit.exhibit.exact, f.note))),
        )
        for f in visit.refuted
    ]  # fmt: skip


def main(_: Sequence[str]) -> int:
    """Print the table; 1 if a bug was not found, or something else was."""
    sys.stdout.write(table_line(COLUMNS) + "\n" + table_line(["---"] * len(COLUMNS)) + "\n")
    seen: list[Visit] = []
    for visit in visits(Budget()):
        seen.append(visit)
        for cells in lines(visit):
            sys.stdout.write(table_line(cells) + "\n")
        sys.stdout.flush()
    record: list[Json] = [
        {
            "bug": visit.exhibit.name,
            "as_expected": str(visit.as_expected).lower(),
            "findings": [finding.json() for finding in visit.findings],
        }
        for visit in seen
    ]
    target = Path("build") / "museum.json"
    target.parent.mkdir(exist_ok=True)
    write(target, json.dumps(record, indent=1) + "\n")
    return 0 if all(visit.as_expected for visit in seen) else 1


if __name__ == "__main__":
    ended(main)
