"""Section 7: boosting for queries (Theorem 7.0.1)."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.boosted_queries import (
    ADVERSARIES,
    MARGIN,
    CountOf,
    NoisyBase,
    ToldBase,
    WrittenBase,
    boosted,
    union_of_misses,
)
from reference.mechanisms.release.boosted_queries import (
    BoostedQueries,
    lower_median,
    reweighted,
    rounds_for,
    samples_for,
    score,
    slack_for,
)
from reference.privacy.composition import PureRounds

R = RationalFunction.r()
QUERIES = (CountOf(0), CountOf(1))
APART = WrittenBase(((0, 0), (3, 3)))
"""Zeros if query 0 is asked; with both rounds at query 1 the answers are 3."""

Setting = tuple[str, int, int, int, int]
"""Base, rounds, samples, tolerance, slack."""

SETTINGS: tuple[Setting, ...] = (
    ("apart", 2, 1, 0, 3),
    ("apart", 2, 2, 0, 3),
    ("apart", 4, 1, 1, 1),
    ("noisy", 2, 1, 0, 2),
    ("told", 2, 1, 0, 2),
    ("noisy", 3, 1, 1, 2),
)
BASES: dict[str, tuple[Any, Fraction, Fraction]] = {
    "apart": (APART, ONE, Fraction(0)),
    "noisy": (NoisyBase(Epsilon(TWO)), TWO, Fraction(0)),
    "told": (ToldBase(TENTH), ONE, TENTH),
}
"""Each with its e^eps and delta."""


WEIGHTS = {
    "update sign reversed": "(q, -s) for => (q, s) for",
    "never reweighted": "(q, -s) for => (q, 0) for",
    "twice the rate": "(q, -s) for => (q, -2 * s) for",
    "half of the rate": "(q, -s) for => (q, -(s // 2)) for",
}
SCORE = "min(max(slack - 2 * (error - tolerance), -slack), slack)"
SCORES = {
    "good answers have score 0": f"{SCORE} => min({SCORE}, 0)",
    "good or bad": f"{SCORE} => slack if error <= tolerance else -slack",
    "lambda = 0": f"{SCORE} => {SCORE.replace('(error - tolerance)', 'error')}",
}
MEDIAN = "sorted(values)[(len(values) - 1) // 2]"
MEAN = f"{MEDIAN} => round(Fraction(sum(values), len(values)))"
STEPS_LOST = "2 * self.samples * self.rounds * (self.rounds - 1)"
WRONG[BoostedQueries] = {
    **WEIGHTS,
    "always the worst query": "law = reweighted(scores, self.weight) => "
    "law = Dist.point(min(range(len(scores)), key=lambda q: (scores[q], q)))",
    **SCORES,
    "not clamped": f"{SCORE} => slack - 2 * (error - tolerance)",
    "the mean": MEAN,
    "the larger median": f"{MEDIAN} => sorted(values)[len(values) // 2]",
    "the last answer": f"{MEDIAN} => values[-1]",
    "the same query k times": "coins.draw(law) => asked[0] if asked else coins.draw(law)",
    "the scores of the last round alone": "tuple(map(add, scores, new)) => tuple(new)",
    "one round fewer": "for _ in range(self.rounds): => for _ in range(self.rounds - 1):",
    "promises k T (T - 1)": f"{STEPS_LOST} => self.samples * self.rounds * (self.rounds - 1)",
    "promises nothing for the samples": f"{STEPS_LOST} => 0",
    "promises one sample": f"{STEPS_LOST} => 2 * self.rounds * (self.rounds - 1)",
    "promises the base once": "each.exp_eps**self.rounds => each.exp_eps",
    "promises the delta of the base once": "each.delta * self.rounds => each.delta",
}


@claim("VT14.ALG.BoostQ", over(case=SETTINGS), about=BoostedQueries)
def boosting(build: Build, case: Setting) -> Check:
    """D_1 uniform on the queries; in round t the base answers from k queries drawn from D_t;
    D_(t+1) is proportional to e^(-gamma sum of scores), the score 1 for an error of at most
    lambda, -1 from lambda + mu on, linear between; each query is answered by the median of T
    answers. For queries that change by at most 1 it is private with e^eps = b^(2 k T (T-1)) times
    the base's to the T, and T times its delta, b = e^(gamma/mu).

    Cases: (base, T, k, lambda, mu) = case; the numbers of zeros and of ones; databases of one and
    three rows. The law against a recursion over all histories with dense weights, b = 3/2 and 2.
    Privacy at every b for a base that is written down, of which 13/16 is used at b = 2; at b =
    101/100, so that the base's part counts, for noisy answers with e^eps = 2, and for a base that
    tells the database with probability 1/10.
    """
    name, *setting = case
    base, exp_eps, delta = BASES[name]
    for n, b in ((1, Fraction(3, 2)), (3, TWO)):
        made = build(QUERIES, base, *setting, b)
        for ones in range(n + 1):
            rows = (0,) * (n - ones) + (1,) * ones
            rounds, samples, tolerance, slack = setting
            exact = (n - ones, ones)
            known = boosted(exact, rows, base, (rounds, samples, tolerance, slack), b)
            found = law(made, rows)
            for answers in {**known, **dict.fromkeys(found)}:
                p = known.get(answers, Fraction(0))
                yield eq(f"b = {b}, {rows}: {answers}", found.probability(answers), p)
    weight: Any = R if name == "apart" else Fraction(101, 100)
    one = weight / weight
    audited: Any = WrittenBase(APART.answers, one) if name == "apart" else base
    made = build(QUERIES, audited, *setting, weight)
    yield private(made, replace_one(range(2), 3), made.guarantee, name="privacy")
    rounds, samples, *_ = setting
    spent = exp_eps**rounds * weight ** (2 * samples * rounds * (rounds - 1))
    stated = Guarantee(spent, rounds * delta * one)
    yield eq("promised", made.guarantee.exp_eps, stated.exp_eps)
    yield eq("promised delta", made.guarantee.delta, stated.delta)
    yield private(made, replace_one(range(2), 3), stated, name="stated")


not_finitely_checkable(
    "VT14.T7.0.1",
    statement="If, for any distribution D on the queries, we can privately obtain average error "
    "lambda with a summary of s bits, then we can privately obtain worst-case error lambda + "
    "O~(sqrt(s)), ignoring constants and log terms.",
    reason="constants, logarithms and what eps depends on are not stated, and in that sense it is "
    "about s, T and k that grow; its parts with constants are the concrete form",
)

STEPS = Parts(
    score=score,
    weights=reweighted,
    middle=lower_median,
    rounds=rounds_for,
    samples=samples_for,
    slack=slack_for,
)
NEEDED = "(needed / -ln(Fraction(1, 2) + margin)).rounded_up()"
SQUARES = "8 * samples * sum(t * t for t in range(rounds))"
SLACK = "(sqrt(exact(squares) / share) * ln(exp_rate)).rounded_up()"
SLACKS = {
    "the losses of the choices add up": f"{SLACK} => "
    "(ln(exp_rate) * (2 * samples * rounds * (rounds - 1)) / eps).rounded_up()",
    "as if one query were drawn": f"{SQUARES} => 8 * sum(t * t for t in range(rounds))",
    "half of the loss": f"{SLACK} => {SLACK} // 2",
    "every round as the last one": f"{SQUARES} => 8 * samples * (rounds - 1) ** 3",
    "for the square of delta": "ln(1 / delta) => ln(1 / delta**2)",
}
WRONG[STEPS] = {
    **{name: STEPS.but(score=edit) for name, edit in SCORES.items()},
    **{name: STEPS.but(weights=edit) for name, edit in WEIGHTS.items()},
    "the mean": STEPS.but(middle=MEAN),
    "one round too few": STEPS.but(rounds="return rounds => return rounds - 1"),
    "one round too many": STEPS.but(rounds="return rounds => return rounds + 1"),
    "one sample too few": STEPS.but(samples=f"{NEEDED} => {NEEDED} - 1"),
    "one sample too many": STEPS.but(samples=f"{NEEDED} => {NEEDED} + 1"),
    "as many samples as bits": STEPS.but(samples=f"{NEEDED} => summary_bits"),
    **{name: STEPS.but(slack=edit) for name, edit in SLACKS.items()},
}


@dataclass(frozen=True, slots=True)
class ChosenQuery:
    """One query of D_(t+1), for given answers A_1, ..., A_t."""

    parts: Parts
    answers: tuple[tuple[int, ...], ...]
    slack: int
    weight: Any

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> int:
        exact = [query(database) for query in QUERIES]
        scores = [
            sum(points(self.parts, abs(a[q] - right), 0, self.slack) for a in self.answers)
            for q, right in enumerate(exact)
        ]
        chosen: int = coins.release(self.parts.weights(scores, self.weight))
        return chosen


def points(parts: Parts, error: int, tolerance: int, slack: int) -> int:
    """The score of an error."""
    return int(parts.score(error, tolerance=tolerance, slack=slack))


def against(parts: Parts, queries: int, adversary: str, lam: int, mu: int) -> Iterator[Comparison]:
    """All rounds against one adversary: the sum of weights, the bad rounds, the median."""
    rounds = 1
    while queries * Fraction(4, 5) ** rounds >= 1:
        rounds += 1
    scores, bad = [0] * queries, [0] * queries
    answers: list[list[int]] = [[] for _ in range(queries)]
    for number in range(rounds):
        # b^mu = 2, and all scores are mu or -mu.
        law = parts.weights([s // mu for s in scores], TWO)
        masses = {q: law.probability(q) for q in range(queries)}
        weights = [Fraction(2) ** -(s // mu) for s in scores]
        yield eq(f"{adversary}: D_{number}(0)", masses[0] * sum(weights), weights[0])
        wrong = ADVERSARIES[adversary](masses, bad)
        for q in range(queries):
            error = lam + mu + 997 * (number % 2) if q in wrong else lam * (number % 2)
            answers[q].append(error)
            bad[q] += q in wrong
            scores[q] += points(parts, error, lam, mu)
    total = sum((Fraction(2) ** -(s // mu) for s in scores), Fraction(0))
    yield le(f"{adversary}: sum of weights", total, queries * Fraction(4, 5) ** rounds)
    for q in range(queries):
        yield lt(f"{adversary}: bad rounds of {q}", 2 * bad[q], rounds)
        yield lt(f"{adversary}: median of {q}", parts.middle(answers[q]), lam + mu)


@claim(
    "VT14.T7.0.1",
    over(
        queries=sized((4, 6, 16), (4, 6, 16, 40), (4, 6, 16, 40, 100)),
        adversary=tuple(ADVERSARIES),
        wrong_by=((0, 1), (2, 2)),
    ),
    form=Form.CONCRETE,
    about=STEPS,
    uses=("VT14.ALG.BoostQ",),
    clause="the weights",
)
def boosting_works(parts: Parts, queries: int, adversary: str, wrong_by: tuple[int, int]) -> Check:
    """(i) If sum_q D_t(q) a_(t,q) >= 2 eta in all T rounds, the weights of all queries add up to
    at most #Q (1 - 4 eta^2)^(T/2); once that is below 1, every query has fewer than T/2 rounds
    with an error of lambda + mu or more, and the median is within lambda + mu.

    Cases: eta = 3/10, e^gamma = 2. #Q = queries, four adversaries that see D_t, wrong by mu and by
    a thousand; (lambda, mu) = wrong_by.
    """
    yield from against(parts, queries, adversary, *wrong_by)


KNOWN_ROUNDS = (
    *((TWO, queries, rounds) for queries, rounds in ((4, 7), (5, 9), (6, 9), (16, 13), (100, 21))),
    *((Fraction(3), queries, rounds) for queries, rounds in ((4, 3), (16, 7), (100, 11))),
)
"""e^gamma, #Q, T."""


@claim(
    "VT14.T7.0.1", over(known=KNOWN_ROUNDS), form=Form.CONCRETE, about=STEPS, clause="the rounds"
)
def rounds_are_enough(parts: Parts, known: tuple[Fraction, int, int]) -> Check:
    """This is so from the least odd T on.

    Cases: (e^gamma, #Q, T) = known, where 1 - 4 eta^2 is (4/5)^2, and (3/5)^2 for e^gamma = 3.
    """
    rate, queries, rounds = known
    shrinks = Fraction(4, 5) if rate == 2 else Fraction(3, 5)
    yield eq("T", parts.rounds(queries, rate), rounds)
    yield lt("enough", queries * shrinks**rounds, 1)
    yield le("least", 1, queries * shrinks ** (rounds - 2))


@claim("VT14.T7.0.1", over(t=(1, 2)), form=Form.CONCRETE, about=STEPS, clause="the choice")
def choice_of_a_query(parts: Parts, t: int) -> Check:
    """(ii) A query of D_(t+1) is chosen with e^eps = b^(4t).

    Cases: Every b, t = 1, 2, zeros and ones among three rows, half of eps is too little.
    """
    found = ChosenQuery(parts, ((3, 3),) * t, 3, R)
    yield private(found, replace_one(range(2), 3), Guarantee(R ** (4 * t), R - R))


@claim("VT14.T7.0.1", form=Form.CONCRETE, about=STEPS, clause="samples and averages")
def generalisation(parts: Parts) -> Check:
    """(iii) With k samples, some summary of s bits that is right on all of them is wrong on a mass
    of 1/2 - eta with probability at most 2^s (1/2 + eta)^k.
    (iv) An average error lambda is at most lambda/(1/2 - eta) on a mass above 1/2 + eta.

    Cases: (iii) Five queries, uniform, s = 2, k up to 4, by enumeration: the union of misses; the
    least k for some s. (iv) Errors 0, ..., 10 of five queries with equal weights.
    """
    every = set(range(5))
    for missing in (((0,), (1,), (2,), (3,)), ((0,), (0, 1), (1, 2), (2, 3, 4)), ((0, 1),) * 4):
        summaries = [every - set(each) for each in missing]
        for k in range(1, 5):
            bound = 4 * (HALF + MARGIN) ** k
            yield chance(f"{missing}, k = {k}", union_of_misses(5, summaries, k), bound)
    for s, beta in ((1, Fraction(1, 10)), (2, Fraction(1, 3)), (10, Fraction(1, 10**6))):
        k = parts.samples(s, beta, MARGIN)
        yield le(f"s = {s}", 2**s * (HALF + MARGIN) ** k, beta)
        yield lt(f"s = {s}: least", beta, 2**s * (HALF + MARGIN) ** (k - 1))
    for errors in combinations(range(11), 5):
        mean = Fraction(sum(errors), 5)
        above = sum(1 for e in errors if e > mean / (HALF - MARGIN))
        yield lt(f"{errors}", Fraction(above, 5), HALF - MARGIN)


@claim("VT14.T7.0.1", over(k=(23, 61)), form=Form.CONCRETE, about=STEPS, clause="the slack")
def enough_slack(parts: Parts, k: int) -> Check:
    """(v) A slack mu in proportion to sqrt(k) is enough for (eps, delta): the sum of squares of
    the losses counts.

    Cases: T = 7, k = 23, 61 (for s = 4, 16), eps = 1, delta = 10^-6: by optimal composition of the
    losses b^(4t), of which 3/4 of mu is too little; twice mu is enough for 4 k.
    """
    rounds, delta = rounds_for(4, TWO), Fraction(1, 10**6)
    slack = Fraction(parts.slack(rounds, k, TWO, ONE, delta))
    yield le("enough", of_choices(slack, rounds, k)[1], delta)
    yield lt("3/4 of it", delta, of_choices(slack * 3 / 4, rounds, k)[0])
    yield le("twice as much for 4 k", parts.slack(rounds, 4 * k, TWO, ONE, delta), 2 * slack)


def of_choices(slack: Fraction, rounds: int, samples: int) -> tuple[Fraction, Fraction]:
    """Bounds of the least delta at eps = 1, b = 2^(1/mu) rounded to 40 binary digits."""
    scaled = exp(ln(2) / slack) * 2**40
    below, above = (
        PureRounds(Fraction(base, 2**40), tuple(4 * t for t in range(1, rounds)), samples)
        for base in (scaled.floor(), scaled.ceil())
    )
    least = below.delta_at_most(exp_high(ONE)) - Fraction(1, 2**100)
    return least, above.delta_at_most(exp_low(ONE))
