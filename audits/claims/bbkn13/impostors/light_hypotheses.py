"""Wrong variants of the reduction of Theorem 4.11, built with the parameters of the right one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from audits.claims.bbkn13.laws.noisy_points import Learner, Output
from reference.data.concept import LabelledExample, PointFunction, Values
from reference.data.database import Database
from reference.probability.coins import Coins
from reference.reductions.light_hypotheses import LightHypothesesReduction, candidates

Examples = Database[LabelledExample]


@dataclass(frozen=True, slots=True)
class Reusing:
    """The choice uses the blocks of the runs, too."""

    reduction: LightHypothesesReduction[Output]

    def __call__(self, database: Examples, coins: Coins[Output], /) -> Output:
        runs = self.reduction.runs * self.reduction.block
        return coins.run(self.reduction, database + database[:runs])


@dataclass(frozen=True, slots=True)
class Opposite:
    """The weight of a candidate is e^(+ eps m_c / 2)."""

    reduction: LightHypothesesReduction[Output]

    def __call__(self, database: Examples, coins: Coins[Output], /) -> Output:
        runs = self.reduction.runs * self.reduction.block
        wrong = tuple((x, 1 - y) for x, y in database[runs:])
        return coins.run(self.reduction, database[:runs] + wrong)


def reusing_the_blocks(*arguments: Output, **named: Output) -> Learner:
    """The choice uses the blocks of the runs, too."""
    return Reusing(LightHypothesesReduction(*arguments, **named))


def preferring_errors(*arguments: Output, **named: Output) -> Learner:
    """The choice prefers errors."""
    return Opposite(LightHypothesesReduction(*arguments, **named))


def keeping_weight_z(*arguments: Output, **named: Output) -> Learner:
    """Hypotheses of weight z are kept, too."""
    found = LightHypothesesReduction(*arguments, **named)
    return replace(found, weight=found.weight + 1)


def running_once(*arguments: Output, **named: Output) -> Learner:
    """A single run."""
    return replace(LightHypothesesReduction(*arguments, **named), runs=1)


def ignoring_padding(*arguments: Output, **named: Output) -> Learner:
    """One point function at most is added to the candidates."""
    return replace(LightHypothesesReduction(*arguments, **named), padding=1)


def first_candidate(kept: list[Values]) -> tuple[PointFunction, ...]:
    """The first of the candidates alone."""
    return candidates(kept)[:1]


def every_point(kept: list[Values]) -> tuple[PointFunction, ...]:
    """All points."""
    return candidates([Values((1,) * len(kept[0].values))])
