"""The release: built, looked at, and tried where a user would install it.

    python -m proofs_tests.release [--into DIRECTORY] [--full]

Wheel and sdist are built; `twine` looks at what they say of themselves, and they hold every file
of the checkout that they should, byte for byte, and no other.  The wheel requires what it
imports.  Without extras, what is exact runs.  The tests are run against the wheel, from a
directory without the packages of the checkout: those of `AWAY`, or all.  The wheel is installed
with the newest and with the oldest packages that `pyproject.toml` allows, for every Python that
is found here; in each environment every command is run once (`smoke.py`).  What depends on the
code that a Python compiles is tested on each (`BY_PYTHON`).
Needs a package index.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from email import message_from_bytes
from pathlib import Path
from typing import IO

from proofs_tests.architecture.tree import ROOT, files_of_the_repository, imports, modules

SMOKE = ROOT / "proofs_tests" / "release" / "smoke.py"

PYTHONS = tuple(f"3.{minor}" for minor in range(11, 20))
"""Asked for one after another; most of the later ones do not exist yet."""

RESOLUTIONS = ("highest", "lowest-direct")
"""The newest packages, and the oldest that `pyproject.toml` names."""

DISTRIBUTIONS = {"flint": "python-flint"}
"""What a library is called where it is installed from, if not by its own name."""

TYPES_ONLY = ("typing_extensions",)
"""Imported while types are checked, and never at run time."""

IMPORTS_ANYTHING = "audits.conformance"
"""The package that exists in order to import other libraries: each is named by an extra."""

NAME = re.compile(r"[^\w.-]")
"""What ends the name of a package where it is asked for."""

UNITS = "proofs_tests/units/reference/probability"

BY_PYTHON = (
    "reference/probability",
    *(f"{UNITS}/test_{name}.py" for name in ("guards", "retraced", "traced", "tracing")),
    f"{UNITS}/test_purity.py",
    "proofs_tests/units/audits/inputs/test_declared.py",
    "proofs_tests/units/audits/commands/test_every_number.py",
    "proofs_tests/units/audits/conformance/test_assertions.py",
    "proofs_tests/conformance/test_streams_sly.py",
)
"""Tests of the checkout that are run on every Python but the one of this environment.

They ask what becomes of the code of others, which differs from one Python to the next.
"""

OURS = ("optimum", "plots")
"""The extras whose libraries the packages import."""

EXTRAS = ",".join([*OURS, "pytest"])
"""What is installed besides, the plugin of pytest included."""

MOST_MEGABYTES = 120
"""Of an installation without extras."""

AWAY = (
    "README.md",
    "proofs_tests/laws",
    "proofs_tests/kernel/test_examples.py",
    "proofs_tests/kernel/test_manifest.py",
    "proofs_tests/release/test_extras.py",
    "proofs_tests/units/audits/commands/test_cli.py",
    "proofs_tests/units/audits/notebook",
)
"""Tests that are run against the wheel, two minutes of them."""

OF_THE_CHECKOUT = (
    "proofs_tests/architecture",
    "proofs_tests/mutation",
    "proofs_tests/release/test_release.py",
    "proofs_tests/release/test_smoke.py",
)
"""Tests that read its source or build it."""

TAKEN = ("proofs_tests", "docs", "README.md", "pyproject.toml", "CHANGELOG.md", "CITATION.cff")
"""What tests need beside the wheel."""

PACKAGES = ("reference/", "audits/", "exactdp/")
"""What is installed of the checkout."""

PLUGIN = "audits/conformance/plugin/"
"""Its module is installed beside the packages."""


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
        found = [
            *objections("the sdist", in_sdist(sdist), checkout()),
            *objections("the wheel", in_wheel(wheel), to_install(checkout())),
            *objections("the wheel of the sdist", in_wheel(second), in_wheel(wheel)),
            *differences(required_by(wheel), imported_libraries()),
        ]
    if found:
        raise BrokenReleaseError("\n".join(found))
    return wheel


def objections(
    archive: str, found: Mapping[str, bytes], expected: Mapping[str, bytes]
) -> list[str]:
    """How the files in an archive differ from those expected, a sentence each."""
    return [
        *(f"{archive} has no {name}" for name in sorted(expected.keys() - found.keys())),
        *(f"{archive} has a file too many: {name}" for name in sorted(found.keys() - expected)),
        *(
            f"{archive} has another {name}"
            for name in sorted(found.keys() & expected.keys())
            if found[name] != expected[name]
        ),
    ]


def differences(required: set[str], imported: set[str]) -> list[str]:
    """Packages that are imported and not required, or the other way round, a sentence each.

    One that another package happens to require is there today, and may be gone tomorrow.
    """
    return [
        *(
            f"the wheel imports {name} and does not require it"
            for name in sorted(imported - required)
        ),
        *(
            f"the wheel requires {name} and does not import it"
            for name in sorted(required - imported)
        ),
    ]


def required_by(wheel: Path) -> set[str]:
    """The packages that a wheel asks for, those of the extras of `OURS` included."""
    with zipfile.ZipFile(wheel) as archive:
        (place,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(archive.read(place))
    asked = metadata.get_all("Requires-Dist") or []
    ours = [f"extra == '{extra}'" for extra in OURS]
    return {
        NAME.split(each)[0]
        for each in asked
        if "extra ==" not in each or each.endswith(tuple(ours))
    }


def imported_libraries() -> set[str]:
    """What the packages import of others at run time, by the names that are installed."""
    tops = {
        target.partition(".")[0]
        for module in modules("reference", "audits", "exactdp")
        if not module.within(IMPORTS_ANYTHING)
        for _, target in imports(module)
    }
    ours = {"reference", "audits", "exactdp", *sys.stdlib_module_names, *TYPES_ONLY}
    return {DISTRIBUTIONS.get(top, top) for top in tops - ours}


def checkout() -> dict[str, bytes]:
    """The files of the checkout."""
    return {
        path.relative_to(ROOT).as_posix(): path.read_bytes() for path in files_of_the_repository()
    }


def to_install(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Those of the packages, and the plugin beside them."""
    return {
        name.removeprefix(PLUGIN): text
        for name, text in files.items()
        if name.startswith(PACKAGES)
    }


def in_wheel(wheel: Path) -> dict[str, bytes]:
    """The files in a wheel; what it says of itself is left to `twine`."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
        return {name: archive.read(name) for name in names}


def in_sdist(sdist: Path) -> dict[str, bytes]:
    """The files in an sdist, below its one directory; what it says of itself is left out."""
    files = {}
    with tarfile.open(sdist) as archive:
        for member in archive:
            content: IO[bytes] | None = archive.extractfile(member)
            if content is not None:
                files[member.name.partition("/")[2]] = content.read()
    del files["PKG-INFO"]
    return files


def pythons() -> list[str]:
    """The versions of Python that are found here.

    Raises:
        BrokenReleaseError: if there is none: nothing would be seen to run.
    """
    known = [version for version in PYTHONS if is_here(version)]
    if not known:
        raise BrokenReleaseError(f"no Python is found here, of {', '.join(PYTHONS)}")
    return known


def is_here(version: str) -> bool:
    """Whether a version of Python is found."""
    try:
        run([uv(), "python", "find", "--no-python-downloads", version], ROOT, **shims())
    except BrokenReleaseError:
        return False
    return True


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
        extras = [word for extra in EXTRAS.split(",") for word in ("--extra", extra)]
        run([uv(), "pip", "compile", *binary, *of_the_project, *extras, "-o", pins], place)
        run([uv(), "pip", "install", *binary, f"{wheel}[{EXTRAS}]", "--constraint", pins], place)
        listed = run([uv(), "pip", "freeze", "--quiet", "--python", python], place).split()
        shown = [each for each in listed if each.partition("==")[0] in {*dependencies(), "pytest"}]
        found = run([python, "-I", SMOKE], place)
        return f"Python {version}, {resolution}: {' '.join(shown)}: {found.strip()}"


def without_extras(wheel: Path) -> str:
    """Install the wheel alone, as a user would, and run what is exact.

    Returns:
        How much it takes and what was found, in one line.

    Raises:
        BrokenReleaseError: if it takes more than `MOST_MEGABYTES`.
    """
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        python = place / "bin" / "python"
        run([sys.executable, "-m", "venv", place], place)
        run([python, "-m", "pip", "install", "--quiet", wheel], place)
        (packages,) = place.glob("lib/python*/site-packages")
        size = sum(each.stat().st_size for each in packages.rglob("*") if each.is_file()) >> 20
        if size > MOST_MEGABYTES:
            raise BrokenReleaseError(f"without extras: {size} MB, at most {MOST_MEGABYTES}")
        found = run([python, "-I", SMOKE, "--without-extras"], place)
        return f"without extras, {size} MB: {found.strip()}"


def away(wheel: Path, *, full: bool) -> str:
    """Run tests against the wheel, where the packages of the checkout are not.

    Returns:
        How many passed, in one line.
    """
    with tempfile.TemporaryDirectory() as name:
        place, environment = Path(name) / "away", Path(name) / "environment"
        for each, text in checkout().items():
            if each.startswith(TAKEN):
                (place / each).parent.mkdir(parents=True, exist_ok=True)
                (place / each).write_bytes(text)
        python = environment / "bin" / "python"
        run([uv(), "venv", "--quiet", "--python", sys.executable, environment], ROOT)
        install: list[str | Path] = [uv(), "pip", "install", "--quiet", "--python", python]
        run([*install, f"{wheel}[{EXTRAS}]", "--group", "tests"], ROOT)
        here = run([python, "-c", "import audits; print(audits.__file__)"], place).strip()
        if not Path(here).is_relative_to(environment):
            raise BrokenReleaseError(f"the tests would see {here}, and not the wheel")
        words: list[str | Path] = [
            python,
            "-B",
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-n",
            "2",
        ]
        skipped = [f"--ignore={each}" for each in OF_THE_CHECKOUT]
        chosen = ["README.md", "proofs_tests", *skipped] if full else [*AWAY]
        found = run([*words, *chosen], place, HYPOTHESIS_PROFILE="ci")
        return f"tests against the wheel: {found.splitlines()[-1]}"


def tested(version: str) -> str:
    """Run the tests of what depends on a Python, from the checkout, with the newest packages.

    Returns:
        How many passed, in one line.
    """
    with tempfile.TemporaryDirectory() as name:
        python = Path(name) / "bin" / "python"
        made = [uv(), *["venv", "--quiet", "--no-python-downloads", "--python"], version, name]
        run(made, ROOT, **shims())
        place: list[str | Path] = ["--python", python, "-r", ROOT / "pyproject.toml"]
        newest = ["pip", "install", "--quiet", "--only-binary", ":all:", "--group", "tests"]
        extras = [word for extra in OURS for word in ("--extra", extra)]
        run([uv(), *newest, *place, *extras], ROOT)
        words = ["-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        found = run([python, *words, *BY_PYTHON], ROOT, HYPOTHESIS_PROFILE="ci")
        return f"Python {version}, what depends on it: {found.splitlines()[-1]}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Build, look, install, run; 1 if anything fails."""
    parser = argparse.ArgumentParser(prog="proofs_tests.release", description=__doc__)
    parser.add_argument("--into", type=Path, default=ROOT / "dist", help="for wheel and sdist")
    parser.add_argument("--full", action="store_true", help="all tests against the wheel")
    typed = parser.parse_args(arguments)
    try:
        wheel = built(typed.into.absolute())
        sys.stdout.write(f"{wheel.name}, and the sdist, are built\n")
        known = pythons()
        sys.stdout.write(f"{without_extras(wheel)}\n")
        sys.stdout.write(f"{away(wheel, full=typed.full)}\n")
        sys.stdout.flush()
        missing = [version for version in promised() if version not in known]
        sys.stdout.writelines(f"Python {each}: not found here, skipped\n" for each in missing)
        for version in known:
            for resolution in RESOLUTIONS:
                sys.stdout.write(f"{tried(wheel, version, resolution)}\n")
                sys.stdout.flush()
        for version in known:
            if version != f"{sys.version_info.major}.{sys.version_info.minor}":
                sys.stdout.write(f"{tested(version)}\n")
                sys.stdout.flush()
    except BrokenReleaseError as failure:
        sys.stderr.write(f"{failure}\n")
        return 1
    return 0


def dependencies() -> list[str]:
    """The packages that `pyproject.toml` asks for, those of the extras of `OURS` included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [*project["dependencies"], *(each for extra in OURS for each in extras[extra])]
    return [NAME.split(each)[0] for each in asked]


def promised() -> list[str]:
    """The versions of Python that `pyproject.toml` names."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    return [version for version in PYTHONS if f":: Python :: {version}" in text]


if __name__ == "__main__":
    sys.exit(main())
