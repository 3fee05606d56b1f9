"""Engines that say yes, or no, to everything, with a true certificate of it, decide no claim."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice

import pytest

from audits.claims.vocabulary import le
from audits.engines.comparisons import Comparison, audit_comparisons
from audits.engines.optimum.certificates import mechanism_certificate
from audits.engines.optimum.problems.order import interior_point
from audits.engines.streams.deciding import StreamAudit
from audits.evidence.certificates import certificate, entry_json, stated
from audits.evidence.verdict import (
    Certificate,
    Evidence,
    Facts,
    Holds,
    Json,
    Refuted,
    Scope,
    Verdict,
    confirmed,
)
from audits.ledger import Found, Size, claims, deciding, forms, optimal
from audits.ledger.claiming import Claim, NotFinitelyCheckable
from audits.ledger.deciding import decide
from audits.ledger.quantifiers import Over
from proofs_tests.nightly import NIGHTLY
from proofs_tests.units.audits.test_teeth import planted

FIELDS: Facts = {"range": None, "entries": [entry_json(0, "", 1, "=", 1)]}
PROOF: Certificate = certificate("comparisons", "whatever is asked", FIELDS)
ASKED: Facts = {"kind": "comparisons", "comparisons": 1, **stated(FIELDS)}
WITNESS: dict[str, Json] = {"databases": ["()", "(0)"], "database": "()"}
YES = Holds(Scope("everything"), Evidence.EXHAUSTIVE, PROOF, ASKED)
NO = Refuted(Scope("everything"), Evidence.EXHAUSTIVE, PROOF, ASKED, WITNESS)


@pytest.fixture(params=[YES, NO], ids=["yes", "no"])
def sabotaged(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Every engine that the forms of a claim call; to say no, one comparison is enough."""
    said: Verdict = request.param

    def listening(comparisons: Iterable[Comparison], *_: object) -> Verdict:
        list(islice(comparisons, None if said is YES else 1))
        return said

    monkeypatch.setattr(forms, "audit_table", lambda *_: said)
    monkeypatch.setattr(forms, "audit_accuracy", lambda *_: said)
    for written in ("optimum_certificate", "mechanism_certificate"):
        value = "-1" if said is YES else "1000"
        monkeypatch.setattr(forms, written, lambda _, value=value: {**PROOF, "value": value})
    monkeypatch.setattr(forms, "piece_certificate", lambda *_: PROOF)
    moved = StreamAudit(said, None, None, "", integers=True, observed=True)
    monkeypatch.setattr(forms, "audit_stream", lambda *_: moved)
    monkeypatch.setattr(deciding, "audit_comparisons", listening)
    monkeypatch.setattr(deciding, "_DECIDED", {})


@pytest.mark.parametrize("said", [YES, NO])
def test_what_is_said_is_confirmed_by_itself(said: Verdict) -> None:
    """It says of itself what it proves: only who asks for more finds it out."""
    assert confirmed(said) is said


@pytest.mark.usefixtures("sabotaged")
@pytest.mark.parametrize("paper", sorted({item.id.split(".")[0] for item in claims()}))
def test_no_claim_is_decided_by_engines_that_say_one_thing(
    monkeypatch: pytest.MonkeyPatch, paper: str
) -> None:
    """Neither confirmed nor refuted, if it uses an engine through a form.

    What is undecided on its first case is undecided on all, as nothing else is said of them.
    The nightly profile looks at every claim.
    """
    kept = []
    for item in claims([paper])[:: 1 if NIGHTLY else SOME]:
        if not isinstance(item.check, NotFinitelyCheckable):
            with monkeypatch.context() as patched:
                patched.setattr(Over, "cases", first_cases)
                found = said_of(item)
            if found in DECIDED and said_of(item) in DECIDED:
                kept.append(item.key)
    assert kept == []


SOME = 16
"""One claim in so many is looked at, from the first on."""

DECIDED = {Found.HOLDS, Found.REFUTED, Found.VACUOUS}
CASES = Over.cases


def first_cases(scope: Over, size: Size) -> Iterator[dict[str, object]]:
    """One case of a scope."""
    yield from islice(CASES(scope, size), 1)


def said_of(item: Claim) -> Found:
    """What is found of a claim; undecided where what an engine says cannot be."""
    try:
        return decide(item, Size.TINY).found
    except (LookupError, ValueError):
        return Found.UNDECIDED


def test_what_an_engine_does_not_look_at_is_asked_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It stops after the first of three comparisons, of which the last is false."""
    claim = planted(lambda: [le("", 1, 2), le("", 2, 3), le("", 4, 3)])
    assert decide(claim, Size.TINY).found is Found.REFUTED

    def hasty(comparisons: Iterable[Comparison], subject: str, scope: Scope) -> Verdict:
        return audit_comparisons(islice(comparisons, 1), subject, scope)

    monkeypatch.setattr(deciding, "audit_comparisons", hasty)
    assert decide(claim, Size.TINY).found is Found.UNDECIDED


def test_a_mechanism_bounds_no_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    """That one mechanism does no better than 0 says nothing of the others."""
    problem = interior_point(3, 1)
    claim = planted(lambda: [optimal(problem, Fraction(2), Fraction(2, 3))])
    assert decide(claim, Size.TINY).found is Found.HOLDS
    monkeypatch.setattr(forms, "optimum_certificate", mechanism_certificate)
    assert decide(claim, Size.TINY).found is Found.UNDECIDED
