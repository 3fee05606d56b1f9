"""The mechanisms that the command line knows by name.

Every public class below `reference.mechanisms` or `reference.reductions` that states its `source`
and can be called on a database is one; its name is the class name in words: `TreeLog` is
`tree-log`, `SparseVector1` is `sparse-vector-1`.
"""

from __future__ import annotations

import inspect
import re
from functools import cache
from importlib import import_module
from pkgutil import walk_packages

import reference.mechanisms
import reference.reductions
from reference.probability.provenance import ours
from reference.source import Source

ALIASES = {"sparse-vector-2": "sparse"}
"""Second names: the sparse vector technique has Sparse as its second variant."""


@cache
def mechanisms() -> dict[str, type]:
    """The class of each mechanism by its command-line name, in alphabetical order.

    Raises:
        ValueError: if two classes have one name.
    """
    found: dict[str, type] = {}
    modules = (
        module
        for package in (reference.mechanisms, reference.reductions)
        for module in walk_packages(package.__path__, prefix=f"{package.__name__}.")
    )
    for module in modules:
        for name, kind in inspect.getmembers(import_module(module.name), _is_mechanism):
            if kind.__module__ != module.name or name.startswith("_"):
                continue
            words = command_name(name)
            if words in found:
                raise ValueError(f"{words} names both {found[words]} and {kind}")
            found[words] = kind
    found.update({alias: found[name] for alias, name in ALIASES.items()})
    return dict(sorted(found.items()))


def command_name(class_name: str) -> str:
    """The class name in words.

    >>> [command_name(name) for name in ("TreeLog", "SparseVector1", "ExponentialInteriorPoint")]
    ['tree-log', 'sparse-vector-1', 'exponential-interior-point']
    """
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+|[0-9]+", class_name)
    return "-".join(word.lower() for word in words)


def spoken_name(kind: type) -> str:
    """What a person calls a class: one of ours by its command-line name."""
    return command_name(kind.__name__) if ours(kind) else kind.__name__


def _is_mechanism(value: object) -> bool:
    return (
        inspect.isclass(value)
        and isinstance(getattr(value, "source", None), Source)
        and "__call__" in dir(value)
    )
