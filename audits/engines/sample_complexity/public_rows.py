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
from audits.evidence.verdict import objection


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be done with private and public rows."""

    title: str
    build: Callable[[int, int, Fraction], Problem[Any, Any]]
    """From private rows, public rows and the accuracy."""

    values: int
    """How many values a row may take."""

    outcomes: int
    measure: str
    """What the numbers are, and over which distributions."""

    rows: str
    public: str
    """Private and public rows, if none are asked for."""

    loss: bool = False
    """Whether the number is an error, to be at most the accuracy; else the chance of a success."""


GOALS: Mapping[str, Goal] = {
    "mean": Goal(
        "Release of a mean of -1, 0 or 1 of signs, answers in halves, error at most {}",
        lambda n, m, alpha: mean_release(n, m, 1, alpha),
        values=2,
        outcomes=5,
        measure="success under the worst mean",
        rows="0,1,2,3,4,5,6",
        public="0,1,2,3",
    ),
    "squared-error": Goal(
        "Least squared error of a mean of signs, uniform on [-1, 1], answers in quarters",
        lambda n, m, _: mean_squared_error(n, m),
        values=2,
        outcomes=9,
        measure="squared error, averaged over the means",
        rows="0,1,2,3,4,5,6",
        public="0,1,2,3",
        loss=True,
    ),
    "thresholds": Goal(
        "Proper learning of thresholds on 3 points from common examples and rare ones of mass {}",
        lambda n, m, alpha: public_thresholds(n, m, 3, alpha),
        values=5,
        outcomes=4,
        measure="success under the worst rare example",
        rows="0,1,2,3,4",
        public="0,1",
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

    def misses(self, goal: Goal, target: Fraction) -> bool:
        """Whether no mechanism is as good as the target."""
        return self.lower > target if goal.loss else self.upper < target


@dataclass(frozen=True, slots=True)
class LeastPrivate:
    """The least number of private rows for a target, as far as the table tells it.

    More private rows are never worse, since a mechanism may leave rows out at random.
    """

    public: int
    at_least: int
    """One more than the most private rows of the table that miss the target."""

    at_most: int | None
    """The least private rows of the table that meet it; None: none does."""

    without: LeastPrivate | None
    """The same without public rows; None if the table does not have it, or this is it."""

    @property
    def private(self) -> int | None:
        """The number, where the table tells it."""
        return self.at_least if self.at_least == self.at_most else None

    @property
    def saved_at_least(self) -> Fraction | None:
        """Private rows saved by each public row, against no public rows; None if not known."""
        if self.without is None or self.at_most is None:
            return None
        return max(Fraction(0), Fraction(self.without.at_least - self.at_most, self.public))

    @property
    def saved_at_most(self) -> Fraction | None:
        """The same from above."""
        if self.without is None or self.without.at_most is None:
            return None
        return Fraction(self.without.at_most - self.at_least, self.public)

    @property
    def saved(self) -> Fraction | None:
        """The same, where the table tells it."""
        low = self.saved_at_least
        return low if low is not None and low == self.saved_at_most else None


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
                    f"{n} private, {m} public rows: {size} probabilities, the limit is {most} "
                    "(--max-cells)"
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
    """For each number of public rows the least private rows that meet the target."""
    without: LeastPrivate | None = None
    for m in sorted({cell.public for cell in cells}):
        here = [cell for cell in cells if cell.public == m]
        good = min((c.private for c in here if c.reaches(goal, target)), default=None)
        bad = max((c.private for c in here if c.misses(goal, target)), default=-1)
        found = LeastPrivate(m, bad + 1, good, without)
        without = found if m == 0 else without
        yield found


def _multisets(values: int, rows: int) -> int:
    return comb(values + rows - 1, rows)
