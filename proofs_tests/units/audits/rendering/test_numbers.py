"""Numbers of an answer: exact, with decimals that are rounded outward."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.rendering.facts import facts
from audits.rendering.numbers import loss_json, number_json, number_words
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.rational_function import RationalFunction
from reference.privacy.divergence import Infinity

R = RationalFunction.r()


def test_decimals_are_rounded_outward() -> None:
    """The low one down, the high one up, also below 0."""
    third = number_json(Fraction(-1, 3))
    assert (third["low"], third["high"]) == ("-0.3333333334", "-0.3333333333")


@pytest.mark.parametrize("power", [1, 30, 300])
def test_small_numbers_have_all_their_digits(power: int) -> None:
    """e^-power, ten digits of it, by another calculator."""
    digits = {1: "0.3678794411", 30: "9.357622968e-14", 300: "5.148200222e-131"}
    assert number_json(1 / R**power, Fraction(1))["low"] == digits[power]


def test_functions_for_every_r_have_no_decimals() -> None:
    """A constant has; and at one u a function of u and r has them, too."""
    assert number_json(R + 1) == {"exact": "r + 1", "low": None, "high": None}
    assert number_json(R / R) == {"exact": "1", "low": "1", "high": "1"}
    u = ExponentialFunction.u()
    assert number_json(u)["low"] is None
    assert number_json(u, Fraction(1, 4))["low"] == "0.25"


def test_infinity() -> None:
    """It has a word, and no decimals."""
    assert number_words(Infinity.INFINITE) == "infinite"
    assert loss_json(Infinity.INFINITE) == {"exact": "inf", "low": None, "high": None}


def test_a_power_of_r_has_an_exact_logarithm() -> None:
    """r^3 at r = e^(1/4) is a loss of 3/4; others are logarithms."""
    assert loss_json(R**3, Fraction(1, 4))["exact"] == "3/4"
    assert loss_json(R + 1, Fraction(1))["exact"] == "ln(r + 1)"
    assert loss_json(R / R, Fraction(1))["exact"] == "0"


def test_long_numbers_are_cut_short_for_a_person() -> None:
    """In JSON they are whole."""
    long = Fraction(10**56 + 1)
    assert number_words(long).startswith("10000000...(57 digits) (")
    assert number_json(long)["exact"] == str(long)
    formula = number_words((R + 1) ** 40)
    assert len(formula) < 90
    assert formula.endswith(f"({len(str((R + 1) ** 40))} characters)")


def test_a_terminal_folds_long_facts() -> None:
    """Below their beginning; in a pipe they stay on one line."""
    rows = [("scope", "word " * 30), ("r", "1")]
    folded = facts("title", rows, 40).splitlines()
    assert max(map(len, folded)) <= 40
    assert folded[2].startswith("         word")
    assert len(facts("title", rows).splitlines()) == 3
