"""A long loop, as one mechanism: what follows a state is computed once, whatever led to it.

A loop over items whose body draws has as many branches as its draws have outcomes, multiplied.
But what follows depends only on the state of the loop and on the items to come; so a `Fold` is
a mechanism on this pair, and the rest of the loop is another call of it, whose law is remembered:

    Fold(body)((s, (x_0, ..., x_(n-1))), coins) = body.output(s_n),
    with s_0 = s and s_(i+1) = body(s_i, x_i, coins),

or y, as soon as the body returns Stop(y).  States are no outputs, so that they may depend on
unbounded noise which the body draws.  As everywhere, laws of somebody else's body are not
remembered: each branch is followed.

>>> from dataclasses import dataclass
>>> from reference.probability.dist import Dist
>>> from reference.probability.law import law
>>> @dataclass(frozen=True)
... class Parity:
...     def __call__(self, parity, bit, coins):
...         return parity ^ (bit & coins.draw(Dist.uniform((0, 1, 1))))
...
...     def output(self, parity):
...         return parity
>>> law(Fold(Parity()), (0, (1, 1, 1)))  # (1 - 1/27) / 2
Dist({0: 13/27, 1: 14/27})
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from reference.exact.field import R
from reference.probability.coins import Coins

S = TypeVar("S", bound=Hashable)
"""States of a loop."""

T_contra = TypeVar("T_contra", bound=Hashable, contravariant=True)
T = TypeVar("T", bound=Hashable)
"""Items of a loop."""

X_co = TypeVar("X_co", bound=Hashable, covariant=True)
X = TypeVar("X", bound=Hashable)

NESTING = 32
"""So many items or fewer have a call each; of more, several share one, since each call is made
inside the one before."""


@dataclass(frozen=True, slots=True)
class Stop(Generic[X_co]):
    """What a body returns to end the loop."""

    output: X_co
    """The output of the loop."""


class Body(Protocol[S, T_contra, X_co, R]):
    """The body of a loop: a frozen record of parameters, since mechanisms are."""

    def __call__(self, state: S, item: T_contra, coins: Coins[R], /) -> S | Stop[X_co]:
        """The state after the item, or the end of the loop."""

    def output(self, state: S, /) -> X_co:
        """The output after the last item."""


@dataclass(frozen=True, slots=True)
class Fold(Generic[S, T, X, R]):
    """The loop, called on its first state and its items."""

    body: Body[S, T, X, R]

    def __call__(self, situation: tuple[S, tuple[T, ...]], coins: Coins[R], /) -> X:
        """The output of the loop."""
        state, items = situation
        turns = 1 + len(items) // NESTING
        for item in items[:turns]:
            after = self.body(state, item, coins)
            if isinstance(after, Stop):
                return after.output
            state = after
        if turns >= len(items):
            return self.body.output(state)
        return coins.delegate(self, (state, items[turns:]))
