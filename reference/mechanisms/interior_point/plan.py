"""What the calibrations of interior point mechanisms have in common: integers, and what they need.

Source: BNSV15, Theorem 3.4; KLMNS20, Theorems 1.2 and 4.1.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from reference.data.domain import Domain


@dataclass(frozen=True, slots=True)
class InteriorPointPlan:
    """Parameters of a mechanism for a target, and what they need."""

    largest_base: ClassVar[int]
    """On no more points the exponential mechanism is used, which never answers bottom."""

    domain: Domain[int]
    rows: int
    root: Fraction
    """e^(eps'/4), rounded down: the privacy loss of one choice is eps' = 4 ln(root)."""

    delta: Fraction
    """delta' of one choice."""

    trim: int
    threshold: int
    rows_needed: int
    """So many rows are enough for `failure_probability`, with these parameters."""

    failure_probability: Fraction
    """At most this, for every database of at least `rows_needed` rows."""

    @property
    def suffices(self) -> bool:
        """Whether there are as many rows as needed."""
        return self.rows >= self.rows_needed

    @property
    def recursive(self) -> bool:
        """Whether there are calls that answer bottom on too few rows: not on a small domain."""
        return self.domain.size > self.largest_base
