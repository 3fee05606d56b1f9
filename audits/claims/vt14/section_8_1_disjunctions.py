"""Section 8.1: disjunctions, and polynomials that come close to them (Fact 8.1.1)."""

from audits.claims.prelude import *
from reference.data.disjunctions import (
    CountPolynomial,
    best_polynomial,
    chebyshev_polynomial,
    disjunction,
    least_chebyshev_degree,
    negated_literals,
    with_negations,
)

ACCURACIES = (HALF, QUARTER, TENTH)

ANSWER = "int(bool(query & row))"
WRONG[disjunction] = {
    "all attributes of the query": f"{ANSWER} => int(query & row == query)",
    "some attribute of either": f"{ANSWER} => int(bool(query | row))",
    "some attribute of one only": f"{ANSWER} => int(bool(query ^ row))",
    "the parity": f"{ANSWER} => (query & row).bit_count() % 2",
    "exactly one": f"{ANSWER} => int((query & row).bit_count() == 1)",
    "some attribute with w_i = y_i": f"{ANSWER} => int(query & row != 0 or query == 0 == row)",
    "the first attribute alone": f"{ANSWER} => query & row & 1",
}


def rewritten(row: int, positive: int, negative: int, d: int) -> tuple[int, int]:
    """The row over 2d attributes, and the query whose disjunction is 1 - the conjunction."""
    return with_negations(row, d), negated_literals(positive, negative, d)


ROW, QUERY = "with_negations(row, d)", "negated_literals(positive, negative, d)"
WRONG[rewritten] = {
    "the attributes are not negated": f"{ROW} => row | row << d",
    "the literals are not negated": f"{QUERY} => negated_literals(negative, positive, d)",
    "negations one place too low": (
        f"{ROW} => row | (((1 << d) - 1) ^ row) << max(d - 1, 0)",
        f"{QUERY} => negative | positive << max(d - 1, 0)",
    ),
    "negative literals are left out": f"{QUERY} => positive << d",
}


@claim(
    "VT14.TXT.mono",
    over(d=sized((1, 2, 3), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6))),
    about=disjunction,
)
def two_ways_to_say_it(q: Build, d: int) -> Check:
    """(8.1), the disjunction of w_i over all i with y_i = 1, is (8.2): 1 if w_i = y_i = 1 for
    some i, and 0 if not.

    Cases: All queries y and rows w with d attributes, the empty query (answered 0) among them.
    """
    for y, w in product(range(1 << d), repeat=2):
        either = 0
        for i in range(d):
            if y >> i & 1:
                either = max(either, w >> i & 1)
        yield eq(f"(8.1), y = {y}, w = {w}", q(y, w), either)
        both = any(w >> i & 1 == y >> i & 1 == 1 for i in range(d))
        yield eq(f"(8.2), y = {y}, w = {w}", q(y, w), both)


@claim(
    "VT14.ALG.MonoDup", over(d=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))), about=rewritten
)
def monotone_is_no_restriction(rewrite: Build, d: int) -> Check:
    """Monotone disjunctions are enough: with every attribute negated as d more attributes, a
    conjunction of literals is 1 minus the monotone disjunction of its negated literals, and a
    disjunction of literals is a monotone one.

    Cases: All rows with d attributes and all sets of literals, contradictory ones among them.
    """
    for w, positive, negative in product(range(1 << d), repeat=3):
        name = f"w = {w}, literals {positive}, {negative}"
        wide, query = rewrite(w, positive, negative, d)
        fails = any(
            (positive >> i & 1 and not w >> i & 1) or (negative >> i & 1 and w >> i & 1)
            for i in range(d)
        )
        yield eq(f"conjunction, {name}", 1 - disjunction(query, wide), not fails)
        some = any(
            (positive >> i & 1 and w >> i & 1) or (negative >> i & 1 and not w >> i & 1)
            for i in range(d)
        )
        wide, query = rewrite(w, negative, positive, d)
        yield eq(f"disjunction, {name}", disjunction(query, wide), some)


def closed_form(degree: int, point: Fraction) -> Fraction:
    """T_k(z) = sum over j of C(k, 2j) z^(k - 2j) (z^2 - 1)^j."""
    terms = (
        comb(degree, 2 * j) * point ** (degree - 2 * j) * (point**2 - 1) ** j
        for j in range(degree // 2 + 1)
    )
    return sum(terms, Fraction(0))


LINE = "Fraction(most + 1 - 2 * z, most - 1)"
VALUES = "[1 - chebyshev(degree, line(z)) / top for z in range(degree + 1)]"
DIFFERENCES = "row = [b - a for a, b in pairwise(row)]"
NOTHING = "_checked(most, degree) => return CountPolynomial((Fraction(0),))"
WRONG[chebyshev_polynomial] = {
    "the line maps [0, t]": f"{LINE} => Fraction(most - 2 * z, most)",
    "the line leaves [-1, 1]": f"{LINE} => 2 * {LINE}",
    "not divided by the value at 0": f"{VALUES} => "
    "[0, *(1 - chebyshev(degree, line(z)) for z in range(1, degree + 1))]",
    "not taken from 1": (
        "(0, *[1] * most) => (0, *[0] * most)",
        f"{VALUES} => [0, *(chebyshev(degree, line(z)) / top for z in range(1, degree + 1))]",
    ),
    "one degree less": given(chebyshev_polynomial, degree=lambda k: max(k - 1, 1)),
    "signs (-1)^b in the differences": f"{DIFFERENCES} => row = [a - b for a, b in pairwise(row)]",
    "differences without binomials": f"found.append(row[0])\n            {DIFFERENCES} => "
    "found.append(row.pop(0) - (found[-1] if found else 0))",
    "always 0": NOTHING,
    "inclusion and exclusion at each degree": "if degree >= most: => if True:",
    "the best polynomial": best_polynomial,
}
WRONG[best_polynomial] = {
    "the polynomial of Chebyshev": chebyshev_polynomial,
    "one degree less": given(best_polynomial, degree=lambda k: max(k - 1, 1)),
    "best for t - 1": given(best_polynomial, most=lambda t: max(t - 1, 1)),
    "best for t + 1": given(best_polynomial, most=lambda t: t + 1),
    "1 on 1, ..., k": lambda _, degree: chebyshev_polynomial(degree, degree),
    "always 0": NOTHING,
}


@claim(
    "VT14.ALG.Cheb",
    over(t=sized((1, 2, 3, 4, 5, 9), range(1, 17), range(1, 33)), k=(1, 2, 3, 4)),
    about=chebyshev_polynomial,
)
def polynomial_of_chebyshev(build: Build, t: int, k: int) -> Check:
    """A polynomial from that of Chebyshev: g(z) = 1 - T_k(l(z))/T_k(l(0)), l(z) = (t + 1 -
    2z)/(t - 1), has g(0) = 0, and errs by 1/T_k(l(0)) at z = 1 and by at most that up to t; for
    k >= t (t = 1 among them) it is 1 at 1, ..., t.

    Cases: At z = 0, ..., 2t; T_k as a sum of powers, the construction has it by a recurrence.
    """
    g = build(t, k)
    yield eq("g(0)", g(0), 0)
    off = [abs(1 - g(z)) for z in range(1, 2 * t + 1)]
    for z in range(1, 2 * t + 1):
        yield eq(f"error up to {z}", g.error(z), max(off[:z]))
    if k >= t:
        for z in range(1, 2 * t + 1):
            missed = comb(z - 1, t) * (-1) ** t
            yield eq(f"g({z})", g(z), 1 - missed)
        return
    top = closed_form(k, Fraction(t + 1, t - 1))
    for z in range(1, 2 * t + 1):
        value = closed_form(k, Fraction(t + 1 - 2 * z, t - 1))
        yield eq(f"g({z})", g(z), 1 - value / top)
        if z <= t:
            yield le(f"error at {z}", abs(1 - g(z)), 1 / top)
    yield eq("error at 1", 1 - g(1), 1 / top)
    yield eq("degree", g.degree, k)


def least_errors(t: int, k: int) -> Iterator[Fraction]:
    """A lower bound on the error of each polynomial of degree k, for k + 1 of the points.

    The divided difference of order k + 1 of 1 - g at 0 and these points is 0.
    """
    for points in combinations(range(1, t + 1), k + 1):
        whole = (0, *points)
        weights = [Fraction(1, prod(i - j for j in whole if i != j)) for i in whole]
        yield abs(weights[0]) / sum(map(abs, weights[1:]))


@claim(
    "VT14.ALG.Cheb",
    over(t=sized(range(1, 8), range(1, 10), range(1, 12)), k=(1, 2, 3)),
    form=Form.CONCRETE,
    about=best_polynomial,
)
def best_of_its_degree(build: Build, t: int, k: int) -> Check:
    """The best polynomial of degree k with g(0) = 0: no other is closer to 1 on all of 1, ..., t;
    it is better than that of Chebyshev, which is best on the interval, unless T_k has its extremes
    at integers.

    Cases: Lower bounds from divided differences at 0 and k + 1 points, one of which is attained;
    the extremes of T_k for k = 1, 2, 3.
    """
    g = build(t, k)
    yield eq("g(0)", g(0), 0)
    yield le("degree", g.degree, k)
    chebyshev = chebyshev_polynomial(t, k).error(t)
    if k >= t:
        yield eq("error", g.error(t), 0)
        return
    yield eq("error", g.error(t), max(least_errors(t, k)))
    extremes = (Fraction(t + 1) + (t - 1) * cosine for cosine in COSINES[k])
    if any(each.denominator > 1 or each.numerator % 2 for each in extremes):
        yield lt("better", g.error(t), chebyshev)
    else:
        yield eq("equal", g.error(t), chebyshev)


COSINES = {1: (Fraction(1),), 2: (Fraction(0),), 3: (HALF, -HALF)}
"""Where T_k has its extremes in [-1, 1], besides -1 and 1."""


def enough(most: int, accuracy: Fraction) -> CountPolynomial:
    """The polynomial of Chebyshev of the least degree for t and alpha."""
    return chebyshev_polynomial(most, least_chebyshev_degree(most, accuracy))


DEGREE = "least_chebyshev_degree(most, accuracy)"
WRONG[enough] = {
    "one degree less": f"{DEGREE} => max({DEGREE} - 1, 1)",
    "one degree more": f"{DEGREE} => min({DEGREE} + 1, most)",
    "the degree for 2 alpha": f"{DEGREE} => least_chebyshev_degree(most, 2 * accuracy)",
    "inclusion and exclusion": f"{DEGREE} => most",
    **{
        name: wrong(enough, chebyshev_polynomial=WRONG[chebyshev_polynomial][name])
        for name in (
            "the line maps [0, t]",
            "the line leaves [-1, 1]",
            "not divided by the value at 0",
            "not taken from 1",
            "signs (-1)^b in the differences",
            "differences without binomials",
            "always 0",
        )
    },
}


@claim(
    "VT14.F8.1.1",
    over(
        t=sized((1, 2, 3, 4, 9, 16, 64), range(1, 65), range(1, 257)),
        alpha=(*ACCURACIES, Fraction(1, 1000)),
    ),
    about=enough,
)
def close_to_a_disjunction(build: Build, t: int, alpha: Fraction) -> Check:
    """For all t and alpha there is a polynomial of degree O(sqrt(t) log(1/alpha)) with g(0) = 0
    and 1 - alpha <= g(i) <= 1 + alpha for i = 1, ..., t.

    Cases: O(m) is read as (1 + 1/ln 2) m, alpha <= 1/2 (for alpha near 1 no constant does, since
    g is not constant); the polynomial of Chebyshev of the least degree.
    """
    g = build(t, alpha)
    yield eq("g(0)", g(0), 0)
    for i in range(1, t + 1):
        yield le(f"1 - alpha, g({i})", 1 - alpha, g(i))
        yield le(f"g({i})", g(i), 1 + alpha)
    most = (1 + 1 / ln(2)) * sqrt(Fraction(t)) * ln(1 / alpha)
    yield le("degree", g.degree, high(most))


@claim(
    "VT14.F8.1.1",
    over(
        t=sized((2, 3, 4, 9, 16), range(2, 33), range(2, 129)),
        alpha=(*ACCURACIES, Fraction(9, 41), Fraction(1, 1000)),
    ),
    form=Form.CONCRETE,
    about=enough,
)
def least_degree_for_an_error(build: Build, t: int, alpha: Fraction) -> Check:
    """The polynomial of Chebyshev has the error alpha from the least k with T_k((t + 1)/(t - 1))
    >= 1/alpha on, or k = t; that is (w^k + w^-k)/2, w = (sqrt(t) + 1)/(sqrt(t) - 1), so that k is
    at most ceil(ln(2/alpha)/ln(w)), and ln(w) >= 2/sqrt(t): at most ceil((sqrt(t)/2) ln(2/alpha)).

    Cases: At k - 1 the error at 1 is above alpha; at alpha = 9/41, t = 4 it is attained. The
    powers of w are those of a pair of integers.
    """
    g = build(t, alpha)
    k = g.degree
    yield le("error", g.error(t), alpha)
    if k > 1:
        yield lt("error of less", alpha, 1 / conjugates(t, k - 1))
    if k < t:
        yield le("1/alpha", 1 / alpha, conjugates(t, k))
        root = sqrt(Fraction(t))
        log_w = ln((root + 1) / (root - 1))
        yield lt("(k - 1) ln w", high((k - 1) * log_w), low(ln(2 / alpha)))
        yield le("2/sqrt(t)", high(2 / root), low(log_w))


def conjugates(t: int, k: int) -> Fraction:
    """(w^k + w^-k)/2: with w = (t + 1 + 2 sqrt(t))/(t - 1), half the sum of the conjugates."""
    rational, irrational = 1, 0
    for _ in range(k):
        rational, irrational = (
            (t + 1) * rational + 2 * t * irrational,
            (t + 1) * irrational + 2 * rational,
        )
    return Fraction(rational, (t - 1) ** k)
