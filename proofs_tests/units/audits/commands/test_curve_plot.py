"""`exactdp privacy --plot FILE` draws the privacy curve."""

from pathlib import Path

import pytest

from proofs_tests.command_line import exactdp


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
    line = f"privacy randomized-response -p domain=2 --rows 1 {loss} --plot {file}"
    assert exactdp(line, status=status).stderr == ""
    assert f">{word}<" in file.read_text()
