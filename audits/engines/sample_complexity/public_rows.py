"""What a public row is worth: the optimum over all mechanisms, by private and public rows.

>>> cells = list(
...     tabulated(GOALS["mean"], Fraction(1, 4), [1], [0, 1], Fraction(2), Fraction(0), 99)
... )
>>> [str(cell.upper) for cell in cells]
['2/5', '4/7']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from audits.engines.optimum.certificates import optimum_certificate, optimum_facts
from audits.engines.optimum.optimum import solve
from audits.engines.optimum.problem import Problem
from audits.engines.optimum.problems.public_data import (
    mean_release,
    mean_squared_error,
    public_thresholds,
)
from audits.verdict import objection


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be done with private and public rows."""

    title: str
    build: Callable[[int, int, Fraction], Problem[Any, Any]]
    """From private rows, public rows and the accuracy."""

    values: int
    """How many values a row may take."""

    outcomes: int
    loss: bool = False
    """Whether the number is an error, to be at most the accuracy; else the chance of a success."""


GOALS: Mapping[str, Goal] = {
    "mean": Goal(
        "Release of a mean of -1, 0 or 1 of signs, answers in halves, error at most {}",
        lambda n, m, alpha: mean_release(n, m, 1, alpha),
        values=2,
        outcomes=5,
    ),
    "squared-error": Goal(
        "Least squared error of a mean of signs, uniform on [-1, 1], answers in quarters",
        lambda n, m, _: mean_squared_error(n, m),
        values=2,
        outcomes=9,
        loss=True,
    ),
    "thresholds": Goal(
        "Proper learning of thresholds on 3 points from common examples and rare ones of mass {}",
        lambda n, m, alpha: public_thresholds(n, m, 3, alpha),
        values=5,
        outcomes=4,
    ),
}
"""By name."""


@dataclass(frozen=True, slots=True)
class PublicCell:
    """The optimum for one number of private and one of public rows."""

    private: int
    public: int
    lower: Fraction
    upper: Fraction
    certified: bool
    """Whether the kernel accepts the proof of both ends."""

    def reaches(self, goal: Goal, target: Fraction) -> bool:
        """Whether a mechanism is known to be as good as the target."""
        return self.upper <= target if goal.loss else self.lower >= target


@dataclass(frozen=True, slots=True)
class LeastPrivate:
    """The least number of private rows for a target."""

    public: int
    private: int | None
    """None: more than there are in the table."""

    saved: Fraction | None
    """Private rows saved for each public row, against no public rows; None if not known."""


def tabulated(
    goal: Goal,
    accuracy: Fraction,
    private: Sequence[int],
    public: Sequence[int],
    exp_eps: Fraction,
    delta: Fraction,
    most: int,
) -> Iterator[PublicCell]:
    """Every cell, by private rows and then by public rows.

    Raises:
        ValueError: for parameters that are refused, or a programme of more than `most`
            probabilities; before any is solved.
    """
    for n in private:
        for m in public:
            size = goal.outcomes * _multisets(goal.values, n) * _multisets(goal.values, m)
            if size > most:
                raise ValueError(
                    f"{n} private, {m} public rows: {size} probabilities, the limit is {most}"
                )
    for n in private:
        for m in public:
            found = solve(goal.build(n, m, accuracy), exp_eps, delta)
            refused = objection(optimum_certificate(found), optimum_facts(found))
            exact = found.value is not None and refused is None
            yield PublicCell(n, m, found.lower, found.upper, exact)


def least_private(
    cells: Sequence[PublicCell], goal: Goal, target: Fraction
) -> Iterator[LeastPrivate]:
    """For each number of public rows the least private rows of the table that meet the target."""
    least: dict[int, int | None] = {}
    for cell in cells:
        known = least.setdefault(cell.public, None)
        if cell.reaches(goal, target) and (known is None or cell.private < known):
            least[cell.public] = cell.private
    without = least.get(0)
    for m, n in sorted(least.items()):
        told = m > 0 and n is not None and without is not None
        saved = Fraction((without or 0) - (n or 0), m) if told else None
        yield LeastPrivate(m, n, saved)


def _multisets(values: int, rows: int) -> int:
    return comb(values + rows - 1, rows)
