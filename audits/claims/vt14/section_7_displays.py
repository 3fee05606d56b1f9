"""Section 7: parities of one, the number of vertices, and an open question that has an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import prod

from audits.claims.vocabulary import eq, high, le, low, lt
from audits.engines.comparisons import Comparison
from audits.ledger import Erratum, Form, Grade, claim, over
from audits.ledger.forms import Item
from reference.exact.interval import Interval, exact, ln, sqrt

Signs = tuple[int, ...]
Widen = Callable[[Signs], Signs]
"""A row, perhaps with more coordinates."""


def parities_of_two(rows: tuple[Signs, ...], widen: Widen) -> Signs:
    """Q x: sum over the rows of v_i v_j, for each pair (i, j)."""
    wide = [widen(row) for row in rows]
    size = range(len(wide[0]))
    return tuple(sum(v[i] * v[j] for v in wide) for i in size for j in size)


def marginals(rows: tuple[Signs, ...]) -> Signs:
    """The number of rows with two signs at two places, for all of them."""
    size = range(len(rows[0]))
    return tuple(
        sum(v[i] == s and v[j] == t for v in rows)
        for i in size
        for j in size
        for s, t in product((1, -1), repeat=2)
    )


def told_by_parities(widen: Widen, bits: int, rows: int) -> Iterator[Comparison]:
    """Databases with the same Q x have the same marginals."""
    known: dict[Signs, Signs] = {}
    points = [*product((1, -1), repeat=bits)]
    for x in combinations_with_replacement(points, rows):
        here = marginals(x)
        first = known.setdefault(parities_of_two(x, widen), here)
        for i, (a, b) in enumerate(zip(here, first, strict=True)):
            yield eq(f"{x}: {i}", a, b)


SHAPES = over(bits=(2, 3), rows=(1, 2))


@claim(
    "VT14.TXT.one-way",
    Form.PRINTED,
    SHAPES,
    about=lambda row: row,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 7, 'We can devise a matrix Q with d^2 rows (one for each pair (i, j))': the "
        "parities of one attribute, which the marginals need, are not among its answers, as v and "
        "-v have the same column; with a coordinate that is always 1 they are",
        left="a marginal of a database",
        right="the same of another one with the same Q x",
    ),
)
def pairs_as_printed(build: Widen, bits: int, rows: int) -> Iterator[Comparison]:
    """All parities up to 2 give all marginals up to 2; Q x, with a row of Q for each pair (i, j),
    gives answers to all the 2-way parities; therefore two-way marginals can be obtained from it.

    Fair: All databases of one and of two rows; the marginals up to 2.
    """
    yield from told_by_parities(build, bits, rows)


@claim(
    "VT14.TXT.one-way",
    Form.CORRECTED,
    SHAPES,
    about=lambda row: (*row, 1),
    impostors={
        "as printed": lambda row: row,
        "the first coordinate again": lambda row: (*row, row[0]),
        "the product of all, if odd": lambda row: (*row, prod(row) if len(row) % 2 else row[0]),
    },
)
def pairs_with_a_constant(build: Widen, bits: int, rows: int) -> Iterator[Comparison]:
    """With one more coordinate, which is 1 for everybody, Q x, a row of Q for each pair of the d +
    1 coordinates, tells all marginals up to 2.

    Fair: All databases of one and of two rows.
    """
    yield from told_by_parities(build, bits, rows)


Number = Callable[[int], int]
"""How many Gaussians the maximum is of, from d."""


def width_at_least(d: int) -> Interval:
    """Sum over i of E |N(0, 2 (i - 1))| = 2 sqrt((i - 1)/pi), pi < 22/7.

    The signs of v are chosen one after the other, each so that its row and column add what is
    positive; diagonal entries have mean 0.
    """
    found = exact(0)
    for i in range(1, d):
        found = found + 2 * sqrt(Fraction(7 * i, 22))
    return found


def union_bound(d: int, number: int) -> Interval:
    """D sqrt(2 ln N): at least d E max(g_1, ..., g_N)."""
    return d * sqrt(2 * ln(number))


@claim(
    "VT14.TXT.width-vertices",
    Form.PRINTED,
    over(d=(64, 256)),
    about=lambda d: d * d,
    refuted=Erratum(
        Grade.WORDING,
        "Section 7, the display after Figure 7.3, last line but one: d E max(g_1, ..., g_(d^2)), "
        "for g_1, ..., g_(2^d), one for each vertex, as the next bound d sqrt(log 2^d) has it "
        "(above, '|w - z|' for |<w, z>|, and 'max 2^d N(0, d^2)' for the maximum of 2^d of them)",
        left="a lower bound of the mean width of K",
        right="d sqrt(2 ln d^2), an upper bound of d E max(g_1, ..., g_(d^2))",
    ),
)
def maximum_as_printed(build: Number, d: int) -> Iterator[Comparison]:
    """The mean width of K, the mean of max over K of |<w, z>|, is at most d E max(g_1, ...,
    g_(d^2)), each g_i of N(0, 1).

    Fair: d = 64, 256; the vertex v v^T whose signs are chosen one after the other.
    """
    yield le("width", low(width_at_least(d)), high(union_bound(d, build(d))))


@claim(
    "VT14.TXT.width-vertices",
    Form.CORRECTED,
    over(d=(64, 256)),
    about=lambda d: 2**d,
    impostors={
        "d^2": lambda d: d * d,
        "d^3": lambda d: d**3,
        "2^(d/10)": lambda d: 2 ** (d // 10),
    },
)
def maximum_over_vertices(build: Number, d: int) -> Iterator[Comparison]:
    """The mean width of K is at most d E max(g_1, ..., g_N) for N = 2^d, and d sqrt(2 ln N) for
    that; it is more than half of this.

    Fair: d = 64, 256; the vertex v v^T whose signs are chosen one after the other gives a lower
    bound.  (The upper bound is TXT.width.)
    """
    found, bound = width_at_least(d), union_bound(d, build(d))
    yield le("width", low(found), high(bound))
    yield lt("half of the bound", high(bound / 2), low(found))


Larger = Callable[[tuple[Signs, ...]], tuple[Signs, ...]]
"""The vertices of L, from those of K."""


def cubes(bits: int) -> tuple[Signs, ...]:
    """V (x) v (x) v for all v."""
    return tuple(
        tuple(a * b * c for a, b, c in product(v, repeat=3)) for v in product((1, -1), repeat=bits)
    )


def sign_width(vertices: tuple[Signs, ...]) -> Fraction:
    """The mean over w of signs of max <w, z>."""
    dimension = len(vertices[0])
    total = sum(
        max(sum(a * b for a, b in zip(w, z, strict=True)) for z in vertices)
        for w in product((1, -1), repeat=dimension)
    )
    return Fraction(total, 2**dimension)


@claim(
    "VT14.TXT.three-tensors",
    Form.PRINTED,
    over(bits=(1, 2), c=(1, 2)),
    about=lambda vertices: vertices,
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Section 7, the open question at the end: L = K will do; a set L is meant over which one "
        "can optimise efficiently, as in the 'New task'",
        left="c times the mean width of K",
        right="the mean width of L = K",
    ),
)
def no_larger_set_is_known(build: Larger, bits: int, c: int) -> Iterator[Comparison]:
    """Open: K the convex hull of all v (x) v (x) v, does there exist a set L such that K is inside
    of L and l*(L) <= c l*(K)? That is, each such L that is known has l*(L) > c l*(K).

    Fair: L = K; widths for signs in place of Gaussians; the constant c = 1 or 2.
    """
    vertices = cubes(bits)
    yield lt("width", c * sign_width(vertices), sign_width(build(vertices)))


@claim(
    "VT14.TXT.three-tensors",
    Form.CORRECTED,
    over(bits=(1, 2, 3, 4)),
    about=cubes,
    impostors={
        "v (x) v": lambda bits: tuple(
            tuple(a * b for a, b in product(v, repeat=2)) for v in product((1, -1), repeat=bits)
        ),
        "v (x) v (x) v up to a sign": lambda bits: cubes(bits)[: 2 ** (bits - 1)],
        "v (x) v (x) w": lambda bits: tuple(
            tuple(a * b * c for a, b in product(v, repeat=2) for c in w)
            for v, w in product(product((1, -1), repeat=bits), repeat=2)
        ),
    },
)
def vertices_of_the_hull(build: Callable[[int], tuple[Signs, ...]], bits: int) -> Iterator[Item]:
    """L = K has the width of K, but 2^d vertices, one for each v: open is whether there is such an
    L over which linear functions can be optimised in polynomial time.

    Fair: The points v (x) v (x) v are different, and corners of a cube, so that each is a vertex;
    v and -v are told apart, as they are not by v (x) v.  The question itself is about all sets and
    all algorithms.
    """
    points = build(bits)
    yield eq("vertices", len({*points}), 2**bits)
    yield eq("corners of a cube", len({abs(z) for point in points for z in point}), 1)
    both = {tuple(-z for z in point) for point in points} | {*points}
    yield eq("with their negatives", len(both), 2**bits)
