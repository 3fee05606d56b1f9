"""Probabilities of differences, against counted cells, races, and each other."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from math import factorial, prod

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.probability.differences import CONSTANT, Below, canonical, probability, settled
from reference.probability.piecewise import exponential, laplace, uniform

Interval = tuple[int, int]
System = tuple[list[Interval], list[Below]]


@st.composite
def systems(draw: st.DrawFn) -> System:
    """Intervals of one to four draws, and constraints between them and with numbers."""
    lows = draw(st.lists(st.integers(-2, 1), min_size=1, max_size=4))
    names = st.integers(CONSTANT, len(lows) - 1)
    constraints = st.builds(Below, names, names, st.integers(-2, 2))
    ends = [(low, low + draw(st.integers(1, 3))) for low in lows]
    return ends, draw(st.lists(constraints, max_size=7))


def counted(ends: list[Interval], constraints: list[Below]) -> Fraction:
    """The probability for draws uniform on intervals, with no integral.

    In units of u, a draw is an integer and a remainder: all integers are equally likely, and so
    are all orders of the remainders.
    """
    n, kept = len(ends), 0
    for cell in product(*(range(low, high) for low, high in ends)):
        for order in permutations(range(n)):
            values = [*((cell[x], order[x] + 1) for x in range(n)), (0, 0)]  # CONSTANT is the last
            kept += all(
                (values[c.low][0] + c.k, values[c.low][1]) < values[c.high] for c in constraints
            )
    return Fraction(kept, factorial(n) * prod(high - low for low, high in ends))


@settings(max_examples=200)
@given(systems())
@example(([(0, 2)] * 4, [Below(0, 2, 0), Below(0, 3, 0), Below(1, 2, 0), Below(1, 3, 0)]))
@example(([(0, 2)] * 4, [Below(0, 2, 0), Below(0, 3, -1), Below(1, 2, -1), Below(1, 3, 0)]))
@example(([(0, 2)] * 5, [Below(x, y, (x + 2 * y) % 3 - 2) for x in (0, 1) for y in (2, 3, 4)]))
@example(([(0, 2)] * 5, [Below(x, y, (x + 2 * y) % 3 - 2) for x in (0, 1, 2) for y in (3, 4)]))
@example(([(0, 1)] * 6, [Below(x, y, -(x == y - 3)) for x in (0, 1, 2) for y in (3, 4, 5)]))
@example(([(0, 1)] * 6, [Below(x, y, -(x == y + 3)) for x in (3, 4, 5) for y in (0, 1, 2)]))
@example(([(0, 2)] * 4, [Below(0, 1, -1), Below(1, 2, -1), Below(2, 3, -1), Below(3, 0, 1)]))
@example(([(0, 3)] * 3, [Below(0, 1, 0), Below(1, 2, 0), Below(2, 0, -2), Below(CONSTANT, 1, 1)]))
@example(([(0, 3)] * 2, [Below(0, 1, -1), Below(1, 0, 0), Below(0, CONSTANT, -2)]))
@example(([(0, 3)] * 3, [Below(0, CONSTANT, -1), Below(1, 0, 0), Below(CONSTANT, 1, 1)]))
@example(([(0, 3)], [Below(CONSTANT, CONSTANT, -1)]))
@example(([(0, 3)], [Below(CONSTANT, CONSTANT, 0)]))
def test_uniform_draws_by_counting(system: System) -> None:
    """Each probability is a number of cells over the number of all."""
    ends, constraints = system
    draws = {x: uniform(low, high) for x, (low, high) in enumerate(ends)}
    assert probability(draws, constraints) == counted(ends, constraints)


@pytest.mark.parametrize("rates", [(1, 2), (3, 1, 1), (2, 1, 3, 1)])
def test_exponential_draws_race(rates: tuple[int, ...]) -> None:
    """Each in turn is the least of those left with its rate's share; no draw remembers a wait."""
    draws = {x: exponential(rate, 0) for x, rate in enumerate(rates)}
    chain = [Below(x, x + 1, 0) for x in range(len(rates) - 1)]
    found = prod((Fraction(rate, sum(rates[x:])) for x, rate in enumerate(rates)), start=1)
    assert probability(draws, chain) == found
    later = probability(draws, [*chain, Below(CONSTANT, 0, 2)])
    assert later == ExponentialPolynomial.r(-2 * sum(rates)) * found
    wide = [c._replace(k=1) for c in chain]
    wait = sum(rate * x for x, rate in enumerate(rates))
    assert probability(draws, wide) == ExponentialPolynomial.r(-wait) * found


@given(st.integers(1, 3), st.integers(-2, 2), st.integers(-3, 3))
def test_numbers(rate: int, centre: int, k: int) -> None:
    """What a Laplace draw does with one is its distribution function; with two, a difference."""
    draws = {0: laplace(rate, centre)}
    below = probability(draws, [Below(0, CONSTANT, -k)])
    tail = ExponentialPolynomial.r(-rate * abs(k - centre)) / 2
    assert below == (tail if k < centre else 1 - tail)
    assert probability(draws, [Below(CONSTANT, 0, k)]) == 1 - below
    more = probability(draws, [Below(0, CONSTANT, -k - 1)])
    assert probability(draws, [Below(CONSTANT, 0, k), Below(0, CONSTANT, -k - 1)]) == more - below


def test_two_laplace_draws_on_an_interval() -> None:
    """Both are equally likely the greater: half of the square of the interval's probability."""
    draws = {0: laplace(1, 0), 1: laplace(1, 0)}
    inside = [c for x in draws for c in (Below(CONSTANT, x, -1), Below(x, CONSTANT, -2))]
    one = 1 - ExponentialPolynomial.r(-1) / 2 - ExponentialPolynomial.r(-2) / 2
    assert probability(draws, inside) == one * one
    assert probability(draws, [*inside, Below(0, 1, 0)]) == one * one / 2


@given(st.lists(st.tuples(*[st.integers(0, 2)] * 2, st.integers(-1, 1)), max_size=3), st.data())
def test_what_constraints_settle(known: list[tuple[int, int, int]], data: st.DataObject) -> None:
    """x_low + k < x_high holds for all values that keep the constraints, or for none."""
    low, high = data.draw(st.permutations(range(3)))[:2]
    k = data.draw(st.integers(-2, 2))
    thirds = [Fraction(i, 3) for i in range(-12, 13)]  # so many lie between two integers
    points = product([Fraction(0)], thirds, thirds)
    left = [p for p in points if all(p[x] + c < p[y] for x, y, c in known)]
    assume(left)
    answers = {p[low] + k < p[high] for p in left}
    assert settled(known, (low, high, k)) == (answers.pop() if len(answers) == 1 else None)


def test_what_is_refused() -> None:
    """Draws that are not there, and a draw in the place of the number 0."""
    with pytest.raises(ValueError, match=r"draw 5, in a constraint: one of \[0\]"):
        probability({0: laplace(1, 0)}, [Below(0, 5, 0)])
    with pytest.raises(ValueError, match=r"draw 3, in a constraint: one of \[\]"):
        probability({}, [Below(3, 4, 0)])
    with pytest.raises(ValueError, match="draw -1: a number, at least 0"):
        probability({CONSTANT: laplace(1, 0)}, [])


@settings(max_examples=200)
@given(systems(), st.data())
def test_a_key_says_the_problem(system: System, data: st.DataObject) -> None:
    """It is one with the same probability; so problems with equal keys have equal ones."""
    ends, constraints = system
    names = data.draw(st.lists(st.sampled_from(("a", "b")), min_size=4, max_size=4))
    densities = {"a": laplace(1, 0), "b": uniform(*ends[0])}
    draws = dict(enumerate(names[: len(ends)]))
    found, renamed = canonical(draws, constraints)
    expected = probability({x: densities[name] for x, name in draws.items()}, constraints)
    place = {x: densities[str(name)] for x, name in enumerate(found)}
    assert probability(place, renamed) == expected


@given(systems(), st.permutations(range(4)))
def test_a_key_does_not_depend_on_numbers(system: System, order: list[int]) -> None:
    """Where all densities differ, never."""
    ends, constraints = system
    names = {x: order[x] for x in range(len(ends))} | {CONSTANT: CONSTANT}
    moved = [Below(names[c.low], names[c.high], c.k) for c in constraints[::-1]]
    first = canonical(dict(enumerate("abcd")), constraints)
    assert canonical({order[x]: name for x, name in enumerate("abcd")}, moved) == first


@given(st.permutations(range(8)))
def test_keys_of_equal_draws_in_a_tree(order: list[int]) -> None:
    """Two like stars and a chain; one key, whichever numbers the draws have."""
    two = [Below(0, 1, 0), Below(2, 0, 0), Below(0, 3, 0), Below(4, 5, 0), Below(6, 4, 0)]
    two.append(Below(4, 7, 0))
    chain = [Below(x, x + 1, x % 3) for x in range(7)]
    for tree in (two, chain):
        moved = [Below(order[c.low], order[c.high], c.k) for c in tree]
        assert canonical(dict.fromkeys(range(8)), moved) == canonical(
            dict.fromkeys(range(8)), tree
        )
