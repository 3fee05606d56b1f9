"""Which exactdp this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def our_version() -> str:
    """The version that is installed; `unknown` for code that is run without being installed."""
    try:
        return version("exactdp")
    except PackageNotFoundError:
        return "unknown"
