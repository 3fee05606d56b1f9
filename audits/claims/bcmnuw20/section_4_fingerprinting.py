"""Section 4: rows of stumps with random means, and the fingerprints of accurate answers."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.tracing import (
    NONE,
    bernstein,
    chance_of,
    mean_by_definition,
    quadrature,
    vectors,
)
from reference.lower_bounds.random_means import RandomMean, product_rows

WIDTHS = (ONE, HALF, THIRD)
Prior = Callable[[Fraction], RandomMean]

DRAW = (
    "chance = Fraction(1)\n"
    "        for j, mean in enumerate(means):\n"
    "            chance *= (1 + sign(row, j) * mean) / 2"
)
ONE_COIN = (
    f"{DRAW} => one = Fraction(1)\n"
    "        most = min([one, *(mean for j, mean in enumerate(means) if row >> j & 1)])\n"
    "        least = max([-one, *(mean for j, mean in enumerate(means) if not row >> j & 1)])\n"
    "        chance = max(most - least, 0 * one) / 2"
)
WRONG[product_rows] = {
    "opposite signs": "(1 + sign(row, j) * mean) => (1 - sign(row, j) * mean)",
    "one coin for all": ONE_COIN,
}
SIGNS = "chance_of_signs(bits, rows)"
EACH_ITS_MEAN = (
    f"return self.expectation({SIGNS}) => return Fraction(1, 2**rows)",
    f"times(centred, {SIGNS}) => (number * signs * (1 - self.moment(2)) / 2**rows,)",
)
MOMENT = "self.width**power / (power + 1)"
LEAST = "return ends + 2 * self.moment(2) - accuracy * a"
WRONG[RandomMean] = {
    "a mean for every row": EACH_ITS_MEAN,
    "three means": f"{MOMENT} => self.width**power * (Fraction(2, 3) if power else 1)",
    "the width forgotten": f"{MOMENT} => Fraction(1, power + 1)",
    "rows not centred": "(signs * number, -rows * number) => (signs * number,)",
    "one row": "return self.expectation(total) => return self.expectation(total) / max(rows, 1)",
    "the accuracy forgotten": "a = self.width => a, accuracy = self.width, Fraction(0)",
    "half of the accuracy": "a = self.width => a, accuracy = self.width, accuracy / 2",
    "nine tenths of the accuracy": f"{LEAST} => {LEAST} * 9 / 10",
    "2/3 - alpha for every width": f"{LEAST} => return Fraction(2, 3) - accuracy",
    "nothing lost at the ends": "(1 - a * a) * (1 - accuracy / a) => 1 - a * a",
}


@claim(
    "BCMNUW20.ALG.HardStumps",
    over(means=((HALF,), (NONE, HALF), (HALF, HALF), (-HALF, THIRD, ONE))),
    about=product_rows,
)
def rows_with_given_means(
    build: Callable[[Sequence[Fraction]], Dist[int, Fraction]], means: tuple[Fraction, ...]
) -> Check:
    """For means mu in [-1, 1]^p a product distribution over {-1, +1}^p with E[z_j] = mu_j.

    Cases: Up to three coordinates, a mean of 1 among them; the chance of every vector, as a
    product of (1 + mu_j)/2 and (1 - mu_j)/2.
    """
    found = build(means)
    for row, signs in vectors(len(means)):
        yield eq(f"{signs}", found.probability(row), chance_of(means, signs))


@claim(
    "BCMNUW20.ALG.HardStumps",
    over(width=WIDTHS, rows=sized((1, 2, 3), range(1, 6), range(1, 8))),
    form=Form.CONCRETE,
    about=RandomMean,
)
def signs_with_a_random_mean(build: Prior, width: Fraction, rows: int) -> Check:
    """With mu uniform on [-A, A], s rows have given signs in a coordinate with probability
    E[((1 + mu)/2)^k ((1 - mu)/2)^(s-k)], k the number of +1; for A = 1, 1/((s + 1) C(s, k)).

    Cases: All signs of up to three rows; the integral by a quadrature at s + 1 points, which is
    exact for polynomials of this degree, and for A = 1 in closed form.
    """
    found = build(width)
    for number, signs in vectors(rows):
        chance = found.probability(number, rows)

        def given(mean: Fraction, signs: tuple[int, ...] = signs) -> Fraction:
            return chance_of((mean,) * len(signs), signs)

        yield eq(f"{signs}", chance, quadrature(given, rows, width))
        if width == 1:
            closed = Fraction(1, (rows + 1) * comb(rows, signs.count(1)))
            yield eq(f"{signs}, in closed form", chance, closed)


def _functions(rows: int) -> Iterator[tuple[str, tuple[Fraction, ...]]]:
    """All indicators of one combination of signs, which span all functions, and two others."""
    for number, signs in vectors(rows):
        yield f"1 at {signs}", tuple(Fraction(k == number) for k in range(2**rows))
    sums = [sum(signs) for _, signs in vectors(rows)]
    yield "the mean", tuple(Fraction(each, rows) for each in sums)
    yield "the majority", tuple(Fraction((each > 0) - (each < 0)) for each in sums)


def _from_means(f: Sequence[Fraction], rows: int, width: Fraction) -> Fraction:
    """The right side of the identity, from values of g."""
    low, high = (mean_by_definition(f, rows, end) for end in (-width, width))

    def correlated(mean: Fraction) -> Fraction:
        return mean * mean_by_definition(f, rows, mean)

    ends = (1 - width**2) * (high - low) / (2 * width)
    return ends + 2 * quadrature(correlated, rows + 1, width)


@claim(
    "BCMNUW20.T14.fp-identity",
    over(width=WIDTHS, rows=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))),
    form=Form.CONCRETE,
    about=RandomMean,
)
def fingerprints(build: Prior, width: Fraction, rows: int) -> Check:
    """For mu uniform on [-A, A], z_1, ..., z_s independent signs of mean mu, and every f with
    g(mu) = E[f(z) | mu]: E[f(z) ((z_1 - mu) + ... + (z_s - mu))] =
    (1 - A^2) (g(A) - g(-A))/(2A) + 2 E[mu g(mu)]. For A = 1 the mean has 2/3, for any number of
    rows.

    Cases: Indicators of all combinations of signs of up to three rows, which span all functions.
    The right side from values of g alone, each a sum over all signs; its mean by a quadrature.
    """
    found = build(width)
    for name, f in _functions(rows):
        yield eq(name, found.fingerprint(f), _from_means(f, rows, width))


GRID = (-ONE, -HALF, NONE, HALF, ONE)


def _answers(rows: int) -> Iterator[tuple[Fraction, ...]]:
    """Answers that depend on the number of +1: all with few values, and multiples of the mean."""
    if rows <= 2:
        yield from product(GRID, repeat=rows + 1)
        return
    for scale in (NONE, THIRD, HALF, Fraction(3, 4), ONE):
        yield tuple(scale * Fraction(2 * k - rows, rows) for k in range(rows + 1))
    for slope in (2, 3):
        steep = (slope * Fraction(2 * k - rows, rows) for k in range(rows + 1))
        yield tuple(min(max(each, -ONE), ONE) for each in steep)


@claim(
    "BCMNUW20.T14.fp-lower",
    over(width=WIDTHS, rows=sized((1, 2, 3, 4), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6, 7))),
    form=Form.CONCRETE,
    about=RandomMean,
)
def accurate_answers_are_correlated(build: Prior, width: Fraction, rows: int) -> Check:
    """If |g(mu) - mu| <= alpha on [-A, A] then E[f(z) ((z_1 - mu) + ... + (z_s - mu))] >=
    (1 - A^2)(1 - alpha/A) + 2A^2/3 - A alpha: for A = 1 this is 2/3 - alpha, for A = 1/2 it is
    11/12 - 2 alpha.

    Cases: alpha is what g is certified to keep, the greatest Bernstein coefficient of g(mu) - mu;
    the left side as in the identity, from values of g by a quadrature. The mean attains it with
    alpha = 0; above, equality would need g(mu) = mu - alpha sign(mu), which no polynomial is. For
    A = 1 and alpha times the majority of 9 rows less than their mean it is 2/3 - 10 alpha/11.
    """
    found = build(width)
    for values in _answers(rows):
        alpha = bernstein(values, rows + 6, width)
        f = tuple(values[signs.count(1)] for _, signs in vectors(rows))
        yield le(f"{values}", found.least_fingerprint(alpha), _from_means(f, rows, width))
    mean = tuple(Fraction(2 * signs.count(1) - rows, rows) for _, signs in vectors(rows))
    yield eq("the mean", found.least_fingerprint(NONE), _from_means(mean, rows, width))
    if width == rows == 1:
        for alpha in (THIRD, ONE):
            told, least = _from_majority(alpha), found.least_fingerprint(alpha)
            yield eq(f"less the majority, {alpha}", told, Fraction(2, 3) - 10 * alpha / 11)
            yield le(f"less the majority, {alpha}", least, told)


@cache
def _from_majority(alpha: Fraction) -> Fraction:
    """The fingerprint of the mean of 9 rows less alpha times their majority, which keeps alpha."""
    sums = [sum(signs) for _, signs in vectors(9)]
    answers = [Fraction(each, 9) - (alpha if each > 0 else -alpha) for each in sums]
    return _from_means(answers, 9, ONE)
