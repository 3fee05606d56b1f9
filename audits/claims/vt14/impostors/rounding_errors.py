"""Wrong words on who can be wrong after rounding."""

from audits.claims.prelude import *
from reference.lower_bounds.efficient_reconstruction import HadamardReconstruction
from reference.lower_bounds.rounding_errors import (
    Signs,
    hadamard_deviations,
    hadamard_errs,
    programme_errs,
)
from reference.lower_bounds.subset_sums import Bits


def corners_only(people: int, error: Fraction, wrong: Signs) -> bool:
    """Errors of exactly E up or down: too few, the set of bad errors may miss all corners."""
    rows = hadamard_deviations(people)
    for corner in product((-error, error), repeat=people):
        moved = [sum(c * e for c, e in zip(row, corner, strict=True)) for row in rows]
        if all(2 * z * d > 1 for z, d in zip(wrong, moved, strict=True) if z):
            return True
    return False


def one_at_a_time(people: int, error: Fraction, wrong: Signs) -> bool:
    """Each of z alone."""
    singles = ([z * (i == j) for i, z in enumerate(wrong)] for j in range(people) if wrong[j])
    return all(hadamard_errs(people, error, tuple(each)) for each in singles)


WRONG_DEVIATIONS: dict[str, Callable[..., bool]] = {
    "corners of the box only": corners_only,
    "each person alone": one_at_a_time,
    "errors below 2E": lambda n, e, z: hadamard_errs(n, 2 * e, z),
    "errors below E/2": lambda n, e, z: hadamard_errs(n, e / 2, z),
    "the first error is not counted": lambda n, e, z: hadamard_errs(n, e, (0, *z[1:])),
    "all people at once": lambda n, e, z: hadamard_errs(n, e, tuple(s or 1 for s in z)),
    "errors of at most E": lambda n, e, z: hadamard_errs(n, e * Fraction(65, 64), z),
}

Bound = Callable[[HadamardReconstruction, Fraction], int]


def bound(factor: Callable[[int], Fraction]) -> Bound:
    """Another factor of E^2."""
    return lambda attack, error: min(attack.people, int(factor(attack.people) * error**2))


WRONG_HADAMARD_BOUNDS: dict[str, Bound] = {
    "36 E^2": bound(lambda _: Fraction(36)),
    "9 E^2": bound(lambda _: Fraction(9)),
    "one query is 2 E off": bound(lambda n: Fraction(4 * (9 * n - 5), n)),
    "every query is 2 E off": bound(lambda _: Fraction(16)),
    "9n - 9": bound(lambda n: Fraction(36 * (n - 1), n)),
    "9n - 7": bound(lambda n: Fraction(4 * (9 * n - 7), n)),
    "linear in E": lambda attack, error: min(attack.people, int(36 * error)),
    "rounded up": lambda attack, error: attack.wrong_at_most(error) + 1,
    "more than there are people": lambda attack, error: attack.people + int(error),
}


def width(factor: Fraction) -> Callable[..., bool]:
    """Other errors than E."""
    return lambda queries, error, z: programme_errs(queries, factor * error, z)


def no_singles(queries: Sequence[Bits], error: Fraction, z: Signs) -> bool:
    """Without the subsets of one person."""
    return programme_errs([q for q in queries if sum(q) != 1], error, z)


WRONG_SUBSETS: dict[str, Callable[..., Any]] = {
    "errors below 2E": width(Fraction(2)),
    "errors below E/2": width(Fraction(1, 2)),
    "errors below 65E/64 and less": width(Fraction(65, 64)),
    "subsets of one person are left out": no_singles,
    "everybody can be wrong": lambda *_: True,
    "nobody can be wrong": lambda *_: False,
    "ones are never lost": lambda q, e, z: -1 not in z and programme_errs(q, e, z),
}
