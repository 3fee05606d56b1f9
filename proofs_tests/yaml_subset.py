"""A reader for the small part of YAML in which the files for CI are written.

Tables, lists, texts in one line, texts after `|`, flow lists of texts, true and false, comments.
Whatever else there is in YAML is refused, so that nothing is read otherwise than it is meant.
"""

from __future__ import annotations

import re
from typing import Any


class UnreadableYamlError(ValueError):
    """A line that is not in the small part."""


KEY = re.compile(r"([A-Za-z_][\w-]*):(?: +(.*))?$")
PLAIN = re.compile(r"[\w./(^$\\](?:[^\s:]|:(?=\S)| +(?=[^\s#]))*")
"""A text without quotation marks: it begins with no indicator, and ends before `: ` and ` #`."""

WORDS = {"true": True, "false": False}

OTHERS = re.compile(r"yes|no|on|off|null|[-+]?\.?\d[\d_.:eExXoO+-]*", re.IGNORECASE)
"""What is read as something else than a text, or by some readers only."""


def loads(text: str) -> Any:  # noqa: ANN401 - it is looked into
    """The value of a document; an empty one is an empty table.

    Raises:
        UnreadableYamlError: for a line that is not in the small part.
    """
    lines = [line.rstrip() for line in text.splitlines()]
    value, rest = _block(lines, 0)
    if any(_content(line) for line in rest):
        raise UnreadableYamlError(rest[0])
    return value


def _content(line: str) -> str:
    """A line without its comment."""
    if "\t" in line:
        raise UnreadableYamlError(line)
    return re.sub(r"(^|\s+)#.*$", "", line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _block(lines: list[str], least: int) -> tuple[Any, list[str]]:
    """A table or a list that is indented so much at least, and the lines after it."""
    lines = _next(lines)
    if not lines or _indent(lines[0]) < least:
        return {}, lines
    depth = _indent(lines[0])
    if lines[0].lstrip().startswith("- "):
        return _list(lines, depth)
    return _table(lines, depth)


def _next(lines: list[str]) -> list[str]:
    """The lines from the next one that says something."""
    while lines and not _content(lines[0]):
        lines = lines[1:]
    return lines


def _list(lines: list[str], depth: int) -> tuple[list[Any], list[str]]:
    found: list[Any] = []
    lines = _next(lines)
    while lines and _indent(lines[0]) == depth and lines[0].lstrip().startswith("- "):
        item = lines[0][depth + 2 :]
        value: Any
        if KEY.match(_content(item)):
            value, lines = _table([" " * (depth + 2) + item, *lines[1:]], depth + 2)
        else:
            value, lines = _scalar(_content(item)), lines[1:]
        found.append(value)
        lines = _next(lines)
    return found, lines


def _table(lines: list[str], depth: int) -> tuple[dict[str, Any], list[str]]:
    found: dict[str, Any] = {}
    lines = _next(lines)
    while lines and _indent(lines[0]) == depth and not lines[0].lstrip().startswith("- "):
        known = KEY.match(_content(lines[0]).strip())
        if known is None or known[1] in found:
            raise UnreadableYamlError(lines[0])
        lines = lines[1:]
        if known[2] is None:
            found[known[1]], lines = _block(lines, depth + 1)
        elif known[2] == "|":
            found[known[1]], lines = _literal(lines, depth + 1)
        else:
            found[known[1]] = _scalar(known[2])
        lines = _next(lines)
    if lines and _indent(lines[0]) > depth:
        raise UnreadableYamlError(lines[0])
    return found, lines


def _literal(lines: list[str], least: int) -> tuple[str, list[str]]:
    """A text of several lines, without their indentation."""
    end = next((i for i, x in enumerate(lines) if x and _indent(x) < least), len(lines))
    taken = lines[:end]
    depth = min((_indent(line) for line in taken if line), default=0)
    return "\n".join(line[depth:] for line in taken).rstrip("\n") + "\n", lines[end:]


def _scalar(text: str) -> str | bool | int | list[Any]:
    text = text.strip()
    if text in WORDS:
        return WORDS[text]
    if re.fullmatch(r"0|[1-9]\d*", text):
        return int(text)
    if re.fullmatch(r'"[^"\\]*"', text):
        return text[1:-1]
    if re.fullmatch(r"\[[^\[\]{}\"]*\]", text):
        return [_scalar(item) for item in text[1:-1].split(",")]
    if PLAIN.fullmatch(text) and not OTHERS.fullmatch(text):
        return text
    raise UnreadableYamlError(text)
