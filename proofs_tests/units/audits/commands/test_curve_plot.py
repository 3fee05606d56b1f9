"""`exactdp privacy --plot FILE` draws the privacy curve."""

from pathlib import Path

import pytest

from proofs_tests.command_line import exactdp

WORDS = "privacy randomized-response -p domain=2 --rows 1"


@pytest.mark.parametrize(
    ("loss", "status", "word"),
    [
        ("--root 2", 0, "claim, true"),
        ("--root 2 --exp-eps 3/2", 1, "claim, refuted"),
        ("--eps 1", 0, "claim, true"),
        ("--eps 1 --exp-eps 2 --delta 1/10", 1, "claim, refuted"),
    ],
)
def test_the_curve_is_drawn(loss: str, status: int, word: str, tmp_path: Path) -> None:
    """At a rational and at a real eps; the claim is drawn in with its verdict."""
    file = tmp_path / "curve.svg"
    done = exactdp(f"{WORDS} {loss} --plot {file}")
    assert (done.returncode, done.stderr) == (status, "")
    assert word in file.read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (f"{WORDS} --root 2 --plot curve.txt", "the name of a picture ends in .png"),
        (f"{WORDS} --all-eps --plot curve.png", "a curve is that of one eps"),
        (
            "privacy randomized-response -p domain=2 --rows 0 --root 2 --plot curve.png",
            "no two databases are neighbours",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    words: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line says why, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    done = exactdp(words)
    assert done.returncode == 2
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []
