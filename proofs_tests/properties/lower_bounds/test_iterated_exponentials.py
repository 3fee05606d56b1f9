"""Towers of powers of two, and the sizes that they bound."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from hypothesis import strategies as st

from audits.claims.vocabulary import high, low
from proofs_tests.properties.stated import property_of
from reference.exact.interval import Interval, Real, log2
from reference.lower_bounds.iterated_exponentials import (
    MOST_BITS,
    iterated_exponential,
    real_tower,
    sizes,
)

NEARLY = Fraction(1, 2**50)

HEIGHTS_AND_TOPS = st.sampled_from(
    [(h, t) for h in range(6) for t in range(7) if h + t < 6] + [(1, 20), (2, 5), (1, MOST_BITS)]
)
"""Of towers that are written down."""


@property_of(
    iterated_exponential,
    {
        "one level more": lambda height, top: iterated_exponential(height + 1, top),
        "twice as much": "1 << value => value << 1",
        "squares": "1 << value => value**2",
    },
    height_and_top=HEIGHTS_AND_TOPS.filter(lambda pair: pair[1] <= 20),
)
def test_logarithms_undo_a_tower(
    tower: Callable[[int, int], int], height_and_top: tuple[int, int]
) -> None:
    """Each of k logarithms finds a power of two, and the last one is the top."""
    height, top = height_and_top
    value = tower(height, top)
    for _ in range(height):
        assert value.bit_count() == 1
        value = value.bit_length() - 1
    assert value == top


@property_of(
    real_tower,
    {
        "one level fewer": lambda height, top: real_tower(max(height - 1, 0), top),
        "twice as much": "1 << int(known) => int(known) << 1",
        "integers are only enclosed": "0 <= known => 1 < known",
    },
    height_and_top=HEIGHTS_AND_TOPS,
)
def test_integral_towers_are_exact(
    tower: Callable[[int, Real], Interval], height_and_top: tuple[int, int]
) -> None:
    """The tower of an integer is the integer."""
    height, top = height_and_top
    value = top
    for _ in range(height):
        value = 2**value
    assert tower(height, Fraction(top)).exactly == value


@property_of(
    real_tower,
    {
        "the next integer": "value = exact(top) => value = exact(-(-top // 1))",
        "e for 2": "exp(ln(2) * value) => exp(value)",
        "one level more": lambda height, top: real_tower(height + 1, top),
    },
    height=st.integers(0, 3),
    top=st.fractions(-2, 2, max_denominator=5),
)
def test_logarithms_undo_a_real_tower(
    tower: Callable[[int, Real], Interval], height: int, top: Fraction
) -> Fraction:
    """Of a rational top, which k logarithms enclose."""
    value = tower(height, top)
    for _ in range(height):
        value = log2(value)
    return NEARLY - max(high(value) - top, top - low(value))


@property_of(
    sizes,
    {
        "S^b": "base ** found[-1] => found[-1] ** base",
        "the first size again": "base ** found[-1] => base ** found[0]",
        "the last one left out": "tuple(found) => tuple(found[:-1])",
        "one digit more": "base ** found[-1] => base ** (found[-1] + 1)",
    },
    first=st.integers(1, 3),
    bases=st.lists(st.integers(2, 4), max_size=2),
)
def test_sizes_count_digits(
    grow: Callable[[int, Sequence[int]], Sequence[int]], first: int, bases: list[int]
) -> None:
    """S(n+1) - 1 has S(n) digits in base b(n), all of them b(n) - 1."""
    found = grow(first, bases)
    assert len(found) == len(bases) + 1
    assert found[0] == first
    for base, digits, size in zip(bases, found, found[1:], strict=False):
        spelled = []
        rest = size - 1
        while rest:
            rest, digit = divmod(rest, base)
            spelled.append(digit)
        assert spelled == [base - 1] * digits


@property_of(
    sizes,
    {
        "S^b": lambda first, bases: (first ** (2 * bases[0]) ** len(bases),),
        "one digit more": "base ** found[-1] => base ** (found[-1] + 1)",
        "twice the first": lambda first, bases: sizes(2 * first, bases),
    },
    loglog=st.integers(0, 2),
    bases=st.lists(st.integers(2, 16), min_size=1, max_size=2),
)
def test_domains_are_below_towers(
    grow: Callable[[int, Sequence[int]], Sequence[int]], loglog: int, bases: list[int]
) -> Fraction:
    """If log log b(j) <= c for all j then log S(n+1) <= tower^(n)(1 + n c), S(1) = 2."""
    *_, last = grow(2, [min(base, 2**2**loglog) for base in bases])
    bits = (last - 1).bit_length()
    return Fraction(iterated_exponential(len(bases), 1 + len(bases) * loglog) - bits)
