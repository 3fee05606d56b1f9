"""The libraries that are compared with the reference, by name."""

from __future__ import annotations

from importlib import import_module

from audits.conformance.adapter import Adapter

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
    """The adapter of a library.

    Raises:
        LookupError: if there is none of this name.
    """
    if name not in MODULES:
        raise LookupError(f"{name}: the libraries are {', '.join(MODULES)}")
    found = import_module(f"audits.conformance.adapters.{MODULES[name]}").ADAPTER
    assert isinstance(found, Adapter)
    return found
