"""Section 2.1: covers of a class of concepts, and how far a projection moves a concept."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.public_covers import (
    NAMED,
    Concepts,
    distance,
    public_rows,
    uniform,
)
from reference.data.concept import Masses, all_functions, grid_distributions, intervals
from reference.data.public_cover import (
    agreement_radius,
    cover_radius,
    is_cover,
    projection_radius,
    public_cover,
)

CLOSE = "cover_radius(cover, concepts, masses) <= alpha"
FAR = "max(error(h, kept, masses) for h, kept in pairs)"


def alike(masses: Masses) -> Masses:
    """All points count alike."""
    return uniform(len(masses))


WRONG[is_cover] = {
    "closer than alpha": "<= alpha => < alpha",
    "one for all": f"{CLOSE} => "
    "any(all(error(h, kept, masses) <= alpha for h in concepts) for kept in cover)",
    "close to some concept": f"{CLOSE} => "
    "any(error(h, kept, masses) <= alpha for h in concepts for kept in cover)",
    "every kept function is close to a concept": "cover_radius(cover, concepts, => "
    "cover_radius(concepts, cover,",
    "only concepts of the class cover": f"return {CLOSE} => "
    f"cover = [h for h in cover if h in concepts]\n    return bool(cover) and {CLOSE}",
    "all points count alike": given(is_cover, masses=alike),
}
WRONG[projection_radius] = {
    "the radius of the cover": f"{FAR} => "
    "cover_radius(public_cover(concepts, public), concepts, masses)",
    "the mean over the concepts": f"{FAR} => "
    "sum(error(h, kept, masses) for h, kept in pairs) / len(concepts)",
    "the distance on the public rows": "pairs = zip( => "
    "masses = tuple(p if x in public else Fraction(0) for x, p in enumerate(masses))\n"
    "    pairs = zip(",
    "equal masses": given(projection_radius, masses=alike),
    "means differ by at most the distance": f"{FAR} => {FAR} / 2",
}


@claim(
    "BCMNUW20.D1",
    over(
        masses=sized(*([*grid_distributions(3, steps)] for steps in (3, 4, 5))),
        alpha=(Fraction(0), Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)),
    ),
    about=is_cover,
)
def alpha_cover(build: Build, masses: Masses, alpha: Fraction) -> Check:
    """A family H~ of functions is an alpha-cover of a class H with respect to D if each h in H has
    an h~ in H~ with Pr_D[h(x) != h~(x)] <= alpha.

    Cases: Thresholds on three points, and all families of one or two of the eight functions, of
    the class or not; all D whose masses are multiples of one number, which attain alpha.
    """
    functions = tuple(all_functions(3))
    families = [(h,) for h in functions] + [*combinations(functions, 2)]
    concepts = NAMED_THRESHOLDS
    for kept in families:
        close = all(any(distance(h, k, masses) <= alpha for k in kept) for h in concepts)
        words = ", ".join(map(str, kept))
        yield eq(words, build(kept, concepts, masses, alpha), close)


NAMED_THRESHOLDS: Concepts = tuple(
    f for f in all_functions(3) if f.values == tuple(sorted(f.values, reverse=True))
)
"""The functions on three points that do not increase."""


@claim(
    "BCMNUW20.D1p",
    over(name=NAMED, steps=(4,)),
    refuted=Erratum(
        Grade.WORDING,
        "Section 3, Lemma 11, 'In particular': that H~ is a cover says nothing of Project(h); it "
        "is the second statement that is proved and used",
        "the most that Pr_D[h != Project(h)] is",
        "the radius of the cover",
    ),
)
def projection_by_a_cover_as_printed(name: str, steps: int) -> Check:
    """If H~ is an alpha/4-cover of H, then Pr_D[h != Project(h)] <= alpha/4 for every h in H.

    Cases: All sequences of up to two public rows, all D on a grid, alpha/4 the radius of the
    cover.
    """
    concepts, size = NAMED[name]
    for w, masses in product(public_rows(size, 2), grid_distributions(size, steps)):
        radius = cover_radius(public_cover(concepts, w), concepts, masses)
        yield le(
            f"{w}, {[str(p) for p in masses]}", projection_radius(concepts, w, masses), radius
        )


@claim(
    "BCMNUW20.D1p",
    over(name=NAMED, steps=sized((3,), (4,), (5,))),
    form=Form.CONCRETE,
    about=projection_radius,
)
def projection_radius_of_a_cover(build: Build, name: str, steps: int) -> Check:
    """The projection radius is the most that Pr_D[h != Project(h)] is for a concept h, where
    Project(h) is the concept of the cover that has the values of h on the public rows. The radius
    of the cover is at most that, and that is at most the distance of two concepts that agree on
    the public rows. The converses fail.

    Cases: All sequences of up to two public rows, all D on a grid. One public row at the second of
    two points, D = (3/4, 1/4): the cover of thresholds has radius 1/4, the projection 3/4.
    """
    concepts, size = NAMED[name]
    for w in public_rows(size, 2):
        kept = public_cover(concepts, w)
        for masses in grid_distributions(size, steps):
            (*moved,) = (
                distance(h, k, masses)
                for h in concepts
                for k in kept
                if all(h(x) == k(x) for x in w)
            )
            radius = build(concepts, w, masses)
            shown = f"{w}, {[str(p) for p in masses]}"
            yield eq(f"{shown}: the projection", radius, max(moved))
            yield le(f"{shown}: the cover", cover_radius(kept, concepts, masses), radius)
            yield le(f"{shown}: agreement", radius, agreement_radius(concepts, w, masses))
    line, masses = intervals(2), (Fraction(3, 4), Fraction(1, 4))
    covered = cover_radius(public_cover(line, (1,)), line, masses)
    yield lt("the converse", covered, build(line, (1,), masses))
    line, masses = intervals(2)[1:] + intervals(2)[:1], (Fraction(1, 2), Fraction(1, 2))
    alike = agreement_radius(line, (), masses)
    yield lt("the converse for agreement", build(line, (), masses), alike)
