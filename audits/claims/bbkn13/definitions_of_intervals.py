"""The definitions of sections 5 to 7: intervals, generated points, sanitisers."""

from fractions import Fraction
from itertools import product
from math import comb

from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
)
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.concept import (
    PointFunction,
    Values,
    all_functions,
    disagreements,
    points,
)
from reference.data.switching_points import (
    bad_ends,
    dirty_points,
    is_dyck_word,
    mismatches,
    noise_word,
)
from reference.hardness.generated_points import generated_points
from reference.lower_bounds.sanitiser_packing import (
    is_useful_answer,
    is_useful_as_printed,
    packing_database,
)
from reference.mechanisms.learning.independent_noise_learner import noisy_learner_in_two_parts
from reference.mechanisms.release.exponential_sanitiser import frequency, largest_error
from reference.probability.law import law


@claim("BBKN13.D5.6")
def outer_learner_is_inner_plus_flips(size: Size) -> Verdict:
    """The outer learner fails where the inner one does, else adds independent flips.

    Fair: Law of the outer learner against inner law times flip probabilities.
    """
    t, mu, items = 2, Fraction(1, 10), []
    outer = noisy_learner_in_two_parts(t, Fraction(1, 10), Fraction(1, 20), mu, allow_zero=True)
    for d in outer.universe(size.pick(1, 2, 3)).databases():
        inner, whole = law(outer.inner, d), law(outer, d)
        for h in all_functions(t):
            mixed = sum(
                (
                    inner.probability(c)
                    * mu ** len(disagreements(c, h, t))
                    * (1 - mu) ** (t - len(disagreements(c, h, t)))
                    for c in inner
                    if isinstance(c, Values)
                ),
                Fraction(0),
            )
            items.append(eq(f"{h} on {d}", whole.probability(h), mixed))
    return decide("independent noise learner", f"T={t}, mu=1/10", items)


@claim("BBKN13.D.mismatch")
def mismatches_are_counted_on_both_sides(size: Size) -> Verdict:
    """mismatch(t, h) = #{x < t : h(x) = 0} + #{x >= t : h(x) = 1}.

    Fair: All functions and ends.
    """
    t = size.pick(5, 7, 10)
    return decide(
        "mismatches",
        f"T={t}",
        (
            eq(f"{h}, {j}", mismatches(h, j), h.values[:j].count(0) + h.values[j:].count(1))
            for h in all_functions(t)
            for j in range(t + 1)
        ),
    )


@claim("BBKN13.D.dirty")
def dirty_points_and_bad_ends(size: Size) -> Verdict:
    """Dirty points differ from the target; k is bad iff mismatch(k) <= mismatch(j).

    Fair: All functions and targets, by the definitions' own sums.
    """
    t, items = size.pick(5, 6, 8), []
    for h in all_functions(t):
        for j in range(t + 1):
            dirty = [int(h(x) != int(x < j)) for x in range(t)]
            items.append(eq("dirty", len(dirty_points(h, j)), sum(dirty)))
            items.append(eq("word", int(noise_word(h, j) == tuple(dirty[j:])), 1))
            bad = [
                k
                for k in range(t + 1)
                if k != j
                and h.values[:k].count(0) + h.values[k:].count(1)
                <= h.values[:j].count(0) + h.values[j:].count(1)
            ]
            items.append(eq(f"{h}, {j}", int(list(bad_ends(h, j)) == bad), 1))
    return decide("dirty points and bad ends", f"T={t}", items)


@claim("BBKN13.D.dyck")
def dyck_words_are_catalan(size: Size) -> Verdict:
    """There are C_n = binom(2n, n)/(n + 1) Dyck words of length 2n.

    Fair: All words of length up to 12.
    """
    return decide(
        "Dyck words",
        "all words",
        (
            eq(
                f"n={n}",
                sum(is_dyck_word(w) for w in product((0, 1), repeat=2 * n)),
                Fraction(comb(2 * n, n), n + 1),
            )
            for n in range(size.pick(6, 7, 9))
        ),
    )


not_finitely_checkable(
    "BBKN13.D.prg",
    statement="No efficient test tells the outputs of a pseudorandom generator from random ones.",
    reason="speaks of all efficient tests and all large d; the claims of section 6 use tables",
)


@claim("BBKN13.D.hatPOINT")
def generated_points_are_the_image(size: Size) -> Verdict:
    """hatPOINT consists of the c_{G(z)}, a subset of POINT of at most 2^ell concepts.

    Fair: All tables {0,1} -> {0..3} (full: {0,1}^2 -> {0..7}).
    """
    inputs, outputs = size.pick((2, 4), (4, 4), (4, 8))
    items = []
    for g in product(range(outputs), repeat=inputs):
        chosen = generated_points(g)
        items.append(le("size", len(chosen), inputs))
        items += [
            eq(f"{g}, {j}", int(PointFunction(j) in chosen), int(j in g)) for j in range(outputs)
        ]
    return decide("hatPOINT", f"{outputs}^{inputs} tables", items)


@claim("BBKN13.D.Q")
def counting_queries_count(size: Size) -> Verdict:
    """Q_c(D) is the fraction of rows on which c is 1.

    Fair: All databases and points.
    """
    t, m = 3, size.pick(3, 4, 5)
    return decide(
        "counting queries",
        f"T={t}, m={m}",
        (
            eq(f"{d}, {c}", frequency(d, c.point) * m, sum(c(x) for x in d))
            for d in replace_one(range(t), m).databases()
            for c in points(t)
        ),
    )


@claim("BBKN13.D.sanitizer")
def synthetic_databases_answer_queries(size: Size) -> Verdict:
    """A synthetic database is useful iff it answers every counting query within alpha.

    Fair: Useful and useless outputs both occur.
    """
    t, m, alpha, items = 3, size.pick(3, 4, 5), Fraction(1, 3), []
    for d in replace_one(range(t), m).databases():
        for e in replace_one(range(t), 2).databases():
            answers = [frequency(e, x) for x in range(t)]
            if is_useful_answer(answers, d, alpha):
                items.append(lt(f"{d}, {e}: useful", largest_error(d, e), alpha))
            else:
                items.append(le(f"{d}, {e}: not useful", alpha, largest_error(d, e)))
    return decide("useful outputs", f"T={t}, m={m}, alpha=1/3", items)


def _answers(steps: int, size: int) -> list[tuple[Fraction, ...]]:
    return [
        tuple(Fraction(a, steps) for a in vector)
        for vector in product(range(steps + 1), repeat=size)
    ]


@claim("BBKN13.D.useful-i", refuted=UNGRADED)
def two_answers_characterise_usefulness(size: Size) -> Verdict:
    """The proof's conditions on two answers characterise usefulness for D_i.

    Fair: Answers on a grid, m = 12, alpha = 1/6, so that 3 alpha m = 6 copies.
    """
    t, m, alpha = 3, 12, Fraction(1, 6)
    items = [
        eq(
            f"answers {tuple(map(str, answers))}, i={i}",
            is_useful_as_printed(answers, i, alpha),
            is_useful_answer(answers, packing_database(i, m, 6), alpha),
        )
        for answers in _answers(size.pick(6, 12, 24), t)
        for i in range(t)
    ]
    return decide("printed usefulness", f"T={t}, m={m}, alpha=1/6", items)


@claim("BBKN13.D.useful-i", Form.CORRECTED)
def usefulness_implies_the_two_conditions(size: Size) -> Verdict:
    """An output that is useful for D_i and answers within [0, 1] satisfies the proof's two
    conditions; the converse needs the other answers to be below alpha.

    Fair: Answers on a grid in [0, 1]; useful answers occur for every i.
    """
    t, m, alpha = 3, 12, Fraction(1, 6)
    items, useful = [], dict.fromkeys(range(t), 0)
    for answers in _answers(size.pick(12, 24, 24), t):
        for i in range(t):
            full = is_useful_answer(answers, packing_database(i, m, 6), alpha)
            printed = is_useful_as_printed(answers, i, alpha)
            others = all(answers[x] < alpha for x in range(t) if x not in {0, i})
            useful[i] += full
            items.append(le(f"{answers}, {i}", full, printed))
            items.append(le(f"converse, {answers}, {i}", printed and others, full))
    items += [lt(f"some are useful for D_{i}", 0, count) for i, count in useful.items()]
    return decide("usefulness and its conditions", f"T={t}, m={m}, alpha=1/6", items)
