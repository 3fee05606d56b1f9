"""Which classes of `reference` promise privacy, or say on which databases they are to be audited.

A class counts if it can be called, has a `guarantee` or a `universe`, and is neither a protocol
nor only what others are derived from, which states no `source`.
"""

import inspect
from importlib import import_module
from pkgutil import walk_packages

import reference
from audits.claims.prelude import *


def classes() -> Iterator[type]:
    """The public classes of all modules that can be called, in alphabetical order of modules."""
    for module in walk_packages(reference.__path__, prefix=f"{reference.__name__}."):
        for name, kind in inspect.getmembers(import_module(module.name), inspect.isclass):
            protocol = getattr(kind, "_is_protocol", False)
            own = kind.__module__ == module.name and not name.startswith("_")
            if own and not protocol and "__call__" in dir(kind):
                yield kind


def declaring(attribute: str) -> set[type]:
    """The classes with the attribute, which may be a field."""
    found = [
        kind
        for kind in classes()
        if hasattr(kind, attribute) or attribute in inspect.get_annotations(kind)
    ]
    parents = {parent for kind in found for parent in kind.__mro__[1:]}
    return {kind for kind in found if kind not in parents or hasattr(kind, "source")}


def without_an_instance(attribute: str, audited: Iterable[object]) -> list[str]:
    """For each class with the attribute of which no instance is audited: what to add, and where.

    Args:
        attribute: `guarantee` or `universe`.
        audited: the instances.
    """
    there = {type(each) for each in audited}
    return [
        f"{kind.__module__}.{kind.__name__} has a `{attribute}` that no claim audits: add a small "
        f"instance of it to INSTANCES in audits/claims/standard_mechanisms/declared/{_room(kind)}"
        for kind in sorted(declaring(attribute) - there, key=lambda kind: kind.__qualname__)
    ]


ROOMS = {
    "stability": "selection",
    **{name: name for name in ("noise", "selection", "stream", "interior_point", "sensitivity")},
    **{name: name for name in ("learning", "release")},
}
"""The module with the instances of a package; `reductions` has those of all others."""


def _room(kind: type) -> str:
    package = kind.__module__.split(".")[-2]
    return f"{ROOMS.get(package, 'reductions')}.py"
