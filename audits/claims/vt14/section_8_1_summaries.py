"""Section 8.1: noisy polynomials as summaries of all disjunctions of few attributes."""

from math import gcd, lcm

from audits.claims.prelude import *
from audits.claims.vt14.section_8_1_disjunctions import enough
from reference.data.disjunctions import chebyshev_polynomial
from reference.mechanisms.release.polynomial_summary import PolynomialSummary, Summary

Case = tuple[int, int, int]
"""Attributes d, most t, degree k."""

EVERY = Epsilon.indeterminate()

SMALL: tuple[Case, ...] = ((1, 1, 1), (2, 1, 1), (2, 2, 1), (2, 2, 2), (3, 2, 1))
MORE: tuple[Case, ...] = (*SMALL, (3, 2, 2), (3, 3, 1), (3, 3, 2))


def coefficients(rows: Rows, case: Case) -> dict[int, Fraction]:
    """Those of the mean of g(|w AND y|), by Moebius inversion on all queries, but zeros of g."""
    d, t, k = case
    g = chebyshev_polynomial(t, k)
    total = [Fraction(0)] * (1 << d)
    for w in rows:
        for y in range(1 << d):
            total[y] += g((w & y).bit_count())
    for i, y in product(range(d), range(1 << d)):
        if y >> i & 1:
            total[y] -= total[y ^ 1 << i]
    kept = sorted(range(1, 1 << d), key=order)
    return {y: total[y] / len(rows) for y in kept if one(y, case)}


def bits(y: int) -> list[int]:
    """The attributes of a set."""
    return [i for i in range(y.bit_length()) if y >> i & 1]


def order(y: int) -> tuple[int, list[int]]:
    """By size, then by the attributes."""
    return y.bit_count(), bits(y)


def one(y: int, case: Case) -> Fraction:
    """The coefficient of a set for the row with all attributes: c_a."""
    _, t, k = case
    g, a = chebyshev_polynomial(t, k), y.bit_count()
    return sum(((-1) ** (a - b) * comb(a, b) * g(b) for b in range(a + 1)), Fraction(0))


def unit_of(case: Case) -> Fraction:
    """The greatest number of which all coefficients of one row are multiples."""
    found = [c for y in range(1, 1 << case[0]) if (c := one(y, case))]
    q = lcm(*(c.denominator for c in found))
    return Fraction(gcd(*(int(c * q) for c in found)), q)


def moved(at: int, end: int, v: int, ratio: Fraction) -> Fraction:
    """Pr[at + Z, moved between 0 and end, is v]."""
    low_end, high_end = min(0, end), max(0, end)
    if low_end == high_end:
        return ONE
    if v in (low_end, high_end):
        return ratio ** abs(v - at) / (1 + ratio)
    return (1 - ratio) / (1 + ratio) * ratio ** abs(v - at)


WHOLE = "sum((comb(self.attributes, a) * abs(v) for a, v in enumerate(c)), Fraction(0))"
UNITS = "int(whole / self.unit)"
NOISY = "coins.run(NoisyInteger(self.eps.exp(-1), shown), count)"
COUNTED = "sum(chosen & row == chosen for row in database)"
POLYNOMIAL = "chebyshev_polynomial(self.most, self.degree)"
ANSWERED = "sum((s for chosen, s in asked if chosen & query == chosen), Fraction(0))"
FIRST = "for chosen in self.sets:"
WIDTH = "width = sum(abs(int(c[a.bit_count()] / u)) * n for a in self.sets)"
SHIFT = "shift = coins.run(NoisyInteger(self.eps.exp(-1), (-width, width)), 0)"
WRONG[PolynomialSummary] = {
    "subsets of one query for those of all attributes": f"{WHOLE} => "
    f"{WHOLE.replace('attributes', 'most')}",
    "the greatest size for the sum": f"{WHOLE} => "
    "max(comb(self.attributes, a) * abs(v) for a, v in enumerate(c))",
    "signs kept": f"{WHOLE} => abs({WHOLE.replace('abs(v)', 'v')})",
    "one coefficient": f"{WHOLE} => max(map(abs, c))",
    "one unit less": f"{UNITS} => {UNITS} - 1",
    "twice what is lost": f"{UNITS} => 2 * {UNITS}",
    "one draw for all coefficients": (
        f"{FIRST} => {WIDTH}\n        {SHIFT}\n        {FIRST}",
        f"{NOISY} => min(max(count + shift, shown[0]), shown[1])",
    ),
    "no noise on the last": f"{NOISY} => count if chosen == self.sets[-1] else {NOISY}",
    "no noise on the first": f"{NOISY} => {NOISY} if summary else count",
    "half the noise": f"{NOISY} => {NOISY.replace('-1', '-2')}",
    "twice the noise": f"{NOISY} => {NOISY.replace('-1', 'Fraction(-1, 2)')}",
    "a row counts for sets that it meets": f"{COUNTED} => "
    "sum(bool(chosen & row) for row in database)",
    "a row counts for sets that it misses": f"{COUNTED} => "
    "sum(not chosen & row for row in database)",
    "inclusion and exclusion": f"{POLYNOMIAL} => chebyshev_polynomial(self.most, self.most)",
    "the polynomial for t + 1": f"{POLYNOMIAL} => "
    "chebyshev_polynomial(self.most + 1, self.degree)",
    "sets that the query is part of": f"{ANSWERED} => {ANSWERED.replace('== chosen', '== query')}",
    "sets that meet the query": f"{ANSWERED} => {ANSWERED.replace(' == chosen', '')}",
    "attributes alone": f"{ANSWERED} => "
    f"{ANSWERED.replace('== chosen', '== chosen and chosen.bit_count() == 1')}",
    "answers clamped": f"{ANSWERED} => min(max({ANSWERED}, Fraction(0)), Fraction(1))",
}


@claim(
    "VT14.ALG.ChebSummary",
    over(case=sized(SMALL, (*SMALL, (3, 2, 2)), MORE), root=(TWO, Fraction(3))),
    about=PolynomialSummary,
)
def noise_on_each_coefficient(build: Build, case: Case, root: Fraction) -> Check:
    """The summary is the polynomial g_x with independent noise on every coefficient: two-sided
    geometric noise of ratio e^(-eps) in units of u/n, u the greatest number of which all
    coefficients of g are multiples, moved into the range of that coefficient.

    Cases: (d, t, k) = case, all rows with d attributes, databases of one row and of two equal or
    opposite ones; the coefficients by Moebius inversion, their laws from the tails of the noise.
    """
    d, _, _ = case
    made = build(*case, Epsilon(root))
    full = (1 << d) - 1
    for rows in [(w,) for w in range(1 << d)] + [(0, full), (full, full)]:
        n, unit = len(rows), unit_of(case) / len(rows)
        found = law(made, rows)
        centres = coefficients(rows, case)
        ranges = []
        for y, centre in centres.items():
            at, end = int(centre / unit), int(one(y, case) / unit)
            values = range(min(0, end), max(0, end) + 1)
            ranges.append([(v * unit, moved(at, end, v, 1 / root)) for v in values])
        total = Fraction(0)
        for outcome in product(*ranges):
            p = prod((each for _, each in outcome), start=ONE)
            total += p
            if n == 1 or p > QUARTER**4:
                answers = tuple(v for v, _ in outcome)
                yield eq(f"{rows}: {answers}", found.probability(answers), p)
        yield eq(f"{rows}: all", total, 1)


@claim(
    "VT14.ALG.ChebSummary",
    over(case=sized(MORE, (*MORE, (4, 3, 2)), (*MORE, (4, 3, 2), (5, 4, 2)))),
    form=Form.CONCRETE,
    about=PolynomialSummary,
)
def answers_from_the_summary(build: Build, case: Case) -> Check:
    """From the coefficients of g_x the disjunction of y is answered by g_x(y), and an error in the
    coefficient of A changes the answers of those y that A is a subset of, by as much.

    Cases: (d, t, k) = case, databases of one row and of two; all y; the mean of g over the rows.
    """
    d, t, k = case
    made, g = build(*case, EVERY), chebyshev_polynomial(t, k)
    for rows in [(w,) for w in range(1 << d)] + [(0, w) for w in range(1 << d)]:
        exact = coefficients(rows, case)
        for y in range(1 << d):
            mean = sum((g((w & y).bit_count()) for w in rows), Fraction(0)) / len(rows)
            yield eq(f"{rows}, y = {y}", answered(made, list(exact.values()), y), mean)
            for i, chosen in enumerate(exact):
                off = [Fraction(int(i == j)) for j in range(len(exact))]
                yield eq(f"{chosen} in {y}", answered(made, off, y), int(chosen & y == chosen))


def answered(made: PolynomialSummary[Fraction], summary: list[Fraction], y: int) -> Fraction:
    """The answer; 99 to a summary of another length."""
    return made.answer(summary, y) if len(summary) == len(made.sets) else Fraction(99)


@claim(
    "VT14.TXT.cheb-priv",
    over(case=sized(SMALL, (*SMALL, (3, 2, 2)), MORE)),
    about=PolynomialSummary,
)
def private_summary(build: Build, case: Case) -> Check:
    """With noise on each coefficient in proportion to d^O(sqrt t)/(eps n) the summary is private:
    it loses D eps if one unit of u/n loses eps, D u = sum over a of C(d, a) |c_a|, and no less.

    Cases: Every eps; (d, t, k) = case; all databases of one row, and of two for d = 1, 2 but k = t
    = 2; the row without attributes and the one with all of them lose all of it.
    """
    d, t, k = case
    made = build(*case, EVERY)
    for n in (1, 2) if d < 3 and (t, k) != (2, 2) else (1,):
        yield private(made, replace_one(range(1 << d), n), made.guarantee, name=f"{n} rows")
    full = (1 << d) - 1
    nothing, all_of_it = law(made, (0,)), law(made, (full,))
    extreme = tuple(coefficients((full,), case).values())
    left, right = all_of_it.probability(extreme), nothing.probability(extreme)
    yield eq("attained", left, made.guarantee.exp_eps * right)


SENSITIVITIES: dict[Case, Fraction] = {
    (4, 2, 1): Fraction(8, 3),
    (3, 3, 2): Fraction(30, 7),
    (5, 4, 3): Fraction(1298, 73),
    (4, 3, 2): Fraction(48, 7),
    (5, 4, 2): Fraction(320, 41),
}
"""Sum over a of C(d, a) |c_a|, found by hand."""


@claim(
    "VT14.TXT.cheb-priv",
    over(case=sized(tuple(SENSITIVITIES)[:-2], tuple(SENSITIVITIES), tuple(SENSITIVITIES))),
    form=Form.CONCRETE,
    about=PolynomialSummary,
)
def sensitivity_of_the_coefficients(build: Build, case: Case) -> Check:
    """The coefficients of g_w and g_w' for two rows differ by sum over a of C(d, a) |c_a| in all,
    for the row with all attributes and the one with none, and by no more for others; the unit is
    the greatest number of which they are multiples.

    Cases: (d, t, k) = case, all pairs of rows; the values by hand.
    """
    d, _, _ = case
    made = build(*case, EVERY)
    found = [list(coefficients((w,), case).values()) for w in range(1 << d)]
    worst = max(
        sum(abs(a - b) for a, b in zip(*pair, strict=True)) for pair in product(found, repeat=2)
    )
    yield eq("unit", made.unit, unit_of(case))
    yield eq("l_1 sensitivity", made.sensitivity * made.unit, worst)
    yield eq("by hand", worst, SENSITIVITIES[case])


LARGE = ((16, 16, QUARTER), (64, 16, QUARTER), (256, 25, QUARTER), (1024, 36, TENTH))


@claim("VT14.TXT.cheb-acc", over(case=LARGE), about=enough)
def error_of_the_summary(build: Build, case: tuple[int, int, Fraction]) -> Check:
    """With Laplace noise of scale d^O(sqrt t)/(eps n) on each coefficient the answers are off by
    alpha + d^O(sqrt t)/(eps n), from d^O(sqrt t) coefficients.

    Cases: (d, t, alpha) = case. The scale is sum over a of C(d, a) |c_a|/(eps n), an answer adds
    at most sum over a of C(t, a) of them, and the exponent that this product needs is at most
    sqrt(t) ln(2/alpha): the degree is half of it, and each a costs d twice at most.
    """
    d, t, alpha = case
    g = build(t, alpha)
    scale = sum((comb(d, a) * abs(c) for a, c in enumerate(g.differences)), Fraction(0))
    terms = sum(comb(t, a) for a in range(1, len(g.differences)))
    yield le("error at 1", 1 - g(1), alpha)
    exponent = sqrt(Fraction(t)) * ln(2 / alpha)
    yield le("exponent", high(ln(scale * terms) / ln(d)), low(exponent))


@claim(
    "VT14.TXT.cheb-acc",
    over(case=sized(((1, 1, 1), (2, 2, 1), (2, 2, 2)), SMALL, SMALL), units=(0, 1)),
    form=Form.CONCRETE,
    about=PolynomialSummary,
)
def errors_of_all_answers(build: Build, case: Case, units: int) -> Check:
    """But for the probability 2 K b^(j+1)/(1 + b), b = e^(-eps), K the number of coefficients, no
    answer to a query of at most t attributes is off by more than alpha + N j u/n, alpha the error
    of g, N the number of its subsets with a coefficient.

    Cases: (d, t, k) = case, e^eps = 16, j = 0 and 1 units; all databases of two rows, and of three
    for d = 1, where the probability is attained at j = 0.
    """
    d, t, k = case
    made = build(*case, Epsilon(Fraction(4), parts=2))
    g, b = chebyshev_polynomial(t, k), Fraction(1, 16)
    sets = [y for y in range(1, 1 << d) if one(y, case)]
    failure = len(sets) * 2 * b ** (units + 1) / (1 + b)
    asked = [y for y in range(1 << d) if y.bit_count() <= t]
    for n in (2, 3) if d == 1 else (2,):
        step = units * unit_of(case) / n

        def good(rows: Rows, summary: Summary, step: Fraction = step) -> bool:
            if len(summary) != len(sets):
                return False
            for y in asked:
                truth = Fraction(sum(bool(w & y) for w in rows), len(rows))
                inside = sum(chosen & y == chosen for chosen in sets)
                if abs(made.answer(summary, y) - truth) > g.error(t) + inside * step:
                    return False
            return True

        yield accurate(made, replace_one(range(1 << d), n), good, failure, name=f"{n} rows")
        if d == 1 and n == 3 and not units:
            missed = law(made, (0, 1, 1)).probability((Fraction(2, 3),))
            yield eq("attained", 1 - missed, failure)
