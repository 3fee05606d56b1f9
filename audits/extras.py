"""The extras of the package: what an installation may lack, and who brings it.

The exact engines need none of it.  A search in floating point and a picture do, and load it where
they begin, so that everything else runs without.
"""

from __future__ import annotations

from importlib.util import find_spec

EXTRAS = {"optimum": ("numpy", "scipy", "highspy"), "plots": ("matplotlib",)}
"""The libraries of an extra, by the names that are imported."""


class MissingExtraError(ImportError):
    """A library is not installed that only an extra brings."""


def is_installed(library: str) -> bool:
    """Whether a library can be loaded; it is not loaded."""
    return find_spec(library) is not None


def need(extra: str, what: str) -> None:
    """Refuse to begin what cannot be done without an extra.

    Args:
        extra: one of `EXTRAS`.
        what: is to be done, such as "a picture".

    Raises:
        MissingExtraError: if one of its libraries is not installed.
    """
    for library in EXTRAS[extra]:
        if not is_installed(library):
            raise MissingExtraError(
                f"{what} needs {library}, which comes with the extra [{extra}]: "
                f"pip install '.[{extra}]' in a checkout, 'FILE.whl[{extra}]' for a wheel",
                name=library,
            )
