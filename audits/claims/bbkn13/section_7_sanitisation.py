"""Section 7: sanitising databases for the point functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from audits.claims.bbkn13.exactly import code, hamming
from audits.claims.bbkn13.laws.sanitising import answers, arbitrary, copies, synthetic
from audits.claims.vocabulary import eq, le, lt
from audits.engines.comparisons import Comparison
from audits.ledger import (
    Erratum,
    Form,
    Grade,
    accurate,
    blind,
    claim,
    not_finitely_checkable,
    optimal,
    over,
    private,
    sized,
    twice_eps,
)
from audits.ledger.forms import Item
from reference.data.adjacency import replace_one
from reference.data.concept import points, vc_dimension
from reference.data.database import Database
from reference.data.domain import Domain
from reference.lower_bounds.learning_packing import packing_bound
from reference.lower_bounds.sanitiser_packing import (
    is_useful_answer,
    is_useful_as_printed,
    packing_database,
)
from reference.mechanisms.release.exponential_sanitiser import (
    ExponentialSanitiser,
    enough_rows,
    frequency,
    is_useful,
    largest_error,
    synthetic_rows,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law

Bound = Callable[[Fraction, int, int], Fraction]
Build = Callable[..., Any]
Useful = Callable[[Sequence[Fraction], Database[int], Fraction], bool]

HALF, THIRD, EVERY = Fraction(1, 2), Fraction(1, 3), Epsilon.indeterminate(2)
BOUNDS = {
    "one point more": lambda exp_eps, k, n: packing_bound(exp_eps, k, n + 1),
    "one copy fewer": lambda exp_eps, k, n: packing_bound(exp_eps, k - 1, n),
}


@claim(
    "BBKN13.D.Q",
    Form.PRINTED,
    over(m=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))),
    about=frequency,
    impostors={"an absolute number": lambda d, x: d.count(x)},
)
def counting_queries_count(
    query: Callable[[Database[int], int], Fraction], m: int
) -> Iterator[Comparison]:
    """Q_c(D) is the fraction of rows on which c is 1.

    Fair: All databases on three points; the answers for all points add up to 1.
    """
    for d in replace_one(range(3), m).databases():
        for c in points(3):
            yield eq(f"{d}, {c}", query(d, c.point) * m, sum(c(x) for x in d))
        yield eq(f"{d}", sum(query(d, c.point) for c in points(3)), 1)


@claim(
    "BBKN13.CONV.useful",
    Form.PRINTED,
    over(m=sized((3,), (3, 4), (3, 4, 5))),
    about=is_useful,
    impostors={"at most alpha": lambda d, e, alpha: largest_error(d, e) <= alpha},
)
def usefulness_is_strict(
    useful: Callable[[Database[int], Database[int], Fraction], bool], m: int
) -> Iterator[Comparison]:
    """Useful means |Q_c(D) - Q_c(D')| < alpha, strictly, for every point function c.

    Fair: All pairs of databases, with alpha equal to differences that occur.
    """
    for d, e in product(replace_one(range(3), m).databases(), repeat=2):
        worst = max(abs(d.count(x) - e.count(x)) for x in range(3))
        found = code(k for k in range(1, m + 2) if useful(d, e, Fraction(k, m)))
        yield eq(f"{d}, {e}", found, code(range(worst + 1, m + 2)))


@claim(
    "BBKN13.D.sanitizer",
    Form.PRINTED,
    over(m=sized((3,), (3, 4), (3, 4, 5)), alpha=(THIRD, HALF)),
    about=is_useful_answer,
    impostors={
        "the first point only": lambda a, d, alpha: abs(a[0] - frequency(d, 0)) < alpha,
        "at most alpha": lambda a, d, alpha: all(
            abs(y - frequency(d, x)) <= alpha for x, y in enumerate(a)
        ),
    },
)
def synthetic_databases_answer_queries(
    useful: Useful, m: int, alpha: Fraction
) -> Iterator[Comparison]:
    """A synthetic database is useful iff it answers every counting query closer than alpha.

    Fair: Two synthetic rows; useful and useless outputs both occur.
    """
    for d in replace_one(range(3), m).databases():
        for e in replace_one(range(3), 2).databases():
            told = [frequency(e, x) for x in range(3)]
            close = max(abs(2 * d.count(x) - m * e.count(x)) for x in range(3)) < 2 * m * alpha
            yield eq(f"{d}, {e}", useful(told, d, alpha), close)


@claim(
    "BBKN13.D.useful-i",
    Form.PRINTED,
    over(vector=sized(answers(12, 3), answers(24, 3), answers(24, 3)), i=(0, 1, 2)),
    about=is_useful_as_printed,
    impostors={
        "closer than alpha/2": lambda a, i, alpha: is_useful_as_printed(a, i, alpha / 2),
    },
)
def two_answers_follow_from_usefulness(
    conditions: Callable[[Sequence[Fraction], int, Fraction], bool],
    vector: tuple[Fraction, ...],
    i: int,
) -> Iterator[Comparison]:
    """The proof's conditions on two answers follow from usefulness for D_i, and give it back if
    the other answers are below alpha.

    Fair: Answers on a grid in [0, 1], m = 12, alpha = 1/6, so that 3 alpha m = 6 copies; useful
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
WRONG_SANITISERS = {
    "twice the eps": twice_eps(ExponentialSanitiser),
    "the other multiplicity": lambda domain, k, eps, weigh: ExponentialSanitiser(
        domain, k, eps, {"histograms": "databases"}.get(weigh, "histograms")
    ),
}


def _follows(build: Build, sizes: tuple[int, int, int], weigh: str) -> Iterator[Comparison]:
    t, m, k = sizes
    sanitiser = build(Domain.of_size(t), k, Epsilon(Fraction(2), 2), weigh)
    for d in replace_one(range(t), m).databases():
        ours = law(sanitiser, d)
        for e, p in _by_hand(t, k, d, once=weigh == "histograms").items():
            yield eq(f"{e} on {d}", ours.probability(e), p)


@claim(
    "BBKN13.A.BLR",
    Form.PRINTED,
    SIZES,
    about=ExponentialSanitiser,
    impostors=WRONG_SANITISERS,
)
def sanitiser_over_sequences(build: Build, sizes: tuple[int, int, int]) -> Iterator[Comparison]:
    """Probability proportional to e^(-(eps m/2) max_c |Q_c(D) - Q_c(D')|) for each synthetic
    database, as a sequence.

    Fair: sizes = (points, rows, synthetic rows); multiplicities above 1 occur; e^(eps/2) = 2.
    """
    yield from _follows(build, sizes, "databases")


@claim(
    "BBKN13.A.BLR",
    Form.CONCRETE,
    SIZES,
    about=ExponentialSanitiser,
    impostors=WRONG_SANITISERS,
)
def sanitiser_over_histograms(build: Build, sizes: tuple[int, int, int]) -> Iterator[Comparison]:
    """The same with one weight for each histogram.

    Fair: sizes = (points, rows, synthetic rows).
    """
    yield from _follows(build, sizes, "histograms")


@claim(
    "BBKN13.A.T72",
    Form.PRINTED,
    over(m=sized(range(1, 5), range(1, 8), range(1, 12)), copied=range(11)),
    about=packing_database,
    impostors={"one copy fewer": lambda i, m, k: packing_database(i, m, max(0, k - 1))},
    given=lambda m, copied: [le("k <= m", copied, m)],
)
def packing_databases_differ_in_k_rows(
    build: Callable[[int, int, int], Database[int]], m: int, copied: int
) -> Iterator[Comparison]:
    """D_i has k copies of i and m - k of the common point; D_i and D_j differ in k rows.

    Fair: Four points; k = 0 makes all equal.
    """
    base = build(0, m, copied)
    yield eq("common point", base.count(0), m)
    for i in range(1, 4):
        d = build(i, m, copied)
        yield eq(f"rows of D_{i}", len(d), m)
        yield eq(f"copies in D_{i}", d.count(i), copied)
        yield eq(f"D_0, D_{i}", hamming(base, d), copied)
        for j in range(1, i):
            yield eq(f"D_{i}, D_{j}", hamming(d, build(j, m, copied)), copied)


@claim(
    "BBKN13.LP.SANIT",
    Form.CONCRETE,
    over(
        sizes=sized(
            ((3, 1, HALF), (3, 3, THIRD)),
            ((3, 1, HALF), (3, 3, THIRD), (3, 4, HALF / 2)),
            ((3, 1, HALF), (3, 3, THIRD), (4, 4, HALF / 2)),
        )
    ),
    about=packing_bound,
    impostors=BOUNDS,
)
def best_sanitiser(bound: Bound, sizes: tuple[int, int, Fraction]) -> Iterator[Item]:
    """The best eps-private sanitiser with synthetic output is useful with probability at most
    e^(eps k)/(e^(eps k) + T - 1), k = ceil(2 alpha m).

    Fair: sizes = (T, m, alpha), e^eps = 2; attained for one row.
    """
    t, m, alpha = sizes
    two = Fraction(2)
    yield optimal(synthetic(t, m, alpha), two, bound(two, copies(alpha, m), t))


not_finitely_checkable(
    "BBKN13.T7.1",
    statement="Every class of finite VC dimension can be sanitised with "
    "O(log|X| VCDIM log(1/alpha)/(alpha^3 eps) + log(1/beta)/(eps alpha)) rows.",
    reason="asymptotic and cited; the concrete form is the instance for POINT",
)

USEFUL = over(t=sized((2, 3), (2, 3), (2, 3, 4)), beta=(HALF, Fraction(1, 10)))
SANITISERS = {
    "twice the eps": twice_eps(ExponentialSanitiser),
    "blind": blind(ExponentialSanitiser, lambda d: (d[0],) * len(d)),
}


@claim("BBKN13.T7.1", Form.CONCRETE, USEFUL, about=ExponentialSanitiser, impostors=SANITISERS)
def sanitiser_for_points(build: Build, t: int, beta: Fraction) -> Iterator[Item]:
    """For POINT the exponential mechanism over histograms of k = ceil(2/alpha) rows is
    eps-private, and useful but with probability beta on (4/(eps alpha))(k ln T + ln(1/beta)) rows.

    Fair: alpha = 2/3, e^eps = (3/2)^6; every database of that size; privacy for every eps, k = m.
    The proof allows every useless output an error of alpha alone, and takes sequences for
    histograms: the true failure is a hundredth.
    """
    alpha, eps = Fraction(2, 3), Epsilon(Fraction(3, 2), 6)
    k, m = synthetic_rows(alpha), enough_rows(t, alpha, beta, eps)
    useful = build(Domain.of_size(t), k, eps)
    universe = replace_one(range(t), m)
    yield accurate(useful, universe, lambda d, e: is_useful(d, e, alpha), beta, name=f"{m} rows")
    every = build(Domain.of_size(t), 3, EVERY)
    yield private(every, replace_one(range(t), 3), Guarantee.pure(EVERY), name="3 rows")


not_finitely_checkable(
    "BBKN13.T7.2",
    statement="Sanitising for POINT needs Omega((d + log(1/beta))/(eps alpha)) rows.",
    reason="asymptotic; the concrete form is the packing inequality of its proof",
)


@claim(
    "BBKN13.T7.2",
    Form.CONCRETE,
    over(
        sizes=sized(
            ((3, 1, HALF), (4, 1, THIRD), (2, 3, THIRD), (3, 3, THIRD)),
            ((3, 1, HALF), (4, 1, THIRD), (2, 3, THIRD), (3, 3, THIRD), (3, 4, HALF / 2)),
            ((3, 1, HALF), (4, 1, THIRD), (2, 3, THIRD), (4, 3, THIRD), (3, 4, HALF / 2)),
        ),
        exp_eps=(Fraction(2), Fraction(4)),
    ),
    about=packing_bound,
    impostors=BOUNDS,
)
def sanitising_needs_rows(
    bound: Bound, sizes: tuple[int, int, Fraction], exp_eps: Fraction
) -> Iterator[Item]:
    """Whatever its outputs, an eps-private mechanism answers the point functions within alpha on
    every database of m rows with probability at most e^(eps k)/(e^(eps k) + T - 1), k = ceil(2
    alpha m) (3 alpha m in print, which is weaker).

    Fair: sizes = (T, m, alpha); all mechanisms, outputs any vectors of answers; attained for one
    row, and for two points.
    """
    t, m, alpha = sizes
    k = copies(alpha, m)
    yield optimal(arbitrary(t, m, alpha), exp_eps, bound(exp_eps, k, t))


ANSWERS = over(
    vector=sized(answers(8, 3), answers(12, 3), answers(24, 3)),
    alpha=(Fraction(1, 6), Fraction(1, 4), THIRD),
)


@claim(
    "BBKN13.T7.2.disj",
    Form.PRINTED,
    ANSWERS,
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        'Section 7, proof of Theorem 7.2: "could be any arbitrary data structure", whose answers '
        "need not add up to 1",
        "the number of databases D_i whose conditions the answers satisfy",
        "1",
    ),
)
def printed_useful_outputs_are_disjoint(
    vector: tuple[Fraction, ...], alpha: Fraction
) -> Iterator[Comparison]:
    """No answers, from a synthetic database or any other data structure, satisfy the proof's
    conditions for two of the packing databases (alpha <= 1/3).

    Fair: All answers of a grid.
    """
    yield le("number", sum(is_useful_as_printed(vector, i, alpha) for i in range(3)), 1)


@claim(
    "BBKN13.T7.2.disj",
    Form.CORRECTED,
    ANSWERS,
    about=is_useful_answer,
    impostors={"closer than 2 alpha": lambda a, d, alpha: is_useful_answer(a, d, 2 * alpha)},
)
def useful_outputs_are_disjoint(
    useful: Useful, vector: tuple[Fraction, ...], alpha: Fraction
) -> Iterator[Comparison]:
    """No answers are useful for two packing databases; the proof's two conditions suffice if the
    answers are the frequencies of a synthetic database.

    Fair: All answers of a grid; m = 12; some are useful.
    """
    good = [useful(vector, packing_database(i, 12, int(36 * alpha)), alpha) for i in range(3)]
    yield le("useful", sum(good), 1)
    if sum(vector) == 1:
        two = sum(is_useful_as_printed(vector, i, alpha) for i in range(3))
        yield le("synthetic", two, 1)


@claim(
    "BBKN13.T7.2.dist",
    Form.PRINTED,
    over(m=sized(range(1, 13), range(1, 25), range(1, 49)), tenths=range(1, 61)),
    about=packing_database,
    impostors={"2 alpha m copies": lambda i, m, k: packing_database(i, m, 2 * k // 3)},
    given=lambda m, tenths: [
        le("alpha <= 1/3", tenths, 60),
        eq("3 alpha m is an integer", m * tenths % 60, 0),
    ],
)
def packing_databases_are_far_apart(
    build: Callable[[int, int, int], Database[int]], m: int, tenths: int
) -> Iterator[Comparison]:
    """D_1 and D_i differ in 3 alpha m entries, and in every answer but 3 alpha by nothing.

    Fair: alpha = tenths/180.
    """
    alpha = Fraction(tenths, 180)
    first, other = (build(i, m, int(3 * alpha * m)) for i in (0, 2))
    yield eq("entries", hamming(first, other), 3 * alpha * m)
    gaps = [frequency(other, x) - frequency(first, x) for x in range(3)]
    yield eq("answer for 1", gaps[0], -3 * alpha)
    yield eq("answer for i", gaps[2], 3 * alpha)


@claim(
    "BBKN13.TXT.s7-vc",
    Form.PRINTED,
    over(d=sized(range(2, 9), range(2, 17), range(2, 49))),
    uses=("BBKN13.T7.2",),
)
def constant_vc_dimension_is_not_enough(d: int) -> Iterator[Comparison]:
    """A class of VC dimension 1 needs a number of rows that grows with log |X|.

    Fair: VCDIM(POINT) = 1; at e^eps = 2 an output useful with probability 99/100 needs k = 2 alpha
    m > d rows to be changed, as k = d is not enough.
    """
    if d <= 5:
        yield eq("VC dimension", vc_dimension(points(2**d), 2**d), 1)
    yield lt("k = d", packing_bound(Fraction(2), d, 2**d), Fraction(99, 100))
    yield lt(
        "k = d - 8", packing_bound(Fraction(2), max(0, d - 8), 2**d), Fraction(1, 100) + HALF / d
    )


@claim(
    "BBKN13.TXT.s7-tight",
    Form.PRINTED,
    over(
        m=sized(range(1, 5), range(1, 6), range(1, 8)),
        k=sized(range(1, 5), range(1, 6), range(1, 7)),
    ),
    uses=("BBKN13.T7.1", "BBKN13.T7.2"),
)
def rows_are_linear_in_d(m: int, k: int) -> Iterator[Comparison]:
    """For POINT a number of rows linear in d is enough and necessary: some database of k rows has
    every frequency closer than 1/k, so (4/(eps alpha))(ceil(2/alpha) ln T + ln(1/beta)) rows are
    enough, and e^(eps ceil(2 alpha m)) >= (T - 1)(1 - beta)/beta is necessary.

    Fair: The rounding for every database on three points; the two numbers of rows for T = 2^(m +
    4), alpha = 1/3, beta = 1/2, e^eps = 4: one is less than 72 times the other.
    """
    outputs = list(replace_one(range(3), k).databases())
    for d in replace_one(range(3), m).databases():
        yield lt(f"{d}", min(largest_error(d, e) for e in outputs), Fraction(1, k))
    eps, points_in_all = Epsilon(Fraction(2), 2), 2 ** (m + 4)
    enough, needed = enough_rows(points_in_all, THIRD, HALF, eps), 1
    while packing_bound(eps.exp(), copies(THIRD, needed), points_in_all) < HALF:
        needed += 1
    yield le("needed", needed, enough)
    yield lt("enough", enough, 72 * needed)
