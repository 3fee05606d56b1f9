"""A claim in a terminal: what it says, what was decided, then the details."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from audits.evidence.verdict import Scope, Undecided
from audits.ledger import (
    Cases,
    Claim,
    Decided,
    Form,
    Found,
    Impostor,
    Part,
    Result,
    Size,
    Text,
    claims,
)
from audits.rendering.errata import errata
from audits.rendering.forms import FormView, forms, run_words, titled
from audits.rendering.records import records
from proofs_tests.command_line import exactdp

NOT_EXPLAINED = 373
"""Letters of cases that only the checks explain: a paragraph "Where: ..." makes them fewer."""


@cache
def card(name: str) -> str:
    """The card of a claim, or the cards of several with one label; they are decided once."""
    return exactdp("claims", name, status=0).stdout


def words(name: str) -> str:
    """The same, its lines joined."""
    return " ".join(card(name).split())


def undecided(item: Claim) -> FormView:
    """What there is to see of a claim before it is decided."""
    impostors = tuple(Impostor(name, Found.REFUTED, {}) for name in item.impostors)
    decided = Decided((Part(Undecided(Scope(""), ""), ""),), Cases())
    (view,) = forms(records([Result(item, Size.TINY, decided, impostors, 0.0)]))
    return view


def test_what_was_decided_stands_before_the_details() -> None:
    """The place, the statement, one line; then evidence, cases, wrong variants and proofs."""
    told = card("KLMNS20.DER.J")
    places = [
        re.search(words, told, re.MULTILINE)
        for words in (
            r"^KLMNS20\. Derived",
            r"^KLMNS20\.DER\.J, ",
            r"^WITH EXPLICIT CONSTANTS: HOLDS WHERE DECIDED$",
            r"^  True with explicit constants for gap = ",
            r"^Details, with explicit constants$",
            r"^  evidence$",
            r"^    recomputed: Two ways to each number agree",
            r"^    \d+ could have come out otherwise",
            r"^  wrong variants refuted by the same check$",
            r"^    every step counts\n      \d+ = \d+ is false. This is the case gap = ",
            r"^  proved by the kernel from the certificates$",
        )
    ]
    starts = [place.start() for place in places if place]
    assert len(starts) == len(places)
    assert starts == sorted(starts)
    assert max(map(len, told.splitlines())) <= 80


SAYS = Path(__file__).with_name("cards.txt").read_text("utf-8").strip().split("\n\n")[1:]
"""What cards say."""


@pytest.mark.parametrize("text", SAYS, ids=lambda text: text.splitlines()[0])
def test_a_card_says(text: str) -> None:
    """In its words, whatever the lines."""
    first, *parts = map(str.strip, text.splitlines())
    place, said = 0, words(first.partition(": ")[0])
    for part in parts:
        assert part in said[place:], said
        place = said.index(part, place) + len(part)


def test_the_json_has_the_routes() -> None:
    """And the line on what was decided."""
    (claim,) = exactdp("claims BBKN13.CONV.T --json", status=0).json["claims"]
    assert claim["routes"] == ["tables of values, permuted", "T! and 1"]
    assert claim["reading"].startswith("True as printed for t = 2, 3, 4.")


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("CORE.noisy-max-4", "wrong in print"),
        ("BNSV15.ALG.IPFC", "AS PRINTED"),
        ("KLMNS20.O3.1", "letters of the cases"),
        ("BCMNUW20.L7", "decided up to the counterexample"),
    ],
)
def test_a_card_does_not_say(name: str, part: str) -> None:
    """What is no error of a paper, was restored, is explained, or was read into a statement."""
    assert part not in words(name)


def test_a_citation_says_what_was_decided_of_each_form() -> None:
    """After the names and the version."""
    said = words("KLMNS20.O3.1")
    assert re.search(r"To cite it .* exactdp .*as printed: false; as corrected: holds", said)


def test_letters_of_a_case_are_explained_or_can_be_looked_up() -> None:
    """In the statement or beside it; else the card names the check that has them."""
    assert sum(len(item.unexplained) for item in claims()) <= NOT_EXPLAINED
    (item,) = (each for each in claims(["KLMNS20.L2.4"]) if each.form is Form.CORRECTED)
    details = [text for _, texts in undecided(item).details for text in texts]
    assert any("(e^(eps/4), delta, beta, k) = (8/5, 9/10" in text for text in details)


def test_what_is_run_has_words_for_every_claim() -> None:
    """A class, a function or an object: by its name, and by what it is."""
    told = [run_words(item.about) for item in claims() if item.about is not None]
    assert sum(map(bool, told)) > 300
    assert not any("<" in each.partition(":")[0] or " object at 0x" in each for each in told)


def test_a_refutation_says_at_which_case_and_decides_no_other() -> None:
    """The first of three cases of an audit; the first of four of numbers."""
    said = words("VT14.T2.1.1")
    printed = said[said.index("Details, as printed") : said.index("Details, as corrected")]
    assert "refuted at chain = (3/2, 1/10, 2) listed; decided up to the counter" in printed
    assert "decided for" not in printed
    assert "refuted at constant = 1, beta = 1/4; |H| = 1 listed" in words("BBKN13.T3.6")


def test_a_lemma_is_named_once_for_each_scope() -> None:
    """Though the chain uses it within the scope and beyond."""
    assert words("BBKN13.T3.6").count("rests on BBKN13.T3.6.ineq (concrete), che") == 1


def test_no_space_follows_the_hyphen_of_a_privacy() -> None:
    """Statements are lines that are joined."""
    wrong = [
        each.id
        for each in claims()
        if re.search(r"\)- priva", each.statement + each.representative)
    ]
    assert wrong == []


def test_every_claim_has_a_title() -> None:
    """What a theorem uses is not called by the name of the theorem."""
    for item in claims():
        named = re.fullmatch(r"(Theorem|Lemma|Claim) [\w.]+", item.entry.label)
        if named and item.id.partition(".")[2].startswith(("ALG.", "A.")):
            assert f" of {item.entry.label}: " in titled(item)
        else:
            assert titled(item).endswith(f": {item.entry.title}")


def test_no_view_of_a_restored_text_calls_it_printed() -> None:
    """All that is written of it: statements, why the cases are fair, what is wrong, variants.

    Names in the code are what they are.
    """
    restored = [item for item in claims() if item.text is Text.RESTORED]
    assert restored
    for item in restored:
        view = undecided(item)
        told = [view.heading, view.statement, view.line, *(each.name for each in view.variants)]
        told += [text for _, texts in view.details for text in texts]
        assert not any(re.search(r"\bprinted\b", each) for each in told), item.id
        assert not any("_restored" in each for each in told), item.id


def test_an_erratum_says_what_was_read_into_the_statement() -> None:
    """It is not called false as printed."""
    (listed,) = errata(claims(["BCMNUW20.L7"]))
    assert listed.place.startswith("as read here: Section 2.2, Lemma 7")
    assert "Read into it: Lemma 7 names no accuracy" in listed.statement


def test_tuples_of_values_have_names() -> None:
    """The parts of each are named, with commas, before they are listed."""
    texts = {item.key: item.scope.text(Size.TINY) for item in claims()}
    named = re.compile(r"\([^\s,()]+(?:\([^()]*\))?(?:, [^\s,()]+(?:\([^()]*\))?)+\) = ")
    unnamed = [key for key, text in texts.items() if text[:1] == "(" and not named.match(text)]
    assert unnamed == []
