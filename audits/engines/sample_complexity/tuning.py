"""The best parameters of a mechanism at a measured privacy.

What a mechanism claims of itself is not used: a setting of its parameters is admitted if the
tight delta at x = e^eps, over all neighbours, is at most the target's.  Among the admitted ones
the one with the least failure probability is chosen.  Neither quantity is assumed to be monotone
in any parameter.

Pseudo-code:
    1  for each setting, failure <- 0, a lower bound
    2  take the setting with the least bound; if there is none, or its bound is no less than the
       failure of the best so far, stop
    3  audit it exactly, on all databases and neighbours; if its tight delta is at most the
       target's, it is the best so far where its failure is less
    4  on the pair and the score that were worst for it, compute delta and failure of the other
       settings: discard those that exceed the target, raise the bounds of the rest; go to 2

So the answer is the best of all settings, although few are audited in full: those that are not
are discarded by an exact violation or an exact lower bound.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from audits.engines.optimum.problem import Problem, Score
from audits.engines.privacy.point import worst_pair
from audits.evidence.table import LawTable, tabulate
from reference.privacy.divergence import hockey_stick
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist
from reference.probability.replay import Laws

AnyProblem = Problem[Any, Any]
AnyTable = LawTable[Hashable, Hashable, Fraction]


@dataclass(frozen=True, slots=True)
class Target:
    """The privacy that is to be measured.

    Raises:
        ValueError: unless e^eps >= 1 and delta is in [0, 1].
    """

    exp_eps: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        if self.exp_eps < 1 or not 0 <= self.delta <= 1:
            raise ValueError(f"e^eps = {self.exp_eps}, delta = {self.delta}: >= 1, in [0, 1]")


@dataclass(frozen=True, slots=True)
class Setting:
    """A mechanism, and the parameters that were free to be chosen."""

    parameters: tuple[tuple[str, Fraction], ...]
    mechanism: Mechanism[Any, Any, Fraction]


@dataclass(frozen=True, slots=True)
class Tuned:
    """A setting that meets the target, with what was measured."""

    setting: Setting
    table: AnyTable = field(repr=False)
    tight_delta: Fraction
    """The least delta for which it is (eps, delta)-private at the target's e^eps."""

    failure: Fraction
    """1 - the least score of the problem."""

    worst: str
    """The name of a score that is the least."""


def tune(
    problem: AnyProblem, settings: Iterable[Setting], target: Target, best: Tuned | None = None
) -> Tuned | None:
    """The setting with the least failure among those that meet the target.

    Args:
        problem: databases, neighbours and scores.
        settings: what there is to choose from.
        target: the privacy that is to be measured.
        best: a setting that is known to meet the target; kept unless another has less failure.

    Returns:
        None if no setting meets the target.
    """
    databases = tuple(problem.universe.databases())
    candidates = [_Candidate(setting, problem, databases) for setting in settings]  # 1
    while candidates:
        chosen = min(candidates, key=lambda candidate: candidate.failure)  # 2
        candidates.remove(chosen)
        if best is not None and chosen.failure >= best.failure:
            break
        found, pair, score = measure(problem, chosen.setting, target)  # 3
        if found.tight_delta <= target.delta and (best is None or found.failure < best.failure):
            best = found
        candidates = [  # 4
            candidate
            for candidate in candidates
            if (pair is None or candidate.delta(pair, target.exp_eps) <= target.delta)
            and (best is None or candidate.at_least(score) < best.failure)
        ]
    return best


def measure(
    problem: AnyProblem, setting: Setting, target: Target
) -> tuple[Tuned, tuple[int, int] | None, Score]:
    """Tight delta and failure, exactly, and the pair and the score where they are attained.

    The pair is None if all neighbours have equal laws, or there are none.
    """
    table: AnyTable = tabulate(setting.mechanism, problem.universe)
    pair = worst_pair(table, target.exp_eps)
    number = {outcome: i for i, outcome in enumerate(table.outcomes)}
    known = [number.get(outcome) for outcome in problem.outcomes]
    failures = [
        1
        - sum(
            (
                weight * table.probability(i, [y for e in event if (y := known[e]) is not None])
                for i, event, weight in score.terms
            ),
            Fraction(0),
        )
        for score in problem.scores
    ]
    failure = max(failures)
    score = problem.scores[failures.index(failure)]
    delta = Fraction(0) if pair is None else pair.value
    found = Tuned(setting, table, delta, failure, score.name)
    return found, None if pair is None else (pair.first, pair.second), score


class _Candidate:
    """A setting that is not audited in full, and a lower bound of its failure."""

    __slots__ = ("_databases", "_known", "_laws", "_problem", "failure", "setting")

    def __init__(
        self, setting: Setting, problem: AnyProblem, databases: Sequence[Hashable]
    ) -> None:
        self.setting = setting
        self.failure = Fraction(0)
        self._problem = problem
        self._databases = databases
        self._laws = Laws[Fraction]()
        self._known: dict[int, Dist[Hashable, Fraction]] = {}

    def _law(self, position: int) -> Dist[Hashable, Fraction]:
        if position not in self._known:
            database = self._databases[position]
            self._known[position] = self._laws.of(self.setting.mechanism, database)
        return self._known[position]

    def delta(self, pair: tuple[int, int], exp_eps: Fraction) -> Fraction:
        """The delta that a pair of neighbours, in both orders, needs."""
        first, second = map(self._law, pair)
        return max(hockey_stick(first, second, exp_eps), hockey_stick(second, first, exp_eps))

    def at_least(self, score: Score) -> Fraction:
        """The failure, at least as large as this score shows."""
        outcomes = self._problem.outcomes
        success = sum(
            (
                weight * self._law(i).probability(outcomes[y])
                for (i, y), weight in score.weights().items()
            ),
            Fraction(0),
        )
        self.failure = max(self.failure, 1 - success)
        return self.failure
