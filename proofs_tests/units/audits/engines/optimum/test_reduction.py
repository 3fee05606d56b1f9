"""Symmetries are declared by the problem and confirmed before they are used."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from audits.engines.optimum import NotASymmetryError, Symmetry, solve, worst_case
from audits.engines.optimum.reduction import reduce
from proofs_tests.units.audits.engines.optimum.second_solver import posed
from reference.data.adjacency import ListedAdjacency, replace_one

EVERY = [
    "interior-point domain=4 rows=2",
    "interior-point domain=3 rows=3 ordered=true",
    "median domain=4 rows=3",
    "counting-query rows=3",
    "counting-loss rows=3 uniform=true",
    "one-way-marginals columns=3 rows=1",
    "point-sanitisation domain=3 rows=2 accuracy=1/2 synthetic=1",
    "threshold-release domain=3 rows=2 accuracy=1/4",
    "pac-learning concepts=point domain=3 rows=2 accuracy=0 grid=2",
    "pac-learning concepts=threshold domain=3 rows=2 accuracy=1/3",
    "empirical-learning concepts=point domain=3 rows=1 agnostic=true",
    "empirical-learning concepts=threshold domain=3 rows=1",
    "public-data private=2 public=1",
    "public-data private=1 public=1 columns=2 answers=1",
    "public-data-error private=2 public=1",
    "public-data-error private=1 public=1 columns=2 answers=2",
    "public-data-thresholds private=1 public=1 points=4",
]


@pytest.mark.parametrize("words", EVERY)
@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 20)])
def test_symmetries_shrink_the_program_and_keep_the_optimum(words: str, delta: Fraction) -> None:
    """Every declared symmetry is confirmed, and the optimum is the same without them."""
    problem = posed(words)
    with_them = solve(problem, Fraction(2), delta)
    without = solve(problem, Fraction(2), delta, symmetric=False)
    assert with_them.symmetries
    assert without.symmetries == ()
    assert with_them.solved.columns < without.solved.columns
    assert with_them.value == without.value
    assert with_them.value is not None


def test_multisets_and_sequences_have_the_same_optimum() -> None:
    """A mechanism may forget the order of the rows: averaging over it loses nothing."""
    multisets = posed("interior-point domain=3 rows=3")
    sequences = solve(posed("interior-point domain=3 rows=3 ordered=true"), Fraction(2))
    assert sequences.problem.universe.database_count == 27
    assert sequences.value == solve(multisets, Fraction(2)).value


def test_orbits_of_the_reversal() -> None:
    """On two points and one row everything comes in pairs."""
    found = reduce(posed("interior-point domain=2 rows=1"))
    assert found.cells.of.tolist() == [0, 1, 1, 0]
    assert found.links.sizes.tolist() == [2]
    assert found.scores.sizes.tolist() == [2]


Bit = tuple[int, ...]


def same(database: Bit) -> Bit:
    """The same database."""
    return database


@pytest.mark.parametrize(
    ("databases", "outcomes", "message"),
    [
        (same, {0: 1, 1: 0}, "none of the scores"),
        ({(0,): (9,), (1,): (8,)}.__getitem__, {0: 0, 1: 1}, "is not there"),
        (same, {0: 0, 1: 0}, "mapped to the same"),
    ],
)
def test_a_wrong_symmetry_is_refused(
    databases: Callable[[Bit], Bit], outcomes: dict[int, int], message: str
) -> None:
    """A declaration is not believed."""
    declared = Symmetry("declared", databases, outcomes.__getitem__)
    problem = worst_case(
        "bit", replace_one(range(2), 1), range(2), lambda d, y: d == (y,), [declared]
    )
    with pytest.raises(NotASymmetryError, match=message):
        solve(problem, Fraction(2))


def test_a_symmetry_that_moves_neighbours_apart_is_refused() -> None:
    """Adjacency has to be kept, too."""
    turn = {"a": "b", "b": "c", "c": "a"}
    path = ListedAdjacency(("a", "b", "c"), ((0, 1), (1, 2)))
    problem = worst_case(
        "path", path, ("y",), lambda d, y: d + y != "", [Symmetry("turn", turn.__getitem__, str)]
    )
    with pytest.raises(NotASymmetryError, match="neighbours are moved apart"):
        solve(problem, Fraction(2))
