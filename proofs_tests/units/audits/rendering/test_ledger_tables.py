"""The tables of the pages are up to date."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from audits.entry import BAD_INPUT
from audits.ledger import Claim, Form, Found, claims
from audits.rendering.ledger_tables import BEGIN, END, TABLES, ledger, main, wrong_in_print

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
        "refuted as restored | refuted of other works | wrong variants refuted | median slack |"
    )
    (row,) = (row for row in rows if "KLMNS20" in row)
    assert row.split(" | ")[2:] == ["2", "2", "0", "1", "0", "0", "2", "0.25 |"]


def test_what_is_refuted_as_restored_is_counted_apart() -> None:
    """A paper whose formulas were lost has nothing that is refuted as printed."""
    teeth: dict[str, object] = {"impostors": []}
    found = [
        {"id": f"{paper}.E1", "form": "printed", "evidence": "computed", "teeth": teeth}
        | {"verdict": "refuted"}
        for paper in ("BNSV15", "VT14")
    ]
    head, _, *rows = (line.strip("| ").split(" | ") for line in ledger(found).splitlines())
    at = {row[0]: dict(zip(head, row, strict=True)) for row in rows}
    assert (at["BNSV15"]["refuted as printed"], at["BNSV15"]["refuted as restored"]) == ("0", "1")
    assert (at["VT14"]["refuted as printed"], at["VT14"]["refuted as restored"]) == ("1", "0")


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
    monkeypatch.setattr("audits.rendering.ledger_tables.DOCS", tmp_path)
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
    table, _, _ = rest.partition("\n\n## Works that the papers cite")
    assert listed(table, 1) == of_the_papers()


def test_what_a_restored_text_says_is_not_called_printed() -> None:
    """Its errors stand below a heading of their own, which says what was read."""
    _, _, rest = ERRATA.partition("\n## As restored\n")
    restored, _, _ = rest.partition("\n## ")
    assert "may be others in print" in restored.split("|", maxsplit=1)[0]
    assert "printed" not in restored
    wrong = {name for name in of_the_papers() if name.startswith("BNSV15.")}
    assert {*listed(restored, 1)} == wrong


def test_every_error_has_its_counterexample() -> None:
    """The last column of no table is empty."""
    rows = [row for row in ERRATA.splitlines() if row.startswith("| ") and "---" not in row]
    assert rows
    assert all(re.search(r"[.] \|$|counterexample \|$", row) for row in rows)


def test_known_mistakes_are_listed_apart() -> None:
    """What `make tables` writes: errors of the papers, of cited works, and known mistakes."""
    found = [{"id": c.id, "form": "printed", "verdict": "refuted"} for c in refuted()]
    papers, _, rest = wrong_in_print(found).partition("## Works that the papers cite")
    books, _, broken = rest.partition("## Known broken")
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
    rows = [row for row in table.splitlines() if row.startswith("| ") and "`" in row]
    cells = [row.strip("| ").split(" | ")[column] for row in rows]
    return sorted(re.findall(r"`([^`]*)`", "".join(cells)))
