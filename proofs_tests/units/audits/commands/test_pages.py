"""The pages: every command that they show does what they show of it."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from audits.cli import main
from audits.conformance.instructions import TESTED

ROOT = Path(__file__).parents[4]
OWN_TESTS = ("ci.md", "adding.md")
"""Pages about a project of their own (`test_ci.py`, `test_adding.py`)."""

PAGES = [
    ROOT / "README.md",
    *sorted(page for page in (ROOT / "docs").glob("*.md") if page.name not in OWN_TESTS),
]

ELSEWHERE = ("make ", "pip ", ". .venv")
"""How commands begin that the tests of the release run, and not these."""


def blocks(page: Path, language: str) -> list[str]:
    """The code blocks in a language; of Python those that are no dialogue."""
    text = page.read_text("utf-8")
    found = re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)
    return [block for block in found if not block.startswith(">>>")]


def commands(page: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Each command, the remark behind it, and the paragraphs that are shown of its output."""
    for block in blocks(page, "console"):
        for each in block.split("$ ")[1:]:
            line, _, output = each.partition("\n")
            command, _, remark = line.partition("  #")
            shown = re.split(r"\n {2}(?! )", f"\n{output.rstrip()}")
            yield command.strip(), remark.strip(), [s for s in shown if s.strip()]


def write_files(page: Path, place: Path) -> None:
    """The Python blocks of the page, in the one file that its commands name."""
    names = {
        name for command, _, _ in commands(page) for name in re.findall(r"\w+\.py(?=:)", command)
    }
    for name in names:
        (place / name).write_text("\n\n\n".join(map(str.strip, blocks(page, "python"))), "utf-8")


def squeezed(text: str) -> str:
    """The words of a text, frames of tables left out."""
    return " ".join(re.sub("[│┃]", " ", text).split())


def said_by(command: str, place: Path) -> str:
    """What a command says that is not ours; the kernel is that of the checkout."""
    here = command.replace("python3", sys.executable).replace(
        "audits/kernel", f"{ROOT}/audits/kernel"
    )
    done = subprocess.run(
        ["/bin/sh", "-c", here], cwd=place, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_says_what_is_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In order, on the code of the page; the end of what is shown may be left out (...).

    A command of which nothing is shown ends as its remark says: refuted, or else as expected.
    A picture that it draws is the one in `docs/`.
    """
    monkeypatch.chdir(tmp_path)
    write_files(page, tmp_path)
    for command, remark, shown in commands(page):
        if command.startswith(ELSEWHERE):
            continue
        status, words = None, shlex.split(command)
        if words[0] == "exactdp":
            into = words.pop()[1:] if words[-1].startswith(">") else None
            status = main(words[1:])
            out, err = capsys.readouterr()
            if into is not None:
                Path(into).write_text(out, "utf-8")
            said = squeezed(out + err)
        else:
            said = squeezed(said_by(command, tmp_path))
        if not shown and status is not None:
            assert status == ("refuted" in remark), (command, said)
        for line in shown:
            assert squeezed(line.partition("...")[0]) in said, (command, line, said)
    for drawn in tmp_path.glob("*.svg"):
        assert drawn.read_bytes() == (ROOT / "docs" / drawn.name).read_bytes(), drawn.name


def test_the_first_test_file_passes(tmp_path: Path) -> None:
    """As somebody copies it; with a loss that is not kept it fails, and shows the witness.

    So does the second one, a sparse vector with its noise, and the third one, of samples.
    """
    (block,) = (b for b in blocks(ROOT / "docs" / "libraries.md", "python") if "test_release" in b)
    (sparse,) = (b for b in blocks(ROOT / "docs" / "libraries.md", "python") if "test_sparse" in b)
    (law,) = (b for b in blocks(ROOT / "docs" / "libraries.md", "python") if "test_the_coin" in b)
    for name, text in (
        ("right", block),
        ("wrong", block.replace("exp_eps=3", "exp_eps=2")),
        *[("sparse", block.partition("def test_")[0] + sparse)] * (sys.version_info[:2] in TESTED),
        ("fair", law),
        ("unfair", law.replace("randrange(2)", "randrange(3) % 2")),
    ):
        (tmp_path / f"test_{name}.py").write_text(text)
    said = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-o", "addopts=", tmp_path],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    ).stdout
    assert f"2 failed, {2 + (sys.version_info[:2] in TESTED)} passed" in said
    assert "test_wrong.py" in said
    assert "test_unfair.py" in said
    assert "not private: Pr[1" in said
