"""From a release with public rows to a learner with as many of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import (
    Answers,
    ByPublicRows,
    answers,
    assisted,
    classes,
    examples,
    noisy_count,
    padded,
    replaced,
    sources,
)
from proofs_tests.strategies.mechanisms import private
from reference.data.concept import LabelledExample, Values, labelled_examples
from reference.data.database import Database
from reference.mechanisms.learning.on_sample import Distribution
from reference.privacy.composition import composed_curve
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist
from reference.reductions.learner_from_assisted_release import (
    AssistedTranscript,
    LearnerByLabels,
    LearnerFromAssistedRelease,
)

SIZE = 2
EXAMPLES = labelled_examples(SIZE)

Examples = Database[LabelledExample]
Told = tuple[Answers, Answers, int]
Learner = LearnerFromAssistedRelease[int, Fraction]


def sign(bit: int) -> int:
    """-1 for 0, 1 for 1."""
    return 2 * bit - 1


@dataclass(frozen=True)
class Case:
    """A release, its public rows, and private ones."""

    concepts: tuple[Values, ...]
    padding: int
    release: ByPublicRows[int, Answers]
    public: Examples
    eps: Epsilon[Fraction]
    database: Examples

    def transcript(
        self, made: type[AssistedTranscript[int, Fraction]]
    ) -> AssistedTranscript[int, Fraction]:
        """What the learner sees."""
        return made(self.release, self.public, self.padding, self.eps)

    def run(self, label: int, rows: Examples) -> Dist[Answers, Fraction]:
        """The law of the answers for a label, in [-1, 1]."""
        wired = self.release(padded(self.public, self.padding, label))
        return law_of(wired, padded(rows, self.padding, label))

    def count(self, rows: Examples) -> Dist[int, Fraction]:
        """The law of K."""
        return noisy_count(sum(y for _, y in rows), len(rows), self.eps.root)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """One public example and one or two private ones."""
    concepts = draw(classes(SIZE, least=2))
    found = draw(answers(len(concepts), low=-1))
    release = draw(assisted(range(SIZE), 1, private(range(SIZE), found)))
    eps = Epsilon(draw(st.sampled_from([Fraction(2), Fraction(4)])))
    rows = examples(SIZE, 2, least=1)
    return Case(
        concepts, draw(st.sampled_from((0, 1))), release, draw(examples(SIZE, 1)), eps, draw(rows)
    )


@property_of(
    AssistedTranscript,
    {
        "public rows unpadded": "self.release(ones), => self.release((self.public[0][0],)),",
        "public ones twice": ", self.release(zeros) => , self.release(ones)",
        "public zeros first": "return self.release(ones), => return self.release(zeros),",
        "answers as they are": "(g + 1) / 2 => g",
        "answers below 1/2": "(g + 1) / 2 => g / 2",
        "one run's promise": "guarantee, second.guarantee, => guarantee, first.guarantee,",
        "the count is free": ", Guarantee.pure(self.count_eps)] => ]",
        "another padding": "Answers(runs, self.padding, => Answers(runs, 0,",
        "no count": "(runs, self.padding, self.count_eps) => (runs, self.padding, None)",
    },
    case=cases(),
    place=st.sampled_from((0, 1)),
)
def test_both_runs_see_rows_of_one_kind(
    made: type[AssistedTranscript[int, Fraction]], case: Case, place: int
) -> Fraction:
    """Public rows are padded like private ones; what is lost is at most what three parts lose."""
    found = case.transcript(made)
    ones, zeros = (
        case.run(y, case.database).map(lambda g: tuple((1 + x) / 2 for x in g)) for y in (1, 0)
    )
    parts = ones.product(zeros).product(case.count(case.database))
    assert law_of(found, case.database).map(tuple) == parts.map(lambda t: (*t[0], t[1]))
    wired = [case.release(padded(case.public, case.padding, y)) for y in (1, 0)]
    promised = [w.guarantee for w in wired]
    assert found.guarantee.exp_eps == case.eps.root * promised[0].exp_eps * promised[1].exp_eps
    assert found.guarantee.delta == min(1, promised[0].delta + promised[1].delta)
    pairs = replaced(case.database, place % len(case.database), EXAMPLES)
    losses = [Guarantee.pure(case.eps)]
    for y, mechanism in zip((1, 0), wired, strict=True):
        halves = [(padded(a, case.padding, y), padded(b, case.padding, y)) for a, b in pairs]
        x = curve_between(mechanism, halves).max_ratio
        assert isinstance(x, Fraction)
        losses.append(Guarantee(x, Fraction(0)))
    return slack(curve_between(found, pairs), composed_curve(losses))


def errors(source: Distribution[LabelledExample], h: Callable[[int], int]) -> Fraction:
    """The mass of the examples that h labels otherwise."""
    return sum((p for (x, y), p in source if h(x) != y), Fraction(0))


@property_of(
    LearnerFromAssistedRelease,
    {
        "another padding": "(self.concepts, self.padding, => (self.concepts, 0,",
        "another number of rows": "len(database), told => len(database) + 1, told",
        "the concepts from the last": "concept(self.concepts, => concept(self.concepts[::-1],",
        "other halves": "self.public, self.padding, => self.public, 1,",
    },
    case=cases(),
    source=sources(EXAMPLES),
    alpha=st.builds(Fraction, st.integers(0, 6), st.just(4)),
    off=st.builds(Fraction, st.integers(0, 6), st.just(4)),
)
def test_the_excess_error_is_small_if_answers_are_close(
    made: type[Learner],
    case: Case,
    source: Distribution[LabelledExample],
    alpha: Fraction,
    off: Fraction,
) -> Fraction:
    """At most 2 alpha + alpha_c, for any D, with the probability that all answers are close."""
    rows, p = case.database, case.padding
    runs = [case.run(label, rows) for label in (1, 0)]
    found = law_of(made(case.release, case.public, case.concepts, p, case.eps), rows)
    told = runs[0].product(runs[1]).product(case.count(rows))
    assert found == told.map(lambda t: first(case, *t[0], t[1]))
    labels = sum((mass * sign(y) for (_, y), mass in source), Fraction(0))
    good = case.count(rows).probability_that(
        lambda k: abs(Fraction(2 * k, len(rows)) - 1 - labels) <= off
    )
    for label, law in zip((1, 0), runs, strict=True):
        half = [(x if y == label else p, mass) for (x, y), mass in source]
        means = [sum((m * sign(h(x)) for x, m in half), Fraction(0)) for h in case.concepts]
        good *= law.probability_that(close(means, alpha))
    most = min(errors(source, h) for h in case.concepts) + 2 * alpha + off
    return found.probability_that(lambda h: errors(source, h) <= most) - good


def first(case: Case, g1: Answers, g2: Answers, k: int) -> Values:
    """The first concept with least (1 - [G1 - G2 + h(p) (2K/n - 1)])/2."""
    n = len(case.database)
    shown = [
        (1 - (a - b + sign(h(case.padding)) * (Fraction(2 * k, n) - 1))) / 2
        for h, a, b in zip(case.concepts, g1, g2, strict=True)
    ]
    return case.concepts[shown.index(min(shown))]


def close(mean: list[Fraction], alpha: Fraction) -> Callable[[Answers], bool]:
    """Whether no answer is off by more."""
    return lambda found: all(abs(a - b) <= alpha for a, b in zip(found, mean, strict=True))


@property_of(
    LearnerByLabels,
    {
        "both labels": "if y == label => if y >= label",
        "labels exchanged": "for label in (1, 0)) => for label in (0, 1))",
        "ones and zeros": "(n - k) * b for a, b => (n - k) * a for a, b",
        "the sum": "k * a - (n => k * a + (n",
        "n for n - k": "(n - k) * b => n * b",
        "the least": "fits.index(max(fits)) => fits.index(min(fits))",
        "more noise": "count_eps.exp(-1) => count_eps.exp(-2)",
        "the public labels": "tuple(x for x, _ in => tuple(x for _, x in",
        "runs on no rows": "if rows else nothing => if True else nothing",
        "the count beyond n": "(0, n)) => (0, n + 1))",
    },
    case=cases(),
)
def test_the_variant_asks_label_by_label(
    made: type[LearnerByLabels[int, Fraction]], case: Case
) -> None:
    """The first concept with least (1 - [(K/n) G1 - (1 - K/n) G2])/2; answers of no rows are 0."""
    found = law_of(made(case.release, case.public, case.concepts, case.eps), case.database)
    wired = case.release(tuple(x for x, _ in case.public))
    nothing = Dist.point((Fraction(0),) * len(case.concepts))
    runs = []
    for label in (1, 0):
        rows = tuple(x for x, y in case.database if y == label)
        runs.append(law_of(wired, rows) if rows else nothing)

    def best(g1: Answers, g2: Answers, k: int) -> Values:
        """The first with the least error that is told."""
        s = Fraction(k, len(case.database))
        shown = [(1 - (s * a - (1 - s) * b)) / 2 for a, b in zip(g1, g2, strict=True)]
        return case.concepts[shown.index(min(shown))]

    expected = runs[0].product(runs[1]).product(case.count(case.database))
    assert found == expected.map(lambda t: best(*t[0], t[1]))
