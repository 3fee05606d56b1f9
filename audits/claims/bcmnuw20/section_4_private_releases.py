"""Section 4, proof of Theorem 13: hybrids, the distinguishing event, and who is caught."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from audits.claims.bcmnuw20.impostors.tracing_hybrids import (
    AsksAboutTheFirstRow,
    ExactAnswers,
    FirstRowAsGarbage,
    HalfOfTheFirstRow,
    LooksAtTheData,
    Ones,
    PromisesTooMuch,
    RarelyRight,
    SaysOut,
    all_private_rows,
    delta_forgotten,
    false_positives_forgotten,
    first_row,
    loss_forgotten,
    next_row,
    one_public_row_more,
    public_as_private,
    public_forgotten,
    public_rows_too,
)
from audits.claims.bcmnuw20.laws.stump_releases import (
    HalfPromised,
    NoisyMeans,
    PooledMeans,
    PublicMeans,
    PublicNoise,
    SometimesShown,
    TooLittleNoise,
)
from audits.claims.bcmnuw20.laws.tracing import NONE, ONE, Vector, chance_of, vectors
from audits.claims.vocabulary import eq, exp_high, le, lt
from audits.engines.comparisons import Comparison
from audits.ledger import Form, accurate, claim, over, private, sized
from audits.ledger.forms import Item
from reference.data.adjacency import replace_one
from reference.lower_bounds.random_means import product_rows
from reference.lower_bounds.tracing_attacks import MeanTracer, Threshold
from reference.lower_bounds.tracing_experiment import Distinguisher, Experiment, excess, hybrid
from reference.lower_bounds.tracing_scores import hits, parts, sums
from reference.lower_bounds.uninformative_answers import Garbage, ZeroAnswers, most_often_hit
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist
from reference.probability.law import law

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
MEANS: dict[int, Vector] = {1: (HALF,), 2: (HALF, -QUARTER)}


def _tracer(attributes: int, tau: Fraction = NONE) -> MeanTracer:
    return MeanTracer(MEANS[attributes], ONE, Threshold.exactly(tau))


@claim(
    "BCMNUW20.ALG.DataFree0",
    Form.CONCRETE,
    over(attributes=(1, 2), rows=(1, 2)),
    about=ZeroAnswers,
    impostors={"ones": Ones, "half of the first row": HalfOfTheFirstRow},
)
def zeros_are_off_by_one(
    build: Callable[[int], Any], attributes: int, rows: int
) -> Iterator[Item]:
    """The zero answer is (0, 0)-private and off by at most 1 for every distribution, which is
    attained: it is (alpha, beta)-accurate for all alpha >= 1, without a row.

    Fair: Errors at the means -1 and +1, between which they are smaller, on all rows.
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


@dataclass(frozen=True)
class Table:
    """A tracer by its table, for one stump and the answers -1, 0, 1."""

    bits: int

    def __call__(self, answers: Any, row: int, /) -> bool:  # noqa: ANN401 - of every kind
        """Bit 2 (q + 1) + y."""
        return bool(self.bits >> (2 * int(answers[0] + 1) + row) & 1)


@claim(
    "BCMNUW20.ALG.Garbage",
    Form.CONCRETE,
    over(often=(QUARTER, HALF), rows=(1, 2)),
    about=Garbage,
    impostors={
        "the first row as garbage": FirstRowAsGarbage,
        "garbage with probability 1 - kappa": RarelyRight,
        "half of its delta": PromisesTooMuch,
    },
)
def sometimes_a_constant(build: Callable[..., Any], often: Fraction, rows: int) -> Iterator[Item]:
    """With probability kappa the answer is q_0, else that of A; if A is (eps, delta)-private this
    is (eps, (1 - kappa) delta)-private. No tracer with false positives a has k hits among s rows
    with probability above 1 - kappa + min(kappa, s a/k).

    Fair: Noisy means, every eps; a release with eps = 0 that shows a row with probability delta,
    which needs all of it; all 64 tracers of one stump against the means.
    """
    universe = replace_one(range(2), rows)
    inner = NoisyMeans(1, (), Epsilon.indeterminate())
    mixed = build(inner, (NONE,), often)
    yield private(mixed, universe, mixed.guarantee, name="noisy means")
    shown = build(SometimesShown(1, (), HALF), (NONE,), often)
    yield private(shown, replace_one(range(2), rows, ordered=True), shown.guarantee, name="shown")
    yield eq("e^eps is that of A", mixed.guarantee.exp_eps, inner.guarantee.exp_eps)
    yield le("(1 - kappa) delta", shown.guarantee.delta, (1 - often) * HALF)
    for database in universe.databases():
        found, plain = law(mixed, database), law(inner, database)
        for q in found:
            fixed = often if q == (NONE,) else NONE
            yield eq(
                f"{database}: {q}",
                found.probability(q),
                plain.probability(q) * (1 - often) + fixed,
            )
    for bits in range(64):
        experiment: Experiment[Fraction] = Experiment(
            lambda public: build(PooledMeans(1, public), (NONE,), often),
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
            yield le(f"tracer {bits}, {k} hits", hit, most_often_hit(often, rows, a, k))


@claim(
    "BCMNUW20.ALG.Hybrid",
    Form.PRINTED,
    over(sizes=((1, 0), (1, 1), (2, 0), (2, 1)), attributes=sized((1,), (1, 2), (1, 2))),
    about=hybrid,
    impostors={
        "the public rows are replaced, too": public_rows_too,
        "all private rows are replaced": all_private_rows,
        "by the next row": next_row,
        "always the first row": first_row,
    },
)
def one_private_row_is_replaced(
    build: Callable[..., Dist[Any, Fraction]], sizes: tuple[int, int], attributes: int
) -> Iterator[Comparison]:
    """z consists of n private and m public rows; in the hybrid x_i is replaced by an independent
    y from the same distribution, the rest is the same: a law of pairs that differ in at most one
    private row, and x_i is independent of the hybrid.

    Fair: All pairs with their chances, as products over the vectors of signs.
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


@claim(
    "BCMNUW20.ALG.T13Distinguisher",
    Form.PRINTED,
    over(attributes_and_rows=((1, 1), (1, 2), (2, 1)), tau=(NONE, HALF)),
    about=Distinguisher,
    impostors={
        "it looks at the data": LooksAtTheData,
        "it asks about the first row": AsksAboutTheFirstRow,
        "it sees exact answers": ExactAnswers,
        "OUT for IN": SaysOut,
    },
)
def accusing_a_row_is_an_event(
    build: Callable[..., Any], attributes_and_rows: tuple[int, int], tau: Fraction
) -> Iterator[Item]:
    """T(q, x_i) = IN, for a fixed row x_i, is an event of the answers q: it is as private as they
    are.

    Fair: Noisy means, every eps; all rows, all databases, and the probability of the event as a
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


@claim(
    "BCMNUW20.T13.hybrid",
    Form.PRINTED,
    over(attributes_and_rows=sized(((1, 1, 1), (1, 2, 1), (2, 1, 0)), ((2, 2, 0),), ((2, 2, 1),))),
    about=NoisyMeans,
    impostors={
        "eps for every count": TooLittleNoise,
        "half of eps is promised": HalfPromised,
        "noise on the public part only": PublicNoise,
    },
)
def private_rows_are_accused_like_fresh_ones(
    build: Callable[..., Any], attributes_and_rows: tuple[int, int, int]
) -> Iterator[Item]:
    """If A is (eps, delta)-private in its private rows then for every one of them, every tracer
    and every distribution P_z[T(q, x_i) = IN] <= e^eps P_hybrid[T(q, x_i) = IN] + delta, and the
    probability on the right is a.

    Fair: Noisy means of private rows, combined with the public ones, every eps: the event is
    private for all public rows and all rows, and both sides are summed over all rows.
    """
    p, n, m = attributes_and_rows
    eps = Epsilon.indeterminate(2 * p)
    tracer, universe = _tracer(p), replace_one(range(2**p), n)
    for public in product(range(2**p), repeat=m):
        for row in range(2**p):
            event = Distinguisher(build(p, public, eps), tracer, row)
            yield private(event, universe, event.guarantee, name=f"{public}, row {row}")
    experiment: Experiment[Any] = Experiment(
        lambda public: build(p, public, eps), product_rows(MEANS[p]), n, m, tracer
    )
    kept = build(p, (0,) * m, eps).guarantee
    a = experiment.false_positive
    for i in range(n):
        fresh = experiment.row_accused(i, replaced=True)
        yield eq(f"row {i}, fresh", fresh, a)
        yield le(f"row {i}", experiment.row_accused(i), kept.exp_eps * fresh + kept.delta)


def _tried(name: str, m: int) -> tuple[Callable[[tuple[int, ...]], Any], Guarantee[Any]]:
    """A release of one stump, and its promise."""
    two = Epsilon(Fraction(2))
    builds: dict[str, Callable[[tuple[int, ...]], Any]] = {
        "noisy means": lambda public: NoisyMeans(1, public, two),
        "public means": lambda public: PublicMeans(1, public),
        "a row shown": lambda public: SometimesShown(1, public, HALF),
        "zeros": lambda _: ZeroAnswers(1),
    }
    return builds[name], builds[name]((0,) * m).guarantee


def _means_of_all(p: int, rows: int, tau: Fraction) -> tuple[Fraction, Fraction]:
    """E[K] and a for the means of all rows, of p fair coordinates."""
    tracer = MeanTracer((NONE,) * p, ONE, Threshold.exactly(tau))
    one = parts(
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


@claim(
    "BCMNUW20.T13R",
    Form.CORRECTED,
    over(t=(8, 9, 16, 40), r=(1, 4, 100)),
    about=excess,
    impostors={
        "the public rows are forgotten": public_forgotten,
        "public rows as private ones": public_as_private,
        "e^eps is forgotten": loss_forgotten,
        "delta is forgotten": delta_forgotten,
        "false positives are forgotten": false_positives_forgotten,
        "m + 1 more": one_public_row_more,
    },
)
def accurate_private_releases_are_caught(
    caught: Callable[..., Fraction], t: int, r: int
) -> Iterator[Comparison]:
    """If a tracer has a <= 1/(r+t)^2 and at least t/2 hits with probability at least
    1 - alpha - 1/(r+t)^2 (the accuracy may fail), m <= t/4, alpha + 1/(r+t)^2 <= 1/4, t >= 8,
    n >= 4 and t < n + m <= r + t, then E[K] > m + n (e a + 1/(4n)): A is not (1, 1/(4n))-private,
    so m > t/4 or n > r. What is private has no such excess, whatever the tracer is.

    Fair: The largest alpha; n at its ends. Private releases of one stump, all tracers with the
    mean 1/2 and two thresholds; and the means of 2 rows of 16 fair coordinates, which are
    caught, with the excess of an explicit tracer.
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
    for n, m in ((2, 0), (1, 1)):
        expected, a = _means_of_all(16, n + m, Fraction(6))
        kept = Guarantee(exp_high(1), Fraction(1, 4 * n))
        bound = expected - caught(expected, a, kept, n, m)
        yield lt(f"means of {n} + {m} rows", bound, expected)
