"""What is kept in build/mutation: one record a line, with a digest of its sources.

A process that is killed loses the record that it was writing, and no other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

Record = dict[str, Any]


class Kept:
    """The records of a file, by their names; the last one of a name counts."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._records: dict[str, Record] = {}
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            return
        lines = file.read_text("utf-8").splitlines(keepends=True)
        for line in lines:
            if line.endswith("\n"):
                name, record = json.loads(line)
                self._records[name] = record
        if len(lines) > 2 * len(self._records) or not all(line.endswith("\n") for line in lines):
            texts = (self._line(name, record) for name, record in self._records.items())
            file.write_text("".join(texts), "utf-8")

    def get(self, name: str) -> Record | None:
        """The record of this name, if there is one."""
        return self._records.get(name)

    def add(self, name: str, record: Record) -> None:
        """Keep a record."""
        self._records[name] = record
        with self._file.open("a", encoding="utf-8") as out:
            out.write(self._line(name, record))

    @staticmethod
    def _line(name: str, record: Record) -> str:
        return f"{json.dumps([name, record])}\n"


class Sources:
    """The files of a checkout as they are now."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._digests: dict[str, str] = {}

    def files(self, *folders: str) -> list[str]:
        """The modules in these folders, from the root."""
        found = (file for folder in folders for file in (self.root / folder).rglob("*.py"))
        return sorted(file.relative_to(self.root).as_posix() for file in found)

    def digest(self, files: Iterable[str]) -> str:
        """Another one, if one of these files is changed."""
        return sha256(
            "".join(f"{each} {self._one(each)}\n" for each in files).encode()
        ).hexdigest()

    def _one(self, file: str) -> str:
        if file not in self._digests:
            path = self.root / file
            text = path.read_bytes() if path.exists() else b""
            self._digests[file] = sha256(text).hexdigest()
        return self._digests[file]


IMPORTED = re.compile(r"^\s*(?:from|import) +([\w.]+)", re.MULTILINE)


@cache
def imported(file: Path) -> frozenset[str]:
    """The modules that a file imports from, by their dotted names."""
    return frozenset(IMPORTED.findall(file.read_text("utf-8")))


@cache
def within(module: str, package: str, root: Path) -> frozenset[str]:
    """The files of a module and of all in the package that it imports, through others too."""
    found, new = set[str](), [module]
    while new:
        path = "/".join(new.pop().split("."))
        files = [f"{path}.py"] if (root / f"{path}.py").exists() else []
        files += [f"{path}/{each.name}" for each in (root / path).glob("*.py")]
        for file in {*files} - found:
            found.add(file)
            new += [name for name in imported(root / file) if name.startswith(package)]
    return frozenset(found)
