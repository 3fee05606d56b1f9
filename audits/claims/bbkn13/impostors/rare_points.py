"""Wrong databases and distributions for Lemma 3.9."""

from audits.claims.prelude import *
from reference.data.concept import LabelledExample


def all_rare(t: int, point: int, mass: Fraction) -> Sequence[Fraction]:
    """The mass shared by all rare points."""
    del point
    return (1 - mass, *[mass / (t - 1)] * (t - 1))


def strictly_good(sample: Sequence[int], point: int, alpha: Fraction) -> bool:
    """Fewer than 2 alpha m rows equal the point."""
    return sample.count(point) < 2 * alpha * len(sample)


def loosely_good(sample: Sequence[int], point: int, alpha: Fraction) -> bool:
    """At most 3 alpha m rows equal the point."""
    return sample.count(point) <= 3 * alpha * len(sample)


def without_rare_points(m: int, alpha: Fraction) -> Database[LabelledExample]:
    """The good database without the rare point."""
    del alpha
    return ((0, 0),) * m
