"""What `privacy` and `table` are to say of a table of laws."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from audits.commands.how_private import Wanted
from audits.evidence.table import LawTable
from audits.inputs.literals import InputError
from audits.inputs.released import are_released, released
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be said of a table of laws."""

    subject: str
    """The mechanism, in words."""

    claim: Guarantee[Any] | None
    """What is audited; None: how private the mechanism is, and no verdict."""

    exp_eps: Any = None
    """Without a claim: e^eps at which the least delta is wanted, if at any."""

    delta: Any = None
    """Without a claim: a delta, besides 0, at which the least e^eps is wanted, if at any."""

    exponent: Fraction | None = None
    """q if r stands for e^q."""

    parts: int = 1
    """Into how many eps is divided."""

    r: str | None = None
    """What r stands for, in words; None where there is no eps."""

    loss: Fraction | None = None
    """The claimed loss, where its exponential is no power of r: that of the claim is near it."""

    multiple: Fraction | None = None
    """That of eps that is claimed at every eps, where the claim is of another one."""

    claimed_delta: Any = None
    """The claimed delta, where the claim is of a decimal beside it, which decides it."""

    def at(self, exponent: Fraction) -> Question:
        """The same where u is a number, so that functions of u and r are functions of r."""
        claim = self.claim
        if claim is not None:
            claim = Guarantee(claim.exp_eps.at(exponent), claim.delta.at(exponent))
        exp_eps, delta = (
            None if value is None else value.at(exponent) for value in (self.exp_eps, self.delta)
        )
        return replace(self, claim=claim, exp_eps=exp_eps, delta=delta)

    def as_functions(self) -> Question:
        """The same with numbers as functions of r."""
        claim = self.claim
        if claim is not None:
            exp_eps, delta = map(RationalFunction.of, (claim.exp_eps, claim.delta))
            claim = Guarantee(exp_eps, delta)
        values = (self.exp_eps, self.delta)
        at, of = (None if value is None else RationalFunction.of(value) for value in values)
        return replace(self, claim=claim, exp_eps=at, delta=of)

    @property
    def wanted(self) -> Wanted:
        """The numbers that are wanted."""
        claim = self.claim
        delta = self.delta if claim is None else claim.delta
        delta = delta if self.claimed_delta is None else self.claimed_delta
        zero: Any = Fraction(0) if self.exponent is None else RationalFunction(0)
        deltas = (zero,) if delta is None or delta == 0 else (zero, delta)
        exp_eps = self.exp_eps if claim is None else claim.exp_eps
        if self.multiple is not None:
            exp_eps = None
        return Wanted(deltas, exp_eps, self.exponent, self.parts)

    def is_answered_by_numbers(self, table: LawTable[Any, Any, Any]) -> bool:
        """Whether least numbers are looked for.

        For every eps at once there are none with delta > 0; and there, where each costs several
        verdicts, they are found if nothing is claimed.
        """
        every = self.exponent is None and table.field.symbolic
        return not every or (self.claim is None and self.delta in {None, 0})

    def refuse_unanswered(self, table: LawTable[Any, Any, Any]) -> None:
        """Refuse a question that has no answer for these laws.

        Raises:
            InputError: for continuous values, at one eps or with delta; for a delta at every eps
                without a claim.
        """
        if are_released(table.outcomes):
            delta = self.delta if self.claim is None else self.claim.delta
            if self.exponent is not None or (delta is not None and delta != 0):
                raise released(self.subject)
        if self.claim is None and not self.is_answered_by_numbers(table):
            raise InputError(
                "--delta with --all-eps: say of which loss, by --claim-eps K or --exp-eps P/Q"
            )
