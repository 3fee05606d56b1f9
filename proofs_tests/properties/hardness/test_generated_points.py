"""Points named by a generator, and arbitrary learners as distinguishers."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed, listed
from proofs_tests.strategies.numbers import PROBABILITIES
from reference.data.bottom import Bottom
from reference.data.concept import Hypothesis, LabelledExample, PointFunction, points
from reference.data.database import Database
from reference.hardness.generated_points import Distinguisher, advantage, generated_points
from reference.probability.dist import Dist
from reference.probability.families import bernoulli

SIZE = 4
TABLES = st.lists(st.integers(0, SIZE - 1), min_size=1, max_size=4).map(tuple)
"""Generators."""

Table = tuple[int, ...]
Sample = Database[LabelledExample]
Learner = Listed[Sample, Hypothesis]
Averages = Callable[[Callable[[int], Fraction], Sequence[int], int], tuple[Fraction, Fraction]]


def copies(rows: int) -> list[Sample]:
    """The samples that a distinguisher makes."""
    return [((j, 1),) * rows for j in range(SIZE)]


@property_of(
    generated_points,
    {
        "a point for each input": lambda table: tuple(map(PointFunction, table)),
        "inputs in place of outputs": lambda table: points(len(table)),
        "in the order of inputs": "sorted(set(table)) => dict.fromkeys(table)",
    },
    table=TABLES,
)
def test_concepts_are_the_image(
    image: Callable[[Table], tuple[PointFunction, ...]], table: Table
) -> None:
    """One for each point that the generator puts out, in order."""
    assert [c.point for c in image(table)] == [j for j in range(SIZE) if j in table]


@property_of(
    Distinguisher,
    {
        "negative examples": "((point, 1),) => ((point, 0),)",
        "one example fewer": "* self.rows => * (self.rows - 1)",
        "any output but c_j": "output == => output !=",
        "the next point": "PointFunction(point) => PointFunction(point + 1)",
    },
    learner=listed(
        [((j, y),) * m for j, y, m in product(range(2), (0, 1), range(3))],
        [*points(2), Bottom.BOTTOM],
    ),
    point=st.integers(0, 1),
    rows=st.integers(0, 2),
)
def test_points_are_accepted_if_recovered(
    build: type[Distinguisher[Fraction]], learner: Learner, point: int, rows: int
) -> None:
    """With the probability that the learner names the point from copies of its example."""
    recovered = learner.laws[((point, 1),) * rows].probability(PointFunction(point))
    assert law_of(build(learner, rows), point).probability(True) == recovered


@property_of(
    advantage,
    {
        "each output counts once": (
            "for j in table), => for j in {*table}),",
            "/ len(table) => / len({*table})",
        ),
        "random points of the image": "for j in range(size) => for j in table",
        "the number of seeds": "/ size => / len(table)",
        "one point more": "range(size) => range(size - 1)",
    },
    chances=st.tuples(*[PROBABILITIES] * SIZE),
    table=TABLES,
)
def test_advantage_is_that_of_the_experiment(
    averages: Averages, chances: tuple[Fraction, ...], table: Table
) -> None:
    """A seed is drawn, or a point, and then the coin of the distinguisher is tossed."""
    seeds = Dist.uniform(range(len(table))).bind(lambda z: bernoulli(chances[table[z]]))
    uniform = Dist.uniform(range(SIZE)).bind(lambda j: bernoulli(chances[j]))
    expected = seeds.probability(True), uniform.probability(True)
    assert averages(chances.__getitem__, table, SIZE) == expected


def accepts(learner: Learner, rows: int) -> Callable[[int], Fraction]:
    """How likely the distinguisher accepts a point."""
    return lambda j: law_of(Distinguisher(learner, rows), j).probability(True)


@property_of(
    advantage,
    {
        "random points of the image": "for j in range(size) => for j in table",
        "the number of seeds": "/ size => / len(table)",
        "a seed more": "/ len(table) => / (len(table) + 1)",
    },
    table_and_learner=TABLES.flatmap(
        lambda g: st.tuples(st.just(g), listed(copies(1), generated_points(g)))
    ),
)
def test_proper_learners_distinguish(
    averages: Averages, table_and_learner: tuple[Table, Learner]
) -> Fraction:
    """If c_j is recovered with 1 - beta for all j of the image then 1 - beta <= Pr[1 on G(z)].

    And Pr[1 on a random point] <= |image|/2^d, for any proper learner.
    """
    table, learner = table_and_learner
    accepted = accepts(learner, 1)
    generated, uniform = averages(accepted, table, SIZE)
    least = min(map(accepted, table))
    return min(generated - least, Fraction(len({*table}), SIZE) - uniform)


@property_of(
    advantage,
    {
        "nothing is averaged": "/ size => / 1",
        "half of the points": "/ size => * 2 / size",
    },
    learner=listed(copies(2), points(SIZE)) | listed(copies(2), points(SIZE), everywhere=True),
)
def test_private_learners_miss_random_points(averages: Averages, learner: Learner) -> Fraction:
    """Pr[1 on a random point] <= (r + (N - 1) delta)/(r + N - 1) of N points, for every r.

    The curve is that for all rows changed.
    """
    _, uniform = averages(accepts(learner, 2), (0,), SIZE)
    curve = curve_between(learner, [*combinations(copies(2), 2)])
    more = SIZE - 1
    return min((r + more * d) / (r + more) for r, d in curve.breakpoints) - uniform
