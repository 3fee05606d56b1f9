"""From a release of answers to a concept."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product, starmap
from typing import Any, NamedTuple

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, law_of, slack
from proofs_tests.properties.noise import noisy
from proofs_tests.properties.sides import at_most, named, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import (
    Answers,
    answers,
    exact_answers,
    examples,
    functions,
    padded,
    replaced,
)
from proofs_tests.strategies.mechanisms import mechanisms
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
    Transcript,
    fitting_concept,
)

SIZE = 2
EXAMPLES = labelled_examples(SIZE)
NOT_ASKED: Any = None
"""In place of a release."""


def classes(most: int) -> st.SearchStrategy[tuple[Values, ...]]:
    """Two concepts, or so many."""
    return st.lists(functions(SIZE), min_size=2, max_size=most, unique=True).map(tuple)


RELEASES = answers(2).flatmap(partial(mechanisms, range(SIZE), 2))
LOSSES = st.sampled_from([Fraction(9), Fraction(2), Fraction(3, 2)]).map(Epsilon)


class Case(NamedTuple):
    """Two concepts and a padding at which they agree, or a loss for the count."""

    concepts: tuple[Values, ...]
    padding: int
    eps: Epsilon[Fraction] | None


def is_meant(case: Case) -> bool:
    """Whether the count is told, or is not needed."""
    return case.eps is not None or len({c(case.padding) for c in case.concepts}) == 1


CASES = st.builds(Case, classes(2), st.sampled_from(range(SIZE)), st.none() | LOSSES).filter(
    is_meant
)

Release = Mechanism[Database[int], Answers, Fraction]
Fit = Callable[[tuple[Values, ...], int, int, Transcript], Values]
Builds = tuple[type[LabelledAnswers[int, Fraction]], type[LearnerFromRelease[int, Fraction]]]


@property_of(
    (LabelledAnswers, LearnerFromRelease),
    {
        "the same release": "coins.run(for_zeros, zeros) => coins.run(for_ones, zeros)",
        "half of the eps": "self.count_eps.exp(-1) => 1 / (1 + self.count_eps.exp())",
        "another number of examples": "self.padding, len(database), => self.padding, 1,",
    },
    case=CASES,
    two=st.tuples(*[RELEASES] * 2),
    rows=examples(SIZE, 2),
    place=st.sampled_from((0, 1)),
)
def test_it_loses_two_releases_and_a_count(
    made: Builds,
    case: Case,
    two: tuple[Release, Release],
    rows: Database[LabelledExample],
    place: int,
) -> Fraction:
    """By optimal composition, at every (eps, delta) of the measured curves of the releases.

    A learner decides by two independent runs of one release, and the count.
    """
    (labelled, learner), (concepts, p, eps) = made, case
    ones = noisy(sum(y for _, y in rows), 1 / eps.root, 0, 2) if eps else {0: Fraction(1)}
    b1, b0 = (law_of(two[0], padded(rows, p, label)) for label in (1, 0))
    told = (
        b1.product(b0)
        .product(Dist.weighted(ones.items()))
        .map(lambda told: Transcript(*told[0], told[1]))
    )
    fit = partial(fitting_concept, concepts, p, 2)
    assert law_of(labelled((two[0], two[0]), p, eps), rows) == told
    assert law_of(learner(two[0], concepts, p, eps), rows) == told.map(fit)
    assert law_of(learner(NOT_ASKED, concepts, p, eps), ()) == Dist.point(concepts[0])
    pairs, counted = replaced(rows, place, EXAMPLES), [Guarantee.pure(eps)] if eps else []
    points = []
    for release, label in zip(two, (1, 0), strict=True):
        halves = [(padded(a, p, label), padded(b, p, label)) for a, b in pairs]
        points.append(starmap(Guarantee, curve_between(release, halves).breakpoints))
    built = curve_between(labelled(two, p, eps), pairs)
    slacks = {runs: slack(built, composed_curve([*runs, *counted])) for runs in product(*points)}
    nearest = min(slacks, key=slacks.__getitem__)
    lost = ", ".join(f"{each.delta} at {each.exp_eps}" for each in nearest)
    return named(slacks[nearest], f"of releases that lose {lost}")


@property_of(
    LearnerFromRelease,
    {"the first two agree": "for c in self.concepts}) => for c in self.concepts[:2]})"},
    concepts=classes(3),
    padding=st.sampled_from(range(SIZE)),
)
def test_without_a_count_all_concepts_agree_at_the_padding(
    made: Any, concepts: tuple[Values, ...], padding: int
) -> None:
    """If they differ there, the number of ones is needed."""
    differ = len({c(padding) for c in concepts}) > 1
    assert refused(made, NOT_ASKED, concepts, padding) == differ
    assert not refused(made, NOT_ASKED, concepts, padding, Epsilon(Fraction(2)))


@property_of(
    fitting_concept,
    {
        "the sum": "b0[i] - b1[i] => b0[i] + b1[i]",
        "no padding": "* c(padding) => * 0",
        "N - k": "rows - 2 * k => rows - k",
        "the last of them": "errors.index(min(errors)) => -1 - errors[::-1].index(min(errors))",
    },
    concepts=classes(3),
    rows=examples(SIZE, 4, least=2),
    errors=st.tuples(*[st.integers(-1, 1).map(lambda n: Fraction(n, 8))] * 6),
)
def test_it_errs_little_more_than_the_best_concept(
    fit: Fit,
    concepts: tuple[Values, ...],
    rows: Database[LabelledExample],
    errors: tuple[Fraction, ...],
) -> Fraction:
    """4 alpha N + 2 d examples more if answers are off by at most alpha and k by at most d.

    If neither is off it is the first of the best.
    """
    size, ones = len(concepts), sum(y for _, y in rows)
    wrong = {c: sum(c(x) != y for x, y in rows) for c in concepts}
    best = min(concepts, key=wrong.__getitem__)
    slacks: list[Fraction] = []
    for padding, off, scale in product((0, 1), (-1, 0, 1), (0, 1)):
        halves = [padded(rows, padding, label) for label in (1, 0)]
        exact = [answer for half in halves for answer in exact_answers(concepts, half)]
        told = [a + scale * e for a, e in zip(exact, errors, strict=False)]
        transcript = Transcript(tuple(told[:size]), tuple(told[size:]), ones + off)
        found = fit(concepts, padding, len(rows), transcript)
        most = 4 * scale * max(map(abs, errors)) * len(rows) + 2 * abs(off)
        if most:
            case = f"padding {padding}, {scale} times the errors, k off by {off}"
            slacks.append(
                at_most(
                    wrong[found], most + wrong[best], f"({case}) the number of errors of {found}"
                )
            )
        else:
            assert found == best
    return min(slacks)
