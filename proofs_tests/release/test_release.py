"""What is published is installed and runs, with the newest and with the oldest packages."""

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from proofs_tests.architecture.tree import ROOT
from proofs_tests.release.__main__ import (
    AWAY,
    BY_PYTHON,
    OF_THE_CHECKOUT,
    TAKEN,
    checkout,
    dependencies,
    differences,
    imported_libraries,
    in_sdist,
    in_wheel,
    main,
    objections,
    required_by,
    to_install,
)


@pytest.mark.slow
def test_every_command_runs_where_the_wheel_is_installed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On every Python that is found here; by day `test_smoke.py` asks this of the checkout."""
    assert main(["--into", str(tmp_path / "built")]) == 0, capsys.readouterr().err
    assert "highest" in capsys.readouterr().out


def test_a_release_that_is_tried_nowhere_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where no Python is found, nothing has been seen to run."""
    monkeypatch.setattr("proofs_tests.release.__main__.built", lambda into: into / "a.whl")
    monkeypatch.setattr("proofs_tests.release.__main__.is_here", lambda _: False)
    assert main(["--into", str(tmp_path)]) == 1
    assert "no Python" in capsys.readouterr().err


def test_what_is_tested_on_every_python_is_there() -> None:
    """A file that is renamed is missed at night only, else."""
    named = (*BY_PYTHON, *AWAY, *OF_THE_CHECKOUT, *TAKEN)
    assert [each for each in named if not (ROOT / each).exists()] == []


def test_files_that_differ_are_named() -> None:
    """One that is missing, one too many, one that has another content."""
    expected = {"a": b"1", "b": b"2", "c": b"3"}
    assert objections("it", dict(expected), expected) == []
    assert objections("it", {"b": b"0", "c": b"3", "d": b"4"}, expected) == [
        "it has no a",
        "it has a file too many: d",
        "it has another b",
    ]


def test_packages_and_plugin_are_installed() -> None:
    """The data that commands read, the types and the plugin; no test."""
    files = to_install(checkout())
    assert {"exactdp_pytest.py", "audits/claims/catalogue.toml", "audits/py.typed"} <= {*files}
    assert {name.partition("/")[0] for name in files} == {
        "reference",
        "audits",
        "exactdp",
        "exactdp_pytest.py",
    }


def test_archives_are_read(tmp_path: Path) -> None:
    """Without what they say of themselves."""
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as wheel:
        wheel.writestr("audits/x.py", "1")
        wheel.writestr("exactdp-1.dist-info/METADATA", "2")
    assert in_wheel(tmp_path / "a.whl") == {"audits/x.py": b"1"}
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as sdist:
        for name in ("exactdp-1/audits/x.py", "exactdp-1/PKG-INFO"):
            member = tarfile.TarInfo(name)
            member.size = 1
            sdist.addfile(member, io.BytesIO(b"1"))
    assert in_sdist(tmp_path / "a.tar.gz") == {"audits/x.py": b"1"}


def test_what_is_imported_is_required() -> None:
    """By name, and nothing else is: what others happen to bring along may go."""
    assert differences({*dependencies()}, imported_libraries()) == []


def test_a_package_that_is_not_required_is_named(tmp_path: Path) -> None:
    """And one that is required in vain; of the extras, those that are ours count."""
    metadata = "Requires-Dist: b>=1\nRequires-Dist: c<2,>=1\nRequires-Dist: a; extra == 'x'\n"
    metadata += "Requires-Dist: d>=1; extra == 'plots'\n\n"
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as wheel:
        wheel.writestr("exactdp-1.dist-info/METADATA", metadata)
    assert required_by(tmp_path / "a.whl") == {"b", "c", "d"}
    assert differences({"b", "c"}, {"a", "b"}) == [
        "the wheel imports a and does not require it",
        "the wheel requires c and does not import it",
    ]


def test_dependencies_are_those_of_the_project() -> None:
    """Without their bounds."""
    assert {"numpy", "python-flint"} <= {*dependencies()}
    assert all(name.replace("-", "").isalnum() for name in dependencies())
