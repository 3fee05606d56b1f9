"""Mechanisms with draws in every nesting."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from proofs_tests.strategies.laws import laws
from reference.probability.coins import Coins
from reference.probability.dist import Dist


@dataclass(frozen=True, slots=True)
class Tree:
    """A mechanism that ignores its database: draw, then go on with the child of the outcome.

    The sum of the outcomes drawn is released, modulo 5, so that branches meet.
    """

    law: Dist[int, Fraction]
    children: tuple[Tree | None, ...]
    """For each outcome from 0 on what follows; None: nothing."""

    nested: bool
    """Whether children are run as sub-mechanisms."""

    def __call__(self, database: tuple[int, ...], coins: Coins[Fraction], /) -> int:
        outcome = coins.draw(self.law)
        child = self.children[outcome]
        if child is None:
            return outcome
        rest = coins.run(child, database) if self.nested else child(database, coins)
        return (outcome + rest) % 5

    def expected(self) -> Dist[int, Fraction]:
        """The law, by bind instead of by replay."""

        def follow(outcome: int) -> Dist[int, Fraction]:
            child = self.children[outcome]
            if child is None:
                return Dist.point(outcome)
            return child.expected().map(lambda rest: (outcome + rest) % 5)

        return self.law.bind(follow)


def _trees(children: st.SearchStrategy[Tree | None]) -> st.SearchStrategy[Tree | None]:
    return st.builds(Tree, laws(), st.tuples(*[children] * 4), st.booleans())


TREES: st.SearchStrategy[Tree] = st.builds(
    Tree, laws(), st.tuples(*[st.recursive(st.none(), _trees, max_leaves=6)] * 4), st.booleans()
)
"""Mechanisms with draws in every nesting."""
