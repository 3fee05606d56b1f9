"""Section 1.2, remark 1: what a bound on the statistical distance alone is worth."""

from audits.claims.prelude import *
from audits.claims.vt14.impostors.distances import (
    WRONG_BOUNDS,
    WRONG_PROMISES,
    WRONG_ROWS,
    WRONG_TELLING,
    Bound,
    Telling,
    zeros_or_ones,
)
from reference.mechanisms.release.random_row import RandomRow

CASES = over(n=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)))


@claim("VT14.ALG.HalfRow", CASES, about=RandomRow, impostors=WRONG_ROWS)
def a_row_half_of_the_time(build: Build, n: int) -> Check:
    """With probability 1/2 a random row of the database is published.

    Fair: All databases of n rows of three values, in every order.
    """
    made = build(Domain.of_size(3), n)
    for x in product(range(3), repeat=n):
        found = law(made, x)
        for v in range(3):
            yield eq(f"{x}: {v}", found.probability(v), Fraction(x.count(v), 2 * n))
        yield eq(f"{x}: nothing", found.probability(Bottom.BOTTOM), HALF)


@claim(
    "VT14.TXT.sd-b",
    CASES,
    about=RandomRow,
    impostors={
        name: WRONG_ROWS[name]
        for name in ("the first row", "always a row", "three quarters of the time")
    }
    | WRONG_PROMISES,
)
def a_row_is_published(build: Build, n: int) -> Check:
    """For delta >= 1/(2n) a mechanism with statistical distance at most delta between neighbours
    may publish a random row with probability 1/2: its distance is 1/(2n), and no less.

    Fair: Databases of n rows of three values, one row replaced, in every order.
    """
    made = build(Domain.of_size(3), n)
    universe = replace_one(range(3), n, ordered=True)
    yield private(made, universe, made.guarantee)
    yield eq("promised", made.guarantee.delta, Fraction(1, 2 * n))
    zeros, others = law(made, (0,) * n), law(made, (1, *(0,) * (n - 1)))
    yield eq("attained", zeros.total_variation(others), made.guarantee.delta)
    for v in range(3):
        published = law(made, (v,) * n).probability(v)
        yield eq(f"published {v}", published, HALF)


@dataclass(frozen=True)
class AnotherValue:
    """A random row i, and a value that is not its own: (i, y), y uniform."""

    values: int

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> tuple[int, int]:
        i = coins.draw(Dist.uniform(range(len(database))))
        return i, coins.draw(Dist.uniform(y for y in range(self.values) if y != database[i]))


@claim(
    "VT14.TXT.sd-a",
    over(n=(1, 2)),
    about=AnotherValue,
    refuted=Erratum(
        Grade.WORDING,
        "Section 1.2, remark 1 (a): the answer agrees with that on any one fixed database with "
        "probability 1/2, but there may be no part of it that is the same for all",
        left="1/2",
        right="the part of the answer that is the same for all databases",
    ),
)
def independent_half(build: Callable[[int], Any], n: int) -> Check:
    """If neighbours have a statistical distance of at most delta <= 1/(2n), then with probability
    1/2 the answer is independent of the data.

    Fair: Three values; a row is drawn and one of the two values that are not its own is told: the
    distance of neighbours is 1/(2n). The part that is the same for all databases is the sum over y
    of the least Pr[M(x) = y].
    """
    made = build(3)
    laws = {x: law(made, x) for x in product(range(3), repeat=n)}
    for x, other in replace_pairs(n):
        yield le(f"{x}, {other}", laws[x].total_variation(laws[other]), Fraction(1, 2 * n))
    outcomes = product(range(n), range(3))
    common = sum((min(p.probability(y) for p in laws.values()) for y in outcomes), Fraction(0))
    yield le("common", HALF, common)


def replace_pairs(n: int) -> Iterator[tuple[Rows, Rows]]:
    """Databases of n rows of three values that differ in one."""
    for x in product(range(3), repeat=n):
        for i, v in product(range(n), range(3)):
            yield x, (*x[:i], v, *x[i + 1 :])


def times_the_rows(n: int, delta: Fraction) -> Fraction:
    """N delta."""
    return n * delta


@claim(
    "VT14.TXT.sd-a",
    over(n=sized((1, 2, 3), (1, 2, 3), (1, 2, 3, 4))),
    form=Form.CORRECTED,
    about=times_the_rows,
    impostors=WRONG_BOUNDS,
)
def nothing_is_learnt(bound: Bound, n: int) -> Check:
    """If neighbours have a statistical distance of at most delta, any two databases have at most n
    delta; with delta <= 1/(2n) the answer on x is that on any fixed x_0 with probability 1/2, in
    some joint law of both.

    Fair: A random row half of the time, and another value than that of a random row, three values:
    delta = 1/(2n), and n delta is attained by databases that differ in all rows.
    """
    for name, made in (("row", RandomRow(Domain.of_size(3), n)), ("other", AnotherValue(3))):
        laws = {x: law(made, x) for x in product(range(3), repeat=n)}
        delta = max(laws[x].total_variation(laws[y]) for x, y in replace_pairs(n))
        yield eq(f"{name}: delta", delta, Fraction(1, 2 * n))
        worst = max(p.total_variation(q) for p in laws.values() for q in laws.values())
        yield eq(f"{name}: any two", worst, bound(n, delta))
        for x, found in laws.items():
            fixed = laws[(0,) * n]
            outcomes = {*found, *fixed}
            same = (min(found.probability(y), fixed.probability(y)) for y in outcomes)
            yield le(f"{name}: {x} as zeros", HALF, sum(same, Fraction(0)))


@claim(
    "VT14.TXT.useless-small-eps",
    over(n=sized((2, 4), (2, 4, 6), (2, 4, 6, 8))),
    about=zeros_or_ones,
    impostors={
        name: WRONG_TELLING[name] for name in ("half the bits", "neighbours", "twice the distance")
    },
)
def useless_below_one_row(build: Telling, n: int) -> Check:
    """The definition is of no use for eps < 1/n: for n even no eps-private mechanism tells n zeros
    from n ones with a probability above 1 - e^(-n eps/2)/2 < 0.7 (0.74 for n = 1, 0.71 for n = 3).

    Fair: All mechanisms on bits, at e^eps = 1 + 1/n - 1/n^2 < e^(1/n), for n even; e^(-1/2)/2 >
    0.3. The optimum is attained; for n odd its value is that of the concrete form.
    """
    r = 1 + Fraction(1, n) - Fraction(1, n**2)
    problem = build(n)
    yield optimal(problem, r, Fraction(7, 10))
    yield exactly(problem, r, 1 - r ** (-n // 2) / 2)
    yield le("0.3", Fraction(3, 10), exp_low(-HALF) / 2)
    for odd, most in ((1, Fraction(74, 100)), (3, Fraction(71, 100))):
        least = exp_low(Fraction(1 - odd, 2 * odd)) / (1 + exp_high(Fraction(1, odd)))
        yield le(f"n = {odd}", 1 - least, most)


@claim(
    "VT14.TXT.useless-small-eps",
    over(n=sized((1, 2, 3, 4), (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6, 7))),
    form=Form.CONCRETE,
    about=zeros_or_ones,
    impostors=WRONG_TELLING,
)
def telling_zeros_from_ones(build: Telling, n: int) -> Check:
    """The best eps-private mechanism tells n zeros from n ones with probability 1 - e^(-n eps/2)/2
    for n even and 1 - e^(-(n-1) eps/2)/(1 + e^eps) for n odd.

    Fair: All mechanisms on bits, every eps.
    """
    r = RationalFunction.r()
    value = 1 - r ** (-(n // 2)) / (2 if n % 2 == 0 else 1 + r)
    yield exactly_between(build(n), Fraction(1), None, value)
