"""Section 3.2: plans of private multiplicative weights, their errors and numbers of queries."""

from audits.claims.prelude import *
from reference.data.workloads import Workload
from reference.mechanisms.release import private_weights_plan, small_database
from reference.mechanisms.release.private_multiplicative_weights import (
    OnlinePrivateWeights,
    PrivateMultiplicativeWeights,
)
from reference.mechanisms.release.private_weights_plan import (
    PrivateWeightsPlan,
    best_accuracy,
    enough_rows,
    most_queries,
)
from reference.privacy.composition import PureRounds

Target = tuple[int, int, Fraction, Fraction, Fraction, Fraction]
"""Points, queries, accuracy, beta, eps, delta."""

SMALL: Target = (4, 3, Fraction(3, 4), Fraction(1, 10), Fraction(1), Fraction(1, 100))
MANY: Target = (4, 10**6, Fraction(21, 40), Fraction(1, 20), HALF, Fraction(1, 10**6))
PURE: Target = (16, 50, Fraction(9, 20), Fraction(1, 20), Fraction(1), Fraction(0))
ONE_POINT: Target = (1, 3, Fraction(3, 4), Fraction(1, 10), Fraction(1), Fraction(1, 100))
TARGETS = (SMALL, MANY, PURE, ONE_POINT)


PLANNED = "rows=plan.rows_needed"
WRONG[enough_rows] = {
    "as many epochs as updates": f"{PLANNED} => {PLANNED}, epochs=epochs - 1",
    "one epoch more": f"{PLANNED} => {PLANNED}, epochs=epochs + 1",
    "a smaller radius": f"{PLANNED} => {PLANNED}, radius=radius - 1",
    "a larger radius": f"{PLANNED} => {PLANNED}, radius=radius + 1",
    "one row fewer": f"{PLANNED} => {PLANNED} - 1",
    "one row more": f"{PLANNED} => {PLANNED} + 1",
    "one eps0 an epoch": f"{PLANNED} => {PLANNED}, root=root**4",
    "half of eps0": f"{PLANNED} => {PLANNED}, root=(root + 1) / 2",
    "twice the rate": f"{PLANNED} => {PLANNED}, rate=rate**2",
    "half the rate": f"{PLANNED} => {PLANNED}, rate=(rate + 1) / 2",
    "runs twice the loss": "Epsilon(self.root) => Epsilon(self.root) * 2",
    "runs an epoch more": "self.threshold, self.epochs => self.threshold, self.epochs + 1",
    "runs with a higher threshold": "self.threshold, self.epochs => "
    "self.threshold + 1, self.epochs",
    "an error with the cube root": given(enough_rows, accuracy=lambda a: a / 5),
    "basic composition": given(enough_rows, delta=Fraction(0)),
    "a rate of a thousandth": given(enough_rows, step=Fraction(1, 1000)),
}


OF_TARGETS = over(target=TARGETS, step=(Fraction(1, 4), Fraction(2)))


@claim("VT14.ALG.PMW", OF_TARGETS, form=Form.CONCRETE, about=enough_rows, clause="the epochs")
def epochs_for_a_target(plan_for: Build, target: Target, step: Fraction) -> Check:
    """Parameters for (eps, delta), accuracy A = 3 alpha/2 and failure beta: rate e^(-eta), eta
    near alpha/4 (or near 2 alpha, which is best); E one above ln |X|/(eta alpha/2 - eta^2/8).

    Cases: One point, few and many queries; E is enough, and the next smaller is not.
    """
    points, queries, accuracy, *_ = target
    plan = plan_for(*target, step)
    alpha, eta = accuracy * Fraction(2, 3), -ln(plan.rate)
    yield le("eta, from above", high(eta), step * alpha)
    yield le("eta, from below", step * alpha * Fraction(29, 30), low(eta))
    updates = ln(points) / (eta * alpha / 2 - eta * eta / 8)
    if plan.epochs < queries:
        yield le("updates are fewer", high(updates), plan.epochs)
    yield le("no epoch more", plan.epochs - 1, min(Fraction(queries - 1), low(updates)))
    yield eq("E", plan.epochs, min(queries, 1 + updates.floor()))


@claim("VT14.ALG.PMW", OF_TARGETS, form=Form.CONCRETE, about=enough_rows, clause="the loss")
def loss_for_a_target(plan_for: Build, target: Target, step: Fraction) -> Check:
    """With eps0 the largest, of few digits, E losses of 4 eps0 are (eps, delta)-private.

    Cases: delta = 0 and above; privacy by a bound on the binomial sum of optimal composition, or
    by E times 4 eps0.
    """
    *_, eps, delta = target
    plan = plan_for(*target, step)
    if delta:
        spent = PureRounds(plan.root, (4,), plan.epochs).delta_at_most(exp_low(eps))
        yield le("private", spent, delta * (1 + Fraction(1, 2**50)))
        step_up = plan.root + Fraction(1, plan.root.denominator)
        more = PureRounds(step_up, (4,), plan.epochs).delta_at_most(exp_high(eps))
        yield lt("no larger root", delta, more + Fraction(1, 2**90))
    else:
        yield le("private", plan.root ** (4 * plan.epochs), exp_high(eps))
        more = (plan.root - 1) * Fraction(1025, 1024) + 1
        yield lt("no larger root", exp_low(eps), more ** (4 * plan.epochs))


@claim("VT14.ALG.PMW", OF_TARGETS, form=Form.CONCRETE, about=enough_rows, clause="the rows")
def rows_for_a_target(plan_for: Build, target: Target, step: Fraction) -> Check:
    """The least radius m that all noise keeps, but with probability beta; the least n with m <=
    alpha n/4.

    Cases: 4 m/alpha an integer and not; each is enough, and the next smaller is not.
    """
    _, queries, accuracy, beta, *_ = target
    plan, alpha = plan_for(*target, step), accuracy * Fraction(2, 3)
    g, count = 1 / plan.root, queries + 2 * plan.epochs
    yield le("noise", count * 2 * g ** (plan.radius + 1) / (1 + g), beta)
    yield lt("a smaller radius", beta, count * 2 * g**plan.radius / (1 + g))
    kept = alpha * plan.rows / 4 // 1
    yield eq("stated failure", plan.noise_failure, count * 2 * g ** (kept + 1) / (1 + g))
    yield le("rows", 4 * plan.radius, alpha * plan.rows)
    yield lt("one row fewer", alpha * (plan.rows - 1), 4 * plan.radius)


@claim("VT14.ALG.PMW", OF_TARGETS, form=Form.CONCRETE, about=enough_rows, clause="what is run")
def run_with_a_plan(plan_for: Build, target: Target, step: Fraction) -> Check:
    """What is run with the plan has its parameters and promises E 4 eps0, and is the mechanism for
    analysts.

    Cases: On three queries with much noise it is compared in order.
    """
    points, _, accuracy, *_ = target
    plan = plan_for(*target, step)
    made = plan.mechanism(Workload.POINTS, Domain.of_size(points))
    yield eq("promised", made.guarantee.exp_eps, plan.root ** (4 * min(plan.epochs, points)))
    yield eq("eps0 of what is run", made.online.eps.exp(), plan.root)
    yield eq("E of what is run", made.online.epochs, plan.epochs)
    yield eq("A of what is run", made.online.threshold, accuracy * Fraction(2, 3) * plan.rows)
    yield eq("rate of what is run", made.online.start.rate, plan.rate)
    if target == SMALL and step > 1:
        yield from runs_the_steps(made)


def runs_the_steps(made: PrivateMultiplicativeWeights[Fraction]) -> Iterator[Comparison]:
    """On three queries with much noise, what is run is the mechanism for analysts, in order."""
    queries = tuple(PointFunction(x) for x in (0, 1, 0))
    domain, h = Domain.of_size(2), Fraction(1, 2)
    eps = Epsilon(Fraction(2))
    start: PointWeights[PointFunction] = PointWeights.uniform(range(2), h)
    for by_answer in (False, True):
        small = replace(
            made,
            queries=queries,
            domain=domain,
            threshold=Fraction(1),
            epochs=2,
            rate=h,
            eps=eps,
            by_answer=by_answer,
        )
        asked = OnlinePrivateWeights(
            lambda answers: queries[len(answers)], 3, start, Fraction(1), 2, eps, by_answer
        )
        for rows in ((0, 0), (0, 1)):
            found, expected = law(small, rows), law(asked, rows)
            yield true(f"{rows}, by answer: {by_answer}", found == expected)


TABLE = (
    (256, 1000, HALF, Fraction(1), Fraction(1, 10**6)),
    (256, 10**6, Fraction(1, 5), HALF, Fraction(1, 10**6)),
    (2**20, 10**4, Fraction(1, 10), Fraction(1), Fraction(1, 10**9)),
)


@claim("VT14.TXT.pmw-acc-formula", over(row=TABLE), about=enough_rows)
def error_of_private_weights(
    plan_for: Build, row: tuple[int, int, Fraction, Fraction, Fraction]
) -> Check:
    """The error is alpha = O(sqrt(log |X| log(1/delta)) log |Q|/(eps n))^(1/2): rows n such that n
    eps A^2 is at most 160 sqrt(ln |X| ln(1/delta)) ln(k/beta) are enough for an error of A.

    Cases: (|X|, k, A, eps, delta) = row, beta = 1/20; the rows of the plan are within a factor 4
    of the bound, where A, eps, |X| and k differ by much more; above 1000 epochs by advanced
    composition, which costs a factor of two.
    """
    points, queries, accuracy, eps, delta = row
    beta = Fraction(1, 20)
    plan = plan_for(points, queries, accuracy, beta, eps, delta)
    bound = sqrt(ln(points) * ln(1 / delta)) * ln(queries / beta) * 160
    found = plan.rows * eps * accuracy * accuracy
    yield le("n eps A^2", found, low(bound))
    yield le("a quarter of the bound", high(bound / 4), found)


BEST = "return replace(best, rows=rows)"
WRONG[best_accuracy] = {
    "the next larger": f"{BEST} => return plan(high + 1)",
    "a smaller one": f"{BEST} => return plan(high - 1)",
    "for twice the rows": given(best_accuracy, rows=lambda n: 2 * n),
    "an error of 1 for too few rows": "return None => return best",
}


@claim(
    "VT14.TXT.pmw-acc-formula",
    over(
        case=(
            (4, 10, 3001, Fraction(1, 10), Fraction(1), Fraction(1, 100)),
            (16, 100, 20001, Fraction(1, 20), Fraction(1), Fraction(1, 10**6)),
        )
    ),
    form=Form.CONCRETE,
    about=best_accuracy,
)
def least_error_for_the_rows(
    best: Build, case: tuple[int, int, int, Fraction, Fraction, Fraction]
) -> Check:
    """For n rows the least alpha with 4 m <= alpha n, m the radius of the noise: all answers are
    within 3 alpha/2.

    Cases: (|X|, k, n, beta, eps, delta) = case; 3 alpha/2 in thousandths, found by bisection; the
    rows are enough for it, and not for a thousandth less; none for one row fewer than an error of
    1 needs.
    """
    points, queries, n, *rest = case
    found = best(points, queries, n, *rest)
    accuracy = found.accuracy
    yield eq("rows", found.rows, n)
    yield le("enough", enough_rows(points, queries, accuracy, *rest).rows, n)
    less = accuracy - Fraction(1, 1000)
    yield lt("not for less", n, enough_rows(points, queries, less, *rest).rows)
    fewest = enough_rows(points, queries, Fraction(1), *rest).rows
    yield le("the fewest rows", best(points, queries, fewest, *rest).accuracy, 1)
    yield true("too few rows", best(points, queries, fewest - 1, *rest) is None)


def searched(enough: Callable[[int], bool]) -> int:
    """The largest k >= 0 that is enough, all smaller ones being so, too."""
    top = 1
    while enough(top):
        top *= 2
    bottom = top // 2
    while top - bottom > 1:
        middle = (bottom + top) // 2
        bottom, top = (middle, top) if enough(middle) else (bottom, middle)
    return bottom


def both_numbers(
    alpha: Fraction, n: int, plan: PrivateWeightsPlan, beta: Fraction
) -> tuple[int, int]:
    """Of queries on four points at eps = 1: small databases, and private weights."""
    few = small_database.most_queries(4, alpha, Fraction(1), n)
    return few, most_queries(plan, n, beta)


NUMBERS = "return few, most_queries(plan, n, beta)"
WRONG[both_numbers] = {
    "one query more": f"{NUMBERS} => return few + 1, most_queries(plan, n, beta) + 1",
    "one query fewer": f"{NUMBERS} => "
    "return max(0, few - 1), max(0, most_queries(plan, n, beta) - 1)",
    "of small databases, with one row more": "Fraction(1), n) => Fraction(1), 2 * n)",
    "of private weights, with twice the failure": given(both_numbers, beta=lambda b: 2 * b),
}


@claim(
    "VT14.TXT.how-many-queries",
    over(alpha=(HALF, Fraction(1, 4)), n=(400, 1000, 3000)),
    about=both_numbers,
)
def how_many_queries(numbers: Build, alpha: Fraction, n: int) -> Check:
    """n rows answer exp(Omega(eps alpha^3 n/log |X|)) queries by small databases, and
    exp(Omega(eps alpha^2 n/sqrt(log |X| log(1/delta)))) by private multiplicative weights.

    Cases: |X| = 4, eps = 1, delta = 1/100, beta = 1/20; the largest numbers of queries, by closed
    forms, about e^(eps n alpha^3/ln |X|)/2 and (beta/2) e^(eps0 alpha n/4), against a search by
    the rows that are enough; eps0 is eps alpha over the root, up to a constant.
    """
    beta, eps, delta = Fraction(1, 20), Fraction(1), Fraction(1, 100)
    plan = enough_rows(4, 10**9, alpha * Fraction(3, 2), beta, eps, delta)
    few, many = numbers(alpha, n, plan, beta)
    by_rows = searched(lambda k: small_database.enough_rows(k, 4, alpha, eps) <= n)
    yield eq("small databases", few, by_rows)

    def enough(k: int) -> bool:
        radius = private_weights_plan.noise_radius(plan.root, k + 2 * plan.epochs, beta)
        return 4 * radius <= alpha * n

    yield eq("private weights", many, searched(enough))
    eps0, root = ln(plan.root), sqrt(ln(4) * ln(1 / delta))
    yield le("eps0 is of the order", high(eps * alpha / (20 * root)), low(eps0))
    yield le("and no more", low(eps0), high(eps * alpha / root))
