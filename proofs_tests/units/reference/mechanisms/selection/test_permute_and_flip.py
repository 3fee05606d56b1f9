"""Permute-and-flip against all orders."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import factorial

import pytest

from reference.data.database import Database
from reference.mechanisms.selection.permute_and_flip import PermuteAndFlip
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

VECTORS = [(0,), (0, 0), (2, 0), (1, 0, 1), (0, 2, 1), (3, 0, 0), (1, 2, 3, 0), (0, 0, 0, 2)]


@dataclass(frozen=True)
class Answers:
    """The quality of a candidate is an answer; the database is the vector of answers."""

    def __call__(self, database: Database[int], /) -> Mapping[int, int]:
        return dict(enumerate(database))


def by_orders(answers: tuple[int, ...], base: Fraction) -> list[Fraction]:
    """The law, averaged over all orders in which the candidates may come."""
    chances = [base ** (a - max(answers)) for a in answers]
    wins = [Fraction(0)] * len(answers)
    for order in permutations(range(len(answers))):
        alive = Fraction(1, factorial(len(answers)))
        for i in order:
            wins[i] += alive * chances[i]
            alive *= 1 - chances[i]
    return wins


@pytest.mark.parametrize("answers", VECTORS)
@pytest.mark.parametrize("base", [Fraction(1), Fraction(6, 5), Fraction(4)])
def test_law_equals_the_average_over_orders(answers: tuple[int, ...], base: Fraction) -> None:
    """Choosing at each turn comes to the same as shuffling once."""
    found = law(PermuteAndFlip(Answers(), Epsilon(base, 2)), answers)
    assert [found.probability(i) for i in range(len(answers))] == by_orders(answers, base)
