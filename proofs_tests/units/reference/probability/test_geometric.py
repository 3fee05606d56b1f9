"""Two-sided geometric noise against sums of its own terms."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.round_trip import pickled
from reference.exact.polynomial import Weight, evaluate
from reference.exact.rational_function import RationalFunction
from reference.probability.geometric import Settled, TwoSidedGeometric, quadrature

RATIOS = st.builds(lambda a, b: Fraction(a, a + b), st.integers(1, 9), st.integers(1, 9))
VALUES = st.integers(-5, 5)
FAR = 60


def within(noise: TwoSidedGeometric[Fraction], low: int, high: int) -> Fraction:
    """Pr[low <= Z <= high], term by term."""
    return sum((noise.probability(z) for z in range(low, high + 1)), Fraction(0))


@given(RATIOS)
def test_the_mass_is_one(g: Fraction) -> None:
    """What is missing from [-n, n] is 2 g^(n+1) / (1 + g)."""
    noise = TwoSidedGeometric(g)
    assert 1 - within(noise, -FAR, FAR) == 2 * g ** (FAR + 1) / (1 + g)
    assert noise.probability(3) == noise.probability(-3) == g**3 * noise.probability(0)


@given(RATIOS, VALUES)
def test_tails(g: Fraction, value: int) -> None:
    """Tails are sums of terms and the tail that begins farther out; the two tails complement."""
    noise = TwoSidedGeometric(g)
    assert noise.at_least(value) == within(noise, value, FAR) + g ** (FAR + 1) / (1 + g)
    assert noise.at_most(value) == noise.at_least(-value) == 1 - noise.at_least(value + 1)


@given(RATIOS, VALUES, VALUES)
def test_clamped(g: Fraction, first: int, second: int) -> None:
    """Mass beyond an end moves to that end."""
    low, high = sorted((first, second))
    noise = TwoSidedGeometric(g)
    dist = noise.clamped(low, high)
    assert dist.support == frozenset(range(low, high + 1))
    for z in range(low, high + 1):
        assert dist.probability(z) == 1 - (
            (noise.at_most(z - 1) if z > low else 0) + (noise.at_least(z + 1) if z < high else 0)
        )


@given(RATIOS, VALUES, VALUES)
def test_truncated(g: Fraction, first: int, second: int) -> None:
    """The noise given that it falls into the interval."""
    low, high = sorted((first, second))
    noise = TwoSidedGeometric(g)
    dist = noise.truncated(low, high)
    total = within(noise, low, high)
    assert all(dist.probability(z) == noise.probability(z) / total for z in range(low, high + 1))


@given(RATIOS, st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.integers(-2, 2))
def test_quadrature_of_settled_functions(
    g: Fraction, low: int, high: int, degree: int, lead: int
) -> None:
    """Exact means of functions that settle to polynomials in h^|z|, different on either side."""
    h = Fraction(1, 2)
    noise = TwoSidedGeometric(g)
    rule = quadrature(noise, Settled(-low, high, h, degree))

    def settled(z: int) -> Fraction:
        if -low <= z <= high:
            return Fraction(z * z - 3)
        x = h ** abs(z)
        return lead * x**degree + 2 if z > 0 else 5 - x**degree

    def applied(weights: Sequence[Weight]) -> Fraction:
        """The sum of the weighted values, not yet divided by the total."""
        pairs = zip(rule.values, weights, strict=True)
        return sum((evaluate(w, Fraction(1)) * settled(z) for z, w in pairs), Fraction(0))

    direct = sum((noise.probability(z) * settled(z) for z in range(-low, high + 1)), Fraction(0))
    constant_up, constant_down = noise.at_least(high + 1), noise.at_most(-low - 1)

    def moment(start: int) -> Fraction:
        """The sum over z >= start of Pr[Z = z] h^(degree z), a geometric series."""
        step = g * h**degree
        return (1 - g) / (1 + g) * step**start / (1 - step)

    up, down = moment(high + 1), moment(low + 1)
    assert applied(rule.weights) / evaluate(rule.total, Fraction(1)) == (
        direct + lead * up + 2 * constant_up + 5 * constant_down - down
    )
    assert sum(rule.weights) == rule.total
    assert [applied(check) for check in rule.checks] == [0, 0]


@given(st.integers(1, 3), VALUES, st.integers(0, 2))
def test_every_ratio_at_once(power: int, value: int, degree: int) -> None:
    """Ratios that are functions of r give the laws of numbers at every root."""
    symbolic = TwoSidedGeometric(RationalFunction.r(-power))
    numeric = TwoSidedGeometric(Fraction(1, 2**power))
    root = Fraction(2)
    assert symbolic.probability(value).at(root) == numeric.probability(value)
    assert symbolic.at_least(value).at(root) == numeric.at_least(value)
    assert symbolic.clamped(-1, 2).at(root) == numeric.clamped(-1, 2)
    rule = quadrature(symbolic, Settled(-1, 1, RationalFunction.r(-1), degree))
    assert len(rule.values) == 3 + 2 * (degree + 2)


def test_impossible_parameters_are_refused() -> None:
    """Ratios outside (0, 1), empty intervals, ranges without 0, negative degrees."""
    for ratio in (Fraction(0), Fraction(1), Fraction(3, 2), Fraction(-1, 2)):
        with pytest.raises(ValueError, match=r"ratio in \(0, 1\)"):
            TwoSidedGeometric(ratio)
    noise = TwoSidedGeometric(Fraction(1, 2))
    for build in (noise.clamped, noise.truncated):
        with pytest.raises(ValueError, match="the low end is at most the high end"):
            build(1, 0)
    with pytest.raises(ValueError, match="0 must lie inside"):
        Settled(1, 2, Fraction(1, 2), 0)
    with pytest.raises(ValueError, match="degree -1"):
        Settled(0, 0, Fraction(1, 2), -1)


def test_pickling_keeps_noise() -> None:
    """Noise and promises survive a round trip."""
    assert pickled(TwoSidedGeometric(Fraction(1, 2))) == TwoSidedGeometric(Fraction(1, 2))
    settled = Settled(-1, 1, RationalFunction.r(-1), 1)
    assert pickled(settled) == settled
