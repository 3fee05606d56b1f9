"""The ledger: every claim of the papers, with the check that decides it.

Quantifiers say what a claim ranges over, forms what it says of a case; `claim` registers it, and
`run_claim` finds out.
"""

from audits.ledger.box import above, between, box
from audits.ledger.claiming import (
    Claim,
    ClaimId,
    Entry,
    Erratum,
    Found,
    Grade,
    NotFinitelyCheckable,
    Text,
    Work,
    claim,
    inventory,
    is_its_own,
    not_finitely_checkable,
    works,
)
from audits.ledger.deciding import Cases, Decided, Part
from audits.ledger.forms import (
    Form,
    accurate,
    exactly,
    exactly_between,
    optimal,
    private,
    step,
    stream_loses,
    stream_private,
)
from audits.ledger.impostors import WRONG, Parts, blind, given, twice_eps, wrong
from audits.ledger.quantifiers import Quantifier, Size, drawn, over, sized
from audits.ledger.running import (
    NOT_RUN,
    Failed,
    Impostor,
    Result,
    claim_of,
    claims,
    ids_in_sources,
    run_claim,
)

__all__ = [
    "NOT_RUN",
    "WRONG",
    "Cases",
    "Claim",
    "ClaimId",
    "Decided",
    "Entry",
    "Erratum",
    "Failed",
    "Form",
    "Found",
    "Grade",
    "Impostor",
    "NotFinitelyCheckable",
    "Part",
    "Parts",
    "Quantifier",
    "Result",
    "Size",
    "Text",
    "Work",
    "above",
    "accurate",
    "between",
    "blind",
    "box",
    "claim",
    "claim_of",
    "claims",
    "drawn",
    "exactly",
    "exactly_between",
    "given",
    "ids_in_sources",
    "inventory",
    "is_its_own",
    "not_finitely_checkable",
    "optimal",
    "over",
    "private",
    "run_claim",
    "sized",
    "step",
    "stream_loses",
    "stream_private",
    "twice_eps",
    "works",
    "wrong",
]
