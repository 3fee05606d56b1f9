"""The README is up to date, and its commands do what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from audits.cli import main
from audits.report.readme import with_tables

ROOT = Path(__file__).parents[4]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_tables_of_the_ledger_are_up_to_date() -> None:
    """`make readme` would change nothing."""
    assert with_tables(TEXT) == TEXT


def test_the_ten_line_mechanism_is_private_on_one_row_and_not_on_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands of the section, on the code of the section."""
    (code,) = re.findall(r"```python\n(from dataclasses.*?)```", TEXT, flags=re.DOTALL)
    (tmp_path / "mine.py").write_text(code)
    expected = {"1": (0, "holds"), "2": (1, "refuted")}
    commands = re.findall(r"\$ exactdp (privacy mine.py:Survey .*?)\s+#", TEXT)
    assert len(commands) == len(expected)
    for command in commands:
        words = command.replace("mine.py", str(tmp_path / "mine.py")).split()
        status, verdict = expected[words[words.index("--rows") + 1]]
        assert main(words) == status
        assert verdict in capsys.readouterr().out


def test_the_first_steps_work(capsys: pytest.CaptureFixture[str]) -> None:
    """Every command of the first steps that names no other tool exits 0."""
    (block,) = re.findall(r"```console\n(\$ make audit.*?)```", TEXT, flags=re.DOTALL)
    commands = re.findall(r"\$ exactdp (?!claims)(.*)", block)
    assert len(commands) >= 4
    for command in commands:
        assert main(command.split()) == 0, command
        assert capsys.readouterr().out
