"""Exact samplers: what every tape of random bits leads to, up to a bounded length.

A tape of L fair bits has mass 2^-L.  The tapes that end in an outcome x before they are used up
have a total mass that is a lower bound of the probability of x; with the mass of the tapes that
end nowhere it is an upper bound.  Both are exact, and must enclose the exact law.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import partial
from math import isqrt
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.strategies.trees import TREES, Tree
from reference.exact.field import RATIONALS
from reference.exact.polynomial import r_power
from reference.probability.coins import (
    BitSource,
    Coins,
    Enclosure,
    SeededBits,
    SystemBits,
    run,
    sample,
    sample_bernoulli,
    sample_two_sided_geometric,
    uniform_below,
)
from reference.probability.dist import Dist
from reference.probability.families import bernoulli, binomial
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.probability.law import law

X = TypeVar("X", bound=Hashable)


class TapeEndError(Exception):
    """More bits are asked for than the tape has."""


class Tape:
    """Random bits that were written down in advance."""

    def __init__(self, content: int, length: int) -> None:
        self._content = content
        self.left = length

    def bits(self, count: int, /) -> int:
        """The next bits of the tape, first one highest."""
        if count > self.left:
            raise TapeEndError
        self.left -= count
        return self._content >> self.left & ((1 << count) - 1)


def tapes(sampler: Callable[[BitSource], X], length: int) -> tuple[dict[X, Fraction], Fraction]:
    """The mass of the tapes that lead to each outcome, and of those that lead nowhere."""
    masses: dict[X, Fraction] = {}
    open_mass = Fraction(0)
    pending = [(0, 0)]
    while pending:
        content, written = pending.pop()
        try:
            outcome = sampler(Tape(content, written))
        except TapeEndError:
            if written == length:
                open_mass += Fraction(1, 2**length)
            else:
                pending += [(2 * content, written + 1), (2 * content + 1, written + 1)]
        else:
            masses[outcome] = masses.get(outcome, Fraction(0)) + Fraction(1, 2**written)
    return masses, open_mass


def assert_enclosed(
    sampler: Callable[[BitSource], X],
    probability: Callable[[X], Fraction],
    length: int,
    at_most_open: Fraction,
) -> set[X]:
    """The exact law lies between the two bounds of the tapes, close together; what is reached."""
    masses, open_mass = tapes(sampler, length)
    assert sum(masses.values(), open_mass) == 1
    assert open_mass <= at_most_open
    for outcome, mass in masses.items():
        assert mass <= probability(outcome) <= mass + open_mass
    return {*masses}


@pytest.mark.exhaustive
@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 7, 8, 13])
def test_uniform_below(bound: int) -> None:
    """Every integer below the bound is exactly equally likely: all masses are equal."""
    masses, open_mass = tapes(lambda source: uniform_below(bound, source), 12)
    assert sorted(masses) == list(range(bound))
    assert len(set(masses.values())) == 1
    assert open_mass < Fraction(1, 6)
    assert (open_mass == 0) == (bound & (bound - 1) == 0)


def enclosed(p: Fraction) -> Enclosure:
    """A rational probability, as closely as it can be enclosed."""
    top, bottom = p.numerator, p.denominator
    return lambda b: ((top << b) // bottom, -(-(top << b) // bottom))


@pytest.mark.exhaustive
@pytest.mark.parametrize("p", [Fraction(n, d) for d in range(1, 8) for n in range(d + 1)])
def test_bernoulli(p: Fraction) -> None:
    """True has the stated probability; 12 bits decide but for a mass of 2^-12."""

    def probability(outcome: bool) -> Fraction:
        return p if outcome else 1 - p

    assert_enclosed(
        lambda source: sample_bernoulli(enclosed(p), source), probability, 12, Fraction(1, 2**12)
    )


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", [2, 3, 7])
def test_an_irrational_bernoulli(number: int) -> None:
    """True with probability 1/sqrt(n), which is above a/b iff n a^2 < b^2."""

    def root(b: int) -> tuple[int, int]:
        low = isqrt((1 << 2 * b) // number)
        return low, low + 1

    masses, open_mass = tapes(lambda source: sample_bernoulli(root, source), 12)
    least, most = masses[True], masses[True] + open_mass
    assert number * least**2 < 1 < number * most**2
    assert open_mass == Fraction(1, 2**12)


def test_bernoulli_with_few_digits_at_first() -> None:
    """Digits are drawn, and enclosures asked for, until there is no doubt; not one more."""
    asked: list[int] = []

    def third(b: int) -> tuple[int, int]:
        asked.append(b)
        return enclosed(Fraction(1, 3))(b)

    tape = Tape((4**100 - 1) // 3 * 4 + 3, 202)  # a hundred times the digits 01 of 1/3, then 11
    assert not sample_bernoulli(third, tape)
    assert (tape.left, asked) == (1, [64, 128, 256, 512])


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "dist", [binomial(3, Fraction(1, 3)), binomial(4, Fraction(1, 2)), Dist.uniform(range(7))]
)
def test_finite_laws(dist: Dist[int, Fraction]) -> None:
    """Every outcome of a finite law has its probability."""
    reached = assert_enclosed(partial(sample, dist), dist.probability, 14, Fraction(1, 10))
    assert reached == dist.support


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "ratio", [Fraction(1, 2), Fraction(1, 3), Fraction(2, 3), Fraction(4, 5), Fraction(9, 10)]
)
def test_two_sided_geometric(ratio: Fraction) -> None:
    """Every integer has its probability, be the ratio above 1/2 (binary digits) or below."""
    probability, sampler = (
        TwoSidedGeometric(ratio).probability,
        partial(sample_two_sided_geometric, ratio),
    )
    reached = assert_enclosed(sampler, probability, 14, Fraction(1, 5))
    assert {-z for z in reached} == reached >= {-2, -1, 0, 1, 2}


@pytest.mark.exhaustive
def test_digits_and_a_rest_are_independent() -> None:
    """The law of the sampler's parts is that of the noise: each digit, the rest, and the sign.

    Of ratio 15/16: three digits of odds g, g^2 and g^4, and so many times 8 as coins of g^8 say.
    """
    g = Fraction(15, 16)
    sizes = {0: Fraction(1)}
    for i in range(3):
        one = g ** (2**i) / (1 + g ** (2**i))
        sizes = {
            size + side * 2**i: p * (one if side else 1 - one)
            for size, p in sizes.items()
            for side in (0, 1)
        }
    for size, p in sizes.items():
        assert p * (1 - g**8) == (1 - g) * g**size  # a rest of 0
    assert asked_for(g) == [g**8, *(g ** (2**i) / (1 + g ** (2**i)) for i in range(3))]


def asked_for(ratio: Fraction) -> list[Fraction]:
    """The probabilities of the coins that are tossed for a size of 0, by their enclosures."""
    found: list[Fraction] = []

    def toss(enclosure: Enclosure, source: BitSource) -> bool:
        del source
        low, high = enclosure(128)
        found.append(Fraction(low + high, 2**129).limit_denominator(2**40))
        assert high - low <= 4
        return False

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("reference.probability.coins.sample_bernoulli", toss)
        assert sample_two_sided_geometric(ratio, Tape(0, 1)) == 0
    return found


@pytest.mark.parametrize("digits", [1, 9, 50, 300])
def test_small_losses_take_few_bits(digits: int) -> None:
    """Fewer than ten for each digit of the size, whatever the ratio is."""
    source = CountedBits()
    sizes = [
        abs(sample_two_sided_geometric(1 - Fraction(1, 10**digits), source)) for _ in range(30)
    ]
    assert 10 ** (digits - 1) < max(sizes) < 10 ** (digits + 2)
    assert source.count < 30 * 10 * (4 * digits + 2)


class CountedBits:
    """Pseudo-random bits, and how many were asked for."""

    def __init__(self) -> None:
        self._source = SeededBits(1)
        self.count = 0

    def bits(self, count: int, /) -> int:
        """As many more."""
        self.count += count
        return self._source.bits(count)


@pytest.mark.exhaustive
def test_a_mechanism() -> None:
    """`run` has the law of `law`, sub-mechanisms and noise included."""
    ratio = Fraction(1, 2)

    def inner(database: int, coins: Coins[Fraction]) -> bool:
        settled = Settled(-2, 2, ratio, 0)
        return coins.draw_noise(TwoSidedGeometric(ratio), settled) > database

    def mechanism(database: int, coins: Coins[Fraction]) -> int:
        first = coins.run(inner, database)
        return first + 2 * coins.draw(bernoulli(Fraction(1, 3)))

    exact = law(mechanism, 1)
    assert_enclosed(
        lambda source: run(mechanism, 1, source), exact.probability, 16, Fraction(1, 16)
    )


@pytest.mark.parametrize("modulus", [3, 5])
def test_modulo_bias_is_found(modulus: int) -> None:
    """The usual mistake, bits modulo n, does not pass the exhaustive test."""
    with pytest.raises(AssertionError):
        assert_enclosed(
            lambda source: source.bits(4) % modulus,
            lambda _: Fraction(1, modulus),
            12,
            Fraction(1, 10),
        )


def test_signed_zero_is_found() -> None:
    """The other usual mistake, a sign for zero too, does not pass it either."""
    ratio = Fraction(1, 2)

    def mistaken(source: BitSource) -> int:
        size = 0
        while sample_bernoulli(enclosed(Fraction(1, 2)), source):
            size += 1
        return -size if source.bits(1) else size

    with pytest.raises(AssertionError):
        assert_enclosed(mistaken, TwoSidedGeometric(ratio).probability, 12, Fraction(1, 5))


@given(TREES, st.integers(0, 2**32))
def test_a_run_ends_in_the_support(tree: Tree, seed: int) -> None:
    """What `run` returns has positive probability, and a seed reproduces it."""
    outcome = run(tree, (), SeededBits(seed))
    assert law(tree, ()).probability(outcome) > 0
    assert run(tree, (), SeededBits(seed)) == outcome


def test_bits_of_the_system() -> None:
    """They have the length asked for; none are asked for where nothing is random."""
    assert all(0 <= SystemBits().bits(3) < 8 for _ in range(100))
    assert len({SystemBits().bits(64) for _ in range(10)}) == 10
    assert SystemBits().bits(0) == SeededBits(0).bits(0) == 0
    assert run(lambda _, coins: coins.draw(Dist.point("x")), (), Tape(0, 0)) == "x"


def test_what_cannot_be_sampled_is_refused() -> None:
    """An empty range, and a law that depends on r."""
    with pytest.raises(ValueError, match="bound 0"):
        uniform_below(0, SeededBits(0))
    depends_on_r = Dist({0: r_power(1), 1: 1}, RATIONALS)
    with pytest.raises(TypeError, match="cannot be sampled"):
        sample(depends_on_r, SeededBits(0))
