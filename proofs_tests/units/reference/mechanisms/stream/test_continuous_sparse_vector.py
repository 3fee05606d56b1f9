"""AboveThreshold and sparse vectors with Laplace noise, against certified integrals."""

from fractions import Fraction
from itertools import product

import pytest
from flint import acb

from proofs_tests.integrals import Point, agree, at, below, density, integral
from reference.data.bottom import Bottom
from reference.exact.exponential_function import ExponentialFunction
from reference.mechanisms.stream.continuous_above_threshold import ContinuousAboveThreshold
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector1,
    ContinuousSparseVector2,
    ContinuousSparseVector4,
    ContinuousSparseVector5,
    ContinuousSparseVector6,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

r = ExponentialFunction.r()
VECTORS = ((-1, 0, 2), (0, 0, 0), (2, -1, 0), (1, 1, -2))

ForBits = (
    ContinuousSparseVector1[ExponentialFunction]
    | ContinuousSparseVector2[ExponentialFunction]
    | ContinuousSparseVector4[ExponentialFunction]
    | ContinuousSparseVector5[ExponentialFunction]
    | ContinuousSparseVector6[ExponentialFunction]
)


def every(parts: int) -> Epsilon[ExponentialFunction]:
    """Every eps > 0 at once."""
    return Epsilon.continuous(parts)


def by_integration(
    answers: tuple[int, ...], bits: tuple[int, ...], rho: Fraction, nu: Fraction, threshold: int
) -> acb:
    """The probability of the bits with one noisy threshold, from the rates of the noise."""
    noise, less = density(rho), below(nu)

    def integrand(x: Point) -> acb:
        value = noise(x)
        for answer, bit in zip(answers, bits, strict=False):
            chance = less(x + (threshold - answer))
            value *= 1 - chance if bit else chance
        return value

    return integral(integrand, {0, *(answer - threshold for answer in answers)})


@pytest.mark.parametrize(
    ("mechanism", "rho", "nu", "u"),
    [
        (ContinuousSparseVector1(0, 1, every(4)), Fraction(2), Fraction(1), Fraction(1, 3)),
        (ContinuousSparseVector1(1, 2, every(8)), Fraction(4), Fraction(1), Fraction(1, 4)),
        (ContinuousSparseVector4(0, 2, every(4)), Fraction(1), Fraction(3), Fraction(5, 4)),
        (ContinuousSparseVector6(1, every(2)), Fraction(1), Fraction(1), Fraction(2, 3)),
    ],
)
def test_bits_by_integration(mechanism: ForBits, rho: Fraction, nu: Fraction, u: Fraction) -> None:
    """Every probability is the integral over rho of a product of tails of nu; rates in u."""
    for answers in VECTORS:
        found = law(mechanism, answers)
        for bits in found:
            expected = by_integration(answers, bits, rho * u, nu * u, mechanism.threshold)
            assert agree(at(found.probability(bits), u), expected)


def test_variant_2_by_integration() -> None:
    """Its blocks, which end with a positive, are independent: a product of integrals; c = 2."""
    u, mechanism = Fraction(1, 2), ContinuousSparseVector2(0, 2, every(8))
    for answers in VECTORS:
        found = law(mechanism, answers)
        for bits in found:
            end = bits.index(1) + 1 if 1 in bits else len(bits)
            expected = acb(1)
            for first, last in ((0, end), (end, len(bits))):
                block = answers[first:last], bits[first:last]
                expected *= by_integration(*block, 2 * u, u, 0)
            assert agree(at(found.probability(bits), u), expected)


@pytest.mark.parametrize("answers", list(product((-1, 0, 2), repeat=2)))
def test_variant_5_by_hand(answers: tuple[int, int]) -> None:
    """Bits are those of answers above the threshold, whose law is two exponential tails."""

    def at_most(t: int) -> ExponentialFunction:
        return 1 - r**-t / 2 if t >= 0 else r**t / 2

    found = law(ContinuousSparseVector5(0, every(2)), answers)
    low, high = min(answers), max(answers)
    assert found.probability((1, 1)) == at_most(low)
    assert found.probability((0, 0)) == 1 - at_most(high)
    assert sum((found.probability(bits) for bits in found), 0 * r) == 1


@pytest.mark.parametrize("answers", VECTORS)
def test_above_threshold_is_variant_1_with_one_positive(answers: tuple[int, ...]) -> None:
    """The position of the first positive is the number of zeros before it."""
    found = law(ContinuousAboveThreshold(1, every(4)), answers)
    bits = law(ContinuousSparseVector1(1, 1, every(4)), answers)
    assert found.probability(Bottom.BOTTOM) == bits.probability((0, 0, 0))
    for i in range(3):
        assert found.probability(i) == bits.probability((0,) * i + (1,))


def test_no_answer_gives_no_bit() -> None:
    """Nothing is drawn for the bits."""
    assert law(ContinuousSparseVector2(0, 1, every(4)), ()).probability(()) == 1
