"""Section 1.2, remark 1: what a bound on the statistical distance alone is worth."""

from audits.claims.prelude import *
from audits.engines.optimum.problem import worst_case
from reference.mechanisms.release.random_row import RandomRow

CASES = over(n=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)))


WRONG[RandomRow] = {
    "the first row": "coins.draw(Dist.uniform(database)) => database[0]",
    "always a row": "coins.draw(bernoulli(Fraction(1, 2))) => False",
    "a row only if all are the same": "Fraction(1, 2))): => "
    "Fraction(1, 2))) or len(set(database)) > 1:",
    "values, not rows, are uniform": "uniform(database) => uniform(sorted(set(database)))",
    "three quarters of the time": "bernoulli(Fraction(1, 2)) => bernoulli(Fraction(1, 4))",
    "half of delta": "2 * self.rows => 4 * self.rows",
    "twice delta": "2 * self.rows => self.rows",
}


@claim("VT14.ALG.HalfRow", CASES, about=RandomRow)
def a_row_half_of_the_time(build: Build, n: int) -> Check:
    """With probability 1/2 a random row of the database is published.

    Cases: All databases of n rows of three values, in every order.
    """
    made = build(Domain.of_size(3), n)
    for x in product(range(3), repeat=n):
        found = law(made, x)
        for v in range(3):
            yield eq(f"{x}: {v}", found.probability(v), Fraction(x.count(v), 2 * n))
        yield eq(f"{x}: nothing", found.probability(Bottom.BOTTOM), HALF)


@claim("VT14.TXT.sd-b", CASES, about=RandomRow)
def a_row_is_published(build: Build, n: int) -> Check:
    """For delta >= 1/(2n) a mechanism with statistical distance at most delta between neighbours
    may publish a random row with probability 1/2: its distance is 1/(2n), and no less.

    Cases: Databases of n rows of three values, one row replaced, in every order.
    """
    made = build(Domain.of_size(3), n)
    universe = replace_one(range(3), n, ordered=True)
    yield private(made, universe, made.guarantee)
    yield eq("promised", made.guarantee.delta, Fraction(1, 2 * n))
    zeros, others = law(made, (0,) * n), law(made, (1, *(0,) * (n - 1)))
    yield eq("attained", zeros.total_variation(others), made.guarantee.delta)
    for v in range(3):
        yield eq(f"published {v}", law(made, (v,) * n).probability(v), HALF)


@dataclass(frozen=True, slots=True)
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
def independent_half(build: Build, n: int) -> Check:
    """If neighbours have a statistical distance of at most delta <= 1/(2n), then with probability
    1/2 the answer is independent of the data.

    Cases: Three values; a row is drawn and one of the two values that are not its own is told: the
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
    for x, i, v in product(product(range(3), repeat=n), range(n), range(3)):
        yield x, (*x[:i], v, *x[i + 1 :])


def times_the_rows(n: int, delta: Fraction) -> Fraction:
    """N delta."""
    return n * delta


WRONG[times_the_rows] = {
    "delta": "n * delta => delta",
    "(n - 1) delta": "n * delta => (n - 1) * delta",
    "(n + 1) delta": "n * delta => (n + 1) * delta",
    "n delta / 2": "n * delta => n * delta / 2",
    "1 - (1 - delta)^n": "n * delta => 1 - (1 - delta) ** n",
    "1": "n * delta => Fraction(1)",
}


@claim(
    "VT14.TXT.sd-a",
    over(n=sized((1, 2, 3), (1, 2, 3), (1, 2, 3, 4))),
    form=Form.CORRECTED,
    about=times_the_rows,
)
def nothing_is_learnt(bound: Build, n: int) -> Check:
    """If neighbours have a statistical distance of at most delta, any two databases have at most n
    delta; with delta <= 1/(2n) the answer on x is that on any fixed x_0 with probability 1/2, in
    some joint law of both.

    Cases: A random row half of the time, and another value than that of a random row, three
    values: delta = 1/(2n), and n delta is attained by databases that differ in all rows.
    """
    for name, made in (("row", RandomRow(Domain.of_size(3), n)), ("other", AnotherValue(3))):
        laws = {x: law(made, x) for x in product(range(3), repeat=n)}
        delta = max(laws[x].total_variation(laws[y]) for x, y in replace_pairs(n))
        yield eq(f"{name}: delta", delta, Fraction(1, 2 * n))
        worst = max(p.total_variation(q) for p in laws.values() for q in laws.values())
        yield eq(f"{name}: any two", worst, bound(n, delta))
        for x, found in laws.items():
            same = (min(found.probability(y), laws[(0,) * n].probability(y)) for y in found)
            yield le(f"{name}: {x} as zeros", HALF, sum(same, Fraction(0)))


def zeros_or_ones(n: int) -> Problem[Any, int]:
    """Say whether n bits are all 0 or all 1; on other databases any answer is good."""
    wanted = {(0,) * n: 0, (1,) * n: 1}
    return worst_case(
        f"all zeros or all ones, {n} bits",
        replace_one((0, 1), n),
        (0, 1),
        lambda d, y: y == wanted.get(d, y),
    )


WRONG[zeros_or_ones] = {
    "one bit more": given(zeros_or_ones, n=lambda n: n + 1),
    "half the bits": given(zeros_or_ones, n=lambda n: (n + 1) // 2),
    "neighbours": given(zeros_or_ones, n=1),
    "twice the distance": given(zeros_or_ones, n=lambda n: 2 * n),
    "the majority everywhere": "y == wanted.get(d, y) => 2 * abs(y * len(d) - sum(d)) <= len(d)",
}


@claim(
    "VT14.TXT.useless-small-eps",
    over(n=sized((2, 4), (2, 4, 6), (2, 4, 6, 8))),
    about=zeros_or_ones,
)
def useless_below_one_row(build: Build, n: int) -> Check:
    """The definition is of no use for eps < 1/n: for n even no eps-private mechanism tells n zeros
    from n ones with a probability above 1 - e^(-n eps/2)/2 < 0.7 (0.74 for n = 1, 0.71 for n = 3).

    Cases: All mechanisms on bits, at e^eps = 1 + 1/n - 1/n^2 < e^(1/n), for n even; e^(-1/2)/2 >
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
)
def telling_zeros_from_ones(build: Build, n: int) -> Check:
    """The best eps-private mechanism tells n zeros from n ones with probability 1 - e^(-n eps/2)/2
    for n even and 1 - e^(-(n-1) eps/2)/(1 + e^eps) for n odd.

    Cases: All mechanisms on bits, every eps.
    """
    r = RationalFunction.r()
    value = 1 - r ** (-(n // 2)) / (2 if n % 2 == 0 else 1 + r)
    yield exactly_between(build(n), ONE, None, value)
