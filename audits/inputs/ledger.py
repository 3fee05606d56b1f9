"""What the corrections of one output spend, each and together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from reference.privacy.curve import PrivacyCurve

MOST_WRITTEN = 64
"""Corrections whose optimal composition is written down."""

USUAL_DELTA = Fraction(1, 10**6)
"""Where the optimal composition is told, if no delta is asked for."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """So many corrections, of one privacy loss each."""

    count: int
    """How many there may be."""

    each: Fraction
    """e^eps of a correction."""

    delta: Fraction
    """Where the optimal composition is told."""

    curve: Callable[[], PrivacyCurve]
    """That of all corrections, by optimal composition."""

    name: str
    """What they are."""

    shares: tuple[tuple[str, Fraction], ...]
    """Of the eps of a correction."""

    @property
    def basic(self) -> Fraction:
        """e^eps of all, by basic composition."""
        return self.each**self.count

    @property
    def optimal(self) -> Fraction | None:
        """The least e^eps of all at delta; None for too many corrections."""
        found = self.curve().exp_eps_at(self.delta) if 0 < self.count <= MOST_WRITTEN else None
        return found if isinstance(found, Fraction) else None
