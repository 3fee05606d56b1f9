"""A released draw has the law of a draw, and nothing can come after it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import count

import pytest
from hypothesis import given

from proofs_tests.strategies.laws import kernels, laws, symbolic_laws
from proofs_tests.strategies.tables import a_fifth_of_the_examples
from reference.data.bottom import Bottom
from reference.exact.field import RATIONAL_FUNCTIONS
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins, ReleasedError, SeededBits, run
from reference.probability.continuous import Uniform
from reference.probability.dist import Dist, X
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.probability.law import examine, law
from reference.probability.replay import ImpureMechanismError, Laws, UnfinishedError

Law = Dist[int, Fraction]
Row = int
HALF = Fraction(1, 2)
BIT = Dist.uniform((0, 1))


def toss(_: Row, coins: Coins[Fraction], /) -> int:
    """A bit, released."""
    return coins.release(BIT)


@a_fifth_of_the_examples
@given(laws(), kernels())
def test_what_is_released_has_the_law_of_a_draw(first: Law, kernel: tuple[Law, ...]) -> None:
    """A last draw, released or drawn, and a last mechanism, delegated to or run: one law."""

    def inner(x: Row, coins: Coins[Fraction], /) -> int:
        return coins.release(kernel[x])

    def direct(_: Row, coins: Coins[Fraction], /) -> int:
        return inner(coins.draw(first), coins)

    def delegated(_: Row, coins: Coins[Fraction], /) -> int:
        return coins.delegate(inner, coins.draw(first))

    def drawn(_: Row, coins: Coins[Fraction], /) -> int:
        return coins.draw(kernel[coins.draw(first)])

    assert law(direct, 0) == law(delegated, 0) == law(drawn, 0)


@given(laws(), kernels())
def test_one_released_draw_costs_one_call(first: Law, kernel: tuple[Law, ...]) -> None:
    """The mechanism is called once for each outcome of its first draw, not of its last."""
    calls = 0

    def mechanism(_: Row, coins: Coins[Fraction], /) -> int:
        nonlocal calls
        calls += 1
        return coins.release(kernel[coins.draw(first)])

    Laws[Fraction]().of(mechanism, 0)
    assert calls == len(first)


@a_fifth_of_the_examples
@given(laws(), kernels())
def test_what_a_sub_mechanism_released_can_be_used(first: Law, kernel: tuple[Law, ...]) -> None:
    """`coins.run` gives the outcome itself, whatever the sub-mechanism did at its end."""

    def inner(x: Row, coins: Coins[Fraction], /) -> int:
        return coins.release(kernel[x])

    def middle(x: Row, coins: Coins[Fraction], /) -> int:
        return coins.delegate(inner, x)

    def outer(_: Row, coins: Coins[Fraction], /) -> int:
        x: int = coins.run(lambda _, coins: coins.release(first), 0)
        return 4 * x + coins.run(middle, x)

    expected = first.bind(lambda x: kernel[x].map(lambda y: 4 * x + y))
    assert law(outer, 0) == expected
    assert run(outer, 0, SeededBits(1)) in expected.support


@given(symbolic_laws())
def test_a_released_law_may_depend_on_r(dist: Dist[int, RationalFunction]) -> None:
    """Its field is that of the law that is released, also if that has one outcome."""
    found = law(lambda _, coins: coins.release(dist), 0)
    assert found == dist
    assert found.field is RATIONAL_FUNCTIONS


def test_unbounded_noise_before_a_release() -> None:
    """What follows noise may be released: its promise is checked on the law released."""

    def mechanism(degree: int, coins: Coins[Fraction], /) -> bool:
        z = abs(coins.draw_noise(TwoSidedGeometric(HALF), Settled(0, 0, HALF, degree)))
        return coins.release(Dist.weighted([(True, HALF**z), (False, 1 - HALF**z)]))

    assert law(mechanism, 1).probability(True) == Fraction(1, 3) * (1 + 2 * Fraction(1, 3))
    with pytest.raises(ArithmeticError, match="not a polynomial of the stated degree"):
        law(mechanism, 0)


NOISE = TwoSidedGeometric(HALF), Settled(0, 0, HALF, 0)
UNIT: Uniform = Uniform(0, 1)

MISUSES: tuple[Callable[[Coins[Fraction]], object], ...] = (
    lambda coins: 7 if toss(0, coins) else 5,
    lambda coins: 7 if toss(0, coins) == 1 else 5,
    lambda coins: len({toss(0, coins)}),
    lambda coins: f"{toss(0, coins)}",
    lambda coins: toss(0, coins) + 1,
    lambda coins: (5, 7)[toss(0, coins)],
    lambda coins: (toss(0, coins), 1),
    lambda coins: (toss(0, coins), 1)[1],
    lambda coins: 7 if isinstance(toss(0, coins), int) else 5,
    lambda coins: (toss(0, coins), coins.draw(BIT))[0],
    lambda coins: (toss(0, coins), coins.draw_noise(*NOISE))[0],
    lambda coins: (toss(0, coins), coins.run(toss, 0))[0],
    lambda coins: (toss(0, coins), coins.delegate(toss, 0))[1],
    lambda coins: (toss(0, coins), toss(0, coins))[1],
    lambda coins: (toss(0, coins), toss(0, coins)),
    lambda coins: (toss(0, coins), coins.draw_real(UNIT))[0],
    lambda coins: (real := coins.draw_real(UNIT), x := toss(0, coins), x if real > 0 else 5)[2],
)
"""What is released is looked at, forgotten, or something is drawn after it."""


class Drawing:
    """Coins that know no release: it is a draw."""

    def __init__(self, coins: Coins[Fraction]) -> None:
        self.draw, self.draw_noise, self.run = coins.draw, coins.draw_noise, coins.run
        self.draw_real = coins.draw_real
        self.release, self.delegate = coins.draw, coins.run


def strictly(mechanism: Callable[[Row, Coins[Fraction]], X]) -> Dist[X, Fraction]:
    """The law as that of a mechanism of ours, which must return what it releases."""
    return Laws[Fraction]().of(mechanism, 0)


@pytest.mark.parametrize("misuse", MISUSES)
def test_a_mechanism_of_ours_that_goes_on_is_refused(
    misuse: Callable[[Coins[Fraction]], object],
) -> None:
    """It has no law: at the top, in a sub-mechanism and after a draw."""

    def mechanism(_: Row, coins: Coins[Fraction], /) -> object:
        return misuse(coins)

    def nested(_: Row, coins: Coins[Fraction], /) -> object:
        return coins.run(mechanism, 0)

    def delegating(_: Row, coins: Coins[Fraction], /) -> object:
        return coins.delegate(mechanism, 0)

    def later(_: Row, coins: Coins[Fraction], /) -> object:
        return misuse(coins) if coins.draw(Dist.uniform((0, 1, 2))) > 1 else 7

    for each in (mechanism, nested, delegating, later):
        with pytest.raises(TypeError):
            strictly(each)


@pytest.mark.parametrize("misuse", MISUSES[8:])
def test_the_refusal_says_what_to_do(misuse: Callable[[Coins[Fraction]], object]) -> None:
    """Call it by `coins.run`."""
    with pytest.raises(ReleasedError, match=r"by coins\.run\(mechanism, database\)"):
        strictly(lambda _, coins: misuse(coins))


@pytest.mark.parametrize("misuse", MISUSES)
def test_anybody_may_look_at_what_is_released(misuse: Callable[[Coins[Fraction]], object]) -> None:
    """Of code that is not ours a release is a draw, in both readings."""

    def mechanism(_: Row, coins: Coins[Fraction], /) -> object:
        return misuse(coins)

    expected = law(lambda _, coins: misuse(Drawing(coins)), 0)
    assert law(mechanism, 0) == expected
    assert {run(mechanism, 0, SeededBits(seed)) for seed in range(9)} <= set(expected.support)


@pytest.mark.parametrize("rows", [(0, 0), (5, -5)])
def test_a_mechanism_of_ours_that_is_called_and_looked_at(rows: tuple[int, ...]) -> None:
    """A leak behind `isinstance` is in the law: AboveThreshold ends by delegating."""
    above = AboveThreshold(0, Epsilon(Fraction(3), 4))

    def leak(database: tuple[int, ...], coins: Coins[Fraction], /) -> object:
        found = above(database, coins)
        return database if isinstance(found, Bottom) else found

    none = law(above, rows).probability(Bottom.BOTTOM)
    assert law(leak, rows).probability(rows) == none > 0


def test_no_handler_hides_a_misuse() -> None:
    """What a draw after a release raises ends the law, though the mechanism catches it."""

    def mechanism(_: Row, coins: Coins[Fraction], /) -> int:
        x = coins.release(BIT)
        with suppress(TypeError):
            coins.draw(BIT)
        return x

    with pytest.raises(ReleasedError):
        strictly(mechanism)


def test_the_coins_of_another_mechanism_release_nothing() -> None:
    """A sub-mechanism of ours that releases with the coins of the one that runs it is refused."""

    def mechanism(_: Row, coins: Coins[Fraction], /) -> int:
        return coins.run(lambda _, __: coins.release(BIT), 0) + 1

    with pytest.raises(ImpureMechanismError, match="with the coins of another call"):
        strictly(mechanism)


def test_what_is_released_is_a_distribution() -> None:
    """As what is drawn from."""
    with pytest.raises(TypeError, match="takes a Dist"):
        law(lambda _, coins: coins.release([0, 1]), 0)


def test_who_releases_draws() -> None:
    """Also if it is certain what; and hidden state is found when the laws are computed again."""
    assert examine(toss, (0, 1)).draws
    assert examine(lambda x, coins: coins.release(Dist.point(x)), (0, 1)).draws
    sizes = count(2)
    with pytest.raises(ImpureMechanismError, match="was among 3"):
        law(lambda _, coins: coins.release(Dist.uniform(range(next(sizes)))), 0)


def test_a_released_draw_is_no_longer_branch() -> None:
    """The largest number of draws on a branch counts those that make branches."""

    def mechanism(tosses: int, coins: Coins[Fraction], /) -> int:
        return sum(coins.draw(BIT) for _ in range(tosses)) and coins.release(BIT)

    assert Laws[Fraction](most_draws=2).of(mechanism, 2)
    with pytest.raises(UnfinishedError):
        Laws[Fraction](most_draws=2).of(mechanism, 3)


def test_delegation_is_a_loop_when_it_is_run() -> None:
    """Of any length: a mechanism of ours that has delegated is no longer there."""
    noisy = AboveThreshold(0, Epsilon(Fraction(3), 4))
    assert run(noisy, (-100,) * 5000, SeededBits(0)) is Bottom.BOTTOM
