"""What is told of a law that is another one when it is computed again, or that there is none."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from audits.evidence.table import tabulate
from reference.data.adjacency import replace_one
from reference.exact.exponential_function import ExponentialFunction
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.continuous import Exponential, Gumbel, Laplace
from reference.probability.families import bernoulli
from reference.probability.law import law
from reference.probability.replay import ContinuousNoiseError, ImpureMechanismError

TRUTH = bernoulli(Fraction(3, 4))


def response(database: tuple[int, ...], coins: Coins[Fraction], /) -> tuple[int, ...]:
    """Randomized response, row by row."""
    return tuple(row if coins.draw(TRUTH) else 1 - row for row in database)


def remembering() -> Callable[[tuple[int, ...], Coins[Fraction]], int]:
    """What a mechanism keeps of its first database."""
    kept: list[tuple[int, ...]] = []

    def mechanism(database: tuple[int, ...], coins: Coins[Fraction], /) -> int:
        kept.append(database)
        return int(coins.draw(TRUTH)) if kept[0] == (0,) else 0

    return mechanism


def test_who_answers_row_by_row_is_told_of_the_universe_of_sequences() -> None:
    """Over multisets, the mechanism that everybody writes first; over sequences it has its law."""
    words = (
        r"^response on database \(0, 1\), written as \(1, 0\), has another law when it is "
        r"computed again: this universe is of multisets, .*"
        r" replace_one\(values, rows, ordered=True\)$"
    )
    with pytest.raises(ImpureMechanismError, match=words):
        tabulate(response, replace_one(range(2), 2))
    table = tabulate(response, replace_one(range(2), 2, ordered=True))
    assert table.databases == ((0, 0), (0, 1), (1, 0), (1, 1))


def test_who_remembers_is_told_of_no_order() -> None:
    """The database is written as it was."""
    with pytest.raises(ImpureMechanismError, match=r"has another law when it is computed again$"):
        tabulate(remembering(), replace_one(range(2), 1))


@pytest.mark.parametrize("kind", [Laplace, Exponential, Gumbel])
def test_continuous_noise_of_another_root_has_no_law(
    kind: type[Laplace[ExponentialFunction]],
) -> None:
    """A law is a function of u and of r = e^u: a root r^2 would be read as r."""

    def mechanism(eps: Epsilon[ExponentialFunction], coins: Coins[ExponentialFunction]) -> bool:
        x, y = (coins.draw_real(kind(1 / eps)) for _ in range(2))
        return x < y + 1

    assert law(mechanism, Epsilon.continuous(2)).probability(True) != 1
    with pytest.raises(ContinuousNoiseError):
        law(mechanism, Epsilon(ExponentialFunction.r(2), 2))
