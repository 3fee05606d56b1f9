"""Rows with random means, and what any answers, accurate or private, tell of them."""

from fractions import Fraction
from functools import partial
from typing import Any

from hypothesis import strategies as st

from audits.claims.bcmnuw20.laws.tracing import (
    bernstein,
    chance_of,
    mean_by_definition,
    quadrature,
    vectors,
)
from audits.claims.bcmnuw20.section_4_fingerprinting import EACH_ITS_MEAN, LEAST, ONE_COIN
from proofs_tests.properties.measured import curve_of, law_of, samples
from proofs_tests.properties.sides import at_least, at_most, exactly, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import mechanisms
from proofs_tests.strategies.sized import sized
from reference.data.adjacency import replace_one
from reference.lower_bounds import random_means as hard
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

Function = tuple[Fraction, ...]
Answers = tuple[int, Mechanism[Any, int, Fraction]]

QUARTERS = st.integers(-6, 6).map(lambda k: Fraction(k, 4))
MEANS = st.sampled_from([Fraction(k, 12) for k in (6, -4, 0, 12, -12, 3)])
WIDTHS = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 3), Fraction(3, 4)])
FUNCTIONS = st.integers(0, 3).flatmap(lambda s: st.tuples(*[QUARTERS] * 2**s))
"""f, of up to three rows."""


def g(function: Function, mean: Fraction) -> Fraction:
    """E[f | mu]."""
    return mean_by_definition(function, len(function).bit_length() - 1, mean)


@property_of(
    (hard.mean_of, hard.times, hard.plus, hard.value),
    {
        "the last value": "plus(found, times => plus(found[:0], times",
        "a sum for a product": "+= a * b => += a + b",
        "the longer one is cut": "+ tuple(long[len(short) :]) => ",
    },
    first=FUNCTIONS,
    second=FUNCTIONS,
    mean=MEANS,
)
def test_means_of_functions_are_polynomials(
    made: Any, first: Function, second: Function, mean: Fraction
) -> None:
    """A sum over all signs; and products and sums of polynomials are those of their values."""
    polynomial, multiplied, added, valued = made
    assert refused(polynomial, (*first, *first, *first))
    f, h, a, b = polynomial(first), polynomial(second), g(first, mean), g(second, mean)
    assert valued(f, mean) == a
    assert valued(multiplied(f, h), mean) == a * b
    assert valued(added(f, h), mean) == a + b


def fingerprint(function: Function, width: Fraction) -> Fraction:
    """(1 - A^2) (g(A) - g(-A))/(2A) + 2 E[mu g(mu)], from values of g."""
    ends = (1 - width**2) * (g(function, width) - g(function, -width)) / (2 * width)
    return ends + 2 * quadrature(lambda mean: mean * g(function, mean), len(function), width)


@property_of(
    hard.RandomMean,
    {
        "a mean for every row": EACH_ITS_MEAN,
        "the width forgotten": "self.width**power / (power + 1) => Fraction(1, power + 1)",
        "not centred": "(signs * number, -rows * number) => (signs * number,)",
        "odd moments, too": "if power % 2 else => if power == 1 else",
        "moments of the width alone": "/ (power + 1) => / 1",
    },
    answers=sized(st.integers(1, 2), lambda s: mechanisms((0, 1), s, (-1, 1, 0)[: s + 1])),
    polynomial=FUNCTIONS,
    width=WIDTHS,
)
def test_private_answers_tell_little_of_their_rows(
    made: type[hard.RandomMean], answers: Answers, polynomial: Function, width: Fraction
) -> Fraction:
    """Answers in [-1, 1] tell s (1 - A^2/3) (x - 1 + 2 delta)/(x + 1) of s rows at the most.

    For every e^eps = x and delta of the mechanism that makes them; expectations are quadratures.
    """
    (s, mechanism), found = answers, made(width)
    laws = [law_of(mechanism, tuple(k >> i & 1 for i in range(s))) for k in range(2**s)]
    function = tuple(law.probability(1) - law.probability(-1) for law in laws)
    mean = quadrature(lambda mean: hard.value(polynomial, mean), len(polynomial), width)
    assert found.expectation(polynomial) == mean
    for number, signs in vectors(s):
        chance = partial(lambda signs, mean: chance_of([mean] * s, signs), signs)
        assert found.probability(number, s) == quadrature(chance, s, width)
    points = curve_of(mechanism, replace_one((0, 1), s, ordered=True)).breakpoints
    most = min((x - 1 + 2 * delta) / (x + 1) for x, delta in points)
    bound = s * (1 - width**2 / 3) * most
    return at_most(found.fingerprint(function), bound, "what answers tell")


@property_of(
    hard.RandomMean,
    {
        "2/3 - alpha for every width": f"{LEAST} => return Fraction(2, 3) - accuracy",
        "nothing lost at the ends": "* (1 - accuracy / a) => * 1",
        "a tenth more": "2 * self.moment(2) - => 2 * self.moment(2) + Fraction(1, 10) -",
    },
    values=st.integers(1, 3).flatmap(
        lambda s: st.tuples(
            *[st.sampled_from([Fraction(2 * k - s, d * s) for d in (1, 2)]) for k in range(s + 1)]
        )
    ),
    width=WIDTHS,
)
def test_accurate_answers_tell_of_their_rows(
    made: type[hard.RandomMean], values: Function, width: Fraction
) -> Fraction:
    """At least the bound for their accuracy alpha: what (1 - alpha/A) mu tells, less alpha A/3.

    What they tell is found by the identity, from their mean given that of the signs.
    """
    rows = len(values) - 1
    function = tuple(values[signs.count(1)] for _, signs in vectors(rows))
    accuracy = bernstein(values, rows + 6, width)
    found, kept = made(width), 1 - accuracy / width
    told, least = found.fingerprint(function), found.least_fingerprint(accuracy)
    assert told == fingerprint(function, width)
    expected = fingerprint((-kept, kept), width) - accuracy * width / 3
    return exactly(at_least(told, least, "what answers tell"), least == expected)


@property_of(
    (hard.product_rows, hard.many_rows),
    {
        "opposite signs": "(1 + sign(row, j) * mean) => (1 - sign(row, j) * mean)",
        "one coin": ONE_COIN,
        "one row more": "range(rows) => range(rows + 1)",
    },
    means=st.lists(MEANS, min_size=1, max_size=3),
    rows=st.integers(0, 2),
)
def test_rows_are_independent(made: Any, means: list[Fraction], rows: int) -> None:
    """And so are their coordinates, each with its mean."""
    one, many = made
    assert all(refused(one, (*means, Fraction(sign * 5, 4))) for sign in (1, -1))
    chances = [(number, chance_of(means, signs)) for number, signs in vectors(len(means))]
    assert many(one(means), rows) == Dist.weighted(samples(chances, rows))
