"""The optimum at an eps of which e^eps is no rational number: between two that are certified.

Whatever is private for some e^eps is private for every larger one.  So the optimum never falls
as e^eps grows (the least loss never grows), and at e^eps it lies between what a mechanism attains
at a rational number just below e^eps and what no mechanism exceeds at one just above.

>>> from audits.engines.optimum.problems.order import interior_point
>>> found = bracket(interior_point(2, 1), Fraction(1), Fraction(0))
>>> found.lower < Fraction(7310585787, 10**10) and found.upper > Fraction(7310585786, 10**10)
True
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Generic, TypeVar

from audits.engines.optimum.certificates import (
    mechanism_certificate,
    mechanism_facts,
    optimum_certificate,
    optimum_facts,
)
from audits.engines.optimum.optimum import Optimum, in_lines, solve
from audits.engines.optimum.problem import Problem
from audits.evidence.verdict import Certificate, Facts
from reference.exact.exponential import exp_bounds
from reference.override import override

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)

BITS, DIGITS = 34, 10
"""Binary digits to which e^eps is enclosed, and decimal ones of the ends, for a person."""


@dataclass(frozen=True, slots=True)
class Bracket(Generic[D, Y]):
    """Optima at two rational numbers with e^eps between them."""

    eps: Fraction
    below: Optimum[D, Y]
    above: Optimum[D, Y]

    @property
    def lower(self) -> Fraction:
        """What the mechanism attains (for a loss: what no mechanism can go below)."""
        return self.above.lower if self.below.problem.loss else self.below.lower

    @property
    def upper(self) -> Fraction:
        """What no mechanism exceeds (for a loss: what the mechanism attains)."""
        return self.below.upper if self.below.problem.loss else self.above.upper

    @property
    def value(self) -> Fraction | None:
        """None, unless both ends are one number."""
        return self.lower if self.lower == self.upper else None

    @property
    def gap(self) -> Fraction:
        """Upper - lower."""
        return self.upper - self.lower

    @override
    def __str__(self) -> str:
        scale = 10**DIGITS
        low, high = (
            Decimal(end).scaleb(-DIGITS)
            for end in (self.lower * scale // 1, -(-self.upper * scale // 1))
        )
        problem, delta = self.below.problem, self.below.delta
        return in_lines(problem, ("eps", self.eps), delta, f"{low} to {high}")

    def proofs(self) -> Iterator[tuple[Certificate, Facts]]:
        """That the mechanism is private below and attains its end, and the bound above."""
        if self.below.value is None:
            yield mechanism_certificate(self.below), mechanism_facts(self.below)
        else:
            yield optimum_certificate(self.below), optimum_facts(self.below)
        yield optimum_certificate(self.above), optimum_facts(self.above)


def bracket(
    problem: Problem[D, Y], eps: Fraction, delta: Fraction, *, symmetric: bool = True
) -> Bracket[D, Y]:
    """The optimum over all (eps, delta)-private mechanisms, between two numbers.

    Args:
        problem: databases, outcomes and scores.
        eps: > 0.
        delta: in [0, 1].
        symmetric: whether to use the problem's symmetries.

    Raises:
        ValueError: for delta outside [0, 1], or a declared symmetry that is none.
        SearchFailedError: if floating point finds no basis at all.
    """
    low, high = exp_bounds(eps, BITS)
    ends = (max(low, Fraction(1)), high)
    return Bracket(eps, *(solve(problem, x, delta, symmetric=symmetric) for x in ends))
