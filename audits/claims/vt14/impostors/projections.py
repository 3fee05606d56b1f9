"""Wrong projections of noisy parities."""

from audits.claims.prelude import *
from audits.claims.vt14.impostors.parity_hulls import projected_on_k, projected_on_two_n
from audits.engines.relaxed_hull import relaxed_projection
from reference.data.parities import Vector
from reference.data.parity_hull import best_vertex
from reference.mechanisms.release.gaussian_projection import projected


def clamps(noisy: Vector, bits: int, rows: int) -> Vector:
    """Each entry by itself into [-n, n]."""
    del bits
    return tuple(min(max(z, Fraction(-rows)), Fraction(rows)) for z in noisy)


def nothing(noisy: Vector, bits: int, rows: int) -> Vector:
    """What is noisy stays so."""
    del bits, rows
    return noisy


def nearest_vertex(noisy: Vector, bits: int, rows: int) -> Vector:
    """The nearest vertex of n K."""
    return tuple(Fraction(rows * z) for z in best_vertex(noisy, bits))


def half_way(noisy: Vector, bits: int, rows: int) -> Vector:
    """Between the noisy parities and their projection."""
    pairs = zip(noisy, projected(noisy, bits, rows), strict=True)
    return tuple((a + b) / 2 for a, b in pairs)


def scaled_down(noisy: Vector, bits: int, rows: int) -> Vector:
    """Towards 0 until it is inside of the ball of radius n d, in l1."""
    size = sum(map(abs, noisy), Fraction(0))
    most = Fraction(rows * bits**2)
    return noisy if size <= most else tuple(z * most / size for z in noisy)


def one_vertex_step(noisy: Vector, bits: int, rows: int) -> Vector:
    """The nearest point between the best vertex and its negative."""
    v = best_vertex(noisy, bits)
    along = sum((a * z for a, z in zip(noisy, v, strict=True)), Fraction(0)) / bits**2
    most = min(along, Fraction(rows))
    return tuple(most * z for z in v)


def centre(noisy: Vector, bits: int, rows: int) -> Vector:
    """0."""
    del noisy, rows
    return (Fraction(0),) * bits**2


WRONG_PROJECTIONS = {
    "on K, not n K": projected_on_k,
    "on 2 n K": projected_on_two_n,
    "entries clamped": clamps,
    "not projected": nothing,
    "the nearest vertex": nearest_vertex,
    "half way": half_way,
    "scaled down": scaled_down,
    "between the best vertex and its negative": one_vertex_step,
    "always 0": centre,
}


def one_family_projection(noisy: Vector, bits: int, rows: int) -> Vector:
    """On matrices of inner products of one family, d = 2: the diagonal is n."""
    del bits
    n = Fraction(rows)
    b = min(max((noisy[1] + noisy[2]) / 2, -n), n)
    return (n, b, b, n)


def onto_l(noisy: Vector, bits: int, rows: int) -> Vector:
    """On L, not n L."""
    del rows
    return relaxed_projection(noisy, bits, 1)


WRONG_RELAXED = {
    "on L, not n L": onto_l,
    "one family of vectors": one_family_projection,
    "not projected": nothing,
    "half way": half_way,
    "always 0": centre,
    "the nearest vertex": nearest_vertex,
    "scaled down": scaled_down,
}


def rounded_down(noisy: Vector, bits: int, rows: int) -> Vector:
    """To the next smaller multiple of 1/16."""
    found = relaxed_projection(noisy, bits, rows)
    return tuple(Fraction(16 * z.numerator // z.denominator, 16) for z in found)


def rounded_to_integers(noisy: Vector, bits: int, rows: int) -> Vector:
    """To integers."""
    return tuple(Fraction(round(z)) for z in relaxed_projection(noisy, bits, rows))


WRONG_ROUNDING = {
    "rounded down": rounded_down,
    "rounded to integers": rounded_to_integers,
    "not rounded": relaxed_projection,
}
