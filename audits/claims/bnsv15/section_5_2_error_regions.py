"""Section 5.2, proof of Lemma 5.8: where thresholds err, and which one errs least."""

from audits.claims.prelude import *

NATURAL, TOP = 0, 1
"""Points are pairs: natural numbers, and one point above them all."""


def mass_between(first: tuple[int, int], last: tuple[int, int]) -> Fraction:
    """The mass above a point, up to another, if all of it is on the point above all numbers."""
    return Fraction(int(first < (TOP, 0) <= last))


@claim(
    "BNSV15.L5.8.ends",
    over(alpha=(Fraction(1, 4),), place=range(4)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 5.2, proof of Lemma 5.8 (Let x^- be the largest point with error 2 alpha or "
        "more): an infinite domain need not have one, nor a smallest one on the other side; the "
        "lemma is true on the line, and for every discrete distribution, as the error regions "
        "grow with the distance from the target",
        "the error of the next larger threshold",
        "2 alpha",
    ),
)
def there_is_a_last_point_of_large_error(alpha: Fraction, place: int) -> Check:
    """On a totally ordered domain, of the thresholds below the target that have error 2 alpha or
    more one is the largest: the next larger one has a smaller error.

    Cases: The natural numbers and one point above them, which is the target and has all of the
    mass: every number is followed by another, and errs on that point.
    """
    yield le("has a large error", 2 * alpha, mass_between((NATURAL, place), (TOP, 0)))
    yield lt("the next one", mass_between((NATURAL, place + 1), (TOP, 0)), 2 * alpha)


def disagreement(threshold: int, target: int, size: int) -> frozenset[int]:
    """Where c_t and the target differ."""
    return frozenset(x for x in range(size) if (x <= threshold) != (x <= target))


WRONG[disagreement] = {
    "the point next to the threshold alone": "for x in range(size) => "
    "for x in range(size) if abs(x - threshold) <= 1",
    "where the target is 0": "for x in range(size) => for x in range(target + 1, size)",
}


@claim("BNSV15.L5.8.ends", over(size=(3, 4, 5)), form=Form.CORRECTED, about=disagreement)
def regions_of_error_are_nested(build: Build, size: int) -> Check:
    """Of two thresholds on one side of the target the one farther away errs wherever the other
    does: of any finitely many with error 2 alpha or more the nearest has the fewest errors on
    every sample, and of infinitely many each sample sees finitely many regions.

    Cases: All thresholds and targets; the region between t and the target x has |t - x| points.
    """
    for target, t, u in product(range(size), repeat=3):
        if abs(t - target) <= abs(u - target) and (t - target) * (u - target) >= 0:
            near, far = build(t, target, size), build(u, target, size)
            yield le(f"c_{t}, c_{u} for c_{target}", len(near - far), 0)
            yield eq(f"c_{u} for c_{target}", len(far), abs(u - target))
