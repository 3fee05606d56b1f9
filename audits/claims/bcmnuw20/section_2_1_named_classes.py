"""Stumps, thresholds, halfspaces (sections 1, 2.1, 4, 5), with points and parities as checks."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.dimensions import columns, largest_shattered
from audits.claims.bcmnuw20.section_5_mistake_trees import PATHS
from reference.data.concept import intervals, points
from reference.data.dimensions import dual_vc_dimension, littlestone_dimension, vc_dimension
from reference.data.named_classes import Grid, Halfspace, halfspaces, parities, stumps
from reference.data.public_cover import representative_domain

RIGHT = Parts(vc=vc_dimension, dual=dual_vc_dimension, depth=littlestone_dimension)
WRONG[RIGHT] = {
    "log2 of the number for VC": RIGHT.but(
        vc="dimension = 0\n => return len(known).bit_length() - 1\n"
    ),
    "log2 of the number, rounded up": RIGHT.but(
        vc="dimension = 0\n => return len(known).bit_length()\n"
    ),
    "VC for dual VC": RIGHT.but(
        dual="vc_dimension(dual_class(concepts, size), len(concepts)) => "
        "vc_dimension(concepts, size)"
    ),
    "max for min": RIGHT.but(depth=PATHS),
}
WRONG[stumps] = {
    "attributes from the other end": "Stump(j) => Stump(attributes - 1 - j)",
    "attributes one further": "Stump(j) => Stump(j + 1)",
    "negated": "point >> self.attribute & 1 => 1 - (point >> self.attribute & 1)",
    "all parities": parities,
}
SUM = "sum(a * b for a, b in zip(self.normal, x, strict=True))"
WRONG[Halfspace] = {
    "<a, x> > b": f"{SUM} >= => {SUM} >",
    "<a, x> <= b": f"{SUM} >= => {SUM} <=",
    "<a, x> >= -b": f"{SUM} >= => {SUM} >= -",
    "coordinates the other way round": given(Halfspace, normal=lambda a: a[::-1]),
}


@claim("BCMNUW20.D12", over(bits=range(1, 6)), about=stumps)
def stumps_by_definition(build: Build, bits: int) -> Check:
    """S_p has the p functions h_i(x) = x_i on the vectors of p bits.

    Cases: All vectors; x as an integer is the sum of x_i 2^i, i from 0.  At p = 1 two wrong ones
    are right.
    """
    found = build(bits)
    yield eq("number", len(found), bits)
    for vector in product((0, 1), repeat=bits):
        x = sum(bit << i for i, bit in enumerate(vector))
        yield true(vector, tuple(h(x) for h in found) == vector)


WRONG[intervals] = {
    "x < t": "IntervalFunction(j) => IntervalFunction(j - 1)",
    "t from 1": "range(size + 1) => range(1, size + 1)",
    "points": points,
}


@claim("BCMNUW20.D.thr", over(size=range(1, 9)), about=intervals)
def thresholds_by_definition(build: Build, size: int) -> Check:
    """Thresholds on {1, ..., N}: h_t(x) = 1 iff x <= t, t = 0, ..., N.

    Cases: In order, all values; the point x is number x - 1.  They are the N + 1 functions that
    never rise.
    """
    tables = [tuple(h(x - 1) for x in range(1, size + 1)) for h in build(size)]
    expected = [tuple(int(x <= t) for x in range(1, size + 1)) for t in range(size + 1)]
    yield true("in order", tables == expected)
    falling = {y for y in product((0, 1), repeat=size) if [*y] == sorted(y, reverse=True)}
    yield true("all that never rise", set(tables) == falling)
    yield eq("number", len(tables), len(falling))


@claim(
    "BCMNUW20.D.half",
    over(normal=[*product((-1, 0, 1, 2), repeat=2)], offset=(-2, 0, 1)),
    about=Halfspace,
)
def halfspaces_by_definition(build: Build, normal: tuple[int, int], offset: int) -> Check:
    """h(x) = 1 iff <a, x> >= b.

    Cases: The grid {-2, ..., 2}^2, walked coordinate by coordinate; some points lie on the line.
    """
    grid = Grid(2, 2)
    h = build(normal, offset, grid)
    number = 0
    for v, u in product(range(-2, 3), repeat=2):  # the first coordinate changes first
        yield eq((u, v), h(number), normal[0] * u + normal[1] * v >= offset)
        number += 1
    yield eq("points", number, grid.size)


def log2(number: int) -> int:
    """The largest k with 2^k at most a number >= 1."""
    return max(k for k in range(number) if 2**k <= number) if number > 1 else 0


@claim(
    "BCMNUW20.TXT.stumpsVC",
    over(bits=range(1, 7)),
    about=RIGHT,
    refuted=Erratum(
        Grade.WORDING,
        "section 4, second paragraph, and section 1.1, item 2: VC dimension just log p; the "
        "integer part, unless p is a power of 2",
        "2 to the VC dimension of the stumps on three bits",
        "p",
    ),
)
def stumps_have_dimension_log_p(parts: Parts, bits: int) -> Check:
    """The stumps on {+-1}^p have dual VC dimension p and VC dimension log2 p.

    Cases: 2^VC against p.
    """
    vc, dual = parts.vc, parts.dual
    yield eq("dual", dual(stumps(bits), 1 << bits), bits)
    yield eq("primal", 2 ** vc(stumps(bits), 1 << bits), bits)


BITS = over(bits=sized(range(1, 6), range(1, 7), range(1, 8)))


@claim(
    "BCMNUW20.TXT.stumpsVC", BITS, form=Form.CORRECTED, about=RIGHT, clause="VC and Littlestone"
)
def dimensions_of_the_stumps(parts: Parts, bits: int) -> Check:
    """S_p has VC dimension and Littlestone dimension floor(log2 p).

    Cases: The logarithm by powers of 2.
    """
    yield eq("VC", parts.vc(stumps(bits), 1 << bits), log2(bits))
    yield eq("Littlestone", parts.depth(stumps(bits), 1 << bits), log2(bits))


@claim("BCMNUW20.TXT.stumpsVC", BITS, form=Form.CORRECTED, about=RIGHT, clause="the dual")
def dual_dimension_of_the_stumps(parts: Parts, bits: int) -> Check:
    """It has dual VC dimension p, and 2^p representatives."""
    concepts, size = stumps(bits), 1 << bits
    yield eq("dual", parts.dual(concepts, size), bits)
    yield eq("columns", largest_shattered(columns(concepts, size), bits), bits)
    yield eq("representatives", len(representative_domain(concepts, size)), size)


@claim(
    "BCMNUW20.TXT.stumpsVC",
    over(bits=(1, 2, 3)),
    form=Form.CORRECTED,
    about=RIGHT,
    clause="the parities",
)
def dimensions_of_the_parities(parts: Parts, bits: int) -> Check:
    """The 2^p parities on the same points have VC, Littlestone and dual VC dimension p.

    Cases: As another check, on which a wrong maximum shows.
    """
    for name, rule in (("VC", parts.vc), ("Littlestone", parts.depth), ("dual", parts.dual)):
        yield eq(name, rule(parities(bits), 1 << bits), bits)


@claim(
    "BCMNUW20.TXT.thrVC", over(size=sized(range(1, 9), range(1, 13), range(1, 17))), about=RIGHT
)
def dimensions_of_the_thresholds(parts: Parts, size: int) -> Check:
    """Thresholds on N points: N + 1 functions, VC dimension 1, dual VC dimension 1 (0 for N = 1),
    Littlestone dimension floor(log2(N + 1)), so unbounded as N grows; N representatives.

    Cases: The logarithm by powers of 2.  The N point functions, as another check: VC, dual VC and
    Littlestone dimension 1 from two points on.  The halfspaces of both directions on a line of
    2 N + 1 points, at most 9, have VC dimension 2.
    """
    vc, dual, depth = parts.vc, parts.dual, parts.depth
    concepts = intervals(size)
    yield eq("number", len({tuple(h(x) for x in range(size)) for h in concepts}), size + 1)
    yield eq("VC", vc(concepts, size), 1)
    yield eq("dual", dual(concepts, size), int(size > 1))
    yield eq("Littlestone", depth(concepts, size), log2(size + 1))
    yield eq("representatives", len(representative_domain(concepts, size)), size)
    if size > 1:
        for name, rule in (("VC", vc), ("Littlestone", depth), ("dual", dual)):
            yield eq(f"points: {name}", rule(points(size), size), 1)
    line = Grid(1, min(size, 4))
    sides = halfspaces(line, ((1,), (-1,)), range(-line.reach, line.reach + 2))
    yield eq("line", vc(sides, line.size), 2)
