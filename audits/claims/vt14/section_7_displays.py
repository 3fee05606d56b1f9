"""Section 7: parities of one attribute, the number of vertices, and an open question."""

from audits.claims.prelude import *

Signs = tuple[int, ...]
Column = Callable[[Signs], Signs]
"""That of Q for a row."""


def of_pairs(v: Signs) -> Signs:
    """V_i v_j, for each pair (i, j)."""
    return tuple(a * b for a, b in product(v, repeat=2))


def with_a_constant(v: Signs) -> Signs:
    """The same with one more coordinate, which is 1."""
    return of_pairs((*v, 1))


def counted_apart(v: Signs) -> Signs:
    """V_i v_j, and each v_i."""
    return (*of_pairs(v), *v)


def total(rows: tuple[Signs, ...], column: Column) -> Signs:
    """Q x: the sum of the columns."""
    return tuple(map(sum, zip(*map(column, rows), strict=True)))


def marginals(rows: tuple[Signs, ...]) -> Signs:
    """The number of rows with two signs at two places, for all of them."""
    size = range(len(rows[0]))
    return tuple(
        sum(v[i] == s and v[j] == t for v in rows)
        for i in size
        for j in size
        for s, t in product((1, -1), repeat=2)
    )


def told_by(column: Column, bits: int, rows: int) -> Iterator[Comparison]:
    """Databases with the same Q x have the same marginals."""
    known: dict[Signs, Signs] = {}
    points = [*product((1, -1), repeat=bits)]
    for x in combinations_with_replacement(points, rows):
        here = marginals(x)
        first = known.setdefault(total(x, column), here)
        for i, (a, b) in enumerate(zip(here, first, strict=True)):
            yield eq(f"{x}: {i}", a, b)


SHAPES = over(bits=(2, 3), rows=(1, 2))


@claim(
    "VT14.TXT.one-way",
    SHAPES,
    about=of_pairs,
    refuted=Erratum(
        Grade.WORDING,
        "Section 7, 'We can devise a matrix Q with d^2 rows (one for each pair (i, j))', and "
        "'Therefore, two-way marginals can be privately obtained': the parities of one attribute, "
        "which the marginals need, are not mentioned; v and -v have the same column of Q",
        left="a marginal of a database",
        right="the same of another one with the same Q x",
    ),
)
def pairs_as_printed(build: Column, bits: int, rows: int) -> Check:
    """All parities up to 2 give all marginals up to 2; Q x, with a row of Q for each pair (i, j),
    gives answers to all the 2-way parities; therefore two-way marginals can be obtained from it.

    Cases: All databases of one and of two rows; the marginals up to 2.
    """
    yield from told_by(build, bits, rows)


BOTH_WAYS = Parts(constant=with_a_constant, apart=counted_apart)
WRONG[BOTH_WAYS] = {
    "as printed": BOTH_WAYS.but(constant=of_pairs),
    "the first coordinate again": BOTH_WAYS.but(constant="(*v, 1) => (*v, v[0])"),
    "the product of all, if odd": BOTH_WAYS.but(
        constant="(*v, 1) => (*v, prod(v) if len(v) % 2 else v[0])"
    ),
    "nothing counted apart": BOTH_WAYS.but(apart=of_pairs),
    "one coordinate counted apart": BOTH_WAYS.but(apart="*v) => v[0])"),
}


@claim("VT14.TXT.one-way", SHAPES, form=Form.CORRECTED, about=BOTH_WAYS)
def parities_of_one(parts: Parts, bits: int, rows: int) -> Check:
    """Q x gives all marginals up to 2 with one more coordinate, which is 1 for everybody, a row of
    Q for each pair of the d + 1 coordinates; or if the parities of one attribute are counted
    apart.

    Cases: All databases of one and of two rows.
    """
    for column in (parts.constant, parts.apart):
        yield from told_by(column, bits, rows)


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
    over(d=(64, 256)),
    about=lambda d: d * d,
    refuted=Erratum(
        Grade.WORDING,
        "Section 7, the display after Figure 7.3, last line but one, in the text at "
        "hand: d E max(g_1, ..., g_(d^2)), for g_1, ..., g_(2^d), one for each vertex, as the "
        "next bound d sqrt(log 2^d) has it "
        "(above, '|w - z|' for |<w, z>|, and 'max 2^d N(0, d^2)' for the maximum of 2^d of them)",
        left="a lower bound of the mean width of K",
        right="d sqrt(2 ln d^2), an upper bound of d E max(g_1, ..., g_(d^2))",
    ),
)
def maximum_as_printed(build: Build, d: int) -> Check:
    """The mean width of K, the mean of max over K of |<w, z>|, is at most d E max(g_1, ...,
    g_(d^2)), each g_i of N(0, 1).

    Cases: d = 64, 256; the vertex v v^T whose signs are chosen one after the other.
    """
    yield le("width", low(width_at_least(d)), high(union_bound(d, build(d))))


def number_of_vertices(d: int) -> int:
    """How many Gaussians the maximum is of."""
    return int(2**d)


WRONG[number_of_vertices] = {
    "d^2": "2**d => d * d",
    "d^3": "2**d => d**3",
    "2^(d/10)": "2**d => 2 ** (d // 10)",
}


@claim("VT14.TXT.width-vertices", over(d=(64, 256)), form=Form.CORRECTED, about=number_of_vertices)
def maximum_over_vertices(build: Build, d: int) -> Check:
    """The mean width of K is at most d E max(g_1, ..., g_N) for N = 2^d, and d sqrt(2 ln N) for
    that; it is more than half of this.

    Cases: d = 64, 256; the vertex v v^T whose signs are chosen one after the other gives a lower
    bound.  (The upper bound is TXT.width.)
    """
    found, bound = width_at_least(d), union_bound(d, build(d))
    yield le("width", low(found), high(bound))
    yield lt("half of the bound", high(bound / 2), low(found))


not_finitely_checkable(
    "VT14.TXT.three-tensors",
    statement="Open question: K the convex hull of all v (x) v (x) v, v in {-1, 1}^d, does there "
    "exist a set L such that K is inside of L and l*(L) <= c l*(K)?",
    reason="a question, about all d and all sets. L = K would do; as in the 'New task' before, a "
    "set is meant over which linear functions can be optimised efficiently",
)
