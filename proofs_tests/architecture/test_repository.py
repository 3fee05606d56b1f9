"""What is published: the wheel, the text of every file, one version, and how it is cited."""

import re
import subprocess
import sys
import tomllib
import zipfile
from datetime import date
from pathlib import Path

import pytest

import exactdp
from proofs_tests.architecture.tree import ROOT, files_of_the_repository
from proofs_tests.yaml_subset import loads

ELSEWHERE = ("../" + "shared", "/work" + "/")
"""Paths that exist on nobody else's machine, spelled so that this file is clean too."""

PLUGIN = "audits/conformance/plugin"
"""The directory of the module that pytest loads."""


def machine_paths(name: str, text: str) -> list[str]:
    """Each mention of a path outside the checkout, as a sentence."""
    return [f"{name} mentions {path}" for path in ELSEWHERE if path in text]


def test_the_repository_stands_alone() -> None:
    """No file mentions a place outside the checkout."""
    texts = {path: path.read_text("utf-8", "replace") for path in files_of_the_repository()}
    assert [said for path, text in texts.items() for said in machine_paths(str(path), text)] == []


@pytest.mark.parametrize("path", ELSEWHERE)
def test_a_path_outside_is_found(path: str) -> None:
    """A mention anywhere in a text is reported."""
    assert machine_paths("README.md", f"see {path}notes for more") == [
        f"README.md mentions {path}"
    ]


def test_the_checkout_is_read() -> None:
    """The walk over the repository finds its files and skips what tools wrote."""
    found = {str(path.relative_to(ROOT)) for path in files_of_the_repository()}
    assert {"pyproject.toml", ".ci/run", "proofs_tests/architecture/tree.py"} <= found
    assert not any(name.startswith((".venv/", ".git/", ".mypy_cache/")) for name in found)
    assert not found & {".git", ".coverage"}


def test_the_project_is_described() -> None:
    """The build takes three packages, each typed, one command, and a plugin beside them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel == {
        "packages": ["reference", "audits", "exactdp"],
        "sources": {PLUGIN: ""},
        "dev-mode-dirs": [".", PLUGIN],
    }
    assert project["project"]["scripts"] == {"exactdp": "audits.cli:main"}
    assert project["project"]["entry-points"] == {"pytest11": {"exactdp_pytest": "exactdp_pytest"}}
    assert all((ROOT / package / "py.typed").exists() for package in wheel["packages"])


def test_the_wheel_holds_the_packages(tmp_path: Path) -> None:
    """Every file of the three packages, the plugin at the top, and nothing else."""
    pytest.importorskip("hatchling")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("exactdp-*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    ours = {
        str(path.relative_to(ROOT)).removeprefix(f"{PLUGIN}/")
        for path in files_of_the_repository()
        if path.relative_to(ROOT).parts[0] in {"reference", "audits", "exactdp"}
    }
    metadata = {name for name in names if ".dist-info/" in name}
    assert names - metadata == ours
    assert any(name.endswith("licenses/LICENSE") for name in metadata)


CITED = loads((ROOT / "CITATION.cff").read_text("utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

REQUIRED = {"cff-version", "message", "title", "authors"}
USED = REQUIRED | {"abstract", "date-released", "keywords", "license", "type", "version"}
"""Keys of the Citation File Format 1.2.0."""


def test_the_citation_is_that_of_this_version() -> None:
    """In the format, with the title, the licence and the authors of the project."""
    assert REQUIRED <= CITED.keys() <= USED
    assert (CITED["cff-version"], CITED["type"]) == ("1.2.0", "software")
    assert CITED["version"] == PROJECT["version"] == exactdp.__version__
    assert CITED["license"] == PROJECT["license"]
    assert CITED["authors"] == PROJECT["authors"]
    assert len({*CITED["keywords"]}) == len(CITED["keywords"]) > 0


def test_readme_says_the_same() -> None:
    """Title, version and year."""
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    (said,) = re.findall(r"contributors, \*(.+?)\*, version (\S+), (\d{4}) ", readme)
    released = date.fromisoformat(CITED["date-released"])
    assert said == (CITED["title"], CITED["version"], str(released.year))


def test_the_changelog_has_the_version_with_its_date() -> None:
    """Below what is not released yet."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    first, *releases = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert first == "Unreleased"
    assert releases[0] == f"{CITED['version']} - {CITED['date-released']}"
