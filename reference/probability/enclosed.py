"""Laws that are enclosed: mechanisms that compare Gaussian and other continuous noise, at one eps.

A mechanism is followed along every branch, as `law` does, and each branch has an outcome, the
draws and their order.  The probability of an order is enclosed from a grid: each draw is replaced
by the cell that it is in, an interval [c, c + 1] times the step.  Numbers that draws are compared
with are multiples of the step, so that x + k < y, with k = K steps,

    is sure     if  c(x) + K + 1 <= c(y),
    is possible if  c(x) + K     <= c(y).

With weights below and above the probabilities of the cells, in integers, the weight of all cells
where the order is sure is below the probability, and that of those where it is possible above, if
what lies outside the grid is added.  The difference falls in proportion to the step.

>>> from reference.probability.continuous import Gaussian
>>> same = Problem((Gaussian(Fraction(1)), Gaussian(Fraction(1))), ((0, 1, 0),))
>>> low, high = Grid(Fraction(1, 128), Fraction(1)).probability(same)
>>> [low < Fraction(1, 2) < high, high - low < Fraction(1, 400)]
[True, True]
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import isqrt, lcm
from operator import attrgetter
from typing import Generic, NamedTuple, TypeAlias

from reference.exact.exponential_function import ExponentialFunction
from reference.exact.interval import Ends, Interval, exp, sqrt
from reference.exact.interval import erfc as gauss_tail
from reference.probability.cells import Cells, Order, weigh
from reference.probability.coins import D, Mechanism, plain
from reference.probability.continuous import (
    Exponential,
    Gaussian,
    Laplace,
    NoExactLawError,
    Noise,
    Real,
)
from reference.probability.differences import CONSTANT, Below, Number, canonical, settled
from reference.probability.dist import Dist, X
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.probability.outcome import Key, key, outcome
from reference.probability.provenance import ours
from reference.probability.purity import pure
from reference.probability.replay import (
    MOST_DRAWS,
    ImpureMechanismError,
    UnfinishedError,
    is_only_enclosed,
    named,
)


@dataclass(frozen=True, slots=True)
class IntegerGaussian:
    """Z + U, for Pr[Z = z] proportional to e^(-z^2 / (2V)) on the integers, U uniform on [0, 1].

    So Z is z where this lies between z and z + 1.
    """

    variance: Fraction
    """V."""

    @property
    def known_by(self) -> tuple[str, Fraction]:
        """What tells the density from others."""
        return "Discrete-Gaussian", self.variance

    @property
    def deviation_at_most(self) -> int:
        """An integer above the square root of V by at most 1."""
        return isqrt(int(self.variance)) + 1

    def probability(self, z: int) -> Ends:
        """An enclosure of Pr[Z = z].

        It is w(z) / (sum of all w) with w(z) = e^(-z^2 / (2V)).  Those of z > r add up to at most
        w(r) t / (1 - t), t = e^(-r/V), as z^2 >= r^2 + 2 r (z - r).
        """
        low, high = _weight(z * z / (2 * self.variance))
        least, most = _sum_of_weights(self.variance, self.deviation_at_most)
        return low / most, high / least


AnyNoise: TypeAlias = Noise[ExponentialFunction] | IntegerGaussian

BITS = 48
"""Binary digits of the weights of cells."""

REACH = {"Gaussian": 7, "Discrete-Gaussian": 7, "Laplace": 28, "Exponential": 28}
"""Of a grid, in deviations or scales: 1 in 10^11 or less is outside."""


def _weight(exponent: Fraction) -> Ends:
    """An enclosure of e^(-exponent)."""
    return exp(-exponent).enclosure(BITS + 24)


@cache
def _sum_of_weights(variance: Fraction, deviation: int) -> Ends:
    """An enclosure of the sum of e^(-z^2 / (2V)) over all integers z."""
    r = 2 * REACH["Discrete-Gaussian"] * deviation
    ends = [_weight(z * z / (2 * variance)) for z in range(r + 1)]
    least, most = (2 * sum(end[i] for end in ends) - ends[0][i] for i in (0, 1))
    t = _weight(r / variance)[1]
    return least, most + 2 * ends[r][1] * t / (1 - t)


class Problem(NamedTuple):
    """Draws, and an order of them: triples (low, high, k) for x_low + k < x_high."""

    noises: tuple[AnyNoise, ...]
    orders: tuple[tuple[int, int, Number], ...]


class Beyond(Enum):
    """In the place of an outcome that is not known, as the branch was not followed."""

    REACH = "beyond reach"


class Branch(NamedTuple, Generic[X]):
    """What happens with the probability `weight` times that of the order."""

    outcome: Key[X] | Beyond

    weight: Fraction
    order: Problem


def branches(
    mechanism: Mechanism[D, X, ExponentialFunction], database: D, most_draws: int = MOST_DRAWS
) -> list[Branch[X]]:
    """All branches of a mechanism on a database; one happens, with probability 1.

    Raises:
        ImpureMechanismError: if it does something else when it is called again.
        OutsideSourceError: if it looks for chance, a clock or another process.
        NoExactLawError: if it draws unbounded noise on the integers.
        UnfinishedError: after `most_draws` draws or comparisons on one branch.
    """
    with nullcontext() if ours(mechanism) else pure():
        found = _followed(mechanism, database, most_draws, backwards=False)
        if not ours(mechanism):
            again = _followed(mechanism, database, most_draws, backwards=True)
            if again != found:
                raise ImpureMechanismError(
                    f"{named(mechanism)} on database {database!r} has other branches when it is "
                    "called again"
                )
    return list(found.values())


def enclosed_law(
    mechanism: Mechanism[D, X, ExponentialFunction],
    database: D,
    grid: Grid,
    most_draws: int = MOST_DRAWS,
) -> dict[X, Ends]:
    """The outcomes of a mechanism on a database, and an enclosure of the probability of each.

    Of integers with discrete Gaussian noise, those beyond `REACH` deviations are not followed.

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


def _followed(
    mechanism: Mechanism[D, X, ExponentialFunction],
    database: D,
    most_draws: int,
    *,
    backwards: bool,
) -> dict[tuple[int, ...], Branch[X]]:
    """Every branch, by the places of what was drawn."""
    found: dict[tuple[int, ...], Branch[X]] = {}
    open_: list[tuple[int, ...]] = [()]
    while open_:
        path = _Path(open_.pop(), most_draws, backwards=backwards)
        try:
            output: Key[X] | Beyond = key(path.run(mechanism, database))
        except _BeyondReach:
            output = Beyond.REACH
        open_ += path.others
        problem = Problem(tuple(path.noises), tuple(path.orders))
        found[tuple(path.places)] = Branch(output, path.weight, problem)
    return dict(sorted(found.items()))


class _BeyondReach(BaseException):
    """A value in the tail of noise on the integers: the branch is not followed.

    No mechanism can catch it by catching `Exception`.
    """


class _Path:
    """Coins that answer along a given path, and beyond it by what is next in order."""

    def __init__(self, given: Sequence[int], most_draws: int, *, backwards: bool) -> None:
        self._given = given
        self._most = most_draws
        self._backwards = backwards
        self.places: list[int] = []
        self.others: list[tuple[int, ...]] = []
        """Paths that turn off this one, beyond what was given of it."""

        self.weight = Fraction(1)
        self.noises: list[AnyNoise] = []
        self.orders: list[tuple[int, int, Number]] = []

    def draw(self, dist: Dist[X, ExponentialFunction] | Dist[X, Fraction], /) -> X:
        outcomes = list(dist)
        x = outcomes[self._place(len(outcomes))]
        chance = dist.probability(x)
        if not isinstance(chance, Fraction):
            raise NoExactLawError(f"{chance}: beside Gaussian noise, weights are rationals")
        self.weight *= chance
        return x

    def draw_noise(
        self,
        noise: TwoSidedGeometric[ExponentialFunction],
        settled: Settled[ExponentialFunction],
        /,
    ) -> int:
        del settled
        raise NoExactLawError(f"{noise}: noise on all integers is not drawn where Gaussian is")

    def draw_real(self, noise: AnyNoise, /) -> Real:
        self.noises.append(noise)
        return Real(self, len(self.noises) - 1)

    def run(self, mechanism: Mechanism[D, X, ExponentialFunction], database: D, /) -> X:
        if not is_only_enclosed(mechanism):
            return mechanism(database, plain(self))
        output: X = attrgetter("enclosed")(mechanism)(database, self.integer)
        return output

    def integer(self, variance: Fraction, /) -> int:
        """A value of discrete Gaussian noise; one beyond reach ends the branch."""
        x, noise = len(self.noises), IntegerGaussian(variance)
        reach = noise.deviation_at_most * REACH["Discrete-Gaussian"]
        self.noises.append(noise)
        z = self._place(2 * reach + 2) - reach
        if z < reach:
            self.orders += [(CONSTANT, x, z), (x, CONSTANT, -z - 1)]
            return z
        self.orders.append((x, CONSTANT, reach) if z == reach else (CONSTANT, x, reach))
        raise _BeyondReach

    release, delegate = draw, run

    def is_below(self, low: int, high: int, k: Number, /) -> bool:
        """The answer of the path, or the one that its other answers imply."""
        implied = settled(self.orders, (low, high, k))
        if implied is not None:
            return implied
        place = self._place(2)
        self.orders.append(((low, high, k), (high, low, -k))[place])
        return place == 0

    def _place(self, count: int) -> int:
        """Which of so many answers is that of the path."""
        at = len(self.places)
        if at < len(self._given):
            place = self._given[at]
            if place >= count:
                raise ImpureMechanismError("a draw had fewer outcomes when repeated")
        else:
            if at >= self._most:
                raise UnfinishedError(
                    f"more than {self._most} draws or comparisons (--max-draws raises that)"
                )
            place, *rest = sorted(range(count), reverse=self._backwards)
            self.others += [(*self.places, other) for other in rest]
        self.places.append(place)
        return place


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
        size = scale_of(noise, self.unit) * REACH[noise.known_by[0]]
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
            return scale if isinstance(scale, Fraction) else 1 / (scale.rate * unit)
        case _:
            raise NoExactLawError(f"{noise}: beside Gaussian noise, only Laplace and exponential")


def canonical_problem(problem: Problem) -> Problem:
    """The draws that are compared, numbered so that equal problems mostly are the same."""
    known: dict[Hashable, AnyNoise] = {noise.known_by: noise for noise in problem.noises}
    densities = {i: noise.known_by for i, noise in enumerate(problem.noises)}
    m = denominator([problem])
    given = [Below(low, high, int(k * m)) for low, high, k in problem.orders]
    names, orders = canonical(densities, given)
    numbers = tuple((low, high, Fraction(k, m)) for low, high, k in orders)
    return Problem(tuple(known[name] for name in names), numbers)


def denominator(problems: Iterable[Problem]) -> int:
    """The least m such that all numbers in them are multiples of 1/m."""
    numbers = (Fraction(k) for problem in problems for _, _, k in problem.orders)
    return lcm(*(k.denominator for k in numbers))


def _rounded(low: Fraction, high: Fraction) -> tuple[int, int]:
    """Integers below and above 2^BITS times the numbers."""
    return int(low * 2**BITS // 1), -int(-high * 2**BITS // 1)
