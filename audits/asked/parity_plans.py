"""The release of all two-way parities by Gaussian noise and a projection, for a target."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from audits.asked.literals import InputError, shortened
from audits.asked.numbers import integer
from audits.engines.relaxed_hull import SHOWN, rounded_projection
from reference.mechanisms.noise.discrete_gaussian import DiscreteGaussian
from reference.mechanisms.release.gaussian_projection import (
    GaussianProjection,
    variance_of_parities,
)

NAME = "gaussian-projection"
USAGE = "--eps --delta, -p bits=D, and -p rows=N, a public bound on the number of rows"
"""What is given where its parameters are derived."""

MOST_BITS, MOST_ROWS = 64, 10**9
"""Attributes of a row, and rows."""


@dataclass(frozen=True, slots=True)
class ParityPlan:
    """The parameters of the release."""

    bits: int
    """d."""

    bound: int
    """n: the release lies in n L."""

    variance: Fraction
    """V of the noise on each coordinate."""

    rows: int
    """How many there are."""

    suffices: bool = True
    """No accuracy is promised."""

    rows_needed: int = 0
    """What an accuracy would need; none is promised."""

    @property
    def mechanism(self) -> GaussianProjection[Fraction]:
        """Projects on n L, searched for in floating point, which no privacy depends on."""
        noise = DiscreteGaussian(self.variance)
        return GaussianProjection(self.bits, self.bound, noise, rounded_projection)


def planned_parities(
    parameters: Mapping[str, str],
    targets: Mapping[str, str | None],
    rows: int | None,
    read: Callable[[str, str], Fraction],
) -> ParityPlan:
    """The parameters for a privacy loss.

    Args:
        parameters: what was given with `-p`.
        targets: the options by name, or None where one was not given.
        rows: the number of rows, None if there are none yet.
        read: a target from its name and text.

    Raises:
        InputError: for other parameters or targets.
    """
    given = {name: text for name, text in targets.items() if text is not None}
    if set(given) != {"eps", "delta"} or set(parameters) != {"bits", "rows"}:
        raise InputError(f"{NAME}: give {USAGE}; the rest is derived")
    eps, delta = (read(name, given[name]) for name in ("eps", "delta"))
    bits = _between("bits", parameters["bits"], 1, MOST_BITS)
    bound = _between("rows", parameters["rows"], 1, MOST_ROWS)
    variance = variance_of_parities(bits, eps, delta)
    return ParityPlan(bits, bound, variance, bound if rows is None else rows)


def explained_parities(mechanism: object) -> list[str]:
    """What the answers of a release are, in lines."""
    if not isinstance(mechanism, GaussianProjection):
        return []
    release: GaussianProjection[Fraction] = mechanism
    d, n = release.bits, release.rows
    return [
        (
            f"answers: for each pair (i, j) of {d} attributes, i first, the number of rows that "
            "have equal values less the number of those that do not, as estimated: after noise, "
            f"the nearest {d} x {d} matrix of inner products of vectors of length at most "
            f"sqrt({n}), rounded to multiples of 1/{SHOWN}"
        )
    ]


def _between(name: str, text: str, least: int, most: int) -> int:
    number = integer(text, name)
    if not least <= number <= most:
        raise InputError(f"-p {name}={shortened(text)}: from {least} to {most}")
    return number
