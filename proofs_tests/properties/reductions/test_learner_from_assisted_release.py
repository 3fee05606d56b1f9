"""From a release with public rows to a learner with as many of them."""

from fractions import Fraction
from functools import partial
from math import prod
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import (
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
from reference.data.concept import labelled_examples
from reference.privacy.composition import composed_curve
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist
from reference.reductions.learner_from_assisted_release import (
    AssistedTranscript,
    LearnerByLabels,
    LearnerFromAssistedRelease,
)
from reference.reductions.learner_from_release import Transcript, fitting_concept

SIZE = 2
EXAMPLES = labelled_examples(SIZE)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Any, ...]:
    """One or two private examples, a release, a public example, concepts, a padding, a loss."""
    concepts = draw(classes(SIZE, least=2))
    found = draw(answers(len(concepts), low=-1))
    release = draw(assisted(range(SIZE), 1, private(range(SIZE), found)))
    private_rows, public = draw(examples(SIZE, 2, least=1)), draw(examples(SIZE, 1))
    eps = Epsilon(draw(st.sampled_from([Fraction(2), Fraction(4)])))
    return private_rows, release, public, concepts, draw(st.sampled_from((0, 1))), eps


def runs(case: Any) -> list[tuple[Any, Any]]:
    """For the labels 1 and 0: the release with padded public rows, and padded private rows."""
    rows, release, public, _, padding, _ = case
    return [(release(padded(public, padding, y)), padded(rows, padding, y)) for y in (1, 0)]


def count_of_ones(case: Any) -> Dist[int, Fraction]:
    """K."""
    rows, *_, eps = case
    return noisy_count(sum(y for _, y in rows), len(rows), eps.root)


def transcripts(case: Any) -> Dist[tuple[Any, ...], Fraction]:
    """Of independent runs, as fractions, and a count."""
    ones, zeros = (
        law_of(*run).map(lambda found: tuple((1 + g) / 2 for g in found)) for run in runs(case)
    )
    return ones.product(zeros).product(count_of_ones(case)).map(lambda told: (*told[0], told[1]))


@property_of(
    AssistedTranscript,
    {
        "public rows unpadded": "self.release(ones), => self.release((self.public[0][0],)),",
        "answers below 1/2": "(g + 1) / 2 => g / 2",
        "the count is free": ", Guarantee.pure(self.count_eps)] => ]",
    },
    examples=25,
    case=cases(),
    place=st.sampled_from((0, 1)),
)
def test_both_runs_see_rows_of_one_kind(made: Any, case: Any, place: int) -> Fraction:
    """Public rows are padded like private ones; what is lost is at most what three parts lose."""
    rows, release, public, _, padding, eps = case
    found, pairs = made(release, public, padding, eps), replaced(rows, place % len(rows), EXAMPLES)
    assert law_of(found, rows).map(tuple) == transcripts(case)
    promised, lost = [Guarantee.pure(eps)], [Guarantee.pure(eps)]
    for label, (run, _) in zip((1, 0), runs(case), strict=True):
        halves = [(padded(a, padding, label), padded(b, padding, label)) for a, b in pairs]
        ratio: Any = curve_between(run, halves).max_ratio
        promised.append(run.guarantee)
        lost.append(Guarantee(ratio, Fraction(0)))
    assert found.guarantee.exp_eps == prod(each.exp_eps for each in promised)
    assert found.guarantee.delta == min(1, sum(each.delta for each in promised))
    return slack(curve_between(found, pairs), composed_curve(lost))


@property_of(
    LearnerFromAssistedRelease,
    {
        "another padding": "(self.concepts, self.padding, => (self.concepts, 0,",
        "another number of rows": "len(database), told => len(database) + 1, told",
        "the concepts from the last": "concept(self.concepts, => concept(self.concepts[::-1],",
    },
    case=cases(),
    source=sources(EXAMPLES),
)
def test_the_excess_error_is_small_if_answers_are_close(
    made: Any, case: Any, source: Any
) -> Fraction:
    """At most 2 alpha + alpha_c, for any D, if answers are off by alpha and E[y] by alpha_c."""
    rows, release, public, concepts, padding, eps = case
    fit, told = partial(fitting_concept, concepts, padding, len(rows)), transcripts(case)
    assert law_of(made(release, public, concepts, padding, eps), rows) == told.map(fit)

    def mean(value: Any) -> Fraction:
        return sum((mass * value(x, y) for (x, y), mass in source), Fraction(0))

    exact = [mean(lambda x, y, h=h: h(x if y else padding)) for h in concepts]
    exact += [mean(lambda x, y, h=h: h(padding if y else x)) for h in concepts]
    ones, errors = mean(lambda _, y: y), {h: mean(lambda x, y, h=h: h(x) != y) for h in concepts}
    slacks: list[Fraction] = []
    for b1, b0, k in told:
        alpha = 2 * max(abs(a - b) for a, b in zip(b1 + b0, exact, strict=True))
        most = 2 * alpha + 2 * abs(Fraction(k, len(rows)) - ones)
        slacks.append(most + min(errors.values()) - errors[fit(Transcript(b1, b0, k))])
    return min(slacks)


@property_of(
    LearnerByLabels,
    {
        "labels exchanged": "for label in (1, 0)) => for label in (0, 1))",
        "n for n - k": "(n - k) * b => n * b",
        "runs on no rows": "if rows else nothing => if True else nothing",
    },
    case=cases(),
)
def test_the_variant_asks_label_by_label(made: Any, case: Any) -> None:
    """The first concept with least (1 - [(K/n) G1 - (1 - K/n) G2])/2; answers of no rows are 0."""
    rows, release, public, concepts, _, eps = case
    wired = release(tuple(x for x, _ in public))
    nothing = Dist.point((Fraction(0),) * len(concepts))
    split = (tuple(x for x, y in rows if y == label) for label in (1, 0))
    ones, zeros = (law_of(wired, some) if some else nothing for some in split)

    def best(told: Any) -> Any:
        (g1, g2), k = told
        share = Fraction(k, len(rows))
        errors = [(1 - (share * a - (1 - share) * b)) / 2 for a, b in zip(g1, g2, strict=True)]
        return concepts[errors.index(min(errors))]

    expected = ones.product(zeros).product(count_of_ones(case)).map(best)
    assert law_of(made(release, public, concepts, eps), rows) == expected
