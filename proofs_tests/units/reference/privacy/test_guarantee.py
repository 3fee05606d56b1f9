"""Losses, guarantees and divergences refuse what they cannot mean."""

from fractions import Fraction
from typing import Any

import pytest

from proofs_tests.round_trip import pickled
from reference.exact.field import RATIONAL_FUNCTIONS, RATIONALS
from reference.exact.polynomial import r_power
from reference.exact.rational_function import RationalFunction
from reference.privacy.curve import curve
from reference.privacy.divergence import Infinity, hockey_stick, worst_event
from reference.privacy.epsilon import Epsilon, InexactExponentError
from reference.privacy.guarantee import Guarantee
from reference.privacy.tradeoff import TradeOff, tradeoff
from reference.probability.dist import Dist

ZERO, HALF, ONE, THREE = Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3)


def test_a_pure_guarantee() -> None:
    """(eps, 0), for a number and for every eps."""
    assert Guarantee.pure(Epsilon(Fraction(2), parts=3)) == Guarantee(Fraction(8), Fraction(0))
    every = Guarantee.pure(Epsilon.indeterminate(2))
    assert every == Guarantee(RationalFunction.r(2), RationalFunction(0))
    assert pickled(every) == every


@pytest.mark.parametrize(
    ("exp_eps", "delta", "message"),
    [
        (HALF, HALF, "e\\^eps 1/2: it is at least 1"),
        (Fraction(2), Fraction(-1), "delta -1: it lies in"),
        (Fraction(2), Fraction(2), "delta 2: it lies in"),
    ],
)
def test_an_impossible_guarantee_is_refused(
    exp_eps: Fraction, delta: Fraction, message: str
) -> None:
    """The parameter is named with its admissible set."""
    with pytest.raises(ValueError, match=message):
        Guarantee(exp_eps, delta)


def test_an_impossible_loss_is_refused() -> None:
    """Roots below 1, no parts, different roots, negative or vanishing multiples."""
    with pytest.raises(ValueError, match="root 1/2"):
        Epsilon(HALF)
    with pytest.raises(ValueError, match="parts 0"):
        Epsilon(Fraction(2), 0)
    with pytest.raises(InexactExponentError, match="no exact common root"):
        Epsilon(Fraction(2)) + Epsilon(Fraction(3))
    with pytest.raises(ValueError, match="parts -1"):
        Epsilon(Fraction(2)) * -1
    assert Epsilon(Fraction(2)).field is RATIONALS
    assert Epsilon.indeterminate().field is RATIONAL_FUNCTIONS


def test_laws_that_depend_on_r_have_no_number() -> None:
    """A divergence of functions of r has to be evaluated first."""
    depends = Dist({0: r_power(1), 1: 1}, RATIONALS)
    number = Dist.uniform((0, 1))
    with pytest.raises(TypeError, match=r"evaluate it first, law\.at\(root\)"):
        hockey_stick(depends, number, Fraction(1))
    with pytest.raises(TypeError, match=r"evaluate it first, law\.at\(root\)"):
        curve(depends, number)


def test_randomized_response() -> None:
    """Odds 3 : 1: tight e^eps = 3, total variation 1/2, and the whole curve between."""
    p, q = Dist.uniform((0, 0, 0, 1)), Dist.uniform((0, 1, 1, 1))
    whole = curve(p, q)
    assert whole.max_ratio == 3
    assert whole.is_symmetric
    assert whole.breakpoints == ((ONE, HALF), (THREE, ZERO))
    assert whole.delta_at(Fraction(2)) == Fraction(1, 4)
    assert whole.exp_eps_at(Fraction(1, 8)) == Fraction(5, 2)
    assert worst_event(p, q, Fraction(3)) == frozenset()


def test_laws_that_share_nothing() -> None:
    """Everything tells them apart: delta = 1 at every eps, no finite eps for less."""
    whole = curve(Dist.point(0), Dist.point(1))
    assert whole.corners == ((ZERO, ONE), (ONE, ONE))
    assert whole.breakpoints == ((ONE, ONE),)
    assert whole.max_ratio is Infinity.INFINITE
    assert whole.exp_eps_at(Fraction(1)) == 1
    assert str(Infinity.INFINITE) == repr(Infinity.INFINITE) == "inf"


def test_a_trade_off_is_checked() -> None:
    """Type I errors are probabilities, and polygons are convex from (0, b) to (1, 0)."""
    f = tradeoff(Dist.uniform((0, 1)), Dist.point(0))
    assert [f.at(Fraction(0)), f.at(Fraction(1, 4)), f.at(Fraction(1))] == [1, HALF, 0]
    for alpha in (Fraction(-1), Fraction(2)):
        with pytest.raises(ValueError, match="type I error"):
            f.at(alpha)
    with pytest.raises(ValueError, match="corners"):
        TradeOff(((Fraction(0), HALF), (Fraction(1), HALF)))


def test_a_guarantee_says_what_to_write() -> None:
    """Integers are exact, floats are not, and a number is no loss."""
    wrong: Any = Guarantee
    assert wrong(3, 0) == Guarantee(THREE, ZERO)
    assert isinstance(wrong(3, 0).exp_eps, Fraction)
    with pytest.raises(TypeError, match=r"e\^eps 2\.5: write Fraction\(5, 2\)"):
        wrong(2.5, 0)
    with pytest.raises(TypeError, match=r"delta 0\.1: write Fraction\(1, 10\)"):
        wrong(2, 0.1)
    with pytest.raises(TypeError, match=r"for eps = 1 write Guarantee\.pure\(Epsilon\.of\(1\)\)"):
        wrong.pure(3)
