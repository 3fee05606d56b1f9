"""Concepts that are 1 on half of the points, against learners that are private for labels."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb

from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_of, law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import Listed, listed
from proofs_tests.strategies.numbers import LOSSES
from reference.data.adjacency import one_answer
from reference.lower_bounds.half_concepts import HalfConcepts, Labels, largest_success
from reference.privacy.curve import curve, upper_envelope
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist

Bound = Callable[[HalfConcepts, Guarantee[Fraction]], Fraction]
Found = Listed[tuple[int, ...], Labels]

PAIR: list[Labels] = [*product((0, 1), repeat=2)]
"""Labels of two points."""


def tilted(copies: int, weight: Fraction) -> Found:
    """One of the two concepts, by weights to the powers of their labels."""
    return Listed(
        {
            (a, b): Dist.weighted([((1, 0), weight**a), ((0, 1), weight**b)])
            for a, b in product(range(copies + 1), repeat=2)
        }
    )


BOUNDS = {
    "without delta": wrong(largest_success, "lost.exp_eps + lost.delta => lost.exp_eps"),
    "rho is 1 and more": wrong(largest_success, "/ (rho => / (2 * rho"),
}


@property_of(
    (HalfConcepts, largest_success),
    {name: (HalfConcepts, bound) for name, bound in BOUNDS.items()}
    | {
        "half of the distance": "return 2 * self.copies => return self.copies",
        "labels of the other points": "concept[i]) for => 1 - concept[i]) for",
    },
    learner=st.integers(1, 2).flatmap(
        lambda k: st.tuples(
            st.just(k),
            st.one_of(
                listed([*product(range(k + 1), repeat=2)], PAIR),
                listed([*product(range(k + 1), repeat=2)], PAIR, everywhere=True),
                st.builds(tilted, st.just(k), LOSSES),
            ),
        )
    ),
)
def test_no_private_learner_is_right_on_all(
    parts: tuple[type[HalfConcepts], Bound], learner: tuple[int, Found]
) -> Fraction:
    """Two points: on the worst concept with no more than the bound, at every eps and delta."""
    (made, bound), (copies, base) = parts, learner
    hard = made(2, copies)
    successes = []
    for concept in hard.concepts:
        rows = hard.database(concept, 1)
        ones = tuple(sum(y for x, y in rows if x == i) for i in (1, 2))
        assert ones == tuple(copies * y for y in concept[1:])
        successes.append(law_of(base, ones).probability(concept[1:]))
    curves = curve_of(base, one_answer(range(copies + 1), 2)).breakpoints
    return min(bound(hard, Guarantee(*each)) for each in curves) - min(successes)


@property_of(
    (HalfConcepts, largest_success),
    {name: (HalfConcepts, bound) for name, bound in BOUNDS.items()}
    | {
        "no point may be wrong": "self.points // 8 => 0",
        "two points may be wrong": "self.points // 8 => self.points // 4",
    },
    one=distributions((0, 1)),
    zero=distributions((0, 1)),
    points=st.sampled_from([8, 4, 6, 16]),
)
def test_points_that_may_be_wrong(
    parts: tuple[type[HalfConcepts], Bound],
    one: Dist[int, Fraction],
    zero: Dist[int, Fraction],
    points: int,
) -> Fraction:
    """Each label answered by itself, for one copy: a product of binomials, d/8 of them wrong."""
    made, bound = parts
    hard, half = made(points, 1), points // 2
    assert (hard.missed, hard.rows_changed) == (sum(8 * k <= points for k in range(1, 9)), 2)
    p, q = one.probability(0), zero.probability(1)
    success = sum(
        comb(half, i) * p**i * (1 - p) ** (half - i) * comb(half, j) * q**j * (1 - q) ** (half - j)
        for i, j in product(range(half + 1), repeat=2)
        if 8 * (i + j) <= points
    )
    curves = upper_envelope([curve(one, zero), curve(zero, one)]).breakpoints
    slacks = []
    for exp_eps, delta in curves:
        most = bound(hard, Guarantee(exp_eps, delta))
        rho = 1 - Fraction(2 * (points // 8), points)
        lost = min(Fraction(1), delta + exp_eps * delta)
        assert rho * most == exp_eps**2 * (1 - rho * most) + lost
        slacks.append(most - success)
    return min(slacks)


@property_of(
    HalfConcepts,
    {
        "x alone": "if i in {x, y} => if i == x",
        "y may be the point 0": "if i and not label => if not label",
        "a zero for x": "enumerate(c) if label] => enumerate(c) if i and not label]",
        "all concepts": "self.points // 2) => self.points // 2 + 1)",
    },
    points=st.sampled_from([2, 4]),
)
def test_coupled_concepts_are_exchangeable(made: type[HalfConcepts], points: int) -> None:
    """Uniform are all (c, c', x, y) with halves of ones that differ in x and y, a one of c."""
    every = [c for c in product((0, 1), repeat=points + 1) if not c[0] and 2 * sum(c) == points]
    hard = made(points, 1)
    assert sorted(hard.concepts) == every
    wanted = {
        (c, other, x, y)
        for c, other in product(every, repeat=2)
        for x, y in product(range(points + 1), repeat=2)
        if [i for i in range(points + 1) if c[i] > other[i]] == [x]
        and [i for i in range(points + 1) if c[i] < other[i]] == [y]
    }
    law = law_of(hard, ())
    assert {(e.first, e.second, e.one, e.zero) for e in law} == wanted
    assert {law.probability(e) for e in law} == {Fraction(1, len(wanted))}


@property_of(
    HalfConcepts,
    {
        "16 alpha n/d": "copies = 8 * alpha => copies = 16 * alpha",
        "no rows at the point 0": "range(others) => range(0)",
        "a copy of each": "range(self.copies)) => range(1))",
        "the label of the next point": "concept[i]) for => concept[i - 1]) for",
        "without the last point": "self.points + 1) for _ => self.points) for _",
    },
    half=st.integers(1, 3),
    copies=st.integers(1, 3),
    part=st.integers(8, 10),
    concept=st.tuples(*[st.integers(0, 1)] * 7),
)
def test_databases_have_their_size(
    made: type[HalfConcepts], half: int, copies: int, part: int, concept: Labels
) -> None:
    """8 alpha n/d copies of each point, and (1 - 8 alpha) n of the point 0."""
    points, rows = 2 * half, part * half * copies
    alpha = Fraction(points * copies, 8 * rows)
    hard = made.of_size(points, rows, alpha)
    database = hard.database(concept, int((1 - 8 * alpha) * rows))
    assert len(database) == rows
    assert all(database.count((x, concept[x])) == copies for x in range(1, points + 1))
    assert {x for x, _ in database} <= {*range(points + 1)}
    assert all(concept[x] == y for x, y in database)
