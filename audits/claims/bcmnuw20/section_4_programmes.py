"""Section 4: the best mechanisms with private and public rows, as linear programmes."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.public_rows import (
    ERRORS,
    RELEASES,
    TWO_COLUMNS,
    TWO_ERRORS,
    WITHIN_HALF,
    Sizes,
    negative_error,
    release_bound,
)
from audits.claims.bcmnuw20.section_3_scale import LINKS
from audits.engines.optimum.problems.public_data import (
    accused_rows,
    mean_release,
    mean_squared_error,
)

EVEN, UNEVEN, THIRDS = (HALF, HALF), (QUARTER, 3 * QUARTER), (Fraction(1, 3),) * 3

ACCUSED: dict[tuple[tuple[Fraction, ...], int, int, Fraction, Fraction], Fraction] = {
    (EVEN, 1, 1, TWO, ZERO): HALF,
    (EVEN, 2, 1, TWO, ZERO): Fraction(1, 8),
    (EVEN, 2, 1, Fraction(3, 2), Fraction(1, 20)): Fraction(41, 80),
    (EVEN, 3, 1, TWO, Fraction(1, 12)): Fraction(1, 24),
    (UNEVEN, 1, 1, TWO, ZERO): Fraction(3, 8),
    (UNEVEN, 1, 0, ONE, Fraction(1, 10)): Fraction(3, 80),
    (UNEVEN, 2, 1, Fraction(3, 2), Fraction(1, 20)): Fraction(2031, 5120),
    (UNEVEN, 3, 1, TWO, Fraction(1, 12)): Fraction(3217, 36864),
    (EVEN, 1, 2, TWO, ZERO): Fraction(5, 4),
    (UNEVEN, 1, 2, Fraction(3, 2), Fraction(1, 20)): Fraction(16371, 10240),
    (UNEVEN, 2, 2, TWO, ZERO): Fraction(9, 16),
    (THIRDS, 1, 1, TWO, ZERO): Fraction(2, 3),
    (THIRDS, 2, 1, Fraction(3, 2), Fraction(1, 20)): Fraction(25, 36),
}
"""By masses, n, m, r and delta: the largest E[accused] - n r Pr[fresh row accused], from the
programme over sequences of rows, with every constraint stated, in floating point."""


BEST = ((), (0,), (1,))
"""Three answers, with the rows that are accused on each, which are as good as all four sets."""


KNOWN = "v * sum(row in rows for row in known)"
FRESH = "w * sum((masses[row]"
WRONG[accused_rows] = {
    name: wrong(accused_rows, private_row_replaced=each) for name, each in LINKS.items()
} | {
    "the mechanism does not see the public rows": (
        "split_rows(range(size), private, public) => split_rows(range(size), private, 0)",
        "u, v, w = weights => u, v, w = *weights[:2], weights[2] - public * weights[1]",
    ),
    "the fresh row is weighed once": f"{FRESH} => w / max(private, 1) * sum((masses[row]",
    "public rows are not counted": f"{KNOWN} => 0",
    "equal public rows are counted once": f"{KNOWN} => v * sum(row in rows for row in set(known))",
}


@claim(
    "BCMNUW20.LP.core",
    over(case=sized(tuple(ACCUSED), tuple(ACCUSED), tuple(ACCUSED))),
    form=Form.CONCRETE,
    about=accused_rows,
)
def accusations_programme(
    build: Build, case: tuple[tuple[Fraction, ...], int, int, Fraction, Fraction]
) -> Check:
    """The largest E[K] - n r a over all (eps, delta)-private mechanisms, K of n private and m
    public rows of a distribution accused, a the chance that a fresh row is, is that of the
    programme with an answer for each set of accused rows; no tracer of three answers on two
    points does better.

    Cases: Distributions on two and on three points, r = 1, 3/2 and 2, with and without delta.  All
    64 tracers: four sets of accused rows for each of three answers, whatever their order; one of
    them is as good as all mechanisms.
    """
    masses, n, m, r, delta = case
    weights = (ONE, ONE, n * r)
    yield exactly(build(masses, n, m, weights), r, ACCUSED[case], delta)
    if case == (UNEVEN, 1, 1, TWO, ZERO):
        sets = ((), (0,), (1,), (0, 1))
        for tracer in combinations_with_replacement(sets, 3):
            yield optimal(build(masses, n, m, weights, tracer), r, ACCUSED[case], delta)
        yield exactly(build(masses, n, m, weights, BEST), r, ACCUSED[case], delta)


ATTAINED: tuple[Sizes, ...] = ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (1, 1), (2, 1))
"""Where the closed form is the optimum at r = 2."""


@claim(
    "BCMNUW20.LP.pap1",
    over(
        sizes=sized(
            (*ATTAINED[1:], (0, 2), (3, 1), (1, 2), (2, 2), (5, 0)),
            (*ATTAINED, (0, 2), *RELEASES),
            (*ATTAINED, (0, 2), *RELEASES),
        ),
        half=(False, True),
    ),
    form=Form.CONCRETE,
    about=mean_release,
)
def one_mean(build: Build, sizes: Sizes, half: bool) -> Check:
    """The largest t such that an eps-private mechanism on n private and m public rows answers
    within alpha of the mean with probability t or more, for each of the means -1, 0 and 1.

    Cases: Answers in halves; at alpha = 1/4 each answer is good for at most one mean, at alpha =
    1/2 an answer may be off by exactly alpha, and delta = 1/4 is taken, too.  For one private row
    also without the use of symmetries.
    """
    n, m = sizes
    if not half:
        value = RELEASES.get(sizes) or release_bound(TWO, n, m)
        if n == 1 and m:
            yield exactly(replace(build(n, m, 1, QUARTER, 2, 1), symmetries=()), TWO, value)
        yield exactly(build(n, m, 1, QUARTER, 2, 1), TWO, value)
    elif not m:
        for delta in (ZERO, QUARTER):
            if (n, delta) in WITHIN_HALF:
                problem = build(n, 0, 1, HALF, 2, 1)
                yield exactly(problem, TWO, WITHIN_HALF[n, delta], delta)


@claim(
    "BCMNUW20.LP.pap2",
    over(sizes=sized(tuple(TWO_COLUMNS)[:5], tuple(TWO_COLUMNS), tuple(TWO_COLUMNS))),
    form=Form.CONCRETE,
    about=mean_release,
)
def two_means(build: Build, sizes: Sizes) -> Check:
    """The largest t such that an eps-private mechanism on n private and m public rows of two
    columns answers both means within 1/4 with probability t or more, for all means of -1, 0, 1.

    Cases: Answers -1, 0 and 1; a private row is replaced by any other, both columns at once.
    """
    yield exactly(build(*sizes, 2, QUARTER, 1, 1), TWO, TWO_COLUMNS[sizes])


SCORE = '(Score("average", tuple(terms)),),\n        sign_symmetries(columns)'
NO_SYMMETRY = f"{SCORE} => {SCORE.replace('sign_symmetries(columns)', '()')}"
MOMENT = "Fraction(0) if power % 2 else Fraction(1, power + 1)"
WRONG[negative_error] = {
    name: wrong(negative_error, mean_squared_error=each)
    for name, each in (
        {
            "odd moments are kept": wrong(
                mean_squared_error, f"{MOMENT} => Fraction(1, power + 1)", NO_SYMMETRY
            ),
            "moments from the third on are forgotten": wrong(
                mean_squared_error, f"{MOMENT} => {MOMENT.replace('% 2', '% 2 or power > 2')}"
            ),
            "the orders of public rows, from two columns on": wrong(
                mean_squared_error,
                "orders(secret) * orders(known) => "
                "orders(secret) * (orders(known) if columns == 1 else 1)",
            ),
        }
        | {
            kind: wrong(mean_squared_error, NO_SYMMETRY, private_row_replaced=links)
            for kind, links in LINKS.items()
        }
    ).items()
} | {"the mechanism does not see the public rows": given(negative_error, public=0)}


@claim(
    "BCMNUW20.LP.mse1",
    over(case=(*(("2", *case) for case in TWO_ERRORS), *(("1", *case) for case in ERRORS))),
    form=Form.CONCRETE,
    about=negative_error,
)
def least_squared_error(build: Build, case: tuple[str, int, int, int, Fraction]) -> Check:
    """The least squared error, averaged over the columns and their means, independent and uniform
    on [-1, 1], of an (eps, delta)-private mechanism on n private and m public rows.

    Cases: One column with answers in quarters, and two with answers in halves, where symmetries
    are not used.  With answers fine
    enough for the best one it is 1/3 - ((r-1)/(3 (r+1)))^2 for one private row and one column, and
    2/(3 (m+2)) for m public ones.
    """
    columns, n, m, r, delta = case
    if columns == "2":
        problem = replace(build(n, m, 2, 2), symmetries=())
        yield exactly(problem, Fraction(r), -TWO_ERRORS[n, m, r, delta], delta)
        return
    yield exactly(build(n, m, 4), Fraction(r), -ERRORS[n, m, r, delta], delta)
    if (n, m, r, delta) == next(iter(ERRORS)):
        yield exactly(build(1, 0, 9), TWO, Fraction(1, 81) - Fraction(1, 3))
        for rows, answers in ((0, 1), (1, 3), (2, 2)):
            yield exactly(build(0, rows, answers), TWO, -Fraction(2, 3 * (rows + 2)))
