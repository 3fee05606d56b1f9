"""Laws that are remembered, read, or another one when they are computed again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction

import pytest

from audits.evidence.table import tabulate
from audits.ledger.impostors import Blind
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import R
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.path_embedding import RandomPath
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.continuous import Exponential, Gumbel, Laplace
from reference.probability.families import bernoulli
from reference.probability.law import law
from reference.probability.outcome import contents
from reference.probability.readers import reader
from reference.probability.replay import ContinuousNoiseError, ImpureMechanismError, remembering

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

TRUTH = bernoulli(Fraction(3, 4))


def response(database: tuple[int, ...], coins: Coins[Fraction], /) -> tuple[int, ...]:
    """Randomized response, row by row."""
    return tuple(row if coins.draw(TRUTH) else 1 - row for row in database)


def keeping() -> Callable[[tuple[int, ...], Coins[Fraction]], int]:
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
        tabulate(keeping(), replace_one(range(2), 1))


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


def paths(root: R) -> RandomPath[R]:
    """The same mechanism, made again."""
    return RandomPath(Domain.of_size(4), 1, Epsilon(root))


def test_a_law_is_computed_once_while_it_is_remembered() -> None:
    """Inside it is one object, afterwards an equal one."""
    with remembering():
        first = law(paths(Fraction(2)), (0, 1, 3))
        assert law(paths(Fraction(2)), (0, 1, 3)) is first
        assert law(paths(Fraction(3)), (0, 1, 3)) != first
        assert law(paths(Fraction(2)), (0, 1, 2)) is not first
    again = law(paths(Fraction(2)), (0, 1, 3))
    assert again is not first
    assert again == first


def test_what_is_equal_but_not_the_same_has_a_law_of_its_own() -> None:
    """The number 2 is the constant function 2, but their laws lie in two fields."""
    two = RationalFunction.of(2)
    with remembering():
        numbers, functions = law(paths(Fraction(2)), (0, 1, 3)), law(paths(two), (0, 1, 3))
    assert (numbers.field.symbolic, functions.field.symbolic) == (False, True)
    assert functions.at(Fraction(5)) == numbers


@dataclass(frozen=True, slots=True)
class Theirs:
    """A record that is not ours."""

    x: int


@pytest.mark.parametrize(
    "record",
    [
        Domain.of_size(4),
        Epsilon(Fraction(2)),
        RandomPath(Domain.of_size(4), 1, Epsilon(Fraction(2))),
    ],
)
def test_records_of_ours_are_read_as_field_by_field(record: Hashable) -> None:
    """The same values in the same order."""
    read = reader(type(record))
    assert read is not None
    assert [*read(record)] == contents(record)


@pytest.mark.parametrize("kind", [Theirs, Blind, int, tuple, Fraction, dict])
def test_other_values_are_not(kind: type) -> None:
    """Records of others, records of ours with a dictionary, and what is no record."""
    assert reader(kind) is None


def test_what_is_stored_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is put in the place of a field afterwards."""
    domain = Domain.of_size(4)
    before = [*(reader(Domain) or list)(domain)]
    monkeypatch.setattr(Domain, "values", property(lambda _: ()))
    assert [*(reader(Domain) or list)(domain)] == before
