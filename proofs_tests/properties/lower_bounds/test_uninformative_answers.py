"""Answers that tell nothing, now and then: what is lost, and how often a row is hit."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of, samples
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import mechanisms
from proofs_tests.strategies.numbers import PROBABILITIES
from proofs_tests.strategies.protocols import masses
from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.lower_bounds.uninformative_answers import Garbage, ZeroAnswers, most_often_hit
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism

Answers = tuple[Fraction, ...]
Release = Mechanism[Database[int], Answers, Fraction]
Made = type[Garbage[Fraction]]

POINTS = range(2)
ROWS = 2
OUTCOMES: tuple[Answers, ...] = tuple((Fraction(k),) for k in (-1, 0, 1))
RELEASES = mechanisms(POINTS, ROWS, OUTCOMES)
CONSTANT = st.sampled_from(OUTCOMES)


@dataclass(frozen=True, slots=True, eq=False)
class Promised:
    """A release, and what has been measured of it."""

    release: Release
    guarantee: Guarantee[Fraction]

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> Answers:
        """An answer of the release."""
        return coins.delegate(self.release, database)


@property_of(
    Garbage,
    {
        "half of its delta": "(1 - self.often)) => (1 - self.often) / 2)",
        "delta as often as garbage": "(1 - self.often)) => self.often)",
        "the answer is always its own": "if coins.draw(coin): => if False:",
        "garbage of 1 - kappa": "[(True, self.often), (False, 1 => [(False, self.often), (True, 1",
    },
    release=RELEASES,
    constant=CONSTANT,
    often=PROBABILITIES,
)
def test_less_is_lost(
    made: Made, release: Release, constant: Answers, often: Fraction
) -> Fraction:
    """Delta times 1 - kappa, at every e^eps of the release; its law, moved to the constant."""
    universe = replace_one(POINTS, ROWS, ordered=True)
    slacks = []
    for exp_eps, delta in curve_of(release, universe).breakpoints:
        mixed = made(Promised(release, Guarantee(exp_eps, delta)), constant, often)
        assert mixed.guarantee == Guarantee(exp_eps, delta - often * delta)
        slacks.append(mixed.guarantee.delta - curve_of(mixed, universe).delta_at(exp_eps))
    mixed = made(Promised(release, Guarantee(Fraction(1), Fraction(1))), constant, often)
    for database in universe.databases():
        before, after = law_of(release, database), law_of(mixed, database)
        for y in OUTCOMES:
            moved = often * (before.probability(y) - (y == constant))
            assert before.probability(y) - after.probability(y) == moved
    return min(slacks)


@property_of(
    ZeroAnswers,
    {
        "ones": "(Fraction(0),) * self => (Fraction(1),) * self",
        "an answer more": "* self.attributes => * (self.attributes + 1)",
        "a delta": "Fraction(1), Fraction(0) => Fraction(1), Fraction(1, 2)",
        "an eps": "Fraction(1), Fraction(0) => Fraction(2), Fraction(0)",
    },
    rows=st.lists(st.tuples(*[st.sampled_from([-1, 1])] * 3), min_size=1, max_size=3),
    attributes=st.integers(0, 3),
)
def test_zeros_are_off_by_one_at_most(
    made: type[ZeroAnswers], rows: list[tuple[int, ...]], attributes: int
) -> Fraction:
    """Whatever the means of the stumps, and nothing is lost."""
    zeros = made(attributes)
    (answers,) = law_of(zeros, tuple(range(len(rows)))).support
    means = [Fraction(sum(column), len(rows)) for column in zip(*rows, strict=True)]
    assert len(answers) == attributes
    assert zeros.guarantee == Guarantee(Fraction(1), Fraction(0))
    return min((1 - abs(a - m) for a, m in zip(answers, means, strict=False)), default=Fraction(1))


@property_of(
    most_often_hit,
    {
        "a row fewer": "rows * false_positive => (rows - 1) * false_positive",
        "twice the hits": "/ hits) => / hits / 2)",
        "always garbage": "return 1 - often => return 0",
        "never garbage": "1 - often + min(often, => min(1 - often,",
        "the greater": "min(often => max(often",
    },
    release=RELEASES,
    constant=CONSTANT,
    often=PROBABILITIES,
    law=masses(2),
    tracer=st.sets(st.tuples(st.sampled_from(OUTCOMES), st.sampled_from(POINTS))),
)
def test_no_tracer_hits_often(
    bound: Callable[[Fraction, int, Fraction, int], Fraction],
    release: Release,
    constant: Answers,
    often: Fraction,
    law: Answers,
    tracer: set[tuple[Answers, int]],
) -> Fraction:
    """Any release and tracer: k rows of the database no more than an outsider allows."""
    mixed = Garbage(Promised(release, Guarantee(Fraction(1), Fraction(1))), constant, often)
    outside, hit = Fraction(0), [Fraction(0)] * (ROWS + 1)
    for rows, chance in samples(law, ROWS):
        answered = law_of(mixed, rows)
        for y, z in product(answered, POINTS):
            outside += chance * answered.probability(y) * law[z] * ((y, z) in tracer)
        for y in answered:
            hit[sum((y, z) in tracer for z in rows)] += chance * answered.probability(y)
    at = often * sum((law[z] for z in POINTS if (constant, z) in tracer), Fraction(0))
    slacks = []
    for k in range(1, ROWS + 1):
        most = bound(often, ROWS, outside, k)
        assert 1 - most == max(often - ROWS * outside / k, Fraction(0))
        assert most >= 1 - often + min(often, Fraction(ROWS, k) * at)
        slacks.append(most - sum(hit[k:], Fraction(0)))
    return min(slacks)
