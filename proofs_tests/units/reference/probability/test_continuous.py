"""Laws of continuous noise in direct style: against certified quadrature, and in closed form."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import exp
from typing import Any, Generic

import pytest
from flint import acb, arb, fmpq

from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import R
from reference.exact.rational_function import RationalFunction
from reference.privacy.epsilon import Epsilon, InexactExponentError
from reference.probability.coins import Coins
from reference.probability.continuous import (
    Exponential,
    Gap,
    Gaussian,
    Gumbel,
    Laplace,
    Real,
    Scale,
    UndrawnError,
    Uniform,
    cell,
)
from reference.probability.dist import Dist
from reference.probability.law import law
from reference.probability.outcome import NoValueError
from reference.probability.replay import ContinuousNoiseError, ImpureMechanismError, Laws

E = ExponentialFunction
U, R_ = E.u(), E.r()
EPS = Epsilon.continuous(parts=4)
HALF = Fraction(1, 2)
SIZE, POINT = Fraction(3, 5), fmpq(3, 5)
Answers = tuple[int, ...]
Continuous = Coins[ExponentialFunction]


def sparse(answers: Answers, coins: Continuous) -> tuple[int, ...]:
    """The sparse vector technique that stops at the first positive: rates 2 and 1."""
    threshold = coins.draw_real(Laplace(2 / EPS))
    bits: tuple[int, ...] = ()
    for answer in answers:
        bits += (int(answer + coins.draw_real(Laplace(4 / EPS)) >= threshold),)
        if bits[-1]:
            break
    return bits


def largest(answers: Answers, coins: Continuous) -> int:
    """The number of the largest noisy answer: rate 2."""
    noisy = [answer + coins.draw_real(Laplace(2 / EPS)) for answer in answers]
    return noisy.index(max(noisy))


def ball(value: ExponentialFunction) -> arb:
    """At u = 3/5."""
    found = value.at(SIZE)
    top, bottom = (weight(acb(POINT).exp()) for weight in (found.numerator, found.denominator))
    return (top / bottom).real


def below(s: acb, rate: int) -> acb:
    """The Laplace distribution function at s, on the side of 0 where s is."""
    if s.real < 0:
        return (rate * s).exp() / 2
    return 1 - (-rate * s).exp() / 2


def density(s: acb, rate: int) -> acb:
    """The Laplace density at s, on the side of 0 where s is."""
    return rate * (rate * s if s.real < 0 else -rate * s).exp() / 2


def integrated(function: Callable[[acb], acb], breaks: set[int]) -> arb:
    """Over all reals, but for tails of less than e^(-40); it is analytic between break points."""
    ends = sorted({-60, *breaks, 60})
    parts = pairwise(ends)
    tail = arb(0, 2) * arb(-25).exp()
    whole = (
        acb.integral(lambda s, _: function(s), acb(a * POINT), acb(b * POINT)) for a, b in parts
    )
    return sum(whole, acb(0)).real + tail


@pytest.mark.parametrize("answers", [(-1, 0), (0, 0), (1, -1), (0, 1)])
def test_the_sparse_vector_by_quadrature(answers: Answers) -> None:
    """Given the threshold, answers are independent; the integral over it is certified."""
    found = law(sparse, answers)
    for bits in ((1,), (0, 1), (0, 0)):

        def given(t: acb, bits: Answers = bits) -> acb:
            chance = density(t, 2)
            for answer, bit in zip(answers, bits, strict=False):
                under = below(t - answer * POINT, 1)
                chance *= 1 - under if bit else under
            return chance

        assert integrated(given, {0, *answers}).overlaps(ball(found.probability(bits)))


@pytest.mark.parametrize("answers", [(1, 0, -1), (-1, 1, 1)])
def test_the_largest_answer_by_quadrature(answers: Answers) -> None:
    """Given the noisy winner, the others are independently below it."""
    found = law(largest, answers)
    assert found.probability_that(lambda _: True) == 1
    for winner in range(3):

        def given(t: acb, winner: int = winner) -> acb:
            chance = density(t - answers[winner] * POINT, 2)
            for other in {0, 1, 2} - {winner}:
                chance *= below(t - answers[other] * POINT, 2)
            return chance

        assert integrated(given, {*answers}).overlaps(ball(found.probability(winner)))


def test_a_published_closed_form() -> None:
    """Pr[01] of the sparse vector on (-1, -1) is (32 r - 3 eps - 22) / (48 r^2)."""
    found = law(sparse, (-1, -1))
    assert found.probability((0, 1)) == (32 * R_ - 3 * 4 * U - 22) / (48 * R_**2)


def test_a_question_that_answers_imply_is_no_branch() -> None:
    """Ten questions about one draw and three numbers have four answers in all."""

    def cells(_: int, coins: Continuous) -> int:
        x = coins.draw_real(Laplace(4 / EPS))
        found = cell(x, (-1, 0, 1))
        return found if all(cell(x, (-1, 0, 1)) == found for _ in range(3)) else -1

    laws = Laws[ExponentialFunction]()
    found = laws.of(cells, 0)
    assert laws.calls == 4
    outer, inner = 1 / (2 * R_), HALF - 1 / (2 * R_)
    assert [found.probability(k) for k in (-1, 0, 1, 2, 3)] == [0, outer, inner, inner, outer]


def test_orders_that_follow_through_others() -> None:
    """Of three draws three comparisons have six outcomes, not eight, all equally likely."""

    def order(_: int, coins: Continuous) -> tuple[bool, ...]:
        a, b, c = (coins.draw_real(Exponential(2 / EPS)) for _ in range(3))
        return a < b, b < c, a < c

    found = law(order, 0)
    assert len(found) == 6
    assert {found.probability(x) for x in found} == {E.of(Fraction(1, 6))}


def test_numbers_between_answers() -> None:
    """A threshold of 1/2 is one of 1 for answers that are doubled, and noise with them."""

    def above(factor: int) -> Callable[[int, Continuous], bool]:
        scale = Scale(2 // factor, E.r())
        return lambda answer, coins: (
            answer * factor + coins.draw_real(Laplace(scale)) > Fraction(factor, 2)
        )

    assert law(above(1), 0) == law(above(2), 0) == law(above(1), 1).map(lambda above: not above)

    def either(_: int, coins: Continuous) -> bool:
        return coins.draw_real(Laplace(2 / EPS)) > Fraction(1, coins.draw(Dist.uniform((1, 2))))

    assert law(either, 0).probability(True) == (R_**-2 + R_**-1) / 4
    with pytest.raises(ValueError, match="parts of a unit: parts must be 3 times as many"):
        law(lambda _, coins: coins.draw_real(Laplace(4 / EPS)) > Fraction(1, 3), 0)


def test_uniform_noise_has_rational_laws() -> None:
    """On [-1/2, 1]; the sum of two such draws is not known, the order is."""

    def placed(_: int, coins: Continuous) -> int:
        return cell(coins.draw_real(Uniform(-HALF, 1)), (0, Fraction(3, 4)))

    found = law(placed, 0)
    assert [found.probability(k) for k in range(3)] == [Fraction(p, 6) for p in (2, 3, 1)]

    def ordered(_: int, coins: Continuous) -> bool:
        return coins.draw_real(Uniform(-HALF, 1)) < coins.draw_real(Uniform(0, HALF))

    assert law(ordered, 0).probability(True) == HALF


def test_discrete_draws_beside() -> None:
    """A truthful answer with probability r/(1 + r), noise else: a mixture of the two."""
    truthful = Dist.weighted([(True, R_ / (1 + R_)), (False, 1 / (1 + R_))])

    def either(bit: int, coins: Continuous) -> int:
        noisy = bit + coins.draw_real(Laplace(4 / EPS))
        return bit if coins.draw(truthful) else int(noisy > 0)

    found = law(either, 1)
    assert found.probability(1) == R_ / (1 + R_) + (1 - 1 / (2 * R_)) / (1 + R_)
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301 - made here


def test_a_mechanism_that_uses_another() -> None:
    """Run, released and delegated after a comparison: each has the product of the laws."""

    def positive(answer: int, coins: Continuous) -> bool:
        return answer + coins.draw_real(Laplace(4 / EPS)) > 0

    def ran(answer: int, coins: Continuous) -> object:
        return (True, coins.run(positive, answer)) if positive(0, coins) else False

    def released(answer: int, coins: Continuous) -> object:
        inner = law(positive, answer).map(lambda y: (True, y))
        return coins.release(inner) if positive(0, coins) else False

    expected = law(positive, 1).probability(True) / 2
    assert law(ran, 1).probability((True, True)) == expected
    laws = Laws[ExponentialFunction]()
    assert laws.of(released, 1) == law(ran, 1)

    def delegated(answer: int, coins: Continuous) -> object:
        return coins.delegate(positive, answer) if positive(0, coins) else None

    assert laws.of(delegated, 1).probability(True) == expected


NO_DIGITS = "no digits, sign or multiple"
WRONG: list[tuple[str, Callable[[Any], object]]] = [
    ("neither true nor false", bool),
    ("neither true nor false", lambda x: not x - x),
    ("0.5: a draw is compared", lambda x: x < 0.5),
    ("True: a draw is compared", lambda x: x + True),
    ("the sum of two draws", lambda x: x + x),
    ("the sum of two draws", lambda x: x - x > x - x),
    ("it is not hashed", lambda x: {x}),
    ("it is not hashed", lambda x: {x - x}),
    *((NO_DIGITS, use) for use in (float, exp, int, round, abs, str, "{:.2f}".format)),
    *(
        (NO_DIGITS, use)
        for use in (lambda x: 1 - x, lambda x: -x, lambda x: 2 * x, lambda x: x / 2)
    ),
    *((NO_DIGITS, use) for use in (lambda x: str(x - x), lambda x: x - x + 1, lambda x: -(x - x))),
]


@pytest.mark.parametrize(("words", "use"), WRONG)
def test_what_the_order_does_not_tell(words: str, use: Callable[[Any], object]) -> None:
    """It is refused in one line."""
    with pytest.raises(UndrawnError, match=words):
        law(lambda _, coins: use(coins.draw_real(Laplace(4 / EPS))), 0)


@pytest.mark.parametrize(
    ("words", "noise", "parameter"),
    [
        ("2: write it as k / eps", Laplace, 2),
        ("deviation 0.5: k / eps, or an int or a Fraction above 0", Gaussian, 0.5),
        ("None: write it as k / eps", Gumbel, None),
        (r"0.5/eps: write Fraction\(1, 2\) / eps", lambda x: Exponential(x / EPS), 0.5),
        ("each is an int or a Fraction", lambda x: Uniform(0, x), 0.5),
        ("each is an int or a Fraction", lambda x: Uniform(0, x), 1 / EPS),
        (r"draw_real\('Laplace'\): it takes noise", lambda x: x, "Laplace"),
    ],
)
def test_what_is_no_noise(words: str, noise: Callable[[Any], Any], parameter: object) -> None:
    """What it is to be is said in one line."""
    with pytest.raises((ValueError, TypeError), match=words):
        law(lambda _, coins: coins.draw_real(noise(parameter)) > 0, 0)


def test_a_draw_is_no_outcome() -> None:
    """Its cell is."""
    with pytest.raises(NoValueError, match=r"put out cell\(draw, cuts\)"):
        law(lambda _, coins: coins.draw_real(Laplace(4 / EPS)), 0)


def test_ties() -> None:
    """A draw is equal to itself only; a question about that is no branch."""

    def ties(_: int, coins: Continuous) -> tuple[bool, ...]:
        x, y = (coins.draw_real(Laplace(4 / EPS)) for _ in range(2))
        same = x + 0
        assert x - y == same - y != y - x
        return x == y, x == same, x <= same, x < same, x >= same + 1, x - 1 < same, x == 0

    assert law(ties, 0) == Dist.point((False, True, True, False, False, True, False))


@pytest.mark.parametrize("k", [1, HALF])
def test_a_gap_is_compared_with_a_number(k: Fraction | int) -> None:
    """It is below k, or above: with probability e^-u (2 + u) / 4 for two draws of rate 1/k."""

    def compared(_: int, coins: Continuous) -> tuple[bool, ...]:
        x, y = (coins.draw_real(Laplace(4 * k / EPS)) for _ in range(2))
        return x - y > k, x - y >= k, x - y < k, x - y <= k

    above = (2 + U) / (4 * R_)
    assert law(compared, 0) == Dist.weighted(
        [((True, True, False, False), above), ((False, False, True, True), 1 - above)]
    )


@dataclass(frozen=True)
class _Positive(Generic[R]):
    eps: Epsilon[R]

    def __call__(self, answer: int, coins: Coins[R], /) -> bool:
        return answer + coins.draw_real(Laplace(1 / self.eps)) > 0


def test_fields_without_u_are_refused() -> None:
    """At a rational root, and for functions of r alone."""
    with pytest.raises(ContinuousNoiseError, match=r"Epsilon\.continuous\(parts\)"):
        law(_Positive(Epsilon(Fraction(2))), 0)
    with pytest.raises(ContinuousNoiseError, match=r"Epsilon\.continuous\(parts\)"):
        law(_Positive(Epsilon.indeterminate()), 0)
    found = law(_Positive(Epsilon.continuous(3)), 1)
    assert found.probability(False) == 1 / (2 * R_**3)
    assert found.probability(False).at(Fraction(1)) == RationalFunction.r(-3) / 2


def test_scales() -> None:
    """The rate in parts of eps is an integer; scales are above 0."""
    assert (2 / EPS).rate == 2
    assert (Fraction(4, 3) / EPS).rate == 3
    with pytest.raises(InexactExponentError, match="parts must be a multiple of 3"):
        3 / EPS
    for size in (0, -1):
        with pytest.raises(ValueError, match="a scale is above 0"):
            size / EPS
    with pytest.raises(ValueError, match="a scale is above 0"):
        Scale(0, E.r())
    with pytest.raises(ValueError, match="low is below high"):
        Uniform(1, 1)


def test_a_difference_has_no_value() -> None:
    """It equals a number only if both are of one draw; it is neither hashed nor true nor false."""

    def gap(draws: int, coins: Continuous) -> Gap:
        noisy = [coins.draw_real(Laplace(4 / EPS)) for _ in range(draws)]
        return noisy[0] - (noisy[-1] + 1)

    def equals(draws: int, coins: Continuous) -> bool:
        return gap(draws, coins) == -1

    assert law(equals, 1).probability(True) == 1
    assert law(equals, 2).probability(False) == 1

    def hashed(draws: int, coins: Continuous) -> int:
        return hash(gap(draws, coins))

    def doubted(draws: int, coins: Continuous) -> bool:
        return bool(gap(draws, coins))

    for use in (hashed, doubted):
        with pytest.raises(UndrawnError, match="compare it"):
            law(use, 2)


def test_other_questions_when_repeated() -> None:
    """A mechanism that remembers is refused."""
    asked: list[int] = []

    def remembers(_: int, coins: Continuous) -> bool:
        asked.append(0)
        return coins.draw_real(Laplace(4 / EPS)) > len(asked)

    with pytest.raises(ImpureMechanismError):
        Laws[ExponentialFunction]().of(remembers, 0)


def test_a_draw_of_another_call() -> None:
    """It is asked with coins that are not those of the call."""
    kept: list[Real] = []

    def keeps(_: int, coins: Continuous) -> bool:
        kept.append(coins.draw_real(Laplace(4 / EPS)))
        return kept[-1] > 0

    def uses(_: int, coins: Continuous) -> bool:
        return coins.draw_real(Laplace(4 / EPS)) > 0 and kept[-1] > 0

    laws = Laws[ExponentialFunction]()
    laws.of(keeps, 0)
    with pytest.raises(ImpureMechanismError, match="the coins of another call"):
        laws.of(uses, 0)
