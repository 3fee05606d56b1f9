"""Section 4, proof of Theorem 13: hybrids, the distinguishing event, and who is caught."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.stump_releases import (
    Majority,
    NoisyMeans,
    NoisyOrShown,
    PooledMeans,
    PublicMeans,
    SometimesShown,
    means,
    rare_majority_is_right,
)
from audits.claims.bcmnuw20.laws.tracing import NONE, Vector, chance_of, vectors
from reference.lower_bounds.random_means import many_rows, product_rows, sign
from reference.lower_bounds.tracing_attacks import MeanTracer, Threshold
from reference.lower_bounds.tracing_experiment import Distinguisher, Experiment, excess, hybrid
from reference.lower_bounds.tracing_scores import hits, sums
from reference.lower_bounds.tracing_scores import parts as scores
from reference.lower_bounds.uninformative_answers import Garbage, ZeroAnswers, most_often_hit
from reference.mechanisms.release.noisy_stumps import exact_counts

MEANS: dict[int, Vector] = {1: (HALF,), 2: (HALF, -QUARTER)}


def _tracer(attributes: int, tau: Fraction = NONE) -> MeanTracer:
    return MeanTracer(MEANS[attributes], ONE, Threshold.exactly(tau))


ZEROS = "(Fraction(0),) * self.attributes"
WRONG[ZeroAnswers] = {
    "ones": f"{ZEROS} => (Fraction(1),) * self.attributes",
    "half of the first row": wrong(
        ZeroAnswers,
        f"{ZEROS} => tuple(q / 2 for q in means(database[:1], self.attributes))",
        means=means,
    ),
}


@claim(
    "BCMNUW20.ALG.DataFree0",
    over(attributes=(1, 2), rows=(1, 2)),
    form=Form.CONCRETE,
    about=ZeroAnswers,
)
def zeros_are_off_by_one(build: Callable[[int], Any], attributes: int, rows: int) -> Check:
    """The zero answer is (0, 0)-private and off by at most 1 for every distribution, which is
    attained: it is (alpha, beta)-accurate for all alpha >= 1, without a row.

    Cases: Errors at the means -1 and +1, between which they are smaller, on all rows.
    """
    zeros = build(attributes)
    universe = replace_one(range(2**attributes), rows)

    def good(_: tuple[int, ...], answers: Vector) -> bool:
        return all(abs(q - mean) <= 1 for q in answers for mean in (-1, 1))

    yield private(zeros, universe, zeros.guarantee)
    yield eq("e^eps", zeros.guarantee.exp_eps, 1)
    yield eq("delta", zeros.guarantee.delta, 0)
    yield accurate(zeros, universe, good, NONE)
    for database in universe.databases():
        for answers in law(zeros, database):
            worst = max(abs(q - mean) for q in answers for mean in (-1, 1))
            yield eq(f"{database}", worst, 1)


@dataclass(frozen=True, slots=True)
class Table:
    """A tracer by its table, for one stump and the answers -1, 0, 1."""

    bits: int

    def __call__(self, answers: Any, row: int, /) -> bool:
        """Bit 2 (q + 1) + y."""
        return bool(self.bits >> (2 * int(answers[0] + 1) + row) & 1)


GARBAGE = Parts(garbage=Garbage, hit=most_often_hit)
WRONG[GARBAGE] = {
    "the first row as garbage": GARBAGE.but(
        garbage=wrong(
            Garbage,
            "return self.constant => return means(database[:1], len(self.constant))",
            means=means,
        )
    ),
    "garbage with probability 1 - kappa": GARBAGE.but(
        garbage="(True, self.often), (False, => (False, self.often), (True,"
    ),
    "half of its delta": GARBAGE.but(
        garbage="inner.delta * (1 - self.often) => inner.delta * (1 - self.often) / 2"
    ),
    "twice the rows": GARBAGE.but(hit=given(most_often_hit, rows=lambda s: 2 * s)),
    "one row fewer": GARBAGE.but(hit="rows * false_positive => (rows - 1) * false_positive"),
}


OFTEN = over(often=(QUARTER, HALF), rows=(1, 2))


@claim("BCMNUW20.ALG.Garbage", OFTEN, form=Form.CONCRETE, about=GARBAGE, clause="the answer")
def sometimes_a_constant(parts: Parts, often: Fraction, rows: int) -> Check:
    """With probability kappa the answer is q_0, else that of A.

    Cases: Noisy means, every eps.
    """
    inner = NoisyMeans(1, (), Epsilon.indeterminate())
    mixed = parts.garbage(inner, (NONE,), often)
    for database in replace_one(range(2), rows).databases():
        found, plain = law(mixed, database), law(inner, database)
        for q in found:
            expected = plain.probability(q) * (1 - often) + (often if q == (NONE,) else NONE)
            yield eq(f"{database}: {q}", found.probability(q), expected)


@claim("BCMNUW20.ALG.Garbage", OFTEN, form=Form.CONCRETE, about=GARBAGE, clause="privacy")
def less_delta_with_a_constant(parts: Parts, often: Fraction, rows: int) -> Check:
    """If A is (eps, delta)-private this is (eps, (1 - kappa) delta)-private.

    Cases: Noisy means, every eps; a release with eps = 0 that shows a row with probability delta,
    which needs all of it.
    """
    inner = NoisyMeans(1, (), Epsilon.indeterminate())
    mixed = parts.garbage(inner, (NONE,), often)
    yield private(mixed, replace_one(range(2), rows), mixed.guarantee, name="noisy means")
    shown = parts.garbage(SometimesShown(1, (), HALF), (NONE,), often)
    yield private(shown, replace_one(range(2), rows, ordered=True), shown.guarantee, name="shown")
    yield eq("e^eps is that of A", mixed.guarantee.exp_eps, inner.guarantee.exp_eps)
    yield le("(1 - kappa) delta", shown.guarantee.delta, (1 - often) * HALF)


@claim("BCMNUW20.ALG.Garbage", OFTEN, form=Form.CONCRETE, about=GARBAGE, clause="hits")
def hits_despite_a_constant(parts: Parts, often: Fraction, rows: int) -> Check:
    """No tracer with false positives a has k hits among s rows with probability above
    1 - kappa + min(kappa, s a/k).

    Cases: All 64 tracers of one stump against the means.
    """
    for bits in range(64):
        experiment: Experiment[Fraction] = Experiment(
            lambda public: parts.garbage(PooledMeans(1, public), (NONE,), often),
            product_rows((HALF,)),
            rows,
            0,
            Table(bits),
        )
        accused = experiment.accused()
        a = accused.probability_that(lambda each: each[-1])
        for k in range(1, rows + 1):
            counts = accused.map(lambda each: sum(each[:-1]))
            hit = sum((counts.probability(c) for c in counts if c >= k), NONE)
            yield le(f"tracer {bits}, {k} hits", hit, parts.hit(often, rows, a, k))


@claim("BCMNUW20.ALG.Garbage", OFTEN, form=Form.CONCRETE, about=GARBAGE, clause="one hit")
def hits_of_the_first_row(parts: Parts, often: Fraction, rows: int) -> Check:
    """For three fair stumps, the first row as the answer of A, a tracer that accuses it, and one
    row of 8 on q_0, the bound for k = 1 is s/8 - kappa (1 - (7/8)^s) too large.

    Cases: s enters it as it has to.
    """
    shown_or_not: Experiment[Fraction] = Experiment(
        lambda public: parts.garbage(SometimesShown(3, public, ONE), (NONE,) * 3, often),
        product_rows((NONE,) * 3),
        rows,
        0,
        FirstRowKnown(),
    )
    accused = shown_or_not.accused()
    bound = parts.hit(often, rows, accused.probability_that(lambda each: each[-1]), 1)
    loose = Fraction(rows, 8) - often * (1 - Fraction(7, 8) ** rows)
    hit = accused.probability_that(lambda each: any(each[:-1]))
    yield eq("one hit", bound, hit + loose)


@dataclass(frozen=True, slots=True)
class FirstRowKnown:
    """Accuses the row that the answers are, and row 0 on zeros."""

    def __call__(self, answers: Any, row: int, /) -> bool:
        """Whether the row is accused."""
        return all(q == sign(row, j) for j, q in enumerate(answers)) or not (row or any(answers))


@claim(
    "BCMNUW20.ALG.Garbage", over(n=(3,)), form=Form.CONCRETE, about=GARBAGE, clause="rare majority"
)
def rare_majority(parts: Parts, n: int) -> Check:
    """The majority of n rows, times 1 - alpha, with probability 1/(4n) and else zeros is (0,
    1/(4n))-private, and for alpha = 1 - 1/(8n) within alpha of the means often enough for what is
    counted against Theorem 13 as printed.

    Cases: Two stumps, means on a grid.
    """
    p = 2
    alpha = 1 - Fraction(1, 8 * n)
    zeros = 1 - Fraction(1, 4 * n)
    mixed = parts.garbage(Majority(p, 1 - alpha), (NONE,) * p, zeros)
    yield private(mixed, replace_one(range(4), n), mixed.guarantee, name="private")
    yield eq("its e^eps", mixed.guarantee.exp_eps, 1)
    yield le("its delta", mixed.guarantee.delta, Fraction(1, 4 * n))
    laws = {rows: law(mixed, rows) for rows in replace_one(range(4), n).databases()}
    little = Fraction(1, 1000)
    grid = (-ONE, -alpha - little, -alpha, NONE, 2 * alpha - 1, 2 * alpha - 1 + little, ONE)
    for mus in product(grid, repeat=p):
        drawn = many_rows(product_rows(mus), n)
        right = NONE
        for rows in drawn:
            answers = laws[tuple(sorted(rows))]
            for q in answers:
                if all(abs(x - mu) <= alpha for x, mu in zip(q, mus, strict=True)):
                    right += drawn.probability(rows) * answers.probability(q)
        yield le(f"means {mus}", rare_majority_is_right(n, p, alpha), right)


FRESH = "kept, fresh = z[:-1], z[-1]"
REPLACED = "(*kept[:replaced], fresh, *kept[replaced + 1 :])"
WRONG[hybrid] = {
    "the public rows are replaced, too": (
        "private + public + 1 => private + 2 * public + 1",
        f"{FRESH} => kept, fresh = z[: private + public], z[-1]",
        (
            f"{REPLACED} => (*kept[:replaced], fresh, *kept[replaced + 1 : private], "
            "*z[private + public : -1])"
        ),
    ),
    "all private rows are replaced": (
        "private + public + 1 => 2 * private + public",
        f"{FRESH} => kept, fresh = z[: private + public], z[private + public :]",
        f"{REPLACED} => (*fresh, *kept[private:])",
    ),
    "by the next row": f"{FRESH} => kept, fresh = z[:-1], z[(replaced + 1) % len(z[:-1])]",
    "always the first row": f"{REPLACED} => (fresh, *kept[1:])",
}


@claim(
    "BCMNUW20.ALG.Hybrid",
    over(sizes=((1, 0), (1, 1), (2, 0), (2, 1)), attributes=sized((1,), (1, 2), (1, 2))),
    about=hybrid,
)
def one_private_row_is_replaced(
    build: Callable[..., Dist[Any, Fraction]], sizes: tuple[int, int], attributes: int
) -> Check:
    """z consists of n private and m public rows; in the hybrid x_i is replaced by an independent
    y from the same distribution, the rest is the same: a law of pairs that differ in at most one
    private row, and x_i is independent of the hybrid.

    Cases: All pairs with their chances, as products over the vectors of signs.
    """
    n, m = sizes
    known = [(row, chance_of(MEANS[attributes], signs)) for row, signs in vectors(attributes)]
    row = product_rows(MEANS[attributes])
    for i in range(n):
        found = build(row, n, m, i)
        expected: dict[tuple[tuple[int, ...], tuple[int, ...]], Fraction] = {}
        for drawn in product(known, repeat=n + m):
            for fresh, more in known:
                weight = more
                for _, each in drawn:
                    weight *= each
                z = [each for each, _ in drawn]
                changed = [fresh if place == i else each for place, each in enumerate(z)]
                pair = (tuple(z), tuple(changed))
                expected[pair] = expected.get(pair, NONE) + weight
        for pair, weight in expected.items():
            yield eq(f"row {i}: {pair}", found.probability(pair), weight)


SEEN = "coins.run(self.release, database), self.row)"
WRONG[Distinguisher] = {
    "it looks at the data": f"{SEEN} => {SEEN} and self.row in database",
    "it asks about the first row": f"{SEEN} => coins.run(self.release, database), database[0])",
    "it sees exact answers": wrong(
        Distinguisher,
        f"{SEEN} => means(database, len(coins.run(self.release, database))), self.row)",
        means=means,
    ),
    "OUT for IN": "return self.tracer( => return not self.tracer(",
}


@claim(
    "BCMNUW20.ALG.T13Distinguisher",
    over(attributes_and_rows=((1, 1), (1, 2), (2, 1)), tau=(NONE, HALF)),
    about=Distinguisher,
)
def accusing_a_row_is_an_event(
    build: Callable[..., Any], attributes_and_rows: tuple[int, int], tau: Fraction
) -> Check:
    """T(q, x_i) = IN, for a fixed row x_i, is an event of the answers q: it is as private as they
    are.

    Cases: Noisy means, every eps; all rows, all databases, and the probability of the event as a
    sum over the answers.
    """
    p, rows = attributes_and_rows
    release = NoisyMeans(p, (), Epsilon.indeterminate(p))
    tracer = _tracer(p, tau)
    universe = replace_one(range(2**p), rows)
    for row, signs in vectors(p):
        event = build(release, tracer, row)
        yield eq(f"row {row}, e^eps", event.guarantee.exp_eps, release.guarantee.exp_eps)
        yield private(event, universe, event.guarantee, name=f"row {row}")
        for database in universe.databases():
            answers = law(release, database)
            total = answers.probability(next(iter(answers))) * 0
            for q in answers:
                terms = zip(signs, MEANS[p], q, strict=True)
                if sum((y - mu) * min(max(x - mu, -ONE), ONE) for y, mu, x in terms) > tau:
                    total += answers.probability(q)
            found = law(event, database).probability(True)
            yield eq(f"row {row}, {database}", found, total)


PRIVATE = Parts(noisy=NoisyMeans, either=NoisyOrShown)
COUNTS = "coins.run(NoisyStumps(self.attributes, self.share), database)"
REST = "(sum(sign(x, j) for x in self.public) for j in range(self.attributes))"
WRONG[PRIVATE] = {
    "eps for every count": PRIVATE.but(
        noisy="return self.eps / self.attributes => return self.eps"
    ),
    "half of eps is promised": PRIVATE.but(
        noisy="Guarantee.pure(self.eps) => Guarantee.pure(self.eps / 2)"
    ),
    "noise on the public part only": PRIVATE.but(
        noisy=wrong(
            NoisyMeans,
            f"{COUNTS} => exact_counts(self.attributes, database)",
            f"{REST} => [2 * c - m for c in {COUNTS.replace('database', 'self.public')}]",
            exact_counts=exact_counts,
        )
    ),
    "half of delta is promised": PRIVATE.but(either="+ self.delta) => + self.delta / 2)"),
}


@claim(
    "BCMNUW20.T13.hybrid",
    over(attributes_and_rows=sized(((1, 1, 1), (1, 2, 1), (2, 1, 0)), ((2, 2, 0),), ((2, 2, 1),))),
    about=PRIVATE,
)
def private_rows_are_accused_like_fresh_ones(
    parts: Parts, attributes_and_rows: tuple[int, int, int]
) -> Check:
    """If A is (eps, delta)-private in its private rows then for every one of them, every tracer
    and every distribution P_z[T(q, x_i) = IN] <= e^eps P_hybrid[T(q, x_i) = IN] + delta, and the
    probability on the right is a.

    Cases: Noisy means of private rows, combined with the public ones, every eps, and the first row
    in their place with probability delta = 0 or 1/4.  For all public rows the answers are private:
    what any tracer says of a given row is an event of them.  Both sides are summed over all rows
    for the tracer that knows the means 1/2 and -1/4, and for one stump and one private row also
    at delta = 0, with the means 0 and 1, and for each tracer that accuses one row on one answer:
    the others are sums of them.
    """
    p, n, m = attributes_and_rows
    eps = Epsilon.indeterminate(2 * p)
    universe = replace_one(range(2**p), n)

    def release(public: tuple[int, ...], delta: Fraction) -> Any:
        return parts.either(parts.noisy(p, public, eps), delta)

    for public, delta in product(product(range(2**p), repeat=m), (NONE, QUARTER)):
        answers = release(public, delta)
        yield private(answers, universe, answers.guarantee, name=f"{public}, {delta}")
    for delta, mus, tracer in _tried_on_hybrids(p, n):
        experiment: Experiment[Any] = Experiment(
            partial(release, delta=delta), product_rows(mus), n, m, tracer
        )
        kept = release((0,) * m, delta).guarantee
        a = experiment.false_positive
        words = f"delta = {delta}, means {mus}, {tracer}"
        for i in range(n):
            fresh = experiment.row_accused(i, replaced=True)
            yield eq(f"{words}: row {i}, fresh", fresh, a)
            right = kept.exp_eps * fresh + kept.delta
            yield le(f"{words}: row {i}", experiment.row_accused(i), right)


def _tried_on_hybrids(p: int, n: int) -> Iterator[tuple[Fraction, Vector, Any]]:
    """Deltas, means and tracers."""
    yield QUARTER, MEANS[p], _tracer(p)
    if p == n == 1:
        yield NONE, MEANS[p], _tracer(p)
        yield from ((QUARTER, (mean,), _tracer(p)) for mean in (NONE, ONE))
        yield from ((QUARTER, MEANS[p], Table(1 << cell)) for cell in range(6))


def _tried(
    name: str, m: int, p: int = 1
) -> tuple[Callable[[tuple[int, ...]], Any], Guarantee[Any]]:
    """A release of so many stumps, and its promise."""
    two = Epsilon(Fraction(2))
    builds: dict[str, Callable[[tuple[int, ...]], Any]] = {
        "noisy means": lambda public: NoisyMeans(p, public, two),
        "public means": lambda public: PublicMeans(p, public),
        "a row shown": lambda public: SometimesShown(p, public, HALF),
        "zeros": lambda _: ZeroAnswers(p),
    }
    return builds[name], builds[name]((0,) * m).guarantee


def _means_of_all(p: int, rows: int, tau: Fraction) -> tuple[Fraction, Fraction]:
    """E[K] and a for the means of all rows, of p fair coordinates."""
    tracer = MeanTracer((NONE,) * p, ONE, Threshold.exactly(tau))
    one = scores(
        NONE,
        rows,
        lambda z: Dist.point(Fraction(sum(z), len(z))),
        NONE,
        lambda q: tracer.weight(0, q),
    )
    joint = hits(sums(one, p), tracer.threshold)
    expected = joint.expectation(lambda each: each[0])
    return expected, joint.probability_that(lambda each: each[1])


def _sizes(t: int, r: int) -> Iterator[tuple[int, int]]:
    """n >= 4 and m <= t/4 with t < n + m <= r + t, at their ends."""
    for m in range(t // 4 + 1):
        for n in {t + 1 - m, t + 2 - m, r + t - m}:
            if n >= 4 and t < n + m <= r + t:
                yield n, m


EACH = "guarantee.exp_eps * false_positive + guarantee.delta"
WRONG[excess] = {
    "the public rows are forgotten": "hits - public - private => hits - private",
    "public rows as private ones": "hits - public - private => hits - (public + private)",
    "e^eps is forgotten": f"{EACH} => false_positive + guarantee.delta",
    "delta is forgotten": f"{EACH} => guarantee.exp_eps * false_positive",
    "nine tenths of delta": f"{EACH} => {EACH} * 9 / 10",
    "nine tenths of e^eps": f"{EACH} => {EACH.replace('+', '* 9 / 10 +')}",
    "false positives are forgotten": f"{EACH} => guarantee.delta",
    "m + 1 more": "hits - public - private => hits - 2 * public - 1 - private",
}


@claim("BCMNUW20.T13R", over(t=(8, 9, 16, 40), r=(1, 4, 100)), form=Form.CORRECTED, about=excess)
def accurate_private_releases_are_caught(caught: Callable[..., Fraction], t: int, r: int) -> Check:
    """If a tracer has a <= 1/(r+t)^2 and at least t/2 hits with probability at least
    1 - alpha - 1/(r+t)^2 (the accuracy may fail), m <= t/4, alpha + 1/(r+t)^2 <= 1/4, t >= 8,
    n >= 4 and t < n + m <= r + t, then E[K] > m + n (e a + 1/(4n)): A is not (1, 1/(4n))-private,
    so m > t/4 or n > r. What is private has no such excess, whatever the tracer is.

    Cases: The largest alpha; n at its ends. Private releases of one stump, all tracers with the
    mean 1/2 and two thresholds, and two releases with nearly no room: a row of 4 fair coordinates
    that is shown with probability 1/2, and the noisy mean of a rare row. The means of 2 rows of 16
    fair coordinates are caught, with the excess of an explicit tracer.
    """
    whole = Fraction(1, (r + t) ** 2)
    for n, m in _sizes(t, r):
        kept = Guarantee(exp_high(1), Fraction(1, 4 * n))
        expected = Fraction(3 * t, 8)
        bound = expected - caught(expected, whole, kept, n, m)
        yield lt(f"n = {n}, m = {m}", bound, expected)
    if (t, r) != (8, 1):
        return
    row = product_rows((HALF,))
    for name, n, m in product(
        ("noisy means", "public means", "a row shown", "zeros"), (1, 2), (0, 1, 2)
    ):
        build, kept = _tried(name, m)
        for tau in (NONE, HALF):
            game: Experiment[Any] = Experiment(build, row, n, m, _tracer(1, tau))
            law_of_all = game.accused()
            expected = law_of_all.expectation(lambda each: sum(each[:-1]))
            a = law_of_all.probability_that(lambda each: each[-1])
            bound = expected - caught(expected, a, kept, n, m)
            yield le(f"{name}, n = {n}, m = {m}, tau = {tau}", expected, bound)
    for name, p, mean, tau in (
        ("a row shown", 4, NONE, Fraction(3)),
        ("noisy means", 1, Fraction(15, 16), ONE),
    ):
        build, kept = _tried(name, 0, p)
        tracer = MeanTracer((mean,) * p, Fraction(2), Threshold.exactly(tau))
        tight: Experiment[Any] = Experiment(build, product_rows((mean,) * p), 1, 0, tracer)
        expected, a = tight.expected_hits, tight.false_positive
        bound = expected - caught(expected, a, kept, 1, 0)
        yield le(f"{name}, p = {p}", expected, bound)
    for n, m in ((2, 0), (1, 1)):
        expected, a = _means_of_all(16, n + m, Fraction(6))
        kept = Guarantee(exp_high(1), Fraction(1, 4 * n))
        bound = expected - caught(expected, a, kept, n, m)
        yield lt(f"means of {n} + {m} rows", bound, expected)
