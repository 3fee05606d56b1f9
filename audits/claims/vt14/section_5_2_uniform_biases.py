"""Section 5.2: the code of Tardos with biases that are uniform in (0, 1)."""

from math import factorial

from audits.claims.prelude import *
from audits.claims.vt14.section_5_2_tardos import HIGH, LOW, slope
from reference.lower_bounds.tardos_code import (
    Strategy,
    beta,
    column_score,
    pure_strategies,
    steep_score,
    uniform_column,
    uniform_score,
)


def pirates_score(strategy: Strategy) -> Fraction:
    """In a column of uniform bias, expected, with the score (x - p)/(p (1 - p))."""
    return uniform_score(strategy, steep=True)


STEEP = "uniform_score(strategy, steep=True)"
WRONG[pirates_score] = {
    "x - p": "steep=True => steep=False",
    "p = 1/2": f"{STEEP} => column_score(strategy, HALF, steep_score)",
    "half the score": f"{STEEP} => {STEEP} / 2",
}


@claim(
    "VT14.TXT.uniform-p",
    over(pirates=sized(range(1, 9), range(1, 11), range(1, 13))),
    form=Form.CONCRETE,
    about=pirates_score,
)
def uniform_biases_give_pirates_away(found: Build, pirates: int) -> Check:
    """With biases that are uniform in (0, 1) and the score (x - p)/(p (1 - p)), which is 0 in
    expectation for the innocent, the pirates score F'(p) in a column of bias p, and so F(1) -
    F(0) = 1 over all biases, whatever they answer.

    Cases: All strategies by numbers of ones, up to six pirates, and for more the minority, which
    is the worst; by parts (k - np) p^(k-1) (1-p)^(n-k-1), each integrated.  With the score x - p
    the minority scores (n + the sum of 2k - n over 0 < k < n/2)/((n+1)(n+2)): 0 for six pirates,
    and less for seven.
    """
    n = pirates
    minority = tuple(Fraction(1 if 0 < 2 * k < n or k == n else 0) for k in range(n + 1))
    yield eq("strategies", len({*pure_strategies(n)}), 2 ** (n - 1))
    for p in (LOW, HIGH, Fraction(1, 3)):
        mean = p * steep_score(1, p) + (1 - p) * steep_score(0, p)
        yield eq(f"p = {p}, the innocent", mean, 0)
    total = n + sum(2 * k - n for k in range(1, n) if 2 * k < n)
    plain = Fraction(total, (n + 1) * (n + 2))
    yield eq("x - p, minority", uniform_score(minority, steep=False), plain)
    yield true("x - p, from seven on negative", (plain < 0) == (n >= 7))
    yield eq("always 1/2", found((HALF,) * (n + 1)), 0)
    for f in pure_strategies(n) if n <= 6 else (minority,):
        score = found(f)
        by_parts = f[n] - f[0]
        for k in range(1, n):
            middle = comb(n, k) * (k * beta(k - 1, n - k - 1) - n * beta(k, n - k - 1))
            by_parts += f[k] * middle
        yield eq(f"f = {f}", score, by_parts)
        yield eq(f"f = {f}, one", score, 1)
        for p in (LOW, Fraction(1, 3)):
            yield eq(f"f = {f}, p = {p}", column_score(f, p, steep_score), slope(f, p))


not_finitely_checkable(
    "VT14.TXT.uniform-p",
    statement="Biases that are uniform in (0, 1) for all columns give a good fingerprinting code "
    "(open at the time, proved after the notes).",
    reason="asymptotic, and a theorem that the notes cite; what a tracer needs of the scores is "
    "decided in the concrete form",
)


WEIGHT = "beta(sum(bits), users - sum(bits))"
WRONG[uniform_column] = {
    "fair bits": f"{WEIGHT} => Fraction(1)",
    "all alike": "product((0, 1), repeat=users) => ((0,) * users, (1,) * users)",
    "biases 1/5 and 4/5": f"{WEIGHT} => sum(bits_chance(bits, Fraction(i, 5)) for i in (1, 4))",
    "biases on a fine grid": f"{WEIGHT} => "
    "sum(bits_chance(bits, Fraction(i, 100)) for i in range(1, 100))",
    "n! for (n+1)!, and a rest": f"{WEIGHT} => {WEIGHT} + Fraction(not any(bits), users + 1)",
}


@claim("VT14.ALG.UniformTardos", over(users=range(1, 6)), about=uniform_column)
def columns_of_uniform_bias(build: Build, users: int) -> Check:
    """The p_j are uniform in (0, 1): a column with k ones has probability k! (n-k)!/(n+1)!, so
    that each number of ones is equally likely.

    Cases: All columns of up to five users, against the integral of p^k (1-p)^(n-k), expanded.
    """
    law = build(users)
    for x in product((0, 1), repeat=users):
        k = sum(x)
        terms = (Fraction((-1) ** j * comb(users - k, j), k + j + 1) for j in range(users - k + 1))
        yield eq(f"{x}", law.probability(x), sum(terms, Fraction(0)))
    for k in range(users + 1):
        ways = law.map(sum).probability(k)
        yield eq(f"{k} ones", ways, Fraction(factorial(users), factorial(users) * (users + 1)))
