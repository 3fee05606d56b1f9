"""The row "no example", written as a star in the papers."""

from enum import Enum

from reference.override import override


class Star(Enum):
    """A row that carries no information; a value of its own, never None."""

    STAR = "star"

    @override
    def __str__(self) -> str:
        return self.value

    @override
    def __repr__(self) -> str:
        return self.value

    def __lt__(self, other: object) -> bool:
        """Last in every order, so that databases with stars can be sorted."""
        return False

    def __gt__(self, other: object) -> bool:
        return not isinstance(other, Star)
