"""The pages: short enough at the front door, and no link leads nowhere."""

from __future__ import annotations

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
    """From the index."""
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    named = {*LINK.findall(index), "index.md"}
    assert {page.name for page in (ROOT / "docs").glob("*.md")} == named


def test_the_front_door_is_short() -> None:
    """What is longer is a page."""
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    assert len(text.split()) <= MOST_WORDS
