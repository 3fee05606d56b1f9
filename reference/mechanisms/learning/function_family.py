"""Families of functions with a bias: every value is 1 with probability q.

* A random function: all 2^T functions, h with probability q^weight (1 - q)^(T - weight).
* The affine family over GF(2^d): f(x) = 1 iff u x + v lies in K, for keys u, v and a fixed K with
  |K| = q 2^d.  Its values are exactly pairwise independent, and one value costs poly(d).

>>> family = affine_family(2, 1)
>>> len(family), family[0].key, str(family[0].function), family[0].weight
(16, 0, '1111', 1)
>>> sum(f.weight * f.function(3) for f in family) / Fraction(16)
Fraction(1, 4)
"""

from dataclasses import dataclass
from fractions import Fraction

from reference.data.concept import Values, all_functions

IRREDUCIBLE = dict(
    [
        *[(1, 0b11), (2, 0b111), (3, 0b1011), (4, 0b10011), (5, 0b100101), (6, 0b1000011)],
        *[(7, 0b10000011), (8, 0b100011011), (9, 0b1000010001), (10, 0b10000001001)],
        *[(12, 0b1000001010011), (16, 0b10001000000001011)],
        *[(32, (1 << 32) + 0b10001101), (64, (1 << 64) + 0b11011)],
    ]
)
"""A polynomial over GF(2) without factors, for each degree."""


@dataclass(frozen=True, slots=True)
class Member:
    """A function of a family, by its key, with its weight."""

    key: int
    function: Values
    weight: int


@dataclass(frozen=True, slots=True)
class AffineFunction:
    """One function of the affine family, known by its key alone."""

    degree: int
    ones: int
    """|K|."""

    slope: int
    """u."""

    shift: int
    """v."""

    def __call__(self, point: int, /) -> int:
        """1 iff u x + v lies in K, in poly(d) steps."""
        return int(field_product(self.slope, point, self.degree) ^ self.shift < self.ones)


def field_product(first: int, second: int, degree: int) -> int:
    """The product in GF(2^degree), elements written as bits."""
    result = 0
    while second:
        if second & 1:
            result ^= first
        second >>= 1
        first <<= 1
        if first >> degree:
            first ^= IRREDUCIBLE[degree]
    return result


def affine_family(degree: int, ones: int) -> tuple[Member, ...]:
    """All f(x) = 1 iff u x + v < ones in GF(2^degree); bias ones / 2^degree.

    Raises:
        ValueError: if the degree is not in the table, or `ones` is not in 0..2^degree.
    """
    if degree not in IRREDUCIBLE or not 0 <= ones <= 1 << degree:
        raise ValueError(
            f"degree {degree}, {ones} ones: degree {', '.join(map(str, IRREDUCIBLE))}, "
            "ones 0 to 2^degree"
        )
    size = 1 << degree
    return tuple(
        Member(
            u * size + v,
            Values(tuple(int(field_product(u, x, degree) ^ v < ones) for x in range(size))),
            1,
        )
        for u in range(size)
        for v in range(size)
    )


def random_functions(size: int, bias: Fraction) -> tuple[Member, ...]:
    """Every function on `size` points, with its probability for independent biased values."""
    p, q = bias.numerator, bias.denominator
    members = (
        Member(key, h, p**h.weight * (q - p) ** (size - h.weight))
        for key, h in enumerate(all_functions(size))
    )
    return tuple(m for m in members if m.weight)
