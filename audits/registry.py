"""The mechanisms that the command line knows by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

_PLACES = {
    "exponential-interior-point": (
        "interior_point.exponential_interior_point:ExponentialInteriorPoint"
    ),
}
"""Command-line name of a mechanism, and its module and class below `reference.mechanisms`."""


def _loader(place: str) -> Callable[[], type]:
    module, _, name = place.partition(":")

    def load() -> type:
        found = getattr(import_module(f"reference.mechanisms.{module}"), name)
        if not isinstance(found, type):
            raise TypeError(f"{place} is not a class")
        return found

    return load


MECHANISMS: dict[str, Callable[[], type]] = {
    name: _loader(place) for name, place in sorted(_PLACES.items())
}
"""The class of each mechanism by its command-line name, imported when it is asked for."""
