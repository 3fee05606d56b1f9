"""The mechanisms for the interior point problem and for learning points, and their grids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt

from audits.engines.optimum.problems import learning, order
from audits.engines.sample_complexity.task import (
    FINE,
    FINEST,
    Bound,
    Contender,
    Task,
    numbers,
    roots,
)
from audits.engines.sample_complexity.tuning import AnyProblem, Target
from reference.data.bottom import Bottom
from reference.data.concept import Hypothesis, LabelledExample
from reference.data.database import Database
from reference.data.domain import Domain
from reference.lower_bounds.success_recurrence import largest_success
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.interior_point.heavy_paths import HeavyPaths
from reference.mechanisms.interior_point.rec_prefix import RecPrefix
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.mechanisms.learning.noisy_point_learner import NoisyPointLearner
from reference.mechanisms.learning.point_learner import PointLearner
from reference.mechanisms.learning.subsampled_learner import SubsampledLearner
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins, Mechanism

BASE = 4
"""On so many points or fewer, TreeLog, HeavyPaths and RecPrefix are the exponential mechanism."""


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

REC_PREFIX = Contender(
    "RecPrefix",
    lambda size, v: RecPrefix(
        _domain(size), int(v["trim"]), int(v["threshold"]), Epsilon(v["root"], parts=4), BASE
    ),
    lambda rows, target: {
        "trim": _trims(rows),
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


INTERIOR_NOTE = (
    f"TreeLog, HeavyPaths, RecPrefix: base {BASE}, other fields by default, parts 4 (e^eps is "
    "root^4); HeavyPaths: halt 0, path_threshold = threshold; exponential mechanism: parts 2."
)
"""What the table leaves out."""


def interior_point() -> Task:
    """Interior point: failure on the worst database."""
    return Task(
        "interior-point",
        (("optimum", lambda domain, rows: order.interior_point(domain=domain, rows=rows)),),
        (EXPONENTIAL, TREE_LOG, HEAVY_PATHS, REC_PREFIX),
        "Interior point, worst database",
        of_databases=True,
        notes=(INTERIOR_NOTE,),
    )


def interior_point_with_bounds() -> Task:
    """The same, with the lower bounds of BNSV15, Lemma 3.3: hard databases, and a recurrence."""

    def average(domain: int, rows: int) -> AnyProblem | None:
        if rows > 2 or domain < 2**rows:
            return None
        base = max(2, min(isqrt(domain), order.MOST_BASE))
        return order.interior_point_average(base, rows)

    def least_failure(domain: int, rows: int, target: Target) -> Fraction:
        return 1 - largest_success(domain, rows, target.exp_eps, target.delta)

    task = interior_point()
    return replace(
        task,
        optima=(("optimum, average over hard databases", average), *task.optima),
        bounds=(Bound("lower bound, by the recurrence", least_failure),),
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
        f"PAC learning of points, error <= {accuracy}, worst distribution of a grid of 1/{grid}",
        of_databases=False,
        notes=("Point learner: parts 2 (e^eps is root^2).",),
    )
