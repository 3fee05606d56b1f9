"""Answers that tell nothing, now and then: what is lost, and how often a row is hit."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of, samples
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import mechanisms
from proofs_tests.strategies.numbers import PROBABILITIES
from proofs_tests.strategies.protocols import masses
from proofs_tests.strategies.scattered import Stated
from reference.data.adjacency import replace_one
from reference.lower_bounds.uninformative_answers import Garbage, ZeroAnswers, most_often_hit
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist

POINTS = range(2)
ROWS = 2
OUTCOMES = [(Fraction(k),) for k in (-1, 0, 1)]
RELEASES = mechanisms(POINTS, ROWS, OUTCOMES)


@property_of(
    (Garbage, ZeroAnswers),
    {
        "zeros of some delta": "Fraction(1), Fraction(0) => Fraction(1), Fraction(1, 2)",
        "the answer is always its own": "if coins.draw(coin): => if False:",
        "garbage of 1 - kappa": "[(True, self.often), (False, 1 => [(False, self.often), (True, 1",
    },
    release=RELEASES,
    constant=st.sampled_from(OUTCOMES),
    often=PROBABILITIES,
)
def test_less_is_lost(made: Any, release: Any, constant: Any, often: Fraction) -> Any:
    """Delta times 1 - kappa, at every e^eps of the release; its law, moved to the constant.

    Nothing is lost by zeros.
    """
    (garbage, zeros), universe = made, replace_one(POINTS, ROWS, ordered=True)
    points = curve_of(release, universe).breakpoints
    mixed = [garbage(Stated(release, Guarantee(*point)), constant, often) for point in points]
    found = curve_of(mixed[0], universe)
    for database in universe.databases():
        before, after = law_of(release, database), law_of(mixed[0], database)
        for y in OUTCOMES:
            moved = often * (before.probability(y) - (y == constant))
            assert before.probability(y) - after.probability(y) == moved
    for stumps in range(3):
        assert law_of(zeros(stumps), (0, 1)) == Dist.point((Fraction(0),) * stumps)
        assert zeros(stumps).guarantee == Guarantee(Fraction(1), Fraction(0))
    for (exp_eps, delta), each in zip(points, mixed, strict=True):
        assert each.guarantee == Guarantee(exp_eps, delta - often * delta)
    return min(delta - often * delta - found.delta_at(exp_eps) for exp_eps, delta in points)


@property_of(
    most_often_hit,
    {
        "a row fewer": "rows * false_positive => (rows - 1) * false_positive",
        "twice the hits": "/ hits) => / hits / 2)",
        "never garbage": "1 - often + min(often, => min(1 - often,",
    },
    release=RELEASES,
    constant=st.sampled_from(OUTCOMES),
    often=PROBABILITIES,
    law=masses(2),
    tracer=st.sets(st.tuples(st.sampled_from(OUTCOMES), st.sampled_from(POINTS))),
)
def test_no_tracer_hits_often(
    made: Any, release: Any, constant: Any, often: Fraction, law: Any, tracer: set[Any]
) -> Any:
    """Any release and tracer: k rows of the database no more than an outsider allows."""
    mixed = Garbage(Stated(release, Guarantee(Fraction(1), Fraction(1))), constant, often)
    outside, hit = Fraction(0), [Fraction(0)] * (ROWS + 1)
    for rows, chance in samples(law, ROWS):
        answers = law_of(mixed, rows)
        for y in answers:
            p = chance * answers.probability(y)
            outside += sum(p * law[z] for z in POINTS if (y, z) in tracer)
            hit[sum((y, z) in tracer for z in rows)] += p
    slack = Fraction(1)
    for k in range(1, ROWS + 1):
        most = made(often, ROWS, outside, k)
        assert 1 - most == max(often - ROWS * outside / k, Fraction(0))
        slack = min(slack, most - sum(hit[k:]))
    return slack
