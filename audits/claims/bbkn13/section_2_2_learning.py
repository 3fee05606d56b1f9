"""Section 2.2: learning without privacy, and the VC dimension."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.exactly import failure, inaccurate
from audits.claims.bbkn13.laws.learners import ConsistentPoint, PointOrZero
from audits.claims.bbkn13.words import *
from reference.exact.integers import ceil_log2, floor_log2
from reference.mechanisms.learning.noisy_point_learner import smallest_unseen_point


@claim("BBKN13.CONV.T", over(t=ranges(2, 5, 6, 7)))
def numbering_matters_for_intervals(t: int) -> Check:
    """The points are numbered; renumbering them maps POINT to itself for every permutation, but
    INTERVAL for the identity only.

    Cases: All permutations of the points.

    Routes: tables of values, permuted; T! and 1.
    """
    orders = [*permutations(range(t))]
    for name, concepts, wanted in (
        ("POINT", points(t), len(orders)),
        ("INTERVAL", intervals(t), 1),
    ):
        tables = {Values.of(c, t) for c in concepts}
        kept = sum(
            {Values(tuple(v.values[p] for p in order)) for v in tables} == tables
            for order in orders
        )
        yield eq(name, kept, wanted)


@claim("BBKN13.CONV.acc", over(m=sized((1, 2, 3), (1, 2, 3), (1, 2, 3, 4))), about=within)
def strict_and_non_strict_failures_differ(accepts: Build, m: int) -> Check:
    """A failure is an error > alpha, as in Definition 2.2, or an error >= alpha, as in some
    proofs; the second is more probable exactly where some output has error alpha.

    Cases: The exponential learner returns every point function with positive probability; POINT, T
    = 3, alpha = 1/4, grid 1/4.
    """
    learner = listed_points(3, TWO_EPS)
    for task in on_grid(points(3), 3, 4).databases():
        loose = failure_on(learner, m, task, accepts(QUARTER))
        strict = failure_on(learner, m, task, accepts(QUARTER, strict=True))
        equals = any(error_on(task, c) == QUARTER for c in points(3))
        yield lt(f"{task}", loose, strict) if equals else eq(f"{task}", loose, strict)


WRONG[OnSample] = {
    "draws one example and repeats it": (
        "binomial(self.rows - len(sample) => binomial(1 - len(sample)",
        "self.learner, sample)  # 3 => self.learner, sample * self.rows)",
    ),
    "draws an example too few": given(OnSample, rows=lambda m: m - 1),
}
WRONG[vc_dimension] = {
    "the logarithm of the number of concepts": lambda chosen, _: floor_log2(len(chosen)),
    "bits of the number of concepts": lambda chosen, _: ceil_log2(len(chosen)),
    "points shattered one by one": "return dimension => "
    "return sum(is_shattered((x,), known) for x in range(size))",
}
WRONG[points] = {
    "all functions of up to two points": "range(size)) => "
    "range(size)) + (Values((0,) * size), Values.indicator((0, 1), size))",
    "intervals": "PointFunction(j) for j in range(size) => "
    "IntervalFunction(j) for j in range(size + 1)",
    "one point less": "range(size) => range(1, size)",
    "without the last point": "range(size) => range(size - 1)",
    "with the zero function": "range(size)) => range(size)) + (Values((0,) * size),)",
}


@claim("BBKN13.D2.2", over(m=sized((2, 3), (2, 3), (2, 3, 4))), about=OnSample)
def failure_is_over_sample_and_coins(sampling: Build, m: int) -> Check:
    """The failure of a learner: Pr over m independent examples and the coins of error_D(c, h) >
    alpha.

    Cases: By counts of each example, and by a sum over all sequences; POINT, T = 3, alpha = 1/4,
    grid 1/4, failures strictly between 0 and 1.
    """
    learner = listed_points(3, TWO_EPS)
    for masses, c in product(grid_distributions(3, 4), points(3)):
        bad = inaccurate(c, masses, QUARTER)
        found = law(sampling(learner, m), examples(c, masses)).probability_that(bad)
        yield eq(f"{c}, {masses}", found, failure(learner, c, masses, m, bad))


CLASSES = over(t=(1, 2, 3))


def sizes(t: int) -> Iterator[tuple[Values, ...]]:
    """Every non-empty class of functions on t points."""
    functions = [*all_functions(t)]
    for k in range(1, len(functions) + 1):
        yield from combinations(functions, k)


@claim("BBKN13.D2.3", CLASSES, about=vc_dimension)
def vc_dimension_is_the_largest_shattered_set(dimension: Build, t: int) -> Check:
    """VCDIM is the size of a largest set on which the class takes all 2^k patterns.

    Cases: All non-empty classes, all subsets of points.
    """
    for chosen in sizes(t):
        largest = max(
            len(s)
            for n in range(t + 1)
            for s in combinations(range(t), n)
            if len({tuple(h(x) for x in s) for h in chosen}) == 2**n
        )
        yield eq(",".join(map(str, chosen)), dimension(chosen, t), largest)


def consistent(t: int, proper: bool) -> Learner:
    """The sampled positive point, else the smallest point not sampled, or the zero function."""
    return ConsistentPoint(t) if proper else PointOrZero(t)


not_finitely_checkable(
    "BBKN13.T2.4",
    statement="Every class is learnable with O((VCDIM log(1/alpha) + log(1/beta))/alpha) samples.",
    reason="an asymptotic theorem about all classes, cited; the concrete form decides POINT",
)


WRONG[consistent] = {
    "sees no examples": blind(consistent, zeros),
    "the smallest point, sampled or not": wrong(
        consistent,
        ConsistentPoint=wrong(
            ConsistentPoint,
            smallest_unseen_point=wrong(smallest_unseen_point, " if j not in seen => "),
        ),
    ),
}


@claim(
    "BBKN13.T2.4",
    over(
        t_m_steps=sized(
            ((2, 6, 8), (3, 6, 8), (4, 5, 4)),
            ((2, 6, 12), (3, 8, 12), (4, 8, 4)),
            ((2, 6, 12), (3, 12, 12), (4, 8, 8), (5, 8, 4)),
        ),
        alpha=(HALF, Fraction(1, 3)),
    ),
    form=Form.CONCRETE,
    about=consistent,
)
def learning_points_without_privacy(
    build: Build, t_m_steps: tuple[int, int, int], alpha: Fraction
) -> Check:
    """POINT without privacy from m examples: Pr[error > alpha] <= (1 - alpha)^m by the sampled
    positive point or else the zero function; <= (T - 1)(1 - alpha)^m, and for every T at once <=
    (1 + 2/alpha)(1 - alpha/2)^m, by a consistent point function.

    Cases: All targets, all distributions on a grid.  The last bound is above the second, so that
    one is checked; bounds from 0.015 to 0.4.
    """
    t, m, steps = t_m_steps
    yield lt("for every T", (t - 1) * (1 - alpha) ** m, (1 + 2 / alpha) * (1 - alpha / 2) ** m)
    chosen = on_grid(points(t), t, steps)
    for proper, ways in ((True, t - 1), (False, 1)):
        learner = OnSample(build(t, proper), m)
        bound = ways * (1 - alpha) ** m
        yield accurate(learner, chosen, within(alpha), bound, name="proper" * proper)


@claim("BBKN13.TXT.vc-log", CLASSES, about=vc_dimension)
def vc_dimension_is_at_most_the_logarithm(dimension: Build, t: int) -> Check:
    """2^VCDIM(C) <= |C|.

    Cases: All non-empty classes on up to 3 points, POINT and INTERVAL on t to 4 t points.
    """
    for chosen in sizes(t):
        yield le(",".join(map(str, chosen)), 1 << dimension(chosen, t), len(chosen))
    for size in range(t, 4 * t + 1):
        yield le(f"POINT, T = {size}", 1 << dimension(points(size), size), size)
        yield le(f"INTERVAL, T = {size}", 1 << dimension(intervals(size), size), size + 1)


def patterns(concepts: Sequence[Hypothesis], size: int) -> Iterator[Comparison]:
    """Two values on every point, at most three pairs of values on every two points."""
    for x in range(size):
        yield eq(f"values at {x}", len({c(x) for c in concepts}), 2)
    for x, z in combinations(range(size), 2):
        yield lt(f"pairs at {x}, {z}", len({(c(x), c(z)) for c in concepts}), 4)


@claim("BBKN13.TXT.vc-point", over(t=ranges(2, 9, 17, 33)), about=points)
def points_have_vc_dimension_one(concepts: Build, t: int) -> Check:
    """VCDIM(POINT_d) = 1.

    Cases: Every T >= 2, a power of two or not; every singleton and every pair is examined.  With
    one point (d = 0) there is one concept and the dimension is 0.
    """
    yield eq("dimension", vc_dimension(concepts(t), t), 1)
    yield from patterns(concepts(t), t)
