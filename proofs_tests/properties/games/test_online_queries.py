"""Queries come one by one, each chosen by an analyst who has seen the answers before it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from math import ceil, prod
from operator import itemgetter
from typing import Any, ClassVar, NamedTuple

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from audits.ledger.edits import remade
from proofs_tests.properties.games.played import (
    Followed,
    Read,
    game_about,
    gathered,
    is_read,
    played,
)
from proofs_tests.properties.games.thresholds import Hidden
from proofs_tests.properties.measured import law_of
from proofs_tests.properties.noise import noise_from, noisy
from proofs_tests.properties.sides import refused
from proofs_tests.properties.stated import property_of
from reference.data.concept import Values
from reference.data.domain import Domain
from reference.data.named_classes import Stump
from reference.data.workloads import Workload
from reference.mechanisms.release.multiplicative_weights import (
    Answer,
    MultiplicativeWeights,
    Transcript,
)
from reference.mechanisms.release.online_multiplicative_weights import OnlineMultiplicativeWeights
from reference.mechanisms.release.private_multiplicative_weights import (
    Epoch,
    Listed,
    OnlinePrivateWeights,
    PrivateMultiplicativeWeights,
)
from reference.mechanisms.release.weights import PointWeights, StumpWeights, check_rate, corrected
from reference.override import override
from reference.privacy.curve import PrivacyCurve
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

POINTS = range(4)
RATE, ROOT = Fraction(2, 3), Fraction(4)
IN_PARTS = Epsilon(Fraction(2), 2)
"""Its e^eps is ROOT."""

START: PointWeights[Values] = PointWeights.uniform(POINTS, RATE)
QUERIES = st.sampled_from([Values(bits) for bits in product((0, 1), repeat=len(POINTS))])

THRESHOLDS = st.sampled_from([Fraction(k, 2) for k in range(-1, 4)])

Plan = tuple[Values, Values, Values]
Rows = tuple[int, ...]


def by_all_answers(plans: tuple[Plan, ...], transcript: Transcript) -> Values:
    """The next query: which of three, every answer before it decides."""
    seen = (
        (i + 1) * answer.value.numerator + answer.value.denominator + answer.asked
        for i, answer in enumerate(transcript)
    )
    return plans[len(transcript)][sum(seen) % 3]


class Branch(NamedTuple):
    """What is known after a transcript: the hypothesis, the noise of the threshold."""

    transcript: Transcript
    masses: tuple[Fraction, ...]
    corrections: int
    hidden: Hidden

    def mean(self, query: Values) -> Fraction:
        """The answer of the hypothesis."""
        return sum((m for x, m in enumerate(self.masses) if query(x)), Fraction(0))


class Online(Followed):
    """The analyst's plan grows by one round a move; noisy distances are tested."""

    moves = 5
    runs = 10
    outer: ClassVar[Fraction] = 1 / ROOT
    """The ratio of the noise of the threshold."""

    given: ClassVar[Fraction] = 1 / ROOT
    """The ratio of the noise of the answers."""

    loss: ClassVar[int]
    """A correction loses so many parts of eps, ROOT each."""

    @initialize(
        first=st.lists(st.sampled_from(POINTS), min_size=1, max_size=3),
        step=st.sampled_from(POINTS[1:]),
        threshold=THRESHOLDS,
        count=st.integers(0, 2),
        by_answer=st.booleans(),
    )
    def begin(
        self, first: list[int], step: int, threshold: Fraction, count: int, by_answer: bool
    ) -> None:
        """Two neighbours, and no query."""
        self.databases = [tuple(first), ((first[0] + step) % len(POINTS), *first[1:])]
        self.threshold, self.count, self.by_answer = threshold, count, by_answer
        self.plans: tuple[Plan, ...] = ()
        uniform = (Fraction(1, len(POINTS)),) * len(POINTS)
        start = Branch((), uniform, 0, self.fresh(Fraction(1)))
        self.branches = [[start], [start]]

    def fresh(self, weight: Fraction) -> Hidden:
        """A fresh threshold."""
        return Hidden.fresh(self.outer, 1 / ROOT, weight)

    @property
    def analyst(self) -> Callable[[Transcript], Values]:
        """By the plans so far."""
        return partial(by_all_answers, self.plans)

    @rule(plan=st.tuples(QUERIES, QUERIES, QUERIES))
    def ask(self, plan: Plan) -> None:
        """One more query, by what was answered before."""
        self.plans = (*self.plans, plan)
        for side, rows in enumerate(self.databases):
            self.branches[side] = [
                after
                for branch in self.branches[side]
                for after in self.answered(self.analyst(branch.transcript), rows, branch)
            ]

    def answered(self, query: Values, rows: Rows, branch: Branch) -> Iterator[Branch]:
        """Every answer, and what is known after it."""
        raise NotImplementedError

    def silent(self, query: Values, branch: Branch, hidden: Hidden) -> Branch:
        """The hypothesis answers."""
        answer = Answer(branch.mean(query), asked=False)
        return branch._replace(transcript=(*branch.transcript, answer), hidden=hidden)

    def corrected(
        self, query: Values, rows: Rows, branch: Branch, weight: Fraction, above: bool | None
    ) -> Iterator[Branch]:
        """The rows answer, as likely as the weight, and the hypothesis rises if they are above it.

        None: if their noisy answer is.
        """
        mean = branch.mean(query)
        for value, chance in noisy(sum(map(query, rows)), self.given, 0, len(rows)).items():
            answer = Fraction(value, len(rows))
            rises = answer >= mean if above is None else above
            masses = [m * (1 if query(x) == rises else RATE) for x, m in enumerate(branch.masses)]
            yield Branch(
                (*branch.transcript, Answer(answer, asked=True)),
                tuple(mass / sum(masses) for mass in masses),
                branch.corrections + 1,
                self.fresh(weight * chance),
            )

    @invariant()
    def all_that_is_promised_is_needed(self) -> None:
        """A smaller eps has a delta; a query is corrected at most once."""
        least = ROOT ** (self.loss * min(self.count, len(self.plans)))
        for most in self.promised(self.mechanism()):
            assert most.exp_eps_at(Fraction(0)) == least

    @override
    def read(self, side: int) -> Read[Transcript]:
        branches = self.branches[side]
        return gathered((branch.transcript, branch.hidden.total) for branch in branches)


def silence(gap: int, z: int) -> Fraction:
    """The chance that a test with this gap to the threshold does not fire."""
    return 1 - noise_from(1 / ROOT, gap + z)


def of_weights(edit: str) -> Any:
    """Wrong where it is made of the release of a list."""
    made = remade(MultiplicativeWeights, edit)
    return remade(OnlineMultiplicativeWeights, MultiplicativeWeights=made)


@game_about(
    OnlineMultiplicativeWeights,
    {
        "answers after the first are kept": (
            "first: int = places[0] => first: int = places[-1]",
            "min(left, 1) => left",
        ),
        "an analyst who sees no answers": "(transcript)) => (transcript[:0]))",
        "answers with the noise of tests": of_weights(
            "self.answer_eps.exp(-1) => self.test_eps.exp(Fraction(-1, 4))"
        ),
        "tests with the noise of answers": of_weights(
            "(0, self.test_eps) => (0, self.answer_eps * 4)"
        ),
        "one test": of_weights("for e in (x, -x) => for e in (x, x)"),
    },
)
class Corrected(Online):
    """Tests of both signs against one noisy threshold for each correction."""

    outer, given, loss = ROOT**-2, ROOT**-2, 6

    @override
    def answered(self, query: Values, rows: Rows, branch: Branch) -> Iterator[Branch]:
        """By the hypothesis after all corrections, or if both tests are silent."""
        hidden = branch.hidden
        if branch.corrections < self.count:
            error = sum(map(query, rows)) - len(rows) * branch.mean(query)
            for distance in (error, -error):
                hidden = hidden.times(partial(silence, ceil(self.threshold - distance)))
            fired = branch.hidden.total - hidden.total
            yield from self.corrected(query, rows, branch, fired, None)
        yield self.silent(query, branch, hidden)

    @override
    def mechanism(self) -> Any:
        """Two parts of eps are for an answer, four are for tests."""
        eps, asked = Epsilon(ROOT, 4), (self.analyst, len(self.plans), START)
        return self.made(*asked, self.threshold, self.count, eps, eps / 2)

    @override
    def promised(self, mechanism: Any) -> list[PrivacyCurve]:
        """By optimal composition of the corrections, too."""
        return [*super().promised(mechanism), mechanism.silent.curve()]


Chance = Callable[[int], Fraction]


def beyond(threshold: Fraction, error: Fraction) -> tuple[Chance, Chance]:
    """The chances that a noisy error reaches the noisy threshold, or is so far below 0."""

    def above(z: int) -> Fraction:
        return noise_from(1 / ROOT, ceil(max(threshold + z, Fraction(0)) - error))

    def below(z: int) -> Fraction:
        distance = threshold + z
        return noise_from(1 / ROOT, ceil(distance + error)) if distance > 0 else 1 - above(z)

    return above, below


@property_of(
    Epoch,
    {
        "the mean for two rows": "gap = n * mean => gap = 2 * mean",
        "a part of eps": "self.eps.exp(-1) => 1 / self.eps.root",
        "two points at most": "count_of(query, rows) => count_of(query, rows[:2])",
    },
    points=st.lists(st.sampled_from(POINTS), min_size=1, max_size=4)
    | st.sampled_from([[x] * 4 for x in POINTS]),
    query=QUERIES
    | st.sampled_from([Values(bits) for bits in sorted({*permutations((1, 0, 0, 0))})]),
    threshold=THRESHOLDS,
)
def test_an_epoch_ends_where_the_error_leaves_the_interval(
    made: Any, points: list[int], query: Values, threshold: Fraction
) -> None:
    """One query: of as many rows as there are, on either side as often as by all noise."""
    epoch = made(Listed((query,)), 1, threshold, IN_PARTS)
    rows = tuple(sorted(Counter(points).items()))
    error = sum(map(query, points)) - len(points) * START.mean(query)
    above, below = beyond(threshold, error)
    noisy_threshold = Hidden.fresh(1 / ROOT, 1 / ROOT, Fraction(1))
    read = {
        1: noisy_threshold.times(above).total,
        -1: noisy_threshold.times(below).total,
        0: noisy_threshold.times(lambda z: 1 - above(z) - below(z)).total,
    }
    assert is_read(law_of(epoch, ((), START, rows)).map(itemgetter(1)), read)


@game_about(
    OnlinePrivateWeights,
    {
        "by what was not released": "if self.by_answer => if False",
        "no noise in the threshold": (
            "t = self.threshold + coins.draw_noise(TwoSidedGeometric(ratio), settled)"
            " => t = self.threshold"
        ),
        "one side for a negative threshold": "1) - 1, -(-gap // 1) => 1) - 1, gap // 1 + 1",
        "a part of eps for an answer": "self.eps.exp(-1), (0, n) => 1 / self.eps.root, (0, n)",
        "the curve of a part of eps": "LOSSES * self.eps.parts => LOSSES",
        "the curve of one epoch fewer": (
            "powers, self.most_epochs) => powers, max(self.most_epochs - 1, 0))"
        ),
    },
)
class Epochs(Online):
    """A noisy distance is compared with one noisy threshold for each epoch."""

    runs, loss = 8, 4

    @override
    def answered(self, query: Values, rows: Rows, branch: Branch) -> Iterator[Branch]:
        """Below the threshold, above it, or so far on the other side; not after all epochs."""
        if branch.corrections == self.count:
            yield branch
            return
        error = sum(map(query, rows)) - len(rows) * branch.mean(query)
        above, below = beyond(self.threshold, error)
        silent = branch.hidden.times(lambda z: 1 - above(z) - below(z))
        yield self.silent(query, branch, silent)
        for event in (above, below):
            weight, side = branch.hidden.times(event).total, event is above
            yield from self.corrected(
                query, rows, branch, weight, None if self.by_answer else side
            )

    @override
    def mechanism(self) -> Any:
        """One loss for all noise."""
        asked = self.analyst, len(self.plans), START
        return self.made(*asked, self.threshold, self.count, IN_PARTS, self.by_answer)

    @override
    def promised(self, mechanism: Any) -> list[PrivacyCurve]:
        """By optimal composition of the epochs, too."""
        return [*super().promised(mechanism), mechanism.curve()]


@property_of(
    (MultiplicativeWeights, OnlineMultiplicativeWeights),
    {
        "one correction": "used == self.count => used == min(self.count, 1)",
        "the rows are not looked at": "if not n or => if True or",
        "fewer than no corrections": "if self.count < 0 => if False and self.count < 0",
        "fewer than no queries": "if self.rounds < 0 or => if self.rounds < 0 and",
    },
    examples=20,
    queries=st.lists(QUERIES, max_size=4).map(tuple) | st.tuples(QUERIES, QUERIES, QUERIES),
    rows=st.sampled_from([(), (0,), (1, 1), (0, 1), (0, 2)]),
    threshold=THRESHOLDS,
    count=st.integers(0, 3),
)
def test_a_list_is_an_analyst_who_does_not_listen(
    made: Any, queries: tuple[Values, ...], rows: Rows, threshold: Fraction, count: int
) -> None:
    """Without rows, all answers are those of the first hypothesis; numbers below 0 are refused."""
    of_list, of_analyst = made
    losses = threshold, -1, Epsilon(ROOT, 4), Epsilon(ROOT)
    assert refused(of_list, queries, START, *losses)
    for rounds, fewest in ((-1, 0), (0, -1)):
        refusal = START, threshold, fewest, *losses[2:]
        assert refused(of_analyst, Listed(queries), rounds, *refusal)
    further = START, threshold, count, Epsilon(ROOT, 4), Epsilon(ROOT)
    law = law_of(of_list(queries, *further), rows)
    assert law == law_of(of_analyst(Listed(queries), len(queries), *further), rows)
    shares = (Fraction(sum(map(query, POINTS)), len(POINTS)) for query in queries)
    assert rows or [*law] == [tuple(Answer(share, asked=False) for share in shares)]


@property_of(
    (corrected, OnlinePrivateWeights),
    {
        "a tie is below": "int(answer < => int(answer <=",
        "a tie with what is released is below": "above = b >= => above = b >",
    },
    examples=10,
    query=QUERIES,
    other=QUERIES,
)
def test_a_tie_counts_as_above(made: Any, query: Values, other: Values) -> None:
    """The answer that the hypothesis has comes from the rows, too."""
    rise, online = made
    above, tie = START.penalised(query, 0), Answer(START.mean(query), asked=True)
    assert rise(START, query, tie.value) == above
    asked = Listed((query, other)), 2, START
    law = law_of(online(*asked, Fraction(1, 2), 2, Epsilon(ROOT), True), tuple(POINTS))
    after = {second.value for first, second in law if first == tie and not second.asked}
    assert after == {above.mean(other)}


@property_of(
    (OnlinePrivateWeights, MultiplicativeWeights),
    {
        "against the first hypothesis": "b >= h.mean(query) => b >= self.start.mean(query)",
        "from the first hypothesis": "h, used = h.penalised => h, used = self.start.penalised",
        "the third time from the first": "ted(u, => ted(self.start if used > 1 else u,",
    },
    examples=10,
    queries=st.tuples(QUERIES, QUERIES, QUERIES, QUERIES),
    rows=st.sampled_from([(0,), (1, 2), (3, 3)]),
)
def test_by_answers_each_hypothesis_follows_from_those_before(
    made: Any, queries: tuple[Values, ...], rows: Rows
) -> None:
    """After up to three corrections: whoever reads the answers knows it."""
    (online, of_list), half = made, Fraction(1, 2)
    by_answer = online(Listed(queries), 3, START, half, 3, Epsilon(ROOT), True)
    listed = of_list(queries, START, half, 3, Epsilon(ROOT, 4), Epsilon(ROOT))
    for transcript in (*law_of(by_answer, rows), *law_of(listed, rows)):
        masses = [Fraction(1)] * len(POINTS)
        for query, answer in zip(queries, transcript, strict=False):
            mean = sum(m for x, m in enumerate(masses) if query(x)) / sum(masses)
            rises = answer.value >= mean
            if answer.asked:
                masses = [m * (1 if query(x) == rises else RATE) for x, m in enumerate(masses)]
            assert answer.asked or answer.value == mean


@property_of(
    PointWeights,
    {
        "at most two corrections of a point": "(x, k - least) => (x, min(k - least, 2))",
        "always the same rate": "(self.exponents, self.rate) => (self.exponents, Fraction(2, 3))",
        "exponents that only grow": "min(k for _, k in exponents) => 0",
        "a rate of 1": remade(
            PointWeights, check_rate=remade(check_rate, "not 0 < rate < 1 => not 0 < rate <= 1")
        ),
        "other points weigh more": "if min(k for _, k in self.exponents) < 0 => if False",
        "points listed twice": "if len({*points}) < len(points) => if not points",
        "the first points": "(x, 0) for x in points => (x, 0) for x, _ in enumerate(points)",
    },
    corrections=st.lists(st.tuples(QUERIES, st.integers(0, 1)), max_size=6),
    asked=QUERIES,
    rate=st.sampled_from([Fraction(1, 2), RATE, Fraction(3, 4)]),
    points=st.sampled_from([(*POINTS,), (3, 1), (2, 0, 3)]),
)
def test_every_correction_is_a_factor(
    made: Any,
    corrections: list[tuple[Values, int]],
    asked: Values,
    rate: Fraction,
    points: tuple[int, ...],
) -> None:
    """The weight of a point is multiplied by the rate whenever a query has the value there.

    A point that is listed twice is refused, as are weights that grow, and a rate of 1.
    """
    weights, masses = made.uniform(points, rate), dict.fromkeys(points, Fraction(1))
    for query, value in corrections:
        weights = weights.penalised(query, value)
        masses = {x: m * (rate if query(x) == value else 1) for x, m in masses.items()}
    assert min(k for _, k in weights.exponents) == 0
    share = sum(m for x, m in masses.items() if asked(x)) / sum(masses.values())
    assert weights.mean(asked) == share
    assert refused(made.uniform, (*points, points[0]), rate)
    assert refused(made.uniform, points, Fraction(1))
    assert refused(made, ((points[0], 0), (points[1], -1)), rate)


STUMPS = st.sampled_from([Stump(0), Stump(1)])


@property_of(
    StumpWeights,
    {
        "against what it is moved to": "self.exponents[query => -self.exponents[query",
        "zeros lose nothing": "1 if value else -1 => 1 if value else 0",
        "always the first bit": "exponents[query.attribute] += => exponents[0] +=",
        "always the same rate": "odds = self.rate => odds = Fraction(2, 3)",
    },
    corrections=st.lists(st.tuples(STUMPS, st.integers(0, 1)), max_size=6),
    asked=STUMPS,
    rate=st.sampled_from([Fraction(1, 2), RATE, Fraction(3, 4)]),
)
def test_stumps_weigh_vectors_as_their_list_does(
    made: Any, corrections: list[tuple[Stump, int]], asked: Stump, rate: Fraction
) -> None:
    """All vectors of two bits, after the same corrections."""
    weights, listed = made.uniform(2, rate), PointWeights[Stump].uniform(POINTS, rate)
    for query, value in corrections:
        weights, listed = weights.penalised(query, value), listed.penalised(query, value)
    assert weights.mean(asked) == listed.mean(asked)


def of_responses(lost: Sequence[Fraction], exp_eps: Fraction) -> Fraction:
    """The delta of independent randomised responses, which are right so many times as often.

    Of all mechanisms with these losses they lose the most.
    """
    delta = Fraction(0)
    for right in product((True, False), repeat=len(lost)):
        sides = [(r, 1) if each else (1, r) for r, each in zip(lost, right, strict=True)]
        first, second = (prod(Fraction(side[i]) for side in sides) for i in (0, 1))
        delta += max(first - exp_eps * second, Fraction(0))
    return delta / prod(1 + r for r in lost)


@property_of(
    (MultiplicativeWeights, OnlineMultiplicativeWeights),
    {
        "one correction, if the roots differ": "losses * self.corrections => losses",
        "the delta of twice the eps": "delta_at(exp_eps) => delta_at(exp_eps**2)",
    },
    examples=20,
    queries=st.integers(0, 3),
    count=st.integers(0, 3),
    test=st.sampled_from([Epsilon(ROOT, 4), Epsilon(ROOT**4), Epsilon(Fraction(3))]),
    answer=st.sampled_from([Epsilon(ROOT), Epsilon(Fraction(3, 2))]),
)
def test_corrections_lose_as_much_as_randomised_responses(
    made: Any, queries: int, count: int, test: Epsilon[Fraction], answer: Epsilon[Fraction]
) -> None:
    """Two for each correction, of a test and of an answer, at every e^eps."""
    of_list, of_analyst = made
    listed = (Values((0, 0, 0, 1)),) * queries
    further = START, Fraction(1), count, test, answer
    lost = [test.exp(), answer.exp()] * min(count, queries)
    for mechanism in (of_list(listed, *further), of_analyst(Listed(listed), queries, *further)):
        for x in (Fraction(1), ROOT, ROOT**2, ROOT**5, ROOT**8):
            assert mechanism.approximate(x) == Guarantee(x, of_responses(lost, x))
            assert of_list(listed, *further).curve().delta_at(x) == of_responses(lost, x)


@property_of(
    (PrivateMultiplicativeWeights, OnlinePrivateWeights),
    {
        "always by the count": "by_answer,\n        ) => by_answer and False,\n        )",
        "a point less": "queries.on(self.domain.size) => queries.on(self.domain.size - 1)",
        "no rows": "if not database => if False",
        "other points": "if self.domain.values != range(self.domain.size) => if False",
        "no query": "if not self.listed => if False",
        "fewer than no epochs": "self.rounds < 0 or self.epochs < 0 => self.rounds < 0",
        "fewer than no queries": "self.rounds < 0 or self.epochs < 0 => self.epochs < 0",
    },
    queries=st.tuples(QUERIES, QUERIES) | st.just(Workload.STUMPS) | st.just(Workload.POINTS),
    rows=st.sampled_from([(0,), (1, 1), (0, 1)]),
    threshold=THRESHOLDS,
    epochs=st.integers(0, 2),
    by_answer=st.booleans(),
)
def test_a_release_of_a_list_is_asked_it_in_order(
    made: Any,
    queries: tuple[Values, Values] | Workload,
    rows: Rows,
    threshold: Fraction,
    epochs: int,
    by_answer: bool,
) -> None:
    """With uniform weights, a family by name query by query; what it promises is the same.

    No row is refused, as are numbers below 0, no query, and points other than 0, 1, ....
    """
    of_list, of_analyst = made
    further = Epsilon(ROOT), by_answer
    listed = queries.on(len(POINTS)) if isinstance(queries, Workload) else queries
    release = of_list(queries, Domain.of_size(len(POINTS)), threshold, epochs, RATE, *further)
    online = of_analyst(Listed(listed), len(listed), START, threshold, epochs, *further)
    silent = of_analyst(Listed(listed), len(listed), START, threshold, 0, *further)
    assert all(refused(law_of, mechanism, ()) for mechanism in (release, silent))
    unlike = Domain(POINTS[::-1]), Domain(POINTS[1:])
    for asked, domain in (((), release.domain), *((queries, each) for each in unlike)):
        assert refused(of_list, asked, domain, threshold, epochs, RATE, *further)
    assert refused(of_analyst, *(Listed(listed), -1, START, threshold, epochs, *further))
    assert refused(of_analyst, *(Listed(listed), 2, START, threshold, -1, *further))
    assert not refused(law_of, release, rows)
    assert law_of(release, rows) == law_of(online, rows)
    assert release.guarantee == online.guarantee
    assert release.curve().breakpoints == online.curve().breakpoints


test_an_adaptive_analyst_is_answered_step_by_step = played(Corrected, Epochs)
