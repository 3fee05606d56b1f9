"""Section 4.3: lower bounds for pure privacy by packings."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.packing import answered
from audits.claims.vt14.section_4_3_packing import GENERAL
from audits.engines.optimum.problems.histograms import named_databases
from reference.lower_bounds.query_packing import (
    Histogram,
    Queries,
    column_sum_queries,
    identical_rows,
    least_gap,
    success_bound,
)

ROOT = RationalFunction.r()
"""E^eps."""

NEAR_ONE, THIRD = Fraction(9, 8), Fraction(1, 3)

SINGLE = tuple(tuple(int(i == j) for j in range(3)) for i in range(3))
"""How many rows of each of three types."""

Case = tuple[Queries, int, Fraction]
"""Queries, s copies of each type of rows, and an e^eps up to which a bound is attained."""

CASES: tuple[Case, ...] = (
    (column_sum_queries(2), 1, TWO),
    (SINGLE, 1, Fraction(3, 2)),
    (SINGLE, 2, Fraction(6, 5)),
    (column_sum_queries(2), 2, Fraction(7, 5)),
)


def from_nothing(exp_eps: Any, rows: int, databases: int) -> Any:
    """E^(eps s)/l: the databases are named on the empty one."""
    return success_bound(exp_eps, (rows,) * databases)


WRONG[from_nothing] = {
    "the distances are 2 s, as in print": given(from_nothing, rows=lambda s: 2 * s),
    "one of them is on the spot": "(rows,) * databases => (0, *(2 * rows,) * (databases - 1))",
    "a row less": given(from_nothing, rows=lambda s: s - 1),
    "a row more": given(from_nothing, rows=lambda s: s + 1),
    "a database less": given(from_nothing, databases=lambda count: count - 1),
    "a database more": given(from_nothing, databases=lambda count: count + 1),
    "privacy is nothing": given(from_nothing, exp_eps=lambda r: r**0),
    "twice the chance": "return success_bound => return 2 * success_bound",
}


@claim(
    "VT14.L4.3.1",
    over(case=((column_sum_queries(2), 1, NEAR_ONE),)),
    refuted=Erratum(
        Grade.WORDING,
        "4.3, Lemma 4.3.1, the display: > R/2 for >= R/2, as the proof has it and the remark that "
        "the error is at least R/2; the same in 'we see that Error(Q) > R/2 = k/2' below",
        left="on the worst of the databases x_i, the chance of an error of at most R/2",
        right="1/2, under which it should be: all answers 1/2 are always within R/2 = 1/2",
    ),
)
def errors_above_half_of_the_gap(case: Case) -> Check:
    """If |x_i|_1 <= s, |Q x_i - Q x_j|_inf >= R for i != j, and l > 2 e^(2 eps s), then for any
    eps-private mechanism there is an i with Pr[|M(x_i) - Q x_i|_inf > R/2] > 1/2.

    Cases: One instance, l = 4 rows of two bits; all mechanisms.
    """
    queries, s, r = case
    named = identical_rows(len(queries[0]), s)
    yield lt("l > 2 e^(2 eps s)", 2 * r ** (2 * s), len(named))
    gap = least_gap(queries, named)
    yield optimal(answered(queries, named, Fraction(gap, 2)), r, HALF)


@claim(
    "VT14.L4.3.1",
    over(case=sized(CASES, CASES, (*CASES, (column_sum_queries(3), 1, Fraction(3, 2))))),
    form=Form.CORRECTED,
    about=from_nothing,
)
def errors_of_half_of_the_gap(bound: Build, case: Case) -> Check:
    """If |x_i|_1 <= s for vectors x_i of whole counts, |Q x_i - Q x_j|_inf >= R for i != j, and
    l > 2 e^(eps s), then for any eps-private mechanism there is an i with Pr[|M(x_i) - Q
    x_i|_inf >= R/2] > 1/2: errors below R/2 have on some x_i a chance of at most e^(eps s)/l.

    Cases: In print l > 2 e^(2 eps s) is asked for, as x_1 is compared with x_i (at a distance
    of 2s at most, not below 2s); the empty database is at a distance of s from each.  All
    mechanisms on all histograms of at most s rows, for s copies of each type; the chance is
    attained from e^eps = 1 up to the number of the case, so that a larger one would be needed
    for no l.  (For real counts, as in print, see TXT.packing-real.)
    """
    queries, s, top = case
    named = identical_rows(len(queries[0]), s)
    gap, count = least_gap(queries, named), len(named)
    for x in named:
        yield eq("rows", sum(x), s)
    below = Fraction(gap - 1, 2)
    yield exactly_between(answered(queries, named, below), ONE, top, bound(ROOT, s, count))
    for r in (top, (1 + top) / 2):
        if count > 2 * r**s:
            yield lt(f"at e^eps = {r}", bound(r, s, count), HALF)
    yield eq("at l = 2 e^(eps s)", bound(TWO, s, 2 * 2**s), HALF)


@claim(
    "VT14.TXT.colsum",
    over(columns=range(1, 9)),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "4.3, Instantiating the above framework",
        left="2 e^(2 eps s) for eps = 1/4 and s = k = 1, 2 and 3",
        right="l = 2^k, which should be larger: k >= 4 is needed",
    ),
)
def framework_for_column_sums(columns: int) -> Check:
    """We can take eps = 1/4 and l = 2^k > 2 e^(2 eps s) with s = R = k for the k column sums on k
    identical rows.

    Cases: k from 1 to 8.
    """
    yield lt("2 e^(2 eps s) < l", 2 * exp_high(Fraction(columns, 2)), 2**columns)


def of_replaced_rows(exp_eps: Any, columns: int) -> Any:
    """1/(1 + (2^k - 1) e^(-eps k)): k rows are replaced."""
    return success_bound(exp_eps, (0, *(columns,) * (2**columns - 1)))


COLUMN_SUMS = Parts(histograms=from_nothing, replaced=of_replaced_rows)
STEPS = "(0, *(columns,) * (2**columns - 1))"
WRONG[COLUMN_SUMS] = {
    "distance s for 2 s: half of the rows replaced": COLUMN_SUMS.but(
        replaced=f"{STEPS} => (0, *(columns // 2,) * (2**columns - 1))"
    ),
    "the sum includes i = 1 twice": COLUMN_SUMS.but(
        replaced=f"{STEPS} => (0, *(columns,) * 2**columns)"
    ),
    "k databases": COLUMN_SUMS.but(replaced=f"{STEPS} => (0, *(columns,) * (columns - 1))"),
    "no database on the spot": COLUMN_SUMS.but(replaced=f"{STEPS} => (columns,) * 2**columns"),
    "2 k steps": COLUMN_SUMS.but(replaced=f"{STEPS} => (0, *(2 * columns,) * (2**columns - 1))"),
    "histograms: 2 k steps": COLUMN_SUMS.but(histograms=given(from_nothing, rows=lambda s: 2 * s)),
    "histograms: half": COLUMN_SUMS.but(
        histograms="return success_bound => return HALF * success_bound"
    ),
    "histograms: k databases": COLUMN_SUMS.but(histograms="(rows,) * databases => (rows,) * rows"),
}


@claim(
    "VT14.TXT.colsum",
    over(columns=sized((2,), (2,), (2, 3))),
    form=Form.CONCRETE,
    about=COLUMN_SUMS,
    clause="few columns",
)
def error_of_few_column_sums(parts: Parts, columns: int) -> Check:
    """Of eps-private answers to k column sums on the 2^k databases of k identical rows, errors
    below k/2 have a chance of at most e^(eps k)/2^k if rows come and go, and of 1/(1 + (2^k - 1)
    e^(-eps k)) if they are replaced.  The answers (k/2, ..., k/2) are never off by more on them.

    Cases: For k = 2 all mechanisms, on all databases of two rows or fewer, for a range of e^eps
    where both bounds are attained.  "Error > k/2" does not follow from the lemma on these
    databases.
    """
    k = columns
    queries, named = column_sum_queries(k), identical_rows(2**k, k)
    below = answered(queries, named, Fraction(k - 1, 2))
    same = [(j,) * k for j in range(2**k)]
    replaced = named_databases(replace_one(range(2**k), k), same)
    if k == 2:
        yield exactly_between(below, ONE, Fraction(7, 5), parts.histograms(ROOT, k, 2**k))
        yield exactly_between(replaced, ONE, TWO, parts.replaced(ROOT, k))
    yield exactly(replaced, TWO, parts.replaced(TWO, k))
    yield exactly(answered(queries, named, Fraction(k, 2)), NEAR_ONE, ONE)


@claim(
    "VT14.TXT.colsum",
    over(columns=sized((4, 5, 9), range(4, 12), range(4, 20))),
    form=Form.CONCRETE,
    about=COLUMN_SUMS,
    clause="more columns",
)
def error_of_column_sums(parts: Parts, columns: int) -> Check:
    """So for k >= 4 and eps = 1/4 they have an error of k/2 or more with probability above 1/2 on
    some of them.

    Cases: The two numbers, and the condition in print.
    """
    k = columns
    quarter = exp_high(QUARTER)
    yield lt("2 e^(2 eps s) < l", 2 * exp_high(Fraction(k, 2)), 2**k)
    yield lt("rows come and go", parts.histograms(quarter, k, 2**k), HALF)
    yield lt("rows are replaced", parts.replaced(quarter, k), HALF)
    yield eq("e^(eps k)/2^k", parts.histograms(TWO, k, 2**k), 1)
    yield eq("1/(1 + (2^k - 1)/2^k)", parts.replaced(TWO, k) * (2 ** (k + 1) - 1), 2**k)


not_finitely_checkable(
    "VT14.TXT.pure-general",
    statement="By choosing a suitable Q and collection of vectors, one can prove a lower bound of "
    "sqrt(k log(|X|/k)) on the error of eps-private answers to k counting queries.",
    reason="no constant, eps or range of k is named, and neither the queries nor the databases; "
    "the concrete form is decided",
)

Instance = tuple[int, tuple[int, ...], Fraction]
"""Levels, masks of the queries, and eps."""


def gap_of_copies(parts: Parts, instance: Instance) -> tuple[int, int, tuple[Histogram, ...]]:
    """R, the copies, and the databases with these copies of one point each."""
    levels, masks, eps = instance
    sets = parts.sets(2**levels, 1)
    copies = parts.most(exp_high(eps), 1, len(sets))
    databases = parts.copies(sets, 2**levels, copies)
    return least_gap(parts.queries(levels, masks), databases), copies, databases


@claim(
    "VT14.TXT.pure-general",
    over(
        instance=sized(
            ((3, (1, 2, 4), THIRD), (4, (1, 2, 4, 8), THIRD)),
            ((3, (1, 2, 4), THIRD), (5, (1, 2, 4, 8, 16), THIRD)),
            ((3, tuple(range(1, 8)), THIRD), (6, (1, 2, 4, 8, 16, 32), THIRD)),
        )
    ),
    form=Form.CONCRETE,
    about=GENERAL,
)
def order_of_the_general_bound(parts: Parts, instance: Instance) -> Check:
    """For k queries whose values are the signs of the k bits of N = 2^k points, eps-private
    answers need an error of c, with c the largest number of copies with N > 2 e^(2 eps c):
    that is of k at a constant eps, as ((k - 1) ln 2)/(2 eps) < c + 1, and above sqrt(k ln(N/k))
    at eps = 1/3 on these instances.

    Cases: All mechanisms on histograms of one row at most, for c = 1: there the success with
    errors below 1 is r/N, up to r = 3/2; for more copies by the lemma.  The notes' bound is for k
    much smaller than N, too: that is not reached.
    """
    levels, masks, eps = instance
    gap, copies, databases = gap_of_copies(parts, instance)
    points = 2**levels
    yield eq("R = 2 c", gap, 2 * copies)
    yield eq("databases", len(databases), points)
    yield lt("hypothesis", 2 * exp_high(2 * eps * copies), points)
    most = ((ln(exact(points)) - ln(exact(2))) / (2 * eps)).floor()
    yield eq("(k - 1) ln 2/(2 eps), rounded down", copies, most)
    bound = sqrt(ln(Fraction(points, len(masks))) * len(masks))
    yield le("sqrt(k ln(N/k)) <= R/2", high(bound), Fraction(gap, 2))
    if levels == 3:
        queries = parts.queries(levels, masks)
        one = parts.copies(parts.sets(points, 1), points, 1)
        for r in (NEAR_ONE, Fraction(3, 2)):
            yield exactly(answered(queries, one, HALF), r, r / points)
