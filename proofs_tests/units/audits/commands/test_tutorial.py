"""The tutorial on every number of answers: its commands say what it shows of them."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from audits.cli import main

ROOT = Path(__file__).parents[4]
TEXT = (ROOT / "audits" / "EVERY_N.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks in a language."""
    return re.findall(rf"```{language}\n(.*?)```", TEXT, flags=re.DOTALL)


def squeezed(text: str) -> str:
    """The words of a text, frames of tables left out."""
    return " ".join(re.sub("[│┃]", " ", text).split())


def elsewhere(command: str, place: Path) -> str:
    """What a command says that is not ours; the kernel is that of the checkout."""
    here = command.replace("python3", sys.executable).replace(
        "audits/kernel", f"{ROOT}/audits/kernel"
    )
    done = subprocess.run(
        ["/bin/sh", "-c", here], cwd=place, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


@pytest.mark.usefixtures("laws_computed_twice")
def test_every_command_says_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In order, each on the code of the page; the end of what is shown may be left out (...)."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "svt.py").write_text("\n\n\n".join(map(str.strip, blocks("python"))), "utf-8")
    shown = [each for block in blocks("console") for each in block.split("$ ")[1:]]
    assert len(shown) >= 10
    for each in shown:
        command, _, lines = each.partition("\n")
        words = shlex.split(command)
        if words[0] == "exactdp":
            main(words[1:])
            said = squeezed("".join(capsys.readouterr()))
        else:
            said = squeezed(elsewhere(command, tmp_path))
        for line in re.split(r"\n {2}(?! )", f"\n{lines.rstrip()}"):
            assert squeezed(line.partition("...")[0]) in said, (command, line, said)
