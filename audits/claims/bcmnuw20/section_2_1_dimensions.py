"""Section 2.1: VC dimension, dual class, Sauer's lemma, Fact 4."""

from audits.claims.prelude import *
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
from reference.data.dimensions import dual_class, dual_vc_dimension, growth, vc_dimension
from reference.data.named_classes import stumps

EVERY = over(size=sized(UP_TO_THREE, UP_TO_THREE, UP_TO_FOUR))


GROWN = Parts(vc=vc_dimension, growth=growth)
WRONG[GROWN] = {
    "log2 of the number of concepts": GROWN.but(
        vc="dimension = 0\n => return len(known).bit_length() - 1\n"
    ),
    "sets of first points only": GROWN.but(
        vc="range(chosen[-1] + 1 if chosen else 0, size) => "
        "range(len(chosen), min(len(chosen) + 1, size))"
    ),
    "the growth of the first points": GROWN.but(
        growth="combinations(range(size), min(k, size)) => [range(k)]"
    ),
}


@claim("BCMNUW20.D.VC", EVERY, about=GROWN)
def vc_by_definition(parts: Parts, size: int) -> Check:
    """VC(H) is the size of a largest set of points on which H takes all combinations of values;
    Pi_H(k) the most combinations on k points.

    Cases: All classes of at least one concept; against all sets of points of each size.
    """
    for concepts in every_class(size):
        rows = table(concepts, size)
        yield eq(concepts, parts.vc(concepts, size), largest_shattered(rows, size))
        for k in range(size + 1):
            yield eq((concepts, k), parts.growth(concepts, size, k), most_values(rows, size, k))


VC = "max(len(t) for t, cells in _cells(self.size) if all(mask & c for c in cells))"
DUAL = "max(k for k, chosen in _dually_shattered(self.size) if mask & chosen == chosen)"
DEPTH, CLASS = "_littlestone(self.size)[mask]", "(1 << (1 << self.size)) - 1"
APART = "sum(all(mask & apart for apart in differing) for differing in _differing(self.size))"
JOINED = "1 + min(found[mask & one], found[mask & ~one]) for one in ones"

WRONG[EveryClass] = {
    "log2 of the number of concepts": f"{VC} => mask.bit_count().bit_length() - 1",
    "one more": f"{VC} => 1 + {VC}",
    "one less": f"{VC} => max(0, {VC} - 1)",
    "of the functions left out": f"return {VC} => mask = mask ^ ({CLASS}) or mask\n"
    f"        return {VC}",
    "the dual dimension one less": f"{DUAL} => max(0, {DUAL} - 1)",
    "the number of concepts for the dual": f"{DUAL} => mask.bit_count()",
    "dual of the functions left out": f"return {DUAL} => mask ^= {CLASS}\n        return {DUAL}",
    "one point less for more than there are": "min(k, self.size) => "
    "min(k, self.size - (k > self.size))",
    "one point more for fewer": "min(k, self.size) => min(k + 1, self.size)",
    "max for min": f"max({JOINED}) => max([0, *({JOINED.replace('min', 'max')} "
    "if mask & one and mask & ~one)])",
    "a single concept has depth 1": f"{DEPTH} => {DEPTH} + 1",
    "every point itself": f"{APART} => self.size",
    "the number of concepts": f"{APART} => mask.bit_count()",
}


@claim("BCMNUW20.ALG.VC", EVERY, about=EveryClass)
def vc_of_integers(build: Build, size: int) -> Check:
    """The VC dimension of a class given as an integer: the largest set of points each of whose
    cells meets the class.

    Cases: All classes; against sets grown point by point on tables of values, and the definition.
    """
    classes = build(size)
    for mask in classes.classes:
        concepts = classes.concepts(mask)
        yield eq(mask, classes.vc(mask), vc_dimension(concepts, size))
        yield eq(mask, classes.vc(mask), largest_shattered(table(concepts, size), size))
        yield eq(mask, len(concepts), mask.bit_count())


COLUMN = "Values(tuple(c(x) for c in concepts)) for x in range(size)"
WRONG[dual_class] = {
    "equal columns stay": "dict.fromkeys( => list(",
    "the class itself": f"{COLUMN} => Values.of(c, size) for c in concepts",
}


@claim("BCMNUW20.D2a", EVERY, about=dual_class)
def dual_class_by_definition(dual: Build, size: int) -> Check:
    """H* is the set of the functions x^ on H, x^(h) = h(x), one for each point x.

    Cases: All classes; as a set of columns, none twice, and all of them.
    """
    for concepts in every_class(size):
        found = [c.values for c in dual(concepts, size)]
        yield true(f"{concepts}: columns", set(found) == columns(concepts, size))
        yield eq(f"{concepts}: none twice", len(found), len(set(found)))


WRONG[dual_vc_dimension] = {
    "of the class itself": "vc_dimension(dual_class(concepts, size), len(concepts)) => "
    "vc_dimension(concepts, size)",
    "log2 of the number of concepts": "vc_dimension(dual_class(concepts, size), len(concepts)) => "
    "len(concepts).bit_length() - 1",
}


@claim("BCMNUW20.D.dualVC", over(size=UP_TO_THREE), about=dual_vc_dimension)
def dual_vc_by_definition(dimension: Build, size: int) -> Check:
    """VC^perp(H) is the VC dimension of the dual class; 0 iff every concept is constant.

    Cases: All classes; all sets of concepts of each size.  Equal columns do not count.
    """
    for concepts in every_class(size):
        found = dimension(concepts, size)
        yield eq(concepts, found, largest_shattered(columns(concepts, size), len(concepts)))
        constant = all(len(set(c.values)) == 1 for c in concepts)
        yield eq(f"{concepts}: 0 iff constant", found == 0, constant)


@claim(
    "BCMNUW20.ALG.dualVC", over(size=sized((1, 2, 3), UP_TO_THREE, UP_TO_FOUR)), about=EveryClass
)
def dual_vc_of_integers(build: Build, size: int) -> Check:
    """The dual VC dimension of a class given as an integer: the largest set of functions in it of
    which the points show all combinations.

    Cases: All classes; against the VC dimension of the dual class as a class of its own.
    """
    classes = build(size)
    for mask in classes.classes:
        concepts = classes.concepts(mask)
        yield eq(mask, classes.dual_vc(mask), dual_vc_dimension(concepts, size))


@claim("BCMNUW20.TXT.sauer", EVERY, about=EveryClass)
def sauers_lemma(build: Build, size: int) -> Check:
    """Pi_H(m) <= (e m/d)^d, d = VC(H), for m >= d.

    Cases: All classes, all m >= d up to the number of points, and twice as many.  Theorem 10 has
    more public rows than d; for d = 0 the bound is its limit, 1.  e is bounded from below.
    """
    classes = build(size)
    for mask in classes.classes:
        d = classes.vc(mask)
        for m in (*range(d, size + 1), 2 * size):
            yield le((mask, m), classes.growth(mask, m), power_low(m, d))


@claim("BCMNUW20.TXT.sauer", EVERY, form=Form.CORRECTED, about=EveryClass)
def sauer_shelah(build: Build, size: int) -> Check:
    """Pi_H(m) <= C(m, 0) + ... + C(m, d) for every m, d = VC(H), which is at most (e m/d)^d if
    m >= d >= 1; and the number of concepts is at most the sum at m = |X|.

    Cases: All classes, all m; the sum is attained at every size and every d. Pi_H(m) by all sets
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


def power(dimension: int) -> int:
    """2^(VC + 1)."""
    return 2 ** (dimension + 1)


FACT = Parts(classes=EveryClass, bound=power)
WRONG[FACT] = {
    "at most 2^VC": FACT.but(bound="2 ** (dimension + 1) => 2**dimension + 1"),
    "2^(VC+1) + 1": FACT.but(bound="2 ** (dimension + 1) => 2 ** (dimension + 1) + 1"),
    **{
        name: FACT.but(classes=WRONG[EveryClass][name])
        for name in ("of the functions left out", "the number of concepts for the dual")
    },
}


@claim("BCMNUW20.F4", over(size=sized(UP_TO_THREE, UP_TO_FOUR, UP_TO_FOUR)), about=FACT)
def dual_dimension_is_less(parts: Parts, size: int) -> Check:
    """VC^perp(H) < 2^(VC(H) + 1).

    Cases: All classes, and the other way round; and the stumps on 2^(d+1) - 1 bits, d = size - 1,
    which have VC dimension d and as large a dual dimension as is possible: on these the bound is
    attained.
    """
    classes, bound = parts.classes(size), parts.bound
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
)
def dimensions_are_monotone(build: Build, size: int) -> Check:
    """If H~ is contained in H, VC(H~) <= VC(H) and VC^perp(H~) <= VC^perp(H).

    Cases: All classes with any one concept left out: chains of these lead to every part of a
    class.
    """
    classes = build(size)
    for mask in classes.classes:
        for f in range(1 << size):
            part = mask & ~(1 << f)
            if part and part != mask:
                yield le((mask, part), classes.vc(part), classes.vc(mask))
                yield le((mask, part, "dual"), classes.dual_vc(part), classes.dual_vc(mask))
