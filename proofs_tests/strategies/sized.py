"""Mechanisms, each with the number of rows that it is for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hypothesis import strategies as st


class Sized(NamedTuple):
    """A number of rows, and a mechanism for so many."""

    rows: int
    mechanism: Any


def sized(
    rows: st.SearchStrategy[int], mechanisms: Callable[[int], st.SearchStrategy[Any]]
) -> st.SearchStrategy[Sized]:
    """One of the numbers, and one of the mechanisms for it."""
    return rows.flatmap(lambda n: st.builds(Sized, st.just(n), mechanisms(n)))
