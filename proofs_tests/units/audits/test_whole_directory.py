"""A directory is written whole or not at all, and never takes the place of other files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from audits.writing import whole_directory


def never(_: Path) -> bool:
    """Nothing is replaced."""
    return False


def fill(target: Path, name: str, *, replace: bool = False) -> None:
    """Write a directory with one file in it."""
    with whole_directory(target, lambda _: replace) as made:
        assert not (target / name).exists()
        (made / name).write_text(name)


@pytest.mark.parametrize("there", [False, True])
def test_it_takes_a_place_that_is_empty(tmp_path: Path, there: bool) -> None:
    """Or where nothing is, below directories that are made; everybody may read it."""
    target = tmp_path / "below" / "site"
    if there:
        target.mkdir(parents=True)
    fill(target, "page")
    assert [each.name for each in target.iterdir()] == ["page"]
    assert [each.name for each in target.parent.iterdir()] == ["site"]
    assert target.stat().st_mode & 0o777 == 0o755


def test_what_fails_leaves_the_place_as_it_was(tmp_path: Path) -> None:
    """Whatever it raises, Ctrl-C included."""
    target = tmp_path / "site"
    fill(target, "old")

    def interrupted() -> None:
        with whole_directory(target, lambda _: True) as made:
            (made / "new").write_text("")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert [each.name for each in target.iterdir()] == ["old"]
    assert [each.name for each in tmp_path.iterdir()] == ["site"]


def test_its_own_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    """Whole: of what was there before nothing stays."""
    target = tmp_path / "site"
    fill(target, "old")
    with pytest.raises(FileExistsError, match="not empty"):
        fill(target, "new")
    fill(target, "new", replace=True)
    assert [each.name for each in target.iterdir()] == ["new"]
    assert [each.name for each in tmp_path.iterdir()] == ["site"]


def test_files_that_appear_meanwhile_are_left_alone(tmp_path: Path) -> None:
    """The place is looked at again before it is taken."""
    target = tmp_path / "site"

    def late() -> None:
        with whole_directory(target, never):
            target.mkdir()
            (target / "mine").touch()

    with pytest.raises(FileExistsError):
        late()
    assert [each.name for each in target.iterdir()] == ["mine"]


def test_a_move_that_fails_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The former directory is back in its place."""
    target = tmp_path / "site"
    fill(target, "old")
    rename = Path.rename

    def failing(self: Path, to: Path) -> Path:
        if to == target and not self.name.endswith(".former"):
            raise OSError(5, "no")
        return rename(self, to)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(OSError, match="no"):
        fill(target, "new", replace=True)
    assert [each.name for each in target.iterdir()] == ["old"]
    assert [each.name for each in tmp_path.iterdir()] == ["site"]


def test_places_that_are_no_directories_to_be_made(tmp_path: Path) -> None:
    """A file, and the directory one is in, which would be gone under one's feet."""
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError, match="a file, not a directory"):
        fill(tmp_path / "file", "page")
    before = Path.cwd()
    (tmp_path / "here").mkdir()
    os.chdir(tmp_path / "here")
    try:
        with pytest.raises(FileExistsError, match="the current directory"):
            fill(Path(), "page")
    finally:
        os.chdir(before)
