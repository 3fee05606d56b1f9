"""Reductions to few switching points with one mistake each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from audits.claims.bbkn13.laws.samples import Parameter
from reference.data.bottom import Bottom
from reference.data.concept import IntervalFunction, LabelledExample
from reference.data.database import Database
from reference.data.switching_points import switching_intervals
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.override import override
from reference.probability.coins import Coins
from reference.reductions.few_switches import FewSwitchesReduction, few_switches


@dataclass(frozen=True)
class Mistaken(FewSwitchesReduction[Any]):
    """The reduction in one place other than the paper has it."""

    mistake: str = ""

    @override
    def __call__(
        self, database: Database[LabelledExample], coins: Coins[Any], /
    ) -> IntervalFunction | Bottom:
        """Release an interval, or bottom."""
        runs, n = self.runs, self.block
        found = [coins.run(self.base, database[i * n : (i + 1) * n]) for i in range(runs)]
        ends = [switching_intervals(h) for h in found]
        if self.mistake == "last":
            ends.reverse()
        most = self.switches - (self.mistake == "below")
        fitting = [c for c in ends if len(c) <= most]
        if self.mistake == "any":
            fitting += ends[:1]
        if not fitting:
            return Bottom.BOTTOM
        rest = database[(runs - (self.mistake == "again")) * n :]
        return coins.run(ExponentialLearner(fitting[0], self.size, self.eps), rest)


def mistaken(
    mistake: str, build: Callable[..., FewSwitchesReduction[Any]] = FewSwitchesReduction
) -> Callable[..., Mistaken]:
    """The reduction by its parameters, with a mistake."""

    def wrong(*parameters: object) -> Mistaken:
        it = build(*parameters)
        return Mistaken(it.base, it.runs, it.block, it.switches, it.size, it.eps, mistake)

    return wrong


AGAIN = {"chooses by the last block of a run again": mistaken("again")}

LAWS = AGAIN | {
    "takes the last hypothesis that fits": mistaken("last"),
    "fewer than z switching points": mistaken("below"),
    "goes on if none fits": mistaken("any"),
}


def without_the_six(*parameters: Parameter) -> FewSwitchesReduction[Any]:
    """log2(1/beta) runs, rounded up, and one at least."""
    right = few_switches(*parameters)
    return replace(right, runs=max(1, right.runs - 3))


TOO_FEW_RUNS = {"log2(1/beta) runs": without_the_six}


class Erring(FewSwitchesReduction[Any]):
    """The choice sees the opposite labels."""

    @override
    def __call__(
        self, database: Database[LabelledExample], coins: Coins[Any], /
    ) -> IntervalFunction | Bottom:
        """Release an interval, or bottom."""
        runs = self.runs * self.block
        rest = tuple((x, 1 - y) for x, y in database[runs:])
        return FewSwitchesReduction.__call__(self, database[:runs] + rest, coins)


def erring(*parameters: Parameter) -> Erring:
    """The reduction with such a choice."""
    it = few_switches(*parameters)
    return Erring(it.base, it.runs, it.block, it.switches, it.size, it.eps)


BY_TARGET = TOO_FEW_RUNS | {"the choice prefers errors": erring}
