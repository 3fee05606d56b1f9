"""What is derived from a target: parameters as close to the formulas as integers can be."""

from audits.claims.prelude import *
from reference.exact.integers import floor_log2
from reference.exact.interval import log2
from reference.mechanisms.interior_point.calibration import (
    HeavyPathsPlan,
    TreeLogPlan,
    calibrate_heavy_paths,
    calibrate_tree_log,
)
from reference.mechanisms.interior_point.heavy_paths import HeavyPaths
from reference.mechanisms.interior_point.simplified_tree_log import SimplifiedTreeLog
from reference.mechanisms.interior_point.tree_log import TreeLog

SIZES = {4: 1, 8: 2, 16: 3, 2**16: 4}
"""The number of domains of the recursion: 2^16 points, then 32 (17 levels), 8, 4."""

TINY = Fraction(1, 2**40)

Target = tuple[Fraction, Fraction]

TREE_TARGETS = (
    *((Fraction(1), Fraction(1, 2**k)) for k in (1, 20, 21)),
    *((TENTH, Fraction(9, 10)), (TENTH, Fraction(1, 2**20))),
    *((Fraction(100), HALF), (Fraction(10), Fraction(1, 3))),
)

PATH_TARGETS = (
    (Fraction(1), Fraction(1, 2**20)),
    (TENTH, Fraction(1, 3)),
    (Fraction(10), Fraction(1, 2**7)),
    (Fraction(400), HALF),
)


def rounded_root(share: Interval) -> Fraction:
    """The number e^(share/4), rounded down at six digits of what it is above 1."""
    digit = Fraction(2) ** (floor_log2(low(share / 4)) - 6)
    return low(exp(share / 4)) // digit * digit


def rounded_up(name: str, number: int, value: Interval) -> Iterator[Comparison]:
    """The least integer that is not below the value."""
    yield le(f"{name}, at least", high(value), number)
    yield lt(f"{name}, one less", number - 1, low(value))


for plan in (calibrate_tree_log, calibrate_heavy_paths):
    WRONG[plan] = {
        "half the delta": "\n        one, => \n        one / 2,",
        "trims one more": "\n        trim, => \n        trim + 1,",
    }


def handed_out(plan: TreeLogPlan | HeavyPathsPlan, rows: int) -> Iterator[Comparison]:
    """When a plan suffices, and that its mechanism has its parameters."""
    yield eq("rows", plan.rows, rows)
    yield eq("enough", plan.suffices, rows >= plan.rows_needed)
    yield eq("just enough", replace(plan, rows=plan.rows_needed).suffices, 1)
    yield eq("its t", plan.mechanism.trim, plan.trim)
    yield eq("its eps", plan.mechanism.eps == Epsilon(plan.root, 4), 1)


TREES = over(target=TREE_TARGETS, points=tuple(SIZES), rows=(4, 1000, 1500, 2100))


@claim("CORE.calibration-of-tree-log", TREES, about=calibrate_tree_log, clause="eps'")
def calibration_of_tree_log(calibrate: Build, target: Target, points: int, rows: int) -> Check:
    """The calibration of TreeLog wastes nothing but by rounding: e^(eps'/4) with eps' = min(2,
    eps/(5 N log2 n)) has six digits.

    Cases: Targets at which each of the bounds is the smallest; up to four domains.
    """
    plan = calibrate(*target, Domain.of_size(points), rows)
    share = exact(target[0]) / (5 * SIZES[points] * log2(rows))
    yield eq("e^(eps'/4)", plan.root, rounded_root(share if high(share) < 2 else exact(2)))


@claim("CORE.calibration-of-tree-log", TREES, about=calibrate_tree_log, clause="delta'")
def delta_of_tree_log(calibrate: Build, target: Target, points: int, rows: int) -> Check:
    """In it, delta' is the greatest power of two that is at most delta/(3 n N e^(3 eps/5)) and
    eps'/(4n).
    """
    (eps, delta), count = target, SIZES[points]
    plan = calibrate(eps, delta, Domain.of_size(points), rows)
    loss, small = 4 * ln(plan.root), plan.delta
    bounds = (exact(delta) / (3 * rows * count * exp(eps * Fraction(3, 5))), loss / (4 * rows))
    yield eq("a power of two", small, Fraction(2) ** floor_log2(small))
    yield le("delta'", small, min(map(low, bounds)))
    yield lt("twice delta'", min(map(high, bounds)), 2 * small)


@claim("CORE.calibration-of-tree-log", TREES, about=calibrate_tree_log, clause="the integers")
def integers_of_tree_log(calibrate: Build, target: Target, points: int, rows: int) -> Check:
    """And t, T and n are the least integers of their formulas."""
    plan = calibrate(*target, Domain.of_size(points), rows)
    loss, small = 4 * ln(plan.root), plan.delta
    yield from rounded_up("t", plan.trim, 16 / loss * ln(4 * rows / (loss * small**2)))
    yield from rounded_up("T", plan.threshold, 8 / loss * ln(4 / (loss * small**2)))
    base = plan.rows_needed - 3 * plan.trim * (SIZES[points] - 1)
    yield eq("rows of the base case, even", base % 2, 0)
    yield from rounded_up("rows of the base case", base // 2 - 1, 2 / loss * ln(4 / small))


@claim("CORE.calibration-of-tree-log", TREES, about=calibrate_tree_log, clause="the mechanism")
def tree_log_is_as_calibrated(calibrate: Build, target: Target, points: int, rows: int) -> Check:
    """The mechanism has these parameters, fails with probability (2 N - 1) delta', and has enough
    rows from n on.
    """
    plan: TreeLogPlan = calibrate(*target, Domain.of_size(points), rows)
    yield eq("failure", plan.failure_probability, (2 * SIZES[points] - 1) * plan.delta)
    yield eq("its T", plan.mechanism.threshold, plan.threshold)
    yield from handed_out(plan, rows)


def parts(eps: Fraction, small: Fraction, count: int, rows: int) -> int:
    """The least p such that eps' = eps/p <= 2 keeps the loss at eps.

    That is, 6 log2 n + 1 + 2 sqrt(2K ln(1/(delta' K))) + 2K (e^(2 eps') - 1) <= p.
    """
    fixed = 6 * log2(rows) + 1 + 2 * sqrt(2 * count * ln(1 / (small * count)))
    p = 1
    while p < eps / 2 or high(fixed + 2 * count * (exp(2 * eps / p) - 1)) > p:
        p += 1
    return p


PATHS = over(target=PATH_TARGETS, points=tuple(SIZES), rows=(4, 1000, 1500))


@claim("CORE.calibration-of-heavy-paths", PATHS, about=calibrate_heavy_paths, clause="eps'")
def calibration_of_heavy_paths(calibrate: Build, target: Target, points: int, rows: int) -> Check:
    """The calibration of HeavyPaths wastes nothing but by rounding: e^(eps'/4) has six digits,
    where eps/eps' is the least integer for which the loss is eps.

    Cases: Targets at which either bound of delta' is the smaller one, and one at which eps' = 2;
    up to four domains.
    """
    (eps, delta), count = target, SIZES[points]
    plan = calibrate(eps, delta, Domain.of_size(points), rows)
    share = exact(eps / parts(eps, plan.delta, count, rows))
    yield eq("e^(eps'/4)", plan.root, rounded_root(share))


@claim("CORE.calibration-of-heavy-paths", PATHS, about=calibrate_heavy_paths, clause="delta'")
def delta_of_heavy_paths(calibrate: Build, target: Target, points: int, rows: int) -> Check:
    """In it, delta' is the greatest power of two that is at most delta/(1 + 4n e^(2 eps/3) + 3K)
    and eps'/(4n).
    """
    (eps, delta), count, domain = target, SIZES[points], Domain.of_size(points)
    plan = calibrate(eps, delta, domain, rows)
    small = plan.delta
    grown = 1 + 4 * rows * exp(eps * Fraction(2, 3)) + 3 * count
    tiny = TINY * Fraction(2) ** -floor_log2(low(grown))
    for change, expected in ((1 + TINY, tiny), (1 - TINY, tiny / 2)):
        near = calibrate(eps, high(grown) * change * tiny, domain, rows)
        yield eq(f"near its bound, times {change}", near.delta, expected)
    first = delta / grown
    yield eq("a power of two", small, Fraction(2) ** floor_log2(small))
    yield le("delta'", small, min(low(first), low(ln(plan.root) / rows)))
    if low(first) >= 2 * small:
        less = rounded_root(exact(eps / parts(eps, 2 * small, count, rows)))
        yield lt("twice delta'", high(ln(less) / rows), 2 * small)


@claim(
    "CORE.calibration-of-heavy-paths", PATHS, about=calibrate_heavy_paths, clause="the integers"
)
def integers_of_heavy_paths(calibrate: Build, target: Target, points: int, rows: int) -> Check:
    """And T, k, c, t and n are the least integers of their formulas."""
    count = SIZES[points]
    plan = calibrate(*target, Domain.of_size(points), rows)
    loss, small, large = 4 * ln(plan.root), plan.delta, plan.trim // 2
    yield from rounded_up("T - 1", plan.threshold - 1, 4 / loss * ln(1 / (2 * small)))
    yield eq("t, even", plan.trim % 2, 0)
    yield from rounded_up("k", large, 64 / loss * ln(count / small))
    yield eq("c", plan.cutoff, (large + 1) // 2)
    yield eq("n", plan.rows_needed, 10 * plan.trim + 3 * plan.trim * (count - 1) + 1)


@claim(
    "CORE.calibration-of-heavy-paths", PATHS, about=calibrate_heavy_paths, clause="the mechanism"
)
def heavy_paths_are_as_calibrated(
    calibrate: Build, target: Target, points: int, rows: int
) -> Check:
    """The mechanism has these parameters and h = 10 t, fails with probability (4 + 2 max(0, K -
    2)) delta', and has enough rows from n on.
    """
    plan: HeavyPathsPlan = calibrate(*target, Domain.of_size(points), rows)
    failure = (4 + 2 * max(0, SIZES[points] - 2)) * plan.delta
    yield eq("failure", plan.failure_probability, failure)
    yield eq("h", plan.mechanism.halt, 10 * plan.trim)
    yield eq("its c", plan.mechanism.cutoff, plan.cutoff)
    yield from handed_out(plan, rows)


def tree_algorithm(algorithm: str, points: int, base: int) -> Any:
    """A tree algorithm with small thresholds."""
    domain, eps = Domain.of_size(points), Epsilon(Fraction(2), 4)
    if algorithm == "SimplifiedTreeLog":
        return SimplifiedTreeLog(domain, 2, eps, base)
    if algorithm == "TreeLog":
        return TreeLog(domain, 1, 2, eps, base)
    return HeavyPaths(domain, 1, 1, 3, 2, 2, eps, base)


WRONG[tree_algorithm] = {
    "base of four": given(tree_algorithm, base=4),
    "twice the eps": "Epsilon(Fraction(2), 4) => Epsilon(Fraction(4), 4)",
}


@claim(
    "CORE.base-case-of-tree-algorithms",
    over(
        algorithm=("TreeLog", "SimplifiedTreeLog", "HeavyPaths"),
        points=(1, 2, 3, 4, 8, 16),
        base=(4, 8),
    ),
    about=tree_algorithm,
)
def base_case_of_tree_algorithms(build: Build, algorithm: str, points: int, base: int) -> Check:
    """On at most C points TreeLog, its simplified form and HeavyPaths are the exponential
    mechanism on the points, extended to a power of two; on more points they can put out bottom.

    Cases: e^(eps/4) = 2; databases with and without rows.
    """
    mechanism, extended = build(algorithm, points, base), 1 << (points - 1).bit_length()
    exponential = ExponentialInteriorPoint(Domain.of_size(extended), Epsilon(Fraction(2), 4))
    for rows in ((), (0,), (0, points - 1, points - 1)):
        found, expected = law(mechanism, rows), law(exponential, rows)
        if extended <= base:
            for y in range(extended):
                yield eq(f"{rows}, {y}", found.probability(y), expected.probability(y))
        else:
            yield lt(f"{rows}, bottom", 0, found.probability(BOTTOM))
    if algorithm == "TreeLog" and points <= base:
        yield eq("calls", mechanism.calls, 1)
    elif algorithm == "TreeLog":
        yield lt("calls", 1, mechanism.calls)
