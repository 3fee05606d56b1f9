"""The problems, the mechanisms that solve them, and the grids of their parameters.

A mechanism is tuned on a coarse grid of all its parameters, then on finer ones of its root
r = e^(eps/parts) around the best.  Whoever wants a larger search adds values here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from audits.engines.optimum.problems import learning, order
from audits.engines.sample_complexity.tuning import AnyProblem, Setting, Target
from reference.data.bottom import Bottom
from reference.data.concept import Hypothesis, LabelledExample
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.interior_point.heavy_paths import HeavyPaths
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.mechanisms.learning.noisy_point_learner import NoisyPointLearner
from reference.mechanisms.learning.point_learner import PointLearner
from reference.mechanisms.learning.subsampled_learner import SubsampledLearner
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins, Mechanism

COARSE = Fraction(1, 4)
"""Step of the coarse grid of roots."""

FINE = (Fraction(1, 64),)
FINEST = (Fraction(1, 64), Fraction(1, 1024))
"""Steps of finer grids, each of which reaches a step of the one before to either side."""

BASE = 4
"""On so many points or fewer, TreeLog and HeavyPaths are the exponential mechanism."""

Values = Mapping[str, Fraction]
Grid = Mapping[str, Sequence[Fraction]]


@dataclass(frozen=True, slots=True)
class Contender:
    """A mechanism for a problem, as a function of its parameters."""

    name: str
    make: Callable[[int, Values], Mechanism[Any, Any, Fraction]]
    """The mechanism for a domain size and parameters."""

    grid: Callable[[int, Target], Grid]
    """The values of each parameter, for a number of rows and a target."""

    steps: tuple[Fraction, ...] = FINE
    """How the root is refined."""

    more_than: int = 0
    """It is a mechanism of its own on more than so many points only."""

    instead: str = ""
    """What it is on fewer."""

    def settings(self, domain: int, rows: int, target: Target) -> Iterator[Setting]:
        """Every combination of the values of the grid."""
        grid = self.grid(rows, target)
        for values in product(*grid.values()):
            yield self._setting(domain, dict(zip(grid, values, strict=True)))

    def around(
        self, domain: int, setting: Setting, reach: Fraction, step: Fraction
    ) -> Iterator[Setting]:
        """The settings whose root is at most `reach` from that of a setting, by steps."""
        values = dict(setting.parameters)
        if "root" in values:
            most = int(reach / step)
            for k in (k for k in range(-most, most + 1) if k):
                root = values["root"] + k * step
                if root > 1:
                    yield self._setting(domain, {**values, "root": root})

    def _setting(self, domain: int, values: Values) -> Setting:
        return Setting(tuple(values.items()), self.make(domain, values))


@dataclass(frozen=True, slots=True)
class Task:
    """A problem with its contenders."""

    name: str
    optima: tuple[tuple[str, Callable[[int, int], AnyProblem]], ...]
    """Problems by domain size and rows whose optimum is a bound; the last has all scores."""

    contenders: tuple[Contender, ...]
    domains: tuple[int, ...]
    rows: tuple[int, ...]
    title: str
    """The problem in words."""

    delta: Fraction
    """The delta of the comparison, if no other is wanted."""

    of_databases: bool
    """Whether a score belongs to a database, not to a distribution on databases."""

    def problem(self, domain: int, rows: int) -> AnyProblem:
        """The problem that the contenders are measured by."""
        return self.optima[-1][1](domain, rows)


@dataclass(frozen=True, slots=True)
class TableOfValues:
    """A learner whose hypothesis is released as the tuple of its values."""

    learner: Mechanism[Database[LabelledExample], Hypothesis | Bottom, Fraction]
    size: int

    def __call__(
        self, database: Database[LabelledExample], coins: Coins[Fraction], /
    ) -> tuple[int, ...] | Bottom:
        """The values at 0, ..., size - 1, or bottom."""
        h = coins.run(self.learner, database)
        return h if isinstance(h, Bottom) else tuple(h(x) for x in range(self.size))


def roots(up_to: Fraction) -> list[Fraction]:
    """1 + COARSE, 1 + 2 COARSE, ..., up to a value."""
    return [1 + k * COARSE for k in range(1, int((up_to - 1) / COARSE) + 1)]


def numbers(first: int, last: int) -> list[Fraction]:
    """The integers from first to last."""
    return [Fraction(n) for n in range(first, last + 1)]


def _trims(rows: int) -> list[Fraction]:
    """0, and 1 if that leaves a row."""
    return numbers(0, 1 if rows > 2 else 0)


def _widest(target: Target) -> Fraction:
    return max(2 * target.exp_eps, Fraction(4))


def _domain(size: int) -> Domain[int]:
    return Domain.of_size(size)


EXPONENTIAL = Contender(
    "exponential mechanism",
    lambda size, v: ExponentialInteriorPoint(_domain(size), Epsilon(v["root"], parts=2)),
    lambda _rows, target: {"root": roots(_widest(target))},
    FINEST,
)

TREE_LOG = Contender(
    "TreeLog",
    lambda size, v: TreeLog(
        _domain(size), int(v["trim"]), int(v["threshold"]), Epsilon(v["root"], parts=4), BASE
    ),
    lambda rows, target: {
        "trim": _trims(rows),
        "threshold": numbers(1, 6),
        "root": roots(max(target.exp_eps, Fraction(2))),
    },
    FINE,
    BASE,
    "the exponential mechanism (base case)",
)

HEAVY_PATHS = Contender(
    "HeavyPaths",
    lambda size, v: HeavyPaths(
        _domain(size),
        int(v["trim"]),
        int(v["cutoff"]),
        0,
        int(v["threshold"]),
        int(v["threshold"]),
        Epsilon(v["root"], parts=4),
        BASE,
    ),
    lambda rows, target: {
        "trim": _trims(rows),
        "cutoff": numbers(1, 2),
        "threshold": numbers(1, 4),
        "root": roots(max(target.exp_eps, Fraction(2))),
    },
    FINE,
    BASE,
    "the exponential mechanism (base case)",
)

POINT_LEARNER = Contender(
    "point learner (proper, efficient)",
    lambda size, v: TableOfValues(PointLearner(_domain(size), Epsilon(v["root"], parts=2)), size),
    lambda _rows, target: {"root": roots(_widest(target))},
    FINEST,
)

NOISY_LEARNER = Contender(
    "random flips A2 (improper)",
    lambda size, v: TableOfValues(
        SubsampledLearner(
            NoisyPointLearner(size, v["flip"], "two-cases"), size, v["sampling"], v["failure"]
        ),
        size,
    ),
    lambda _rows, _target: {
        "flip": [Fraction(k, 16) for k in range(1, 8)],
        "sampling": [Fraction(k, 8) for k in range(1, 9)],
        "failure": [Fraction(k, 16) for k in range(3)],
    },
)


def interior_point() -> Task:
    """Interior point: failure on the worst database."""
    return Task(
        "interior-point",
        (
            (
                "optimum",
                lambda domain, rows: order.interior_point(domain=domain, rows=rows),
            ),
        ),
        (EXPONENTIAL, TREE_LOG, HEAVY_PATHS),
        (4, 8, 16),
        (1, 2, 3, 4),
        "Interior point, worst database",
        Fraction(1, 10),
        of_databases=True,
    )


def point_learning(accuracy: Fraction = Fraction(1, 4), grid: int = 2) -> Task:
    """PAC learning of point functions: failure on the worst concept and distribution of a grid.

    Args:
        accuracy: the largest error of a good hypothesis.
        grid: the probabilities of the distributions are multiples of 1 / grid.
    """

    def problem(*, proper: bool) -> Callable[[int, int], AnyProblem]:
        return lambda domain, rows: learning.pac_learning(
            "point", domain, rows, accuracy, proper=proper, grid=grid
        )

    return Task(
        "point-learning",
        (("optimum, proper", problem(proper=True)), ("optimum, improper", problem(proper=False))),
        (POINT_LEARNER, NOISY_LEARNER),
        (2, 3, 4),
        (1, 2, 3, 4),
        f"PAC learning of points, error <= {accuracy}, worst distribution of a grid of 1/{grid}",
        Fraction(0),
        of_databases=False,
    )


TASKS: Mapping[str, Callable[[], Task]] = {
    "interior-point": interior_point,
    "point-learning": point_learning,
}
"""The problems by name."""
