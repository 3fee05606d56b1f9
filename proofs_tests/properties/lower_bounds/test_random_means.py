"""Rows with random means, and what any answers, accurate or private, tell of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from hypothesis import strategies as st

from audits.claims.bcmnuw20.impostors.fingerprints import (
    ForWidthOne,
    FreshMeans,
    GridMeans,
    Inexact,
    NoEnds,
    NotCentred,
    OneRowOnly,
    WidthForgotten,
    one_coin,
    opposite_signs,
)
from audits.claims.bcmnuw20.laws.tracing import (
    Signs,
    bernstein,
    chance_of,
    mean_by_definition,
    quadrature,
    vectors,
)
from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_of, law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import mechanisms
from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.lower_bounds.random_means import (
    RandomMean,
    many_rows,
    mean_of,
    plus,
    product_rows,
    times,
    value,
)
from reference.probability.coins import Mechanism

Polynomial: TypeAlias = tuple[Fraction, ...]
Values: TypeAlias = tuple[Fraction, ...]

QUARTERS = st.integers(-6, 6).map(lambda k: Fraction(k, 4))
MEANS = st.sampled_from([Fraction(k, 12) for k in (6, -4, 0, 12, -12, 3)])
WIDTHS = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 3), Fraction(3, 4)])
POLYNOMIALS = st.lists(QUARTERS, min_size=1, max_size=3).map(tuple)
FUNCTIONS = st.integers(0, 3).flatmap(lambda s: st.tuples(*[QUARTERS] * 2**s))
"""f, of up to three rows."""


def at(polynomial: Sequence[Fraction], mean: Fraction) -> Fraction:
    """Its value, power by power."""
    return sum((c * mean**k for k, c in enumerate(polynomial)), Fraction(0))


def rows_of(function: Values) -> int:
    """The number of rows."""
    return {1: 0, 2: 1, 4: 2, 8: 3}[len(function)]


ALGEBRA = (times, plus, value)


@property_of(
    ALGEBRA,
    {
        "only the highest power": (wrong(times, "+= a * b => = a * b"), plus, value),
        "a sum for a product": (wrong(times, "+= a * b => += a + b"), plus, value),
        "the shorter one is lost": (times, wrong(plus, "a + b for => b for"), value),
        "the longer one is cut": (times, wrong(plus, "+ tuple(long[len(short) :]) => "), value),
        "from the other end": (times, plus, wrong(value, "reversed(polynomial) => polynomial")),
    },
    first=POLYNOMIALS,
    second=POLYNOMIALS,
    mean=MEANS,
)
def test_polynomials(
    made: tuple[Any, Any, Any], first: Polynomial, second: Polynomial, mean: Fraction
) -> None:
    """Their product, sum and value, at any mean."""
    multiplied, added, valued = made
    a, b = at(first, mean), at(second, mean)
    assert valued(first, mean) == a
    assert at(multiplied(first, second), mean) == a * b
    assert at(added(first, second), mean) == a + b


@property_of(
    mean_of,
    {
        "opposite signs": "2 * (row >> place & 1) - 1 => 1 - 2 * (row >> place & 1)",
        "one row less": "for i in range(rows): => for i in range(rows - 1):",
        "not halved": "Fraction(sign(bits, i), 2) => Fraction(sign(bits, i))",
        "the last value": "plus(found, times => plus(found[:0], times",
    },
    function=FUNCTIONS,
    mean=MEANS,
)
def test_the_mean_of_a_function(
    made: Callable[[Values], Polynomial], function: Values, mean: Fraction
) -> None:
    """Given the mean of the signs: a sum over all of them."""
    assert at(made(function), mean) == mean_by_definition(function, rows_of(function), mean)


def chance_of_signs(signs: Signs, width: Fraction) -> Fraction:
    """For a random mean."""
    return quadrature(lambda mean: chance_of((mean,) * len(signs), signs), len(signs), width)


def fingerprint(function: Values, width: Fraction) -> Fraction:
    """(1 - A^2) (g(A) - g(-A))/(2A) + 2 E[mu g(mu)], from values of g."""
    rows = rows_of(function)

    def g(mean: Fraction) -> Fraction:
        return mean_by_definition(function, rows, mean)

    ends = (1 - width**2) * (g(width) - g(-width)) / (2 * width)
    return ends + 2 * quadrature(lambda mean: mean * g(mean), rows + 1, width)


@property_of(
    RandomMean,
    {
        "a mean for every row": FreshMeans,
        "three means": GridMeans,
        "the width forgotten": WidthForgotten,
        "odd moments": "if power % 2 else => if power % 3 else",
        "one more": "/ (power + 1) => / (power + 2)",
        "rows not centred": NotCentred,
        "one row": OneRowOnly,
    },
    function=FUNCTIONS,
    polynomial=POLYNOMIALS,
    width=WIDTHS,
)
def test_the_fingerprint_of_any_function(
    made: Callable[[Fraction], RandomMean],
    function: Values,
    polynomial: Polynomial,
    width: Fraction,
) -> None:
    """By the identity, from its mean given that of the signs; expectations are quadratures."""
    found, rows = made(width), rows_of(function)
    assert found.fingerprint(function) == fingerprint(function, width)
    expected = quadrature(lambda mean: at(polynomial, mean), len(polynomial), width)
    assert found.expectation(polynomial) == expected
    for number, signs in vectors(rows):
        assert found.probability(number, rows) == chance_of_signs(signs, width)


@property_of(
    RandomMean,
    {
        "the accuracy forgotten": Inexact,
        "2/3 - alpha for every width": ForWidthOne,
        "nothing lost at the ends": NoEnds,
        "less than is promised": "- accuracy * a => - accuracy",
        "a tenth more": "2 * self.moment(2) - => 2 * self.moment(2) + Fraction(1, 10) -",
    },
    values=st.integers(1, 3).flatmap(
        lambda s: st.tuples(
            *[
                st.sampled_from([Fraction(2 * k - s, s), Fraction(0), Fraction(2 * k - s, 2 * s)])
                for k in range(s + 1)
            ]
        )
    ),
    width=WIDTHS,
)
def test_accurate_answers_tell_of_their_rows(
    made: Callable[[Fraction], RandomMean], values: Values, width: Fraction
) -> Fraction:
    """As much as g(mu) = mu - alpha sign(mu) would at the least, for their accuracy alpha."""
    rows, half = len(values) - 1, width / 2
    function = tuple(values[signs.count(1)] for _, signs in vectors(rows))
    accuracy = bernstein(values, rows + 6, width)
    least = made(width).least_fingerprint(accuracy)
    inside = quadrature(lambda mean: (mean + half) * (mean + half - accuracy), 2, half)
    assert least == (1 - width**2) * (width - accuracy) / width + 2 * inside
    return fingerprint(function, width) - least


ROWS = (0, 1)
"""Of one coordinate: -1 and +1."""


@property_of(
    RandomMean,
    {
        "not centred": NotCentred,
        "a row more": "-rows * number => -(rows - 1) * number",
        "half centred": "-rows * number => -rows * number / 2",
    },
    answers=st.integers(1, 2).flatmap(
        lambda s: st.tuples(st.just(s), mechanisms(ROWS, s, (-1, 1, 0)))
    ),
    width=WIDTHS,
)
def test_private_answers_do_not(
    made: Callable[[Fraction], RandomMean],
    answers: tuple[int, Mechanism[Database[int], int, Fraction]],
    width: Fraction,
) -> Fraction:
    """Answers in [-1, 1] tell s (1 - A^2/3) (x - 1 + 2 delta)/(x + 1) of s rows at the most.

    For every e^eps = x and delta of the mechanism that makes them.
    """
    s, mechanism = answers
    function = []
    for number in range(2**s):
        law = law_of(mechanism, tuple(number >> i & 1 for i in range(s)))
        function.append(sum((y * law.probability(y) for y in law), Fraction(0)))
    points = curve_of(mechanism, replace_one(ROWS, s, ordered=True)).breakpoints
    told = min((x - 1 + 2 * delta) / (x + 1) for x, delta in points)
    return s * (1 - width**2 / 3) * told - made(width).fingerprint(tuple(function))


@property_of(
    (product_rows, many_rows),
    {
        "opposite signs": (opposite_signs, many_rows),
        "one coin": (one_coin, many_rows),
        "the same row again": (
            product_rows,
            lambda row, rows: row.map(lambda value: (value,) * rows),
        ),
        "one row more": (product_rows, lambda row, rows: many_rows(row, rows + 1)),
    },
    means=st.lists(MEANS, min_size=1, max_size=2),
    rows=st.integers(0, 2),
)
def test_rows_are_independent(made: tuple[Any, Any], means: list[Fraction], rows: int) -> None:
    """And so are their coordinates, each with its mean."""
    one, many = made
    found = many(one(means), rows)
    total = Fraction(0)
    for drawn in product(vectors(len(means)), repeat=rows):
        chance = Fraction(1)
        for _, signs in drawn:
            chance *= chance_of(means, signs)
        assert found.probability(tuple(number for number, _ in drawn)) == chance
        total += chance
    assert total == 1
