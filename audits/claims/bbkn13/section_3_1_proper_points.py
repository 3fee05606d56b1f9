"""Section 3.1: proper learning of points, and the best private learners by linear programmes."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.programmes import (
    Examples,
    interval_targets,
    learning,
    orbit_problem,
    recovering,
)
from audits.claims.bbkn13.words import *
from audits.engines.optimum.optimum import solve
from reference.data.matrix_game import column_guarantee, row_guarantee
from reference.data.representation import is_minimal, losses

Class = tuple[Hypothesis, ...]


@claim(
    "BBKN13.P3.7",
    over(box(t=ranges(1, 5, 7, 9), alpha=between(0, 1, high_in=False))),
    about=points,
)
def points_are_minimal(build: Build, t: int, alpha: Fraction) -> Check:
    """POINT_d is alpha-minimal for itself for every alpha < 1: it represents itself, and without
    c_i the value is 1.

    Where: t is the number of points, 2^d.

    Cases: Every alpha of the box, one point included: without it the class is empty.
    """
    yield true("minimal", is_minimal(build(t), points(t), t, alpha))
    for c in points(t):
        rest = [g for g in points(t) if g != c]
        yield eq(f"without {c}", representation_value(rest, c, t), 1)


@claim(
    "BBKN13.C3.8",
    over(constant=(ONE, Fraction(1, 1000)), d=(1, 2, 3)),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Corollary 3.8 (missing: beta is at most a constant below 1/2; at beta = 1 - 2^-d no "
        "example is needed)",
        "the constant times (d + log(1/beta))/eps",
        "the examples",
        same_as="BBKN13.T3.6",
    ),
)
def confident_learners_as_printed(constant: Fraction, d: int) -> Check:
    """Every proper private learner of POINT_d needs at least a constant times (d + log(1/beta)) /
    eps examples.

    Cases: beta = 1 - 2^-d, e^eps = 2; without examples a random point is the target with
    probability 2^-d.  Section 6, which uses the bound, assumes beta < 1/4.
    """
    success = Fraction(1, 2**d)
    yield exactly(point_targets(2**d, 0), TWO, success)
    claimed = (ln(2) * d + ln(1 / (1 - success))) / ln(TWO)
    yield le(f"d = {d}", constant * low(claimed), 0)


@claim(
    "BBKN13.C3.8",
    over(
        t_and_m=sized(
            ((2, 1), (2, 2), (2, 3), (4, 1), (4, 2)),
            ((2, 1), (2, 2), (2, 4), (4, 1), (4, 2)),
            ((2, 1), (2, 2), (2, 5), (4, 2), (8, 2)),
        ),
        r=(TWO,),
    ),
    form=Form.CONCRETE,
    about=packing_bound,
)
def proper_learning_of_points(bound: Build, t_and_m: tuple[int, int], r: Fraction) -> Check:
    """Success on the databases (j,1)^m is at most r^m/(r^m + T - 1).

    Where: t is T, the number of points; m is that of examples, r = e^eps.

    Cases: All private learners.  The bound is attained for T = 4, m <= 2, and for m = 1; for T = 2
    the optimum is 1 - r^(-m/2)/2 for even m and 1 - r^(-(m-1)/2)/(1+r) for odd m: below the bound
    (3/4 and 4/5 at m = 2).
    """
    t, m = t_and_m
    yield optimal(point_targets(t, m), r, bound(r, m, t))
    yield exactly(point_targets(t, m), r, one_of_two(r, m) if t == 2 else r**m / (r**m + t - 1))


def class_and_examples(d: int, beta: Fraction, r: Fraction) -> tuple[Class, Interval]:
    """POINT_d, and (d ln 2 + ln(1/beta))/(2 eps)."""
    return points(2**d), (ln(2) * d + ln(1 / beta)) / (2 * ln(r))


WRONG[class_and_examples] = {
    "without the last point": "points(2**d) => points(2**d)[:-1]",
    "eps in place of 2 eps": "(2 * ln(r)) => ln(r)",
}
WRONG[learning] = {
    "an error of 2 alpha is allowed": given(learning, alpha=lambda alpha: 2 * alpha),
    "an example more": given(learning, rows=lambda m: m + 1),
}
WRONG[interval_targets] = {
    "databases of an example less": given(interval_targets, rows=lambda m: m - 1),
    "one point less": given(interval_targets, size=lambda t: t - 1),
}
WRONG[orbit_problem] = {
    "an example more": given(orbit_problem, rows=lambda m: m + 1),
    "twice the mass": given(orbit_problem, mass=lambda a: 2 * a),
}


@claim(
    "BBKN13.C3.8",
    over(
        d=sized((1, 2, 3), range(1, 5), range(1, 6)),
        beta=(QUARTER, Fraction(1, 100)),
        r=(Fraction(101, 100), TWO, Fraction(10)),
    ),
    form=Form.CORRECTED,
    about=class_and_examples,
    uses=("BBKN13.T3.6", "BBKN13.P3.7"),
)
def examples_for_points(found: Build, d: int, beta: Fraction, r: Fraction) -> Check:
    """For beta <= 1/4 every proper private learner of POINT_d needs at least (d ln 2 +
    ln(1/beta))/(2 eps) examples.

    Where: r is e^eps.

    Cases: From T3.6 at |H| = 2^d, as POINT_d is minimal for itself (alpha = 1/2). The least number
    m for which r^m/(r^m + T - 1) >= 1 - beta, r = e^eps, is searched; one less is not enough.
    """
    t, (concepts, claimed) = 2**d, found(d, beta, r)
    yield true("minimal", is_minimal(concepts, points(t), t, HALF))
    yield eq("|H|", len(concepts), t)
    yield step("BBKN13.T3.6", Form.CORRECTED, n=t, beta=beta)
    m = (ln((t - 1) * (1 - beta) / beta) / ln(r)).ceil()
    yield le(f"m = {m}", 1 - beta, packing_bound(r, m, t))
    yield lt(f"m = {m - 1}", packing_bound(r, m - 1, t), 1 - beta)
    yield le("the least m", high(claimed), m)


@claim(
    "BBKN13.LP.LEARN",
    over(t_and_m=((2, 1), (2, 2), (2, 3), (3, 2))),
    form=Form.CONCRETE,
    about=learning,
)
def best_learner_on_a_grid(build: Build, t_and_m: tuple[int, int]) -> Check:
    """No private proper learner of POINT succeeds on all distributions of the grid 1/2, within
    alpha = 1/4, with more than r^m/(r^m + T - 1), since point masses are among them (e^eps = 2).

    Where: t is T, the number of points; m is that of examples, r = e^eps.

    Cases: All proper learners, multisets of labelled examples.  For T = 2 the optimum is that of
    point masses, 1 - r^(-m/2)/2 or 1 - r^(-(m-1)/2)/(1+r); for T = 3, m = 2 it is 15/32, where the
    bound is 2/3.
    """
    t, m = t_and_m
    chosen = points(t)
    targets = [(c, masses) for c in chosen for masses in grid_distributions(t, 2)]
    problem = build(chosen, targets, t, m, QUARTER)
    yield optimal(problem, TWO, packing_bound(TWO, m, t))
    yield exactly(problem, TWO, one_of_two(TWO, m) if t == 2 else Fraction(15, 32))


@claim(
    "BBKN13.LP.PACK",
    over(t_and_m=sized(((2, 2), (2, 3)), ((2, 2), (2, 3), (3, 2)), ((2, 3), (3, 2), (4, 2)))),
    form=Form.CONCRETE,
    about=interval_targets,
)
def best_learner_on_interval_packing(problem: Build, t_and_m: tuple[int, int]) -> Check:
    """The best success on the packing databases of INTERVAL is <= r^m/(r^m + T), e^eps = 2.

    Where: t is T, the number of points; m is that of examples, r = e^eps.

    Cases: All mechanisms on all multisets of labelled examples.  Attained for m = 2; 3/4 for T = 2
    and m = 3, where the bound is 4/5.
    """
    t, m = t_and_m
    bound, r = packing_bound(TWO, m, t + 1), TWO
    yield optimal(problem(t, m), r, bound)
    yield exactly(problem(t, m), r, Fraction(3, 4) if (t, m) == (2, 3) else bound)


ORBITS = {4: Fraction(2127, 4096), 8: Fraction(11572287, 2**24)}
"""The optimum for T = 4, mass 1/4, e^eps = 2, by the number of examples."""


@claim(
    "BBKN13.LP.L39ORB",
    over(m=sized((4, 8), (4, 8, 12), (4, 8, 12, 30))),
    form=Form.CONCRETE,
    about=orbit_problem,
)
def orbit_relaxation_stays_below_the_bound(build: Build, m: int) -> Check:
    """The optimum over all mechanisms that are private on the databases of the hard family alone
    (T = 4, mass 1/4, e^eps = 2) is at most E[min(1, r^S/(T-1))], S ~ Bin(m, 1/4).

    Cases: It is no smaller than the optimum over private learners on all databases, as fewer are
    constrained.  It is 0.52 at m = 4 and 0.69 at m = 8, where the bounds are 0.65 and 0.84.
    """
    t, a = 4, QUARTER
    yield optimal(build(t, m, a), TWO, averaged_bound(TWO, m, a, t))
    if m in ORBITS:
        yield exactly(build(t, m, a), TWO, ORBITS[m])


@claim(
    "BBKN13.LP.GAME",
    over(k=sized((2,), (2, 3), (2, 3)), c=points(3)),
    form=Form.CONCRETE,
    about=representation_game,
)
def game_values_are_certified(solve_game: Build, k: int, c: Hypothesis) -> Check:
    """value(H, c): a distribution and a mixture of hypotheses that guarantee the same.

    Where: k is the number of hypotheses in H.

    Cases: All classes of k functions on 3 points; values 0 < v < 1 occur.
    """
    for chosen in combinations([*all_functions(3)], k):
        loss, game = losses(chosen, c, 3), solve_game(chosen, c, 3)
        name = f"{[*map(str, chosen)]}"
        yield eq(f"{name}: hypotheses", row_guarantee(loss, game.rows), game.value)
        yield eq(f"{name}: distribution", column_guarantee(loss, game.columns), game.value)
        for player in (game.rows, game.columns):
            yield eq("sum", sum(player), 1)
            yield eq("sum of absolute values", sum(map(abs, player)), 1)


def packed(t: int, m: int, *, ordered: bool) -> Problem[Examples, Hypothesis]:
    """Recover each point from copies of its positive example, on sequences or multisets."""
    databases = [point_packing(j, m) for j in range(t)]
    return recovering(points(t), databases, t, ordered=ordered)


WRONG[packed] = {
    "multisets of an example more": "point_packing(j, m) => point_packing(j, m + (not ordered))"
}


@claim(
    "BBKN13.TXT.sym",
    over(t_and_m=sized(((2, 1), (2, 2)), ((2, 2), (3, 2)), ((2, 2), (2, 3), (3, 2)))),
    form=Form.CONCRETE,
    about=packed,
)
def order_of_rows_does_not_help(problem: Build, t_and_m: tuple[int, int]) -> Check:
    """The best learner on sequences of rows is no better than the best on multisets, nor worse.

    Where: t is the number of points, and m that of rows.

    Cases: Both programmes are solved exactly, each with the optimum of the other as its value;
    POINT, e^eps = 2.
    """
    t, m = t_and_m
    sequences, multisets = problem(t, m, ordered=True), problem(t, m, ordered=False)
    yield exactly(sequences, TWO, solve(multisets, TWO).lower)
    yield exactly(multisets, TWO, solve(sequences, TWO).upper)
