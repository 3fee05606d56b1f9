"""Linear functions and projections over matrices of inner products of unit vectors.

Floating point searches here; what it finds is made rational, and checked exactly.  A linear
function G is maximised over the vectors in turn: u_i in the direction of sum_j G_ij w_j, w_j in
that of sum_i G_ij u_i, in 2d dimensions, where this semidefinite programme has no worse local
maxima in general.  The lengths of these sums are a dual solution, once made a little larger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from audits.extras import need
from reference.data.parities import Vector
from reference.data.parity_hull import inner_products, is_bound_over_unit_vectors
from reference.exact.nearest_point import inner

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROUNDS, STEPS, STILL, SEED = 500, 4000, 1e-9, 7
"""Of the ascent, of the projection, when that stops, and of the vectors that both start from."""

WHAT = "the search over inner products of unit vectors"

GRID = 2**30
"""Vectors and dual solutions are rounded to multiples of 1 / GRID."""

SHOWN = 16
"""What is released is rounded to multiples of 1 / SHOWN."""


@dataclass(frozen=True, slots=True)
class Width:
    """Bounds of the maximum of a linear function over L, both proved by rational numbers."""

    point: Vector
    """A point of L."""

    at_least: Fraction
    """The value of the function there."""

    left: Vector
    """a."""

    right: Vector
    """b: diag(a, b) minus the function is positive semidefinite."""

    @property
    def at_most(self) -> Fraction:
        """Half of the sum of all a_i and b_j."""
        return sum((*self.left, *self.right), Fraction(0)) / 2


def relaxed_width(direction: Sequence[Fraction | int], bits: int) -> Width:
    """The maximum of a linear function over L, between two rational numbers.

    Raises:
        ArithmeticError: if what was found does not prove a bound.
        MissingExtraError: without what searches in floating point.
    """
    need("optimum", WHAT)
    import numpy as np

    g = np.array([float(z) for z in direction]).reshape(bits, bits)
    u, w = _started(bits)
    for _ in range(ROUNDS):
        u = _unit(g @ w, u)
        w = _unit(g.T @ u, w)
    lengths = np.linalg.norm(g @ w, axis=1), np.linalg.norm(g.T @ u, axis=1)
    for exponent in range(GRID.bit_length() - 2, 0, -1):
        more = Fraction(1, 2**exponent)
        left, right = (tuple(_rational(z) + more for z in each) for each in lengths)
        if is_bound_over_unit_vectors(direction, left, right):
            point = inner_products(_short(u), _short(w))
            return Width(point, inner(direction, point), left, right)
    raise ArithmeticError(f"no bound was found for {direction}")


def relaxed_projection(noisy: Sequence[Fraction], bits: int, rows: int) -> Vector:
    """A point of n L that is about as near to noisy parities as any, rounded to be written down.

    Vectors of length at most 1 give the points of L, too, and balls are easy to project on.

    Raises:
        MissingExtraError: without what searches in floating point.
    """
    need("optimum", WHAT)
    import numpy as np

    goal = np.array([float(z) for z in noisy]).reshape(bits, bits) / max(rows, 1)
    u, w = _started(bits)
    missed = np.inf
    for step in range(STEPS):
        u = _in_ball(u - (u @ w.T - goal) @ w / (np.linalg.norm(w, 2) ** 2 + 1e-9))
        w = _in_ball(w - (u @ w.T - goal).T @ u / (np.linalg.norm(u, 2) ** 2 + 1e-9))
        if step % 10 == 0:
            before, missed = missed, float(((u @ w.T - goal) ** 2).sum())
            if before - missed < STILL:
                break
    return tuple(rows * z for z in inner_products(_short(u), _short(w)))


def rounded_projection(noisy: Vector, bits: int, rows: int) -> Vector:
    """The same, rounded to multiples of 1 / SHOWN: no entry moves by more than 1 / (2 SHOWN)."""
    return _rounded(noisy, bits, rows)


@cache
def _rounded(noisy: Vector, bits: int, rows: int) -> Vector:
    found = relaxed_projection(noisy, bits, rows)
    return tuple(Fraction(round(z * SHOWN), SHOWN) for z in found)


def _started(bits: int) -> tuple[Floats, Floats]:
    import numpy as np

    chance = np.random.default_rng(SEED)
    u, w = chance.normal(size=(2, bits, 2 * bits))
    return _unit(u, u), _unit(w, w)


def _unit(vectors: Floats, otherwise: Floats) -> Floats:
    """The directions of the vectors; of a vector 0, what was there before."""
    import numpy as np

    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.where(lengths > 1e-12, vectors / np.maximum(lengths, 1e-12), otherwise)


def _in_ball(vectors: Floats) -> Floats:
    import numpy as np

    lengths: Floats = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.maximum(lengths, 1)


def _short(vectors: Floats) -> list[Vector]:
    """Rational vectors next to these, of length at most 1."""
    shrunk = vectors * (1 - 2.0**-24)
    return [tuple(map(_rational, each)) for each in shrunk]


def _rational(value: float) -> Fraction:
    return Fraction(round(float(value) * GRID), GRID)
