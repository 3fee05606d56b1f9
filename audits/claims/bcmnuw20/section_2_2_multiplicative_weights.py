"""Section 2.2: multiplicative weights, their update, exact laws and privacy (Algorithm 1)."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.multiplicative_weights import (
    Analyst,
    all_queries,
    letters,
    losses,
    one_row_moved,
    transcripts,
    uniform,
)
from audits.claims.bcmnuw20.laws.weights import dense
from audits.claims.bcmnuw20.laws.weights_constants import (
    Setting,
    advanced_loss,
    printed_noise,
    profile,
)
from audits.claims.standard_mechanisms.stream import NOISES
from reference.data.concept import PointFunction
from reference.data.named_classes import stumps
from reference.mechanisms.release.multiplicative_weights import MultiplicativeWeights, Transcript
from reference.mechanisms.release.online_multiplicative_weights import OnlineMultiplicativeWeights
from reference.mechanisms.release.weights import PointWeights, StumpWeights, corrected
from reference.mechanisms.stream.above_threshold import AboveThreshold, FirstAbove
from reference.probability.fold import Fold
from reference.probability.geometric import Settled, TwoSidedGeometric

R = RationalFunction.r()
RATES = (HALF, Fraction(3, 4))

Case = tuple[str, int, int, Fraction, int]
"""Queries as letters, points M, rows n, threshold T, count c."""

MEAN = "Fraction(sum(w for x, w in masses if query(x)), total)"
WEIGHTS = "(self.rate**k for x, k in self.exponents if query(x))"
UNNORMALISED = (
    f"{MEAN} => sum({WEIGHTS}, Fraction(0)) / len(self.exponents)",
    "(x, k - least) for x, k => (x, k) for x, k",
)
LIGHTER = "k + (query(x) == value)"
WRONG[PointWeights] = {
    "not normalised": UNNORMALISED,
    "the uniform distribution": f"{MEAN} => Fraction(sum(map(query, dict(masses))), len(masses))",
    "weights that grow": "_masses(self.exponents, self.rate) => "
    "_masses(self.exponents, 1 / self.rate)",
    "backwards": f"{LIGHTER} => k + (query(x) != value)",
    "twice the rate": f"{LIGHTER} => k + 2 * (query(x) == value)",
    "no update": f"{LIGHTER} => k",
}


@claim(
    "BCMNUW20.D.MW",
    over(exponents=((0, 0, 0), (0, 1, 3), (2, 0, 2), (0, 5, 0)), rate=RATES),
    about=PointWeights,
)
def hypothesis_state(
    build: Callable[..., PointWeights[Any]], exponents: Rows, rate: Fraction
) -> Check:
    """The state of multiplicative weights is a probability vector u on the points, and answers a
    query phi by u(phi) = sum of u_x phi(x).

    Cases: All functions on three points, the constant ones too.
    """
    weights = build(tuple(enumerate(exponents)), rate)
    masses = [rate**k for k in exponents]
    for mask in range(8):
        mean = weights.mean(lambda x, mask=mask: mask >> x & 1)
        inside = sum((m for x, m in enumerate(masses) if mask >> x & 1), Fraction(0))
        yield eq(f"u({mask:03b})", mean * sum(masses), inside)


UPDATE = "weights.penalised(query, int(answer < weights.mean(query)))"
ENDLESS: dict[str, Any] = {
    "backwards": wrong(corrected, "answer < weights.mean => answer >= weights.mean"),
    "not normalised": wrong(
        corrected,
        f"{UPDATE} => made(weights.exponents, weights.rate){UPDATE.removeprefix('weights')}",
        made=wrong(PointWeights, *UNNORMALISED),
    ),
    "no correction": wrong(corrected, f"{UPDATE} => weights"),
}
"""They go on for ever, or too long."""

UPDATES = ENDLESS | {
    "a tie counts as below": wrong(corrected, "answer < weights.mean => answer <= weights.mean"),
    "twice the rate": wrong(
        corrected, f"{UPDATE} => {UPDATE}.penalised(query, int(answer < weights.mean(query)))"
    ),
}
WRONG[corrected] = ENDLESS
EITHER = Parts(points=corrected, stumps=StumpWeights)
"""On listed points, and of a product of laws of bits."""
SIGN = "1 if value else -1"
WRONG[EITHER] = {
    **{name: EITHER.but(points=each) for name, each in UPDATES.items()},
    "stumps: the other bit": EITHER.but(stumps=f"{SIGN} => -1 if value else 1"),
    "stumps: one way": EITHER.but(stumps=f"{SIGN} => 1 if value else 0"),
    "stumps: the first attribute": EITHER.but(
        stumps="exponents[query.attribute] += => exponents[0] +="
    ),
}


@claim(
    "BCMNUW20.MON.A5", over(exponents=((0, 0, 0), (0, 1, 3), (2, 0, 2)), rate=RATES), about=EITHER
)
def multiplicative_update(parts: Parts, exponents: Rows, rate: Fraction) -> Check:
    """If v < u(phi) then r = phi, else r = 1 - phi; the new weight of x is proportional to u_x
    e^(-eta r(x)), here with e^(-eta) = rho rational.

    Cases: All functions on three points that are not constant; answers v below, above and exactly
    at u(phi), where r = 1 - phi. The product form on vectors of three bits, for each stump and
    either value of r on it, against all eight masses.
    """
    before: PointWeights[Any] = PointWeights(tuple(enumerate(exponents)), rate)
    masses = [rate**k for k in exponents]
    for phi in all_queries(3):
        mean = before.mean(phi)
        for v in (mean / 2, mean, (mean + 1) / 2):
            lighter = phi.values if v < mean else tuple(1 - y for y in phi.values)
            after = [m * rate**y for m, y in zip(masses, lighter, strict=True)]
            found = dense(parts.points(before, phi, v))
            for x, (got, wanted) in enumerate(zip(found, after, strict=True)):
                yield eq(f"{phi}, v = {v}, x = {x}", got * sum(after), wanted)
    for stump, value in product(stumps(3), (0, 1)):
        reweighted = parts.stumps(exponents, rate).penalised(stump, value)
        vectors = [
            rate ** (sum(k * (x >> j & 1) for j, k in enumerate(exponents)) + (stump(x) == value))
            for x in range(8)
        ]
        for other in stumps(3):
            inside = sum((m for x, m in enumerate(vectors) if other(x)), Fraction(0))
            words = f"bits, {stump} = {value}, mean of {other}"
            yield eq(words, reweighted.mean(other) * sum(vectors), inside)


def fixed(word: str) -> Analyst:
    """An analyst whose queries do not depend on the answers."""
    queries = letters(word)
    return lambda answers: queries[len(answers)]


@dataclass(frozen=True, slots=True)
class Listener:
    """Asks A, once B; after an answer from the rows B or A again and again, B if it was high."""

    place: int
    """After so many answers B is asked, if none was from the rows."""

    def __call__(self, answers: Transcript, /) -> PointFunction:
        a, b = letters("AB")
        told = [each.value for each in answers if each.asked]
        if told:
            return b if told[-1] >= HALF else a
        return b if len(answers) == self.place else a


@dataclass(frozen=True, slots=True)
class Alternating:
    """B after an answer of the hypothesis, A after one from the rows, and at first."""

    def __call__(self, answers: Transcript, /) -> PointFunction:
        a, b = letters("AB")
        return b if answers and not answers[-1].asked else a


LAWS: tuple[Case, ...] = (
    ("AB", 2, 1, HALF, 2),
    ("AAB", 3, 1, HALF, 1),
    ("ABA", 2, 2, Fraction(0), 1),
    ("AA", 3, 2, Fraction(2, 3), 2),
    ("AB", 2, 3, Fraction(1), 0),
    ("ABAB", 2, 1, HALF, 3),
)

TESTS = "tuple((e - self.threshold) // 1 for x in errors for e in (x, -x))"
RUN = "coins.run(above, tests)"
COUNT = "coins.run(noisy, counts[i])"
ERROR = "f - n * mean"
OVER = "return (*transcript, *silent)  # 3"
MISTAKES: dict[str, tuple[str, ...]] = {
    "tests without noise": (
        f"{RUN} => next((k for k, e in enumerate(tests) if e >= 0), Bottom.BOTTOM)",
    ),
    "answers without noise": (f"{COUNT} => counts[i]",),
    "errors twice as sensitive as the noise is made for": (f"{ERROR} => 2 * ({ERROR})",),
    "2/5 of the loss is promised": (
        "self.test_eps.exp() * self.answer_eps.exp() => self.test_eps.exp(Fraction(1, 2))",
    ),
    "the noise of an answer clamped": (
        f"{COUNT} => min(max(counts[i] + coins.run(NoisyInteger(noisy.ratio, (-1, 1)), 0), 0), n)",
    ),
    "one noise for both tests": (
        f"{TESTS} => tuple((abs(x) - self.threshold) // 1 for x in errors)",
        "silent[: fired // 2] => silent[:fired]",
    ),
    "n u(phi) with one row more": (f"{ERROR} => f - (n + 1) * mean",),
}
"""Of runs with one correction, too."""

WITHIN: dict[str, Any] = {
    name: wrong(MultiplicativeWeights, *edits) for name, edits in MISTAKES.items()
} | {
    name: wrong(MultiplicativeWeights, AboveThreshold=wrong(AboveThreshold, *NOISES[test]))
    for name, test in (
        ("no noise on the threshold", "no noise on the threshold"),
        ("noise of the tests as small as that of the threshold", "half the noise on the answers"),
    )
}
ONE_TAU = wrong(
    MultiplicativeWeights,
    "above = AboveThreshold(0, self.test_eps) => nu = self.test_eps.exp(Fraction(-1, 4))\n"
    "        far = n + int(self.threshold) + 3\n"
    "        ends = Settled(-far, far, nu, 2 * len(self.queries))\n"
    "        tau = coins.draw_noise(TwoSidedGeometric(nu**2), ends)",
    f"{RUN} => coins.run(Fold(FirstAbove(TwoSidedGeometric(nu))), "
    "(0, tuple(tau - e for e in tests)))",
    Settled=Settled,
    TwoSidedGeometric=TwoSidedGeometric,
    Fold=Fold,
    FirstAbove=FirstAbove,
)
WRONG[MultiplicativeWeights] = (
    WITHIN
    | {
        f"update: {name}": wrong(MultiplicativeWeights, corrected=each)
        for name, each in UPDATES.items()
    }
    | {
        "update by the test that fired": "corrected(u, self.queries[i], a) => "
        "u.penalised(self.queries[i], fired % 2)",
        "one correction more": "used == self.count => used > self.count",
        "exact answers once halted": f"{OVER} => "
        "known = [Answer(Fraction(f, n), asked=False) for f in counts[i:]] if n and used else []\n"
        "                return (*transcript, *(known or silent))",
        "every query counts": (
            "used == self.count => i >= self.count",
            "zip(counts[i:], means, strict=True) => zip(counts[i : self.count], means)",
        ),
        "the noise of the threshold kept": ONE_TAU,
        "points forgotten": "len(database), self.start, 0 => len(database), type(self.start)("
        "tuple((x, k) for x, k in self.start.exponents if any(q(x) for q in self.queries)), "
        "self.start.rate), 0",
    }
)


@claim(
    "BCMNUW20.ALG.PMW-lattice",
    over(case=LAWS, root=sized((TWO,), (TWO, Fraction(3, 2)), (TWO, Fraction(3, 2)))),
    form=Form.CONCRETE,
    about=MultiplicativeWeights,
)
def law_on_the_lattice(build: Build, case: Case, root: Fraction) -> Check:
    """Multiplicative weights with two-sided geometric noise (ratios b^2 on the threshold, once a
    correction, b on each test, b on an answer, which is then clamped to [0, n]) have the law that
    the sums over the noise give, transcript by transcript.

    Cases: b = 1/2, rate 1/2; every database of n rows over the points. Private wrong variants have
    other laws.
    """
    word, points, n, threshold, count = case
    build_of = build(letters(word), uniform(points), threshold, count, *losses(root))
    b = 1 / root
    for rows in combinations_with_replacement(range(points), n):
        known = transcripts(
            fixed(word), len(word), (points, HALF, threshold, count), (b**2, b, b), rows
        )
        yield from equal_laws(build_of, rows, known)


def equal_laws(
    mechanism: Any, rows: Rows, known: dict[Transcript, Fraction]
) -> Iterator[Comparison]:
    """The two laws agree on every transcript of either."""
    found = law(mechanism, rows)
    for answers in {**known, **dict.fromkeys(found)}:
        words = " ".join(f"{a.value}{'!' if a.asked else ''}" for a in answers)
        chance = found.probability(answers)
        yield eq(f"{rows}: {words}", chance, known.get(answers, Fraction(0)))


ASKED = "self.analyst(transcript)"
DELTA = "return self.silent.approximate(exp_eps)"
WRONG[OnlineMultiplicativeWeights] = {
    name: wrong(OnlineMultiplicativeWeights, MultiplicativeWeights=each)
    for name, each in WITHIN.items()
} | {
    "answers from the rows are not shown": f"{ASKED} => "
    "self.analyst(tuple(a for a in transcript if not a.asked))",
    "every run begins with the first hypothesis": "run(queries, u, => run(queries, self.start,",
    "no delta at a smaller eps": f"{DELTA} => return Guarantee(exp_eps, Fraction(0))",
    "a tenth of the delta": f"{DELTA} => "
    "return Guarantee(exp_eps, self.silent.approximate(exp_eps).delta / 10)",
}


@claim(
    "BCMNUW20.MON.A6",
    over(
        analyst=(Listener(1), Alternating()),
        case=(
            (3, 2, 1, HALF, 1),
            (2, 2, 2, HALF, 2),
            (2, 3, 2, Fraction(0), 1),
            (4, 2, 1, HALF, 3),
        ),
    ),
    about=OnlineMultiplicativeWeights,
)
def online_law(build: Build, analyst: Analyst, case: tuple[int, int, int, Fraction, int]) -> Check:
    """Online multiplicative weights through sparse tests: two tests for each query, phi(s) -
    u(phi) and u(phi) - phi(s); if both are silent u(phi) is answered, else the noisy count, which
    updates u; one noisy threshold for each correction; after c corrections u answers. Its law is
    that of the sums over the noise, for queries that depend on the answers.

    Cases: (queries, points, rows, T, c) = case, e^eps = 32 a correction, every database; the
    second test is asked if the first is silent, c is an integer, answers are clamped to [0, 1].
    """
    rounds, points, n, threshold, count = case
    mechanism = build(analyst, rounds, uniform(points), threshold, count, *losses(TWO))
    for rows in combinations_with_replacement(range(points), n):
        known = transcripts(
            analyst, rounds, (points, HALF, threshold, count), (HALF**2, HALF, HALF), rows
        )
        yield from equal_laws(mechanism, rows, known)


FAMILIES: tuple[Case, ...] = (("AAAB", 8, 4, Fraction(0), 1), ("AAAAB", 8, 6, Fraction(2), 1))
"""A large domain makes u small, so that only the first test of each pair matters."""

SIX: Case = ("AABAAB", 8, 4, Fraction(1), 1)
"""With two corrections instead of one its loss exceeds e^eps = 32."""

TWICE: Case = ("AABAAB", 4, 4, Fraction(1), 2)
"""Its loss is 39.5, above that of one correction."""

NO_COUNT: Case = ("AB", 8, 4, Fraction(0), 0)


@claim(
    "BCMNUW20.A1",
    over(case=sized((NO_COUNT, *FAMILIES, TWICE), *((SIX, *FAMILIES, TWICE),) * 2)),
    form=Form.CONCRETE,
    about=MultiplicativeWeights,
)
def offline_privacy(build: Build, case: Case) -> Check:
    """Private multiplicative weights, for a list of queries, keep what they declare: (c'
    (test_eps + answer_eps), 0) for one replaced row, c' the smaller of c and the number of
    queries, and the (eps, delta) of optimal composition of c' losses of either kind.

    Cases: Half of n rows at A, half at B, one is moved from A to B; queries A again and again,
    then B, on M points. e^eps = 32 a correction, attained up to 9.2; half of the eps is exceeded.
    Two corrections lose more than one may. Without corrections the rows are not looked at. What is
    declared for c = 0, ..., 5, delta by a sum over two binomial laws.
    """
    word, points, n, threshold, count = case
    mechanism = build(letters(word), uniform(points), threshold, count, *losses(TWO))
    yield private(mechanism, one_row_moved(n), mechanism.guarantee)
    if case in FAMILIES[:1]:
        once = build(letters(word), uniform(points), threshold, count, *losses(R))
        yield private(once, one_row_moved(n), once.guarantee, name="all eps")

    def some(most: int, root: Any) -> Any:
        return build(letters(word), uniform(points), threshold, most, *losses(root))

    if case in {FAMILIES[0], TWICE}:
        yield from declared(some, len(word))


def declared(build: Build, queries: int) -> Iterator[Comparison]:
    """What is declared for a number of corrections and a root, for so many queries."""
    for count in range(6):
        most, given = min(count, queries), build(count, R).guarantee
        yield eq(f"c = {count}: e^eps", given.exp_eps, R ** (5 * most))
        yield eq(f"c = {count}: delta", given.delta, R - R)
        for root, exp_eps in product((TWO, Fraction(9, 8)), (Fraction(1), Fraction(3, 2))):
            found = build(count, root).approximate(exp_eps)
            words = f"c = {count}, root {root}: delta at e^eps = {exp_eps}"
            yield eq(words, found.delta, profile(most, root, exp_eps))


PRINTED_NOISE = (
    Setting(2, 1, Fraction(1, 10), Fraction(1, 10), Fraction(1), Fraction(1, 10**6)),
    Setting(1024, 1000, Fraction(1, 50), Fraction(1, 100), HALF, Fraction(1, 1000)),
)


not_finitely_checkable(
    "BCMNUW20.MON.T4.13",
    statement="Online private multiplicative weights is (eps, delta)-private.",
    reason="of a book that is cited, whose number of corrections and Laplace noise lead to sizes "
    "out of reach; the concrete form decides what the algorithm that is built here declares",
)


@claim(
    "BCMNUW20.MON.T4.13",
    over(case=((5, 8, 6, Fraction(2), 1), (4, 8, 4, Fraction(0), 1))),
    form=Form.CONCRETE,
    about=OnlineMultiplicativeWeights,
)
def online_privacy(build: Build, case: tuple[int, int, int, Fraction, int]) -> Check:
    """Online multiplicative weights, whatever the analyst asks, keep what they declare: (c'
    (test_eps + answer_eps), 0) for one replaced row at every eps, c' the smaller of c and the
    number of queries, and the (eps, delta) of optimal composition of c' losses of either kind.

    Cases: (queries, points, rows, T, c) = case; half of the rows at A, half at B, one is moved;
    A again and again, then B, unless the rows answered. All databases of one and two rows over
    two points, with two corrections. Half of the eps is exceeded; of delta, up to a fifth is used.
    The scales of NumericSparse as printed lose at most eps, by advanced composition with delta/2
    for the tests and delta/2 for the answers.
    """
    rounds, points, n, threshold, count = case
    analyst = Listener(rounds - 1)
    mechanism = build(analyst, rounds, uniform(points), threshold, count, *losses(TWO))
    yield private(mechanism, one_row_moved(n), mechanism.guarantee)
    for exp_eps in (Fraction(2), Fraction(8)):
        stated = mechanism.approximate(exp_eps)
        yield private(mechanism, one_row_moved(n), stated, name=f"delta at e^eps = {exp_eps}")
    if n == 4:
        mechanism = build(analyst, rounds, uniform(points), threshold, count, *losses(R))
        yield private(mechanism, one_row_moved(n), mechanism.guarantee, name="all eps")
        for rows in (1, 2):
            mechanism = build(Alternating(), 2, uniform(2), HALF, 2, *losses(R))
            universe = replace_one(range(2), rows)
            yield private(mechanism, universe, mechanism.guarantee, name=f"all eps, n = {rows}")

    def some(most: int, root: Any) -> Any:
        return build(analyst, rounds, uniform(points), threshold, most, *losses(root))

    yield from declared(some, rounds)
    for s in PRINTED_NOISE:
        yield le(f"eps of Laplace noise, {s}", high(advanced_loss(s, printed_noise(s))), s.eps)


not_finitely_checkable(
    "BCMNUW20.TXT.pmw-opt",
    statement="Up to constant factors the sample complexity of private multiplicative weights is "
    "optimal for general query classes.",
    reason="a lower bound over all mechanisms for classes of growing size, cited from Bun, Ullman "
    "and Vadhan",
)
