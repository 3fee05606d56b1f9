"""Section 9.1: learning parities, without privacy and with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from audits.claims.vocabulary import chance, eq, exp_high, exp_low, le, lt, true
from audits.claims.vt14.impostors.parity import (
    NOT_ACCURATE,
    NOT_PRIVATE,
    WRONG_LAWS,
    WRONG_REPETITIONS,
    WRONG_SOLVERS,
)
from audits.claims.vt14.laws.parity import (
    HALF,
    RATE,
    R,
    answers,
    consistent,
    dot,
    hit,
    least_rows,
    ranks,
)
from audits.engines.comparisons import Comparison
from audits.ledger import Erratum, Form, Grade, accurate, claim, over, private, sized
from audits.ledger.forms import Item
from reference.data.adjacency import ListedAdjacency, replace_one
from reference.data.bottom import Bottom
from reference.data.concept import Hypothesis, grid_distributions, labelled_examples
from reference.data.dimensions import vc_dimension
from reference.data.gf2 import rank
from reference.data.named_classes import Parity, parities
from reference.mechanisms.learning.fresh_example import examples_of
from reference.mechanisms.learning.on_sample import OnSample
from reference.mechanisms.learning.parity_learner import (
    FirstAnswer,
    ParityLearner,
    PrivateParityLearner,
    loss_of_keeping,
)
from reference.mechanisms.learning.sample_sizes import rows_for_parities
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law

Build = Callable[..., Any]

EVERY = Epsilon.indeterminate()
RATES = (Fraction(1, 10), Fraction(1, 3), HALF)
SMALL = ((1, 1), (1, 2), (2, 1))
SIZES = sized(SMALL, (*SMALL, (2, 2), (1, 3)), (*SMALL, (2, 2), (1, 3), (2, 3), (3, 2)))
"""d and n."""


@claim(
    "VT14.D9.PAR",
    Form.PRINTED,
    over(d=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))),
    about=parities,
    impostors={
        "without the parity of no bits": lambda d: parities(d)[1:],
        "single bits only": lambda d: tuple(Parity(1 << j) for j in range(d)),
        "of one bit more": lambda d: parities(d + 1),
        "the last one twice": lambda d: (*parities(d)[:-2], parities(d)[-1], parities(d)[-1]),
    },
)
def parity_class(build: Callable[[int], Sequence[Hypothesis]], d: int) -> Iterator[Comparison]:
    """Parities: the functions {0, 1}^d -> {0, 1} of the form x -> c x modulo 2, one for each c.

    Fair: Against the functions f with f(0) = 0 and f(x + y) = f(x) + f(y), of all functions for d
    <= 2, where these are listed; else against sums of bits, concept by concept; all are different.
    """
    points = range(1 << d)
    found = [tuple(h(x) for x in points) for h in build(d)]
    yield eq("concepts", len(found), 1 << d)
    yield eq("different", len({*found}), 1 << d)
    for c, values in enumerate(found):
        linear = all(values[x ^ y] == values[x] ^ values[y] for x in points for y in points)
        yield true(f"{c} is linear", linear)
        yield true(f"{c} by bits", values == tuple(dot(c, x) for x in points))
    if d <= 2:
        every = product((0, 1), repeat=1 << d)
        linear_ones = {
            f for f in every if all(f[x ^ y] == f[x] ^ f[y] for x in points for y in points)
        }
        yield true("all linear functions", linear_ones == {*found})


@claim(
    "VT14.ALG.ParityNP",
    Form.PRINTED,
    over(case=SIZES),
    about=ParityLearner,
    impostors=WRONG_SOLVERS,
)
def solves_the_equations(build: Build, case: tuple[int, int]) -> Iterator[Comparison]:
    """The learner without privacy solves y_i = h x_i for all i and returns a solution, the least;
    bottom if there is none.

    Fair: (d, n) = case; every labelled database, consistent or not; against all h, tried.
    """
    d, n = case
    learner = build(d)
    for database in learner.universe(n).databases():
        space = consistent(database, d)
        found = learner(database, None)
        yield true(f"{database}: bottom", (found is Bottom.BOTTOM) == (not space))
        if space and found is not Bottom.BOTTOM:
            yield eq(database, found, min(space))


@claim(
    "VT14.ALG.ParityPriv",
    Form.PRINTED,
    over(case=SIZES),
    about=PrivateParityLearner,
    impostors=WRONG_LAWS,
)
def law_of_the_private_learner(build: Build, case: tuple[int, int]) -> Iterator[Comparison]:
    """M fails with probability 1/2; else each example is kept with probability eps, and the output
    is uniform on the hypotheses consistent with these, bottom if there are none: Pr[h] = (1/2)
    sum over sets I of examples of eps^#I (1 - eps)^(n - #I) [h in V_I]/#V_I.

    Fair: Every rate eps in [0, 1) at once, as (r - 1)/(r + 1); (d, n) = case, every labelled
    database; V_I by trying all h.
    """
    d, n = case
    learner = build(d, EVERY)
    for database in learner.universe(n).databases():
        found = law(learner, database)
        for h, p in answers(database, d).items():
            yield eq(f"{database}: {h}", found.probability(h), p)


BLOCKS = ((1, 1), (1, 2), (1, 3), (2, 2))
"""Rows of a block, and blocks."""


@claim(
    "VT14.ALG.ParityAmp",
    Form.PRINTED,
    over(case=sized(BLOCKS, BLOCKS, (*BLOCKS, (1, 4)))),
    about=FirstAnswer,
    impostors=WRONG_REPETITIONS,
)
def repetition_on_blocks(build: Build, case: tuple[int, int]) -> Iterator[Item]:
    """M repeated t times on disjoint blocks, the first answer that is not bottom: Pr[h] = sum over
    j of Pr[M = bottom] on the blocks before j times Pr[M = h] on block j. A row is in one block:
    the loss is that of M.

    Fair: (rows of a block, t) = case, d = 1, eps = 1/2 (e^loss = 3); every ordered database for
    the loss, and for the law, which is found from sums over parts of the rows.
    """
    n, t = case
    made = build(PrivateParityLearner(1, loss_of_keeping(HALF)), t)
    universe = replace_one(labelled_examples(2), n * t, ordered=True)
    parts = {
        rows: {h: p.at(Fraction(3)) for h, p in answers(rows, 1).items()}
        for rows in product(labelled_examples(2), repeat=n)
    }
    shown = [*universe.databases()]
    for database in shown[:: 1 if len(shown) < 65 else 5]:
        blocks = [parts[database[j * n : (j + 1) * n]] for j in range(t)]
        found, none = law(made, database), Fraction(1)
        expected = dict.fromkeys((0, 1), Fraction(0))
        for block in blocks:
            for h in expected:
                expected[h] += none * block[h]
            none *= block[Bottom.BOTTOM]
        for h, p in expected.items():
            yield eq(f"{database}: {h}", found.probability(h), p)
    yield private(made, universe, made.guarantee)
    yield eq("promised", made.guarantee.exp_eps, 3)


@claim(
    "VT14.T9.1.1",
    Form.PRINTED,
    over(eps=RATES),
    about=PrivateParityLearner,
    refuted=Erratum(
        Grade.WORDING,
        "Section 9.1, Theorem 9.1.1; the text says that it identifies 1 +- eps with e^(+-eps), "
        "neglecting O(eps^2). The loss is ln((1 + eps)/(1 - eps)) = 2 eps + (2/3) eps^3 + ..., "
        "above 2 eps for every eps in (0, 1): at d = n = 1, rows (1, 0) and (1, 1), output 0",
        left="e^loss of M",
        right="e^(2 eps)",
    ),
)
def parity_learner_as_printed(build: Build, eps: Fraction) -> Iterator[Item]:
    """M, which keeps each example with probability eps, is (2 eps, 0)-differentially private.

    Fair: d = n = 1, all labelled databases; e^(2 eps) rounded up by less than 2^-64 of it.
    """
    made = build(1, loss_of_keeping(eps))
    yield private(made, made.universe(1), Guarantee(exp_high(2 * eps), Fraction(0)))


LOSSES = (*SMALL, (2, 2))


@claim(
    "VT14.T9.1.1",
    Form.CORRECTED,
    over(case=sized(LOSSES, (*LOSSES, (1, 3), (1, 4)), (*LOSSES, (1, 3), (1, 4), (2, 3)))),
    about=PrivateParityLearner,
    impostors=NOT_PRIVATE,
)
def parity_learner_is_private(build: Build, case: tuple[int, int]) -> Iterator[Item]:
    """M, which keeps each example with probability eps, is (ln((1 + eps)/(1 - eps)), 0)-private,
    for every eps in [0, 1), and no better, from d = n = 1 on: if row i of x' is (0^d, 0), then
    (1 - eps) Pr[M(x') = z] <= Pr[M(x) = z] <= (1 + eps) Pr[M(x') = z], and two such steps lead
    from any database to any neighbour. This is more than 2 eps, by at most (2/3) eps^3/(1 -
    eps^2).

    Fair: Every eps at once, e^loss = r, eps = (r - 1)/(r + 1); (d, n) = case, all labelled
    databases; the ratio is attained on (x, 0) and (x, 1) for n copies of x = 1 with n - 1 labels
    0. The last sentence at eps = 1/10, 1/3, 1/2.
    """
    d, n = case
    made = build(d, EVERY)
    universe = made.universe(n)
    yield private(made, universe, made.guarantee)
    yield eq("promised", made.guarantee.exp_eps, R)
    if n == 1:
        zero = law(made, ((0, 0),))
        for database in universe.databases():
            found = law(made, database)
            for z in (*range(1 << d), Bottom.BOTTOM):
                p, q = found.probability(z), zero.probability(z)
                yield le(f"{database}: {z}, from below", (1 - RATE) * q, p)
                yield le(f"{database}: {z}, from above", p, (1 + RATE) * q)
        first, second = (law(made, ((1, y),)).probability(0) for y in (0, 1))
        yield eq("attained", first, R * second)
    for eps in RATES:
        worst = loss_of_keeping(eps).exp()
        yield lt(f"eps = {eps}: above 2 eps", exp_high(2 * eps), worst)
        more = 2 * eps + Fraction(2, 3) * eps**3 / (1 - eps**2)
        yield le(f"eps = {eps}: by so much", worst, exp_low(more))


def wrong_parity(masses: Sequence[Fraction], concept: int, h: object) -> Fraction:
    """The error of a hypothesis; 1 for bottom."""
    if not isinstance(h, int):
        return Fraction(1)
    return sum((p for x, p in enumerate(masses) if dot(x, h) != dot(x, concept)), Fraction(0))


def tasks(d: int, steps: int) -> list[tuple[int, tuple[Fraction, ...]]]:
    """Every parity, and every distribution of a grid under which it has a rival."""
    return [(c, p) for p in grid_distributions(1 << d, steps) for c in range(1 << d)]


TENTH, HUNDREDTH = Fraction(1, 10), Fraction(1, 100)
Needed = Callable[..., int]


def wrong_size(factor: Fraction = Fraction(1), shift: int = 0, **fixed: Any) -> Needed:  # noqa: ANN401
    """A number of rows that is off."""

    def needed(bits: int, rate: Fraction, alpha: Fraction, beta: Fraction) -> int:
        found = rows_for_parities(
            fixed.get("bits", bits), fixed.get("rate", rate), alpha, fixed.get("beta", beta)
        )
        return int(found * factor) + shift

    return needed


WRONG_SIZES = {
    "one row fewer": wrong_size(shift=-1),
    "one row more": wrong_size(shift=1),
    "half as many": wrong_size(HALF),
    "for one bit": wrong_size(bits=1),
    "beta = 1": wrong_size(beta=Fraction(1)),
}


Rules = Callable[[], tuple[Needed, Build]]


def sizes_of(sizes: dict[str, Needed], build: Build) -> dict[str, Rules]:
    """Wrong sizes, with the right learner."""
    return {name: partial(_both, size, build) for name, size in sizes.items()}


def learners_of(builds: dict[str, Build]) -> dict[str, Rules]:
    """Wrong learners, with the right sizes."""
    return {name: partial(_both, rows_for_parities, each) for name, each in builds.items()}


def _both(size: Needed, build: Build) -> tuple[Needed, Build]:
    return size, build


@claim(
    "VT14.TXT.parity-np",
    Form.PRINTED,
    over(d=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4))),
    about=lambda: (rows_for_parities, ParityLearner),
    impostors=sizes_of(WRONG_SIZES, ParityLearner)
    | learners_of({how: WRONG_SOLVERS[how] for how in ("equations add to 1", "always 0")}),
)
def parities_without_privacy(rules: Rules, d: int) -> Iterator[Item]:
    """The learner without privacy succeeds with n = O(d) samples, and VC(parities) = d, so that
    n = O(VC): the probability that a hypothesis of error above 0.01 is consistent is at most
    (2^d - 1) 0.99^n, which is at most 0.01 from some n <= 530 d on.

    Fair: The least such n, by exact powers; 10 d bits, too. For d = 1 also the learner, with an
    error above 1/4 with probability at most 1/10, on points of the grid of quarters.
    """
    needed, build = rules()
    yield eq("VC", vc_dimension(parities(d), 1 << d), d)
    for bits in (d, 10 * d):
        n = needed(bits, Fraction(1), HUNDREDTH, HUNDREDTH)
        yield chance(f"{bits} bits", ((1 << bits) - 1) * Fraction(99, 100) ** n, HUNDREDTH)
        yield lt(
            f"{bits} bits, least", HUNDREDTH, ((1 << bits) - 1) * Fraction(99, 100) ** (n - 1)
        )
        yield le(f"{bits} bits, O(d)", n, 530 * bits)
    if d == 1:
        databases = {examples_of(Parity(c), p): (c, p) for c, p in tasks(1, 4)}
        learner = OnSample(build(1), needed(1, Fraction(1), Fraction(1, 4), TENTH))

        def good(database: Any, h: object) -> bool:  # noqa: ANN401
            c, masses = databases[database]
            return wrong_parity(masses, c, h) <= Fraction(1, 4)

        yield accurate(learner, ListedAdjacency((*databases,), ()), good, TENTH)


@claim(
    "VT14.TXT.parity-np",
    Form.CONCRETE,
    over(case=sized(((1, 1), (1, 2), (2, 2), (2, 3)), ((2, 3), (2, 4)), ((2, 4), (2, 5)))),
    about=ParityLearner,
    impostors={
        how: WRONG_SOLVERS[how] for how in ("an example fewer", "equations add to 1", "always 0")
    },
)
def parities_by_a_union_bound(build: Build, case: tuple[int, int]) -> Iterator[Item]:
    """On n examples of a parity the consistent hypothesis has an error above a with probability at
    most the sum over h of error above a of (1 - error of h)^n, which is at most (2^d - 1) (1 -
    a)^n; for uniform points the concept is the only solution with probability prod_(i < d) (1 -
    2^(i - n)), if n >= d.

    Fair: (d, n) = case; every parity, points on the grid of halves, a = 1/4; the printed bound
    where it is below 1, for all tasks, and the sum for each; the rank of all sequences of n
    points.
    """
    d, n = case
    learner, a = OnSample(build(d), n), Fraction(1, 4)
    everything = tasks(d, 2)
    databases = {examples_of(Parity(c), p): (c, p) for c, p in everything}
    bound = ((1 << d) - 1) * (1 - a) ** n

    def good(database: Any, h: object) -> bool:  # noqa: ANN401
        concept, masses = databases[database]
        return wrong_parity(masses, concept, h) <= a

    for database, (c, p) in databases.items():
        errors = [wrong_parity(p, c, h) for h in range(1 << d)]
        sums = sum(((1 - each) ** n for each in errors if each > a), Fraction(0))
        yield le(f"{c}, {p}", sums, bound)
        if 0 < sums < 1:
            one = ListedAdjacency((database,), ())
            yield accurate(learner, one, good, sums, name=f"c = {c}, masses {p}")
    if bound < 1:
        yield accurate(learner, ListedAdjacency((*databases,), ()), good, bound, name="all")
    full = sum(rank(points) == d for points in product(range(1 << d), repeat=n))
    unique = Fraction(1)
    for i in range(d):
        unique *= 1 - Fraction(2**i, 2**n)
    yield eq("unique", Fraction(full, 1 << (d * n)), unique)
    yield eq("unique, by ranks", ranks(d, n, Fraction(1))[d], unique)


@claim(
    "VT14.TXT.parity-success",
    Form.PRINTED,
    over(
        d=sized((1, 2, 5), (1, 2, 3, 8, 20), (1, 2, 3, 8, 20, 50)),
        eps=(Fraction(1, 10), HALF),
    ),
    about=lambda: (rows_for_parities, PrivateParityLearner),
    impostors=sizes_of(
        WRONG_SIZES | {"as without privacy": wrong_size(rate=Fraction(1))}, PrivateParityLearner
    )
    | learners_of(
        {
            name: NOT_ACCURATE[name]
            for name in (
                "fails with probability 3/4",
                "any hypothesis",
                "keeps with probability e/2",
            )
        }
    ),
)
def succeeds_half_of_the_time(rules: Rules, d: int, eps: Fraction) -> Iterator[Item]:
    """If the data is consistent then M succeeds, with an error of at most 0.01, with probability
    at least 0.49, with n = O(d/eps) samples: (1/2)(1 - (2^d - 1)(1 - eps/100)^n) >= 0.49 from some
    n <= 470 d/eps + 1 on. Repeated t times, it succeeds with probability at least 2 0.49 (1 -
    2^-t), with t times as many.

    Fair: The least such n, by exact powers; for uniform points, where the probability is computed
    from the law of the rank, at least this. The learner itself for d = 1, eps = 1/2, error
    9/10 and the point 1 alone: it fails with probability at most 0.51.
    """
    needed, build = rules()
    n = needed(d, eps, HUNDREDTH, HUNDREDTH * 2)
    miss = ((1 << d) - 1) * (1 - eps / 100) ** n
    yield true("0.49", (1 - miss) / 2 >= Fraction(49, 100))
    yield true("least", miss / (1 - eps / 100) > Fraction(2, 100))
    yield le("O(d/eps)", n, 470 * d / eps + 1)
    if d <= 2:
        yield le("uniform points", Fraction(49, 100), hit(d, min(n, 200), eps) / 2)
    for t in (1, 2, 7):
        never = HALF**t
        repeated = sum((HALF**j * Fraction(49, 100) for j in range(t)), Fraction(0))
        yield eq(f"{t} times", repeated, 2 * Fraction(49, 100) * (1 - never))
    if d == 1 and eps == HALF:
        rows = needed(1, eps, Fraction(9, 10), Fraction(1, 50))
        one = ListedAdjacency((examples_of(Parity(1), (HALF - HALF, HALF + HALF)),), ())
        made = OnSample(build(1, loss_of_keeping(eps)), rows)
        yield accurate(made, one, lambda _, h: h == 1, Fraction(51, 100))


@claim(
    "VT14.TXT.parity-success",
    Form.CONCRETE,
    over(case=sized(((1, 1), (1, 2), (1, 3), (2, 1)), (*SMALL, (1, 3), (2, 2)), ((2, 3), (1, 4)))),
    about=PrivateParityLearner,
    impostors=NOT_ACCURATE,
)
def success_for_every_rate(build: Build, case: tuple[int, int]) -> Iterator[Item]:
    """On n examples of a parity M returns bottom with probability exactly 1/2, and else fails,
    with an error above a, with probability at most sum over bad h of (1 - eps err(h))^n <= (2^d -
    1)(1 - a eps)^n; exactly, for each sample, with half the expected part of bad hypotheses
    among those consistent with the kept examples.

    Fair: Every rate eps at once; (d, n) = case; every parity and points on the grid of halves,
    an error of at most 1/4; the exact failure from sums over parts of the sample; blocks of n
    examples succeed twice, as 2 s (1 - 2^-2), s the success of one.
    """
    d, n = case
    a = Fraction(1, 4)
    for c, p in tasks(d, 2):
        rows = examples_of(Parity(c), p)
        errors = [wrong_parity(p, c, h) for h in range(1 << d)]
        bad = {h for h, each in enumerate(errors) if each > a}
        bound = sum(((1 - RATE * errors[h]) ** n for h in bad), R - R) / 2 + HALF
        if not bad:
            continue
        made = build(d, EVERY)

        def good(_: object, h: object, bad: set[int] = bad) -> bool:
            return h is not Bottom.BOTTOM and h not in bad

        name = f"c = {c}, masses {p}"
        one = ListedAdjacency((rows,), ())
        exact = R - R + HALF
        for sample in product([(row, m) for row, m in rows if m], repeat=n):
            weight = Fraction(1)
            for _, m in sample:
                weight *= m
            found = answers(tuple(row for row, _ in sample), d)
            exact += sum((found[h] for h in bad), R - R) * weight
        yield le(f"{name}: exact and bound", exact, bound)
        yield accurate(OnSample(made, n), one, good, exact, name=name)
        failure = law(OnSample(made, n), rows).probability_that(partial(_not, partial(good, None)))
        yield eq(f"{name}: no less", failure, exact)
        if d == 1 and n == 1:
            success = R - R
            for (first, p1), (second, p2) in product(rows, repeat=2):
                twice = law(FirstAnswer(made, 2), (first, second))
                success += twice.probability_that(partial(good, None)) * (p1 * p2)
            yield eq(f"{name}: two blocks", success, 2 * (1 - exact) * Fraction(3, 4))


def _not(event: Callable[[object], bool], outcome: object) -> bool:
    return not event(outcome)


@claim(
    "VT14.TXT.parity-sample",
    Form.PRINTED,
    over(
        eps=(Fraction(1, 10), Fraction(1, 3), HALF), d=sized((1, 3, 6), range(1, 11), range(1, 17))
    ),
    about=least_rows,
    impostors={
        "half as many rows": lambda d, e, p: least_rows(d, e, p) // 2,
        "d more rows": lambda d, e, p: least_rows(d, e, p) + d,
        "one row fewer": lambda d, e, p: least_rows(d, e, p) - 1,
        "one row more": lambda d, e, p: least_rows(d, e, p) + 1,
        "rows are kept with probability 1/10": lambda d, e, p: least_rows(
            d, min(e, TENTH) if e < 1 else e, p
        ),
    },
)
def within_a_constant(rows: Callable[..., int], eps: Fraction, d: int) -> Iterator[Comparison]:
    """The sample complexity of the private learner of parities is within a constant, 1/eps times
    a number, of that of the best learner without privacy.

    Fair: For uniform points, where the best learner without privacy returns any consistent
    hypothesis, and both are computed: the fewest rows with which the concept is found with
    probability 0.98 (M: given that it does not fail at once). d is at most the first, and the
    second at most 3/2 of the first over eps, plus a row. For other distributions only the union
    bound (TXT.parity-np, TXT.parity-success) is known to be as small.
    """
    wanted = Fraction(98, 100)
    best, private_rows = rows(d, Fraction(1), wanted), rows(d, eps, wanted)
    for name, n, rate in (("without", best, Fraction(1)), ("private", private_rows, eps)):
        yield le(f"{name}: enough", wanted, hit(d, n, rate))
        yield lt(f"{name}: least", hit(d, n - 1, rate), wanted)
    yield le("d", d, best)
    yield le("constant", private_rows, Fraction(3, 2) * best / eps + 1)
