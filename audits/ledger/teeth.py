"""Which claim refutes which wrong variant: the lock files `teeth.lock`, one beside each paper.

A line `ID form` is followed by the names of the variants that this claim refutes, each in a line
that begins with two blanks.  `make teeth` writes the files, a change of them is read as a diff,
and `make audit` checks them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
# Which wrong variants each claim refutes, at size tiny.  Written by `make teeth`: read the diff.
"""


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
def locked(file: Path) -> Mapping[str, tuple[str, ...]]:
    """By `ID form`, the names of the variants that a lock file lists; none if it is not there."""
    found: dict[str, list[str]] = {}
    key = ""
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        if line.startswith("  "):
            found[key].append(line.strip())
        elif line and not line.startswith("#"):
            key = line.strip()
            found[key] = []
    return {name: tuple(variants) for name, variants in found.items()}


def write_lock(file: Path, teeth: Mapping[str, Iterable[str]]) -> None:
    """Write a lock file, in the order of the ids; claims without teeth are left out."""
    blocks = (
        "\n".join([key, *(f"  {name}" for name in names)])
        for key, names in sorted((key, [*names]) for key, names in teeth.items())
        if names
    )
    write(file, HEAD + "".join(f"{block}\n" for block in blocks))
    locked.cache_clear()


class Teeth(Mapping[str, Any]):
    """The wrong variants of what a claim is about that its lock file lists, by their names.

    Raises:
        KeyError: at a lookup, for a name that has gone from the table: `make teeth`.
    """

    def __init__(self, about: Subject, key: str, file: Path) -> None:
        self._about, self.key, self.file = about, key, file

    @property
    def _names(self) -> tuple[str, ...]:
        return locked(self.file).get(self.key, ())

    @override
    def __getitem__(self, name: str) -> Any:  # noqa: ANN401
        table = WRONG[self._about]
        if name not in table:
            place = f"{self.file.parent.name}/{LOCK}, {self.key}"
            raise KeyError(f"{place}: no wrong variant {name!r}{hint(name, table)}: `make teeth`")
        return table[name]

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    @override
    def __len__(self) -> int:
        return len(self._names)
