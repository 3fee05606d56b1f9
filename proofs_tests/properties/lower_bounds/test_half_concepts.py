"""Concepts that are 1 on half of the points, against learners that are private for labels."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import Listed, mechanisms
from proofs_tests.strategies.numbers import LOSSES
from reference.data.adjacency import one_answer
from reference.lower_bounds.half_concepts import HalfConcepts, largest_success
from reference.privacy.curve import curve, upper_envelope
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist

PAIR = [(0, 1), (1, 0)]
"""The concepts of two points."""


def learners(copies: int) -> st.SearchStrategy[Any]:
    """From the numbers of ones at two points: arbitrary, or w^a : w^b for a and b ones."""
    tilted = LOSSES.map(
        lambda w: Listed(
            {
                (a, b): Dist.weighted(zip(PAIR, (w**b, w**a), strict=True))
                for a, b in product(range(copies + 1), repeat=2)
            }
        )
    )
    return tilted | mechanisms(range(copies + 1), 2, PAIR)


@property_of(
    (HalfConcepts, largest_success),
    {
        "without delta": "lost.exp_eps + lost.delta => lost.exp_eps",
        "half of the distance": "return 2 * self.copies => return self.copies",
    },
    learner=st.integers(1, 2).flatmap(lambda k: st.tuples(st.just(k), learners(k))),
)
def test_no_private_learner_is_right_on_all(made: Any, learner: tuple[int, Any]) -> Fraction:
    """Two points: on the worst concept with no more than the bound, at every eps and delta."""
    (family, bound), (copies, base) = made, learner
    hard = family(2, copies)
    successes = []
    for concept in hard.concepts:
        rows = hard.database(concept, 1)
        ones = tuple(sum(y for x, y in rows if x == i) for i in (1, 2))
        successes.append(law_of(base, ones).probability(concept[1:]))
    curves = curve_of(base, one_answer(range(copies + 1), 2)).breakpoints
    most: Fraction = min(bound(hard, Guarantee(*each)) for each in curves)
    return most - min(successes)


@property_of(
    (HalfConcepts, largest_success),
    {
        "rho is 1 and more": "/ (rho => / (2 * rho",
        "one point may be wrong": "self.points // 8 => 1",
        "two points may be wrong": "self.points // 8 => self.points // 4",
    },
    one=distributions((0, 1)),
    zero=distributions((0, 1)),
    points=st.sampled_from([8, 4, 6, 16]),
)
def test_points_that_may_be_wrong(
    made: Any, one: Dist[int, Fraction], zero: Dist[int, Fraction], points: int
) -> Fraction:
    """Each label answered by itself, for one copy: a product of binomials, d/8 of them wrong."""
    family, bound = made
    hard, half, few = family(points, 1), points // 2, points // 8
    p, q = one.probability(0), zero.probability(1)
    success = sum(
        comb(half, i) * p**i * (1 - p) ** (half - i) * comb(half, j) * q**j * (1 - q) ** (half - j)
        for i, j in product(range(half + 1), repeat=2)
        if i + j <= few
    )
    assert hard.missed == few
    slack, rho = Fraction(1), Fraction(half - few, half)
    for x, delta in upper_envelope([curve(one, zero), curve(zero, one)]).breakpoints:
        most = bound(hard, Guarantee(x, delta))
        assert rho * most == x**2 * (1 - rho * most) + min(Fraction(1), delta * (1 + x))
        slack = min(slack, most - success)
    return slack


@property_of(
    HalfConcepts,
    {
        "x alone": "if i in {x, y} => if i == x",
        "y may be the point 0": "if i and not label => if not label",
        "16 alpha n/d": "copies = 8 * alpha => copies = 16 * alpha",
    },
    points=st.sampled_from([2, 4]),
    copies=st.integers(1, 3),
    part=st.integers(1, 3),
)
def test_coupled_concepts_are_exchangeable(made: Any, points: int, copies: int, part: int) -> None:
    """Uniform are all (c, c', x, y) with halves of ones that differ in x and y, a one of c.

    The databases have 8 alpha n/d copies of each point and (1 - 8 alpha) n of the point 0.
    """
    hard = made.of_size(points, part * points * copies, Fraction(1, 8 * part))
    every = [c for c in product((0, 1), repeat=points + 1) if not c[0] and 2 * sum(c) == points]
    assert sorted(hard.concepts) == every
    wanted = {
        (c, other, x, y)
        for c, other in product(every, repeat=2)
        for x, y in product(range(points + 1), repeat=2)
        if [i for i in range(points + 1) if c[i] > other[i]] == [x]
        and [i for i in range(points + 1) if c[i] < other[i]] == [y]
    }
    law, others = law_of(hard, ()), (part - 1) * points * copies
    assert {(e.first, e.second, e.one, e.zero) for e in law} == wanted
    assert {law.probability(e) for e in law} == {Fraction(1, len(wanted))}
    for e in law:
        first, second = (hard.database(c, others) for c in (e.first, e.second))
        assert sum(map(tuple.__ne__, first, second)) == hard.rows_changed
        counts = Counter({(i, e.first[i]): copies for i in range(1, points + 1)})
        assert Counter(first) == counts + Counter({(0, 0): others})
