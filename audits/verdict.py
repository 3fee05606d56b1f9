"""What an engine finds: `Holds`, `Refuted` or `Undecided`, never a bool.

A verdict says on which scope it was reached and by what kind of evidence.  `Holds` and `Refuted`
carry a certificate; `confirmed` hands it to the kernel, and a verdict that the kernel does not
accept becomes `Undecided`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import Enum
from typing import NoReturn, TypeAlias

from audits.kernel import Refused, check

Json: TypeAlias = "int | str | list[Json] | dict[str, Json] | None"
"""What a certificate or a witness is made of: no floats, no booleans."""

Certificate: TypeAlias = dict[str, Json]
"""A certificate as `audits/kernel/FORMAT.md` defines it."""


class Evidence(Enum):
    """How a verdict was reached."""

    EXHAUSTIVE = "exhaustive"
    """Every case of the scope was computed exactly."""

    ENUMERATED = "enumerated"
    """Every case of the scope was decided true or false by the reference itself; there are no
    numbers that a certificate could show, so it says no more than that."""

    ALL_EPSILON = "all-epsilon"
    """Every database of the scope, for every eps at once, by polynomial inequalities."""

    LP_CERTIFIED = "LP-certified"
    """An exact solution of a linear program and of its dual."""

    CLOSED_FORM = "closed form"
    """An identity or inequality between closed forms."""

    PROPERTY_SAMPLED = "property-sampled"
    """Sampled instances of the scope, each decided exactly."""

    STATISTICAL = "statistical"
    """Samples of a black box, with a stated false-alarm probability."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a verdict ranges over."""

    text: str
    """Sizes, relation and eps in words."""

    databases: int = 0
    """The number of databases, 0 if the claim is not about databases."""

    pairs: int = 0
    """The number of ordered pairs of neighbours."""


class _NotABool:
    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict is Holds, Refuted or Undecided: match on its type")


@dataclass(frozen=True, slots=True)
class Holds(_NotABool):
    """The statement is true on the scope."""

    scope: Scope
    evidence: Evidence
    certificate: Certificate = field(repr=False)


@dataclass(frozen=True, slots=True)
class Refuted(_NotABool):
    """The statement is false: the witness shows it."""

    scope: Scope
    evidence: Evidence
    certificate: Certificate = field(repr=False)
    witness: dict[str, Json]


@dataclass(frozen=True, slots=True)
class Undecided(_NotABool):
    """Neither was shown."""

    scope: Scope
    reason: str


Verdict: TypeAlias = Holds | Refuted | Undecided


def confirmed(verdict: Verdict) -> Verdict:
    """The verdict if the kernel accepts its certificate, else `Undecided` with the refusal."""
    if isinstance(verdict, Undecided):
        return verdict
    try:
        check(json.dumps(verdict.certificate))
    except Refused as refusal:
        reason = f"the kernel refuses the certificate: {type(refusal).__name__}: {refusal}"
        return Undecided(verdict.scope, reason)
    return verdict
