"""Section 3.2: private multiplicative weights, their exact laws and their privacy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from audits.claims.bcmnuw20.laws.multiplicative_weights import letters, one_row_moved
from audits.claims.standard_mechanisms.every_eps import pair
from audits.claims.vocabulary import eq, lt, true
from audits.claims.vt14.impostors.private_weights import (
    ENDING,
    LEAKING,
    OTHERS,
    WRONG_EPOCHS,
    online,
    variant,
)
from audits.claims.vt14.laws.epochs import epoch, functions, transcripts, two_parts
from audits.engines.comparisons import Comparison
from audits.ledger import Erratum, Form, Grade, claim, over, private, sized
from audits.ledger.forms import Item
from reference.data.adjacency import ListedAdjacency
from reference.data.concept import PointFunction
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.release.multiplicative_weights import Transcript
from reference.mechanisms.release.private_multiplicative_weights import (
    Epoch,
    Listed,
    OnlinePrivateWeights,
    count_of,
)
from reference.mechanisms.release.weights import PointWeights
from reference.privacy.composition import PureRounds
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law

Build = Callable[..., Any]
Rows = tuple[int, ...]
TWO, HALF = Fraction(2), Fraction(1, 2)
R = RationalFunction.r()


def histogram(rows: Rows) -> tuple[tuple[int, int], ...]:
    """The points that occur, and how often."""
    return tuple((x, rows.count(x)) for x in sorted({*rows}))


def occurring(query: PointFunction, rows: tuple[tuple[int, int], ...]) -> int:
    """Every point counts once."""
    return sum(query(x) for x, _ in rows)


def all_rows(query: PointFunction, rows: tuple[tuple[int, int], ...]) -> int:
    """Whatever the query is."""
    del query
    return sum(count for _, count in rows)


def largest_count(query: PointFunction, rows: tuple[tuple[int, int], ...]) -> int:
    """One point only."""
    return max((count for x, count in rows if query(x)), default=0)


@claim(
    "VT14.D3.DIST",
    Form.PRINTED,
    over(rows=(1, 2, 3)),
    about=count_of,
    impostors={
        "every point counts once": occurring,
        "all rows": all_rows,
        "the likeliest point only": largest_count,
    },
)
def databases_are_distributions(count: Build, rows: int) -> Iterator[Comparison]:
    """A database is a distribution on X, x(i) = #{rows of type i}/n; then q(x) = E over i ~ x of
    q(i), and q(h) = E over i ~ h of q(i) for a distribution h.

    Fair: Three points, every query that is not constant; the count over n of a histogram against
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


@claim(
    "VT14.ALG.Epoch",
    Form.CONCRETE,
    over(case=EPOCHS, root=sized((TWO,), (TWO, Fraction(3, 2)), (TWO, Fraction(3, 2)))),
    about=Epoch,
    impostors=WRONG_EPOCHS,
)
def law_of_an_epoch(
    build: Build, case: tuple[str, int, int, Fraction], root: Fraction
) -> Iterator[Comparison]:
    """The probability that an epoch is left at query t, and on which side, is the sum over the
    noise of the threshold of a product of tails: finitely many geometric series.

    Fair: (queries, points, rows, A) = case; every database; gaps that are integers and others, A =
    0, 1/2, 1, 2; noise that ends the epoch by T <= 0, too.
    """
    word, points, n, threshold = case
    queries = letters(word)
    start: PointWeights[Any] = PointWeights.uniform(range(points), HALF)
    mechanism = build(Listed(queries), len(queries), threshold, Epsilon(root))
    for x in combinations_with_replacement(range(points), n):
        found = law(mechanism, ((), start, histogram(x)))
        got: dict[tuple[int, int], Fraction] = {}
        for transcript, side in found:
            key = (len(transcript), side)
            got[key] = got.get(key, Fraction(0)) + found.probability((transcript, side))
        gaps = [n * start.mean(q) - sum(map(q, x)) for q in queries]
        for (t, side), chance in epoch(gaps, threshold, 1 / root).items():
            words = f"x = {x}, left at {t}, side {side}"
            yield eq(words, got.get((t, side), Fraction(0)), chance)


@dataclass(frozen=True)
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


@claim(
    "VT14.ALG.PMW",
    Form.PRINTED,
    over(case=sized(LAWS, MORE_LAWS, MORE_LAWS)),
    about=OnlinePrivateWeights,
    impostors=OTHERS,
)
def law_of_private_weights(
    build: Build, case: tuple[str, int, int, Fraction, int, bool]
) -> Iterator[Comparison]:
    """Private multiplicative weights: h is uniform; at most E times: alpha-hat = alpha + noise;
    for each query a = q(x) + noise, and if |a - q(h)| < alpha-hat the answer is q(h), else q(x)
    + fresh noise, and h is reweighted by q, upwards if a > q(h), downwards if a < q(h), and
    normalised.

    Fair: (queries, points, rows, A = alpha n, E, updates by b) = case, geometric noise of ratio
    1/2, rate 1/2; every database, every transcript, against dense weights and the series of the
    epochs; the same for queries that depend on the answers.
    """
    word, points, n, threshold, epochs, by_answer = case
    rounds = len(word)
    given = online(word, points, threshold, epochs, Epsilon(TWO))
    analysts: list[Any] = [Listed(letters(word)), Follower()][: 1 + (word == "AA")]
    setting = (points, HALF, threshold, epochs)
    for analyst in analysts:
        mechanism = build(analyst, *given[1:], by_answer)
        for x in combinations_with_replacement(range(points), n):
            found = law(mechanism, x)
            known = transcripts(analyst, rounds, setting, HALF, x, by_answer=by_answer)
            for told in {**known, **dict.fromkeys(found)}:
                words = " ".join(f"{a.value}{'!' if a.asked else ''}" for a in told)
                chance = known.get(told, Fraction(0))
                yield eq(f"x = {x}: {words}", found.probability(told), chance)


Case = tuple[str, int, int, Fraction]
"""Queries, points, rows (half at A, half at B), A."""

ALIGNED: Case = ("AAAB", 8, 6, Fraction(1))
SHORT: Case = ("AA", 2, 2, Fraction(1))
REPEATED: tuple[Case, ...] = (("AAAAA", 2, 1, Fraction(1)), ("AAAAA", 2, 4, Fraction(1)))
PRIVATE = (SHORT, *REPEATED, ALIGNED)
LONGER: Case = ("AAAAAAAAB", 8, 8, HALF)


UNSEEN = {
    "half the noise of the threshold",
    "counts twice as sensitive as the noise is made for",
}
"""What loses more on long epochs only, and what is as bad as half the noise of a test."""


def moved(n: int) -> ListedAdjacency[Rows]:
    """Half of n rows at A, half at B, and one is moved from A to B; one row is at either."""
    return one_row_moved(n) if n > 1 else pair((0,), (1,))


@claim(
    "VT14.C3.2.2",
    Form.PRINTED,
    over(case=sized(PRIVATE, PRIVATE, (*PRIVATE, LONGER))),
    about=OnlinePrivateWeights,
    impostors={name: build for name, build in (LEAKING | ENDING).items() if name not in UNSEEN},
)
def one_epoch_is_private(build: Build, case: Case) -> Iterator[Item]:
    """One epoch is 4 eps-private, eps that of each noise (eps0 in the proof): eps for the
    threshold, 2 eps for the update, eps for the answer.

    Fair: (queries, points, rows, A) = case, half of the rows at A, half at B, one is moved; n q(h)
    is the count, or nearly 0; eps = ln 2, for AA every eps, and updates by b; more than 3 eps is
    lost at AAAB. No epoch, too: then nothing is answered.
    """
    word, points, n, threshold = case
    universe, short = moved(n), len(word) == 2
    mechanism = build(*online(word, points, threshold, 1, Epsilon(R if short else TWO)))
    promise = Guarantee(R**4, R - R) if short else Guarantee(TWO**4, Fraction(0))
    yield private(mechanism, universe, promise)
    if short:
        by_answer = build(*online(word, points, threshold, 1, Epsilon(TWO)), True)
        yield private(by_answer, universe, Guarantee(TWO**4, Fraction(0)), name="by b")
        nothing = build(*online(word, points, threshold, 0, Epsilon(TWO)))
        outputs = {told for x in universe.labels for told in law(nothing, x)}
        yield true("no epoch, no answer", outputs == {()})


@claim(
    "VT14.C3.2.2",
    Form.CORRECTED,
    over(case=sized((ALIGNED,), (ALIGNED, LONGER), (ALIGNED, LONGER))),
    about=Epoch,
    impostors={name: build for name, build in WRONG_EPOCHS.items() if "noise" in name},
    uses=("VT14.C3.2.2",),
)
def an_epoch_without_its_answer(build: Build, case: Case) -> Iterator[Item]:
    """Which query leaves an epoch, and on which side, is 3 eps0-private, and the answer adds eps0;
    nothing less is true: the exact loss is that of the geometric series, and above 2 eps0, as the
    whole is above 3 eps0.

    Fair: (queries, points, rows, A) = case; the losses by laws, against those by series; 16 is the
    bound for the whole at eps0 = ln 2, 9.2 the loss for AAAB, 13 for eight times A and B.
    """
    word, points, n, threshold = case
    queries = letters(word)
    start: PointWeights[Any] = PointWeights.uniform(range(points), HALF)
    mechanism = OfRows(build(Listed(queries), len(queries), threshold, Epsilon(TWO)), start)
    universe = one_row_moved(n)
    yield private(mechanism, universe, Guarantee(TWO**3, Fraction(0)))
    x, y = universe.labels
    series = [
        epoch([n * start.mean(q) - sum(map(q, rows)) for q in queries], threshold, HALF)
        for rows in (x, y)
    ]
    worst = max(series[1][key] / series[0][key] for key in series[0])
    first, second = law(mechanism, x), law(mechanism, y)
    if {*first} == {*second}:
        found = max(second.probability(key) / first.probability(key) for key in first)
        yield eq("the loss", found, worst)
    yield lt("more than 2 eps0", 2**2, worst)
    yield lt("with its answer, more than 3 eps0", 2**3, 2 * worst)


@dataclass(frozen=True)
class OfRows:
    """An epoch from uniform weights, on a database: where it is left, and the side."""

    epoch: Any
    start: PointWeights[Any]

    def __call__(self, database: Rows, coins: Any, /) -> tuple[int, int]:  # noqa: ANN401
        transcript, side = coins.run(self.epoch, ((), self.start, histogram(database)))
        return len(transcript), side


TOLD = over(case=(("AAB", 3, 2, HALF, 2), ("ABB", 2, 1, Fraction(0), 3)))


def same_output(
    mechanism: Any,  # noqa: ANN401
    points: int,
    n: int,
) -> Iterator[Comparison]:
    """Transcripts with the same indicators and answers b are the same."""
    for x in combinations_with_replacement(range(points), n):
        found = [*law(mechanism, x)]
        different = len({two_parts(told) for told in found})
        yield eq(f"x = {x}: transcripts, and what determines them", len(found), different)


@claim(
    "VT14.TXT.pmw-output",
    Form.PRINTED,
    TOLD,
    about=OnlinePrivateWeights,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 3.2, Privacy analysis, first sentence: with reweighting by a (step (b) prints "
        "alpha) the side of a is a fourth item; it is private with the indicator",
        "the number of transcripts, for A, A, B on databases of two rows",
        "the number of indicators with answers b",
    ),
)
def what_determines_the_output(
    build: Build, case: tuple[str, int, int, Fraction, int]
) -> Iterator[Comparison]:
    """The entire output is determined by the indicators for when updates occur, the queries, and
    the noisy answers b when an update occurs.

    Fair: (queries, points, rows, A, E) = case; updates go by a, as in step (b): a may be above
    q(h) where b is below it, and later answers of h differ.
    """
    word, points, n, threshold, epochs = case
    yield from same_output(
        build(*online(word, points, threshold, epochs, Epsilon(TWO))), points, n
    )


@claim(
    "VT14.TXT.pmw-output",
    Form.CORRECTED,
    TOLD,
    about=OnlinePrivateWeights,
    impostors={
        "updates by a": lambda *given: OnlinePrivateWeights(*given[:-1]),
        "silent queries answer a": variant(silent_is_a=True),
    },
)
def what_determines_the_output_by_b(
    build: Build, case: tuple[str, int, int, Fraction, int]
) -> Iterator[Comparison]:
    """If updates go by b, the entire output is determined by the indicators for when updates
    occur, the queries, and the noisy answers b; if they go by a, by these and the sides of a.

    Fair: (queries, points, rows, A, E) = case; all transcripts of every database.
    """
    word, points, n, threshold, epochs = case
    given = online(word, points, threshold, epochs, Epsilon(TWO))
    yield from same_output(build(*given, True), points, n)


TWICE: tuple[Case, ...] = (("AB", 2, 2, Fraction(1)), ("ABAB", 8, 4, Fraction(1)))


@claim(
    "VT14.TXT.pmw-comp",
    Form.PRINTED,
    over(case=sized(TWICE, TWICE, (*TWICE, ("AABAAB", 8, 4, Fraction(1))))),
    about=OnlinePrivateWeights,
    impostors={
        name: build
        for name, build in (LEAKING | ENDING).items()
        if name
        in {
            "one epoch more than is paid for",
            "answers without noise",
            "tests without noise",
            "exact answers in the end",
        }
    },
    uses=("VT14.C3.2.2",),
)
def epochs_compose(build: Build, case: Case) -> Iterator[Item]:
    """E epochs, each 4 eps0-private, compose to (O(sqrt(E ln(1/delta))) eps0, delta), E of the
    order of log |X| / alpha^2; to (4 E eps0, 0), and to each (eps, delta) of optimal composition.

    Fair: Two epochs, (queries, points, rows, A) = case, half of the rows at A, half at B, one is
    moved; more than 4 eps0 is lost. With a delta at e^eps = 2. What is declared for E = 0, ..., 4,
    delta by a binomial sum.
    """
    word, points, n, threshold = case
    universe = one_row_moved(n)
    mechanism = build(*online(word, points, threshold, 2, Epsilon(TWO)))
    yield private(mechanism, universe, Guarantee(TWO**8, Fraction(0)), name="two epochs")
    for exp_eps in (TWO, TWO**2, TWO**4):
        delta = binomial_delta(2, TWO**4, exp_eps)
        if exp_eps == 2:
            yield private(mechanism, universe, Guarantee(exp_eps, delta), name="e^eps = 2")
        yield eq(f"delta at {exp_eps}", PureRounds(TWO, (4,), 2).curve.delta_at(exp_eps), delta)
    for epochs in range(5):
        told = build(*online(word, points, threshold, epochs, Epsilon(TWO)))
        most = min(epochs, len(word))
        yield eq(f"E = {epochs}: e^eps", told.guarantee.exp_eps, 16**most)
        yield eq(f"E = {epochs}: delta", told.guarantee.delta, 0)
        if most:
            here = told.curve().delta_at(TWO)
            yield eq(f"E = {epochs}: delta at 2", here, binomial_delta(most, TWO**4, TWO))
    if len(word) == 2:
        once = build(*online(word, points, threshold, 0, Epsilon(TWO)))
        outputs = {told for x in universe.labels for told in law(once, x)}
        yield true("no epoch, no answer", outputs == {()})


def binomial_delta(count: int, x: Fraction, exp_eps: Fraction) -> Fraction:
    """The delta of so many pure losses ln(x), together: a sum over answers of odds x : 1."""
    total = Fraction(0)
    for signs in product((1, -1), repeat=count):
        ups = signs.count(1)
        first = (x / (1 + x)) ** ups * (1 / (1 + x)) ** (count - ups)
        second = (x / (1 + x)) ** (count - ups) * (1 / (1 + x)) ** ups
        total += max(Fraction(0), first - exp_eps * second)
    return total
