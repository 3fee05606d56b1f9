"""Wrong hulls of parities, wrong relaxations of them, and wrong ways to optimise over them."""

from audits.claims.prelude import *
from audits.engines.relaxed_hull import Width, relaxed_width
from reference.data.parities import Vector, signs
from reference.data.parity_hull import Vertex, best_vertex, vertices
from reference.exact.nearest_point import inner
from reference.mechanisms.release.gaussian_projection import projected

Direction = Sequence[Fraction | int]


def only_columns(bits: int) -> tuple[Vertex, ...]:
    """Without the negatives of the columns."""
    return vertices(bits)[: 2 ** (bits - 1)]


def without_the_diagonal(bits: int) -> tuple[Vertex, ...]:
    """Pairs (i, i) have 0."""
    return tuple(
        tuple(0 if k % (bits + 1) == 0 else z for k, z in enumerate(v)) for v in vertices(bits)
    )


def sums_for_products(bits: int) -> tuple[Vertex, ...]:
    """(v_i + v_j)/2 in place of v_i v_j, doubled to be integers."""
    half = [tuple(a + b for a in v for b in v) for v in (signs(x, bits) for x in range(2**bits))]
    return tuple(dict.fromkeys((*half, *(tuple(-z for z in each) for each in half))))


def with_the_centre(bits: int) -> tuple[Vertex, ...]:
    """A point inside of the hull is one of the vertices."""
    return (*vertices(bits), (0,) * bits**2)


def twice_as_many(bits: int) -> tuple[Vertex, ...]:
    """All 2^d columns and their negatives, each twice."""
    return (*vertices(bits), *vertices(bits))


def every_sign(bits: int) -> tuple[Vertex, ...]:
    """The cube: each coordinate by itself."""
    return tuple(product((1, -1), repeat=bits**2))


WRONG_HULLS = {
    "columns without their negatives": only_columns,
    "no pairs (i, i)": without_the_diagonal,
    "sums in place of products": sums_for_products,
    "0 as a vertex": with_the_centre,
    "every vertex twice": twice_as_many,
    "the cube": every_sign,
}


SAME_HULL = ("0 as a vertex", "every vertex twice")
"""Lists of points with the right hull."""


def projected_on_k(noisy: Vector, bits: int, rows: int) -> Vector:
    """On K, not n K."""
    del rows
    return projected(noisy, bits, 1)


def projected_on_two_n(noisy: Vector, bits: int, rows: int) -> Vector:
    """On 2 n K."""
    return projected(noisy, bits, 2 * rows)


def length_of_an_entry(bits: int) -> int:
    """The greatest entry, 1."""
    del bits
    return 1


def sum_of_entries(bits: int) -> int:
    """The length in l1, squared."""
    return bits**4


def length_not_squared(bits: int) -> int:
    """R itself."""
    return bits


WRONG_RADII = {
    "the greatest entry": length_of_an_entry,
    "the sum of magnitudes": sum_of_entries,
    "R for R^2": length_not_squared,
}


def best_column(direction: Direction, bits: int) -> Vertex:
    """The best of the columns only."""
    return max(only_columns(bits), key=lambda v: inner(direction, v))


def signs_of_entries(direction: Direction, bits: int) -> Vertex:
    """The best vertex of the cube, which is not in K."""
    del bits
    return tuple(1 if z >= 0 else -1 for z in direction)


def worst_vertex(direction: Direction, bits: int) -> Vertex:
    """The minimum for the maximum."""
    return min(vertices(bits), key=lambda v: inner(direction, v))


def signs_of_the_diagonal(direction: Direction, bits: int) -> Vertex:
    """One vertex or its negative, by the sum of all entries."""
    sign = 1 if sum(direction) >= 0 else -1
    return tuple(sign for _ in range(bits**2))


def half_of_the_vertices(direction: Direction, bits: int) -> Vertex:
    """Every second vertex is looked at."""
    return max(vertices(bits)[::2], key=lambda v: inner(direction, v))


def one_step(direction: Direction, bits: int) -> Vertex:
    """The best neighbour of all ones, by one change of sign."""
    near = [x for x in range(2**bits) if x.bit_count() <= 1]
    listed = [tuple(a * b for a in signs(x, bits) for b in signs(x, bits)) for x in near]
    both = [*listed, *(tuple(-z for z in v) for v in listed)]
    return max(both, key=lambda v: inner(direction, v))


WRONG_OPTIMA = {
    "only columns": best_column,
    "signs of the entries": signs_of_entries,
    "the worst vertex": worst_vertex,
    "all ones or all minus ones": signs_of_the_diagonal,
    "every second vertex": half_of_the_vertices,
    "at most one change of sign": one_step,
}


def mean_over_columns(values: Sequence[int], bits: int) -> Fraction:
    """The mean of <z, g> at its best column, negatives left out."""
    return _mean(values, bits, only_columns(bits))


def mean_over_the_cube(values: Sequence[int], bits: int) -> Fraction:
    """The mean sum of magnitudes."""
    return _mean(values, bits, every_sign(bits) if bits < 3 else vertices(bits)[:1])


def mean_at_one_vertex(values: Sequence[int], bits: int) -> Fraction:
    """No maximum: the mean of <z, g> at all ones, and its negative."""
    return _mean(values, bits, (vertices(bits)[0], tuple(-z for z in vertices(bits)[0])))


def greatest_over_all(values: Sequence[int], bits: int) -> Fraction:
    """The maximum over g, too."""
    return Fraction(max(values) * bits**2)


def _mean(values: Sequence[int], bits: int, corners: Sequence[Vertex]) -> Fraction:
    found = (
        max(sum(a * z for a, z in zip(v, g, strict=True)) for v in corners)
        for g in product(values, repeat=bits**2)
    )
    return Fraction(sum(found), len(values) ** bits**2)


WRONG_WIDTHS = {
    "over columns only": mean_over_columns,
    "over the cube": mean_over_the_cube,
    "at one vertex and its negative": mean_at_one_vertex,
    "the maximum over g": greatest_over_all,
}


def one_family(direction: Direction, bits: int) -> Width:
    """The maximum for u_i = w_i, d = 2: the diagonal plus the magnitude of the rest."""
    if bits != 2:
        return relaxed_width(direction, bits)
    a, b, c, d = map(Fraction, direction)
    best = a + d + abs(b + c)
    sign = 1 if b + c >= 0 else -1
    half = (best / 2,) * 2
    return Width(tuple(map(Fraction, (1, sign, sign, 1))), best, half, half)


def only_signs(direction: Direction, bits: int) -> Width:
    """The maximum over K, called one over L."""
    point = tuple(map(Fraction, best_vertex(direction, bits)))
    best = inner(direction, point)
    return Width(point, best, (best / bits,) * bits, (best / bits,) * bits)


def sum_of_magnitudes(direction: Direction, bits: int) -> Width:
    """The maximum over the cube, with the bound that goes with it."""
    sizes = [abs(Fraction(z)) for z in direction]
    left = tuple(Fraction(sum(sizes[i * bits : (i + 1) * bits])) for i in range(bits))
    right = tuple(Fraction(sum(sizes[j::bits])) for j in range(bits))
    cube = tuple(map(Fraction, signs_of_entries(direction, bits)))
    return Width(cube, inner(direction, cube), left, right)


def little_dual(direction: Direction, bits: int) -> Width:
    """The dual is a little too small to be one."""
    found = relaxed_width(direction, bits)
    less = Fraction(1, 1000)
    return Width(found.point, found.at_least, tuple(a - less for a in found.left), found.right)


def half_dual(direction: Direction, bits: int) -> Width:
    """Half of the dual, as if the block matrix were diag(a, b) - 2 G."""
    found = relaxed_width(direction, bits)
    return Width(
        found.point,
        found.at_least,
        tuple(a / 2 for a in found.left),
        tuple(b / 2 for b in found.right),
    )


def long_vectors(direction: Direction, bits: int) -> Width:
    """Vectors of squared length 11/10."""
    found = relaxed_width(direction, bits)
    longer = tuple(z * Fraction(11, 10) for z in found.point)
    return Width(longer, found.at_least * Fraction(11, 10), found.left, found.right)


WRONG_RELAXATIONS = {
    "one vector for each coordinate, u = u'": one_family,
    "only signs": only_signs,
    "the cube": sum_of_magnitudes,
    "a dual that is too small": little_dual,
    "half of the dual": half_dual,
    "vectors that are too long": long_vectors,
}
