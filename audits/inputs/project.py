"""What a project promises: the table `[tool.exactdp]` of its pyproject.toml.

    [tool.exactdp]
    seconds = 60                        # for all of it
    fail-on = "refuted"                 # or "undecided"

    [[tool.exactdp.mechanism]]
    target = "src/survey.py:Survey"     # or a name from `exactdp list mechanisms`
    rows = 3                            # or all-n = true
    all-eps = true                      # or eps = 0.5, or root = "3/2"

    [[tool.exactdp.sampler]]
    target = "src/telephone.py:ask"     # or command = "./telephone"
    database = [0, 1, 1]
    neighbour = [0, 1, 0]
    eps = 1

    [[tool.exactdp.function]]
    target = "src/noise.py:noisy_count" # a function of a database and a random source
    pairs = [[10, 11]]
    exp-eps = 3

The keys are the options of `exactdp privacy` and `exactdp conform`.  Numbers are read exactly as
they are written: 0.1 is one tenth.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from audits.inputs.literals import InputError, shortened
from audits.inputs.numbers import TRIVIAL, rational
from audits.inputs.toml_keys import (
    OF_ALL,
    OF_ENTRIES,
    OPTIONS,
    Exact,
    flag,
    number,
    read_key,
    refuse_unknown,
    written,
)
from audits.near_names import hint

FILE = "pyproject.toml"

EXAMPLE = '[[tool.exactdp.mechanism]] with target = "src/mine.py:Class", rows = 2, eps = 1'
"""The shortest table of use, in one line."""

DEFAULT_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Entry:
    """A mechanism, a sampler or a function that the table lists."""

    name: str
    kind: str
    """`mechanism`, `sampler` or `function`."""

    words: tuple[str, ...]
    """The command that decides it, without `exactdp` and `--json`."""

    claim: str
    """What is promised, in words."""

    file: Path
    """The code, or else the pyproject.toml."""

    line: int
    seconds: float | None
    fail_on: str | None


@dataclass(frozen=True, slots=True)
class Project:
    """A project's promises, in their order."""

    name: str
    version: str
    entries: tuple[Entry, ...]
    seconds: float
    fail_on: str | None

    def chosen(self, names: list[str]) -> tuple[Entry, ...]:
        """The entries of these names, in the order of the table; all if none is named.

        Raises:
            InputError: for a name that no entry has, with the nearest one.
        """
        known = [entry.name for entry in self.entries]
        for name in names:
            if name not in known:
                raise InputError(f"{name}: [tool.exactdp] has no such name{hint(name, known)}")
        return tuple(entry for entry in self.entries if not names or entry.name in names)


def project(folder: Path) -> Project:
    """The promises of the project in a folder.

    Raises:
        InputError: if there is no table, or anything in it is not as it must be.
    """
    file = folder / FILE
    try:
        text = file.read_text("utf-8")
        found = tomllib.loads(text, parse_float=Exact)
    except OSError as failure:
        raise InputError(f"{file}: {failure.strerror}") from None
    except ValueError as failure:
        raise InputError(f"{file}: {failure}") from None
    tools = _table(found, "tool", file)
    if "exactdp" not in tools:
        raise InputError(f"{file}: no table [tool.exactdp]: list what is promised, {EXAMPLE}")
    ours = _table(tools, "exactdp", file)
    where = f"{file}: [tool.exactdp]"
    refuse_unknown(ours, {*OPTIONS, *OF_ALL}, where)
    general = {key: read_key(ours, key, OF_ALL, where) for key in OF_ALL}
    entries = [entry for kind in OPTIONS for entry in _entries(ours, kind, folder, text)]
    if not entries:
        raise InputError(f"{where}: no mechanism, no sampler, no function: list one, {EXAMPLE}")
    names = [entry.name for entry in entries]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InputError(f'{where}: two entries are named {twice}: give each a name = "..."')
    about = _table(found, "project", file)
    return Project(
        str(about.get("name", folder.resolve().name)),
        str(about.get("version", "")),
        tuple(entries),
        float(general["seconds"] or DEFAULT_SECONDS),
        general["fail-on"],
    )


def _table(found: Mapping[str, Any], key: str, file: Path) -> dict[str, Any]:
    """A table inside a table; an empty one if there is none."""
    value = found.get(key, {})
    if not isinstance(value, dict):
        raise InputError(f"{file}: {key} = {shortened(repr(value))}: it is a table, [{key}]")
    return value


def _entries(ours: Mapping[str, Any], kind: str, folder: Path, text: str) -> Iterator[Entry]:
    """The mechanisms, the samplers or the functions of the table."""
    listed = ours.get(kind, [])
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise InputError(f"{folder / FILE}: {kind}: write [[tool.exactdp.{kind}]] above each")
    header = re.compile(rf"^[ \t]*\[\[\s*tool\s*\.\s*exactdp\s*\.\s*{kind}\s*\]\]", re.MULTILINE)
    lines = [text.count("\n", 0, each.end()) + 1 for each in header.finditer(text)]
    for i, table in enumerate(listed):
        yield _entry(table, kind, folder, lines[i] if i < len(lines) else 1)


def _entry(table: Mapping[str, Any], kind: str, folder: Path, line: int) -> Entry:
    """One mechanism, sampler or function; the line is that of its table.

    Raises:
        InputError: for a key that is unknown or missing, or a value of another type.
    """
    where = f"{folder / FILE}, line {line}: {kind}"
    keys = {**OF_ENTRIES, **OPTIONS[kind]}
    refuse_unknown(table, {*keys, *(("parameters",) if kind == "mechanism" else ())}, where)
    read = {key: read_key(table, key, keys, where) for key in keys}
    target, command = read["target"], read.get("command")
    if (target is None) == (command is None):
        more = ' or command = "PROGRAM"' if kind == "sampler" else ""
        raise InputError(f'{where}: give target = "src/mine.py:Name"{more}')
    is_place = kind != "mechanism" or f"{target}".endswith(".py")
    if target is not None and is_place and ":" not in target:
        what = "class" if kind == "mechanism" else "function"
        raise InputError(f'{where}: target = "{target}": name a {what}, "{target}:NAME"')
    _refuse_pairs(read, kind, f"{where} {target or command}")
    _refuse_trivial(read, f"{where} {target or command}")
    if kind != "mechanism" and read["eps"] is not None and read["exp-eps"] is not None:
        raise InputError(f"{where} {target or command}: eps and exp-eps: give one of them")
    if kind == "function" and read["eps"] is read["exp-eps"] is None:
        raise InputError(f"{where} {target}: give eps = 1, or exp-eps = 3")
    if kind == "mechanism" and (read["rows"] is None) == (not read["all-n"]):
        raise InputError(f"{where} {target}: give rows = 3, or all-n = true for streams")
    words = [] if target is None else [target]
    words += ["--follow"] if kind == "function" else []
    words += _parameters(table.get("parameters", {}), where)
    for key, (reader, _) in OPTIONS[kind].items():
        value = read[key]
        if reader is flag:
            words += [f"--{key}"] if value else []
        elif value is not None:
            words.append(f"--{key}={value}")
    file, found = _code(target, folder) or (folder / FILE, line)
    seconds = read["seconds"]
    return Entry(
        name=read["name"] or target or str(command),
        kind=kind,
        words=("privacy" if kind == "mechanism" else "conform", *words),
        claim=_claim(kind, read),
        file=file,
        line=found,
        seconds=None if seconds is None else float(seconds),
        fail_on=read["fail-on"],
    )


def _refuse_pairs(read: Mapping[str, str | None], kind: str, where: str) -> None:
    """Refuse a sampler or a function without neighbouring databases, and two that are equal."""
    first, second = read.get("database"), read.get("neighbour")
    if read.get("pairs") == "":
        such = "[[10, 11]]" if kind == "function" else "[[[0, 1], [0, 2]]]"
        raise InputError(f"{where}: pairs = []: give at least one pair, such as {such}")
    if kind == "function" and read["pairs"] is None:
        raise InputError(f"{where}: give pairs = [[10, 11]], neighbouring databases")
    if kind != "sampler" or (read["pairs"] is not None and first is second is None):
        return
    for key in ("database", "neighbour"):
        if read[key] is None:
            raise InputError(f"{where}: give {key} = [0, 1, 1], its rows")
    if first == second:
        raise InputError(
            f"{where}: database and neighbour are both [{first}]: give two different databases"
        )


def _refuse_trivial(read: Mapping[str, str | None], where: str) -> None:
    """Refuse a delta of 1, alone or with the allowance: everything satisfies it."""
    texts = {key: text for key in ("delta", "allowance") if (text := read.get(key))}
    try:
        total = sum((rational(text, key) for key, text in texts.items()), Fraction(0))
    except InputError:  # a delta may be a function of eps: the command reads it
        return
    if total >= 1:
        given = " and ".join(f"{key} = {text}" for key, text in texts.items())
        raise InputError(f"{where}: {given}: {TRIVIAL}; give less than 1")


def _parameters(given: object, where: str) -> list[str]:
    """The options `-p KEY=VALUE`."""
    wanted = 'give a table, such as { answers = "0,1", threshold = 2 }'
    if not isinstance(given, dict):
        raise InputError(f"{where}: parameters = {written(given)}: {wanted}")
    words = []
    for key, value in given.items():
        text = str(value).lower() if isinstance(value, bool) else number(value)
        if text is None:
            raise InputError(f"{where}: parameters: {key} = {written(value)}: {wanted}")
        words += ["-p", f"{key}={text}"]
    return words


def _claim(kind: str, read: Mapping[str, str | None]) -> str:
    """What is promised, in words."""
    delta = f", delta {read['delta']}" if read["delta"] else ""
    if kind != "mechanism":
        loss = f"eps {read['eps']}" if read["eps"] else "its own eps"
        loss = f"e^eps {read['exp-eps']}" if read.get("exp-eps") else loss
        pairs = [f"{read['database']} and {read['neighbour']}"] if read.get("database") else []
        delta += f", allowance {read['allowance']}" if read.get("allowance") else ""
        several = (read["pairs"] or "").replace(",)", ")")
        pairs += [f"the pairs {shortened(several)}"] if several else []
        return f"{loss}{delta}, on {', '.join(pairs)}"
    if read["exp-eps"]:
        loss = f"e^eps {read['exp-eps']}"
    else:
        loss = f"loss {read['claim-eps']} eps" if read["claim-eps"] else "its own guarantee"
    if read["all-n"]:
        return f"{loss}{delta}, for every number of answers and every eps"
    at = f" at eps {read['eps']}" if read["eps"] else ""
    at = f" at r = {read['root']}" if read["root"] else at
    at = " at every eps" if read["all-eps"] else at
    rows = "1 row" if read["rows"] == "1" else f"{read['rows']} rows"
    return f"{loss}{delta}, on {rows}{at}"


def _code(target: str | None, folder: Path) -> tuple[Path, int] | None:
    """File and line of a class or a function, without running it.

    A target is `path/to/file.py:Name`, or `package.module:Name` with the package in the folder or
    in its `src`.
    """
    place, colon, name = (target or "").rpartition(":")
    module = place.replace(".", "/")
    places = [place] if place.endswith(".py") else []
    places += [f"{top}{module}{end}" for top in ("src/", "") for end in (".py", "/__init__.py")]
    file = next((folder / each for each in places if (folder / each).is_file()), None)
    if not colon or file is None:
        return None
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return file, 1
    return file, max((line for bound, line in _bound(tree.body) if bound == name), default=1)


def _bound(body: Sequence[ast.stmt]) -> Iterator[tuple[str, int]]:
    """The names that statements of a module bind, and the line of each."""
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, node.lineno
            case ast.Import() | ast.ImportFrom():
                yield from ((each.asname or each.name, node.lineno) for each in node.names)
            case _:
                for part in ast.iter_child_nodes(node):
                    if isinstance(part, ast.stmt):
                        yield from _bound([part])
                    elif isinstance(part, ast.ExceptHandler):
                        yield from _bound(part.body)
                    else:
                        yield from (
                            (each.id, each.lineno)
                            for each in ast.walk(part)
                            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
                        )
