"""Of `reference.mechanisms.sensitivity`."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.declared.declared import Declared, at, number, pairs
from audits.claims.standard_mechanisms.every_eps import R, every
from reference.data.graphs import edge_neighbours
from reference.mechanisms.sensitivity.median import Median
from reference.mechanisms.sensitivity.noisy_bound import NoisyBoundRelease, TriangleCount
from reference.mechanisms.sensitivity.propose_test_release import (
    LaplaceProposeTestRelease,
    ProposeTestRelease,
    distance_to_unstable,
)
from reference.mechanisms.sensitivity.smooth_median import SmoothMedian

State = tuple[int, int]
"""The answer of a query and its local sensitivity: all that is seen of a database."""


def answer_of(state: State) -> int:
    """The query."""
    return state[0]


def sensitivity_of(state: State) -> int:
    """Its local sensitivity."""
    return state[1]


STATES: ListedAdjacency[State] = pairs((0, 1), (1, 2), (0, 2), (2, 3))
THREE_ROWS = replace_one(range(5), 3)
FAR_FROM_UNSTABLE = distance_to_unstable(Median(), THREE_ROWS, 1)
FIVE = tuple(product((0, 1), range(2, 7)))
"""A graph in which the vertices 0 and 1 have five common neighbours."""

A = 1 / R

INSTANCES: dict[str, Declared] = {
    "noisy bound": Declared(
        NoisyBoundRelease(answer_of, sensitivity_of, 1, 4, Epsilon(R), (0, 3)),
        at(R**2, A**2 / (1 + A)),
        few=STATES,
    ),
    "number of triangles": Declared(
        TriangleCount(1, 1, 6, Epsilon(Fraction(2))),
        number(4, Fraction(1, 6)),
        edge_neighbours(4),
        rows=4,
        few=pairs(FIVE, ((0, 1), *FIVE)),
    ),
    "propose-test-release": Declared(
        ProposeTestRelease(Median(), FAR_FROM_UNSTABLE, 1, 1, every(1), (0, 4)),
        at(R**2, A**2 / (1 + A)),
        few=THREE_ROWS,
    ),
    "propose-test-release with Laplace noise": Declared(
        LaplaceProposeTestRelease(Median(), FAR_FROM_UNSTABLE, 1, 1, every(1), tuple(range(5))),
        at(R**2, A / 2),
        few=THREE_ROWS,
    ),
    "smooth median": Declared(
        SmoothMedian(Domain.of_size(3), Epsilon(Fraction(2), 6)),
        number(64),
        replace_one(range(3), 1),
        rows=1,
    ),
}
