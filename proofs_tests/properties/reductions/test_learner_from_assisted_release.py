"""From a release with public rows to a learner with as many of them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import prod
from operator import le

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, furthest, law_of, slack
from proofs_tests.properties.noise import noisy
from proofs_tests.properties.sides import at_most
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import (
    Answers,
    ByPublicRows,
    answers,
    assisted,
    exact_answers,
    examples,
    padded,
    replaced,
)
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import Stated, private
from reference.data.concept import LabelledExample, Values, all_functions, labelled_examples
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
CONCEPTS = tuple(all_functions(SIZE))

Examples = Database[LabelledExample]


@dataclass(frozen=True, slots=True)
class Case:
    """Examples, a release that is private or exact, a public example, what else is told."""

    rows: Examples
    release: ByPublicRows[int, Answers]
    public: Examples
    padding: int
    eps: Epsilon[Fraction]

    @property
    def runs(self) -> list[tuple[Stated[Database[int], Answers], Database[int]]]:
        """For the labels 1 and 0: the release with padded public rows, and padded rows."""
        p = self.padding
        return [(self.release(padded(self.public, p, y)), padded(self.rows, p, y)) for y in (1, 0)]

    def count_of_ones(self) -> Dist[int, Fraction]:
        """K."""
        ones = sum(y for _, y in self.rows)
        return Dist.weighted(noisy(ones, 1 / self.eps.root, 0, len(self.rows)).items())

    def transcripts(self) -> Dist[Transcript, Fraction]:
        """Of independent runs, as fractions, and a count."""
        ones, zeros = (
            law_of(*run).map(lambda found: tuple((1 + g) / 2 for g in found)) for run in self.runs
        )
        told = ones.product(zeros).product(self.count_of_ones())
        return told.map(lambda told: Transcript(*told[0], told[1]))


@dataclass(frozen=True, slots=True)
class Exact:
    """A release of answers without noise."""

    def __call__(self, rows: Database[int], _: object, /) -> Answers:
        """From -1 to 1."""
        return tuple(2 * a - 1 for a in exact_answers(CONCEPTS, rows))


ONE_PUBLIC = partial(assisted, range(SIZE), 1)
CASES = st.builds(
    Case,
    examples(SIZE, 3),
    ONE_PUBLIC(st.just(Exact()))
    | answers(4, low=-1).flatmap(lambda found: ONE_PUBLIC(private(range(SIZE), found))),
    examples(SIZE, 1),
    st.sampled_from((1, 0)),
    st.sampled_from([Fraction(9), Fraction(64)]).map(Epsilon),
)


@property_of(
    AssistedTranscript,
    {
        "public rows unpadded": "self.release(ones), => self.release((self.public[0][0],)),",
        "answers below 1/2": "(g + 1) / 2 => g / 2",
        "the count is free": ", Guarantee.pure(self.count_eps)] => ]",
        "the count costs twice": ", Guarantee => , Guarantee.pure(self.count_eps), Guarantee",
    },
    examples=25,
    case=CASES,
    place=st.sampled_from(range(3)),
)
def test_both_runs_see_rows_of_one_kind(
    made: type[AssistedTranscript[int, Fraction]], case: Case, place: int
) -> Fraction:
    """The ones, then the zeros: other rows, private or public, are replaced by the padding.

    No more is lost than is promised; and that is what both runs and the count lose, or less.
    """
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
        "the concepts from the last": "concept(self.concepts, => concept(self.concepts[::-1],",
    },
    case=CASES,
    source=st.none() | distributions(EXAMPLES),
)
def test_the_excess_error_is_small_if_answers_are_close(
    made: type[LearnerFromAssistedRelease[int, Fraction]],
    case: Case,
    source: Dist[LabelledExample, Fraction] | None,
) -> Fraction:
    """At most 2 alpha + alpha_c, for any D, if answers are off by alpha and E[y] by alpha_c.

    So no excess is more likely than so large an error; D may be that of the examples.
    """
    law, p = source or Dist.uniform(case.rows), case.padding
    halves = [
        law.map(lambda row: row[0] if row[1] else p),
        law.map(lambda row: p if row[1] else row[0]),
    ]
    right = [half.map(h).probability(1) for half in halves for h in CONCEPTS]
    ones = law.probability_that(lambda row: row[1] == 1)

    def most(told: Transcript) -> Fraction:
        alpha = 2 * furthest(told.ones + told.zeros, right)
        return 2 * alpha + 2 * abs(Fraction(told.labels_one, len(case.rows)) - ones)

    def error(h: Concept[int]) -> Fraction:
        return law.probability_that(lambda row: h(row[0]) != row[1])

    may, best = case.transcripts().map(most), min(map(error, CONCEPTS))
    found = law_of(made(case.release, case.public, CONCEPTS, p, case.eps), case.rows)
    excess = found.map(lambda h: error(h) - best)
    events = {t: partial(le, t) for t in excess if t}
    slacks = (
        at_most(
            excess.probability_that(event),
            may.probability_that(event),
            f"to err by {t} more than the best, or worse: the chance",
        )
        for t, event in events.items()
    )
    return min(slacks, default=Fraction(1))


@property_of(
    LearnerByLabels,
    {
        "labels exchanged": "for label in (1, 0)) => for label in (0, 1))",
        "n for n - k": "(n - k) * b => n * b",
        "runs on no rows": "if rows else nothing => if True else nothing",
    },
    case=CASES,
)
def test_the_variant_asks_label_by_label(
    made: type[LearnerByLabels[int, Fraction]], case: Case
) -> None:
    """The first concept with least (1 - [(K/n) G1 - (1 - K/n) G2])/2; answers of no rows are 0."""
    wired = case.release(tuple(x for x, _ in case.public))
    nothing = Dist.point((Fraction(0),) * len(CONCEPTS))
    split = (tuple(x for x, y in case.rows if y == label) for label in (1, 0))
    ones, zeros = (law_of(wired, some) if some else nothing for some in split)

    def best(told: tuple[tuple[Answers, Answers], int]) -> Values:
        (g1, g2), k = told
        share = Fraction(k, len(case.rows))
        errors = [(1 - (share * a - (1 - share) * b)) / 2 for a, b in zip(g1, g2, strict=True)]
        return CONCEPTS[errors.index(min(errors))]

    expected = ones.product(zeros).product(case.count_of_ones()).map(best)
    assert law_of(made(case.release, case.public, CONCEPTS, case.eps), case.rows) == expected
