"""Wrong projections in a weighted norm."""

from audits.claims.prelude import *
from reference.data.parities import Vector
from reference.mechanisms.release.gaussian_projection import projected, projected_for


def unweighted(noisy: Vector, bits: int, rows: int, roots: Vector) -> Vector:
    """As if all pairs were as likely."""
    del roots
    return projected(noisy, bits, rows)


def squares_for_roots(noisy: Vector, bits: int, rows: int, roots: Vector) -> Vector:
    """Scaled by the weights, not by their roots."""
    return projected_for(noisy, bits, rows, tuple(a * a for a in roots))


def on_k(noisy: Vector, bits: int, rows: int, roots: Vector) -> Vector:
    """On K, not n K."""
    del rows
    return projected_for(noisy, bits, 1, roots)


def not_at_all(noisy: Vector, bits: int, rows: int, roots: Vector) -> Vector:
    """Noisy."""
    del bits, rows, roots
    return noisy


def always_zero(noisy: Vector, bits: int, rows: int, roots: Vector) -> Vector:
    """0."""
    del noisy, rows, roots
    return (Fraction(0),) * bits**2


WRONG_WEIGHTED = {
    "unweighted": unweighted,
    "weights for their roots": squares_for_roots,
    "on K, not n K": on_k,
    "not projected": not_at_all,
    "always 0": always_zero,
}
