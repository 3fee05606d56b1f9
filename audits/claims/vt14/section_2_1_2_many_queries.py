"""Section 2.1.2: many counting queries with noise of their own (last paragraphs)."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.nearly import nearly
from audits.claims.bcmnuw20.laws.responses import responses
from audits.claims.klmns20.laws.compositions import BIT, Responses
from audits.claims.standard_mechanisms.every_eps import R, every
from reference.mechanisms.noise.laplace_mechanism import LaplaceVectorCells
from reference.mechanisms.release.many_counts import (
    LaplaceCounts,
    gaussian_deviation,
    loss_in_print,
)
from reference.privacy.gaussian import gaussian_delta, normal_tail
from reference.privacy.rounds import advanced_loss, largest_mean

BITS = Domain.of_size(2)
PRINTED_BUDGETS = (
    (2, HALF, HALF),
    (4, ONE, HUNDREDTH),
    (64, ONE, HUNDREDTH),
    (64, Fraction(7), MILLIONTH),
)


SHARE = "eps / (PRINTED_CONSTANT * sqrt(queries * ln(1 / delta)))"
WRONG[loss_in_print] = {
    "no logarithm": f"{SHARE} => eps / (2 * sqrt(queries))",
    "no root of k": given(loss_in_print, queries=1),
    "c = 1": f"{SHARE} => eps / sqrt(queries * ln(1 / delta))",
    "half": f"{SHARE} => {SHARE} / 2",
    "eps / k": f"{SHARE} => exact(eps / queries)",
}


@claim("VT14.ALG.LaplaceK", over(budget=PRINTED_BUDGETS), about=loss_in_print)
def shares_of_the_budget(share: Build, budget: tuple[int, Fraction, Fraction]) -> Check:
    """To answer k counting queries with (eps, delta')-privacy in all, Laplace noise for eps_0 =
    eps / (c sqrt(k log(1/delta'))) on each is enough, that is noise O(sqrt(k log(1/delta'))/(eps
    n)): with c = 2.015, for delta' <= 1/2, if k < 1/eps_0^2, as Theorem 2.1.3 asks for.

    Cases: (k, eps, delta') = budget; the law of k answers about a replaced row, which are
    randomized responses; eps_0 is checked by e^((eps/(c eps_0))^2/k) = 1/delta'.
    """
    k, eps, delta = budget
    loss = share(*budget)
    yield private(responses(loss, k), BIT, Guarantee(exp_low(eps), delta))
    yield from nearly("eps_0", exp((eps / (Fraction(403, 200) * loss)) ** 2 / k), 1 / delta)
    yield le("k < 1/eps_0^2", high(k * loss * loss), 1)


BUDGETS = (
    (1, ONE, HUNDREDTH),
    (1, TENTH, Fraction(99, 100)),
    (2, ONE, Fraction(0)),
    (4, TWO, HUNDREDTH),
    (64, ONE, HUNDREDTH),
)


def alike(queries: int) -> tuple[PointFunction, ...]:
    """The same query again and again, which a replaced row changes everywhere."""
    return (PointFunction(1),) * queries


LOSS = "largest_loss(len(self.queries), self.eps, self.delta)"
NOISY = "coins.run(noisy, sum(map(query, database)))"
ONE_DRAW = """for query in self.queries: => m = self.reach + n
        noise = coins.run(NoisyInteger(1 / self.root, (-m, m)), 0)
        for query in self.queries:"""
WRONG[LaplaceCounts] = {
    "eps / sqrt(k) each": f"{LOSS} => (self.eps / sqrt(len(self.queries))).enclosure()[0]",
    "eps each": f"{LOSS} => self.eps",
    "eps / k each": f"{LOSS} => self.eps / len(self.queries)",
    "the mean term is dropped": wrong(
        LaplaceCounts, advanced_loss=partial(advanced_loss, mean=lambda _: exact(0))
    ),
    "another mean term": wrong(
        LaplaceCounts, advanced_loss=partial(advanced_loss, mean=largest_mean)
    ),
    "twice the loss": f"{LOSS} => 2 * {LOSS}",
    "half of the loss": f"{LOSS} => {LOSS} / 2",
    "answers in the wrong order": "in self.queries: => in self.queries[::-1]:",
    "the first query each time": "map(query, database) => map(self.queries[0], database)",
    "one draw for all": (ONE_DRAW, f"{NOISY} => sum(map(query, database)) + noise"),
    "the last one is exact": "return answers => "
    "return (*answers[:-1], Fraction(sum(map(query, database)), n))",
}


ALL_BUDGETS = over(budget=sized(BUDGETS, BUDGETS, (*BUDGETS, (256, ONE, MILLIONTH))))
Budget = tuple[int, Fraction, Fraction]


@claim(
    "VT14.ALG.LaplaceK",
    ALL_BUDGETS,
    form=Form.CONCRETE,
    about=LaplaceCounts,
    clause="the loss of each",
)
def largest_loss_of_each(build: Build, budget: Budget) -> Check:
    """Let eps_0 be the largest loss for which eps_0 sqrt(2k ln(1/delta)) + k eps_0 (e^eps_0 - 1)
    <= eps (eps/k for delta = 0).

    Cases: (k, eps, delta) = budget.  No larger eps_0 keeps the formula, by 2^-20 of it; for delta
    = 99/100 it is above eps.
    """
    k, eps, delta = budget
    mechanism = build(alike(k), BITS, eps, delta)
    loss = mechanism.loss
    yield le("root", mechanism.root, exp_low(loss))
    yield le("root, too small", exp_low(loss) - 1, (mechanism.root - 1) * (1 + Fraction(1, 2**18)))
    if delta:
        yield le("all", high(of_answers(k, loss, delta)), eps)
        more = loss * (1 + Fraction(1, 2**20))
        yield lt("no more", eps, low(of_answers(k, more, delta)))
    else:
        yield eq("all", k * loss, eps)


@claim("VT14.ALG.LaplaceK", ALL_BUDGETS, form=Form.CONCRETE, about=LaplaceCounts, clause="privacy")
def laplace_for_many_counts(build: Build, budget: Budget) -> Check:
    """Then k counting queries with geometric noise of ratio e^(-eps_0) each are (eps,
    delta)-private together.

    Cases: Up to four queries about one row, with values between -1 and n + 1 shown; of 64 the
    number of ones among the answers on one row, on which the likelihood depends.
    """
    k, eps, delta = budget
    mechanism = build(alike(k), BITS, eps, delta)
    promised = mechanism.guarantee
    yield eq("e^eps, rounded down", promised.exp_eps, exp_low(eps))
    yield eq("delta", promised.delta, delta)
    if k <= 4:
        yield private(mechanism, replace_one((0, 1), 1), promised, name="one row")
    else:
        yield private(Responses(Epsilon(mechanism.root), k), BIT, promised, name="responses")


@claim("VT14.ALG.LaplaceK", form=Form.CONCRETE, about=LaplaceCounts, clause="different queries")
def laplace_for_two_counts(build: Build) -> Check:
    """Two different queries about two rows have the product of the two laws, and the same privacy.

    Cases: (k, eps, delta) = (2, 1, 0), by the masses and tails of the noise.
    """
    both = build((PointFunction(0), PointFunction(1)), BITS, ONE, Fraction(0), 1)
    kept = Guarantee(exp_low(ONE), Fraction(0))
    yield private(both, replace_one((0, 1), 2), kept, name="two queries, two rows")
    for rows in ((0, 0), (0, 1), (1, 1)):
        found = law(both, rows)
        for first, second in product(range(-1, 4), repeat=2):
            y = Fraction(first, 2), Fraction(second, 2)
            chances = noisy(first, rows.count(0), both), noisy(second, rows.count(1), both)
            yield eq(f"{rows}: {y}", found.probability(y), prod(chances))


def noisy(shown: int, count: int, made: Any) -> Fraction:
    """Pr[count + Z, moved between -1 and 3, is what is shown]."""
    a = 1 / Fraction(made.root)
    inside = (1 - a) / (1 + a) if -1 < shown < 3 else 1 / (1 + a)
    return inside * a ** abs(shown - count)


@claim(
    "VT14.TXT.k-laplace-error",
    over(k=sized((1, 2), (1, 2, 3), (1, 2, 3)), j=(1, 2)),
    about=LaplaceVectorCells,
)
def largest_of_many_errors(build: Build, k: int, j: int) -> Check:
    """The noise Lap(1/(eps_0 n)) has exponentially vanishing tails, so that by the union bound the
    largest of k errors is above (ln k + t)/(eps_0 n) with probability at most e^-t.

    Cases: For every eps_0, at t = j eps_0 - ln k, where e^-t = k e^(-j eps_0); counts of two rows,
    ones and zeros in turn, in cells between integers; the largest error is at least j/n with
    probability 1 - (1 - e^(-j eps_0))^k, exactly.
    """

    def counts(rows: Rows) -> Rows:
        return tuple(rows.count(i % 2 == 0) for i in range(k))

    def good(rows: Rows, cells: Rows) -> bool:  # cell i begins at i - 1 - j
        return all(c < cell <= c + 2 * j for c, cell in zip(counts(rows), cells, strict=True))

    universe, tail = replace_one((0, 1), 2), R ** (-2 * j)
    mechanism = build(counts, 1, tuple(range(-j, j + 3)), every(2))
    yield accurate(mechanism, universe, good, k * tail, name="union bound")
    for rows in universe.databases():
        close = law(mechanism, rows).probability_that(partial(good, rows))
        yield eq(f"{rows}: exactly", 1 - close, 1 - (1 - tail) ** k)


@claim(
    "VT14.TXT.k-laplace-error",
    over(
        budget=(
            (1, ONE, Fraction(0)),
            (2, ONE, TENTH),
            (2, Fraction(3), Fraction(0)),
            (64, ONE, TENTH),
            (1000, ONE, MILLIONTH),
        )
    ),
    form=Form.CONCRETE,
    about=LaplaceCounts,
)
def largest_of_many_geometric_errors(
    build: Build, budget: tuple[int, Fraction, Fraction]
) -> Check:
    """With geometric noise of ratio a = e^(-eps_0) the largest of k errors is at least j/n with
    probability 1 - (1 - 2 a^j/(1+a))^k <= 2k a^j/(1+a); and 1/eps_0 <= 2.015 sqrt(k ln(1/delta))/
    eps, so that it is O(sqrt(k log(1/delta)) log k/(eps n)).

    Cases: (k, eps, delta) = budget; one and two queries about two rows, j = 1 and 3, for delta =
    0; 64 and 1000 queries, for which basic composition, eps/k each, has larger errors.
    """
    k, eps, delta = budget
    universe = replace_one((0, 1), 2)

    def good(reach: int, rows: Rows, answers: Rows) -> bool:
        return all(abs(len(rows) * answer - sum(rows)) < reach for answer in answers)

    for j in (1, 3) if not delta else ():
        mechanism, close = build(alike(k), BITS, eps, delta, j), partial(good, j)
        most = exp_high(-eps / k) * (1 + Fraction(1, 2**30))
        yield accurate(mechanism, universe, close, misses(most, j, k), name=f"j = {j}")
        a = 1 / mechanism.root
        yield chance(f"j = {j}: union bound", misses(a, j, k), 2 * k * a**j / (1 + a))
        for rows in universe.databases():
            found = law(mechanism, rows).probability_that(partial(close, rows))
            yield eq(f"{rows}, j = {j}: exactly", 1 - found, misses(a, j, k))
    loss = build(alike(k), BITS, eps, delta).loss
    if delta:
        yield le("1/eps_0", low(loss_in_print(k, eps, delta)), loss)
    yield le("not too little", high(of_answers(k, loss, delta)), eps)


def misses(ratio: Fraction, j: int, queries: int) -> Fraction:
    """The probability 1 - (1 - 2 a^j/(1+a))^k."""
    return 1 - (1 - 2 * ratio**j / (1 + ratio)) ** queries


def of_answers(queries: int, loss: Fraction, delta: Fraction) -> Interval:
    """eps_0 (sqrt(2k ln(1/delta)) + k (e^eps_0 - 1)), k eps_0 for delta = 0."""
    if not delta:
        return exact(queries * loss)
    return loss * (sqrt(2 * queries * -ln(delta)) + queries * (exp(loss) - 1))


GAUSSIAN_BUDGETS = (
    (1, ONE, HUNDREDTH, 1),
    (4, ONE, MILLIONTH, 3),
    (4, TENTH, HUNDREDTH, 10),
    (100, ONE, HALF, 10),
    (9, HALF, Fraction(9, 10), 7),
)
"""k, eps, delta, n."""


SIGMA = "sqrt(gaussian_variance(queries, eps, delta)) / rows"
WRONG[gaussian_deviation] = {
    "one query": given(gaussian_deviation, queries=1),
    "k for sqrt(k)": given(gaussian_deviation, queries=lambda k: k * k),
    "one row": given(gaussian_deviation, rows=1),
    "half": f"{SIGMA} => {SIGMA} / 2",
    "twice": f"{SIGMA} => 2 * {SIGMA}",
    "ln(1/delta)": f"{SIGMA} => sqrt(2 * queries * ln(1 / delta)) / (eps * rows)",
    "ln for 2 ln": f"{SIGMA} => {SIGMA} / sqrt(2)",
    "the variance": f"{SIGMA} => ({SIGMA}) ** 2",
}


@claim(
    "VT14.ALG.GaussianK",
    over(budget=GAUSSIAN_BUDGETS),
    form=Form.CONCRETE,
    about=gaussian_deviation,
)
def gaussian_for_many_counts(
    deviation: Build, budget: tuple[int, Fraction, Fraction, int]
) -> Check:
    """For eps <= 1 Gaussian noise of deviation sigma = sqrt(2k ln(5/(4 delta)))/(eps n) on each of
    k counting queries is (eps, delta)-private, and all errors are at most sigma sqrt(2 ln(2k/
    beta)) with probability 1 - beta; for eps = 20 it is not private.

    Cases: (k, eps, delta, n) = budget.  The exact delta of the noise, for answers that are
    sqrt(k)/n apart; half of sigma is too little for eps = 1 and delta <= 1/100; the exact delta
    is that of the best event {y > t}, and more than that of two others; sigma is checked by
    e^((sigma eps n)^2/(2k)) = 5/(4 delta).
    """
    k, eps, delta, n = budget
    sigma, apart = deviation(*budget), sqrt(k) / n
    exactly = gaussian_delta(eps, sensitivity=apart, deviation=sigma)
    yield le("delta", high(exactly), delta)
    best = sigma * sigma * eps / apart + apart / 2
    yield from nearly("the best event", exactly, of_event(best, apart, sigma, eps))
    for step in (-sigma / 8, sigma / 8):
        yield lt("another event", low(of_event(best + step, apart, sigma, eps)), low(exactly))
    if delta <= HUNDREDTH and eps == 1:
        less = gaussian_delta(eps, sensitivity=apart, deviation=sigma / 2)
        yield lt("half is too little", delta, low(less))
    yield from nearly("sigma", exp((sigma * eps * n) ** 2 / (2 * k)), Fraction(5, 4) / delta)
    large = gaussian_delta(20, sensitivity=apart, deviation=deviation(k, Fraction(20), delta, n))
    yield lt("eps = 20", delta, low(large))
    for beta in (Fraction(1, 20), Fraction(1, 1000)):
        bound = sigma * sqrt(2 * ln(2 * k / beta))
        yield chance(f"beta = {beta}", high(2 * k * normal_tail(bound / sigma)), beta)


def of_event(threshold: Interval, apart: Interval, sigma: Interval, eps: Fraction) -> Interval:
    """Pr[N(s, sigma^2) > t] - e^eps Pr[N(0, sigma^2) > t]."""
    missed = normal_tail((threshold - apart) / sigma)
    return missed - exp(eps) * normal_tail(threshold / sigma)
