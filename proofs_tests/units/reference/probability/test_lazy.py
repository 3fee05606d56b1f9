"""Continuous noise that is sampled: exactly the exponential law, answers that agree, few bits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Protocol

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.units.reference.probability.test_samplers import (
    CountedBits,
    Tape,
    TapeEndError,
    tapes,
)
from proofs_tests.units.reference.probability.test_statistics import counted, is_consistent
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import R
from reference.exact.interval import exact, exp, ln
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import BitSource, Coins, ReleasedError, SeededBits, run
from reference.probability.continuous import (
    Exponential,
    Laplace,
    Noise,
    Real,
    Scale,
    Uniform,
    cell,
)
from reference.probability.differences import CONSTANT, Number, settled
from reference.probability.dist import Dist
from reference.probability.law import law
from reference.probability.lazy import Lazy, exponential

ROOTS = [Fraction(11, 10), Fraction(3, 2), Fraction(7)]


def first_digits(source: BitSource, count: int) -> int:
    """2^count t, rounded down, of an exponential number t."""
    t = exponential(source.bits)
    while t.count < count:
        t.more()
    return t.digits >> (t.count - count)


@pytest.mark.exhaustive
@pytest.mark.parametrize("count", [0, 2])
def test_the_exponential_law_is_exact(count: int) -> None:
    """2^b t, rounded down, is d with probability e^(-d/2^b) (1 - e^(-1/2^b)), by all tapes.

    The tapes of up to 18 bits that lead to d are a lower bound, and with those that lead nowhere
    an upper bound.
    """
    masses, open_mass = tapes(lambda source: first_digits(source, count), 18)
    assert open_mass < Fraction(3, 20)
    assert set(range(4 * 2**count)) <= masses.keys()
    one = 1 - exp(-Fraction(1, 2**count))
    for digits, mass in masses.items():
        p = exp(-Fraction(digits, 2**count)) * one
        assert exact(mass).certainly_less(p)
        assert p.certainly_less(mass + open_mass)


@pytest.mark.exhaustive
def test_another_law_is_found() -> None:
    """A uniform digit after the right whole part does not pass: 1 comes too often after 0."""
    masses, _ = tapes(lambda source: 2 * first_digits(source, 0) + source.bits(1), 18)
    p = exp(-Fraction(1, 2)) * (1 - exp(-Fraction(1, 2)))
    assert p.certainly_less(masses[1])


def tape(text: str) -> Tape:
    """Bits that were written down in advance; blanks separate them for the reader."""
    bits = text.replace(" ", "")
    return Tape(int(bits or "0", 2), len(bits))


@pytest.mark.parametrize(
    ("text", "digits", "count"),
    [
        ("10", 0, 1),  # t2 = 1, t = 0: not below: a run of one
        ("11 10", 2, 2),  # equal digits: one more of each
        ("01 1 10", 2, 1),  # t2 = 0 < t = 1, t3 = 1: a run of two; once more, and 1 is added
        ("01 0 01 1", 1, 1),  # t3 = 00 < t2 = 01 < t = 1, t4 = 1: a run of three keeps t
        ("01 1 01 1 11 10", 10, 2),  # twice once more
    ],
)
def test_runs_by_hand(text: str, digits: int, count: int) -> None:
    """Short tapes, read by hand: which number is kept, and what is known of it."""
    source = tape(text)
    t = exponential(source.bits)
    assert (t.digits, t.count, source.left) == (digits, count, 0)


BINARY = "0110100110010110" * 20
"""Digits."""

Sampled = Laplace[Fraction] | Exponential[Fraction] | Uniform

PLACES: list[tuple[Sampled, str, int, int]] = [
    (Exponential(Scale(1, Fraction(3, 2))), "10", 0, 1),
    (Exponential(Scale(3, Fraction(7))), "01 1 10", 1, 1),
    (Exponential(Scale(2, 1 + Fraction(1, 10**30))), "10", 0, 1),
    (Exponential(Scale(2, Fraction(10**300))), "10", 0, 1),
    (Exponential(Scale(1, Fraction(2 ** (2**16)))), "10", 0, 1),
    (Laplace(Scale(2, Fraction(11, 10))), "0 10", 0, 1),
    (Laplace(Scale(5, Fraction(3, 2))), "1 01 1 10", 1, -1),
    (Uniform(Fraction(-1, 2), Fraction(2, 3)), "", 0, 1),
    (Uniform(4, 9), "", 0, 1),
    (Uniform(-9, -4), "", 0, 1),
]
"""Noise; bits that begin a draw (the first digit of t is 0); its whole part; its sign."""


@pytest.mark.parametrize("length", [48, 176, 249, 320])
@pytest.mark.parametrize(("noise", "begin", "whole", "sign"), PLACES)
def test_places(noise: Sampled, begin: str, whole: int, sign: int, length: int) -> None:
    """A draw lies where its digits say, neither less nor more closely.

    All digits are drawn by comparing it with the middle.  It is then known to be beyond the ends,
    and whether it is beyond numbers near the ends, on the inner side, is not known.
    """
    digits = BINARY[:length]
    source = tape(begin + digits)
    lazy = Lazy(source.bits)
    draw = lazy.draw(noise)
    count = len(digits) + (1 if begin else 0)
    t, unit = whole + Fraction(int(digits, 2), 2**count), Fraction(1, 2**count)

    def at(value: Fraction) -> Fraction:
        if isinstance(noise, Uniform):
            return noise.low + (noise.high - noise.low) * value
        scale = ln(noise.scale.root) * noise.scale.rate
        return sign * (value / scale).enclosure(2 * count + 100)[0]

    with pytest.raises(TapeEndError):
        lazy.is_below(draw, CONSTANT, -at(t + unit / 2))
    assert source.left == 0
    low, high = sorted(at(t + unit * share) for share in (Fraction(-1, 50), Fraction(51, 50)))
    assert not lazy.is_below(draw, CONSTANT, -low)
    assert lazy.is_below(CONSTANT, draw, low)
    assert lazy.is_below(draw, CONSTANT, -high)
    assert not lazy.is_below(CONSTANT, draw, high)
    for share in (Fraction(1, 2**40), 1 - Fraction(1, 2**40)):
        with pytest.raises(TapeEndError):
            lazy.is_below(draw, CONSTANT, -at(t + unit * share))


def test_two_draws_that_agree_in_200_digits() -> None:
    """They are compared as soon as digits differ, and by shifts as far as these tell."""
    scale = Scale(1, Fraction(3, 2))
    source = tape("10 10" + "00 11 11 00" * 50 + "01 11")
    lazy = Lazy(source.bits)
    first, second = (lazy.draw(Exponential(scale)) for _ in range(2))
    tiny = Fraction(1, 2**190)
    assert lazy.is_below(first, second, -tiny)
    assert not lazy.is_below(first, second, tiny)
    assert source.left > 10
    assert lazy.is_below(first, second, 0)
    assert source.left < 3
    assert not lazy.is_below(second, first, 0)
    assert lazy.is_below(second, first, -tiny)


def test_digits_are_drawn_of_what_is_known_less_closely() -> None:
    """A draw of a rate 2^20 times as high need not be known better than its first digit."""
    for swapped in (False, True):
        source = tape("10 10 1")
        lazy = Lazy(source.bits)
        wide = lazy.draw(Exponential(Scale(1, Fraction(2))))
        narrow = lazy.draw(Exponential(Scale(2**20, Fraction(2))))
        pair = (wide, narrow) if swapped else (narrow, wide)
        assert lazy.is_below(*pair, 0) is not swapped


def test_a_root_next_to_1() -> None:
    """1/ln(1 + x) is about 1/x for the smallest x too: 1/4 2^20000 is below, 9/16 2^20000 not."""
    lazy = Lazy(tape("10 01").bits)
    draw = lazy.draw(Exponential(Scale(1, 1 + Fraction(1, 2**20000))))
    assert lazy.is_below(CONSTANT, draw, 2**20000 // 8 - 1)
    assert not lazy.is_below(CONSTANT, draw, 2**20000 // 16 * 9)


NOISES: tuple[Noise[Fraction], ...] = (
    Laplace(Scale(1, Fraction(2))),
    Laplace(Scale(3, Fraction(2))),
    Exponential(Scale(2, Fraction(2))),
    Exponential(Scale(1, Fraction(5, 4))),
    Uniform(-1, 1),
    Uniform(Fraction(1, 3), Fraction(1, 2)),
)

ORDERS = st.lists(
    st.tuples(
        *(st.integers(CONSTANT, len(NOISES) - 1),) * 2, st.fractions(-3, 3, max_denominator=6)
    ).filter(lambda order: order[0] != order[1])
)


@given(ORDERS, st.integers(0, 2**32))
def test_answers_agree(orders: Sequence[tuple[int, int, Number]], seed: int) -> None:
    """No answer contradicts what others imply; asked again, it is the same, and costs no bit."""
    source = CountedBits()
    source.bits(seed % 1000)
    lazy = Lazy(source.bits)
    for noise in NOISES:
        lazy.draw(noise)
    known: list[tuple[int, int, Number]] = []
    answers = []
    for low, high, k in orders:
        answer = lazy.is_below(low, high, k)
        assert settled(known, (low, high, k)) in {None, answer}
        known.append((low, high, k) if answer else (high, low, -k))
        answers.append(answer)
    count = source.count
    for (low, high, k), answer in zip(orders, answers, strict=True):
        assert lazy.is_below(low, high, k) is answer
        assert lazy.is_below(high, low, -k) is not answer
    assert source.count == count


@pytest.mark.parametrize(
    ("noises", "most"),
    [
        ((Laplace(Scale(1, Fraction(2))),), 11),
        ((Laplace(Scale(1, Fraction(2))),) * 2, 22),
        ((Exponential(Scale(1, Fraction(2))),), 10),
        ((Uniform(-1, 2),), 3),
    ],
)
def test_few_bits(noises: Sequence[Noise[Fraction]], most: int) -> None:
    """On average, so many bits for one draw compared with 0 or 1, or with another draw."""
    source = CountedBits()
    for _ in range(2000):
        lazy = Lazy(source.bits)
        draws = [lazy.draw(noise) for noise in noises]
        lazy.is_below(draws[0], [*draws, CONSTANT][1], isinstance(noises[0], Laplace) - 1)
    assert 2000 < source.count < 2000 * most


@pytest.mark.parametrize("root", [Fraction(1), ExponentialFunction.r()])
def test_scales_that_cannot_be_sampled(root: R) -> None:
    """A loss of 0, and every eps at once."""
    scale = Scale(1, root)
    for noise in (Laplace(scale), Exponential(scale)):
        with pytest.raises(ValueError, match="rational number above 1"):
            Lazy(SeededBits(0).bits).draw(noise)  # type: ignore[arg-type]  # that is the question


@pytest.mark.parametrize("drawn", [False, True])
def test_nothing_is_drawn_after_a_release(drawn: bool) -> None:
    """A mechanism of ours that draws, or compares, after its release is refused."""

    def mechanism(_: int, coins: Coins[Fraction]) -> int:
        x = coins.draw_real(Uniform(2, 3))
        released = coins.release(Dist.point(1))
        if drawn:
            coins.draw_real(Uniform(2, 3))
        else:
            assert x > 0
        return released

    assert run(mechanism, 0, SeededBits(0)) == 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("reference.probability.coins.ours", lambda _: True)
        with pytest.raises(ReleasedError):
            run(mechanism, 0, SeededBits(0))


class Drawn(Protocol):
    """A mechanism at a privacy loss."""

    def __call__(self, eps: Epsilon[R], coins: Coins[R], /) -> int:
        """The output."""


def two_laplace(eps: Epsilon[R], coins: Coins[R]) -> int:
    """The difference of two draws of different scales between cuts."""
    return cell(coins.draw_real(Laplace(2 / eps)) - coins.draw_real(Laplace(4 / eps)), (-1, 0, 3))


def one_uniform(eps: Epsilon[R], coins: Coins[R]) -> int:
    """A draw between cuts, and one of another kind that is compared with it."""
    x, y = coins.draw_real(Uniform(-1, Fraction(3, 2))), coins.draw_real(Laplace(2 / eps))
    return 4 * (x < y) + cell(x, (Fraction(-1, 2), 0, 1))


def given_back(eps: Epsilon[R], coins: Coins[R]) -> int:
    """Draws of sub-mechanisms, which give them back."""

    def draw(_: int, coins: Coins[R]) -> tuple[Real]:
        return (coins.draw_real(Laplace(2 / eps)),)

    (x,), (y,) = (coins.run(draw, 0) for _ in range(2))
    return 2 * (x < y + 1) + (x < 0)


MECHANISMS = (two_laplace, one_uniform, given_back)


def exact_law(drawn: Drawn, root: Fraction) -> dict[int, Fraction]:
    """The probabilities at u = ln(root), to 60 digits, of all outcomes but the last."""

    def mechanism(_: int, coins: Coins[ExponentialFunction]) -> int:
        return drawn(Epsilon.continuous(4), coins)

    found = law(mechanism, 0)
    u = ln(root)

    def at(x: int) -> Fraction:
        top, bottom = (
            sum((u**j * root**k * c for (j, k), c in part.terms.items()), exact(0))
            for part in found.probability(x).polynomials
        )
        return (top / bottom).enclosure(60)[0]

    return {x: at(x) for x in sorted(found.support)[:-1]}


def drawn_once(drawn: Drawn, root: Fraction, source: BitSource) -> int:
    """An outcome at this root."""

    def mechanism(_: int, coins: Coins[Fraction]) -> int:
        return drawn(Epsilon(root, 4), coins)

    return run(mechanism, 0, source)


@pytest.mark.statistical
@pytest.mark.parametrize(("drawn", "root"), list(zip(MECHANISMS, ROOTS, strict=True)))
def test_samples_have_the_law(drawn: Drawn, root: Fraction) -> None:
    """Each mechanism at one of three roots; they have not the law at the root 5/4."""
    counts = counted(partial(drawn_once, drawn, root), 5)
    assert is_consistent(counts, exact_law(drawn, root))
    assert not is_consistent(counts, exact_law(drawn, Fraction(5, 4)))


@pytest.mark.statistical
def test_samples_have_the_law_in_closed_form() -> None:
    """Pr[x > k] = e^(-k eps/2)/2 of Laplace noise, and e^(-k eps/2) of exponential noise."""
    root, cuts = Fraction(3, 2), range(4)
    scale = 2 / Epsilon(root, 2)
    noises: list[tuple[Noise[Fraction], Fraction]] = [
        (Laplace(scale), Fraction(1, 2)),
        (Exponential(scale), Fraction(1)),
    ]
    for noise, share in noises:
        above = [share * root**-k for k in cuts]
        events = {k: above[k - 1] - above[k] for k in cuts[1:]} | {4: above[3]}

        def once(source: BitSource, noise: Noise[Fraction] = noise) -> int:
            return run(lambda _, coins: cell(coins.draw_real(noise), cuts), 0, source)

        assert is_consistent(counted(once, 6), events)
