"""One version, wherever it stands; and how the project is cited."""

import re
import tomllib
from datetime import date

import exactdp
from proofs_tests.architecture.tree import ROOT
from proofs_tests.yaml_subset import loads

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

KEYS = {
    "required": {"cff-version", "message", "title", "authors"},
    "allowed": {"abstract", "date-released", "keywords", "license", "type", "version"},
}
"""Of the Citation File Format 1.2.0; the second are those that are used of the others."""


def test_the_citation_is_that_of_this_version() -> None:
    """In the format, with the title, the licence and the authors of the project."""
    cited = loads((ROOT / "CITATION.cff").read_text("utf-8"))
    assert cited.keys() >= KEYS["required"]
    assert cited.keys() <= KEYS["required"] | KEYS["allowed"]
    assert (cited["cff-version"], cited["type"]) == ("1.2.0", "software")
    assert cited["version"] == PROJECT["version"] == exactdp.__version__
    assert cited["license"] == PROJECT["license"]
    assert cited["authors"] == PROJECT["authors"]
    assert len({*cited["keywords"]}) == len(cited["keywords"]) > 0


def test_readme_says_the_same() -> None:
    """Title, version and year."""
    cited = loads((ROOT / "CITATION.cff").read_text("utf-8"))
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    (said,) = re.findall(r"contributors, \*(.+?)\*, version (\S+), (\d{4}) ", readme)
    released = date.fromisoformat(cited["date-released"])
    assert said == (cited["title"], cited["version"], str(released.year))


def test_the_changelog_has_the_version_with_its_date() -> None:
    """Below what is not released yet."""
    cited = loads((ROOT / "CITATION.cff").read_text("utf-8"))
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    first, *releases = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert first == "Unreleased"
    assert releases[0] == f"{cited['version']} - {cited['date-released']}"
