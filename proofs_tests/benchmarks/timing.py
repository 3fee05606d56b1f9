"""Timing one call, and tables of results."""

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def best_of(times: int, call: Callable[[], T]) -> tuple[float, T]:
    """The least number of seconds in some calls, and what the last one returned."""
    best = None
    while True:
        start = time.perf_counter()
        result = call()
        seconds = time.perf_counter() - start
        best = seconds if best is None else min(best, seconds)
        times -= 1
        if times == 0:
            return best, result


def show(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table in columns."""
    table = [list(columns), *map(list, rows)]
    widths = [max(len(row[i]) for row in table) for i in range(len(columns))]
    print(f"\n{title}")
    for row in table:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)))
