"""Section 3.1: synthetic data of few rows by the exponential mechanism (Theorem 3.1.1)."""

from math import factorial

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import R
from audits.claims.vt14.laws.small_databases import (
    CONJUNCTIONS,
    POINT,
    database_mechanism,
    error,
    released,
    sequences,
    within,
)
from reference.data.workloads import literal_conjunctions
from reference.mechanisms.release.exponential_sanitiser import ExponentialSanitiser, answers
from reference.mechanisms.release.small_database import enough_rows, small_size

FRACTION = "Fraction(sum(map(c, rows)), len(rows))"
WRONG[answers] = {
    "a count, not a fraction": f"{FRACTION} => Fraction(sum(map(c, rows)))",
    "every value counts once": f"{FRACTION} => Fraction(sum(map(c, {{*rows}})), len({{*rows}}))",
    "a fraction of one row more": f"{FRACTION} => Fraction(sum(map(c, rows)), len(rows) + 1)",
    "the first row speaks for all": f"{FRACTION} => Fraction(c(rows[0]))",
}


@claim("VT14.D3.SYN", over(size=(1, 2, 3)), about=answers)
def synthetic_data_answer(answer: Build, size: int) -> Check:
    """Synthetic data are a database y in X^m; each query q is answered by q(y), the fraction of
    its rows with q = 1.

    Cases: X = {0, 1}^2, m = 1, 2, 3, all nine conjunctions; the fraction against the mean of q
    over the histogram of y.
    """
    queries = CONJUNCTIONS[2]
    for y in combinations_with_replacement(range(4), size):
        found = answer(queries, y)
        for q, told in zip(queries, found, strict=True):
            mean = sum((Fraction(y.count(x), size) for x in range(4) if q(x)), Fraction(0))
            yield eq(f"y = {y}, q = {q}", told, mean)


Case = tuple[int, int, int, Fraction]
"""Bits d, rows n and m, rho = e^(eps/m)."""

LAWS: tuple[Case, ...] = (
    (1, 1, 2, TWO),
    (1, 2, 2, Fraction(3, 2)),
    (1, 3, 2, TWO),
    (2, 3, 2, Fraction(3, 2)),
)


def scored(edit: str) -> Build:
    """The mechanism with other weights."""
    return wrong(database_mechanism, ExponentialSanitiser=wrong(ExponentialSanitiser, edit))


FURTHEST = "furthest(wanted, answers(listed, candidate))"
GAPS = "for a, b in zip(wanted, answers(listed, candidate))"
EXPONENT = "Fraction(-m * e, 2)"
WRONG[database_mechanism] = {
    "errors summed over the queries": scored(f"{FURTHEST} => sum(abs(a - b) {GAPS})"),
    "twice the exponent": scored(f"{EXPONENT} => Fraction(-m * e)"),
    "n squared in the exponent": scored(f"{EXPONENT} => Fraction(-m * m * e, 2)"),
    "n dropped from the exponent": scored(
        f"{EXPONENT} => Fraction(-(e * self.synthetic // 1), 2 * self.synthetic)"
    ),
    "the worst database is the likeliest": scored(f"{EXPONENT} => Fraction(m * e, 2)"),
    "all databases alike": scored(f"{EXPONENT} => Fraction(0)"),
    "every multiset counts once": '"databases" => "histograms"',
    "half of eps": scored(
        f"{EXPONENT} => Fraction(-(m * e * self.synthetic // 2), 2 * self.synthetic)"
    ),
    "errors of one sign only": scored(f"{FURTHEST} => max(0, *(a - b {GAPS}))"),
    "the last query is forgotten": "tuple(queries) => tuple(queries[:-1])",
    "one row fewer": given(database_mechanism, size=lambda m: m - 1 or 4),
    "one point more": given(database_mechanism, points=lambda points: points + 1),
}


@claim(
    "VT14.ALG.BLR",
    over(case=sized(LAWS, (*LAWS, (2, 4, 2, TWO)), (*LAWS, (2, 4, 3, TWO)))),
    about=database_mechanism,
)
def law_of_the_small_database(build: Build, case: Case) -> Check:
    """Output y in X^m with probability proportional to e^(-eps n max_q |q(y) - q(x)|).

    Cases: X = {0, 1}^d, all 3^d conjunctions, rho = e^(eps/m): every exponent is an integer. Each
    multiset of the output against the sum over the sequences of X^m, every database.
    """
    d, n, m, rho = case
    queries = CONJUNCTIONS[d]
    mechanism = build(queries, 2**d, m, rho)
    for x in combinations_with_replacement(range(2**d), n):
        found, known = law(mechanism, x), released(queries, 2**d, m, rho, x)
        for y, chance in known.items():
            yield eq(f"x = {x}, y = {y}", found.probability(y), chance)


@claim(
    "VT14.T3.1.1p",
    over(
        case=sized(
            ((1, 1, 2), (1, 2, 2), (2, 3, 2)),
            ((1, 2, 2), (2, 3, 2), (2, 4, 2)),
            ((1, 2, 3), (2, 3, 2), (2, 4, 2)),
        )
    ),
    about=database_mechanism,
)
def the_small_database_is_private(build: Build, case: tuple[int, int, int]) -> Check:
    """The mechanism of Theorem 3.1.1 is 2 eps-private; with eps/2 for eps in the exponent it is
    eps-private.

    Cases: (d, n, m) = case, all 3^d conjunctions, every database; every eps for d = 1, and rho =
    e^(eps/m) = 3/2, 2; e^(2 eps) = rho^(2m). More than eps is lost.
    """
    d, n, m = case
    universe = replace_one(range(2**d), n)
    if d == 1:
        yield private(build(CONJUNCTIONS[d], 2, m, R), universe, pure(R ** (2 * m)))
    for rho in (Fraction(3, 2), TWO):
        mechanism = build(CONJUNCTIONS[d], 2**d, m, rho)
        promise = pure(rho ** (2 * m))
        yield private(mechanism, universe, promise, name=f"rho = {rho}")


@claim(
    "VT14.T3.1.1acc",
    over(eps=(ONE, TWO), alpha=(TENTH, QUARTER)),
    refuted=Erratum(
        Grade.WORDING,
        "Section 3.1, proof of Theorem 3.1.1, Accuracy, last display: the denominator e^(-eps n) "
        "lacks alpha: the weight of y* is at least e^(-eps n alpha)",
        "|X|^m e^(-2 eps n alpha)/e^(-eps n)",
        "1",
    ),
)
def the_printed_ratio(eps: Fraction, alpha: Fraction) -> Check:
    """|X|^m e^(-eps n (2 alpha))/e^(-eps n) << 1 if alpha eps n > 2 m log |X|.

    Cases: |X| = 4, |Q| = 9, m and n the least for alpha; the ratio is not even below 1.
    """
    m, n = small_size(9, alpha), enough_rows(9, 4, alpha, eps) + 1
    yield lt("the hypothesis", high(2 * m * ln(4)), alpha * eps * n)
    exponent = m * ln(4) - 2 * eps * n * alpha + eps * n
    yield lt("the exponent of the ratio", high(exponent), 0)


ACCURATE: tuple[Case, ...] = ((1, 4, 2, Fraction(4)), (1, 3, 3, Fraction(4)))
LARGER: tuple[Case, ...] = (*ACCURATE, (2, 4, 2, Fraction(8)))


BOTH_POINTS = (PointFunction(0), PointFunction(1))
WRONG[enough_rows] = {
    "rounded down": ".ceil() => .floor()",
    "one row more": ".ceil() => .ceil() + 1",
    "half of the rows": ".ceil() => .ceil() // 2",
    "a tenth of the rows": ".ceil() => .ceil() // 10 or 1",
    "for half of alpha": given(enough_rows, alpha=lambda a: a / 2),
}


@claim(
    "VT14.T3.1.1acc",
    over(
        queries=(2, 1000),
        points=(2, 256),
        alpha=(HALF, QUARTER, TENTH),
        eps=(Fraction(4), Fraction(1, 3)),
    ),
    form=Form.CORRECTED,
    about=enough_rows,
)
def rows_for_an_accuracy(
    rows: Build, queries: int, points: int, alpha: Fraction, eps: Fraction
) -> Check:
    """|X|^m e^(-eps n (2 alpha))/e^(-eps n alpha) <= |X|^(-m) if alpha eps n >= 2m ln |X|, so that
    M(x) is 2 alpha-accurate but for that; the least such n, with the m of alpha, is at most 4 ln
    |Q| ln |X|/(eps alpha^3), two queries or more: alpha = O((log |Q| log |X|/(eps n))^(1/3)).

    Cases: Exponents by certified logarithms; one row fewer is too few. Two queries on two points,
    alpha = 1/4, eps = 4: the whole mechanism, m = 12, on every database of so many rows.
    """
    m, n, log = small_size(queries, alpha), rows(queries, points, alpha, eps), ln(points)
    ratio, fewer = (m * log - eps * alpha * k for k in (n, n - 1))
    yield le("the ratio", high(ratio), low(-m * log))
    yield lt("one row fewer", high(-m * log), low(fewer))
    yield le("n", n * eps * alpha**3, low(4 * ln(queries) * log))
    if (queries, points, alpha, eps) == (2, 2, QUARTER, Fraction(4)):
        databases = [*combinations_with_replacement(range(2), n)]
        rho = Fraction(139, 100)
        yield le("rho is at most e^(eps/m)", rho**m, exp_low(eps))
        made = database_mechanism(BOTH_POINTS, 2, m, rho)
        yield accurate(made, these(databases), within(2 * alpha), Fraction(1, 2**m))


@claim(
    "VT14.T3.1.1acc",
    over(case=sized(ACCURATE, LARGER, LARGER)),
    form=Form.CONCRETE,
    about=database_mechanism,
)
def accuracy_of_the_small_database(build: Build, case: Case) -> Check:
    """If some y* is off by at most a*, then y is off by more than a* + g with probability at most
    |X|^m e^(-eps n g); so with m the small size of alpha and eps n alpha >= 2 m ln |X| all answers
    are within 2 alpha but with probability |X|^(-m).

    Cases: All conjunctions, (d, n, m, rho) = case, e^eps = rho^m, a* the least error of x; g with
    a bound below 1; |X|^m replaced by the number of bad y, too. The theorem at X = {0, 1}, one
    query, alpha = 1/4, four rows.
    """
    d, n, m, rho = case
    queries = CONJUNCTIONS[d]
    mechanism, total = build(queries, 2**d, m, rho), 2 ** (d * m)
    databases = [*combinations_with_replacement(range(2**d), n)]
    best = {x: min(error(queries, x, y) for y in sequences(2**d, m)) for x in databases}
    for k in range(1, n * m):
        g, bound = Fraction(k, n * m), total / rho**k

        def near(x: Rows, y: Rows, g: Fraction = g) -> bool:
            return error(queries, x, y) <= best[x] + g

        bad = max(sum(not near(x, y) for y in sequences(2**d, m)) for x in databases)
        if bad and bound < 1:
            yield accurate(mechanism, these(databases), near, bound, name=f"g = {g}")
        if bad and bad / rho**k < 1:
            exact = bad / rho**k
            yield accurate(mechanism, these(databases), near, exact, name=f"g = {g}, counted")
    if case == ACCURATE[0]:
        yield from theorem(build)


def theorem(build: Build) -> Iterator[Item]:
    """One query on two points, alpha = 1/4, e^eps = 4^m: the least n, and all its databases."""
    alpha, rho, n = QUARTER, Fraction(4), 4
    m = small_size(1, alpha)
    yield le("e^(eps n alpha/m) is |X|^2 or more", 2**2, rho ** int(n * alpha))
    databases = these([*combinations_with_replacement(range(2), n)])
    made = build(POINT, 2, m, rho)
    yield accurate(made, databases, within(2 * alpha), Fraction(1, 2**m), name="all")


WIDTHS, OF_A_WIDTH = "range(attributes + 1)", "marginals(attributes, width))"
WRONG[literal_conjunctions] = {
    "no negated literal": f"{OF_A_WIDTH} => marginals(attributes, width) if q.values == q.mask)",
    "no empty conjunction": f"{WIDTHS} => range(1, attributes + 1)",
    "none of all attributes": f"{WIDTHS} => range(attributes)",
    "one of them twice": (
        f"{WIDTHS} => range(1, attributes + 1)",
        f"{OF_A_WIDTH} => {OF_A_WIDTH} + marginals(attributes, attributes)[:1]",
    ),
}


@claim(
    "VT14.E3.1.2", over(d=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4))), about=literal_conjunctions
)
def number_of_conjunctions(listed: Build, d: int) -> Check:
    """For X = {0, 1}^d and Q the conjunctions, |X| = 2^d and |Q| = 3^d; if n = omega(d^2/eps),
    then alpha = O((d^2/(eps n))^(1/3)) tends to 0.

    Cases: Different functions, d = 1, ..., 4: the conjunctions of every set of the 2d literals but
    for those that are always 0. With m and n of the proof, n eps alpha^3/d^2 is at most 5 for
    alpha <= 1/2, so that alpha is as said.
    """
    functions = {Values.of(q, 2**d).values for q in listed(d)}
    every = set()
    for kept in product((0, 1), repeat=2 * d):
        literals = [(i // 2, i % 2) for i, k in enumerate(kept) if k]
        every.add(tuple(int(all(x >> j & 1 == v for j, v in literals)) for x in range(2**d)))
    every -= {(0,) * 2**d}
    yield eq("listed", len(listed(d)), 3**d)
    yield eq("different", len(functions), 3**d)
    yield true("the satisfiable ones", functions == every)
    for alpha in (HALF, TENTH, Fraction(1, 100)):
        n = enough_rows(3**d, 2**d, alpha, Fraction(1))
        yield le(f"alpha = {alpha}", n * alpha**3, 5 * d * d)


not_finitely_checkable(
    "VT14.R3.1.3",
    statement="No polynomial time algorithm is known that does what Theorem 3.1.1 does; it is "
    "easier for structured sets of queries.",
    reason="a report on what is known, and on the running time of algorithms; no computation of "
    "finitely many cases decides either",
)


@claim("VT14.R3.1.4", over(points=(2, 3, 4), size=(1, 2, 3)), about=database_mechanism)
def number_of_candidates(build: Build, points: int, size: int) -> Check:
    """The computational time is roughly |X|^m = exp(log |Q| log |X|/alpha^2): so many candidates
    are weighed.

    Cases: The sequences of all multisets that are weighed, counted by the mechanism, against
    |X|^m; for the m of the proof |X|^m <= exp(ln |X| (ln(2 |Q|)/(2 alpha^2) + 1)).
    """
    mechanism = build(POINT, points, size, TWO)
    counted = sum(mechanism._multiplicity(y) for y in mechanism.outputs())  # noqa: SLF001
    yield eq("|X|^m", counted, points**size)
    for y in mechanism.outputs():
        ways = factorial(len(y))
        for x in {*y}:
            ways //= factorial(y.count(x))
        yield eq(f"y = {y}", mechanism._multiplicity(y), ways)  # noqa: SLF001
    for alpha in (HALF, QUARTER):
        m = small_size(9, alpha)
        exponent = ln(18) / (2 * alpha * alpha) + 1
        yield le(f"alpha = {alpha}", points**m, low(exp(ln(points) * exponent)))
