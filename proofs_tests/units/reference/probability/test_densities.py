"""Densities of released values, against laws of cells, certified quadrature and closed forms."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import pytest
from flint import acb, arb, fmpq

from reference.exact.exponential_function import ExponentialFunction
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.continuous import (
    Exponential,
    Gap,
    Gaussian,
    Gumbel,
    Laplace,
    Noise,
    Real,
    UndrawnError,
    Uniform,
    cell,
)
from reference.probability.densities import FREE, VALUE, Recorded, ReleasedLaw, released
from reference.probability.dist import Dist
from reference.probability.law import law
from reference.probability.outcome import outcome
from reference.probability.piecewise import Piecewise, exponential, laplace, uniform

E = ExponentialPolynomial
EPS = Epsilon.continuous(parts=4)
Answers = tuple[int, ...]
Continuous = Coins[ExponentialFunction]
Released = Callable[[Answers, Continuous], Hashable]


def gap_of_sparse(answers: Answers, coins: Continuous) -> Hashable:
    """The first noisy answer above a noisy threshold, and by how much."""
    limit = coins.draw_real(Laplace(2 / EPS))
    for i, answer in enumerate(answers):
        noisy = answer + coins.draw_real(Laplace(4 / EPS))
        if noisy >= limit:
            return i, noisy - limit
    return None


def compared(answers: Answers, coins: Continuous) -> Hashable:
    """The noisy answer that was compared."""
    limit = coins.draw_real(Uniform(-1, 2))
    for answer in answers:
        noisy = answer + coins.draw_real(Exponential(2 / EPS))
        if noisy >= limit:
            return noisy - 2
    return None


def gap_of_greatest(answers: Answers, coins: Continuous) -> Hashable:
    """The greatest of some noisy answers, and the gap to the next, in a nested tuple."""
    noisy = [answer + coins.draw_real(Laplace(2 / EPS)) for answer in answers]
    first = noisy.index(max(noisy))
    second = max(noisy[:first] + noisy[first + 1 :])
    return "gap", (first, noisy[first] - second)


def mixed(answers: Answers, coins: Continuous) -> Hashable:
    """A coin of weight e^(eps/4) decides whether a noisy answer is cut off at 1."""
    r = ExponentialFunction.r()
    kept = coins.draw(Dist.weighted([(True, r), (False, ExponentialFunction.of(1))]))
    noisy = answers[0] + coins.draw_real(Laplace(1 / EPS))
    return (kept, noisy if kept else min(noisy, 1))


def gaps_apart(answers: Answers, coins: Continuous) -> Hashable:
    """The difference of two draws, of which each is compared with a third one."""
    x, y, z = (answer + coins.draw_real(Laplace(2 / EPS)) for answer in answers)
    return x > z, y > z, x - y


def through(mechanism: Released, cuts: tuple[int, ...]) -> Released:
    """The mechanism, its value seen through cuts."""

    def seen(output: Hashable) -> Hashable:
        if isinstance(output, Real | Gap):
            return "cell", cell(output, cuts)
        return tuple(map(seen, output)) if isinstance(output, tuple) else output

    return lambda answers, coins: seen(mechanism(answers, coins))


def placed(output: Hashable, i: int) -> Hashable:
    """The output with a cell in the place of the value."""
    if output is VALUE:
        return "cell", i
    return tuple(placed(part, i) for part in output) if isinstance(output, tuple) else output


def densities(mechanism: Released, answers: Answers) -> ReleasedLaw:
    """The law of what is released."""
    return released(law(Recorded(mechanism), answers))


def over(value: ExponentialPolynomial, total: ExponentialPolynomial) -> ExponentialFunction:
    """The quotient."""
    return ExponentialFunction.of_polynomial(value) / ExponentialFunction.of_polynomial(total)


@pytest.mark.parametrize("cuts", [(-1, 1), (-3, 0, 1, 2, 5)])
@pytest.mark.parametrize(
    ("mechanism", "answers"),
    [
        (gap_of_sparse, (0, 1)),
        (gap_of_sparse, (1, -1, 0)),
        (compared, (0, 1, 0)),
        (gap_of_greatest, (0, 2)),
        (gap_of_greatest, (1, 0, 0)),
        (mixed, (0,)),
        (mixed, (2,)),
        (gaps_apart, (0, 1, 0)),
    ],
)
def test_integrals_over_cells(
    mechanism: Released, answers: Answers, cuts: tuple[int, ...]
) -> None:
    """They are the probabilities of the same mechanism with cells, from orders of draws."""
    values = densities(mechanism, answers)
    expected = law(through(mechanism, cuts), answers)
    assert values.unit == 1
    found: dict[Hashable, ExponentialFunction] = {}
    for known, part in values.parts.items():
        output = outcome(known)
        if isinstance(part, Piecewise):
            for i, (low, high) in enumerate(pairwise((None, *cuts, None))):
                found[placed(output, i)] = over(part.within(low, high).total(), values.total)
        else:
            found[output] = over(part, values.total)
    assert {x: p for x, p in found.items() if p != 0} == {
        x: expected.probability(x) for x in expected
    }


def ball(value: ExponentialPolynomial, u: Fraction) -> arb:
    """The value at u."""
    low, high = value.at(u).enclosure(100)
    return arb(fmpq(low.numerator, low.denominator)).union(fmpq(high.numerator, high.denominator))


@pytest.mark.parametrize("z", [Fraction(1, 3), Fraction(3, 2), Fraction(5)])
def test_a_gap_by_quadrature(z: Fraction) -> None:
    """Of the second answer: the integral over the threshold of three factors, at u = 3/5."""
    u = Fraction(3, 5)
    values = densities(gap_of_sparse, (0, 1))
    part = values.part((1, VALUE))
    assert isinstance(part, Piecewise)
    piece = part.pieces[sum(b <= z for b in part.breaks)]
    s = arb(fmpq(u.numerator, u.denominator)) * fmpq(z.numerator, z.denominator)
    density = sum((ball(c, u) * s**j * (m * s).exp() for (j, m), c in piece.items()), arb(0))
    found = density / ball(values.total, u)
    ends = sorted([Fraction(0), u, (1 - z) * u])  # in units of s: where one of three is 0

    def laplace_at(x: acb, *, positive: bool) -> acb:
        return (-x if positive else x).exp() / 2

    total = acb(0)
    for low, high in pairwise([Fraction(-60), *ends, Fraction(60)]):
        middle = (low + high) / 2

        def value(t: acb, _: bool, middle: Fraction = middle) -> acb:
            tail = t.exp() / 2 if middle < 0 else 1 - (-t).exp() / 2  # the first answer is below
            threshold = (-2 * t if middle > 0 else 2 * t).exp()
            there = t + acb(s) - acb(fmpq(u.numerator, u.denominator))
            return tail * threshold * laplace_at(there, positive=middle + (z - 1) * u > 0)

        a, b = (acb(fmpq(x.numerator, x.denominator)) for x in (low, high))
        total += acb.integral(value, a, b)
    assert abs(total.real - found) < arb(2) ** -40


def test_one_noisy_answer_is_its_noise() -> None:
    """The density is that of the noise around the answer, at a number that is no integer too."""
    values = densities(lambda rows, coins: rows[0] + coins.draw_real(Laplace(1 / EPS)), (3,))
    assert values.part(VALUE) == laplace(4, 3)
    half = densities(
        lambda rows, coins: coins.draw_real(Laplace(1 / EPS)) + Fraction(rows[0], 3), (4,)
    )
    assert (half.unit, half.part(VALUE)) == (3, laplace(4, 4))


def test_break_points_that_are_no_integers() -> None:
    """Of a number that a released value was compared with, and of an end of uniform noise."""

    def above(rows: Answers, coins: Continuous) -> Hashable:
        noisy = rows[0] + coins.draw_real(Laplace(1 / EPS))
        return noisy if noisy > Fraction(1, 2) else None

    values = densities(above, (0,))
    assert values.unit == 2
    assert values.part(VALUE) == laplace(4, 0).within(1, None).scaled(values.total)
    even = densities(lambda _, coins: coins.draw_real(Uniform(Fraction(1, 3), 2)), ())
    assert (even.unit, even.part(VALUE)) == (3, uniform(1, 6))


def test_units_are_refined() -> None:
    """A law in a finer unit is the same: cells have the same probabilities, in the new unit."""
    values = densities(gap_of_sparse, (0, 1))
    finer = values.refined(3)
    part, same = values.part((1, VALUE)), finer.part((1, VALUE))
    assert isinstance(part, Piecewise)
    assert isinstance(same, Piecewise)
    u = Fraction(2, 7)
    for low, high in pairwise((None, 0, 1, None)):
        ends = (None if x is None else 3 * x for x in (low, high))
        first, second = part.within(low, high).total(), same.within(*ends).total()
        assert first.at_unit(u).keys() <= set(range(-9, 9))
        assert abs(ball(first, u) - ball(second, u / 3)) < arb(2) ** -40


@pytest.mark.parametrize(
    ("f", "g"),
    [
        (laplace(1, 0), laplace(1, 0)),
        (laplace(2, 1) * laplace(1, 3).below(), exponential(3, -2) * uniform(-3, 2).above()),
        (uniform(-1, 2), uniform(0, 1)),
        (exponential(1, 0), exponential(1, 2)),
    ],
)
def test_correlations_by_running_integrals(f: Piecewise, g: Piecewise) -> None:
    """X - Y is above k with the probability that Y + k is below X, weighed by densities."""
    gap = f.correlation(g)
    assert gap.total() == f.total() * g.total()
    for k in range(-5, 6):
        assert gap.within(k, None).total() == (g * f.above().shifted(k)).total()


class Pair(NamedTuple):
    """A record."""

    name: str
    value: object


def test_what_can_be_released() -> None:
    """A named tuple; the gap of a draw to itself is a number; two values are refused."""
    scale = 1 / EPS

    def record(_: Answers, coins: Continuous) -> Hashable:
        return Pair("x", coins.draw_real(Laplace(scale)))

    assert [outcome(x) for x in densities(record, ()).parts] == [Pair("x", VALUE)]

    def itself(_: Answers, coins: Continuous) -> Hashable:
        x = coins.draw_real(Laplace(scale))
        return (x + 2) - x

    assert densities(itself, ()).parts == {2: E.of(1)}

    def two(_: Answers, coins: Continuous) -> Hashable:
        x, y = coins.draw_real(Laplace(scale)), coins.draw_real(Laplace(scale))
        return x, y, x > y

    with pytest.raises(UndrawnError, match="all but one are Laplace noise compared with nothing"):
        law(Recorded(two), ())


@pytest.mark.parametrize("noise", [Gumbel(2 / EPS), Gaussian(2 / EPS), Gaussian(Fraction(2))])
@pytest.mark.parametrize("of", [lambda x, _: x, lambda x, y: x - y, lambda x, _: (x, 0, x + 1)])
def test_noise_that_has_no_density_here(
    noise: Noise[ExponentialFunction], of: Callable[[Real, Real], Hashable]
) -> None:
    """Gumbel and Gaussian noise, and their differences, are taken for no other noise."""

    def put_out(_: Answers, coins: Continuous) -> Hashable:
        return of(coins.draw_real(noise), coins.draw_real(noise))

    with pytest.raises(UndrawnError, match="noise is compared only: its value is not released"):
        law(Recorded(put_out), ())


def test_free_values() -> None:
    """All of several, or all but that which is compared; one output has one law of them."""
    scale = 2 / EPS

    def several(rows: Answers, coins: Continuous) -> Hashable:
        return tuple(
            row + Fraction(i, 2) + coins.draw_real(Laplace(scale)) for i, row in rows_of(rows)
        )

    def rows_of(rows: Answers) -> list[tuple[int, int]]:
        return list(enumerate(rows))

    values = densities(several, (3, 4, 5))
    assert {outcome(y): part for y, part in values.parts.items()} == {(FREE, FREE, FREE): E.of(1)}
    assert (values.unit, [*values.free.values()]) == (2, [((2, 6), (2, 9), (2, 12))])
    assert [*values.refined(2).free.values()] == [((2, 12), (2, 18), (2, 24))]

    def with_gap(rows: Answers, coins: Continuous) -> Hashable:
        found = gap_of_sparse(rows, coins)
        return found, rows[0] + coins.draw_real(Laplace(scale))

    alone, beside = densities(gap_of_sparse, (1, 0)), densities(with_gap, (1, 0))
    assert beside.part(((0, VALUE), FREE)) == alone.part((0, VALUE))
    assert {x for free in beside.free.values() for x in free} == {(2, 1)}
    none = alone.part(None)
    assert isinstance(none, E)
    assert beside.part((None, VALUE)) == laplace(2, 1).scaled(none * beside.total / alone.total)

    def moved(rows: Answers, coins: Continuous) -> Hashable:
        kept = coins.draw(Dist.uniform((0, 1)))
        return several((*rows, kept), coins)

    with pytest.raises(UndrawnError, match="a value has one noise wherever it is put out"):
        densities(moved, (0,))
