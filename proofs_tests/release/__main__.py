"""The release: built, looked at, and tried where a user would install it.

    python -m proofs_tests.release [--into DIRECTORY]

Wheel and sdist are built; `twine` looks at what they say of themselves.  The wheel is installed
with the newest and with the oldest packages that `pyproject.toml` allows, for every Python that is
found here; in each environment every command is run once (`smoke.py`).  Needs a package index.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SMOKE = ROOT / "proofs_tests" / "release" / "smoke.py"

PYTHONS = tuple(f"3.{minor}" for minor in range(11, 20))
"""Asked for one after another; most of the later ones do not exist yet."""

RESOLUTIONS = ("highest", "lowest-direct")
"""The newest packages, and the oldest that `pyproject.toml` names."""


class BrokenReleaseError(Exception):
    """What a step said that failed."""


def run(words: Sequence[str | Path], folder: Path, **more: str) -> str:
    """The output of a program.

    Raises:
        BrokenReleaseError: if it failed.
    """
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(
        [*map(str, words)],
        cwd=folder,
        env=kept | more,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BrokenReleaseError(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def uv() -> str:
    """The program that makes environments: that of this environment."""
    return str(Path(sys.executable).with_name("uv"))


def built(into: Path) -> Path:
    """The wheel; the sdist lies beside it."""
    for old in into.glob("exactdp-*"):
        old.unlink()
    run([sys.executable, "-m", "hatchling", "build", "-d", str(into)], ROOT)
    (wheel,) = into.glob("exactdp-*.whl")
    (sdist,) = into.glob("exactdp-*.tar.gz")
    run([uv(), "tool", "run", "twine", "check", "--strict", wheel, sdist], ROOT)
    with tempfile.TemporaryDirectory() as name:  # a wheel is made of the sdist, too
        again = [uv(), "build", "--quiet", "--wheel", str(sdist), "--out-dir", name]
        run(again, ROOT)
        (second,) = Path(name).glob("*.whl")
        if contents(second) != contents(wheel):
            raise BrokenReleaseError("the wheel of the sdist has other files")
    return wheel


def contents(wheel: Path) -> list[str]:
    """The files in a wheel."""
    listed = run([sys.executable, "-m", "zipfile", "-l", wheel], wheel.parent)
    return sorted(line.split()[0] for line in listed.splitlines()[1:])


def pythons() -> Iterator[str]:
    """The versions of Python that are found here."""
    for version in PYTHONS:
        try:
            run([uv(), "python", "find", "--no-python-downloads", version], ROOT, **shims())
        except BrokenReleaseError:
            continue
        yield version


def shims() -> dict[str, str]:
    """What lets all versions of `pyenv` be found, where it is used."""
    if shutil.which("pyenv") is None:
        return {}
    listed = run(["pyenv", "versions", "--bare"], ROOT).split()
    return {"PYENV_VERSION": ":".join(reversed(listed))}


def tried(wheel: Path, version: str, resolution: str) -> str:
    """Install the wheel in a new environment and run every command there.

    Returns:
        What was installed and what was found, in one line.
    """
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        python = place / "bin" / "python"
        run(
            [uv(), "venv", "--quiet", "--clear", "--no-python-downloads", "-p", version, place],
            place,
            **shims(),
        )
        pins = place / "pins.txt"
        binary = ["--quiet", "--python", str(python), "--only-binary", ":all:"]
        of_the_project = [str(ROOT / "pyproject.toml"), "--resolution", resolution]
        run([uv(), "pip", "compile", *binary, *of_the_project, "-o", pins], place)
        run([uv(), "pip", "install", *binary, wheel, "--constraint", pins], place)
        listed = run([uv(), "pip", "freeze", "--quiet", "--python", python], place).split()
        direct = ("highspy", "matplotlib", "numpy", "python-flint", "rich", "scipy", "typer")
        shown = [each for each in listed if each.partition("==")[0] in direct]
        found = run([python, "-I", SMOKE], place)
        return f"Python {version}, {resolution}: {' '.join(shown)}: {found.strip()}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Build, look, install, run; 1 if anything fails."""
    parser = argparse.ArgumentParser(prog="proofs_tests.release", description=__doc__)
    parser.add_argument("--into", type=Path, default=ROOT / "dist", help="for wheel and sdist")
    try:
        wheel = built(parser.parse_args(arguments).into.absolute())
        sys.stdout.write(f"{wheel.name}, and the sdist, are built\n")
        known = [*pythons()]
        missing = [version for version in promised() if version not in known]
        sys.stdout.writelines(f"Python {each}: not found here, skipped\n" for each in missing)
        for version in known:
            for resolution in RESOLUTIONS:
                sys.stdout.write(f"{tried(wheel, version, resolution)}\n")
                sys.stdout.flush()
    except BrokenReleaseError as failure:
        sys.stderr.write(f"{failure}\n")
        return 1
    return 0


def promised() -> list[str]:
    """The versions of Python that `pyproject.toml` names."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    return [version for version in PYTHONS if f":: Python :: {version}" in text]


if __name__ == "__main__":
    sys.exit(main())
