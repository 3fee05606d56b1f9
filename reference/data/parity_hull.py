"""The convex hull of all parities of pairs of one person, and larger sets with the same vertices.

* K is the hull of the 2^d matrices v v^T and -v v^T, v in {-1, 1}^d (v and -v give the same one).
  All parities of a database of n rows lie in n K.
* L_0 is the hull of the v w^T, with two vectors of signs.
* L is the set of the matrices of inner products <u_i, w_j> of unit vectors u_1, ..., u_d and
  w_1, ..., w_d: K is inside of L_0, and that inside of L.

The greatest value of a linear function over K or L_0 is attained at a vertex, and found by looking
at all of them (over L_0 half of them: the best w has the signs of G^T v).  Over L it is at most
(sum of a_i + sum of b_j)/2 for all numbers that make

    [ diag(a)   -G    ]
    [ -G^T     diag(b) ]

positive semidefinite, for then 2 sum_ij G_ij <u_i, w_j> <= sum_i a_i |u_i|^2 + sum_j b_j |w_j|^2.

Notation: d bits, K, L_0, L, G a linear function as a matrix, row by row.
Source: VT14, section 7.
Guarantees: VT14.D7, VT14.ALG.VertexOpt, VT14.TXT.K, VT14.TXT.relax.
Degenerate inputs: of several best vertices the first in the order of the rows is found.

>>> best_vertex((Fraction(1), Fraction(1), Fraction(1), Fraction(-1)), 2)
(1, 1, 1, 1)
>>> greatest_of_two_signs((Fraction(1), Fraction(1), Fraction(1), Fraction(-1)), 2)
Fraction(2, 1)
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from reference.data.parities import Vector, column
from reference.exact.nearest_point import inner
from reference.exact.semidefinite import is_positive_semidefinite

Vertex = tuple[int, ...]


def vertices(bits: int) -> tuple[Vertex, ...]:
    """The vertices of K, each once: half of the columns of Q, and their negatives."""
    half = [column(row, bits) for row in range(2 ** (bits - 1))]
    return (*half, *(tuple(-z for z in each) for each in half))


def best_vertex(direction: Sequence[Fraction | int], bits: int) -> Vertex:
    """A vertex of K at which the linear function is greatest."""
    return max(vertices(bits), key=lambda vertex: inner(direction, vertex))


def squared_radius(bits: int) -> int:
    """R^2: the greatest squared length of a column of Q."""
    return max(sum(z * z for z in vertex) for vertex in vertices(bits))


def mean_width(values: Sequence[int], bits: int) -> Fraction:
    """The mean of the maximum over K of <z, g>, for g with independent uniform coordinates."""
    corners = vertices(bits)
    found = (
        max(sum(a * z for a, z in zip(v, g, strict=True)) for v in corners)
        for g in product(values, repeat=bits**2)
    )
    return Fraction(sum(found), len(values) ** bits**2)


def greatest_of_two_signs(direction: Sequence[Fraction | int], bits: int) -> Fraction:
    """The maximum of sum_ij G_ij v_i w_j over vectors of signs v and w: that over L_0."""
    rows = _rows(direction, bits)
    return max(
        Fraction(sum(abs(inner(v, column)) for column in zip(*rows, strict=True)))
        for v in _sign_vectors(bits)
    )


def product_of_signs(first: Sequence[int], second: Sequence[int]) -> Vertex:
    """The vertex v w^T of L_0."""
    return tuple(a * b for a in first for b in second)


def inner_products(first: Sequence[Vector], second: Sequence[Vector]) -> Vector:
    """The point of L that belongs to two lists of vectors of length at most 1.

    Shorter vectors have the inner products of unit vectors with two coordinates more.

    Raises:
        ValueError: for a longer vector.
    """
    for each in (*first, *second):
        if inner(each, each) > 1:
            raise ValueError(f"{each}: a vector of length at most 1 is wanted")
    return tuple(inner(u, w) for u in first for w in second)


def is_bound_over_unit_vectors(
    direction: Sequence[Fraction | int], a: Sequence[Fraction], b: Sequence[Fraction]
) -> bool:
    """Whether diag(a, b) minus the function is semidefinite: then (sum a + sum b)/2 is a bound."""
    bits = len(a)
    rows = _rows(direction, bits)
    zero = Fraction(0)
    upper = [
        [a[i] if i == j else zero for j in range(bits)] + [-g for g in rows[i]]
        for i in range(bits)
    ]
    lower = [
        [-rows[i][j] for i in range(bits)] + [b[j] if i == j else zero for i in range(bits)]
        for j in range(bits)
    ]
    return is_positive_semidefinite([*upper, *lower])


def _rows(direction: Sequence[Fraction | int], bits: int) -> list[list[Fraction]]:
    return [[Fraction(z) for z in direction[i * bits : (i + 1) * bits]] for i in range(bits)]


def _sign_vectors(bits: int) -> Iterator[tuple[int, ...]]:
    """Up to a common sign: the first one is 1."""
    return ((1, *rest) for rest in product((1, -1), repeat=bits - 1))
