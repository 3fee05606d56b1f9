"""`make compare-runs BEFORE=... AFTER=...`: what differs between two runs of the ledger.

Each run is the output of `exactdp claims --json`.  Claim by claim: verdict, scope, evidence,
counts of cases, slack, witness, and the wrong variants by name with their verdicts and witnesses;
seconds are not compared.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from audits.entry import ended

Run = Mapping[str, Mapping[str, Any]]

SOME = "--some"
"""The run after is of some claims only."""

NOT_COMPARED = frozenset({"seconds", "teeth"})


def main(words: Sequence[str]) -> int:
    """Print the differences, a line each.

    Returns:
        1 if there are any, 0 if there are none, 2 unless two files are named.
    """
    files = [Path(word) for word in words if word != SOME]
    if len(files) != 2:
        sys.stderr.write(f"two files: of a run before, and after; {SOME}: after, of some claims\n")
        return 2
    before, after = map(read, files)
    if SOME in words:
        before = {key: each for key, each in before.items() if key in after}
    lines = [*differences(before, after)]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.write(
        f"{len(before)} claims before, {len(after)} after, {len(lines)} differences\n"
    )
    return int(bool(lines))


def read(file: Path) -> Run:
    """The claims of a run by id and form."""
    listed = json.loads(file.read_text("utf-8"))["claims"]
    return {f"{each['id']} {each['form']}": each for each in listed}


def differences(before: Run, after: Run) -> Iterator[str]:
    """What differs, in the order of the run before."""
    for key in before.keys() - after.keys():
        yield f"{key}: only before"
    for key in after.keys() - before.keys():
        yield f"{key}: only after"
    for key in (key for key in before if key in after):
        old, new = before[key], after[key]
        for field in sorted((old.keys() | new.keys()) - NOT_COMPARED):
            yield from _difference(f"{key}: {field}", old.get(field), new.get(field))
        yield from _teeth(key, old["teeth"], new["teeth"])


def _teeth(key: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for field in ("live", "idle", "skipped", "slack"):
        yield from _difference(f"{key}: {field}", old.get(field), new.get(field))
    was, now = ({each["name"]: each for each in side["impostors"]} for side in (old, new))
    if gone := [name for name in was if name not in now]:
        yield f"{key}: wrong variants only before: {'; '.join(gone)}"
    if come := [name for name in now if name not in was]:
        yield f"{key}: wrong variants only after: {'; '.join(come)}"
    for name in (name for name in was if name in now):
        for field in ("verdict", "witness"):
            where = f"{key}: {name}: {field}"
            yield from _difference(where, was[name].get(field), now[name].get(field))


def _difference(where: str, old: object, new: object) -> Iterator[str]:
    if old != new:
        yield f"{where}: {old!r} before, {new!r} after"


if __name__ == "__main__":
    ended(main)
