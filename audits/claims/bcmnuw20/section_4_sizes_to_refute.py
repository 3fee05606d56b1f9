"""Section 4, proof of Theorem 13: for which sizes a contradiction is needed, and is reached."""

from math import floor

from audits.claims.prelude import *
from audits.claims.bcmnuw20.section_4_lower_bound import accused_at_most

Hits = int | Fraction
Sizes = Callable[[int, int, Hits, int], bool]
"""Of m, n, t and r."""

HITS: tuple[Hits, ...] = (1, 2, 3, 4, Fraction(7, 2), 10)
"""Values of t: a number, not said to be even, nor an integer."""


def printed_sizes(m: int, n: int, t: Hits, r: int) -> bool:
    """M <= t/2 - 1, t < n + m <= r + t."""
    return 2 * m <= t - 2 and t < n + m <= r + t


def to_be_refuted(m: int, n: int, t: Hits, r: int) -> bool:
    """M < t/2, t < n + m <= r + t."""
    return 2 * m < t < n + m <= r + t


BETWEEN = "return 2 * m < t < n + m <= r + t"
WRONG[to_be_refuted] = {
    "m <= t/2 - 1": printed_sizes,
    "n + m <= r": f"{BETWEEN} => return 2 * m < t < n + m <= r",
    "n + m > t + 1": f"{BETWEEN} => return 2 * m < t and t + 1 < n + m <= r + t",
    "m <= t/2": f"{BETWEEN} => return 2 * m <= t < n + m <= r + t",
    "n + m <= r + t + 1": f"{BETWEEN} => {BETWEEN} + 1",
}


def sizes(t: Hits, r: int) -> Iterator[tuple[int, int]]:
    """All m and n up to a few more than r + t, with n + m > t."""
    grid = product(range(floor(t) + 2), range(r + floor(t) + 4))
    return ((m, n) for m, n in grid if n + m > t)


@claim(
    "BCMNUW20.T13.dichotomy",
    over(t=HITS, r=(1, 5, 12)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 4, proof of Theorem 13, m <= t/2 - 1: leaves out t/2 - 1 < m < t/2, as m = "
        "(t - 1)/2 for an odd t; with m < t/2 it is true, for then t/2 hits are m + 1 or more",
        left="whether m >= t/2 or n > r, where m <= t/2 - 1 or n + m <= r + t is false",
        right="true",
    ),
)
def what_is_left_to_refute_as_printed(t: Hits, r: int) -> Check:
    """Accuracy needs n + m > t. To show that m >= t/2 or n > r it suffices to refute m <= t/2 - 1,
    t < n + m <= r + t.

    Cases: All m, n up to r + t + 3. No size is left out for an even t; for t = 1 and r = 5 two
    private rows and no public one are.
    """
    for m, n in sizes(t, r):
        if not printed_sizes(m, n, t, r):
            yield true(f"m = {m}, n = {n}: concluded", 2 * m >= t or n > r)


@claim(
    "BCMNUW20.T13.dichotomy", over(t=HITS, r=(1, 5, 12)), form=Form.CORRECTED, about=to_be_refuted
)
def what_is_left_to_refute(refuted: Sizes, t: Hits, r: int) -> Check:
    """Accuracy needs n + m > t. To show that m >= t/2, or n > t/2 + r > r, it suffices to refute
    m < t/2, t < n + m <= r + t: there Theorem 14 applies, and t/2 hits are more than m.

    Cases: All m, n up to r + t + 3; t even, odd, and 7/2. That accuracy needs more than t rows is
    given here, not shown; it is what Omega(1/alpha^2) is about.
    """
    for m, n in sizes(t, r):
        words = f"m = {m}, n = {n}"
        if refuted(m, n, t, r):
            yield le(f"{words}: n + m <= r + t", n + m, r + t)
            yield le(f"{words}: m + 1 <= t/2, rounded up", m + 1, -floor(-Fraction(t) / 2))
        else:
            yield true(f"{words}: concluded", 2 * m >= t or n > r + Fraction(t) / 2)


@claim(
    "BCMNUW20.T13.fewest",
    over(t=(2, 4, 16, 18, 40)),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Section 4, proof of Theorem 13, last sentence: n >= 11 comes in at the end, where all "
        "sizes were to be refuted (missing: t >= 18, so that alpha is below a constant)",
        left="e/n^2 + 1/(4n)",
        right="1/(2n)",
        same_as="BCMNUW20.T13",
    ),
)
def every_size_is_refuted(t: int) -> Check:
    """If m <= t/2 - 1 and t < n + m, then the last display is a contradiction for eps = 1: A is
    not (1, 1/(4n))-private.

    Cases: The least n for each m; e bounded from below. For t = 2, m = 0 and n = 3 the display is
    1/6 <= e/9 + 1/12, which is true.
    """
    for m in range(t // 2):
        n = t + 1 - m
        yield lt(f"m = {m}, n = {n}", accused_at_most(n, exp_low(1)), Fraction(1, 2 * n))


def fewest_private_rows(t: int) -> int:
    """The least n with n + m > t for an m < t/2."""
    return t // 2 + 2


FEWEST = "return t // 2 + 2"
WRONG[fewest_private_rows] = {
    "t/2 + 1": f"{FEWEST} => return t // 2 + 1",
    "t/2 + 3": f"{FEWEST} => return t // 2 + 3",
    "t/2 rounded up": f"{FEWEST} => return (t + 1) // 2 + 2",
    "all t + 1 rows": f"{FEWEST} => return t + 1",
}


@claim("BCMNUW20.T13.fewest", over(t=range(1, 41)), form=Form.CORRECTED, about=fewest_private_rows)
def sizes_that_are_refuted(fewest: Callable[[int], int], t: int) -> Check:
    """If m < t/2 and n + m > t, then n >= t/2 + 2, t/2 rounded down, and this is attained; from
    t = 18 on, and not before, these are at least 11 rows, and the last display is a contradiction
    for eps = 1.

    Cases: All m, for t up to 40; the least n for each.
    """
    n = fewest(t)
    yield eq("the fewest private rows", n, min(t + 1 - m for m in range(t + 1) if 2 * m < t))
    if t >= 18:
        yield le("rows", 11, n)
        yield lt("contradiction", accused_at_most(n, exp_high(1)), Fraction(1, 2 * n))
    else:
        yield le("none", Fraction(1, 2 * n), accused_at_most(n, exp_low(1)))
