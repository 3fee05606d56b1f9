"""What is published: the wheel, and the text of every file."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from proofs_tests.architecture.tree import ROOT, files_of_the_repository

ELSEWHERE = ("../" + "shared", "/work" + "/")
"""Paths that exist on nobody else's machine, spelled so that this file is clean too."""

PLUGIN = "audits/conformance/plugin"
"""The directory of the module that pytest loads."""


def machine_paths(name: str, text: str) -> list[str]:
    """Each mention of a path outside the checkout, as a sentence."""
    return [f"{name} mentions {path}" for path in ELSEWHERE if path in text]


def test_the_repository_stands_alone() -> None:
    """No file mentions a place outside the checkout."""
    assert [
        sentence
        for path in files_of_the_repository()
        for sentence in machine_paths(
            str(path.relative_to(ROOT)), path.read_text("utf-8", errors="replace")
        )
    ] == []


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
    assert (ROOT / "reference" / "py.typed").exists()
    assert (ROOT / "audits" / "py.typed").exists()
    assert (ROOT / "exactdp" / "py.typed").exists()


@pytest.mark.skipif(not (ROOT / "README.md").exists(), reason="there is no README yet")
def test_the_wheel_holds_the_packages(tmp_path: Path) -> None:
    """Every file of the three packages, the plugin at the top, and nothing else."""
    pytest.importorskip("hatchling")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
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
