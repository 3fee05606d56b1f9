"""Wrong numbers of examples for parities, each beside a right or a wrong learner."""

from audits.claims.prelude import *
from reference.mechanisms.learning.sample_sizes import rows_for_parities

Needed = Callable[..., int]


def wrong_size(factor: Fraction = Fraction(1), shift: int = 0, **fixed: Any) -> Needed:
    """A number of rows that is off."""

    def needed(bits: int, rate: Fraction, alpha: Fraction, beta: Fraction) -> int:
        found = rows_for_parities(
            fixed.get("bits", bits), fixed.get("rate", rate), alpha, fixed.get("beta", beta)
        )
        return int(found * factor) + shift

    return needed


WRONG_SIZES = {
    "one row fewer": wrong_size(shift=-1),
    "one row more": wrong_size(shift=1),
    "half as many": wrong_size(HALF),
    "for one bit": wrong_size(bits=1),
    "beta = 1": wrong_size(beta=Fraction(1)),
}


Rules = Callable[[], tuple[Needed, Build]]


def sizes_of(sizes: dict[str, Needed], build: Build) -> dict[str, Rules]:
    """Wrong sizes, with the right learner."""
    return {name: partial(_both, size, build) for name, size in sizes.items()}


def learners_of(builds: dict[str, Build]) -> dict[str, Rules]:
    """Wrong learners, with the right sizes."""
    return {name: partial(_both, rows_for_parities, each) for name, each in builds.items()}


def _both(size: Needed, build: Build) -> tuple[Needed, Build]:
    return size, build
