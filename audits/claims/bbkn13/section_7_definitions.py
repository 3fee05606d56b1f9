"""Section 7: counting queries, useful outputs, and the constructions."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.sanitising import answers
from audits.claims.bbkn13.words import *
from reference.lower_bounds.sanitiser_packing import (
    is_useful_answer,
    is_useful_as_printed,
    packing_database,
)
from reference.mechanisms.release.exponential_sanitiser import (
    ExponentialSanitiser,
    frequency,
    is_useful,
)

WRONG[frequency] = {
    "an absolute number": "Fraction(database.count(point), len(database)) => database.count(point)"
}
WRONG[is_useful] = {"at most alpha": "< alpha => <= alpha"}
WRONG[is_useful_answer] = {
    "the first point only": "enumerate(answers) => enumerate(answers[:1])",
    "at most alpha": "< alpha => <= alpha",
    "closer than 2 alpha": "< alpha => < 2 * alpha",
}
WRONG[is_useful_as_printed] = {
    "closer than alpha/2": given(is_useful_as_printed, alpha=lambda alpha: alpha / 2)
}
FURTHEST = "furthest(wanted, answers(listed, candidate))"
WRONG[ExponentialSanitiser] = {
    "twice the eps": twice_eps(ExponentialSanitiser),
    "the other multiplicity": 'self.weigh == "histograms" => self.weigh != "histograms"',
    "blind": "(listed, database) => (listed, (database[0],) * len(database))",
    "counts what is missing only": f"{FURTHEST} => "
    "max(a - b for a, b in zip(wanted, answers(listed, candidate)))",
}
WRONG[packing_database] = {
    "one copy fewer": given(packing_database, copies=lambda k: max(0, k - 1)),
    "2 alpha m copies": given(packing_database, copies=lambda k: 2 * k // 3),
}


@claim("BBKN13.D.Q", over(m=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))), about=frequency)
def counting_queries_count(query: Build, m: int) -> Check:
    """Q_c(D) is the fraction of rows on which c is 1.

    Cases: All databases on three points; the answers for all points add up to 1.
    """
    for d in replace_one(range(3), m).databases():
        for c in points(3):
            yield eq(f"{d}, {c}", query(d, c.point) * m, sum(c(x) for x in d))
        yield eq(f"{d}", sum(query(d, c.point) for c in points(3)), 1)


@claim("BBKN13.CONV.useful", over(m=sized((3,), (3, 4), (3, 4, 5))), about=is_useful)
def usefulness_is_strict(useful: Build, m: int) -> Check:
    """Useful means |Q_c(D) - Q_c(D')| < alpha, strictly, for every point function c.

    Cases: All pairs of databases, with alpha equal to differences that occur.
    """
    for d, e in product(replace_one(range(3), m).databases(), repeat=2):
        worst = max(abs(d.count(x) - e.count(x)) for x in range(3))
        found = code(k for k in range(1, m + 2) if useful(d, e, Fraction(k, m)))
        yield eq(f"{d}, {e}", found, code(range(worst + 1, m + 2)))


@claim(
    "BBKN13.D.sanitizer",
    over(m=sized((3,), (3, 4), (3, 4, 5)), alpha=(THIRD, HALF)),
    about=is_useful_answer,
)
def synthetic_databases_answer_queries(useful: Build, m: int, alpha: Fraction) -> Check:
    """A synthetic database is useful iff it answers every counting query closer than alpha.

    Cases: Two synthetic rows; useful and useless outputs both occur.
    """
    for d in replace_one(range(3), m).databases():
        for e in replace_one(range(3), 2).databases():
            told = [frequency(e, x) for x in range(3)]
            close = max(abs(2 * d.count(x) - m * e.count(x)) for x in range(3)) < 2 * m * alpha
            yield eq(f"{d}, {e}", useful(told, d, alpha), close)


@claim(
    "BBKN13.D.useful-i",
    over(vector=sized(answers(12, 3), answers(24, 3), answers(24, 3)), i=(0, 1, 2)),
    about=is_useful_as_printed,
)
def two_answers_follow_from_usefulness(
    conditions: Build, vector: tuple[Fraction, ...], i: int
) -> Check:
    """The proof's conditions on two answers follow from usefulness for D_i, and give it back if
    the other answers are below alpha.

    Cases: Answers on a grid in [0, 1], m = 12, alpha = 1/6, so that 3 alpha m = 6 copies; useful
    answers occur for every i.
    """
    alpha = Fraction(1, 6)
    full = is_useful_answer(vector, packing_database(i, 12, 6), alpha)
    two = conditions(vector, i, alpha)
    others = all(vector[x] < alpha for x in range(3) if x not in {0, i})
    yield le("usefulness", full, two)
    yield eq("both ways", full, two and others)


def _by_hand(t: int, k: int, d: Database[int], *, once: bool) -> dict[Database[int], Fraction]:
    """Weight 2^(-m max_c |Q_c(D) - Q_c(D')|), for each histogram or for each sequence."""
    weights: dict[Database[int], Fraction] = {}
    for e in product(range(t), repeat=k):
        worst = max(abs(d.count(x) * k - e.count(x) * len(d)) for x in range(t))
        key, w = tuple(sorted(e)), Fraction(1, 2 ** (worst // k))
        weights[key] = w if once else weights.get(key, Fraction(0)) + w
    whole = sum(weights.values(), Fraction(0))
    return {e: w / whole for e, w in weights.items()}


SIZES = over(sizes=((2, 2, 1), (2, 3, 3), (3, 2, 2)))


def _follows(build: Build, sizes: tuple[int, int, int], weigh: str) -> Iterator[Comparison]:
    t, m, k = sizes
    sanitiser = build(Domain.of_size(t), k, TWO_EPS, weigh)
    for d in replace_one(range(t), m).databases():
        ours = law(sanitiser, d)
        for e, p in _by_hand(t, k, d, once=weigh == "histograms").items():
            yield eq(f"{e} on {d}", ours.probability(e), p)


@claim("BBKN13.A.BLR", SIZES, about=ExponentialSanitiser)
def sanitiser_over_sequences(build: Build, sizes: tuple[int, int, int]) -> Check:
    """Probability proportional to e^(-(eps m/2) max_c |Q_c(D) - Q_c(D')|) for each synthetic
    database, as a sequence.

    Cases: sizes = (points, rows, synthetic rows); multiplicities above 1 occur; e^(eps/2) = 2.
    """
    yield from _follows(build, sizes, "databases")


@claim("BBKN13.A.BLR", SIZES, form=Form.CONCRETE, about=ExponentialSanitiser)
def sanitiser_over_histograms(build: Build, sizes: tuple[int, int, int]) -> Check:
    """The same with one weight for each histogram.

    Cases: sizes = (points, rows, synthetic rows).
    """
    yield from _follows(build, sizes, "histograms")


@claim(
    "BBKN13.A.T72",
    over(m=ranges(1, 5, 8, 12), copied=range(11)),
    about=packing_database,
    given=lambda m, copied: [le("k <= m", copied, m)],
)
def packing_databases_differ_in_k_rows(build: Build, m: int, copied: int) -> Check:
    """D_i has k copies of i and m - k of the common point; D_i and D_j differ in k rows.

    Cases: Four points; k = 0 makes all equal.
    """
    base = build(0, m, copied)
    yield eq("common point", base.count(0), m)
    for i in range(1, 4):
        d = build(i, m, copied)
        yield eq(f"rows of D_{i}", len(d), m)
        yield eq(f"copies in D_{i}", d.count(i), copied)
        yield eq(f"D_0, D_{i}", differing(base, d), copied)
        for j in range(1, i):
            yield eq(f"D_{i}, D_{j}", differing(d, build(j, m, copied)), copied)
