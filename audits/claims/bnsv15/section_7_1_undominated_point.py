"""Section 7.1: no private mechanism on an unbounded domain is at least the minimum."""

from operator import gt
from operator import le as at_most

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.undominated import (
    Beyond,
    FarAtOneValue,
    FarIfRowsAreEqual,
    FarIfRowsDiffer,
    SmallRowsFar,
    exponential_point,
)
from audits.engines.optimum.optimum import solve
from audits.engines.optimum.problem import Problem, worst_case
from audits.engines.optimum.problems.order import interior_point
from reference.lower_bounds.learning_packing import packing_bound
from reference.reductions.undominated_point import (
    RoundedDown,
    bounding_values,
    iterates,
    rounded_down,
)


@dataclass(frozen=True, slots=True)
class Bound:
    """An increasing function f with f(x) > x."""

    name: str
    value: Callable[[int], int]

    def __call__(self, x: int, /) -> int:
        return self.value(x)

    @override
    def __str__(self) -> str:
        return self.name


BOUNDS = (
    Bound("x + 1", lambda x: x + 1),
    Bound("2x + 1", lambda x: 2 * x + 1),
    Bound("x^2 + 1", lambda x: x * x + 1),
)


def exceeds(value: int, rows: Rows, bound: Callable[[int], int]) -> bool:
    """Whether an answer is larger than f(max D)."""
    return value > bound(max(rows))


WRONG[exceeds] = {
    "f(max D) itself is too large": "value > => value >=",
    "f of the least row": "max(rows) => min(rows)",
    "larger than the greatest row": "bound(max(rows)) => max(rows)",
}


@claim("BNSV15.D7.fb", over(reach=(0, 1, 2, 3), factor=(1, 2)), about=exceeds)
def bounded_mechanisms(above: Build, reach: int, factor: int) -> Check:
    """A mechanism is f-bounded if it is unlikely, for every database, that it outputs anything
    larger than f applied to the greatest row. (How unlikely is not in the text.)

    Cases: The multiple a max D, plus k with probability 2^-(k+1), is larger than f(max D) = a max
    D + c with probability 2^-(c+1), and not with less; two rows out of 1, ..., 4.
    """

    def bound(x: int) -> int:
        return factor * x + reach

    universe, unlikely = replace_one(range(1, 5), 2), Fraction(1, 2 ** (reach + 1))
    mechanism = Beyond(factor)
    yield accurate(mechanism, universe, lambda d, y: not above(y, d, bound), unlikely)
    for d in universe.databases():
        found = law(mechanism, d).probability_that(partial(above, rows=d, bound=bound))
        yield le(f"attained on {d}", unlikely, found)


OTHERS = "combinations_with_replacement(range(1, t + 1), rows - 1)"
WRONG[bounding_values] = {
    "from databases with equal rows": f"{OTHERS} => [(t,) * (rows - 1)]",
    "from databases whose other rows are smaller": f"{OTHERS} => "
    f"{OTHERS.replace('t + 1', 'max(t, 2)')}",
    "from databases with the least and the greatest row": (
        f"{OTHERS} => [(1, *(t,) * (rows - 1))]",
        "(*rest, t) => rest",
    ),
    "from databases whose rows are at most one apart": f"{OTHERS} => "
    f"{OTHERS.replace('(1,', '(max(t - 1, 1),')}",
    "from databases of the least and the greatest value": f"{OTHERS} => "
    f"{OTHERS.replace('range(1, t + 1)', 'sorted({1, t})')}",
    "exceeded with twice the probability": "> failure => > 2 * failure",
    "the greatest row itself": "tuple(found) => tuple(range(1, most + 1))",
    "twice the least bounds": "tuple(found) => tuple(2 * value for value in found)",
    "one more than the least bounds": "tuple(found) => tuple(value + 1 for value in found)",
}


@claim(
    "BNSV15.TXT.fbounded",
    over(
        mechanism=(
            Beyond(),
            Beyond(2),
            FarIfRowsDiffer(),
            FarIfRowsAreEqual(),
            SmallRowsFar(),
            FarAtOneValue(2),
        ),
        rows=sized((1, 2, 3), (1, 2, 3), (1, 2, 3, 4)),
        failure=(Fraction(1, 8), Fraction(1, 5)),
    ),
    about=bounding_values,
)
def every_mechanism_is_bounded(
    find: Build, mechanism: Mechanism[Rows, int, Fraction], rows: int, failure: Fraction
) -> Check:
    """Every mechanism on databases of n positive integers is f-bounded for an increasing f: take
    the greatest of the finitely many databases with greatest row t. The values found are the least
    that increase and are larger than t.

    Cases: The values f(1), ..., f(5), found from the laws, and all databases of rows 1, ..., 5;
    also with M(D) < f(max D), as Theorem 7.1 needs it. Mechanisms that answer far away where rows
    differ, where all are equal, where they are small, and where one of them has a certain value in
    between.
    """
    values = find(mechanism, rows, 5, failure)
    yield accurate(
        mechanism, replace_one(range(1, 6), rows), lambda d, y: y < values[max(d) - 1], failure
    )
    for t, (one, other) in enumerate(zip((0, *values), values, strict=False), start=1):
        yield lt(f"f({t}) > {t}", t, other)
        yield lt(f"f({t}) is larger than the value before", one, other)
        if other > max(t, one) + 1:
            beyond = max(
                _chance(mechanism, (*rest, t), partial(at_most, other - 1))
                for rest in combinations_with_replacement(range(1, t + 1), rows - 1)
            )
            yield lt(f"f({t}) is the least", failure, beyond)


ROUNDING = "max((x for x in grid if x <= value), default=grid[0])"
WRONG[RoundedDown] = {
    "rounds up": f"{ROUNDING} => min((x for x in grid if x >= value), default=grid[-1])",
    "rounds to the nearest point": f"{ROUNDING} => min(grid, key=lambda x: (abs(x - value), x))",
    "rounds to a point strictly below": "if x <= value => if x < value",
    "does not round": "return rounded_down(y, self.grid) => return y",
}


@claim(
    "BNSV15.ALG.UndomRound",
    over(f=BOUNDS, points=(2, 3), rows=(1, 2)),
    form=Form.CORRECTED,
    about=RoundedDown,
)
def rounding_gives_interior_points(build: Build, f: Bound, points: int, rows: int) -> Check:
    """On the points 1, f(1), f(f(1)), ..., an answer with min D <= M(D) < f(max D), rounded down,
    is an interior point of D; the answer f(max D) need not be one, if it is a point itself. The
    reduction is as private as M, and fails with at most the sum of the probabilities of M(D) < min
    D and of M(D) >= f(max D).

    Cases: All databases of points, all answers. M is the exponential mechanism for interior points
    of all integers up to f of the greatest point: private at every eps, accurate at e^eps = 81.
    """
    grid = iterates(f, points + 1)
    inner = grid[:-1]
    universe = replace_one(inner, rows)
    for d in universe.databases():
        for y in range(min(d), f(max(d))):
            (found,) = law(build(lambda _, __, y=y: y, inner), d).support
            yield le(f"{d}, {y}: at least the minimum", min(d), found)
            yield le(f"{d}, {y}: at most the maximum", found, max(d))
        if max(d) < inner[-1]:
            yield lt(f"{d}: f(max D) stays", max(d), rounded_down(f(max(d)), inner))
    top, every = grid[-1], Epsilon.indeterminate(parts=2)
    yield private(
        build(exponential_point(top, every), inner),
        universe,
        Guarantee.pure(every),
        name="privacy",
    )
    mechanism = exponential_point(top, Epsilon(Fraction(9), parts=2))
    below = max(_chance(mechanism, d, partial(gt, min(d))) for d in universe.databases())
    beyond = max(_chance(mechanism, d, partial(at_most, f(max(d)))) for d in universe.databases())
    yield accurate(
        build(mechanism, inner),
        universe,
        lambda d, y: min(d) <= y <= max(d),
        below + beyond,
        name="accuracy",
    )


def _chance(
    mechanism: Mechanism[Rows, int, Fraction], rows: Rows, event: Callable[[int], bool]
) -> Fraction:
    return law(mechanism, rows).probability_that(event)


not_finitely_checkable(
    "BNSV15.T7.1",
    statement="On every totally ordered domain without a maximum there is no private mechanism on "
    "n rows that outputs something at least the least row with high probability.",
    reason="an infinite domain, and a lower bound on interior points for more points than can be "
    "enumerated; the concrete form has its finite core. The laws have to be discrete, or the "
    "domain a union of countably many bounded parts: where every countable set is bounded, a "
    "measure that is 1 on what lies above any point would do",
)


def bounded_problem(bound: Callable[[int], int], points: int, rows: int) -> Problem[Rows, int]:
    """Name an integer that is at least the least row and below f of the greatest one."""
    grid = iterates(bound, points + 1)
    return worst_case(
        f"undominated point of {points} iterates of {bound}, {rows} rows",
        replace_one(grid[:-1], rows),
        range(1, grid[-1] + 1),
        lambda database, y: min(database) <= y < bound(max(database)),
    )


WRONG[bounded_problem] = {
    "up to f(max D)": "y < bound => y <= bound",
    "not bounded": "y < bound(max(database)) => y",
}


@claim(
    "BNSV15.T7.1",
    over(
        f=BOUNDS,
        case=sized(
            ((2, 1), (3, 1), (2, 2), (3, 2)), ((3, 1), (3, 2), (3, 3)), ((3, 1), (3, 2), (3, 3))
        ),
        r=(Fraction(2), Fraction(5)),
    ),
    form=Form.CONCRETE,
    about=bounded_problem,
    uses=("BNSV15.ALG.UndomRound",),
)
def bounded_mechanisms_are_no_better(
    build: Build, f: Bound, case: tuple[int, int], r: Fraction
) -> Check:
    """On the first d iterates of f, the best private mechanism that is to be at least min D and
    below f(max D) is no better than the best one for interior points of d points; for pure privacy
    that succeeds with probability at most r^n/(r^n + d - 1), which is as small as one likes.

    Cases: All mechanisms with answers up to f of the greatest point, (d, n) = case, r = e^eps;
    also for delta = 1/20 and one row. The optimum for interior points is that of another
    programme.
    """
    points, rows = case
    problem, inner = build(f, points, rows), interior_point(points, rows)
    yield exactly(problem, r, solve(inner, r).lower)
    yield optimal(problem, r, packing_bound(r, rows, points))
    if rows == 1:
        delta = Fraction(1, 20)
        yield optimal(problem, r, solve(inner, r, delta).upper, delta)
