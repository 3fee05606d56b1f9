"""Privacy losses add, scale and split like the numbers they stand for."""

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.round_trip import pickled
from proofs_tests.strategies.numbers import LOSSES
from reference.exact.rational_function import RationalFunction
from reference.privacy.epsilon import Epsilon, InexactExponentError
from reference.probability.unread import UnreadError, unread_root, was_read

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


def test_a_root_that_nobody_can_read() -> None:
    """Scales, multiples and sums of eps are those of eps with six parts."""
    root: Any = unread_root()
    eps = Epsilon(root, 6)
    assert [(k / eps).rate for k in (1, 2, Fraction(1, 2))] == [6, 3, 12]
    assert [each.parts for each in (eps / 3, 2 * eps, eps / 2 + eps / 3)] == [2, 12, 5]
    with pytest.raises(InexactExponentError, match=r"e\^\(eps/6\): parts must be a multiple of 4"):
        4 / eps
    assert not was_read(root)


@pytest.mark.parametrize(
    "reads",
    [
        lambda eps: eps == Epsilon(Fraction(2), 6),
        lambda eps: eps + Epsilon(Fraction(2), 6),
        lambda eps: eps.exp(),
        lambda eps: {eps: 1},
        repr,
    ],
)
def test_who_reads_a_root_is_known(reads: Callable[[Any], object]) -> None:
    """By equality, a sum with another one, e^eps, a key, and text; whether it is caught or not."""
    root: Any = unread_root()
    with pytest.raises(UnreadError):
        reads(Epsilon(root, 6))
    assert was_read(root)


@pytest.mark.parametrize(
    "reads",
    [len, iter, bool, repr, hash, str, list, operator.itemgetter(0), partial(operator.eq, 0)],
)
def test_whoever_tries_is_known(reads: Callable[[object], object]) -> None:
    """Nothing can be done with what stands for a root."""
    root = unread_root()
    with pytest.raises(UnreadError):
        reads(root)
    assert was_read(root)


@pytest.mark.parametrize("value", [1, Fraction(1, 2), "1/2", "0.1", "3"])
def test_a_number_may_be_the_loss(value: int | Fraction | str) -> None:
    """The root is r, eps is the number, and sums and parts know theirs."""
    eps, number = Epsilon.of(value, parts=6), Fraction(value)
    assert (eps.root, eps.eps, eps.unit) == (RationalFunction.r(), number, number / 6)
    assert ((eps + eps).eps, (eps / 3).eps, (2 * eps).eps) == (2 * number, number / 3, 2 * number)
    assert pickled(eps) == eps != Epsilon.indeterminate(6)
    assert Epsilon.continuous(6).at(value).eps == number
    assert Epsilon.indeterminate(6).eps is None


def refused(make: Callable[[], object]) -> str:
    """The message with which it is refused."""
    with pytest.raises((TypeError, ValueError)) as caught:
        make()
    return str(caught.value)


def test_what_is_no_loss_is_refused_with_what_to_write() -> None:
    """A number is no root: the line says how eps is written, which was most likely meant."""
    wrong: Any = Epsilon
    assert refused(lambda: wrong(1)) == (
        "Epsilon(1): for eps = 1, write Epsilon.of(1); for e^(eps/parts) = 1, Epsilon(Fraction(1))"
    )
    assert refused(lambda: wrong(0.5)) == (
        "Epsilon(0.5): for eps = 1/2, write Epsilon.of(Fraction(1, 2))"
    )
    assert "Epsilon.of(3)" in refused(lambda: wrong("3"))
    assert refused(lambda: wrong(-1)) == "Epsilon(-1): e^(eps/parts) is a Fraction >= 1"
    assert "Epsilon.of(1)" in refused(lambda: wrong(None))
    assert refused(lambda: wrong.of(0.5)) == "eps 0.5: write Fraction(1, 2)"
    assert refused(lambda: wrong.of(0)) == (
        "eps 0: write a number above 0; for eps = 0, Epsilon(Fraction(1))"
    )
    assert refused(lambda: wrong.of(-1)) == "eps -1: write a number above 0"
    assert "an int or a Fraction" in refused(lambda: wrong.of(True))
    assert "a number" in refused(lambda: Epsilon(Fraction(2)).at(1))
    assert "r stands for two numbers" in refused(lambda: Epsilon.of(1) + Epsilon.of(2))
    assert "write Fraction(1, 2)" in refused(lambda: wrong.of(1).exp(0.5))


@pytest.mark.parametrize(
    "eps",
    [
        made(parts)
        for parts in (1, 6)
        for made in (
            lambda k: Epsilon(Fraction(5, 2), k),
            Epsilon.indeterminate,
            Epsilon.continuous,
            lambda k: Epsilon.of(3, k),
            lambda k: Epsilon.of("0.7", k),
            lambda k: Epsilon.continuous(k).at("1/2"),
        )
    ],
    ids=lambda eps: eps.spelled(),
)
def test_a_loss_is_spelled_as_python_reads_it(eps: Epsilon[Any]) -> None:
    """Also in more parts, where a root is that of another number."""
    names = {"Epsilon": Epsilon, "Fraction": Fraction}
    assert eval(eps.spelled(), names) == eps  # noqa: S307 - our own words
    finer = eval(eps.spelled(12).partition(", where")[0], names)  # noqa: S307 - likewise
    assert (finer.parts, finer.eps, finer.field) == (12, eps.eps, eps.field)
    with pytest.raises(InexactExponentError) as refused:
        eps.exp(Fraction(1, 12))
    assert eps.spelled(12) in str(refused.value)


def test_a_logarithm_is_no_eps() -> None:
    """It is said how it is written."""
    with pytest.raises(ValueError, match=r"eps ln\(8\): for eps = ln\(x\), write Epsilon\(Frac"):
        Epsilon.of("ln(8)")
