"""Section 3.2: private multiplicative weights, their exact laws and the privacy of an epoch."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.multiplicative_weights import letters
from audits.claims.vt14.laws.epochs import epoch, functions, online, transcripts
from reference.mechanisms.release.multiplicative_weights import Transcript
from reference.mechanisms.release.private_multiplicative_weights import (
    Epoch,
    Listed,
    OnlinePrivateWeights,
    count_of,
)

R = RationalFunction.r()


def histogram(rows: Rows) -> tuple[tuple[int, int], ...]:
    """The points that occur, and how often."""
    return tuple((x, rows.count(x)) for x in sorted({*rows}))


OF_THE_QUERY = "sum(count for x, count in rows if query(x))"
WRONG[count_of] = {
    "every point counts once": f"{OF_THE_QUERY} => sum(1 for x, _ in rows if query(x))",
    "all rows": f"{OF_THE_QUERY} => sum(count for _, count in rows)",
    "the likeliest point only": f"{OF_THE_QUERY} => "
    "max((count for x, count in rows if query(x)), default=0)",
}


@claim("VT14.D3.DIST", over(rows=(1, 2, 3)), about=count_of)
def databases_are_distributions(count: Build, rows: int) -> Check:
    """A database is a distribution on X, x(i) = #{rows of type i}/n; then q(x) = E over i ~ x of
    q(i), and q(h) = E over i ~ h of q(i) for a distribution h.

    Cases: Three points, every query that is not constant; the count over n of a histogram against
    the mean under x, and, with weights of x as those of h, the mean of the weights.
    """
    for x in combinations_with_replacement(range(3), rows):
        for q in functions(3):
            mean = sum((Fraction(x.count(i), rows) for i in range(3) if q(i)), Fraction(0))
            yield eq(f"x = {x}, q = {q}", Fraction(count(q, histogram(x)), rows), mean)
    exponents, rate = (0, 1, 2), HALF
    h: PointWeights[Any] = PointWeights(tuple(enumerate(exponents)), rate)
    for q in functions(3):
        inside = sum((rate**k for i, k in enumerate(exponents) if q(i)), Fraction(0))
        yield eq(f"h, q = {q}", h.mean(q) * Fraction(7, 4), inside)


EPOCHS = (
    ("A", 2, 2, Fraction(1)),
    ("AB", 3, 2, HALF),
    ("AAB", 3, 3, Fraction(2)),
    ("ABA", 2, 3, Fraction(0)),
)


THRESHOLD = "self.threshold + coins.draw_noise(TwoSidedGeometric(ratio), settled)"
GAP = "n * mean - count_of(query, rows)"
SETTLED_LOW, SETTLED_HIGH = "-self.threshold // 1 + 1", "(self.threshold - n)"
STAYS = (
    "if threshold <= 0: => if threshold < 0:",
    "(gap - threshold) // 1, => -(-(gap - threshold) // 1) - 1,",
    "-((-gap - threshold) // 1) => (gap + threshold) // 1 + 1",
)
"""Of `ends`: noise that is equal to an end does not leave the epoch."""

WRONG_EPOCHS: dict[str, Any] = {
    "no noise on the threshold": f"{THRESHOLD} => self.threshold",
    "half the noise of the threshold": f"{THRESHOLD} => {THRESHOLD.replace('ratio', 'ratio**2')}",
    "half the noise of a test": (
        "TwoSidedTest(ratio) => TwoSidedTest(ratio * ratio)",
        "Settled(low, high, ratio, => Settled(low, high, ratio * ratio,",
    ),
    "tests without noise": "coins.draw_noise(TwoSidedGeometric(self.ratio), settled) => 0",
    "an error of T stays": (*STAYS, f"{SETTLED_LOW} => -self.threshold // 1"),
    "tests of one side": "ends(gap, t) => (-30, ends(gap, t)[1])",
    "sides exchanged": "return transcript, side => return transcript, -side",
    "n h(q) with one row more": (
        f"{GAP} => (n + 1) * mean - count_of(query, rows)",
        f"{SETTLED_HIGH} => (self.threshold - n - 1)",
    ),
    "counts twice as sensitive as the noise is made for": (
        f"{GAP} => 2 * ({GAP})",
        f"{SETTLED_HIGH} => (self.threshold - 2 * n)",
    ),
}
WRONG[Epoch] = WRONG_EPOCHS


@claim(
    "VT14.ALG.Epoch",
    over(case=EPOCHS, root=sized((TWO,), (TWO, Fraction(3, 2)), (TWO, Fraction(3, 2)))),
    form=Form.CONCRETE,
    about=Epoch,
)
def law_of_an_epoch(build: Build, case: tuple[str, int, int, Fraction], root: Fraction) -> Check:
    """The probability that an epoch is left at query t, and on which side, is the sum over the
    noise of the threshold of a product of tails: finitely many geometric series.

    Cases: (queries, points, rows, A) = case; every database; gaps that are integers and others, A
    = 0, 1/2, 1, 2; noise that ends the epoch by T <= 0, too.
    """
    word, points, n, threshold = case
    queries = letters(word)
    start: PointWeights[Any] = PointWeights.uniform(range(points), HALF)
    mechanism = build(Listed(queries), len(queries), threshold, Epsilon(root))
    for x in combinations_with_replacement(range(points), n):
        found = law(mechanism, ((), start, histogram(x)))
        got = found.map(lambda told: (len(told[0]), told[1]))
        gaps = [n * start.mean(q) - sum(map(q, x)) for q in queries]
        for (t, side), chance in epoch(gaps, threshold, 1 / root).items():
            yield eq(f"x = {x}, left at {t}, side {side}", got.probability((t, side)), chance)


@dataclass(frozen=True, slots=True)
class Follower:
    """B after an answer of at least a half from the rows, else A."""

    def __call__(self, transcript: Transcript, /) -> PointFunction:
        a, b = letters("AB")
        told = [each.value for each in transcript if each.asked]
        return b if told and told[-1] >= HALF else a


LAWS = (
    ("AB", 2, 1, Fraction(1), 1, False),
    ("AB", 2, 2, Fraction(0), 0, False),
    ("AA", 2, 2, Fraction(1), 2, False),
    ("ABA", 3, 1, HALF, 3, False),
    ("AA", 2, 2, HALF, 2, True),
)
MORE_LAWS = (*LAWS, ("AABA", 3, 1, HALF, 3, False), ("AAB", 3, 2, HALF, 1, True))


NU_IS_TOLD = (
    "low, high = ends\n => low, high, count, n = ends\n",
    "Settled(min(0, low), max(0, high), => Settled(min(0, low, -count), max(0, high, n - count),",
    (
        "return (nu >= high) - (nu <= low) => side = (nu >= high) - (nu <= low)\n"
        "        return side, min(max(count + nu, 0), n) if {} else 0"
    ),
    (
        "side = coins.run(test, ends(gap, t)) => "
        "side, a = coins.run(test, (*ends(gap, t), count_of(query, rows), n))"
    ),
)
"""A test gives a, too, moved into [0, n]."""

LAST = "return transcript"
EXACT_END = f"""{LAST} => while len(transcript) < self.rounds:
            exact = Fraction(count_of(self.analyst(transcript), rows), n)
            transcript = (*transcript, Answer(exact, asked=False))
        {LAST}"""
EPOCH = "epoch = Epoch(self.analyst, self.rounds, self.threshold, self.eps)"
THRESHOLD_KEPT = f"""{EPOCH} => reach, ratio = n + abs(int(self.threshold)) + 2, self.eps.exp(-1)
        settled = Settled(-reach, reach, ratio, self.rounds)
        kept = {THRESHOLD}
        epoch = Epoch(self.analyst, self.rounds, kept, self.eps)"""
CURVE = "powers = (LOSSES * self.eps.parts,)"
WRONG[OnlinePrivateWeights] = WRONG_EPOCHS | {
    "an update answers a": (
        *(edit.replace("{}", "side") for edit in NU_IS_TOLD),
        "return transcript, side => return transcript, side, a",
        "return transcript, 0 => return transcript, 0, 0",
        "transcript, side = coins.run(epoch => transcript, side, a = coins.run(epoch",
        "coins.run(noisy, count_of(query, rows)) => a",
    ),
    "silent queries answer a": (
        *(edit.replace("{}", "True") for edit in NU_IS_TOLD),
        "Answer(mean, asked=False) => Answer(Fraction(a, n), asked=False)",
    ),
    "answers without noise": "coins.run(noisy, count_of(query, rows)) => count_of(query, rows)",
    "half the noise of an answer": "NoisyInteger(self.eps.exp(-1) => "
    "NoisyInteger(self.eps.exp(-2)",
    "one epoch more than is paid for": "used < self.epochs => used <= self.epochs",
    "one epoch fewer": "used < self.epochs => used < self.epochs - 1",
    "exact answers in the end": EXACT_END,
    "its curve is that of eps0 in one part": f"{CURVE} => powers = (LOSSES,)",
    "its curve is that of 3 eps0 an epoch": f"{CURVE} => powers = (3 * self.eps.parts,)",
    "its curve is that of one epoch fewer": "powers, self.most_epochs) => "
    "powers, max(0, self.most_epochs - 1))",
    "updates by a": "b >= h.mean(query) if self.by_answer else side > 0 => side > 0",
    "updates backwards": "0 if above else 1 => 1 if above else 0",
    "no update": "h, used = h.penalised(query, 0 if above else 1), used + 1 => used += 1",
    "updates of the uniform distribution": "h.penalised(query => self.start.penalised(query",
    "the threshold kept for all epochs": (f"{THRESHOLD} => self.threshold", THRESHOLD_KEPT),
    "twice the threshold": given(OnlinePrivateWeights, threshold=lambda a: 2 * a),
    "an eighth of eps0": given(
        OnlinePrivateWeights, eps=lambda eps: replace(eps, root=1 + (eps.root - 1) / 8)
    ),
}


@claim(
    "VT14.ALG.PMW",
    over(case=sized(LAWS, MORE_LAWS, MORE_LAWS)),
    form=Form.CORRECTED,
    about=OnlinePrivateWeights,
)
def law_of_private_weights(build: Build, case: tuple[str, int, int, Fraction, int, bool]) -> Check:
    """Private multiplicative weights: h is uniform; at most E times: alpha-hat = alpha + noise;
    for each query a = q(x) + noise, and if |a - q(h)| < alpha-hat the answer is q(h), else q(x)
    + fresh noise, and h is reweighted by q, upwards if a > q(h), downwards if a < q(h), and
    normalised.

    Cases: (queries, points, rows, A = alpha n, E, updates by b) = case, geometric noise of ratio
    1/2, rate 1/2; every database, every transcript, against dense weights and the series of the
    epochs; the same for queries that depend on the answers.
    """
    word, points, n, threshold, epochs, by_answer = case
    parameters = online(word, points, threshold, epochs, Epsilon(TWO))[1:]
    analysts: list[Any] = [Listed(letters(word)), Follower()][: 1 + (word == "AA")]
    setting = (points, HALF, threshold, epochs)
    databases = [*combinations_with_replacement(range(points), n)]
    for analyst, x in product(analysts, databases):
        found = law(build(analyst, *parameters, by_answer), x)
        known = transcripts(analyst, len(word), setting, HALF, x, by_answer=by_answer)
        for told in {**known, **dict.fromkeys(found)}:
            words = " ".join(f"{a.value}{'!' if a.asked else ''}" for a in told)
            chance = known.get(told, Fraction(0))
            yield eq(f"x = {x}: {words}", found.probability(told), chance)


Case = tuple[str, int, Rows, Rows, Fraction]
"""Queries, points, two databases, A."""

ONE_ROW: Case = ("AAAAA", 2, (0,), (1,), Fraction(1))
REPEATED: Case = ("AAAAA", 2, (0, 0, 1, 1), (0, 1, 1, 1), Fraction(1))
MIXED: Case = ("AAAB", 4, (0, 2, 2, 2), (1, 2, 2, 2), Fraction(1))
PRIVATE = (ONE_ROW, MIXED, REPEATED)
LONGER: Case = ("AAAAAAAAB", 8, (0, 0, 0, 0, 1, 1, 1, 1), (0, 0, 0, 1, 1, 1, 1, 1), HALF)


@claim(
    "VT14.C3.2.2",
    over(case=sized(PRIVATE, PRIVATE, (*PRIVATE, LONGER))),
    about=OnlinePrivateWeights,
)
def one_epoch_is_private(build: Build, case: Case) -> Check:
    """One epoch is 4 eps-private, eps that of each noise (eps0 in the proof): eps for the
    threshold, 2 eps for the update, eps for the answer.

    Cases: (queries, points, x, x', A) = case; A asks for the point 0, B for the point 1. AAAB for
    every eps, with updates by a and by b: 3.8 eps are lost at e^eps = 100, and more than 4 eps
    without noise on the threshold; five times A at eps = ln 2. No epoch, too: then nothing is
    answered.
    """
    word, points, first, second, threshold = case
    universe, symbolic = pair(first, second), case == MIXED
    if case == ONE_ROW:
        nothing = build(*online(word, points, threshold, 0, Epsilon(TWO)))
        outputs = {told for x in universe.labels for told in law(nothing, x)}
        yield true("no epoch, no answer", outputs == {()})
    parameters = online(word, points, threshold, 1, Epsilon(R if symbolic else TWO))
    promise = Guarantee(R**4, R - R) if symbolic else pure(TWO**4)
    yield private(build(*parameters), universe, promise)
    if symbolic:
        yield private(build(*parameters, True), universe, promise, name="by b")


@claim(
    "VT14.C3.2.2",
    over(case=sized((MIXED,), (MIXED, LONGER), (MIXED, LONGER))),
    form=Form.CORRECTED,
    about=Epoch,
    uses=("VT14.C3.2.2",),
)
def an_epoch_without_its_answer(build: Build, case: Case) -> Check:
    """Which query leaves an epoch, and on which side, is 3 eps0-private, and the answer adds eps0;
    no smaller multiple of eps0 is enough: the exact loss is that of the geometric series.

    Cases: (queries, points, x, x', A) = case; for AAAB every eps0, and a loss of more than 2.99
    eps0 at e^(eps0) = 100; for eight times A and B eps0 = ln 2. The losses by laws, against those
    by series.
    """
    word, points, first, second, threshold = case
    universe, n, queries = pair(first, second), len(first), letters(word)
    start: PointWeights[Any] = PointWeights.uniform(range(points), HALF)

    def made(root: Any) -> OfRows:
        return OfRows(build(Listed(queries), len(queries), threshold, Epsilon(root)), start)

    if case == MIXED:
        yield private(made(R), universe, Guarantee(R**3, R - R))
    else:
        yield private(made(TWO), universe, pure(TWO**3))
    for root in (TWO, Fraction(100)) if case == MIXED else (TWO,):
        here, there = (
            epoch([n * start.mean(q) - sum(map(q, rows)) for q in queries], threshold, 1 / root)
            for rows in (first, second)
        )
        worst = max(max(here[key] / there[key], there[key] / here[key]) for key in here)
        laws = [law(made(root), rows) for rows in (first, second)]
        if {*laws[0]} == {*laws[1]}:
            ratios = [laws[0].probability(key) / laws[1].probability(key) for key in laws[0]]
            yield eq(f"{root}: the loss", max(*ratios, *(1 / each for each in ratios)), worst)
        if root == 100:
            yield lt("nearly 3 eps0", root**299, worst**100)


@dataclass(frozen=True, slots=True)
class OfRows:
    """An epoch from uniform weights, on a database: where it is left, and the side."""

    epoch: Any
    start: PointWeights[Any]

    def __call__(self, database: Rows, coins: Any, /) -> tuple[int, int]:
        transcript, side = coins.run(self.epoch, ((), self.start, histogram(database)))
        return len(transcript), side
