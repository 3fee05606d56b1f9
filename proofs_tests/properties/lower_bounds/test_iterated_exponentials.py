"""Towers of powers of two, and the sizes that they bound."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from audits.claims.vocabulary import high, low
from proofs_tests.properties.sides import at_most, refused
from proofs_tests.properties.stated import property_of
from reference.exact.interval import log2
from reference.lower_bounds.iterated_exponentials import (
    MOST_BITS,
    iterated_exponential,
    real_tower,
    sizes,
)

NUMBERS = [(h, t) for h in range(6) for t in range(7) if h + t < 6] + [(1, 20), (1, MOST_BITS)]
"""Heights and tops of towers that are written down."""

WRITTEN = [(1, MOST_BITS), (0, MOST_BITS + 1), (2, 20), (3, 4), (5, 1), (0, 0)]
TOO_LARGE = [(1, MOST_BITS + 1), (2, 21), (3, 5), (6, 1), (-1, 1), (1, -1), (0, -1)]
"""Towers near the largest; and larger ones, and none at all."""


@property_of(
    (iterated_exponential, real_tower),
    {
        "twice as much": "1 << value => value << 1",
        "e for 2": "exp(ln(2) * value) => exp(value)",
        "integers are only enclosed": "0 <= known => 1 < known",
    },
    written=st.sampled_from(NUMBERS),
    height=st.integers(0, 3),
    top=st.fractions(-2, 2, max_denominator=5),
)
def test_logarithms_undo_a_tower(
    made: Any, written: tuple[int, int], height: int, top: Fraction
) -> Fraction:
    """Each finds a power of two in that of an integer; of others the tops are enclosed."""
    (tower, real), (levels, least) = made, written
    value, enclosed = tower(levels, least), real(height, top)
    same = real(levels, Fraction(least)).exactly == value  # not in the assertion: it is not shown
    assert same
    for _ in range(levels):
        ones, value = value.bit_count(), value.bit_length() - 1
        assert ones == 1
    assert value == least
    for _ in range(height):
        enclosed = log2(enclosed)
    off = max(high(enclosed) - top, top - low(enclosed))
    return at_most(off, Fraction(1, 2**50), f"from {top} the distance of the ends")


@property_of(
    (sizes, iterated_exponential),
    {
        "a level fewer": "for _ in range(height): => for _ in range(height - 1):",
        "S^b": "base ** found[-1] => found[-1] ** base",
        "one digit more": "base ** found[-1] => base ** (found[-1] + 1)",
    },
    first=st.integers(1, 2),
    loglog=st.integers(0, 2),
    bases=st.lists(st.integers(2, 16), max_size=2),
)
def test_domains_are_below_towers(
    made: Any, first: int, loglog: int, bases: list[int]
) -> Fraction:
    """If log log b(j) <= c for all j then log S(n+1) <= tower^(n)(1 + n c), S(1) <= 2.

    S(n+1) is 1 after S(n) divisions by b(n).
    """
    (found_by, tower), bases = made, [min(base, 2**2**loglog) for base in bases]
    found = found_by(first, bases)
    assert found[0] == first
    for base, times, size in zip(bases, found[:-1], found[1:], strict=True):
        rest = Fraction(size)
        for _ in range(times):
            rest /= base
        assert rest == 1
    bits = (found[-1] - 1).bit_length()
    most = tower(len(bases), 1 + len(bases) * loglog)
    return at_most(bits, most, "log S, rounded up,")


@property_of(
    (iterated_exponential, sizes),
    {
        "twice as many bits": "value > MOST_BITS => value > 2 * MOST_BITS",
        "a height below 0 is 0": "height < 0 or top < 0 => top < 0",
        "a size of any length": "* base.bit_length() > MOST_BITS => * 0 > MOST_BITS",
        "sizes of few bits": "base.bit_length() > MOST_BITS => base.bit_length() > 1 << 14",
    },
    tower=st.sampled_from([*WRITTEN, *TOO_LARGE]),
    base=st.sampled_from([2, 3, 4, 16]),
    exponent=st.integers(2, 12).map(lambda part: MOST_BITS // part),
)
def test_numbers_of_few_bits_are_written(
    made: Any, tower: tuple[int, int], base: int, exponent: int
) -> None:
    """Towers up to 2^(2^20); sizes of at most 2^20 bits, and all with at most half as many."""
    exponential, found_by = made
    assert refused(exponential, *tower) == (tower in TOO_LARGE)
    if refused(found_by, exponent, [base]):
        assert (base**exponent).bit_length() > MOST_BITS // 2
    else:
        bits = found_by(exponent, [base])[-1].bit_length()
        assert bits <= MOST_BITS
