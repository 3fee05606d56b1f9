"""What the corrections of one output spend, each and together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from audits.shown.numbers import number_json, number_or_null
from audits.verdict import Json
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

    @property
    def json(self) -> dict[str, Json]:
        """Exact numbers."""
        optimal = self.optimal
        ledger: dict[str, Json] = {
            "corrections": self.count,
            "exp_eps_of_each": number_json(self.each),
            "exp_eps_basic": number_json(self.basic) if self.count <= MOST_WRITTEN else None,
            "exp_eps_optimal": number_or_null(optimal),
            "delta_optimal": number_json(self.delta),
        }
        return {"ledger": ledger}
