"""Enclosed laws against closed forms, and against arb's certified integrals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

import pytest
from flint import acb, arb, ctx, fmpq

from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import RATIONALS
from reference.exact.interval import Ends
from reference.mechanisms.noise.discrete_gaussian import DiscreteGaussian
from reference.privacy.epsilon import Epsilon
from reference.probability.branches import Beyond, Problem, branches
from reference.probability.coins import Coins
from reference.probability.continuous import (
    Exponential,
    Gaussian,
    Laplace,
    NoExactLawError,
    Uniform,
)
from reference.probability.dist import Dist
from reference.probability.enclosed import Grid, enclosed_law
from reference.probability.integer_gaussian import IntegerGaussian
from reference.probability.law import law
from reference.probability.replay import UnfinishedError

EPS = Epsilon.continuous(parts=4)
HALF = Fraction(1, 8)
"""u at eps = 1/2, in four parts."""

ONE = Fraction(1)
NORMAL: Gaussian[ExponentialFunction] = Gaussian(ONE)
LAPLACE = Laplace(1 / EPS)
EXPONENTIAL = Exponential(1 / EPS)


@dataclass(frozen=True)
class Above:
    """Sparse vector: the place of the first noisy answer above a noisy threshold."""

    eps: Epsilon[ExponentialFunction]

    def __call__(
        self, database: tuple[int, ...], coins: Coins[ExponentialFunction], /
    ) -> int | None:
        """That place."""
        threshold = coins.draw_real(Gaussian(2 / self.eps))
        for i, answer in enumerate(database):
            if answer + coins.draw_real(Gaussian(4 / self.eps)) >= threshold:
                return i
        return None


@dataclass(frozen=True)
class Noisy:
    """A number plus discrete Gaussian noise."""

    variance: Fraction

    def __call__(self, database: int, coins: Coins[ExponentialFunction], /) -> int:
        """Their sum."""
        return coins.run(DiscreteGaussian(self.variance), database)


def ball(number: Fraction) -> arb:
    """A rational as a ball."""
    return arb(fmpq(number.numerator, number.denominator))


def normal(x: arb) -> arb:
    """The probability that a standard Gaussian is below x."""
    return (-x / arb(2).sqrt()).erfc() / 2


def inside(ends: Ends, value: arb, *, width: Fraction = ONE) -> bool:
    """Whether the enclosure has the value, and is so narrow."""
    low, high = ends
    return bool(ball(low) <= value) and bool(value <= ball(high)) and high - low <= width


@pytest.mark.parametrize("k", [Fraction(0), Fraction(1), Fraction(-3, 2), Fraction(5)])
def test_two_gaussians_have_a_closed_form(k: Fraction) -> None:
    """P(X + k < Y) = Phi(-k / sqrt(s^2 + t^2))."""
    ctx.prec = 100
    grid = Grid(Fraction(1, 64), ONE)
    found = grid.probability(Problem((NORMAL, Gaussian(Fraction(2))), ((0, 1, k),)))
    assert inside(found, normal(-ball(k) / arb(5).sqrt()), width=Fraction(1, 100))


def test_numbers_are_compared_without_loss() -> None:
    """A draw between two numbers: only the tails outside of the grid are not known."""
    ctx.prec = 100
    found = Grid(Fraction(1, 2), ONE).probability(
        Problem((NORMAL,), ((-1, 0, Fraction(1, 2)), (0, -1, Fraction(-3))))
    )
    value = normal(arb(3)) - normal(arb(1) / 2)
    assert inside(found, value, width=Fraction(1, 10**10))


@pytest.mark.parametrize(("noise", "rate"), [(LAPLACE, 1), (EXPONENTIAL, 1)])
def test_mixed_draws_agree_with_integrals(
    noise: Laplace[ExponentialFunction] | Exponential[ExponentialFunction], rate: int
) -> None:
    """P(X + 1 < Y), X Gaussian, is the integral of the density of X times P(Y > x + 1)."""
    ctx.prec = 60

    def more(x: acb) -> acb:
        if isinstance(noise, Laplace):
            right, left = (-x * rate).exp() / 2, 1 - (x * rate).exp() / 2
        else:
            right, left = (-x * rate).exp(), acb(1)
        return right if x.real > 0 else left

    def integrand(x: acb, _: bool) -> acb:
        density = (-x * x / 2).exp() / (2 * arb.pi()).sqrt()
        return density * more(x + 1)

    parts = [(-9, -1), (-1, 9)]
    value = sum((acb.integral(integrand, acb(a), acb(b)).real for a, b in parts), arb(0))
    problem = Problem((NORMAL, noise), ((0, 1, ONE),))
    low, high = Grid(Fraction(1, 64), ONE / 4).probability(problem)
    assert high - low < Fraction(1, 100)
    assert ball(low) < value < ball(high)


def test_three_alike_draws_have_six_equal_orders() -> None:
    """Each has the probability 1/6; and together they have 1."""
    grid = Grid(Fraction(1, 32), ONE)
    found = [
        grid.probability(Problem((NORMAL,) * 3, ((x, y, 0), (y, z, 0))))
        for x, y, z in permutations(range(3))
    ]
    assert len(set(found)) == 1
    low, high = found[0]
    assert low < Fraction(1, 6) < high
    assert high - low < Fraction(1, 50)


@pytest.mark.parametrize("step", [Fraction(1), Fraction(1, 32)])
def test_a_law_adds_up_to_one(step: Fraction) -> None:
    """The lower ends to less, the upper ends to more; on a finer grid both are closer to it."""
    for database in ((0, 1, 0), (1, 1, 1)):
        found = enclosed_law(Above(EPS), database, Grid(step, HALF)).values()
        low, high = (sum(ends[i] for ends in found) for i in (0, 1))
        assert 1 - step < low < 1 < high < 1 + step


def test_sparse_vector_agrees_with_an_integral() -> None:
    """P(none above) = integral of the density of the threshold times the product of Phi."""
    ctx.prec = 60
    database = (0, 1, 0)

    def integrand(t: acb, _: bool) -> acb:
        value = (-t * t / 32).exp() / (32 * arb.pi()).sqrt()
        for answer in database:
            value *= (-(t - answer) / 8 / arb(2).sqrt()).erfc() / 2
        return value

    value = acb.integral(integrand, acb(-40), acb(40)).real
    found = enclosed_law(Above(EPS), database, Grid(Fraction(1, 16), HALF))
    low, high = found[None]
    assert high - low < Fraction(1, 100)
    assert ball(low) < value < ball(high)


def test_branches_have_the_weights_of_what_is_drawn_beside() -> None:
    """Coins of 1/3 and 1/2, then a comparison with 0, through a sub-mechanism."""

    def sign(_: int, coins: Coins[ExponentialFunction], /) -> bool:
        return coins.draw_real(NORMAL) > 0

    def both(database: int, coins: Coins[ExponentialFunction], /) -> tuple[str, bool]:
        side = coins.draw(Dist({"a": 1, "b": 2}, RATIONALS))
        side += coins.draw(Dist.uniform(("", "c")))
        return side, coins.run(sign, database)

    found = enclosed_law(both, 0, Grid(Fraction(1, 4), ONE))
    assert len(branches(both, 0)) == 8
    twelfth = Fraction(1, 12)
    middle = {key: (low + high) / 2 for key, (low, high) in found.items()}
    parts = {"a": twelfth, "ac": twelfth, "b": 2 * twelfth, "bc": 2 * twelfth}
    wanted = {(side, above): p for side, p in parts.items() for above in (True, False)}
    assert set(middle) == set(wanted)
    assert all(abs(middle[key] - wanted[key]) < Fraction(1, 10**10) for key in wanted)


@pytest.mark.parametrize("variance", [Fraction(1, 4), Fraction(7, 3), Fraction(40)])
def test_discrete_gaussian_weights_are_those_of_theta_functions(variance: Fraction) -> None:
    """Pr[Z = z] = e^(-z^2 / (2V)) / theta_3(0, i / (2 pi V)), by arb's theta function.

    What is not in the law, and what is too much in it, is below 1 in 10^10.
    """
    ctx.prec = 120
    two = ball(2 * variance)
    whole = acb.modular_theta(acb(0), acb(0, 1) / (arb.pi() * two))[2].real
    found = enclosed_law(Noisy(variance), 5, Grid(ONE, ONE))
    for z in (-2, -1, 0, 3):
        ends = IntegerGaussian(variance).probability(z)
        assert inside(ends, (-arb(z * z) / two).exp() / whole, width=Fraction(1, 2**60))
        assert inside(found[5 + z], (-arb(z * z) / two).exp() / whole, width=Fraction(1, 10**10))
    low, high = (sum(ends[i] for ends in found.values()) for i in (0, 1))
    assert 1 - Fraction(1, 10**10) < low < 1
    assert low < high < 1 + Fraction(1, 10**8)
    assert found[5 - 2][1] == found[5 + 2][1]


def test_discrete_gaussian_noise_is_compared_after_it_is_drawn() -> None:
    """Two are equal with the sum of the squared weights; what is in a tail is left out."""
    ctx.prec = 120

    def equal(database: int, coins: Coins[ExponentialFunction], /) -> bool:
        noise = Noisy(ONE)
        return coins.run(noise, database) == coins.run(noise, database)

    weights = [(-arb(z * z) / 2).exp() for z in range(-40, 41)]
    whole = sum(weights, arb(0))
    exact = sum(((w / whole) ** 2 for w in weights), arb(0))
    found = enclosed_law(equal, 0, Grid(ONE, ONE))
    assert inside(found[True], exact, width=Fraction(1, 10**9))
    left_out = [b for b in branches(equal, 0) if isinstance(b.outcome, Beyond)]
    assert len(left_out) == 2 + 28 * 2


def test_the_law_of_gaussian_noise_is_refused() -> None:
    """With what to use in its place."""
    with pytest.raises(NoExactLawError, match="enclosed_law"):
        law(Above(EPS), (0, 1))
    with pytest.raises(NoExactLawError, match="DiscreteGaussian has no exact law"):
        law(DiscreteGaussian(ONE), 0)
    with pytest.raises(NoExactLawError, match="DiscreteGaussian has no exact law"):
        law(Noisy(ONE), 0)


def test_a_deviation_is_no_rate() -> None:
    """Deviation 2 in the unit of the answers, and the rate 2, which is the deviation 4 here."""
    ctx.prec = 100
    rate: Gaussian[ExponentialFunction] = Gaussian(2 / EPS)
    number: Gaussian[ExponentialFunction] = Gaussian(2)
    grid = Grid(Fraction(1, 4), HALF)
    for noise, deviation in ((rate, 4), (number, 2), (rate, 4)):
        found = grid.probability(Problem((noise,), ((0, -1, ONE),)))
        assert inside(found, normal(-arb(1) / deviation), width=Fraction(1, 10**10))


def test_no_handler_makes_an_outcome_of_a_refusal() -> None:
    """Of a tail that is not followed, or of too many draws."""

    def calm(database: int, coins: Coins[ExponentialFunction], /) -> int:
        try:
            return coins.run(Noisy(ONE), database)
        except BaseException:  # noqa: BLE001 - this is what the mechanism does wrong
            return 99

    def endless(_: int, coins: Coins[ExponentialFunction], /) -> bool:
        try:
            while coins.draw_real(NORMAL) > 0:
                pass
        except BaseException:  # noqa: BLE001 - this is what the mechanism does wrong
            return False
        return True

    assert 99 not in enclosed_law(calm, 0, Grid(ONE, ONE))
    with pytest.raises(UnfinishedError, match="more than 5 draws or comparisons"):
        branches(endless, 0, most_draws=5)


def test_what_is_not_enclosed_is_refused() -> None:
    """Uniform noise; numbers off the grid; bad steps and deviations."""
    with pytest.raises(NoExactLawError, match="Uniform"):
        Grid(ONE, ONE).probability(Problem((Uniform(0, 1),), ((0, -1, 0),)))
    with pytest.raises(ValueError, match="1/3 is no multiple of the step 1/2"):
        Grid(ONE / 2, ONE).probability(Problem((NORMAL,), ((0, -1, Fraction(1, 3)),)))
    with pytest.raises(ValueError, match="step 0: above 0"):
        Grid(Fraction(0), ONE)
    with pytest.raises(ValueError, match="deviation -1: k / eps, or an int"):
        Gaussian(-ONE)
