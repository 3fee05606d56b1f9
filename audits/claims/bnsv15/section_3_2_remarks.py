"""Section 3.2: remarks and steps of the lower bound that are printed wrong."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.hard_distribution import FAMILIES, RowOne, stated_bound
from audits.engines.optimum.problems.order import interior_point
from reference.lower_bounds.one_row_fewer import OneRowFewer
from reference.lower_bounds.success_recurrence import digit_guessed, success_bound
from reference.mechanisms.interior_point.interior_points import is_interior_point

R = RationalFunction.r()


@claim(
    "BNSV15.TXT.anySeries",
    over(points=sized((2, 4, 8), (2, 4, 16), (2, 4, 32)), n=(1,)),
    refuted=Erratum(
        Grade.WORDING,
        "Section 3.2, after Theorem 3.2, first sentence (any monotonically non-increasing "
        "convergent series will do): one of small sum, as the next paragraph asks for. With "
        "delta(1) = 4/5 one row is enough over every domain: name it with probability 4/5",
    ),
)
def any_convergent_series_will_do(points: int, n: int) -> Check:
    """For every non-increasing delta(n) with a finite sum, whoever finds interior points with
    probability 3/4 and (eps, delta(n))-privacy needs more and more rows as the domain grows.

    Cases: delta(n) = 4/(5 n^2), of sum 2 pi^2/15, and one row; eps = 0. The best of all mechanisms
    succeeds with probability 4/5 + 1/(5 |X|), more than 3/4 whatever |X| is. With a sum of at most
    2/25 the theorem is BNSV15.T3.2 (concrete).
    """
    delta = Fraction(4, 5 * n**2)
    yield optimal(interior_point(points, n), Fraction(1), Fraction(3, 4), delta)


@claim(
    "BNSV15.L3.3.step",
    over(family=FAMILIES, n=range(1, 6)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 3.2, proof of Lemma 3.3, last display (as restored): where delta decreases P_n "
        "grows by less than a digit is guessed; the induction is one for P'_n = (r + "
        "delta(1))/(1 + r) + sum (r delta(j) + delta(j+1)) <= P_n",
        "the probability of guessing a digit, r delta(n) + delta(n+1)",
        "P_(n+1) - P_n = (r + 1) delta(n+1)",
    ),
)
def bound_grows_by_a_digit(family: str, n: int) -> Check:
    """If a mechanism succeeds on D_(n+1) with probability above P_(n+1), the reduced one succeeds
    on D_n with probability above P_n: r/b(n) + delta(n+1), b(n) = 1/delta(n), is P_(n+1) - P_n at
    most.

    Cases: P_n, b(n) and what is guessed as in BNSV15.L3.3 (the formulas are lost in the electronic
    text), every r = e^eps; for a constant delta the step is right.
    """
    deltas = [FAMILIES[family](j) for j in range(1, n + 2)]
    base = int(1 / deltas[n - 1])
    grown = stated_bound(R, deltas) - stated_bound(R, deltas[:-1])
    yield le("", digit_guessed(R, deltas[n], base), grown)


@claim(
    "BNSV15.ALG.MHat.range",
    over(base=(2, 3), length=(1, 2)),
    about=OneRowFewer,
    refuted=Erratum(
        Grade.WORDING,
        "Section 3.2, Algorithm 1, step 3: if the solver names x_0 itself, the longest prefix has "
        "S(n) digits, and S(n) is not one of the points 0, ..., S(n) - 1; it does no harm, as an "
        "interior point is one of them",
    ),
)
def answer_is_a_point(build: Build, base: int, length: int) -> Check:
    """The mechanism of Algorithm 1 is one for the interior point problem on S(n) points: what it
    returns is one of them.

    Cases: The solver that names the second row, which agrees with x_0 on all S(n) digits with
    positive probability; one row.
    """
    yield accurate(
        build(RowOne(), base, length),
        replace_one(range(length), 1),
        lambda _, y: not isinstance(y, Bottom) and y < length,
        Fraction(0),
    )


@claim(
    "BNSV15.TXT.anySeries",
    over(share=(Fraction(1), Fraction(1, 2)), n=(1, 2, 4, 8)),
    form=Form.CORRECTED,
    about=stated_bound,
)
def a_series_of_small_sum_will_do(build: Build, share: Fraction, n: int) -> Check:
    """Any non-increasing series with a sum of at most 2/25 will do: P_n <= 3/4 for eps <= 1/4.

    Cases: e^(1/4) from above; all of the sum in the first term, or n equal terms, or halves of
    halves; P_n depends on the sum only.
    """
    total = share * Fraction(2, 25)
    for name, deltas in (
        ("at once", [total, *[Fraction(0)] * (n - 1)]),
        ("alike", [total / n] * n),
        ("halves", [total / 2**j for j in range(1, n + 1)]),
    ):
        found = build(exp_high(Fraction(1, 4)), deltas)
        yield chance(name, found, Fraction(3, 4))
        if share == 1 and name == "alike":
            yield lt(f"{name}: nearly attained", Fraction(74, 100), found)


@claim(
    "BNSV15.L3.3.step",
    over(family=FAMILIES, n=range(1, 6)),
    form=Form.CORRECTED,
    about=success_bound,
)
def proved_bound_grows_by_a_digit(build: Build, family: str, n: int) -> Check:
    """P'_(n+1) - P'_n = r/b(n) + delta(n+1), so that the induction is one for P'_n.

    Cases: As in the printed form; every r.
    """
    deltas = [FAMILIES[family](j) for j in range(1, n + 2)]
    bases = [int(1 / delta) for delta in deltas[:-1]]
    grown = build(R, deltas, bases) - build(R, deltas[:-1], bases[:-1])
    yield eq("", grown, R / bases[-1] + deltas[-1])


@dataclass(frozen=True, slots=True)
class Cut:
    """The reduction, an answer beyond the last point replaced by it."""

    solver: Any
    base: int
    length: int

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> int | Bottom:
        found = coins.run(OneRowFewer(self.solver, self.base, self.length), database)
        return found if isinstance(found, Bottom) else min(found, self.length - 1)


WRONG[Cut] = {
    "the answer as it is": "min(found, self.length - 1) => found",
    "cut at 0": "self.length - 1 => 0",
}


@claim("BNSV15.ALG.MHat.range", over(base=(2, 3), rows=(1, 2)), form=Form.CORRECTED, about=Cut)
def cut_answer_is_a_point(build: Build, base: int, rows: int) -> Check:
    """With S(n) - 1 in place of S(n) every answer is a point, and it is an interior point as often
    or more.

    Cases: Two digits, all databases of up to two rows, the solver that names the second row.
    """
    cut, plain = build(RowOne(), base, 2), OneRowFewer(RowOne(), base, 2)
    universe = replace_one(range(2), rows)
    yield accurate(cut, universe, lambda _, y: y in {0, 1}, Fraction(0), name="a point")
    for d in universe.databases():
        failure = 1 - law(plain, d).probability_that(partial(is_interior_point, d))
        alone = ListedAdjacency((d,), ())
        yield accurate(cut, alone, is_interior_point, failure, name=f"{d}")
