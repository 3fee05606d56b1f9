"""Linear equations over two elements, against all vectors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.data.gf2 import inner_product, rank, solutions


@st.composite
def systems(draw: st.DrawFn) -> tuple[list[tuple[int, int]], int]:
    """Equations and their dimension."""
    dimension = draw(st.integers(0, 4))
    vectors = st.integers(0, (1 << dimension) - 1)
    return draw(st.lists(st.tuples(vectors, st.integers(0, 1)), max_size=6)), dimension


@given(systems())
def test_solutions_are_those_vectors_that_solve(system: tuple[list[tuple[int, int]], int]) -> None:
    """All of them, each once, and the least is the least."""
    equations, dimension = system
    every = [
        h for h in range(1 << dimension) if all(inner_product(a, h) == y for a, y in equations)
    ]
    space = solutions(equations, dimension)
    assert sorted(space or ()) == every
    if space is not None:
        assert (space.least, len(space)) == (every[0], len(every))
        assert len(space) == 1 << (dimension - rank(a for a, _ in equations))
        assert list(space.basis) == sorted(space.basis)


@pytest.mark.parametrize(("equations", "dimension"), [([(2, 0)], 1), ([], -1)])
def test_vectors_have_the_bits_of_the_dimension(
    equations: list[tuple[int, int]], dimension: int
) -> None:
    """What has more bits is refused."""
    with pytest.raises(ValueError, match=r"dimension|vector"):
        solutions(equations, dimension)


def test_rank_counts_independent_vectors() -> None:
    """3 = 1 + 2."""
    assert rank((1, 2, 3, 0)) == 2
