"""Privacy losses add, scale and split like the numbers they stand for."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.round_trip import pickled
from proofs_tests.strategies.numbers import LOSSES
from reference.exact.rational_function import RationalFunction
from reference.privacy.epsilon import Epsilon, InexactExponentError

PARTS = st.integers(1, 6)


@given(LOSSES, PARTS, PARTS)
def test_losses_add(root: Fraction, first: int, second: int) -> None:
    """e^(a + b) = e^a e^b, and sums commute."""
    a, b = Epsilon(root, first), Epsilon(root, second)
    assert (a + b).exp() == a.exp() * b.exp()
    assert a + b == b + a


@given(LOSSES, PARTS, PARTS)
def test_losses_scale(root: Fraction, parts: int, factor: int) -> None:
    """A multiple k eps is eps added k times, from either side, and splitting undoes it."""
    eps = Epsilon(root, parts)
    total = eps
    for _ in range(factor - 1):
        total = total + eps
    assert factor * eps == eps * factor == total
    assert total / factor == eps
    assert (eps * factor).exp() == eps.exp() ** factor == eps.exp(factor)


@given(LOSSES, PARTS, st.integers(-6, 6), st.integers(-6, 6))
def test_exponents_add(root: Fraction, parts: int, j: int, k: int) -> None:
    """e^(j eps/parts) e^(k eps/parts) = e^((j + k) eps/parts)."""
    eps = Epsilon(root, parts)
    x, y = Fraction(j, parts), Fraction(k, parts)
    assert eps.exp(x) * eps.exp(y) == eps.exp(x + y)
    assert eps.exp(x) == root**j
    assert eps.exp(0) == 1


@given(PARTS, st.integers(-6, 6), LOSSES)
def test_the_indeterminate_is_every_root(parts: int, k: int, root: Fraction) -> None:
    """Powers of the indeterminate loss, evaluated, are powers of the evaluated loss."""
    every: Epsilon[RationalFunction] = Epsilon.indeterminate(parts)
    multiple = Fraction(k, parts)
    assert every.exp(multiple).at(root) == Epsilon(root, parts).exp(multiple)


@given(LOSSES, PARTS, st.integers(2, 7))
def test_inexact_powers_are_refused(root: Fraction, parts: int, divisor: int) -> None:
    """A power that is not an integer power of the root is refused, never rounded."""
    eps = Epsilon(root, parts)
    if parts % divisor:
        with pytest.raises(InexactExponentError, match=f"a multiple of {divisor}"):
            eps.exp(Fraction(1, divisor))
        with pytest.raises(InexactExponentError):
            eps / divisor
    else:
        assert (eps / divisor).exp() ** divisor == eps.exp()


@given(LOSSES, PARTS)
def test_pickling_keeps_a_loss(root: Fraction, parts: int) -> None:
    """Losses of numbers and the indeterminate survive a round trip."""
    assert pickled(Epsilon(root, parts)) == Epsilon(root, parts)
    assert pickled(Epsilon.indeterminate(parts)) == Epsilon.indeterminate(parts)
