"""Section 3: rows and parameters of the release that public rows assist, with constants."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.pap_release import columns, kept, table
from audits.claims.bcmnuw20.laws.weights_constants import (
    Setting,
    ceiling,
    plan_noise,
    plan_suffices,
    profile,
    radius_of,
    root_is_right,
    rows_by_the_formulas,
    rows_of_lemma_7,
)
from reference.data.dimensions import vc_dimension
from reference.data.named_classes import ConceptClass
from reference.mechanisms.release.public_assisted_calibration import (
    PAPPlan,
    SampleSizes,
    plan_for_accuracy,
    plan_for_corrections,
    sample_sizes,
)
from reference.mechanisms.release.weights_plan import WeightsPlan

Case = tuple[ConceptClass, int, Rows]
"""Concepts, size of the domain, public rows."""


def public_rows_by_the_formula(d: int, alpha: Fraction, beta: Fraction) -> int:
    """M: max(d, 4/alpha, (16/(alpha ln 2)) (2 d ln(64/(alpha ln 2)) + ln(2/beta))), rounded up."""
    if not d:
        return 0
    unit = alpha * ln(2)
    needed = 16 / unit * (2 * d * ln(64 / unit) + ln(2 / beta))
    return max(d, -(-4 // alpha), ceiling(needed))


def lemma_fails(d: int, m: int, alpha: Fraction, beta: Fraction) -> Iterator[Comparison]:
    """(2em/d)^(2d) 2^(-alpha m/8) <= beta/2."""
    growth = 2 * d * (1 + ln(Fraction(2 * m, d)))
    yield chance("the cover fails", high(exp(growth - ln(2) * (alpha * m / 8))), beta / 2)


def constants_of_the_lemma(d: int, p: int, alpha: Fraction, *rest: Fraction) -> SampleSizes:
    """The rows of Lemma 7 as printed, at alpha/2 and beta/2; answers off by alpha/4 each."""
    found, (beta, eps, delta), a = sample_sizes(d, p, alpha, *rest), rest, alpha / 2
    if found.points == 1:
        return found
    setting = Setting(found.points, found.private.queries, a, beta / 2, eps, delta)
    rows = rows_of_lemma_7(setting, a).rounded_up()
    return replace(found, private=replace(found.private, rows=rows, radius=a / 4 * rows // 1))


WRONG[sample_sizes] = {
    "half of the public rows": "SampleSizes(m, => SampleSizes(m // 2,",
    "half of the private rows": "points, private) => "
    "points, private.with_rows(private.rows // 2))",
    "alpha, not alpha/2, on the cover": "(points, k, accuracy / 2, => (points, k, accuracy,",
    "m concepts in the cover": "enough_rows(points, k, => enough_rows(points, max(1, m),",
    "each correction has the whole loss": wrong(
        sample_sizes,
        "points, private) => points, replace(private, root=correction_root(eps, Fraction(0), 1)))",
        replace=replace,
    ),
    "the constants of Lemma 7 as printed": constants_of_the_lemma,
}


@claim(
    "BCMNUW20.T10R",
    over(
        dimensions=((0, 0), (1, 1), (1, 2), (2, 3), (5, 32)),
        alpha=(QUARTER, Fraction(1, 10)),
        beta=(Fraction(1, 20), HALF),
        loss=((Fraction(1), MILLIONTH), (QUARTER, Fraction(0)), (Fraction(40), Fraction(1, 100))),
    ),
    form=Form.CONCRETE,
    about=sample_sizes,
    uses=("BCMNUW20.T10.acc-det", "BCMNUW20.L11R", "BCMNUW20.L7.lattice", "BCMNUW20.MON.T4.10"),
)
def rows_that_suffice(
    build: Build,
    dimensions: tuple[int, int],
    alpha: Fraction,
    beta: Fraction,
    loss: tuple[Fraction, Fraction],
) -> Check:
    """With m >= max(d, 4/alpha, (16/(alpha ln 2)) (2 d ln(64/(alpha ln 2)) + ln(2/beta))) public
    rows (none for d = 0), k = sum of C(m, i), i <= d, concepts and |X~| <= sum of C(k, i), i <= p,
    points, and n private rows as for multiplicative weights at alpha/2 and beta/2, the release is
    accurate: the cover fails with at most (2em/d)^(2d) 2^(-alpha m/8) <= beta/2, the noise with
    beta/4, the sample with beta/4, and 2 (alpha/4) + alpha/2 <= alpha. It is (eps, delta)-private.

    Cases: d and p of one concept, of thresholds, of stumps with 32 attributes, and others; (eps,
    delta) = loss. m, k, |X~|, n and c are those of the formulas, no more; noise, errors,
    corrections and privacy are checked at these. No law: at so many rows there is none to compute.
    """
    d, p = dimensions
    found: SampleSizes = build(d, p, alpha, beta, *loss)
    m, plan = found.public_rows, found.private
    yield eq("public rows", m, public_rows_by_the_formula(d, alpha, beta))
    k = sum(comb(m, i) for i in range(d + 1))
    if d:
        yield from lemma_fails(d, m, alpha, beta)
    yield eq("concepts", plan.queries, k)
    yield eq("points", found.points, sum(comb(k, i) for i in range(p + 1)))
    if found.points > 1:
        yield from plan_suffices(plan, found.points, k, alpha / 2, beta / 2, *loss)
    yield from rows_by_the_formulas(plan, found.points, alpha / 2, beta / 2)


CASES: tuple[Case, ...] = (
    (ConceptClass.THRESHOLDS, 8, (1, 4, 4, 6)),
    (ConceptClass.STUMPS, 8, (1, 6)),
    (ConceptClass.POINTS, 4, (0, 1, 2, 3)),
    (ConceptClass.PARITIES, 4, (3,)),
    (ConceptClass.THRESHOLDS, 4, (3,)),
)
"""Of the last the cover is two constants."""


def cover_of(case: Case) -> tuple[int, int]:
    """K and |X~|, from tables of values."""
    concepts, size, public = case
    known = table(concepts.on(size), size)
    cover = sorted(set(kept(known, public)))
    return len(cover), len(set(columns(tuple(known[i] for i in cover), size)))


def as_planned(
    plan: PAPPlan, case: Case, count: int, loss: tuple[Fraction, Fraction]
) -> Iterator[Comparison]:
    """The release has the parameters of the plan, and with them it keeps the loss.

    Its corrections are as many as planned, at most one for each concept of the cover, none if no
    two points are told apart; what it declares is what they lose.
    """
    _, _, public = case
    (k, points), (eps, delta), release = cover_of(case), loss, plan.mechanism
    inner = release.inner
    most = count if points > 1 else 0
    yield eq("public rows that are passed", release.public == public, 1)
    yield eq("queries", len(inner.queries), k)
    yield eq("corrections", inner.count, most)
    yield eq("threshold", inner.threshold, plan.threshold)
    yield eq("rate", release.rate, plan.rate)
    yield eq("loss of tests", inner.test_eps.exp(), plan.root**4)
    yield eq("loss of an answer", inner.answer_eps.exp(), plan.root)
    most = min(most, k)
    yield eq("e^eps of all", release.guarantee.exp_eps, plan.root ** (5 * most))
    stated = inner.approximate(exp_low(eps)).delta
    yield eq("delta of all", stated, profile(most, plan.root, exp_low(eps)))
    if delta:
        yield chance("private", stated, delta)
    else:
        yield le("private", high(5 * most * ln(plan.root)), eps)


RELEASES = {
    "the release sees no public rows": "self.domain, self.public, => self.domain, (),",
    "one correction more": "self.threshold, self.count, => self.threshold, self.count + 1,",
}
ROOT = "correction_root(eps, delta, count)"
LAST = "Fraction(2 * radius), count, rate, 0)"
WRONG[plan_for_corrections] = RELEASES | {
    "each correction has the whole loss": f"{ROOT} => correction_root(eps, Fraction(0), 1)",
    "basic composition, delta unused": f"{ROOT} => correction_root(eps, Fraction(0), count)",
    "a fiftieth more loss": f"{ROOT} => 1 + ({ROOT} - 1) * Fraction(51, 50)",
    "half of the loss": f"{ROOT} => 1 + ({ROOT} - 1) / 2",
    "the threshold is A": f"{LAST} => Fraction(radius), count, rate, 0)",
    "a rate of 1/2": f"{LAST} => Fraction(2 * radius), count, Fraction(1, 2), 0)",
    "a private row is needed": f"{LAST} => Fraction(2 * radius), count, rate, 1)",
    "the loss of one correction fewer": f"{ROOT} => {ROOT.replace('count', 'max(1, count - 1)')}",
}


LOSSES = (
    (HALF, Fraction(0)),
    (HALF, MILLIONTH),
    (Fraction(20), Fraction(1, 1000)),
    (Fraction(1, 100), HALF),
)
COUNTS = (1, 2, 5, 16)
CORRECTIONS = over(case=CASES, loss=LOSSES, count=COUNTS, rows=(0, 100))


def corrections(
    build: Build, case: Case, loss: tuple[Fraction, Fraction], count: int, rows: int
) -> PAPPlan:
    """The plan of so many corrections."""
    concepts, size, public = case
    plan: PAPPlan = build(*loss, concepts, Domain.of_size(size), public, count, rows)
    return plan


@claim(
    "BCMNUW20.ALG.Plan",
    over(case=CASES, loss=LOSSES, count=COUNTS),
    form=Form.CONCRETE,
    about=plan_for_corrections,
    uses=("BCMNUW20.A1", "BCMNUW20.T10.s2"),
    clause="the root",
)
def plans_of_so_many_corrections(
    build: Build, case: Case, loss: tuple[Fraction, Fraction], count: int
) -> Check:
    """`plan_for_corrections`: c corrections, each of 4 ln(root) for tests and ln(root) for an
    answer, are (eps, delta)-private together, and with 101/100 of root - 1 they are not.

    Cases: (eps, delta) = loss, near 0, below and above 1; more corrections than concepts, too. The
    composition is a sum over two binomial laws.
    """
    plan = corrections(build, case, loss, count, 100)
    yield eq("count", plan.count, count)
    yield from root_is_right(plan.root, count, *loss)


@claim(
    "BCMNUW20.ALG.Plan",
    CORRECTIONS,
    form=Form.CONCRETE,
    about=plan_for_corrections,
    clause="noise and rate",
)
def noise_of_so_many_corrections(
    build: Build, case: Case, loss: tuple[Fraction, Fraction], count: int, rows: int
) -> Check:
    """Noise exceeds A, T = 2 A, with probability at most 1/20; the rate is 1/(1 + min(1, A/n)).

    Cases: A is (3/2) ln(80 (c + k))/ln(root) rounded up.
    """
    plan, (k, _) = corrections(build, case, loss, count, rows), cover_of(case)
    radius = radius_of(plan.root, count, k, Fraction(1, 20))
    yield eq("threshold", plan.threshold, 2 * radius)
    noisy = WeightsPlan(k, count, plan.root, radius, 1, plan.rate)
    yield chance("noise", high(plan_noise(noisy)), Fraction(1, 20))
    yield eq("rate", 1 / plan.rate, 1 + min(Fraction(radius, max(rows, 1)), Fraction(1)))


@claim(
    "BCMNUW20.ALG.Plan",
    CORRECTIONS,
    form=Form.CONCRETE,
    about=plan_for_corrections,
    clause="the release",
)
def release_of_so_many_corrections(
    build: Build, case: Case, loss: tuple[Fraction, Fraction], count: int, rows: int
) -> Check:
    """The release has the parameters of the plan, for which no rows are needed, and with them it
    keeps the loss.

    Cases: What it declares is what its corrections lose.
    """
    plan = corrections(build, case, loss, count, rows)
    yield eq("rows that are needed", plan.rows_needed + plan.public_needed, 0)
    yield eq("suffices", plan.suffices, 1)
    yield from as_planned(plan, case, count, loss)


NEEDED = "enough.rows,\n        m,"
ENOUGH = "many, accuracy / 2, failure_probability / 2, eps, delta"
WRONG[plan_for_accuracy] = RELEASES | {
    "each correction has the whole loss": "plan.root, => correction_root(eps, Fraction(0), 1),",
    "basic composition, delta unused": f"{ENOUGH} => {ENOUGH.replace('delta', 'Fraction(0)')}",
    "a fiftieth more loss": "plan.root, => 1 + (plan.root - 1) * Fraction(51, 50),",
    "half of the loss": "plan.root, => 1 + (plan.root - 1) / 2,",
    "the threshold is A": "Fraction(plan.threshold) => Fraction(plan.radius)",
    "a rate of 1/2": "plan.rate, => Fraction(1, 2),",
    "always enough rows": f"{NEEDED} => 0,\n        m,",
    "half of the private rows": f"{NEEDED} => enough.rows // 2,\n        m,",
    "half of the public rows": f"{NEEDED} => enough.rows,\n        m // 2,",
    "alpha for alpha/2 on the cover": f"{ENOUGH} => {ENOUGH.replace('accuracy / 2', 'accuracy')}",
    "beta for beta/2": (
        f"{ENOUGH} => {ENOUGH.replace('probability / 2', 'probability')}",
        "accuracy / 4, failure_probability / 2) => accuracy / 4, failure_probability)",
    ),
}


TARGETS = ((QUARTER, Fraction(1, 20)), (Fraction(1), HALF))
ACCURACY = over(
    case=CASES,
    target=TARGETS,
    loss=((HALF, Fraction(0)), (HALF, Fraction(1, 20)), (Fraction(20), Fraction(1, 1000))),
    rows=(0, 10**6),
)


@claim(
    "BCMNUW20.A3",
    over(case=CASES, target=TARGETS),
    form=Form.CONCRETE,
    about=plan_for_accuracy,
    uses=("BCMNUW20.T10.acc-det", "BCMNUW20.L11R"),
    clause="public rows",
)
def public_rows_for_an_accuracy(
    build: Build, case: Case, target: tuple[Fraction, Fraction]
) -> Check:
    """`plan_for_accuracy`: with so many public rows concepts are further than alpha/4 from their
    projections with probability at most beta/2, by pairs of concepts or by the cover lemma.

    Cases: (alpha, beta) = target. m is the smaller of the two formulas; (eps, delta) = (1/2, 0).
    """
    (concepts, size, public), (alpha, beta) = case, target
    plan: PAPPlan = build(HALF, Fraction(0), *target, concepts, Domain.of_size(size), public, 0)
    known = concepts.on(size)
    d, pairs = vc_dimension(known, size), comb(len(known), 2)
    by_pairs = ceiling(ln(2 * pairs / beta) / -ln(1 - alpha / 4))
    m, by_lemma = plan.public_needed, public_rows_by_the_formula(d, alpha, beta)
    yield eq("public rows", m, min(by_pairs, by_lemma))
    if by_pairs <= by_lemma:
        yield chance("the cover fails", pairs * (1 - alpha / 4) ** m, beta / 2)
    else:
        yield from lemma_fails(d, m, alpha, beta)


@claim(
    "BCMNUW20.A3",
    ACCURACY,
    form=Form.CONCRETE,
    about=plan_for_accuracy,
    uses=("BCMNUW20.L7.lattice", "BCMNUW20.MON.T4.10"),
    clause="private rows",
)
def private_rows_for_an_accuracy(
    build: Build,
    case: Case,
    target: tuple[Fraction, Fraction],
    loss: tuple[Fraction, Fraction],
    rows: int,
) -> Check:
    """With so many private rows, or more, the answers on the cover are within alpha/2 but for
    beta/2, and all corrections together are (eps, delta)-private.

    Cases: (eps, delta) = loss, below and above 1. As many queries as the class has concepts and as
    many points as the domain, whatever the cover is; n and c are those of `weights_plan` at
    alpha/2 and beta/2; the plan for more rows suffices for them.
    """
    (concepts, points, public), (alpha, beta) = case, target
    plan: PAPPlan = build(*loss, *target, concepts, Domain.of_size(points), public, rows)
    k, needed = len(concepts.on(points)), plan.rows_needed
    used = max(rows, needed)
    radius = plan.threshold / 2
    yield eq("radius", radius, max(1, alpha * used // 24))
    if points > 1:
        planned = WeightsPlan(k, plan.count, plan.root, int(radius), used, plan.rate)
        yield from plan_suffices(planned, points, k, alpha / 2, beta / 2, *loss)
    least = max(1, int(alpha * needed // 24))
    fewest = WeightsPlan(k, plan.count, plan.root, least, needed, plan.rate)
    yield from rows_by_the_formulas(fewest, points, alpha / 2, beta / 2)
    enough = rows >= needed and len(public) >= plan.public_needed
    yield eq("suffices", plan.suffices, enough)


@claim("BCMNUW20.A3", ACCURACY, form=Form.CONCRETE, about=plan_for_accuracy, clause="the release")
def release_for_an_accuracy(
    build: Build,
    case: Case,
    target: tuple[Fraction, Fraction],
    loss: tuple[Fraction, Fraction],
    rows: int,
) -> Check:
    """The release has the parameters of the plan, and with them it keeps the loss."""
    concepts, size, public = case
    plan: PAPPlan = build(*loss, *target, concepts, Domain.of_size(size), public, rows)
    yield from as_planned(plan, case, plan.count, loss)
