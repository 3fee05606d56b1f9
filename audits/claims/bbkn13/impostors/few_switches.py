"""Reductions to few switching points with one mistake each."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.samples import Parameter
from reference.data.concept import IntervalFunction, LabelledExample
from reference.data.switching_points import switching_intervals
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.reductions.few_switches import (
    FewSwitchesLearner,
    FewSwitchesReduction,
    few_switches,
)


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
        starts = [i * n * (self.mistake != "one block") for i in range(runs)]
        found = [coins.run(self.base, database[i : i + n]) for i in starts]
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


@dataclass(frozen=True, slots=True)
class Few:
    """What the constructor gives: the reduction, its numbers of examples, and itself."""

    reduction: FewSwitchesReduction[Any]
    choice: int
    rows: int
    declared: FewSwitchesLearner


def by_parameters(t: int, alpha: Parameter, beta: Parameter, eps: Parameter) -> Few:
    """The proper learner by the theorem's parameters."""
    found = FewSwitchesLearner(Domain.of_size(t), alpha, beta, eps)
    return Few(found.reduction, found.choice, found.rows, found)


def built(
    how: Callable[[FewSwitchesReduction[Any]], FewSwitchesReduction[Any]],
) -> Callable[..., Few]:
    """The same, with a mistake in what is built."""

    def wrong(*parameters: Parameter) -> Few:
        right = by_parameters(*parameters)
        return replace(right, reduction=how(right.reduction))

    return wrong


def erring(it: FewSwitchesReduction[Any]) -> Erring:
    """The same parameters with such a choice."""
    return Erring(it.base, it.runs, it.block, it.switches, it.size, it.eps)


def eager(it: FewSwitchesReduction[Any]) -> FewSwitchesReduction[Any]:
    """A' has twice the eps."""
    base: Any = it.base
    return replace(it, base=replace(base, eps=it.eps * 2))


def halving_the_choice(*parameters: Parameter) -> Few:
    """Half the examples for the choice."""
    right = by_parameters(*parameters)
    return replace(right, choice=right.choice // 2)


BUILT_INACCURATELY = {
    "log2(1/beta) runs": built(lambda it: replace(it, runs=max(1, it.runs - 3))),
    "the choice prefers errors": built(erring),
    "half the examples for A'": built(lambda it: replace(it, block=it.block // 2)),
    "half the examples for the choice": halving_the_choice,
}
BUILT_WITH_FEWER = {"an example less for A'": built(lambda it: replace(it, block=it.block - 1))}
BUILT_CARELESSLY = {
    "A' has twice the eps": built(eager),
    "the choice has twice the eps": built(lambda it: replace(it, eps=it.eps * 2)),
}
