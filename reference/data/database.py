"""Databases: tuples of rows.

Where a mechanism does not look at the order of the rows (it is symmetric), its databases are
written in sorted order, one for each multiset.
"""

from collections.abc import Hashable
from typing import TypeAlias, TypeVar

Row = TypeVar("Row", bound=Hashable)
"""One row: what one individual contributes."""

Database: TypeAlias = tuple[Row, ...]
