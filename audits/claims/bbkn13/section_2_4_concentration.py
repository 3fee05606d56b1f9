"""Section 2.4: Chernoff bounds."""

from audits.claims.prelude import *
from audits.claims.bbkn13.words import *

TRIALS = ranges(1, 13, 25, 41)
SUMS = over(box(n=TRIALS, p=between(0, 1, low_in=False, high_in=False)))


def upper_bound(n: int, p: Fraction, x: Fraction) -> Fraction:
    """exp(-mu x^2/3), rounded down."""
    return exp_low(-n * p * x * x / 3)


def lower_bound(n: int, p: Fraction, x: Fraction) -> Fraction:
    """exp(-mu x^2/2), rounded down."""
    return exp_low(-n * p * x * x / 2)


def both_bounds(n: int, p: Fraction, x: Fraction) -> Fraction:
    """2 exp(-2 x^2/n), rounded down."""
    del p
    return 2 * exp_low(-2 * x * x / n)


WRONG[upper_bound] = {"without the 3": " / 3) => )"}
WRONG[lower_bound] = {"2 in place of 1/2": "x * x / 2 => x * x * 2"}
WRONG[both_bounds] = {
    "one tail for both": "return 2 * => return",
    "8 in place of 2": "-2 * x => -8 * x",
}


@claim("BBKN13.CH.1", SUMS, about=upper_bound)
def multiplicative_upper_tail(bound: Build, n: int, p: Fraction) -> Check:
    """Pr[S >= (1+x) mu] <= exp(-mu x^2/3) for 0 < x <= 1, S ~ Bin(n, p), mu = pn.

    Cases: Exact binomial tails at all thresholds k = (1+x) mu that S can reach, and rational lower
    bounds of exp.
    """
    for k in range(n + 1):
        x = k / (n * p) - 1
        if 0 < x <= 1:
            yield chance(f"k = {k}", binomial_range(n, p, k, n), bound(n, p, x))


@claim("BBKN13.CH.2", SUMS, about=lower_bound)
def multiplicative_lower_tail(bound: Build, n: int, p: Fraction) -> Check:
    """Pr[S <= (1-x) mu] <= exp(-mu x^2/2) for 0 < x <= 1, S ~ Bin(n, p), mu = pn.

    Cases: Exact binomial tails at all thresholds k = (1-x) mu, and rational lower bounds of exp.
    """
    for k in range(n + 1):
        x = 1 - k / (n * p)
        if 0 < x <= 1:
            yield chance(f"k = {k}", binomial_range(n, p, 0, k), bound(n, p, x))


def _two_tails(bound: Build, n: int, p: Fraction, most: Fraction | int) -> Iterator[Comparison]:
    for x in sorted({abs(k - n * p) for k in range(n + 1)}):
        if 0 < x <= most:
            outside = sum(
                (binomial_mass(n, j, p) for j in range(n + 1) if abs(j - n * p) >= x), Fraction(0)
            )
            yield chance(f"x = {x}", outside, bound(n, p, x))


@claim("BBKN13.CH.3", SUMS, about=both_bounds)
def additive_tails(bound: Build, n: int, p: Fraction) -> Check:
    """Pr[|S - mu| >= x] <= 2 exp(-2 x^2/n) for 0 < x <= 1, S ~ Bin(n, p), mu = pn.

    Cases: x at every distance |k - mu| of the range; from n = 3 on the bound is above 1 on all of
    it.
    """
    yield from _two_tails(bound, n, p, 1)


@claim("BBKN13.CH.3", SUMS, form=Form.CONCRETE, about=both_bounds)
def additive_tails_at_every_distance(bound: Build, n: int, p: Fraction) -> Check:
    """Pr[|S - mu| >= x] <= 2 exp(-2 x^2/n) for every x > 0, as the proof of Theorem 5.4 uses it.

    Cases: x at every distance |k - mu| that occurs.
    """
    yield from _two_tails(bound, n, p, n)


UNIT = between(0, 1, low_in=False)


@claim(
    "BBKN13.CH.3.range",
    over(box(alpha=UNIT, beta=UNIT)),
    refuted=Erratum(
        Grade.WORDING,
        'Section 2.4, "For every 0 < delta <= 1", of the third inequality, too: it is true for '
        "every delta > 0, and the proof of Theorem 5.4 uses it for larger ones",
        "2 ln(12/beta)/alpha, less than the deviation s alpha' of the number of errors",
        "1",
    ),
)
def deviations_that_are_used(alpha: Fraction, beta: Fraction) -> Check:
    """The third inequality, for 0 < delta <= 1, gives Pr[|Q - E[Q]| >= alpha'] <= 2 exp(-2 s
    alpha'^2) for the empirical error Q on s > 8 ln(12/beta)/alpha^2 examples, alpha' = alpha/4:
    the number s Q of errors deviates by s alpha' <= 1.

    Cases: Every alpha and beta.
    """
    yield le("s alpha'", low(ln(12 / beta)) * 2 / alpha, 1)


@claim(
    "BBKN13.CH.3.range",
    over(
        n=sized((8, 24), (8, 24, 60), (8, 24, 60, 120)),
        p=(HALF, Fraction(1, 3), TENTH),
        part=(QUARTER, Fraction(1, 3), HALF),
    ),
    form=Form.CORRECTED,
    about=both_bounds,
)
def deviations_above_one(bound: Build, n: int, p: Fraction, part: Fraction) -> Check:
    """Pr[|S - mu| >= n a] <= 2 exp(-2 n a^2), for n a > 1, too.

    Cases: Exact binomial tails.
    """
    inside = (k for k in range(n + 1) if abs(k - n * p) < n * part)
    outside = 1 - sum((binomial_mass(n, k, p) for k in inside), Fraction(0))
    yield chance(f"a = {part}", outside, bound(n, p, n * part))
