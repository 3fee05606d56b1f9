"""A mechanism for a reader: its pseudo-code, a law on a small database, its claims."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

CLAIM = re.compile(r"[A-Z]{2,7}\d{0,2}\.[\w.-]*\w")
"""An id of the inventory, in a list of them."""


@dataclass(frozen=True, slots=True)
class Chance:
    """An output of a law and its probability."""

    output: str
    formula: str
    """Exact: a number, or a function of r."""

    at_two: str
    """The first digits at r = 2; of a number, its own."""


@dataclass(frozen=True, slots=True)
class MechanismView:
    """What the page of a mechanism shows."""

    name: str
    """On the command line, and of the page."""

    qualified: str
    """Module and class."""

    source: str
    docstring: str
    """Of its module: the statement, the pseudo-code, and an example that the tests run."""

    database: str
    """The database of the law; empty if no small one was built."""

    law: Sequence[Chance]

    curve: bytes
    """A picture of its privacy curve on small databases; empty if there is none."""

    claims: tuple[str, ...]
    """Ids of the claims about it, in the order of its docstring."""

    variants: Sequence[tuple[str, str]]
    """Wrong variants of it, each with the id of a claim that refutes it."""

    @property
    def title(self) -> str:
        """The first line of the docstring."""
        return self.docstring.partition("\n")[0]

    @property
    def sections(self) -> list[tuple[str, str]]:
        """The rest in parts: headings, empty for plain paragraphs, and their texts."""
        return _sections(self.docstring.partition("\n")[2].strip("\n"))


HEADING = re.compile(
    r"^(Pseudo-code|Notation|Source|Guarantees|Deviations|Degenerate inputs):[ \n]"
)


def _sections(text: str) -> list[tuple[str, str]]:
    r"""Paragraphs and the sections of the docstrings of mechanisms.

    >>> _sections("A sum.\n\nPseudo-code:\n    1  return 0\n\nSource: here,\nand there.")
    [('', 'A sum.'), ('Pseudo-code', '1  return 0'), ('Source', 'here,\nand there.')]
    """
    found: list[tuple[str, list[str]]] = []
    for paragraph in re.split(r"\n\s*\n", text):
        kind = "Example" if paragraph.lstrip().startswith(">>>") else ""
        fresh = True
        for line in paragraph.split("\n"):
            if heading := HEADING.match(f"{line}\n"):
                found.append((heading[1], [line[heading.end() :]]))
                fresh = False
            elif fresh and found and found[-1][0] == "Pseudo-code" and line.startswith("    "):
                found[-1][1].append(line)
                fresh = False
            elif fresh and not (kind and found and found[-1][0] == kind):
                found.append((kind, [line]))
                fresh = False
            else:
                found[-1][1].append(line)
    return [(heading, _dedented(lines)) for heading, lines in found]


def _dedented(lines: Sequence[str]) -> str:
    kept = [line for line in lines if line.strip()]
    margin = min((len(line) - len(line.lstrip()) for line in kept), default=0)
    return "\n".join(line[margin:] for line in kept)


def named_claims(docstring: str) -> tuple[str, ...]:
    """The ids under `Guarantees` in a docstring of a mechanism."""
    guarantees = [text for heading, text in _sections(docstring) if heading == "Guarantees"]
    return tuple(dict.fromkeys(CLAIM.findall(" ".join(guarantees))))
