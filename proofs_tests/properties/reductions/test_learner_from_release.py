"""From a release of answers to a concept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import (
    Answers,
    classes,
    close_releases,
    exact_answers,
    examples,
    noisy_count,
    padded,
    releases,
    replaced,
)
from reference.data.concept import LabelledExample, Values, labelled_examples
from reference.data.database import Database
from reference.privacy.composition import composed_curve
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist
from reference.reductions.learner_from_release import (
    LabelledAnswers,
    LearnerFromRelease,
    fitting_concept,
    padded_by_label,
)

SIZE = 2
EXAMPLES = labelled_examples(SIZE)

Examples = Database[LabelledExample]
Release = Mechanism[Database[int], Answers, Fraction]
Concepts = tuple[Values, ...]
LOSSES = st.sampled_from([Fraction(2), Fraction(3), Fraction(3, 2)]).map(Epsilon)


def errors(c: Callable[[int], int], rows: Examples) -> int:
    """How many examples a concept labels otherwise."""
    return sum(c(x) != y for x, y in rows)


@property_of(
    (padded_by_label, fitting_concept),
    {
        "exchanged": "return ones, zeros => return zeros, ones",
        "the ones unpadded": "tuple(x if y else padding for => tuple(x for",
        "the zeros unpadded": "tuple(padding if y else x for => tuple(x for",
        "the sum": "b0[i] - b1[i] => b0[i] + b1[i]",
        "the difference exchanged": "b0[i] - b1[i] => b1[i] - b0[i]",
        "N - k": "rows - 2 * k => rows - k",
        "no padding": "* c(padding) => * 0",
        "fractions for numbers": "rows * (b0 => (b0",
        "the most errors": "min(errors) => max(errors)",
    },
    concepts=classes(SIZE),
    database=examples(SIZE, 3, least=1),
    padding=st.sampled_from(range(SIZE)),
)
def test_exact_answers_tell_the_errors(
    made: tuple[Callable[..., tuple[Database[int], ...]], Callable[..., Values]],
    concepts: Concepts,
    database: Examples,
    padding: int,
) -> None:
    """The first of the concepts that label fewest examples otherwise is found."""
    split, fit = made
    b1, b0 = (exact_answers(concepts, half) for half in split(database, padding))
    found = fit(concepts, padding, len(database), (b1, b0, sum(y for _, y in database)))
    assert found == min(concepts, key=lambda c: errors(c, database))


@dataclass(frozen=True)
class Case:
    """A release for a class, and what it is run on."""

    concepts: Concepts
    padding: int
    release: Release
    eps: Epsilon[Fraction] | None
    database: Examples

    def built(
        self, made: type[LearnerFromRelease[int, Fraction]]
    ) -> LearnerFromRelease[int, Fraction]:
        """The learner."""
        return made(self.release, self.concepts, self.padding, self.eps)

    def transcripts(self, zeros: Release) -> Dist[tuple[Answers, Answers, int], Fraction]:
        """The law of (b1, b0, k): independent runs on both padded databases, and a count."""
        rows, number = self.database, Dist.point(0)
        if self.eps is not None:
            number = noisy_count(sum(y for _, y in rows), len(rows), self.eps.root)
        b1 = law_of(self.release, padded(rows, self.padding, 1))
        b0 = law_of(zeros, padded(rows, self.padding, 0))
        return b1.product(b0).product(number).map(lambda t: (*t[0], t[1]))


@st.composite
def cases(draw: st.DrawFn, *, close: bool = False) -> Case:
    """Concepts that agree at the padding, or a loss for the count; one or two examples."""
    padding, eps = draw(st.sampled_from(range(SIZE))), draw(st.none() | LOSSES)
    same = None if eps else (padding, draw(st.sampled_from((0, 1))))
    concepts = draw(classes(SIZE, least=2, at=same))
    database = draw(examples(SIZE, 2, least=int(not close)))
    n = len(database)
    anything = releases(SIZE, n, len(concepts))
    release = draw(close_releases(concepts, SIZE, n) if close else anything)
    return Case(concepts, padding, release, eps, database)


@property_of(
    LabelledAnswers,
    {
        "both about the ones": "coins.run(for_zeros, zeros) => coins.run(for_zeros, ones)",
        "the same release": "coins.run(for_zeros, zeros) => coins.run(for_ones, zeros)",
        "the zeros": "sum(y for _, y in database) => sum(1 - y for _, y in database)",
        "half of the eps": "self.count_eps.exp(-1) => 1 / (1 + self.count_eps.exp())",
        "beyond N": "(0, len(database)) => (0, len(database) + 1)",
        "at least 1": "(0, len(database)) => (1, len(database))",
        "always counted": "k = 0 => k = sum(y for _, y in database)",
    },
    case=cases(),
    other=releases(SIZE, 2, 1),
)
def test_two_runs_and_a_count_are_independent(
    made: type[LabelledAnswers[int, Fraction]], case: Case, other: Release
) -> None:
    """The product of the laws on both padded databases and of the count."""
    found = law_of(made((case.release, other), case.padding, case.eps), case.database)
    assert found.map(tuple) == case.transcripts(other)


@property_of(
    LearnerFromRelease,
    {
        "another number of examples": "self.padding, len(database), => self.padding, 1,",
        "another padding": "concepts, self.padding, => concepts, 1 - self.padding,",
        "no count": "self.padding, self.count_eps) => self.padding, None)",
        "the first concept always": "if not database: => if database:",
    },
    case=cases(close=True),
    alpha=st.sampled_from([Fraction(0), Fraction(1, 8)]),
    off=st.integers(0, 1),
)
def test_it_errs_little_more_than_the_best_concept(
    made: type[LearnerFromRelease[int, Fraction]], case: Case, alpha: Fraction, off: int
) -> Fraction:
    """4 alpha N + 2 d examples more if both runs are off by at most alpha and k by at most d."""
    rows, n = case.database, len(case.database)
    told = case.transcripts(case.release)
    exact = [exact_answers(case.concepts, padded(rows, case.padding, y)) for y in (1, 0)]
    ones = sum(y for _, y in rows) if case.eps else 0
    apart = off if case.eps else 0

    def seems(b1: Answers, b0: Answers, k: int) -> Values:
        """The first concept with the fewest errors, as far as the transcript tells."""
        at = {c: c(case.padding) for c in case.concepts}
        shown = zip(case.concepts, b1, b0, strict=True)
        return min(shown, key=lambda t: k * (1 - 2 * at[t[0]]) + n * (t[2] - t[1] + at[t[0]]))[0]

    def is_close(b1: Answers, b0: Answers, k: int) -> bool:
        """Whether no answer is off by more than alpha, and the count by no more than d."""
        pairs = [p for b, e in zip((b1, b0), exact, strict=True) for p in zip(b, e, strict=True)]
        return abs(k - ones) <= apart and all(abs(a - b) <= alpha for a, b in pairs)

    found = law_of(case.built(made), rows)
    assert found == told.map(lambda t: seems(*t))
    most = min(errors(c, rows) for c in case.concepts) + 4 * alpha * n + 2 * apart
    good = told.probability_that(lambda t: is_close(*t))
    return found.probability_that(lambda c: errors(c, rows) <= most) - good


@property_of(
    LabelledAnswers,
    {
        "hardly any noise": "count_eps.exp(-1) => count_eps.exp(-9)",
        "the ones alone": "(database, self.padding) => (database[:1] * 2, self.padding)",
    },
    case=cases(),
    place=st.sampled_from((0, 1)),
)
def test_it_loses_two_releases_and_a_count(
    made: type[LabelledAnswers[int, Fraction]], case: Case, place: int
) -> Fraction:
    """By optimal composition, at every (eps, delta) of the measured curve of the release."""
    pairs = replaced(case.database, place % len(case.database), EXAMPLES)
    p, labels = case.padding, (0, 1)
    halves = [(padded(a, p, label), padded(b, p, label)) for a, b in pairs for label in labels]
    counted = [] if case.eps is None else [Guarantee.pure(case.eps)]
    built = curve_between(made((case.release, case.release), p, case.eps), pairs)
    runs = [Guarantee(x, delta) for x, delta in curve_between(case.release, halves).breakpoints]
    return min(slack(built, composed_curve([run, run, *counted])) for run in runs)
