"""Parameters for which too long numbers would be computed, or too many."""

from __future__ import annotations

from fractions import Fraction

from audits.asked.literals import InputError, shortened
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.release.private_multiplicative_weights import (
    PrivateMultiplicativeWeights,
)
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.mechanisms.release.weights_plan import MOST_COMPOSED
from reference.mechanisms.sensitivity.noisy_bound import TriangleCount

MOST_CORRECTIONS = MOST_COMPOSED
"""Corrections whose loss is derived from a privacy loss of all of them."""

LONGEST_EXACT, LONGEST_SAMPLED = 5_000, 10_000_000
"""Binary digits of e^(T eps/5), T the threshold: in an exact law, and where outputs are drawn."""

MOST_EXACT_THRESHOLD = 64
"""Rows, in an exact law of private multiplicative weights."""

MOST_VALUES = {False: 3_000, True: 500}
"""Of noise in an exact law of the number of triangles: where eps is a number, and for all eps."""

DEGREE = 25
"""What a power of the indeterminate counts for, in binary digits."""


def longest_power(root: Fraction | RationalFunction, longest: int) -> int:
    """The largest exponent of the root that is computed exactly.

    Args:
        root: r, a number or the indeterminate.
        longest: binary digits that its power may have.
    """
    each = max(1, root.numerator.bit_length() - 1) if isinstance(root, Fraction) else DEGREE
    return longest // each


def refuse_long_numbers(mechanism: object, longest: int) -> None:
    """Refuse a release that would compute with numbers, or polynomials, that are too long.

    Raises:
        InputError: names the parameters, and what they may be at this eps.
    """
    if longest == LONGEST_EXACT:
        _refuse_long_laws(mechanism)
    if not isinstance(mechanism, PAPRelease):
        return
    release: PAPRelease[Fraction] | PAPRelease[RationalFunction] = mechanism
    if release.count > MOST_CORRECTIONS:
        raise InputError(
            f"-p count={shortened(str(release.count))}: from 0 to {MOST_CORRECTIONS} here"
        )
    most = longest_power(release.eps.root, longest)
    if abs(release.threshold) > most:
        raise InputError(
            f"-p threshold={shortened(str(release.threshold))}: from -{most} to {most} at this "
            "eps, since e^(eps/5) is raised to this power exactly"
        )


def _refuse_long_laws(mechanism: object) -> None:
    """Refuse what lists too many values of its noise in an exact law."""
    if isinstance(mechanism, PrivateMultiplicativeWeights):
        weights: PrivateMultiplicativeWeights[Fraction] = mechanism
        if abs(weights.threshold) > MOST_EXACT_THRESHOLD:
            raise InputError(
                f"-p threshold={shortened(str(weights.threshold))}: at most "
                f"{MOST_EXACT_THRESHOLD} rows in an exact law, for noise up to it is listed"
            )
    if isinstance(mechanism, TriangleCount):
        count: TriangleCount[Fraction] | TriangleCount[RationalFunction] = mechanism
        limit = MOST_VALUES[isinstance(count.eps.root, RationalFunction)]
        if count.shift + count.most * count.highest > limit:
            given = (f"-p {name}={getattr(count, name)}" for name in ("shift", "most", "highest"))
            raise InputError(
                f"{shortened(' '.join(given))}: shift + most * highest is at most {limit} in an "
                "exact law at this eps, for so many values of noise are listed"
            )
