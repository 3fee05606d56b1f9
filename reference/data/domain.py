"""Ordered finite domains.

>>> Domain.of_size(4)[-1], 7 in Domain.of_size(2**64)
(3, True)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

X = TypeVar("X", bound=Hashable)

MOST_LISTED = 1 << 16
"""Values of a domain that are gone through one by one."""


@dataclass(frozen=True, slots=True)
class Domain(Generic[X]):
    """Finitely many distinct values in increasing order.

    Raises:
        ValueError: if there is no value, or a value occurs twice (not checked for a range).
    """

    values: Sequence[X]
    """A tuple, or a range (which may be huge: it is never listed)."""

    def __post_init__(self) -> None:
        if not self.values:
            raise ValueError("a domain has at least one value")
        if not isinstance(self.values, range) and len(set(self.values)) < len(self.values):
            raise ValueError(f"domain {self.values!r}: the values of a domain are distinct")

    @staticmethod
    def of_size(size: int) -> Domain[int]:
        """The domain 0, 1, ..., size - 1.

        Raises:
            ValueError: if size < 1.
        """
        if size < 1:
            raise ValueError(f"domain of size {size}: a domain has at least one value")
        return Domain(range(size))

    def index(self, value: X) -> int:
        """The number of values before this one."""
        return self.values.index(value)

    @property
    def size(self) -> int:
        """The number of values; unlike len(), not limited to the machine's word."""
        if isinstance(self.values, range):
            step = self.values.step
            return (self.values[-1] - self.values[0]) // step + 1
        return len(self.values)

    def __iter__(self) -> Iterator[X]:
        """Go through the values, in order.

        Raises:
            ValueError: for more than `MOST_LISTED`.
        """
        if self.size > MOST_LISTED:
            raise ValueError(
                f"a domain of {self.size} values: at most {MOST_LISTED} are gone through"
            )
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def __contains__(self, value: object) -> bool:
        return value in self.values

    def __getitem__(self, index: int) -> X:
        return self.values[index]
