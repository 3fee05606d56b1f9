"""Section 6.2: the table of bounds for interval queries."""

from audits.claims.prelude import *
from audits.claims.vt14.impostors.intervals import (
    WRONG_ERRORS,
    WRONG_SUMS,
    noisier,
    rescaled,
    shared,
)
from audits.claims.vt14.impostors.packing import WRONG_WITH_DELTA
from audits.claims.vt14.impostors.promises import WRONG_PROMISES, promise
from audits.engines.optimum.problem import Problem
from audits.engines.optimum.problems.counts import threshold_release
from audits.engines.optimum.problems.histograms import named_databases
from audits.labels import label
from reference.lower_bounds.query_packing import separating_copies, success_bound
from reference.lower_bounds.sanitiser_packing import packing_database
from reference.mechanisms.noise.geometric_mechanism import GeometricCount
from reference.mechanisms.release.interval_release import IntervalTree, suffix_blocks, tree_error

Shape = tuple[int, int, Fraction]
"""D points, n rows and the accuracy alpha."""

ROOT = RationalFunction.r()
ZERO = Fraction(0)

not_finitely_checkable(
    "VT14.TXT.int-pure-lb",
    statement="Answering all interval queries over 2^d points with (eps, 0)-privacy needs an "
    "error of the order d/(eps n).",
    reason="an order, without a constant; the concrete form is decided",
)


def packed(shape: Shape, copies: int) -> tuple[Problem[Any, Any], Problem[Any, Any]]:
    """Telling the databases x_v apart, and answering all queries on them within alpha n."""
    points, rows, accuracy = shape
    named = [packing_database(v, rows, copies) for v in range(points)]
    everywhere = threshold_release(points, rows, accuracy)
    names = {label(x) for x in named}
    on_named = tuple(each for each in everywhere.scores if each.name in names)
    return (
        named_databases(replace_one(range(points), rows), named),
        replace(everywhere, scores=on_named, symmetries=()),
    )


def pure_bound(exp_eps: Any, shape: Shape) -> Any:
    """1/(1 + (D - 1) e^(-eps m)) with m = floor(2 alpha n) + 1."""
    points, rows, accuracy = shape
    copies = separating_copies(accuracy, rows)
    return success_bound(exp_eps, (0, *(copies,) * (points - 1)))


def _with(copies: Callable[[int], int], points: Callable[[int], int]) -> Callable[..., Any]:
    def bound(exp_eps: Any, shape: Shape) -> Any:
        m = copies(separating_copies(shape[2], shape[1]))
        return success_bound(exp_eps, (0, *(m,) * points(shape[0] - 1)))

    return bound


@claim(
    "VT14.TXT.int-pure-lb",
    over(
        shape=sized(
            ((4, 2, Fraction(1, 8)), (4, 3, Fraction(1, 6)), (3, 3, Fraction(1, 6))),
            ((4, 2, Fraction(1, 8)), (4, 3, Fraction(1, 6)), (8, 2, Fraction(1, 4))),
            ((4, 3, Fraction(1, 6)), (8, 2, Fraction(1, 4)), (8, 2, Fraction(1, 8))),
        )
    ),
    form=Form.CONCRETE,
    about=pure_bound,
    impostors={
        "a row less": _with(lambda m: m - 1, lambda others: others),
        "a row more": _with(lambda m: m + 1, lambda others: others),
        "D others": _with(lambda m: m, lambda others: others + 1),
        "D - 2 others": _with(lambda m: m, lambda others: others - 1),
        "twice the distance": _with(lambda m: 2 * m, lambda others: others),
        "d others": _with(lambda m: m, lambda others: (others + 1).bit_length() - 1),
        "no database on the spot": lambda r, shape: success_bound(
            r, (separating_copies(shape[2], shape[1]),) * shape[0]
        ),
    },
)
def intervals_need_d_over_eps(bound: Callable[..., Any], shape: Shape) -> Check:
    """Eps-private answers to all interval queries within alpha n, with m = floor(2 alpha n) +
    1 <= n, have on some database a success of at most t = 1/(1 + (D - 1) e^(-eps m)): so for
    success t, m >= ln((D - 1) t/(1 - t))/eps, an error of the order d/(eps n) for D = 2^d.

    Fair: All mechanisms on all databases of n rows, success counted on the databases with m copies
    of a point and n - m of the first: there it is the optimum, for answers themselves at two
    numbers and for naming the database at each e^eps from 1 to 2.
    """
    points, rows, accuracy = shape
    copies = separating_copies(accuracy, rows)
    naming, answering = packed(shape, copies)
    if points <= 4:
        yield exactly_between(naming, ONE, TWO, bound(ROOT, shape))
    for r in (Fraction(3, 2), TWO):
        t = bound(r, shape)
        yield exactly(answering, r, t)
        yield eq("e^(eps m)", r**copies * (1 - t), (points - 1) * t)


not_finitely_checkable(
    "VT14.TXT.int-pure-ub",
    statement="All interval queries over 2^d points can be answered with (eps, 0)-privacy and an "
    "error of the order poly(d)/(eps n).",
    reason="an order, and the polynomial is not named; the concrete form is decided",
)

Tree = tuple[int, Fraction]
"""D, and b, the root of the ratio of the noise."""

UPPER = Parts((IntervalTree, tree_error, promise, IntervalTree))


@claim(
    "VT14.TXT.int-pure-ub",
    over(
        tree=sized(
            ((1, Fraction(1, 2)), (2, Fraction(1, 2))),
            ((1, Fraction(1, 2)), (2, Fraction(1, 2)), (3, Fraction(1, 3)), (2, Fraction(2, 3))),
            ((2, Fraction(1, 2)), (3, Fraction(1, 3)), (2, Fraction(2, 3)), (4, Fraction(1, 4))),
        )
    ),
    form=Form.CONCRETE,
    about=UPPER,
    impostors={
        "eps/d for each block": UPPER.but(0, rescaled(IntervalTree, lambda _: Fraction(2))),
        "twice the eps": UPPER.but(0, twice_eps(IntervalTree)),
        "two draws for each block": UPPER.but(0, noisier(IntervalTree)),
        "one draw for each level": UPPER.but(0, shared(IntervalTree, len)),
        "eps/(4d) for each block": UPPER.but(0, rescaled(IntervalTree, lambda _: HALF)),
        "sees no row": UPPER.but(0, blind(IntervalTree, lambda rows: (0,) * len(rows))),
        **{name: UPPER.but(3, wrong) for name, wrong in WRONG_SUMS.items() if "only" not in name},
        **{name: UPPER.but(1, wrong) for name, wrong in WRONG_ERRORS.items()},
        **{name: UPPER.but(2, wrong) for name, wrong in WRONG_PROMISES.items()},
    },
)
def intervals_with_d_squared_over_eps(parts: Parts, tree: Tree) -> Check:
    """The noisy counts of dyadic blocks are eps-private, and no answer is off by E or more, but
    with probability beta, for E >= (4d/eps) (d ln(7/3) + ln(8/(3 beta))): all interval queries
    within alpha n for n >= E/alpha, which is of the order d^2/(eps n) for alpha.

    Fair: Geometric noise of ratio b^2, eps = 4d ln(1/b); losses on all databases of one row,
    errors on E copies of one row, for the first query and the last, each by itself, counts
    shown up to E beyond: with j blocks it is off by E with probability at most 2 (1 + b/(1 + b
    + b^2))^j b^E, by Chernoff's bound, and these are summed up.  That E is the least integer
    of its formula is compared, too.
    """
    d, b = tree
    size, domain = 2**d, Domain.of_size(2**d)
    eps = low(ln(exact(1 / b)) * (4 * d))
    beta = Fraction(1, 20)
    error = parts(1, d, eps, beta)
    formula = (ln(Fraction(7, 3)) * d + ln(Fraction(8, 3) / beta)) * (4 * d) / exact(eps)
    yield le("formula <= E", high(formula), error)
    yield lt("E - 1 < formula", error - 1, low(formula))
    root, mean, total = 1 / b, 1 + b / (1 + b + b * b), ZERO
    yield le("the mean of s^Z", mean, Fraction(4, 3))
    for t in range(1, size):
        blocks = suffix_blocks(t, size)
        failure = 2 * mean ** len(blocks) * b**error
        total += failure
        if t in {1, size - 1}:
            made, summed = (parts(i, domain, Epsilon(root, 2), error, blocks) for i in (0, 3))
            near = Near(summed.answer, t, error)
            copies = ListedAdjacency(tuple((x,) * error for x in sorted({0, t, size - 1})), ())
            yield accurate(made, copies, near, failure, name=f"t = {t}")
    yield le("all answers", total, beta)
    ends = tuple(block for j in range(1, d + 1) for block in blocks_of(size // 2**j, size))
    shown: Any = parts(0, domain, Epsilon(root, 2), 0, ends)
    promised = parts(2, IntervalTree(domain, Epsilon(root, 2)))
    yield eq("e^eps", promised.exp_eps, root ** (4 * d))
    yield private(shown, replace_one(domain, 1), promised)


def blocks_of(length: int, size: int) -> tuple[range, range]:
    """The first and the last block of a length."""
    return range(length), range(size - length, size)


class Near:
    """Whether an answer is off by less than so much."""

    def __init__(self, answer: Callable[[Rows, int, int], int], query: int, error: int) -> None:
        self._answer, self._query, self._error = answer, query, error

    def __call__(self, rows: Rows, counts: Rows) -> bool:
        exact_answer = sum(x >= self._query for x in rows)
        return abs(self._answer(counts, self._query, len(rows)) - exact_answer) < self._error


@claim(
    "VT14.TXT.int-approx",
    over(constant=(ONE, Fraction(1, 10), Fraction(1, 100))),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "6.2, the table, lower bound for (eps, delta)",
        left="c log(1/delta)/eps for D = 2, eps = ln 3, delta = 3^(-5/c), c = 1, 1/10 or 1/100",
        right="4, the error to which noise keeps with probability 0.99, without any delta; the "
        "bound needs log(1/delta) to be at most d or so",
    ),
)
def intervals_need_log_of_delta(constant: Fraction) -> Check:
    """Answering all interval queries with (eps, delta)-privacy needs an error of the order
    log(1/delta)/(eps n), whatever d and delta.

    Fair: D = 2, and three constants for the order; for any other c there is such a delta. There
    are 12 rows, so that 1/2, the error of an answer that needs no data, is more than the bound.
    """
    root, count, n = Fraction(3), int(5 / constant), 12
    needed = ln(exact(root**count)) * constant / ln(exact(root))
    yield lt("c log(1/delta)/(eps n)", high(needed) / n, HALF)
    noisy = GeometricCount(-8, n + 8, Epsilon(root))
    yield accurate(noisy, noisy.universe(n), _within(4), Fraction(1, 100))
    yield le("c log(1/delta)/eps", low(needed), 4)


def _within(error: int) -> Callable[[Rows, int], bool]:
    return lambda rows, y: abs(sum(rows) - y) <= error


APPROXIMATE = Parts((success_bound, GeometricCount, promise))


@claim(
    "VT14.TXT.int-approx",
    over(delta=(Fraction(1, 100), Fraction(1, 10**6))),
    form=Form.CORRECTED,
    about=APPROXIMATE,
    impostors={name: APPROXIMATE.but(0, wrong) for name, wrong in WRONG_WITH_DELTA.items()}
    | {
        "twice the eps": APPROXIMATE.but(1, twice_eps(GeometricCount)),
        "half of the eps": APPROXIMATE.but(
            1, lambda a, b, eps: GeometricCount(a, b, Epsilon(eps.root, 1))
        ),
        "sees no row": APPROXIMATE.but(1, blind(GeometricCount, lambda rows: (0,) * len(rows))),
    }
    | {
        name: APPROXIMATE.but(2, wrong)
        for name, wrong in WRONG_PROMISES.items()
        if "the eps of one count" not in name
    },
)
def intervals_with_delta(parts: Parts, delta: Fraction) -> Check:
    """With (eps, delta)-privacy a success of t on all interval queries needs, for m = floor(2
    alpha n) + 1 <= n and r = e^eps, t (1 + (D - 1) r^(-m)) <= 1 + (D - 1) r^(-m) delta (r^m -
    1)/(r - 1).  So for t >= 1/2, 4 r^m is more than the lesser of D - 1 and (r - 1)/delta: m is at
    least of the order of the lesser of d/eps and log(1/delta)/eps.  Over two points noise of ratio
    1/r is private, and off by e or more with probability 2 r^(1-e)/(1 + r), without delta.

    Fair: All mechanisms, 4 points and 3 or 2 rows, success on the databases of the
    packing; the number t for D = 16 and 64 and r = 2, with the largest m that is too small, and
    with three more, where 1/2 is allowed.  The upper bound of the table is cited, not decided.
    """
    for points, rows, copies in ((4, 3, 2), (4, 2, 1)):
        shape = (points, rows, Fraction(copies - 1, 2 * rows))
        distances = (0, *(copies,) * (points - 1))
        naming, answering = packed(shape, copies)
        yield exactly(naming, TWO, parts(0, TWO, distances, delta), delta)
        if copies == 1:
            half = Fraction(3, 2)
            yield exactly(answering, half, parts(0, half, distances, delta), delta)
    r, universe = Fraction(16), replace_one((0, 1), 1)
    arguments = (-8, 9, Epsilon(Fraction(4), 2))
    noisy, promised = parts(1, *arguments), parts(2, GeometricCount(*arguments))
    yield eq("e^eps", promised.exp_eps, r)
    yield private(noisy, universe, promised)
    yield accurate(noisy, universe, _within(2), 2 * r**-2 / (1 + r))
    for points in (16, 64):
        small = int(min(Fraction(points - 1), 1 / delta) / 4).bit_length() - 1
        few, more = (parts(0, TWO, (0, *(m,) * (points - 1)), delta) for m in (small, small + 3))
        yield lt(f"D = {points}", few, HALF)
        yield le(f"D = {points}, more", HALF, more)
