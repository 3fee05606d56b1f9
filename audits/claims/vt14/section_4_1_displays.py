"""Section 4.1: two displays before Definition 4.1.5."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.reconstruction import signs
from reference.lower_bounds.discrepancy import Matrix, largest_entry, partial_discrepancy
from reference.lower_bounds.reconstruction import fit_both
from reference.lower_bounds.subset_sums import all_subsets, subset_sum

ALPHA = Fraction(1, 100)
"""That of Theorem 4.1.6, as decided there."""


def two_alpha_root(error: Fraction, root: int) -> Fraction:
    """What |Qz|_inf is to be below, in print: 2 alpha sqrt(n), rounded up."""
    del error
    return 2 * ALPHA * root


def two_errors(error: Fraction, root: int) -> Fraction:
    """2E."""
    del root
    return 2 * error


WRONG[two_errors] = {
    "as printed": two_alpha_root,
    "E": "return 2 * error => return error",
    "4E": "return 2 * error => return 4 * error",
    "2E, inclusive": "return 2 * error => return 2 * error + Fraction(1, 100)",
}


@claim(
    "VT14.TXT.pdisc-step",
    over(people=(2, 3, 4), error=(HALF, Fraction(3, 4))),
    about=two_alpha_root,
    refuted=Erratum(
        Grade.WORDING,
        "4.1, before Definition 4.1.5, '2. |Qz|_inf < 2 alpha sqrt(n)': the answers are within E; "
        "alpha comes with Theorem 4.1.6",
        left="|Qz|_inf for z = x - x' and answers that fit both",
        right="2 alpha sqrt(n), or a little more",
    ),
)
def differences_as_printed(build: Build, people: int, error: Fraction) -> Check:
    """For x and x' whose answers are within E of the same y, z = x - x' has |Qz|_inf < 2 alpha
    sqrt(n).

    Cases: All subsets of some people; alpha = 1/100, as in Theorem 4.1.6, sqrt(n) rounded up.
    """
    yield lt("|Qz|", largest_sum(people, error), build(error, 2))


def largest_sum(people: int, error: Fraction) -> int:
    """|Qz|_inf for the worst z of two databases that some answers fit, for all subsets."""
    queries = all_subsets(people)
    fitting = (z for z in signs(people) if fit_both(queries, error, z))
    return max(abs(subset_sum(q, z)) for z in fitting for q in queries)


@claim(
    "VT14.TXT.pdisc-step",
    over(people=(2, 3, 4), error=(HALF, Fraction(3, 4), Fraction(5, 4))),
    form=Form.CORRECTED,
    about=two_errors,
)
def differences(build: Build, people: int, error: Fraction) -> Check:
    """For x and x' whose answers are within E of the same y, z = x - x' has |Qz|_inf < 2E; and it
    may be as large.

    Cases: All subsets of some people: the largest is the last whole number below 2E, if that is at
    most n.
    """
    yield eq("|Qz|", largest_sum(people, error), min(people, ceil(build(error, 2)) - 1))


def more_than_a_hundredth(size: int, n: int) -> bool:
    """What is supposed of |z|_1 and n."""
    return 100 * size > n


@claim(
    "VT14.TXT.pdisc-not",
    over(n=(50, 100, 150, 200)),
    about=more_than_a_hundredth,
    refuted=Erratum(
        Grade.WORDING,
        "4.1, before Definition 4.1.5: '|x - x'|_1 < n/100. Suppose not' is |z|_1 >= n/100, for "
        "which '> n/100' is printed, here and in the definition; so the argument gives |x - x'|_1 "
        "<= n/100, not the < of Theorem 4.1.6",
        left="whether |z|_1 < n/100 or |z|_1 > n/100",
        right="true",
    ),
)
def supposed_as_printed(build: Build, n: int) -> Check:
    """We want to deduce that |x - x'|_1 < n/100. Suppose not; then z = x - x' has |z|_1 > n/100.

    Cases: Every number of people that x and x' may differ in.
    """
    for size in range(n + 1):
        yield true(f"|z|_1 = {size}", 100 * size < n or build(size, n))


POWERS = ((1, 3, 9, 27),)
"""One query, of which more entries of z give larger sums, whatever their signs."""

PAIRS = tuple(q for q in all_subsets(4) if sum(q) == 2)


@claim(
    "VT14.TXT.pdisc-not",
    over(case=((PAIRS, HALF), (POWERS, QUARTER), (POWERS, HALF), (POWERS, Fraction(3, 4)))),
    form=Form.CORRECTED,
    about=partial_discrepancy,
    uses=("VT14.TXT.pdisc-bnp",),
)
def supposed(build: Build, case: tuple[Matrix, Fraction]) -> Check:
    """We want to deduce that |x - x'|_1 <= n/100, as blatant non-privacy asks for: with PDisc(Q)
    over |z|_1 > n/100, |Qz|_inf < PDisc(Q) gives that, and not |x - x'|_1 < n/100.

    Cases: 1/100 is a share of 1/4, 1/2 or 3/4 of four people; the largest |z|_1 of all z with
    |Qz|_inf < PDisc(Q) is this share of them.
    """
    queries, share = case
    least = build(queries, share)
    near = (z for z in signs(4) if largest_entry(queries, z) < least)
    largest = max((sum(map(abs, z)) for z in near), default=0)
    yield eq("the largest |z|_1", largest, 4 * share)
