"""What is published is installed and runs, with the newest and with the oldest packages."""

from pathlib import Path

import pytest

from proofs_tests.release.__main__ import main


@pytest.mark.slow
def test_every_command_runs_where_the_wheel_is_installed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On every Python that is found here; by day `test_smoke.py` asks this of the checkout."""
    assert main(["--into", str(tmp_path / "built")]) == 0, capsys.readouterr().err
    assert "highest" in capsys.readouterr().out
