"""Section 3: the accuracy of the release that public rows assist (Theorem 10)."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.pap_release import (
    Masses,
    Parameters,
    columns,
    failure,
    furthest,
    kept,
    means,
    radius,
    release_law,
    samples,
    supports,
    table,
)
from audits.claims.bcmnuw20.section_3_release import CLASSES, concepts_of, made
from reference.data.concept import grid_distributions
from reference.data.public_cover import (
    cover_radius,
    projection_radius,
    projections,
    public_cover,
    representatives,
)
from reference.data.query_release import release_error
from reference.mechanisms.release.public_assisted_release import PAPRelease

NARROW = (("thresholds", 3), ("all", 2))
WIDE = (("thresholds", 4), ("points", 4), ("all", 2), ("all", 3))


MEANS = "means(concepts, masses)"

WRONG[release_error] = {
    "the mean of the errors": f"furthest(answers, {MEANS}) => "
    f"sum(abs(a - e) for a, e in zip(answers, {MEANS})) / len(concepts)",
    "errors above only": f"furthest(answers, {MEANS}) => "
    f"max(a - e for a, e in zip(answers, {MEANS}))",
    "fractions": f"furthest(answers, {MEANS}) => furthest(answers, {MEANS}) / 2",
    "equal masses": f"{MEANS} => means(concepts, (Fraction(1, len(masses)),) * len(masses))",
}


@claim(
    "BCMNUW20.D5",
    over(case=sized(NARROW, (("thresholds", 3), ("points", 3), ("all", 2)), WIDE)),
    about=release_error,
)
def error_of_a_structure(build: Build, case: tuple[str, int]) -> Check:
    """Err(G) is the largest |G(h) - E[h]| over h in H: no error is larger, and some is as large.

    Cases: All distributions with masses that are multiples of 1/3, answers -1, 0 and 1 in all
    combinations. E[h] is 1 - 2 Pr[h = -1].
    """
    name, size = case
    concepts = concepts_of(name, size)
    for masses in grid_distributions(size, 3):
        misses = [
            sum((m for x, m in enumerate(masses) if not h(x)), Fraction(0)) for h in concepts
        ]
        for g in product((-1, 0, 1), repeat=len(concepts)):
            errors = [max(a - 1 + 2 * q, 1 - 2 * q - a) for a, q in zip(g, misses, strict=True)]
            words = f"{', '.join(map(str, masses))}: {g}"
            yield eq(words, build(concepts, g, masses), max(errors))


@claim(
    "BCMNUW20.TXT.repmean",
    over(case=sized((("thresholds", 3), ("points", 3), ("all", 2)), WIDE, WIDE)),
    about=representatives,
)
def means_of_representatives(build: Build, case: tuple[str, int]) -> Check:
    """E[h~(X~(x))] = E[h~(x)] for all h~ in the cover: the distribution of the representatives
    has the means of the distribution of the points.

    Cases: All covers that sets of public rows choose, all distributions with masses that are
    multiples of 1/3.
    """
    name, size = case
    known = table(concepts_of(name, size), size)
    for public, masses in product(supports(size), grid_distributions(size, 3)):
        chosen = sorted(set(kept(known, public)))
        pushed = pushed_forward(build, case, public, masses)
        for k, e in zip(chosen, means(tuple(known[k] for k in chosen), masses), strict=True):
            found = sum((m if known[k][x] else -m for x, m in enumerate(pushed)), Fraction(0))
            yield eq(f"{public}, {', '.join(map(str, masses))}: concept {k}", found, e)


def pushed_forward(build: Build, case: tuple[str, int], public: Rows, masses: Masses) -> Masses:
    """The distribution of the representatives of points."""
    name, size = case
    stands, found = (
        build(public_cover(concepts_of(name, size), public), size),
        [Fraction(0)] * size,
    )
    for x, mass in enumerate(masses):
        found[stands[x]] += mass
    return tuple(found)


@claim(
    "BCMNUW20.TXT.repneigh",
    over(case=sized(CLASSES, (*CLASSES, ("thresholds", 4)), (*CLASSES, ("thresholds", 4)))),
    about=PAPRelease,
)
def representatives_of_neighbours(build: Build, case: tuple[str, int]) -> Check:
    """If x and x' differ in one row, so do their representatives, or in none.

    Cases: All databases of three rows in order, one row replaced by any other, all covers that
    sets of public rows choose; one difference occurs. The rows that the release passes to its
    weights: each is the first point on which the cover agrees with it.
    """
    name, size = case
    concepts = concepts_of(name, size)
    known = table(concepts, size)
    for public in supports(size):
        stands = columns(tuple(known[k] for k in sorted(set(kept(known, public)))), size)
        stand, worst = made(build, concepts, size, public).represented, 0
        for rows in product(range(size), repeat=3):
            for i, x in product(range(3), range(size)):
                first, second = stand(rows), stand((*rows[:i], x, *rows[i + 1 :]))
                worst = max(worst, differing(first, second))
            off = differing(stand(rows), [stands[x] for x in rows])
            yield eq(f"{public}, {rows}: wrong representatives", off, 0)
        yield le(f"{public}: rows that differ", worst, 1)


@claim(
    "BCMNUW20.T10.s7",
    over(case=sized((("thresholds", 3), ("points", 3), ("all", 2)), WIDE, WIDE)),
    about=representatives,
    uses=("BCMNUW20.TXT.repmean",),
)
def error_over_representatives(build: Build, case: tuple[str, int]) -> Check:
    """sup |G~(h~) - E[h~(X~(x))]| over the cover is the error of G~ for the cover and the
    distribution of the points.

    Cases: All sets of public rows, all distributions with masses that are multiples of 1/3;
    answers that alternate, and all equal to 1/4.
    """
    name, size = case
    concepts = concepts_of(name, size)
    known = table(concepts, size)
    for public, masses in product(supports(size), grid_distributions(size, 3)):
        cover = tuple(known[k] for k in sorted(set(kept(known, public))))
        pushed = pushed_forward(build, case, public, masses)
        for g in ([Fraction((-1) ** k, 2) for k in range(len(cover))], [QUARTER] * len(cover)):
            there, here = furthest(g, means(cover, pushed)), furthest(g, means(cover, masses))
            yield eq(f"{public}, {', '.join(map(str, masses))}: {g[0]}", there, here)


def by_the_projection(
    concepts: Sequence[Any], public: Rows, masses: Masses, inner: Fraction
) -> tuple[Sequence[Any], Fraction]:
    """As whom each concept is answered, and the bound on the error."""
    found = projections(concepts, public)
    return found, 2 * projection_radius(concepts, public, masses) + inner


RADIUS = "2 * projection_radius(concepts, public, masses)"
PROJECTED = "found = projections(concepts, public)"

WRONG[by_the_projection] = {
    "the cover radius": wrong(
        by_the_projection,
        f"{RADIUS} => 2 * cover_radius(public_cover(concepts, public), concepts, masses)",
        cover_radius=cover_radius,
    ),
    "the radius without the 2": f"{RADIUS} => projection_radius(concepts, public, masses)",
    "without the error on the cover": f"{RADIUS} + inner => {RADIUS}",
    "the next concept of the cover": f"{PROJECTED} => cover = public_cover(concepts, public)\n"
    "    after = dict(zip(cover, (*cover[1:], cover[0])))\n"
    "    found = tuple(after[h] for h in projections(concepts, public))",
    "the first concept": f"{PROJECTED} => found = concepts[:1] * len(concepts)",
    "agreement at the first public row": f"{PROJECTED} => "
    "found = projections(concepts, public[:1])",
}


@claim(
    "BCMNUW20.T10.acc-det",
    over(
        case=sized((("thresholds", 3), ("all", 2)), WIDE[:3], WIDE), inner=(Fraction(0), QUARTER)
    ),
    about=by_the_projection,
)
def error_by_the_radius(build: Build, case: tuple[str, int], inner: Fraction) -> Check:
    """Err(G) <= 2 r + Err(G~), for G(h) = G~(Project(h)), G~ on the cover, and r the largest
    Pr[h != Project(h)].

    Cases: All sets of public rows, all distributions with masses that are multiples of 1/4,
    answers on the cover that are off by exactly e, in the direction that is worst for some
    concept.
    """
    name, size = case
    concepts = concepts_of(name, size)
    for public, masses in product(supports(size), grid_distributions(size, 4)):
        answered_as, bound = build(concepts, public, masses, inner)
        exact_means = dict(zip(concepts, means(table(concepts, size), masses), strict=True))
        gaps = (
            abs(exact_means[h] - exact_means[g])
            for h, g in zip(concepts, answered_as, strict=True)
        )
        words = f"{public}, {', '.join(map(str, masses))}"
        yield le(words, max(gaps) + inner, bound)


SKEW = (HALF, QUARTER, QUARTER)


@claim(
    "BCMNUW20.T10.s3",
    over(
        many=sized(
            ((2, 0), (2, 1)),
            ((2, 0), (2, 1), (2, 2), (3, 1)),
            ((2, 0), (2, 1), (2, 2), (2, 3), (3, 2), (4, 1)),
        ),
        gamma=(QUARTER, HALF),
    ),
    about=PAPRelease,
    uses=("BCMNUW20.T10.acc-det",),
)
def union_bound(build: Build, many: tuple[int, int], gamma: Fraction) -> Check:
    """Pr[Err > 2 gamma + e] <= Pr[some concept is further than gamma from its projection] + max
    over w of Pr[Err on the cover > e | w].

    Cases: Thresholds on three points, masses 1/2, 1/4, 1/4, (private, public) rows = many; e =
    1/4, 1/2. The left side, exactly, over public rows, private rows and coins, is found a second
    time; the right side is a second computation alone.
    """
    concepts, numbers = concepts_of("thresholds", 3), Parameters(HALF, 1, HALF, HALF)
    known = table(concepts, 3)
    wanted = means(known, SKEW)
    for e in (QUARTER, HALF):
        alpha, left, far, worst = 2 * gamma + e, Fraction(0), Fraction(0), Fraction(0)
        for public, here in samples(SKEW, many[1]):
            release = made(build, concepts, 3, public)
            seen = tuple(sorted(set(public)))
            far += here * (radius(known, seen, SKEW) > gamma)
            cover, on_cover = sorted(set(kept(known, seen))), Fraction(0)
            for rows, there in samples(SKEW, many[0]):
                found = law(release, rows)
                bad = (found.probability(g) for g in found if furthest(g, wanted) > alpha)
                left += here * there * sum(bad, Fraction(0))
                for g, q in release_law(known, 3, seen, rows, numbers).items():
                    off = furthest([g[k] for k in cover], [wanted[k] for k in cover])
                    on_cover += there * q * (off > e)
            worst = max(worst, on_cover)
        yield eq(f"e = {e}: failure", left, failure(known, 3, SKEW, many, numbers, alpha))
        yield chance(f"e = {e}: union bound", left, far + worst)
