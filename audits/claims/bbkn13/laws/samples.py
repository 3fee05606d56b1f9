"""Distributions of labelled examples, and which hypotheses are accurate under them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from reference.data.adjacency import ListedAdjacency
from reference.data.bottom import Bottom
from reference.data.concept import Hypothesis, LabelledExample, Masses, grid_distributions
from reference.lower_bounds.learning_packing import interval_packing
from reference.mechanisms.learning.on_sample import Distribution
from reference.probability.coins import Mechanism

Labelled = Distribution[LabelledExample]
"""Labelled examples and their masses."""

Loose = Mechanism[Any, Any, Any]
"""A mechanism of a claim that is about several."""

Parameter: TypeAlias = Any
"""What a builder passes on as it is."""


def labelled_by(concept: Hypothesis, masses: Masses) -> Labelled:
    """The points of positive mass with the labels that a concept gives them."""
    return tuple(((x, concept(x)), mass) for x, mass in enumerate(masses) if mass)


def listed(distributions: Iterable[Labelled]) -> ListedAdjacency[Labelled]:
    """Distributions, each once: the databases of a learner on a sample."""
    return ListedAdjacency(tuple(dict.fromkeys(distributions)), ())


def labelled_distributions(
    concepts: Sequence[Hypothesis], size: int, steps: int
) -> ListedAdjacency[Labelled]:
    """Every concept under every distribution whose masses are multiples of 1/steps."""
    return listed(labelled_by(c, p) for c in concepts for p in grid_distributions(size, steps))


def has_error_at_most(alpha: Fraction) -> Callable[[Labelled, Hypothesis | Bottom], bool]:
    """Whether an output is a hypothesis of error at most alpha; bottom is none."""

    def is_good(distribution: Labelled, output: Hypothesis | Bottom) -> bool:
        if isinstance(output, Bottom):
            return False
        return sum(mass for (x, y), mass in distribution if output(x) != y) <= alpha

    return is_good


def half_half(size: int, end: int) -> tuple[Fraction, ...]:
    """The masses of the packing database of an interval: its last 1 and its first 0."""
    rows = [x for x, _ in interval_packing(size, end, 2)]
    return tuple(Fraction(rows.count(x), 2) for x in range(size))
