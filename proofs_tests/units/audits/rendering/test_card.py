"""A claim in a terminal: what it says, what was decided, then the details."""

from __future__ import annotations

import re
from functools import cache

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


def test_an_error_in_print_is_told_in_words() -> None:
    """What was compared with what, and where the paper says it."""
    told = card("klmns20.txt.third")
    assert "AS PRINTED: FALSE" in told
    assert told.index("AS PRINTED: FALSE") < told.index("AS CORRECTED: HOLDS WHERE DECIDED")
    assert "    proof step: Section 3.1, proof of Claim 3.5, on balanced steps\n" in told
    assert "    a third of the weight (= 7/3) <= what the step loses (= 2) is false.\n" in told


def test_two_routes_are_told() -> None:
    """On the card, and in the JSON answer, which has the line on what was decided, too."""
    routes = "  found in two ways\n    tables of values, permuted\n    T! and 1\n"
    assert routes in card("BBKN13.CONV.T")
    (claim,) = exactdp("claims BBKN13.CONV.T --json", status=0).json["claims"]
    assert claim["routes"] == ["tables of values, permuted", "T! and 1"]
    assert claim["reading"].startswith("True as printed for t = 2, 3, 4.")


def test_what_was_known_to_be_broken_is_told_as_that() -> None:
    """It is no error of the papers."""
    told = card("CORE.noisy-max-4")
    assert "  where it is known from\n    listed by Ding" in told
    assert "wrong in print" not in told


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


def test_what_is_restored_is_not_called_printed() -> None:
    """The formulas of one paper were lost; of another they were read by a machine."""
    restored = words("BNSV15.ALG.IPFC")
    assert "has lost its formulas" in restored
    assert "AS RESTORED: FALSE" in restored
    assert "AS PRINTED" not in restored
    assert "a text that a machine had made" in words("VT14.T2.1.1")


def test_the_theorem_comes_before_what_it_uses() -> None:
    """A line for each at first; what a theorem uses is not under the name of the theorem."""
    both = words("BNSV15 Theorem 2.1")
    assert both.startswith(
        "BNSV15.T2.1, Theorem 2.1: the Laplace mechanism is eps-private as restored: holds where"
    )
    assert "BNSV15. Mechanism of Theorem 2.1: Laplace mechanism" in both
    assert both.index("BNSV15. Theorem 2.1: ") < both.index("BNSV15. Mechanism of Theorem 2.1: ")


def test_errors_of_a_proof_stand_beside_what_is_true() -> None:
    """In the line on what was decided; what it rests on has its errors, too."""
    theorem = words("BNSV15.T6.4")
    assert "Its restored proof has errors: BNSV15.T6.4.strict." in theorem
    assert "Other errors name it: BNSV15.L4.11.queries." in theorem  # of another lemma
    assert "BNSV15.L5.9: listed as false as restored" in theorem
    assert "Other errors name it: KLMNS20.CONV.NB." in words("KLMNS20.D2.1")


def test_a_refutation_is_not_told_by_the_evidence_of_what_is_true() -> None:
    """The comparison of numbers is re-checked, and the argument is not."""
    wrong = words("KLMNS20.O3.1")
    assert 'sides; 0 < 1, called "refutes 1 <= 0: rows = (), t = 1": "KLMNS20.O3.1 (prin' in wrong
    assert "evidence One comparison is false. The kernel re-checks that, and takes" in wrong
    assert re.search(r"To cite it .* exactdp .*as printed: false; as corrected: holds", wrong)


def test_steps_of_a_proof_are_not_called_the_theorem() -> None:
    """What was compared is said, and that the rest of the proof was not decided."""
    said = words("VT14.T5.2.2")
    assert "Steps of its proof are true as printed for rows = 2, ..., 8. Not decided for" in said
    assert "Compared are the numbers 1/(2n), 2/(5en), the error, and the length of a code" in said
    assert "the rest of the proof is not decided. Here n = rows" in said


def test_a_counterexample_has_all_its_parameters() -> None:
    """Those that a check chooses itself, too, and what they mean."""
    assert "This is the case n = 1, m = 0, alpha = 3/2, p = 4^20, c = 1" in words("BCMNUW20.T13")
    said = words("BCMNUW20.T14")
    assert "the case alpha = 1/4; c = 1/100, k = 2, r = 3202559735020, t = 1: P[K >= t/2]" in said
    assert "(mean, attributes) = (0, 49), (1/2, 64)" in said
    assert "the number of samples is r + t" in said


def test_letters_of_a_case_are_explained_or_can_be_looked_up() -> None:
    """In the statement or beside it; else the card names the check that has them."""
    assert sum(len(item.unexplained) for item in claims()) <= NOT_EXPLAINED
    said = words("BBKN13.CONV.T")
    assert "letters of the cases t: as in the check at audits/claims/bbkn13/" in said
    said = words("KLMNS20.O3.1")
    assert "Here the rows are those of S, and t is the weight at which a path ends" in said
    assert "letters of the cases" not in said
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


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("BBKN13.T3.6", "the constant times log(1/beta)/eps (at least 2 - "),
        ("VT14.TXT.int-approx", "c = 1, 1/10 or 1/100 (at least 5 - "),
        ("BCMNUW20.L7", "the least of the three (at least 0.999036...) <= beta (= 1/10)"),
    ],
)
def test_a_certified_bound_is_not_called_equal(name: str, words: str) -> None:
    """The lower end of an enclosure is what a side is at least."""
    assert words in " ".join(card(name).split())


def test_what_is_read_into_a_statement_is_told() -> None:
    """Under the statement; and what is refuted so is not called false as printed."""
    told = words("BCMNUW20.L7")
    assert "AS PRINTED: FALSE AS READ HERE" in told
    assert "In our words. Read into it: Lemma 7 names no accuracy" in told
    assert "False as read here, with the printed constant." in told
    assert "decided up to the counterexample" not in told
    assert "See also BCMNUW20.L7R: PMW is accurate, repaired constants" in told
    (listed,) = errata(claims(["BCMNUW20.L7"]))
    assert listed.place.startswith("as read here: Section 2.2, Lemma 7")
    assert "Read into it: Lemma 7 names no accuracy" in listed.statement


def test_what_an_optimum_contradicts_is_in_words() -> None:
    """What is compared, as the erratum names it; and in which problem."""
    told = words("VT14.T4.2.3")
    assert "with (1, 0.1)-privacy (at least 1159/1359 = 0.852832...) <= 2/3, below which" in told
    assert "in the problem: queries ((1)), answers within 1/2." in told


def test_tuples_of_values_have_names() -> None:
    """The parts of each are named, with commas, before they are listed."""
    texts = {item.key: item.scope.text(Size.TINY) for item in claims()}
    named = re.compile(r"\([^\s,()]+(?:\([^()]*\))?(?:, [^\s,()]+(?:\([^()]*\))?)+\) = ")
    unnamed = [key for key, text in texts.items() if text[:1] == "(" and not named.match(text)]
    assert unnamed == []
