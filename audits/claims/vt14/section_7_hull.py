"""Section 7: the hull of all parities, its mean width, and optimisation over it and around it."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.parity_hulls import (
    DIRECTIONS,
    LARGER_DIRECTIONS,
    added_distance,
    at_most_rows,
    greatest_by_hand,
    normal_signs,
    rank,
)
from audits.engines.relaxed_hull import Width, relaxed_width
from reference.data.parities import column, pair_parities, row_parities
from reference.data.parity_hull import (
    Vertex,
    best_vertex,
    greatest_of_two_signs,
    inner_products,
    is_bound_over_unit_vectors,
    mean_width,
    product_of_signs,
    squared_radius,
    vertices,
)
from reference.exact.nearest_point import inner, nearest_point
from reference.mechanisms.release.gaussian_projection import projected

SIGNS = (1, -1)

HALF_OF_THEM = "column(row, bits) for row in range(2 ** (bits - 1))"
LISTED = "(*half, *(tuple(-z for z in each) for each in half))"
SAME_HULL = {
    "0 as a vertex": f"{LISTED} => (*{LISTED}, (0,) * bits**2)",
    "every vertex twice": f"{LISTED} => 2 * {LISTED}",
}
HULLS = {
    "columns without their negatives": f"{LISTED} => tuple(half)",
    "no pairs (i, i)": f"{HALF_OF_THEM} => tuple(z * (k % (bits + 1) > 0) "
    "for k, z in enumerate(column(row, bits))) for row in range(2 ** (bits - 1))",
    "sums in place of products": f"{HALF_OF_THEM} => "
    "tuple(a + b for a in v for b in v) for v in _sign_vectors(bits)",
    "the cube": f"{LISTED} => tuple(product((1, -1), repeat=bits**2))",
}
LONGEST = "max(sum(z * z for z in vertex) for vertex in vertices(bits))"
RADII = {
    "the greatest entry": f"{LONGEST} => 1",
    "the sum of magnitudes": f"{LONGEST} => bits**4",
    "R for R^2": f"{LONGEST} => bits",
}
CORNERS = "corners = vertices(bits)"
WIDTHS = {
    "over columns only": f"{CORNERS} => corners = vertices(bits)[: 2 ** (bits - 1)]",
    "over the cube": f"{CORNERS} => corners = "
    "tuple(product((1, -1), repeat=bits**2)) if bits < 3 else vertices(bits)[:1]",
    "at one vertex and its negative": f"{CORNERS} => "
    "corners = (vertices(bits)[0], tuple(-z for z in vertices(bits)[0]))",
    "the maximum over g": f"{CORNERS} => return Fraction(max(values) * bits**2)",
}
SETTING = Parts(
    column=column,
    vertices=vertices,
    squared_radius=squared_radius,
    mean_width=mean_width,
    row_parities=row_parities,
)
WRONG[SETTING] = {
    "v_i and v_j for v_i v_j": SETTING.but(column="a * b for => 1 if a + b > 0 else -1 for"),
    "1 where v_i and v_j differ": SETTING.but(column="a * b for => -a * b for"),
    **{name: SETTING.but(vertices=edit) for name, edit in HULLS.items()},
    **{name: SETTING.but(squared_radius=edit) for name, edit in RADII.items()},
    **{name: SETTING.but(mean_width=edit) for name, edit in WIDTHS.items()},
    "attributes from the left": SETTING.but(row_parities="text[-1 - i] => text[i]"),
}


@claim("VT14.D7", over(bits=sized((1, 2, 3), (1, 2, 3), (1, 2, 3, 4))), about=SETTING)
def setting(parts: Parts, bits: int) -> Check:
    """Rows v in {-1, 1}^d; neighbours are histograms with |x - x'|_1 <= 1; Q has a row for each
    pair (i, j), Q_(ij, v) = v_i v_j; K is the convex hull of the columns of Q and their negatives,
    R the greatest length of a column; the mean width of K is the mean of max over K of <z, g>.

    Cases: Every row; databases of up to two rows, whose neighbours are those with one row added or
    removed, and Q x for them; the matrix against exclusive or of the bits; K by its maxima of
    linear functions, against those of all 2^d columns and negatives; the mean width for g of
    independent signs, and for g in {-1, 0, 2}, against sums for each direction by itself (d <= 2;
    d = 3 for signs).
    """
    every = range(2**bits)
    for v in every:
        for (i, j), found in zip(
            product(range(bits), repeat=2), parts.column(v, bits), strict=True
        ):
            yield eq(f"Q at {i}, {j}, {v}", found, 1 - 2 * ((v >> i ^ v >> j) & 1))
    for x in at_most_rows(bits, 2) if bits < 4 else ():
        sums = tuple(map(sum, zip(*(column(v, bits) for v in x), strict=True))) or (0,) * bits**2
        yield true(f"Q x, {x}", parts.row_parities(x, bits) == sums)
    if bits <= 2:
        universe = add_remove_one(every, 2)
        listed = [*universe.databases()]
        for first, second in combinations(listed, 2):
            near = added_distance(first, second) <= 1
            yield true(f"{first} ~ {second}", universe.are_adjacent(first, second) == near)
    corners = parts.vertices(bits)
    for g in DIRECTIONS[bits] if bits < 4 else ():
        most = max(abs(inner(g, column(v, bits))) for v in every)
        yield eq(f"maximum of {g}", max(inner(g, z) for z in corners), most)
    yield eq(
        "R^2", parts.squared_radius(bits), max(sum(z * z for z in column(v, bits)) for v in every)
    )
    if bits < 4:
        yield eq("mean width, signs", parts.mean_width(SIGNS, bits), normal_signs(SIGNS, bits))
    if bits < 3:
        yield eq(
            "mean width, others",
            parts.mean_width((-1, 0, 2), bits),
            normal_signs((-1, 0, 2), bits),
        )


HULL = Parts(vertices=vertices, squared_radius=squared_radius, projected=projected)
WRONG[HULL] = {
    **{name: HULL.but(vertices=edit) for name, edit in (HULLS | SAME_HULL).items()},
    **{name: HULL.but(squared_radius=edit) for name, edit in RADII.items()},
    "projects on K, not n K": HULL.but(projected="rows * z for z in map => z for z in map"),
    "projects on 2 n K": HULL.but(projected="rows * z for z in map => 2 * rows * z for z in map"),
}


@claim("VT14.TXT.K", over(bits=(1, 2, 3, 4)), about=HULL, clause="vertices")
def hull_of_parities(parts: Parts, bits: int) -> Check:
    """K, the convex hull of +- v (x) v, has 2^d vertices; all lie on the sphere of radius R = d.

    Cases: v and -v have the same column, hence 2^(d-1) of them; each vertex is the only point of K
    that is best for itself; K spans d (d-1)/2 + 1 dimensions.
    """
    corners: tuple[Vertex, ...] = parts.vertices(bits)
    yield eq("vertices", len(corners), 2**bits)
    for z in corners:
        yield eq(f"{z}: squared length", inner(z, z), parts.squared_radius(bits))
        others = [inner(z, other) for other in corners if other != z]
        yield lt(f"{z}: best for itself", max(others, default=Fraction(-1)), inner(z, z))
    yield eq("R^2", parts.squared_radius(bits), bits**2)
    yield eq("dimensions", rank(corners), bits * (bits - 1) // 2 + 1)


@claim("VT14.TXT.K", over(bits=(1, 2, 3, 4)), about=HULL, clause="neighbours")
def neighbours_in_the_hull(parts: Parts, bits: int) -> Check:
    """For x ~ x' of any size, with real weights, Q (x - x') lies in K; if |x| = 1, Q x is a
    column.

    Cases: Every pair of neighbours of up to two rows (d <= 3) or one (d = 4), and x - x' with
    weights -1, -1/2, 0, 1/2, 1 (d <= 2), by the exact nearest point of K.
    """
    corners: tuple[Vertex, ...] = parts.vertices(bits)
    universe = add_remove_one(range(2**bits), 2 if bits <= 3 else 1)
    listed = [row_parities(x, bits) for x in universe.databases()]
    for first, second in universe.index_pairs():
        pairs = zip(listed[first], listed[second], strict=True)
        yield true("y - y' is a vertex", tuple(a - b for a, b in pairs) in corners)
    halves = product(range(-2, 3), repeat=2**bits) if bits <= 2 else ()
    for twice in halves:
        if sum(map(abs, twice)) <= 2:
            way = pair_parities({v: Fraction(z, 2) for v, z in enumerate(twice)}, bits)
            yield true(f"x - x' = {twice}/2: in K", parts.projected(way, bits, 1) == way)


@claim("VT14.TXT.K", over(bits=(1, 2)), about=HULL, clause="n rows")
def answers_in_the_hull(parts: Parts, bits: int) -> Check:
    """For n rows y = Q x lies in n K, so that |y| <= n d.

    Cases: Databases of up to three rows, by the exact nearest point of n K.
    """
    for x in at_most_rows(bits, 3):
        y, n = tuple(map(Fraction, row_parities(x, bits))), len(x)
        yield true(f"{x}: y in n K", parts.projected(y, bits, n) == y)
        yield le(f"{x}: |y|", inner(y, y), n**2 * parts.squared_radius(bits))
        far = parts.projected(tuple(2 * z for z in y), bits, n)
        yield true(f"{x}: 2 y next to n K", n == 0 or far == y or inner(y, y) < (n * bits) ** 2)


EVERY_VERTEX = "max(vertices(bits), "
BEST = "max(vertices(bits), key=lambda vertex: inner(direction, vertex))"
WRONG[best_vertex] = {
    "only columns": f"{EVERY_VERTEX} => max(vertices(bits)[: 2 ** (bits - 1)], ",
    "signs of the entries": f"{BEST} => tuple(1 if z >= 0 else -1 for z in direction)",
    "the worst vertex": f"{EVERY_VERTEX} => min(vertices(bits), ",
    "all ones or all minus ones": f"{BEST} => (1 if sum(direction) >= 0 else -1,) * bits**2",
    "every second vertex": f"{EVERY_VERTEX} => max(vertices(bits)[::2], ",
    "at most one change of sign": f"{EVERY_VERTEX} => max([tuple(s * z for z in column(x, bits)) "
    "for s in (1, -1) for x in range(2**bits) if x.bit_count() <= 1], ",
}


@claim("VT14.ALG.VertexOpt", over(bits=(1, 2, 3)), about=best_vertex)
def linear_optimisation(build: Build, bits: int) -> Check:
    """The maximum of sum_ij g_ij z_ij over K is found by enumerating its vertices, v v^T and their
    negatives.

    Cases: Every g with entries 1 and -1 (d <= 2, every 16th for d = 3), and others; that the point
    is one of K; the maximum by hand: |g_11|, |g_11 + g_22| + |g_12 + g_21|, and four magnitudes.
    """
    listed = {column(v, bits) for v in range(2**bits)}
    for g in DIRECTIONS[bits]:
        z = build(g, bits)
        yield true(f"{g}: in K", z in listed or tuple(-a for a in z) in listed)
        yield eq(f"{g}", inner(g, z), greatest_by_hand(g, bits))


def steps_of_a_projection(
    best: Callable[..., Vertex], target: Sequence[Fraction], bits: int
) -> Any:
    """The nearest point by an oracle, and how often that was asked."""
    calls = [0]

    def counted(direction: Sequence[Fraction]) -> Sequence[int]:
        calls[0] += 1
        if calls[0] > 100:
            return [0] * bits**2
        return best(direction, bits)

    return nearest_point(target, counted).point, calls[0]


@claim("VT14.TXT.runtime", over(bits=(2, 3)), about=best_vertex, uses=("VT14.ALG.VertexOpt",))
def projection_is_optimisation(build: Build, bits: int) -> Check:
    """Projection is equivalent, up to a polynomial, to optimisation of a linear function over K:
    either is done with the other. By vertices both take 2^d steps; to do it optimally is NP-hard.

    Cases: The nearest point with the oracle alone, in at most 2^d + 2 calls, shown by comparison
    with all vertices to be nearest; the nearest point to a far multiple of g is best for g;
    hardness by the reduction from the largest cut, on every graph of 4 vertices: for the adjacency
    matrix A, the maximum over K of <m I - A, z> is 4 m + 4 cut - 2 m, m edges. (That the largest
    cut is NP-hard is not decided here.)
    """
    corners = vertices(bits)
    for target in LARGER_DIRECTIONS[bits]:
        z, calls = steps_of_a_projection(build, target, bits)
        way = tuple(a - b for a, b in zip(target, z, strict=True))
        yield le(f"{target}: nearest", max(inner(way, v) for v in corners), inner(way, z))
        yield le(f"{target}: calls", calls, 2**bits + 2)
        far = tuple(1000 * a for a in target)
        most = max(inner(target, v) for v in corners)
        reached, _ = steps_of_a_projection(build, far, bits)
        yield eq(f"{target}: best", inner(target, reached), most)
    pairs = [*combinations(range(4), 2)]
    for mask in range(2 ** len(pairs)) if bits == 2 else ():
        edges = [pair for k, pair in enumerate(pairs) if mask >> k & 1]
        cut = max(sum((s >> i ^ s >> j) & 1 for i, j in edges) for s in range(16))
        m = len(edges)
        g = [m * (i == j) - ((min(i, j), max(i, j)) in edges) for i in range(4) for j in range(4)]
        best = build(tuple(map(Fraction, g)), 4)
        yield eq(f"graph {mask}", inner(g, best), 4 * m + 4 * cut - 2 * m)


not_finitely_checkable(
    "VT14.TXT.width",
    statement="The mean width of K for Gaussian w, over the 2^d vertices of K at which <z, w> has "
    "variance d^2, is at most d sqrt(log 2^d) = d sqrt(d).",
    reason="constants are dropped: for large d the width is 1.079 d sqrt(d), by the Parisi "
    "formula, and no d is known at which that can be decided. The concrete form has the constant",
)


WRONG[mean_width] = {
    **WIDTHS,
    "width of 2 K": f"{CORNERS} => corners = [tuple(2 * z for z in v) for v in vertices(bits)]",
    "a quarter more": "Fraction(sum(found), => Fraction(5 * sum(found), 4 *",
}


@claim("VT14.TXT.width", over(bits=(1, 2, 3)), form=Form.CONCRETE, about=mean_width)
def width_with_constants(build: Build, bits: int) -> Check:
    """The maximum of <z, w> over K is attained at one of 2^d vertices, at each of which its
    variance is d^2. For N random variables whose moment generating functions are at most e^(s^2
    d^2/2), the mean of the maximum is at most ln(sum of those)/s for every s > 0, hence d sqrt(2
    ln N): the mean width of K is at most d sqrt(2 ln 2^d) = d^(3/2) sqrt(2 ln 2), for Gaussian w
    and for signs.

    Cases: Signs, exactly, by two ways: 1, 2 and 139/32; the step before the last at s = 1/d and
    2/d: e^(s width) <= 2^d e^(s^2 d^2/2) (d <= 3); |<z, w>| has the same maximum. The variance by
    the mean square over all w at each vertex, at one of them for d = 3. Gaussian w at d = 2 have
    the width 4/sqrt(pi), with pi > 333/106.
    """
    width = build(SIGNS, bits)
    yield eq("vertices", len(vertices(bits)), 2**bits)
    for v in vertices(bits) if bits < 3 else vertices(bits)[:1]:
        squares = (inner(v, g) ** 2 for g in product(SIGNS, repeat=bits**2))
        yield eq(f"{v}: variance", Fraction(sum(squares), 2**bits**2), bits**2)
    yield le("signs", width**2, bits**3 * 2 * low(ln(2)))
    for s in (Fraction(1, bits), Fraction(2, bits)):
        bound = 2**bits * exp_low(s**2 * bits**2 / 2)
        yield le(f"s = {s}", exp_low(s * width) * (1 - Fraction(1, 2**60)), bound)
    yield eq("by two ways", width, normal_signs(SIGNS, bits))
    if bits <= 2:
        magnitudes = (
            max(abs(inner(v, g)) for v in vertices(bits)) for g in product(SIGNS, repeat=bits**2)
        )
        yield eq("magnitudes", width, Fraction(sum(magnitudes), 2**bits**2))
    if bits == 2:
        yield le("Gaussian", 16 / Fraction(333, 106), bits**3 * 2 * low(ln(2)))


Direction = Sequence[Fraction | int]


def one_family(direction: Direction, bits: int) -> Width:
    """The maximum for u_i = w_i, d = 2: the diagonal plus the magnitude of the rest."""
    if bits != 2:
        return relaxed_width(direction, bits)
    a, b, c, d = map(Fraction, direction)
    best = a + d + abs(b + c)
    sign = 1 if b + c >= 0 else -1
    return Width(tuple(map(Fraction, (1, sign, sign, 1))), best, (best / 2,) * 2, (best / 2,) * 2)


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
    cube = tuple(Fraction(1 if z >= 0 else -1) for z in direction)
    return Width(cube, inner(direction, cube), left, right)


FOUND = "Width(point, inner(direction, point), left, right)"
WRONG[relaxed_width] = {
    "one vector for each coordinate, u = u'": one_family,
    "only signs": only_signs,
    "the cube": sum_of_magnitudes,
    "a dual that is too small": f"{FOUND} => "
    f"{FOUND.replace('left', 'tuple(a - Fraction(1, 1000) for a in left)')}",
    "half of the dual": f"{FOUND} => "
    f"{FOUND.replace('left, right', '*(tuple(z / 2 for z in each) for each in (left, right))')}",
    "vectors that are too long": f"{FOUND} => Width(tuple(z * Fraction(11, 10) for z in point), "
    "inner(direction, point) * Fraction(11, 10), left, right)",
}


@claim("VT14.TXT.relax", over(bits=(1, 2, 3)), clause="inclusions")
def one_in_another(bits: int) -> Check:
    """K is inside of L_0, the hull of +- v (x) v', and L_0 of L, the matrices of inner products
    <u_i, u'_j> of unit vectors.

    Cases: All v and v', and maxima over K and L_0. L is convex: two points of it and their mean
    9 : 16.

    Routes: products of signs; inner products of unit vectors, and the vertices of K.
    """
    for v, other in product(range(2**bits), repeat=2):
        a, b = (tuple(1 if x >> i & 1 else -1 for i in range(bits)) for x in (v, other))
        units = [(Fraction(z),) for z in a], [(Fraction(z),) for z in b]
        yield true(f"{a} x {b} in L", inner_products(*units) == product_of_signs(a, b))
        if v == other:
            yield true(f"{a} x {a} in K", product_of_signs(a, a) in vertices(bits))
    for g in (*normal_matrices(bits), *DIRECTIONS[bits][-3:]):
        most = greatest_of_two_signs(g, bits)
        yield le(f"{g}: K in L_0", inner(g, best_vertex(g, bits)), most)
    if bits == 2:
        yield from a_mean()


@claim("VT14.TXT.relax", over(bits=(1, 2, 3)), about=relaxed_width, clause="maxima")
def relaxation(build: Build, bits: int) -> Check:
    """The maximum of a linear function over L is at least that over L_0, and at most twice it
    (Grothendieck).

    Cases: Every g with entries 1 and -1, up to signs of rows and columns (d = 3), and others. The
    maximum over L between a point of L, rational vectors of length at most 1, and a dual solution
    whose semidefiniteness is decided exactly.
    """
    for g in (*normal_matrices(bits), *DIRECTIONS[bits][-3:]):
        found, most = build(g, bits), greatest_of_two_signs(g, bits)
        proved = is_bound_over_unit_vectors(g, found.left, found.right)
        yield true(f"{g}: semidefinite", proved)
        yield le(f"{g}: a value", found.at_least, found.at_most)
        yield eq(f"{g}: the value", found.at_least, inner(g, found.point))
        yield le(f"{g}: L_0 in L", most, found.at_most)
        yield le(f"{g}: reached", found.at_most * (1 - Fraction(1, 10**6)), found.at_least)
        yield le(f"{g}: Grothendieck", found.at_most, 2 * most)


@claim("VT14.TXT.relax", about=relaxed_width, clause="what is lost")
def lost_by_relaxation(build: Build) -> Check:
    """They may differ.

    Cases: [[1, 1], [1, -1]]: 2 over L_0, over L at least 82/29, and at most 2 sqrt(2). What is
    semidefinite is decided for a 0 on the diagonal beside 1, and for all ones.
    """
    found = build((1, 1, 1, -1), 2)
    yield le("82/29", Fraction(82, 29), found.at_least)
    yield eq("2", greatest_of_two_signs((1, 1, 1, -1), 2), 2)
    yield le("2 sqrt(2)", found.at_least**2, 8)
    bent = is_bound_over_unit_vectors((0, 1, 0, 0), (Fraction(0),) * 2, (Fraction(9),) * 2)
    yield true("0 on the diagonal beside 1", not bent)
    ones, two = (ONE,) * 4, (TWO,) * 2
    yield true("4, for all ones", is_bound_over_unit_vectors(ones, two, two))


@claim("VT14.TXT.relax", over(bits=(1, 2, 3)), about=relaxed_width, clause="mean widths")
def relaxed_mean_width(build: Build, bits: int) -> Check:
    """So the mean width of L is comparable to that of K.

    Cases: Signs, up to those of rows and columns: L_0 has 1, 3, 51/8, L at most twice that, and at
    most twice that of K.
    """
    listed = normal_matrices(bits)
    wide = sum((build(g, bits).at_most for g in listed), Fraction(0)) / len(listed)
    of_signs = sum((greatest_of_two_signs(g, bits) for g in listed), Fraction(0)) / len(listed)
    yield eq("mean width of L_0", of_signs, (1, 3, Fraction(51, 8))[bits - 1])
    yield le("mean width of L", wide, 2 * of_signs)
    yield le("mean width of L, of K", wide, 2 * mean_width(SIGNS, bits))


def normal_matrices(bits: int) -> tuple[tuple[Fraction, ...], ...]:
    """Matrices of signs whose first row and column are 1: each stands for as many others."""
    found = []
    for rest in product(SIGNS, repeat=(bits - 1) ** 2):
        rows = [rest[i * (bits - 1) : (i + 1) * (bits - 1)] for i in range(bits - 1)]
        found.append(((1,) * bits, *((1, *row) for row in rows)))
    return tuple(tuple(Fraction(z) for row in rows for z in row) for rows in found)


def a_mean() -> Iterator[Comparison]:
    """Shares 9/25 and 16/25: vectors (3 u, 4 u')/5 beside each other."""
    none = Fraction(0)
    turn = (Fraction(20, 29), Fraction(21, 29))
    first = [(ONE, none), turn], [(none, ONE), turn]
    second = [(turn[1], -turn[0]), (none, ONE)], [(ONE, none), (-turn[0], turn[1])]
    both = [
        [(*(3 * a / 5 for a in u), *(4 * b / 5 for b in w)) for u, w in zip(p, q, strict=True)]
        for p, q in zip(first, second, strict=True)
    ]
    mean = tuple(
        (9 * a + 16 * b) / 25
        for a, b in zip(inner_products(*first), inner_products(*second), strict=True)
    )
    yield true("a mean of two points of L", inner_products(both[0], both[1]) == mean)
