"""Section 2.1: representative domains (Definition 2, Claim 3), and section 1.2's bound on them."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.dimensions import (
    UP_TO_FOUR,
    UP_TO_THREE,
    columns,
    every_class,
    power_high,
    power_low,
    sauer,
)
from audits.claims.bcmnuw20.section_2_1_dimensions import APART
from reference.data.class_masks import EveryClass
from reference.data.concept import Hypothesis, intervals
from reference.data.dimensions import dual_class, dual_vc_dimension
from reference.data.named_classes import stumps
from reference.data.public_cover import public_cover, representative_domain, representatives

EVERY = over(size=sized(UP_TO_THREE, UP_TO_THREE, UP_TO_FOUR))
MASKS = over(size=sized(UP_TO_THREE, UP_TO_FOUR, UP_TO_FOUR))


KEY = "tuple(h(x) for h in concepts)"
LEAST = f"tuple(first.setdefault({KEY}, x) for x in range(size))"
SAME = "all(h(x) == h(x - 1) for h in concepts)"
WRONG[representatives] = {
    "compared with the point before": f"{LEAST} => "
    f"tuple(x - 1 if x and {SAME} else x for x in range(size))",
    "the first concept only": f"{KEY} => concepts[0](x)",
    "by the number of ones": f"{KEY} => sum(h(x) for h in concepts)",
    "every point itself": f"{LEAST} => tuple(range(size))",
    "one further": f"{LEAST} => tuple((x + 1) % size for x in {LEAST})",
    "the last concept is left out": "for h in concepts => for h in concepts[:-1]",
    "the representative of the next point": f"return {LEAST} => found = {LEAST}\n"
    "    return (*found[1:], found[0])",
    "one point for all": f"first.setdefault({KEY}, x) => 0",
}


@claim("BCMNUW20.D2", EVERY, about=representatives)
def representatives_by_definition(rule: Build, size: int) -> Check:
    """x ~ x' iff h(x) = h(x') for all h in H~; the representative domain has exactly one point of
    each class of this relation.

    Cases: All classes; the relation is asked pair by pair, and each class counted in the image.
    """
    for concepts in every_class(size):
        found = rule(concepts, size)
        kept = set(found)
        for x in range(size):
            equal = {z for z in range(size) if all(h(x) == h(z) for h in concepts)}
            yield eq(f"{concepts}: kept of the class of {x}", len(kept & equal), 1)
            yield true(f"{concepts}: {x} goes to its class", found[x] in equal)


@claim("BCMNUW20.N1", EVERY, about=representatives)
def representative_of_a_row(rule: Build, size: int) -> Check:
    """X_H~(x) is the s in X_H~ with x ~ s; of a database, row by row.

    Cases: All classes; every point, and all databases of two rows.  s is looked for in the
    representative domain.
    """
    for concepts in every_class(size):
        found, domain = rule(concepts, size), representative_domain(concepts, size)
        nearest = [[s for s in domain if all(h(s) == h(x) for h in concepts)] for x in range(size)]
        for rows in combinations(range(size), min(2, size)):
            image = [found[x] for x in rows]
            yield true(f"{concepts}: {rows}", [[s] for s in image] == [nearest[x] for x in rows])


@claim("BCMNUW20.ALG.RepDomain", EVERY, about=representatives)
def least_points(rule: Build, size: int) -> Check:
    """Points in order; a point with a new key (h(x) for h in H~) becomes a representative, any
    other one is sent to the earlier point with its key.

    Cases: All classes, and their domains against the least point of each class of the relation.
    """
    for concepts in every_class(size):
        least = tuple(
            min(z for z in range(size) if all(h(x) == h(z) for h in concepts)) for x in range(size)
        )
        yield true(concepts, rule(concepts, size) == least)
        yield eq((concepts, "domain"), len(set(rule(concepts, size))), len(set(least)))


def of_the_cover(cover: Sequence[Hypothesis], whole: object, size: int) -> tuple[int, ...]:  # noqa: ARG001
    """The representatives by the cover."""
    return representatives(cover, size)


WRONG[of_the_cover] = {
    "by all of H": "representatives(cover, size) => representatives(whole, size)",
    "every point itself": "representatives(cover, size) => tuple(range(size))",
    "by the number of ones": lambda cover, _, size: WRONG[representatives][
        "by the number of ones"
    ](cover, size),
}


@claim("BCMNUW20.TXT.dualcorr", EVERY, about=of_the_cover)
def one_for_each_dual_concept(rule: Build, size: int) -> Check:
    """x -> x^ is a bijection of the representative domain of H~ and the dual class of H~.

    Cases: All classes as H, for each point w the cover that w makes of it as H~, and H itself.
    """
    for whole in every_class(size):
        for cover in {whole, *(public_cover(whole, (w,)) for w in range(size))}:
            kept = sorted(set(rule(cover, whole, size)))
            sent = {tuple(h(x) for h in cover) for x in kept}
            dual = {c.values for c in dual_class(cover, size)}
            yield eq(f"{cover}: one to one", len(kept), len(sent))
            yield true(f"{cover}: onto", sent == dual == columns(cover, size))


@claim("BCMNUW20.TXT.repunique", EVERY, about=representatives)
def representative_keeps_values(rule: Build, size: int) -> Check:
    """The representative of x is unique; it is its own, and every concept of H~ has the value of x
    there.

    Cases: All classes and points.
    """
    for concepts in every_class(size):
        found = rule(concepts, size)
        for x, s in enumerate(found):
            others = [z for z in set(found) if all(h(z) == h(x) for h in concepts)]
            yield eq(f"{concepts}: of {x}", len(others), 1)
            yield eq(f"{concepts}: of that of {x}", found[s], s)
            yield true(f"{concepts}: values at {x}", all(h(x) == h(s) for h in concepts))


PATTERNS = Parts(classes=EveryClass, points=representatives)
WRONG[PATTERNS] = {
    "every point itself": PATTERNS.but(
        classes=f"{APART} => self.size", points=f"{LEAST} => tuple(range(size))"
    ),
    "by the number of ones": PATTERNS.but(points=f"{KEY} => sum(h(x) for h in concepts)"),
}


@claim("BCMNUW20.TXT.rep2H", over(size=UP_TO_FOUR), about=PATTERNS)
def at_most_all_patterns(parts: Parts, size: int) -> Check:
    """|X_H~| <= 2^|H~|.

    Cases: All classes of one or two concepts (more have room for every point), and the stumps on
    `size` bits, which attain it.
    """
    classes = parts.classes(size)
    for k in (1, 2):
        for chosen in combinations(range(1 << size), k):
            count = classes.representatives(classes.mask(chosen))
            yield le(chosen, count, 2**k)
            yield le((chosen, "points"), count, size)
    attained = len(set(parts.points(stumps(size), 1 << size)))
    yield eq("stumps", attained, 2**size)


@claim("BCMNUW20.C3", MASKS, about=EveryClass)
def size_by_the_dual_dimension(build: Build, size: int) -> Check:
    """|X_H~| <= (e |H~| / p)^p, p = VC^perp(H~), H~ finite.

    Cases: All classes; e bounded from below.  For p = 0 the bound is read as its limit, 1, which
    is the number of representatives.
    """
    classes = build(size)
    for mask in classes.classes:
        bound = power_low(mask.bit_count(), classes.dual_vc(mask))
        yield le(mask, classes.representatives(mask), bound)


@claim("BCMNUW20.C3", MASKS, form=Form.CORRECTED, about=EveryClass)
def size_by_a_sum_of_binomials(build: Build, size: int) -> Check:
    """|X_H~| <= C(k, 0) + ... + C(k, p), k = |H~|, p = VC^perp(H~), which is 1 for p = 0 and at
    most (e k / p)^p for p >= 1, since p <= k.

    Cases: All classes; the sum is attained by p = 0 and, from two points on, by p = 1.
    """
    classes = build(size)
    attained: set[int] = set()
    for mask in classes.classes:
        k, p, found = mask.bit_count(), classes.dual_vc(mask), classes.representatives(mask)
        yield le(f"{mask}: p <= k", p, k)
        yield le(mask, found, sauer(k, p))
        yield le(f"{mask}: power", sauer(k, p), power_low(k, p))
        if found == sauer(k, p):
            attained.add(p)
    yield true("attained", {0, 1} <= attained if size > 1 else 0 in attained)


COVERS: tuple[tuple[int, tuple[int, ...]], ...] = tuple(
    (bits, rows) for bits in (1, 2, 3) for rows in ((), (0,), (1,), (1, 2))
)
"""Stumps on so many bits, and public rows."""


@claim(
    "BCMNUW20.TXT.rep-size-intro",
    over(case=COVERS),
    about=representatives,
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "section 1.2, on the upper bound: the size of the representative domain of H~ with the "
        "dual dimension p of H, not that of H~; needs p <= |H~|, beyond which (e k/p)^p falls",
        "the representatives of the cover of two stumps by public rows on which they agree",
        "(e/2)^2",
    ),
)
def size_by_the_dimension_of_the_whole(rule: Build, case: tuple[int, tuple[int, ...]]) -> Check:
    """|X_H~| <= (e |H~| / p)^p, p = VC^perp(H), H~ the cover of H that public rows make.

    Cases: The covers that the construction makes for stumps; e bounded from above.
    """
    bits, rows = case
    cover = public_cover(stumps(bits), rows)
    p = dual_vc_dimension(stumps(bits), 1 << bits)
    found = len(set(rule(cover, 1 << bits)))
    yield le(f"{len(cover)} of {bits}", found, power_high(len(cover), p))


@claim(
    "BCMNUW20.TXT.rep-size-intro", over(size=UP_TO_THREE), form=Form.CORRECTED, about=of_the_cover
)
def size_if_the_cover_is_large(rule: Build, size: int) -> Check:
    """|X_H~| <= (e |H~| / p)^p, p = VC^perp(H), for every H~ in H with |H~| >= p.

    Cases: All classes with one concept left out; covers of stumps and of thresholds by public
    rows; e is bounded from below, and p = 0 read as the limit.
    """
    listed: list[tuple[Sequence[Hypothesis], Sequence[Hypothesis], int, int]] = []
    classes = EveryClass(size)
    for mask in classes.classes:
        part, p = classes.concepts(mask), classes.dual_vc(mask)
        listed += [(part[:i] + part[i + 1 :], part, size, p) for i in range(len(part))]
    for rows in ((0,), (1,), (1, 2), (3, 5, 6)):
        p = dual_vc_dimension(stumps(3), 8)
        listed.append((public_cover(stumps(3), rows), stumps(3), 8, p))
        p = dual_vc_dimension(intervals(7), 7)
        listed.append((public_cover(intervals(7), rows), intervals(7), 7, p))
    for cover, whole, points, p in listed:
        if cover and len(cover) >= p:
            found = len(set(rule(cover, whole, points)))
            yield le(f"{cover} of {whole}", found, power_low(len(cover), p))
