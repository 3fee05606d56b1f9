"""Answers that tell nothing, now and then: what is lost, and how often a row is hit."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of, samples, slack_at
from proofs_tests.properties.sides import at_most, exactly, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import masses
from proofs_tests.strategies.mechanisms import Stated, mechanisms
from proofs_tests.strategies.numbers import PROBABILITIES
from reference.data.adjacency import replace_one
from reference.lower_bounds.uninformative_answers import Garbage, ZeroAnswers, most_often_hit
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

POINTS = range(2)
ROWS = 2
OUTCOMES = [(Fraction(k),) for k in (-1, 0, 1)]
Answers = tuple[Fraction]
Release = Mechanism[Any, Answers, Fraction]

RELEASES = mechanisms(POINTS, ROWS, OUTCOMES)


@property_of(
    (Garbage, ZeroAnswers),
    {
        "zeros of some delta": "Fraction(1), Fraction(0) => Fraction(1), Fraction(1, 2)",
        "the answer is always its own": "if coins.draw(coin): => if False:",
        "delta times kappa": "(1 - self.often)) => self.often)",
    },
    release=RELEASES,
    constant=st.sampled_from(OUTCOMES),
    often=PROBABILITIES,
)
def test_less_is_lost(made: Any, release: Release, constant: Answers, often: Fraction) -> Fraction:
    """Delta times 1 - kappa at most, at every e^eps of the release, and as much at e^eps = 1.

    The law is that of the release, moved to the constant.  Nothing is lost by zeros.
    """
    (garbage, zeros), universe = made, replace_one(POINTS, ROWS, ordered=True)
    points = curve_of(release, universe).breakpoints
    mixed = [garbage(Stated(release, Guarantee(*point)), constant, often) for point in points]
    for outside in (-often - 1, 1 + 1 / (1 + often)):
        assert refused(garbage, release, constant, outside)
    found, kept = curve_of(mixed[0], universe), [each.guarantee for each in mixed]
    for database in universe.databases():
        before, after = law_of(release, database), law_of(mixed[0], database)
        for y in OUTCOMES:
            moved = often * (before.probability(y) - (y == constant))
            assert before.probability(y) - after.probability(y) == moved
    for stumps in range(3):
        assert law_of(zeros(stumps), (0, 1)) == Dist.point((Fraction(0),) * stumps)
        assert zeros(stumps).guarantee == Guarantee(Fraction(1), Fraction(0))
    assert kept[0].exp_eps > 1 or kept[0].delta <= found.delta_at(Fraction(1))
    return slack_at(found, [(each.exp_eps, each.delta) for each in kept])


@property_of(
    most_often_hit,
    {
        "a row fewer": "rows * false_positive => (rows - 1) * false_positive",
        "twice the hits": "/ hits) => / hits / 2)",
        "of garbage at most 1": "min(often, => min(1,",
    },
    release=RELEASES,
    constant=st.sampled_from(OUTCOMES),
    often=PROBABILITIES,
    law=masses(2),
    tracer=st.sets(st.tuples(st.sampled_from(OUTCOMES), st.sampled_from(POINTS))),
)
def test_no_tracer_hits_often(
    made: Any, release: Release, constant: Answers, often: Fraction, law: Any, tracer: set[Any]
) -> Fraction:
    """Of s rows it hits k with 1 - kappa + s a/k at most, a the chance of a further row; or 1."""
    mixed = Garbage(Stated(release, Guarantee(Fraction(1), Fraction(1))), constant, often)
    outside, hit = Fraction(0), [Fraction(0)] * (ROWS + 1)
    for rows, chance in samples(enumerate(law), ROWS):
        answers = law_of(mixed, rows)
        for y in answers:
            p = chance * answers.probability(y)
            outside += sum(p * law[z] for z in POINTS if (y, z) in tracer)
            hit[sum((y, z) in tracer for z in rows)] += p
    slacks, equal = list[Fraction](), []
    assert refused(made, often, ROWS, outside, 0)
    for k in range(1, ROWS + 1):
        most = made(often, ROWS, outside, k)
        equal.append(most == min(1 - often + ROWS * outside / k, Fraction(1)))
        slacks.append(at_most(sum(hit[k:]), most, f"the chance of {k} hits or more"))
    return exactly(min(slacks), *equal)
