"""Section 3: the argument behind Lemma 11, by a second sample and random exchanges."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.double_sampling import ghost_by_counts, ghost_by_samples
from audits.claims.bcmnuw20.laws.public_covers import (
    QUARTERS,
    Concepts,
    distance,
    supports_by_samples,
    tables,
    uniform,
)
from reference.data.concept import Masses, all_functions, intervals
from reference.data.cover_failure import cover_failure
from reference.data.dimensions import growth
from reference.data.public_cover import agreement_radius
from reference.mechanisms.release.double_sampling import (
    DoubleSample,
    Pair,
    RandomSwap,
    fewest_rows,
    ghost_bound,
    shown_by_ghost,
    threshold,
)

LINE: Concepts = tables(intervals(3), 3)
CUBE: Concepts = tuple(all_functions(3))
FOUR: Concepts = tuple(all_functions(4))

SAMPLES = "return drawn[: self.rows], drawn[self.rows :]"
COPIED = f"{SAMPLES} => return drawn[: self.rows], drawn[: self.rows]"
COIN = "coin = bernoulli(Fraction(1, 2))"
PLACE = "(b, a) if coins.draw(coin) else (a, b) for a, b in zip(*pair, strict=True)"
SWAPS: dict[str, str | tuple[str, ...]] = {
    "one coin for all places": (
        f"{COIN} => exchanged = coins.draw(bernoulli(Fraction(1, 2)))",
        "if coins.draw(coin) => if exchanged",
    ),
    "exchanged with probability 1/4": f"{COIN} => coin = bernoulli(Fraction(1, 4))",
    "the first row of each stays": f"{PLACE} => (b, a) if i and coins.draw(coin) else (a, b) "
    "for i, (a, b) in enumerate(zip(*pair, strict=True))",
}

GHOST = Parts(sample=DoubleSample, swap=RandomSwap)
WRONG[GHOST] = {
    "the ghost sample is the sample": GHOST.but(sample=COPIED),
    "the samples share their first row": GHOST.but(
        sample=f"{SAMPLES} => w, ghost = drawn[: self.rows], drawn[self.rows :]\n"
        "        return w, w[:1] + ghost[1:]"
    ),
    "the ghost sample is uniform": GHOST.but(
        sample=f"{SAMPLES} => even = Dist.uniform(range(len(masses)))\n"
        "        return drawn[: self.rows], tuple(coins.draw(even) for _ in range(self.rows))"
    ),
    "rows are replaced, not exchanged": GHOST.but(swap="(b, a) if => (b, b) if"),
    **{name: GHOST.but(swap=edits) for name, edits in SWAPS.items()},
}


@claim(
    "BCMNUW20.ALG.Ghost",
    over(
        masses=((Fraction(1, 3), Fraction(2, 3)), QUARTERS),
        rows=sized((1, 2), (1, 2, 3), (1, 2, 3)),
    ),
    form=Form.CONCRETE,
    about=GHOST,
)
def two_samples_exchanged(parts: Parts, masses: tuple[Fraction, ...], rows: int) -> Check:
    """w and w' are m independent rows from D each; then each w_j and w'_j are exchanged with
    probability 1/2, independently. The law of (w, w') stays what it is.

    Cases: Two distributions that are not uniform; every outcome of both samples, and every one of
    the 2^m results for rows that all differ.
    """
    drawn = law(parts.sample(rows), masses)
    after: dict[Pair, Fraction] = {}
    for pair in drawn:
        swapped = law(parts.swap(), pair)
        for result in swapped:
            chance = drawn.probability(pair) * swapped.probability(result)
            after[result] = after.get(result, Fraction(0)) + chance
    for w in product(range(len(masses)), repeat=rows):
        for ghost in product(range(len(masses)), repeat=rows):
            expected = Fraction(1)
            for x in (*w, *ghost):
                expected *= masses[x]
            yield eq(f"{w}, {ghost}", drawn.probability((w, ghost)), expected)
            yield eq(f"{w}, {ghost}: exchanged", after.get((w, ghost), 0), expected)
    apart = tuple(range(rows)), tuple(range(rows, 2 * rows))
    swapped = law(parts.swap(), apart)
    for chosen in product((False, True), repeat=rows):
        first = tuple(j + rows * s for j, s in enumerate(chosen))
        second = tuple(j + rows * (not s) for j, s in enumerate(chosen))
        yield eq(f"{first}", swapped.probability((first, second)), Fraction(1, 2**rows))


MEDIAN = Parts(rows=fewest_rows, shown=shown_by_ghost)
WRONG[MEDIAN] = {
    "from 1/(2 gamma) rows on": MEDIAN.but(
        rows=given(fewest_rows, gamma=lambda gamma: min(2 * gamma, Fraction(1023, 1024)))
    ),
    "seen on gamma m rows": MEDIAN.but(shown="k >= t => k >= gamma * rows"),
    "seen on one row more": MEDIAN.but(shown="k >= t => k > t"),
}


@claim(
    "BCMNUW20.L11.a",
    over(
        gamma=sized(
            *(
                [*dict.fromkeys(Fraction(a, b) for b in range(2, most) for a in range(1, b))]
                for most in (8, 14, 25)
            )
        ),
        more=sized((0, 1, 2, 3, 5, 9, 25), range(26), range(26)),
    ),
    form=Form.CONCRETE,
    about=MEDIAN,
)
def a_difference_is_seen(parts: Parts, gamma: Fraction, more: int) -> Check:
    """If m >= 1/gamma and two concepts differ with probability q >= gamma, they differ on at least
    gamma m/2 of m independent rows with probability at least 1/2.

    Cases: q = gamma, the worst one, and one more; from the least m on. For gamma = 1/4 and m = 2
    the probability is 7/16.
    """
    m = parts.rows(gamma) + more
    yield le("q = gamma", HALF, parts.shown(m, gamma, gamma))
    q = gamma + (1 - gamma) / 4
    yield le(f"q = {q}", HALF, parts.shown(m, gamma, q))


SYMMETRY = Parts(sample=DoubleSample, threshold=threshold)
WRONG[SYMMETRY] = {
    "the ghost sample is the sample": SYMMETRY.but(sample=COPIED),
    "seen on more than gamma m rows": SYMMETRY.but(threshold="return - => return 1 - 2 * "),
}


@claim(
    "BCMNUW20.L11.b",
    over(
        concepts=(LINE, CUBE),
        masses=(QUARTERS, uniform(3)),
        gamma=(QUARTER, HALF),
        rows=sized((4, 8), (4, 8, 16, 24), (4, 8, 16, 24)),
    ),
    form=Form.CONCRETE,
    about=SYMMETRY,
    uses=("BCMNUW20.L11.a",),
)
def second_sample_shows_it(
    parts: Parts, concepts: Concepts, masses: tuple[Fraction, ...], gamma: Fraction, rows: int
) -> Check:
    """Pr[B] <= 2 Pr[B'] for m >= 1/gamma, where B says that two concepts agree on w and differ on
    more than gamma of the mass, and B' that two agree on w and differ on at least gamma m/2 rows
    of w'.

    Cases: Exact: all samples for m = 4, and for larger m all sets of points of w and all counts of
    w'; the two ways agree for m = 4. Distances of exactly gamma occur, which are no failure.
    """
    t = parts.threshold(rows, gamma)
    before = cover_failure(concepts, masses, rows, gamma, agreement_radius)
    by_counts = ghost_by_counts(concepts, masses, rows, t)
    yield le("Pr[B]", before, 2 * by_counts)
    if rows == 4:
        drawn, far = supports_by_samples(masses, rows), Fraction(0)
        for seen, p in drawn.items():
            alike = (
                distance(a, b, masses)
                for a in concepts
                for b in concepts
                if all(a(x) == b(x) for x in seen)
            )
            far += p * (max(alike) > gamma)
        yield eq("Pr[B], two ways", before, far)
    if rows == 4 and gamma == QUARTER:
        by_samples = ghost_by_samples(parts.sample(rows), concepts, masses, t)
        yield le("Pr[B], all samples", before, 2 * by_samples)
        yield eq("two ways", by_samples, by_counts)


def pairs(count: int) -> int:
    """C(Pi, 2)."""
    return comb(count, 2)


UNION = Parts(swap=RandomSwap, pairs=pairs)
WRONG[UNION] = {
    "for one pair of concepts": UNION.but(pairs="comb(count, 2) => 1"),
    **{name: UNION.but(swap=edits) for name, edits in SWAPS.items()},
}


@claim(
    "BCMNUW20.L11.c",
    over(rows=sized((1, 2, 3, 4), (1, 2, 3, 4), (1, 2, 3, 4, 5))),
    form=Form.CONCRETE,
    about=UNION,
)
def exchanges_hide_little(parts: Parts, rows: int) -> Check:
    """For fixed rows, two concepts that differ on at least t of the 2m rows agree on the first
    half and differ on at least t of the second with probability at most 2^-t after random
    exchanges; hence Pr[B'] <= C(Pi_H(2m), 2) 2^-t.

    Cases: All ways in which two concepts may differ on 2m rows, and all t; attained where they
    differ at exactly t places, in one of the two samples each. Then exact probabilities of B' for
    thresholds and all functions on three and four points, t = ceil(gamma m/2).
    """
    for first, second in product(product((0, 1), repeat=rows), repeat=2):
        swapped = law(parts.swap(), (first, second))
        for t in range(1, rows + 1):
            hiding = (pair for pair in swapped if not any(pair[0]) and sum(pair[1]) >= t)
            hidden = sum(map(swapped.probability, hiding), Fraction(0))
            yield le(f"{first}, {second}, t = {t}", hidden, Fraction(1, 2**t))
    for concepts, masses in _cases():
        for gamma, m in product((QUARTER, HALF), (rows, 4 * rows)):
            t = threshold(m, gamma)
            found = ghost_by_counts(concepts, masses, m, t)
            patterns = growth(concepts, len(masses), 2 * m)
            most = parts.pairs(patterns) * Fraction(1, 2**t)
            words = f"{len(concepts)} concepts, m = {m}, gamma = {gamma}"
            least = next(k for k in range(m + 1) if k >= gamma * m / 2)
            yield eq(f"{words}: t", t, least)
            twice = Fraction(patterns * (patterns - 1), 2**least)
            yield eq(f"{words}: twice this", ghost_bound(patterns, m, gamma), twice)
            if most < 1:
                yield le(words, found, most)


def _cases() -> Iterator[tuple[Concepts, Masses]]:
    yield LINE, QUARTERS
    yield CUBE, uniform(3)
    yield FOUR, uniform(4)
