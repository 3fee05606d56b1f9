"""Section 4: lower bounds with explicit constants, against the optimum over all mechanisms."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.public_rows import (
    RELEASES,
    Sizes,
    composed_delta,
    hybrid,
    negative_error,
    noisy_error,
    release_bound,
    release_bound_with_delta,
    resampled,
    squared_error_bound,
    squared_sum,
)
from audits.engines.optimum.problems.public_data import accused_rows, mean_release

ROOT = RationalFunction.r()
"""E^eps."""

ZERO = Fraction(0)
Masses = tuple[Fraction, ...]
Weights = tuple[Fraction, Fraction, Fraction]

COINS = tuple((p, 1 - p) for p in (HALF, Fraction(1, 4), Fraction(1, 10)))
MASSES = (*COINS, (Fraction(1, 3),) * 3, (HALF, Fraction(1, 3), Fraction(1, 6)))
"""Distributions of a row."""

PRIVACY = ((ONE, Fraction(1, 10)), (Fraction(3, 2), Fraction(1, 20)), (TWO, ZERO))
"""Pairs of e^eps and delta."""


def accusations(n: int, m: int, exp_eps: Fraction, delta: Fraction) -> tuple[Weights, Fraction]:
    """E[K] - n r a <= m + n delta, as weights and a bound."""
    return (ONE, ONE, n * exp_eps), m + n * delta


STATEMENT = Parts((accusations, resampled))
"""The inequality, and the multipliers that prove it for every r."""


@claim(
    "BCMNUW20.T13core",
    over(
        masses=MASSES,
        sizes=sized(((1, 0), (1, 1), (2, 1)), ((1, 0), (1, 1), (2, 1), (3, 1)), ((4, 2),)),
        privacy=PRIVACY,
    ),
    form=Form.CONCRETE,
    about=STATEMENT,
    impostors={
        "public rows are not counted": STATEMENT.but(
            0, lambda n, _m, r, delta: ((ONE, ONE, n * r), n * delta)
        ),
        "one public row is not counted": STATEMENT.but(
            0, lambda n, m, r, delta: ((ONE, ONE, n * r), max(m - 1, 0) + n * delta)
        ),
        "public rows are fresh ones, too": STATEMENT.but(
            0, lambda n, m, r, delta: ((ONE, ONE, (n + m) * r), (n + m) * delta)
        ),
        "no factor e^eps": STATEMENT.but(
            0, lambda n, _m, _r, delta: ((ONE, ZERO, Fraction(n)), n * delta)
        ),
        "one fresh row for all private ones": STATEMENT.but(
            0, lambda n, m, r, delta: ((ONE, ONE, r), m + n * delta)
        ),
        "half of delta": STATEMENT.but(
            0, lambda n, _m, r, delta: ((ONE, ZERO, n * r), n * delta / 2)
        ),
        "without delta": STATEMENT.but(0, lambda n, _m, r, _delta: ((ONE, ZERO, n * r), n * ZERO)),
        "the multiplier of one row for all equal ones": STATEMENT.but(
            1, lambda chance, _copies, mass: chance * mass
        ),
        "the mass of the fresh row is left out": STATEMENT.but(
            1, lambda chance, copies, _mass: chance * copies
        ),
    },
)
def accused_private_rows(
    build: Parts, masses: Masses, sizes: Sizes, privacy: tuple[Fraction, Fraction]
) -> Check:
    """E[K] <= m + n (r a + delta): of n private and m public rows of a distribution K are accused
    by a tracer that knows the answer of an (eps, delta)-private mechanism, a fresh row with
    probability a.  Of the private rows alone at most n (r a + delta (1 - c)) are, c the sum of the
    squared masses, for every r >= 1.

    Fair: Every mechanism, every set of answers and every tracer, by an answer for each set of
    accused rows: at the r and delta of the list by a dual that the kernel checks, and for every r
    by the multipliers of the hybrid argument, whose sum and signs are computed.  The second bound
    is attained at r = 1, n = 1.
    """
    (n, m), (r, delta) = sizes, privacy
    weights, bound = build(0, n, m, r, delta)
    yield optimal(accused_rows(masses, n, m, weights), r, bound, delta)
    sharp = n * delta * (1 - sum(p * p for p in masses))
    private = accused_rows(masses, n, m, (ONE, ZERO, n * r))
    yield optimal(private, r, sharp, delta)
    if r == 1 and n == 1:
        yield exactly(private, r, sharp, delta)
    if delta == 0:
        proof = hybrid(masses, n, m, lambda *given: build(1, *given))
        yield eq("sum", proof.total, n * (1 - sum(p * p for p in masses)))
        for constant, slope in sorted(set(proof.left)):
            yield le("a probability", 0, ROOT * slope + constant)


Bound = Callable[[Fraction, int, int, Fraction, int], Fraction]


def _bracket(squares: Callable[[Fraction, int, int, int], tuple[Fraction, ...]]) -> Bound:
    """The bound with these terms, each squared, in the bracket."""

    def bound(
        exp_eps: Fraction, private: int, public: int, delta: Fraction, columns: int
    ) -> Fraction:
        gain = max(Fraction(2, 3) - 8 * private * delta, ZERO)
        return gain**2 / squared_sum(*squares(exp_eps, private, public, columns))

    return bound


PRIOR = Fraction(4, 3)
"""The square of 2/sqrt 3."""

Shape = tuple[int, int, int]
"""Private rows, public rows and columns."""


@claim(
    "BCMNUW20.T13star",
    over(
        shape=sized(
            ((0, 0, 1), (2, 0, 1), (1, 1, 1), (0, 2, 1), (0, 17, 1), (1, 0, 2)),
            ((0, 0, 1), (1, 0, 1), (5, 0, 1), (2, 1, 1), (0, 17, 1), (2, 0, 2), (1, 1, 2)),
            ((0, 0, 1), (1, 0, 1), (7, 0, 1), (4, 2, 1), (0, 30, 1), (3, 0, 2), (1, 0, 3)),
        ),
        r=sized((ONE, TWO), (ONE, Fraction(11, 10), TWO), (ONE, Fraction(11, 10), TWO)),
        delta=(ZERO, Fraction(1, 40)),
    ),
    form=Form.CONCRETE,
    about=squared_error_bound,
    impostors={
        "public rows are for nothing": _bracket(
            lambda r, n, _, p: (PRIOR, (n * (r - 1)) ** 2 / p)
        ),
        "private rows are for nothing": _bracket(
            lambda _r, _n, m, _p: (PRIOR, Fraction(2 * m, 3))
        ),
        "1/sqrt 3 for 2/sqrt 3": _bracket(
            lambda r, n, m, p: (PRIOR / 4, (n * (r - 1)) ** 2 / p, Fraction(2 * m, 3))
        ),
        "the mean is the constant 1": lambda r, n, m, delta, p: (
            squared_error_bound(r, n, m, delta, p) * Fraction(9, 4)
        ),
        "the variance of a public row is 2/9": _bracket(
            lambda r, n, m, p: (PRIOR, (n * (r - 1)) ** 2 / p, Fraction(2 * m, 9))
        ),
        "sqrt(m/3) for sqrt(2m/3)": _bracket(
            lambda r, n, m, p: (PRIOR, (n * (r - 1)) ** 2 / p, Fraction(m, 3))
        ),
        "p for sqrt p": _bracket(
            lambda r, n, m, p: (PRIOR, (n * (r - 1) / p) ** 2, Fraction(2 * m, 3))
        ),
        "without delta": lambda r, n, m, _delta, p: squared_error_bound(r, n, m, ZERO, p),
    },
)
def squared_error_of_private_mechanisms(
    bound: Bound, shape: Shape, r: Fraction, delta: Fraction
) -> Check:
    """2/3 - 8 n delta <= L (2/sqrt 3 + n (r - 1)/sqrt p + sqrt(2m/3)) for the root L of the
    average squared error of a column, of any (eps, delta)-private mechanism on n private and m
    public rows of p columns, their means independent and uniform on [-1, 1].

    Fair: All mechanisms, one column with answers in quarters, or in 1/(m+2) for n = 0, where the
    best are, and two with answers in halves.  At r = 1, m = 0, delta = 0 it is an equality: 1/3,
    the variance of the mean.  Without private rows one r is enough.  For p = 1600 and n = 5000 an
    upper bound on the least error: geometric noise on all counts, its delta exactly.  The
    constants 1 of n (r - 1)/sqrt p and 8 of n delta are larger than all this asks for: that they
    have to be so large is not tested.
    """
    n, m, p = shape
    least = bound(r, n, m, delta, p)
    problem = negative_error(n, m, m + 2 if not n else 4 if p == 1 else 2, p)
    if least > 0 and (n or r == 1):
        yield optimal(problem, r, -least, delta)
    if r == 1 and m == 0 and delta == 0:
        yield exactly(problem, r, -least)
    if (shape, r, delta) == ((0, 0, 1), ONE, ZERO):
        columns, rows, root, loss = 1600, 5000, Fraction(501, 500), Fraction(7, 5)
        kept = Fraction(1, 10**6)
        yield le("the delta of noisy counts", composed_delta(columns, root, loss), kept)
        least = bound(loss, rows, 0, kept, columns)
        yield le("noisy counts", least, noisy_error(rows, root))


WHERE_ATTAINED: tuple[tuple[Sizes, Fraction], ...] = (
    *(((n, 0), ONE) for n in range(4)),
    ((0, 1), ONE),
    ((1, 1), ONE),
    ((2, 1), ONE),
    ((1, 2), Fraction(3)),
    ((2, 2), Fraction(6)),
)
"""Numbers of rows, and the r from which on the bound is attained."""


def rows_as_public(exp_eps: Any, private: int, public: int) -> Any:
    """Private rows hide nothing, so that the bound is too large."""
    return release_bound(exp_eps, 0, private + public) + (exp_eps - exp_eps)


BOUNDS = Parts((release_bound, release_bound_with_delta))


@claim(
    "BCMNUW20.T13.LP",
    over(
        sizes=sized(
            (*(sizes for sizes, _ in WHERE_ATTAINED), (3, 1), (5, 0)),
            (*(sizes for sizes, _ in WHERE_ATTAINED), *RELEASES),
            (*(sizes for sizes, _ in WHERE_ATTAINED), *RELEASES, (8, 1), (6, 2)),
        )
    ),
    form=Form.CONCRETE,
    about=BOUNDS,
    impostors={
        "a public row is nothing": BOUNDS.but(0, lambda r, n, _m: release_bound(r, n, 0)),
        "a private row is a public one": BOUNDS.but(0, rows_as_public),
        "a private row is nothing": BOUNDS.but(0, lambda r, _n, m: release_bound(r, 0, m) + r - r),
        "twice eps": BOUNDS.but(0, lambda r, n, m: release_bound(r * r, n, m)),
        "without delta": BOUNDS.but(1, lambda r, n, m, _delta: release_bound(r, n, m)),
        "half of delta": BOUNDS.but(
            1, lambda r, n, m, delta: release_bound_with_delta(r, n, m, delta / 2)
        ),
    },
)
def best_release_of_a_mean(bounds: Parts, sizes: Sizes) -> Check:
    """No eps-private mechanism on n private and m public rows finds a mean of -1, 0 or 1 within
    1/4 with probability above 1/(1 + 2^(1-m) ((1 + 1/r)/2)^n): a private row is worth
    log2(2r/(r+1)) public ones.  For r >= r_0 it is attained, with r_0 = 1 for m = 0, n <= 3, and
    for m = 1, n <= 2, r_0 = 3 for n = 1, m = 2, and r_0 <= 6 for n = 2, m = 2.

    Fair: All mechanisms, answers in halves; at r = 1, 3/2 and 4, and where it is attained at every
    r of the half line at once; with delta = 1/20, where the bound is the least of n + 1.  For
    n = 1, m = 2 the optimum is (r + 3)/(r + 5) from 1 to 3, which is less in between, by (r - 1)
    (3 - r)/((5r + 1)(r + 5)); whether 6 is the least r_0 for n = 2, m = 2 is left open.
    """
    n, m = sizes
    problem = mean_release(n, m)
    attained = dict(WHERE_ATTAINED).get(sizes)
    if attained is not None:
        yield exactly_between(problem, attained, None, bounds(0, ROOT, n, m))
    if sizes == (1, 2):
        below = (ROOT + 3) / (ROOT + 5)
        yield exactly_between(problem, ONE, Fraction(3), below)
        missing = (ROOT - 1) * (3 - ROOT) / ((5 * ROOT + 1) * (ROOT + 5))
        yield eq("what is missing from 1 to 3", release_bound(ROOT, n, m) - below, missing)
    for r in (ONE, Fraction(3, 2), Fraction(4)):
        yield optimal(problem, r, bounds(0, r, n, m))
        if n:
            yield optimal(problem, r, bounds(1, r, n, m, Fraction(1, 20)), Fraction(1, 20))
