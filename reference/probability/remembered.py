"""What a function that is cached (`functools.cache`) may return again.

It is found by the collector of garbage, to which a cache shows its results, or the dictionary in
which they are, and of a limited size the links between them.  Values cannot change and are left
out: which of them are remembered makes no difference to what the function returns.  What it was
called with tells which calls were made, but for plain values, of which no two are equal but those
that are the same.

>>> listed = functools.cache(lambda _: [])
>>> [listed(0)] == [each for each in remembered(listed) if isinstance(each, list)]
True
"""

from __future__ import annotations

import functools
import gc
from collections.abc import Iterator
from types import NoneType
from typing import Final

from reference.probability.outcome import NoValueError, key

CACHED: Final = type(functools.cache(lambda: None))

_OF_ALL: Final = {
    id(part)
    for part in gc.get_referents(functools.cache(int))
    if part is not int and not isinstance(part, dict)
}
"""What every cache leads to, one of them the class of its links."""


def remembered(cached: object) -> Iterator[object]:
    """What a cached function was called with and returned, but for values, and the function."""
    parts = [part for part in gc.get_referents(cached) if part is not vars(cached)]
    found = [part for part in parts if not isinstance(part, dict) and id(part) not in _OF_ALL]
    dicts = [part for part in parts if isinstance(part, dict)]
    links = [each for each in dicts if any(id(type(x)) in _OF_ALL for x in each.values())]
    if links:  # of a limited size: what was returned is one of the parts
        found += [each for each in dicts if all(each is not link for link in links)]
    else:
        found += [x for each in dicts for x in each.values()]
    found = [each for each in found if not _is_value(each)]
    return iter([x for each in links or dicts for x in each if not _is_plain(x)] + found)


def _is_value(value: object) -> bool:
    try:
        key(value)
    except NoValueError:
        return False
    return True


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return type(value) in {int, str, bytes, NoneType}
