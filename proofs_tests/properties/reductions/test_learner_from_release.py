"""From a release of answers to a concept."""

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import (
    classes,
    exact_answers,
    examples,
    noisy_count,
    padded,
    releases,
    replaced,
)
from reference.data.concept import labelled_examples
from reference.privacy.composition import composed_curve
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist
from reference.reductions.learner_from_release import (
    LabelledAnswers,
    LearnerFromRelease,
    fitting_concept,
)

SIZE = 2
EXAMPLES = labelled_examples(SIZE)
NOT_ASKED = None
"""In place of a release."""

LOSSES = st.sampled_from([Fraction(9), Fraction(2), Fraction(3, 2)]).map(Epsilon)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Any, ...]:
    """Examples, a release, and concepts that agree at a padding or a loss for the count."""
    padding, eps = draw(st.sampled_from(range(SIZE))), draw(st.none() | LOSSES)
    same = None if eps else (padding, draw(st.sampled_from((0, 1))))
    concepts = draw(classes(SIZE, least=2, at=same))
    database = draw(examples(SIZE, 2, least=1))
    release = draw(releases(SIZE, len(database), len(concepts)))
    return database, release, concepts, padding, eps


def transcripts(case: Any, other: Any) -> Dist[tuple[Any, ...], Fraction]:
    """Of independent runs on both padded databases, and the number of ones with noise."""
    rows, release, _, padding, eps = case
    count = noisy_count(sum(y for _, y in rows), len(rows), eps.root) if eps else Dist.point(0)
    b1, b0 = law_of(release, padded(rows, padding, 1)), law_of(other, padded(rows, padding, 0))
    return b1.product(b0).product(count).map(lambda told: (*told[0], told[1]))


@property_of(
    (LabelledAnswers, LearnerFromRelease),
    {
        "the same release": "coins.run(for_zeros, zeros) => coins.run(for_ones, zeros)",
        "half of the eps": "self.count_eps.exp(-1) => 1 / (1 + self.count_eps.exp())",
        "another number of examples": "self.padding, len(database), => self.padding, 1,",
    },
    case=cases(),
    other=releases(SIZE, 2, 1),
    place=st.sampled_from((0, 1)),
)
def test_it_loses_two_releases_and_a_count(
    made: Any, case: Any, other: Any, place: int
) -> Fraction:
    """By optimal composition, at every (eps, delta) of the measured curve of the release.

    Both runs and the count are independent, and what they say decides.
    """
    (answers, learner), (rows, release, concepts, p, eps) = made, case
    assert law_of(answers((release, other), p, eps), rows).map(tuple) == transcripts(case, other)
    found = learner(release, concepts, p, eps)
    fit = partial(fitting_concept, concepts, p, len(rows))
    assert law_of(found, rows) == transcripts(case, release).map(fit)
    assert law_of(learner(NOT_ASKED, concepts, p, eps), ()) == Dist.point(concepts[0])
    pairs = replaced(rows, place % len(rows), EXAMPLES)
    halves = [(padded(a, p, label), padded(b, p, label)) for a, b in pairs for label in (0, 1)]
    counted = [Guarantee.pure(eps)] if eps else []
    built = curve_between(answers((release, release), p, eps), pairs)
    runs = [Guarantee(x, delta) for x, delta in curve_between(release, halves).breakpoints]
    return min(slack(built, composed_curve([run, run, *counted])) for run in runs)


@property_of(
    fitting_concept,
    {
        "the sum": "b0[i] - b1[i] => b0[i] + b1[i]",
        "no padding": "* c(padding) => * 0",
        "N - k": "rows - 2 * k => rows - k",
    },
    concepts=classes(SIZE, least=2),
    rows=examples(SIZE, 4, least=2),
    errors=st.tuples(*[st.integers(-1, 1).map(lambda n: Fraction(n, 8))] * 6),
)
def test_it_errs_little_more_than_the_best_concept(
    fit: Any, concepts: Any, rows: Any, errors: Any
) -> Fraction:
    """4 alpha N + 2 d examples more if answers are off by at most alpha and k by at most d."""
    size, ones = len(concepts), sum(y for _, y in rows)
    wrong = {c: sum(c(x) != y for x, y in rows) for c in concepts}
    slacks: list[Fraction] = []
    for padding, off, scale in product((0, 1), (-1, 0, 1), (0, 1)):
        halves = [padded(rows, padding, label) for label in (1, 0)]
        exact = [answer for half in halves for answer in exact_answers(concepts, half)]
        told = [a + scale * e for a, e in zip(exact, errors, strict=False)]
        found = fit(concepts, padding, len(rows), (told[:size], told[size:], ones + off))
        most = 4 * scale * max(map(abs, errors)) * len(rows) + 2 * abs(off)
        slacks.append(most + min(wrong.values()) - wrong[found])
    return min(slacks)
