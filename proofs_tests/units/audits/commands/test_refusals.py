"""What is refused, and how: `refusals.txt` has lines that somebody types, and what each is told.

`.venv/bin/python -m proofs_tests.units.audits.commands.test_refusals` writes what they are told
now; a new line is written there without an answer.  The difference is reviewed: it says what is
wrong, by its name or value, and what is admissible or near.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from proofs_tests.command_line import refusal
from proofs_tests.units.audits.user_files import lay_out

PLACE = Path(__file__).with_name("refusals.txt")

OF_THE_PARSER = (
    *("Input should", "Value error", "Invalid value", "Missing option", "Missing argument"),
    *("No such option", "No such command", "Got unexpected", "Traceback"),
)


def told() -> dict[str, str]:
    """What each line is told; nothing, where that is not written yet."""
    found: dict[str, str] = {}
    for text in PLACE.read_text("utf-8").splitlines():
        if text.startswith("    "):
            found[[*found][-1]] = text.strip()
        elif text:
            found[text] = ""
    return found


TOLD = told()


@pytest.mark.parametrize("line", TOLD)
def test_a_refusal(line: str, at_home: Path) -> None:
    """One line, exit status 2, nothing on standard output, and nothing is written."""
    before = sorted(at_home.rglob("*"))
    said = refusal(line)
    assert said == f"exactdp: {TOLD[line]}\n"
    assert not [words for words in OF_THE_PARSER if words in said]
    assert sorted(at_home.rglob("*")) == before


def write() -> None:
    """Write what the lines are told now."""
    said, places = [], [*sys.path]
    with TemporaryDirectory() as folder:
        lay_out(Path(folder))
        os.chdir(folder)
        for line in sorted(TOLD):
            sys.path[:] = places
            said.append(f"{line}\n    {refusal(line).removeprefix('exactdp: ')}")
    PLACE.write_text("".join(said), "utf-8")


if __name__ == "__main__":
    write()
