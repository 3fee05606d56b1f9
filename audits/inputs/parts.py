"""Into how many parts eps is divided, found from the powers of e^eps that a mechanism takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from audits.inputs.literals import InputError
from reference.privacy.epsilon import InexactExponentError

T = TypeVar("T")

MOST_PARTS = 10**6
"""Of eps: powers and scales may need a multiple of what the class says, which is found here."""


def with_parts(parts: int, attempt: Callable[[int], T]) -> T:
    """What the attempt returns with the least multiple of `parts` that makes all powers exact.

    Args:
        parts: what the class says, 1 if it says nothing.
        attempt: called with a number of parts.

    Raises:
        InputError: that of the attempt, if more parts are no help.
    """
    while True:
        try:
            return attempt(parts)
        except InputError as refusal:
            cause = refusal.__context__
            factor = cause.factor if isinstance(cause, InexactExponentError) else 1
            parts *= factor
            if factor == 1 or parts > MOST_PARTS:
                raise
