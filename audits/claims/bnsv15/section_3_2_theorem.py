"""Section 3.2: how fast the domains grow, which deltas are small enough, and Theorem 3.2."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.hard_distribution import FAMILIES, stated_bound
from audits.engines.optimum.optimum import solve
from audits.engines.optimum.problems.order import interior_point
from reference.exact.interval import Real, log2
from reference.lower_bounds.iterated_exponentials import real_tower, sizes
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.interior_point.interior_points import is_interior_point

LARGE = 6


def top_of_tower(x: Real, loglog: Interval) -> Interval:
    """x + log log M."""
    return loglog + x


WRONG[top_of_tower] = {
    "x": "loglog + x => exact(x)",
    "x + log log log M": "loglog + x => log2(loglog) + x",
    "x + log log M + 1": "loglog + x => loglog + x + 1",
}


@claim(
    "BNSV15.TXT.tower",
    over(
        height=(1, 2, 3), x=(1, 2), loglog=tuple(map(Fraction, ("21/10", "5/2", "3", "7/2", "4")))
    ),
    about=top_of_tower,
)
def power_of_a_tower_is_a_tower(top: Build, height: int, x: int, loglog: Fraction) -> Check:
    """For k >= 1, x >= 1 and M > 16: M^(tower^(k)(x)) <= tower^(k+1)(x + log log M).

    Cases: log log M above 2, up to 4.  For k = 1 and integers it is the equation (log M) 2^x =
    2^(x + log log M); for k = 2, 3 two logarithms of both sides are enclosed, log log M +
    tower^(k-1)(x) <= tower^(k-1)(x + log log M).
    """
    larger = top(x, exact(loglog))
    if height > 1:
        left = real_tower(height - 1, x) + loglog
        yield le("two logarithms", high(left), low(real_tower(height - 1, larger)))
    elif loglog.denominator == 1:
        gap = abs_gap(real_tower(1, larger), exact(2 ** int(loglog) * 2**x))
        yield le("one logarithm", high(gap), Fraction(1, 2**50))


def small_delta(n: int) -> Fraction:
    """1/(50 n^2)."""
    return Fraction(1, 50 * n**2)


WRONG[small_delta] = {"1/(50 n^2)^64": "50 * n**2 => (50 * n**2) ** 64"}


@claim("BNSV15.TXT.tower", over(n=(1, 2, 3)), form=Form.CONCRETE, about=small_delta)
def domains_are_below_towers(delta: Build, n: int) -> Check:
    """With delta(n) = 1/(50 n^2): S(2) = 2500 = tower^(2)(1 + log log 50), S(3) = 200^2500, and
    S(n+1) <= tower^(n+1)(1 + n log log(50 n^2)).

    Cases: Logarithms of both sides, two of them where the numbers are long; S(4) = 450^S(3)
    through log S(3).
    """
    bases = [int(1 / delta(j)) for j in range(1, n + 1)]
    loglog = log2(log2(50 * n**2))
    if n == 1:
        (_, second) = sizes(2, bases)
        yield eq("S(2)", second, 2500)
        yield le("log log S(2)", high(abs_gap(log2(log2(second)), loglog + 1)), Fraction(1, 2**50))
    elif n == 2:
        left = log2(sizes(2, bases[:1])[-1]) + log2(log2(bases[1]))
        yield le("log log S(3)", high(left), low(real_tower(1, loglog * 2 + 1)))
    else:
        log_third = log2(bases[1]) * sizes(2, bases[:1])[-1]
        left = log_third + log2(log2(bases[2]))
        yield le("log log S(4)", high(left), low(real_tower(2, loglog * 3 + 1)))


def abs_gap(first: Interval, second: Interval) -> Interval:
    """The distance of two numbers that may be equal."""
    gap = first - second
    return gap * gap


WRONG_BOUNDS: dict[str, str | Build] = {
    "e^(2 eps)": given(stated_bound, root=lambda r: r * r),
    "1/10 for 2/25": "sum(deltas, Fraction(0)) => sum(deltas, Fraction(0)) * 5 / 4",
    "no deltas": given(stated_bound, deltas=()),
    "deltas without their factor": "(root + 1) * sum => sum",
    "the first alone": given(stated_bound, deltas=lambda deltas: deltas[:1]),
    "the last delta is left out": given(stated_bound, deltas=lambda deltas: deltas[:-1]),
    "delta(1) n times": given(stated_bound, deltas=lambda deltas: deltas[:1] * len(deltas)),
}
WRONG[stated_bound] = WRONG_BOUNDS


@claim(
    "BNSV15.TXT.Pn",
    over(box(eps=between(0, QUARTER), share=between(0, 1))),
    form=Form.CONCRETE,
    about=stated_bound,
)
def small_deltas_suffice(build: Build, eps: Fraction, share: Fraction) -> Check:
    """For eps <= 1/4 it suffices that the deltas add up to at most 2/25: P_n <= 3/4 for every n;
    and 1/(50 n^2) adds up to less than pi^2/300 < 2/25.

    Cases: e^eps from above; P_n grows with eps and with the sum.  At the corner eps = 1/4 and 2/25
    it is more than 74/100.  The sum of 1/(50 n^2) is at most that of its first ten and 1/500.
    """
    found = build(exp_high(eps), [share * Fraction(2, 25)])
    yield chance("P_n", found, Fraction(3, 4))
    if eps == QUARTER and share == 1:
        yield lt("nearly attained", Fraction(74, 100), found)
    if share == 1:
        first_ten = sum((Fraction(1, 50 * j**2) for j in range(1, 11)), Fraction(0))
        yield lt("the sum", first_ten + Fraction(1, 500), Fraction(2, 25))


not_finitely_checkable(
    "BNSV15.TXT.Pn",
    statement="The sequence delta(n) is such that P_n is bounded away from 1 for every n, in "
    "particular if its sum is small enough.",
    reason="both bounds are lost in the electronic text; the concrete form has 3/4 and 2/25",
)
not_finitely_checkable(
    "BNSV15.T3.2",
    statement="For fixed eps < 1/4 and delta(n) <= 1/(50 n^2), to solve the interior-point "
    "problem on X with probability 3/4 and (eps, delta(n))-privacy needs n = Omega(log*|X|) rows.",
    reason="asymptotic; the concrete form has the domain sizes and the probability",
)


@dataclass(frozen=True, slots=True)
class OnSmallerDomain:
    """A solver for more points, run on databases over the first points only."""

    solver: Mechanism[Database[int], int, Any]
    size: int

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> int:
        return min(coins.run(self.solver, database), self.size - 1)


def most_successful() -> Fraction:
    """No private mechanism succeeds with a greater probability."""
    return Fraction(16, 25)


STATEMENT = Parts(most=most_successful, bound=stated_bound, smaller=OnSmallerDomain)
"""What the theorem says, and what it is proved from."""

WRONG[STATEMENT] = {
    "answers are scaled": STATEMENT.but(
        smaller="min(coins.run(self.solver, database), self.size - 1) => "
        "coins.run(self.solver, database) * self.size // LARGE"
    ),
    "5/8 for 16/25": STATEMENT.but(most="Fraction(16, 25) => Fraction(5, 8)"),
    **{name: STATEMENT.but(bound=bound) for name, bound in WRONG_BOUNDS.items()},
}


@claim(
    "BNSV15.T3.2",
    over(family=("1/(50 n^2)",), n=range(6, 0, -1)),
    form=Form.CONCRETE,
    about=STATEMENT,
    clause="the domains",
)
def rows_that_are_needed(said: Parts, family: str, n: int) -> Check:
    """For eps <= 1/4 and delta(n) = 1/(50 n^2) no (eps, delta(n))-private mechanism for n rows
    solves the interior-point problem on S(n) points, S(1) = 2, S(2) = 2500, S(3) = 200^2500, with
    probability above 16/25.

    Cases: P_n at e^(1/4) from above, for n = 1, ..., 6 (P_n is above 5/8 from n = 4 on).
    """
    yield step("BNSV15.L3.3", Form.PRINTED, family=family, n=n)
    deltas = [FAMILIES[family](j) for j in range(1, n + 1)]
    found = said.bound(exp_high(QUARTER), deltas)
    yield chance("P_n", found, said.most())
    grown = found - said.bound(exp_high(QUARTER), deltas[:-1])
    yield eq("by the last delta", grown, (1 + exp_high(QUARTER)) * deltas[-1])
    if n >= 4:
        yield lt("nearly attained", Fraction(5, 8), found)


@claim("BNSV15.T3.2", form=Form.CONCRETE, about=STATEMENT, clause="every n")
def rows_that_are_needed_for_every_n(said: Parts) -> Check:
    """So it is for every n: P_n < r/(1 + r) + (1 + r) pi^2/300 < 16/25.

    Cases: r = e^(1/4) from above.
    """
    r = exp_high(QUARTER)
    most = r / (1 + r) + (1 + r) * Fraction(987, 100) / 300
    yield lt("pi^2 < 987/100", high(six_times_zeta(200)), Fraction(987, 100))
    yield chance("P_n for every n", most, said.most())


@claim("BNSV15.T3.2", over(n=(2, 1)), form=Form.CONCRETE, about=STATEMENT, clause="larger domains")
def success_falls_with_the_domain(said: Parts, n: int) -> Check:
    """Nor does one on more points: a solver for more points is one for fewer, and the success of
    the best mechanism falls with the number of points.

    Cases: The exponential mechanism for 6 points on 2 and 4, database by database; the best
    success for two rows on up to 6 points.
    """
    solver = ExponentialInteriorPoint(Domain.of_size(LARGE), Epsilon(Fraction(2), 2))
    for size in (2, 4):
        fewer = said.smaller(solver, size)
        for d in replace_one(range(size), n).databases():
            failed = 1 - law(solver, d).probability_that(partial(is_interior_point, d))
            alone = ListedAdjacency((d,), (), "one database")
            yield accurate(fewer, alone, is_interior_point, failed, name=f"{d}")
    if n == 2:
        for size in (2, 3, 4, 5):
            best = solve(interior_point(size, n), Fraction(5, 4)).value
            assert best is not None
            yield optimal(interior_point(size + 1, n), Fraction(5, 4), best)


def six_times_zeta(terms: int) -> Interval:
    """A bound of pi^2 = 6 (1 + 1/4 + 1/9 + ...): so many terms, and 1/terms for the rest."""
    total = sum((Fraction(1, j**2) for j in range(1, terms + 1)), Fraction(0))
    return exact(6 * (total + Fraction(1, terms)))
