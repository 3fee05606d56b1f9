"""Numbers are read as written, or refused."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.strategies.numbers import FRACTIONS
from reference.exact.decimals import read_rational


@given(FRACTIONS)
def test_fractions_are_read_back(value: Fraction) -> None:
    """The text of a fraction denotes it."""
    assert read_rational(str(value)) == value
    assert read_rational(f" {value} ") == value


@given(st.integers(-(10**6), 10**6), st.integers(0, 6))
def test_decimals_are_exact(digits: int, places: int) -> None:
    """A decimal point shifts by powers of ten, exactly."""
    sign, text = "-" if digits < 0 else "", str(abs(digits)).zfill(places + 1)
    whole, part = (text[:-places], text[-places:]) if places else (text, "")
    assert read_rational(f"{sign}{whole}.{part}") == Fraction(digits, 10**places)
    assert read_rational(f"{digits}e-{places}") == Fraction(digits, 10**places)


def test_a_decimal_is_no_binary_fraction() -> None:
    """0.1 is one tenth."""
    assert read_rational("0.1") == Fraction(1, 10)
    assert read_rational(".5") == Fraction(1, 2)
    assert read_rational("+1E3") == 1000


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nan",
        "inf",
        "-Infinity",
        "1/0",
        "1/-2",
        "1.5/2",
        "1_0",
        "0x10",
        "1e99999",
        "1 2",
        "--1",
        ".",
        "e3",
        "\u0661",
        "9" * 1001,
    ],
)
def test_what_is_no_number_is_refused(text: str) -> None:
    """In one line, which shows the text."""
    with pytest.raises(ValueError, match="is not a rational number: write") as found:
        read_rational(text)
    assert len(str(found.value)) < 120
