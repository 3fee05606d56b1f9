"""What tests of the ledger share, and a folder with the files of a user."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from audits.ledger import claims
from audits.ledger.claiming import REGISTERED
from proofs_tests.units.audits.user_files import lay_out


@pytest.fixture
def registered() -> Iterator[None]:
    """What a test registers is forgotten after it."""
    claims()
    before = dict(REGISTERED)
    yield
    REGISTERED.clear()
    REGISTERED.update(before)


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
