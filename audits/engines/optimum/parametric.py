"""The optimum for every eps at once: a piecewise rational function of x = e^eps.

For a fixed basis the best mechanism, and the proof that it is the best, are rational functions
of x; they are right as long as all values, multipliers and reduced costs are non-negative.

Pseudo-code (for an interval of x not yet covered):
    1  choose a rational z inside, solve the program at z, take the optimal basis
    2  solve the basis for many integers x, interpolate the polynomials of Cramer's rule
    3  find where, left and right of z, the first of the conditions fails (an algebraic number)
    4  this is a piece; go on with what is left of the interval on both sides
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, TypeVar

from flint import fmpz_poly

from audits.engines.optimum.algebraic import AlgebraicNumber, sign_changes, simplest, value
from audits.engines.optimum.basis import SearchFailedError
from audits.engines.optimum.optimum import propose, reduced, refuse
from audits.engines.optimum.problem import Problem
from audits.engines.optimum.programme import Cut, Programme
from audits.engines.optimum.symbolic import SymbolicSolution, interpolated
from reference.exact.rational_function import RationalFunction

if TYPE_CHECKING:
    from audits.engines.optimum.reduction import Reduction

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)

ONE = AlgebraicNumber.of(Fraction(1))
MOST_PIECES = 200
PARTS = (1, 3, 7, 13)
"""Into how many parts an interval is divided to find a point that is not an end of a piece."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One basis, where it is optimal."""

    start: AlgebraicNumber
    end: AlgebraicNumber | None
    """None: for all greater x."""

    solution: SymbolicSolution = field(repr=False)
    lp: Programme = field(repr=False)

    @property
    def value(self) -> RationalFunction:
        """The least score of the best mechanism, as a function of x."""
        return RationalFunction(self.solution.values[self.lp.least_score], self.solution.total)


@dataclass(frozen=True, slots=True)
class Parametric(Generic[D, Y]):
    """The optimum for all x >= 1."""

    problem: Problem[D, Y]
    delta: Fraction
    pieces: tuple[Piece, ...]
    """One after the other, from 1 to infinity."""

    def functions(self) -> list[tuple[AlgebraicNumber, AlgebraicNumber | None, RationalFunction]]:
        """The optimum: start, end and function, neighbouring pieces with the same one joined."""
        joined: list[tuple[AlgebraicNumber, AlgebraicNumber | None, RationalFunction]] = []
        for piece in self.pieces:
            optimum = -piece.value if self.problem.loss else piece.value
            if joined and joined[-1][2] == optimum:
                joined[-1] = (joined[-1][0], piece.end, optimum)
            else:
                joined.append((piece.start, piece.end, optimum))
        return joined

    def at(self, x: Fraction) -> Fraction:
        """The optimum at one x >= 1."""
        here = AlgebraicNumber.of(x)
        for _, end, optimum in self.functions():
            if end is None or not end < here:
                return optimum.at(x)
        raise AssertionError("the last piece has no end")


def solve_for_all(
    problem: Problem[D, Y],
    delta: Fraction = Fraction(0),
    *,
    symmetric: bool = True,
    most_pieces: int = MOST_PIECES,
) -> Parametric[D, Y]:
    """The optimum over all (eps, delta)-private mechanisms, for every eps >= 0.

    Raises:
        ValueError: for delta outside [0, 1], or a declared symmetry that is none.
        SearchFailedError: if no optimal basis is found somewhere, or there are too many pieces.
    """
    refuse(Fraction(1), delta)
    reduction = reduced(problem, symmetric=symmetric)
    found: list[Piece] = []
    open_intervals: list[tuple[AlgebraicNumber, AlgebraicNumber | None]] = [(ONE, None)]
    while open_intervals:
        start, end = open_intervals.pop()
        if len(found) == most_pieces:
            raise SearchFailedError(f"more than {most_pieces} pieces: choose a smaller problem")
        piece = _piece_inside(problem, reduction, delta, start, end)
        found.append(piece)
        if start < piece.start:
            open_intervals.append((start, piece.start))
        if piece.end is not None and (end is None or piece.end < end):
            open_intervals.append((piece.end, end))
    return Parametric(problem, delta, tuple(_in_order(found)))


def _in_order(found: Sequence[Piece]) -> Iterator[Piece]:
    """The pieces from left to right, cut where the next one begins."""
    reached = ONE
    ordered = sorted(found, key=lambda piece: piece.start)
    for piece in ordered:
        if piece.end is None or reached < piece.end:
            yield Piece(reached, piece.end, piece.solution, piece.lp)
            if piece.end is None:
                return
            reached = piece.end


def _piece_inside(
    problem: Problem[D, Y],
    reduction: Reduction,
    delta: Fraction,
    start: AlgebraicNumber,
    end: AlgebraicNumber | None,
) -> Piece:
    """A piece that contains some of the open interval."""
    for z in _inside(start, end):
        state = propose(problem, reduction, z, delta)  # 1
        if state.exact is None:
            continue
        lp = state.lp
        solution = interpolated(lp, state.basis)  # 2
        if solution is None:
            continue
        limits = _limits(lp, solution, z, delta)  # 3
        if limits is not None:
            return Piece(*limits, solution, lp)
    raise SearchFailedError(f"no optimal basis found between {start} and {end}")


def _inside(start: AlgebraicNumber, end: AlgebraicNumber | None) -> Iterator[Fraction]:
    """Rationals in the open interval, simple ones first."""
    if end is None:
        beyond = start.high.numerator // start.high.denominator + 1
        yield from (Fraction(beyond + k) for k in range(sum(PARTS)))
        return
    width = Fraction(1)
    low, high = start.high, end.low
    while low >= high:
        width /= 16
        low, high = start.within(width)[1], end.within(width)[0]
    tried: set[Fraction] = set()
    for parts in PARTS:
        step = (high - low) / parts
        for i in range(parts):
            z = simplest(low + i * step + step / 8, low + (i + 1) * step - step / 8)
            if z not in tried:
                tried.add(z)
                yield z


def _limits(
    lp: Programme, solution: SymbolicSolution, z: Fraction, delta: Fraction
) -> tuple[AlgebraicNumber, AlgebraicNumber | None] | None:
    """The largest interval around z on which the solution is optimal; None if there is none."""
    signs = [solution.total, solution.multiplier_total]
    if any(value(p, z) == 0 for p in signs):
        return None
    t = lp.least_score
    primal, dual = (1 if value(p, z) > 0 else -1 for p in signs)
    conditions = [*(p * (1 if value(p, z) > 0 else -1) for p in signs)]
    conditions += [p * primal for j, p in enumerate(solution.values) if j != t]
    conditions += [p * primal for p in _slacks(lp, solution)]
    conditions += [
        p * dual for row, p in zip(lp.rows, solution.multipliers, strict=True) if not row.equality
    ]
    conditions += [p * dual for p in _reduced_costs(lp, solution)]
    interval = _around(z, conditions)
    if interval is None:
        return None
    known: set[Cut] = set()
    while True:
        events = _events(lp, solution, primal, delta, *interval)
        new = events - known
        if not new:
            return interval
        known |= new
        bound = solution.total * delta.numerator
        cuts = [(bound - _excess(lp, solution, cut) * delta.denominator) * primal for cut in new]
        smaller = _around(z, [*conditions, *cuts])
        conditions += cuts
        if smaller is None:
            return None
        interval = smaller


def _around(
    z: Fraction, conditions: Sequence[fmpz_poly]
) -> tuple[AlgebraicNumber, AlgebraicNumber | None] | None:
    """The largest interval in [1, oo) around z on which no polynomial is negative."""
    here = AlgebraicNumber.of(z)
    start, end = ONE, None
    for polynomial in {tuple(int(c) for c in p.coeffs()): p for p in conditions}.values():
        if not polynomial:
            continue
        if value(polynomial, z) <= 0:
            return None
        for point in sign_changes(polynomial, Fraction(1)):
            if point < here:
                start = max(start, point)
            elif end is None or point < end:
                end = point
    return start, end


def _slacks(lp: Programme, solution: SymbolicSolution) -> list[fmpz_poly]:
    found: list[fmpz_poly] = []
    for row in lp.rows:
        if not row.equality:
            scale = row.right.denominator
            left = fmpz_poly([])
            for j, (a, b) in row.terms.items():
                left += solution.values[j] * fmpz_poly([a * scale, b * scale])
            found.append(solution.total * int(row.right * scale) - left)
    return found


def _reduced_costs(lp: Programme, solution: SymbolicSolution) -> list[fmpz_poly]:
    costs = [fmpz_poly([])] * lp.variables
    for row, multiplier in zip(lp.rows, solution.multipliers, strict=True):
        if multiplier:
            for j, (a, b) in row.terms.items():
                costs[j] += multiplier * fmpz_poly([a, b])
    del costs[lp.least_score]
    return costs


def _excess(lp: Programme, solution: SymbolicSolution, cut: Cut) -> fmpz_poly:
    link, event = cut
    here, there = (lp.reduction.pairs[link] * lp.outcomes).tolist()
    of, x = lp.reduction.cells.of, fmpz_poly([0, 1])
    total = fmpz_poly([])
    for y in event:
        total += solution.values[int(of[here + y])]
        total -= solution.values[int(of[there + y])] * x
    return total


def _events(
    lp: Programme,
    solution: SymbolicSolution,
    primal: int,
    delta: Fraction,
    start: AlgebraicNumber,
    end: AlgebraicNumber | None,
) -> set[Cut]:
    """The events {y : P(y) > x Q(y)} of all pairs that occur somewhere in an interval."""
    links, _, _ = lp.cells_of_links()
    found: set[Cut] = set()
    for link in links.tolist():
        excess = [_excess(lp, solution, (link, (y,))) * primal for y in range(lp.outcomes)]
        if delta == 0:
            found.update((link, (y,)) for y, p in enumerate(excess) if p)
            continue
        changes = {point for p in excess if p for point in sign_changes(p, Fraction(1))}
        inner = sorted(c for c in changes if start < c and (end is None or c < end))
        for low, high in zip([start, *inner], [*inner, end], strict=True):
            sample = next(_inside(low, high))
            event = tuple(y for y, p in enumerate(excess) if value(p, sample) > 0)
            if event:
                found.add((link, event))
    return found
