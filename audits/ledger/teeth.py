"""Which claim refutes which wrong variant: the lock files `teeth.lock`, one beside each paper.

A line `ID form` is followed by the names of the variants that this claim refutes, each in a line
that begins with two blanks; in brackets the number of the first case of the scope that does.
`make teeth` writes the files, a change of them is read as a diff, and `make audit` checks them
again: each variant at its case, and at all others if that does not refute it any more.

A line that takes half a second or more may be deleted where another claim refutes the same
variant in less, and the claim keeps others; `make teeth` of that claim would write it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from audits.ledger.impostors import WRONG, Subject
from audits.near_names import hint
from audits.writing import write
from reference.override import override

LOCK = "teeth.lock"
CLAIMS = Path(__file__).parents[1] / "claims"
HEAD = """\
# Which wrong variants each claim refutes, and at which case of its scope, counted from 0, at size
# tiny.  Written by `make teeth`: read the diff.
"""
LINE = re.compile(r"  (?P<name>.*?)(?: \[(?P<case>\d+)\])?")


def lock_beside(source: str) -> Path:
    """The lock file of the paper that a module of claims belongs to.

    Args:
        source: the file of the module.
    """
    file = Path(source)
    if CLAIMS in file.parents:
        return CLAIMS / file.relative_to(CLAIMS).parts[0] / LOCK
    return file.parent / LOCK


@cache
def locked(file: Path) -> Mapping[str, Mapping[str, int | None]]:
    """By `ID form`, the variants that a lock file lists, and their cases; none without a file.

    Raises:
        ValueError: for a claim, or a variant of a claim, that is listed twice.
    """
    found: dict[str, dict[str, int | None]] = {}
    key = ""
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        match = LINE.fullmatch(line)
        if match is None and (not line or line.startswith("#")):
            continue
        if (match["name"] in found[key]) if match else (line in found):
            raise ValueError(f"{file.parent.name}/{LOCK}: {line.strip()!r} twice: `make teeth`")
        if match is None:
            key = line
            found[key] = {}
        else:
            found[key][match["name"]] = None if match["case"] is None else int(match["case"])
    return found


def write_lock(file: Path, teeth: Mapping[str, Mapping[str, int | None]]) -> None:
    """Write a lock file, in the order of the ids; claims without teeth are left out."""
    blocks = (
        "\n".join([key, *(_line(name, names[name]) for name in names)])
        for key, names in sorted(teeth.items())
        if names
    )
    write(file, HEAD + "".join(f"{block}\n" for block in blocks))
    locked.cache_clear()


def _line(name: str, case: int | None) -> str:
    return f"  {name}" if case is None else f"  {name} [{case}]"


class Teeth(Mapping[str, Any]):
    """The wrong variants of what a claim is about that its lock file lists, by their names.

    Raises:
        KeyError: at a lookup, for a name that has gone from the table: `make teeth`.
    """

    def __init__(self, about: Subject, key: str, file: Path) -> None:
        self._about, self.key, self.file = about, key, file

    @property
    def _cases(self) -> Mapping[str, int | None]:
        return locked(self.file).get(self.key, {})

    def case(self, name: str) -> int | None:
        """The number of the case that refutes a variant, if that is known."""
        return self._cases.get(name)

    @override
    def __getitem__(self, name: str) -> Any:  # noqa: ANN401
        table = WRONG[self._about]
        if name not in table:
            place = f"{self.file.parent.name}/{LOCK}, {self.key}"
            raise KeyError(f"{place}: no wrong variant {name!r}{hint(name, table)}: `make teeth`")
        return table[name]

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._cases)

    @override
    def __len__(self) -> int:
        return len(self._cases)
