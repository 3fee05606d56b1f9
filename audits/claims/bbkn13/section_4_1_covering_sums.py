"""Section 4.1: the sum over the sets through a point, in the proof of Lemma 4.1."""

from audits.claims.prelude import *
from audits.claims.bbkn13.words import *
from reference.data.hypothesis_classes import Sets

PLANES = over(q=(2, 3))
SHARED = 2
"""Each other point is in less than 2 of the lines through j."""


def sums(sets: Sets, j: int, masses: Masses) -> tuple[Fraction, Fraction]:
    """The sum of Pr[A - {j}] over the sets A through j, and the mass of their union without j."""
    through = [a - {j} for a in sets if j in a]
    total = sum((masses[x] for a in through for x in a), Fraction(0))
    return total, sum((masses[x] for x in frozenset[int]().union(*through)), Fraction(0))


@claim(
    "BBKN13.L4.1.sum",
    PLANES,
    refuted=Erratum(
        Grade.WORDING,
        "Section 4.1, proof of Lemma 4.1, the display below (3), the first <: <= where the sets "
        "have no mass outside of j; it does no harm, as the sum is less than the right end",
        "the sum of Pr[A_i - {j}]",
        "l times Pr[their union without j]",
    ),
)
def strictly_less_as_printed(q: int) -> Check:
    """If every other point is in less than l of the sets A_i through j, then under every
    distribution the sum of Pr[A_i - {j}] is less than l Pr[the union of the A_i - {j}].

    Cases: The lines of a plane, l = 2; all of the mass on one point.
    """
    lines, t = projective_lines(q), q * q + q + 1
    for masses in grid_distributions(t, 1):
        total, union = sums(lines, 0, masses)
        yield lt(f"{[*map(str, masses)]}", total, SHARED * union)


WRONG[sums] = {
    "the point itself counts": "(masses[x] for a in through for x in a) => "
    "(masses[x] for a in sets if j in a for x in a)"
}


@claim("BBKN13.L4.1.sum", PLANES, form=Form.CORRECTED, about=sums)
def less_or_equal(of: Build, q: int) -> Check:
    """The sum is at most l - 1 times that probability, and so less than l.

    Cases: The lines of a plane, l = 2, masses 0, 1/2 and 1; attained.
    """
    lines, t = projective_lines(q), q * q + q + 1
    for masses in grid_distributions(t, 2):
        total, union = of(lines, 0, masses)
        yield le(f"{[*map(str, masses)]}", total, (SHARED - 1) * union)
        yield lt(f"{[*map(str, masses)]}: l", total, SHARED)
