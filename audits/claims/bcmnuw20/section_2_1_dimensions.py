"""Section 2.1: VC dimension, dual class, Sauer's lemma, Fact 4."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.impostors.dimensions import (
    DualBelowByOne,
    DualByNumber,
    DualOfTheRest,
    GrowthOfFewer,
    GrowthOfMore,
    LogOfTheNumber,
    VcAboveByOne,
    VcBelowByOne,
    VcOfTheRest,
    first_points_shattered,
    log_of_the_number,
    primal_for_dual,
    rows_for_columns,
    with_repeated_columns,
)
from audits.claims.bcmnuw20.laws.dimensions import (
    UP_TO_FOUR,
    UP_TO_THREE,
    columns,
    every_class,
    largest_shattered,
    most_values,
    power_low,
    sauer,
    table,
)
from reference.data.class_masks import EveryClass
from reference.data.concept import Hypothesis, Values
from reference.data.dimensions import dual_class, dual_vc_dimension, growth, vc_dimension
from reference.data.named_classes import stumps

Dimension = Callable[[Sequence[Hypothesis], int], int]

EVERY = over(size=sized(UP_TO_THREE, UP_TO_THREE, UP_TO_FOUR))


@claim(
    "BCMNUW20.D.VC",
    EVERY,
    about=lambda: (vc_dimension, growth),
    impostors={
        "log2 of the number of concepts": lambda: (log_of_the_number, growth),
        "sets of first points only": lambda: (first_points_shattered, growth),
        "the growth of the first points": lambda: (
            vc_dimension,
            lambda h, _, k: len({tuple(c(x) for x in range(k)) for c in h}),
        ),
    },
)
def vc_by_definition(
    rules: Callable[[], tuple[Dimension, Callable[..., int]]], size: int
) -> Check:
    """VC(H) is the size of a largest set of points on which H takes all combinations of values;
    Pi_H(k) the most combinations on k points.

    Fair: All classes of at least one concept; against all sets of points of each size.
    """
    dimension, grown = rules()
    for concepts in every_class(size):
        rows = table(concepts, size)
        yield eq(concepts, dimension(concepts, size), largest_shattered(rows, size))
        for k in range(size + 1):
            yield eq((concepts, k), grown(concepts, size, k), most_values(rows, size, k))


@claim(
    "BCMNUW20.ALG.VC",
    EVERY,
    about=EveryClass,
    impostors={
        "log2 of the number of concepts": LogOfTheNumber,
        "one more": VcAboveByOne,
        "one less": VcBelowByOne,
        "of the functions left out": VcOfTheRest,
    },
)
def vc_of_integers(build: Build, size: int) -> Check:
    """The VC dimension of a class given as an integer: the largest set of points each of whose
    cells meets the class.

    Fair: All classes; against sets grown point by point on tables of values, and the definition.
    """
    classes = build(size)
    for mask in classes.classes:
        concepts = classes.concepts(mask)
        yield eq(mask, classes.vc(mask), vc_dimension(concepts, size))
        yield eq(mask, classes.vc(mask), largest_shattered(table(concepts, size), size))
        yield eq(mask, len(concepts), mask.bit_count())


@claim(
    "BCMNUW20.D2a",
    EVERY,
    about=dual_class,
    impostors={"equal columns stay": with_repeated_columns, "the class itself": rows_for_columns},
)
def dual_class_by_definition(
    dual: Callable[[Sequence[Hypothesis], int], tuple[Values, ...]], size: int
) -> Check:
    """H* is the set of the functions x^ on H, x^(h) = h(x), one for each point x.

    Fair: All classes; as a set of columns, none twice, and all of them.
    """
    for concepts in every_class(size):
        found = [c.values for c in dual(concepts, size)]
        yield true(f"{concepts}: columns", set(found) == columns(concepts, size))
        yield eq(f"{concepts}: none twice", len(found), len(set(found)))


@claim(
    "BCMNUW20.D.dualVC",
    over(size=UP_TO_THREE),
    about=dual_vc_dimension,
    impostors={
        "of the class itself": primal_for_dual,
        "log2 of the number of concepts": log_of_the_number,
    },
)
def dual_vc_by_definition(dimension: Dimension, size: int) -> Check:
    """VC^perp(H) is the VC dimension of the dual class; 0 iff every concept is constant.

    Fair: All classes; all sets of concepts of each size.  Equal columns do not count.
    """
    for concepts in every_class(size):
        found = dimension(concepts, size)
        yield eq(concepts, found, largest_shattered(columns(concepts, size), len(concepts)))
        constant = all(len(set(c.values)) == 1 for c in concepts)
        yield eq(f"{concepts}: 0 iff constant", found == 0, constant)


@claim(
    "BCMNUW20.ALG.dualVC",
    over(size=sized((1, 2, 3), UP_TO_THREE, UP_TO_FOUR)),
    about=EveryClass,
    impostors={
        "one less": DualBelowByOne,
        "the number of concepts": DualByNumber,
        "of the functions left out": DualOfTheRest,
    },
)
def dual_vc_of_integers(build: Build, size: int) -> Check:
    """The dual VC dimension of a class given as an integer: the largest set of functions in it of
    which the points show all combinations.

    Fair: All classes; against the VC dimension of the dual class as a class of its own.
    """
    classes = build(size)
    for mask in classes.classes:
        concepts = classes.concepts(mask)
        yield eq(mask, classes.dual_vc(mask), dual_vc_dimension(concepts, size))


@claim(
    "BCMNUW20.TXT.sauer",
    EVERY,
    about=EveryClass,
    impostors={"one less": VcBelowByOne, "of the functions left out": VcOfTheRest},
)
def sauers_lemma(build: Build, size: int) -> Check:
    """Pi_H(m) <= (e m/d)^d, d = VC(H), for m >= d.

    Fair: All classes, all m >= d up to the number of points, and twice as many.  Theorem 10 has
    more public rows than d; for d = 0 the bound is its limit, 1.  e is bounded from below.
    """
    classes = build(size)
    for mask in classes.classes:
        d = classes.vc(mask)
        for m in (*range(d, size + 1), 2 * size):
            yield le((mask, m), classes.growth(mask, m), power_low(m, d))


@claim(
    "BCMNUW20.TXT.sauer",
    EVERY,
    form=Form.CORRECTED,
    about=EveryClass,
    impostors={
        "one less": VcBelowByOne,
        "of the functions left out": VcOfTheRest,
        "one point less for more than there are": GrowthOfFewer,
        "one point more for fewer": GrowthOfMore,
    },
)
def sauer_shelah(build: Build, size: int) -> Check:
    """Pi_H(m) <= C(m, 0) + ... + C(m, d) for every m, d = VC(H), which is at most (e m/d)^d if
    m >= d >= 1; and the number of concepts is at most the sum at m = |X|.

    Fair: All classes, all m; the sum is attained at every size and every d. Pi_H(m) by all sets
    of m points, and for m >= |X| the number of concepts.
    """
    classes = build(size)
    attained: set[tuple[int, int]] = set()
    for mask in classes.classes:
        d = classes.vc(mask)
        for m in range(size + 1):
            found = classes.growth(mask, m)
            yield le((mask, m), found, sauer(m, d))
            if found == sauer(m, d):
                attained.add((m, d))
        yield le((mask, "concepts"), mask.bit_count(), sauer(size, d))
        yield eq((mask, "all points"), classes.growth(mask, size), mask.bit_count())
        yield eq((mask, "more points"), classes.growth(mask, size + 1), mask.bit_count())
        if size < 4:
            rows = table(classes.concepts(mask), size)
            for m in range(size):
                yield eq((mask, m, "by sets"), classes.growth(mask, m), most_values(rows, size, m))
    for d in range(size + 1):
        for m in range(size + 1):
            yield true(f"attained by d = {d} on {m}", (m, d) in attained)
            if m >= d:
                yield le((m, d), sauer(m, d), power_low(m, d))


@claim(
    "BCMNUW20.F4",
    over(size=sized(UP_TO_THREE, UP_TO_FOUR, UP_TO_FOUR)),
    about=lambda: (EveryClass, lambda d: 2 ** (d + 1)),
    impostors={
        "at most 2^VC": lambda: (EveryClass, lambda d: 2**d + 1),
        "of the functions left out": lambda: (VcOfTheRest, lambda d: 2 ** (d + 1)),
        "the number of concepts for the dual": lambda: (DualByNumber, lambda d: 2 ** (d + 1)),
        "2^(VC+1) + 1": lambda: (EveryClass, lambda d: 2 ** (d + 1) + 1),
    },
)
def dual_dimension_is_less(
    rules: Callable[[], tuple[Build, Callable[[int], int]]], size: int
) -> Check:
    """VC^perp(H) < 2^(VC(H) + 1).

    Fair: All classes, and the other way round; and the stumps on 2^(d+1) - 1 bits, d = size - 1,
    which have VC dimension d and as large a dual dimension as is possible: on these the bound is
    attained.
    """
    build, bound = rules()
    classes = build(size)
    for mask in classes.classes:
        yield lt(mask, classes.dual_vc(mask), bound(classes.vc(mask)))
        yield lt((mask, "primal"), classes.vc(mask), bound(classes.dual_vc(mask)))
    d = min(size, 3) - 1
    bits = 2 ** (d + 1) - 1
    concepts = stumps(bits)
    yield eq("VC of the stumps", vc_dimension(concepts, 1 << bits), d)
    dual = largest_shattered(columns(concepts, 1 << bits), bits)
    yield lt("dual of the stumps", dual, bound(d))
    yield eq("attained", dual + 1, bound(d))


@claim(
    "BCMNUW20.TXT.dualmono",
    over(size=sized(UP_TO_THREE, UP_TO_FOUR, UP_TO_FOUR)),
    about=EveryClass,
    impostors={
        "of the functions left out": VcOfTheRest,
        "dual of the functions left out": DualOfTheRest,
    },
)
def dimensions_are_monotone(build: Build, size: int) -> Check:
    """If H~ is contained in H, VC(H~) <= VC(H) and VC^perp(H~) <= VC^perp(H).

    Fair: All classes with any one concept left out: chains of these lead to every part of a class.
    """
    classes = build(size)
    for mask in classes.classes:
        for f in range(1 << size):
            part = mask & ~(1 << f)
            if part and part != mask:
                yield le((mask, part), classes.vc(part), classes.vc(mask))
                yield le((mask, part, "dual"), classes.dual_vc(part), classes.dual_vc(mask))
