"""Section 8.1: the polynomial of a row, in the attributes of a query."""

from math import factorial

from audits.claims.prelude import *
from audits.claims.vt14.section_8_1_disjunctions import ACCURACIES, closed_form, conjugates, enough
from reference.data.disjunctions import chebyshev_polynomial, disjunction, least_chebyshev_degree

SMALL = ((3, 1, 1), (3, 2, 1), (4, 3, 2), (5, 4, 2))
MULTILINEAR = sized(
    SMALL, (*SMALL, (5, 5, 3), (6, 4, 2)), (*SMALL, (5, 5, 3), (6, 4, 2), (8, 5, 3))
)


@claim(
    "VT14.TXT.fw",
    over(t=(1, 2, 3)),
    about=enough,
    refuted=Erratum(
        Grade.WORDING,
        "Section 8.1, after (8.3): 'of degree sqrt(t)', for O(sqrt(t) log(1/alpha)), that of Fact "
        "8.1.1; for t = 2 and alpha = 1/4 no polynomial of degree 1 will do",
        left="the square of the degree",
        right="t",
    ),
)
def degree_as_printed(build: Build, t: int) -> Check:
    """F_w can be viewed as a multivariate polynomial g_w(y_1, ..., y_d) of degree sqrt(t), g the
    Chebyshev polynomial of the Fact.

    Cases: alpha = 1/4, w with all of t attributes.  A multiple c z of z is within 1/4 of 1 at 1
    and at 2 for no c: 3/4 <= c, and 2c <= 5/4.
    """
    yield le("degree", build(t, QUARTER).degree ** 2, t)


@claim("VT14.TXT.fw", over(case=MULTILINEAR), form=Form.CORRECTED, about=chebyshev_polynomial)
def multilinear_form(build: Build, case: tuple[int, int, int]) -> Check:
    """F_w(y) = g(sum of w_j y_j) is a polynomial in y_1, ..., y_d of the degree k of g, which is
    O(sqrt t) for a fixed alpha (as the concrete form bounds it), with coefficients of the
    magnitude d^O(sqrt t): Delta^a g(0), if w has all attributes of the monomial, a of them, and 0
    if not; at most d^k.

    Cases: (d, t, k) = case; all rows and queries; the coefficients by Moebius inversion of f_w on
    all queries, and g from its closed form.
    """
    d, t, k = case
    g = build(t, k)
    top = closed_form(k, Fraction(t + 1, t - 1)) if k < t else ONE

    def true_g(z: int) -> Fraction:
        if k >= t:
            return Fraction(1 - comb(z - 1, t) * (-1) ** t) if z else Fraction(0)
        return 1 - closed_form(k, Fraction(t + 1 - 2 * z, t - 1)) / top

    for w in range(1 << d):
        found = [true_g((w & y).bit_count()) for y in range(1 << d)]
        for i, y in product(range(d), range(1 << d)):
            if y >> i & 1:
                found[y] -= found[y ^ 1 << i]
        for monomial, coefficient in enumerate(found):
            a = monomial.bit_count()
            inside = monomial & w == monomial and a < len(g.differences)
            value = g.differences[a] if inside else Fraction(0)
            yield eq(f"w = {w}, monomial {monomial}", value, coefficient)
            yield le(f"magnitude, w = {w}, monomial {monomial}", abs(value), d**k)
    yield eq("degree", g.degree, min(k, t))


@claim(
    "VT14.TXT.fw",
    over(t=sized((2, 3, 4, 9, 16), range(2, 33), range(2, 65)), alpha=ACCURACIES),
    form=Form.CONCRETE,
    about=enough,
)
def size_of_the_coefficients(build: Build, t: int, alpha: Fraction) -> Check:
    """For g within alpha of 1 on 1, ..., t the coefficients are at most (1 + alpha) (2^a - 1) for
    a <= t attributes; that of Chebyshev has a degree k < 1 + (sqrt(t)/2) ln(2/alpha), and so
    only sum over a <= k of C(d, a) of them; c_k is (-1)^(k+1) k! 2^(2k-1)/((t - 1)^k T_k((t +
    1)/(t - 1))).

    Cases: The last difference of a polynomial is k! times its leading coefficient; that of T_k is
    2^(k-1).
    """
    g = build(t, alpha)
    k = least_chebyshev_degree(t, alpha)
    yield lt("order of the degree", g.degree - 1, low(sqrt(Fraction(t)) * ln(2 / alpha) / 2))
    for a in range(1, len(g.differences)):
        yield le(f"c_{a}", abs(g.differences[a]), (1 + alpha) * (2**a - 1))
    if k < t:
        last = (-1) ** (k + 1) * factorial(k) * Fraction(2 ** (2 * k - 1), (t - 1) ** k)
        yield eq("last", g.differences[-1], last / conjugates(t, k))
        yield eq("degree", g.degree, k)


@claim(
    "VT14.TXT.8.4",
    over(d=(2, 6), alpha=(QUARTER,)),
    about=enough,
    refuted=Erratum(
        Grade.WORDING,
        "Section 8.1, (8.4): 'for all x, y' is for y with at most t attributes, as (8.3) says",
        left="the error for a query of more than t attributes",
        right="alpha",
    ),
)
def close_for_all_queries(build: Build, d: int, alpha: Fraction) -> Check:
    """For all x and y |g_x(y) - q_y(x)| <= alpha.

    Cases: x the row with all d attributes, t = 2, every y.
    """
    g = build(2, alpha)
    w = (1 << d) - 1
    for y in range(1 << d):
        yield le(f"y = {y}", abs(g((w & y).bit_count()) - disjunction(y, w)), alpha)


@claim(
    "VT14.TXT.8.4",
    over(d=sized((2, 3, 4), (2, 3, 4, 5), (2, 3, 4, 5)), t=(1, 2, 3, 4), alpha=ACCURACIES),
    form=Form.CORRECTED,
    about=enough,
    given=lambda d, t: [le("t", t, d)],
)
def close_for_few_attributes(build: Build, d: int, t: int, alpha: Fraction) -> Check:
    """For all databases x and all y with at most t attributes |g_x(y) - q_y(x)| <= alpha, g_x the
    mean of the polynomials of the rows.

    Cases: All databases of one row, and of two for d < 4; the mean of the answers, row by row.
    """
    g = build(t, alpha)
    for n in (1, 2) if d < 4 else (1,):
        for x in product(range(1 << d), repeat=n):
            for y in range(1 << d):
                if y.bit_count() > t:
                    continue
                answer = sum((g((w & y).bit_count()) for w in x), Fraction(0)) / n
                truth = Fraction(sum(any(w >> i & y >> i & 1 for i in range(d)) for w in x), n)
                yield le(f"x = {x}, y = {y}", abs(answer - truth), alpha)


not_finitely_checkable(
    "VT14.OQ8.1.2",
    statement="Open: can all conjunctions be summarised in time poly(d)?",
    reason="an open question about all algorithms",
)
