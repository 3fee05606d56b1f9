"""Section 9.2: thresholds, and how many examples learning needs."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.thresholds import (
    bayes_error,
    proper_learning,
    shattered_learning,
    threshold,
)
from reference.data.concept import points
from reference.data.dimensions import is_shattered
from reference.data.named_classes import upper_thresholds
from reference.lower_bounds.learning_packing import hard_pair, packing_bound
from reference.lower_bounds.without_privacy import error_on_shattered_points

WRONG[upper_thresholds] = {
    "without the constant 0": "range(size + 1) => range(size)",
    "without the constant 1": "range(size + 1) => range(1, size + 1)",
    "1 below the start": intervals,
    "1 above the start only": "UpperThreshold(t) => UpperThreshold(t + 1)",
    "points": points,
    "thresholds both ways": lambda n: (*upper_thresholds(n), *intervals(n)),
    "one constant": "UpperThreshold(t) => UpperThreshold(0)",
}


@claim(
    "VT14.D9.THR",
    over(d=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6))),
    about=upper_thresholds,
)
def threshold_class(build: Build, d: int) -> Check:
    """Thresholds: c_theta for 0 <= theta <= 2^d, with c_theta(x) = 1 for x >= theta, 0 for x <
    theta.

    Cases: Points 0, ..., 2^d - 1, value by value; the functions that never fall, of all functions
    for d <= 2.
    """
    size = 1 << d
    found = [tuple(c(x) for x in range(size)) for c in build(size)]
    yield eq("concepts", len(found), size + 1)
    for theta, values in enumerate(found):
        for x in range(size):
            yield eq(f"theta = {theta}, x = {x}", values[x], 1 if x >= theta else 0)
    if d <= 2:
        rising = {f for f in product((0, 1), repeat=size) if [*f] == sorted(f)}
        yield true("all that never fall", rising == {*found})


@claim(
    "VT14.TXT.thr-vc",
    over(d=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6))),
    about=upper_thresholds,
)
def thresholds_have_dimension_one(build: Build, d: int) -> Check:
    """The class of thresholds on 2^d points has VC dimension 1, and 2^d + 1 concepts.

    Cases: By sets that grow, and by all pairs of points: none is shattered, and a point is.
    """
    size = 1 << d
    concepts = build(size)
    yield eq("different", len({tuple(c(x) for x in range(size)) for c in concepts}), size + 1)
    yield eq("VC", vc_dimension(concepts, size), 1)
    yield true("a point", is_shattered((0,), concepts))
    pairs = [(x, z) for x in range(size) for z in range(x + 1, size)]
    yield eq("pairs", sum(is_shattered(pair, concepts) for pair in pairs), 0)


PAIR = "Fraction(int(x in {start - 1, start}), 2) for x"


def masses_at(first: str, second: str, mass: str = "1 / Fraction(2)") -> str:
    """Masses at two other points; those before 0 and after the end are at these."""
    points = f"(({first}, {mass}), ({second}, 1 - {mass}))"
    mass_here = f"sum(p for t, p in {points} if min(size - 1, max(0, t)) == x)"
    return f"{PAIR} => Fraction({mass_here}) for x"


WRONG[hard_pair] = {
    "theta and theta + 1": masses_at("start", "start + 1"),
    "theta - 2 and theta - 1": masses_at("start - 2", "start - 1"),
    "theta - 2 and theta + 1": masses_at("start - 2", "start + 1"),
    "masses 1/4 and 3/4": masses_at("start - 1", "start", "Fraction(1, 4)"),
    "masses 3/4 and 1/4": masses_at("start - 1", "start", "Fraction(3, 4)"),
    "theta alone": f"{PAIR} => Fraction(x == start) for x",
    "uniform on all points": f"{PAIR} => Fraction(1, size) for x",
}


@claim(
    "VT14.ALG.ThrHard",
    over(size=sized((3, 4, 5), range(3, 9), range(3, 17))),
    form=Form.CONCRETE,
    about=hard_pair,
)
def only_the_target_is_good(hard: Build, size: int) -> Check:
    """D_theta, uniform on theta - 1 and theta: of all thresholds c_theta alone has an error below
    1/2, theta = 1, ..., 2^d - 1, and it has the error 0.

    Cases: Every number of points, not powers of two only; the errors of all thresholds, of which
    two have the error 1/2 or more by one point, one has 0.
    """
    for t in range(1, size):
        p = hard(size, t)
        target = threshold(size, t)
        yield eq(f"theta = {t}: mass", sum(p, Fraction(0)), 1)
        for s in range(size + 1):
            other = threshold(size, s)
            off = sum((q for q, a, b in zip(p, target, other, strict=True) if a != b), HALF - HALF)
            yield eq(f"theta = {t}, {s}", off, 0 if s == t else HALF)


PACKED = Parts(hard=hard_pair, bound=packing_bound)
WRONG[PACKED] = {
    "one hypothesis more": PACKED.but(bound="hypotheses - 1 => hypotheses"),
    "one hypothesis fewer": PACKED.but(bound="hypotheses - 1 => hypotheses - 2"),
    "one row more": PACKED.but(bound="exp_eps**distance => exp_eps ** (distance + 1)"),
    "one row fewer": PACKED.but(bound="exp_eps**distance => exp_eps ** (distance - 1)"),
    "half of the loss": PACKED.but(bound="exp_eps**distance => ((1 + exp_eps) / 2) ** distance"),
    **{
        name: PACKED.but(hard=WRONG[hard_pair][name])
        for name in (
            "theta and theta + 1",
            "theta - 2 and theta - 1",
            "masses 1/4 and 3/4",
            "theta - 2 and theta + 1",
            "uniform on all points",
        )
    },
}


@claim(
    "VT14.TXT.thr-lb",
    over(d=sized((2, 3, 4, 20), (2, 3, 4, 20, 64), (2, 3, 4, 20, 64, 500))),
    about=PACKED,
)
def proper_learning_needs_d_rows(parts: Parts, d: int) -> Check:
    """Proper pure private learning of thresholds on 2^d points needs Omega(d) examples: to
    succeed with probability 1/2 at e^eps = 2 it takes n >= log2(2^d - 2), which is d for d > 2,
    since the success is at most r^n/(r^n + 2^d - 2).

    Cases: The bound at n = d - 1 and d, exactly; for d = 2 the optimum over all proper learners
    with one example, for d = 3 as well.
    """
    targets = (1 << d) - 1
    before, now = (parts.bound(TWO, n, targets) for n in (d - 1, d))
    yield eq("n = d - 1", before * (2 ** (d - 1) + 2**d - 2), 2 ** (d - 1))
    yield eq("n = d", now * (2**d + 2**d - 2), 2**d)
    yield le("not with d - 1", before, HALF)
    yield lt("perhaps with d", HALF, now)
    if d <= 3:
        problem = proper_learning(1 << d, 1, hard_pair)
        yield optimal(problem, TWO, parts.bound(TWO, 1, targets))


OPTIMA = {
    (3, 1, 2): Fraction(2, 3),
    (4, 1, 2): HALF,
    (4, 2, 2): Fraction(2, 3),
    (5, 2, 2): Fraction(4, 7),
    (4, 2, 4): Fraction(5, 6),
}
"""Points, rows, e^eps: the best success."""


@claim(
    "VT14.TXT.thr-lb",
    over(case=sized([*OPTIMA], [*OPTIMA], [*OPTIMA])),
    form=Form.CONCRETE,
    about=PACKED,
)
def best_proper_learners(parts: Parts, case: tuple[int, int, int]) -> Check:
    """A proper eps-private learner that succeeds with probability t for each theta under D_theta
    has t (1 + (N - 2) e^(-eps n)) <= 1, N = 2^d points: t <= r^n/(r^n + N - 2).

    Cases: (N, n, e^eps) = case, all labelled databases; the optimum over all learners, exactly:
    2/3, 1/2, 2/3, 4/7, where the bound is attained, and 5/6 below 8/9.
    """
    size, rows, exp_eps = case
    most = parts.bound(Fraction(exp_eps), rows, size - 1)
    problem = proper_learning(size, rows, parts.hard)
    yield optimal(problem, Fraction(exp_eps), most)
    yield exactly(problem, Fraction(exp_eps), OPTIMA[case])
    if case == (4, 2, 4):
        yield eq("the bound", most, Fraction(8, 9))
    else:
        yield eq("attained", OPTIMA[case], most)


ERROR = "Fraction(points - 1, points) ** rows / 2"
WRONG[error_on_shattered_points] = {
    "1 - 1/v for the error": f"{ERROR} => Fraction(points - 1, points) ** rows",
    "one row more": f"{ERROR} => Fraction(points - 1, points) ** (rows + 1) / 2",
    "one point more": f"{ERROR} => Fraction(points, points + 1) ** rows / 2",
    "no rows": f"{ERROR} => Fraction(1, 2)",
    "points without replacement": f"{ERROR} => Fraction(max(0, points - rows), 2 * points)",
}


@claim(
    "VT14.TXT.pac-lb",
    over(v=sized((1, 2, 3, 10), (1, 2, 3, 4, 10, 40), (1, 2, 3, 4, 10, 40, 100))),
    about=error_on_shattered_points,
)
def learning_needs_vc_rows(error: Build, v: int) -> Check:
    """Even without privacy, PAC learning requires at least VC(C) examples: with fewer, the
    expected error is at least (1/2) (1 - 1/v)^(v - 1) > 1/(2e) for some concept.

    Cases: n < v = VC(C) rows on a shattered set, all points alike; the optimum over all learners
    up to v = 3, and the inequality at v - 1 rows, where the error is least.
    """
    for n in range(v):
        found = error(v, n)
        yield lt(f"{n} rows: 1/(2e)", 1, found * 2 * exp_high(1))
        yield eq(f"{n} rows", found * 2 * v**n, (v - 1) ** n)
        if v <= 3:
            yield optimal(shattered_learning(v, n), ONE, 1 - found)


ERRORS = {
    (2, 1): Fraction(1, 4),
    (2, 2): Fraction(1, 8),
    (3, 2): Fraction(2, 9),
    (4, 1): Fraction(3, 8),
}
MORE_ERRORS = ERRORS | {(4, 2): Fraction(9, 32), (4, 3): Fraction(27, 128)}
"""Points, rows: the least expected error."""


@claim(
    "VT14.TXT.pac-lb",
    over(case=sized([*ERRORS], [*MORE_ERRORS], [*MORE_ERRORS])),
    form=Form.CONCRETE,
    about=error_on_shattered_points,
)
def best_learners_on_shattered_points(error: Build, case: tuple[int, int]) -> Check:
    """On v shattered points, all alike, no learner with n examples has an expected error below
    (1/2) (1 - 1/v)^n for every concept, and some learner attains it.

    Cases: (v, n) = case; the optimum over all learners, with a dual; the error of the best guess
    for uniform labels, over all samples and labels.
    """
    v, n = case
    found = error(v, n)
    yield eq("value", found, MORE_ERRORS[case])
    yield eq("best guess", found, bayes_error(v, n))
    yield exactly(shattered_learning(v, n), ONE, 1 - found)
