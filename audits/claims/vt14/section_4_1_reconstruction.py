"""Section 4.1: reconstruction from subset sums by trying all databases."""

from itertools import islice

from audits.claims.prelude import *
from audits.claims.vt14.laws.reconstruction import (
    TINY,
    NoisySums,
    first_fit,
    lopsided,
    signs,
    with_errors,
    within,
    wrong_places,
)
from audits.claims.vt14.section_4_1_definitions import DISCREPANCIES
from audits.evidence.labels import label
from reference.lower_bounds.discrepancy import partial_discrepancy
from reference.lower_bounds.reconstruction import (
    Reconstruction,
    closest,
    fit_both,
    largest_distance,
)
from reference.lower_bounds.subset_sums import Bits, all_subsets, hadamard_subsets

ERRORS = (HALF, HALF + TINY, Fraction(3, 4), ONE, ONE + TINY)


GRID = (ZERO, HALF, ONE, Fraction(2))


def finds_the_first(attack: Build, queries: tuple[Bits, ...], error: Fraction) -> Iterator[Item]:
    """All answers from a grid of whole and half errors."""
    for answers in product(GRID, repeat=len(queries)):
        known = first_fit(queries, answers, error, len(queries))
        found = attack(queries, error)(answers)
        yield true(f"{answers}", found == (Bottom.BOTTOM if known is None else known))


OFF, BELOW, COUNT = (
    "abs(Fraction(y) - subset_sum(q, guess))",
    "< self.error for",
    "len(self.queries)",
)
NEEDED, EVERY = f"self.share * {COUNT}", "for guess in all_subsets(self.people):"
SIZES = (
    "for q, y in pairs) => for q, y in pairs if {0})",
    f"{COUNT}:  # 2 => sum({{0}} for q in self.queries):  # 2",
)
QUORUMS = {
    "quorum of the others": f"{NEEDED} => (1 - self.share) * {COUNT}",
    "one query may be off": f"{NEEDED} => {NEEDED} - 1",
    "more than the quorum": f"{NEEDED} => {NEEDED} + Fraction(1, 9)",
    "all answers": f"{NEEDED} => {COUNT}",
    "half of the answers": f"{NEEDED} => Fraction({COUNT}, 2)",
    "the quorum rounded down": f"{NEEDED} => {NEEDED} // 1",
}
TWICE, COMPLEMENT = (
    f"{BELOW} => < 2 * self.error for",
    "return guess => return tuple(1 - b for b in guess)",
)
WRONG[Reconstruction] = {
    **QUORUMS,
    "subsets of one person only": tuple(edit.format("sum(q) == 1") for edit in SIZES),
    "subsets of odd size only": tuple(edit.format("sum(q) % 2 == 1") for edit in SIZES),
    "fits within 2E": TWICE,
    "fits within 3E/2": f"{BELOW} => < self.error * 3 / 2 for",
    "fits within E/2": f"{BELOW} => < self.error / 2 for",
    "fits within E, inclusive": f"{BELOW} => <= self.error for",
    "fits from below only": f"{OFF} => Fraction(y) - subset_sum(q, guess)",
    "fits half of the queries": f"{NEEDED} => {NEEDED} / 2",
    "the complement": COMPLEMENT,
    "the last bit is not looked at": "return guess => return (*guess[:-1], 0)",
    "nobody": f"{EVERY} => return (0,) * self.people\n        {EVERY}",
    "the last that fits": f"{EVERY} => for guess in reversed(all_subsets(self.people)):",
    "the first database if none fits": "return Bottom.BOTTOM => return (0,) * self.people",
}


@claim("VT14.ALG.ReconAll", over(error=(HALF, Fraction(3, 4), ONE)), about=Reconstruction)
def all_queries(attack: Build, error: Fraction) -> Check:
    """Pick any x' in {0, 1}^n such that |y_q - <q, x'>| < E for all q in {0, 1}^n: here the first.
    There is one, x, if the answers are as good; else there may be none.

    Cases: All answers from {0, 1/2, 1, 2} for two people, most of which fit nothing.
    """
    yield from finds_the_first(attack, all_subsets(2), error)


LISTS: tuple[tuple[Bits, ...], ...] = (
    ((1, 0), (0, 1), (1, 1)),
    ((1, 1), (1, 0)),
    ((1, 1), (1, 1), (0, 1)),
)


@claim(
    "VT14.ALG.Recon", over(queries=LISTS, error=(HALF, Fraction(3, 4), ONE)), about=Reconstruction
)
def listed_queries(attack: Build, queries: tuple[Bits, ...], error: Fraction) -> Check:
    """The strategy for q_1, ..., q_k is the same: take any x' with |y_i - <q_i, x'>| < E for each
    i; here the first.

    Cases: All answers from {0, 1/2, 1, 2}; one query asked twice.
    """
    yield from finds_the_first(attack, queries, error)


LEAST = "min(all_subsets(len(queries[0])), key=largest)"
MOST = f"max({OFF} for q, y in pairs)"
WRONG[closest] = {
    "the sum of the errors": f"{MOST} => sum({OFF} for q, y in pairs)",
    "the sum of their squares": f"{MOST} => sum({OFF} ** 2 for q, y in pairs)",
    "the least of the errors": f"{MOST} => min({OFF} for q, y in pairs)",
    "the first error": f"{MOST} => next({OFF} for q, y in pairs)",
    "the last of equals": f"{LEAST} => min(reversed(all_subsets(len(queries[0]))), key=largest)",
    "errors from below": f"{OFF} => Fraction(y) - subset_sum(q, guess)",
    "nobody": f"{LEAST} => (0,) * len(queries[0])",
}


@claim(
    "VT14.ALG.Recon",
    over(queries=LISTS),
    form=Form.CONCRETE,
    about=closest,
    uses=("VT14.TXT.pdisc-bnp",),
)
def without_an_error(attack: Build, queries: tuple[Bits, ...]) -> Check:
    """Where E is not known, the first database with the least largest error fits at the least E
    that any database fits at, and just above; so it is as close as the attack that knows E: if
    errors are below PDisc(Q)/2, it differs from x in at most n/100 people.

    Cases: All answers from {0, 1/2, 1, 2}; every E, in quarters and 1/64 more.
    """
    for answers in product(GRID, repeat=len(queries)):
        fits = (first_fit(queries, answers, Fraction(i, 4) + TINY, len(queries)) for i in range(9))
        yield true(f"{answers}", attack(queries, answers) == next(filter(None, fits)))


@claim(
    "VT14.T4.1.2",
    over(n=(2, 3), error=(HALF, Fraction(3, 4)), step=sized((5,), (1,), (1,))),
    about=Reconstruction,
    uses=("VT14.C4.1.4",),
)
def few_are_wrong(attack: Build, n: int, error: Fraction, step: int) -> Check:
    """If |y_q - <q, x>| < E for each q in {0, 1}^n, one can compute x' from the y_q with
    |x - x'|_1 < 4E: the attack does, and always finds some x'.

    Cases: Every x, and each step-th of all answers with errors of E - 1/64 up or down. (How far
    off any consistent x' can be, and that 4E cannot be less, is C4.1.4.)
    """
    queries = all_subsets(n)
    guess = attack(queries, error)
    off = error - TINY
    for x in all_subsets(n):
        for answers in islice(with_errors(queries, x, (-off, off)), 0, None, step):
            yield lt(f"{x}: {label(answers)}", wrong_places(x, guess(answers)), 4 * error)


def four_errors(error: Fraction) -> Fraction:
    """4E."""
    return 4 * error


CLOSE = Parts(queries=all_subsets, fit=fit_both, close=four_errors)
"""The queries, when answers fit two databases, and how close these are."""

SUBSETS, CLOSER = "tuple(product((0, 1), repeat=people))", "< 2 * error for"
SOME = f"{SUBSETS} => tuple(q for q in product((0, 1), repeat=people) if {{}})"
WRONG[CLOSE] = {
    "errors of at most E": CLOSE.but(fit=f"{CLOSER} => <= 2 * error for"),
    "answers within E of x': 4E": CLOSE.but(fit=f"{CLOSER} => < 4 * error for"),
    "a little more than 2E": CLOSE.but(fit=f"{CLOSER} => < error * 33 / 16 for"),
    "subsets of one person only": CLOSE.but(queries=SOME.format("sum(q) == 1")),
    "subsets of two or more": CLOSE.but(queries=SOME.format("sum(q) > 1 or people < 2")),
    "everybody, and one less": CLOSE.but(queries=SOME.format("sum(q) >= people - 1")),
    "2E": CLOSE.but(close="4 * error => 2 * error"),
    "3E": CLOSE.but(close="4 * error => 3 * error"),
    "31E/8": CLOSE.but(close="4 * error => Fraction(31, 8) * error"),
}


@claim(
    "VT14.C4.1.4",
    over(n=sized((1, 2, 4), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6, 7)), error=ERRORS),
    about=CLOSE,
)
def consistent_is_close(parts: Parts, n: int, error: Fraction) -> Check:
    """|x - x'|_1 < 4E for any two databases x, x' whose answers to all q in {0, 1}^n are within E
    of the same numbers y_q.

    Cases: Every difference z = x - x'; balanced ones reach 2 at E = 33/64, where 31E/8 < 2.
    """
    queries = parts.queries(n)
    for z in signs(n):
        if parts.fit(queries, error, z):
            yield lt(f"{z}", sum(map(abs, z)), parts.close(error))


AT_MOST = "    return max(\n"
FORMULA = f"{AT_MOST} =>     return min(len(queries[0]), {{}})\n{AT_MOST}"
WRONG[largest_distance] = {
    "errors of at most E": f"{CLOSER} => <= 2 * error for",
    "ones that are lost only": "product((1, 0, -1) => product((1, 0)",
    "answers apart by E": f"{CLOSER} => < error for",
    "4E": FORMULA.format("-(-4 * error // 1) - 1"),
    "three for each": FORMULA.format("3 * (-(-2 * error // 1) - 1)"),
    "always all": FORMULA.format("len(queries[0])"),
    "always none": FORMULA.format("0"),
}


@claim(
    "VT14.C4.1.4",
    over(n=sized((1, 3, 4), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6, 7)), error=(*ERRORS, Fraction(2))),
    form=Form.CONCRETE,
    about=largest_distance,
)
def consistent_exactly(largest: Build, n: int, error: Fraction) -> Check:
    """The largest distance of x, x' is min(n, 2 (ceil(2E) - 1)), for max over q of |<q, z>| is the
    larger of the numbers of ones and of minus ones in z; so 4E is sharp.

    Cases: E at and just above multiples of 1/2, where the number changes.
    """
    yield eq("distance", largest(all_subsets(n), error), min(n, 2 * (ceil(2 * error) - 1)))
    for z in signs(n):
        reached = max(sum(a * b for a, b in zip(q, z, strict=True)) for q in all_subsets(n))
        yield eq(f"max of <q, {z}>", reached, z.count(1))


BLATANT = ((4, QUARTER, QUARTER), (4, HALF, HALF), (4, Fraction(3, 4), Fraction(3, 4)))
"""Cases (n, share, E) with E <= share n/4; what is printed has share 1/100."""


@claim(
    "VT14.COR4.1.3",
    over(case=(*BLATANT, (3, Fraction(2, 3), HALF))),
    about=Reconstruction,
    uses=("VT14.T4.1.2",),
)
def blatantly_non_private(attack: Build, case: tuple[int, Fraction, Fraction]) -> Check:
    """If M answers all q in {0, 1}^n within E < n/400 it is blatantly non-private: x' differs from
    x in at most n/100 people, with the probability that the answers are as good.

    Cases: (n, share, E) = case, E <= share n/4 in place of n/400, errors below E; M fails with
    probability 1/8, when it answers 0; then all ones are lost. For the constants of print n is 100
    to 10^4, by the largest distance that C4.1.4 gives, at E = n/400, errors below.  (The text goes
    on with errors of Omega(1), and later Omega(1/sqrt(n)): true, but weak, as sums; these are the
    orders of E/n.)
    """
    n, share, error = case
    queries = all_subsets(n)
    off = lopsided(queries, error - TINY)
    mechanism = NoisySums(queries, off, EIGHTH, attack(queries, error))
    yield accurate(mechanism, these(queries), within(share), EIGHTH, name="recovered")
    if case == BLATANT[0]:
        for people in (100, 150, 200, 399, 400, 401, 4000, 10_000):
            furthest = min(people, 2 * (ceil(Fraction(people, 200)) - 1))
            yield le(f"n = {people}", furthest, Fraction(people, 100))


MATRICES: tuple[tuple[Bits, ...], ...] = (
    hadamard_subsets(4),
    ((1, 1, 0), (0, 1, 1), (1, 0, 1)),
    tuple(q for q in all_subsets(4) if sum(q) == 2),
    ((1,),),
)


def half_of(least: Fraction) -> Fraction:
    """PDisc(Q)/2."""
    return least / 2


WITHIN = Parts(discrepancy=partial_discrepancy, attack=Reconstruction, error=half_of)
WRONG[WITHIN] = {
    **{name: WITHIN.but(discrepancy=edit) for name, edit in DISCREPANCIES.items()},
    "within PDisc": WITHIN.but(error="least / 2 => least"),
    "a little more than PDisc/2": WITHIN.but(error="least / 2 => least * Fraction(5, 8)"),
    "within PDisc/4": WITHIN.but(error="least / 2 => least / 4"),
    "fits within 2E": WITHIN.but(attack=TWICE),
    "the complement": WITHIN.but(attack=COMPLEMENT),
    "one query may be off": WITHIN.but(attack=QUORUMS["one query may be off"]),
}


@claim(
    "VT14.TXT.pdisc-bnp",
    over(queries=MATRICES, share=(ZERO, QUARTER, HALF), step=sized((5,), (1,), (1,))),
    about=WITHIN,
)
def within_half_the_discrepancy(
    parts: Parts, queries: tuple[Bits, ...], share: Fraction, step: int
) -> Check:
    """Any mechanism that answers q_1, ..., q_k within error PDisc(Q)/2 (strictly, as errors are in
    this section) is blatantly non-private: two databases whose answers are within E = PDisc(Q)/2
    of the same numbers differ in at most n/100 people, and with any larger E some differ in more.

    Cases: 1/100 is a share of 0, 1/4 or 1/2; E is larger by 1/64; and the attack on every x, with
    each step-th of all errors of E - 1/64 up or down, if there are any. (Not strictly it is false:
    y = 1/2 is within 1/2 of both bits.)
    """
    n = len(queries[0])
    error = parts.error(parts.discrepancy(queries, share))
    found = largest_distance(queries, error)
    yield le("E", -1 if found is None else found, share * n)
    more = largest_distance(queries, error + TINY)
    yield lt("more than E", share * n, -1 if more is None else more)
    if error:
        guess = parts.attack(queries, error)
        off = error - TINY
        for x in all_subsets(n):
            for answers in islice(with_errors(queries, x, (-off, off)), 0, None, step):
                yield le(f"{x}: {label(answers)}", wrong_places(x, guess(answers)), share * n)
