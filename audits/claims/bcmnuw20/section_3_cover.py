"""Section 3: what Algorithm 3 builds from the public rows, and how large it is."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.public_covers import (
    NAMED,
    distance,
    every_class,
    mean,
    public_rows,
)
from reference.data.concept import Values, all_functions, grid_distributions
from reference.data.dimensions import dual_vc_dimension, growth, vc_dimension
from reference.data.public_cover import (
    agreement_radius,
    projection_radius,
    projections,
    public_cover,
    public_patterns,
    representative_domain,
)
from reference.mechanisms.release.double_sampling import sauer_bound

SEEN = "sorted(set(public))"
PATTERNS = f"restriction(concepts, {SEEN})"
WRONG[public_patterns] = {
    "the first public row alone": given(public_patterns, public=lambda w: w[:1]),
    "without the greatest public point": f"{SEEN} => {SEEN}[:-1]",
    "all combinations, taken or not": wrong(
        public_patterns,
        f"{PATTERNS} => set(product((0, 1), repeat=len(set(public))))",
        product=product,
    ),
    "how often, not where": f"{PATTERNS} => {{tuple(sorted(y)) for y in {PATTERNS}}}",
    "one concept is left out": given(public_patterns, concepts=lambda h: h[:-1]),
    "three public points are looked at": f"{SEEN} => {SEEN}[:3]",
}


@claim(
    "BCMNUW20.ALG.Restrict", over(name=NAMED, most=sized((3,), (4,), (4,))), about=public_patterns
)
def patterns_on_public_rows(build: Build, name: str, most: int) -> Check:
    """T is the set of the points that appear at least once in w, and Pi_H(T) = {(h(t))_{t in T} :
    h in H}.

    Cases: All sequences of up to three public rows, also none, repeated ones and in any order, and
    one with every point; every combination of values is looked for among the concepts.
    """
    concepts, size = NAMED[name]
    for w in public_rows(size, most):
        chosen = [x for x in range(size) if x in w]
        found = build(concepts, w)
        for y in product((0, 1), repeat=len(chosen)):
            taken = any(all(h(x) == v for x, v in zip(chosen, y, strict=True)) for h in concepts)
            yield eq(f"{w}: {y}", y in found, taken)
        yield true(f"{w}: nothing else", all(len(y) == len(chosen) for y in found))


COVER = "tuple(dict.fromkeys(projections(concepts, public)))"
WRONG[public_cover] = {
    "a combination of values without a concept": f"return {COVER} => kept = {COVER}\n"
    "    return kept[:-1] or kept",
    "two concepts for one": "projections(concepts, public) => "
    "projections(concepts, public) + projections(concepts[::-1], public)",
    "the first public row chooses": given(public_cover, public=lambda w: w[:1]),
    "one concept for each number of ones": f"return {COVER} => kept = {{}}\n"
    "    for h in concepts:\n"
    "        kept.setdefault(sum(map(h, set(public))), h)\n"
    "    return tuple(kept.values())",
    "functions outside of the class": wrong(
        public_cover,
        f"return {COVER} => "
        "ones = lambda h: tuple(v if x in public else 1 for x, v in enumerate(h.values))\n"
        f"    return tuple(Values(ones(h)) for h in {COVER})",
        Values=Values,
    ),
    "three public points are looked at": given(public_cover, public=lambda w: sorted({*w})[:3]),
    "all concepts": f"{COVER} => tuple(concepts)",
}


@claim(
    "BCMNUW20.ALG.PublicCover", over(name=NAMED, most=sized((3,), (4,), (4,))), about=public_cover
)
def one_concept_for_each_pattern(build: Build, name: str, most: int) -> Check:
    """For each y in Pi_H(T) one h in H with h(t) = y_t on T is added to H~.

    Cases: All sequences of up to three public rows, and one with every point, which leaves all
    concepts; without public rows one concept is left.
    """
    concepts, size = NAMED[name]
    for w in public_rows(size, most):
        kept = build(concepts, w)
        yield true(f"{w}: concepts of H", {*kept} <= {*concepts})
        yield eq(
            f"{w}: as many as there are patterns", len(kept), len(public_patterns(concepts, w))
        )
        for h in concepts:
            alike = sum(all(k(x) == h(x) for x in w) for k in kept)
            yield eq(f"{w}: for {h}", alike, 1)


PROJECTED = "return tuple(first.setdefault(tuple(h(x) for x in seen), h) for h in concepts)"
FOUND = PROJECTED.replace("return", "found =")
OF_THE_COVER = f"{FOUND}\n    kept = tuple(first.values())\n    return tuple("
DIFFERING = (
    f"{PROJECTED} => {OF_THE_COVER}"
    "next((k for k in kept if public and k(public[-1]) != h(public[-1])), kept[0])"
    " for h in concepts)"
)
WITH_A_GAP = (
    f"{PROJECTED} => {OF_THE_COVER}k if k in (kept[:-1] or kept) else kept[0] for k in found)"
)
WRONG[projections] = {
    "the nearest concept of the cover": f"{PROJECTED} => {OF_THE_COVER}"
    "max(kept, key=lambda k: sum(map(int.__eq__, h.values, k.values))) for h in concepts)",
    "agreement on the first public row": given(projections, public=lambda w: w[:1]),
    "a concept that differs on a public row": DIFFERING,
    "a combination of values without a concept": WITH_A_GAP,
    "the concept itself": f"{PROJECTED} => return tuple(concepts)",
    "the last concept that agrees, not of the cover": "for h in concepts) => "
    "for h in concepts[::-1])[::-1]",
    "three public points are looked at": f"{SEEN} => {SEEN}[:3]",
    "the last public row is not looked at": given(projections, public=lambda w: w[:-1]),
}


@claim("BCMNUW20.ALG.Project", over(name=NAMED, most=sized((3,), (4,), (4,))), about=projections)
def projection_agrees_on_public_rows(build: Build, name: str, most: int) -> Check:
    """Project(h) is the unique h~ in H~ with h~(w_j) = h(w_j) for all j.

    Cases: All sequences of up to three public rows, and one with every point. Since one h~
    agrees, Project is the identity on H~ and idempotent; both are checked as well.
    """
    concepts, size = NAMED[name]
    for w in public_rows(size, most):
        kept, found = public_cover(concepts, w), build(concepts, w)
        onto = dict(zip(concepts, found, strict=True))
        for h, p in onto.items():
            yield true(f"{w}: {h} goes to H~", p in kept)
            yield true(f"{w}: {h} agrees", all(p(x) == h(x) for x in w))
            yield true(f"{w}: {h} again", onto.get(p) == p)


FURTHEST = "max(error(a, b, masses) for group in alike.values() for a in group for b in group)"
WRONG[agreement_radius] = {
    "the first concept that agrees stands for all": projection_radius,
    "relative to the mass that does not occur": f"return {FURTHEST} => "
    "left = sum(p for x, p in enumerate(masses) if x not in public)\n"
    f"    return {FURTHEST} / left if left else Fraction(0)",
    "of the last public row alone": given(agreement_radius, public=lambda w: w[-1:]),
}


@claim(
    "BCMNUW20.S.covermono",
    over(name=NAMED, steps=sized((4,), (5,), (6,))),
    form=Form.CONCRETE,
    about=agreement_radius,
)
def more_public_points_are_no_worse(build: Build, name: str, steps: int) -> Check:
    """If the public points are among others, the largest distance of two concepts that agree on
    these is at most that of two concepts that agree on the first ones.

    Cases: All sets of public points and one more, all D on a grid; larger sets by induction. It is
    false of the projection onto the first concept that agrees.
    """
    concepts, size = NAMED[name]
    for masses in grid_distributions(size, steps):
        for chosen in product((False, True), repeat=size):
            w = tuple(x for x, taken in enumerate(chosen) if taken)
            for x in range(size):
                if x not in w:
                    more, fewer = build(concepts, (*w, x), masses), build(concepts, w, masses)
                    yield le(f"{w} and {x}, {[str(p) for p in masses]}", more, fewer)


@claim(
    "BCMNUW20.S.exactness",
    over(size=sized((1, 2, 3), (1, 2, 3), (1, 2, 3))),
    form=Form.CONCRETE,
    about=projections,
)
def representatives_make_it_exact(build: Build, size: int) -> Check:
    """If the public points hold one of each class of points on which all concepts of H agree, H~ =
    H and Project is the identity.

    Cases: All classes of concepts on up to three points, and all sets of public points that hold a
    representative of each class of points, the least one or another.
    """
    for concepts in every_class(size):
        columns = [tuple(h(x) for h in concepts) for x in range(size)]
        for chosen in product((False, True), repeat=size):
            w = tuple(x for x, taken in enumerate(chosen) if taken)
            if {columns[x] for x in w} == {*columns}:
                yield true(f"{list(map(str, concepts))}, {w}", build(concepts, w) == concepts)


@claim(
    "BCMNUW20.TXT.cover2mean",
    over(name=NAMED, steps=sized((4,), (5,), (8,))),
    about=projection_radius,
)
def means_differ_by_twice_the_distance(build: Build, name: str, steps: int) -> Check:
    """If Pr_D[h != Project(h)] <= alpha/4 for all h then sup_h |E_D[h] - E_D[Project(h)]| <=
    alpha/2: means of functions with values -1 and 1 differ by at most twice the probability that
    the functions differ.

    Cases: alpha/4 is the radius itself; all sequences of up to two public rows, all D on a grid.
    The bound is attained where h >= Project(h). The radius of the cover is not enough.
    """
    concepts, size = NAMED[name]
    for w in public_rows(size, 2):
        kept = projections(concepts, w)
        for masses in grid_distributions(size, steps):
            gap = max(
                abs(mean(h, masses) - mean(k, masses)) for h, k in zip(concepts, kept, strict=True)
            )
            shown = f"{w}, {[str(p) for p in masses]}"
            yield le(shown, gap, 2 * build(concepts, w, masses))
            for h, k in zip(concepts, kept, strict=True):
                if all(h(x) >= k(x) for x in range(size)):
                    yield eq(
                        f"{shown}: {h}",
                        mean(h, masses) - mean(k, masses),
                        2 * distance(h, k, masses),
                    )


@claim("BCMNUW20.TXT.Hsize", over(name=NAMED, most=sized((4,), (5,), (6,))), about=public_cover)
def size_of_the_cover(build: Build, name: str, most: int) -> Check:
    """By Sauer's lemma |H~| <= (e m/d)^d, d the VC dimension of H; and |X_H~| is at most the sum
    of C(|H~|, i) for i at most the dual VC dimension of H~.

    Cases: m >= d >= 1, as for the m of Theorem 10. The steps one by one: |H~| is at most the
    number of patterns, that at most the growth function at m, that at most the sum of C(m, i),
    i <= d. For thresholds |H~| is one more than the number of public points, for all functions 2
    to it.
    """
    concepts, size = NAMED[name]
    d = vc_dimension(concepts, size)
    for w in public_rows(size, most):
        kept, m = build(concepts, w), len(w)
        yield le(f"{w}: patterns", len(kept), len(public_patterns(concepts, w)))
        yield le(f"{w}: growth", len(kept), growth(concepts, size, m))
        yield le(f"{w}: Sauer", len(kept), sauer_bound(m, d))
        if m >= d >= 1:
            yield le(f"{w}: (e m/d)^d", len(kept), exp_low(d) * Fraction(m, d) ** d)
        p = dual_vc_dimension(kept, size)
        points = len(representative_domain(kept, size))
        yield le(f"{w}: points", points, sum(comb(len(kept), i) for i in range(p + 1)))
        if name.startswith("thresholds"):
            yield eq(f"{w}: thresholds", len(kept), len({*w}) + 1)
        if concepts == tuple(all_functions(size)):
            yield eq(f"{w}: all functions", len(kept), 2 ** len({*w}))
