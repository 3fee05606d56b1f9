"""A claim is found by its id, its paper or its label, in any case."""

from __future__ import annotations

import re

import pytest

from audits.inputs.claim_names import are_names, ids, of_several_papers
from audits.inputs.literals import InputError
from audits.ledger import inventory


@pytest.mark.parametrize(
    "words",
    [
        *(
            "KLMNS20.T4.2",
            "klmns20.t4.2",
            "KLMNS20 Theorem 4.2",
            "klmns20, thm. 4.2",
            "theorem 4.2",
        ),
        *("Theorem 4.2 of KLMNS20", "KLMNS20 T4.2", "KLMNS20:T4.2", "KLMNS20.Theorem4.2"),
        *("KLMNS20 Section 4", "KLMNS20 thm4.2", "KLMNS20 4.2", "theorem 4.2, klmns20"),
        *("KLMNS20 Theorem 4.2.", "[KLMNS20, Theorem 4.2]", "KLMNS20 Th. 4.2", "[KLMNS20.T4.2]."),
        *("KLMNS20.T4.2.printed", "KLMNS20.T4.2 (corrected)", "KLMNS20/T4.2.html"),
    ],
)
def test_every_name_of_a_theorem_finds_it(words: str) -> None:
    """Id and label, with and without the paper."""
    assert "KLMNS20.T4.2" in ids([words])


def test_the_dot_of_an_appendix_may_be_left_out() -> None:
    """A label of an algorithm has none."""
    assert "BNSV15.DB.1" in ids(["Definition B1"])
    assert ids(["BNSV15 Lemma B4"]) == ids(["BNSV15 Lemma B.4"])
    assert ids(["BNSV15 lemma b.4"])[0] == "BNSV15.LB.4"
    assert ids(["Algorithm A1"]) == ids(["algorithm a.1"])


def test_a_label_without_its_paper_names_the_claims_of_all_papers() -> None:
    """Two papers have a Theorem 4.2; with its paper it is that of one."""
    assert {"BBKN13.T4.2", "KLMNS20.T4.2"} <= {*ids(["Theorem 4.2"])}
    assert all(name.startswith("KLMNS20.") for name in ids(["KLMNS20 Theorem 4.2"]))


def test_a_label_of_several_papers_is_told() -> None:
    """Not one that its paper makes clear, nor what names nothing."""
    typed = ["Theorem 4.2", "KLMNS20 Theorem 4.2", "BNSV15", "nobody"]
    assert of_several_papers(typed) == {"Theorem 4.2": ["BBKN13", "KLMNS20"]}


def test_an_id_that_nobody_has_is_no_word() -> None:
    """Nor is the tag of a paper: the ledger says which are near."""
    assert are_names(["KLMNS20.T99", "KLMNS21", "klmns20 theorem 4.2"])


def test_a_paper_is_found_in_any_case() -> None:
    """Once, though it is named twice."""
    assert ids(["klmns20", "KLMNS20"]) == ["KLMNS20"]


def test_words_that_name_nothing_are_left_for_the_ledger() -> None:
    """It knows which ids are near."""
    assert ids(["NOBODY99", "Nobody knows"]) == ["NOBODY99", "Nobody knows"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["KLMNS20", "Theorem", "4.2"], "in quotes, with its paper: 'KLMNS20 Theorem 4.2'"),
        (["Lemma 99.9"], "no claim has this label"),
        (["BCMNUW20 Lemma 14"], "no claim has this label; did you mean Theorem 14"),
        (["KLMNS20 Section 77"], "no claim has this label"),
        (["BNSV15 Lemma B.44"], "no claim has this label; did you mean Lemma B.4"),
        (["KLMNS20 Theorem 4.3"], "no claim has this label; did you mean Lemma 4.3, "),
    ],
)
def test_labels_that_are_refused(words: list[str], line: str) -> None:
    """What is allowed, or which labels are near, stands in the line."""
    with pytest.raises(InputError) as refusal:
        ids(words)
    assert line in str(refusal.value)


def test_what_a_label_says_comes_before_what_it_uses() -> None:
    """For all labels that several claims have."""
    assert ids(["BCMNUW20 LP.thr3"]) == ["BCMNUW20.LP.thr3"]  # no theorem
    assert ids(["VT14 Theorem 7.0.1"]) == ["VT14.T7.0.1", "VT14.ALG.BoostQ"]
    assert ids(["KLMNS20 Obs. 3.1"])[0] == "KLMNS20.O3.1"
    assert ids(["KLMNS20 4.2"])[0] == "KLMNS20.T4.2"
    for name, entry in inventory().items():
        paper, _, rest = name.partition(".")
        if re.fullmatch(r"(Theorem|Lemma|Claim) [\w.]+", entry.label) and rest[:1] != "A":
            first = ids([f"{paper} {entry.label}"])[0].partition(".")[2]
            assert first[:1] == entry.label[:1], entry.label
