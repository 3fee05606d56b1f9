"""Laws of automata where ties count: free prophecies, and cells of numbers without noise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from proofs_tests.streams import Coins, Held
from reference.exact.exponential_function import ExponentialFunction
from reference.privacy.epsilon import Epsilon
from reference.probability.fixed import fixed, probability
from reference.probability.tracing import trace

EPS = Epsilon.continuous(parts=1)


@dataclass(frozen=True)
class Between:
    """It foretells a number, of which every answer requires something."""

    requires: Callable[[Held, Held], bool]
    eps: Epsilon[ExponentialFunction] = EPS

    def begin(self, coins: Coins) -> Held:
        """The number."""
        return coins.foretell()

    def step(self, state: Held, answer: Held, coins: Coins) -> tuple[Held, int]:
        """What is required."""
        coins.require(holds=self.requires(state, answer))
        return state, 0


@pytest.mark.parametrize(
    ("requires", "highest"),
    [
        (lambda p, q: q < p <= 0, -1),
        (lambda p, q: q <= p < 0, -1),
        (lambda p, q: q < p < 0, -1),
        (lambda p, q: q <= p <= 0, 0),
    ],
)
def test_a_prophecy_between_bounds(requires: Callable[[Held, Held], bool], highest: int) -> None:
    """There is a real number from q to 0, or between them, up to the highest q."""
    automaton = trace(Between(requires))
    for answer in (-2, -1, 0, 1):
        expected = {("()", "0"): 1} if answer <= highest else {}
        assert fixed(automaton, (answer,), 1) == expected


def test_every_bound_of_a_prophecy_counts() -> None:
    """A number at least all answers and at most those plus 2: they differ by 2 at most."""
    automaton = trace(Between(lambda p, q: q <= p <= q + 2))
    for answers in ((0, 2, 1), (1, 2, 0), (2, 0, 0), (0, 3, 1), (1, 1, -2), (-2, 1, 1), (3, 0, 2)):
        possible = max(answers) - min(answers) <= 2
        expected = {("()", "0", "0", "0"): 1} if possible else {}
        assert fixed(automaton, answers, 1) == expected


@dataclass(frozen=True)
class Plain:
    """It puts out its answers."""

    eps: Epsilon[ExponentialFunction] = EPS

    def begin(self, coins: Coins) -> int:
        """Nothing is known."""
        del coins
        return 0

    def step(self, state: int, answer: Held, coins: Coins) -> tuple[int, Held]:
        """The answer."""
        del coins
        return state, answer


@pytest.mark.parametrize(("answer", "cell"), [(-1, 0), (0, 0), (1, 1), (2, 1), (3, 2)])
def test_the_cell_of_a_plain_number(answer: int, cell: int) -> None:
    """It is the number of cuts below it: a number that is a cut is in one cell, the lower one."""
    automaton = trace(Plain())
    assert fixed(automaton, (answer,), 1, (0, 2)) == {("()", "value", f"cell {cell}"): 1}
    inside = probability(automaton, (answer,), 1, ("()", "value"), ((0, 2),))
    assert inside == (cell == 1)
