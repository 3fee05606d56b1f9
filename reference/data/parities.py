"""Parities of the signs of a person, marginals from them, and parities as pairs of parities.

A row is an integer whose binary digit i is 1 if attribute i is +1 and 0 if it is -1: a person v in
{-1, 1}^d.  The parity of a set T of attributes counts, over the rows, the product of the v_i, i in
T; a histogram x gives each row its weight, which may be any rational number.

* Marginals: the number of rows that have given signs s_i for all i in a set S is
  2^(-#S) sum_(T subset of S) (product of the s_i, i in T) P_T, with P_T the parity of T.
* Pairs: a set of at most t attributes is the symmetric difference of two disjoint sets of at most
  ceil(t/2) attributes, so a t-way parity is a 2-way parity of a row that has a sign for each
  non-empty set of at most ceil(t/2) attributes.

Notation: v a person, d bits, x histogram, P_T parity, t the number of attributes of a parity.
Source: VT14, section 7.
Guarantees: VT14.D7, VT14.ALG.Parities2Marginals, VT14.ALG.Expand, VT14.TXT.fourier,
VT14.TXT.t-to-2.
Degenerate inputs: the parity of no attributes is the number of rows.

>>> pair_parities({0b01: 1, 0b11: 2}, 2)  # v = (1, -1) once, (1, 1) twice
(Fraction(3, 1), Fraction(1, 1), Fraction(1, 1), Fraction(3, 1))
>>> marginal({(): 3, (0,): 3, (1,): 1, (0, 1): 1}, {0: 1, 1: 1})
Fraction(2, 1)
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations
from operator import mul

Vector = tuple[Fraction, ...]
"""Coordinates; of parities of pairs in the order (0, 0), (0, 1), ..., (d-1, d-1)."""

Places = tuple[int, ...]
"""A set of attributes, in increasing order."""

Histogram = Mapping[int, Fraction | int]
"""The weight of each row that has one."""


def signs(row: int, bits: int) -> tuple[int, ...]:
    """The signs v_0, ..., v_(d-1) of a row."""
    return tuple(1 if row >> i & 1 else -1 for i in range(bits))


def times(factors: Iterable[int]) -> int:
    """The product of integers."""
    return reduce(mul, factors, 1)


def column(row: int, bits: int) -> tuple[int, ...]:
    """All products v_i v_j: the column of the matrix Q that belongs to a row."""
    v = signs(row, bits)
    return tuple(a * b for a in v for b in v)


def parity(histogram: Histogram, places: Places, bits: int) -> Fraction:
    """The sum over the rows of the product of their signs at the places."""
    products = (w * times(signs(v, bits)[i] for i in places) for v, w in histogram.items())
    return Fraction(sum(products, Fraction(0)))


def pair_parities(histogram: Histogram, bits: int) -> Vector:
    """Q x: the parities of all d^2 pairs."""
    columns = [(column(v, bits), w) for v, w in histogram.items()]
    return tuple(Fraction(sum(q[k] * w for q, w in columns)) for k in range(bits**2))


def row_parities(database: Sequence[int], bits: int) -> tuple[int, ...]:
    """The same for many rows: one long integer for each attribute, and where two differ."""
    texts = [f"{row:0{bits}b}" for row in database]
    columns = [int("0" + "".join(text[-1 - i] for text in texts), 2) for i in range(bits)]
    n = len(database)
    return tuple(n - 2 * (a ^ b).bit_count() for a in columns for b in columns)


def marginal(parities: Mapping[Places, Fraction | int], wanted: Mapping[int, int]) -> Fraction:
    """The number of rows with the wanted signs, from the parities of all sets of their places.

    Args:
        parities: by set of places.
        wanted: a sign, 1 or -1, for each place.
    """
    terms = (times(wanted[i] for i in each) * parities[each] for each in subsets(tuple(wanted)))
    return Fraction(sum(terms, Fraction(0)), 2 ** len(wanted))


def subsets(places: Places) -> Iterator[Places]:
    """All sets of the given places, each in increasing order."""
    listed = sorted(places)
    for size in range(len(listed) + 1):
        yield from combinations(listed, size)


def wide_coordinates(bits: int, ways: int) -> tuple[Places, ...]:
    """The sets of attributes that t-way parities are made of, in pairs.

    Args:
        bits: d.
        ways: t, at least 1.
    """
    half = -(-ways // 2)
    return tuple(each for k in range(1, half + 1) for each in combinations(range(bits), k))


def widened(row: int, bits: int, ways: int) -> int:
    """The row with a sign for each of the `wide_coordinates`: the product of its signs there."""
    v = signs(row, bits)
    products = (times(v[i] for i in each) for each in wide_coordinates(bits, ways))
    return sum(1 << k for k, sign in enumerate(products) if sign == 1)


def as_pair(places: Places, bits: int, ways: int) -> tuple[int, ...]:
    """The coordinates of the widened row, two or one, whose product is the parity of the places.

    Raises:
        ValueError: unless there are from 1 to `ways` places.
    """
    if not 1 <= len(places) <= ways:
        raise ValueError(f"places {places}: from 1 to {ways} of them")
    known = wide_coordinates(bits, ways)
    half = -(-len(places) // 2)
    return tuple(known.index(part) for part in (places[:half], places[half:]) if part)
