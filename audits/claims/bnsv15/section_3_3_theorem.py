"""Section 3.3: enough rows for every call (Observation 3.10), and Theorem 3.4."""

from audits.claims.prelude import *
from audits.claims.bnsv15.section_3_3_2_accuracy import (
    PARAMETERS,
    blocks,
    cases,
    enough,
    logarithm,
    reserved,
    standing,
)
from reference.exact.integers import log_star
from reference.mechanisms.interior_point.prefix_calibration import (
    RecPrefixPlan,
    calibrate_as_printed,
    calibrate_rec_prefix,
    rows_of_call,
)
from reference.mechanisms.interior_point.random_pairs import CommonPrefix, RandomPairs
from reference.mechanisms.interior_point.rec_prefix import lengths_of, recursive_calls, smallest
from reference.mechanisms.stability.choosing_mechanism import choosing_threshold


def large(
    root: Fraction, delta: Fraction, beta: Fraction, points: int, n: int, k: int
) -> Iterator[Comparison]:
    """The hypothesis of Observation 3.10, eps = 4 ln(root)."""
    yield from standing(root, delta, beta)
    unit = logarithm(root, delta, beta)
    yield le("n", high(2 ** log_star(points) * 2312 * unit), n)
    yield le("k", k, low(386 * unit))


def least_large(root: Fraction, delta: Fraction, beta: Fraction, points: int) -> int:
    """2^(log*|X|) (2312/eps) ln(4/(beta eps delta)), rounded up."""
    factor: int = 2 ** log_star(points)
    return (2312 * factor * logarithm(root, delta, beta)).ceil()


DOMAINS = (2, 33, 2**16, 2**32, 2**64, 2**400)


WRONG[rows_of_call] = {
    "keeps a third of the rows": "// 2 => // 3",
    "reserves 8k rows": given(rows_of_call, trim=lambda k: 4 * k),
    "halves before it reserves": given(rows_of_call, trim=lambda k: 2 * k),
}


@claim(
    "BNSV15.O3.10",
    over(
        cases(
            "root delta beta points n k",
            *(
                (*target, points, least_large(*target, points), reserved(*target))
                for target, points in product(PARAMETERS, DOMAINS)
            ),
        )
    ),
    about=rows_of_call,
    given=large,
    uses=("BNSV15.O3.9",),
)
def every_call_has_rows(
    rows: Build, root: Fraction, delta: Fraction, beta: Fraction, points: int, n: int, k: int
) -> Check:
    """If n >= 2^(log*|X|) (2312/eps) ln(4/(beta eps delta)), every recursive call is on a database
    of at least (1540/eps) ln(4/(beta eps delta)) rows.

    Cases: The constants are not in the text at hand, but what the theorem is made of. The least
    such n, and every call up to the log*|X|-th, which Observation 3.9 allows for, and no domain
    reaches. A call on n rows makes the next one on floor((n - 2k)/2), k = floor((386/eps) ln(4/
    (beta eps delta))), by the code that pairs rows for small n and k.
    """
    least = high(1540 * logarithm(root, delta, beta))
    for call in range(1, log_star(points) + 1):
        yield le(f"call {call}", least, rows(n, k, call))
    for few, trim in ((7, 1), (8, 1), (8, 2), (3, 2)):
        pairs = law(RandomPairs(CommonPrefix(3)), smallest(tuple(range(few)), 2 * trim))
        for lengths in sorted(pairs):
            yield eq(f"{few} rows, k = {trim}", rows(few, trim, 2), len(lengths))


def runs_with(plan: RecPrefixPlan, eps: Fraction, delta: Fraction) -> Iterator[Comparison]:
    """The mechanism of a plan has its parameters, the printed ones, and promises the target."""
    made = plan.mechanism
    yield eq("runs with root", made.eps.root, plan.root)
    yield eq("runs with k", made.trim, plan.trim)
    yield eq("runs with T", made.threshold, plan.threshold)
    yield eq("runs on |X|", made.domain.size, plan.domain.size)
    yield eq("runs with B", made.base, 32)
    yield eq("runs with m", made.majority, Fraction(3, 2))
    yield le("promised e^eps", made.guarantee.exp_eps, exp_low(eps))
    yield le("promised delta", made.guarantee.delta, delta)
    yield eq("recursive", plan.recursive, recursive_calls(plan.domain) > 1)
    yield eq("enough", replace(plan, rows=plan.rows_needed).suffices, True)
    yield eq("too few", replace(plan, rows=plan.rows_needed - 1).suffices, False)


SMALL = Fraction(1, 2**20)
TARGETS = tuple(
    (eps, delta, beta, points)
    for (eps, delta, beta), points in product(
        (
            (Fraction(2), Fraction(1, 2), Fraction(1, 2)),
            (Fraction(1), SMALL, Fraction(1, 10)),
            (Fraction(1, 10), Fraction(9, 10), SMALL),
            (Fraction(4), Fraction(99, 100), Fraction(99, 100)),
        ),
        (2, 33, 2**32, 2**64),
    )
)


LARGE = (
    (Fraction(600), Fraction(1, 2), Fraction(1, 10**18), 33),
    (Fraction(1000), Fraction(1, 2), Fraction(1, 10**18), 2**64),
    *((Fraction(40), SMALL, Fraction(1, 10), points) for points in (32, 33, 2**64)),
)
"""Beyond the theorem: a large eps, for which few rows agree, and each rounding shows."""


WRONG_PLANS = {
    "spends twice the eps": "rows, root, one => rows, root**2, one",
    "reserves half as many rows": "root, one, trim => root, one, trim // 2",
}
"""In either calibration."""

WRONG[calibrate_as_printed] = WRONG_PLANS | {
    "has half the threshold": "(loss, one, failure), => (loss, one, failure) // 2,",
    "asks for half the rows": "needed.ceil(), beta => needed.ceil() // 2, beta",
    "does not divide eps by the number of calls": "exact(eps / (2 * star)) => exact(eps / 2)",
    "does not divide delta": "rows, root, one => rows, root, delta",
}


def standing_target(
    eps: Fraction, delta: Fraction, beta: Fraction, points: int
) -> Iterator[Comparison]:
    """What the theorem is read for."""
    yield le("2 <= |X|", 2, points)
    yield le("eps/(2 log*|X|) <= 2", eps, 4 * log_star(points))
    yield le("beta eps delta <= 1", beta * eps * delta, 1)


AS_PRINTED = over(cases("eps delta beta points", *TARGETS))


@claim(
    "BNSV15.T3.4",
    AS_PRINTED,
    about=calibrate_as_printed,
    uses=("BNSV15.O3.9", "BNSV15.O3.10"),
    given=standing_target,
    clause="rows",
)
def theorem_for_rec_prefix(
    calibrate: Build, eps: Fraction, delta: Fraction, beta: Fraction, points: int
) -> Check:
    """If n >= (18500/eps) 2^(log*|X|) log*|X| ln(4 log*|X|/(beta eps delta)) and RecPrefix is
    executed with parameters beta/(3 log*|X|), eps/(2 log*|X|), delta/(2 log*|X|), every call has
    the rows that it needs.

    Cases: A chain through Observations 3.9 and 3.10 at the integers of the theorem, on as many
    rows as it asks for, the loss of a choice rounded down to 4 ln of a rational. The range of the
    parameters is not in the text at hand: two points or more, beta and delta below 1, what Lemma
    3.6 asks, eps/(2 log*|X|) <= 2, and beta eps delta <= 1, beyond which the logarithm of the
    statement is too small for the steps.
    """
    domain, star = Domain.of_size(points), log_star(points)
    plan = calibrate(eps, delta, beta, domain, 0)
    n, k, calls = plan.rows_needed, plan.trim, recursive_calls(domain)
    asked = 18500 / eps * 2**star * star * ln(4 * star / (beta * eps * delta))
    yield le("n, at most", n, 1 + high(asked))
    yield le("calls", calls, star)
    yield (
        step("BNSV15.O3.9", Form.CORRECTED, points=points)
        if points > 4
        else le("one call", calls, 1)
    )
    numbers = _of_a_choice(plan, beta)
    yield from large(**numbers, points=points, n=n, k=k)
    yield step("BNSV15.O3.10", Form.PRINTED, **numbers, points=points, n=n, k=k)
    yield eq("k", k, reserved(**numbers))


@claim(
    "BNSV15.T3.4",
    AS_PRINTED,
    about=calibrate_as_printed,
    uses=("BNSV15.L3.13",),
    given=standing_target,
    clause="privacy",
)
def rec_prefix_is_private(
    calibrate: Build, eps: Fraction, delta: Fraction, beta: Fraction, points: int
) -> Check:
    """It is (eps, delta)-private.

    Cases: A chain through Lemma 3.13.
    """
    domain = Domain.of_size(points)
    plan, calls = calibrate(eps, delta, beta, domain, 0), recursive_calls(domain)
    yield step("BNSV15.L3.13", Form.PRINTED, **_of_a_choice(plan, beta))
    yield le("eps", high(2 * calls * 4 * ln(plan.root)), eps)
    yield le("delta", 2 * calls * plan.delta, delta)


@claim(
    "BNSV15.T3.4",
    AS_PRINTED,
    about=calibrate_as_printed,
    uses=("BNSV15.L3.11",),
    given=standing_target,
    clause="accuracy",
)
def rec_prefix_is_accurate(
    calibrate: Build, eps: Fraction, delta: Fraction, beta: Fraction, points: int
) -> Check:
    """With probability at least 1 - beta its output is an interior point.

    Cases: A chain through Lemma 3.11, at the rows of the last call.
    """
    domain = Domain.of_size(points)
    plan, calls = calibrate(eps, delta, beta, domain, 0), recursive_calls(domain)
    rows, numbers = rows_of_call(plan.rows_needed, plan.trim, calls), _of_a_choice(plan, beta)
    threshold = choosing_threshold(4 * ln(plan.root), plan.delta, numbers["beta"])
    yield eq("T", plan.threshold, threshold)
    yield from enough(**numbers, rows=rows)
    yield step("BNSV15.L3.11", Form.PRINTED, **numbers, rows=rows)
    yield le("failure", 3 * numbers["beta"] * calls, beta)


def _of_a_choice(plan: RecPrefixPlan, beta: Fraction) -> dict[str, Fraction]:
    """The parameters with which RecPrefix is executed."""
    failure = beta / (3 * log_star(plan.domain.size))
    return {"root": plan.root, "delta": plan.delta, "beta": failure}


WRONG[calibrate_rec_prefix] = WRONG_PLANS | {
    "has half the threshold": "trim, threshold, needed => trim, threshold // 2, needed",
    "asks for half the rows": "needed, beta => needed // 2, beta",
    "has a threshold one lower": "trim, threshold, needed => trim, threshold - 1, needed",
    "says that it fails less": "needed, beta => needed, beta / 10",
    "divides beta by 2N - 1": "3 * calls - 2 => 2 * calls - 1",
    "forgets that many pairs may be close": "1 + ceil_log2(1 / failure), => ",
    "counts on a row more that agrees": "24 * (agreement - 1) + 1 => 24 * (agreement - 1) - 11",
    "says that a choice has a thousandth of its delta": "root, one, => root, one / 1000,",
    "says that it calls itself on 32 points": "ClassVar[int] = BASE => ClassVar[int] = BASE - 1",
    "runs with base 64": "Epsilon(self.root, parts=4)) => Epsilon(self.root, parts=4), 64)",
    "does not divide delta": "delta / max(1, calls - 1) => delta",
}


DERIVED = over(cases("eps delta beta points", *TARGETS, *LARGE))


@claim(
    "BNSV15.T3.4",
    DERIVED,
    form=Form.CONCRETE,
    about=calibrate_rec_prefix,
    uses=("BNSV15.C3.12", "BNSV15.L3.13"),
    clause="privacy",
)
def theorem_with_least_integers(
    calibrate: Build, eps: Fraction, delta: Fraction, beta: Fraction, points: int
) -> Check:
    """With N calls, T = 1 + ceil((4/eps') ln(1/(2 delta'))), eps' = eps/(2N - 1) and delta' =
    delta/(N - 1), RecPrefix is (eps, delta)-private.

    Cases: What Lemma 3.13 adds up, at the integers that the calibration derives, and that its
    mechanism has and promises. The law, far inside of the target, is one more look: the law of the
    mechanism itself over 64 points, where k = 1 in place of the derived one leaves rows to choose
    from, at the eps and delta of the target.
    """
    domain = Domain.of_size(points)
    plan, calls = calibrate(eps, delta, beta, domain, 0), recursive_calls(domain)
    yield le("eps", high((2 * calls - 1) * 4 * ln(plan.root)), eps)
    yield le("delta", (calls - 1) * plan.root ** (1 - plan.threshold) / 2, delta)
    yield eq("delta of a choice", plan.delta, delta / max(1, calls - 1))
    yield from runs_with(plan, eps, delta)
    if points == 33:
        small = replace(plan, domain=Domain.of_size(64), trim=1).mechanism
        databases = tuple(blocks((5, 6 - i), (21, i), (60, 1)) for i in range(3))
        universe = ListedAdjacency(databases, ((0, 1), (1, 2)))
        yield private(small, universe, Guarantee(exp_low(eps), delta), name="64 points")


@claim(
    "BNSV15.T3.4",
    DERIVED,
    form=Form.CONCRETE,
    about=calibrate_rec_prefix,
    uses=("BNSV15.L3.11",),
    clause="accuracy",
)
def least_integers_are_accurate(
    calibrate: Build, eps: Fraction, delta: Fraction, beta: Fraction, points: int
) -> Check:
    """With k as the events of Lemma 3.11 need for beta/(3N - 2) each, it fails with probability
    beta at most, on no more rows than Theorem 3.4 asks for: a fraction of them.

    Cases: The base case and three events of every other call, each with its share of beta at most;
    eps up to 1000, where k is what close pairs, or the rows that agree, need, and no rounding
    hides it.
    """
    domain = Domain.of_size(points)
    plan, calls = calibrate(eps, delta, beta, domain, 0), recursive_calls(domain)
    k, s, last = plan.trim, ln(plan.root), domain
    for _ in range(calls - 1):
        last = lengths_of(last)
    median = -(-rows_of_call(plan.rows_needed, k, calls) // 2)
    agreeing = -(-((k - 1) // 12 + 1) // 2)
    of_a_call = (
        ("close pairs", high(exact(Fraction(1, 2) ** (k - 1)))),
        ("agreement", high(exp(s * (plan.threshold - agreeing)) / 2)),
        ("comparison", high(exp(-s * (2 * k + 4)) / 2)),
    )
    events = [("base case", high(last.size * exp(-2 * s * (median - k + 1))))]
    events += [(f"call {i}, {event}", p) for i in range(1, calls) for event, p in of_a_call]
    for event, p in events:
        yield le(event, p, beta / len(events))
    yield le("failure", sum(p for _, p in events), plan.failure_probability)
    yield le("promised failure", plan.failure_probability, beta)
    if log_star(points) * 4 >= eps:
        most = calibrate_as_printed(eps, delta, beta, domain, 0).rows_needed
        yield le("rows", 30 * plan.rows_needed, most)
