"""`pap-release` on the command line: its law, its ledger, and what is refused."""

import json
from pathlib import Path

import pytest

from audits.cli import main

TYPED = ("-p", "concepts=thresholds", "-p", "domain=4", "-p", "public=1,1")
NUMBERS = ("-p", "threshold=1/2", "-p", "count=1", "-p", "rate=1/2")
STUMPS = ("sample", "pap-release", "-p", "concepts=stumps", "-p", "domain=2^32")
TARGET = ("--eps", "1", "--delta", "1e-6")


def test_the_law_of_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    """The value that brute force found: 2673878/3954825 for the fractions of the hypothesis."""
    words = ("law", "pap-release", *TYPED, *NUMBERS, "--database", "0,3", "--root", "2")
    assert main([*words]) == 0
    assert "2673878/3954825" in capsys.readouterr().out


def test_privacy_for_every_eps(capsys: pytest.CaptureFixture[str]) -> None:
    """The declared guarantee holds; a power less does not need to be asked for here."""
    assert main(["privacy", "pap-release", *TYPED, *NUMBERS, "--rows", "1", "--all-eps"]) == 0
    assert "r^5" in capsys.readouterr().out


def test_parameters_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """The classes are named."""
    assert main(["list", "mechanisms", "pap-release"]) == 0
    assert "thresholds, points, stumps or parities" in capsys.readouterr().out


def test_ledger_of_a_sample(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """32 attributes, rows from files; ten corrections within the target."""
    rows, public = tmp_path / "rows.txt", tmp_path / "public.txt"
    rows.write_text("\n".join(str(i * 2654435761 % 2**32) for i in range(2000)), "utf-8")
    public.write_text("\n".join(str(i * 40503 % 2**32) for i in range(50)), "utf-8")
    words = (*STUMPS, "--public", str(public), "--database", str(rows), "-p", "count=10")
    assert main([*words, *TARGET, "--seed", "1", "--json"]) == 0
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert found["ledger"]["corrections"] == 10
    assert len(found["values"][0]) == 32 or len(found["outputs"]) == 1
    assert "ledger: optimal composition, eps = 0.9" in printed.err
    assert "public rows are not protected" in printed.err


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ((*STUMPS, "--public", "1,2", "--database", "1", *TARGET), "give --eps --delta"),
        ((*STUMPS, "--public", "1,2", "-p", "count=2", *TARGET), "give --database"),
        (
            (*STUMPS, "--public", "1,2", "--database", "1", "-p", "count=0", *TARGET),
            "-p count=0",
        ),
        (
            (
                *(*STUMPS, "--public", "1,2", "--database", "1", *TARGET),
                *("--accuracy", "1/4", "--failure", "1/20"),
            ),
            "2 public rows are too few",
        ),
        (("sample", "tree-log", "--public", "1", "--database", "1"), "--public"),
        (
            ("law", "pap-release", "-p", "concepts=stump", "--database", "1", "--root", "2"),
            "thresholds, points, stumps or parities",
        ),
    ],
)
def test_bad_input_is_refused(
    words: tuple[str, ...], refusal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, exit status 2."""
    assert main([*words]) == 2
    printed = capsys.readouterr().err.strip().splitlines()
    assert len(printed) == 1
    assert refusal in printed[0]
