"""Zero-sum games with a rational matrix: value and optimal strategies of both players.

The row player mixes rows to minimise, the column player mixes columns to maximise, the expected
loss[i][j].  With s the number that makes every entry positive, the game is the linear program

    maximise sum_i x_i  subject to  sum_i (loss[i][j] + s) x_i <= 1 for each j,  x >= 0,

solved by the simplex method over the rationals (Bland's rule, so it ends).  The value is
1 / sum x - s, the row strategy is x / sum x, and the multipliers give the column strategy.
A pair of strategies proves the value: `proves` is the verifier.

>>> game = solve_game(((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))))
>>> game.value, game.rows, game.columns
(Fraction(1, 2), (Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 2)))
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

Matrix = Sequence[Sequence[Fraction | int]]
"""Losses: one sequence for each choice of the row player."""


@dataclass(frozen=True, slots=True)
class Game:
    """The value of a game and a strategy of each player that guarantees it."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def row_guarantee(loss: Matrix, rows: Sequence[Fraction]) -> Fraction:
    """The largest expected loss when the row player mixes like this."""
    return max(
        sum((p * line[j] for p, line in zip(rows, loss, strict=True)), Fraction(0))
        for j in range(len(loss[0]))
    )


def column_guarantee(loss: Matrix, columns: Sequence[Fraction]) -> Fraction:
    """The least expected loss when the column player mixes like this."""
    return min(
        sum((q * entry for q, entry in zip(columns, line, strict=True)), Fraction(0))
        for line in loss
    )


def proves(loss: Matrix, game: Game) -> bool:
    """Whether both strategies are distributions that guarantee the value."""
    return (
        min(game.rows) >= 0
        and min(game.columns) >= 0
        and sum(game.rows) == sum(game.columns) == 1
        and row_guarantee(loss, game.rows) == game.value == column_guarantee(loss, game.columns)
    )


def solve_game(loss: Matrix) -> Game:
    """Value and optimal strategies.

    Args:
        loss: at least one row and one column.

    Raises:
        ValueError: for no rows or no columns.
    """
    if not loss or not loss[0]:
        raise ValueError("a game has at least one row and one column")
    shift = 1 - min(Fraction(entry) for line in loss for entry in line)
    table, basis = _tableau(loss, shift)
    while True:
        entering = next((i for i, c in enumerate(table[-1][:-1]) if c < 0), None)
        if entering is None:
            break
        leaving = _leaving(table, basis, entering)
        _pivot(table, leaving, entering)
        basis[leaving] = entering
    n, objective = len(loss), table[-1]
    total = objective[-1]
    mixed = [Fraction(0)] * n
    for j, i in enumerate(basis):
        if i < n:
            mixed[i] = _fraction(table[j][-1] / total)
    columns = tuple(_fraction(objective[n + j] / total) for j in range(len(basis)))
    game = Game(1 / _fraction(total) - shift, tuple(mixed), columns)
    assert proves(loss, game)
    return game


def _tableau(loss: Matrix, shift: Fraction) -> tuple[list[list[fmpq]], list[int]]:
    """A constraint for each column, with slack variables; the objective last; the slack basis."""
    n, m = len(loss), len(loss[0])
    table = [
        [fmpq(*(line[j] + shift).as_integer_ratio()) for line in loss]
        + [fmpq(int(k == j)) for k in range(m)]
        + [fmpq(1)]
        for j in range(m)
    ]
    table.append([fmpq(-1)] * n + [fmpq(0)] * (m + 1))
    return table, list(range(n, n + m))


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _leaving(table: list[list[fmpq]], basis: list[int], entering: int) -> int:
    """The row that first blocks the entering variable, ties by the least basic variable."""
    blocking = [j for j in range(len(basis)) if table[j][entering] > 0]
    return min(blocking, key=lambda j: (table[j][-1] / table[j][entering], basis[j]))


def _pivot(table: list[list[fmpq]], row: int, column: int) -> None:
    pivot = table[row][column]
    table[row] = [entry / pivot for entry in table[row]]
    for i, line in enumerate(table):
        factor = line[column]
        if i != row and factor != 0:
            table[i] = [
                entry - factor * other if other != 0 else entry
                for entry, other in zip(line, table[row], strict=True)
            ]
