"""The pages: short enough at the front door, and no link leads nowhere."""

import re
from pathlib import Path

import pytest

from proofs_tests.architecture.tree import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")

MOST_LINES, MOST_WORDS = 150, 1500
"""Of the README."""


def dead_links(page: Path) -> list[str]:
    """Links to files that do not exist."""
    targets = LINK.findall(page.read_text("utf-8"))
    return [
        target
        for target in targets
        if not target.startswith("https://") and not (page.parent / target).exists()
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    """To a file of the repository, or elsewhere by https."""
    assert dead_links(page) == []


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    """One that is whole is not."""
    (tmp_path / "there.md").write_text("")
    page = tmp_path / "page.md"
    page.write_text("[a](there.md#part), [b](gone.md), [c](https://example.org)")
    assert dead_links(page) == ["gone.md"]


def test_every_page_is_reached() -> None:
    """From the index, and from the contents of the site; notebooks too."""
    docs = ROOT / "docs"
    named = {*LINK.findall((docs / "index.md").read_text("utf-8")), "index.md"}
    there = [*docs.glob("*.md"), *docs.glob("notebooks/*.ipynb")]
    assert {page.relative_to(docs).as_posix() for page in there} == named
    contents = {line.strip() for line in (docs / "site.rst").read_text("utf-8").splitlines()}
    assert {name.rpartition(".")[0] for name in named} <= {*contents, "index"}


def test_the_front_door_is_short() -> None:
    """What is longer is a page."""
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    assert len(text.split()) <= MOST_WORDS
