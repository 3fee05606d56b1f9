"""`pap-release` on the command line: its law, its ledger; and mechanisms without eps."""

from pathlib import Path

import pytest

from proofs_tests.command_line import exactdp

RELEASE = (
    "pap-release -p concepts=thresholds -p domain=4 -p public=1,1 -p threshold=1/2 -p count=1 "
    "-p rate=1/2"
)
TARGET = "--eps 1 --delta 1e-6 --seed 1"


def test_the_law_of_the_example() -> None:
    """The value that brute force found: 2673878/3954825 for the fractions of the hypothesis."""
    said = exactdp(f"law {RELEASE} --database 0,3 --root 2", status=0).stdout
    assert "2673878/3954825" in said


def test_privacy_for_every_eps() -> None:
    """The declared guarantee holds; a power less does not need to be asked for here."""
    said = exactdp(f"privacy {RELEASE} --rows 1 --all-eps", status=0).stdout
    assert "claimed loss   eps" in said


def test_ledger_of_a_sample(tmp_path: Path) -> None:
    """32 attributes, rows from files; ten corrections within the target."""
    rows, public = tmp_path / "rows.txt", tmp_path / "public.txt"
    rows.write_text("\n".join(str(i * 2654435761 % 2**32) for i in range(2000)), "utf-8")
    public.write_text("\n".join(str(i * 40503 % 2**32) for i in range(50)), "utf-8")
    line = "sample pap-release -p concepts=stumps -p domain=2^32 -p count=10 --json"
    printed = exactdp(f"{line} {TARGET} --public {public} --database {rows}", status=0)
    found = printed.exact
    assert found["ledger"]["corrections"] == 10
    assert len(found["values"][0]) == 32 or len(found["outputs"]) == 1
    assert "ledger: optimal composition, eps = 0.9" in printed.stderr
    assert "public rows are not protected" in printed.stderr


def test_what_is_promised_and_what_the_answers_are() -> None:
    """No accuracy where none was asked for; a threshold above all rows is told."""
    line = "sample pap-release -p concepts=stumps -p domain=4 --public 1,2 --eps 1 --delta 1e-6"
    told = exactdp(f"{line} -p count=2 --database 1,2 --seed 1", status=0).stderr
    assert "2 private rows and 2 public rows (no accuracy is promised)" in told
    assert "rows_needed" not in told
    assert "answers: for each of 2 concepts, from x0 to x1, the mean" in told
    assert "is not below the 2 private rows: no answer is off by more" in told
    accurate = f"{line} --accuracy 1/4 --failure 1/20"
    said = exactdp(accurate, status=0).stdout
    assert "10368 private rows and 2 public rows (too few: 58 public rows are needed)" in said
    found = exactdp(f"{accurate} --json", status=0).exact
    assert (found["rows_needed"], found["public_needed"]) == (10368, 58)
    assert (found["public_rows"], found["suffices"]) == (2, False)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("law WORDS --database 0,0,1", "which takes no eps"),
        ("privacy WORDS --rows 3", "2/3"),
        ("sample WORDS --database 0,0,1", "delta = 0.6666666667"),
        ("list mechanisms random-subset", "it takes no eps"),
    ],
)
def test_a_mechanism_without_eps_needs_none(line: str, words: str) -> None:
    """Neither asked for nor spoken of."""
    asked = line.replace("WORDS", "random-subset -p domain=2 -p rows=3 -p size=2")
    told = exactdp(asked, status=0)
    assert words in told.stdout + told.stderr
    assert "parts" not in told.stdout


def test_certificates_of_all_eps_are_named(tmp_path: Path) -> None:
    """One file for each piece, none of which has the name that was given."""
    line = f"optimum counting-query -p rows=1 --all-eps --certificate {tmp_path / 'o.json'}"
    assert str(tmp_path / "o.1.json") in exactdp(line, status=0).stdout
    assert (tmp_path / "o.1.json").exists()
