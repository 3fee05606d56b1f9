"""The pytest plugin as the wheel installs it, in projects of other people."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from proofs_tests.architecture.tree import ROOT

THEIRS = """
def flip(bit, rng):
    return bit if rng.randrange(3) else 1 - bit
def test_private(assert_private):
    assert_private(flip, [(0, 1)], exp_eps=2)
def test_not_private(assert_private):
    assert_private(flip, [(0, 1)], eps='0.5')
def test_skipped(assert_private):
    def drawn_for_ever(bit, rng):
        while [rng.random()]:
            pass
    assert_private(drawn_for_ever, [(0, 1)], eps='0.5', timeout=1, undecided="skip")
def test_refuted_is_not_skipped(assert_private):
    assert_private(flip, [(0, 1)], eps='0.5', undecided="skip")
def test_conforms(assert_conforms):
    from reference.probability.dist import Dist
    assert_conforms(lambda n: [0] * n, Dist.point(0))
def test_leaks(assert_conforms):
    from reference.probability.dist import Dist
    assert_conforms(lambda n: ['LEAK'] * n, Dist.point(0))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with what the wheel installs, entry points included."""
    pytest.importorskip("hatchling")
    place = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    (wheel,) = place.glob("exactdp-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place / "installed")
    return place / "installed"


def session(project: Path, installed: Path, *options: str) -> str:
    """What `python -m pytest` prints in a project: the plugin is found by its entry point."""
    plain = ("-p", "no:randomly", "-p", "no:cacheprovider")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plain, *options],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def test_the_plugin_provides_the_fixtures(tmp_path: Path, installed: Path) -> None:
    """What is not as it should be fails, with the line of the test and the witness."""
    (tmp_path / "test_theirs.py").write_text(THEIRS)
    printed = session(tmp_path, installed)
    assert "3 failed, 2 passed, 1 skipped" in printed
    assert "not private: Pr[0 -> T] = 2/3 and Pr[1 -> T] = 1/3" in printed
    assert "test_theirs.py:" in printed
    assert "assertions.py" not in printed  # our own frames are hidden
    assert "__tracebackhide__" not in printed


@pytest.mark.parametrize(
    ("package", "text"), [("audits", "raise RuntimeError('not for import')\n"), ("reference", "")]
)
def test_the_plugin_stops_nobody(tmp_path: Path, installed: Path, package: str, text: str) -> None:
    """A package of our name does not stop the tests; one that asks is told what is there."""
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").write_text(text)
    (tmp_path / "test_theirs.py").write_text(
        "def test_of_their_own():\n    pass\ndef test_that_asks(assert_private):\n    pass\n"
    )
    printed = session(tmp_path, installed)
    assert "1 passed, 1 error" in printed
    told = [line for line in printed.splitlines() if "the fixture assert_private" in line]
    assert str(tmp_path / package / "__init__.py") in told[0]
    assert "Traceback" not in printed


def test_asking_for_the_plugin_twice_is_harmless(tmp_path: Path, installed: Path) -> None:
    """`-p exactdp_pytest` where the plugin is installed, and a conftest that names it too."""
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["exactdp_pytest"]\n')
    (tmp_path / "test_theirs.py").write_text("def test_that_asks(assert_private):\n    pass\n")
    assert "1 passed" in session(tmp_path, installed, "-p", "exactdp_pytest")
