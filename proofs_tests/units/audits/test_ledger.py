"""The ledger is complete, and says of a claim only what was found."""

import re
import tomllib
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from audits import ledger
from audits.evidence.verdict import Evidence, Holds, Scope
from audits.ledger import (
    ClaimId,
    Decided,
    Form,
    Found,
    Size,
    accurate,
    claiming,
    claims,
    ids_in_sources,
    inventory,
    over,
    private,
    run_claim,
)
from audits.ledger.claiming import CATALOGUE
from audits.ledger.forms import Answer, Audited, Item
from proofs_tests.units.audits.test_teeth import planted
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

INVENTORY = [entry["id"] for entry in tomllib.loads(CATALOGUE.read_text())["claim"]]


@pytest.mark.parametrize(
    ("kinds", "wrong"),
    [
        ('kind = "accuracies"', "no kind 'accuracies'; did you mean accuracy?"),
        ('kind = "privacy"\nkinds = ["privacy", "law"]', "no kind 'law': the kinds are "),
    ],
)
def test_a_kind_that_does_not_exist_is_refused(
    kinds: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the id, and what may be meant."""
    catalogue = tmp_path / "catalogue.toml"
    catalogue.write_text(f'[[claim]]\nid = "CORE.x"\n{kinds}\nlabel = "x"\ntitle = "x"\n', "utf-8")
    monkeypatch.setattr(claiming, "CATALOGUE", catalogue)
    with pytest.raises(ValueError, match=re.escape(f"catalogue.toml, CORE.x: {wrong}")):
        inventory.__wrapped__()


def test_every_id_is_in_the_ledger() -> None:
    """Once, and no other; so they are counted in the sources, and a claim uses no others."""
    known = {str(item.id) for item in claims()}
    assert sorted(known) == sorted(INVENTORY)
    assert ids_in_sources() == known
    assert [(item.id, each) for item in claims() for each in item.uses if each not in known] == []


ELSEWHERE: dict[str, ClaimId] = {
    "BNSV15.T4.6.nonbij": ClaimId("BNSV15.T4.6.map6"),
    "BNSV15.T4.6.overlap": ClaimId("BNSV15.T4.6.map6"),
    "BCMNUW20.L7": ClaimId("BCMNUW20.L7R"),
    "BCMNUW20.T10": ClaimId("BCMNUW20.T10R"),
    "BCMNUW20.ALG.QR2Learner.split": ClaimId("BCMNUW20.ALG.QR2Learner.pad"),
    "BCMNUW20.T13": ClaimId("BCMNUW20.T13R"),
    "BCMNUW20.L17": ClaimId("BCMNUW20.L17R"),
    "BCMNUW20.L18": ClaimId("BCMNUW20.L18R"),
    "VT14.T4.2.4": ClaimId("VT14.D4.HER"),
}
"""What is wrong in print, and the id of what stands for it where that has a name of its own."""


def test_a_printed_claim_that_is_refuted_has_a_corrected_form() -> None:
    """A false statement stands beside the strongest true one that was found."""
    forms: dict[ClaimId, set[Form]] = {}
    for item in claims():
        if item.expected is Found.HOLDS:
            forms.setdefault(item.id, set()).add(item.form)
    alone = [
        item.id
        for item in claims()
        if item.form is Form.PRINTED
        and item.expected is Found.REFUTED
        and not item.id.startswith("CORE.")
        and not forms.get(ELSEWHERE.get(item.id, item.id), set()) & {Form.CORRECTED, Form.CONCRETE}
    ]
    assert alone == []


def test_a_claim_says_why_its_scope_is_fair() -> None:
    """A check without a reason why it is not vacuous is not finished."""
    silent = [
        item.key
        for item in claims()
        if not isinstance(item.check, ledger.NotFinitelyCheckable) and not item.representative
    ]
    assert silent == []


def test_a_scope_has_no_addresses() -> None:
    """They are others in each run: functions are told by their names."""
    texts = {item.id: item.scope.text(Size.TINY) for item in claims()}
    assert [name for name, text in texts.items() if re.search(r" at 0x[0-9a-f]{4}", text)] == []


def test_an_unverified_certificate_leaves_a_claim_undecided() -> None:
    """`Holds` with a certificate that the kernel refuses is reported as undecided."""

    def check() -> Iterator[Audited]:
        refused = Holds(Scope("nothing"), Evidence.EXHAUSTIVE, {"format": "no certificate"}, {})
        yield Audited("", lambda _: Answer(refused, None))

    result = run_claim(planted(check), Size.TINY)
    assert result.found is Found.UNDECIDED
    assert not result.as_expected


def nothing_to_lose(k: int) -> Iterator[Item]:
    """Randomized response among k values."""
    mechanism = RandomizedResponse(Domain.of_size(k), Epsilon(Fraction(2)))
    yield private(mechanism, replace_one(range(k), 1), Guarantee(Fraction(2), Fraction(0)))


def nothing_to_miss(k: int) -> Iterator[Item]:
    """It answers with a value."""
    mechanism = RandomizedResponse(Domain.of_size(k), Epsilon(Fraction(2)))
    yield accurate(mechanism, replace_one(range(k), 1), lambda d, y: d == y, Fraction(1))


@pytest.mark.parametrize(
    ("check", "words"),
    [
        (nothing_to_lose, "the case k = 1: no two databases are neighbours, so nothing is shown"),
        (nothing_to_miss, "the case k = 1: every probability keeps this bound, so nothing is"),
    ],
)
def test_a_case_that_shows_nothing_is_named(
    check: Callable[[int], Iterator[Item]], words: str
) -> None:
    """With what to do, beside the word of the kernel."""
    result = run_claim(planted(check, over(k=(1, 2))), Size.TINY)
    assert result.found is Found.UNDECIDED
    assert isinstance(result.decided, Decided)
    assert result.decided.reason.startswith(words)
    assert ": leave" in result.decided.reason
    assert "(Trivial: certificate[" in result.decided.reason


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("NOBODY99", "NOBODY99"),
        # a label without its paper, and small letters
        *((word, "did you mean BBKN13.L5.2") for word in ("L5.2", "bbkn13.l5.2")),
    ],
)
def test_an_unknown_selection_is_refused(word: str, said: str) -> None:
    """With the word, or what may be meant."""
    with pytest.raises(ValueError, match=re.escape(said)):
        claims([word])
