"""Section 9.1: how many examples learning parities needs, without privacy and with it."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.parity import (
    RATE,
    R,
    answers,
    hit,
    least_rows,
    ranks,
    tasks,
    wrong_parity,
)
from audits.claims.vt14.section_9_1_parity_learners import EVERY, SMALL
from reference.data.gf2 import rank
from reference.data.named_classes import Parity, parities
from reference.mechanisms.learning.fresh_example import examples_of
from reference.mechanisms.learning.parity_learner import (
    FirstAnswer,
    ParityLearner,
    PrivateParityLearner,
    loss_of_keeping,
)
from reference.mechanisms.learning.sample_sizes import rows_for_parities

NP = Parts(size=rows_for_parities, learner=ParityLearner)
PRIVATE = Parts(size=rows_for_parities, learner=PrivateParityLearner)
SIZES = {
    "one row fewer": lambda *given: rows_for_parities(*given) - 1,
    "one row more": lambda *given: rows_for_parities(*given) + 1,
    "half as many": lambda *given: rows_for_parities(*given) // 2,
    "for one bit": given(rows_for_parities, bits=1),
    "beta = 1": given(rows_for_parities, failure_probability=ONE),
}
WRONG[NP] = {
    **{name: NP.but(size=size) for name, size in SIZES.items()},
    **{
        name: NP.but(learner=WRONG[ParityLearner][name])
        for name in ("equations add to 1", "always 0")
    },
}
WRONG[PRIVATE] = {
    **{name: PRIVATE.but(size=size) for name, size in SIZES.items()},
    "as without privacy": PRIVATE.but(size=given(rows_for_parities, rate=ONE)),
    **{
        name: PRIVATE.but(learner=WRONG[PrivateParityLearner][name])
        for name in ("fails with probability 3/4", "any hypothesis", "keeps with probability e/2")
    },
}


@claim("VT14.TXT.parity-np", over(d=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4))), about=NP)
def parities_without_privacy(parts: Parts, d: int) -> Check:
    """The learner without privacy succeeds with n = O(d) samples, and VC(parities) = d, so that
    n = O(VC): the probability that a hypothesis of error above 0.01 is consistent is at most
    (2^d - 1) 0.99^n, which is at most 0.01 from some n <= 530 d on.

    Cases: The least such n, by exact powers; 10 d bits, too. For d = 1 also the learner, with an
    error above 1/4 with probability at most 1/10, on points of the grid of quarters.
    """
    yield eq("VC", vc_dimension(parities(d), 1 << d), d)
    for bits in (d, 10 * d):
        n = parts.size(bits, ONE, HUNDREDTH, HUNDREDTH)
        yield chance(f"{bits} bits", ((1 << bits) - 1) * Fraction(99, 100) ** n, HUNDREDTH)
        yield lt(
            f"{bits} bits, least", HUNDREDTH, ((1 << bits) - 1) * Fraction(99, 100) ** (n - 1)
        )
        yield le(f"{bits} bits, O(d)", n, 530 * bits)
    if d == 1:
        databases = {examples_of(Parity(c), p): (c, p) for c, p in tasks(1, 4)}
        learner = OnSample(parts.learner(1), parts.size(1, ONE, QUARTER, TENTH))

        def good(database: Any, h: object) -> bool:
            c, masses = databases[database]
            return wrong_parity(masses, c, h) <= QUARTER

        yield accurate(learner, these(databases), good, TENTH)


@claim(
    "VT14.TXT.parity-np",
    over(case=sized(((1, 1), (1, 2), (2, 2), (2, 3)), ((2, 3), (2, 4)), ((2, 4), (2, 5)))),
    form=Form.CONCRETE,
    about=ParityLearner,
)
def parities_by_a_union_bound(build: Build, case: tuple[int, int]) -> Check:
    """On n examples of a parity the consistent hypothesis has an error above a with probability at
    most the sum over h of error above a of (1 - error of h)^n, which is at most (2^d - 1) (1 -
    a)^n; for uniform points the concept is the only solution with probability prod_(i < d) (1 -
    2^(i - n)), if n >= d.

    Cases: (d, n) = case; every parity, points on the grid of halves, a = 1/4; the printed bound
    where it is below 1, for all tasks, and the sum for each; the rank of all sequences of n
    points.
    """
    d, n = case
    learner, a = OnSample(build(d), n), QUARTER
    everything = tasks(d, 2)
    databases = {examples_of(Parity(c), p): (c, p) for c, p in everything}
    bound = ((1 << d) - 1) * (1 - a) ** n

    def good(database: Any, h: object) -> bool:
        concept, masses = databases[database]
        return wrong_parity(masses, concept, h) <= a

    for database, (c, p) in databases.items():
        errors = [wrong_parity(p, c, h) for h in range(1 << d)]
        sums = sum(((1 - each) ** n for each in errors if each > a), Fraction(0))
        yield le(f"{c}, {p}", sums, bound)
        if 0 < sums < 1:
            one = these([database])
            yield accurate(learner, one, good, sums, name=f"c = {c}, masses {p}")
    if bound < 1:
        yield accurate(learner, these(databases), good, bound, name="all")
    full = sum(rank(points) == d for points in product(range(1 << d), repeat=n))
    unique = prod((1 - Fraction(2**i, 2**n) for i in range(d)), start=ONE)
    yield eq("unique", Fraction(full, 1 << (d * n)), unique)
    yield eq("unique, by ranks", ranks(d, n, ONE)[d], unique)


@claim(
    "VT14.TXT.parity-success",
    over(d=sized((1, 2, 5), (1, 2, 3, 8, 20), (1, 2, 3, 8, 20, 50)), eps=(TENTH, HALF)),
    about=PRIVATE,
)
def succeeds_half_of_the_time(parts: Parts, d: int, eps: Fraction) -> Check:
    """If the data is consistent then M succeeds, with an error of at most 0.01, with probability
    at least 0.49, with n = O(d/eps) samples: (1/2)(1 - (2^d - 1)(1 - eps/100)^n) >= 0.49 from some
    n <= 470 d/eps + 1 on. Repeated t times, it succeeds with probability 2 s (1 - 2^-t), s that
    of one time, with t times as many.

    Cases: The least such n, by exact powers; for uniform points, where the probability is computed
    from the law of the rank, at least this. The learner itself for d = 1, eps = 1/2, error
    9/10 and the point 1 alone: it fails with probability at most 0.51; blocks of one example.
    """
    n = parts.size(d, eps, HUNDREDTH, HUNDREDTH * 2)
    miss = ((1 << d) - 1) * (1 - eps / 100) ** n
    yield true("0.49", (1 - miss) / 2 >= Fraction(49, 100))
    yield true("least", miss / (1 - eps / 100) > Fraction(2, 100))
    yield le("O(d/eps)", n, 470 * d / eps + 1)
    if d <= 2:
        yield le("uniform points", Fraction(49, 100), hit(d, min(n, 200), eps) / 2)
    if d == 1 and eps == HALF:
        rows = parts.size(1, eps, Fraction(9, 10), Fraction(1, 50))
        one = these([examples_of(Parity(1), (HALF - HALF, HALF + HALF))])
        learner = parts.learner(1, loss_of_keeping(eps))
        for t in (2, 3, 4):
            once, often = (law(FirstAnswer(learner, k), ((1, 1),) * k) for k in (1, t))
            yield eq(f"{t} times", often.probability(1), 2 * once.probability(1) * (1 - HALF**t))
        made = OnSample(learner, rows)
        yield accurate(made, one, lambda _, h: h == 1, Fraction(51, 100))


@claim(
    "VT14.TXT.parity-success",
    over(case=sized(((1, 1), (1, 2), (1, 3), (2, 1)), (*SMALL, (1, 3), (2, 2)), ((2, 3), (1, 4)))),
    form=Form.CONCRETE,
    about=PrivateParityLearner,
)
def success_for_every_rate(build: Build, case: tuple[int, int]) -> Check:
    """On n examples of a parity M returns bottom with probability exactly 1/2, and else fails,
    with an error above a, with probability at most sum over bad h of (1 - eps err(h))^n <= (2^d -
    1)(1 - a eps)^n; exactly, for each sample, with half the expected part of bad hypotheses
    among those consistent with the kept examples.

    Cases: Every rate eps at once; (d, n) = case; every parity and points on the grid of halves,
    an error of at most 1/4; the exact failure from sums over parts of the sample; blocks of n
    examples succeed twice, as 2 s (1 - 2^-2), s the success of one.
    """
    d, n = case
    a = QUARTER
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
        one = these([rows])
        exact = R - R + HALF
        for sample in product([(row, m) for row, m in rows if m], repeat=n):
            weight = prod((m for _, m in sample), start=ONE)
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


WRONG[least_rows] = {
    "half as many rows": lambda *given: least_rows(*given) // 2,
    "d more rows": lambda d, *given: least_rows(d, *given) + d,
    "one row fewer": lambda *given: least_rows(*given) - 1,
    "one row more": lambda *given: least_rows(*given) + 1,
    "rows are kept with probability 1/10": given(
        least_rows, rate=lambda e: min(e, TENTH) if e < 1 else e
    ),
}


@claim(
    "VT14.TXT.parity-sample",
    over(eps=(TENTH, Fraction(1, 3), HALF), d=sized((1, 3, 6), range(1, 11), range(1, 17))),
    about=least_rows,
)
def within_a_constant(rows: Build, eps: Fraction, d: int) -> Check:
    """The sample complexity of the private learner of parities is within a constant, 1/eps times
    a number, of that of the best learner without privacy.

    Cases: For uniform points, where the best learner without privacy returns any consistent
    hypothesis, and both are computed: the fewest rows with which the concept is found with
    probability 0.98 (M: given that it does not fail at once). d is at most the first, and the
    second at most 3/2 of the first over eps, plus a row. For other distributions only the union
    bound (TXT.parity-np, TXT.parity-success) is known to be as small.
    """
    wanted = Fraction(98, 100)
    best, private_rows = rows(d, ONE, wanted), rows(d, eps, wanted)
    for name, n, rate in (("without", best, ONE), ("private", private_rows, eps)):
        yield le(f"{name}: enough", wanted, hit(d, n, rate))
        yield lt(f"{name}: least", hit(d, n - 1, rate), wanted)
    yield le("d", d, best)
    yield le("constant", private_rows, Fraction(3, 2) * best / eps + 1)
