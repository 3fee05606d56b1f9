"""A value after pickling, as it reaches another process."""

import pickle
from typing import TypeVar

T = TypeVar("T")


def pickled(value: T) -> T:
    """The value, written and read back."""
    again: T = pickle.loads(pickle.dumps(value))  # noqa: S301 - our own bytes
    return again
