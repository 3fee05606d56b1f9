"""What an engine finds: `Holds`, `Refuted` or `Undecided`, never a bool.

A verdict says on which scope it was reached and by what kind of evidence.  `Holds` and `Refuted`
carry a certificate and the facts that it must prove; `confirmed` hands it to the kernel, and a
verdict whose certificate the kernel does not accept, or that proves something else, becomes
`Undecided`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from audits.kernel import Refused, Statement, check

if TYPE_CHECKING:  # `check` needs no library
    from reference.exact.field import Scalar

Json: TypeAlias = "int | str | list[Json] | dict[str, Json] | None"
"""What a certificate or a witness is made of: no floats, no booleans."""

LONG = 10**300
"""From here on, the total of a law is long."""

Certificate: TypeAlias = dict[str, Json]
"""A certificate as `audits/kernel/FORMAT.md` defines it."""

Facts: TypeAlias = dict[str, Json]
"""What a certificate is asked to prove: its `kind`, and facts of section 6 of FORMAT.md."""


class Evidence(Enum):
    """How a verdict was reached."""

    EXHAUSTIVE = "exhaustive"
    """Every case of the scope was computed exactly."""

    ENUMERATED = "enumerated"
    """Every case of the scope was decided true or false by the reference itself; there are no
    numbers that a certificate could show, so it says no more than that."""

    ALL_EPSILON = "all-epsilon"
    """Every database of the scope, for every eps at once, or for every one of the range that the
    scope names, by polynomial inequalities.  At one eps, e^eps irrational, it is `EXHAUSTIVE`."""

    ENCLOSED = "enclosed"
    """Every database of the scope, with probabilities that are enclosed between rationals."""

    LP_CERTIFIED = "LP-certified"
    """An exact solution of a linear program and of its dual."""

    CLOSED_FORM = "closed form"
    """An identity or inequality between closed forms."""

    RECOMPUTED = "recomputed"
    """Two ways to one number agree."""

    COMPUTED = "computed"
    """Numbers that the reference computed; the kernel compared them, and no more."""

    CHAINED = "chained"
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

    short: str = ""
    """The same without the claim, which a reader is told beside it; empty if there is no claim."""


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
    to_prove: Facts = field(repr=False)
    """What the kernel must find in the certificate; computed from the claim."""


@dataclass(frozen=True, slots=True)
class Refuted(_NotABool):
    """The statement is false: the witness shows it."""

    scope: Scope
    evidence: Evidence
    certificate: Certificate = field(repr=False)
    to_prove: Facts = field(repr=False)
    witness: dict[str, Json]
    chances: tuple[Scalar, Scalar] | None = field(default=None, repr=False)
    """P(E) on the first and on the second database, of an event E that breaks a privacy claim."""

    root: Fraction | None = field(default=None, repr=False)
    """The r at which E does, where the claim was one for every r of a range."""


@dataclass(frozen=True, slots=True)
class Undecided(_NotABool):
    """Neither was shown."""

    scope: Scope
    reason: str


Verdict: TypeAlias = Holds | Refuted | Undecided


def confirmed(verdict: Verdict) -> Verdict:
    """The verdict if the kernel proves from its certificate what was asked, else `Undecided`."""
    return proved(verdict)[0]


def proved(verdict: Verdict) -> tuple[Verdict, str]:
    """The verdict confirmed, and what the kernel proved, in a line; nothing for `Undecided`."""
    if isinstance(verdict, Undecided):
        return verdict, ""
    try:
        statement = check(text_of(verdict.certificate))
    except Refused as refusal:
        return Undecided(verdict.scope, _refused(refusal)), ""
    wrong = _other(statement, verdict.to_prove)
    return (Undecided(verdict.scope, wrong), "") if wrong else (verdict, str(statement))


def objection(certificate: Certificate, to_prove: Facts) -> str | None:
    """Why the certificate does not prove what is asked; None if it does."""
    try:
        return _other(check(text_of(certificate)), to_prove)
    except Refused as refusal:
        return _refused(refusal)


def text_of(proof: Certificate) -> str:
    """The certificate as JSON, in the order of its members, as `json.dumps` has it."""
    members = (
        f"{json.dumps(key)}: {(key == 'laws' and laws_text(value)) or json.dumps(value)}"
        for key, value in proof.items()
    )
    return f"{{{', '.join(members)}}}"


def laws_text(value: Json) -> str | None:
    """Laws with long integral weights as JSON; None for anything else.

    Many of the weights are equal, and each is spelled once.
    """
    laws = value if isinstance(value, list) else []
    texts = [text for law in laws if isinstance(law, dict) and (text := _text_of_law(law))]
    return f"[{', '.join(texts)}]" if texts and len(texts) == len(laws) else None


def _text_of_law(law: dict[str, Json]) -> str | None:
    """None unless it is one with long integral weights."""
    total, weights = law.get("total"), law.get("weights")
    if type(total) is not int or total < LONG or not isinstance(weights, list) or len(law) > 3:
        return None
    spelled = [_spelled(weight) for weight in weights if type(weight) is int]
    if len(spelled) < len(weights):
        return None
    place = json.dumps(law["database"])
    return (
        f'{{"database": {place}, "total": {_spelled(total)}, "weights": [{", ".join(spelled)}]}}'
    )


_spelled = lru_cache(maxsize=2**11)(str)

NOTHING_SAID = {
    "universe": "no two databases are neighbours, so nothing is shown: leave them out",
    "failure": "every probability keeps this bound, so nothing is shown: leave it out",
    "exp_eps": "e^eps is below 1, which is no privacy loss",
    "delta": "delta is below 0, or so large that every mechanism is private",
}
"""What is wrong with what the kernel refuses as trivial, by the field of the certificate."""


def _refused(refusal: Refused) -> str:
    where = str(refusal).rpartition("[")[2].removesuffix("]")
    if refusal.reason == "Trivial" and where in NOTHING_SAID:
        return f"{NOTHING_SAID[where]} ({refusal})"
    return f"the kernel refuses the certificate: {refusal}"


def _other(statement: Statement, to_prove: Facts) -> str | None:
    """What differs, the digests of the numbers last: an asker who names none asks for nothing."""
    facts = statement.facts | {"kind": statement.kind}
    told, wanted = facts.get("sha256"), to_prove.get("sha256")
    if not isinstance(told, dict) or not isinstance(wanted, dict) or not wanted:
        return "it was not said which numbers the certificate should be about"
    other = [
        f"{name} {json.dumps(facts.get(name))}, not {json.dumps(fact)}"
        for name, fact in to_prove.items()
        if name != "sha256" and facts.get(name) != fact
    ]
    names = [name for name, digest in wanted.items() if told.get(name) != digest]
    other += [f"other {', '.join(names)}"] if names else []
    return f"the certificate proves something else: {'; '.join(other)}" if other else None
