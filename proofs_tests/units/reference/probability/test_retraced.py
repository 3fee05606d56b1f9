"""A stream that does something else with numbers than when it is traced is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from operator import mul
from operator import truediv as over

import pytest

from reference.privacy.epsilon import Epsilon
from reference.probability.continuous import Exponential, Laplace, Real
from reference.probability.control import Control
from reference.probability.dist import Dist
from reference.probability.given import Given, Numbers
from reference.probability.retraced import refuse_other
from reference.probability.traced import TraceError
from reference.probability.tracing import trace

EPS = Epsilon.continuous(parts=4)


def refuse(stream: object) -> None:
    """Compare a stream with its trace, without the guards that leave no difference."""
    control = Control(stream, EPS.root, EPS.parts, 100)
    control.automaton()
    refuse_other(stream, control.said, EPS.root, EPS.parts)


DIFFERS = "the stream does something else with numbers than when it is traced: on "


def drawn(coins: object, noise: object = Laplace(4 / EPS)) -> Real:
    """A draw."""
    method: Callable[[object], Real] = getattr(coins, "draw_real")  # noqa: B009
    return method(noise)


class Sparse:
    """Above threshold; what it does before is told."""

    eps = EPS

    def __init__(self, before: Callable[[object, object, Real], object] | None = None) -> None:
        self.before = before

    def begin(self, coins: object) -> Real:
        """A threshold."""
        return drawn(coins, Laplace(2 / EPS))

    def step(self, state: Real, answer: int, coins: object) -> tuple[object, object]:
        """What is told, or whether the noisy answer is above."""
        told = None if self.before is None else self.before(answer, coins, state)
        if told is not None:
            return None, told
        above = answer + drawn(coins) >= state
        return (None if above else state), above


CALLS: list[int] = []


def counted(every: int) -> bool:
    """Whether it is called so many times."""
    CALLS.append(1)
    return len(CALLS) % every == 0


@pytest.mark.parametrize(
    "before",
    [
        lambda answer, _, __: answer if type(answer).__name__ == "int" else None,
        lambda answer, _, __: answer if isinstance(answer, Fraction) else None,
        lambda answer, _, __: answer if hasattr(answer, "numerator") else None,
        lambda answer, _, __: "zero" if answer is ZERO else None,
        lambda answer, _, __: answer if counted(50) else None,
        lambda answer, coins, _: None if drawn(coins) is None or answer is not ZERO else "drawn",
        lambda answer, _, state: answer if isinstance(state, Real) else None,
    ],
)
def test_what_tells_numbers_from_a_trace(before: Callable[[object, object, Real], object]) -> None:
    """Is found, with the answers, and the method with its line; with guards it is refused before.

    An error that it raises is told as what it does.
    """
    CALLS.clear()
    with pytest.raises(
        TraceError, match=DIFFERS + r".* it .*; the trace .*\(in [<>\w]+, line \d+\)$"
    ):
        refuse(Sparse(before))
    with pytest.raises(TraceError, match=r"^(?!the stream does something else)"):
        trace(Sparse(before))


def shifted(answer: object, _: object, __: object) -> object:
    """Half of a number, and a third less."""
    half: Fraction = mul(Fraction(1, 2), answer)
    return half - Fraction(1, 3)


def test_what_no_number_is_may_be_asked() -> None:
    """Whether it is a flag; and a fraction is added to it, which asks in its library."""
    for kind in (bool, tuple, float):

        def told(answer: object, _: object, __: object, kind: type = kind) -> object:
            return "flag" if isinstance(answer, kind) else None

        assert trace(Sparse(told)).states == trace(Sparse()).states
    assert trace(Sparse(shifted)).states


ZERO = 0


class Zero:
    """It finds the answer 0."""

    eps = EPS

    def begin(self, coins: object) -> tuple[()]:
        """Nothing is known."""
        del coins
        return ()

    def step(self, state: object, answer: int, coins: object) -> tuple[object, str]:
        """Whether it is 0, by its identity."""
        del coins
        return (None, "zero") if answer is ZERO else (state, "other")


def test_the_words() -> None:
    """Answers, what the code puts out, and what the trace says: by hand."""
    words = DIFFERS + r"([-\d, ]+, )?0 it puts out 'zero' and stops; the trace puts out 'other'"
    with pytest.raises(TraceError, match=words + r" and goes on with \(\) \(in step, line"):
        refuse(Zero())


class Sums:
    """Sums of draws and multiples, which a sampler has not, and a coin."""

    eps = EPS

    def __init__(self, factor: Callable[[object], int] = lambda _: 2) -> None:
        self.factor = factor

    def begin(self, coins: object) -> object:
        """A sum, and a side."""
        method: Callable[[Dist[int, Fraction]], int] = getattr(coins, "draw")  # noqa: B009
        return 0, method(Dist.uniform((0, 1)))

    def step(
        self, state: tuple[Fraction, int], answer: int, coins: object
    ) -> tuple[object, object]:
        """The sum so far, or whether the noise is above 3."""
        method: Callable[[object], Fraction] = getattr(coins, "draw_real")  # noqa: B009
        total, side = state
        total = total + answer + self.factor(answer) * method(Exponential(4 / EPS))
        return (total, side), (total if side else total > 3)

    def end(self, state: tuple[Fraction, int], coins: object) -> object:
        """Half of the sum."""
        del coins
        return -state[0] * Fraction(1, 2)


class Gaps:
    """The difference of two draws, and their greatest, as samplers have them."""

    eps = EPS

    def begin(self, coins: object) -> Real:
        """A threshold."""
        return drawn(coins, Laplace(2 / EPS))

    def step(self, state: Real, answer: int, coins: object) -> tuple[object, object]:
        """The gap, if it is above."""
        noisy = answer + drawn(coins)
        if noisy > state:
            return None, noisy - state
        return max(noisy, state), noisy >= 1

    def close(self, state: Real, coins: object) -> tuple[object, object]:
        """Another threshold."""
        del state
        return drawn(coins), "again"


@pytest.mark.parametrize("stream", [Sparse(), Gaps(), Sums()])
def test_honest_streams_are_traced(stream: object) -> None:
    """Nothing else is refused: differences, maxima, calls that read nothing."""
    assert trace(stream).states


def test_a_multiple_that_differs() -> None:
    """Is found in streams that a sampler does not run."""
    with pytest.raises(TraceError, match=DIFFERS):
        refuse(Sums(lambda answer: 3 if answer is ZERO else 2))


def test_what_is_drawn_from_a_finite_law_is_compared() -> None:
    """Two outcomes that change places are told apart, and chances that do."""

    def turned(answer: object, coins: object, _: object) -> object:
        method: Callable[[Dist[int, Fraction]], int] = getattr(coins, "draw")  # noqa: B009
        side = method(Dist.uniform((0, 1)))
        return (side, 1 - side)[answer is ZERO]

    def weighted(answer: object, coins: object, _: object) -> object:
        method: Callable[[Dist[int, Fraction]], int] = getattr(coins, "draw")  # noqa: B009
        return method(Dist.weighted([(0, Fraction(1)), (1, Fraction(1 + (answer is ZERO)))]))

    for before in (turned, weighted):
        with pytest.raises(TraceError, match=DIFFERS):
            refuse(Sparse(before))


def other(value: object, answer: object, _: object, __: object) -> object:
    """A value for the answer 0."""
    return (None, value)[answer is ZERO]


def test_a_quotient_is_refused() -> None:
    """Of integers it is a float, which is rounded; and a float is no number of a trace."""
    with pytest.raises(TraceError, match=r"write a \* Fraction\(1, 2\)"):
        trace(Sparse(lambda answer, _, __: over(answer, 2)))
    for value in (7.5, float("inf"), float("nan")):
        with pytest.raises(TraceError, match=r"\(a float\)"):
            refuse(Sparse(partial(other, value)))


def test_the_signs_of_draws() -> None:
    """Exponential ones are above 0; the others are on both sides."""
    numbers = Numbers()
    assert all(numbers.drawn(i, signed=False) > 0 for i in range(50))
    assert {numbers.drawn(i, signed=True) > 0 for i in range(50)} == {True, False}


@pytest.mark.parametrize("as_sampled", [True, False])
def test_the_given_draws(*, as_sampled: bool) -> None:
    """Comparisons are those of the numbers; no two of 50 draws are equal, nor differ by a half."""
    coins = Given(Numbers(), EPS.root, EPS.parts, as_sampled=as_sampled)
    draws = [coins.draw_real(Laplace(1 / EPS)) for _ in range(50)]
    values = [coins.named()[f"n{i}"] for i in range(50)]
    assert [coins.number(noise + 1) for noise in draws] == [value + 1 for value in values]
    for i, j in product(range(50), repeat=2):
        assert (draws[i] + 1 < draws[j]) == (values[i] + 1 < values[j])
        assert i == j or (2 * (values[i] - values[j])).denominator != 1
