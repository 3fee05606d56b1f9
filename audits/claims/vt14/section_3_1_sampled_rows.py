"""Section 3.1: small databases that answer all queries nearly as well, by rows drawn of x."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.small_databases import CONJUNCTIONS, error, off_by_more, within
from reference.mechanisms.release.small_database import SampledRows, small_size

WRONG[small_size] = {
    "one row more": ".floor() + 1 => .floor() + 2",
    "one row fewer": ".floor() + 1 => .floor()",
    "one side of Hoeffding's inequality": "ln(2 * queries) => ln(queries)",
    "half the accuracy": given(small_size, alpha=lambda a: a / 2),
}


@claim(
    "VT14.ALG.BLR",
    over(queries=(1, 2, 9, 81, 1000), alpha=(HALF, Fraction(1, 3), TENTH, Fraction(1, 100))),
    form=Form.CONCRETE,
    about=small_size,
)
def the_small_size(size: Build, queries: int, alpha: Fraction) -> Check:
    """m = floor of ln(2 |Q|)/(2 alpha^2), plus 1, is the least with 2 |Q| e^(-2 m alpha^2) < 1.

    Cases: One to a thousand queries; m does, and m - 1 does not, by exponentials where the size is
    found by a logarithm.
    """
    m = size(queries, alpha)
    yield lt("m is enough", high(exp(-2 * m * alpha**2) * 2 * queries), 1)
    yield le("m - 1 is not", 1, low(exp(-2 * (m - 1) * alpha**2) * 2 * queries))


BINARY = tuple(x for n in (3, 4) for x in combinations_with_replacement(range(2), n))


def far_at_most(m: int, alpha: Fraction, queries: int) -> Fraction:
    """2 |Q| e^(-2 m alpha^2), from below."""
    return 2 * queries * exp_low(-2 * m * alpha**2)


ROWS = "rows = Dist.uniform(range(len(database)))"
DRAWS = "database[coins.draw(rows)] for _ in range(self.size)"
WRONG[SampledRows] = {
    "the first rows of x, sorted": f"[{DRAWS}] => sorted(database)[: self.size]",
    "rows drawn from the values that occur": f"{ROWS} => database = tuple({{*database}})\n"
    f"        {ROWS}",
    "rows drawn from the universe": f"{ROWS} => database = (0, 1)\n        {ROWS}",
    "one random row again and again": f"[{DRAWS}] => [database[coins.draw(rows)]] * self.size",
    "without replacement": (
        f"{ROWS} => left = []",
        (
            "database[coins.draw(rows)] => (left := left or [*database]).pop("
            "coins.draw(Dist.uniform(range(len(left)))))"
        ),
    ),
    "one row fewer": "range(self.size) => range(self.size - 1)",
}
UNIVERSE = WRONG[SampledRows]["rows drawn from the universe"]


@claim(
    "VT14.ALG.Occam",
    over(case=((4, QUARTER), (6, HALF))),
    about=UNIVERSE,
    refuted=Erratum(
        Grade.WORDING,
        "Section 3.1, proof of Theorem 3.1.1, first paragraph, in the text at hand: a random "
        "sample of m rows from the universe X; it has to be from the rows of x, whose fractions "
        "it then estimates",
        "the probability that a sample of the universe is off by more than alpha",
        "2 |Q| e^(-2 m alpha^2), or 1/2",
    ),
)
def sampled_from_the_universe(build: Build, case: tuple[int, Fraction]) -> Check:
    """A random sample of m rows from X, with replacement, is off by more than alpha on some query
    with probability at most 2^(-Omega(m alpha^2)) |Q| < 1.

    Cases: X = {0, 1}, one query, x of ones only and others; 2 |Q| e^(-2 m alpha^2) for the right
    side, or 1/2 where that is above: the sample knows nothing of x.
    """
    m, alpha = case
    bound = min(HALF, far_at_most(m, alpha, 1))
    yield accurate(build(m), these(BINARY), within(alpha), bound)


SAMPLED = ((3, Fraction(1, 3)), (5, HALF))
DRAWN = Parts(sample=SampledRows, bound=far_at_most)
WRONG[DRAWN] = {
    **{name: DRAWN.but(sample=variant) for name, variant in WRONG[SampledRows].items()},
    "a bound without the 2": DRAWN.but(bound="2 * queries => queries"),
    "2 e^(-3 m alpha^2)": DRAWN.but(bound="-2 * m => -3 * m"),
    "2 e^(-2 m alpha)": DRAWN.but(bound="alpha**2 => alpha"),
}


@claim(
    "VT14.ALG.Occam",
    over(case=sized(SAMPLED, (*SAMPLED, (6, HALF)), (*SAMPLED, (6, HALF), (8, HALF)))),
    form=Form.CORRECTED,
    about=DRAWN,
)
def sampled_from_the_rows(parts: Parts, case: tuple[int, Fraction]) -> Check:
    """Of m independent uniform rows of x, the fraction of each query is off by more than alpha
    with probability at most 2 e^(-2 m alpha^2): on all of Q but for 2 |Q| e^(-2 m alpha^2).

    Cases: X = {0, 1}, one query, three or four rows; the exact probability by binomial sums, too,
    for every alpha.  One row of two is off by just below 1/2 always, and the bound is no smaller.
    """
    m, alpha = case
    made, bound, near = parts.sample(m), parts.bound(m, alpha, 1), Fraction(49, 100)
    yield le("one row", off_by_more(1, 2, 1, near), parts.bound(1, near, 1))
    if bound < 1:
        yield accurate(made, these(BINARY), within(alpha), bound)
    for x, k in product(BINARY, range(m)):
        far = Fraction(k, 2 * m)
        off = 1 - law(made, x).probability_that(partial(within(far), x))
        yield eq(f"x = {x}, more than {far} off", off, off_by_more(sum(x), len(x), m, far))


def multisets_of(x: Rows, size: int) -> list[Rows]:
    """All databases of so many of the rows of x, repeated or not."""
    return [*combinations_with_replacement(sorted({*x}), size)]


SEARCHED = ((1, 4, 2), (2, 4, 3))
LISTED = "[*combinations_with_replacement(sorted({*x}), size)]"
WRONG[multisets_of] = {
    "the first rows of x, sorted": f"{LISTED} => [tuple(sorted(x))[:size]]",
    "one row again and again": f"{LISTED} => [(row,) * size for row in sorted({{*x}})]",
    "zeros": f"{LISTED} => [(0,) * size]",
}


@claim(
    "VT14.T3.1.1occam",
    over(case=sized(SEARCHED, (*SEARCHED, (2, 5, 4)), (*SEARCHED, (2, 6, 4)))),
    about=multisets_of,
)
def some_small_database_is_accurate(candidates: Build, case: tuple[int, int, int]) -> Check:
    """For every x there is a y in X^m, of rows of x, that answers all queries within alpha, if
    2^(-Omega(m alpha^2)) |Q| < 1, that is 2 |Q| e^(-2 m alpha^2) < 1.

    Cases: (d, n, m) = case, all conjunctions on d bits, every x of n rows; alpha as small as the
    hypothesis allows. The best y of rows of x is even as good as the best of all X^m here.
    """
    d, n, m = case
    queries = CONJUNCTIONS[d]
    alpha = high(sqrt(ln(2 * len(queries)) / (2 * m)))
    for x in combinations_with_replacement(range(2**d), n):
        best = min(error(queries, x, y) for y in candidates(x, m))
        yield le(f"x = {x}", best, alpha)
        of_all = min(error(queries, x, y) for y in multisets_of(tuple(range(2**d)), m))
        yield eq(f"x = {x}, the best", best, of_all)


TWO_ROWS = ((1, 2), (2, 2))


@claim(
    "VT14.T3.1.1occam",
    over(case=sized(TWO_ROWS, (*TWO_ROWS, (1, 3), (2, 3)), (*TWO_ROWS, (1, 4), (2, 4)))),
    form=Form.CONCRETE,
    about=SampledRows,
)
def first_moment(build: Build, case: tuple[int, int]) -> Check:
    """The probability that m random rows of x are off by more than alpha on some query is at most
    the sum over the queries of binomial tails, each at most 2 e^(-2 m alpha^2); where the sum is
    below 1 there is a good y.

    Cases: Conjunctions on d bits, (d, m) = case; every x of three rows, and 0^7 1, of which two
    rows are off by at most 1/8 with probability 49/64; alpha = 1/8, 1/4, 1/2, each tail exactly.
    """
    d, m = case
    queries = CONJUNCTIONS[d]
    rows = (*combinations_with_replacement(range(2**d), 3), (0,) * 7 + (1,))
    for alpha in (Fraction(1, 8), QUARTER, HALF):
        tails = {x: [off_by_more(sum(map(q, x)), len(x), m, alpha) for q in queries] for x in rows}
        for x in rows:
            bound = sum(tails[x], Fraction(0))
            if 0 < bound < 1:

                def near(first: Rows, second: Rows, alpha: Fraction = alpha) -> bool:
                    return error(queries, first, second) <= alpha

                words = f"x = {x}, alpha = {alpha}"
                yield accurate(build(m), these([x]), near, bound, name=words)
            top = high(exp(-2 * m * alpha**2) * 2)
            yield le(f"tails, x = {x}, alpha = {alpha}", max(tails[x]), top)
        if d == 1 and m == 2 and alpha == Fraction(1, 8):
            good = law(build(m), rows[-1]).probability_that(partial(within(alpha), rows[-1]))
            yield eq("0^7 1", good, Fraction(49, 64))
