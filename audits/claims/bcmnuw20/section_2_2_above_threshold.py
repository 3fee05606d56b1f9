"""Section 2.2, the first stream algorithm of Lemma 7: AboveThreshold (Dwork and Roth, 3.6)."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.first_above import (
    first_above,
    first_above_with_laplace_noise,
    two_pairs,
)
from audits.claims.standard_mechanisms.every_eps import R, attained, every
from audits.claims.standard_mechanisms.stream import NOISES
from reference.exact.field import R as Ring
from reference.mechanisms.stream.above_threshold import AboveThreshold


@claim(
    "BCMNUW20.MON.A1",
    over(answers=sized(*([*product((-1, 0, 2), repeat=n)] for n in (3, 4, 5))), threshold=(0, 1)),
    about=AboveThreshold,
)
def above_threshold(build: Build, answers: Rows, threshold: int) -> Check:
    """AboveThreshold adds noise of scale 2/eps to T, once, and fresh noise of scale 4/eps to each
    answer, and halts at the first that is >= the noisy threshold.

    Read in: Noise is geometric, of these rates, where print has Laplace noise.

    Cases: Every eps; the law of the position is summed by hand, as geometric series of products of
    tests. With Laplace noise see MON.T3.23.
    """
    found = law(build(threshold, every(4)), answers)
    chances = first_above([threshold - f for f in answers], R**-2, R**-1)
    for i, chance in enumerate(chances[:-1]):
        yield eq(f"first at {i}", found.probability(i), chance)
    yield eq("none", found.probability(Bottom.BOTTOM), chances[-1])


@dataclass(frozen=True, slots=True)
class CountsOf:
    """The first count of a stream that is found above a rational threshold."""

    mechanism: Any
    """AboveThreshold with the threshold 0, or a wrong one."""

    stream: Rows
    """Which bit each query counts among the rows."""

    threshold: Fraction

    def __call__(self, database: Rows, coins: Coins[Any], /) -> int | Bottom:
        answers = tuple((database.count(bit) - self.threshold).__floor__() for bit in self.stream)
        found: int | Bottom = coins.run(self.mechanism, answers)
        return found


ON_TWO = R * (R**4 + R**3 + R**2 + R + 1) / (R**3 + R**2 + 2 * R + 1)
"""The largest ratio for the counts of ones and of zeros among two bits, T = 1."""


@claim(
    "BCMNUW20.ALG.SV-lattice",
    over(
        n=sized((2,), (2, 3), (2, 3, 4)),
        stream=((1, 0), (1, 1, 0), (1, 1, 1, 1, 1)),
        threshold=(Fraction(1, 2), Fraction(1), Fraction(2)),
    ),
    form=Form.CONCRETE,
    about=AboveThreshold,
)
def counts_above_a_rational_threshold(
    build: Build, n: int, stream: Rows, threshold: Fraction
) -> Check:
    """For counts F_i and a rational T the first test F_i + nu_i >= T + tau with integer noise is
    AboveThreshold on the gaps ceil(T - F_i), private with the ratio b^-4, a = b^2. For the counts
    of ones and of zeros among two bits and T = 1 the largest ratio is r (r^4 + r^3 + r^2 + r + 1)
    / (r^3 + r^2 + 2r + 1), r = 1/b: 62/17 for b = 1/2.

    Cases: Every eps. Five equal counts of two rows, T = 2, show a missing noise on the threshold;
    four of them do not.
    """
    mechanism, rows = CountsOf(build(0, every(4)), stream, threshold), replace_one((0, 1), n)
    yield private(mechanism, rows, pure(R**4))
    for database in rows.databases():
        gaps = [(threshold - database.count(bit)).__ceil__() for bit in stream]
        found = law(mechanism, database)
        for i, chance in enumerate(first_above(gaps, R**-2, R**-1)[:-1]):
            yield eq(f"{database}: first at {i}", found.probability(i), chance)
    if n == 2 and len(stream) == 2 and threshold == 1:
        yield private(mechanism, rows, pure(ON_TWO), name="the least ratio")
        yield attained(mechanism, (0, 1), (1, 1), lambda y: y == 1, ON_TWO)


MIDDLE = Fraction(3, 2)
PRIVATE = Parts(geometric=AboveThreshold, laplace=first_above_with_laplace_noise)
"""With geometric noise, as a mechanism, and with Laplace noise, as a law."""
WRONG[PRIVATE] = {
    **{name: PRIVATE.but(geometric=edit) for name, edit in NOISES.items()},
    "half the Laplace noise on the threshold": PRIVATE.but(
        laplace=given(first_above_with_laplace_noise, of_threshold=4)
    ),
    "half the Laplace noise on the answers": PRIVATE.but(
        laplace=given(first_above_with_laplace_noise, of_answers=2)
    ),
    "twice the eps": PRIVATE.but(geometric=twice_eps(AboveThreshold)),
}


@claim(
    "BCMNUW20.MON.T3.23",
    over(grid=sized((1, 2), (1, 2, 3), (1, 2, 3, 4)), s=(Fraction(9, 8), MIDDLE, Fraction(4))),
    about=PRIVATE,
)
def above_threshold_is_private(parts: Parts, grid: int, s: Fraction) -> Check:
    """AboveThreshold, with Laplace noise of scale 2/eps on the threshold and 4/eps on the answers,
    is (eps, 0)-private for any number of queries.

    Cases: Laplace noise at e^(eps/4) = s: each probability is A + B ln s, A and B rational, and is
    compared as an interval, for equal answers of which the last moves the other way. Geometric
    noise on a grid of 1/m, m grid points to a unit, for every eps; for m large it is the same.
    """
    if s == MIDDLE:
        mechanism = parts.geometric(0, every(4))
        yield private(mechanism, two_pairs(grid), pure(R ** (4 * grid)), name="a finer grid")
    for n, x, y in product((2, 6), (0, 1), (-1, 0)):
        near = [-x] * (n - 1) + [-y]
        moved = [gap - 1 for gap in near[:-1]] + [-y + 1]
        first, second = (parts.laplace([grid * g for g in gaps], s) for gaps in (near, moved))
        for i in {0, n // 2, n - 1, n}:
            p, q = first[i].value(s), second[i].value(s)
            name = f"{n} queries, {x} and {y}, {i}"
            yield le(name, high(p), s ** (4 * grid) * low(q))
            yield le(f"{name}, back", high(q), s ** (4 * grid) * low(p))


SOME, FOURTH = Epsilon(Fraction(3, 2), 16), Fraction(3, 2) ** 4
"""A loss with exact sixteenths, and e^(eps/4)."""


def below_one(queries: int, alpha: int) -> Iterator[Comparison]:
    """At e^(eps/4) = (3/2)^4."""
    yield lt("beta < 1", 2 * queries, FOURTH ** (alpha // 2))


def far_below(queries: int, alpha: int) -> ListedAdjacency[Rows]:
    """All queries but the last just more than alpha below the threshold 0, the last about it."""
    near = (-alpha - 1, -alpha, 0, alpha, alpha + 1)
    return these((-alpha - 1,) * (queries - 1) + (last,) for last in near)


def within(alpha: int) -> Callable[[Rows, int | Bottom], bool]:
    """Whether it does not halt before the last answer and every answer is right within alpha."""

    def good(answers: Rows, y: int | Bottom) -> bool:
        if isinstance(y, Bottom):
            return answers[-1] <= alpha
        return y == len(answers) - 1 and answers[-1] >= -alpha

    return good


QUERIES = over(queries=sized((1, 2, 5), range(1, 9), range(1, 13)), alpha=(4, 8))
INACCURATE: dict[str, Build] = {
    "a quarter of the eps": given(  # where its parts are exact
        AboveThreshold, eps=lambda eps: eps if eps.parts % 16 else eps / 4
    ),
    "the threshold is off by 5": given(AboveThreshold, threshold=lambda t: t - 5),
}
WRONG[AboveThreshold] = INACCURATE
ACCURATE = Parts(geometric=AboveThreshold, laplace=first_above_with_laplace_noise)
WRONG[ACCURATE] = {
    "Laplace noise for a quarter of the eps": ACCURATE.but(
        laplace=given(first_above_with_laplace_noise, gaps=lambda gaps: [g // 4 for g in gaps])
    ),
    **{name: ACCURATE.but(geometric=each) for name, each in INACCURATE.items()},
    "sees zeros": ACCURATE.but(geometric=sees_zeros(AboveThreshold)),
}


@claim("BCMNUW20.MON.T3.24", QUERIES, about=ACCURATE, given=below_one)
def above_threshold_is_accurate(parts: Parts, queries: int, alpha: int) -> Check:
    """For k queries with f_i < T - alpha for all i < k, AboveThreshold errs by more than alpha, or
    halts before f_k, with probability at most beta, alpha = 8 (ln k + ln(2/beta)) / eps.

    Cases: beta = 2k e^(-eps alpha/8). Every eps, with geometric noise, and e^eps = (3/2)^16; with
    Laplace noise, as an interval, at e^(eps/4) = 2, 3, where all answers are at T - alpha. The
    bound splits alpha between threshold and answer: half of the eps is enough for one query, a
    quarter is not.
    """
    for root, eps in ((R, every(4)), (FOURTH, SOME)):
        beta = 2 * queries * root ** (-alpha // 2)
        mechanism = parts.geometric(0, eps)
        yield accurate(mechanism, far_below(queries, alpha), within(alpha), beta, name=str(root))
    for s in (Fraction(2), Fraction(3)):
        chances = parts.laplace([alpha] * queries, s)
        some = sum((each.value(s) for each in chances[:-1]), exact(0))
        yield le(f"Laplace, s = {s}", high(some), 2 * queries / s ** (alpha // 2))


def a_bound_below_one(queries: int, alpha: int) -> Iterator[Comparison]:
    """At e^(eps/4) = (3/2)^4."""
    yield lt("a bound below 1", some_noise_is_large(queries, alpha, 1 / FOURTH), 1)


def some_noise_is_large(queries: int, alpha: int, b: Ring) -> Ring:
    """Pr[|rho| > alpha/2] + sum of Pr[|nu_i| > alpha/2], for even alpha and a = b^2."""
    a, far = b**2, alpha // 2 + 1
    bound: Ring = 2 * a**far / (1 + a) + 2 * queries * b**far / (1 + b)
    return bound


@claim(
    "BCMNUW20.MON.T3.24",
    QUERIES,
    form=Form.CONCRETE,
    about=AboveThreshold,
    given=a_bound_below_one,
)
def error_on_the_lattice(build: Build, queries: int, alpha: int) -> Check:
    """With integer noise of ratios a = b^2 and b, and even alpha, the same fails with probability
    at most 2 a^(alpha/2 + 1) / (1 + a) + 2k b^(alpha/2 + 1) / (1 + b).

    Cases: Every eps, b = 1/r, and one; the bound counts noise of either sign and splits alpha in
    half, so that half of the eps would still be enough for one query.
    """
    good, vectors = within(alpha), far_below(queries, alpha)
    bound = some_noise_is_large(queries, alpha, 1 / R)
    yield accurate(build(0, every(4)), vectors, good, bound)
    there = some_noise_is_large(queries, alpha, 1 / FOURTH)
    yield accurate(build(0, SOME), vectors, good, there, name="b = (2/3)^4")
