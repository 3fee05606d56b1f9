"""Laws that are enclosed: mechanisms that compare Gaussian and other continuous noise, at one eps.

Each branch of a mechanism has an outcome, draws and their order.  The probability of an order is
enclosed from a grid: each draw is replaced by the cell that it is in, an interval [c, c + 1] times
the step.  Numbers that draws are compared with are multiples of the step, so that x + k < y, with
k = K steps,

    is sure     if  c(x) + K + 1 <= c(y),
    is possible if  c(x) + K     <= c(y).

With weights below and above the probabilities of the cells, in integers, the weight of all cells
where the order is sure is below the probability, and that of those where it is possible above, if
what lies outside the grid is added.  The difference falls in proportion to the step.

>>> same = Problem((Gaussian(Fraction(1)), Gaussian(Fraction(1))), ((0, 1, 0),))
>>> low, high = Grid(Fraction(1, 128), Fraction(1)).probability(same)
>>> [low < Fraction(1, 2) < high, high - low < Fraction(1, 400)]
[True, True]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from reference.exact.exponential_function import ExponentialFunction
from reference.exact.interval import Ends, Interval, exp, sqrt
from reference.exact.interval import erfc as gauss_tail
from reference.probability.branches import AnyNoise, Beyond, Problem, branches, canonical_problem
from reference.probability.cells import Cells, Order, weigh
from reference.probability.coins import D, Mechanism
from reference.probability.continuous import Exponential, Gaussian, Laplace, NoExactLawError, Scale
from reference.probability.differences import CONSTANT, Number
from reference.probability.dist import X
from reference.probability.integer_gaussian import IntegerGaussian
from reference.probability.outcome import outcome
from reference.probability.replay import MOST_DRAWS

BITS = 48
"""Binary digits of the weights of cells."""

REACH = {"Gaussian": 7, "Laplace": 28, "Exponential": 28}
"""Of a grid, in deviations or scales: 1 in 10^11 or less is outside."""


def enclosed_law(
    mechanism: Mechanism[D, X, ExponentialFunction],
    database: D,
    grid: Grid,
    most_draws: int = MOST_DRAWS,
) -> dict[X, Ends]:
    """The outcomes of a mechanism on a database, and an enclosure of the probability of each.

    Of integers with discrete Gaussian noise, those beyond `reach` are not followed.

    Raises:
        ArithmeticError: and the other errors of `branches`.
        ValueError: if a number that draws are compared with is no multiple of the step.
    """
    found: dict[X, Ends] = {}
    for branch in branches(mechanism, database, most_draws):
        if isinstance(branch.outcome, Beyond):
            continue
        y = outcome(branch.outcome)
        low, high = (branch.weight * end for end in grid.probability(branch.order))
        before = found.get(y, (Fraction(0), Fraction(0)))
        found[y] = before[0] + low, min(before[1] + high, Fraction(1))
    return found


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of the same length, and the probabilities of orders that are enclosed from them.

    Raises:
        ValueError: unless step and unit are above 0.
    """

    step: Fraction
    """Length of a cell, in the unit of the answers; 1/m for noise on the integers."""

    unit: Fraction
    """u = eps/parts: what scales k/eps are measured in."""

    _known: dict[object, tuple[Cells, Cells]] = field(default_factory=dict, compare=False)
    _solved: dict[object, Ends] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        for name, value in (("step", self.step), ("unit", self.unit)):
            if value <= 0:
                raise ValueError(f"{name} {value}: above 0")

    def probability(self, problem: Problem) -> Ends:
        """Rationals low <= p <= high for the probability of an order.

        Raises:
            ValueError: if a number in it is no multiple of the step.
        """
        asked = canonical_problem(problem)
        name = tuple(noise.known_by for noise in asked.noises), asked.orders
        if name not in self._solved:
            self._solved[name] = self._enclosed(asked)
        return self._solved[name]

    def _enclosed(self, problem: Problem) -> Ends:
        cells = dict(enumerate(map(self.cells, problem.noises)))
        sure = [self.order(order, sure=True) for order in problem.orders]
        possible = [self.order(order, sure=False) for order in problem.orders]
        one = 2 ** (BITS * len(cells))
        low = Fraction(weigh({x: lower for x, (lower, _) in cells.items()}, sure), one)
        high = Fraction(weigh({x: upper for x, (_, upper) in cells.items()}, possible), one)
        outside = sum(1 - Fraction(sum(lower.weights), 2**BITS) for lower, _ in cells.values())
        return low, min(high + outside, Fraction(1))

    def order(self, order: tuple[int, int, Number], *, sure: bool) -> Order:
        """The order of cells in which the one of draws is sure, or possible."""
        low, high, k = order
        steps = Fraction(k) / self.step
        if steps.denominator > 1:
            raise ValueError(f"{k} is no multiple of the step {self.step}")
        return Order(low, high, int(steps) + (high == CONSTANT or (sure and low != CONSTANT)))

    def reach(self, noise: AnyNoise) -> int:
        """On each side of 0 the grid has so many cells for the noise."""
        size = (
            Fraction(noise.reach)
            if isinstance(noise, IntegerGaussian)
            else scale_of(noise, self.unit) * REACH[noise.known_by[0]]
        )
        return -int(-size // self.step)

    def cells(self, noise: AnyNoise) -> tuple[Cells, Cells]:
        """Weights below and above 2^BITS times the probability of each cell."""
        name = noise.known_by
        if name not in self._known:
            reach = self.reach(noise)
            ends = list(self._ends(noise, reach))
            low, high = ([end[i] for end in ends] for i in (0, 1))
            self._known[name] = Cells(-reach, low), Cells(-reach, high)
        return self._known[name]

    def _ends(self, noise: AnyNoise, reach: int) -> Iterator[tuple[int, int]]:
        if isinstance(noise, IntegerGaussian):
            if self.step.numerator > 1:
                raise ValueError(f"step {self.step}: 1/m, for noise on the integers")
            for c in range(-reach, reach):
                low, high = noise.probability(int(c * self.step // 1))
                yield _rounded(low * self.step, high * self.step)
        else:
            edges = (c * self.step for c in range(-reach, reach + 1))
            sums = [_rounded(*self.below(noise, x).enclosure(BITS + 8)) for x in edges]
            yield from ((max(b[0] - a[1], 0), b[1] - a[0]) for a, b in pairwise(sums))

    def below(self, noise: AnyNoise, x: Fraction) -> Interval:
        """The probability that a draw is below x."""
        z = x / scale_of(noise, self.unit)
        match noise:
            case Gaussian():
                return gauss_tail(-z / sqrt(2)) / 2
            case Laplace():
                return exp(z) / 2 if z <= 0 else 1 - exp(-z) / 2
            case _:
                return 1 - exp(-max(z, Fraction(0)))


def scale_of(noise: AnyNoise, unit: Fraction) -> Fraction:
    """The deviation or scale of noise, in the unit of the answers.

    Raises:
        NoExactLawError: for other noise than Gaussian, Laplace and exponential.
    """
    match noise:
        case IntegerGaussian():
            return Fraction(noise.deviation_at_most)
        case Gaussian(scale) | Laplace(scale) | Exponential(scale):
            return 1 / (scale.rate * unit) if isinstance(scale, Scale) else Fraction(scale)
        case _:
            raise NoExactLawError(f"{noise}: beside Gaussian noise, only Laplace and exponential")


def _rounded(low: Fraction, high: Fraction) -> tuple[int, int]:
    """Integers below and above 2^BITS times the numbers."""
    return int(low * 2**BITS // 1), -int(-high * 2**BITS // 1)
