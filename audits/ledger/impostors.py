"""Mistakes that can be made in any mechanism: twice the eps, blindness, one wrong part.

The guarantee and the good outcomes that a claim asks about are written in the claim: an impostor
that says itself what it keeps would always keep it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from reference.exact.field import R
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import X

D = TypeVar("D")
T = TypeVar("T")


def twice_eps(build: Callable[..., T]) -> Callable[..., T]:
    """What is built in the same way, with twice every eps that it is given."""

    def wrong(*arguments: object, **named: object) -> T:
        return build(*map(twice, arguments), **{key: twice(v) for key, v in named.items()})

    return wrong


def twice(value: object) -> object:
    """Twice an eps; anything else as it is."""
    if not isinstance(value, Epsilon):
        return value
    if value.field.continuous:  # u = eps/parts stays what it is
        return value * 2
    return Epsilon(value.root * value.root, value.parts)


@dataclass(frozen=True)
class Blind(Generic[D, X, R]):
    """A mechanism that answers from another database than its own."""

    mechanism: Mechanism[D, X, R]
    shown: Callable[[D], D]
    """The database that it sees instead: the same one for all that are to be told apart."""

    def __call__(self, database: D, coins: Coins[R], /) -> X:
        return coins.run(self.mechanism, self.shown(database))


def blind(
    build: Callable[..., Mechanism[D, X, Any]], shown: Callable[[D], D]
) -> Callable[..., Mechanism[D, X, Any]]:
    """What is built in the same way, and sees another database.

    Args:
        build: a mechanism from its parameters.
        shown: the database that is seen, such as the first row again and again.
    """
    return lambda *arguments, **named: Blind(build(*arguments, **named), shown)


@dataclass(frozen=True)
class Parts:
    """What a theorem is made of: called on the number of a part, from 0, and what it is given."""

    parts: tuple[Callable[..., Any], ...]

    def __call__(self, number: int, *given: Any) -> Any:  # noqa: ANN401
        """One of the parts, of what it is given."""
        return self.parts[number](*given)

    def but(self, number: int, wrong: Callable[..., Any]) -> Parts:
        """The same, one part replaced."""
        return Parts((*self.parts[:number], wrong, *self.parts[number + 1 :]))
