"""The tables of the pages are up to date."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from audits.entry import BAD_INPUT
from audits.ledger import Claim, Form, Found, claims
from audits.shown.ledger_tables import BEGIN, END, TABLES, ledger, main, wrong_in_print

ROOT = Path(__file__).parents[4]
ERRATA = (ROOT / "docs" / "errata.md").read_text("utf-8")


def test_the_table_of_the_ledger_counts_what_a_run_found() -> None:
    """By grade of evidence, with wrong variants and the median slack; `make audit` compares it."""
    teeth = {"impostors": [{"verdict": "refuted"}, {"verdict": "holds"}], "slack": "1/4"}
    claim = {"id": "KLMNS20.E1", "form": "printed", "evidence": "computed", "teeth": teeth}
    found = [{**claim, "verdict": verdict} for verdict in ("holds", "refuted")]
    head, _, *rows = ledger(found).splitlines()
    assert head == (
        "| paper | statements | claims | computed | not checkable | refuted as printed | "
        "refuted of other works | wrong variants refuted | median slack |"
    )
    (row,) = (row for row in rows if "KLMNS20" in row)
    assert row.split(" | ")[2:] == ["2", "2", "0", "1", "0", "2", "0.25 |"]


@pytest.mark.parametrize("option", ["--write", "--check"])
@pytest.mark.parametrize(
    ("size", "left_out", "words"), [("tiny", 1, "1 of "), ("small", 0, "size small")]
)
def test_a_run_that_is_not_whole_is_refused(
    size: str,
    left_out: int,
    words: str,
    option: str,
    *,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The rows of the claims that are missing, or of another size, go from no page."""
    page = dict.fromkeys(TABLES, f"{BEGIN}\nwritten before\n{END}\n")
    for name, text in page.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr("audits.shown.ledger_tables.DOCS", tmp_path)
    bare: dict[str, object] = {"verdict": "holds", "evidence": "computed"}
    found = [
        {**bare, "id": c.id, "form": c.form.value, "teeth": {"impostors": []}}
        for c in claims()[left_out:]
    ]
    run = tmp_path / "run.json"
    run.write_text(json.dumps({"size": size, "claims": found, "summary": {}}))
    assert main([str(run), option]) == BAD_INPUT
    assert {name: (tmp_path / name).read_text() for name in page} == page
    (line,) = capsys.readouterr().err.splitlines()
    assert words in line
    assert line.endswith("the pages tell of all claims at size tiny: make audit")
    assert main([str(run), "--show"]) == 0


@pytest.mark.parametrize(("claims", "taken"), [("", True), ("KLMNS20.E1", False)])
def test_a_run_of_some_claims_is_kept_apart(claims: str, *, taken: bool, tmp_path: Path) -> None:
    """`make check`, `tables` and `report` take none."""

    def said(*words: str) -> str:
        words = ("make", "-n", *words, f"RUNS={tmp_path}")
        return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    (kept,) = re.findall(r"--certificates (\S+)", said("decided", f"CLAIMS={claims}"))
    Path(kept).mkdir(parents=True)
    (Path(kept) / "manifest.json").touch()
    for target in ("check", "tables", "report"):
        assert (kept in said(target)) == taken


def test_every_error_in_print_is_listed_once() -> None:
    """The table has the printed claims of the papers that are expected to be refuted."""
    _, _, rest = ERRATA.partition("<!-- table: begin -->\n")
    table, _, _ = rest.partition("<!-- table: end -->")
    assert listed(table.split("\n\n", maxsplit=1)[0], 1) == of_the_papers()


def test_known_mistakes_are_listed_apart() -> None:
    """What `make tables` writes: errors of the papers, of cited works, and known mistakes."""
    found = [{"id": c.id, "form": "printed", "verdict": "refuted"} for c in refuted()]
    papers, citing, _, books, heading, _, broken = wrong_in_print(found).split("\n\n")
    assert (citing, heading) == ("## Works that the papers cite", "## Known broken")
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
