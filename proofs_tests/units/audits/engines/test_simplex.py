"""Small linear programs, exactly: known ones, and any against a solver in floating point."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.engines import solvers
from audits.engines.simplex import Row, minimum
from audits.engines.solvers import Sparse, linear_minimum

Programme = tuple[Row, list[tuple[Row, Fraction, bool]], set[int]]

COLUMNS = 4


def numbers(*row: int) -> Row:
    """The coefficients that are not 0."""
    return {j: Fraction(a) for j, a in enumerate(row) if a}


@st.composite
def programmes(draw: st.DrawFn) -> Programme:
    """Of few variables and rows, with and without solutions."""
    small = st.integers(-3, 3)
    wide = st.lists(small, min_size=COLUMNS, max_size=COLUMNS)
    rows = draw(st.lists(st.tuples(wide, small, st.booleans()), min_size=1, max_size=6))
    free = draw(st.sets(st.integers(0, COLUMNS - 1)))
    return numbers(*draw(wide)), [(numbers(*a), Fraction(b), e) for a, b, e in rows], free


@given(programmes())
def test_the_least_cost_is_that_of_another_solver(programme: Programme) -> None:
    """And the solution satisfies every row; there is none where the other finds none."""
    cost, rows, free = programme
    found = minimum(cost, rows, free)
    other = linear_minimum(
        [float(cost.get(j, 0)) for j in range(COLUMNS)],
        side([(row, right) for row, right, equal in rows if not equal], -1),
        side([(row, right) for row, right, equal in rows if equal], 1),
        [(None if j in free else 0, None) for j in range(COLUMNS)],
    )
    assert (found is None) == (other is None)
    if found is None or other is None:
        return
    assert all(found.get(j, 0) >= 0 for j in range(COLUMNS) if j not in free)
    for row, right, equal in rows:
        left = sum(a * found.get(j, 0) for j, a in row.items())
        assert left == right if equal else left >= right
    assert float(sum(c * found.get(j, 0) for j, c in cost.items())) == pytest.approx(other[0])


def side(
    rows: list[tuple[Row, Fraction]], sign: int
) -> tuple[Sparse, list[float]] | tuple[None, None]:
    """Rows as the other solver takes them."""
    if not rows:
        return None, None
    cells = [(i, j, float(sign * a)) for i, (row, _) in enumerate(rows) for j, a in row.items()]
    lines, columns, values = zip(*cells, strict=True) if cells else ((), (), ())
    return Sparse(values, lines, columns, (len(rows), COLUMNS)), [float(sign * b) for _, b in rows]


def test_a_programme_of_a_textbook() -> None:
    """Maximise 3x + 5y with x <= 4, 2y <= 12, 3x + 2y <= 18: 36, at (2, 6)."""
    rows = [
        (numbers(-1, 0), Fraction(-4), False),
        (numbers(0, -2), Fraction(-12), False),
        (numbers(-3, -2), Fraction(-18), False),
    ]
    assert minimum(numbers(-3, -5), rows, set()) == numbers(2, 6)
    assert minimum(numbers(-3, -5), rows[1:2], set()) is None, "x has no end"
    assert minimum(numbers(1), [*rows, (numbers(1), Fraction(5), True)], set()) is None


def test_a_cycle_of_bases_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of Beale, on which the least reduced cost alone may never end."""
    cost = {0: Fraction(-3, 4), 1: Fraction(150), 2: Fraction(-1, 50), 3: Fraction(6)}
    first = {0: Fraction(-1, 4), 1: Fraction(60), 2: Fraction(1, 25), 3: Fraction(-9)}
    second = {0: Fraction(-1, 2), 1: Fraction(90), 2: Fraction(1, 50), 3: Fraction(-3)}
    rows = [(first, Fraction(0), False), (second, Fraction(0), False)]
    rows.append(({2: Fraction(-1)}, Fraction(-1), False))
    for greedy in (0, 500):
        monkeypatch.setattr("audits.engines.simplex.GREEDY", greedy)
        found = minimum(cost, rows, set())
        assert found is not None
        assert sum(cost[v] * x for v, x in found.items()) == Fraction(-1, 20)


def test_it_stands_in_where_there_is_no_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    """With bounds on both sides; a large program is refused."""
    monkeypatch.setattr(solvers, "is_installed", lambda _: False)
    either: solvers.Bounds = [(1, None), (None, 2)]
    matrix = Sparse([1.0, 1.0], [0, 0], [0, 1], (1, 2))
    found = linear_minimum([1, -1], (matrix, [5.0]), (None, None), either)
    assert found is not None
    assert (found[0], list(found[1])) == (-1, [1, 2])
    monkeypatch.setattr(solvers, "MOST_ENTRIES", 1)
    monkeypatch.setattr("audits.extras.is_installed", lambda _: False)
    with pytest.raises(ImportError, match="a large linear program needs numpy"):
        linear_minimum([1, -1], (matrix, [5.0]), (None, None), either)
