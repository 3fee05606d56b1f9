"""The README is up to date, and its commands do what it says."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from audits.cli import main
from audits.ledger import Claim, Form, Found, claims
from audits.shown.readme import ledger, wrong_in_print

ROOT = Path(__file__).parents[4]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_of_the_ledger_counts_what_a_run_found() -> None:
    """By grade of evidence, with impostors and the median slack; `make audit` compares it."""
    teeth = {"impostors": [{"verdict": "refuted"}, {"verdict": "holds"}], "slack": "1/4"}
    claim = {"id": "KLMNS20.E1", "form": "printed", "evidence": "computed", "teeth": teeth}
    found = [{**claim, "verdict": verdict} for verdict in ("holds", "refuted")]
    head, _, *rows = ledger(found).splitlines()
    assert head == (
        "| paper | ids | claims | computed | not checkable | refuted as printed | "
        "of other works | impostors refuted | median slack |"
    )
    (row,) = (row for row in rows if "KLMNS20" in row)
    assert row.split(" | ")[2:] == ["2", "2", "0", "1", "0", "2", "0.25 |"]


def test_every_error_in_print_is_listed_once() -> None:
    """The table has the printed claims of the papers that are expected to be refuted."""
    _, _, rest = TEXT.partition("<!-- errata: begin -->\n")
    table, _, _ = rest.partition("<!-- errata: end -->")
    assert listed(table.split("\n\n", maxsplit=1)[0], 1) == of_the_papers()


def test_known_mistakes_are_listed_apart() -> None:
    """What `make readme` writes: errors of the papers, of cited works, and known mistakes."""
    found = [{"id": c.id, "form": "printed", "verdict": "refuted"} for c in refuted()]
    papers, citing, _, books, heading, _, broken = wrong_in_print(found).split("\n\n")
    assert (citing, heading) == ("### Works that the papers cite", "### Known broken")
    assert listed(papers, 1) == of_the_papers()
    assert listed(books, 0) == [c.id for c in refuted() if c.id.startswith(BOOK)]
    assert listed(broken, 0) == [c.id for c in refuted() if c.id.startswith("CORE.")]


BOOK = "BCMNUW20.MON."
"""How ids begin that are statements of a book that a paper cites."""


def of_the_papers() -> list[str]:
    """The ids of printed claims of the papers that are expected to be refuted."""
    return [c.id for c in refuted() if not c.id.startswith(("CORE.", BOOK))]


def refuted() -> list[Claim]:
    """The printed claims that are expected to be refuted, by id."""
    wrong = (c for c in claims() if c.form is Form.PRINTED and c.expected is Found.REFUTED)
    return sorted(wrong, key=lambda c: c.id)


def listed(table: str, column: int) -> list[str]:
    """The ids in a column of a table, in their order."""
    cells = [row.strip("| ").split(" | ")[column] for row in table.splitlines()[2:] if row]
    return sorted(re.findall(r"`([^`]*)`", "".join(cells)))


@pytest.mark.usefixtures("laws_computed_twice")
def test_the_mechanisms_of_the_section_are_as_its_comments_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands of the section, on the code of the section: both mechanisms in one file."""
    _, _, section = TEXT.partition("## Audit a mechanism of your own")
    section, _, _ = section.partition("\n## ")
    (tmp_path / "mine.py").write_text(
        "".join(re.findall(r"```python\n(.*?)```", section, flags=re.DOTALL))
    )
    commands = re.findall(r"\$ exactdp (.*? mine.py:.*?)\s*(?:#(.*))?\n", section)
    assert len(commands) == 8
    for command, comment in commands:
        words = shlex.split(command.replace("mine.py", str(tmp_path / "mine.py")))
        assert main(words) == ("refuted" in comment), command
        said = capsys.readouterr().out
        assert said
        assert all(word in said for word in ("holds", "refuted") if word in comment)


def test_the_first_steps_work(capsys: pytest.CaptureFixture[str]) -> None:
    """Every command of the first steps that names no other tool exits 0."""
    (block,) = re.findall(r"```console\n(\$ make audit.*?)```", TEXT, flags=re.DOTALL)
    commands = re.findall(r"\$ exactdp (?!claims)(.*)", block)
    assert len(commands) >= 4
    for command in commands:
        assert main(shlex.split(command)) == 0, command
        assert capsys.readouterr().out


def test_the_first_test_file_passes(tmp_path: Path) -> None:
    """As somebody copies it; with a loss that is not kept it fails, and shows the witness."""
    (block,) = re.findall(r"```python\n# test_release.py\n(.*?)```", TEXT, flags=re.DOTALL)
    for name, text in (("right", block), ("wrong", block.replace("exp_eps=3", "exp_eps=2"))):
        (tmp_path / f"test_{name}.py").write_text(text)
    said = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-o", "addopts=", tmp_path],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    ).stdout
    assert "1 failed, 1 passed" in said
    assert "test_wrong.py" in said
    assert "not private: Pr[1" in said
