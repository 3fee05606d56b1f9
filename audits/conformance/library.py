"""The libraries that are compared with the reference, by name."""

from __future__ import annotations

from importlib import import_module

from audits.conformance.adapter import Adapter
from audits.near_names import hint, same

MODULES = {
    "opendp": "opendp",
    "diffprivlib": "diffprivlib",
    "dp-accounting": "dp_accounting",
    "python-dp": "python_dp",
    "tmlt.core": "tmlt_core",
    "autodp": "autodp",
    "prv-accountant": "prv_accountant",
}
"""For each library, as on the package index, its module in `audits.conformance.adapters`."""


def adapter(name: str) -> Adapter:
    """The adapter of a library, named in any case.

    Raises:
        LookupError: if there is none of this name.
    """
    known = same(name, MODULES)
    if known is None:
        those = f"; libraries are {', '.join(MODULES)}, or give file.py:function"
        raise LookupError(f"{name!r}: no such library{hint(name, MODULES) or those}")
    found = import_module(f"audits.conformance.adapters.{MODULES[known]}").ADAPTER
    assert isinstance(found, Adapter)
    return found
