"""Points named by a generator, and arbitrary learners as distinguishers."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, law_of
from proofs_tests.properties.sides import at_least, at_most
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed, listed
from reference.data.concept import Hypothesis, LabelledExample, Values, points
from reference.data.database import Database
from reference.hardness.generated_points import Distinguisher, advantage, generated_points

SIZE, ROWS = 4, 2
COPIES = [((j, 1),) * ROWS for j in range(SIZE)]
TABLES = st.lists(st.integers(0, SIZE - 1), min_size=1, max_size=4).map(tuple)
"""Generators."""

Learner = Listed[Database[LabelledExample], Hypothesis]
Averages = tuple[Fraction, Fraction]


def accepts(made: Any, learner: Learner) -> Callable[[int], Fraction]:
    """How likely the distinguisher accepts a point."""
    return lambda j: law_of(made(learner, ROWS), j).probability(True)


@property_of(
    (generated_points, Distinguisher, advantage),
    {
        "in the order of inputs": "sorted(set(table)) => dict.fromkeys(table)",
        "negative examples": "((point, 1),) => ((point, 0),)",
        "random points of the image": "for j in range(size) => for j in table",
    },
    table=TABLES,
    data=st.data(),
)
def test_proper_learners_distinguish(
    made: Any, table: tuple[int, ...], data: st.DataObject
) -> Fraction:
    """If c_j is recovered with 1 - beta for all j of the image then 1 - beta <= Pr[1 on G(z)].

    And Pr[1 on a random point] <= |image|/2^d.
    """
    image, distinguisher, average = made
    concepts = image(table)
    assert [c.point for c in concepts] == sorted({*table})
    learner = data.draw(listed(COPIES, concepts))
    recovered = {c.point: learner.laws[COPIES[c.point]].probability(c) for c in concepts}
    averages: Averages = average(accepts(distinguisher, learner), table, SIZE)
    generated, uniform = averages
    assert generated == sum(map(recovered.__getitem__, table)) / len(table)
    return min(
        at_least(generated, min(recovered.values()), "on the image the chance of 1"),
        at_most(uniform, Fraction(len(concepts), SIZE), "on a random point the chance of 1"),
    )


@property_of(
    (Distinguisher, advantage),
    {
        "whatever is 1 at the point": "output == PointFunction(point) => output(point) == 1",
        "any output but c_j": "output == => output !=",
        "nothing is averaged": "/ size => / 1",
    },
    learner=listed(COPIES, [*points(SIZE), Values((1,) * SIZE)])
    | listed(COPIES, points(SIZE), everywhere=True),
)
def test_private_learners_miss_random_points(made: Any, learner: Learner) -> Fraction:
    """Pr[1 on a random point] <= (r + (N - 1) delta)/(r + N - 1) of N points, for every r.

    The curve is that for all rows changed.
    """
    distinguisher, average = made
    averages: Averages = average(accepts(distinguisher, learner), (0,), SIZE)
    curve = curve_between(learner, [*combinations(COPIES, 2)])
    more = SIZE - 1
    most = min((r + more * d) / (r + more) for r, d in curve.breakpoints)
    return at_most(averages[1], most, "on a random point the chance of 1")
