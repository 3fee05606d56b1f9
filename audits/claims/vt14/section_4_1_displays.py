"""Section 4.1: a unit and two displays that do not fit what they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import ceil

from audits.claims.vocabulary import eq, lt, true
from audits.claims.vt14.laws.reconstruction import signs
from audits.engines.comparisons import Comparison
from audits.ledger import Erratum, Form, Grade, claim, over
from reference.lower_bounds.reconstruction import fit_both
from reference.lower_bounds.subset_sums import all_subsets, subset_sum

HALF = Fraction(1, 2)
ALPHA = Fraction(1, 100)
"""That of Theorem 4.1.6, as decided there."""

Unit = Callable[[Fraction, int], Fraction]
"""An error in another unit, from that of <q, x> and n."""


@claim(
    "VT14.TXT.units",
    Form.PRINTED,
    over(root=(20, 200)),
    about=lambda error, _: error,
    refuted=Erratum(
        Grade.WORDING,
        "4.1, after Corollary 4.1.3, 'at least Omega(1) additive error', and before Definition "
        "4.1.5, 'an additive error of Omega(1/sqrt(n))': the orders of the relative errors of "
        "counting queries, where the theorems have absolute ones, n/400 and alpha sqrt(n)",
        left="the ratio of the errors n/400 at 4n and n rows",
        right="1, that of errors of the order 1",
    ),
)
def orders_of_absolute_errors(build: Unit, root: int) -> Iterator[Comparison]:
    """Thus at least Omega(1) additive error is needed for privately answering all queries,
    n/400 by the corollary, and Omega(1/sqrt(n)) for some O(n) queries, alpha sqrt(n) by the next
    theorem.

    Fair: As orders: at 4n rows the first is what it is at n = root^2, and the second half of it.
    """
    yield from orders(build, root)


def orders(build: Unit, root: int) -> Iterator[Comparison]:
    """At n = root^2, and at 4n."""
    n = root * root
    all_queries = [build(Fraction(m, 400), m) for m in (n, 4 * n)]
    yield eq("all queries", all_queries[1] / all_queries[0], 1)
    some_queries = [build(ALPHA * s, s * s) for s in (root, 2 * root)]
    yield eq("O(n) queries", some_queries[1] / some_queries[0], HALF)


@claim(
    "VT14.TXT.units",
    Form.CORRECTED,
    over(root=(20, 200)),
    about=lambda error, n: error / n,
    impostors={
        "absolute errors": lambda error, _: error,
        "per person squared": lambda error, n: error / n**2,
        "the number of rows": lambda _, n: Fraction(n),
        "no error": lambda _, __: Fraction(1),
    },
)
def orders_of_relative_errors(build: Unit, root: int) -> Iterator[Comparison]:
    """A relative error of the order 1, (n/400)/n, is needed for privately answering all queries,
    and one of the order 1/sqrt(n), alpha sqrt(n)/n, for some set of O(n) queries.

    Fair: As orders: at 4n rows the first is what it is at n = root^2, and the second half of it.
    """
    yield from orders(build, root)


Limit = Callable[[Fraction, int], Fraction]
"""What |Qz|_inf is to be below, from E and sqrt(n) rounded up."""


@claim(
    "VT14.TXT.pdisc-step",
    Form.PRINTED,
    over(people=(2, 3, 4), error=(HALF, Fraction(3, 4))),
    about=lambda _, root: 2 * ALPHA * root,
    refuted=Erratum(
        Grade.WORDING,
        "4.1, before Definition 4.1.5, '2. |Qz|_inf < 2 alpha sqrt(n)': the answers are within E; "
        "alpha comes with Theorem 4.1.6",
        left="|Qz|_inf for z = x - x' and answers that fit both",
        right="2 alpha sqrt(n), or a little more",
    ),
)
def differences_as_printed(build: Limit, people: int, error: Fraction) -> Iterator[Comparison]:
    """For x and x' whose answers are within E of the same y, z = x - x' has |Qz|_inf < 2 alpha
    sqrt(n).

    Fair: All subsets of some people; alpha = 1/100, as in Theorem 4.1.6, sqrt(n) rounded up.
    """
    yield lt("|Qz|", largest_sum(people, error), build(error, 2))


def largest_sum(people: int, error: Fraction) -> int:
    """|Qz|_inf for the worst z of two databases that some answers fit, for all subsets."""
    queries = all_subsets(people)
    fitting = (z for z in signs(people) if fit_both(queries, error, z))
    return max(abs(subset_sum(q, z)) for z in fitting for q in queries)


@claim(
    "VT14.TXT.pdisc-step",
    Form.CORRECTED,
    over(people=(2, 3, 4), error=(HALF, Fraction(3, 4), Fraction(5, 4))),
    about=lambda error, _: 2 * error,
    impostors={
        "as printed": lambda _, root: 2 * ALPHA * root,
        "E": lambda error, _: error,
        "4E": lambda error, _: 4 * error,
        "2E, inclusive": lambda error, _: 2 * error + Fraction(1, 100),
    },
)
def differences(build: Limit, people: int, error: Fraction) -> Iterator[Comparison]:
    """For x and x' whose answers are within E of the same y, z = x - x' has |Qz|_inf < 2E; and it
    may be as large.

    Fair: All subsets of some people: the largest is the last whole number below 2E, if that is at
    most n.
    """
    bound = build(error, 2)
    yield eq("|Qz|", largest_sum(people, error), min(people, ceil(bound) - 1))


Suppose = Callable[[int, int], bool]
"""What is supposed of |z|_1 and n."""


@claim(
    "VT14.TXT.pdisc-not",
    Form.PRINTED,
    over(n=(50, 100, 150, 200)),
    about=lambda size, n: 100 * size > n,
    refuted=Erratum(
        Grade.WORDING,
        "4.1, before Definition 4.1.5: '|x - x'|_1 < n/100. Suppose not' is |z|_1 >= n/100, for "
        "which '> n/100' is printed, here and in the definition; so the argument gives |x - x'|_1 "
        "<= n/100, not the < of Theorem 4.1.6",
        left="whether |z|_1 < n/100 or |z|_1 > n/100",
        right="true",
    ),
)
def supposed_as_printed(build: Suppose, n: int) -> Iterator[Comparison]:
    """We want to deduce that |x - x'|_1 < n/100. Suppose not; then z = x - x' has |z|_1 > n/100.

    Fair: Every number of people that x and x' may differ in.
    """
    for size in range(n + 1):
        yield true(f"|z|_1 = {size}", 100 * size < n or build(size, n))


@claim(
    "VT14.TXT.pdisc-not",
    Form.CORRECTED,
    over(n=(50, 100, 150, 200)),
    about=lambda size, n: 100 * size > n,
    impostors={
        "at least n/100": lambda size, n: 100 * size >= n,
        "more than n/50": lambda size, n: 50 * size > n,
        "at least one": lambda size, _: size > 0,
    },
)
def supposed(build: Suppose, n: int) -> Iterator[Comparison]:
    """We want to deduce that |x - x'|_1 <= n/100, as blatant non-privacy asks for. Suppose not;
    then, and only then, |z|_1 > n/100.

    Fair: Every number of people that x and x' may differ in.
    """
    for size, far in product(range(n + 1), (False, True)):
        if far == (100 * size > n):
            yield true(f"|z|_1 = {size}", build(size, n) == far)
