"""What is kept in build/mutation: one record a line, with a digest of its sources.

A process that is killed loses the record that it was writing, and no other.
"""

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


IMPORTED = re.compile(r"^ *(?:from +([\w.]+) +)?import +(\([^)]*\)|[^\n]*)", re.MULTILINE)
"""Where, if it is said, and what."""


@cache
def imported(file: str, root: Path) -> frozenset[str]:
    """The modules of a checkout that one of them imports, anywhere in it."""
    found = set[str]()
    for where, words in IMPORTED.findall((root / file).read_text("utf-8")):
        names = [f"{where}.{name}" for name in re.findall(r"\w+", words)] if where else []
        for name in (where, *names) if where else re.findall(r"[\w.]+", words):
            path = name.replace(".", "/")
            found |= {
                each for each in (f"{path}.py", f"{path}/__init__.py") if (root / each).exists()
            }
    return frozenset(found)


@cache
def reached(file: str, root: Path) -> frozenset[str]:
    """A module, and all that it imports, through others too."""
    found, new = {file}, [file]
    while new:
        more = imported(new.pop(), root) - found
        found |= more
        new += more
    return frozenset(found)
