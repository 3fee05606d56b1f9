"""The outcome "no answer" of a mechanism, written as an inverted T in the papers."""

from enum import Enum

from reference.override import override


class Bottom(Enum):
    """No answer; a value of its own, never None."""

    BOTTOM = "bottom"

    @override
    def __str__(self) -> str:
        return self.value

    @override
    def __repr__(self) -> str:
        return self.value
