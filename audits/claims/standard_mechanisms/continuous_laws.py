"""Probabilities of what sparse vectors and noisy max release with Laplace noise, for every eps."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.continuous_accuracy import beyond, crossing
from audits.claims.standard_mechanisms.every_unit import R, every_unit
from reference.exact.exponential_function import ExponentialFunction
from reference.mechanisms.selection.continuous_noisy_max import GapNoisyMax
from reference.mechanisms.stream.continuous_sparse_values import (
    AdaptiveSparseVector,
    GapSparseVector,
    NumericSparseVector,
)

Law = Mapping[tuple[Rows, Hashable], ExponentialFunction]
"""The probabilities of outputs on answers."""


def of_numeric(c: int) -> Law:
    """One answer, one below the threshold, and noise of its own on the value."""
    above = crossing(4 * c, 2, 1)
    return {
        ((-1,), (BOTTOM,)): 1 - above,
        ((-1,), (0,)): above / 2,
        ((-1,), (2,)): above * beyond(4, 2),
    }


def of_gap(c: int) -> Law:
    """One answer f is ahead by more than 1 if f - 1 is ahead."""
    return {((f,), (1,)): crossing(2 * c, 1, 1 - f) for f in (-1, 0, 1)}


def of_adaptive(c: int) -> Law:
    """One answer; or three, each found by its first test, where two are paid for."""
    if c == 2:
        return {((0,) * 3, ((1, 1),) * 3): (24 * R**10 - 2) / (165 * R**16)}
    return {
        ((0,), (BOTTOM,)): (105 * R**6 - 48 * R**5 + 1) / (210 * R**6),
        ((0,), ((1, 1),)): crossing(4, 1, 2),
        ((0,), ((2, 1),)): (140 * R**5 - 120 * R**4 + 35 * R**3 - 8) / (210 * R**9),
    }


def of_lead(_: int) -> Law:
    """The first of two answers, and of three."""
    return {
        ((0, 0), (0, 1)): crossing(1, 1, 1),
        ((-1, 0), (0, 1)): crossing(1, 1, 2),
        ((0, 0, 0), (0, 1)): (5 * R - 1) / (12 * R**2),
    }


LAWS: Mapping[str, tuple[int, Callable[[int], Law]]] = {
    "numeric": (12, of_numeric),
    "gap": (4, of_gap),
    "adaptive": (8, of_adaptive),
    "lead": (2, of_lead),
}
"""Into how many parts eps/c is divided, and the law."""


@claim(
    "CORE.numeric-sparse-vector-law",
    over(released=("numeric",), c=(1, 2)),
    about=NumericSparseVector,
)
@claim("CORE.gap-sparse-vector-law", over(released=("gap",), c=(1, 2)), about=GapSparseVector)
@claim(
    "CORE.adaptive-sparse-vector-law",
    over(released=("adaptive",), c=(1, 2)),
    about=AdaptiveSparseVector,
)
@claim("CORE.gap-noisy-max-law", over(released=("lead",), c=(1,)), about=GapNoisyMax)
def values_released(build: Build, released: str, c: int) -> Check:
    """With Laplace noise and the threshold 0, and p(h) = Pr[nu - rho >= h]: on the answer -1
    numeric sparse vector releases a value with probability p(1), one at most -1 with p(1)/2, one
    above 1 with p(1) e^(-2 eps/3c)/2; a gap above 1 is released on f = -1, 0, 1 with p(1 - f).
    With r = e^(eps/8c) adaptive sparse vector releases bottom on 0 with (105 r^6 - 48 r^5 + 1) /
    (210 r^6) for c = 1, a gap above 2 by the first test with p(2), by the second with (140 r^5 -
    120 r^4 + 35 r^3 - 8) / (210 r^9), and for c = 2 three by first tests on (0, 0, 0) with (24
    r^10 - 2) / (165 r^16). With r = e^(eps/2) the first of two answers leads by more than 1 with
    r^-t (2 + t ln r) / 4 if it is t - 1 below, and of three equal ones with (5 r - 1) / (12 r^2).

    Cases: The numbers are integrals of products of tails, by hand.
    """
    parts, probabilities = LAWS[released]
    mechanism = build(*(() if released == "lead" else (0, c)), every_unit(parts * c))
    for (answers, output), value in probabilities(c).items():
        yield eq(f"{answers}: {output}", law(mechanism, answers).probability(output), value)
