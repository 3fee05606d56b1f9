"""A folder with the files of a user."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from proofs_tests.units.audits.user_files import lay_out


@pytest.fixture(scope="session")
def users(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder; nobody writes into it."""
    folder = tmp_path_factory.mktemp("users")
    lay_out(folder)
    return folder


@pytest.fixture
def at_home(users: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder, which is the current one; modules of other tests are not found."""
    monkeypatch.chdir(users)
    others = [place for place in sys.path if not (Path(place) / "mine.py").is_file()]
    monkeypatch.setattr(sys, "path", others)
    return users
