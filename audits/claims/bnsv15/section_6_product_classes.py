"""Section 6: thresholds and conjunctions on several axes, their dimension, and point functions."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.point_learners import choosing_points
from reference.data.concept import Hypothesis, Values, all_functions, points
from reference.data.dimensions import vc_dimension
from reference.data.product_concept import (
    Conjunction,
    conjunctions,
    disjunctions,
    product_points,
    thresholds,
)
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism


def table(concept: Callable[[tuple[int, ...]], int], size: int, dimensions: int) -> Values:
    """The concept by its values at the points of the product, in order."""
    return Values(tuple(concept(y) for y in product_points(size, dimensions)))


def multidimensional_thresholds(size: int, dimensions: int) -> tuple[Conjunction, ...]:
    """THRESH_X^l for |X| = size, in the order of their corners."""
    return conjunctions(thresholds(size), dimensions)


def alike(concepts: Sequence[Hypothesis], dimensions: int) -> tuple[Conjunction, ...]:
    """The same concept on every axis."""
    return tuple(Conjunction((c,) * dimensions) for c in concepts)


@dataclass(frozen=True, slots=True)
class Odd:
    """1 where an odd number of the concepts is 1."""

    parts: tuple[Hypothesis, ...]

    def __call__(self, point: tuple[int, ...], /) -> int:
        return sum(c(y) for c, y in zip(self.parts, point, strict=True)) % 2


WRONG[multidimensional_thresholds] = {
    "some coordinate is at most that of the corner": "conjunctions( => disjunctions(",
    "strictly below the corner": "thresholds(size), => "
    "[Values.indicator(range(x), size) for x in range(size)],",
    "equal thresholds on all axes": wrong(multidimensional_thresholds, conjunctions=alike),
}
WRONG[conjunctions] = {
    "disjunctions": disjunctions,
    "the same concept on every axis": alike,
    "the parity of the concepts": lambda concepts, dimensions: [
        *map(Odd, product(concepts, repeat=dimensions))
    ],
}


@claim(
    "BNSV15.D6.1",
    over(box(size=(1, 2, 3, 4), dimensions=(1, 2, 3))),
    about=multidimensional_thresholds,
)
def thresholds_of_several_dimensions(build: Build, size: int, dimensions: int) -> Check:
    """THRESH_X^l has a concept for each x of X^l, and c_x(y) = 1 iff y_j <= x_j for all j.

    Cases: Every corner and every point.
    """
    concepts, corners = build(size, dimensions), product_points(size, dimensions)
    yield eq("|THRESH_X^l|", len(concepts), size**dimensions)
    for x, c in zip(corners, concepts, strict=False):
        for y in corners:
            below = all(b <= a for a, b in zip(x, y, strict=True))
            yield eq(f"c_{x}({y})", c(y), int(below))


@claim("BNSV15.D6.3", over(size=(1, 2, 3), dimensions=(1, 2)), about=conjunctions)
def conjunctions_of_concepts(build: Build, size: int, dimensions: int) -> Check:
    """C^l has a concept for each (c_1, ..., c_l) of C, which is 1 at y iff every c_j(y_j) is 1.

    Cases: C is the class of all functions on up to three points.
    """
    concepts = [*all_functions(size)]
    for parts, c in zip(
        product(concepts, repeat=dimensions), build(concepts, dimensions), strict=False
    ):
        for y in product_points(size, dimensions):
            value = min(h(a) for h, a in zip(parts, y, strict=True))
            yield eq(f"{[*map(str, parts)]} at {y}", c(y), value)
    yield eq("|C^l|", len(build(concepts, dimensions)), len(concepts) ** dimensions)


def _dimension(build: Build, size: int, dimensions: int) -> Comparison:
    """Of the thresholds, by enumeration of shattered sets."""
    tables = [table(c, size, dimensions) for c in build(thresholds(size), dimensions)]
    return eq("VC dimension", vc_dimension(tables, size**dimensions), dimensions)


@claim(
    "BNSV15.TXT.VCl",
    over(
        case=sized(
            ((2, 1), (3, 1), (8, 1), (2, 2), (3, 2), (4, 2), (2, 3), (3, 3), (2, 4)),
            ((2, 1), (16, 1), (3, 2), (6, 2), (2, 3), (4, 3), (2, 4), (3, 4)),
            ((2, 1), (16, 1), (3, 2), (6, 2), (2, 3), (4, 3), (2, 5), (3, 4)),
        )
    ),
    about=conjunctions,
)
def dimension_of_thresholds(build: Build, case: tuple[int, int]) -> Check:
    """The VC dimension of THRESH_X^l is l.

    Cases: (|X|, l) = case, |X| >= 2, as for BNSV15.TXT.VC1: over one point there is one function,
    of dimension 0; all sets of points that might be shattered.
    """
    yield _dimension(build, *case)


@claim(
    "BNSV15.TXT.pointConj", over(box(size=(1, 2, 3, 4), dimensions=(1, 2, 3))), about=conjunctions
)
def conjunctions_of_points_are_points(build: Build, size: int, dimensions: int) -> Check:
    """POINT_X^l is POINT_(X^l), but for the names of its points.

    Cases: Every conjunction of point functions, by its values at all points.
    """
    found = [table(c, size, dimensions) for c in build(points(size), dimensions)]
    whole = size**dimensions
    yield eq("concepts", len(set(found)), whole)
    yield true("each a point function", {*found} == {Values.of(c, whole) for c in points(whole)})


not_finitely_checkable(
    "BNSV15.TXT.necessity",
    statement="Point functions can be learned privately with O(1) examples, whatever the domain, "
    "and so can POINT_X^l: without a point that every concept accepts, Theorem 6.4 fails.",
    reason="cited and asymptotic; the concrete form has a learner with constants",
)

ROOT, THRESHOLD, ROWS = Fraction(2), 4, 8

WRONG[choosing_points] = {
    "the exponential mechanism": wrong(
        choosing_points,
        "ChoosingMechanism(LabelledOne(), threshold, => "
        "ExponentialMechanism(lambda rows: dict.fromkeys(points, 0) | LabelledOne()(rows),",
        ExponentialMechanism=ExponentialMechanism,
    ),
    "no test": wrong(
        choosing_points,
        ChoosingMechanism=wrong(
            ChoosingMechanism, "if not coins.draw(bernoulli(enough)): => if False:"
        ),
    ),
    "sees no row": blind(choosing_points, lambda _: ()),
}


@claim(
    "BNSV15.TXT.necessity",
    over(case=((2, 1), (4, 1), (2, 2), (8, 2), (3, 3), (2, 12))),
    form=Form.CONCRETE,
    about=choosing_points,
    uses=("BNSV15.TXT.pointConj",),
)
def points_need_no_more_examples_on_more_axes(build: Build, case: tuple[int, int]) -> Check:
    """No point is labelled 1 by all point functions of |X| >= 2 points. The choosing mechanism on
    the points with label 1, e^eps = 16 and threshold 4, learns POINT_X^l properly: it is (eps,
    1/16)-private, and finds c_x from 8 examples (x, 1) with probability at least 31/32, for
    every |X| and l alike.

    Cases: (|X|, l) = case; the first, the last and a middle point; privacy on all databases of
    up to seven examples of two points, where delta is attained, and up to three of four.
    """
    size, dimensions = case
    common = [x for x in range(size) if all(c(x) for c in points(size))]
    yield eq("points that every concept accepts", len(common), 0)
    where = product_points(size, dimensions)
    learner = build(where, THRESHOLD, ROOT)
    kept = Guarantee(ROOT**4, Fraction(1, 16))
    found = {where[0], where[len(where) // 2], where[-1]}
    copies = ListedAdjacency(tuple(((x, 1),) * ROWS for x in sorted(found)), ())
    yield accurate(learner, copies, lambda rows, h: h == rows[0][0], Fraction(1, 32))
    most = {2: 7, 4: 3}.get(size**dimensions, 0)
    for n in range(1, most + 1):
        yield private(learner, replace_one(product(where, (0, 1)), n), kept, name=f"n = {n}")
