"""Section 3.2: the accuracy of private multiplicative weights, and its updates."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.potential import databases, drop, most_updates
from audits.claims.bcmnuw20.laws.weights import dense
from audits.claims.bcmnuw20.section_2_2_multiplicative_weights import ENDLESS
from audits.claims.vt14.laws.epochs import functions
from audits.claims.vt14.section_3_2_private_weights import STAYS
from reference.mechanisms.release.multiplicative_weights import Transcript
from reference.mechanisms.release.private_multiplicative_weights import (
    Listed,
    OnlinePrivateWeights,
    ends,
)
from reference.mechanisms.release.weights import corrected

WRONG[ends] = {
    "an error of T stays": STAYS,
    "half the threshold": given(ends, threshold=lambda t: t / 2),
    "twice the threshold": given(ends, threshold=lambda t: 2 * t),
    "the error with the other sign": given(ends, gap=lambda gap: -gap),
    "the upper side only": "(gap - threshold) // 1, => -1000,",
    "one row more": given(ends, threshold=lambda t: t + 1),
}


@claim("VT14.TXT.pmw-utility", over(radius=(1, 2), step=(HALF, Fraction(1, 3))), about=ends)
def small_noise_decides_well(decide: Build, radius: int, step: Fraction) -> Check:
    """If no noise is above alpha/4, all answers are within 3 alpha/2 of q(x): those of h by less,
    those of updates within alpha/4; and updates occur only if |q(x) - q(h)| >= alpha/2, towards
    q(x).

    Cases: In rows: alpha n = 4m, noise of -m, ..., m on the threshold and on the test; errors on a
    grid up to 7m. The largest error that stays is the last before 6m, the least that leaves 2m.
    """
    m, noise = radius, range(-radius, radius + 1)
    stays, leaves, wrong_side = Fraction(0), Fraction(100), 0
    steps = range(int(-7 * m / step), int(7 * m / step) + 1)
    for k, tau, nu in product(steps, noise, noise):
        gap = k * step
        below, above = decide(gap, Fraction(4 * m + tau))
        if below < nu < above:
            stays = max(stays, abs(gap))
        else:
            leaves = min(leaves, abs(gap))
            wrong_side += (nu >= above) != (gap < 0)
    yield lt("an error that stays", stays, 6 * m)
    yield eq("the largest", stays, 6 * m - step)
    yield eq("the least that leaves", leaves, 2 * m)
    yield eq("updates in the wrong direction", wrong_side, 0)


INSIDE, OUTSIDE = Values.indicator({0}, 8), Values.indicator(range(1, 8), 8)


@claim(
    "VT14.TXT.pmw-utility",
    over(queries=((INSIDE,), (OUTSIDE,), (INSIDE, INSIDE)), root=(Fraction(20),)),
    form=Form.CONCRETE,
    about=OnlinePrivateWeights,
)
def answers_are_accurate(build: Build, queries: tuple[Values, ...], root: Fraction) -> Check:
    """With A = 4m: but with probability (k + 2E) 2 g^(m+1)/(1 + g) every answer of h is off by
    less than 6m rows, every other by m at most; so all queries are answered if E is not below the
    number of updates.

    Cases: Eight points, eight rows, m = 1, e^(eps0) = root, rate 1/2; the indicator of a point or
    of all others, of which h is off by seven rows at first; databases of one value; E = k.
    """
    g, m, k, n = 1 / root, 1, len(queries), 8
    start: PointWeights[Any] = PointWeights.uniform(range(n), HALF)
    mechanism = build(Listed(queries), k, start, Fraction(4 * m), k, Epsilon(root))

    def good(x: Rows, told: Transcript) -> bool:
        truth = [Fraction(sum(map(q, x)), n) for q in queries]
        errors = [(a.asked, abs(a.value - t) * n) for a, t in zip(told, truth, strict=False)]
        return len(told) == k and all(e <= m if asked else e < 6 * m for asked, e in errors)

    universe = these([(0,) * n, (1,) * n])
    yield accurate(mechanism, universe, good, 3 * k * 2 * g ** (m + 1) / (1 + g))


def promised_updates(points: int, alpha: Interval) -> Interval:
    """128 ln |X|/(15 alpha^2)."""
    return 128 * ln(points) / (15 * alpha * alpha)


def updates_that_are_slow(update: Build, points: int, rate: Fraction, limit: int) -> int:
    """All rows are at one point; each query leaves out others with a mass of alpha/2, hardly more.

    Returns:
        How many updates there are until h gives the others less than alpha/2 in all.
    """
    threshold = -2 * ln(rate)
    weights: Any = PointWeights.uniform(range(points), rate)
    for length in range(limit):
        left_out: set[int] = set()
        mass, masses = Fraction(0), dense(weights)
        for x in sorted(range(1, points), key=lambda x: -masses[x]):
            if not threshold.certainly_at_most(mass):
                left_out, mass = left_out | {x}, mass + masses[x] / sum(masses)
        if not threshold.certainly_at_most(mass):
            return length
        query = Values.indicator({*range(points)} - left_out, points)
        weights = update(weights, query, Fraction(1))
    return limit


UPDATES = Parts(update=corrected, bound=promised_updates)
WRONG[UPDATES] = {
    **{name: UPDATES.but(update=each) for name, each in ENDLESS.items()},
    "updates of the uniform distribution": UPDATES.but(
        update="weights.penalised => "
        "type(weights).uniform([x for x, _ in weights.exponents], weights.rate).penalised"
    ),
    "56 for 128": UPDATES.but(bound="return 128 => return 56"),
    "twice as many": UPDATES.but(bound="return 128 => return 256"),
    "alpha for its square": UPDATES.but(bound="15 * alpha * alpha) => 15 * alpha)"),
    "the number of points for its logarithm": UPDATES.but(bound="ln(points) => points"),
}


@claim(
    "VT14.C3.2.1",
    over(
        case=sized(
            ((2, 4, Fraction(4, 5)), (3, 2, Fraction(4, 5))),
            ((2, 8, Fraction(7, 8)), (3, 4, Fraction(4, 5)), (4, 2, Fraction(4, 5))),
            ((2, 8, Fraction(9, 10)), (3, 4, Fraction(7, 8)), (4, 4, Fraction(4, 5))),
        )
    ),
    about=UPDATES,
)
def few_updates_are_required(parts: Parts, case: tuple[int, int, Fraction]) -> Check:
    """If no noise is above alpha/4, at most O(log |X|/alpha^2) updates are required: with eta =
    alpha/4, 128 ln |X|/(15 alpha^2).

    Cases: (points, rows, e^(-eta)) = case, alpha = 4 eta; every database, every order of queries
    with an error of alpha/2 or more, noise of 0, alpha/4 and -alpha/4.  On 64 points, and rows at
    one of them, some queries make four fifths of these updates.
    """
    points, rows, rate = case
    alpha = -4 * ln(rate)
    near, bound = low(alpha / 4), parts.bound(points, alpha)

    def answers(truth: Fraction, mean: Fraction) -> Iterator[Fraction]:
        if (alpha / 2).certainly_at_most(abs(truth - mean)):
            yield from (truth, truth + near, truth - near)

    limit = bound.floor() + 1
    for x in databases(points, rows):
        longest = most_updates(parts.update, x, rate, answers, limit)
        yield le(f"x = {x}", longest, low(bound))
    if points > 2:
        return
    small = Fraction(7, 8)
    most = parts.bound(64, -4 * ln(small))
    slow = updates_that_are_slow(parts.update, 64, small, most.floor() + 1)
    yield le("64 points", slow, low(most))
    yield le("64 points, nearly attained", high(most * 4 / 5), slow)


@claim(
    "VT14.C3.2.1",
    over(
        exponents=((0, 0, 0), (0, 2, 5)),
        rate=sized((HALF, Fraction(3, 4)), (HALF, Fraction(3, 4)), (HALF, Fraction(9, 10))),
    ),
    form=Form.CONCRETE,
    about=PointWeights,
)
def the_divergence_falls(build: Build, exponents: Rows, rate: Fraction) -> Check:
    """D(x || uniform) <= ln |X|, and an update towards q(x) lowers D(x || h) by at least eta |q(x)
    - q(h)| - eta^2/8, that is 15 alpha^2/128 at eta = alpha/4 and an error of alpha/2, and nearly
    no more at q(h) = 1/2.

    Cases: Three points, x on the grid of halves, h of two shapes, every query; the drop is eta
    q(x) - ln(1 + (e^eta - 1) q(h)) upwards, and the same with 1 - q downwards; tight up to a tenth
    at q(h) = 1/2, alpha = 1/10.
    """
    eta, before = -ln(rate), build(tuple(enumerate(exponents)), rate)
    u = dense(before)
    for x in grid_distributions(3, 2) if not any(exponents) else ():
        yield le(f"x = {x}: D(x || uniform)", low(drop(x, u, [*x])), high(ln(3)))
    for x, q in product(grid_distributions(3, 2), functions(3)):
        truth = sum((m for i, m in enumerate(x) if q(i)), Fraction(0))
        mean = sum((m for i, m in enumerate(u) if q(i)), Fraction(0)) / sum(u)
        for value, gap in ((0, truth - mean), (1, mean - truth)):
            found = drop(x, u, dense(before.penalised(q, value)))
            words = f"x = {x}, q = {q}, side {value}"
            yield le(words, high(eta * gap - eta * eta / 8), low(found))
            top, inside = (truth, mean) if value == 0 else (1 - truth, 1 - mean)
            exact_drop = eta * top - ln(1 + (1 / rate - 1) * inside)
            yield le(f"{words}, at least", low(found), high(exact_drop) + Fraction(1, 2**40))
            yield le(f"{words}, at most", low(exact_drop), high(found) + Fraction(1, 2**40))
    alpha = TENTH
    yield eq(
        "15/128", alpha / 4 * (alpha / 2) - (alpha / 4) ** 2 / 8, alpha**2 * Fraction(15, 128)
    )
    e_eta = exp_low(alpha / 4)
    least = alpha / 4 * (HALF + alpha / 2) - ln(1 + (e_eta - 1) * HALF)
    yield le("nearly tight", low(least), alpha**2 * Fraction(15, 128) * Fraction(11, 10))
