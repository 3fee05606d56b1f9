"""What is derived from a target: parameters as close to the formulas as integers can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from audits.claims.standard_mechanisms.every_eps import about
from audits.claims.vocabulary import eq, high, le, low, lt
from audits.engines.comparisons import Comparison
from audits.ledger import Form, claim, over
from reference.data.domain import Domain
from reference.exact.integers import floor_log2
from reference.exact.interval import Interval, exact, exp, ln, log2, sqrt
from reference.mechanisms.interior_point.calibration import (
    HeavyPathsPlan,
    TreeLogPlan,
    calibrate_heavy_paths,
    calibrate_tree_log,
)
from reference.privacy.epsilon import Epsilon

SIZES = {4: 1, 8: 2, 16: 3, 2**16: 4}
"""The number of domains of the recursion: 2^16 points, then 32 (17 levels), 8, 4."""

Target = tuple[Fraction, Fraction]

TREE_TARGETS = (
    *((Fraction(1), Fraction(1, 2**k)) for k in (1, 20, 21)),
    *((Fraction(1, 10), Fraction(9, 10)), (Fraction(1, 10), Fraction(1, 2**20))),
    *((Fraction(100), Fraction(1, 2)), (Fraction(10), Fraction(1, 3))),
)

PATH_TARGETS = (
    (Fraction(1), Fraction(1, 2**20)),
    (Fraction(1, 10), Fraction(1, 3)),
    (Fraction(10), Fraction(1, 2**7)),
)


def rounded_root(root: Fraction, share: Interval) -> Iterator[Comparison]:
    """The root is e^(share/4), rounded down at six digits of root - 1."""
    exact_root, digit = exp(share / 4), Fraction(2) ** (floor_log2(low(share / 4)) - 6)
    yield le("e^(eps'/4), at most", root, low(exact_root))
    yield lt("e^(eps'/4), less by a digit at most", high(exact_root) - digit, root)


def rounded_up(name: str, number: int, value: Interval) -> Iterator[Comparison]:
    """The least integer that is not below the value."""
    yield le(f"{name}, at least", high(value), number)
    yield lt(f"{name}, one less", number - 1, low(value))


@claim(
    "CORE.calibration-of-tree-log",
    Form.PRINTED,
    over(target=TREE_TARGETS, points=tuple(SIZES), rows=(4, 1000, 1500, 2100)),
    **about(
        calibrate_tree_log,
        half_the_delta=lambda *at: replace(
            calibrate_tree_log(*at), delta=calibrate_tree_log(*at).delta / 2
        ),
        trims_one_more=lambda *at: replace(
            calibrate_tree_log(*at), trim=calibrate_tree_log(*at).trim + 1
        ),
    ),
)
def calibration_of_tree_log(
    calibrate: Callable[..., TreeLogPlan], target: Target, points: int, rows: int
) -> Iterator[Comparison]:
    """The calibration of TreeLog wastes nothing but by rounding: e^(eps'/4) with eps' = min(2,
    eps/(5 N log2 n)) to six digits, delta' the greatest power of two that is at most delta/(3 n N
    e^(3 eps/5)) and eps'/(4n), and t, T and n the least integers of their formulas.

    Fair: Targets at which each of the bounds is the smallest; up to four domains.
    """
    (eps, delta), count = target, SIZES[points]
    plan = calibrate(eps, delta, Domain.of_size(points), rows)
    share = exact(eps) / (5 * count * log2(rows))
    yield from rounded_root(plan.root, share if high(share) < 2 else exact(2))
    loss, small = 4 * ln(plan.root), plan.delta
    bounds = (exact(delta) / (3 * rows * count * exp(eps * Fraction(3, 5))), loss / (4 * rows))
    yield eq("delta', a power of two", small, Fraction(2) ** floor_log2(small))
    yield le("delta'", small, min(map(low, bounds)))
    yield lt("twice delta'", min(map(high, bounds)), 2 * small)
    yield from rounded_up("t", plan.trim, 16 / loss * ln(4 * rows / (loss * small**2)))
    yield from rounded_up("T", plan.threshold, 8 / loss * ln(4 / (loss * small**2)))
    base = plan.rows_needed - 3 * plan.trim * (count - 1)
    yield eq("rows of the base case, even", base % 2, 0)
    yield from rounded_up("rows of the base case", base // 2 - 1, 2 / loss * ln(4 / small))
    yield eq("failure", plan.failure_probability, (2 * count - 1) * small)
    yield eq("rows", plan.rows, rows)
    yield eq("enough", plan.suffices, rows >= plan.rows_needed)
    built = plan.mechanism
    yield eq("its t", built.trim, plan.trim)
    yield eq("its T", built.threshold, plan.threshold)
    yield eq("its eps", built.eps == Epsilon(plan.root, 4), 1)


def parts(eps: Fraction, small: Fraction, count: int, rows: int) -> int:
    """The least p such that eps' = eps/p <= 2 keeps the loss at eps.

    That is, 6 log2 n + 1 + 2 sqrt(2K ln(1/(delta' K))) + 2K (e^(2 eps') - 1) <= p.
    """
    fixed = 6 * log2(rows) + 1 + 2 * sqrt(2 * count * ln(1 / (small * count)))
    p = 1
    while p < eps / 2 or high(fixed + 2 * count * (exp(2 * eps / p) - 1)) > p:
        p += 1
    return p


@claim(
    "CORE.calibration-of-heavy-paths",
    Form.PRINTED,
    over(target=PATH_TARGETS, points=tuple(SIZES), rows=(4, 1000, 1500)),
    **about(
        calibrate_heavy_paths,
        half_the_delta=lambda *at: replace(
            calibrate_heavy_paths(*at), delta=calibrate_heavy_paths(*at).delta / 2
        ),
        trims_one_more=lambda *at: replace(
            calibrate_heavy_paths(*at), trim=calibrate_heavy_paths(*at).trim + 1
        ),
    ),
)
def calibration_of_heavy_paths(
    calibrate: Callable[..., HeavyPathsPlan], target: Target, points: int, rows: int
) -> Iterator[Comparison]:
    """The calibration of HeavyPaths wastes nothing but by rounding: delta' is the greatest power
    of two that is at most delta/(1 + 4n e^(2 eps/3) + 3K) and eps'/(4n); e^(eps'/4) has six
    digits, where eps/eps' is the least integer for which the loss is eps; T, k, c, t and n are the
    least integers of their formulas.

    Fair: Targets at which either bound is the smaller one; up to four domains.
    """
    (eps, delta), count = target, SIZES[points]
    plan = calibrate(eps, delta, Domain.of_size(points), rows)
    loss, small = 4 * ln(plan.root), plan.delta
    yield from rounded_root(plan.root, exact(eps / parts(eps, small, count, rows)))
    first = delta / (1 + 4 * rows * exp(eps * Fraction(2, 3)) + 3 * count)
    yield eq("delta', a power of two", small, Fraction(2) ** floor_log2(small))
    yield le("delta'", small, min(low(first), low(loss / (4 * rows))))
    if low(first) >= 2 * small:
        # with twice the delta' the loss would be larger, but by less than a quarter
        yield lt("twice delta'", high(loss / (4 * rows)), 2 * small * Fraction(5, 4))
    margin = plan.threshold - 1
    yield from rounded_up("T - 1", margin, 4 / loss * ln(1 / (2 * small)))
    large = plan.trim // 2
    yield eq("t, even", plan.trim % 2, 0)
    by_noise = 64 / loss * ln(count / small)
    if high(by_noise) > 4 * (plan.threshold + margin):
        yield from rounded_up("k", large, by_noise)
    else:
        yield eq("k", large, 4 * (plan.threshold + margin))
    yield eq("c", plan.cutoff, (large + 1) // 2)
    yield eq("n", plan.rows_needed, 10 * plan.trim + 3 * plan.trim * (count - 1) + 1)
    yield eq("failure", plan.failure_probability, (4 + 2 * max(0, count - 2)) * small)
    yield eq("rows", plan.rows, rows)
    yield eq("enough", plan.suffices, rows >= plan.rows_needed)
    built = plan.mechanism
    yield eq("h", built.halt, 10 * plan.trim)
    yield eq("its t", built.trim, plan.trim)
    yield eq("its c", built.cutoff, plan.cutoff)
    yield eq("its eps", built.eps == Epsilon(plan.root, 4), 1)
