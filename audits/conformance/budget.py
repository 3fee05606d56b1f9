"""The false-alarm budget of a suite, spent in equal shares.

>>> budget = Budget(shares=4)
>>> budget.share(), budget.left
(Fraction(1, 4000000000), 3)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from audits.conformance.statistical import SUITE_FALSE_ALARM


class OverspentError(RuntimeError):
    """More comparisons than the suite has a budget for."""


@dataclass(slots=True)
class Budget:
    """At most `shares` statistical comparisons, with a total false-alarm probability."""

    shares: int = 200
    total: Fraction = SUITE_FALSE_ALARM
    spent: int = 0

    @property
    def left(self) -> int:
        """How many comparisons the budget still allows."""
        return self.shares - self.spent

    def share(self) -> Fraction:
        """The false-alarm probability of one more comparison.

        Raises:
            OverspentError: if the suite has used all its shares.
        """
        if not self.left:
            raise OverspentError(f"more than {self.shares} statistical comparisons")
        self.spent += 1
        return self.total / self.shares
