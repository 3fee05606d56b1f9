"""Which exactdp this is."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("audits", "exactdp", "reference")
ELSEWHERE = ("audits/conformance/plugin/", "__pycache__/")
"""What is not below the packages in every installation: the plugin, and what Python compiles."""


def our_version() -> str:
    """The version that is installed; `unknown` for code that is run without being installed."""
    try:
        return version("exactdp")
    except PackageNotFoundError:
        return "unknown"


@cache
def sources() -> str:
    """The SHA-256 of the files of our packages, by their names and hashes: as `sha256sum` has it.

    It is the same in a checkout of a commit and where a wheel of that commit is installed.
    """
    home = Path(__file__).parents[1]
    files = (each for package in PACKAGES for each in (home / package).rglob("*"))
    names = sorted(each.relative_to(home).as_posix() for each in files if each.is_file())
    lines = (
        f"{sha256((home / name).read_bytes()).hexdigest()}  {name}\n"
        for name in names
        if not any(part in name for part in ELSEWHERE)
    )
    return sha256("".join(lines).encode()).hexdigest()
