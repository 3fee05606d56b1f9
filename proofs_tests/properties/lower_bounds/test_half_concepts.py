"""Concepts that are 1 on half of the points, against learners that are private for labels."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of
from proofs_tests.properties.sides import at_most, exactly, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed, mechanisms
from proofs_tests.strategies.numbers import LOSSES
from proofs_tests.strategies.sized import sized
from reference.data.adjacency import one_answer
from reference.lower_bounds.half_concepts import HalfConcepts, largest_success
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
        "delta times rho": "+ lost.delta => + rho * lost.delta",
        "half of the distance": "return 2 * self.copies => return self.copies",
        "two points may be wrong": "self.points // 8 => self.points // 4",
    },
    learner=sized(st.integers(1, 2), learners),
    points=st.sampled_from([8, 4, 6, 16]),
    w=LOSSES,
)
def test_no_private_learner_is_right_on_all(
    made: Any, learner: tuple[int, Any], points: int, w: Fraction
) -> Fraction:
    """Two points: on the worst concept with the bound at most, at every (eps, delta) it has.

    If d/8 of d points may be wrong, the bound is the s with rho s = x^(2k) (1 - rho s) + delta',
    x^(2k) and delta' those for 2k rows.  Noisy labels, w times as likely right as wrong, keep it.
    """
    (family, bound), (copies, base) = made, learner
    hard, more, successes, equal = family(2, copies), family(points, copies), [], []
    rho = 1 - Fraction(points // 8 * 2, points)
    for concept in hard.concepts:
        rows = hard.database(concept, 1)
        ones = tuple(sum(y for x, y in rows if x == i) for i in (1, 2))
        successes.append(law_of(base, ones).probability(concept[1:]))
    curves = curve_of(base, one_answer(range(copies + 1), 2)).breakpoints
    for x, delta in curves:
        most, lost = bound(more, Guarantee(x, delta)), sum(delta * x**i for i in range(2 * copies))
        equal.append(rho * most == x ** (2 * copies) * (1 - rho * most) + min(lost, 1))
    noisy = sum(comb(points, k) * w ** (points - k) for k in range(points // 8 + 1))
    found = [
        at_most(min(successes), bound(hard, Guarantee(x, delta)), f"by {delta} at {x} the success")
        for x, delta in curves
    ]
    most = bound(family(points, 1), Guarantee(w, Fraction(0)))
    found.append(at_most(noisy / (1 + w) ** points, most, "from noisy labels the success"))
    return exactly(min(found), *equal)


@property_of(
    HalfConcepts,
    {
        "x alone": "if i in {x, y} => if i == x",
        "y may be the point 0": "if i and not label => if not label",
        "any alpha": "1 or alpha > Fraction(1, 8) => 1",
        "16 alpha n/d": "copies = 8 * alpha => copies = 16 * alpha",
    },
    points=st.sampled_from([2, 4]),
    copies=st.integers(1, 3),
    part=st.integers(1, 3),
)
def test_coupled_concepts_are_exchangeable(made: Any, points: int, copies: int, part: int) -> None:
    """Uniform are all (c, c', x, y) with halves of ones that differ in x and y, a one of c.

    The databases have 8 alpha n/d copies of each point and (1 - 8 alpha) n of the point 0.
    There are not so many rows if alpha > 1/8.
    """
    hard = made.of_size(points, part * points * copies, Fraction(1, 8 * part))
    assert refused(made.of_size, points, points, Fraction(part + 1, 8))
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
    assert law.map(lambda e: (e.first, e.second, e.one, e.zero)) == Dist.uniform(wanted)
    for e in law:
        first, second = (hard.database(c, others) for c in (e.first, e.second))
        assert sum(map(tuple.__ne__, first, second)) == hard.rows_changed
        counts = Counter({(i, e.first[i]): copies for i in range(1, points + 1)})
        assert Counter(first) == counts + Counter({(0, 0): others})
