"""Gumbel noise: the order of exponential clocks, and the exponential mechanism."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.units.reference.probability.test_lazy import tape
from proofs_tests.units.reference.probability.test_samplers import TapeEndError
from proofs_tests.units.reference.probability.test_statistics import counted, is_consistent
from reference.data.domain import Domain
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import R
from reference.exact.interval import ln
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.selection.exponential import ExponentialFrequentValue
from reference.privacy.epsilon import Epsilon
from reference.probability.clocks import ShiftsError, probability, shifts
from reference.probability.coins import BitSource, Coins, run
from reference.probability.continuous import (
    Exponential,
    Gumbel,
    Laplace,
    Noise,
    Real,
    Scale,
    UndrawnError,
    Uniform,
)
from reference.probability.differences import CONSTANT
from reference.probability.dist import Dist
from reference.probability.law import law
from reference.probability.lazy import Lazy
from reference.probability.replay import Laws

r = ExponentialFunction.r()

PAIRS = st.frozensets(st.tuples(*(st.integers(0, 3),) * 2))


def by_enumeration(
    weights: Mapping[int, ExponentialFunction], pairs: frozenset[tuple[int, int]]
) -> ExponentialFunction:
    """The sum over all orders in which the clocks may ring, each clock the first of those left."""
    found = ExponentialFunction(0)
    for order in permutations(weights):
        if all(order.index(first) < order.index(second) for first, second in pairs):
            chance = ExponentialFunction(1)
            for i, clock in enumerate(order):
                chance *= weights[clock] / sum((weights[x] for x in order[i:]), r * 0)
            found += chance
    return found


@given(PAIRS, st.lists(st.integers(-2, 2), min_size=4, max_size=4))
def test_clocks_ring_in_a_partial_order(
    pairs: frozenset[tuple[int, int]], powers: Sequence[int]
) -> None:
    """The probability is a sum over all total orders; 0 if the pairs go round in a circle."""
    weights = {i: ExponentialFunction.r(power) for i, power in enumerate(powers)}
    assert probability(weights, pairs) == by_enumeration(weights, pairs)


def greatest(shifted: Sequence[Real]) -> int:
    """Which draw is the greatest, by a loop."""
    best = 0
    for i, x in enumerate(shifted):
        if i and x > shifted[best]:
            best = i
    return best


@dataclass(frozen=True)
class NoisyMax:
    """The value with the greatest noisy count."""

    values: int

    def __call__(self, eps: Epsilon[R], database: tuple[int, ...], coins: Coins[R]) -> int:
        """A value."""
        noise = Gumbel(2 / eps)
        return greatest([coins.draw_real(noise) + database.count(x) for x in range(self.values)])


DATABASES = [(0, 0, 1), (), (2, 2, 2, 1, 1), (0, 1, 2, 3, 3, 3, 3)]


def in_r(value: ExponentialFunction) -> RationalFunction:
    """A function of r alone; it is the same at every u."""
    found = value.at(Fraction(1))
    assert found == value.at(Fraction(2))
    return found


@pytest.mark.parametrize("database", DATABASES)
@pytest.mark.parametrize("values", [3, 4])
def test_gumbel_noise_makes_the_exponential_mechanism(
    database: tuple[int, ...], values: int
) -> None:
    """The greatest noisy count has the law of the exponential mechanism, as functions of r."""
    rows = tuple(x for x in database if x < values)
    eps, every = Epsilon.continuous(4), Epsilon.indeterminate(4)
    found = law(partial(NoisyMax(values), eps), rows)
    expected = law(ExponentialFrequentValue(Domain.of_size(values), every), rows)
    assert {x: in_r(found.probability(x)) for x in range(values)} == {
        x: expected.probability(x) for x in range(values)
    }


@pytest.mark.parametrize("k", [-2, Fraction(-1, 2), 0, Fraction(3, 2)])
def test_two_draws(k: Fraction | int) -> None:
    """G + k < G' has the logistic probability 1/(1 + r^(a k)), at the rate a = 2."""

    def mechanism(_: int, coins: Coins[ExponentialFunction]) -> bool:
        x, y = (coins.draw_real(Gumbel(2 / Epsilon.continuous(4))) for _ in range(2))
        return x + k < y

    expected = ExponentialFunction(1) / (ExponentialFunction.r(int(2 * k)) + 1)
    assert law(mechanism, 0).probability(True) == expected


def test_ranks_and_other_noise() -> None:
    """A ranking has a product of such probabilities; other noise beside it is independent."""
    eps = Epsilon.continuous(2)

    def mechanism(_: int, coins: Coins[ExponentialFunction]) -> tuple[bool, bool]:
        x, y, z = (coins.draw_real(Gumbel(1 / eps)) + q for q in (0, 1, 3))
        return z > x > y, coins.draw_real(Laplace(1 / eps)) > 1

    found = law(mechanism, 0)
    ranked = ExponentialFunction.r(6) / (r**6 + r**2 + 1) / (r**2 + 1)
    above = ExponentialFunction.r(-2) / 2
    assert found.probability((True, True)) == ranked * above
    assert found.probability((False, True)) == (-ranked + 1) * above
    assert found.probability((True, False)) == ranked * (-above + 1)


@pytest.mark.parametrize("delegated", [False, True])
def test_what_is_released_after_a_comparison(delegated: bool) -> None:
    """A law that is released on a branch has the weight of the branch, which is a quotient."""
    eps = Epsilon.continuous(2)
    halves: Dist[int, Fraction] = Dist.uniform((0, 1))

    def toss(_: int, coins: Coins[ExponentialFunction]) -> int:
        return coins.release(halves)

    def mechanism(_: int, coins: Coins[ExponentialFunction]) -> int:
        if greatest([coins.draw_real(Gumbel(1 / eps)) + q for q in (0, 1, 3)]):
            return 1
        return coins.delegate(toss, 0) if delegated else coins.release(halves)

    found = Laws[ExponentialFunction]().of(mechanism, 0)
    assert found.probability(0) == ExponentialFunction(1, 2) / (r**6 + r**2 + 1)


def test_what_has_no_such_law_is_refused() -> None:
    """Two shifts of a draw; numbers, other noise, another scale; broken powers of r."""
    eps = Epsilon.continuous(2)

    def shifted_twice(_: int, coins: Coins[ExponentialFunction]) -> bool:
        x, y = (coins.draw_real(Gumbel(1 / eps)) for _ in range(2))
        return x < y < x + 1

    with pytest.raises(ShiftsError, match="two different shifts"):
        law(shifted_twice, 0)
    others: list[Noise[ExponentialFunction] | None] = [
        *(None, Uniform(0, 1), Laplace(1 / eps), Exponential(1 / eps), Gumbel(2 / eps))
    ]
    for other in others:
        for swapped in (False, True):

            def compared(
                _: int,
                coins: Coins[ExponentialFunction],
                other: Noise[ExponentialFunction] | None = other,
                *,
                swapped: bool = swapped,
            ) -> bool:
                x = coins.draw_real(Gumbel(1 / eps))
                if other is None:
                    return x > 0 if swapped else x < 0
                y = coins.draw_real(other)
                return x > y if swapped else x < y

            with pytest.raises(UndrawnError, match="of the same scale only"):
                law(compared, 0)

    def by_a_third(_: int, coins: Coins[ExponentialFunction]) -> bool:
        x, y = (coins.draw_real(Gumbel(1 / eps)) for _ in range(2))
        return x < y + Fraction(1, 3)

    with pytest.raises(ValueError, match="parts must be 3 times as many"):
        law(by_a_third, 0)


def test_shifts() -> None:
    """Orders give shifts up to one number for all that they connect."""
    assert shifts([(0, 1, 2), (2, 1, Fraction(1, 2)), (4, 3, 0)]) == {
        0: 0,
        1: -2,
        2: Fraction(-3, 2),
        3: 0,
        4: 0,
    }
    with pytest.raises(ShiftsError):
        shifts([(0, 1, 2), (1, 2, 2), (0, 2, 3)])


@pytest.mark.parametrize("root", [Fraction(3, 2), 1 + Fraction(1, 10**30), Fraction(10**300)])
@pytest.mark.parametrize("length", [48, 176])
def test_places(root: Fraction, length: int) -> None:
    """A draw lies where its digits say, neither less nor more closely: x falls as t grows."""
    digits = ("0110100110010110" * 20)[:length]
    source = tape("10" + digits)
    lazy = Lazy(source.bits)
    draw = lazy.draw(Gumbel(Scale(3, root)))
    unit = Fraction(1, 2 ** (length + 1))
    t = int(digits, 2) * unit

    def at(value: Fraction) -> Fraction:
        return (-ln(value) / (ln(root) * 3)).enclosure(2 * length + 100)[0]

    with pytest.raises(TapeEndError):
        lazy.is_below(draw, CONSTANT, -at(t + unit / 2))
    assert source.left == 0
    assert lazy.is_below(draw, CONSTANT, -at(t - unit / 50))
    assert lazy.is_below(CONSTANT, draw, at(t + unit * 51 / 50))
    for share in (Fraction(1, 2**40), 1 - Fraction(1, 2**40)):
        with pytest.raises(TapeEndError):
            lazy.is_below(draw, CONSTANT, -at(t + unit * share))


@pytest.mark.statistical
def test_samples_have_the_law() -> None:
    """The greatest of three noisy counts at the root 3/2; false alarm 10^-9."""
    eps, rows = Epsilon(Fraction(3, 2), 2), (0, 0, 1)

    def once(source: BitSource) -> int:
        return run(partial(NoisyMax(3), eps), rows, source)

    exact = law(ExponentialFrequentValue(Domain.of_size(3), eps), rows)
    counts = counted(once, 7)
    assert is_consistent(counts, {x: exact.probability(x) for x in range(2)})
    assert not is_consistent(counts, {x: exact.probability(1 - x) for x in range(2)})
