"""From a release with public rows to a learner with as many of them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import prod
from operator import le

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import (
    Answers,
    ByPublicRows,
    Promised,
    answers,
    assisted,
    classes,
    exact_answers,
    examples,
    noisy_count,
    padded,
    replaced,
)
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import private
from reference.data.concept import LabelledExample, Values, labelled_examples
from reference.data.database import Database
from reference.privacy.curve import curve_of_guarantee
from reference.privacy.epsilon import Epsilon
from reference.probability.dist import Dist
from reference.reductions.learner_from_assisted_release import (
    AssistedTranscript,
    LearnerByLabels,
    LearnerFromAssistedRelease,
)
from reference.reductions.learner_from_release import Concept, Transcript

SIZE = 2
EXAMPLES = labelled_examples(SIZE)

Examples = Database[LabelledExample]


@dataclass(frozen=True, slots=True)
class Case:
    """Examples, a release with public rows, what else a learner is told."""

    rows: Examples
    release: ByPublicRows[int, Answers]
    public: Examples
    concepts: tuple[Values, ...]
    padding: int
    eps: Epsilon[Fraction]

    @property
    def runs(self) -> list[tuple[Promised[int, Answers], Database[int]]]:
        """For the labels 1 and 0: the release with padded public rows, and padded rows."""
        kinds = [
            [padded(rows, self.padding, y) for rows in (self.public, self.rows)] for y in (1, 0)
        ]
        return [(self.release(public), rows) for public, rows in kinds]

    def count_of_ones(self) -> Dist[int, Fraction]:
        """K."""
        return noisy_count(sum(y for _, y in self.rows), len(self.rows), self.eps.root)

    def transcripts(self) -> Dist[Transcript, Fraction]:
        """Of independent runs, as fractions, and a count."""
        ones, zeros = (
            law_of(*run).map(lambda found: tuple((1 + g) / 2 for g in found)) for run in self.runs
        )
        told = ones.product(zeros).product(self.count_of_ones())
        return told.map(lambda told: Transcript(*told[0], told[1]))


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Of three examples and a public one; answers are private or exact."""
    concepts = draw(classes(SIZE, least=2, most=2))
    arbitrary = private(range(SIZE), draw(answers(2, low=-1)))

    def exact(rows: Database[int], _: object) -> Answers:
        return tuple(2 * a - 1 for a in exact_answers(concepts, rows))

    release = draw(assisted(range(SIZE), 1, draw(st.sampled_from([st.just(exact), arbitrary]))))
    rows, public = draw(examples(SIZE, 3)), draw(examples(SIZE, 1))
    eps = Epsilon(draw(st.sampled_from([Fraction(9), Fraction(64)])))
    return Case(rows, release, public, concepts, draw(st.sampled_from((1, 0))), eps)


@property_of(
    AssistedTranscript,
    {
        "public rows unpadded": "self.release(ones), => self.release((self.public[0][0],)),",
        "answers below 1/2": "(g + 1) / 2 => g / 2",
        "the count is free": ", Guarantee.pure(self.count_eps)] => ]",
        "the count costs twice": ", Guarantee => , Guarantee.pure(self.count_eps), Guarantee",
    },
    examples=25,
    case=cases(),
    place=st.sampled_from(range(3)),
)
def test_both_runs_see_rows_of_one_kind(
    made: type[AssistedTranscript[int, Fraction]], case: Case, place: int
) -> Fraction:
    """Public rows are padded like private ones; what three parts promise holds for all."""
    found = made(case.release, case.public, case.padding, case.eps)
    assert law_of(found, case.rows) == case.transcripts()
    promise, runs = found.guarantee, [run.guarantee for run, _ in case.runs]
    assert promise.exp_eps <= case.eps.exp() * prod(run.exp_eps for run in runs)
    assert promise.delta <= sum(run.delta for run in runs)
    lost = curve_between(found, replaced(case.rows, place, EXAMPLES))
    return slack(lost, curve_of_guarantee(promise.exp_eps, promise.delta))


@property_of(
    LearnerFromAssistedRelease,
    {
        "another padding": "(self.concepts, self.padding, => (self.concepts, 0,",
        "another number of rows": "len(database), told => len(database) + 1, told",
        "the concepts from the last": "concept(self.concepts, => concept(self.concepts[::-1],",
    },
    case=cases(),
    source=distributions(EXAMPLES),
)
def test_the_excess_error_is_small_if_answers_are_close(
    made: type[LearnerFromAssistedRelease[int, Fraction]],
    case: Case,
    source: Dist[LabelledExample, Fraction],
) -> Fraction:
    """At most 2 alpha + alpha_c, for any D, if answers are off by alpha and E[y] by alpha_c.

    So no excess is more likely than so large an error; D may be that of the examples.
    """
    p, concepts, told = case.padding, case.concepts, case.transcripts()
    found = law_of(made(case.release, case.public, concepts, p, case.eps), case.rows)

    def slack_for(law: Dist[LabelledExample, Fraction]) -> Fraction:
        halves = [
            law.map(lambda row: row[0] if row[1] else p),
            law.map(lambda row: p if row[1] else row[0]),
        ]
        exact = [half.map(h).probability(1) for half in halves for h in concepts]
        ones = law.probability_that(lambda row: row[1] == 1)

        def error(h: Concept[int]) -> Fraction:
            return law.probability_that(lambda row: h(row[0]) != row[1])

        def most(said: Transcript) -> Fraction:
            alpha = 2 * max(abs(a - b) for a, b in zip(said.ones + said.zeros, exact, strict=True))
            return 2 * alpha + 2 * abs(Fraction(said.labels_one, len(case.rows)) - ones)

        excess, may = found.map(lambda h: error(h) - min(map(error, concepts))), told.map(most)
        events = [partial(le, t) for t in excess]
        return min(may.probability_that(t) - excess.probability_that(t) for t in events)

    return min(map(slack_for, (source, Dist.uniform(case.rows))))


@property_of(
    LearnerByLabels,
    {
        "labels exchanged": "for label in (1, 0)) => for label in (0, 1))",
        "n for n - k": "(n - k) * b => n * b",
        "runs on no rows": "if rows else nothing => if True else nothing",
    },
    case=cases(),
)
def test_the_variant_asks_label_by_label(
    made: type[LearnerByLabels[int, Fraction]], case: Case
) -> None:
    """The first concept with least (1 - [(K/n) G1 - (1 - K/n) G2])/2; answers of no rows are 0."""
    concepts, rows = case.concepts, case.rows
    wired = case.release(tuple(x for x, _ in case.public))
    nothing = Dist.point((Fraction(0),) * len(concepts))
    split = (tuple(x for x, y in rows if y == label) for label in (1, 0))
    ones, zeros = (law_of(wired, some) if some else nothing for some in split)

    def best(told: tuple[tuple[Answers, Answers], int]) -> Values:
        (g1, g2), k = told
        share = Fraction(k, len(rows))
        errors = [(1 - (share * a - (1 - share) * b)) / 2 for a, b in zip(g1, g2, strict=True)]
        return concepts[errors.index(min(errors))]

    expected = ones.product(zeros).product(case.count_of_ones()).map(best)
    assert law_of(made(case.release, case.public, concepts, case.eps), rows) == expected
