"""Release of all thresholds for a target: of two constructions, the one that needs fewer rows.

The tree counter on all points needs rows as log |X| grows, and one is enough for one point; the
release by noisy blocks of rows needs more on a small domain, and fewer on a large one.  Both
numbers are those of a calibration, with its bounds: neither is the least that would do.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from reference.data.domain import Domain
from reference.mechanisms.release.tree_counter import (
    UNBOUNDED,
    TreeCounter,
    calibrate_tree_counter,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.reductions.threshold_calibration import (
    ThresholdReleasePlan,
    calibrate_threshold_release,
)

RELEASE, COUNTER = "release by noisy blocks of rows", "tree counter"
"""What the constructions are called."""

MOST_COUNTED = 2**20
"""Points of a domain on which the tree counter is used: its output is a count for each."""


@dataclass(frozen=True, slots=True)
class CounterPlan:
    """The tree counter for a target, and what it needs."""

    domain: Domain[int]
    rows: int
    root: Fraction
    """e^eps of a node, rounded down."""

    error: int
    """By how many rows an answer is off at most, but with probability beta."""

    rows_needed: int
    """So many rows are enough for this construction, as calibrated."""

    @property
    def suffices(self) -> bool:
        """Whether there are as many rows as needed."""
        return self.rows >= self.rows_needed

    @property
    def mechanism(self) -> TreeCounter[Fraction]:
        """The counter for all points, without bounds."""
        return TreeCounter(self.domain, Epsilon(self.root), UNBOUNDED)

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """What the mechanism promises for replaced rows: no delta."""
        return self.mechanism.guarantee


def calibrate_thresholds(
    eps: Fraction,
    delta: Fraction,
    accuracy: Fraction,
    failure_probability: Fraction,
    domain: Domain[int],
    rows: int,
) -> ThresholdReleasePlan | CounterPlan:
    """The plan of the construction that needs fewer rows.

    It is (eps, delta)-private, the counter (eps, 0)-private, and (alpha, beta)-accurate on enough
    rows.  Which one it is does not depend on the number of rows.

    Raises:
        ValueError: as `calibrate_threshold_release` does.
    """
    release = calibrate_threshold_release(eps, delta, accuracy, failure_probability, domain, rows)
    if domain.size > MOST_COUNTED:
        return release
    counter = calibrate_tree_counter(eps, accuracy, failure_probability, domain)
    if release.rows_needed < counter.rows_needed:
        return release
    return CounterPlan(domain, rows, counter.root, counter.error, counter.rows_needed)


def construction(plan: object) -> str | None:
    """Which of the two a plan is of, None for plans of other mechanisms."""
    if isinstance(plan, CounterPlan):
        return COUNTER
    return RELEASE if isinstance(plan, ThresholdReleasePlan) else None
