"""Mechanisms of the field, for every number of answers: what other verifiers decide for a few.

The least loss is by hand: rates of the noise, times by how much each draw has to move.  No answer
moves by more than 1; `one` and `monotone` say how many move, and which way.  There is no claim
where no multiple of eps will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from audits.conformance.competition.entry import Entry, Recipe, Recorded, Truth, recipe
from audits.conformance.competition.streaming import EveryNumber
from reference.mechanisms.selection.foreseen_max import ForeseenMax
from reference.mechanisms.stream.continuous_above_threshold import ContinuousAboveThreshold
from reference.mechanisms.stream.continuous_sparse_values import (
    AdaptiveSparseVector,
    ContinuousSparseVector3,
    GapSparseVector,
    NumericSparseVector,
)
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector1,
    ContinuousSparseVector2,
    ContinuousSparseVector4,
    ContinuousSparseVector5,
    ContinuousSparseVector6,
)
from reference.mechanisms.stream.continuous_sums import (
    ContinuousPartialSum,
    ContinuousSmartSum,
    ContinuousTreeCounter,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.continuous import Exponential

SUITE = "Streams"
BY_HAND = Recorded(None, "")

VARIANTS: dict[int, Callable[..., Any]] = {
    1: ContinuousSparseVector1,
    2: ContinuousSparseVector2,
    3: lambda t, c, eps: ContinuousSparseVector3(t, c, eps, cuts=None),
    4: ContinuousSparseVector4,
    5: lambda t, _, eps: ContinuousSparseVector5(t, eps),
    6: lambda t, _, eps: ContinuousSparseVector6(t, eps),
}


def sparse_vector(eps: Epsilon[Any], variant: int, stop: int = 1) -> Any:
    """A published variant."""
    return VARIANTS[variant](0, stop, eps)


def above_threshold(eps: Epsilon[Any]) -> Any:
    """The first positive."""
    return ContinuousAboveThreshold(0, eps)


def numeric(eps: Epsilon[Any], stop: int) -> Any:
    """With fresh noise on each value."""
    return NumericSparseVector(0, stop, eps, itself=True)


def gap(eps: Epsilon[Any], stop: int) -> Any:
    """With the gap to the threshold."""
    return GapSparseVector(0, stop, eps, cuts=None)


def adaptive(eps: Epsilon[Any], stop: int) -> Any:
    """With a cheaper test that comes first."""
    return AdaptiveSparseVector(0, stop, eps)


def noisy_max(eps: Epsilon[Any], scale: int = 2) -> Any:
    """Laplace noise."""
    return ForeseenMax(eps, scale)


def exponential_max(eps: Epsilon[Any]) -> Any:
    """Exponential noise."""
    return ForeseenMax(eps, noise=Exponential)


def total(eps: Epsilon[Any]) -> Any:
    """The sum of all answers, at the end."""
    return ContinuousPartialSum(eps)


def smart_sum(eps: Epsilon[Any], block: int) -> Any:
    """Sums of blocks."""
    return ContinuousSmartSum(block, eps)


def tree(eps: Epsilon[Any], horizon: int) -> Any:
    """Sums of the nodes of a tree."""
    return ContinuousTreeCounter(horizon, eps)


ONE = Fraction(1)
RHO = "rho + 2 c nu"
ALL: tuple[tuple[Recipe, int, Fraction, str], ...] = (
    *((recipe(sparse_vector, variant=1, stop=c), 4 * c, ONE, RHO) for c in (1, 2, 3, 10)),
    *((recipe(sparse_vector, variant=2, stop=c), 4 * c, ONE, RHO) for c in (1, 2, 3)),
    *(
        (recipe(sparse_vector, variant=4, stop=c), 4, Fraction(1 + 6 * c, 4), RHO)
        for c in (1, 2, 3)
    ),
    (recipe(above_threshold), 4, ONE, "rho + 2 nu"),
    *((recipe(numeric, stop=c), 6 * c, ONE, "rho + c (2 nu + v)") for c in (1, 2, 3)),
    *((recipe(gap, stop=c), 4 * c, ONE, RHO) for c in (1, 2, 3)),
    *((recipe(adaptive, stop=c), 8 * c, ONE, RHO) for c in (1, 2, 3)),
    (recipe(noisy_max), 2, ONE, "the winner moves by 2 against all others"),
    (recipe(exponential_max), 2, ONE, "the winner moves by 2 against all others"),
)
"""The program, parts of eps, the least loss by hand, and how."""

OTHERS: tuple[tuple[Recipe, int, str, Fraction, str], ...] = (
    (recipe(noisy_max, scale=1), 1, "monotone", ONE, "the winner moves by 1 at most"),
    (recipe(total), 1, "one", ONE, "one number"),
    *((recipe(smart_sum, block=m), 1, "one", Fraction(2), "two numbers") for m in (2, 8)),
    *((recipe(tree, horizon=t), 1, "one", Fraction(k), "its levels") for t, k in ((2, 2), (8, 4))),
)

BROKEN: tuple[tuple[int, str], ...] = (
    (3, "each answer below costs nu, given the value"),
    (5, "an output that is impossible elsewhere"),
    (6, "each positive costs nu"),
)


def entries() -> Iterator[Entry]:
    """What holds, all answers moving; with other neighbours; and what is refuted."""
    for program, parts, loss, ground in ALL:
        question = EveryNumber(program, parts, loss)
        yield Entry(SUITE, _name(program), question, Truth.HOLDS, f"by hand: {ground}", BY_HAND)
    for program, parts, adjacency, loss, ground in OTHERS:
        question = EveryNumber(program, parts, loss, adjacency)
        yield Entry(SUITE, _name(program), question, Truth.HOLDS, f"by hand: {ground}", BY_HAND)
    for variant, ground in BROKEN:
        program = recipe(sparse_vector, variant=variant)
        question = EveryNumber(program, 4)
        yield Entry(SUITE, _name(program), question, Truth.REFUTED, f"by hand: {ground}", BY_HAND)


def _name(program: Recipe) -> str:
    """The mechanism, and its numbers."""
    return " ".join([program.kind.__name__, *(str(value) for _, value in program.parameters)])
